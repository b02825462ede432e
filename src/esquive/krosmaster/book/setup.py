"""Chapter 1.3: starting the game: first player, Gallons of Glory, Timelines, deployment, start-of-fight powers."""

from typing import Final

from esquive.core.columns import fields
from esquive.core.frames import Frame
from esquive.core.waiting import Condition, Decision, Roll
from esquive.krosmaster.book.rewards import shares_of
from esquive.krosmaster.book.standby import StandbyFrame
from esquive.krosmaster.book.summons import stand
from esquive.krosmaster.book.triggers import fire
from esquive.krosmaster.book.turn import PlayerTurnFrame, orders_of
from esquive.krosmaster.cards.trigger_names import T_START_OF_FIGHT
from esquive.krosmaster.releases import ReleaseParams
from esquive.krosmaster.releases.procedures import procedure
from esquive.krosmaster.table import answers
from esquive.krosmaster.table.board import format_cell
from esquive.krosmaster.table.events import E_DEPLOYED, E_FIRST_PLAYER, E_TIMELINE
from esquive.krosmaster.table.settings import LIMITED, TWO_AGAINST_TWO
from esquive.krosmaster.table.state import EMPTY, NONE, State

FIRST_PLAYER: Final = 0
RESERVES: Final = 1
TIMELINES: Final = 2
DEPLOYMENT: Final = 3
POWERS: Final = 4
FIGHT: Final = 5
MOST_ORDERED: Final = 4


def initiatives(state: State, units: list[int]) -> list[int]:
    """The Initiative of units, from highest to lowest."""
    return sorted((state.library.profiles[state.profile[unit]].initiative for unit in units), reverse=True)


def compare_initiative(state: State, one: list[int], other: list[int]) -> int:
    """Which of two teams' Initiatives goes first: 1, -1, or 0 for a draw by lot [KA 1.3.1] [KA 2.4.3.c] [Ruling R7].

    Totals first, then pair by pair from the highest [KA 1.3.1.a]; after that releases differ.
    """
    if sum(one) != sum(other):
        return 1 if sum(one) > sum(other) else -1
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            return 1 if mine > theirs else -1
    return state.settings.steps.initiative_tie(one, other)


def limited_gg(params: ReleaseParams, one: int, other: int) -> tuple[int, int]:
    """The GG of two Limited teams of these levels, theft included [KA 1.3.5.b] [KA-2.2 103.5b] [Ruling R9]."""
    # A scenario may set up teams beyond level 24: the last line of each table serves them too.
    each = next((gg for most, gg in params.gg.limited if one + other <= most), params.gg.limited[-1][1])
    stolen = next((gg for most, gg in params.gg.theft if abs(one - other) <= most), params.gg.theft[-1][1])
    if one <= other:
        return each + stolen, each - stolen
    return each - stolen, each + stolen


