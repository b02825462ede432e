"""Who, how much, and whether: the selectors, amounts and conditions of card effects, evaluated on a state.

A `Scope` says whose effect it is, what the spell targets and which event set it off [KA 4.18.2]. Allied and opposing
are always seen by the player who controls the effect [KA 4.18.2.d]; adjacent means adjacent to the effect's owner
unless the selector says otherwise [KA 4.18.2.c] [Ruling R115].
"""

from typing import Any

from esquive.krosmaster.board import is_adjacent, is_aligned
from esquive.krosmaster.effects import who
from esquive.krosmaster.library import KROSMASTER, MECHANISM, MOB
from esquive.krosmaster.state import AP, MP, NONE, State


class Scope:
    """Whose effect is being applied, and on what: owner, its seat and cell, the spell's main cell and targets."""

    __slots__ = ("criticals", "main", "origin", "owner", "seat", "spell", "subject", "targets")

    def __init__(self, owner: int, seat: int, origin: int) -> None:
        self.owner = owner
        self.seat = seat
        self.origin = origin
        self.main = origin
        self.targets: list[int] = []
        self.subject = NONE
        self.spell = NONE
        self.criticals = 0


def owner_scope(state: State, owner: int) -> Scope:
    """The scope of an effect that a unit has by itself; its cell is the last one it stood on [Ruling R45]."""
    return Scope(owner, state.owner[owner], state.cell[owner] or state.last_cell[owner])


def has_type(state: State, unit: int, name: str) -> bool:
    """Whether the unit counts as this type, family or name [KA 4.18.9] [Ruling R84]."""
    return state.library.profiles[state.profile[unit]].has_type(name)


def count_type(state: State, name: str) -> int:
    """How many units in play, of either side, are of this type [Ruling R114]."""
    return sum(1 for unit in state.units_in_play() if has_type(state, unit, name))


def matches_kind(state: State, kind: str, unit: int) -> bool:
    """Whether the unit is of the kind: Krosmaster, summon, mob, mechanism or character [KA 4.3.3] [KA 4.3.4]."""
    profile = state.library.profiles[state.profile[unit]]
    if kind == "krosmaster":
        return profile.piece == KROSMASTER
    if kind == "summon":
        return profile.piece != KROSMASTER
    if kind == "mob":
        return profile.piece == MOB
    if kind == "mechanism":
        return profile.piece == MECHANISM or not profile.has_mp
    return profile.is_character


def matches(state: State, selector: who.Selector, unit: int, scope: Scope, target: int) -> bool:
    """Whether the unit passes the selector's filters; `target` is the target looked at, for `adjacent_to`."""
    if selector.side != "any":
        allied = state.settings.side_of[state.owner[unit]] == state.settings.side_of[scope.seat]
        if allied != (selector.side == "ally"):
            return False
    if selector.kind != "any" and not matches_kind(state, selector.kind, unit):
        return False
    if selector.type is not None and not has_type(state, unit, selector.type):
        return False
    if selector.not_type is not None and has_type(state, unit, selector.not_type):
        return False
    if selector.other and unit == scope.owner:
        return False
    if selector.min_level is not None and state.level[unit] < selector.min_level:
        return False
    if selector.max_level is not None and state.level[unit] > selector.max_level:
        return False
    if selector.adjacent_to is not None:
        if selector.adjacent_to == "self":
            centre = state.cell[scope.owner] or scope.origin
        elif selector.adjacent_to == "target":
            centre = state.cell[target] if target != NONE else scope.main
        else:
            centre = state.cell[scope.subject] if scope.subject != NONE else 0
        if not state.cell[unit] or not is_adjacent(state.cell[unit], centre):
            return False
    return True


def select(state: State, selector: who.Selector, scope: Scope, target: int = NONE) -> list[int]:
    """The units a selector means, all of them in play [KA 4.18.6], in the order they came into the game."""
    if selector.who == "self":
        start = [scope.owner]
    elif selector.who == "targets":
        start = scope.targets
    elif selector.who == "main":
        start = [unit for unit in scope.targets if state.cell[unit] == scope.main]
    elif selector.who == "subject":
        start = [scope.subject] if scope.subject != NONE else []
    else:
        start = state.units_in_play()
    return [unit for unit in start if state.cell[unit] and matches(state, selector, unit, scope, target)]


