"""The events that set powers off, by number [KA 4.18.4]."""

from typing import Final, get_args

from esquive.krosmaster.cards.ops.continuous import Trigger

TRIGGER_NAMES: Final = tuple(str(k) for k in get_args(Trigger))

# Triggers, in the order of their declaration.
T_START_OF_FIGHT: Final = 0
T_START_OF_OWN_TURN: Final = 1
T_END_OF_OWN_TURN: Final = 2
T_START_OF_SUMMONER_TURN: Final = 3
T_INFLICTS: Final = 4
T_SUFFERS: Final = 5
T_ALLY_SUFFERS: Final = 6
T_KOES: Final = 7
T_IS_KOED: Final = 8
T_UNIT_IS_KOED: Final = 9
T_OWN_LOCK_ROLL: Final = 10
T_LEAVES_ADJACENT: Final = 11
T_REVEALS: Final = 12
T_CASTS: Final = 13
T_TARGETS: Final = 14
T_IS_TARGETED: Final = 15
T_GAINS_AP_MARKER: Final = 16
T_END_OF_TEAM_TURN: Final = 17
T_MARKED_IS_TARGETED: Final = 18
T_GIVES_GG: Final = 19
T_SPELL_INFLICTS: Final = 20
T_RICOCHET: Final = 21
T_ALLY_WALKS: Final = 22
