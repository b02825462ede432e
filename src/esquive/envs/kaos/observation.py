"""What a seat observes of a position of Kaos, as one vector of integers (int16): lengths in millimetres."""

from operator import attrgetter
from typing import Any, Final

import numpy as np

from esquive.core.phrases import phrase
from esquive.core.waiting import Decision
from esquive.envs.kaos.actions import ACTIONS, Proposals
from esquive.envs.spaces import Block, Choice, Vector, blocks_of, size_of, unnumbered
from esquive.kaos.book.moves import REASONS
from esquive.kaos.book.windows import MOMENTS
from esquive.kaos.cards.library import Profile, Spell, Weapon
from esquive.kaos.geometry.legs import Leg
from esquive.kaos.table import answers
from esquive.kaos.table.answers import (
    ACTION_NAMES,
    MOMENT_NAMES,
    PLAN_NAMES,
    REACTION_NAMES,
    WORDS,
    Interception,
    Placing,
    Reaction,
    Slamming,
    Use,
    fields_of,
    legs_of_move,
    plan_of,
    verb_of,
)
from esquive.kaos.table.state import IN_PLAY, PHASE_NAMES, SEATS, STATUS_NAMES, State

FIGURES: Final = 32
PIECES: Final = 40
WEAPONS: Final = 3
SPELLS: Final = 3
MILLIMETRE: Final = 1000  # micrometres
DEGREE: Final = 1000  # thousandths
FARTHEST: Final = 32_767

KINDS: Final = (
    "scenery",
    "deployment",
    "deploy",
    "will-figure",
    "initiative",
    "asked",
    "event",
    "plan",
    "intercept",
    "react",
    "destiny",
    "slam",
    "search",
    "object",
    *MOMENTS,
    *(name for name, _ in REASONS),
)
VERB_NAMES: Final = (
    "ask",
    "place",
    "activate",
    "plan",
    "react",
    "intercept",
    "done",
    "destiny",
    "pass",
    "move",
    "slam",
    "use",
    "choose",
    "choose figure",
    "choose card",
    "choose word",
)
COLUMNS: Final = (
    "wounds",
    "activated",
    "acted",
    "moved",
    "dodges",
    "hurt",
    "searching",
    "fleeing",
)
FIGURE_FIELDS: Final = ("status", "friend", "x", "y", "z", "facing", "active", "relic", "objects", *COLUMNS)
CARD_FIELDS: Final = (
    "tribe",
    "cost",
    "side",
    "height",
    "move",
    "will",
    "life",
    "armour",
    "dodge",
    "shield",
    "keywords",
)
WEAPON_FIELDS: Final = ("kind", "dice", "wounds", "reach")
SPELL_FIELDS: Final = ("dice", "reach", "wounds", "ignores_armour", "defence", "required", "is_free", "targets")
PIECE_FIELDS: Final = ("west", "south", "east", "north", "height", "solid", "standable")
SEAT_FIELDS: Final = ("destiny", "points", "aligned", "in play")
TABLE_FIELDS: Final = ("width", "depth", "round", "phase", "asked", "asks", "first", "initiative")
PROPOSAL_FIELDS: Final = (
    "verb",
    "kind",
    "action",
    "means",
    "figure",
    "target",
    "x",
    "y",
    "facing",
    "number",
)


def _numbered(names: tuple[str, ...], first: int = 0) -> str:
    return ", ".join(f"{number} {name}" for number, name in enumerate(names, first))


