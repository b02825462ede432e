"""Cards of one's own that a player brings to a match, and what is said of them [docs/protocol.md]."""

from typing import Annotated

from msgspec import Meta, Struct

from esquive.core.games import USUAL
from esquive.core.shapes import Catalogue
from esquive.hosting.packs_brought import PackBrought, Packs
from esquive.hosting.protocol import Id, Wanted


class PacksQuestion(Wanted):
    """Packs to be checked, for matches of a game."""

    packs: Annotated[Packs, Meta(min_length=1)]
    game: Id = USUAL


class PackLine(Struct):
    """What a pack says of itself; "" for what it does not say."""

    name: str
    version: str
    author: str
    licence: str


class PackFault(Struct):
    """One thing wrong or odd in a pack: where (file and line), what, and what would mend it.

    A pack with an `error` cannot be used; a `warning` is worth knowing.
    """

    severity: str
    where: str
    what: str
    fix: str


class PacksVerdict(Struct):
    """Whether packs can be used, what they are called, and what is wrong with them.

    `held` counts their documents by kind. `catalogue` has what they bring, and the formats and releases with their
    arenas: to be laid over the catalogue; null for packs that cannot be used. `files` are the packs themselves, for
    guests who have not brought them.
    """

    usable: bool
    packs: list[PackLine]
    held: dict[str, int]
    faults: list[PackFault]
    catalogue: Catalogue | None = None
    files: list[PackBrought] = []


__all__ = ["PackBrought", "PackFault", "PackLine", "PacksQuestion", "PacksVerdict"]
