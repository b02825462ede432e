"""What an answer does and costs is told on its button, by playing it on a copy; and what is told comes true."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from esquive.core.messages import LANGUAGES
from esquive.core.waiting import Decision, Over
from esquive.krosmaster.game import GAME
from esquive.krosmaster.seen.shapes import KrosmasterDecision, KrosmasterOption
from esquive.krosmaster.table import answers
from esquive.krosmaster.table.state import State
from tests.krosmaster.text.test_views import with_reward

NAMES = ["Ada", "Bob", "Cid", "Dan"]
ON_THE_BOARD = ("move", "cast")
DUEL: dict[str, Any] = {
    "arena": "elemental",
    "teams": [
        ["oscar-kass", "anna-tommy", "bad-aboum", "lil-healey"],
        ["king-of-the-gobballs", "queen-of-the-tofus", "kassius-kaos", "bill-tell"],
    ],
}
FOUR: dict[str, Any] = {
    "arena": "elemental",
    "format": "free-for-all",
    "teams": [
        ["oscar-kass", "anna-tommy"],
        ["bad-aboum", "lil-healey"],
        ["king-of-the-gobballs", "kassius-kaos"],
        ["queen-of-the-tofus", "bill-tell"],
    ],
}
KINDS = {
    "activation", "allocation", "deployment", "double", "faces", "inspiration", "locker", "next-summon", "standby",
    "tension",
}  # fmt: skip


def asked(state: State, language: str = "en") -> KrosmasterDecision:
    """What the seat that decides is shown."""
    waiting = state.waiting
    assert isinstance(waiting, Decision)
    found = GAME.words(state, language, NAMES).decision(waiting.seat)
    assert found is not None
    return found


def played(setup: dict[str, Any], seed: int, games: int) -> Iterator[State]:
    """The positions of random games that wait for a decision: each kind as it comes, activations now and then."""
    rng = random.Random(seed)
    start = GAME.new(setup)
    for _ in range(games):
        state = start.copy()
        while not isinstance(state.waiting, Over):
            waiting = state.waiting
            if isinstance(waiting, Decision) and (waiting.kind != "activation" or rng.random() < 0.02):
                yield state
            state.apply(waiting.sample(rng))


def told(options: list[KrosmasterOption], do: str) -> KrosmasterOption:
    return next(option for option in options if option.do == do)


@pytest.mark.parametrize(("setup", "missing"), [(DUEL, {"double"}), (FOUR, {"next-summon", "standby", "locker"})])
def test_every_button_of_every_kind_says_something_in_three_languages(setup: dict[str, Any], missing: set[str]) -> None:
    met: set[str] = set()
    count: dict[str, int] = {}
    for state in played(setup, 3, 3):
        waiting = state.waiting
        assert isinstance(waiting, Decision)
        count[waiting.kind] = count.get(waiting.kind, 0) + 1
        if count[waiting.kind] > 12:
            continue
        met.add(waiting.kind)
        for language in LANGUAGES:
            for option in asked(state, language).options:
                assert bool(option.tells) == (option.verb not in ON_THE_BOARD), (waiting.kind, option)
                assert bool(option.clause) == bool(option.tells)
                assert "{" not in option.tells and ".." not in option.tells and "  " not in option.tells
    assert met >= KINDS - missing


def test_what_a_button_tells_comes_true() -> None:
    """Gallons, Kamas, injuries and KOs are those of the position that the answer leads to."""
    checked = 0
    for state in played(DUEL, 5, 4):
        before = state.to_data()
        view = asked(state)
        assert state.to_data() == before
        waiting = state.waiting
        assert isinstance(waiting, Decision)
        for answer, option in zip(waiting.options(), view.options, strict=True):
            if answers.verb_of(answer) in (answers.MOVE, answers.CAST, answers.DEPLOY):
                continue
            after = state.copy()
            after.apply(answer)
            checked += 1
            for seat in range(2):
                lost, left = state.gg[seat] - after.gg[seat], after.gg[seat]
                assert (f"{NAMES[seat]} loses {lost} GG: " in option.tells) == (lost > 0), option
                assert (f"{NAMES[seat]} wins {-lost} GG: {left} in all" in option.tells) == (lost < 0)
                if lost > 0:
                    ends = {0: "none left", 1: "1 left, the last"}.get(left, f"{left} left")
                    assert f"{NAMES[seat]} loses {lost} GG: {ends}." in option.tells
                got = after.kamas[seat] - state.kamas[seat]
                assert (f"{NAMES[seat]} gets {got} Kama" in option.tells) == (got > 0)
                assert (f"{NAMES[seat]} pays {-got} Kama" in option.tells) == (got < 0)
            ko = sum(after.ko[unit] > state.ko[unit] for unit in range(len(state.ko)))
            assert len(re.findall(r"KO'd", option.tells)) >= ko
            for unit, injuries in enumerate(state.injuries):
                if after.injuries[unit] > injuries and after.cell[unit]:
                    placed = after.injuries[unit] - injuries
                    assert f"{placed} injur" in option.tells, option
    assert checked > 500


def tension(count: int, outcome: int) -> State:
    """Turn 2, the dice of Tension having shown an outcome."""
    rng = random.Random(1)
    state = GAME.new(DUEL)
    while getattr(state.waiting, "kind", "") != "tension":
        state.apply(state.waiting.sample(rng))
    state.gg[:] = [5, 2]
    state.apply(outcome)
    return state


def test_keeping_a_double_says_who_loses_what_and_has_how_much_left() -> None:
    """Both dice on Armour: each player loses one GG, the second player's last but one [KA 5.2.3]."""
    view = asked(tension(2, 1 + 6))
    keep = told(list(view.options), "keep")
    assert keep.tells == "Ada loses 1 GG: 4 left. Bob loses 1 GG: 1 left, the last. For Inspiration: Armour, Armour."
    assert keep.clause == "5.2.3"
    reroll = told(list(view.options), "reroll")
    assert reroll.tells == "1 die is rolled instead: it cannot be a double."
    assert reroll.clause == "5.2.2"


def test_selling_two_dice_says_three_kamas() -> None:
    """Two dice are worth three Kamas, one is worth one [KA 5.4.1] [KA 5.4.2]; a die lends its power [KA 5.3.1.d]."""
    state = tension(2, 2 + 6 * 3)
    state.apply(answers.KEEP)
    view = asked(state)
    seat = NAMES[state.active_seat]
    assert told(list(view.options), "done").tells.startswith(f"{seat} gets 3 Kamas and has 3.")
    lock = next(option for option in view.options if option.face == "lock")
    assert lock.tells == "Lock: One more die on its Lock rolls. Left to place or sell: Dodge."


def test_buttons_tell_nothing_that_the_seat_may_not_know() -> None:
    """Two positions that differ only in a reward face down: the other player's buttons read alike [KA 4.7.8.b]."""
    one, other = with_reward(0), with_reward(1)
    seat = 1 - one.waiting.seat
    for state in (one, other):
        state.apply(answers.END)
        while not (isinstance(state.waiting, Decision) and state.waiting.seat == seat):
            waiting = state.waiting
            assert not isinstance(waiting, Over)
            state.apply(answers.END if isinstance(waiting, Decision) and waiting.kind == "activation" else 0)
    assert one.to_data() != other.to_data()
    assert asked(one) == asked(other)
