"""What can happen in a game, by kind, and how often it has: the ledger of exhaustive play.

What there is to see is read from the declarations themselves (ops, keyword powers, frames, events) and, for the kinds
of refusals, decisions and rolls, from the sources of the rules, where each is named. So nothing can be added to the
rules without being looked for.
"""

import ast
from collections import Counter
from functools import cache
from importlib.resources import files
from typing import Any, Final, get_args

from esquive.krosmaster.board import AREA_NAMES, RANGE_NAMES
from esquive.krosmaster.cards.catalogue import Catalogue
from esquive.krosmaster.cards.parts import parts, summon_ids
from esquive.krosmaster.effects import ops
from esquive.krosmaster.effects.running import EffectsFrame
from esquive.krosmaster.events import (
    E_ARMOUR_ROLL,
    E_BOUGHT,
    E_CAST,
    E_COLLECTED,
    E_COUNTER,
    E_CRITICAL_ROLL,
    E_DAMAGE,
    E_DODGE_ROLL,
    E_HEALED,
    E_INJURED,
    E_KO,
    E_LOCK_ROLL,
    E_MARKERS,
    E_POWER,
    E_STANDBY,
    E_UNIT_TURN,
    EVENTS,
)
from esquive.krosmaster.library import KEYWORD_NAMES, LIMIT_NAMES, RESISTANCES, TRIGGER_NAMES
from esquive.krosmaster.rules.casting import CRITICAL_DONE, CastFrame
from esquive.krosmaster.rules.dice import ROLL_NAMES
from esquive.krosmaster.rules.values import has_held, powers
from esquive.krosmaster.saving import FRAMES
from esquive.krosmaster.state import STAT_NAMES, State

Key = tuple[str, str]

# The event, with the unit in its first field, in which a power of 4.9 shows; E_UNIT_TURN for those that always hold.
_SHOWS: Final[dict[str, tuple[int, ...]]] = {
    "critical-hit": (E_CRITICAL_ROLL,),
    "armour": (E_ARMOUR_ROLL,),
    "lock": (E_LOCK_ROLL,),
    "dodge": (E_DODGE_ROLL,),
    "immune": (E_DAMAGE,),
    "counter": (E_COUNTER,),
    "heal": (E_CRITICAL_ROLL,),
    "chance": (E_CRITICAL_ROLL, E_ARMOUR_ROLL),
    "agility": (E_CRITICAL_ROLL, E_ARMOUR_ROLL),
    "strength": (E_CRITICAL_ROLL, E_ARMOUR_ROLL),
    "intelligence": (E_CRITICAL_ROLL, E_ARMOUR_ROLL),
    "wisdom": (E_KO, E_UNIT_TURN),
    "crafter": (E_BOUGHT,),
    "farmer": (E_COLLECTED,),
    "loot": (E_KO,),
    "wear": (E_STANDBY,),
    "profanation": (E_INJURED, E_HEALED, E_KO),
    **{f"resistance-{element}": (E_DAMAGE,) for element in ("water", "air", "earth", "fire")},
    "resistance-water-air-earth-fire": (E_DAMAGE,),
}
# What no match can show: the marks of what cannot be played, a pile that notation cannot name, and a step that the one
# before it always goes on to without stopping.
NEVER: Final[frozenset[Key]] = frozenset(
    {("op", "unimplemented"), ("op", "special"), ("refusal", "no-such-pile"), ("step", "block move")}
)


@cache
def sources() -> list[ast.Module]:
    """The rules and effects as syntax trees."""
    found: list[ast.Module] = []
    for folder in ("rules", "effects"):
        for file in sorted(files("esquive.krosmaster").joinpath(folder).iterdir(), key=lambda entry: entry.name):
            if file.name.endswith(".py"):
                found.append(ast.parse(file.read_text(encoding="utf-8")))
    return found


def named_in_sources(maker: str) -> set[str]:
    """The texts that stand as first argument of every call of a class: `Condition`, `Refusal`, `Decision`, `Roll`."""
    found: set[str] = set()
    for tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == maker and node.args:
                found |= _texts(node.args[0], tree)
    return found


