"""The invariants as one quick question a position: is all well? For games by the hundred thousand.

`Watch` asks of a position what `invariants.check` and `check_change` ask, in plain loops and without a word; who is
told that something is wrong asks them what it is. What can only break when certain lists change is looked at again
only when they have changed since they were last found in order. Tests hold the two against each other.
"""

from esquive.core.frames import UNDECIDED
from esquive.core.waiting import Decision, Over, Roll
from esquive.krosmaster.book.powers.values import max_hp, max_stat
from esquive.krosmaster.book.rewards import PurchaseFrame
from esquive.krosmaster.cards.library import KROSMASTER
from esquive.krosmaster.cards.ops.continuous import M_HP
from esquive.krosmaster.table.board import BUSH, OFF_BOARD, TREE, WALL, Board
from esquive.krosmaster.table.entries import C_UNIT
from esquive.krosmaster.table.state import (
    ACTIVATION,
    AP,
    BLOCKED,
    EMPTY,
    MP,
    NONE,
    SETUP,
    State,
)
from esquive.lab.krosmaster.frost import frost_broken
from esquive.lab.krosmaster.invariants import (
    INSPIRATIONS,
    being_knocked_out,
    indices_broken,
    rewards_broken,
    timelines_broken,
)
from esquive.lab.krosmaster.scenery import left_by_scenery, scenery_broken


