"""Moves, slams, deployments and scenery that are proposed: legal, distinct, with a way out when nothing fits."""

from random import Random

import pytest

from esquive.core.waiting import Decision
from esquive.kaos.book.moves import MOVE_FORCED, MoveChoiceFrame
from esquive.kaos.book.slam import SlamFrame
from esquive.kaos.game import GAME
from esquive.kaos.geometry.units import CM, TURN
from esquive.kaos.proposals.worth import chance, successes
from esquive.kaos.table import answers
from esquive.kaos.table.answers import Placing
from esquive.kaos.table.state import SCENERY
from tests.kaos.playing import PASS, STAY, Table, box, cm, long, mine, theirs

BOX = [box((27, 27), (1, 6)), box((32, 27), (1, 6)), box((28, 27), (4, 1)), box((28, 32), (4, 1))]


def decision_of(table: Table) -> Decision:
    waiting = table.waiting
    assert isinstance(waiting, Decision)
    return waiting


def check(decision: Decision, samples: int = 40, n: int = 8) -> list[int]:
    """Samples and candidates are legal, candidates distinct; the samples."""
    found = [decision.sample(Random(seed)) for seed in range(samples)]
    proposed = decision.candidates(n)
    assert 0 < len(proposed) == len(set(proposed)) <= n
    assert all(decision.refusal(answer) is None for answer in found + proposed)
    return found


def test_moves_stay_turn_and_go() -> None:
    table = Table({"hero": mine((30, 30)), "foe": theirs((36, 30))}, [box((25, 25), (2, 9))])
    found = check(decision_of(table.start(MoveChoiceFrame(table["hero"], cm(10), MOVE_FORCED))))
    assert STAY in found
    assert len(set(found)) > 10


def test_the_wounded_do_not_stay_next_to_who_has_yet_to_strike() -> None:
    table = Table({"hero": mine((30, 30), wounds=15), "foe": theirs((32.6, 30), weapons=[long(6, 9)], move=4)})
    best = decision_of(table.start(MoveChoiceFrame(table["hero"], cm(10), MOVE_FORCED))).candidates(8)[0]
    table.play(best)
    x, y, _ = table.place("hero")
    assert max(abs(x - 32.6), abs(y - 30)) > 8  # beyond its move and its reach


def test_nobody_moves_out_of_a_box() -> None:
    table = Table({"hero": mine((30, 30))}, BOX)
    check(decision_of(table.start(MoveChoiceFrame(table["hero"], cm(10), MOVE_FORCED))))


def test_a_slam_against_a_wall_is_proposed_first() -> None:
    table = Table({"hero": mine((30, 30)), "foe": theirs((33, 30), wounds=2)}, [box((35, 26), (1, 8))])
    decision = decision_of(table.start(SlamFrame(table["hero"], table["foe"], 2)))
    found = check(decision)
    assert PASS in found
    assert any(answer != PASS for answer in found)
    table.play(decision.candidates(4)[0])
    assert table.facts("slammed-into") == [{"figure": "foe", "wounds": 1}]


@pytest.mark.parametrize("scenario", ["pitched-battle", "last-light"])
def test_deployments_are_proposed_up_to_the_first_round(scenario: str) -> None:
    state = GAME.new({"scenario": scenario, "hordes": ["two-gleams", "gravediggers"]})
    rng = Random(5)
    kinds = set()
    while state.round == 0:
        waiting = state.waiting
        answer = waiting.sample(rng)
        if isinstance(waiting, Decision) and not waiting.is_listed:
            kinds.add(waiting.kind)
            proposed = waiting.candidates(3)
            assert 0 < len(proposed) == len(set(proposed)) <= 3
            assert [waiting.refusal(one) for one in (*proposed, answer)] == [None] * (len(proposed) + 1)
            answer = proposed[0] if rng.random() < 0.5 else answer
        state.apply(answer)
    assert "deployment" in kinds


