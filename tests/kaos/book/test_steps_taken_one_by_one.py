"""One step of a turn or an exchange on its own: what it leaves behind in full, in every case it tells apart."""

from itertools import product
from math import cos, hypot, pi, sin

import pytest

from esquive.core.frames import advance
from esquive.kaos.book import means as of
from esquive.kaos.book.activation import ActivationFrame
from esquive.kaos.book.defences import Attack, may_use_shield, riposte_flags
from esquive.kaos.book.deployment import grid_places, is_farthest
from esquive.kaos.book.effects import apply_effects
from esquive.kaos.book.exchange import COUNTER, AttackFrame, printed_wounds
from esquive.kaos.book.flight import leave_table
from esquive.kaos.book.hordes import advice
from esquive.kaos.book.modifiers import add_effect
from esquive.kaos.book.plans import flags_of, shape_condition
from esquive.kaos.book.reactions import ReactionFrame
from esquive.kaos.book.rolls import ATTACK, DODGE, NEEDED, ContestFrame
from esquive.kaos.book.slam import flight_of
from esquive.kaos.book.spells import spell_wounds
from esquive.kaos.book.uses import spend_use
from esquive.kaos.book.walking import WalkFrame
from esquive.kaos.book.windows import DIRECTIONS, places_round
from esquive.kaos.cards import ops
from esquive.kaos.cards.library import AS_ACTION, CARRY, SELF, ObjectCard, Objective
from esquive.kaos.geometry.legs import GO, Leg
from esquive.kaos.geometry.measures import distance
from esquive.kaos.geometry.shapes import Base
from esquive.kaos.table import answers
from esquive.kaos.table.answers import AFTER, ALONG, BEFORE, Interception, Plan
from esquive.kaos.table.events import E_EFFECT, E_LEFT_TABLE, E_MOVED, E_OBJECT_LOST, E_RELIC_DROPPED
from esquive.kaos.table.settings import SCENARIO
from esquive.kaos.table.state import LEFT, NONE, RESERVE
from tests.kaos.exchanging import duel
from tests.kaos.playing import (
    SKILL,
    SPELL,
    SWORD,
    Table,
    box,
    cm,
    legs,
    mine,
    platform,
    profile,
    ranged,
    spell,
    theirs,
)
from tests.sentences import said

EAST = legs((24, 20), (28, 20))
NORTH = legs((28, 25))
CLAUSES = {
    "stay": ("K20.2", "K20.4"),
    "walk": ("K20.2", "K20.4"),
    "run": ("K10.4", "K20.3"),
    "charge": ("K20.6", "K28.1"),
}
SHAPES = {"stay": "Who stays may turn", "walk": "Who walks goes", "run": "Who runs goes", "charge": "A charge is a run"}


def declared(kind: str = "walk", action: str = "none", first: list[Leg] = EAST, then: list[Leg] | None = None) -> Plan:
    """A plan of the hero's; with an action against the foe."""
    means, target = (answers.NO_MEANS, NONE) if action == "none" else (SWORD, 1)
    number = answers.ACTION_NAMES.index(action)
    return Plan(answers.PLAN_NAMES.index(kind), first, then or [], number, means, target)


# ---------------------------------------------------------------------------------------------------- setting out


@pytest.mark.parametrize(("action", "acted"), list(product(["none", "strike", "search"], [0, 1])))
def test_who_is_struck_at_may_give_up_an_action_it_has_declared_and_not_carried_out(action: str, acted: int) -> None:
    """[Kaos K31.11]."""
    table = duel(hero={"acted": acted})
    flags = ActivationFrame(0).gives_up(table.state, declared(action=action))
    assert flags == (of.GIVES_UP if action != "none" and not acted else 0)


def put(table: Table, plan: Plan, length: int, is_first: bool, limit: int = 7, least: int = 3) -> list[WalkFrame]:
    """What the hero walks, when strikes of all moments have been declared along both paths."""
    frame = ActivationFrame(0)
    frame.length = length
    for moment, far in [(BEFORE, 0), *((ALONG, far) for far in (0, 1, 2, 49999, 50000, 50001, 70000)), (AFTER, 0)]:
        frame.strikes += Interception(1, SWORD, moment, far).fields()
    before = len(table.state.stack)
    frame.put_on_the_way(table.state, plan, EAST if is_first else NORTH, limit, least, is_first)
    return [one for one in table.state.stack[before:] if isinstance(one, WalkFrame)]


