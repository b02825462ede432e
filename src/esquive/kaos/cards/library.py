"""What is printed on cards, as the rules use it during a match: small immutable objects, built once and shared.

Card files are read in `cards`; here are no names for people but the ids and labels that logs print. Lengths are
micrometres.
"""

from dataclasses import dataclass
from typing import Any, Final

from esquive.kaos.cards.op_codes import Op
from esquive.kaos.geometry.shapes import Piece

NONE: Final = -1

MELEIEN: Final = 0
THANIGISTE: Final = 1
ABELBERIEN: Final = 2
SHIMEIEN: Final = 3
ENCHANTEE: Final = 4
TRIBES: Final = ("meleien", "thanigiste", "abelberien", "shimeien", "enchantee")  # [Kaos K3.6]
# The emblems at the top right of their cards [Kaos K3.7].
EMBLEMS: Final = ("moon and sun", "spiked skull", "pyramid", "black hand", "labyrinth")

# Kinds of weapons [Kaos K21.1] [Kaos K22.1] [Kaos K23.1].
CLOSE: Final = 0
LONG: Final = 1
RANGED: Final = 2
WEAPON_KINDS: Final = ("close_melee", "long_melee", "ranged")

# What the target of a spell resists with [Kaos K23.14].
DODGE_OR_SHIELD: Final = 0
WILL: Final = 1
LIFE_GAUGE: Final = 2
UNOPPOSED: Final = 3
DEFENCES: Final = ("dodge_or_shield", "will", "life_gauge", "none")

# Whom a spell, a skill or an object may be used on.
ENEMY: Final = 0
FRIEND: Final = 1
SELF: Final = 2
ANY: Final = 3
TARGETS: Final = ("enemy", "friend", "self", "any")

# When a personal skill or an object is used [Kaos K34.2] [Kaos K35.3].
AS_ACTION: Final = 0
AS_REACTION: Final = 1
PASSIVE: Final = 2
IN_FREE_WINDOW: Final = 3
TIMINGS: Final = ("action", "reaction", "passive", "any_free_window")

# Keywords of a profile; flags.
FLYING: Final = 1
CLIMBER: Final = 2
KEYWORDS: Final = {"flying": FLYING, "climber": CLIMBER}


@dataclass(frozen=True)
class Weapon:
    """A weapon: dice rolled and wounds dealt; `reach` is the optimal range of a ranged one, else 0 [Kaos K18.1]."""

    id: str
    label: str
    kind: int
    dice: int
    wounds: int
    reach: int
    can_target_contact: bool


@dataclass(frozen=True)
class Spell:
    """A spell; `required`: successes it needs [Kaos K23.19]; `effects`: what it does beside its wounds."""

    id: str
    label: str
    dice: int
    reach: int
    wounds: int
    ignores_armour: bool
    defence: int
    required: int
    is_free: bool
    targets: int
    can_target_contact: bool
    uses: int
    effects: tuple[Op, ...]


@dataclass(frozen=True)
class Skill:
    """A personal skill [Kaos K34.1]; `dice` 0: automatic [Kaos K34.4]; `uses` a round, 0 for as often as wished.

    `reach`: how far its target may be; -1 for any distance; `needs_angle` and `needs_sight`:
    what the target must be in.
    `standing`: modifiers of a passive skill (see `effects.ops`), always on while the figure is in play.
    """

    id: str
    label: str
    dice: int
    is_free: bool
    timing: int
    targets: int
    reach: int
    needs_angle: bool
    needs_sight: bool
    uses: int
    effects: tuple[Op, ...]
    standing: tuple[Op, ...]


@dataclass(frozen=True)
class Profile:
    """A profile card, one for each fighter [Kaos K2.1] [Kaos K2.2]: lengths in micrometres, dice, life points.

    Each skill, an icon on the printed card, is a field here; `shield` is -1 for none [Kaos K2.3].
    """

    id: str
    label: str
    tribe: int
    cost: int
    side: int
    height: int
    head: int
    body: int
    move: int
    will: int
    life: int
    armour: int
    dodge: int
    shield: int
    weapons: tuple[Weapon, ...]
    spells: tuple[Spell, ...]
    skills: tuple[Skill, ...]
    keywords: int