LAYOUT: Final = (
    Block(
        "figures",
        f"The figures by number. status: 1 more than {_numbered(STATUS_NAMES)}. x, y, z: of who is in play. facing: in"
        " degrees. active, relic: whether it is activated, carries the relic. objects: how many it carries. The other"
        " columns are those of `table.state`.",
        (FIGURES, len(FIGURE_FIELDS)),
        FIGURE_FIELDS,
    ),
    Block("cards", "What its card says.", (FIGURES, len(CARD_FIELDS)), CARD_FIELDS),
    Block(
        "weapons",
        "Its weapons. kind: 1 more than in `kaos.cards.library`, 0 for none. reach: 0 for one that strikes.",
        (FIGURES, WEAPONS, len(WEAPON_FIELDS)),
        WEAPON_FIELDS,
    ),
    Block("spells", "Its spells.", (FIGURES, SPELLS, len(SPELL_FIELDS)), SPELL_FIELDS),
    Block("pieces", "The scenery: bounds of each piece, and its height.", (PIECES, len(PIECE_FIELDS)), PIECE_FIELDS),
    Block("seats", "The observer, then the other player.", (SEATS, len(SEAT_FIELDS)), SEAT_FIELDS),
    Block(
        "table",
        f"phase: {_numbered(PHASE_NAMES)}. asked, first, initiative: 1 for the observer, 2 for the other; asked is 0"
        f" for nobody. asks: {_numbered(KINDS, 1)}.",
        (len(TABLE_FIELDS),),
        TABLE_FIELDS,
    ),
    Block(
        "proposals",
        f"The answers that may be given, to whoever is asked; all 0 to others. verb: {_numbered(VERB_NAMES, 1)}. kind:"
        f" of a plan {_numbered(PLAN_NAMES, 1)}; of a reaction {_numbered(REACTION_NAMES, 1)}; of an interception"
        f" {_numbered(MOMENT_NAMES, 1)}. action: {_numbered(ACTION_NAMES, 1)}. means: 256 for a weapon, 512 for a"
        " spell, 768 for a skill, 1024 for an object, and its number on the card. figure: 1 more than who does it;"
        " target: 1 more than whom it is done to. x, y, facing: where a path or a placing ends, the goal of a slam or"
        f" use. number: what is chosen, of words {_numbered(WORDS)}; of an interception how far along the path.",
        (ACTIONS, len(PROPOSAL_FIELDS)),
        PROPOSAL_FIELDS,
    ),
)

(VERB, KIND, ACTION, MEANS, FIGURE, TARGET, X, Y, FACING, NUMBER) = range(len(PROPOSAL_FIELDS))
_columns_of = attrgetter(*COLUMNS)
FIRST_COLUMN: Final = FIGURE_FIELDS.index(COLUMNS[0])


def card_facts(card: Profile) -> list[int]:
    """What a card says, in the order of CARD_FIELDS."""
    return [
        card.tribe,
        card.cost,
        card.side // MILLIMETRE,
        card.height // MILLIMETRE,
        card.move // MILLIMETRE,
        card.will,
        card.life,
        card.armour,
        card.dodge,
        card.shield,
        card.keywords,
    ]