class Watch:
    """What was seen of a game so far: the position before the last answer, and lists that were in order.

    `before` is a copy, so whatever an answer changed can be told of afterwards.
    """

    __slots__ = ("_board", "_empty", "_indices", "_names", "_rewards", "_timelines", "before")

    before: State
    _board: Board
    _empty: list[int]
    _names: list[str]
    _rewards: tuple[list[tuple[int, ...]], list[int], list[int], list[int], list[int], list[int]] | None
    _timelines: tuple[list[tuple[int, ...]], list[int], list[int]] | None
    _indices: (
        tuple[
            list[bool],
            list[int],
            list[tuple[int, ...]],
            list[tuple[int, ...]],
            list[int],
            list[tuple[tuple[int, int], ...]],
            list[tuple[tuple[int, int], ...]],
        ]
        | None
    )

    def __init__(self, state: State) -> None:
        self.before = state.copy()
        self.look_at(state.board.base)
        self._names = []
        self._rewards = None
        self._timelines = None
        self._indices = None

    def look_at(self, board: Board) -> None:
        """Note which cells are impassable: on another board, once an Ice Cube has moved or scenery is destroyed."""
        self._board = board
        self._empty = [BLOCKED if kind in (WALL, TREE, BUSH) else EMPTY for kind in board.kinds]

    def remember(self, state: State) -> None:
        """Keep the position as it is before an answer, or after somebody drew it anew."""
        self.before = state.copy()

    def is_sound(self, state: State, waiting: Decision | Roll | Over, options: list[int]) -> bool:
        """Whether the position breaks no invariant, nor does the way to it from `before`.

        `waiting` is what the position waits for and `options` the answers, when it is a decision.
        """
        return (
            self.are_columns(state)
            and self.is_scenery(state)
            and self.are_units(state)
            and self.are_lists(state)
            and not frost_broken(state)
            and is_turn(state)
            and is_waiting(state, waiting, options)
            and (self.before.phase == SETUP or is_change(self.before, state))
        )

    def are_columns(self, state: State) -> bool:
        """Every column has one entry a unit, and no two units share a name."""
        units = len(state.names)
        if state.names != self._names:
            if len(set(state.names)) != units:
                return False
            self._names = state.names.copy()
        return (
            len(state.profile) == units
            and len(state.owner) == units
            and len(state.cell) == units
            and len(state.last_cell) == units
            and len(state.injuries) == units
            and len(state.ap) == units
            and len(state.mp) == units
            and len(state.ap_markers) == units
            and len(state.mp_markers) == units
            and len(state.range_markers) == units
            and len(state.range_turn) == units
            and len(state.gained) == units
            and len(state.inspired) == units
            and len(state.level) == units
            and len(state.summoner) == units
            and len(state.ko) == units
            and len(state.used_game) == units
            and len(state.rewards) == units
        )

    def is_scenery(self, state: State) -> bool:
        """Ice Cubes are on the rink, and what is damaged still stands; looked at when something is not as set up."""
        if state.board is not self._board:
            self.look_at(state.board)
        elif not state.scenery_injuries:
            return True
        return not scenery_broken(state)

    def are_units(self, state: State) -> bool:
        """Each unit by itself: where it stands, its gauges and markers, its injuries, its summoner [KA 4.10.1]."""
        expected = self._empty.copy()
        undecided = state.winner == UNDECIDED
        down = being_knocked_out(state) if undecided and (state.koed or len(state.stack) > 1) else set()
        lying = 0
        for unit, cell in enumerate(state.cell):
            profile = state.library.profiles[state.profile[unit]]
            if cell == OFF_BOARD:
                if state.ap_markers[unit] or state.mp_markers[unit] or state.range_markers[unit]:
                    return False
            else:
                if not 0 < cell < len(expected) or self._empty[cell] == BLOCKED:
                    return False
                if profile.is_obstacle:
                    expected[cell] = unit
                else:
                    lying += 1
                    if state.floor.count(unit) != 1:
                        return False
            if not has_gauges(state, unit, profile.has_ap, profile.has_mp):
                return False
            if state.inspired[unit]:
                if state.inspired[unit] & ~INSPIRATIONS or not cell or profile.piece != KROSMASTER:
                    return False
            if state.level[unit] < 0:
                return False
            if undecided and not is_alive(state, unit, cell, profile.has_hp, profile.hp, down):
                return False
        return lying == len(state.floor) and state.occupant == expected

    def are_lists(self, state: State) -> bool:
        """What is kept in order beside the units: KO's, rewards, Timelines, indices, effects and stocks."""
        if state.winner == UNDECIDED and (state.koed or state.authors):
            if len(state.koed) != len(state.authors) or len(set(state.koed)) != len(state.koed):
                return False
            for unit in state.koed:
                if not state.cell[unit]:
                    return False
        for effect in state.lasting:
            if not state.cell[effect[C_UNIT]]:
                return False
        if state.special_markers:
            placers = [placer for _, placer, _ in state.special_markers]
            for _, placer, bearer in state.special_markers:
                if not state.cell[placer] or not state.cell[bearer]:
                    return False
            if max(map(placers.count, placers)) > state.settings.params.markers.special_per_placer:
                return False
        return are_stocks(state) and self.are_rewards(state) and self.are_timelines(state) and self.are_indices(state)

    def are_rewards(self, state: State) -> bool:
        """The rewards, looked at again when a token, a holder or a level have changed or one is being bought."""
        for frame in state.stack:
            if isinstance(frame, PurchaseFrame):
                self._rewards = None
        seen = self._rewards
        if (
            seen is not None
            and state.rewards == seen[0]
            and state.pool == seen[1]
            and state.piles_up == seen[2]
            and state.piles_closed == seen[3]
            and state.level == seen[4]
            and state.profile == seen[5]
        ):
            return True
        if rewards_broken(state):
            return False
        self._rewards = (
            state.rewards.copy(),
            state.pool.copy(),
            state.piles_up.copy(),
            state.piles_closed.copy(),
            state.level.copy(),
            state.profile.copy(),
        )
        return True

    def are_timelines(self, state: State) -> bool:
        """The Timelines, looked at again when one, or the units of a player, have changed."""
        if state.phase == SETUP:
            return not timelines_broken(state)
        seen = self._timelines
        if seen is not None and state.timeline == seen[0] and state.owner == seen[1] and state.profile == seen[2]:
            return True
        if timelines_broken(state):
            return False
        self._timelines = (state.timeline.copy(), state.owner.copy(), state.profile.copy())
        return True

    def are_indices(self, state: State) -> bool:
        """The indices, looked at again when they, or what they are worked out from, have changed.

        Where powers are copied, they are always looked at: whose they are depends on more than can be remembered.
        """
        seen = self._indices
        in_play = [cell != OFF_BOARD for cell in state.cell]
        if (
            seen is not None
            and not state.library.copies
            and in_play == seen[0]
            and state.profile == seen[1]
            and state.rewards == seen[2]
            and state.lasting == seen[3]
            and state.gained == seen[4]
            and state.listeners == seen[5]
            and state.statics == seen[6]
        ):
            return True
        if indices_broken(state):
            return False
        self._indices = (
            in_play,
            state.profile.copy(),
            state.rewards.copy(),
            state.lasting.copy(),
            state.gained.copy(),
            state.listeners.copy(),
            state.statics.copy(),
        )
        return True


def has_gauges(state: State, unit: int, has_ap: bool, has_mp: bool) -> bool:
    """Only the active unit has AP and MP; a printed dash has neither points nor markers [KA 4.11.3] [KA 4.11.6]."""
    ap, mp = state.ap[unit], state.mp[unit]
    if ap < 0 or mp < 0 or ((ap or mp) and unit != state.active_unit):
        return False
    if not has_ap and (ap or state.ap_markers[unit]):
        return False
    return has_mp or not (mp or state.mp_markers[unit])


