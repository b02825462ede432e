"""The kinds of events of Kaos: numbers for the engine, one table for everybody else.

Field types: figure, figures (-1: nobody), seat, number, length (micrometres), angle, point fields come as two lengths,
piece (of the selection), word (see the field's own table), dice (a run of D6 as an integer: a leading 1 in base 7, then
the faces), card, terms (what a number is made of, packed by `book.terms`; 0 where nobody said), way (the places along
it, packed by `table.ways`; 0 where nobody said).
"""

from typing import Final

from esquive.core.events import EventKind, table_of

E_SCENERY_PLACED: Final = 0
E_SCENERY_ROLL: Final = 1
E_DEPLOYMENT_WON: Final = 2
E_DEPLOYED: Final = 3
E_ASKED: Final = 4
E_ROUND: Final = 5
E_DESTINY_GAINED: Final = 6
E_INITIATIVE_WON: Final = 7
E_INITIATIVE: Final = 8
E_ACTIVATED: Final = 9
E_DECLARED: Final = 10
E_REACTION: Final = 11
E_INTERCEPTION: Final = 12
E_FREE_USE: Final = 13
E_MOVED: Final = 14
E_MOVE_STOPPED: Final = 15
E_MOVE_LOST: Final = 16
E_POOL: Final = 17
E_ROLLED: Final = 18
E_ROLLED_AGAIN: Final = 19
E_DESTINY_SPENT: Final = 20
E_DESTINY_ROLLED: Final = 21
E_SUCCESSES: Final = 22
E_HIT: Final = 23
E_MISSED: Final = 24
E_DODGED: Final = 25
E_PARRIED: Final = 26
E_RESISTED: Final = 27
E_WOUNDED: Final = 28
E_ARMOUR: Final = 29
E_HEALED: Final = 30
E_OUT_OF_ACTION: Final = 31
E_POINTS: Final = 32
E_FORCED: Final = 33
E_SLAMMED: Final = 34
E_SLAMMED_INTO: Final = 35
E_FELL: Final = 36
E_FALL_SAVED: Final = 37
E_FLED: Final = 38
E_FLIGHT_ENDS: Final = 39
E_LEFT_TABLE: Final = 40
E_SEARCHING: Final = 41
E_SEARCH_ROLL: Final = 42
E_OBJECT_DRAWN: Final = 43
E_OBJECT_KEPT: Final = 44
E_OBJECT_RETURNED: Final = 45
E_OBJECT_USED: Final = 46
E_OBJECT_LOST: Final = 47
E_EVENT_DRAWN: Final = 48
E_EVENT_KEPT: Final = 49
E_EVENT_REVEALED: Final = 50
E_EVENT_WAITS: Final = 51
E_EVENT_HAPPENS: Final = 52
E_EVENTS_CANCELLED: Final = 53
E_EVENT_ENDS: Final = 54
E_EFFECT: Final = 55
E_EFFECT_ENDS: Final = 56
E_SKILL_USED: Final = 57
E_RELIC_TAKEN: Final = 58
E_RELIC_DROPPED: Final = 59
E_OBJECTIVE: Final = 60
E_CLEAN_UP: Final = 61
E_OVER: Final = 62