@pytest.mark.parametrize(
    ("is_split", "length", "first", "second"),
    [
        (False, 50000, [0, 1, 2, 49999, 50000, 50001, 70000], []),
        (True, 50000, [0, 1, 2, 49999, 50000], [1, 20000]),
        (True, 1, [0, 1], [1, 49998, 49999, 50000, 69999]),
        (True, 0, [], [0, 1, 2, 49999, 50000, 50001, 70000]),
    ],
)
def test_each_part_of_a_move_takes_along_the_strikes_that_meet_it(
    is_split: bool, length: int, first: list[int], second: list[int]
) -> None:
    """[Kaos K20.5] [Kaos K31.6]: distances are counted from where the part begins; the end of the first is its own."""
    plan = declared(action="strike", then=NORTH if is_split else [])
    for is_first, expected in ((True, first), (False, second)):
        (walk,) = put(duel(), plan, length, is_first)
        assert walk.strikes == [number for far in expected for number in Interception(1, SWORD, ALONG, far).fields()], (
            is_first
        )
        path = EAST if is_first else NORTH
        assert walk.legs == [number for leg in path for number in (GO, leg.x, leg.y, 0)]
        assert (walk.figure, walk.flags) == (0, of.GIVES_UP)


@pytest.mark.parametrize(("limit", "least"), list(product([-2, -1, 0, 1, 5], repeat=2)))
def test_no_part_of_a_move_has_less_than_nothing_left(limit: int, least: int) -> None:
    """[Kaos K10.13]: neither of what it may cost, nor of what it may go whatever it costs."""
    (walk,) = put(duel(), declared(), 50000, True, limit, least)
    assert (walk.limit, walk.least, walk.flags) == (max(limit, 0), max(least, 0), 0)


def test_nothing_is_walked_without_a_path_and_nobody_is_met_by_strikes_that_are_not_declared() -> None:
    """[Kaos K20.4]."""
    table = duel()
    frame = ActivationFrame(0)
    frame.put_on_the_way(table.state, declared(), [], 5, 5, True)
    assert len(table.state.stack) == 1
    frame.put_on_the_way(table.state, declared(), EAST, 5, 5, True)
    walk = table.state.stack[-1]
    assert isinstance(walk, WalkFrame) and walk.strikes == []


@pytest.mark.parametrize(("kind", "moves", "moved"), list(product(SHAPES, [False, True], [0, 1])))
def test_an_attack_is_made_at_the_end_of_a_charge_or_after_a_move(kind: str, moves: bool, moved: int) -> None:
    """[Kaos K28.2] [Kaos K25.7]: who still has a way to go will have moved; so has who moved before."""
    table = duel(hero={"moved": moved})
    flags = flags_of(table.state, 0, declared(kind, "strike"), moves)
    assert flags == (of.CHARGE if kind == "charge" else 0) + (of.MOVED if moves or moved else 0)


@pytest.mark.parametrize(("kind", "action", "splits"), list(product(SHAPES, ["none", "strike"], [False, True])))
def test_the_shape_of_each_kind_of_plan_is_told_with_its_own_words_and_clauses(
    kind: str, action: str, splits: bool
) -> None:
    """[Kaos K20.2] [Kaos K20.3] [Kaos K20.4] [Kaos K20.6]."""
    first = [] if kind == "stay" else EAST
    found = shape_condition(duel().state.base(0), declared(kind, action, first, NORTH if splits else []))
    assert said(duel().state, found).startswith(SHAPES[kind])
    assert (found.kind, found.clauses, found.facts) == ("plan-shape", CLAUSES[kind], {"kind": kind})
    wants_action = {"stay": None, "walk": None, "run": "none", "charge": "strike"}[kind]
    is_idle = splits and action == "none" and kind in ("stay", "walk")
    holds = not is_idle and not (splits and kind != "walk") and wants_action in (None, action)
    assert found.holds == holds


