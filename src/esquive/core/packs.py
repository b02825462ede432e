"""Packs: documents of one's own that are laid beside a game's catalogue, or over it.

A pack is a TOML file, or several in one folder. Its tables are those of the game's card files; `pack`, in one of them,
says what it is called. Files are untrusted: their size and their number are limited before anything is read.
"""

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, Generic, NamedTuple, Protocol, TypeVar, cast

import msgspec
from msgspec import Meta, Struct, structs

from esquive.core.did_you_mean import nearest
from esquive.core.errors import DocumentError
from esquive.core.findings import Finding
from esquive.core.text_files import read_text

MOST_FILES: Final = 400  # of a folder: a file for every figure there is, and some
KEPT: Final = 8  # catalogues with packs that a process keeps, the last it was asked for
Word = Annotated[str, Meta(max_length=80)]


class PackAbout(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What a pack is called, whose it is, and on what terms it may be passed on."""

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    version: Word = ""
    author: Word = ""
    licence: Word = ""


class PackFile(NamedTuple):
    """A file of a pack: where it comes from, as errors name it, and its text."""

    place: str
    text: str


class PackReport(NamedTuple):
    """Packs that were checked: what they are called, how many documents of each kind they hold, what the linter says of
    them, and what of them cannot be read."""

    abouts: list[PackAbout]
    held: dict[str, int]
    findings: list[Finding]
    unread: list[DocumentError]

    @property
    def errors(self) -> list[DocumentError]:
        """Why they cannot be used, in the order of the files; empty where they can."""
        wrong = [one for one in self.findings if one.severity == "error"]
        return [*self.unread, *(DocumentError(one.message, one.place, one.fix) for one in wrong)]


P = TypeVar("P", bound=Struct)


class CheckedPacks(NamedTuple, Generic[P]):
    """Packs that were read: their documents as one pack, and what there is to say of them."""

    pack: P
    report: PackReport


def joined(packs: Sequence[P], kind: type[P]) -> P:
    """The documents of all, in their order, as one pack of a game's own kind, which says nothing about itself."""
    tables = [name for name in kind.__struct_fields__ if name != "about"]
    return kind(**{name: tuple(one for pack in packs for one in getattr(pack, name)) for name in tables})


C = TypeVar("C")


class InForce(Generic[C]):
    """The catalogue that what is made in this process is chosen from: the shipped one, or one with packs beside it."""

    __slots__ = ("_known", "_shipped")

    def __init__(self, shipped: Callable[[], C]) -> None:
        self._shipped = shipped
        self._known: C | None = None

    def known(self) -> C:
        """The catalogue with the packs that are in force in this process."""
        return self._shipped() if self._known is None else self._known

    def put(self, known: C | None) -> None:
        """What matches, teams and positions are made from, from now on; None for the shipped catalogue alone.

        Matches that have begun carry what they use, and do not change.
        """
        self._known = known


class Document(Protocol):
    """A document of a catalogue. With `override` it stands in the place of the one that has its id."""

    @property
    def id(self) -> str: ...

    @property
    def override(self) -> bool: ...


D = TypeVar("D", bound=Document)


def filled(data: dict[str, Any], tables: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """What a file of a pack says, with what its overrides leave out: that stays as it is in the catalogue.

    `tables`: by kind, the documents of the catalogue by their ids.
    """
    return {
        kind: [_filled(one, tables[kind]) for one in found] if kind in tables and isinstance(found, list) else found
        for kind, found in data.items()
    }


def _filled(entry: Any, table: Mapping[str, Any]) -> Any:
    if not isinstance(entry, dict) or entry.get("override") is not True:
        return entry
    name = entry.get("id")
    old = table.get(name) if isinstance(name, str) else None
    if old is None:
        return entry
    known: dict[str, Any] = msgspec.to_builtins(old)
    if known.pop("house", False):  # whose values were ours has its owner's now, and our note on them says nothing more
        known.pop("note", None)
    return {**known, **entry}


def laid_over(known: Mapping[str, D], documents: Sequence[D], kind: str) -> tuple[D, ...]:
    """The documents of one kind of a catalogue and of a pack, overrides in the place of what they override.

    Raises DocumentError for an id that is taken, and for an override of nothing.
    """
    found = dict(known)
    new: set[str] = set()
    for one in documents:
        if one.id in new:
            raise DocumentError("the id '{name}' is used twice", kind, "give every document its own id", name=one.id)
        if one.id in known and not one.override:
            fix = "choose another id, or say override = true"
            raise DocumentError("the id '{name}' belongs to the catalogue", kind, fix, name=one.id)
        if one.override and one.id not in known:
            raise DocumentError("{kind} '{id}' overrides nothing", kind, nearest(one.id, known), kind=kind, id=one.id)
        new.add(one.id)
        found[one.id] = structs.replace(cast(Any, one), override=False) if one.override else one
    return tuple(found.values())


def brought(documents: Sequence[D], known: Mapping[str, D], shipped: Mapping[str, D]) -> tuple[D, ...]:
    """The documents a match carries that are not known just so, over those of packs that are known by their ids."""
    return tuple(
        structs.replace(cast(Any, one), override=True)
        if one.id in known and shipped.get(one.id) is not known[one.id]
        else one
        for one in documents
        if known.get(one.id) != one
    )


def carried(document: D, shipped: Mapping[str, D]) -> dict[str, Any]:
    """A document as a match carries it: what stands in the place of a shipped one says so."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(document))  # lists, as a file has them
    return {**plain, "override": True} if document.id in shipped else plain


def read_packs(paths: Iterable[Path]) -> tuple[list[PackFile], list[DocumentError]]:
    """The files of packs, and why others cannot be read; each path is a file or a folder of `.toml` files."""
    found: list[PackFile] = []
    unread: list[DocumentError] = []
    for path in paths:
        try:
            inside = files_of(path)
        except DocumentError as error:
            unread.append(error)
            continue
        for file in inside:
            try:
                found.append(PackFile(str(file), read_text(file)))
            except DocumentError as error:
                unread.append(error)
    return found, unread


def tables_of(text: str) -> dict[str, Any]:
    """The tables of a file; none where the text is no TOML, which its reader tells."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):
        return {}


def files_of(path: Path) -> Sequence[Path]:
    """The file itself, or the `.toml` files of a folder in the order of their names.

    Raises DocumentError for a folder with none, or with more than MOST_FILES.
    """
    if not path.is_dir():
        return [path]
    inside = sorted(path.rglob("*.toml"))
    if not inside:
        raise DocumentError("no .toml file in this folder", str(path), "give card files")
    if len(inside) > MOST_FILES:
        fix = "put several cards in one file"
        raise DocumentError("{files} files are more than a pack may have", str(path), fix, files=len(inside))
    return inside
