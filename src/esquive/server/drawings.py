"""How a position of each game is shown to a client that replays it: the one place where replays know the games.

A position is drawn in one of two kinds:

- `view`: the VIEW that the client's own components draw (Krosmaster);
- `svg`: an SVG document drawn by the engine, with the position as text beside it for who cannot see it (Kaos). A game
  joins by a line in `ARTISTS`, an `SvgArtist` with the game's own `svg(state) -> str`. Names of players in it must be
  escaped; the client strips scripts all the same.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, Protocol

from msgspec import Struct

from esquive.core.errors import DocumentError
from esquive.core.games import game_named
from esquive.core.ids import format_seat
from esquive.core.messages import messages
from esquive.core.record import DICE
from esquive.core.waiting import Decision
from esquive.kaos.table.events import E_ACTIVATED
from esquive.kaos.table.state import SEATS
from esquive.kaos.text.drawing import describe
from esquive.kaos.text.pictures.figures import letters_of
from esquive.kaos.text.pictures.happenings import Step
from esquive.kaos.text.pictures.panel import marks_of
from esquive.kaos.text.svg import draw_step
from esquive.kaos.text.wording import Wording as KaosWording
from esquive.krosmaster.table.events import E_WON
from esquive.krosmaster.table.state import State
from esquive.krosmaster.text.decision_views import option_view
from esquive.krosmaster.text.views import view
from esquive.krosmaster.text.wording import Wording
from esquive.server.protocol import ReplayDrawing, ReplayPiece, ReplayPlayer, ReplaySide

HUMAN: Final = "human"
EVERYTHING: Final = -2  # the seat of who may know all: of a match that is over


class Table(Struct, frozen=True):
    """Who plays, in the order of the set-up, and in which language it is told; names may be fewer than seats."""

    names: tuple[str, ...]
    agents: tuple[str, ...]
    language: str


class Change(Struct, frozen=True):
    """How a step has led to a position: the state before it, the answers and outcomes in it, and what happened."""

    before: Any
    given: list[int]
    events: list[tuple[int, ...]]


class Artist(Protocol):
    """What shows the positions of a game."""

    kind: Literal["view", "svg"]

    def opens(self, by: str, told: Sequence[tuple[int, ...]]) -> bool:
        """Whether an answer or roll opens a step; else it belongs to the one before, of which `told` has happened."""

    def heading(self, state: Any, events: Sequence[tuple[int, ...]], table: Table) -> str:
        """The heading before a step in which this happened, or ""."""

    def players(self, state: Any, table: Table) -> list[ReplayPlayer]:
        """Who sits in which seat."""

    def sentence(self, state: Any, event: tuple[int, ...], table: Table, *, secret: bool) -> str:
        """An event as a sentence; a `secret` one as those are told it who may not know all."""

    def answer(self, state: Any, answer: int, table: Table) -> str:
        """An answer in words, for one after which nothing happens; "" where its notation has to do."""

    def draw(self, state: Any, seat: int, step: int, table: Table, change: Change | None = None) -> ReplayDrawing:
        """The position as a seat may see it (-1: a spectator; `EVERYTHING` once the match is over).

        `change`: how it has come about; None at the beginning.
        """


# --------------------------------------------------------------------------------------------------------- Krosmaster


def seated_view(
    state: State, seat: int, version: int, language: str, names: Sequence[str], agents: Sequence[str]
) -> dict[str, Any]:
    """The VIEW of a match being played: with who is asked, who plays each seat, and partners named [KA 9.3.2].

    `names` and `agents` are by seat.
    """
    seen = view(state, seat, language, names)
    seen["version"] = version
    waiting = state.waiting
    seen["turn"]["asked"] = format_seat(waiting.seat) if isinstance(waiting, Decision) else None
    for place, agent in enumerate(agents):
        shown = seen["players"][format_seat(place)]
        shown["agent"] = agent
        others = side_of(state, place)[1:]
        shown["partner"] = format_seat(others[0]) if others else None
    if seen["over"] is not None:
        winners = side_of(state, state.winner)
        seen["over"]["winners"] = [format_seat(winner) for winner in winners]
        seen["over"]["reason"] = _of_the_pair(
            Wording(state, language, names), winners, f"over.pair.{state.over_clause}", seen["over"]["reason"]
        )
    return seen


def event_sentence(wording: Wording, event: tuple[int, ...], *, secret: bool = False) -> str:
    """An event as a sentence; a pair wins together [KA 9.3.2]."""
    said = wording.event(event, secret=secret)
    if event[0] != E_WON:
        return said
    return _of_the_pair(wording, side_of(wording.state, event[1]), "over.pair.won", said)


def side_of(state: State, seat: int) -> list[int]:
    """A seat and those who win with it; none for a seat that is nobody's."""
    sides = state.settings.side_of
    return (
        []
        if seat < 0
        else [seat, *(other for other, side in enumerate(sides) if side == sides[seat] and other != seat)]
    )


