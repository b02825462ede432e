"""Krosmaster Arena as the rest of the program sees it: see `core.game.Game`."""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from esquive.core.events import EventKind
from esquive.core.game import Game
from esquive.core.packs import PackFile
from esquive.core.record import DICE
from esquive.core.rulebook import Rulebook
from esquive.core.shapes import Shapes, Term, Threat
from esquive.krosmaster.cards.catalogue import catalogue, catalogue_in_force
from esquive.krosmaster.releases.books import BOOKS
from esquive.krosmaster.table.events import (
    E_BOUGHT,
    E_BOUGHT_GG,
    E_CAST,
    E_COLLECTED,
    E_DEPLOYED,
    E_FIRST_PLAYER,
    E_MOVED,
    E_TENSION,
    E_TURN,
    E_UNIT_TURN,
    EVENTS,
)
from esquive.krosmaster.table.settings import partners_of
from esquive.krosmaster.table.state import State
from esquive.krosmaster.written.documents.facts import read_path
from esquive.krosmaster.written.documents.inline_cards import with_inline
from esquive.krosmaster.written.documents.played_with import uses_of_match
from esquive.krosmaster.written.documents.positions import completed, from_document, to_document
from esquive.krosmaster.written.documents.saves import state_from_data
from esquive.krosmaster.written.documents.set_ups import (
    arena_board,
    arena_named,
    card_of,
    keep_arena,
    library_of,
    new_state,
    settings_of,
)
from esquive.krosmaster.written.hidden_information import concealed, decks, hide, might_reveal
from esquive.krosmaster.written.notation import format_answer, parse_answer

if TYPE_CHECKING:
    from esquive.core.exercises import Exercise
    from esquive.core.strike_shapes import StrikeSearch
    from esquive.core.words import Words
    from esquive.krosmaster.drawn.other_rules import KrosmasterReleases
    from esquive.krosmaster.evaluation.worth import KrosmasterEvaluation
    from esquive.krosmaster.seen.card_catalogue import Shelf
    from esquive.krosmaster.setups import TeamsAndArenas
    from esquive.krosmaster.spoken.odds_counting import KrosmasterOdds
    from esquive.krosmaster.spoken.review import KrosmasterAfterwards
    from esquive.krosmaster.words import KrosmasterWords

PAGES: Final = {
    "card-format": ("docs/card-format.md", "esquive.krosmaster.spoken.cards.reference:card_format"),
    "card-schema": ("docs/card.schema.json", "esquive.krosmaster.spoken.cards.reference:card_schema"),
}

# With these an action begins.
_OPENING: Final = frozenset(
    (E_FIRST_PLAYER, E_DEPLOYED, E_TURN, E_UNIT_TURN, E_TENSION, E_MOVED, E_CAST, E_COLLECTED, E_BOUGHT, E_BOUGHT_GG)
)


