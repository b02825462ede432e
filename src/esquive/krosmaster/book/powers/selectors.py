"""Who, how much, and whether: the selectors, amounts and conditions of card effects, evaluated on a state.

A `Scope` says whose effect it is, what the spell targets and which event set it off [KA 4.18.2]. Allied and opposing
are always seen by the player who controls the effect [KA 4.18.2.d]; adjacent means adjacent to the effect's owner
unless the selector says otherwise [KA 4.18.2.c] [Ruling R115].
"""

from typing import Any, Final

from msgspec import structs

from esquive.core.columns import fields
from esquive.krosmaster.book.allies import has_relation
from esquive.krosmaster.book.powers.marker_counts import frozen_markers_of, gained_markers, lost_markers, markers_of
from esquive.krosmaster.cards import who
from esquive.krosmaster.cards.library import ELEMENT_NAMES, KROSMASTER, MOB, NEUTRAL, keyword_mask
from esquive.krosmaster.cards.ops.continuous import M_TYPES, GiveTypes
from esquive.krosmaster.table.board import DEMON, distance, is_adjacent, is_aligned
from esquive.krosmaster.table.entries import NO_HIT
from esquive.krosmaster.table.state import NONE, State

STATS: Final = ("ap", "mp", "range")


@fields
class Scope:
    """Whose effect is being applied, and on what: the one context in which targets, amounts and conditions are read."""

    owner: int
    seat: int
    origin: int  # the cell of the owner
    main: int  # the main cell of the spell
    targets: list[int] = []
    mains: int = NONE  # how many of them, the first ones, are main targets; NONE: those on the main cell now
    subject: int = NONE
    spell: int = NONE
    criticals: int = 0
    left: int = 0  # the cell left by the piece that the effect has just moved, 0 if it moved none
    ap_left: int = NONE  # what the caster had left once the cost was paid; NONE: look at its gauges
    mp_left: int = NONE
    most: int = NONE  # the MAX range of the spell being cast, as it was cast; NONE: none is
    printed: bool = False  # types are those printed: the loss of powers comes before what gives types


def owner_scope(state: State, owner: int) -> Scope:
    """The scope of an effect that a unit has by itself; its cell is the last one it stood on [Ruling R45]."""
    origin = state.cell[owner] or state.last_cell[owner]
    return Scope(owner, state.owner[owner], origin, origin)


def has_type(state: State, unit: int, name: str, printed: bool = False) -> bool:
    """Whether the unit counts as this type, family or name [KA 4.18.9] [Ruling R84].

    With `printed` only its card counts, not what powers make of it.
    """
    if state.library.profiles[state.profile[unit]].has_type(name):
        return True
    if printed or not state.statics[M_TYPES]:
        return False
    return name in types_given(state, unit)


def types_of(state: State, unit: int) -> tuple[str, ...]:
    """Every type of a unit: those printed, then those that powers give it, by name."""
    printed = state.library.profiles[state.profile[unit]].types
    if not state.statics[M_TYPES]:
        return printed
    return (*printed, *sorted(types_given(state, unit).difference(printed)))


def types_given(state: State, unit: int) -> set[str]:
    """The types that powers give the unit, its own, copied ones, or those of its player's others.

    [KA 4.18.8] [KA 4.18.4.e] [Ruling R131]
    """
    from esquive.krosmaster.book.powers.values import has_held

    found: set[str] = set()
    for owner, index in state.statics[M_TYPES]:
        modifier = state.library.statics[index].modifier
        if isinstance(modifier, GiveTypes):
            if is_given(state, modifier, owner, unit) and has_held(state, owner, index):
                found.update(modifier.types)
        elif owner == unit and has_held(state, owner, index):
            found |= types_around(state, unit, modifier.side, modifier.kind)
    return found


def is_given(state: State, modifier: GiveTypes, owner: int, unit: int) -> bool:
    """Whether a unit is one of those that a power of the owner gives types: its player's of a kind [Ruling R131]."""
    return state.owner[unit] == state.owner[owner] and matches_kind(state, modifier.kind, unit)