@pytest.mark.parametrize("scenario", ["last-light", "bones-of-the-saint", "the-road-is-ours"])
def test_who_deploys_in_a_zone_stands_in_the_middle_of_it_and_not_in_a_corner(scenario: str) -> None:
    """[Kaos K37.1]: places that reach out of the zone do not use up the places that are tried."""
    for seed in range(3):
        rng = Random(seed)
        state = GAME.new({"scenario": scenario, "hordes": ["half-light", "menagerie"]})
        while not isinstance(state.waiting, Decision) or state.waiting.kind != "deployment":
            state.apply(state.waiting.sample(rng))
        state.apply(state.waiting.candidates(4)[0])
        (figure,) = state.in_play()
        assert abs(state.x[figure] - state.table.width // 2) < state.table.width // 4


def test_whose_zone_is_full_is_proposed_a_place_beside_it() -> None:
    """[Ruling R257]: nobody asks the opponent for ever."""
    state = GAME.new({"scenario": "last-light", "hordes": ["half-light", "menagerie"]})
    rng = Random(1)
    while not isinstance(state.waiting, Decision) or state.waiting.kind != "deployment":
        state.apply(state.waiting.sample(rng))
    west, south, east, north = zone = (25 * CM, 32 * CM, 29 * CM, 36 * CM)
    state.library.zones = (zone, zone)
    state.apply(next(answer for answer in state.waiting.candidates(4) if Placing.of(answer)))
    for proposed in (state.waiting.sample(rng), *state.waiting.candidates(4)):
        place = Placing.of(proposed)
        if place is not None:
            assert not (west <= place.x <= east and south <= place.y <= north)
        assert state.waiting.refusal(proposed) is None


@pytest.mark.parametrize("scenario", ["pitched-battle", "bones-of-the-saint", "the-road-is-ours"])
def test_both_players_are_proposed_the_same_places_each_seen_from_its_own_side(scenario: str) -> None:
    """The tables look alike from both sides, so one horde is deployed alike on them, whoever comes first."""
    state = GAME.new({"scenario": scenario, "hordes": ["toll-company", "toll-company"]})
    rng = Random(3)
    while state.round == 0:
        waiting = state.waiting
        state.apply(waiting.candidates(1)[0] if isinstance(waiting, Decision) else waiting.sample(rng))
    size = len(state.names) // 2
    ours, theirs = (range(size), range(size, 2 * size))
    turned = [(state.table.width - state.x[figure], state.table.depth - state.y[figure]) for figure in theirs]
    assert [(state.x[figure], state.y[figure]) for figure in ours] == turned


def test_scenery_is_proposed_where_it_closes_nothing_off() -> None:
    state = GAME.new({"scenario": "wayside-skirmish", "hordes": ["two-gleams", "gravediggers"]})
    rng = Random(5)
    while state.waiting.kind != "scenery" or not isinstance(state.waiting, Decision):
        state.apply(state.waiting.sample(rng))
    proposed = state.waiting.candidates(2)
    assert len(set(proposed)) == 2
    assert [state.waiting.refusal(one) for one in (*proposed, state.waiting.sample(rng))] == [None] * 3


def scenery_of_two_bots(seed: int) -> tuple[int, list[tuple[int, int, int, int]]]:
    """Who begins, and the pieces as placed, seen from that player's edge."""
    state = GAME.new({"scenario": "wayside-skirmish", "hordes": ["two-gleams", "gravediggers"]})
    rng = Random(seed)
    seats: list[int] = []
    while state.phase == SCENERY:
        waiting = state.waiting
        if isinstance(waiting, Decision):
            seats.append(waiting.seat)
            state.apply(waiting.candidates(1)[0])
        else:
            state.apply(waiting.sample(rng))
    if seats[0] == 0:
        return 0, state.placed
    table = state.table
    return 1, [
        (what, table.width - x, table.depth - y, (angle + TURN // 2) % TURN) for what, x, y, angle in state.placed
    ]


def test_two_bots_place_the_scenery_alike_whoever_begins() -> None:
    """[Kaos K5.5]: seen from the edge of who begins, the table is the same."""
    found = dict(scenery_of_two_bots(seed) for seed in range(4))
    assert len(found) == 2 and found[0] == found[1]


def test_the_chances_of_dice_are_exact() -> None:
    assert successes(1) == (6, 5, 1)
    assert chance(1, 0) == 500
    assert chance(1, 1) == 1000 * (5 * 11 + 1 * 12) // 144
    assert chance(2, 0, 2) == 1000 * (144 - 36 - 60) // 144
    assert chance(0, 3) == 0


def test_asking_the_opponent_is_a_sample_of_deployment() -> None:
    state = GAME.new({"table": "quarry", "hordes": ["half-light", "menagerie"]})
    rng = Random(1)
    while not (isinstance(state.waiting, Decision) and state.waiting.kind == "deployment"):
        state.apply(state.waiting.sample(rng))
    found = {answers.verb_of(state.waiting.sample(Random(seed))) for seed in range(30)}
    assert found == {answers.ASK, answers.PLACE}
