"""A match that is over is looked back on: luck by all the ways of the dice, chances as bots see them, a story."""

from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path

import pytest

from esquive.core.game import Game
from esquive.core.games import game_named
from esquive.core.match_review import RARE, LookedBack, TooLong, chances_of
from esquive.core.record import Record, read_record, replay, start_of
from esquive.core.review_source import Fell
from esquive.core.waiting import Roll
from esquive.krosmaster.book.dice import TURNS
from esquive.krosmaster.spoken.review import ways_of_pairs, ways_of_successes

RECORDS = Path(__file__).parents[1] / "records"
WHOLE = read_record(RECORDS / "constructed.jsonl")


def back(record: Record = WHOLE, seconds: float = 30.0) -> LookedBack:
    return LookedBack(record, game_named("krosmaster"), range(1, len(record.lines()) + 1), seconds)


@pytest.fixture(scope="module")
def whole() -> LookedBack:
    return back()


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_what_is_expected_is_counted_over_all_outcomes_of_the_dice(count: int) -> None:
    """Wild faces count as turned to the face sought [KA 1.6.2]."""
    for sought, kind in enumerate(("critical", "armour", "lock", "dodge")):
        shown = [sum(sought in TURNS[face] for face in faces) for faces in product(range(6), repeat=count)]
        assert list(ways_of_successes(kind, count)) == [shown.count(k) for k in range(count + 1)]
    doubles = sum(len(set(faces)) < count for faces in product(range(6), repeat=count))
    assert ways_of_pairs(count) == (6**count - doubles, doubles)


def test_a_roll_is_weighed_against_all_it_could_have_been() -> None:
    fell = Fell("critical", 0, 2, 2, (1, 2, 1))
    assert (fell.expected, fell.at_least, fell.at_most) == (Fraction(1), Fraction(1, 4), Fraction(1))


def test_every_roll_of_the_record_is_in_the_ledger(whole: LookedBack) -> None:
    game = game_named("krosmaster")
    state = start_of(game, WHOLE.header["setup"])
    rolled = isinstance(state.waiting, Roll) and state.waiting.kind in (
        "tension",
        "critical",
        "armour",
        "lock",
        "dodge",
    )
    count = 0
    for done in replay(WHOLE, game):
        count += rolled
        waiting = done.state.waiting
        rolled = isinstance(waiting, Roll) and waiting.kind in ("tension", "critical", "armour", "lock", "dodge")
    ledger = [fell for step in whole.steps for fell in step.fell]
    sums = whole.sums("en")
    assert len(ledger) == sum(line.rolls for line in sums) == count > 30
    assert sum(Fraction(line.exact) for line in sums) == sum(fell.expected for fell in ledger)


def test_chances_add_up_and_end_with_who_has_won(whole: LookedBack) -> None:
    curve = whole.curve()
    assert all(abs(sum(point.chances) - 100) < 0.11 for point in curve)
    assert sorted(curve[-1].chances) == [0.0, 100.0]
    assert curve[0].step == 0 and curve[-1].step == len(whole.steps) - 1
    assert [point.step for point in curve] == sorted({point.step for point in curve})


def test_nobody_has_a_better_chance_while_figures_are_set_up(whole: LookedBack) -> None:
    setting_up = [step.point.chances for step in whole.steps if step.point.turn < 1]
    assert len(setting_up) > 6 and {tuple(one) for one in setting_up} == {(50.0, 50.0)}


def test_what_falls_more_than_once_in_four_times_is_nobodys_luck(whole: LookedBack) -> None:
    game = game_named("krosmaster")
    told_of = {one.kind: one.step for one in whole.told(game.words(whole.last)).moments}
    lucky = [one for one in whole.steps[told_of["lucky"]].fell if one.fell > one.expected]
    unlucky = [one for one in whole.steps[told_of["unlucky"]].fell if one.fell < one.expected]
    assert min(one.at_least for one in lucky) <= RARE and min(one.at_most for one in unlucky) <= RARE
    usual = LookedBack.__new__(LookedBack)
    usual.game, usual.last = whole.game, whole.last
    usual.steps = [step for step in whole.steps if all(min(one.at_least, one.at_most) > RARE for one in step.fell)]
    assert any(step.fell for step in usual.steps)
    kinds = {one.kind for one in usual.told(game.words(whole.last)).moments}
    assert not kinds & {"lucky", "unlucky"}


def test_partners_have_one_chance_together() -> None:
    game = game_named("krosmaster")
    record = read_record(RECORDS / "two-against-two.jsonl")
    state = start_of(game, record.header["setup"])
    for done in replay(record, game):
        state = done.state
        if done.number > 80:
            break
    chances = chances_of(game, state, told(game), game.evaluation("greedy"))  # type: ignore[arg-type]
    for seat, chance in enumerate(chances):
        assert {chances[other] for other in game.partners_of(state, seat)} == {chance}
    assert abs(sum(chances) - 2) < 1e-9


def told(game: Game) -> object:
    assert game.afterwards is not None
    return game.afterwards


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_the_story_is_told_in_each_language_and_names_steps_of_the_record(whole: LookedBack, language: str) -> None:
    game = game_named("krosmaster")
    story = whole.told(game.words(whole.last, language, ("Ann", "Bob"))).moments
    assert {one.kind for one in story} == {"swing", "lucky", "unlucky", "ko", "deal"}
    assert all(0 < one.step < len(whole.steps) and "{" not in one.sentence for one in story)
    assert all("Ann" in one.sentence or "Bob" in one.sentence for one in story)


def test_the_swing_is_the_largest_change_before_the_end(whole: LookedBack) -> None:
    game = game_named("krosmaster")
    story = whole.told(game.words(whole.last)).moments
    swing = next(one for one in story if one.kind == "swing")
    chances = [step.point.chances[0] for step in whole.steps[:-1]]
    changes = [abs(after - before) for before, after in pairwise(chances)]
    assert changes[swing.step - 1] == max(changes) > 1


def test_only_a_match_that_is_over_is_looked_back_on() -> None:
    going = Record(WHOLE.header)
    going.entries = WHOLE.entries[:60]
    with pytest.raises(ValueError, match="over"):
        back(going)


def test_looking_back_stops_when_its_time_is_over() -> None:
    with pytest.raises(TooLong):
        back(seconds=0.0)
