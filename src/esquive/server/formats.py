"""The formats a match can be played in: how many play, with which teams, on which arenas, and who wins together.

Team building and set-up cells are the rules' own; this module only asks them, and gives names to what can be chosen.
"""

from functools import cache
from typing import Any, Final, get_args

from esquive.core.ids import SEAT_NAMES
from esquive.core.messages import messages
from esquive.core.nearest import nearest
from esquive.krosmaster.cards.catalogue import catalogue, display_name
from esquive.krosmaster.cards.team_files import ready_pairs, ready_teams
from esquive.krosmaster.table.settings import FORMAT_NAMES, TWO_AGAINST_TWO
from esquive.krosmaster.text.teams import arenas_for, team_size, team_violations
from esquive.server.protocol import FormatLine, FormatName, ProtocolError

DUELS: Final = ("constructed", "limited")
PAIRS: Final = FORMAT_NAMES[TWO_AGAINST_TWO]
FORMATS: Final[tuple[FormatName, ...]] = get_args(FormatName)


def seats_in(format_: str) -> int:
    """How many players a format has: 2 or 4 [KA 9.1.1]."""
    return 2 if format_ in DUELS else 4


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
