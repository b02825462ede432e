"""What cards and scenery look like, by name: the parts of a figure, the look and the material of a piece.

By rule, from the facts that the rules read, so that a card or a piece of one's own has its looks as well. What each
name is drawn as stands in `drawn.standees` and `drawn.materials`.
"""

from typing import Final

from esquive.kaos.cards.library import FLYING, LONG, RANGED, TRIBES, Profile
from esquive.kaos.geometry.shapes import DIFFICULT, IMPASSABLE, SIGHT, TOP, Piece
from esquive.kaos.geometry.units import CM

SOLID: Final = "solid"
WATER: Final = "water"
WOOD: Final = "wood"
ROUGH: Final = "rough"
PLANKS: Final = "planks"
SLOPE: Final = "slope"
SCREEN: Final = "screen"

# The material of a kind, by what a piece of it does; the first is what is used for any other kind.
MATERIALS: Final[dict[str, tuple[str, dict[str, str]]]] = {
    SOLID: ("masonry", {"rock": "boulder", "tree": "trees"}),
    WATER: ("water", {}),
    WOOD: ("trees", {"hedge": "hedge"}),
    ROUGH: ("scrub", {"marsh": "marsh", "swamp": "marsh", "pool": "marsh"}),
    PLANKS: ("flags", {"cart": "planks", "crate": "planks", "bridge": "planks", "rock": "boulder", "hill": "scrub"}),
    SLOPE: ("slope", {}),
    SCREEN: ("screen", {"wall": "masonry", "low-wall": "masonry", "rock": "boulder"}),
}

# The words of a weapon's id that tell what it is; without one its kind does.
_WORDS: Final = {
    "bow": ("bow", "longbow", "sling"),
    "crossbow": ("crossbow", "arbalest"),
    "javelin": ("javelin", "javelins"),
    "knives": ("knives", "shuriken"),
    "darts": ("darts", "dart"),
    "pike": ("pike", "lance", "spear", "trident"),
    "scythe": ("scythe", "sickle", "halberd", "axe"),
    "staff": ("staff", "sceptre", "wand"),
    "rod": ("rod", "pole"),
    "twin": ("twin", "blades"),
    "hammer": ("hammer", "sledge", "maul"),
    "mace": ("mace", "flail", "club"),
    "dagger": ("dagger", "needle", "stiletto", "hooks", "bodkin", "knife"),
    "claws": ("claws", "claw"),
    "chain": ("chain", "whip", "net"),
    "tusks": ("tusks", "bite", "horns", "jaws"),
    "tongue": ("tongue",),
    "talons": ("talons", "beak"),
    "arms": ("arms", "roots"),
    "fist": ("fist", "fists"),
    "blade": ("sword", "glaive", "sabre", "blade"),
}  # fmt: skip
_OF_WORD: Final = {word: held for held, words in _WORDS.items() for word in words}


def held_of(weapon: str, kind: int) -> str:
    """What a weapon looks like: by the words of its id, the last first, else by its kind."""
    for word in reversed(weapon.split("-")):
        if word in _OF_WORD:
            return _OF_WORD[word]
    return "bow" if kind == RANGED else "pike" if kind == LONG else "blade"


def stance_of(profile: Profile) -> str:
    """How a figure stands: by how it moves, how large it is, and what it fights with first."""
    if profile.keywords & FLYING:
        return "wings"
    if profile.height <= 22 * CM // 10:
        return "sprite"
    if profile.height >= 5 * CM:
        return "giant"
    if profile.body >= 2 * CM:
        return "beast"
    if profile.spells:
        return "robe"
    if profile.weapons and profile.weapons[0].kind == RANGED:
        return "aim"
    return "guard" if profile.armour >= 2 or profile.shield >= 0 else "lunge"


def standee_of(profile: Profile) -> list[str]:
    """The parts of a figure by name: its stance, what its tribe wears, then what it holds."""
    held = [held_of(profile.weapons[0].id, profile.weapons[0].kind)] if profile.weapons else []
    if profile.shield >= 0:
        held.append("shield")
    if profile.spells:
        held.append("spell")
    return [stance_of(profile), TRIBES[profile.tribe], *held]


def look_of(piece: Piece) -> str:
    """Which look shows a piece, by what it does."""
    if piece.is_ramp:
        return SLOPE
    if piece.flags & IMPASSABLE:
        return SOLID if piece.flags & SIGHT or piece.height else WATER
    if piece.flags & DIFFICULT:
        return WOOD if piece.height else ROUGH
    return PLANKS if piece.flags & TOP else SCREEN


def material_of(piece: Piece) -> str:
    """The name of the pattern that shows a piece."""
    usual, kinds = MATERIALS[look_of(piece)]
    return kinds.get(piece.kind, usual)