@fields
class SetupFrame(Frame[State]):
    """From the teams to the first turn, for two players or four [KA 1.3] [KA 9.1.1].

    Units come in with `owner` the number of their team; the frame finds out which team sits where and makes owners
    seats. `ranked` are the teams seated so far, `left` the units still to be ordered or deployed.
    """

    NAME = "setup"
    STEPS = ("first-player", "reserves", "timelines", "deployment", "powers", "fight")

    seat: int = 0
    left: list[int] = []
    place: int = 0
    ranked: list[int] = []

    def run(self, state: State) -> bool:
        step = self.step
        if step == FIRST_PLAYER:
            return self.seat_next(state)
        if step == RESERVES:
            self.take_reserves(state)
        elif step == TIMELINES:
            return self.build_timeline(state)
        elif step == DEPLOYMENT:
            return self.deploy_next(state)
        elif step == POWERS:
            self.start_powers(state)
        else:
            state.active_seat = 0
            state.stack[-1] = PlayerTurnFrame()
        return False

    # -------------------------------------------------------------------------------------------------- who is first

    def seat_next(self, state: State) -> bool:
        """Give the next seat to the team of highest Initiative among those that may have it [KA 1.3.1] [KA 9.2.1]."""
        if len(self.ranked) == state.settings.seats:
            self.seat_teams(state)
            return False
        best = self.best_teams(state)
        if len(best) > 1:
            return True
        self.ranked.append(best[0])
        return False

    def best_teams(self, state: State) -> list[int]:
        """The teams that tie for the next seat; two against two, seats 3 and 4 go to the teammates [KA 9.3.3]."""
        left = [team for team in range(state.settings.seats) if team not in self.ranked]
        if state.settings.format == TWO_AGAINST_TWO:
            if len(self.ranked) == 1:
                left = [team for team in left if team % 2 != self.ranked[0] % 2]
            elif len(self.ranked) >= 2:
                partner = self.ranked[len(self.ranked) - 2]
                left = [team for team in left if team % 2 == partner % 2]
        values = {team: initiatives(state, self.units_of(state, team)) for team in left}
        return [team for team in left if all(compare_initiative(state, values[team], values[o]) >= 0 for o in left)]

    def units_of(self, state: State, team: int) -> list[int]:
        """The units of a team of the set-up; owners are team numbers until seats are given."""
        return [unit for unit in range(len(state.cell)) if state.owner[unit] == team]

    def seat_teams(self, state: State) -> None:
        """Seats p1, p2 and on in the order found [KA 1.3.1] [KA 9.2.1]."""
        state.team_of = list(self.ranked)
        state.owner = [self.ranked.index(team) for team in state.owner]
        if state.log is not None:
            state.log.append((E_FIRST_PLAYER, 0))
        self.step = RESERVES

    def take_reserves(self, state: State) -> None:
        """GG for each player, the wild GG, and the piles of rewards.

        [KA 1.3.5.a] [KA 1.3.6] [KA 1.3.7] [KA-2.2 103.7]
        """
        state.gg = [state.settings.start_gg] * state.settings.seats
        if state.settings.format == LIMITED:
            levels = [0, 0]
            for unit, owner in enumerate(state.owner):
                levels[owner] += state.level[unit]
            state.gg = list(limited_gg(state.settings.params, levels[0], levels[1]))
        state.wild_gg = state.settings.wild_gg
        size: int = state.settings.params.rewards.pile_size
        state.piles_closed = [min(size or share, share) for share in shares_of(state)]
        self.step = TIMELINES
        self.seat = 0
        self.start_timeline(state)

    # ---------------------------------------------------------------------------------------------------- timelines

    def start_timeline(self, state: State) -> None:
        """All the seat's Krosmasters still have to be placed in its Timeline."""
        self.left = [unit for unit in range(len(state.cell)) if state.owner[unit] == self.seat]

    def tied(self, state: State) -> list[int]:
        """The units of the highest Initiative not placed yet [KA 2.4.3.a]."""
        best = max(state.library.profiles[state.profile[unit]].initiative for unit in self.left)
        return [unit for unit in self.left if state.library.profiles[state.profile[unit]].initiative == best]

    def build_timeline(self, state: State) -> bool:
        """Cards by decreasing Initiative; the player orders those of equal Initiative.

        [KA 1.3.8] [KA 2.4.3.b] [KA 2.4.3.d]
        """
        while self.left:
            tied = self.tied(state)
            if len(tied) > 1:
                return True
            self.put_in_timeline(state, tied[0])
        if self.seat + 1 < state.settings.seats:
            self.seat += 1
            self.start_timeline(state)
            return False
        self.step = DEPLOYMENT
        self.seat = 0
        self.left = list(state.timeline[0])
        return False

    def put_in_timeline(self, state: State, unit: int) -> None:
        """The unit takes the next place of its player's Timeline."""
        state.timeline = state.timeline.copy()
        state.timeline[self.seat] += (unit,)
        self.left.remove(unit)
        if state.log is not None:
            state.log.append((E_TIMELINE, self.seat, unit, len(state.timeline[self.seat])))

    # --------------------------------------------------------------------------------------------------- deployment

    def deploy_next(self, state: State) -> bool:
        """The first player places all figures, then the second, in any order, one a cell [KA 1.3.9] [Ruling R11]."""
        if self.left:
            return True
        if self.seat + 1 < state.settings.seats:
            self.seat += 1
            self.left = list(state.timeline[self.seat])
            return False
        self.step = POWERS
        self.seat = 0
        self.place = 0
        return False

    def start_powers(self, state: State) -> None:
        """Start-of-fight powers, first player first, from highest to lowest Initiative [KA 1.3.10] [Ruling R12].

        The player whose effects are resolving counts as active and orders them [KA 1.3.10.b].
        """
        if state.standby or state.koed:
            state.stack.append(StandbyFrame())
            return
        timeline = state.timeline[self.seat]
        if self.place < len(timeline):
            state.active_seat = self.seat
            unit = timeline[self.place]
            self.place += 1
            if state.listeners[T_START_OF_FIGHT]:
                fire(state, T_START_OF_FIGHT, unit)
        elif self.seat + 1 < state.settings.seats:
            self.seat += 1
            self.place = 0
        else:
            self.step = FIGHT

    # ------------------------------------------------------------------------------------------------------ waiting

    def waiting(self, state: State) -> Decision | Roll:
        if self.step == FIRST_PLAYER:
            return Roll("first-player", NONE, len(self.best_teams(state)))  # the lot decides [KA 1.3.1.c]
        return Decision("timeline" if self.step == TIMELINES else "deployment", self.seat, self, state)

    def answer(self, state: State, answer: int) -> None:
        if self.step == FIRST_PLAYER:
            self.ranked.append(self.best_teams(state)[answer])
        elif self.step == TIMELINES:
            for unit in answers.units_of(answer):
                self.put_in_timeline(state, unit)
        else:
            unit, cell = answers.first_of(answer), answers.second_of(answer)
            self.left.remove(unit)
            stand(state, unit, cell)
            if state.log is not None:
                state.log.append((E_DEPLOYED, self.seat, unit, cell))

    def options(self, state: State) -> list[int]:
        if self.step == TIMELINES:
            tied = self.tied(state)
            if len(tied) > MOST_ORDERED:
                return [answers.pack_units([unit]) for unit in tied]
            return [answers.pack_units(order) for order in orders_of(tied)]
        free = [cell for cell in state.board.starts[self.seat] if state.occupant[cell] == EMPTY]
        return [answers.pack(answers.DEPLOY, unit, cell) for unit in self.left for cell in free]

    def conditions(self, state: State, answer: int) -> list[Condition]:
        if self.step == TIMELINES:
            return self.timeline_conditions(state, answer)
        is_deploy = answers.verb_of(answer) == answers.DEPLOY
        unit, cell = answers.first_of(answer), answers.second_of(answer)
        found = [Condition("wrong-verb", ("1.3.9",), is_deploy, {})]
        if is_deploy:
            free = state.board.is_on(cell) and state.occupant[cell] == EMPTY
            rows: int = state.settings.params.board.start_rows
            found += [
                Condition("not-an-option", ("1.3.9",), unit in self.left, {}),
                Condition(
                    "not-set-up-cell",
                    ("1.3.9",),
                    cell in state.board.starts[self.seat],
                    {"cell": format_cell(cell), "rows": rows},
                ),
                Condition(
                    "not-free",
                    ("1.3.9", "4.17.4"),
                    free,
                    {"cell": format_cell(cell)},
                ),
            ]
        return found

    def timeline_conditions(self, state: State, answer: int) -> list[Condition]:
        """What an order of tied units has to meet [KA 2.4.3.b]."""
        tied = self.tied(state)
        return [
            Condition(
                "wrong-verb",
                ("2.4.3.b",),
                answers.verb_of(answer) == answers.TIMELINE,
                {},
            ),
            Condition(
                "not-an-option",
                ("2.4.3.b",),
                answer in self.options(state),
                {"units": [state.names[unit] for unit in tied]},
            ),
        ]


# ----------------------------------------------------------------------------------------- where the releases differ


@procedure("initiative_tie", "more-krosmasters")
def more_krosmasters_go_first(one: list[int], other: list[int]) -> int:
    """Of teams that are still equal the one of more Krosmasters goes first [KA 1.3.1.b] [Ruling R7]."""
    return (len(one) > len(other)) - (len(one) < len(other))


@procedure("initiative_tie", "chance")
def chance_decides(one: list[int], other: list[int]) -> int:
    """Of teams that are still equal heads or tails decides [KA-2.2 103.1] [Ruling R7]."""
    return 0
