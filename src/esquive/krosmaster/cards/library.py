"""Cards made ready for play: what a match needs of its cards, in integers, shared by all its states and never changed.

The card documents are decoded and checked by `cards`; here they become profiles, spells, powers and rewards with
numbers for everything the hot path reads. Ops, triggers, modifiers, spells and rewards get an index each, so that
frames and states hold integers only. The order is that of the match's cards, so equal matches have equal indices.
"""

from typing import Any, Final, get_args

from esquive.core.errors import DocumentError
from esquive.krosmaster.cards import ops
from esquive.krosmaster.cards.catalogue import hero_of
from esquive.krosmaster.cards.documents import (
    ArenaDocument,
    CardDocument,
    PowerDocument,
    RewardDocument,
    SpellDocument,
    SummonDocument,
)
from esquive.krosmaster.cards.ops import PushCube
from esquive.krosmaster.cards.ops.continuous import M_HP
from esquive.krosmaster.cards.parts import asks_idle, is_circular, is_wavering, lowers_hp, parts, takes_after
from esquive.krosmaster.cards.ranges import RANGE_NAMES
from esquive.krosmaster.cards.timing import NOW, timing_of
from esquive.krosmaster.cards.trigger_names import TRIGGER_NAMES
from esquive.krosmaster.cards.who import SELF, Keyword
from esquive.krosmaster.releases.names import AREA_NAMES, SLOT_NAMES

NO_SUMMON: Final = -1  # the control value of a spell whose number is 0
ATTACK: Final = 0
HEAL: Final = 1
SPECIAL: Final = 2
SPELL_KINDS: Final = ("attack", "heal", "special")

WATER: Final = 0
AIR: Final = 1
EARTH: Final = 2
FIRE: Final = 3
NEUTRAL: Final = 4
NO_ELEMENT: Final = 5
ELEMENT_NAMES: Final = ("water", "air", "earth", "fire", "neutral", "none")

NO_LIMIT: Final = 0
PER_TURN: Final = 1
PER_TURN_AND_TARGET: Final = 2
PER_GAME: Final = 3
LIMIT_NAMES: Final = ("none", "turn", "turn-and-target", "game")

KROSMASTER: Final = 0
MOB: Final = 1
MECHANISM: Final = 2
PIECE_NAMES: Final = ("krosmaster", "mob", "mechanism")

BOOST: Final = 0
BUFF: Final = 1
EQUIPMENT: Final = 2
REWARD_NAMES: Final = ("boost", "buff", "equipment")
TECHNIQUE: Final = 5

KEYWORD_NAMES: Final = tuple(str(k) for k in get_args(Keyword))
_BIT: Final = {name: 1 << index for index, name in enumerate(KEYWORD_NAMES)}
RESISTANCES: Final = (
    _BIT["resistance-water"] | _BIT["resistance-air"] | _BIT["resistance-earth"] | _BIT["resistance-fire"]
)
P_CRITICAL: Final = 1 << 0
P_ARMOUR: Final = 1 << 1
P_LOCK: Final = 1 << 2
P_DODGE: Final = 1 << 3
P_RESISTANCE: Final = 1 << 4  # water; the other three follow in the order of the elements
P_IMMUNE: Final = 1 << 9
P_ITTY_BITTY: Final = 1 << 10
P_OBSTRUCTIVE: Final = 1 << 11
P_COUNTER: Final = 1 << 12
P_HEAL: Final = 1 << 13
P_UNFAZED: Final = 1 << 14
P_INTERIOR_FIRE: Final = 1 << 15
P_CHANCE: Final = 1 << 16  # water; Agility, Strength and Intelligence follow in the order of the elements
P_WISDOM: Final = 1 << 20
P_PROSPECTING: Final = 1 << 21
P_CRAFTER: Final = 1 << 22
P_FARMER: Final = 1 << 23
P_LOOT: Final = 1 << 24
P_WEAR: Final = 1 << 25
P_PROFANATION: Final = 1 << 26
P_FRAGILITY: Final = 1 << 27
P_TEMPER: Final = 1 << 28
P_BLINDNESS: Final = 1 << 29
P_FREEZING: Final = 1 << 30
P_SNOWSHOES: Final = 1 << 31  # +1 MP markers; those of -1 MP, +1 AP and -1 AP follow
P_UNSNOWSHOES: Final = 1 << 32
P_FROST_ACCELERATION: Final = 1 << 33
P_FROST_SLOWING: Final = 1 << 34
P_FROST: Final = P_SNOWSHOES | P_UNSNOWSHOES | P_FROST_ACCELERATION | P_FROST_SLOWING


