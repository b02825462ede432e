"""Chapter 4.4: allies: which units of a player's side are allied or opposing for the texts that say so."""

from typing import Any

from esquive.krosmaster.cards.library import KROSMASTER, MECHANISM
from esquive.krosmaster.releases.procedures import procedure
from esquive.krosmaster.table.state import State


def has_relation(state: State, unit: int, side: str) -> bool:
    """Whether a unit of its player's side is one for texts that say ally or opposing; every character is.

    An Allied Unit is any piece of the team, also a Bomb, which is no Ally, but never a Trap that is nobody's.
    [KA-2.2 303.1] [KA-2.2 303.2] [KA-2.2 315.4a] [KA-2.2 315.6a]
    """
    profile = state.library.profiles[state.profile[unit]]
    if profile.is_character:
        return True
    steps = state.settings.steps
    if side == "allied-unit" and profile.is_bomb:
        return True
    return steps.mechanism_side(state, unit) and (side != "ally" or steps.allies(state, unit))


# ----------------------------------------------------------------------------------------- where the releases differ


@procedure("allies", "units")
def any_unit_is_an_ally(state: State, unit: int) -> bool:
    """An Ally is any unit of the team [KA 4.4.3] [KA 4.4.4] [Ruling R85]."""
    return True


@procedure("allies", "characters")
def a_character_is_an_ally(state: State, unit: int) -> bool:
    """An Ally is a character of the team [KA-2.2 303.3] [KA-2.2 303.4] [Ruling R85]."""
    return state.library.profiles[state.profile[unit]].is_character


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


@procedure("no_mp", "mechanism")
def without_mp_a_mechanism(profile: Any) -> bool:
    """Whether a card is a character: not without MP, even a Krosmaster's [KA 4.3.4.a] [KA 4.3.4.b] [Ruling R103]."""
    return bool(profile.has_mp and profile.piece != MECHANISM)


@procedure("no_mp", "character")
def every_krosmaster_a_character(profile: Any) -> bool:
    """Only a summon without MP is a mechanism; a Krosmaster locks and is an Ally even so.

    [KA-2.2 315.1d] [KA-2.2 310.1] [KA-2.2 303.3] [Ruling R103]
    """
    return bool(profile.piece == KROSMASTER or (profile.has_mp and profile.piece != MECHANISM))
