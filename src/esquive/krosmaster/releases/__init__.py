"""The releases of the rulebook as data: one folder each, with its numbers, its procedures and its list of clauses.

A release is data first (`release.toml`, see `numbers` for its keys), and a release may say `base = "2.7"` and then only
what differs. The releases of this folder can always be played; `add_release` makes one of a user's own known.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from esquive.core.errors import DocumentError
from esquive.core.phrases import phrase
from esquive.krosmaster.releases.names import RANKS
from esquive.krosmaster.releases.numbers import ReleaseParams
from esquive.krosmaster.releases.reading import clauses_beside_keys, completed, converted, read_data

__all__ = [
    "RANKS", "ReleaseParams", "add_release", "cited_clauses", "data_path", "read_release", "release", "release_from",
    "release_names",
]  # fmt: skip

_FOLDER: Final = Path(__file__).parent
_loaded: dict[str, ReleaseParams] = {}
_added: dict[str, ReleaseParams] = {}


def _shipped() -> list[str]:
    return sorted(path.parent.name for path in _FOLDER.glob("*/release.toml"))


def release_names() -> tuple[str, ...]:
    """The releases that can be played, in alphabetical order."""
    return tuple(sorted({*_added, *_shipped()}))


def data_path(name: str, file: str) -> Path:
    """Where a data file of a release is, such as `data_path("2.7", "clauses.tsv")`; the file need not exist.

    Raises DocumentError when this package has no such release.
    """
    if name not in _shipped():
        known = ", ".join(release_names())
        raise DocumentError(
            'there is no release "{name}" of Krosmaster Arena',
            "release",
            phrase("choose one of: {known}", known=known),
            name=name,
        )
    return _FOLDER / name / file


def release(name: str) -> ReleaseParams:
    """The numbers of a release, read once. Raises DocumentError for an unknown release or a faulty file."""
    if name in _added:
        return _added[name]
    if name not in _loaded:
        _loaded[name] = release_from(read_data(data_path(name, "release.toml")), f"{name}/release.toml")
    return _loaded[name]


def release_from(data: dict[str, Any], where: str = "release") -> ReleaseParams:
    """The numbers of a release from the tables of its file, which may name a `base`; `where` names it in errors.

    Raises DocumentError for an unknown base, a circle of bases, a missing, unknown or senseless key; whether there are
    such procedures is known to the rules alone, and found when a match is set up.
    """
    return converted(completed(data, where, _base), where)


def read_release(path: Path) -> ReleaseParams:
    """The same from a user's own file."""
    return release_from(read_data(path), str(path))


def add_release(params: ReleaseParams) -> ReleaseParams:
    """Make a release known by its name, for this process: matches and positions may then say `release = "name"`.

    Raises DocumentError when the name is taken by a release that says something else.
    """
    if params.name in release_names() and release(params.name) != params:
        raise DocumentError('there is a release "{name}" already', "name", "choose another name", name=params.name)
    _added[params.name] = params
    return params


def cited_clauses(name: str) -> dict[str, tuple[str, ...]]:
    """The clauses that the file of a release cites beside each of its keys, which are `section.key`.

    A release of a user's own cites none; a key that it has from its base is cited there.
    """
    if name not in _shipped():
        return {}
    return clauses_beside_keys(data_path(name, "release.toml").read_text(encoding="utf-8"), release(name).book)


def _base(name: str, where: str) -> dict[str, Any]:
    if name not in _shipped():
        known = ", ".join(_shipped())
        raise DocumentError(
            'there is no release "{name}" to begin from',
            where,
            phrase("choose one of: {known}", known=known),
            name=name,
        )
    return read_data(_FOLDER / name / "release.toml")