PUNCH: Final = 0


def keyword_mask(names: tuple[str, ...]) -> int:
    """The bits of keyword powers; the resistance to all four elements is the four resistances [KA 4.9.11.a]."""
    mask = 0
    for name in names:
        mask |= RESISTANCES if name == "resistance-water-air-earth-fire" else _BIT[name]
    return mask


class Spell:
    """A spell bar in integers. `ops` are indices of its additional effects in printed order [KA 2.5.2].

    `kind` is Attack, Heal or Special [KA 4.8.6] [KA 4.8.6.a] [KA 4.8.6.b] [KA 4.8.6.c]; a Summoning spell also has a
    control value, whatever its kind [KA 4.8.6.d] [KA 4.19.9]. The element is that of its damage [KA 4.10.3].
    """

    __slots__ = (
        "ap",
        "area",
        "area_if",
        "base",
        "control",
        "dash",
        "document",
        "element",
        "fixed",
        "id",
        "index",
        "injuries",
        "kamas",
        "kind",
        "least",
        "limit",
        "most",
        "mp",
        "needs_sight",
        "ops",
        "pushes_cube",
        "range_kind",
    )

    def __init__(self, index: int, document: SpellDocument, op_indices: list[int]) -> None:
        cost = document.cost
        self.index = index
        self.id: str = document.id
        self.document = document
        self.range_kind: int = RANGE_NAMES.index(document.range.kind)
        self.needs_sight: bool = document.range.kind in ("target", "line")
        self.least: int = document.range.min if document.range.min is not None else 0
        self.most: int = document.range.max if document.range.max is not None else 0
        if document.range.kind == "close-combat":
            self.least, self.most = 1, 1
        self.fixed: bool = document.range.fixed or document.range.kind in ("close-combat", "personal")
        self.dash: bool = cost.ap == "-"
        self.ap: int = cost.ap if isinstance(cost.ap, int) else 0
        self.mp: int = cost.mp or 0
        self.injuries: int = cost.injuries or 0
        self.kamas: int = cost.kamas or 0
        self.kind: int = SPELL_KINDS.index(document.kind)
        self.element: int = ELEMENT_NAMES.index(document.element) if document.element is not None else NO_ELEMENT
        self.base: int = document.base or 0
        self.limit: int = LIMIT_NAMES.index(document.limit)
        self.area: int = AREA_NAMES.index(document.area)
        self.area_if: Any = document.area_if
        self.control: int = document.summons or NO_SUMMON if isinstance(document.summons, int) else 0
        self.ops: list[int] = op_indices
        self.pushes_cube: bool = any(isinstance(part, PushCube) for part in parts(document.do))


class Power:
    """An own power that an event triggers: `when` it happens, `ops` are its effects.

    `casts` names the spell when casting it is all that the power does: then it is the spell that goes on standby.
    """

    __slots__ = (
        "at_least",
        "by",
        "casts",
        "document",
        "during",
        "id",
        "index",
        "of",
        "once",
        "ops",
        "spell",
        "that",
        "trigger",
    )

    def __init__(self, index: int, document: PowerDocument, op_indices: list[int]) -> None:
        self.index = index
        self.id: str = document.id or ""
        self.document = document
        self.trigger: int = TRIGGER_NAMES.index(document.when) if document.when is not None else -1
        self.of: Any = document.of
        self.by: Any = document.by
        self.at_least: int = document.at_least or 0
        self.spell: str = document.spell or ""
        self.during: str = document.during
        self.once: str = document.once
        self.that: Any = document.that
        self.ops: list[int] = op_indices
        only = document.do[0] if len(document.do) == 1 else None
        self.casts: str = only.spell if isinstance(only, ops.Cast) else ""


