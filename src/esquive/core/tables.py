"""What the columns of a state are: their table, and what every state does by it. See `core.columns`."""

import reprlib
from typing import Any, ClassVar, Final, Literal, Self

from esquive.core.errors import DocumentError
from esquive.core.position import answer_of, drawn, line_of, play_line, told_short

LARGEST: Final = 1 << 256  # no number in a save is as large: such is the outcome of 99 dice

# How a copy takes a column over.
SHARED: Final = "self.{0}"  # the same value: a list is then replaced when it changes and never written into
COPIED: Final = "self.{0}.copy()"
EACH_COPIED: Final = "[one.copy() for one in self.{0}]"
BLANK: Final = ""  # not at all: it begins anew


class Column:
    """A column of a state: its blank value, what it has an entry for, how copies take it over, how it is saved.

    `blank` is a value (of a list, a copy is used) or a function that makes one from the state. When `copied` is None a
    list is COPIED and anything else SHARED. `saved` is its name in saves: True for its own, False when it is not saved.
    A `rare` one is left out of saves while it is empty, so that those of matches without it stay as they are.
    """

    __slots__ = ("blank", "copied", "of", "rare", "saved")

    def __init__(self, blank: Any, of: str, copied: str | None, saved: bool | str, rare: bool) -> None:
        self.blank = blank
        self.of = of
        self.copied = copied
        self.saved = saved
        self.rare = rare


def column(
    blank: Any,
    of: str = "",
    copied: str | None = None,
    *,
    saved: bool | str = True,
    rare: bool = False,
    init: Literal[False] = False,
) -> Any:
    """A column in the body of a class; see `Column`. `init` is for type checkers: the constructor does not take it."""
    return Column(blank, of, copied, saved, rare)


class Columns:
    """What a state with `@columns` is made of."""

    COLUMNS: ClassVar[dict[str, Column]] = {}
    game: ClassVar[str] = ""

    __slots__ = ()

    @classmethod
    def columns_of(cls, of: str) -> list[str]:
        """The columns that have an entry for each of the things named."""
        return [name for name, one in cls.COLUMNS.items() if one.of == of]

    def copy(self) -> Self:
        """An independent copy; what is SHARED is shared."""
        raise TypeError(f"{type(self).__name__} has no copy of its own: mark the class with @columns")

    # What `core.position.Position` is, which compiled classes cannot derive from.

    def play(self, line: str) -> None:
        """Answer in notation what is waited for; raises IllegalAnswer, or NotationError for a line that is none."""
        play_line(self, line)

    def line_of(self, answer: int) -> str:
        """The line of notation of an answer or outcome to what is waited for."""
        return line_of(self, answer)

    def answer_of(self, line: str) -> int:
        """The answer or outcome a line of notation stands for; raises NotationError."""
        return answer_of(self, line)

    def __str__(self) -> str:
        return drawn(self)

    def __repr__(self) -> str:
        return told_short(self)

    def fill_blank(self) -> None:
        """Give every column its blank value, in the order in which they stand."""
        for name, one in self.COLUMNS.items():
            blank = one.blank
            setattr(self, name, blank(self) if callable(blank) else blank.copy() if isinstance(blank, list) else blank)

    def add_entry(self, of: str, first: dict[str, Any]) -> None:
        """One more thing of the kind named: an entry in each of its columns, 0 in those not given."""
        for name in self.columns_of(of):
            setattr(self, name, [*getattr(self, name), first.get(name, 0)])

    def saved(self) -> dict[str, Any]:
        """The saved columns, JSON-able: tuples as lists, mappings as sorted pairs."""
        return {
            name if one.saved is True else str(one.saved): _plain(getattr(self, name))
            for name, one in self.COLUMNS.items()
            if one.saved and not (one.rare and not getattr(self, name))
        }

    def restore(self, data: dict[str, Any]) -> None:
        """Fill in what `saved` gave; columns are blank before.

        Raises KeyError for one that is missing, and DocumentError for what cannot stand in one.
        """
        for name, one in self.COLUMNS.items():
            if one.saved:
                key = name if one.saved is True else str(one.saved)
                if one.rare and key not in data:
                    continue
                setattr(self, name, _saved(data[key], getattr(self, name), key))


def saved_value(value: Any, where: str) -> Any:
    """What a save may hold in a column or field: whole numbers of a bounded size, texts, lists of such as tuples.

    Saves come from anywhere; raises DocumentError that says where something else stands.
    """
    if isinstance(value, list):
        return tuple(saved_value(one, where) for one in value)
    if isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool) and abs(value) < LARGEST):
        return value
    raise DocumentError(f"{reprlib.repr(value)} cannot stand in a save", where, "use a saved game as it was written")


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(entry) for entry in value]
    return [list(pair) for pair in sorted(value.items())] if isinstance(value, dict) else value


def _saved(value: Any, blank: Any, where: str) -> Any:
    """The value of a column of the kind of its blank one; a mapping is saved as pairs."""
    kept = saved_value(value, where)
    is_list = isinstance(blank, list | dict)
    if is_list != isinstance(kept, tuple) or (not is_list and type(kept) is not type(blank)):
        raise DocumentError(
            f"{reprlib.repr(value)} cannot stand in a save", where, "use a saved game as it was written"
        )
    return dict(kept) if isinstance(blank, dict) else list(kept) if is_list else kept