_ROWS: Final = (
    ("scenery-placed", "K5.5", "seat:seat piece:piece x:length y:length angle:angle"),
    ("scenery-roll", "K5.4", "seat:seat dice:dice"),
    ("deployment-won", "K6.9", "seat:seat"),
    ("deployed", "K6.1", "figure:figure x:length y:length angle:angle"),
    ("asked", "K8.4", "seat:seat"),
    ("round", "K7.2", "number:number"),
    ("destiny-gained", "K36.1", "seat:seat total:number"),
    ("initiative-won", "K8.3", "seat:seat"),
    ("initiative", "K8.6", "seat:seat"),
    ("activated", "K7.1", "figure:figure"),
    ("declared", "K20.1", "figure:figure plan:plan action:action means:means target:figures way:way angle:angle"),
    ("reaction", "K20.9", "figure:figure reaction:reaction means:means"),
    ("interception", "K31.1", "figure:figure means:means target:figure"),
    ("free-use", "K35.1", "figure:figure means:means target:figures"),
    ("moved", "K10.9", "figure:figure x:length y:length z:length angle:angle cost:length way:way"),
    ("move-stopped", "K20.16", "figure:figure"),
    ("move-lost", "K26.2", "figure:figure"),
    ("pool", "K14.3", "figure:figures seat:seat roll:roll dice:number sum:terms"),
    ("rolled", "K14.4", "figure:figures seat:seat roll:roll dice:dice"),
    ("rolled-again", "K15.1", "figure:figures seat:seat roll:roll dice:dice"),
    ("destiny-spent", "K36.4", "seat:seat left:number"),
    ("destiny-rolled", "K36.4", "figure:figures seat:seat roll:roll dice:dice"),
    ("successes", "K14.4", "figure:figures seat:seat roll:roll number:number"),
    ("hit", "K17.3", "figure:figure target:figure means:means"),
    ("missed", "K17.1", "figure:figure target:figures means:means"),
    ("dodged", "K29.7", "figure:figure attacker:figure"),
    ("parried", "K21.14", "figure:figure attacker:figure"),
    ("resisted", "K24.2", "figure:figure attacker:figure"),
    ("wounded", "K18.2", "figure:figure wounds:number total:number sum:terms"),
    ("armour", "K18.3", "figure:figure stopped:number sum:terms"),
    ("healed", "K18.6", "figure:figure wounds:number total:number"),
    ("out-of-action", "K18.9", "figure:figure"),
    ("points", "K1.3", "seat:seat points:number total:number"),
    ("forced", "K26.1", "figure:figure"),
    ("slammed", "K22.6", "figure:figure by:figure x:length y:length"),
    ("slammed-into", "K22.7", "figure:figure wounds:number"),
    ("fell", "K12.1", "figure:figure drop:length wounds:number"),
    ("fall-saved", "K12.4", "figure:figure saved:number"),
    ("fled", "K27.1", "figure:figure"),
    ("flight-ends", "K27.7", "figure:figure"),
    ("left-table", "K27.8", "figure:figure"),
    ("searching", "K32.5", "figure:figure"),
    ("search-roll", "K32.6", "seat:seat dice:dice"),
    ("object-drawn", "K32.7", "seat:seat card:object"),
    ("object-kept", "K32.9", "figure:figure difficulty:number"),
    ("object-returned", "K32.12", "seat:seat"),
    ("object-used", "K32.11", "figure:figure card:object target:figures"),
    ("object-lost", "K32.11", "figure:figure"),
    ("event-drawn", "K33.6", "seat:seat card:event"),
    ("event-kept", "K33.7", "seat:seat"),
    ("event-revealed", "K33.10", "seat:seat card:event"),
    ("event-waits", "K33.13", "card:event parts:number"),
    ("event-happens", "K33.11", "card:event"),
    ("events-cancelled", "K33.14", ""),
    ("event-ends", "K33.15", "card:event"),
    ("effect", "K24.2", "figure:figures effect:effect x:number"),
    ("effect-ends", "K24.2", "figure:figures effect:effect x:number"),
    ("skill-used", "K34.2", "figure:figure means:means target:figures"),
    ("relic-taken", "K37.1", "figure:figure"),
    ("relic-dropped", "K37.1", "x:length y:length"),
    ("objective", "K1.4", "seat:seat points:number"),
    ("clean-up", "K7.4", "number:number"),
    ("over", "K1.2", "seat:seats reason:word"),
    ("corrected", "", "seat:seat"),  # by whoever puts right what stands otherwise on a real table: no rule
)
_PRIVATE: Final = {"object-drawn": "seat", "event-drawn": "seat"}

EVENTS: Final[tuple[EventKind, ...]] = table_of(_ROWS, _PRIVATE, ("event-revealed", "event-waits", "event-happens"))
