"""What a seat cannot know, dealt anew: a position it could just as well be in, for agents that must not peek.

The only secrets of the game are the other players' face-down Demonic Rewards, those that left the game with a KO'd
Krosmaster included. Backs show the rank, so a hidden token is exchanged with the unseen ones of its own rank: those
left in the stacks, and the other hidden ones.
"""

from random import Random

from esquive.core.waiting import Decision
from esquive.krosmaster.table.entries import UP, reward_of, token_of
from esquive.krosmaster.table.state import State


def hide(state: State, seat: int, rng: Random) -> State:
    """A copy in which everything the seat cannot see has been dealt anew, each possible deal by its odds [KA 4.7.8.b].

    What the seat may see of the copy and of the original is the same.
    """
    other = state.copy()
    hidden: list[tuple[int, int]] = []
    for unit, entries in enumerate(other.rewards):
        if entries and state.owner[unit] != seat:
            hidden += [(unit, place) for place, entry in enumerate(entries) if not entry & UP]
    gone = [place for place, token in enumerate(other.buried) if state.owner[token >> 12] != seat]
    if not hidden and not gone:
        return other
    other.pool = list(other.pool)  # copies share it, and `buried`, with their original
    other.buried = list(other.buried)
    for unit, place in hidden:
        other.pool[reward_of(other.rewards[unit][place])] += 1
    for place in gone:
        other.pool[other.buried[place] & 4095] += 1
    by_rank = [_unseen(other, rank) for rank in range(len(state.settings.rank_names))]
    for tokens in by_rank:
        rng.shuffle(tokens)
    for unit, place in hidden:
        rank = state.library.rewards[reward_of(state.rewards[unit][place])].rank
        token = by_rank[rank].pop()
        other.pool[token] -= 1
        held = list(other.rewards[unit])
        held[place] = token_of(token)
        other.rewards[unit] = tuple(held)
    for place in gone:
        unit, was = state.buried[place] >> 12, state.buried[place] & 4095
        token = by_rank[state.library.rewards[was].rank].pop()
        other.pool[token] -= 1
        other.buried[place] = unit << 12 | token
    return other


def decks(state: State) -> list[list[int]]:
    """The unseen tokens by rank, as indices of rewards, one entry a token."""
    return [_unseen(state, rank) for rank in range(len(state.settings.rank_names))]


def concealed(state: State, seat: int) -> list[int]:
    """The rewards that a seat alone has seen, on its Krosmasters or gone with them."""
    units = [unit for unit in range(len(state.owner)) if state.owner[unit] == seat]
    held = [reward_of(entry) for unit in units for entry in state.rewards[unit] if not entry & UP]
    return held + [token & 4095 for token in state.buried if state.owner[token >> 12] == seat]


def might_reveal(state: State) -> bool:
    """Whether, for all the others can tell, the unit that acts might reveal a reward [KA 6.3.7] [KA 4.7.8.b].

    It hangs on what lies face down: a second piece of equipment of a type cannot be turned up [KA 4.7.11.a].
    """
    waiting = state.waiting
    if not isinstance(waiting, Decision) or waiting.kind != "activation" or state.revealed >= state.settings.reveals:
        return False
    return any(not entry & UP for entry in state.rewards[state.active_unit])


def _unseen(state: State, rank: int) -> list[int]:
    """Every token of a rank that may be anywhere, one entry a token."""
    return [
        index
        for index, count in enumerate(state.pool)
        if state.library.rewards[index].rank == rank
        for _ in range(count)
    ]