def amount(state: State, value: Any, scope: Scope, target: int = NONE) -> int:
    """How much an amount comes to, for the target looked at."""
    if isinstance(value, int):
        return value
    if isinstance(value, who.PerUnit):
        return value.x * len(select(state, value.of, scope, target))
    if isinstance(value, who.PerInjury):
        return value.x * (state.injuries[scope.owner] // value.every)
    if isinstance(value, who.PerUnspent):
        return value.x * (state.ap[scope.owner] + state.mp[scope.owner])
    if isinstance(value, who.PerCritical):
        return value.x * scope.criticals
    per_kama: int = value.x * min(state.kamas[scope.seat] // value.every, value.max)
    return per_kama


def holds(state: State, condition: Any, scope: Scope, target: int = NONE) -> bool:
    """Whether a condition of an effect holds now; None always does [KA 4.18.4.e]."""
    if condition is None:
        return True
    if isinstance(condition, who.CountIs):
        count = len(select(state, condition.of, scope, target))
        return count >= condition.min and (condition.max is None or count <= condition.max)
    if isinstance(condition, who.InjuriesAre):
        injuries = state.injuries[scope.owner]
        return injuries >= condition.min and (condition.max is None or injuries <= condition.max)
    if isinstance(condition, who.AvengersAre):
        return count_type(state, "avenger") + count_type(state, "vigilante") >= condition.x
    if isinstance(condition, who.VillainsAre):
        return count_type(state, "villain") >= condition.x
    if isinstance(condition, who.Not):
        return not holds(state, condition.that, scope, target)
    if isinstance(condition, who.All):
        return all(holds(state, part, scope, target) for part in condition.of)
    if isinstance(condition, who.AnyOf):
        return any(holds(state, part, scope, target) for part in condition.of)
    return _holds_of_position(state, condition, scope, target)


def _holds_of_position(state: State, condition: Any, scope: Scope, target: int) -> bool:
    owner_cell = state.cell[scope.owner] or scope.origin
    if isinstance(condition, who.InTerritory):
        return in_opponent_territory(state, scope.seat, owner_cell)
    if isinstance(condition, who.IsAligned):
        return is_aligned(owner_cell, scope.main)
    if isinstance(condition, who.OnCrate):
        return state.board.is_crate(owner_cell)
    if isinstance(condition, who.FirstCast):
        if condition.spells == "attack":
            return state.attacks_cast <= 1
        return not state.cast_turn >> scope.spell & 1
    if isinstance(condition, who.HasMarkers):
        looked_at = target if target != NONE else scope.owner
        markers = markers_of(state, looked_at, ("ap", "mp", "range").index(condition.stat))
        return (markers * condition.sign > 0) != condition.no
    if isinstance(condition, who.InflictedThisTurn):
        for pair in state.inflicted:
            victim = pair & 255
            if condition.on.who == "targets" and victim not in (scope.targets if target == NONE else [target]):
                continue
            if pair >> 8 == scope.owner and matches(state, condition.on, victim, scope, target):
                return True
        return False
    raise TypeError(f"no reading for the condition {condition!r}")


def markers_of(state: State, unit: int, stat: int) -> int:
    """The net number of +1/-1 markers of a stat on a unit [KA 4.11.8]."""
    if stat == AP:
        return state.ap_markers[unit]
    if stat == MP:
        return state.mp_markers[unit]
    return state.range_markers[unit]


def in_opponent_territory(state: State, seat: int, cell: int) -> bool:
    """Whether a cell lies in the territory of some opponent of the seat [KA 4.20.1] [Ruling R96]."""
    settings = state.settings
    for other in range(settings.seats):
        if settings.side_of[other] != settings.side_of[seat]:
            if state.board.territory(settings.sides[other]) >> cell & 1:
                return True
    return False
