"""The kinds of events of Krosmaster Arena: numbers for the engine, one table for everybody else."""

from typing import Final

from esquive.core.events import table_of

E_FIRST_PLAYER: Final = 0
E_TIMELINE: Final = 1
E_DEPLOYED: Final = 2
E_TURN: Final = 3
E_PILE_REVEALED: Final = 4
E_TENSION: Final = 5
E_REROLL: Final = 6
E_FACES: Final = 7
E_DOUBLE: Final = 8
E_GG_LOST: Final = 9
E_INSPIRED: Final = 10
E_INSPIRATION_ENDS: Final = 11
E_REFUND: Final = 12
E_UNIT_TURN: Final = 13
E_BUFF_ENDS: Final = 14
E_GAUGES: Final = 15
E_RANGE_TURN: Final = 16
E_MOVED: Final = 17
E_DISPLACED: Final = 18
E_PLACED: Final = 19
E_LOST: Final = 20
E_GAINED: Final = 21
E_LOCK_ROLL: Final = 22
E_DODGE_ROLL: Final = 23
E_LOCKED: Final = 24
E_CAUGHT: Final = 25
E_ESCAPED: Final = 26
E_HELD: Final = 27
E_COLLECTED: Final = 28
E_BOUGHT_GG: Final = 29
E_GG_TAKEN: Final = 30
E_BOUGHT: Final = 31
E_BOUGHT_UP: Final = 32
E_DRAWN: Final = 33
E_ALLOCATED: Final = 34
E_DISCARDED: Final = 35
E_REVEALED: Final = 36
E_CAST: Final = 37
E_PAID: Final = 38
E_CRITICAL_ROLL: Final = 39
E_ARMOUR_ROLL: Final = 40
E_DAMAGE: Final = 41
E_INJURED: Final = 42
E_HEALED: Final = 43
E_MARKERS: Final = 44
E_KO: Final = 45
E_REMOVED: Final = 46
E_KAMAS: Final = 47
E_SUMMONED: Final = 48
E_TRAP: Final = 49
E_STANDBY: Final = 50
E_DROPPED: Final = 51
E_POWER: Final = 52
E_COUNTER: Final = 53
E_COINS: Final = 54
E_POWERS_GAINED: Final = 55
E_POWERS_LOST: Final = 56
E_SPECIAL_MARKER: Final = 57
E_SWAPPED: Final = 58
E_EXCHANGED: Final = 59
E_REPLACED: Final = 60
E_BONUS: Final = 61
E_KAMA_TAKEN: Final = 62
E_TURN_ENDED: Final = 63
E_WON: Final = 64
E_DRAWN_GAME: Final = 65
E_GG_GIVEN: Final = 66
E_SLIPS: Final = 67
E_SPELL_IMPROVED: Final = 68
E_LEVEL: Final = 69
E_MARKERS_RETURNED: Final = 70
E_HEALING: Final = 71
E_SPARED: Final = 72
E_FROZEN: Final = 73
E_THAWED: Final = 74
E_FROZEN_MARKERS: Final = 75
E_FROZEN_RETURNED: Final = 76
E_CUBE: Final = 77
E_SCENERY_INJURED: Final = 78
E_SCENERY_DESTROYED: Final = 79
E_SPECIAL_REMOVED: Final = 80
E_TREE: Final = 81
E_CONTROLLED: Final = 82

# Why injuries are not placed: a limit, Profanation, nobody adjacent to who is unseen, a marker or Kamas instead;
# and why they are not removed: a ban on healing, a limit, Profanation, frost.
BY_LIMIT: Final = 0
BY_PROFANATION: Final = 1
UNSEEN: Final = 2
NO_HEALING: Final = 3
HEALING_LIMIT: Final = 4
HEALING_PROFANATION: Final = 5
FROST: Final = 6
FOR_MARKER: Final = 7
FOR_KAMAS: Final = 8
SPARED_NAMES: Final = (
    *("limit", "profanation", "unseen", "no-healing", "healing-limit", "healing-profanation", "frost"),
    *("marker", "kamas"),
)
OF_HEALING: Final = (NO_HEALING, HEALING_LIMIT, HEALING_PROFANATION, FROST)

