"""Kinds of range and areas of effect, as they are printed on cards."""

from typing import Final

# Kinds of range [KA 4.15.2] [KA 4.15.3] [KA 4.15.4] [KA 4.15.5] [KA 4.15.6].
CLOSE_COMBAT: Final = 0
RANGED: Final = 1
LINE: Final = 2
NO_SIGHT: Final = 3
PERSONAL: Final = 4
RANGE_NAMES: Final = ("close-combat", "target", "line", "no-line-of-sight", "personal")

# Areas of effect [KA 4.16.3], in the order of their names in `releases.names`.
NO_AREA: Final = 0
CROSS: Final = 1
SQUARE: Final = 2
HAMMER: Final = 3
STAFF: Final = 4
SHOVEL: Final = 5
HAND: Final = 6
BREATH: Final = 7
MULTIPLE: Final = 8
AXE: Final = 9  # [KA-2.2 312.3] [KA-2.2 312.3-axe]
ORIENTED: Final = (HAMMER, STAFF, SHOVEL, HAND, BREATH, AXE)