class KrosmasterGame(Game):
    """The game object of Krosmaster Arena. What bots and searches never need is imported when it is asked for."""

    name = "krosmaster"
    title = "Krosmaster Arena"
    events: tuple[EventKind, ...] = EVENTS
    rulebooks: tuple[Rulebook, ...] = BOOKS
    revision = 1  # raised whenever a golden record changes in play: see tools/golden.py
    cards_at_turn_end = 2  # a rank of tokens has two piles
    acting: tuple[str, ...] = ("activation",)
    declining: tuple[str, ...] = ("end", "keep", "done", "choose none", "choose no")

    # ------------------------------------------------------------------------------------------ positions and documents

    def new(self, setup: dict[str, Any]) -> State:
        """A new match, advanced to its first wait; see `text.documents.set_ups.new_state`."""
        return new_state(setup)

    def from_data(self, setup: dict[str, Any], data: dict[str, Any]) -> State:
        """The state that `to_data` wrote, for the same set-up."""
        if "position" in setup:
            begun = from_document(setup["position"])
            return state_from_data(begun.settings, begun.library, begun.board.base, data)
        known = with_inline(catalogue(), setup)
        settings = settings_of(setup)
        documents = [card_of(known, card, "teams") for team in setup["teams"] for card in team]
        library = library_of(known, settings, documents)
        board = arena_board(known, arena_named(setup), settings)
        keep_arena(library, known, board)
        return state_from_data(settings, library, board, data)

    def complete(self, document: dict[str, Any], packs: Sequence[PackFile] = ()) -> dict[str, Any]:
        """A position document with the documents that it uses of these packs and those in force."""
        if not packs:
            return completed(document, catalogue_in_force())
        from esquive.krosmaster.packs import with_packs  # nobody else needs them read

        return completed(document, with_packs(tuple(packs), catalogue_in_force()))

    def from_document(self, document: dict[str, Any]) -> State:
        """The state of a position document."""
        return from_document(document)

    def to_document(self, state: State, seat: int | None = None) -> dict[str, Any]:
        """The position document of a state."""
        return to_document(state, seat)

    def content_hash(self) -> str:
        """The hash of the catalogue with the revision of the rules."""
        return f"{self.revision}-{catalogue().content_hash}"

    def uses(self, setup: dict[str, Any], state: State) -> dict[str, dict[str, str]]:
        """The release, the cards with all they can bring into play, the tokens of the piles, the arena."""
        return uses_of_match(state)

    # --------------------------------------------------------------------------------------------------------- notation

    def parse(self, state: State, line: str) -> int:
        """The answer a line of notation stands for."""
        return parse_answer(state, line)

    def format(self, state: State, answer: int) -> str:
        """The line of notation of an answer."""
        return format_answer(state, answer)

    def read(self, state: State, path: str) -> Any:
        """One fact of the position by its path, as scenario files name them."""
        return read_path(state, path)

    # ------------------------------------------------------------------------------------------------------------ seats

    def turn_of(self, state: State) -> int:
        """The number of the turn being played."""
        return state.turn

    def seats_of(self, state: State) -> int:
        """Two seats, or four [KA 9.1.1]."""
        return state.settings.seats

    def player_in(self, state: State, seat: int) -> int:
        """Which of the set-up's players sits in a seat: Initiative has changed their order [KA 1.3.1]."""
        return state.team_of[seat]

    def seat_as(self, state: State, other: State) -> None:
        """Has the teams sit as in another position of the same match."""
        state.team_of[:] = other.team_of

    def partners_of(self, state: State, seat: int) -> list[int]:
        """Who wins with a seat, that seat first [KA 9.3.3]."""
        return partners_of(state.settings, seat)

    def active_seat(self, state: State) -> int:
        """The active player's seat [KA 4.1.1]."""
        return state.active_seat

    # -------------------------------------------------------------------------------------------------------- knowledge

    def view(self, state: State, seat: int, language: str = "en", names: Sequence[str] = ()) -> Any:
        """The position as a seat may see it."""
        from esquive.krosmaster.seen.views import view

        return view(state, seat, language, names)

    def views(self, state: State, language: str = "en", names: Sequence[str] = ()) -> Callable[[int], Any]:
        """The position as any seat may see it, by seat."""
        from esquive.krosmaster.seen.views import views

        return views(state, language, names)

    @property
    def shapes(self) -> Shapes:
        """What is shown to clients, as types."""
        from esquive.krosmaster.seen.shapes import SHAPES

        return SHAPES

    def hide(self, state: State, seat: int, rng: Random) -> State:
        """A copy in which everything the seat cannot know has been dealt anew."""
        return hide(state, seat, rng)

    def decks(self, state: State) -> list[list[int]]:
        """The Demonic Rewards of each rank: tokens never go back into a stack [KA 4.7.3] [Ruling R10]."""
        return decks(state)

    def concealed(self, state: State, seat: int) -> list[int]:
        """The face-down rewards of a seat, those that left the game with a KO'd Krosmaster included [KA 4.7.8.b]."""
        return concealed(state, seat)

    def only_answer(self, state: State) -> int | None:
        """The only answer there is; none while a reward lies face down that might be revealed [KA 4.7.8.b]."""
        return None if might_reveal(state) else super().only_answer(state)

    def event_data(self, state: State, event: tuple[int, ...], *, secret: bool = False) -> dict[str, Any]:
        """An event with names instead of numbers."""
        from esquive.krosmaster.spoken.wording import event_data

        return event_data(state, event, secret=secret)

    # -------------------------------------------------------------------------------------------------- words, drawings

    def words(self, state: State, language: str = "en", names: Sequence[str] = ()) -> "KrosmasterWords":
        """What is said about a position in a language."""
        from esquive.krosmaster.words import KrosmasterWords

        return KrosmasterWords(self, state, language, names)

    def sentence(self, state: State, event: tuple[int, ...], language: str = "en") -> str:
        """An event as a sentence."""
        from esquive.krosmaster.spoken.wording import sentence

        return sentence(state, event, language)

    def picture(self, state: State, marks: Sequence[str] = (), language: str = "en") -> str:
        """The arena as an SVG document, with marks such as `sight oscar bill`."""
        from esquive.krosmaster.drawn.position import draw_arena

        return draw_arena(state, marks, language)

    def draw(self, state: State) -> str:
        """The arena and who is where, in the letters of position documents."""
        from esquive.krosmaster.drawn.terminal import draw_position

        return draw_position(state)

    # ---------------------------------------------------------------------------------------- what only some games have

    @property
    def odds(self) -> "KrosmasterOdds":
        """What counting odds needs to know."""
        from esquive.krosmaster.spoken.odds_counting import ODDS

        return ODDS

    @property
    def afterwards(self) -> "KrosmasterAfterwards":
        """What its matches are looked back on by."""
        from esquive.krosmaster.spoken.review import AFTERWARDS

        return AFTERWARDS

    @property
    def setups(self) -> "TeamsAndArenas":
        """Formats, arenas and teams."""
        from esquive.krosmaster.setups import TeamsAndArenas

        return TeamsAndArenas()

    @property
    def cards(self) -> "Shelf":
        """The catalogue."""
        from esquive.krosmaster.seen.card_catalogue import Shelf

        return Shelf()

    @property
    def releases(self) -> "KrosmasterReleases":
        """The releases that can be played, and in what they differ."""
        from esquive.krosmaster.drawn.other_rules import KrosmasterReleases

        return KrosmasterReleases(BOOKS)

    def terms(self, language: str = "en", release: str = "") -> Sequence[Term]:
        """The words of the rules and of cards, with what they mean."""
        from esquive.krosmaster.spoken.glossary import terms

        return terms(language, release)

    def diagram(self, clause: str, language: str = "en") -> str | None:
        """The diagram of a clause as an SVG document in a language, or None."""
        from esquive.krosmaster.drawn.diagrams import diagram

        return diagram(clause, language)

    def diagrams(self) -> tuple[str, ...]:
        """The clauses that have a diagram."""
        from esquive.krosmaster.drawn.diagrams import PICTURES

        return tuple(PICTURES)

    def examples(self) -> dict[str, Path]:
        """The examples of the releases, by the clauses each shows."""
        from esquive.krosmaster.releases.examples import examples

        return examples()

    def exercises(self) -> "dict[str, Exercise]":
        """The lessons of the tutorial and the puzzles."""
        from esquive.krosmaster.written.exercises import exercises

        return exercises()

    def illustrate(
        self, state: State, line: str, after: Sequence[tuple[str, State]], words: "Words", title: str = ""
    ) -> str:
        """The position with an arrow for the line, and beside it what each release makes of it."""
        from esquive.krosmaster.drawn.diagrams.examples import illustrate

        said = title or words.answer(parse_answer(state, line)) or line
        return illustrate(state, line, after, said, words.language)

    def threat(self, state: State, unit: str) -> Threat | None:
        """Where a unit of the arena can walk in its next turn, and whom its Attack spells reach from there."""
        from esquive.krosmaster.seen.threats import threat

        return threat(state, unit)

    def reached_by(self, state: State, unit: str) -> list[str]:
        """The enemies whose Attack spells may reach a unit in their next turn."""
        from esquive.krosmaster.seen.threats import reached_by

        return reached_by(state, unit)

    @property
    def is_solvable(self) -> bool:
        """Every answer is listed."""
        return True

    def goals(self, state: State, place: str = "") -> list[dict[str, Any]]:
        """Each KO, a Gallon more, the victory, and to stand on a cell."""
        from esquive.krosmaster.spoken.goals import goals

        return goals(state, place)

    def goal_told(self, state: State, goal: dict[str, Any], language: str = "en") -> str:
        """The goal of a puzzle in words."""
        from esquive.krosmaster.spoken.goals import goal_told

        return goal_told(state, goal, language)

    def strike_search(self, state: State, language: str = "en") -> "StrikeSearch | None":
        """The search for the likeliest KOs by all that the active unit may do in its Activation."""
        from esquive.krosmaster.seen.best_turns import strike_search

        return strike_search(state, language)

    def told_apart(self, states: Sequence[State], language: str = "en") -> list[list[str]]:
        """Where figures stand, their injuries, points and markers, the Gallons and Kamas of players."""
        from esquive.krosmaster.seen.differences import told_apart

        return told_apart(states, language)

    def told_of(self, state: State, line: str, language: str = "en") -> list[str]:
        """What the spell of a line does, and the powers of the units in play."""
        from esquive.krosmaster.drawn.diagrams.examples import told_of

        return told_of(state, line, language)

    def opens_action(self, by: str, told: Sequence[tuple[int, ...]], events: Sequence[tuple[int, ...]]) -> bool:
        """A walk is one action, and so is an attack with its rolls and what comes of it."""
        if by == DICE or not events:
            return False
        if events[0][0] == E_MOVED and told:
            return told[-1][:2] != events[0][:2] or told[-1][3] != events[0][2]
        return any(event[0] in _OPENING for event in events)

    def pages(self) -> dict[str, tuple[str, str]]:
        """The reference of card files."""
        return PAGES

    def evaluation(self, agent: str) -> "KrosmasterEvaluation | None":
        """What agents that look ahead have to know, and what chances are told by; see `Game.evaluation`."""
        from esquive.krosmaster.evaluation.weights import NOVEMBER_2026
        from esquive.krosmaster.evaluation.worth import KrosmasterEvaluation

        if agent in ("greedy@2026-11", "chances"):  # chances were measured by its scale: docs/after-the-game.md
            return KrosmasterEvaluation(NOVEMBER_2026)
        return KrosmasterEvaluation() if agent in ("greedy", "search") else None


GAME = KrosmasterGame()