# -------------------------------------------------------------------------------------------------------- reactions


@pytest.mark.parametrize("axis", ["", "x", "y", "z", "facing"])
def test_a_riposte_is_aimed_at_who_has_moved_only_if_its_place_is_another(axis: str) -> None:
    """[Kaos K25.6] [Kaos K10.11]: turning on the spot is no move."""
    table = duel()
    base = table.state.base(0)
    there = {name: getattr(base, name) + (1 if name == axis else 0) for name in ("x", "y", "z", "facing")}
    flags = riposte_flags(table.state, Attack(0, SWORD, 1, table.state.base_at(0, *there.values()), 0))
    assert flags == of.RIPOSTE + (of.TARGET_MOVED if axis in ("x", "y", "z") else 0)


@pytest.mark.parametrize(("shield", "has_one"), [(-1, False), (0, False), (1, True), (2, True)])
def test_only_a_shield_that_rolls_dice_is_one(shield: int, has_one: bool) -> None:
    """[Kaos K21.10]: what is legal, and what is said of it."""
    table = duel(shield=shield)
    assert may_use_shield(table.state, Attack(0, SWORD, 1, table.state.base(0), 0)) == has_one
    table.start(ReactionFrame(0, SWORD, 1, *whereabouts(table, 0), 0))
    said = {one.kind: one.holds for one in table.conditions("react shield")}
    assert said["has-shield"] == has_one


def whereabouts(table: Table, figure: int) -> tuple[int, int, int, int]:
    """Where a figure stands and faces."""
    base = table.state.base(figure)
    return base.x, base.y, base.z, base.facing


@pytest.mark.parametrize(
    ("bow", "means", "asks", "crosses"),
    [(False, SPELL, True, False), (True, SPELL, True, True), (False, SWORD, False, False), (True, SWORD, False, False)],
)
def test_who_is_answered_with_a_spell_is_asked_what_it_does_about_it(
    bow: bool, means: int, asks: bool, crosses: bool
) -> None:
    """[Kaos K23.14] [Kaos K23.18] [Kaos K23.22]: once, whatever had been said before; not when a weapon answers."""
    table = duel(hero={"weapons": [ranged(4, 2, 30)]} if bow else {}, spells=[spell(4, 30)], gap=5)
    frame = AttackFrame(0, SWORD, 1, answers.RIPOSTE, means)
    table.state.stack.append(frame)
    table.state.reaction = answers.DODGE
    frame.ask_answer(table.state)
    assert frame.step == COUNTER and table.state.reaction == answers.NO_REACTION
    asked = table.state.stack[-1]
    assert isinstance(asked, ReactionFrame) == asks
    if isinstance(asked, ReactionFrame):
        assert (asked.attacker, asked.means, asked.target) == (1, SPELL, 0)
        assert asked.flags == of.RIPOSTE + (of.CROSSING if crosses else 0)
        assert (asked.x, asked.y, asked.z, asked.facing) == whereabouts(table, 1)


@pytest.mark.parametrize("needed", [3, 4, 5, 6])
@pytest.mark.parametrize("whose", [0, 1])
def test_a_card_changes_what_the_dice_of_its_own_side_must_show(whose: int, needed: int) -> None:
    """[Kaos K14.4] [Kaos K17.8]: of who acts or of who opposes; the other side's stay as they are."""
    table = duel()
    add_effect(table.state, whose, ops.Needed(rolls=("attack", "dodge"), value=needed).at_play("fog"))
    table.start(ContestFrame(ATTACK, 0, 0, 4, DODGE, 1, 1, 4)).play(dice=["2345", "2345"])
    counts = [sum(face >= (needed if side == whose else NEEDED) for face in (2, 3, 4, 5)) for side in range(2)]
    assert [table.state.successes_a, table.state.successes_b] == counts


