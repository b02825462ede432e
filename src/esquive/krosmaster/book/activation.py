"""Chapter 6.3: the Activation Phase: moving, collecting, buying, casting, revealing [KA 6.3.1].

`options` lists every legal action fast, in one pass; `conditions` spells out for any action, legal or not, what it
has to meet. The two must agree, which conformance checks on random games.
"""

from typing import Any, Final

from esquive.core.columns import fields
from esquive.core.frames import Frame
from esquive.core.waiting import Condition, Decision
from esquive.krosmaster.book.block import BEFORE, BlockFrame, lockers_of
from esquive.krosmaster.book.casting import CastFrame
from esquive.krosmaster.book.movement import WALKED, is_free, shift
from esquive.krosmaster.book.multiplayer import BUY_GG as STEAL, SeatFrame
from esquive.krosmaster.book.powers.values import has_gauge
from esquive.krosmaster.book.prerequisites import cast_conditions, may_cast_cells, spells_of
from esquive.krosmaster.book.purchases import buy_conditions, buy_gg_conditions, reveal_conditions
from esquive.krosmaster.book.rewards import buy, buyable, reveal, revealable
from esquive.krosmaster.book.sight import field_of_sight
from esquive.krosmaster.book.standby import StandbyFrame
from esquive.krosmaster.book.timeline import settle_timelines
from esquive.krosmaster.book.victory import opponent_of, take_gg
from esquive.krosmaster.book.wounds import check_every_hp
from esquive.krosmaster.cards.library import KROSMASTER
from esquive.krosmaster.cards.ops.continuous import M_COST, M_INITIATIVE, M_PUNCH
from esquive.krosmaster.table import answers
from esquive.krosmaster.table.board import DEMON, DIRECTIONS, OFF_BOARD, format_cell, is_adjacent
from esquive.krosmaster.table.events import E_BOUGHT_GG, E_COLLECTED
from esquive.krosmaster.table.state import EMPTY, MP, State

_CELL_SHIFT: Final = answers.SECOND
_CAST_BASE: Final = answers.CAST
_FIRST: Final = answers.VERB_BITS
NO_VERB: Final = -1


