"""Reads a position that is wrong somewhere as far as it goes: all that is wrong with it, and what can be drawn."""

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from esquive.core.errors import EsquiveError
from esquive.core.game import Game
from esquive.core.mends import Change, Changes, Mend, Path, changed, leave_out, path_of
from esquive.core.packs import PackFile
from esquive.core.question_answers import state_of

MOST: Final = 30  # faults told of one document
_NUMBER: Final = re.compile(r"\[(\d+)\]")


class Fault(NamedTuple):
    """Something wrong with a document: the error, its place and path there, and what can be done about it."""

    error: EsquiveError
    where: str
    path: Path
    mends: list[Mend]


def read_leniently(game: Game, document: dict[str, Any], packs: Sequence[PackFile] = ()) -> tuple[Any, list[Fault]]:
    """What can be drawn of a position document, None for nothing, and all that is wrong with it.

    It may use cards of `packs`. What is wrong is left out or mended, and the rest is read again. The state is for
    drawing: nobody can play on.
    """
    left, faults, shows = document, list[Fault](), []
    kept: dict[str, list[int]] = {}  # the places that what is left of a list had in the document
    while len(faults) < MOST:
        try:
            state = state_of(game, game.complete(left, packs))
        except EsquiveError as error:
            faults.append(_fault(error, kept))
            sketch = error.sketch
            if sketch is not None and sketch.state is not None:
                return sketch.state(), faults
            changes = _changes(error)
            before, left = left, changed(left, changes)
            if left == before:
                return None, faults
            _note_removed(kept, before, changes)
            if sketch is not None and sketch.show is not None:
                shows.append(sketch.show)
        else:
            for show in shows:
                show(state)
            return state, faults
    return None, faults


def _changes(error: EsquiveError) -> Changes:
    """What is done about a fault to read the rest."""
    if error.sketch is not None:
        return error.sketch.changes
    return error.mends[0].changes if error.mends else leave_out(path_of(error.where)).changes


def _fault(error: EsquiveError, kept: dict[str, list[int]]) -> Fault:
    """A fault at the place that it has in the whole document."""
    path = _whole(path_of(error.where), kept)
    where = error.where
    if len(path) > 1 and isinstance(path[1], int):
        where = _NUMBER.sub(f"[{path[1]}]", where, count=1)
    mends = [Mend(one.label, tuple(_whole_change(change, kept) for change in one.changes)) for one in error.mends]
    return Fault(error, where, path, mends or ([leave_out(path)] if path and error.sketch is None else []))


def _whole_change(change: Change, kept: dict[str, list[int]]) -> Change:
    return _whole(change[0], kept), change[1]


def _whole(path: Path, kept: dict[str, list[int]]) -> Path:
    if len(path) > 1 and isinstance(path[1], int) and path[0] in kept:
        places = kept[str(path[0])]
        return (path[0], places[path[1]] if path[1] < len(places) else path[1], *path[2:])
    return path


def _note_removed(kept: dict[str, list[int]], document: dict[str, Any], changes: Changes) -> None:
    for path, value in changes:
        if len(path) == 2 and value is None and isinstance(path[1], int):
            name = str(path[0])
            places = kept.setdefault(name, list(range(len(document[name]))))
            if path[1] < len(places):
                del places[path[1]]
