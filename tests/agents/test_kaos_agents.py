"""The greedy agent of Kaos: it answers legally, does not peek, thinks the same thing twice, and beats chance."""

from itertools import combinations
from random import Random
from typing import Any

import pytest

from esquive.agents.base import agent_named
from esquive.core.waiting import Decision, Over, Roll
from esquive.kaos.book.activation import ActivationFrame
from esquive.kaos.book.rolls import ATTACK, DODGE, ContestFrame
from esquive.kaos.cards.library import CARRY, Objective
from esquive.kaos.evaluation import KaosEvaluation, is_worth_a_point
from esquive.kaos.game import GAME
from esquive.kaos.table import answers
from esquive.kaos.table.answers import Plan, plan_of
from esquive.kaos.table.settings import SCENARIO
from esquive.kaos.table.state import NONE
from esquive.lab.fixtures import fixtures_of
from esquive.lab.matches import Tally, play
from tests.kaos.playing import Table, cm, mine, ranged, theirs

QUICK = ["two-gleams", "three-knives"]


def answers_of_a_game(name: str, seed: int, most: int) -> list[int]:
    """What an agent answers, playing both sides; every answer is judged, and choosing changes nothing."""
    state = GAME.new({"table": "quarry", "hordes": QUICK, "options": {"rounds": 2}})
    agent, rng = agent_named(name, "kaos"), Random(seed)
    found: list[int] = []
    while not isinstance(state.waiting, Over) and len(found) < most:
        waiting = state.waiting
        if isinstance(waiting, Roll):
            state.apply(waiting.sample(rng))
            continue
        before = state.to_data()
        answer = agent.choose(GAME, state, waiting, rng)
        assert state.to_data() == before
        assert waiting.refusal(answer) is None
        found.append(answer)
        state.apply(answer)
    return found


def test_the_greedy_agent_answers_legally_and_the_same_for_equal_seeds() -> None:
    first = answers_of_a_game("greedy", 3, 22)
    assert first == answers_of_a_game("greedy", 3, 22)


def test_the_table_is_never_set_up_twice_alike_but_by_the_yardstick() -> None:
    def deployed(name: str, seed: int) -> list[int]:
        return answers_of_a_game(name, seed, 6)

    assert deployed("greedy", 1) == deployed("greedy", 1)
    assert len({tuple(deployed("greedy", seed)) for seed in range(6)}) == 6
    assert len({tuple(deployed("greedy@2026-11", seed)) for seed in range(6)}) <= 2, "but for who begins"


def test_scenery_is_spread_over_the_table() -> None:
    """No two pieces within ten centimetres of one another, from middle to middle."""
    state = GAME.new({"selection": "wayside", "hordes": QUICK})
    agent, rng = agent_named("greedy", "kaos"), Random(2)
    while state.waiting.kind == "scenery":
        waiting = state.waiting
        state.apply(waiting.sample(rng) if isinstance(waiting, Roll) else agent.choose(GAME, state, waiting, rng))
    places = [(x, y) for _, x, y, _ in state.placed]
    gaps = [(one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 for one, other in combinations(places, 2)]
    assert len(places) > 3
    assert min(gaps) >= cm(10) ** 2


def test_the_greedy_agent_strikes_down_who_can_be_struck_down() -> None:
    table = Table(
        {"hero": mine((30, 30)), "weak": theirs((36, 34), life=4, faces=0), "strong": theirs((36, 26))},
        active="hero",
    )
    table.state.activated[table["hero"]] = 0
    table.start(ActivationFrame(table["hero"]))
    waiting = table.waiting
    assert isinstance(waiting, Decision)
    plan = plan_of(agent_named("greedy", "kaos").choose(GAME, table.state, waiting, Random(1)))
    assert plan is not None
    assert (plan.action, plan.target) == (answers.STRIKE, table["weak"])


def plan_with_a_relic(bearer: str, dear: str, life: int) -> Plan:
    """What greedy does with the hero, an archer, when somebody bears a relic and one enemy costs more."""
    figures = {
        "hero": mine((30, 34), weapons=[ranged(6, 6)]),
        "foe": theirs((24, 48), life=life, faces=270, cost=25 if dear == "foe" else 20),
        "other": theirs((38, 48), life=life, faces=270, cost=25 if dear == "other" else 20),
    }
    objectives = (Objective(CARRY, 50, cm(30), cm(38), 0, 0, NONE),)
    table = Table(figures, active="hero", objectives=objectives, mode=SCENARIO)
    table.state.relic = table[bearer]
    table.state.activated[table["hero"]] = 0
    waiting = table.start(ActivationFrame(table["hero"])).waiting
    assert isinstance(waiting, Decision)
    plan = plan_of(agent_named("greedy", "kaos").choose(GAME, table.state, waiting, Random(1)))
    assert plan is not None
    return plan


def test_who_carries_the_relic_runs_home_rather_than_shoot() -> None:
    plan = plan_with_a_relic("hero", "foe", life=20)
    assert (plan.kind, plan.action) == (answers.RUN, answers.NO_ACTION)
    assert plan.first[-1].y < cm(24)


@pytest.mark.parametrize(("bearer", "dear"), [("foe", "other"), ("other", "foe")])
def test_who_carries_the_relic_is_aimed_at_before_who_costs_more(bearer: str, dear: str) -> None:
    plan = plan_with_a_relic(bearer, dear, life=5)
    assert (plan.action, plan.target) == (answers.SHOOT, ("hero", "foe", "other").index(bearer))


def test_a_destiny_point_is_spent_only_where_it_may_turn_the_roll() -> None:
    def asked(ours: str, theirs_: str) -> Any:
        table = Table({"hero": mine((30, 30)), "foe": theirs((33, 30))}, destiny=(1, 0))
        table.start(ContestFrame(ATTACK, 0, table["hero"], len(ours), DODGE, 1, table["foe"], len(theirs_)))
        return table.play(dice=[ours, theirs_]).state

    assert is_worth_a_point(asked("1113", "41"))
    assert not is_worth_a_point(asked("5511", "41"))
    assert not is_worth_a_point(asked("11", "4444"))


def test_a_won_position_is_worth_more_than_any_other() -> None:
    table = Table({"hero": mine((30, 30)), "foe": theirs((33, 30))})
    evaluation = KaosEvaluation()
    here = evaluation.value(table.state, 0)
    hurt = table.state.copy()
    hurt.wounds[table["foe"]] = 10
    won = table.state.copy()
    won.winner = 0
    assert evaluation.value(won, 0) > evaluation.value(hurt, 0) > here > evaluation.value(won, 1)


def test_the_greedy_agent_beats_the_random_one() -> None:
    """Six quick games here; ninety in a hundred is what `esquive match kaos` shows."""
    tally = Tally("kaos", ("greedy", "random"))
    for fixture in fixtures_of("kaos", ("greedy", "random"), 6, 4, "old-causeway", QUICK, 20, is_recorded=False):
        tally.add(fixture, play(fixture))
    assert tally.wins[0] >= 5