@pytest.mark.parametrize(("ours", "theirs"), [(-1, -1), (-3, 1), (1, -2), (0, 0), (1, 1), (1, 0), (0, 1)])
def test_a_pool_below_none_rolls_no_dice(ours: int, theirs: int) -> None:
    """[Kaos K16.2]."""
    table = duel()
    dice = ["5"] * sum(count > 0 for count in (ours, theirs))
    table.start(ContestFrame(ATTACK, 0, 0, ours, DODGE, 1, 1, theirs)).play(dice=dice)
    assert [table.state.successes_a, table.state.successes_b] == [max(ours, 0), max(theirs, 0)]
    assert [fact["dice"] for fact in table.facts("pool")] == [max(ours, 0), max(theirs, 0)]


# ------------------------------------------------------------------------------------------------- wounds and effects


def test_the_wounds_of_each_means_are_told_with_the_clause_they_come_from() -> None:
    """[Kaos K18.1] [Kaos K24.2]: no card but the figure's own; what deals none has none to tell."""
    table = Table({"hero": mine(at=(20, 20), spells=[spell(wounds=3)]), "foe": theirs(at=(30, 20))})
    assert printed_wounds(table.state, 0, SWORD) == [("weapon", 5, "K18.1", 0)]
    assert printed_wounds(table.state, 0, SPELL) == [("spell", 3, "K24.2", 0)]
    assert printed_wounds(table.state, 0, SKILL) == [] == printed_wounds(table.state, 1, SPELL)


@pytest.mark.parametrize(("ignores", "armour", "wounds"), [(False, 0, 4), (False, 1, 3), (False, 5, 0), (True, 1, 4)])
def test_armour_stops_the_wounds_of_a_spell_unless_it_says_otherwise(ignores: bool, armour: int, wounds: int) -> None:
    """[Kaos K18.3] [Kaos K18.6]: and what is no spell deals none."""
    bolt = spell(wounds=4, ignores_armour=ignores)
    table = Table({"hero": mine(at=(20, 20), spells=[bolt]), "foe": theirs(at=(30, 20), armour=armour)})
    assert spell_wounds(table.state, 0, SPELL, 1) == wounds
    assert spell_wounds(table.state, 0, SWORD, 1) == 0 == spell_wounds(table.state, 1, SPELL, 0)


def test_a_push_is_told_as_an_effect_and_as_a_move() -> None:
    """[Ruling R203]: straight away from the source, by what the card says; of one that goes nowhere nothing is told."""
    push = (ops.Push(cm=3).at_play("gust"),)
    table = duel()
    for source in (NONE, 1):
        apply_effects(table.state, push, source, 1, 0, 0)
    assert table.log() == [] and table.place("foe") == (22.5, 20, 0)
    apply_effects(table.state, push, 0, 1, 0, 0)
    base = table.state.base(1)
    assert table.log() == [
        (E_EFFECT, 1, ops.Push.NUMBER, cm(3)),
        (E_MOVED, 1, cm(25.5), cm(20), 0, base.facing, 0, 0),
    ]
    edge = Table({"hero": mine(at=(70, 20)), "foe": theirs(at=(73.75, 20))})
    apply_effects(edge.state, push, 0, 1, 0, 0)
    assert edge.log() == [] and edge.place("foe") == (73.75, 20, 0)


def test_a_push_over_a_drop_is_a_fall() -> None:
    """[Kaos K12.1] [Ruling R203]: by as much as the ledge is high."""
    ledge = platform((10, 10), (14, 20), 12)
    table = Table({"hero": mine(at=(20, 20), z=12), "foe": theirs(at=(22.5, 20), z=12)}, [ledge])
    apply_effects(table.state, (ops.Push(cm=5).at_play("gust"),), 0, 1, 0, 0)
    advance(table.state)
    assert [type(frame).__name__ for frame in table.state.stack][1] == "FallFrame"
    assert "effect" in table.events()


