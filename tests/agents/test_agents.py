"""Agents: they answer legally, do not peek, think the same thing twice, and greed beats chance."""

from random import Random

import pytest

from esquive.agents.base import agent_named
from esquive.core.errors import EsquiveError
from esquive.core.waiting import Decision, Over
from esquive.krosmaster.evaluation.weights import NOVEMBER_2026, TODAY, Weights
from esquive.krosmaster.evaluation.worth import KrosmasterEvaluation
from esquive.krosmaster.game import GAME
from esquive.krosmaster.table.state import State
from esquive.krosmaster.written.hidden_information import hide
from esquive.krosmaster.written.notation import format_answer
from esquive.lab.fixtures import fixtures_of
from esquive.lab.matches import Tally, play
from tests.krosmaster.playing import Table, mine, theirs

THINKING = ("greedy", "search:seconds=0,simulations=6,breadth=3")


def chosen(table: Table, seed: int = 1) -> str:
    """What the greedy agent does at this table."""
    waiting = table.state.waiting
    assert isinstance(waiting, Decision)
    answer = agent_named("greedy", "krosmaster").choose(GAME, table.state, waiting, Random(seed))
    return format_answer(table.state, answer)


def whole_turn(table: Table, name: str) -> list[str]:
    """What an agent answers until the turn of the unit that is active is over."""
    state, agent, rng = table.state, agent_named(name, "krosmaster"), Random(1)
    unit, answered = state.active_unit, []
    while state.active_unit == unit:
        waiting = state.waiting
        assert isinstance(waiting, Decision)
        answer = agent.choose(GAME, state, waiting, rng)
        answered.append(format_answer(state, answer))
        state.apply(answer)
    return answered


def rich_position(seed: int) -> State:
    """A position in which both players hold face-down rewards."""
    fixture = fixtures_of("krosmaster", ("a", "b"), 2, seed, "", None, 1)[0]
    state = GAME.new(fixture.setup)
    rng = Random(seed)
    while state.turn < 4:
        state.apply(state.waiting.sample(rng))
    for unit in range(4):
        token = rng.choice([index for index, count in enumerate(state.pool) if count])
        state.pool[token] -= 1
        state.rewards[unit] = (*state.rewards[unit], token << 1)
    return state


@pytest.mark.parametrize("name", ["random", *THINKING])
def test_an_agent_answers_with_an_option_and_leaves_the_position_alone(name: str) -> None:
    fixture = fixtures_of("krosmaster", ("a", "b"), 2, 3, "", None, 1)[0]
    state = GAME.new(fixture.setup)
    agent, rng = agent_named(name, "krosmaster"), Random(1)
    for _ in range(60):
        waiting = state.waiting
        assert not isinstance(waiting, Over)
        if isinstance(waiting, Decision):
            before = state.to_data()
            answer = agent.choose(GAME, state, waiting, rng)
            assert state.to_data() == before
            assert answer in waiting.options()
        else:
            answer = waiting.sample(rng)
        state.apply(answer)


def test_an_unknown_agent_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(EsquiveError, match="agents for krosmaster: greedy, random"):
        agent_named("genius", "krosmaster")


def test_hiding_deals_anew_only_what_the_seat_cannot_see() -> None:
    changed = 0
    for seed in range(6):
        state = rich_position(seed)
        for seat in (0, 1):
            untouched = state.to_data()
            other = hide(state, seat, Random(seed))
            assert state.to_data() == untouched
            assert GAME.to_document(other, seat) == GAME.to_document(state, seat)
            assert GAME.view(other, seat) == GAME.view(state, seat)
            before, after = state.to_data(), other.to_data()
            changed += before["rewards"] != after["rewards"]
            assert {key for key in before if before[key] != after[key]} <= {"rewards", "pool"}
            assert sum(after["pool"]) == sum(before["pool"])
            ranks = [[state.library.rewards[entry >> 1].rank for entry in held] for held in state.rewards]
            assert ranks == [[state.library.rewards[entry >> 1].rank for entry in held] for held in other.rewards]
    assert changed > 0


def test_the_greedy_agent_finishes_off_who_can_be_finished_off() -> None:
    table = Table(
        ". weak hero strong .",
        {"weak": theirs("fighter", injuries=7), "hero": mine("fighter"), "strong": theirs("fighter")},
        turn="hero",
    )
    assert chosen(table) == "cast strike b1"


def test_the_greedy_agent_walks_towards_an_enemy_out_of_reach() -> None:
    table = Table("hero . . . . . . . . foe", {"hero": mine("villager"), "foe": theirs("villager")}, turn="hero")
    assert chosen(table) == "move b1"


def test_the_greedy_agent_buys_the_gallon_that_wins() -> None:
    table = Table(
        """
        . D   .   .
        . .   foe .
        """,
        {"hero": mine("fighter", at="b2"), "foe": theirs("fighter")},
        turn="hero",
        players={"p1": {"gg": 3, "kamas": 12}, "p2": {"gg": 1, "kamas": 0}},
        wild_gg=0,
    )
    assert chosen(table) == "buy gg"