def weapon_facts(weapon: Weapon) -> list[int]:
    """What is said of a weapon, in the order of WEAPON_FIELDS."""
    return [weapon.kind + 1, weapon.dice, weapon.wounds, within(weapon.reach // MILLIMETRE)]


def spell_facts(spell: Spell) -> list[int]:
    """What is said of a spell, in the order of SPELL_FIELDS."""
    reach = within(spell.reach // MILLIMETRE)
    return [
        spell.dice,
        reach,
        spell.wounds,
        spell.ignores_armour,
        spell.defence,
        spell.required,
        spell.is_free,
        spell.targets,
    ]


def within(number: int) -> int:
    """A number, no larger than an observation can hold."""
    return max(-FARTHEST, min(FARTHEST, number))


class KaosEncoder:
    """Observes positions of any matches, one after another, from one seat."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self._vector: Vector = np.zeros(size_of(LAYOUT), np.int16)
        self._blocks = blocks_of(LAYOUT, self._vector)
        self._library: Any = None
        self._table: Any = None
        self._proposals = 0  # how many are shown

    def observe(self, state: State, choice: Choice | None) -> Vector:
        """The observation of a position."""
        if self._library is not state.library:
            self._vector[:] = 0
            self._proposals = 0
            self._table = None
            self._write_cards(state)
            self._library = state.library
        if self._table is not state.table:
            self._write_pieces(state)
            self._table = state.table
        self._write_figures(state)
        self._write_table(state)
        self._write_proposals(state, choice)
        return self._vector.copy()

    def _write_cards(self, state: State) -> None:
        if len(state.names) > FIGURES:
            raise unnumbered(phrase("figures"), len(state.names), FIGURES)
        for figure in range(len(state.names)):
            card = state.card(figure)
            self._blocks["cards"][figure] = card_facts(card)
            if len(card.weapons) > WEAPONS:
                raise unnumbered(phrase("weapons on one card"), len(card.weapons), WEAPONS)
            if len(card.spells) > SPELLS:
                raise unnumbered(phrase("spells on one card"), len(card.spells), SPELLS)
            for place, weapon in enumerate(card.weapons):
                self._blocks["weapons"][figure, place] = weapon_facts(weapon)
            for place, spell in enumerate(card.spells):
                self._blocks["spells"][figure, place] = spell_facts(spell)

    def _write_pieces(self, state: State) -> None:
        pieces = state.table.pieces
        if len(pieces) > PIECES:
            raise unnumbered(phrase("pieces of scenery"), len(pieces), PIECES)
        self._blocks["pieces"][:] = 0
        for number, piece in enumerate(pieces):
            bounds = [bound // MILLIMETRE for bound in piece.box]
            self._blocks["pieces"][number] = [
                *bounds,
                piece.height // MILLIMETRE,
                piece.is_solid,
                piece.is_standable,
            ]

    def _write_figures(self, state: State) -> None:
        many = len(state.names)
        carried = [0] * many
        for entry in state.carried:
            carried[entry[0]] += 1
        rows = []
        for figure in range(many):
            here = state.status[figure] == IN_PLAY
            rows.append(
                (
                    state.status[figure] + 1,
                    state.owner[figure] == self.seat,
                    state.x[figure] // MILLIMETRE if here else 0,
                    state.y[figure] // MILLIMETRE if here else 0,
                    state.z[figure] // MILLIMETRE if here else 0,
                    state.facing[figure] // DEGREE if here else 0,
                    figure == state.active,
                    figure == state.relic,
                    carried[figure],
                    *(column[figure] for column in _columns_of(state)),
                )
            )
        self._blocks["figures"][:many] = rows

    def _write_table(self, state: State) -> None:
        waiting = state.waiting
        asked, asks = 0, 0
        if isinstance(waiting, Decision):
            asked, asks = self._counted(waiting.seat), KINDS.index(waiting.kind) + 1
        self._blocks["table"][:] = (
            state.table.width // MILLIMETRE,
            state.table.depth // MILLIMETRE,
            state.round,
            state.phase,
            asked,
            asks,
            self._counted(state.first),
            self._counted(state.initiative),
        )
        for place, seat in enumerate((self.seat, 1 - self.seat)):
            self._blocks["seats"][place] = (
                state.destiny[seat],
                state.points[seat],
                state.aligned[seat],
                len(state.in_play(seat)),
            )

    def _counted(self, seat: int) -> int:
        return 1 if seat == self.seat else 2

    def _write_proposals(self, state: State, choice: Choice | None) -> None:
        """Only who is asked sees what may be answered: it may hang on what that player alone knows."""
        waiting = state.waiting
        rows = self._blocks["proposals"]
        is_asked = isinstance(waiting, Decision) and waiting.seat == self.seat
        shown = choice.answers if is_asked and isinstance(choice, Proposals) else []
        rows[len(shown) : self._proposals] = 0
        self._proposals = len(shown)
        if shown:
            rows[: len(shown)] = [proposal_facts(answer) for answer in shown]


def proposal_facts(answer: int) -> list[int]:
    """What an answer is, in the order of PROPOSAL_FIELDS."""
    facts = [0] * len(PROPOSAL_FIELDS)
    verb = verb_of(answer)
    facts[VERB] = verb + 1
    plan = plan_of(answer)
    if plan is not None:
        facts[KIND], facts[ACTION], facts[MEANS], facts[TARGET] = (
            plan.kind + 1,
            plan.action + 1,
            plan.means,
            plan.target + 1,
        )
        _write_end(facts, plan.second or plan.first)
    elif verb == answers.MOVE:
        _write_end(facts, legs_of_move(answer) or [])
    elif verb == answers.REACT:
        reaction = Reaction.read(answer)
        facts[KIND], facts[MEANS] = reaction.reaction + 1, reaction.means
    elif verb == answers.INTERCEPT:
        strike = Interception.read(answer)
        facts[KIND], facts[MEANS], facts[FIGURE] = strike.moment + 1, strike.means, strike.figure + 1
        facts[NUMBER] = within(strike.distance // MILLIMETRE)
    elif verb == answers.PLACE:
        placing = Placing.read(answer)
        facts[NUMBER] = placing.what
        _write_point(facts, placing.x, placing.y, placing.angle)
    elif verb == answers.SLAM:
        slam = Slamming.read(answer)
        _write_point(facts, slam.x, slam.y)
    elif verb == answers.USE:
        use = Use.read(answer)
        facts[MEANS], facts[FIGURE], facts[TARGET] = use.means, use.figure + 1, use.target + 1
        _write_point(facts, use.x, use.y)
    elif verb in (answers.ACTIVATE, answers.CHOOSE_FIGURE):
        facts[FIGURE] = fields_of(answer)[0] + 1
    elif verb in (answers.CHOOSE, answers.CHOOSE_CARD, answers.CHOOSE_WORD):
        facts[NUMBER] = fields_of(answer)[0]
    return facts


def _write_end(facts: list[int], legs: list[Leg]) -> None:
    if legs:
        _write_point(facts, legs[-1].x, legs[-1].y, legs[-1].facing)


def _write_point(facts: list[int], x: int, y: int, facing: int = 0) -> None:
    facts[X], facts[Y], facts[FACING] = within(x // MILLIMETRE), within(y // MILLIMETRE), within(facing // DEGREE)
