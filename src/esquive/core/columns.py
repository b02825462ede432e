"""Facts that stand once: from the annotated body of a class come its slots, constructor, copy and saved form.

A frame lists its fields. One without a value must be given to the constructor, the others may be:

    @fields
    class PurchaseFrame(Frame[State]):
        pile: int
        reward: int = NONE
        drawn: list[int] = []  # each frame has a list of its own

A state lists its columns, each with its blank value, what it has an entry for, and how a copy takes it over:

    @columns
    class State(Columns):
        settings: Settings  # no value: given to the constructor, shared by copies, not saved
        cell: list[int] = column([], UNIT)
        turn: int = column(0)

The methods are written as text and executed once, when the class is made, as `dataclasses` does: nothing else in plain
Python copies as fast. mypyc knows no such decorators, so tools/compile.py writes the same text into the class.
"""

import __future__

import sys
from inspect import get_annotations
from types import FunctionType
from typing import Any, ClassVar, Final, Literal, Self, TypeVar, dataclass_transform

from esquive.core.position import answer_of, drawn, line_of, play_line, told_short

C = TypeVar("C")

# How a copy takes a column over.
SHARED: Final = "self.{0}"  # the same value: a list is then replaced when it changes and never written into
COPIED: Final = "self.{0}.copy()"
EACH_COPIED: Final = "[one.copy() for one in self.{0}]"
BLANK: Final = ""  # not at all: it begins anew

# By module and name of a class: its methods as they would stand in its body.
WRITTEN: Final[dict[tuple[str, str], str]] = {}


class Column:
    """A column of a state: its blank value, what it has an entry for, how copies take it over, whether it is saved.

    `blank` is a value (of a list, a copy is used) or a function that makes one from the state. When `copied` is None a
    list is COPIED and anything else SHARED.
    """

    __slots__ = ("blank", "copied", "is_saved", "of")

    def __init__(self, blank: Any, of: str, copied: str | None, is_saved: bool) -> None:
        self.blank = blank
        self.of = of
        self.copied = copied
        self.is_saved = is_saved


def column(
    blank: Any, of: str = "", copied: str | None = None, *, saved: bool = True, init: Literal[False] = False
) -> Any:
    """A column in the body of a class; see `Column`. `init` is for type checkers: the constructor does not take it."""
    return Column(blank, of, copied, saved)


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
        return {name: _plain(getattr(self, name)) for name, one in self.COLUMNS.items() if one.is_saved}

    def restore(self, data: dict[str, Any]) -> None:
        """Fill in what `saved` gave; columns are blank before. Raises KeyError for one that is missing."""
        for name, one in self.COLUMNS.items():
            if one.is_saved:
                value = data[name]
                if isinstance(getattr(self, name), dict):
                    value = dict(value)
                elif isinstance(value, list):
                    value = [_tuples(entry) for entry in value]
                setattr(self, name, value)


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(entry) for entry in value]
    return [list(pair) for pair in sorted(value.items())] if isinstance(value, dict) else value


def _tuples(value: Any) -> Any:
    return tuple(_tuples(entry) for entry in value) if isinstance(value, list) else value


# ---------------------------------------------------------------------------------------------------- making a class


