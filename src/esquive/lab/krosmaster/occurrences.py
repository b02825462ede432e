"""What can happen in a game, by kind, and how often it has: the ledger of exhaustive play.

What there is to see is read from the declarations themselves (ops, keyword powers, frames, events) and, for the kinds
of refusals, decisions and rolls, from the sources of the rules, where each is named. So nothing can be added to the
rules without being looked for.
"""

import ast
from collections import Counter
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, get_args

from esquive.krosmaster.book.powers.rolls import ROLL_NAMES
from esquive.krosmaster.cards import ops
from esquive.krosmaster.cards.catalogue import catalogue
from esquive.krosmaster.cards.documents import SpellDocument, SummonDocument
from esquive.krosmaster.cards.library import KEYWORD_NAMES, LIMIT_NAMES, Library
from esquive.krosmaster.cards.parts import cards_named, parts, summon_ids
from esquive.krosmaster.cards.ranges import RANGE_NAMES
from esquive.krosmaster.cards.trigger_names import TRIGGER_NAMES
from esquive.krosmaster.releases import release
from esquive.krosmaster.releases.names import AREA_NAMES
from esquive.krosmaster.table.events import EVENTS
from esquive.krosmaster.table.state import STAT_NAMES
from esquive.krosmaster.written.documents.saves import FRAMES
from esquive.lab.krosmaster.random_set_ups import playable_cards
from esquive.lab.krosmaster.tallies import Tally

Key = tuple[str, str]

# What a card has or has not: of these, the runner can say that no playable card has one.
BORNE: Final = ("op", "modifier", "keyword", "area", "range", "limit", "trigger")
# What no match can show, each with the reason; the runner says so instead of counting it as missing. `never` joins to
# it what a release cannot show.
NEVER: Final[dict[Key, str]] = {
    ("op", "unimplemented"): "marks an effect that cannot be played yet; a card that has one is not playable",
    ("op", "special"): "an effect of the engine's own; no card uses one",
    ("refusal", "no-such-pile"): "notation has no word for a pile that does not exist",
    ("step", "block move"): "the step before it goes on to it without stopping",
    ("step", "cast armour-roll"): "the step before it goes on to it without stopping",
    ("step", "cast compute"): "the step before it goes on to it without stopping",
    (
        "step",
        "roll foe-faces-again",
    ): "too rare for random play: an opponent's second roll, with a Dofus that somebody else turns;"
    " tests/krosmaster/cards/test_printed_sides.py, test_a_dofus_of_a_second_roll_is_turned_by_the_opponent_too",
}
FROST_EVENTS: Final = ("frozen", "frozen-markers", "frozen-returned", "thawed")
NEVER_IN: Final[dict[str, dict[Key, str]]] = {
    "2.7": {
        ("area", "axe"): "release 2.2 alone has it",
        ("event", "scenery-injured"): "only in release 2.2 can scenery be destroyed",
        ("event", "scenery-destroyed"): "only in release 2.2 can scenery be destroyed",
        **{("event", name): "only in release 2.2 does anything freeze" for name in FROST_EVENTS},
        ("refusal", "not-an-attack"): "only in release 2.2 do Mobs cast nothing but Attacks",
        ("refusal", "summon-limit"): "only in release 2.2 does the limit forbid the cast",
    },
    "2.2": {
        ("decision", "tension"): "there is no reroll",
        ("event", "caught"): "who ties escapes, and summons lock",
        (
            "event",
            "frozen-returned",
        ): "too rare for random play: a MAX has to sink below what is frozen;"
        " tests/krosmaster/releases/test_frost.py, test_a_replaced_piece_keeps_what_is_frozen_within_its_new_max",
        ("event", "reroll"): "there is no reroll",
        ("modifier", "punch-effect"): "Techniques alone give it, and there are none",
        ("step", "tension keep"): "there is no reroll",
        ("step", "tension reroll"): "there is no reroll",
    },
}
# What a key is shown by besides its own name: whoever can show the second can show the first.
SHOWN_BY: Final[dict[Key, Key]] = {
    ("event", "counter"): ("keyword", "counter"),
    ("event", "cube"): ("op", "push-cube"),
    ("event", "frozen"): ("keyword", "freezing"),
    ("event", "frozen-markers"): ("keyword", "frost-slowing"),
    ("event", "thawed"): ("keyword", "interior-fire"),
    ("event", "exchanged"): ("op", "exchange-markers"),
    ("event", "powers-lost"): ("op", "lose-powers"),
    ("event", "replaced"): ("op", "replace"),
    ("event", "special-marker"): ("op", "special-marker"),
    ("event", "swapped"): ("op", "swap"),
    ("event", "tree"): ("op", "swap-tree"),
    ("event", "controlled"): ("op", "take-control"),
    ("step", "ko instead"): ("modifier", "hatches-instead"),
    ("step", "purchase guess"): ("modifier", "guesses-rewards"),
    ("step", "roll foe-faces"): ("op", "turn-their-dofus"),
    ("refusal", "push-cube"): ("op", "push-cube"),
    ("refusal", "spared"): ("modifier", "spared"),
    ("refusal", "claimed"): ("modifier", "must-be-targeted"),
}