_ROWS: Final = (
    ("first-player", "1.3.1", "seat:seat"),
    ("timeline", "1.3.8", "seat:seat unit:unit place:int"),
    ("deployed", "1.3.9", "seat:seat unit:unit cell:cell"),
    ("turn", "5.1.1", "seat:seat number:int"),
    ("pile-revealed", "4.7.4", "pile:pile reward:reward"),
    ("tension", "5.2.1", "seat:seat dice:dice"),
    ("reroll", "5.2.2", "seat:seat dice:dice"),
    ("faces", "1.6.2", "seat:seat unit:unit faces:faces"),
    ("double", "5.2.3", "seat:seat face:face"),
    ("gg-lost", "5.2.3", "seat:seat x:int"),
    ("inspired", "5.3.1", "seat:seat unit:unit face:face"),
    ("inspiration-ends", "5.3.3", "unit:unit"),
    ("refund", "5.4.1", "seat:seat x:int"),
    ("unit-turn", "5.5.1", "unit:unit"),
    ("buff-ends", "6.2.1.a", "unit:unit reward:reward"),
    ("gauges", "6.2.1.b", "unit:unit ap:int mp:int"),
    ("range-turn", "6.2.1.c", "unit:unit x:int"),
    ("moved", "6.3.2", "unit:unit from:cell to:cell"),
    ("displaced", "7.5.9.a", "unit:unit from:cell to:cell"),
    ("placed", "4.18.1", "unit:unit from:cell to:cell"),
    ("lost", "4.11.3", "unit:unit stat:stat x:int"),
    ("gained", "4.11.4", "unit:unit stat:stat x:int"),
    ("lock-roll", "4.14.2.b", "unit:unit dice:dice successes:int"),
    ("dodge-roll", "4.14.2.c", "unit:unit dice:dice successes:int"),
    ("locked", "4.14.2.d", "unit:unit by:unit"),
    ("caught", "4.14.2.d", "unit:unit by:unit"),
    ("escaped", "4.14.2.d", "unit:unit by:unit"),
    ("held", "4.14.2.f", "unit:unit"),
    ("collected", "6.3.3", "unit:unit cell:cell"),
    ("bought-gg", "6.3.4", "unit:unit"),
    ("gg-taken", "4.6.2", "seat:seat from:seat x:int"),
    ("bought", "4.7.6", "unit:unit pile:pile price:int"),
    ("bought-up", "4.7.6", "unit:unit reward:reward"),
    ("drawn", "4.7.8.a", "seat:seat reward:reward"),
    ("allocated", "4.7.8", "unit:unit"),
    ("discarded", "4.7.9.a", "unit:unit reward:reward"),
    ("revealed", "4.7.10", "unit:unit reward:reward"),
    ("cast", "7.2.1", "unit:unit spell:spell cell:cell"),
    ("paid", "7.2.2.a", "unit:unit ap:int mp:int injuries:int kamas:int"),
    ("critical-roll", "7.2.5.a", "unit:unit dice:dice successes:int"),
    ("armour-roll", "7.2.6.a", "unit:unit dice:dice successes:int"),
    ("damage", "7.2.7.c", "unit:unit x:int element:element sum:terms"),
    ("injured", "7.2.8.a", "unit:unit x:int by:unit"),
    ("healed", "7.3.2.c", "unit:unit x:int by:unit"),
    ("markers", "7.5.1.a", "unit:unit stat:stat x:int"),
    ("ko", "4.10.2", "unit:unit by:unit"),
    ("removed", "4.10.2.a", "unit:unit"),
    ("kamas", "4.5.1", "seat:seat x:int"),
    ("summoned", "4.19.1", "unit:unit by:unit cell:cell"),
    ("trap", "4.19.7.c", "unit:unit victim:unit"),
    ("standby", "7.2.9", "unit:unit"),
    ("dropped", "7.2.9.b", "unit:unit"),
    ("power", "4.18.3", "unit:unit power:power"),
    ("counter", "4.9.15.a", "unit:unit target:unit"),
    ("coins", "4.18.1", "unit:unit coins:coins"),
    ("powers-gained", "4.18.4.f", "unit:unit powers:powers"),
    ("powers-lost", "4.18.4.g", "unit:unit"),
    ("special-marker", "4.13.2", "unit:unit by:unit"),
    ("swapped", "4.18.1", "unit:unit with:unit"),
    ("exchanged", "7.5.20.a", "unit:unit with:unit"),
    ("replaced", "7.5.19.a", "unit:unit card:profile"),
    ("bonus", "4.18.3.d", "unit:unit x:int bonus:bonus element:element spells:spells until:until"),
    ("kama-taken", "4.5.1", "unit:unit cell:cell x:int"),
    ("turn-ended", "6.4.2", "unit:unit"),
    ("won", "1.4.1", "seat:seat"),
    ("drawn-game", "1.4.1", "seat:seat"),
    ("gg-given", "9.2.5", "seat:seat to:seat x:int"),
    ("slips", "4.14.1", "unit:unit"),
    ("spell-improved", "4.18.3.d", "unit:unit spell:spell"),
    ("level", "4.18.3.d", "unit:unit x:int"),
    ("markers-returned", "4.18.3", "unit:unit stat:stat x:int"),
    ("healing", "7.3.2.b", "unit:unit x:int sum:terms"),
    ("spared", "7.2.8.d", "unit:unit x:int why:spared"),
    ("frozen", "KA-2.2 307.20a", "unit:unit x:int"),
    ("thawed", "KA-2.2 307.19a", "unit:unit x:int"),
    ("frozen-markers", "KA-2.2 309.8", "unit:unit stat:stat x:int"),
    ("frozen-returned", "KA-2.2 309.8", "unit:unit stat:stat x:int"),
    ("cube", "KA-2.2 313.6", "from:cell to:cell"),
    ("scenery-injured", "KA-2.2 313.7a", "cell:cell x:int"),
    ("scenery-destroyed", "KA-2.2 313.7c", "cell:cell x:int"),
    ("special-marker-removed", "4.13.2", "unit:unit by:unit"),
    ("tree", "4.17.5.a", "from:cell to:cell"),
    ("controlled", "4.19.1.g", "unit:unit by:unit"),
    ("corrected", "", "seat:seat"),  # by whoever puts right what stands otherwise on a real table: no rule
)

EVENTS: Final = table_of(_ROWS, {"drawn": "seat"}, ("pile-revealed", "discarded", "revealed"))