@dataclass(frozen=True)
class ObjectCard:
    """An object that may be found [Kaos K32.1]: `difficulty` 2 to 6; `uses` in all, 0 for as often as wished.

    `timing`, `targets`, `reach` as for a skill; `standing`: modifiers while it is carried.
    """

    id: str
    label: str
    place: str
    difficulty: int
    timing: int
    targets: int
    reach: int
    uses: int
    effects: tuple[Op, ...]
    standing: tuple[Op, ...]


@dataclass(frozen=True)
class EventCard:
    """An event [Kaos K33.1]: of `parts` equal cards [Kaos K33.12]; at most `copies` in a deck [Kaos K33.4].

    `rounds`: how long it lasts, one at least [Kaos K33.15]. `effects` are carried out when it happens,
    `standing` are modifiers of all figures while it lasts.
    """

    id: str
    label: str
    place: str
    parts: int
    copies: int
    rounds: int
    effects: tuple[Op, ...]
    standing: tuple[Op, ...]


@dataclass(frozen=True)
class Objective:
    """One way a scenario gives victory points, counted at the end of each round [Kaos K1.4] [Kaos K37.1].

    `kind`: see OBJECTIVES. `x y radius`: a place; `points`; `rounds`: how many rounds it takes, or is counted in.
    """

    kind: int
    points: int
    x: int
    y: int
    radius: int
    rounds: int
    seat: int


HOLD: Final = 0  # more figures with their base within radius of x,y than the opponent, at the end of a round
CARRY: Final = 1  # the relic at x,y: taken by a figure in contact with its spot, scored when carried off the own edge
SURVIVE: Final = 2  # `seat` still has a figure in play after `rounds` rounds
OBJECTIVES: Final = ("hold", "carry", "survive")


class Library:
    """Everything of one match that is printed: profiles by number, object and event cards, objectives.

    `selection`: the movable scenery the players agreed on, both halves, each piece drawn round 0,0 [Kaos K5.3].
    `zones`: where a scenario has each seat deploy (west, south, east, north in micrometres, None for anywhere); () for
    no zones at all [Kaos K37.1]. `inline`: the documents of what no catalogue has, by key, as they were written;
    `scenario`: the id of the scenario all of it comes from, "" for none; `known`: the catalogue it all comes from, with
    the documents brought along (None for a library made by hand).
    `free`: by profile, the numbers of its free spells, and of the skills used between actions [Kaos K35.1];
    `has_free`: by profile, whether there are any. By profile too, once it was asked: `free_means`, what answers call
    them; `threat_ranges`, from how far away it may attack (`proposals.worth`). `sources`: the card that each number of
    an effect is printed on, by its id, once it was asked.
    """

    __slots__ = (
        "by_id",
        "events",
        "free",
        "free_means",
        "has_free",
        "inline",
        "known",
        "objectives",
        "objects",
        "profiles",
        "scenario",
        "selection",
        "sources",
        "threat_ranges",
        "zones",
    )

    def __init__(
        self,
        profiles: tuple[Profile, ...],
        objects: tuple[ObjectCard, ...] = (),
        events: tuple[EventCard, ...] = (),
        objectives: tuple[Objective, ...] = (),
        selection: tuple[Piece, ...] = (),
        zones: tuple[tuple[int, int, int, int] | None, ...] = (),
        inline: dict[str, Any] | None = None,
        scenario: str = "",
    ) -> None:
        self.profiles = profiles
        self.scenario = scenario
        self.objects = objects
        self.events = events
        self.objectives = objectives
        self.selection = selection
        self.zones = zones
        self.inline = inline or {}
        self.known: Any = None
        self.sources: dict[int, str] = {}
        self.free = [
            (
                [number for number, spell in enumerate(profile.spells) if spell.is_free],
                [number for number, skill in enumerate(profile.skills) if skill.timing == IN_FREE_WINDOW],
            )
            for profile in profiles
        ]
        self.free_means: dict[int, list[int]] = {}
        self.threat_ranges: dict[int, int] = {}
        self.has_free = [bool(spells or skills) for spells, skills in self.free]
        self.by_id = {profile.id: number for number, profile in enumerate(profiles)}
