"""Names that release files and card files share, each list once: ranks, types of equipment, areas of effect."""

from typing import Final, Literal, get_args

Rank = Literal["granite", "jade", "silver", "gold", "ruby"]
Slot = Literal["weapon", "set", "pet", "dofus", "trophy", "technique"]
Area = Literal["none", "cross", "square", "hammer", "staff", "shovel", "hand", "breath", "multiple-targets", "axe"]

RANKS: Final[tuple[str, ...]] = get_args(Rank)
SLOT_NAMES: Final[tuple[str, ...]] = get_args(Slot)
SCENERY_NAMES: Final[tuple[str, ...]] = ("tree", "bush", "crate")
AREA_NAMES: Final[tuple[str, ...]] = get_args(Area)
