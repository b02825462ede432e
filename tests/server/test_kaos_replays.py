"""Records of Kaos as steps: grouped so that a person follows them, drawn by the engine, with clauses that resolve."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from esquive.core.record import Record
from esquive.core.shapes import SvgDrawing
from esquive.core.words import EVERYTHING
from esquive.hosting.clause_pages import clause_lines, clause_page
from esquive.hosting.example_match import EXAMPLE
from esquive.hosting.protocol import ProtocolError
from esquive.hosting.replay_messages import Replay
from esquive.hosting.replays import Played, Table, play_record
from esquive.kaos.game import GAME
from esquive.lab.matches import Fixture, play_match
from tests.server.serving import thread_server

pytestmark = pytest.mark.anywhere

SETUP = {"table": "broken-abbey", "hordes": ["two-gleams", "gravediggers"]}
TABLE = Table(("Ann", "Bob"), ("random", "random"), "en")


@pytest.fixture(scope="module")
def record() -> Record:
    """A whole game at random, with blows, wounds and the end."""
    match, _ = play_match(Fixture(0, "kaos", "steps", SETUP, ("random", "random"), 40))
    return match.record


@pytest.fixture(scope="module")
def played(record: Record) -> Played:
    return play_record(record, TABLE)


@pytest.fixture(scope="module")
def shown(played: Played) -> Replay:
    return played.shown("x", EVERYTHING)


def test_dice_belong_to_what_they_are_rolled_for_and_silent_answers_to_what_follows(
    record: Record, shown: Replay
) -> None:
    """Nothing is lost: the lines of the steps are those of the record; few steps have nothing to tell."""
    lines = [line for step in shown.steps for line in step.line.split("; ")]
    assert lines == record.lines()
    assert len(shown.steps) < len(lines)
    assert not [step for step in shown.steps[1:] if step.line.startswith("roll") or step.by == "dice"]
    assert [step.line for step in shown.steps if not step.log] in ([], [shown.steps[-1].line])


def test_a_turn_of_a_figure_has_a_heading(shown: Replay) -> None:
    """The figure and its player, where the plan is declared [Kaos K20.1]."""
    turns = [step for step in shown.steps if step.heading]
    assert len(turns) > 8
    assert {turn.heading.split(" · ")[1] for turn in turns} == {"Ann", "Bob"}
    assert all("plan " in turn.line for turn in turns)
    assert all("K20.1" in [line.clause for line in turn.log] for turn in turns)


def drawn(played: Played, step: int) -> SvgDrawing:
    drawing = played.drawing(step, EVERYTHING)
    assert isinstance(drawing, SvgDrawing)
    return drawing


def test_every_step_is_drawn_with_who_is_who(played: Played, shown: Replay) -> None:
    """Any step by itself, in any order: an SVG document, and both sides as they stand [Kaos K18.2]."""
    sides = drawn(played, len(shown.steps)).sides
    state = played.last
    assert [side.points for side in sides] == list(state.points)
    pieces = [piece for side in sides for piece in side.pieces]
    assert sum(piece.wounds for piece in pieces) == sum(state.wounds) > 0
    assert {piece.letter for piece in pieces} == {"A", "B", "a", "b"}
    for step in (len(shown.steps), 0, 5, len(shown.steps) // 2):
        drawing = drawn(played, step)
        root = ET.fromstring(drawing.svg)
        assert root.tag.endswith("svg") and drawing.step == step and drawing.text
    with pytest.raises(ProtocolError):
        played.drawing(len(shown.steps) + 1, EVERYTHING)


def test_what_happens_in_a_step_is_drawn(played: Played, shown: Replay) -> None:
    """The way of a plan that is declared, and how many wounds somebody suffers [Kaos K20.1] [Kaos K18.2]."""
    plan = next(
        n for n, step in enumerate(shown.steps, 1) if "plan walk" in step.line and "plan walk face" not in step.line
    )
    way = "var(--table-way,"
    assert way in drawn(played, plan).svg
    assert way not in drawn(played, 0).svg
    wound = next(n for n, step in enumerate(shown.steps, 1) if any(line.clause == "K18.2" for line in step.log))
    assert ">−" in drawn(played, wound).svg
    assert ">−" not in drawn(played, plan).svg


def test_it_is_told_in_every_language(record: Record) -> None:
    told = {
        language: play_record(record, Table((), (), language)).shown("x", EVERYTHING) for language in ("en", "fr", "it")
    }
    assert len({replay.steps[-1].log[-1].sentence for replay in told.values()}) == 3
    assert told["fr"].players[0].name == "Joueur 1"


def test_every_clause_of_a_log_has_a_page_of_its_game(shown: Replay) -> None:
    """`K20.1` and rulings of Kaos lead to its own book [Kaos K20.1] [Ruling R201]."""
    clauses = {line.clause for step in shown.steps for line in step.log}
    pages = [clause_page(clause) for clause in sorted(clauses)]
    assert {page.game for page in pages} == {"kaos"} and all(page.paraphrase for page in pages)
    assert clause_page("R201").game == "kaos" and clause_page("R12").game == "krosmaster"
    assert clause_page("K20.1").code and clause_page("K20.1").diagram is None
    with pytest.raises(ProtocolError, match="K99"):
        clause_page("K99")


def test_both_books_are_listed_one_after_the_other() -> None:
    """No number stands for two things; rulings follow the clauses of their game [Kaos K1.1] [KA 1.1.1]."""
    lines = clause_lines()
    numbers = [line.clause for line in lines]
    assert len(set(numbers)) == len(numbers)
    games = [line.game for line in lines]
    assert games == sorted(games, reverse=True) and set(games) == {"kaos", "krosmaster"}
    assert numbers.index("R12") < numbers.index("K1.1") < numbers.index("R201")


def test_the_example_is_there_without_any_file(tmp_path: Path) -> None:
    """Bots have played it to its end, the same in every language; its positions can be asked for."""
    with thread_server(tmp_path / "matches.sqlite") as site:
        status, replay = site.ask(f"/api/replays/{EXAMPLE}")
        assert status == 200, replay
        assert (replay["game"], replay["over"]) == (GAME.name, True)
        assert len(replay["steps"]) > 40
        french = site.ask(f"/api/replays/{EXAMPLE}?lang=fr")[1]
        assert [step["line"] for step in french["steps"]] == [step["line"] for step in replay["steps"]]
        drawing = site.ask(f"/api/replays/{EXAMPLE}/{len(replay['steps'])}")[1]
        assert drawing["svg"].startswith("<svg") and len(drawing["sides"]) == 2