@pytest.mark.parametrize("carries", [True, False])
def test_who_leaves_the_table_leaves_relic_objects_and_points_behind(carries: bool) -> None:
    """[Kaos K27.8] [Kaos K32.11]: the relic lies where its bearer stood; those of others stay with them."""
    relic = Objective(CARRY, 50, cm(30), cm(30), 0, 0, NONE)
    owner = 0 if carries else 1
    table = Table(
        {"hero": mine(at=(30, 2), cost=17), "foe": theirs(at=(50, 60))},
        objects=[LAMP, LAMP],
        objectives=[relic],
        mode=SCENARIO,
        relic=owner,
        carried=[(owner, 1, 1), (1, 0, 1)],
    )
    leave_table(table.state, 0)
    state = table.state
    assert table.read("hero", "status") == LEFT and state.points == [0, 17]
    kinds = [event[0] for event in table.log()]
    assert kinds[0] == E_LEFT_TABLE
    assert [E_RELIC_DROPPED in kinds, E_OBJECT_LOST in kinds] == [carries, carries]
    assert state.relic == (NONE if carries else 1)
    assert state.carried == ([(1, 0, 1)] if carries else [(1, 1, 1), (1, 0, 1)])
    assert state.object_bottom == ([1] if carries else [])
    if carries:
        assert (state.relic_x, state.relic_y) == (cm(30), cm(2))


LAMP = ObjectCard("lamp", "lamp", "", 4, AS_ACTION, SELF, -1, 1, (), ())


@pytest.mark.parametrize(("left", "then"), [(3, 2), (2, 1), (1, None), (0, NONE), (NONE, NONE)])
@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_one_use_less_is_left_of_the_object_used_and_no_other(left: int, then: int | None, place: int) -> None:
    """[Kaos K32.11] [Kaos K35.1] [Ruling R217]: one that is used up goes under the pile, behind what is there."""
    others = [(0, 0, 3), (1, 1, 3), (1, 0, 3)]
    carried = [*others[:place], (0, 1, left), *others[place:]]
    table = Table(
        {"hero": mine(at=(20, 20)), "foe": theirs(at=(60, 20))},
        objects=[LAMP, LAMP, LAMP],
        carried=carried,
        object_bottom=[2],
    )
    spend_use(table.state, 0, answers.OBJECT | 1)
    kept = [] if then is None else [(0, 1, then)]
    assert table.state.carried == [*others[:place], *kept, *others[place:]]
    assert table.state.object_bottom == ([2, 1] if then is None else [2])
    assert table.state.used == [0, 0]


@pytest.mark.parametrize(("means", "bit"), [(SPELL, 0), (SPELL | 1, 1), (SKILL, 8), (SKILL | 2, 10)])
def test_a_spell_or_skill_used_is_marked_for_who_has_used_it(means: int, bit: int) -> None:
    """[Kaos K35.1]: beside what it has used already, by a mark of its own."""
    table = Table({"hero": mine(at=(20, 20), used=1 << 4), "foe": theirs(at=(60, 20))})
    spend_use(table.state, 0, means)
    assert table.state.used == [1 << 4 | 1 << bit, 0] and table.state.carried == []


# ------------------------------------------------------------------------------------------------------- whole places


