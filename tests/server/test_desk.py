"""POST /api/desk: a position and what is asked about it, shown, judged, and as a link."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from esquive.cli.main import main
from esquive.cli.positions import read_position
from esquive.hosting.desk import answer_question
from esquive.hosting.desk_messages import DeskQuestion, DeskView
from esquive.hosting.packs_brought import PackBrought
from esquive.hosting.protocol import ProtocolError
from tests.core.positions_by_chance import KINDS, position_by_chance
from tests.core.test_question_links import SMALL
from tests.packs_of_ones_own import ARCHER

SCENARIOS = Path(__file__).parents[1] / "scenarios"

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
    assert f"fails: {broken.sentence} [{', '.join(broken.clauses)}]" in found.text


def test_lines_before_it_are_played_first() -> None:
    moved = ask(document=APART, after=["move b2"], line="move b1")
    assert moved.verdict is not None and moved.verdict.legal
    assert moved.document["unit"][0]["at"] == "b1"  # the position before them
    rolled = ask(document=SMALL.document, after=["cast con c1"], line="end")
    assert (
        rolled.asked is None
        and rolled.waiting == "critical"
        and rolled.roll is not None
        and (rolled.roll.verb, rolled.roll.faces[0].label) == ("roll", "Critical")
    )
    assert [one.part for one in rolled.faults] == ["line"]
    refused = ask(document=APART, after=["move b2", "move c1", "end"], line="move b1")
    assert [(one.part, one.where) for one in refused.faults] == [("after", "2")]
    assert refused.verdict is None and refused.board is not None


def test_what_a_position_uses_of_own_packs_goes_with_it() -> None:
    units = [SMALL.document["unit"][0], {"card": "my-archer", "owner": "p2", "at": "d1"}]
    packs = [PackBrought("mine.toml", ARCHER)]
    found = ask(document={**SMALL.document, "unit": units}, packs=packs)
    assert found.faults == [] and [card["id"] for card in found.document["card"]] == ["my-archer"]
    elsewhere = ask(link=found.link)
    assert elsewhere.faults == [] and elsewhere.document == found.document
    assert ask(document={**SMALL.document, "unit": units}).faults[0].part == "position"
    broken = ask(document=SMALL.document, packs=[PackBrought("mine.toml", ARCHER.replace("hp =", "hq ="))])
    assert broken.faults and broken.board is None


@pytest.mark.parametrize("game", KINDS)
def test_it_says_what_the_command_line_says(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Of the first options of five drawn positions a game: the conditions, and every outcome as a fraction."""
    asked = 0
    for path in sorted((SCENARIOS / game).rglob("*.toml"))[::7]:
        document = read_position(path)
        opened = ask(document=document)
        if opened.asked is None or asked == 5:
            continue
        asked += 1
        compare_with_command_line(path, document, [option.do for option in opened.asked.options[:4]], capsys)
    assert asked == 5