def types_around(state: State, unit: int, side: str, kind: str) -> set[str]:
    """The types printed on the other units in play of a side and kind, as the unit sees them [KA 4.18.2.d]."""
    found: set[str] = set()
    for other in state.units_in_play():
        if other != unit and is_on_side(state, side, other, unit) and matches_kind(state, kind, other):
            found.update(state.library.profiles[state.profile[other]].types)
    return found


def is_on_side(state: State, side: str, unit: int, viewer: int) -> bool:
    """Whether the unit is of the side, any, allied or opposing, as another unit sees it [KA 4.18.2.d]."""
    return side == "any" or (state.enemies(unit, viewer) == (side == "enemy") and has_relation(state, unit, side))


def count_types(state: State, names: tuple[str, ...], printed: bool) -> int:
    """How many units in play, of either side, are of one of these types [Ruling R114]."""
    return sum(1 for unit in state.units_in_play() if any(has_type(state, unit, name, printed) for name in names))


def matches_kind(state: State, kind: str, unit: int) -> bool:
    """Whether the unit is of the kind: Krosmaster, summon, mob, mechanism or character [KA 4.3.3] [KA 4.3.4]."""
    profile = state.library.profiles[state.profile[unit]]
    if kind == "any":
        return True
    if kind == "krosmaster":
        return profile.piece == KROSMASTER
    if kind == "summon":
        return profile.piece != KROSMASTER
    if kind == "mob":
        return profile.piece == MOB
    if kind == "mechanism":
        return not profile.is_character
    return profile.is_character


def matches(state: State, selector: who.Selector, unit: int, scope: Scope, target: int) -> bool:
    """Whether the unit passes the selector's filters; `target` is the target looked at, for `adjacent_to`.

    An Ally or Allied Unit is one of the same team, the owner included unless the text says "other" or "his"
    [KA 4.4.1] [KA 4.4.2] [KA 4.4.3] [KA 4.4.4] [Ruling R85].
    """
    if selector.or_self and unit == scope.owner:
        return True
    if selector.side != "any":
        allied = state.settings.side_of[state.owner[unit]] == state.settings.side_of[scope.seat]
        if allied == (selector.side == "enemy") or not has_relation(state, unit, selector.side):
            return False
    if selector.kind != "any" and not matches_kind(state, selector.kind, unit):
        return False
    if selector.type is not None and not has_type(state, unit, selector.type, scope.printed):
        return False
    if selector.not_type is not None and has_type(state, unit, selector.not_type, scope.printed):
        return False
    if selector.other and unit == scope.owner:
        return False
    if selector.min_level is not None and (state.level[unit] < selector.min_level or not is_krosmaster(state, unit)):
        return False  # a summon has no level, not even a low one [KA 4.19.1.c]
    if selector.max_level is not None and (state.level[unit] > selector.max_level or not is_krosmaster(state, unit)):
        return False
    if selector.adjacent_to is not None:
        centre = _centre(state, selector.adjacent_to, scope, target)
        if not state.cell[unit] or not is_adjacent(state.cell[unit], centre):
            return False
    return not is_narrow(selector) or matches_rare(state, selector, unit, scope, target)


def _centre(state: State, name: str, scope: Scope, target: int) -> int:
    """The cell that `adjacent_to` and `aligned_with` look from; 0 when there is none."""
    if name == "self":
        return state.cell[scope.owner] or scope.origin
    if name == "target":
        return state.cell[target] if target != NONE else _cell_of_target(state, scope)
    if name == "left":
        return scope.left
    return state.cell[scope.subject] if scope.subject != NONE else 0


def _cell_of_target(state: State, scope: Scope) -> int:
    """Where "the target" is when no target is looked at by itself: the main target where it stands now, if there is one
    alone, else the main cell [KA 7.2.3.a] [Ruling R127]."""
    mains = main_targets(state, scope)
    return state.cell[mains[0]] if len(mains) == 1 else scope.main


def is_narrow(selector: who.Selector) -> bool:
    """Whether the selector has one of the filters that few cards use, which `matches_rare` reads."""
    return (
        selector.aligned_with is not None
        or selector.without_markers is not None
        or selector.weakened is not None
        or selector.beside is not None
        or selector.power is not None
        or selector.knows is not None
        or selector.highest
        or selector.own
        or selector.not_subject
        or selector.began_beside
        or selector.marked
        or selector.plays_next
        or selector.apart is not None
    )


