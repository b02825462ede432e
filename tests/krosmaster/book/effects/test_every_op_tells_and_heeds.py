"""Every op tells what it changes, and heeds what keeps its effects from a unit.

A caster's spell, which as a rule does no damage of its own, has one op as its only effect; it is cast with and without
it. What differs afterwards has to be told. Then the target has what keeps such effects away: the columns that it guards
may not have changed. A new op needs a sample here, and where it may do what others may not, its clause.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, get_args

import pytest

from esquive.core.waiting import Roll
from esquive.krosmaster.book.effects.registry import APPLIED
from esquive.krosmaster.book.effects.special import SPECIALS
from esquive.krosmaster.book.markers import set_markers
from esquive.krosmaster.cards import ops
from esquive.krosmaster.table.events import E_INJURED, E_MARKERS, E_PLACED
from esquive.krosmaster.table.state import MP, State
from esquive.krosmaster.written.notation import parse_answer
from esquive.lab.krosmaster.invariants import check
from tests.krosmaster.casting import ANYWHERE
from tests.krosmaster.playing import Part, Table, card, keyword, mine, power, spell, summon, theirs

Op = dict[str, Any]
MARK: Final = {"op": "markers", "stat": "mp", "x": 1, "to": {"who": "self"}}


class Sample(NamedTuple):
    """An op as a card has it, where its spell is aimed, and the kind of spell that it belongs to."""

    op: Op
    at: str = "d2"  # the target's cell; e2 beside it is free
    kind: str = "attack"


def both(**op: Any) -> list[Sample]:
    """An op with a positive number and with a negative one."""
    return [Sample({**op, "x": x}) for x in (2, -2)]


SAMPLES: Final[dict[str, list[Sample]]] = {
    "markers": [*both(op="markers", stat="ap"), *both(op="markers", stat="mp"), *both(op="markers", stat="range")],
    "push-back": [Sample({"op": "push-back", "x": 1})],
    "attract": [Sample({"op": "attract", "x": 1})],
    "retreat": [Sample({"op": "retreat", "x": 1})],
    "move-closer": [Sample({"op": "move-closer", "x": 1})],
    "push-cube": [Sample({"op": "push-cube", "x": 1}, "b1", "special")],
    "pierce-armour": [Sample({"op": "pierce-armour"})],
    "extra-damage": [Sample({"op": "extra-damage", "x": 2, "element": "earth"})],
    "extra-heal": [Sample({"op": "extra-heal", "x": 2}, kind="heal")],
    "double-criticals": [Sample({"op": "double-criticals"})],
    "steal-health": [Sample({"op": "steal-health"}, kind="strike")],
    "steal-markers": [Sample({"op": "steal-markers", "stat": stat, "x": 2}) for stat in ("ap", "mp")],
    "immediate-gain": both(op="immediate-gain", stat="mp"),
    "empty-gauges": [Sample({"op": "empty-gauges"})],
    "exchange-markers": [Sample({"op": "exchange-markers", "stats": ["ap", "mp", "range"]})],
    "exchange-injuries": [Sample({"op": "exchange-injuries"})],
    "invert-markers": [Sample({"op": "invert-markers"})],
    "double-markers": [Sample({"op": "double-markers", "stats": ["ap", "mp"]})],
    "remove-markers": [Sample({"op": "remove-markers"}), Sample({"op": "remove-markers", "x": 1, "sign": -1})],
    "injure": [Sample({"op": "injure", "x": 2}), Sample({"op": "injure", "x": 2, "inflicts": True})],
    "heal-injuries": [Sample({"op": "heal-injuries", "x": 2})],
    "summon": [
        Sample({"op": "summon", "summon": "imp", "where": where}) for where in ("around-self", "next-to-target")
    ],
    "place": [
        Sample({"op": "place"}, "e2"),
        Sample({"op": "place", "to": {"who": "targets"}, "where": "next-to-self"}),
        Sample({"op": "place", "to": {"who": "targets"}, "where": "next-to-any"}),
    ],
    "place-group": [Sample({"op": "place-group"}, "e2")],
    "swap": [Sample({"op": "swap"})],
    "gain-power": [Sample({"op": "gain-power", "powers": ["lock"], "to": {"who": "targets"}})],
    "lose-powers": [Sample({"op": "lose-powers"})],
    "bonus": [
        Sample({"op": "bonus", "stat": stat, "x": 1, "to": {"who": "targets"}})
        for stat in ("damage", "heal", "range", "critical-dice")
    ],
    "slip": [Sample({"op": "slip"})],
    "end-turn": [Sample({"op": "end-turn"})],
    "gain-kamas": [
        Sample({"op": "gain-kamas", "x": 1}),
        Sample({"op": "gain-kamas", "x": 1, "steal": True}),
        Sample({"op": "gain-kamas", "x": -1, "of": "target"}),
    ],
    "take-kama": [Sample({"op": "take-kama"}, "f3"), Sample({"op": "take-kama", "remove": True}, "f3")],
    "special-marker": [Sample({"op": "special-marker", "name": "servant"})],
    "remove-special-marker": [Sample({"op": "remove-special-marker"})],
    "give-fewer-gg": [Sample({"op": "give-fewer-gg", "x": 2})],
    "if-koes": [Sample({"op": "if-koes", "then": [MARK]})],
    "buy-reward": [Sample({"op": "buy-reward", "free": True}), Sample({"op": "buy-reward", "optional": True})],
    "set-control": [Sample({"op": "set-control", "spell": "wail"})],
    "swap-tree": [Sample({"op": "swap-tree"}, "a1", "special")],
    "take-control": [Sample({"op": "take-control", "to": {"who": "units", "kind": "mob", "side": "enemy"}})],
    "bet": [Sample({"op": "bet", "then": [MARK]})],
    "turn-their-dofus": [Sample({"op": "turn-their-dofus"})],
    "set-level": [Sample({"op": "set-level", "x": 1})],
    "ko-summons": [Sample({"op": "ko-summons"})],
    "replace": [Sample({"op": "replace", "card": "wolf"})],
    "cast": [Sample({"op": "cast", "spell": "wail"})],
    "coins": [Sample({"op": "coins", "n": 2, "heads": [MARK], "tails": [MARK]})],
    "with": [Sample({"op": "with", "to": {"who": "targets"}, "do": [{**MARK, "to": {"who": "subject"}}]})],
    "choose": [Sample({"op": "choose", "options": [[MARK], [{"op": "heal-injuries", "x": 1}]]})],
    "improve-spell": [Sample({"op": "improve-spell", "spell": "wail", "do": [MARK]})],
    "track": [Sample({"op": "track", "then": [MARK]})],
    "invasion": [Sample({"op": "invasion", "then": [MARK]})],
    "retribution": [Sample({"op": "retribution", "x": 0, "then": [MARK]})],
    "revenge": [Sample({"op": "revenge", "x": 0, "then": [MARK]})],
    "if": [Sample({"op": "if", "that": {"is": "aligned"}, "then": [MARK]})],
}
# What no card in play has: nothing to be told of, and nothing to heed.
BARRED: Final = {"special": "no special op is registered", "unimplemented": "a card that has it cannot be played"}
# Ops that change nothing in this drawing, for a reason.
IDLE: Final = {
    "push-cube": "there is no Ice Cube [KA-2.2 313.6a]",
    "set-control": "the first number offered is 0, and nothing is paid [Ruling R154]",
    "swap-tree": "there is no Tree [Ruling R156]",
    "take-control": "there is no opposing Mob [Ruling R158]",
    "if-koes": "nobody is KO'd [Ruling R147]",
    "give-fewer-gg": "nobody is KO'd, and it is no spell that gives GG [Ruling R146]",
}


# --------------------------------------------------------------------------------------------------------- the casting

GUARDED: Final = (
    card("plain", hp=9),
    card("unfazed", hp=9, powers=[keyword("unfazed")]),
    card("profaned", hp=9, powers=[keyword("profanation")]),
    card("incurable", hp=9, powers=[power("rot", holds=[{"give": [{"op": "no-healing", "to": {"who": "self"}}]}])]),
    card("tough", hp=9, powers=[
        power("hide", holds=[{"give": [{"op": "injury-cap", "x": 1}, {"op": "injury-cap", "x": 1, "heal": True}]}]),
    ]),
    card("hidden", hp=9, powers=[power("veil", holds=[{"give": [{"op": "unseen"}]}])]),
    card("wolf", hp=9),
    summon("post", category="mechanism", mp="-", ap="-", hp="-"),
)  # fmt: skip


def caster(sample: Sample | None, kind: str) -> Part:
    """The card whose spell `act` has the op as its only effect, or none; `wail` is another spell of it."""
    do = [] if sample is None else [sample.op]
    keys: dict[str, Any] = {
        "special": {"kind": "special"},
        "heal": {"kind": "heal", "base": 0},
        "attack": {"base": 0},
        "strike": {"base": 2},
    }
    act = spell("act", range=ANYWHERE, cost={"ap": 1}, summons=4, do=do, **keys[kind])
    wail = spell("wail", "personal", base=1, cost={"ap": 1}, area="cross")
    brand = spell("brand", kind="special", do=[{"op": "special-marker", "name": "brand"}])
    return card("mage", hp=9, spells=[brand, act, wail])  # what marks name by their place among ops


class Cast(NamedTuple):
    """The position before a spell was cast and after it, what was told in between, and what is unsound afterwards."""

    before: State
    after: State
    told: list[tuple[int, ...]]
    faults: list[str]


def cast(sample: Sample | None, at: str, kind: str, target: str = "plain", release: str = "2.7") -> Cast:
    """The spell cast at a cell: Criticals and Armour succeed alike, coins show heads, the first option is chosen."""
    marked = {} if target == "post" else {"injuries": 2, "ap_markers": 1, "mp_markers": -1, "range_markers": 1}
    marked |= {} if target == "post" else {"special_markers": [{"name": "brand", "by": "hero"}]}
    units = {
        "hero": mine("mage", injuries=4, ap_markers=-1, mp_markers=2),
        "pal": mine("plain"),
        "pet": mine("imp", summoner="hero"),
        "foe": theirs(target, **marked, **({"summoner": "other"} if target == "post" else {})),
        "other": theirs("plain"),
    }
    players = {"p1": {"kamas": 3}, "p2": {"kamas": 3}}
    drawing = """
        . pal  .  .   .  .
        . hero .  foe .  .
        . .    .  pet .  other
        """
    keys: dict[str, Any] = {"players": players, "kamas": {"f3": 2}, "release": release}
    state = Table(drawing, units, turn="hero", pack=[caster(sample, kind), *GUARDED], **keys).state
    before = state.copy()
    state.log = told = []
    state.apply(parse_answer(state, f"cast act {at}"))
    while any(frame.NAME == "cast" for frame in state.stack):
        waiting: Any = state.waiting
        if isinstance(waiting, Roll):
            state.apply(1 if waiting.kind == "armour" else 0 if waiting.kind == "critical" else waiting.size - 1)
        else:
            state.apply(waiting.options()[0])
    return Cast(before, state, list(told), check(state))


def is_silent(sample: Sample) -> bool:
    """Whether the op changes a column and nothing of it is told."""
    without, found = (cast(one, sample.at, sample.kind) for one in (None, sample))
    return without.after.to_data() != found.after.to_data() and without.told == found.told


# ----------------------------------------------------------------------------------------------------------- the guards

UNMOVED = ("cell",)
UNTOUCHED = ("cell", "ap", "mp", "ap_markers", "mp_markers", "range_markers", "range_turn")
NO_GAUGE = ("ap", "mp", "ap_markers", "mp_markers", "injuries")


def keeps(*columns: str) -> Callable[[State, State, int], bool]:
    """The columns of the target are what they were."""
    return lambda before, after, unit: all(
        getattr(before, name)[unit] == getattr(after, name)[unit] for name in columns
    )


def changes_injuries(least: int, most: int) -> Callable[[State, State, int], bool]:
    """The injuries of the target have changed by no more than this."""
    return lambda before, after, unit: least <= after.injuries[unit] - before.injuries[unit] <= most


class Guard(NamedTuple):
    """What keeps effects from a target: its card, the release, the clause, and what has to hold afterwards."""

    target: str
    release: str
    clause: str
    holds: Callable[[State, State, int], bool]


GUARDS: Final = {
    "unfazed": Guard("unfazed", "2.7", "KA 4.9.17.a", keeps(*UNMOVED)),
    "unfazed-2.2": Guard("unfazed", "2.2", "KA-2.2 307.18a", keeps(*UNTOUCHED)),
    "profanation": Guard("profaned", "2.7", "KA 4.9.31.a", keeps("injuries")),
    "no-healing": Guard("incurable", "2.7", "KA 1.5.2", changes_injuries(0, 9)),
    "injury-cap": Guard("tough", "2.7", "KA 7.2.8.d", changes_injuries(-1, 1)),
    "unseen": Guard("hidden", "2.7", "KA 1.5.1", changes_injuries(-9, 0)),
    "no-gauges": Guard("post", "2.7", "KA 4.11.6", keeps(*NO_GAUGE)),
}
# Ops that may do what a guard keeps from others, and by which clause.
EXEMPT: Final = {
    ("exchange-injuries", "injury-cap"): "KA 4.10.7",  # injuries are moved, neither placed nor removed
    ("exchange-injuries", "unseen"): "KA 4.10.7",
}


def unheeded(sample: Sample) -> set[str]:
    """The guards that the op does not heed, or in whose face it leaves an unsound position."""
    found = set()
    for name, guard in GUARDS.items():
        result = cast(sample, sample.at, sample.kind, guard.target, guard.release)
        foe = result.before.names.index("foe")
        if result.faults or not guard.holds(result.before, result.after, foe):
            found.add(name)
    return found


# ------------------------------------------------------------------------------------------------------------ the tests

TAGS: Final = [str(op.__struct_config__.tag) for op in get_args(ops.Op)]
EVERY: Final = [pytest.param(sample, id=f"{tag}-{n}") for tag in TAGS for n, sample in enumerate(SAMPLES.get(tag, []))]


@pytest.mark.parametrize("tag", TAGS)
def test_every_op_has_a_sample_that_does_something(tag: str) -> None:
    assert (tag in SAMPLES) != (tag in BARRED), f"give {tag} a sample in SAMPLES"
    for sample in SAMPLES.get(tag, []):
        without, found = (cast(one, sample.at, sample.kind) for one in (None, sample))
        assert (without.after.to_data() == found.after.to_data()) == (tag in IDLE), f"{sample.op} does nothing here"
        assert without.faults == found.faults == []


@pytest.mark.parametrize("sample", EVERY)
def test_an_op_that_changes_a_column_tells_an_event(sample: Sample) -> None:
    assert not is_silent(sample)


@pytest.mark.parametrize("sample", EVERY)
def test_an_op_heeds_what_keeps_its_effect_from_a_unit(sample: Sample) -> None:
    """Unfazed, Profanation, what forbids healing or limits injuries, who is out of reach, and missing gauges.

    [KA 4.9.17.a] [KA 4.9.31.a] [KA 1.5.1] [KA 1.5.2] [KA 7.2.8.d] [KA 4.11.6] [KA-2.2 307.18a]
    """
    exempt = {guard for op, guard in EXEMPT if op == sample.op["op"]}
    assert unheeded(sample) == exempt, {guard: GUARDS[guard].clause for guard in unheeded(sample) ^ exempt}


def test_no_special_op_is_registered() -> None:
    """The first one needs samples of its own here."""
    assert SPECIALS == {}


def walks_silently(state: State, frame: Any, op: Any, units: list[int]) -> None:
    """A wrong op: an MP more, and nothing told of it."""
    state.mp[frame.owner] += 1


def injures_anybody(state: State, frame: Any, op: Any, units: list[int]) -> None:
    """A wrong op: it tells of the injuries, and asks nobody whether they may be placed."""
    for unit in frame.targets:
        state.injuries[unit] += 2
        if state.log is not None:
            state.log.append((E_INJURED, unit, 2, frame.owner))


def marks_anybody(state: State, frame: Any, op: Any, units: list[int]) -> None:
    """A wrong op: markers for whoever is targeted, Unfazed or without MP."""
    for unit in frame.targets:
        set_markers(state, unit, MP, state.mp_markers[unit] - 1)
        if state.log is not None:
            state.log.append((E_MARKERS, unit, MP, -1))


def moves_anybody(state: State, frame: Any, op: Any, units: list[int]) -> None:
    """A wrong op: the targets go one cell on, whatever keeps them where they are."""
    for unit in frame.targets:
        here = state.cell[unit]
        state.occupant[here], state.occupant[here + 1] = state.occupant[here + 1], unit
        state.cell[unit] = here + 1
        if state.log is not None:
            state.log.append((E_PLACED, unit, here, here + 1))


WRONG = [
    (walks_silently, True, set()),
    (injures_anybody, False, {"profanation", "injury-cap", "unseen", "no-gauges"}),
    (marks_anybody, False, {"unfazed-2.2", "no-gauges"}),
    (moves_anybody, False, {"unfazed", "unfazed-2.2"}),
]


@pytest.mark.parametrize(("wrong", "silent", "broken"), WRONG, ids=lambda part: getattr(part, "__name__", ""))
def test_a_wrong_op_is_found(wrong: Any, silent: bool, broken: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Registered in the place of one that nothing here keeps away."""
    sample = SAMPLES["slip"][0]
    assert (is_silent(sample), unheeded(sample)) == (False, set())
    monkeypatch.setitem(APPLIED, ops.Slip, wrong)
    assert is_silent(sample) == silent
    assert unheeded(sample) == broken