def compare_with_command_line(
    path: Path, document: dict[str, Any], lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    for line in lines:
        found = ask(document=document, line=line).verdict
        main(["judge", str(path), "--do", line, "--json"])
        said = json.loads(capsys.readouterr().out)
        assert found is not None and found.legal == said["legal"]
        assert [one.sentence for one in found.conditions] == [one["sentence"] for one in said["conditions"]]
        chances = [one.probability for one in found.odds or []]
        assert chances == ([one["probability"] for one in said["outcomes"]] if found.odds else [])


def test_another_release_judges_it_too() -> None:
    found = ask(document=SMALL.document, line=SMALL.line, other="2.2")
    assert found.comparison is not None and [one.release for one in found.comparison.verdicts] == ["2.7", "2.2"]
    assert ask(document=SMALL.document, line=SMALL.line, other="1.0").faults[0].part == "line"


def test_sight_is_drawn_on_a_picture() -> None:
    assert ask(document=SMALL.document, marks=["sight oscar-kass c1"]).picture.startswith("<svg")
    assert ask(document=SMALL.document, marks=["sight oscar-kass"]).faults[0].part == "marks"


def test_reach_threats_and_the_likeliest_ko_are_told_when_asked_for() -> None:
    dying = {**SMALL.document["unit"][1], "injuries": 5}
    found = ask(document={**SMALL.document, "unit": [SMALL.document["unit"][0], dying]}, about="bill-tell", best=5_000)
    assert found.threat is not None and found.reached_by == ["oscar-kass"]
    assert found.best is not None and found.best.complete
    assert [(one.ko, one.lines[-1]) for one in found.best.strikes] == [(["bill-tell"], "cast con c1")]
    plain = ask(document=SMALL.document)
    assert (plain.threat, plain.reached_by, plain.best, plain.reach) == (None, None, None, [])
    assert ask(document=ask(game="kaos").document, about="nobody").faults[0].part == "about"


def test_what_is_wrong_with_a_position_is_told_beside_what_can_be_drawn_of_it() -> None:
    unit = [*SMALL.document["unit"], {"card": "oscar", "owner": "p1", "at": "a1"}]
    found = ask(document={**SMALL.document, "unit": unit})
    assert found.board is not None and found.link == "" and found.document["unit"] == unit
    fault = found.faults[0]
    assert fault.part == "position" and "oscar-kass" in fault.fix and fault.piece == "oscar"
    assert [(one.path, one.value) for one in fault.mends[0].changes] == [(["unit", 2, "card"], "oscar-kass")]
    assert ask("fr", document={**SMALL.document, "unit": unit}).faults[0].mends[-1].label == "enlever oscar"


def test_a_unit_without_a_free_cell_is_shown_where_it_was_to_stand() -> None:
    unit = [*SMALL.document["unit"], {"card": "lil-healey", "owner": "p1", "at": "b1"}]
    found = ask(document={**SMALL.document, "unit": unit})
    assert [fault.piece for fault in found.faults] == ["lil-healey"]
    assert found.board is not None and found.board.view.units[2].at == "b1"
    assert found.faults[0].mends[0].label.startswith("place lil-healey on ")


def test_figures_that_overlap_are_shown_where_they_were_to_stand() -> None:
    document = ask(game="kaos").document
    del document["exact"], document["profiles"]
    document["figure"][0].update(x=39.5, y=14)
    found = ask(document=document)
    assert [fault.piece for fault in found.faults] == ["shi-ravel"]
    assert found.board is not None and "Thin-Night" in found.board.svg


def test_a_unit_where_scenery_stands_is_told_in_the_language_of_the_reader() -> None:
    document = {**SMALL.document, "board": {"map": ". . . .\n. T . ."}}
    assert ask("it", document=document).faults[0].message == "b1 è già occupata da uno scenario"
    assert ask("fr", document=document).faults[0].message.endswith("un décor")


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


VALUES: tuple[Any, ...] = (None, True, -1, 7, 2**70, 1.5, "", "p3", "z99", [], {}, [1], ["p1"], {"a": 1}, [[1, 2]])


def places_in(part: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of everything in a document."""
    inner = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    for key, value in inner:
        yield (*above, key)
        yield from places_in(value, (*above, key))


def spoilt(document: dict[str, Any], rng: Random) -> dict[str, Any]:
    """A document with a thing taken out, doubled or put in the place of another."""
    changed = copy.deepcopy(document)
    *above, last = rng.choice(list(places_in(changed)))
    holder: Any = changed
    for key in above:
        holder = holder[key]
    how = rng.randrange(3)
    if how == 0:
        del holder[last]
    elif how == 1 and isinstance(holder, list):
        holder.append(copy.deepcopy(holder[last]))
    else:
        holder[last] = rng.choice(VALUES)
    return changed


@pytest.mark.parametrize("name", KINDS)
def test_a_spoilt_position_is_told_and_never_crashes(name: str) -> None:
    """Readable or with what the program has saved in it: anybody may write a link."""
    told = set()
    for number in range(120):
        rng = Random(number)
        game, state = position_by_chance(name, number % 12)
        document = game.to_document(state)
        if number % 2:
            document = {key: value for key, value in document.items() if key not in ("exact", "profiles")}
        try:
            found = ask("fr", document=spoilt(document, rng), line="end")
        except ProtocolError as error:
            assert error.code == "bad-question"
            continue
        told |= {fault.message for fault in found.faults if fault.part == "position"}
    assert len(told) > 10
