"""What the rules carry out in one way only, so far, whatever a release may want.

`release.toml` names every number of its release. Those of this module steer nothing yet: the rules are
written for the values below, and a release that wants others is refused (`unimplemented`), not played half.
"""

from typing import Final

# By section and key of the file; the clauses stand there.
NUMBERS: Final[dict[str, dict[str, int | list[str]]]] = {
    "gg": {
        "bought_per_turn": 1,
        "wisdom": 1,
    },
    "kamas": {
        "collect_ap": 1,
        "prospecting": 1,
        "farmer": 1,
    },
    "rewards": {
        "piles_per_rank": 2,
        "revealed_per_turn": 1,
        "equipment": ["weapon", "set", "pet", "dofus", "trophy", "technique"],
        "equipment_per_type": 1,
    },
    "dice": {
        "tension": 2,
        "tension_reroll": 1,
        "critical": 1,
        "critical_neutral_max": 1,
        "armour": 1,
        "lock": 1,
        "dodge": 1,
        "per_power": 1,
        "pierce_armour": 1,
    },
    "block": {
        "move_mp": 1,
    },
    "punch": {
        "range": 1,
        "technique_discount": 1,
    },
    "damage": {
        "critical_bonus": 1,
        "armour_malus": 1,
        "critical_healing": 1,
        "resistance": 1,
        "heal_power": 1,
        "counter_injuries": 1,
        "wear_injuries": 1,
        "profanation_injuries": 1,
        "bomb_injuries": 1,
    },
    "board": {
        "start_rows": 2,
        "territory_rows": 5,
        "crate_range": 1,
        "areas": ["none", "cross", "square", "hammer", "staff", "shovel", "hand", "breath", "multiple-targets"],
    },
    "summons": {
        "spells_max": 1,
        "bomb_hp": 1,
    },
    "markers": {
        "special_per_name": 1,
        "special_per_placer": 1,
    },
}