@dataclass_transform(eq_default=False)
def fields(cls: type[C]) -> type[C]:
    """Write slots, `FIELDS`, constructor and `copy` of a class whose fields are integers or lists of integers.

    The fields of a base come first. What a base keeps in slots without being written so begins with 0 (`Frame.step`).
    """
    kinds: dict[str, str] = {}
    values: dict[str, Any] = {}
    carried: list[str] = []
    for base in reversed(cls.__mro__[1:]):
        if "_declared" in vars(base):
            kinds.update(vars(base)["_declared"][0])
            values.update(vars(base)["_declared"][1])
        else:
            carried += vars(base).get("__slots__", ())
    own = _annotated(cls)
    own_values = {name: vars(cls)[name] for name in own if name in vars(cls)}
    kinds.update(own)
    values.update(own_values)
    arguments = ["self"]
    begun = [f"    self.{name} = 0" for name in carried]
    for name, kind in kinds.items():
        value = values.get(name)
        if name not in values:
            arguments.append(f"{name}: {kind}")
        elif isinstance(value, list):
            arguments.append(f"{name}: {kind} | None = None")
        else:
            arguments.append(f"{name}: {kind} = {value!r}")
        begun.append(
            f"    self.{name} = " + (f"{value!r} if {name} is None else {name}" if isinstance(value, list) else name)
        )
    same = ", ".join((COPIED if _is_list(kind) else SHARED).format(name) for name, kind in kinds.items())
    text = [
        f"__slots__ = {tuple(sorted(own))!r}",
        f"FIELDS = {tuple(kinds)!r}",
        "",
        f"def __init__({', '.join(arguments)}) -> None:",
        *(begun or ["    pass"]),
        "",
        f"def copy(self) -> {cls.__name__}:",
        f"    other = {cls.__name__}({same})",
        *(f"    other.{name} = self.{name}" for name in carried),
        "    return other",
    ]
    return _remade(cls, own, text, {"_declared": (own, own_values)})


@dataclass_transform(eq_default=False, field_specifiers=(column,))
def columns(cls: type[C]) -> type[C]:
    """Write slots, `COLUMNS`, constructor and `copy` of a state; `fill_blank` and `restore` fill in the rest."""
    kinds = _annotated(cls)
    table: dict[str, Column] = {name: vars(cls)[name] for name in kinds if name in vars(cls)}
    given = [name for name in kinds if name not in table]
    begun = [f"    self.{name} = {name}" for name in given]
    taken: list[str] = []
    for name, one in table.items():
        copied = (COPIED if _is_list(kinds[name]) else SHARED) if one.copied is None else one.copied
        if copied == BLANK:
            begun.append(f"    self.{name} = {one.blank!r}")
        else:
            taken.append(f"    other.{name} = {copied.format(name)}")
    text = [
        f"__slots__ = {tuple(sorted(kinds))!r}",
        "",
        f"def __init__({', '.join(['self', *(f'{name}: {kinds[name]}' for name in given)])}) -> None:",
        *begun,
        "",
        f"def copy(self) -> {cls.__name__}:",
        f"    other = {cls.__name__}({', '.join(f'self.{name}' for name in given)})",
        *taken,
        "    return other",
    ]
    return _remade(cls, kinds, text, {"COLUMNS": table})


def _annotated(cls: type) -> dict[str, str]:
    """The fields in the body of a class and the types they are annotated with, as text."""
    found: dict[str, str] = {}
    for name, kind in get_annotations(cls).items():
        text = kind.__name__ if type(kind) is type else str(kind)
        if "ClassVar" not in text:
            found[name] = text
    return found


def _is_list(kind: str) -> bool:
    return kind.startswith("list[") and not kind.endswith("None")


def _remade(cls: type[C], fields_of_it: dict[str, str], lines: list[str], more: dict[str, Any]) -> type[C]:
    """The class again, with slots: they cannot be given to a class that exists."""
    text = "\n".join(lines)
    WRITTEN[cls.__module__, cls.__qualname__] = text
    made: dict[str, Any] = {}
    code = compile(text, f"<written for {cls.__qualname__}>", "exec", __future__.annotations.compiler_flag, True)
    exec(code, vars(sys.modules[cls.__module__]), made)
    body = {key: value for key, value in vars(cls).items() if key not in (*fields_of_it, "__dict__", "__weakref__")}
    metaclass: Any = type(cls)
    again: Any = metaclass(cls.__name__, cls.__bases__, {**body, **made, **more})
    for function in vars(again).values():
        if isinstance(function, FunctionType) and "__class__" in function.__code__.co_freevars and function.__closure__:
            # `super()` finds its class in a cell that still holds the class as it was.
            function.__closure__[function.__code__.co_freevars.index("__class__")].cell_contents = again
    found: type[C] = again
    return found