def matches_rare(state: State, selector: who.Selector, unit: int, scope: Scope, target: int) -> bool:
    """Whether the unit passes the filters that few cards use."""
    if selector.aligned_with is not None:
        centre = _centre(state, selector.aligned_with, scope, target)
        here = state.cell[unit]
        if not here or not centre or here == centre or not is_aligned(here, centre):
            return False
    if selector.without_markers is not None:
        if gained_markers(state, unit, STATS.index(selector.without_markers)):
            return False
    if selector.weakened is not None and not lost_markers(state, unit, STATS.index(selector.weakened)):
        return False
    if selector.beside is not None and not is_beside_type(state, unit, selector.beside, scope.printed):
        return False
    if selector.power is not None:
        from esquive.krosmaster.book.powers.values import powers

        wanted = keyword_mask((selector.power,))
        if powers(state, unit) & wanted != wanted:
            return False
    if selector.knows is not None and not knows(state, unit, selector.knows, scope):
        return False
    if selector.highest and not is_highest(state, unit, scope.seat):
        return False
    if selector.own and state.summoner[unit] != scope.owner:
        return False
    if selector.not_subject and unit == scope.subject:
        return False
    if selector.began_beside and not (unit == state.active_unit and state.began_beside >> scope.owner & 1):
        return False
    if selector.apart is not None:
        centre = _centre(state, "target", scope, target)
        if not centre or not state.cell[unit] or distance(state.cell[unit], centre) != selector.apart:
            return False
    if selector.marked and not any(by == scope.owner and on == unit for _, by, on in state.special_markers):
        return False
    return not selector.plays_next or plays_next(state, selector, unit, scope, target)


def plays_next(state: State, selector: who.Selector, unit: int, scope: Scope, target: int) -> bool:
    """Whether the unit is the first one selected that plays after the owner, round and round [Ruling R136]."""
    timeline = state.timeline[state.owner[scope.owner]]
    if unit not in timeline or scope.owner not in timeline:
        return False
    place = timeline.index(scope.owner)
    others = structs.replace(selector, plays_next=False)
    for other in (*timeline[place + 1 :], *timeline[:place]):
        if state.cell[other] and matches(state, others, other, scope, target):
            return other == unit
    return False


def knows(state: State, unit: int, element: str, scope: Scope) -> bool:
    """Whether the unit has a spell of the element, or of that of the spell being cast (`spell`) [Ruling R98]."""
    library = state.library
    if element == "spell":
        wanted = library.spells[scope.spell].element if scope.spell != NONE else NONE
    else:
        wanted = ELEMENT_NAMES.index(element)
    if wanted == NEUTRAL and is_krosmaster(state, unit):
        return True  # every Krosmaster has Punch [KA 4.8.5]
    return any(library.spells[spell].element == wanted for spell in printed_spells(state, unit))


def printed_spells(state: State, unit: int) -> list[int]:
    """The spells of the unit's card or token, without a red one that has been cast and resolved [KA 4.8.4]."""
    spent = state.used_game[unit]
    return [spell for spell in state.library.profiles[state.profile[unit]].spells if not spent >> spell & 1]


def is_highest(state: State, unit: int, seat: int) -> bool:
    """Whether the unit's level is higher than that of every other Krosmaster of its side in play.

    Its side are those allied, or those opposing, as the unit is to the seat's player [KA 4.18.2.d].
    """
    side_of = state.settings.side_of
    side = side_of[seat]
    allied = side_of[state.owner[unit]] == side
    if state.library.profiles[state.profile[unit]].piece != KROSMASTER:
        return False
    for other in state.units_in_play():
        if (
            other != unit
            and (side_of[state.owner[other]] == side) == allied
            and state.level[other] >= state.level[unit]
        ):
            if state.library.profiles[state.profile[other]].piece == KROSMASTER:
                return False
    return True


