"""A game of Kaos saved at any moment goes on from there exactly, with every procedure in progress."""

import importlib
import inspect
import json
import pkgutil
import sys

import pytest

import esquive.kaos
from esquive.core.errors import DocumentError
from esquive.core.frames import Frame, frame_from_data
from esquive.core.waiting import Decision, Over
from esquive.kaos.book.activation import ActivationFrame
from esquive.kaos.book.opposition import Exchange
from esquive.kaos.game import GAME
from esquive.kaos.written.documents.saves import FRAMES, state_from_data
from tests.kaos.games import positions, setup


def frames_of(kind: type) -> set[type]:
    """Every kind of frame that derives from a class, as its module has it: `fields` makes classes anew."""
    found = {one for child in kind.__subclasses__() for one in ({child} | frames_of(child))}
    return {one for one in found if getattr(sys.modules[one.__module__], one.__name__, None) is one}


def test_every_procedure_of_the_rules_can_be_saved() -> None:
    for module in pkgutil.walk_packages(esquive.kaos.__path__, "esquive.kaos."):
        importlib.import_module(module.name)
    ours = {one for one in frames_of(Frame) if one.__module__.startswith("esquive.kaos")} - {Exchange}
    assert set(FRAMES.values()) == ours
    assert all(name == frame.NAME for name, frame in FRAMES.items())


@pytest.mark.skipif(not inspect.get_annotations(ActivationFrame), reason="compiled classes keep no annotations")
def test_every_frame_is_written_and_read_back_as_it_is() -> None:
    for kind in FRAMES.values():
        given = inspect.signature(kind).parameters.values()
        frame = kind(**{one.name: [2, 3] if "list" in one.annotation else 1 for one in given})
        data = frame.to_data()
        assert json.loads(json.dumps(data)) == data
        assert frame.copy().to_data() == data == frame_from_data(FRAMES, data).to_data()


@pytest.mark.parametrize("seed", [0, 1, 5])
def test_a_saved_position_goes_on_as_the_original(seed: int) -> None:
    for number, (state, answer, _) in enumerate(positions(seed)):
        if number % 4:
            continue
        data = json.loads(json.dumps(state.to_data()))
        loaded = GAME.from_data(setup(seed), data)
        assert loaded.to_data() == state.to_data()
        one, two = state.waiting, loaded.waiting
        assert (type(one), getattr(one, "kind", "")) == (type(two), getattr(two, "kind", ""))
        if isinstance(one, Decision) and isinstance(two, Decision) and one.is_listed:
            assert one.options() == two.options()
        copy = state.copy()
        copy.apply(answer)
        loaded.apply(answer)
        assert loaded.to_data() == copy.to_data()


def test_the_table_is_built_again_with_the_scenery_that_was_placed() -> None:
    found = {**setup(1), "table": {"width": 60, "depth": 60}, "selection": [
        {"id": "rock", "kind": "rock", "height": 2, "shape": [[-2, -2], [2, -2], [2, 2], [-2, 2]]},
    ]}  # fmt: skip
    state = GAME.new(found)
    state.apply(GAME.parse(state, "roll 5"))
    state.apply(GAME.parse(state, "roll 2"))
    state.apply(GAME.parse(state, "place rock 30,31 45"))
    loaded = GAME.from_data(found, state.to_data())
    assert [piece.name for piece in loaded.table.pieces] == ["rock"]
    assert loaded.table.pieces[0].shape == state.table.pieces[0].shape
    assert GAME.to_document(loaded) == GAME.to_document(state)


def test_a_game_that_is_over_is_saved_with_its_reason() -> None:
    *_, (state, _, _) = positions(2, fighters=1, rounds=1)
    over = state.waiting
    assert isinstance(over, Over)
    loaded = GAME.from_data(setup(2, fighters=1, rounds=1), state.to_data())
    again = loaded.waiting
    assert isinstance(again, Over) and (again.winner, again.reason, again.clause) == (
        over.winner,
        over.reason,
        over.clause,
    )


@pytest.mark.parametrize("key", ["names", "stack", "wounds", "placed", "over"])
def test_a_save_that_lacks_something_says_what(key: str) -> None:
    state = GAME.new(setup(4))
    data = state.to_data()
    del data[key]
    with pytest.raises(DocumentError, match=f"the saved game lacks '{key}'"):
        state_from_data(state.settings, state.library, state.table, data)
