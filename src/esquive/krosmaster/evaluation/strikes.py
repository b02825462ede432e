"""What units could do to others in a turn of their own, roughly: by distance alone, without dice and without sight.

It is asked thousands of times a second by those who value positions; `seen.threats` tells people exactly.
Damage is counted in halves of a point, harm in hundredths of a level.
"""

from typing import Final, NamedTuple

from esquive.krosmaster.cards.library import ATTACK, KROSMASTER, Library, Profile
from esquive.krosmaster.table.board import STRIDE
from esquive.krosmaster.table.state import State

FALLEN: Final = 150  # of a Krosmaster, for each level
INJURED: Final = 100  # of a Krosmaster with all its HP lost but one could say, for each level
MOB: Final = 12
MECHANISM: Final = 4
MOST_KEPT: Final = 2000  # profiles


class Pressure(NamedTuple):
    """What units could do to others together: the harm, the levels that would fall, and those within reach."""

    harm: int
    falling: int
    reached: int


class Strikes:
    """The Attack spells of profiles: how far each strikes, and the damage of a turn's casts, in halves of a point."""

    __slots__ = ("_kept", "_of")

    def __init__(self) -> None:
        self._of: dict[int, list[tuple[int, int]]] = {}
        self._kept: list[Profile] = []  # so that no other profile takes the place in memory of one that is known

    def of(self, library: Library, index: int) -> list[tuple[int, int]]:
        """Those of a profile, by its place in the library."""
        profile = library.profiles[index]
        found = self._of.get(id(profile))
        if found is None:
            if len(self._kept) >= MOST_KEPT:
                self._of.clear()
                self._kept.clear()
            found = self._of[id(profile)] = _strikes(library, profile)
            self._kept.append(profile)
        return found


STRIKES: Final = Strikes()


def most_damage(rows: list[tuple[int, int]], cells: int) -> int:
    """The most a turn's casts do to somebody so many cells from where a unit can walk to; 0 beyond all ranges."""
    damage = 0
    for most, much in rows:
        if much > damage and cells <= most:
            damage = much
    return damage


def can_strike(state: State, unit: int, foe: int) -> bool:
    """Whether a unit could walk to where an Attack spell of its card reaches a foe."""
    index = state.profile[unit]
    rows = STRIKES.of(state.library, index)
    if not rows:
        return False
    reach = state.library.profiles[index].mp + state.mp_markers[unit]
    return most_damage(rows, steps_between(state.cell[unit], state.cell[foe]) - reach) > 0


def steps_between(cell: int, other: int) -> int:
    """How many steps two cells lie apart where nothing stands in the way."""
    return abs(cell % STRIDE - other % STRIDE) + abs(cell // STRIDE - other // STRIDE)


def _strikes(library: Library, profile: Profile) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    if not profile.has_ap:
        return found
    for number in profile.spells:
        spell = library.spells[number]
        if spell.kind == ATTACK and spell.base > 0 and 0 < spell.ap <= profile.ap:
            casts = profile.ap // spell.ap if spell.limit == 0 else 1
            found.append((spell.most, (2 * spell.base + 1) * casts))  # a die adds half a point or so
    return found


def harm_by(state: State, unit: int, damage: int) -> int:
    """What damage, in halves of a point, would take from a unit."""
    profile = state.library.profiles[state.profile[unit]]
    if not profile.has_hp:
        return 0
    hp, injuries = profile.hp, state.injuries[unit]
    left = 2 * (hp - injuries)
    if profile.piece != KROSMASTER:
        worth = MOB if profile.is_character else MECHANISM
        return worth if damage >= left else worth * damage // left
    level = state.level[unit]
    if damage >= left:
        return FALLEN * level
    after = 2 * injuries + damage
    # Half in proportion to the injuries, half to their square: the last ones matter most.
    return INJURED * level * (after * (2 * hp + after) - 4 * injuries * (hp + injuries)) // (8 * hp * hp)


def pressure(state: State, attackers: list[int], victims: list[int]) -> Pressure:
    """What attackers could do to victims, each to the one where it harms most after those before it."""
    cells = state.cell
    suffered = [0] * len(cells)
    reached = [0] * len(cells)
    total = 0
    for attacker in attackers:
        index = state.profile[attacker]
        rows = STRIKES.of(state.library, index)
        if not rows:
            continue
        reach = state.library.profiles[index].mp + state.mp_markers[attacker]
        cell = cells[attacker]
        best, best_victim, best_damage = 0, -1, 0
        for victim in victims:
            damage = most_damage(rows, steps_between(cell, cells[victim]) - reach)
            if damage:
                reached[victim] = 1
                before = suffered[victim]
                harm = harm_by(state, victim, before + damage)
                if before:
                    harm -= harm_by(state, victim, before)
                if harm > best:
                    best, best_victim, best_damage = harm, victim, damage
        if best_victim >= 0:
            total += best
            suffered[best_victim] += best_damage
    falling = within = 0
    for victim in victims:
        if reached[victim]:
            within += state.level[victim]
            profile = state.library.profiles[state.profile[victim]]
            if profile.piece == KROSMASTER and suffered[victim] >= 2 * (profile.hp - state.injuries[victim]):
                falling += state.level[victim]
    return Pressure(total, falling, within)
