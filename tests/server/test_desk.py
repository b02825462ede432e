"""POST /api/desk: a position and what is asked about it, shown, judged, and as a link."""

from typing import Any

import pytest

from esquive.hosting.desk import answer_question
from esquive.hosting.desk_messages import DeskQuestion, DeskView
from esquive.hosting.protocol import ProtocolError
from tests.core.positions_by_chance import KINDS
from tests.core.test_question_links import SMALL

APART = {**SMALL.document, "unit": [SMALL.document["unit"][0], {"card": "bill-tell", "owner": "p2", "at": "d2"}]}


def ask(language: str = "en", **said: Any) -> DeskView:
    return answer_question(DeskQuestion(**said), language)


@pytest.mark.parametrize("game", KINDS)
def test_a_game_without_a_position_begins_with_its_first_turn(game: str) -> None:
    found = ask(game=game)
    assert found.faults == [] and found.board is not None and found.asked is not None
    assert found.asked.kind in ("activation", "activate", "plan")
    again = ask(link=found.link)
    assert (again.document, again.link, again.asked) == (found.document, found.link, found.asked)


def test_a_position_is_completed_shown_and_judged() -> None:
    found = ask(document=SMALL.document, line=SMALL.line)
    assert found.document["unit"][1]["injuries"] == 3 and found.document["release"] == "2.7"
    assert found.verdict is not None and found.verdict.legal and found.verdict.odds
    assert sum(one.percent for one in found.verdict.odds) == pytest.approx(100, abs=0.5)
    assert found.text.startswith("Con on c1: legal; Bill Tell: 1 injury 50.0 %; ")
    assert ask(link=f"https://example.org/#/desk/{found.link}").text == found.text


def test_it_is_told_in_the_language_of_who_asks() -> None:
    assert "légal" in ask("fr", document=SMALL.document, line="move a1").text
    assert "legale" in ask("it", document=SMALL.document, line="move a1").text
    assert "verbe" in ask("fr", document=SMALL.document, line="jump").faults[0].message


def test_an_illegal_line_names_its_clause() -> None:
    found = ask(document=SMALL.document, line="move c1")
    assert found.verdict is not None and not found.verdict.legal and found.verdict.odds is None
    broken = next(one for one in found.verdict.conditions if not one.holds)
    assert found.text.endswith(f"{broken.sentence} [{', '.join(broken.clauses)}]")


def test_lines_before_it_are_played_first() -> None:
    moved = ask(document=APART, after=["move b2"], line="move b1")
    assert moved.verdict is not None and moved.verdict.legal
    assert moved.document["unit"][0]["at"] == "b1"  # the position before them
    rolled = ask(document=SMALL.document, after=["cast con c1"], line="end")
    assert (
        rolled.asked is None
        and rolled.waiting == "critical"
        and (rolled.rolls[0].do, rolled.rolls[0].label) == ("roll critical", "critical")
    )
    assert [one.part for one in rolled.faults] == ["line"]
    refused = ask(document=APART, after=["move b2", "move c1", "end"], line="move b1")
    assert [(one.part, one.where) for one in refused.faults] == [("after", "2")]
    assert refused.verdict is None and refused.board is not None


def test_another_release_judges_it_too() -> None:
    found = ask(document=SMALL.document, line=SMALL.line, other="2.2")
    assert found.comparison is not None and [one.release for one in found.comparison.verdicts] == ["2.7", "2.2"]
    assert ask(document=SMALL.document, line=SMALL.line, other="1.0").faults[0].part == "line"


def test_sight_is_drawn_on_a_picture() -> None:
    assert ask(document=SMALL.document, marks=["sight oscar-kass c1"]).picture.startswith("<svg")
    assert ask(document=SMALL.document, marks=["sight oscar-kass"]).faults[0].part == "marks"


def test_what_is_wrong_with_a_position_is_told_in_place_of_a_board() -> None:
    unit = [*SMALL.document["unit"], {"card": "oscar", "owner": "p1", "at": "a1"}]
    found = ask(document={**SMALL.document, "unit": unit})
    assert found.board is None and found.link == "" and found.document["unit"] == unit
    assert found.faults[0].part == "position" and "oscar-kass" in found.faults[0].fix


def test_a_game_that_is_over_asks_nothing() -> None:
    dying = {**SMALL.document["unit"][1], "injuries": 5}
    document = {**SMALL.document, "players": {"p2": {"gg": 1}}, "unit": [SMALL.document["unit"][0], dying]}
    over = ask(document=document, after=["cast con c1", "critical", "lock"], line="end")
    assert over.faults == [] and over.asked is None and over.waiting == "The game is over."


@pytest.mark.parametrize("said", [{"link": "1nonsense-nonsense"}, {"game": "chess"}, {"ground": "nowhere"}])
def test_what_cannot_be_opened_at_all_is_an_error(said: dict[str, str]) -> None:
    with pytest.raises(ProtocolError) as refused:
        ask(**said)
    assert refused.value.code == "bad-question"