@cache
def sources() -> list[ast.Module]:
    """The chapters of the book as syntax trees."""
    book = Path(str(files("esquive.krosmaster").joinpath("book")))
    return [ast.parse(file.read_text(encoding="utf-8")) for file in sorted(book.rglob("*.py"))]


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


def never(of: str) -> dict[Key, str]:
    """What no match of a release can show, with the reasons."""
    return {**NEVER, **NEVER_IN[of]}


@cache
def everything(of: str = "2.7") -> frozenset[Key]:
    """Everything there is to see in matches of a release, as pairs of a kind and a name."""
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
    return frozenset(found - never(of).keys())


@cache
def bearers(of: str = "2.7") -> dict[Key, list[str]]:
    """The cards playable in a release that can show an op, modifier, power, area, range or limit, summons included."""
    known = catalogue()
    found: dict[Key, list[str]] = {}
    for card in playable_cards(known, release(of)):
        keys: set[Key] = set()
        sides = [one for one in map(known.cards.get, cards_named(card)) if one is not None and one.reverse_of]
        for bearer in (card, *sides, *(known.summons[summon] for summon in summon_ids(card))):
            for part in parts(bearer):
                keys |= _keys_of(part)
        for key in keys:
            found.setdefault(key, []).append(card.id)
    for key, other in SHOWN_BY.items():
        found[key] = found.get(other, [])
    return found


@cache
def keys_of_rewards() -> frozenset[Key]:
    """What Demonic Rewards can show."""
    return frozenset(key for reward in catalogue().rewards.values() for part in parts(reward) for key in _keys_of(part))


def borne_by_nobody(of: str = "2.7") -> set[Key]:
    """What no playable card and no reward has, all of them looked through."""
    return {key for key in everything(of) if key[0] in BORNE and not bearers(of).get(key)} - keys_of_rewards()


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
    if isinstance(part, SpellDocument):
        keys |= {("area", part.area), ("range", part.range.kind), ("limit", part.limit)}
        if part.area != "none" and part.kind == "attack":
            keys.add(("decision", "ko-order"))
        if any(do_sweeps_meet(part, op) for op in parts(part)):
            keys |= {("decision", "push-order"), ("step", "effects order")}
    if isinstance(part, SummonDocument) and part.family == "trap":
        keys.add(("event", "trap"))
    return keys


def do_sweeps_meet(spell: SpellDocument, op: object) -> bool:
    """Whether two targets of a spell can get in each other's way when an op of it moves them [KA 1.7.1].

    Those who stand round the cell that they are pushed away from all move outwards, and never meet.
    """
    if spell.area == "none" or not isinstance(op, ops.PushBack | ops.Attract):
        return False
    is_centred = spell.range.kind == "personal" or spell.area == "multiple-targets"
    return isinstance(op, ops.Attract) or not (is_centred or op.away_from == "main-cell")


class Ledger:
    """How often each thing has been seen."""

    __slots__ = ("counts",)

    def __init__(self) -> None:
        self.counts: Counter[Key] = Counter()

    def note(self, kind: str, name: str) -> None:
        """Something has occurred."""
        self.counts[kind, name] += 1

    def missing(self, times: int, of: str = "2.7") -> dict[Key, int]:
        """What a release has and has occurred fewer times than wanted, with how often it has, by kind and name."""
        return {key: self.counts[key] for key in sorted(everything(of)) if self.counts[key] < times}

    def note_all(self, kind: str, names: Sequence[str], counts: Sequence[int]) -> None:
        """Things of one kind have occurred so often each."""
        for name, count in zip(names, counts, strict=True):
            if count:
                self.counts[kind, name] += count

    def note_tally(self, library: Library, tally: Tally) -> None:
        """All that a game has shown."""
        for name, steps in tally.steps.items():
            self.note_all("step", [f"{name} {step}" for step in FRAMES[name].STEPS], steps)
        self.note_all("event", [event.name for event in EVENTS], tally.events)
        self.note_all("keyword", KEYWORD_NAMES, tally.keywords)
        self.note_all("markers", [f"{sign}{stat}" for stat in STAT_NAMES for sign in "+-"], tally.markers)
        self.note_all("op", [op_name(op) for op in library.ops], tally.ops)
        self.note_all("modifier", [op_name(static.modifier) for static in library.statics], tally.held)
        for spell, count in zip(library.spells, tally.casts, strict=True):
            if count:
                self.counts["area", AREA_NAMES[spell.area]] += count
                self.counts["range", RANGE_NAMES[spell.range_kind]] += count
                self.counts["limit", LIMIT_NAMES[spell.limit]] += count
        for power, shown, cast in zip(library.powers, tally.powers, tally.own_casts, strict=True):
            if shown or cast:
                self.counts["trigger", TRIGGER_NAMES[power.trigger]] += shown + cast
            if cast:  # such a power goes on standby as the spell that it casts
                self.counts["op", op_name(power.document.do[0])] += cast