class Static:
    """A continuous effect: one modifier with the condition under which it holds [KA 4.18.4].

    `power` is the id of the power it belongs to, empty for a reward's; `mask` are the keyword powers it gives,
    `copies` says that it gives those of other units [KA 4.18.8], and `koed` that it holds while its owner is KO'd.
    """

    __slots__ = ("copies", "index", "is_own", "is_reward", "kind", "koed", "mask", "modifier", "ops", "power", "that")

    def __init__(self, index: int, modifier: Any, clause: ops.While, op_indices: list[int], power: str) -> None:
        self.index = index
        self.power = power
        is_hp = isinstance(modifier, ops.StatBonus) and modifier.stat == "hp"
        self.kind: int = M_HP if is_hp else modifier.KIND
        self.modifier = modifier
        self.that = clause.that
        self.koed = clause.koed
        self.ops: list[int] = op_indices
        self.copies: bool = isinstance(modifier, ops.CopyPowers)
        self.mask: int = keyword_mask(getattr(modifier, "powers", ()))
        # Whether it affects its owner alone, the common case, for which nothing needs to be selected.
        self.is_reward = False
        self.is_own: bool = getattr(modifier, "to", SELF) == SELF


class Profile:
    """A Krosmaster card or a summon token in integers; `has_hp`, `has_ap`, `has_mp` are False for a printed dash.

    A summon has neither level nor Initiative [KA 3.2.2] [KA 3.2.3] [KA 4.3.3.b]. It is a Mob or a Mechanism, and
    without MP it is a Mechanism [KA 4.19.1.d] [KA 4.19.1.e] [KA 4.3.4.b]: Turrets [KA 4.19.6] and Tombstones
    [KA 4.19.8] among them; Mobs are characters [KA 4.19.4]. Every unit has one value for each of the three criteria:
    Krosmaster or summon, character or mechanism, ally or opposing [KA 4.3.2].

    `spells` are those printed; `own_spells` also holds the Punch that every Krosmaster has [KA 4.8.5].
    `heritage` are the statics that hold while it is KO'd. `named` are the names of its powers but keywords;
    `copies` and `lends` those of `statics` that copy powers or types.
    """

    __slots__ = (
        "ap",
        "colour",
        "copies",
        "document",
        "family",
        "has_ap",
        "has_hp",
        "has_mp",
        "heritage",
        "hero",
        "hp",
        "id",
        "index",
        "initiative",
        "is_bomb",
        "is_character",
        "is_obstacle",
        "is_trap",
        "keywords",
        "lends",
        "level",
        "loot",
        "mp",
        "named",
        "own_spells",
        "piece",
        "powers",
        "spells",
        "statics",
        "types",
    )

    def __init__(self, index: int, document: CardDocument | SummonDocument, family: str | None) -> None:
        self.index = index
        self.id: str = document.id
        self.document = document
        self.has_hp: bool = document.hp != "-"
        self.has_ap: bool = document.ap != "-"
        self.has_mp: bool = document.mp != "-"
        self.hp: int = document.hp if isinstance(document.hp, int) else 0
        self.ap: int = document.ap if isinstance(document.ap, int) else 0
        self.mp: int = document.mp if isinstance(document.mp, int) else 0
        self.family: str = ""
        self.hero: str = ""
        self.level: int = 0
        self.initiative: int = 0
        self.types: tuple[str, ...] = ()
        if isinstance(document, CardDocument):
            self.piece = KROSMASTER
            self.level = document.level
            self.initiative = document.initiative
            self.types = document.types
            self.hero = hero_of(document)
            self.is_obstacle = True
        else:
            self.piece = MOB if document.category == "mob" else MECHANISM
            self.family = family or document.family or ""
            self.types = (document.id, self.family) if self.family else (document.id,)
            self.is_obstacle = document.obstacle
        self.is_character: bool = self.has_mp and self.piece != MECHANISM
        self.is_trap: bool = self.family == "trap"
        self.is_bomb: bool = self.family == "bomb"
        self.keywords: int = 0
        self.loot: int = 0
        self.spells: list[int] = []
        self.own_spells: list[int] = []
        self.powers: list[int] = []
        self.statics: list[int] = []
        self.heritage: list[int] = []
        self.copies: list[int] = []
        self.lends: list[int] = []
        self.named: frozenset[str] = frozenset(power.id for power in document.power if power.id is not None)

    def has_type(self, name: str) -> bool:
        """Whether the card or token counts as this type, family or name [KA 2.2.2] [KA 4.19.2] [Ruling R84]."""
        return name in self.types or name in (self.id, self.hero)


