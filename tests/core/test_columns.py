"""A class whose fields stand once: what is written from them, and that it is what a person would have written."""

from typing import Any

import pytest

from esquive.core import frames
from esquive.core.columns import BLANK, EACH_COPIED, SHARED, WRITTEN, Columns, column, columns, fields
from esquive.core.errors import DocumentError
from esquive.core.frames import Frame, frame_from_data, kinds_of_frames
from esquive.core.waiting import Waiting

# Whoever compiles has the classes written out: there, nothing may be derived from the classes of the core.
if not str(frames.__file__).endswith(".py"):
    pytest.skip("classes are made by decorators in plain Python only", allow_module_level=True)


class Asking(Frame[Any]):
    """A frame that is never run here."""

    __slots__ = ()

    def run(self, state: Any) -> bool:
        return True

    def waiting(self, state: Any) -> Waiting:
        raise NotImplementedError

    def answer(self, state: Any, answer: int) -> None:
        raise NotImplementedError


@fields
class Errand(Asking):
    NAME = "errand"
    STEPS = ("go", "come")

    unit: int
    path: list[int]
    price: int = 3
    met: list[int] = []

    def title(self) -> str:
        return f"{super().__doc__} {self.unit}"


@fields
class LongErrand(Errand):
    NAME = "long-errand"

    rests: int = 0


@fields
class Pause(Asking):
    NAME = "pause"


def _each_seat(state: "Table") -> list[int]:
    return [0] * state.seats


@columns
class Table(Columns):
    seats: int
    log: list[str] | None = column(None, copied=BLANK, saved=False)
    stack: list[Frame[Any]] = column([], copied=EACH_COPIED, saved=False)
    cell: list[int] = column([], "unit")
    held: list[tuple[int, ...]] = column([], "unit", SHARED)
    gold: list[int] = column(_each_seat, "seat")
    kamas: dict[int, int] = column({}, copied=SHARED)
    turn: int = column(1)


def table() -> Table:
    state = Table(2)
    state.fill_blank()
    state.add_entry("unit", {"cell": 17, "held": (4, 5)})
    return state


def test_fields_without_a_value_are_given_and_the_others_begin_with_theirs() -> None:
    errand = Errand(7, [1, 2])
    assert (errand.step, errand.unit, errand.path, errand.price, errand.met) == (0, 7, [1, 2], 3, [])
    assert Errand(7, [], met=[4]).met == [4]
    with pytest.raises(TypeError, match="path"):
        Errand(7)  # type: ignore[call-arg]


def test_each_frame_has_lists_of_its_own() -> None:
    one, other = Errand(1, []), Errand(2, [])
    one.met.append(5)
    assert other.met == []


def test_a_copy_is_at_the_same_step_with_equal_fields_and_shares_no_list() -> None:
    errand = Errand(7, [1], 9, [2])
    errand.step = 1
    copy = errand.copy()
    assert type(copy) is Errand
    assert copy.to_data() == errand.to_data()
    copy.path.append(8)
    copy.met.append(8)
    assert (errand.path, errand.met) == ([1], [2])


def test_a_frame_takes_nothing_but_its_fields() -> None:
    with pytest.raises(AttributeError):
        Errand(1, []).way = 3  # type: ignore[attr-defined]
    with pytest.raises(AttributeError):
        Pause().unit = 3  # type: ignore[attr-defined]


def test_the_fields_of_a_base_come_first() -> None:
    errand = LongErrand(1, [2], rests=4)
    assert LongErrand.FIELDS == ("unit", "path", "price", "met", "rests")
    assert errand.copy().to_data() == {**errand.to_data(), "frame": "long-errand"}
    assert errand.copy().rests == 4


def test_a_method_of_a_frame_finds_its_base() -> None:
    assert Errand(6, []).title().endswith(" 6")


def test_a_frame_is_saved_and_read_by_the_names_of_its_fields() -> None:
    kinds = kinds_of_frames(Errand, Pause)
    errand = Errand(7, [1], 9, [2])
    errand.step = 1
    data = errand.to_data()
    assert data == {"frame": "errand", "step": "come", "unit": 7, "path": [1], "price": 9, "met": [2]}
    assert frame_from_data(kinds, data).to_data() == data
    del data["price"]
    with pytest.raises(DocumentError, match="'errand' lacks 'price'"):
        frame_from_data(kinds, data)


def test_a_frame_whose_class_is_not_marked_says_so_when_it_is_copied() -> None:
    with pytest.raises(TypeError, match="Asking has no copy of its own: mark the class with @fields"):
        Asking().copy()


def test_blank_columns_are_values_of_their_own() -> None:
    one, other = table(), table()
    assert (one.gold, one.turn, one.log, one.stack) == ([0, 0], 1, None, [])
    one.cell[0] = 3
    one.stack.append(Pause())
    assert (other.cell, other.stack) == ([17], [])


def test_a_new_entry_stands_in_every_column_of_its_kind() -> None:
    state = table()
    state.add_entry("unit", {"held": ()})
    assert Table.columns_of("unit") == ["cell", "held"]
    assert (state.cell, state.held, state.gold) == ([17, 0], [(4, 5), ()], [0, 0])


def test_a_copy_shares_what_is_shared_copies_lists_and_begins_its_log_anew() -> None:
    state = table()
    state.log = ["began"]
    state.stack.append(Errand(1, [2]))
    copy = state.copy()
    assert copy.held is state.held
    assert copy.kamas is state.kamas
    assert copy.cell == state.cell
    assert copy.cell is not state.cell
    assert copy.stack[0] is not state.stack[0]
    assert (copy.seats, copy.log) == (2, None)


def test_what_is_saved_is_plain_and_comes_back() -> None:
    state = table()
    state.kamas = {5: 1, 2: 3}
    state.turn = 4
    data = state.saved()
    assert data == {"cell": [17], "held": [[4, 5]], "gold": [0, 0], "kamas": [[2, 3], [5, 1]], "turn": 4}
    again = table()
    again.restore(data)
    assert (again.held, again.kamas, again.turn) == ([(4, 5)], {2: 3, 5: 1}, 4)
    del data["turn"]
    with pytest.raises(KeyError, match="turn"):
        again.restore(data)


def test_what_is_written_reads_like_the_class_one_would_write() -> None:
    assert (
        WRITTEN[__name__, "Errand"]
        == """\
__slots__ = ('met', 'path', 'price', 'unit')
FIELDS = ('unit', 'path', 'price', 'met')

def __init__(self, unit: int, path: list[int], price: int = 3, met: list[int] | None = None) -> None:
    self.step = 0
    self.unit = unit
    self.path = path
    self.price = price
    self.met = [] if met is None else met

def copy(self) -> Errand:
    other = Errand(self.unit, self.path.copy(), self.price, self.met.copy())
    other.step = self.step
    return other"""
    )