@pytest.mark.parametrize("far", [cm(1), cm(7.5), 50001])
def test_places_are_listed_all_round_a_figure_as_far_as_may_be_and_half_as_far(far: int) -> None:
    """[Kaos K34.1]: a micrometre short of the limit, so that rounding never takes one beyond it."""
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(40, 30))})
    found = places_round(table.state, 1, far)
    ways = [way * 2 * pi / DIRECTIONS for way in range(DIRECTIONS)]
    wanted = [(length * cos(way), length * sin(way)) for length in (far - 1, far // 2) for way in ways]
    assert len(found) == len(wanted)
    for (x, y), (dx, dy) in zip(found, wanted, strict=True):
        assert hypot(x - cm(40) - dx, y - cm(30) - dy) < 3
    assert found[0] == (cm(40) + far - 1, cm(30)) and found[DIRECTIONS] == (cm(40) + far // 2, cm(30))


@pytest.mark.parametrize("owner", [0, 1])
def test_who_fits_nowhere_far_from_its_enemies_stands_as_far_as_the_grid_allows(owner: int) -> None:
    """[Kaos K6.5]: of two enemies the nearer one counts; a micrometre nearer than the best place is too near."""
    make, other = (mine, theirs) if owner == 0 else (theirs, mine)
    table = Table(
        {"hero": make(at=(2, 2), status=RESERVE), "foe": other(at=(9, 9)), "far": other(at=(3, 3))}, size=(20, 16)
    )
    enemies = [table.state.base(1), table.state.base(2)]

    def far(base: Base) -> int:
        return min(distance(table.state.table, base, enemy) for enemy in enemies)

    places = list(grid_places(table.state, 0))
    best = max(places, key=far)
    for place in places:
        assert is_farthest(table.state, 0, place) == (far(place) == far(best))
    nearer = table.state.base_at(0, best.x - 1, best.y, best.z, 0)
    assert far(nearer) < far(best) and not is_farthest(table.state, 0, nearer)
    wide = Table({"hero": make(at=(2, 2), status=RESERVE), "foe": other(at=(9, 9))}, size=(75, 75))
    assert not any(is_farthest(wide.state, 0, wide.state.base_at(0, cm(x), cm(x), 0, 0)) for x in (3, 30, 73))


def test_where_the_grid_has_no_place_at_all_any_distance_will_do() -> None:
    """[Kaos K6.5] [Ruling R257]: on a strip as wide as a base, in contact too."""
    table = Table({"hero": mine(at=(3.75, 1.25), status=RESERVE), "foe": theirs(at=(1.25, 1.25))}, size=(5, 2.5))
    assert not list(grid_places(table.state, 0))
    assert is_farthest(table.state, 0, table.state.base(0))


@pytest.mark.parametrize(("to", "end"), [((22.5, 20), (22.5, 20)), ((22.5, 22), (22.5, 22)), ((22.5, 18), (22.5, 18))])
def test_a_victim_lands_where_it_is_sent(to: tuple[float, float], end: tuple[float, float]) -> None:
    """[Kaos K22.6]: without a drop, and against nothing; its own place is one as well."""
    table = duel()
    flight = flight_of(table.state, 0, 1, cm(to[0]), cm(to[1]))
    assert (flight.end.x, flight.end.y) == (cm(end[0]), cm(end[1]))
    assert (flight.drop, flight.is_against, flight.goes_over) == (0, False, False)


@pytest.mark.parametrize(("x", "y"), [(0, 1), (0, -1), (1, 0)])
@pytest.mark.parametrize(("gap", "is_against"), [("0", True), ("0.09", True), ("0.11", False)])
def test_a_victim_is_sent_against_what_stands_a_tenth_of_a_centimetre_behind(
    x: int, y: int, gap: str, is_against: bool
) -> None:
    """[Kaos K22.7] [Ruling R229]: north, south and east."""
    room = 1.25 + float(gap)
    corner = (22.5 - 3 if not x else 24.5 + room, 20 - 3 if not y else 22 + room if y > 0 else 18 - room - 6)
    wall = box((f"{corner[0]:.4f}", f"{corner[1]:.4f}"), (6, 6))
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(22.5, 20))}, [wall])
    flight = flight_of(table.state, 0, 1, cm(22.5) + x * cm(2), cm(20) + y * cm(2))
    assert (flight.end.x, flight.end.y) == (cm(22.5) + x * cm(2), cm(20) + y * cm(2))
    assert (flight.drop, flight.is_against, flight.goes_over) == (0, is_against, False)


@pytest.mark.parametrize(("costs", "says"), [([29], True), ([30], False), ([75, 75], False), ([75, 76], True)])
def test_a_horde_is_advised_of_its_size_only_beyond_the_limits(costs: list[int], says: bool) -> None:
    """[Kaos K4.3]: 30 to 150 points."""
    found = {one.kind: one for one in advice([profile(cost=cost) for cost in costs])}
    assert ("advised-points" in found) == says
    if says:
        assert found["advised-points"].facts == {"cost": sum(costs), "least": 30, "most": 150}


def test_a_horde_is_told_its_alignment_and_its_best_will() -> None:
    """[Kaos K3.8] [Kaos K4.4]."""
    assert advice([]) == []
    for tribes, wills in (([1], [3]), ([1, 1], [3, 5]), ([1, 0], [5, 3])):
        horde = [profile(tribe=tribe, will=will, cost=40) for tribe, will in zip(tribes, wills, strict=True)]
        found = {one.kind: one.facts for one in advice(horde)}
        assert ("advised-aligned" in found) == (len(set(tribes)) == 1)
        assert found["advised-will"] == {"n": max(wills)}
