"""Teams as files: the team a player wrote down, and the ready-made teams of the catalogue."""

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta

from esquive.core.did_you_mean import nearest
from esquive.core.errors import DocumentError
from esquive.core.text_files import read_text
from esquive.krosmaster.cards.catalogue import Catalogue
from esquive.krosmaster.cards.documents import CardDocument, Name
from esquive.krosmaster.cards.reading import decode, line_of, read_shipped
from esquive.krosmaster.cards.who import Node, Slug

MOST_IDS: Final = 200
Ids = Annotated[tuple[Slug, ...], Meta(max_length=MOST_IDS)]


class TeamFile(Node, frozen=True):
    """A team file: the ids of its cards, and what the tournament allows if it says so [KA 1.1.1.h].

    `pool` are the Krosmasters that a Limited team is built from; one that is there twice is named twice [Ruling R6].
    """

    cards: Ids
    name: Annotated[str, Meta(max_length=80)] = ""
    banned: Ids = ()
    legal_collections: Ids | None = None
    pool: Ids | None = None


class ReadyTeam(Node, frozen=True):
    """A ready-made team: its name and one line about its style in each language."""

    id: Slug
    name: Name
    text: dict[str, Annotated[str, Meta(max_length=200)]]
    cards: Ids


class _ReadyTeams(Node, frozen=True):
    team: tuple[ReadyTeam, ...]


def load_team(path: Path) -> TeamFile:
    """The team of a file; raises DocumentError."""
    return decode(read_text(path), str(path), TeamFile)


def cards_of(ids: tuple[str, ...], key: str, path: Path, known: Catalogue) -> list[CardDocument]:
    """The cards with these ids; raises DocumentError with the line and the nearest id for one that is unknown."""
    found: list[CardDocument] = []
    for card_id in ids:
        card = known.cards.get(card_id)
        if card is None:
            line = line_of(read_text(path), [key])
            raise DocumentError(
                "no card '{card_id}' in '{key}'",
                f"{path}:{line}",
                nearest(card_id, known.cards),
                card_id=card_id,
                key=key,
            )
        found.append(card)
    return found


@cache
def ready_teams() -> tuple[ReadyTeam, ...]:
    """The ready-made teams, in the order of their file."""
    return _shipped("teams.toml")


@cache
def ready_pairs() -> tuple[ReadyTeam, ...]:
    """The ready-made teams for four players, two Krosmasters each [KA 9.1.2]."""
    return _shipped("pairs.toml")


@cache
def frigost_teams() -> tuple[ReadyTeam, ...]:
    """The ready-made teams that show the frost of release 2.2; to be chosen, never drawn."""
    return _shipped("frigost.toml")


def _shipped(name: str) -> tuple[ReadyTeam, ...]:
    file = files("esquive.krosmaster").joinpath("catalogue", name)
    return read_shipped(file, name, _ReadyTeams).team
