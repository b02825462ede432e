"""Chapters 1.4 and 4.6: Gallons of Glory, winning and losing."""

from typing import Final

from esquive.core.frames import DRAW, UNDECIDED
from esquive.krosmaster.cards.library import KROSMASTER
from esquive.krosmaster.releases.procedures import procedure
from esquive.krosmaster.table.events import E_DRAWN_GAME, E_GG_LOST, E_GG_TAKEN, E_WON
from esquive.krosmaster.table.state import NONE, State

WILD: Final = -1


def decide(state: State, winner: int, reason: str, clause: str) -> None:
    """End the game: all opponents of the winner have lost [KA 1.4.1]."""
    if state.winner != UNDECIDED:
        return
    state.winner = winner
    state.over_reason = reason
    state.over_clause = clause
    if state.log is not None:
        state.log.append((E_WON, winner) if winner != DRAW else (E_DRAWN_GAME, NONE))


def opponents_of(state: State, seat: int) -> list[int]:
    """The players who are not on the seat's side, in turn order [KA 4.1.2]."""
    side_of = state.settings.side_of
    return [other for other in range(state.settings.seats) if side_of[other] != side_of[seat]]


def opponent_of(state: State, seat: int) -> int:
    """The opposing player of a duel; with four players the next opponent in turn order [KA 4.1.2]."""
    if not state.settings.has_four_players:
        return 1 - seat
    others = opponents_of(state, seat)
    return next((other for other in others if other > seat), others[0])


def first_of_side(state: State, seat: int) -> int:
    """The first seat of a seat's side: partners win together, in its name [KA 9.3.2]."""
    side_of = state.settings.side_of
    return side_of.index(side_of[seat])


def has_krosmaster(state: State, seat: int) -> bool:
    """Whether the seat still controls a Krosmaster in play [KA 9.2.5] [Ruling R104]."""
    return any(state.cell[unit] for unit in state.timeline[seat])


def take_gg(state: State, taker: int, giver: int, number: int) -> None:
    """Take GG: the wild GG first, then from the giver as many as there are [KA 4.6.2] [Ruling R16].

    Victory is checked after the transfer [KA 1.4.1] [Ruling R18].
    """
    if number <= 0:
        return
    wild = min(number, state.wild_gg)
    if wild:
        state.wild_gg -= wild
        state.gg[taker] += wild
        if state.log is not None:
            state.log.append((E_GG_TAKEN, taker, WILD, wild))
    stolen = min(number - wild, state.gg[giver])
    if stolen:
        state.gg[giver] -= stolen
        state.gg[taker] += stolen
        if state.log is not None:
            state.log.append((E_GG_TAKEN, taker, giver, stolen))
    check_gg(state)


def lose_gg(state: State, seat: int, number: int) -> None:
    """A player loses GG, which leave the game [KA 5.2.3] [Ruling R15]. Victory is not checked here."""
    lost = min(number, state.gg[seat])
    state.gg[seat] -= lost
    if state.log is not None and lost:
        state.log.append((E_GG_LOST, seat, lost))


def check_gg(state: State) -> None:
    """Once the wild GG has gone, the only player who still has GG wins [KA 1.4.1] [KA 1.4.2] [KA 4.6.1] [Ruling R13].

    When nobody has any left the game is a draw, unless the option says to go on [Ruling R14].
    """
    if state.wild_gg or state.winner != UNDECIDED:
        return
    holders = [seat for seat in range(state.settings.seats) if state.gg[seat] > 0]
    sides = {state.settings.side_of[seat] for seat in holders}
    if len(sides) == 1:
        decide(state, first_of_side(state, holders[0]), "the only player who still has Gallons of Glory", "1.4.1")
    elif not sides and state.settings.options["double_with_one_gg"] == "draw":
        decide(state, DRAW, "no player has any Gallon of Glory left", "1.4.1")


def check_last_krosmaster(state: State) -> None:
    """The only side that still has a Krosmaster in play wins, whatever the GG [KA 1.4.3] [KA 9.3.2] [Ruling R19]."""
    if state.winner != UNDECIDED:
        return
    library = state.library
    sides: dict[int, int] = {}
    for unit in range(len(state.cell)):
        if state.cell[unit] and library.profiles[state.profile[unit]].piece == KROSMASTER:
            sides[state.settings.side_of[state.owner[unit]]] = state.owner[unit]
    if len(sides) == 1:
        winner = first_of_side(state, next(iter(sides.values())))
        decide(state, winner, "the only player who still has a Krosmaster in the arena", "1.4.3")
    elif not sides:
        decide(state, DRAW, "no player has a Krosmaster in the arena", "1.4.3")


# ----------------------------------------------------------------------------------------- where the releases differ


@procedure("contradiction", "prohibition")
def the_wild_gg_keeps_the_game_going(state: State, before: list[int]) -> None:
    """After a double, with the GG from before it: one rule lets a player win as the other loses his last GG, another
    says that nobody wins while the wild GG is there; the prohibition prevails.

    [KA 1.5.2] [KA 1.4.2] [KA 5.2.3] [Ruling R2] [Ruling R13]
    """
    check_gg(state)


@procedure("contradiction", "permission")
def the_last_gg_lost_to_a_double_decides(state: State, before: list[int]) -> None:
    """The rule that permits prevails: who loses his last GG to a double has lost, unless neither player has any left.

    [KA-2.2 105.2] [KA-2.2 402.1] [KA-2.2 104.2] [Ruling R2]
    """
    emptied = [seat for seat, gg in enumerate(before) if gg and not state.gg[seat]]
    if len(emptied) == 1 and state.gg[opponent_of(state, emptied[0])]:
        winner = opponent_of(state, emptied[0])
        decide(state, winner, "the opponent lost the last Gallon of Glory to a double", "5.2.3")
    check_gg(state)