def is_alive(state: State, unit: int, cell: int, has_hp: bool, hp: int, down: set[int]) -> bool:
    """Fewer injuries than HP, nothing left to whoever is KO'd, a summoner that is somebody else [KA 4.10.2].

    HP that are lent are worked out for whoever has injuries; the others are left to `check`.
    """
    injuries = state.injuries[unit]
    if injuries < 0 or (injuries and (not has_hp or not cell)):
        return False
    if cell and has_hp and unit not in down:
        if injuries and state.statics[M_HP]:
            hp = max_hp(state, unit)
        if injuries >= hp and (injuries or not state.statics[M_HP]):
            return False
    if state.ko[unit] and (cell or state.rewards[unit]):
        return False
    summoner = state.summoner[unit]
    return summoner == NONE or (0 <= summoner < len(state.cell) and summoner != unit)


def are_stocks(state: State) -> bool:
    """Nobody owes GG or Kamas, and no cell holds fewer than none [KA 4.5.1] [KA 4.6.1]."""
    if state.wild_gg < 0:
        return False
    for gg in state.gg:
        if gg < 0:
            return False
    for kamas in state.kamas:
        if kamas < 0:
            return False
    for kamas in state.kamas_on.values():
        if kamas < 0:
            return False
    return True


def is_turn(state: State) -> bool:
    """The active unit is the active player's, and in its Activation Phase there is one [KA 5.5.1] [KA 6.3.1]."""
    unit = state.active_unit
    if unit != NONE:
        if not 0 <= unit < len(state.cell) or state.owner[unit] != state.active_seat:
            return False
    elif state.phase == ACTIVATION and state.winner == UNDECIDED:
        return False
    return len(state.acted) < 2 or len(set(state.acted)) == len(state.acted)


def is_waiting(state: State, waiting: Decision | Roll | Over, options: list[int]) -> bool:
    """Somebody can always answer; nothing is on standby when a unit is asked to act [KA 7.2.9.a]."""
    if isinstance(waiting, Over):
        return state.winner != UNDECIDED and bool(waiting.reason) and bool(waiting.clause)
    if state.winner != UNDECIDED:
        return False
    if isinstance(waiting, Roll):
        return waiting.total() > 0
    if not options or len(set(options)) != len(options) or not 0 <= waiting.seat < state.settings.seats:
        return False
    if waiting.kind == "activation":
        if state.standby or state.koed:
            return False
        unit = state.active_unit
        return bool(state.cell[unit]) and waiting.seat == state.owner[unit]
    return True


def is_change(before: State, state: State) -> bool:
    """Whether one answer may lead from one position, not of the set-up, to the other; see `check_change`."""
    if not 0 <= state.turn - before.turn <= 1 or sum(state.gg) + state.wild_gg > sum(before.gg) + before.wild_gg:
        return False
    if state.kamas_on != before.kamas_on:
        for cell, kamas in state.kamas_on.items():
            held = before.kamas_on.get(cell, 0)
            if kamas > held and kamas > held + left_by_scenery(state, before.board, cell):
                return False
    if state.pool != before.pool or state.piles_closed != before.piles_closed:
        if not are_tokens_drawn(before, state):
            return False
    if state.ap_markers != before.ap_markers and is_over_the_cap(before, state, AP):
        return False
    if state.mp_markers != before.mp_markers and is_over_the_cap(before, state, MP):
        return False
    if state.winner == UNDECIDED:
        for unit, cell in enumerate(before.cell):
            summoner = state.summoner[unit]
            if cell and summoner != NONE and state.cell[unit] and before.cell[summoner] and not state.cell[summoner]:
                return False
    return True


def are_tokens_drawn(before: State, state: State) -> bool:
    """Each token that comes to light leaves one stack of its rank [KA 4.7.4]."""
    drawn = [0] * len(state.settings.rank_names)
    for index, reward in enumerate(state.library.rewards):
        drawn[reward.rank] += before.pool[index] - state.pool[index]
    for pile, closed in enumerate(state.piles_closed):
        drawn[pile // state.settings.piles_per_rank] -= before.piles_closed[pile] - closed
    return not any(drawn)


def is_over_the_cap(before: State, state: State, stat: int) -> bool:
    """Whether a unit received more -1 markers than its MAX, exchanges apart [KA 4.11.7] [KA 7.5.20.a]."""
    had_all = before.ap_markers if stat == AP else before.mp_markers
    has_all = state.ap_markers if stat == AP else state.mp_markers
    for unit, had in enumerate(had_all):
        has = has_all[unit]
        if has < had and has < 0 and has not in had_all:
            if has < -max(max_stat(before, unit, stat), max_stat(state, unit, stat)):
                return True
    return False