def _texts(node: ast.expr, tree: ast.Module) -> set[str]:
    """The texts an argument can be: written there, one of two, a variable's, or an entry of a tuple of the module."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return {node.value}
    if isinstance(node, ast.IfExp):
        return _texts(node.body, tree) | _texts(node.orelse, tree)
    if isinstance(node, ast.Name):
        values = [one.value for one in ast.walk(tree) if isinstance(one, ast.Assign) and _assigns(one, node.id)]
        return set().union(*(_texts(value, tree) for value in values if isinstance(value, ast.IfExp)))
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        for statement in tree.body:
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                if statement.target.id == node.value.id and isinstance(statement.value, ast.Tuple):
                    return set().union(*(_texts(entry, tree) for entry in statement.value.elts))
    return set()


def _assigns(statement: ast.Assign, name: str) -> bool:
    return any(isinstance(target, ast.Name) and target.id == name for target in statement.targets)


def op_name(op: Any) -> str:
    """The name under which cards know an op or a modifier."""
    name: str = type(op).__struct_config__.tag
    return name


@cache
def everything() -> frozenset[Key]:
    """Everything there is to see, as pairs of a kind and a name."""
    found: set[Key] = {("op", str(op.__struct_config__.tag)) for op in get_args(ops.Op)}
    found |= {("modifier", str(op.__struct_config__.tag)) for op in get_args(ops.Modifier)} - {
        ("modifier", "unimplemented")
    }
    found |= {("keyword", name) for name in KEYWORD_NAMES}
    found |= {("trigger", name) for name in TRIGGER_NAMES}
    found |= {("area", name) for name in AREA_NAMES} | {("range", name) for name in RANGE_NAMES}
    found |= {("limit", name) for name in LIMIT_NAMES}
    found |= {("markers", f"{sign}{stat}") for stat in STAT_NAMES for sign in "+-"}
    found |= {("roll", name) for name in {*named_in_sources("Roll"), *ROLL_NAMES}}
    found |= {("decision", name) for name in named_in_sources("Decision")}
    found |= {("refusal", name) for name in named_in_sources("Condition") | named_in_sources("Refusal")}
    found |= {("step", f"{name} {step}") for name, frame in FRAMES.items() for step in frame.STEPS}
    found |= {("event", event.name) for event in EVENTS}
    return frozenset(found - NEVER)


def bearers(known: Catalogue) -> dict[Key, list[str]]:
    """The playable cards that can show an op, modifier, power, trigger, area, range or limit, summons included."""
    found: dict[Key, list[str]] = {}
    for card in known.cards.values():
        if not known.is_playable(card):
            continue
        keys: set[Key] = set()
        for bearer in (card, *(known.summons[summon] for summon in summon_ids(card))):
            for part in parts(bearer):
                keys |= _keys_of(part)
        for key in keys:
            found.setdefault(key, []).append(card.id)
    return found


def _keys_of(part: Any) -> set[Key]:
    """What a part of a card can show."""
    if isinstance(part, get_args(ops.Op)):
        return {("op", op_name(part))}
    if isinstance(part, get_args(ops.Modifier)):
        return {("modifier", op_name(part))}
    keys: set[Key] = set()
    if getattr(part, "keyword", None) is not None:
        keys.add(("keyword", part.keyword))
    if getattr(part, "when", None) is not None:
        keys.add(("trigger", part.when))
    if getattr(part, "area", None) is not None:
        keys |= {("area", part.area), ("range", part.range.kind), ("limit", part.limit)}
        if part.area != "none" and part.kind == "attack":
            keys.add(("decision", "ko-order"))
        if part.area != "none" and any(isinstance(op, ops.PushBack | ops.Attract) for op in parts(part)):
            keys |= {("decision", "push-order"), ("step", "effects order")}
    return keys


class Ledger:
    """How often each thing has been seen."""

    __slots__ = ("counts",)

    def __init__(self) -> None:
        self.counts: Counter[Key] = Counter()

    def note(self, kind: str, name: str) -> None:
        """Something has occurred."""
        self.counts[kind, name] += 1

    def missing(self, times: int) -> dict[Key, int]:
        """What has occurred fewer times than wanted, with how often it has, by kind and name."""
        return {key: self.counts[key] for key in sorted(everything()) if self.counts[key] < times}

    def note_frame(self, state: State, frame: Any) -> None:
        """A frame is about to run: its step, and the op it is about to apply."""
        self.note("step", f"{frame.NAME} {frame.STEPS[frame.step]}")
        library = state.library
        if isinstance(frame, EffectsFrame) and frame.step == 0 and not frame.pending and frame.queue:
            self.note("op", op_name(library.ops[frame.queue[0]]))
        elif isinstance(frame, CastFrame) and frame.step == CRITICAL_DONE:
            for index in frame.late:
                self.note("op", op_name(library.ops[index]))

    def note_events(self, state: State, events: list[tuple[int, ...]]) -> None:
        """What happened, and what it shows of powers, spells and markers."""
        library = state.library
        for event in events:
            kind = event[0]
            self.note("event", EVENTS[kind].name)
            if kind == E_CAST:
                spell = library.spells[event[2]]
                self.note("area", AREA_NAMES[spell.area])
                self.note("range", RANGE_NAMES[spell.range_kind])
                self.note("limit", LIMIT_NAMES[spell.limit])
                self.note_own_cast(state, event[1], spell.id)
            elif kind == E_MARKERS:
                self.note("markers", ("+" if event[3] > 0 else "-") + STAT_NAMES[event[2]])
            elif kind == E_POWER:
                self.note("trigger", TRIGGER_NAMES[library.powers[event[2]].trigger])
            elif kind == E_UNIT_TURN:
                self.note_modifiers(state)
            if EVENTS[kind].fields[0][0] == "unit" and event[1] >= 0:
                self.note_powers(state, event[1], kind)

    def note_own_cast(self, state: State, unit: int, spell: str) -> None:
        """A spell that a power of the caster casts by itself: such a power goes on standby as that spell."""
        for index in state.library.profiles[state.profile[unit]].powers:
            power = state.library.powers[index]
            if power.casts == spell:
                self.note("trigger", TRIGGER_NAMES[power.trigger])
                self.note("op", op_name(power.document.do[0]))

    def note_powers(self, state: State, unit: int, kind: int) -> None:
        """The keyword powers of a unit that an event of this kind shows."""
        mask = powers(state, unit)
        if not mask:
            return
        for bit, name in enumerate(KEYWORD_NAMES):
            if mask >> bit & 1 and kind in _SHOWS.get(name, (E_UNIT_TURN,)):
                self.note("keyword", name)
        if mask & RESISTANCES == RESISTANCES and kind == E_DAMAGE:
            self.note("keyword", "resistance-water-air-earth-fire")

    def note_modifiers(self, state: State) -> None:
        """The continuous effects that hold now."""
        for entries in state.modifiers:
            for unit, index in entries:
                if has_held(state, unit, index):
                    self.note("modifier", op_name(state.library.held[index].modifier))