def main_targets(state: State, aim: Any) -> list[int]:
    """The main targets: the units that were on the main target cell in Step 2, wherever they are now [KA 7.2.3.a].

    `aim` is a scope or the frame of an effect. Powers and rewards have no Step 2: theirs are on the main cell now.
    """
    if aim.mains != NONE:
        first: list[int] = aim.targets[: aim.mains]
        return [unit for unit in first if state.cell[unit]]
    return [unit for unit in aim.targets if state.cell[unit] == aim.main]


def select(state: State, selector: who.Selector, scope: Scope, target: int = NONE) -> list[int]:
    """The units a selector means, all of them in play [KA 4.18.6], in the order they came into the game.

    `self` is the owner alone, whatever other pieces have its name [KA 4.18.7].
    """
    if selector.who == "self":
        start = [scope.owner]
    elif selector.who == "targets":
        start = scope.targets
    elif selector.who == "main":
        start = main_targets(state, scope)
    elif selector.who == "subject":
        start = [scope.subject] if scope.subject != NONE else []
    else:
        start = state.units_in_play()
    return [unit for unit in start if state.cell[unit] and matches(state, selector, unit, scope, target)]


def looked_at(state: State, selector: who.Selector, scope: Scope, target: int) -> list[int]:
    """The units a number or condition is read from: the target looked at when the selector means targets."""
    if selector.who == "targets" and target != NONE:
        return [target] if state.cell[target] and matches(state, selector, target, scope, target) else []
    if selector.who == "self":
        return [scope.owner] if matches(state, selector, scope.owner, scope, target) else []
    return select(state, selector, scope, target)


def holds(state: State, condition: Any, scope: Scope, target: int = NONE) -> bool:
    """Whether a condition of an effect holds now; None always does [KA 4.18.4.e]."""
    if condition is None:
        return True
    if isinstance(condition, who.CountIs):
        count = len(select(state, condition.of, scope, target))
        return count >= condition.min and (condition.max is None or count <= condition.max)
    if isinstance(condition, who.InjuriesAre):
        most = 999 if condition.max is None else condition.max
        units = looked_at(state, condition.of, scope, target)
        return any(has_hp(state, unit) and condition.min <= state.injuries[unit] <= most for unit in units)
    if isinstance(condition, who.AvengersAre):
        return count_types(state, ("avenger", "vigilante"), scope.printed) >= condition.x
    if isinstance(condition, who.VillainsAre):
        return count_types(state, ("villain",), scope.printed) >= condition.x
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
        if condition.of.who == "self":
            return in_opponent_territory(state, scope.seat, owner_cell)
        units = looked_at(state, condition.of, scope, target)
        return any(in_opponent_territory(state, scope.seat, state.cell[unit]) for unit in units)
    if isinstance(condition, who.IsAligned):
        return is_aligned(owner_cell, scope.main)
    if isinstance(condition, who.LowerInitiative):
        from esquive.krosmaster.book.powers.values import initiative_of

        own = initiative_of(state, scope.owner)
        units = [unit for unit in looked_at(state, condition.of, scope, target) if is_krosmaster(state, unit)]
        return any(initiative_of(state, unit) < own for unit in units)
    if isinstance(condition, who.DemonTarget):
        return state.board.kinds[scope.main] == DEMON
    if isinstance(condition, who.OnCrate):
        return state.board.is_crate(owner_cell)
    if isinstance(condition, who.FirstCast):
        if condition.spells == "attack":
            return state.attacks_cast <= 1
        return scope.spell != NONE and not state.cast_turn >> scope.spell & 1
    if isinstance(condition, who.HasMarkers):
        units = looked_at(state, condition.of, scope, target)
        return any(_bears(state, unit, condition) for unit in units) != condition.no
    if isinstance(condition, who.TargetedThisTurn):
        return _targeted(state, condition, scope)
    if isinstance(condition, who.InflictedThisTurn):
        return _inflicted(state, condition, scope, target)
    return _holds_of_match(state, condition, scope)


def _bears(state: State, unit: int, condition: who.HasMarkers) -> bool:
    stat = STATS.index(condition.stat)
    for markers in (markers_of(state, unit, stat), frozen_markers_of(state, unit, stat)):
        if markers * condition.sign > 0 if condition.sign else markers != 0:
            return True
    return False


