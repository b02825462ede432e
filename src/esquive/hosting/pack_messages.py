"""Cards of one's own that a player brings to a match, and what is said of them [docs/protocol.md]."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from esquive.core.games import USUAL
from esquive.core.shapes import Catalogue
from esquive.hosting.desk_messages import DeskChange
from esquive.hosting.packs_brought import PackBrought, Packs
from esquive.hosting.protocol import Id, Wanted


class PacksQuestion(Wanted):
    """Packs to be checked, for matches of a game.

    `edited`: the last pack is made in an editor, which wants it as documents and as TOML. `documents` stand in the
    place of its text: its tables by name, as the text would have them; what the rules say of them is told then.
    """

    packs: Annotated[Packs, Meta(min_length=1)]
    game: Id = USUAL
    edited: bool = False
    documents: dict[str, Any] | None = None


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


class PackRemark(Struct):
    """What the rules say of a ground that is being made: a `fault`, or `advice`, with its clauses and what mends it.

    `about` is the part of the documents that it is about, as a path of keys and places in lists; `places` are points of
    the ground to be marked. `changes` of the documents mend it; none where nobody can say.
    """

    severity: Literal["fault", "advice"]
    kind: str
    clauses: list[str]
    what: str
    fix: str
    about: list[str | int]
    places: list[list[float]]
    changes: list[DeskChange]


class PacksVerdict(Struct):
    """Whether packs can be used, what they are called, and what is wrong with them.

    `held` counts their documents by kind. `catalogue` has what they bring, and the formats and releases with their
    arenas: to be laid over the catalogue; null for packs that cannot be used. `files` are the packs themselves, for
    guests who have not brought them. Of a pack that is edited, `text` is its TOML, `documents` are its tables (null
    where its text is no TOML), and `remarks` what the rules say of its grounds.
    """

    usable: bool
    packs: list[PackLine]
    held: dict[str, int]
    faults: list[PackFault]
    catalogue: Catalogue | None = None
    files: list[PackBrought] = []
    text: str = ""
    documents: dict[str, Any] | None = None
    remarks: list[PackRemark] = []


__all__ = ["PackBrought", "PackFault", "PackLine", "PackRemark", "PacksQuestion", "PacksVerdict"]
