"""What a figure fights with: the weapons and spells of its card, told by the means of an answer.

A close or long melee weapon strikes [Kaos K21.1] [Kaos K22.1]; a ranged weapon shoots or is thrown, a spell is cast,
and both work alike [Kaos K23.1] [Kaos K23.3].
"""

from functools import lru_cache
from typing import Final

from esquive.kaos.cards.library import CLOSE, LONG, RANGED, UNOPPOSED, Profile, Skill, Spell, Weapon
from esquive.kaos.table import answers

# How a strike, a shot or a spell is made; flags add up.
CHARGE: Final = 1  # at the end of a charge [Kaos K28.2]
MOVED: Final = 2  # whoever acts will have moved by then, though it has not yet [Kaos K25.7]
TARGET_MOVED: Final = 4  # the target will have moved by then [Kaos K25.6]
INTERCEPTION: Final = 8  # an opportunity strike on the figure activated [Kaos K31.1]
GIVES_UP: Final = 16  # the target still has a declared action, which a riposte or a shield would cost [Kaos K31.11]
FREE: Final = 32  # a free spell: it costs no action and activates nobody [Kaos K35.1] [Kaos K35.2]
RIPOSTE: Final = 64  # an answer to an attack [Kaos K20.10]
CROSSING: Final = 128  # an answer of missiles to missiles, spells among them: nobody can dodge [Kaos K23.22]


def weapon_of(card: Profile, means: int) -> Weapon | None:
    """The weapon that the means stand for, or None when they stand for none of the card's."""
    number = means - answers.WEAPON
    return card.weapons[number] if 0 <= number < len(card.weapons) else None


def spell_of(card: Profile, means: int) -> Spell | None:
    """The spell that the means stand for, or None when they stand for none of the card's."""
    number = means - answers.SPELL
    return card.spells[number] if 0 <= number < len(card.spells) else None


def skill_of(card: Profile, means: int) -> Skill | None:
    """The personal skill that the means stand for, or None when they stand for none of the card's."""
    number = means - answers.SKILL
    return card.skills[number] if 0 <= number < len(card.skills) else None


def is_close(card: Profile, means: int) -> bool:
    """Whether the means are a close melee weapon."""
    weapon = weapon_of(card, means)
    return weapon is not None and weapon.kind == CLOSE


def is_long(card: Profile, means: int) -> bool:
    """Whether the means are a long melee weapon."""
    weapon = weapon_of(card, means)
    return weapon is not None and weapon.kind == LONG


def is_melee(card: Profile, means: int) -> bool:
    """Whether the means are a melee weapon, close or long."""
    weapon = weapon_of(card, means)
    return weapon is not None and weapon.kind != RANGED


def is_shot(card: Profile, means: int) -> bool:
    """Whether the means are a ranged weapon or a spell, which work alike [Kaos K23.3] [Kaos K23.4]."""
    weapon = weapon_of(card, means)
    return weapon.kind == RANGED if weapon is not None else spell_of(card, means) is not None


def defence_of(card: Profile, means: int) -> int:
    """What the target of a spell defends itself with; UNOPPOSED for weapons, which prescribe nothing [Kaos K23.14]."""
    spell = spell_of(card, means)
    return UNOPPOSED if spell is None else spell.defence


def label_of(card: Profile, means: int) -> str:
    """What the card calls the means; their number when they are none of the card's."""
    found = weapon_of(card, means) or spell_of(card, means) or skill_of(card, means)
    return str(means) if found is None else found.label


def weapons_and_spells(card: Profile) -> tuple[int, ...]:
    """The means of every weapon, then of every spell of a card."""
    return _numbered(len(card.weapons), len(card.spells))


@lru_cache(maxsize=64)
def _numbered(weapons: int, spells: int) -> tuple[int, ...]:
    return (
        *(answers.WEAPON | number for number in range(weapons)),
        *(answers.SPELL | number for number in range(spells)),
    )