def _inflicted(state: State, condition: who.InflictedThisTurn, scope: Scope, target: int) -> bool:
    """Whether the injuries of the turn hold the one asked for; a NONE in the list begins the turn of the unit."""
    injuries = state.inflicted
    if condition.turn == "unit" and NONE in injuries:
        injuries = injuries[len(injuries) - injuries[::-1].index(NONE) :]
    for pair in injuries:
        if pair == NONE:
            continue
        source, victim = pair >> 12, pair & 4095
        if condition.on.who == "targets" and victim not in (scope.targets if target == NONE else [target]):
            continue
        if condition.by.who == "self":
            if source != scope.owner:
                continue
        elif not matches(state, condition.by, source, scope, target):
            continue
        if matches(state, condition.on, victim, scope, target):
            return True
    return False


def _targeted(state: State, condition: who.TargetedThisTurn, scope: Scope) -> bool:
    """Whether a spell has targeted so many different units this turn, those included that have left since."""
    struck = [hit for hit in state.hits if not hit & NO_HIT]
    units = {hit & 4095 for hit in struck if state.library.spells[hit >> 12].id == condition.spell}
    return sum(matches(state, condition.of, unit, scope, NONE) for unit in units) >= condition.min


def _holds_of_match(state: State, condition: Any, scope: Scope) -> bool:
    """Conditions on the match as a whole: teams, stocks, turns, and what the effect itself has just done."""
    settings = state.settings
    side = settings.side_of[scope.seat]
    if isinstance(condition, who.Prosecution):
        return len(heroes_of(state, scope.seat, "avenger")) >= condition.x
    if isinstance(condition, who.FewerKamas):
        mine = state.kamas[scope.seat]
        return any(settings.side_of[seat] != side and mine < state.kamas[seat] for seat in range(settings.seats))
    if isinstance(condition, who.TurnOf):
        if condition.whose == "own":
            return state.active_seat == scope.seat
        return settings.side_of[state.active_seat] != side
    if isinstance(condition, who.FirstTurn):
        # No turn of a player comes later than its place in the order, whoever has been eliminated [Ruling R123].
        return state.active_seat == scope.seat and state.turn <= scope.seat + 1
    if isinstance(condition, who.Displaced):
        return scope.left != 0
    if isinstance(condition, who.Turned):
        return bool(state.turned >> scope.owner & 1)
    if isinstance(condition, who.Idle):
        return state.active_unit == scope.owner and not state.busy
    if isinstance(condition, who.IsKoed):
        return not state.cell[scope.owner] or scope.owner in state.koed
    raise TypeError(f"no reading for the condition {condition!r}")


def heroes_of(state: State, seat: int, type_: str) -> set[str]:
    """The heroes of a printed type that a seat's team began the fight with, KO'd ones included."""
    library = state.library
    return {
        library.profiles[state.profile[unit]].hero
        for unit in range(len(state.cell))
        if state.owner[unit] == seat and is_krosmaster(state, unit) and has_type(state, unit, type_, True)
    }


def is_krosmaster(state: State, unit: int) -> bool:
    """Whether the unit is a Krosmaster, in play or not [KA 4.3.3]."""
    return state.library.profiles[state.profile[unit]].piece == KROSMASTER


def has_hp(state: State, unit: int) -> bool:
    """Whether the unit has HP; one without them neither has injuries nor lacks them [KA 4.10.1] [Ruling R120]."""
    return state.library.profiles[state.profile[unit]].has_hp


def is_beside_type(state: State, unit: int, name: str, printed: bool) -> bool:
    """Whether the unit is adjacent to another piece of a type, of whichever side [KA 4.18.9]."""
    cell = state.cell[unit]
    return bool(cell) and any(
        is_adjacent(cell, state.cell[other]) and has_type(state, other, name, printed)
        for other in state.units_in_play()
        if other != unit and state.cell[other]
    )


def in_opponent_territory(state: State, seat: int, cell: int) -> bool:
    """Whether a cell lies in the territory of some opponent of the seat [KA 4.20.1] [Ruling R96]."""
    settings = state.settings
    for other in range(settings.seats):
        if settings.side_of[other] != settings.side_of[seat]:
            if state.board.territory(settings.sides[other], settings.territory_rows) >> cell & 1:
                return True
    return False