class Reward:
    """A Demonic Reward token in integers [KA 4.7.5]; `slot` is -1 unless it is an Equipment [KA 4.7.11]."""

    __slots__ = ("copies", "document", "id", "index", "kind", "ops", "rank", "slot", "spell", "statics")

    def __init__(self, index: int, document: RewardDocument, rank: int) -> None:
        self.index = index
        self.id: str = document.id
        self.document = document
        self.rank = rank
        self.kind: int = REWARD_NAMES.index(document.kind)
        self.slot: int = SLOT_NAMES.index(document.slot) if document.slot is not None else -1
        self.copies: int = document.copies
        self.ops: list[int] = []
        self.statics: list[int] = []
        self.spell: int = -1


class Library:
    """Everything a match's cards say, by index: profiles, spells, powers, continuous effects, ops and rewards.

    `arena` is the document of the arena where no catalogue has it, and `uses`, once it was asked for, what records say
    of these cards (`text.documents.played_with`).
    """

    __slots__ = (
        "arena",
        "asks_idle",
        "blinds",
        "by_id",
        "children",
        "copies",
        "lowers_hp",
        "ops",
        "powers",
        "profiles",
        "reward_by_id",
        "reward_spells",
        "rewards",
        "spells",
        "statics",
        "timing",
        "uses",
    )

    def __init__(self, punch: SpellDocument) -> None:
        self.profiles: list[Profile] = []
        self.spells: list[Spell] = []
        self.powers: list[Power] = []
        self.statics: list[Static] = []
        self.rewards: list[Reward] = []
        self.reward_spells: set[int] = set()  # those that a Demonic Reward gives
        self.ops: list[Any] = []
        self.children: list[list[list[int]]] = []
        self.timing: list[int] = []  # by op: when it acts, see `cards.timing`
        self.copies = False  # whether some card copies powers: only then is anything asked about copies
        self.blinds = False  # whether some card has or gives Blindness: only then is every caster asked for it
        self.asks_idle = False  # whether some card asks who has done nothing in its turn: only then is it noted
        self.lowers_hp = False  # whether some effect may leave less HP than printed: only then is every unit looked at
        self.by_id: dict[str, int] = {}
        self.reward_by_id: dict[str, int] = {}
        self.arena: ArenaDocument | None = None
        self.uses: dict[str, dict[str, str]] | None = None
        self._add_spell(punch)

    def add_profile(self, document: CardDocument | SummonDocument, family: str | None) -> int:
        """The index of the profile of this card or token, added when it is new; `family` goes before its own."""
        if document.id in self.by_id:
            return self.by_id[document.id]
        profile = Profile(len(self.profiles), document, family)
        self.profiles.append(profile)
        self.by_id[document.id] = profile.index
        profile.spells = [self._add_spell(spell) for spell in document.spell]
        profile.own_spells = [*profile.spells, PUNCH] if profile.piece == KROSMASTER else profile.spells
        for power in document.power:
            self._add_power(profile, power)
        self.asks_idle = self.asks_idle or asks_idle(document)
        return profile.index

    def with_punch(self, punch: SpellDocument) -> "Library":
        """The same cards with the Punch of another release."""
        found = Library(punch)
        found.spells = [Spell(0, punch, []), *self.spells[1:]]
        found.profiles, found.powers, found.statics = self.profiles, self.powers, self.statics
        found.by_id, found.rewards, found.reward_by_id = self.by_id, self.rewards, self.reward_by_id
        found.ops, found.children, found.timing = self.ops, self.children, self.timing
        found.copies, found.blinds, found.lowers_hp = self.copies, self.blinds, self.lowers_hp
        found.asks_idle = self.asks_idle
        found.arena, found.uses, found.reward_spells = self.arena, self.uses, self.reward_spells
        return found

    def add_reward(self, document: RewardDocument, rank: int) -> int:
        """The index of a Demonic Reward token, added to the end; `rank` is its place among those of the match."""
        reward = Reward(len(self.rewards), document, rank)
        self.rewards.append(reward)
        self.reward_by_id[document.id] = reward.index
        reward.ops = self._add_ops(document.do)
        for clause in document.holds:
            reward.statics.extend(self._add_while(clause))
        for index in reward.statics:
            self.statics[index].is_reward = True
        if document.spell:
            reward.spell = self._add_spell(document.spell[0])
            self.reward_spells.add(reward.spell)
        return reward.index

    def _add_spell(self, document: SpellDocument) -> int:
        spell = Spell(len(self.spells), document, self._add_ops(document.do))
        self.spells.append(spell)
        return spell.index

    def _add_power(self, profile: Profile, document: PowerDocument) -> None:
        if document.unimplemented is not None:
            message = "power {document!r} of {profile!r} cannot be played yet: {unimplemented}"
            facts = {"document": document.id, "profile": profile.id, "unimplemented": document.unimplemented}
            fix = "choose another card; `esquive cards list` marks those that can be played"
            raise DocumentError(message, profile.id, fix, **facts)
        if document.keyword is not None:
            profile.keywords |= keyword_mask((document.keyword,))
            self.blinds = self.blinds or document.keyword == "blindness"
            if document.keyword == "loot":
                profile.loot = document.x or 0
        if document.when is not None:
            power = Power(len(self.powers), document, self._add_ops(document.do))
            self.powers.append(power)
            profile.powers.append(power.index)
        for clause in document.holds:
            added = self._add_while(clause, document.id or "")
            (profile.heritage if clause.koed else profile.statics).extend(added)
            profile.copies.extend(index for index in added if self.statics[index].copies)
            profile.lends.extend(index for index in added if isinstance(self.statics[index].modifier, ops.HaveTypes))
        if profile.copies:
            self.copies = True

    def _add_while(self, clause: ops.While, power: str = "") -> list[int]:
        if is_circular(clause):
            fix = "select by type, kind or side instead"
            raise DocumentError("power {power!r} gives or takes powers by looking at powers", "while", fix, power=power)
        if is_wavering(clause) or (takes_after(clause) and not power):
            fix = "let a power of a card do it, without a condition"
            raise DocumentError("powers and types are copied under a condition, or by a reward", "while", fix)
        if clause.koed and not power:
            fix = "leave `koed` out, or let a power of a card do it"
            raise DocumentError("a reward leaves the game with its Krosmaster", "while", fix)
        added: list[int] = []
        for modifier in clause.give:
            if isinstance(modifier, ops.ModifierUnimplemented):
                raise DocumentError("cannot be played yet: {note}", "while", "choose another card", note=modifier.note)
            inner = self._add_ops(modifier.do) if isinstance(modifier, ops.PunchEffect | ops.SpellEffects) else []
            held = Static(len(self.statics), modifier, clause, inner, power)
            self.statics.append(held)
            added.append(held.index)
            self.lowers_hp = self.lowers_hp or lowers_hp(modifier)
            self.blinds = self.blinds or held.mask & P_BLINDNESS > 0
        return added

    def _add_ops(self, sequence: tuple[Any, ...]) -> list[int]:
        return [self._add_op(op) for op in sequence]

    def _add_op(self, op: Any) -> int:
        if isinstance(op, ops.Unimplemented):
            raise DocumentError("cannot be played yet: {note}", "do", "choose another card", note=op.note)
        if isinstance(op, ops.GainPower) and "blindness" in op.powers:
            self.blinds = True
        index = len(self.ops)
        self.ops.append(op)
        self.children.append([])
        self.timing.append(NOW)
        self.children[index] = branches = [self._add_ops(branch) for branch in op.branches]
        self.timing[index] = timing_of(op, [self.timing[inner] for branch in branches for inner in branch])
        return index
