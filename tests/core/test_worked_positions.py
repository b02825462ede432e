"""The positions that show rules at the desk: all of them open, and they are those of the scenarios and tests."""

import json

import pytest

from esquive.clauses.clause_index import EDITIONS
from esquive.core.games import game_named
from esquive.core.question_answers import answered, state_of
from esquive.core.question_links import Question
from esquive.core.rulebook import Rulebook
from esquive.core.rulings import read_ledger
from esquive.core.waiting import Decision, Roll
from esquive.core.worked_positions import WorkedPosition, WorkedPositions, packed, unpacked, worked_positions
from tools.desk_positions import ROOT, gathered

BOOKS = [one for one in EDITIONS if one.base is None]


def everything(known: WorkedPositions) -> list[WorkedPosition]:
    several = [one for ones in known.examples.values() for one in ones]
    return [*known.rulings.values(), *known.clauses.values(), *several]


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game)
def test_every_position_opens_and_its_line_is_one_there(book: Rulebook) -> None:
    for shown in {id(one): one for one in everything(worked_positions(book.folder))}.values():
        game = game_named(shown.question.document["game"])
        state = state_of(game, game.complete(shown.question.document))
        assert isinstance(state.waiting, Decision if shown.question.line else Decision | Roll)
        if shown.question.line:
            assert game.parse(state, shown.question.line) is not None


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game)
def test_they_are_those_of_the_scenarios_and_of_rulings_that_there_are(book: Rulebook) -> None:
    """What tests of rulings show is compared while they run (tests/desk_positions.py)."""
    known = worked_positions(book.folder)
    assert gathered(book.game, known.rulings) == known, "run `python tools/desk_positions.py`"
    ledger = read_ledger((ROOT / book.ledger).read_text(encoding="utf-8"), book.ledger)
    assert set(known.rulings) <= set(ledger)
    registries = [one.registry() for one in EDITIONS if one.game == book.game]
    assert all(any(clause in registry for registry in registries) for clause in known.clauses)
    assert len(known.rulings) * 5 >= len(ledger) * 2  # two in five have a position that a document can say


def test_a_file_of_positions_goes_to_its_text_and_back() -> None:
    card = {"id": "archer", "name": {"en": "Archer"}}
    one = WorkedPosition(Question({"game": "krosmaster", "card": [card], "pile": []}, "end"))
    other = WorkedPosition(
        Question({"game": "krosmaster", "card": [{"id": "wall"}, card], "turn": {"n": 1}}), "Other", ["1.1"]
    )
    known = WorkedPositions({"R1": one}, {"1.1": other, "1.2": one}, {"E1": [other, one]})
    text = packed(known)
    assert text.count("Archer") == 1 and unpacked(json.loads(text)) == known


def test_the_line_of_a_ruling_is_answered() -> None:
    shown = worked_positions(BOOKS[0].folder).rulings["R2"]
    game = game_named("krosmaster")
    state = state_of(game, shown.question.document)
    assert answered(game.words(state), shown.question.line).line == shown.question.line
