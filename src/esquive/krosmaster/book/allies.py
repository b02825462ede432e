"""Chapter 4.4: allies: which units of a player's side are allied or opposing for the texts that say so."""

from esquive.krosmaster.cards.library import KROSMASTER
from esquive.krosmaster.releases.procedures import procedure
from esquive.krosmaster.table.state import State


def has_relation(state: State, unit: int, side: str) -> bool:
    """Whether a unit of its player's side is one for texts that say ally or opposing; every character is."""
    if state.library.profiles[state.profile[unit]].is_character:
        return True
    steps = state.settings.steps
    return steps.mechanism_side(state, unit) and (side != "ally" or steps.allies(state, unit))


# ----------------------------------------------------------------------------------------- where the releases differ


@procedure("allies", "units")
def any_unit_is_an_ally(state: State, unit: int) -> bool:
    """An Ally is any unit of the team [KA 4.4.3] [KA 4.4.4] [Ruling R85]."""
    return True


@procedure("allies", "characters")
def a_character_is_an_ally(state: State, unit: int) -> bool:
    """An Ally is a character of the team, and a Krosmaster is one even without MP.

    [KA-2.2 303.3] [KA-2.2 303.4] [KA-2.2 315.1d] [Ruling R85]
    """
    profile = state.library.profiles[state.profile[unit]]
    return profile.is_character or profile.piece == KROSMASTER


@procedure("mechanism_side", "owner")
def mechanisms_take_sides(state: State, unit: int) -> bool:
    """Every unit is on its player's side [KA 4.3.5.b]."""
    return True


@procedure("mechanism_side", "nobody")
def bombs_and_traps_take_none(state: State, unit: int) -> bool:
    """Bombs and Traps are neither allied nor opposing, whoever controls them.

    [KA-2.2 315.4a] [KA-2.2 315.6a] [Ruling R108]
    """
    profile = state.library.profiles[state.profile[unit]]
    return not (profile.is_bomb or profile.is_trap)