def _of_the_pair(wording: Wording, pair: Sequence[int], name: str, otherwise: str) -> str:
    """The message of two partners; what is said of one player where there are none, or no such message."""
    known = messages(wording.language)
    if len(pair) != 2 or name not in known:
        return otherwise
    return known.say(name, {"one": wording.seat(pair[0]), "other": wording.seat(pair[1])})


class ViewArtist:
    """Krosmaster: the client draws the VIEW."""

    kind: Literal["view", "svg"] = "view"

    def opens(self, by: str, told: Sequence[tuple[int, ...]]) -> bool:
        """Every answer and roll is a step of its own."""
        return True

    def heading(self, state: Any, events: Sequence[tuple[int, ...]], table: Table) -> str:
        """No headings but the turns."""
        return ""

    def players(self, state: Any, table: Table) -> list[ReplayPlayer]:
        """Who sits in which seat: Initiative has changed the order of the set-up [KA 1.3.1]."""
        words = Wording(state, table.language, self._names(state, table))
        return [
            ReplayPlayer(format_seat(seat), words.seat(seat), self._agent(table, player))
            for seat, player in enumerate(state.team_of)
        ]

    def sentence(self, state: Any, event: tuple[int, ...], table: Table, *, secret: bool) -> str:
        """An event with the players' names."""
        return event_sentence(Wording(state, table.language, self._names(state, table)), event, secret=secret)

    def answer(self, state: Any, answer: int, table: Table) -> str:
        """What stood on the button."""
        label: str = option_view(state, answer, Wording(state, table.language, self._names(state, table)))["label"]
        return label

    def draw(self, state: Any, seat: int, step: int, table: Table, change: Change | None = None) -> ReplayDrawing:
        """The VIEW; who may know all sees what the player sees whose turn it is."""
        agents = [self._agent(table, player) for player in state.team_of]
        viewer = state.active_seat if seat == EVERYTHING else seat
        return ReplayDrawing(
            step, "view", view=seated_view(state, viewer, step, table.language, self._names(state, table), agents)
        )

    def _names(self, state: Any, table: Table) -> list[str]:
        if len(table.names) != len(state.team_of):
            return []
        return [table.names[player] for player in state.team_of]

    def _agent(self, table: Table, player: int) -> str:
        return table.agents[player] if player < len(table.agents) else HUMAN


