"""Kaos as the rest of the program sees it: see `core.game.Game`."""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final

from esquive.core.events import EventKind
from esquive.core.game import Game
from esquive.core.packs import PackFile
from esquive.core.record import DICE
from esquive.core.rulebook import Rulebook
from esquive.core.shapes import Shapes, Term
from esquive.core.waiting import Decision
from esquive.kaos.cards.catalogue import catalogue, catalogue_in_force
from esquive.kaos.proposals.registry import register
from esquive.kaos.releases.books import BOOKS
from esquive.kaos.table.events import E_ACTIVATED, E_CLEAN_UP, E_DEPLOYED, E_ROUND, E_SCENERY_PLACED, EVENTS
from esquive.kaos.table.state import State
from esquive.kaos.written.documents.facts import read_path
from esquive.kaos.written.documents.played_with import uses_of_match
from esquive.kaos.written.documents.positions import completed, from_document, parts_for, to_document
from esquive.kaos.written.documents.saves import state_from_data
from esquive.kaos.written.documents.set_ups import new_state
from esquive.kaos.written.hidden_information import hide, holds_secrets
from esquive.kaos.written.notation import format_answer, parse_answer

if TYPE_CHECKING:
    from esquive.core.exercises import Exercise
    from esquive.core.strike_shapes import StrikeSearch
    from esquive.kaos.evaluation import KaosEvaluation
    from esquive.kaos.seen.card_catalogue import Shelf
    from esquive.kaos.setups import HordesAndGrounds
    from esquive.kaos.spoken.odds_counting import KaosOdds
    from esquive.kaos.spoken.review import KaosAfterwards
    from esquive.kaos.words import KaosWords


register()

_OPENING: Final = frozenset((E_SCENERY_PLACED, E_DEPLOYED, E_ACTIVATED))  # with these an action begins


