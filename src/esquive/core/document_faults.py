"""All that is wrong with a document, and not the first thing only.

msgspec stops at the first part that it cannot decode. So that part is taken out and the rest decoded again, until it
decodes. Of a text that is no TOML, each table that begins with `[[name]]` is read by itself, so that one forgotten
bracket does not hide what is wrong with the others.
"""

import re
import tomllib
from collections.abc import Callable, Iterator
from copy import deepcopy
from difflib import get_close_matches
from itertools import pairwise
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import inspect

from esquive.core.converting import convert
from esquive.core.errors import DocumentError

MOST: Final = 100

Steps = list[str | int]
Fill = Callable[[dict[str, Any]], dict[str, Any]]  # what a text leaves out and goes without saying
Teach = Callable[[str, str, Any], DocumentError]  # of msgspec's message, the text and what it says

_PLACE: Final = re.compile(r"^(?P<what>[\s\S]*?)(?: - at (?P<key>`key` in )?`(?P<path>\$[^`]*)`)?$")
_STEP: Final = re.compile(r"\.([^.\[\]]+)|\[(\d+|\.\.\.)\]")
_UNKNOWN: Final = re.compile(r"Object contains unknown field `(.+)`")
_MISSING: Final = re.compile(r"Object missing required field `(.+)`")
_TABLE: Final = re.compile(r"^\[\[\w+\]\]", re.MULTILINE)


def together(faults: list[DocumentError]) -> DocumentError:
    """One error that stands for all: the first one, which knows the others."""
    first, *others = faults
    first.others = tuple(others)
    return first


def unchanged(data: dict[str, Any]) -> dict[str, Any]:
    """What a text says, as it says it."""
    return data


def faults_in(
    text: str,
    kind: type[msgspec.Struct],
    unread: Callable[[str, str], DocumentError],
    teach: Teach,
    fill: Fill = unchanged,
) -> list[DocumentError]:
    """What is wrong with a text that does not decode as a document of a kind, in the order of the text.

    `fill` adds what goes without saying; `unread` tells of a text that is no TOML, given what is wrong and where (in
    the words of `table_named`); `teach` puts msgspec's message into words.
    """
    try:
        return list(_of_data(text, fill(tomllib.loads(text)), kind, teach))
    except (ValueError, RecursionError) as error:
        whole = unread(str(error), "")
    found: list[DocumentError] = []
    for table in _tables(text):
        try:
            data = fill(tomllib.loads(table))
        except (ValueError, RecursionError) as error:
            found.append(unread(str(error), table_named(table)))
        else:
            found += _of_data(table, data, kind, teach)
    # A key given twice, for example, is an error between tables that are right by themselves.
    return found[:MOST] or [whole]


def _tables(text: str) -> Iterator[str]:
    """The parts of a text that begin with `[[name]]`, each on the lines it has there; what precedes them is one too."""
    starts = [0, *(head.start() for head in _TABLE.finditer(text)), len(text)]
    for start, end in pairwise(starts):
        if text[start:end].strip():
            yield "\n" * text.count("\n", 0, start) + text[start:end]


def table_named(table: str) -> str:
    """Which table it is, by the id in it: ` in card 'lone-wolf'`; "" without one."""
    found = re.search(r"\A\s*\[\[(\w+)\]\](?s:.*?)^id\s*=\s*[\"']([\w-]+)", table, re.MULTILINE)
    return f" in {found[1]} '{found[2]}'" if found else ""


class _Fault(NamedTuple):
    """What msgspec found: where in the data that is left, and whether a key of the table there is meant."""

    what: str
    steps: Steps
    of_key: bool


