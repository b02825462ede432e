"""What a fighter should cost: the square root of what it gives and how long it lasts, and a little for the rest.

A proposal for who writes profiles, and a warning of the linter for costs far off it; nothing of it is part of the
rules [Kaos K4.2].
"""

from functools import cache
from math import sqrt
from typing import Final

from esquive.kaos.cards.library import CLOSE, LONG, RANGED, Profile

# Chances of one die: no success, one, or two [Kaos K15.2].
CHANCES: Final = (6 / 12, 5 / 12, 1 / 12)
# Whom attacks are measured against: dodge and armour; and by what it is measured how long somebody lasts: dice, wounds.
TARGETS: Final = ((4, 0), (3, 1), (2, 2), (5, 0))
ATTACKS: Final = ((5, 5), (4, 4), (4, 8), (5, 4), (4, 3))
SCALE: Final = 4.2


@cache
def successes(dice: int) -> tuple[float, ...]:
    """The chance of every number of successes of a pool, from none upwards."""
    found: tuple[float, ...] = (1.0,)
    for _ in range(dice):
        grown = [0.0] * (len(found) + 2)
        for number, chance in enumerate(found):
            for more, likely in enumerate(CHANCES):
                grown[number + more] += chance * likely
        found = tuple(grown)
    return found


@cache
def hit_chance(dice: int, defence: int) -> float:
    """The chance that an attack succeeds against a dodge or a shield [Kaos K17.1] [Kaos K17.6]."""
    met = successes(defence)
    return sum(chance * sum(met[: number + 1]) for number, chance in enumerate(successes(dice)) if number >= 1)


def mean_wounds(dice: int, wounds: int, defence: int, armour: int) -> float:
    """What an attack does on average."""
    return hit_chance(dice, defence) * max(wounds - armour, 0)


def offence(profile: Profile) -> float:
    """The best attack against the reference targets, and 15 % of the others."""
    found: list[float] = []
    for weapon in profile.weapons:
        mean = sum(mean_wounds(weapon.dice, weapon.wounds, *target) for target in TARGETS) / len(TARGETS)
        factor = 1.1 if weapon.kind == LONG else 1 + weapon.reach / 1e6 if weapon.kind == RANGED else 1.0
        found.append(mean * factor)
    for spell in profile.spells:
        if spell.wounds:
            armour = 0 if spell.ignores_armour else 1
            means = [mean_wounds(spell.dice, spell.wounds, dodge, plate * armour) for dodge, plate in TARGETS]
            found.append(sum(means) / len(means) * (1 + spell.reach / 1e6))
    best = max(found, default=0.5)
    return best + 0.15 * (sum(found) - best)


def staying_power(profile: Profile) -> float:
    """How many reference attacks the life points last: half met by the best defence, half by a dodge at -1."""
    best = max(profile.dodge, profile.shield, 1)
    worse = max(profile.dodge - 1, 1)
    suffered = 0.0
    for dice, wounds in ATTACKS:
        for defence in (best, worse):
            suffered += mean_wounds(dice, wounds, defence, profile.armour) / 2
    return profile.life * len(ATTACKS) / max(suffered, 0.1)


def utility(profile: Profile) -> float:
    """Speed, will, skills, a close weapon, and spells that do not wound."""
    found = 0.5 * (profile.move / 10_000 - 10) + 0.5 * (profile.will - 4) + len(profile.skills)
    found += any(weapon.kind == CLOSE for weapon in profile.weapons)
    for spell in profile.spells:
        if not spell.wounds:
            found += 0.35 * spell.dice + 0.05 * spell.reach / 10_000 + spell.is_free
    return found


def fair_cost(profile: Profile) -> int:
    """What a profile should cost, in points."""
    return round(SCALE * sqrt(offence(profile) * staying_power(profile)) + utility(profile))