class KaosGame(Game):
    """The game object of Kaos. What bots and searches never need is imported when it is asked for."""

    name = "kaos"
    title = "Kaos"
    events: tuple[EventKind, ...] = EVENTS
    rulebooks: tuple[Rulebook, ...] = BOOKS
    revision = 2  # raised whenever a golden record changes in play: see tools/golden.py
    acting: tuple[str, ...] = ("activate", "plan")
    declining: tuple[str, ...] = (
        "plan stay",
        "react none",
        "react submit",
        "move none",
        "done",
        "pass",
        "choose none",
        "choose no",
    )

    # ------------------------------------------------------------------------------------------ positions and documents

    def new(self, setup: dict[str, Any]) -> State:
        """A new match, advanced to its first wait; see `text.documents.set_ups.new_state`."""
        return new_state(setup)

    def from_data(self, setup: dict[str, Any], data: dict[str, Any]) -> State:
        """The state that `to_data` wrote, for the same set-up."""
        parts = parts_for(setup)
        return state_from_data(parts.settings, parts.library, parts.table, data)

    def complete(self, document: dict[str, Any], packs: Sequence[PackFile] = ()) -> dict[str, Any]:
        """A position document with the documents that it uses of these packs and those in force."""
        if not packs:
            return completed(document, catalogue_in_force())
        from esquive.kaos.packs import with_packs  # nobody else needs them read

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
        """The numbers of the book, fighters, objects, events, and the scenario, battlefield and hordes named."""
        return uses_of_match(setup, state)

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

    def turn_of(self, state: State) -> int:
        """The number of the round being played."""
        return state.round

    # -------------------------------------------------------------------------------------------------------- knowledge

    def view(self, state: State, seat: int, language: str = "en", names: Sequence[str] = ()) -> Any:
        """The position as a seat may see it."""
        from esquive.kaos.seen.views import view

        return view(state, seat, language, names)

    @property
    def shapes(self) -> Shapes:
        """What is shown to clients, as types."""
        from esquive.kaos.seen.draft_shapes import SHAPES

        return SHAPES

    def hide(self, state: State, seat: int, rng: Random) -> State:
        """A copy in which everything the seat cannot know has been dealt anew."""
        return hide(state, seat, rng)

    def decks(self, state: State) -> tuple[()] | None:
        """No deck without cards; None with them, for events go back to their pile and are chosen unseen [Kaos K33.7]
        [Kaos K33.15], and objects are drawn among those that are easy enough [Kaos K32.12]."""
        return None if state.library.events or state.library.objects else ()

    def only_answer(self, state: State) -> int | None:
        """The only answer there is; none of a player who holds what the other has not seen."""
        waiting = state.waiting
        holds = isinstance(waiting, Decision) and holds_secrets(state, waiting.seat)
        return None if holds else super().only_answer(state)

    def event_data(self, state: State, event: tuple[int, ...], *, secret: bool = False) -> dict[str, Any]:
        """An event with names instead of numbers."""
        from esquive.kaos.spoken.wording import event_data

        return event_data(state, event, secret=secret)

    # -------------------------------------------------------------------------------------------------- words, drawings

    def words(self, state: State, language: str = "en", names: Sequence[str] = ()) -> "KaosWords":
        """What is said about a position in a language."""
        from esquive.kaos.words import KaosWords

        return KaosWords(self, state, language, names)

    def sentence(self, state: State, event: tuple[int, ...], language: str = "en") -> str:
        """An event as a sentence."""
        from esquive.kaos.spoken.wording import sentence

        return sentence(state, event, language)

    def draw(self, state: State) -> str:
        """The table from above, then who is where."""
        from esquive.kaos.drawn.terminal import draw_position

        return draw_position(state)

    def picture(self, state: State, marks: Sequence[str] = (), language: str = "en") -> str:
        """The table as an SVG document, with marks such as `sight knight goblin`; its words are English."""
        from esquive.kaos.drawn.svg import draw_svg

        return draw_svg(state, marks)

    def opens_step(self, by: str, told: Sequence[tuple[int, ...]]) -> bool:
        """An answer opens a step; dice belong to what they are rolled for, and silent answers to what follows them."""
        return by != DICE and bool(told)

    def opens_action(self, by: str, told: Sequence[tuple[int, ...]], events: Sequence[tuple[int, ...]]) -> bool:
        """The turn of a figure is one action, with all that others do in it, and so is what lies between two rounds."""
        ended = (E_ROUND, E_CLEAN_UP)
        return any(event[0] in ended for event in told) or any(event[0] in _OPENING for event in events)

    def pages(self) -> dict[str, tuple[str, str]]:
        """What the page draws figures and scenery from."""
        return {"kaos-standees": ("web/src/kaos/standees.ts", "esquive.kaos.drawn.standees:typescript")}

    # ---------------------------------------------------------------------------------------- what only some games have

    @property
    def odds(self) -> "KaosOdds":
        """What counting odds needs to know."""
        from esquive.kaos.spoken.odds_counting import ODDS

        return ODDS

    @property
    def afterwards(self) -> "KaosAfterwards":
        """What its matches are looked back on by."""
        from esquive.kaos.spoken.review import AFTERWARDS

        return AFTERWARDS

    @property
    def setups(self) -> "HordesAndGrounds":
        """Battlefields, scenarios and hordes."""
        from esquive.kaos.setups import HordesAndGrounds

        return HordesAndGrounds()

    @property
    def cards(self) -> "Shelf":
        """The catalogue."""
        from esquive.kaos.seen.card_catalogue import Shelf

        return Shelf()

    def exercises(self) -> "dict[str, Exercise]":
        """The steps of a first game, and the puzzles."""
        from esquive.kaos.written.exercises import exercises

        return exercises()

    @property
    def is_solvable(self) -> bool:
        """Ways are without number, so those that are proposed are tried; destiny points are let be."""
        return True

    def goals(self, state: State, place: str = "") -> list[dict[str, Any]]:
        """Each enemy out of action or wounded, a victory point more, the victory."""
        from esquive.kaos.spoken.goals import goals

        return goals(state)

    def goal_told(self, state: State, goal: dict[str, Any], language: str = "en") -> str:
        """The goal of a puzzle in words."""
        from esquive.kaos.spoken.goals import goal_told

        return goal_told(state, goal, language)

    def terms(self, language: str = "en", release: str = "") -> Sequence[Term]:
        """The words of the rules and of cards that a reader may ask about."""
        from esquive.kaos.spoken.glossary import terms

        return terms(BOOKS[0], language)

    def strike_search(self, state: State, language: str = "en") -> "StrikeSearch | None":
        """The search for the likeliest ways to put enemies out of action, by the attacks that are proposed."""
        from esquive.kaos.seen.best_attacks import strike_search

        return strike_search(state, language)

    def evaluation(self, agent: str) -> "KaosEvaluation | None":
        """What the greedy agent has to know."""
        from esquive.kaos.evaluation import KaosEvaluation

        known = ("greedy", "search", "greedy@2026-11")
        return KaosEvaluation(is_varied=agent != "greedy@2026-11") if agent in known else None


GAME = KaosGame()