def _of_data(text: str, data: Any, kind: type[msgspec.Struct], teach: Teach) -> Iterator[DocumentError]:
    """What is wrong with a document, one thing after the other."""
    left = deepcopy(data)
    places: dict[int, list[int]] = {}  # of a list that has lost items: where those that are left stood
    pruned: set[tuple[int, str]] = set()
    for _ in range(MOST):
        try:
            convert(left, kind)
        except msgspec.ValidationError as error:
            fault = _read(str(error))
        else:
            return
        steps = _before(left, fault.steps, places)
        here = _at(left, fault.steps)
        unknown, missing = _UNKNOWN.match(fault.what), _MISSING.match(fault.what)
        if unknown and isinstance(here, dict):
            yield teach(_message(fault.what, steps), text, data)
            near = get_close_matches(unknown[1], _required(kind, left, fault.steps), n=1)
            pruned.update((id(here), name) for name in near if name not in here)
            del here[unknown[1]]
            continue
        if missing and isinstance(here, dict):
            for name in _required(kind, left, fault.steps) or [missing[1]]:
                if name not in here and (id(here), name) not in pruned:
                    yield teach(_message(f"Object missing required field `{name}`", steps), text, data)
        else:
            yield teach(_message(fault.what, steps, of_key=fault.of_key), text, data)
        if not _prune(left, fault.steps, places, pruned):
            return


def _read(message: str) -> _Fault:
    found = _PLACE.match(message)
    if found is None:
        return _Fault(message, [], False)
    steps: Steps = [
        name if name else int(index) if index != "..." else "…" for name, index in _STEP.findall(found["path"] or "")
    ]
    return _Fault(found["what"], steps, found["key"] is not None)


def _message(what: str, steps: Steps, *, of_key: bool = False) -> str:
    """A message as msgspec writes it, for the place where the part stood before others were taken out."""
    path = "".join(f"[{step}]" if isinstance(step, int) else "[...]" if step == "…" else f".{step}" for step in steps)
    return f"{what} - at {'`key` in ' if of_key else ''}`${path}`" if steps or of_key else what


def _at(data: Any, steps: Steps) -> Any:
    """The part at a place, None where the place is not known exactly."""
    for step in steps:
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            return None
    return data


def _before(data: Any, steps: Steps, places: dict[int, list[int]]) -> Steps:
    """The place in the whole document of a place in what is left of it."""
    found: Steps = []
    for step in steps:
        stood = places.get(id(data))
        found.append(stood[step] if stood is not None and isinstance(step, int) else step)
        data = _at(data, [step])
    return found


def _prune(left: Any, steps: Steps, places: dict[int, list[int]], pruned: set[tuple[int, str]]) -> bool:
    """Takes out the innermost part that holds a fault; False where nothing can be taken out."""
    while steps:
        *above, last = steps
        holder = _at(left, above)
        if isinstance(holder, dict) and last in holder:
            del holder[last]
            pruned.add((id(holder), str(last)))
            return True
        if isinstance(holder, list) and isinstance(last, int) and last < len(holder):
            stood = places.setdefault(id(holder), list(range(len(holder))))
            del holder[last], stood[last]
            return True
        steps = above
    return False


def _required(kind: type[msgspec.Struct], data: Any, steps: Steps) -> list[str]:
    """The keys that the table at a place must have, as far as its declaration can be told."""
    here = type_at(kind, data, steps)
    return [one.encode_name for one in here.fields if one.required] if isinstance(here, inspect.StructType) else []


def type_at(kind: Any, data: Any, steps: Steps) -> Any:
    """The declaration at a place; alternatives are told apart by their tag or, failing that, left as they are."""
    here = _settled(inspect.type_info(kind), data)
    for step in steps:
        if isinstance(here, inspect.StructType) and isinstance(step, str):
            if here.tag_field == step:
                return here
            found = next((f.type for f in here.fields if f.encode_name == step), None)
            if found is None:
                return here
            here = found
        elif isinstance(here, inspect.DictType):
            here = here.value_type
        elif isinstance(here, inspect.VarTupleType | inspect.ListType):
            here = here.item_type
        else:
            return here
        data = _at(data, [step])
        here = _settled(here, data)
    return here


def _settled(declared: Any, data: Any) -> Any:
    if not isinstance(declared, inspect.UnionType):
        return declared
    options = [option for option in declared.types if not isinstance(option, inspect.NoneType)]
    if len(options) == 1:
        return options[0]
    if isinstance(data, list):
        return next((option for option in options if isinstance(option, inspect.VarTupleType)), declared)
    if isinstance(data, dict):
        for option in options:
            if isinstance(option, inspect.StructType) and data.get(option.tag_field) == option.tag:
                return option
    return declared