AT_THE_DEMON = """
    D . . . . . . . . .
    . . . . . . . . . foe
    """


@pytest.mark.parametrize(("name", "buys"), [("greedy", True), ("greedy@2026-11", False)])
def test_the_greedy_agent_buys_a_gallon_it_can_afford_before_it_walks_on(name: str, buys: bool) -> None:
    """To that of 2026-11 twelve Kamas were worth more than the Gallon that they buy."""
    units = {"hero": mine("fighter", at="a2"), "foe": theirs("fighter")}
    players = {"p1": {"gg": 6, "kamas": 12}, "p2": {"gg": 6, "kamas": 0}}
    table = Table(AT_THE_DEMON, units, turn="hero", players=players)
    answered = whole_turn(table, name)
    assert ("buy gg" in answered) is buys
    assert answered[-1] == "end"


@pytest.mark.parametrize(("name", "ends_at"), [("greedy", "a1"), ("greedy@2026-11", "d1")])
def test_the_greedy_agent_does_not_walk_to_where_it_will_be_struck_first(name: str, ends_at: str) -> None:
    """The foe walks three cells and shoots at four: at eight it is out of reach, and so is the hero."""
    table = Table("hero . . . . . . . foe", {"hero": mine("fighter"), "foe": theirs("fighter")}, turn="hero")
    whole_turn(table, name)
    assert table.unit("hero", "at") == ends_at


def test_the_greedy_agent_sets_up_otherwise_from_one_game_to_the_next() -> None:
    fixture = fixtures_of("krosmaster", ("a", "b"), 1, 3, "", None, 1)[0]
    found: dict[str, set[str]] = {"greedy": set(), "greedy@2026-11": set()}
    for name, openings in found.items():
        for seed in range(4):
            state, agent, rng = GAME.new(fixture.setup), agent_named(name, "krosmaster"), Random(seed)
            while not state.turn:
                waiting = state.waiting
                assert isinstance(waiting, Decision)
                state.apply(agent.choose(GAME, state, waiting, rng))
            openings.add(str(state.cell))
    assert {name: len(openings) for name, openings in found.items()} == {"greedy": 4, "greedy@2026-11": 1}


def test_equal_seeds_give_equal_games() -> None:
    fixture = fixtures_of("krosmaster", ("greedy", "random"), 2, 5, "", None, 6)[0]
    assert play(fixture).record == play(fixture).record


@pytest.mark.parametrize("name", THINKING)
def test_an_agent_is_blind_to_what_its_seat_cannot_see(name: str) -> None:
    for seed in range(3):
        state = rich_position(seed)
        waiting = state.waiting
        while not (isinstance(waiting, Decision) and waiting.kind == "activation"):
            state.apply(waiting.sample(Random(seed)))
            waiting = state.waiting
        choices = set()
        for deal in range(3):
            other = hide(state, waiting.seat, Random(deal))
            asked = other.waiting
            assert isinstance(asked, Decision)
            choices.add(agent_named(name, "krosmaster").choose(GAME, other, asked, Random(9)))
        assert len(choices) == 1


def test_the_greedy_agent_beats_the_random_one() -> None:
    """Six games here; ninety in a hundred is what `esquive match` shows."""
    tally = Tally("krosmaster", ("greedy", "random"))
    for fixture in fixtures_of("krosmaster", ("greedy", "random"), 6, 21, "", None, 200):
        tally.add(fixture, play(fixture))
    assert tally.wins[0] >= 5


def test_a_won_position_is_worth_more_than_any_other() -> None:
    evaluation = KrosmasterEvaluation()
    table = Table(". hero foe .", {"hero": mine("fighter"), "foe": theirs("fighter")}, turn="hero")
    here = evaluation.value(table.state, 0)
    won = table.state.copy()
    won.winner = 0
    assert evaluation.value(won, 0) > here > evaluation.value(won, 1)


@pytest.mark.parametrize(("weights", "is_loss"), [(TODAY, True), (NOVEMBER_2026, False)])
def test_what_befalls_a_partner_is_a_loss(weights: Weights, is_loss: bool) -> None:
    """Players of one team win together [KA 9.3.2]; the greedy agent of 2026-11 was glad of a partner's injuries."""
    values = []
    for injuries in (0, 4):
        units = {
            "own": mine("fighter"),
            "partner": {"card": "fighter", "owner": "p3", "injuries": injuries},
            "one": theirs("fighter"),
            "other": {"card": "fighter", "owner": "p4"},
        }
        table = Table("own partner . . . . . . . one other", units, turn="own", format="two-against-two")
        values.append(KrosmasterEvaluation(weights).value(table.state, 0))
    assert (values[1] < values[0]) is is_loss
