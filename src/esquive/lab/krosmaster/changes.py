"""What the way from one position to a later one must keep; what a position by itself must keep is in `invariants`."""

from esquive.core.frames import UNDECIDED
from esquive.krosmaster.book.powers.values import max_stat
from esquive.krosmaster.table.board import Board, format_cell
from esquive.krosmaster.table.state import AP, MP, NONE, STAT_NAMES, State
from esquive.lab.krosmaster.scenery import left_by_scenery


class Totals:
    """What a position is remembered by, to see what an answer changed; `totals_of` makes one.

    `gg` are all GG in the game, `pool` and `closed` the unseen tokens and the closed stacks by rank, `markers` and
    `most` the -1/+1 markers and the MAX of each unit, AP first, `cell` where each unit is.
    """

    __slots__ = ("board", "cell", "closed", "gg", "kamas_on", "markers", "most", "pool", "turn")

    def __init__(self, board: Board) -> None:
        self.board = board
        self.gg = 0
        self.turn = 0
        self.cell: list[int] = []
        self.kamas_on: dict[int, int] = {}
        self.pool: list[int] = []
        self.closed: list[int] = []
        self.markers: list[list[int]] = []
        self.most: list[list[int]] = []


def totals_of(state: State) -> Totals:
    """The totals, markers and MAX of a position as they are."""
    totals = Totals(state.board)
    rewards = state.library.rewards
    totals.gg = sum(state.gg) + state.wild_gg
    totals.turn = state.turn
    totals.cell = state.cell.copy()
    totals.kamas_on = dict(state.kamas_on)
    piles = state.settings.piles_per_rank
    for rank in range(len(state.settings.rank_names)):
        totals.pool.append(sum(count for index, count in enumerate(state.pool) if rewards[index].rank == rank))
        totals.closed.append(sum(state.piles_closed[rank * piles : (rank + 1) * piles]))
    totals.markers = [state.ap_markers.copy(), state.mp_markers.copy()]
    totals.most = [[max_stat(state, unit, stat) for unit in range(len(state.cell))] for stat in (AP, MP)]
    return totals


def check_change(before: Totals, state: State) -> list[str]:
    """Every invariant that the way from one position to a later one breaks; `before` was taken in play, not in set-up.

    GG only change hands or leave the game [KA 4.6.2] [KA 5.2.3], Kamas on cells only go, each token that comes to light
    leaves one stack, and nobody receives more -1 markers than its MAX [KA 4.11.7] but by an exchange [KA 7.5.20.a].
    """
    now = totals_of(state)
    found: list[str] = []
    if now.gg > before.gg:
        found.append(f"there are {now.gg} GG in the game and were {before.gg}")
    for cell, kamas in now.kamas_on.items():
        left = left_by_scenery(state, before.board, cell)
        if kamas > before.kamas_on.get(cell, 0) + left:
            found.append(f"{format_cell(cell)} holds {kamas} Kamas and held {before.kamas_on.get(cell, 0)}")
    for rank, name in enumerate(state.settings.rank_names):
        seen, drawn = before.pool[rank] - now.pool[rank], before.closed[rank] - now.closed[rank]
        if seen != drawn:
            found.append(f"{seen} {name} tokens came to light and {drawn} left the stacks")
    if not 0 <= now.turn - before.turn <= 1:
        found.append(f"turn {now.turn} follows turn {before.turn}")
    for stat in (AP, MP):
        found += _over_the_cap(state, before, now, stat)
    return found + _left_behind(state, before)


def _left_behind(state: State, before: Totals) -> list[str]:
    """Summons that stay when their summoner leaves; one that came afterwards stays [KA 4.10.2.a] [Ruling R41]."""
    found: list[str] = []
    for unit, cell in enumerate(before.cell):
        summoner = state.summoner[unit]
        if cell and state.cell[unit] and summoner != NONE and before.cell[summoner] and not state.cell[summoner]:
            if state.winner == UNDECIDED:
                found.append(f"{state.names[unit]} is in play and its summoner {state.names[summoner]} has left")
    return found


def _over_the_cap(state: State, before: Totals, now: Totals, stat: int) -> list[str]:
    """Units that received more -1 markers than their MAX; markers exchanged were on somebody before."""
    found: list[str] = []
    for unit, had in enumerate(before.markers[stat]):
        has = now.markers[stat][unit]
        cap = max(before.most[stat][unit], now.most[stat][unit])
        if has < had and has < -cap and has not in before.markers[stat]:
            found.append(
                f"{state.names[unit]} went from {had} to {has} {STAT_NAMES[stat]} markers, its MAX being {cap}"
            )
    return found