class SvgArtist:
    """A game whose engine draws its positions itself: `svg` makes the SVG document of a state."""

    kind: Literal["view", "svg"] = "svg"

    def __init__(self, game: str, svg: Callable[[Any], str]) -> None:
        self._game = game
        self._svg = svg

    def opens(self, by: str, told: Sequence[tuple[int, ...]]) -> bool:
        """Every answer and roll is a step of its own."""
        return True

    def heading(self, state: Any, events: Sequence[tuple[int, ...]], table: Table) -> str:
        """No headings but the turns."""
        return ""

    def players(self, state: Any, table: Table) -> list[ReplayPlayer]:
        """The players in the order of the set-up."""
        return [
            ReplayPlayer(format_seat(seat), name, agent)
            for seat, (name, agent) in enumerate(zip(table.names, table.agents, strict=False))
        ]

    def sentence(self, state: Any, event: tuple[int, ...], table: Table, *, secret: bool) -> str:
        """The game's own sentence; a secret one is not told at all."""
        return "" if secret else game_named(self._game).sentence(state, event, table.language)

    def answer(self, state: Any, answer: int, table: Table) -> str:
        """Its notation has to do."""
        return ""

    def draw(self, state: Any, seat: int, step: int, table: Table, change: Change | None = None) -> ReplayDrawing:
        """The engine's drawing, and the position as text."""
        return ReplayDrawing(step, "svg", svg=self._svg(state), text=game_named(self._game).draw(state))


class KaosArtist:
    """Kaos: the engine draws the table with what has happened on it; the client tells who is who beside it."""

    kind: Literal["view", "svg"] = "svg"

    def opens(self, by: str, told: Sequence[tuple[int, ...]]) -> bool:
        """An answer opens a step; dice belong to what they are rolled for, and silent answers to what follows them."""
        return by != DICE and bool(told)

    def heading(self, state: Any, events: Sequence[tuple[int, ...]], table: Table) -> str:
        """The figure whose turn begins, and its player [Kaos K7.1]."""
        for event in events:
            if event[0] == E_ACTIVATED:
                words = KaosWording(state, table.language, self._names(table))
                return f"{words.figure(event[1])} · {words.seat(state.owner[event[1]])}"
        return ""

    def players(self, state: Any, table: Table) -> list[ReplayPlayer]:
        """The players in the order of the set-up, which is that of their seats."""
        words = KaosWording(state, table.language, self._names(table))
        agents = [*table.agents, *[HUMAN] * SEATS]
        return [ReplayPlayer(format_seat(seat), words.seat(seat), agents[seat]) for seat in range(SEATS)]

    def sentence(self, state: Any, event: tuple[int, ...], table: Table, *, secret: bool) -> str:
        """An event with the players' names."""
        return KaosWording(state, table.language, self._names(table)).event(event, secret=secret)

    def answer(self, state: Any, answer: int, table: Table) -> str:
        """Silent answers belong to what follows them."""
        return ""

    def draw(self, state: Any, seat: int, step: int, table: Table, change: Change | None = None) -> ReplayDrawing:
        """The table, drawn with what has happened in the step, and both hordes."""
        words = KaosWording(state, table.language, self._names(table))
        names = [words.figure(figure) for figure in range(len(state.names))]
        known = Change(state, [], []) if change is None else change
        svg = draw_step(Step(known.before, state, known.given, known.events), names)
        return ReplayDrawing(step, "svg", svg=svg, text=describe(state), sides=self._sides(state, names))

    def _sides(self, state: Any, names: Sequence[str]) -> list[ReplaySide]:
        letters = letters_of(state)
        return [
            ReplaySide(
                format_seat(seat),
                state.points[seat],
                state.destiny[seat],
                bool(state.round) and state.initiative == seat,
                [
                    ReplayPiece(
                        letters[figure],
                        names[figure],
                        state.card(figure).life,
                        state.wounds[figure],
                        marks_of(state, figure),
                    )
                    for figure, owner in enumerate(state.owner)
                    if owner == seat
                ],
            )
            for seat in range(SEATS)
        ]

    def _names(self, table: Table) -> Sequence[str]:
        return table.names if len(table.names) == SEATS else ()


ARTISTS: Final[Mapping[str, Artist]] = {"krosmaster": ViewArtist(), "kaos": KaosArtist()}


def artist_of(game: str) -> Artist:
    """What shows the positions of the game of this name; raises DocumentError that lists those that can be replayed."""
    if game not in ARTISTS:
        raise DocumentError(f"records of {game!r} cannot be replayed here", "game", f"games: {', '.join(ARTISTS)}")
    return ARTISTS[game]
