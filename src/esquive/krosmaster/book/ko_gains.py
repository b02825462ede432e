"""What a KO brings besides its Gallons of Glory: Wisdom, Prospecting and Loot.

[KA 4.9.25.a] [KA 4.9.26.a] [KA 4.9.29.a]
"""

from esquive.krosmaster.book.powers.selectors import has_type
from esquive.krosmaster.book.powers.values import loot_of, powers
from esquive.krosmaster.cards.library import KROSMASTER, P_LOOT, P_PROSPECTING, P_WISDOM
from esquive.krosmaster.releases.procedures import procedure
from esquive.krosmaster.table.events import E_KAMAS
from esquive.krosmaster.table.state import NONE, State


def is_duel(state: State, unit: int, author: int) -> bool:
    """Whether a Krosmaster was KO'd by an opposing Krosmaster."""
    profiles = state.library.profiles
    both = profiles[state.profile[unit]].piece == KROSMASTER and profiles[state.profile[author]].piece == KROSMASTER
    return both and state.enemies(unit, author)


def wisdom_of(state: State, unit: int, author: int) -> int:
    """The GG that Wisdom adds to a KO, of one Krosmaster by an opposing one."""
    if author == NONE or not is_duel(state, unit, author):
        return 0
    return state.settings.steps.wisdom(state, unit, author)


def pay_for_ko(state: State, unit: int, author: int) -> None:
    """Prospecting and Loot of a KO, by the powers that units have as it happens [KA 4.9.26.a] [KA 4.9.29.a].

    Not when the piece is removed: by then others KO'd in the same step may have gone first [Ruling R42] [Ruling R43].
    """
    if author == NONE or not state.enemies(unit, author):
        return
    gained = 0
    if is_duel(state, unit, author):
        prospectors = [
            own
            for own in range(len(state.cell))
            if (state.cell[own] or own == author)
            and state.owner[own] == state.owner[author]
            and powers(state, own) & P_PROSPECTING
        ]
        gained += len(prospectors) * state.settings.params.kamas.prospecting
    if powers(state, unit) & P_LOOT and state.settings.steps.loot(state, unit):
        gained += loot_of(state, unit)
    if gained:
        state.kamas[state.owner[author]] += gained
        if state.log is not None:
            state.log.append((E_KAMAS, state.owner[author], gained))


# ----------------------------------------------------------------------------------------- where the releases differ


@procedure("wisdom", "boss")
def wisdom_against_a_boss(state: State, unit: int, author: int) -> int:
    """One GG for the author's Wisdom against a Boss, one for the victim's against a Boss [KA 4.9.25.a]."""
    boss = has_type(state, unit, "boss") and powers(state, author) & P_WISDOM
    wise = has_type(state, author, "boss") and powers(state, unit) & P_WISDOM
    each: int = state.settings.params.gg.wisdom
    return (each if boss else 0) + (each if wise else 0)


@procedure("wisdom", "any-krosmaster")
def wisdom_against_anybody(state: State, unit: int, author: int) -> int:
    """One GG for each of the two that has Wisdom [KA-2.2 307.31a]."""
    each: int = state.settings.params.gg.wisdom
    return (each if powers(state, author) & P_WISDOM else 0) + (each if powers(state, unit) & P_WISDOM else 0)


@procedure("loot", "any-piece")
def loot_of_any_piece(state: State, unit: int) -> bool:
    """Any piece with Loot pays when it is KO'd [KA 4.9.29.a]."""
    return True


@procedure("loot", "krosmaster")
def loot_of_a_krosmaster(state: State, unit: int) -> bool:
    """Only a Krosmaster with Loot does [KA-2.2 307.35a]."""
    return state.library.profiles[state.profile[unit]].piece == KROSMASTER