@fields
class ActivationFrame(Frame[State]):
    """The active unit does what it likes, in any order, as often as its gauges allow [KA 6.3.1]."""

    NAME = "activation"

    unit: int

    def run(self, state: State) -> bool:
        check_every_hp(state)
        if state.standby or state.koed:
            state.stack.append(StandbyFrame())
            return False
        if (state.statics[M_INITIATIVE] or state.initiative_changes) and settle_timelines(state):
            return False
        if not state.cell[self.unit] or state.turn_ends:
            state.stack.pop()
            return False
        return True

    def waiting(self, state: State) -> Decision:
        return Decision("activation", state.owner[self.unit], self, state)

    # ------------------------------------------------------------------------------------------------------ options

    def options(self, state: State) -> list[int]:
        unit = self.unit
        cell = state.cell[unit]
        found: list[int] = []
        if state.mp[unit] >= state.settings.move_mp:
            occupant = state.occupant
            for direction in DIRECTIONS:
                if occupant[cell + direction] == EMPTY:
                    found.append(answers.MOVE | (cell + direction) << _FIRST)
        field = 0
        ap = state.ap[unit]
        plain = not (state.statics[M_COST] or state.statics[M_PUNCH])
        for index in spells_of(state, unit):
            spell = state.library.spells[index]
            if plain and spell.ap > ap:
                continue
            if field == 0 and spell.needs_sight:
                field = field_of_sight(state, cell, unit)
            base = _CAST_BASE | index << _FIRST
            found += [base | target << _CELL_SHIFT for target in may_cast_cells(state, unit, spell, field)]
        if state.library.profiles[state.profile[unit]].piece == KROSMASTER:
            self.krosmaster_options(state, found)
        found.append(answers.END)
        return found

    def krosmaster_options(self, state: State, found: list[int]) -> None:
        """What only Krosmasters may do: collect, buy, reveal [KA 6.3.3] [KA 6.3.4] [KA 6.3.6] [KA 6.3.7]."""
        unit = self.unit
        cell = state.cell[unit]
        ap = state.ap[unit]
        if ap >= state.settings.collect_ap and state.kamas_on.get(cell, 0) > 0:
            found.append(answers.COLLECT)
        if state.board.kinds[cell] == DEMON:
            kamas = state.kamas[state.owner[unit]]
            if ap >= state.settings.gg_ap and kamas >= state.settings.gg_price:
                if state.gg_bought < state.settings.gg_per_turn:
                    found.append(answers.BUY_GG)
            if kamas >= state.settings.least_price:
                found += [answers.pack(answers.BUY, entry >> 1, entry & 1) for entry in buyable(state, unit)]
        if state.rewards[unit]:
            found += [answers.pack(answers.REVEAL, index) for index in revealable(state, unit)]

    # ------------------------------------------------------------------------------------------------------- acting

    def answer(self, state: State, answer: int) -> None:
        before = state.ap[self.unit] + state.mp[self.unit]
        self.act(state, answer)
        if state.library.asks_idle and state.ap[self.unit] + state.mp[self.unit] < before:
            state.busy = 1  # a spell is paid later, in its Step 1

    def act(self, state: State, answer: int) -> None:
        """Do what the answer says."""
        verb = answer & answers.VERB_MASK
        unit = self.unit
        if verb == answers.MOVE:
            self.move(state, answer >> _FIRST)
        elif verb == answers.CAST:
            spell = answer >> _FIRST & answers.ARGUMENT_MASK
            state.stack.append(CastFrame(unit, spell, answer >> _CELL_SHIFT, state.owner[unit], 0))
        elif verb == answers.COLLECT:
            self.collect(state)
        elif verb == answers.BUY_GG:
            self.buy_gg(state)
        elif verb == answers.BUY:
            buy(state, unit, answers.first_of(answer), answers.second_of(answer))
        elif verb == answers.REVEAL:
            reveal(state, unit, answers.first_of(answer))
        else:
            state.stack.pop()

    def move(self, state: State, to: int) -> None:
        """Move one cell, for 1 MP as a rule [KA 6.3.2] [KA 4.11.9].

        Leaving enemies behind is a Block first [KA 4.14.1] [Ruling R52].
        """
        unit = self.unit
        lockers = lockers_of(state, unit) if self.meets_neighbours(state) else []
        if lockers:
            block = BlockFrame(unit, to, state.cell[unit], lockers)
            state.settings.steps.move_payment(state, block, BEFORE)
            state.stack.append(block)
            return
        state.mp[unit] -= state.settings.move_mp
        shift(state, unit, to, WALKED)

    def meets_neighbours(self, state: State) -> bool:
        """Whether any piece at all stands next to the unit."""
        occupant, cell = state.occupant, state.cell[self.unit]
        return (
            occupant[cell + 1] >= 0 or occupant[cell - 1] >= 0 or occupant[cell + 16] >= 0 or occupant[cell - 16] >= 0
        )

    def collect(self, state: State) -> None:
        """Pick up one Kama from the own cell, for 1 AP as a rule [KA 6.3.3]."""
        unit = self.unit
        cell = state.cell[unit]
        state.ap[unit] -= state.settings.collect_ap
        state.kamas_on = {**state.kamas_on, cell: state.kamas_on[cell] - 1}
        state.kamas[state.owner[unit]] += 1
        state.collected += 1
        if state.log is not None:
            state.log.append((E_COLLECTED, unit, cell))

    def buy_gg(self, state: State) -> None:
        """Buy a GG: the wild one while it is there, else one of the opponent's [KA 6.3.4] [KA 4.6.3] [Ruling R22]."""
        seat = state.owner[self.unit]
        state.ap[self.unit] -= state.settings.gg_ap
        state.kamas[seat] -= state.settings.gg_price
        state.gg_bought += 1
        if state.log is not None:
            state.log.append((E_BOUGHT_GG, self.unit))
        if state.settings.has_four_players and not state.wild_gg:
            state.stack.append(SeatFrame(STEAL, seat, 1))
        else:
            take_gg(state, seat, opponent_of(state, seat), 1)

    # --------------------------------------------------------------------------------------------------- conditions

    def conditions(self, state: State, answer: int) -> list[Condition]:
        verb = answers.verb_of(answer) if answers.is_exact(answer) else NO_VERB
        first, second = answers.first_of(answer), answers.second_of(answer)
        if verb == answers.MOVE:
            return self.move_conditions(state, first)
        if verb == answers.CAST:
            return cast_conditions(state, self.unit, first, second)
        if verb == answers.COLLECT:
            return self.collect_conditions(state)
        if verb == answers.BUY_GG:
            return buy_gg_conditions(state, self.unit)
        if verb == answers.BUY:
            return buy_conditions(state, self.unit, first, second)
        if verb == answers.REVEAL:
            return reveal_conditions(state, self.unit, first)
        return [Condition("wrong-verb", ("6.3.1",), verb == answers.END, {})]

    def move_conditions(self, state: State, to: int) -> list[Condition]:
        """What moving one cell has to meet [KA 6.3.2] [KA 4.17.2] [KA 4.17.3]."""
        unit = self.unit
        here = state.cell[unit]
        on_board = state.board.is_on(to)
        cost, gauge = state.settings.move_mp, state.mp[unit]
        facts: dict[str, Any] = {"from": format_cell(here), "to": format_cell(to), "cost": cost, "gauge": gauge}
        holder = state.occupant[to] if on_board else OFF_BOARD
        by = state.names[holder] if on_board and holder >= 0 else "scenery"
        free = on_board and is_free(state, to)
        return [
            Condition(
                "no-gauge",
                ("6.3.2", "4.11.1.a"),
                has_gauge(state, unit, MP),
                facts,
            ),
            Condition("no-mp", ("6.3.2",), gauge >= cost, facts),
            Condition(
                "not-adjacent",
                ("6.3.2", "4.17.2"),
                on_board and is_adjacent(here, to),
                facts,
            ),
            Condition(
                "not-free",
                ("6.3.2", "4.17.3", "4.17.4"),
                free,
                {**facts, "by": "" if free else by},
            ),
        ]

    def collect_conditions(self, state: State) -> list[Condition]:
        """What collecting a Kama has to meet [KA 6.3.3] [KA 4.19.4.b]."""
        unit = self.unit
        here = state.kamas_on.get(state.cell[unit], 0)
        cost, gauge = state.settings.collect_ap, state.ap[unit]
        is_krosmaster = state.library.profiles[state.profile[unit]].piece == KROSMASTER
        return [
            Condition("not-a-krosmaster", ("6.3.3", "4.5.2"), is_krosmaster, {}),
            Condition(
                "no-ap",
                ("6.3.3",),
                gauge >= cost,
                {"cost": cost, "gauge": gauge, "missing": max(0, cost - gauge)},
            ),
            Condition(
                "no-kama-here",
                ("6.3.3",),
                here > 0,
                {"kamas": here},
            ),
        ]
