"""Plans that are proposed: legal all, of every kind sooner or later, and the good ones first."""

from random import Random

import pytest

from esquive.core.waiting import Decision
from esquive.kaos.book.activation import ActivationFrame
from esquive.kaos.book.movement import path_of
from esquive.kaos.geometry.arcs import in_attack_angle
from esquive.kaos.geometry.legs import JUMP, TURN
from esquive.kaos.geometry.shapes import CLIMBABLE, SIGHT, TOP
from esquive.kaos.geometry.trigonometry import along
from esquive.kaos.proposals.places import direction
from esquive.kaos.proposals.worth import danger_at, is_pressed, taste
from esquive.kaos.table import answers
from esquive.kaos.table.answers import ACTION_NAMES, PLAN_NAMES, Plan, plan_of
from tests.kaos.playing import SWORD, Figure, Table, box, close, long, mine, platform, ranged, skill, spell, theirs

N = 12


def asked(table: Table) -> Decision:
    """The plan decision of the hero."""
    table.start(ActivationFrame(table["hero"]))
    waiting = table.waiting
    assert isinstance(waiting, Decision)
    return waiting


def plan(answer: int) -> Plan:
    found = plan_of(answer)
    assert found is not None
    return found


def candidates(table: Table, n: int = N) -> list[Plan]:
    """The plans proposed, all of them legal and no two alike."""
    decision = asked(table)
    found = decision.candidates(n)
    assert 0 < len(found) <= n
    assert len(set(found)) == len(found)
    assert [decision.refusal(answer) for answer in found] == [None] * len(found)
    assert table.state.copy().waiting.candidates(n) == found
    return [plan(answer) for answer in found]


def melee(**figures: Figure) -> Table:
    """A hero with every kind of means among enemies, a wall, and something to climb on."""
    arms = {"weapons": [close(), ranged()], "spells": [spell(targets=0)], "skills": [skill()]}
    everybody = {
        "hero": mine((30, 30), **arms),
        "foe": theirs((38, 32)),
        "other": theirs((47, 30), faces=90),
        **figures,
    }
    step = platform((20, 26), (8, 8), height=2, flags=SIGHT | TOP | CLIMBABLE)
    return Table(everybody, [box((33, 36), (6, 1)), step])


def test_samples_are_legal_and_reach_every_kind_of_plan_and_action() -> None:
    decision = asked(melee())
    rng = Random(1)
    kinds, actions, turns, jumps, parted = set(), set(), 0, 0, 0
    for _ in range(500):
        answer = decision.sample(rng)
        assert decision.refusal(answer) is None
        found = plan(answer)
        kinds.add(PLAN_NAMES[found.kind])
        actions.add(ACTION_NAMES[found.action])
        turns += any(leg.kind == TURN for leg in found.first)
        jumps += any(leg.kind == JUMP for leg in found.first)
        parted += bool(found.second)
    assert kinds == {"stay", "walk", "run", "charge"}
    assert actions == {"none", "strike", "shoot", "cast", "use"}
    assert min(turns, jumps, parted) > 0


@pytest.mark.parametrize("seed", range(3))
def test_whoever_flees_has_one_plan(seed: int) -> None:
    decision = asked(Table({"hero": mine((30, 30), fleeing=1), "foe": theirs((40, 30))}))
    assert plan(decision.sample(Random(seed))) == Plan(answers.FLEE, [], [])
    assert decision.candidates(N) == [Plan(answers.FLEE, [], []).answer()]


def test_a_figure_that_cannot_do_anything_stays() -> None:
    walls = [box((27, 27), (1, 6)), box((32, 27), (1, 6)), box((28, 27), (4, 1)), box((28, 32), (4, 1))]
    decision = asked(Table({"hero": mine((30, 30), weapons=[])}, walls))
    for seed in range(20):
        assert decision.refusal(decision.sample(Random(seed))) is None
    assert decision.candidates(1)


def test_an_enemy_with_its_back_turned_is_struck_in_the_back() -> None:
    table = Table({"hero": mine((30, 30)), "foe": theirs((36, 30), faces=0)})
    best = candidates(table)[0]
    assert (best.action, best.means, best.target) == (answers.STRIKE, SWORD, table["foe"])
    end = path_of(table.state, table["hero"], table.state.base(table["hero"]), best.first).end
    assert not in_attack_angle(table.state.base(table["foe"]), end)


def test_an_enemy_a_run_away_is_charged() -> None:
    table = Table({"hero": mine((20, 30)), "foe": theirs((36, 30), faces=0, life=5)})
    assert PLAN_NAMES[candidates(table)[0].kind] == "charge"


def test_a_long_weapon_strikes_from_out_of_contact() -> None:
    table = Table({"hero": mine((30, 30), weapons=[long()]), "foe": theirs((38, 30), faces=0)})
    strikes = [found for found in candidates(table) if found.action == answers.STRIKE]
    end = path_of(table.state, table["hero"], table.state.base(table["hero"]), strikes[0].first).end
    assert abs(table.state.x[table["foe"]] - end.x) > 35_000


def test_an_archer_in_range_shoots_and_does_not_walk() -> None:
    table = Table({"hero": mine((10, 30), weapons=[ranged()]), "foe": theirs((45, 30), move=5)})
    best = candidates(table)[0]
    assert (PLAN_NAMES[best.kind], ACTION_NAMES[best.action]) == ("stay", "shoot")


def test_a_far_enemy_is_run_up_to() -> None:
    table = Table({"hero": mine((10, 10)), "foe": theirs((65, 65))})
    best = candidates(table)[0]
    assert PLAN_NAMES[best.kind] == "run"
    end = path_of(table.state, table["hero"], table.state.base(table["hero"]), best.first).end
    assert end.x > 200_000
    assert end.y > 200_000


def test_a_close_strike_may_be_followed_by_a_retreat() -> None:
    table = Table({"hero": mine((30, 30)), "foe": theirs((34, 30), activated=1)})
    assert any(found.second for found in candidates(table, 40))


@pytest.mark.parametrize("degrees", [0, 1, 44, 45, 46, 89, 90, 137, 180, 225, 269, 300, 359])
def test_directions_are_whole_degrees(degrees: int) -> None:
    dx, dy = along(degrees * 1000, 100_000)
    assert direction(dx, dy) == degrees * 1000


def test_a_swordsman_walks_round_a_wall_and_does_not_stop_before_it() -> None:
    """What counts is how far it is to walk: close to an enemy behind a wall is not close."""
    wall = box((29, 33), (14, 1), height=6)
    table = Table({"hero": mine((36, 30), move=9), "foe": theirs((36, 37))}, [wall])
    hero = table["hero"]
    beside, before = (table.state.base_at(hero, x, y, 0, 0) for x, y in ((270_000, 330_000), (360_000, 315_000)))
    assert taste(table.state, hero, beside) > taste(table.state, hero, before)


def test_who_cannot_wait_heeds_danger_less() -> None:
    """[Kaos K37.1]: the opponent wins by surviving, or half the game is over and one is not ahead."""
    table = Table({"hero": mine((30, 30)), "foe": theirs((36, 30), weapons=[long(6, 9)])})
    state, hero = table.state, table["hero"]
    base = state.base(hero)
    calm = danger_at(state, hero, base)
    state.round = state.settings.rounds
    assert is_pressed(state, 0)
    assert 0 < danger_at(state, hero, base) < calm
    state.points = [1, 0]
    assert danger_at(state, hero, base) == calm
