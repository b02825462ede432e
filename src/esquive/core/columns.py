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
from types import FunctionType, GetSetDescriptorType, MemberDescriptorType
from typing import Any, Final, TypeVar, dataclass_transform

from esquive.core.tables import BLANK, COPIED, EACH_COPIED, SHARED, Column, Columns, column

__all__ = ["BLANK", "COPIED", "EACH_COPIED", "SHARED", "WRITTEN", "Column", "Columns", "column", "columns", "fields"]


C = TypeVar("C")

# How an attribute that a class keeps by itself is seen: a slot, or that of a compiled class.
KEPT: Final = (MemberDescriptorType, GetSetDescriptorType)

# By module and name of a class: its methods as they would stand in its body.
WRITTEN: Final[dict[tuple[str, str], str]] = {}


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
            carried += [name for name, one in vars(base).items() if isinstance(one, KEPT) and name[0] != "_"]
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
    replaced = {"__dict__", "__weakref__"}.union(fields_of_it)
    body = {key: value for key, value in vars(cls).items() if key not in replaced}
    metaclass: Any = type(cls)
    again: Any = metaclass(cls.__name__, cls.__bases__, {**body, **made, **more})
    for function in vars(again).values():
        if isinstance(function, FunctionType) and "__class__" in function.__code__.co_freevars and function.__closure__:
            # `super()` finds its class in a cell that still holds the class as it was.
            function.__closure__[function.__code__.co_freevars.index("__class__")].cell_contents = again
    found: type[C] = again
    return found
