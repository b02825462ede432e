"""The six levels: found by their number, each plays legally, and those above slip less."""

from random import Random

import pytest

from esquive.agents.base import agent_named, offered_agents, settings_of
from esquive.agents.greedy import GreedyAgent, Thoroughness, UnitTurn
from esquive.agents.levels import SLIPS, WHIMS
from esquive.agents.lookahead import LookaheadAgent
from esquive.core.errors import EsquiveError
from esquive.core.games import game_named
from esquive.lab.fixtures import fixtures_of
from esquive.lab.matches import play
from tests.krosmaster.playing import Table, mine, theirs


@pytest.mark.parametrize("game", ["krosmaster", "kaos"])
def test_levels_are_offered_and_found_by_their_number(game: str) -> None:
    assert "level" in offered_agents(game)
    for level in range(1, 7):
        agent = agent_named(f"level:{level}", game, installed_only=True)
        assert type(agent) is type(agent_named(f"level:level={level}", game))
        if isinstance(agent, LookaheadAgent):
            assert agent.whims == WHIMS[level - 1]
        else:
            assert isinstance(agent, GreedyAgent) and agent.thoroughness.slip == SLIPS[level - 1]


@pytest.mark.parametrize(
    ("agent", "why"), [("level:7", "cannot be '7'"), ("level:0", "cannot be '0'"), ("random:3", "no setting")]
)
def test_a_level_there_is_not_is_refused_with_those_there_are(agent: str, why: str) -> None:
    with pytest.raises(EsquiveError, match=why):
        agent_named(agent, "krosmaster")
    assert [one.name for one in settings_of("level")] == ["level"]


def test_levels_slip_less_from_one_to_the_next() -> None:
    for slips in (SLIPS, WHIMS):
        assert sorted(set(slips), reverse=True) == list(slips)
        assert slips[-1] == 0


@pytest.mark.parametrize(
    ("game", "level", "turns"), [("krosmaster", 1, 3), ("krosmaster", 6, 1), ("kaos", 1, 1), ("kaos", 3, 1)]
)
def test_a_level_plays_to_the_cap_and_answers_legally(game: str, level: int, turns: int) -> None:
    assert play(fixtures_of(game, (f"level:{level}", "random"), 1, 4, "", None, turns)[0]).is_capped


def test_who_slips_takes_other_ways_now_and_then_and_who_does_not_always_the_same() -> None:
    table = Table(
        """
        . .    .   .
        . hero foe .
        """,
        {"hero": mine("fighter"), "foe": theirs("fighter", injuries=3)},
        turn="hero",
    )
    evaluation = game_named("krosmaster").evaluation("greedy")
    plans = {
        slip: {
            tuple(UnitTurn(evaluation, 0, Random(seed), Thoroughness(slip=slip)).plan(table.state))
            for seed in range(12)
        }
        for slip in (0, 200)
    }
    assert len(plans[0]) == 1
    assert len(plans[200]) > 3
