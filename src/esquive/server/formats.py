"""The formats a match can be played in: how many play, with which teams, on which arenas, and who wins together.

Team building and set-up cells are the rules' own; this module only asks them, and gives names to what can be chosen.
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final, get_args

from esquive.core.errors import DocumentError
from esquive.core.ids import SEAT_NAMES
from esquive.core.messages import messages
from esquive.core.nearest import nearest
from esquive.core.waiting import Refusal
from esquive.krosmaster.book.teams import constructed_violations, four_players_violations, limited_violations
from esquive.krosmaster.cards.catalogue import catalogue, display_name
from esquive.krosmaster.cards.documents import CardDocument
from esquive.krosmaster.cards.reading import decode
from esquive.krosmaster.cards.team_files import ReadyTeam, ready_teams
from esquive.krosmaster.cards.who import Node
from esquive.krosmaster.releases import release
from esquive.krosmaster.table.settings import FORMAT_NAMES, TWO_AGAINST_TWO
from esquive.krosmaster.text.documents.set_ups import board_of, settings_of
from esquive.server.protocol import FormatLine, FormatName, ProtocolError

DUELS: Final = ("constructed", "limited")
PAIRS: Final = FORMAT_NAMES[TWO_AGAINST_TWO]
FORMATS: Final[tuple[FormatName, ...]] = get_args(FormatName)
RELEASE: Final = "2.7"


def seats_in(format_: str) -> int:
    """How many players a format has: 2 or 4 [KA 9.1.1]."""
    return 2 if format_ in DUELS else 4


def team_violations(team: Sequence[CardDocument], format_: str) -> list[Refusal]:
    """Every rule of a format's team building that a team breaks [KA 1.1.1] [KA 1.1.2] [KA 9.1.2]."""
    params = release(RELEASE)
    if format_ == "constructed":
        return constructed_violations(team, params)
    if format_ == "limited":
        return limited_violations(team, params)
    return four_players_violations(team, params)


def team_size(format_: str) -> tuple[int, int]:
    """The fewest and the most Krosmasters of a team [KA 1.1.1.a] [KA 9.1.2]."""
    params = release(RELEASE)
    if format_ in DUELS:
        return params.team_size_min, params.team_size_max
    return params.team_size_four_players, params.team_size_four_players


@cache
def arenas_for(format_: str) -> tuple[str, ...]:
    """The arenas with enough set-up cells for everybody, by id [KA 1.3.9] [KA 9.2.4]."""
    settings = settings_of({"release": RELEASE, "format": format_})
    _, most = team_size(format_)
    found: list[str] = []
    for arena in catalogue().arenas.values():
        try:
            board = board_of(arena, settings)
        except DocumentError:  # a side of it has no set-up cells: that is the question asked
            continue
        if all(len(cells) >= most for cells in board.starts):
            found.append(arena.id)
    return tuple(found)


def check_table(format_: str, players: int, arena: str) -> None:
    """Raises ProtocolError for a number of players or an arena that the format cannot be played with."""
    wanted = seats_in(format_)
    if players != wanted:
        others = ", ".join(other for other in FORMATS if seats_in(other) == players)
        code = "wrong-players" if others else "no-such-table"
        raise ProtocolError(code, format=format_, wanted=wanted, players=players, others=others)
    known = catalogue().arenas
    if arena not in known:
        raise ProtocolError("bad-request", why=f"no arena {arena!r}: {nearest(arena, known)}")
    fitting = arenas_for(format_)
    if arena not in fitting:
        raise ProtocolError("wrong-arena", format=format_, arena=arena, arenas=", ".join(fitting))


# --------------------------------------------------------------------------------------------------- winning together


def partners_in(format_: str, player: int) -> list[int]:
    """The players who win and lose together with one, by place in the set-up, that one first [KA 9.3.3]."""
    return [player, (player + 2) % 4] if format_ == PAIRS else [player]


def winners_of(format_: str, winner: str) -> list[int]:
    """The players who have won, by place in the set-up; none for a draw or while the match goes on [KA 9.3.2]."""
    if winner not in SEAT_NAMES:
        return []
    return sorted(partners_in(format_, SEAT_NAMES.index(winner)))


# ------------------------------------------------------------------------------------------------------ the catalogue


class _ReadyPairs(Node, frozen=True):
    team: tuple[ReadyTeam, ...]


@cache
def ready_pairs() -> tuple[ReadyTeam, ...]:
    """The ready-made teams for four players, two Krosmasters each [KA 9.1.2]."""
    text = files("esquive.server").joinpath("pairs.toml").read_text(encoding="utf-8")
    return decode(text, "pairs.toml", _ReadyPairs).team


@cache
def team_lines(language: str) -> list[dict[str, Any]]:
    """Every ready-made team in a language, each with the formats it is legal in."""
    known = catalogue().cards
    return [
        {
            "id": team.id,
            "name": display_name(team.name, language),
            "text": display_name(team.text, language),
            "cards": list(team.cards),
            "formats": [
                format_ for format_ in FORMATS if not team_violations([known[card] for card in team.cards], format_)
            ],
        }
        for team in (*ready_teams(), *ready_pairs())
    ]


def format_lines(language: str) -> list[FormatLine]:
    """Every format in a language."""
    spoken = messages(language)
    return [
        FormatLine(
            id=format_,
            name=spoken.say(f"format.{format_}", {}),
            text=spoken.say(f"format.{format_}.text", {}),
            players=seats_in(format_),
            partners=format_ == PAIRS,
            team=list(team_size(format_)),
            arenas=list(arenas_for(format_)),
        )
        for format_ in FORMATS
    ]
