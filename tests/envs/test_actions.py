"""Actions: every answer has one, no two answers share one, and it means the same wherever it is met."""

from random import Random

import pytest

from esquive.core.errors import EsquiveError
from esquive.core.waiting import Decision, Over
from esquive.envs import spaces
from esquive.envs.krosmaster import actions
from esquive.envs.play import SetUps
from esquive.envs.spaces import Choice, IllegalAction, UnnumberedError, spaces_of, unnumbered
from esquive.krosmaster.cards.catalogue import catalogue
from esquive.krosmaster.releases import release
from esquive.krosmaster.written.notation import format_answer
from esquive.lab.krosmaster.random_set_ups import playable_cards, random_setup
from tests.krosmaster.playing import Table, mine, theirs

MAP = """
. .    .   .
. hero foe .
"""


def reached(choice: Choice, answer: int, rng: Random) -> list[int]:
    """The actions that lead to an answer, tried at random from those that are legal."""
    for _ in range(400):
        tried, path = choice.copy(), []
        while True:
            action = rng.choice(tried.legal)
            path.append(action)
            taken = tried.take(action)
            if taken is not None:
                break
        if taken == answer:
            return path
    raise AssertionError("no actions lead there")


def test_there_are_1548_actions_and_each_says_what_it_is() -> None:
    _, numbers = spaces_of("krosmaster")
    assert numbers.actions == 1548
    meanings = [numbers.meaning(action) for action in range(numbers.actions)]
    assert len(set(meanings)) == 1548
    assert meanings[0] == "walk to a1"
    assert meanings[143] == "walk to l12"
    assert meanings[144] == "cast the Punch at a1"
    assert meanings[actions.CAST + actions.CELLS + 1] == "cast spell 1 at b1"
    assert meanings[actions.CELL] == "cell a1"
    assert meanings[actions.UNIT] == "the unit in slot 0"
    assert meanings[actions.BUY] == "buy a closed reward of pile 1"
    assert meanings[actions.BUY + 1] == "buy the open reward of pile 1"
    assert meanings[actions.NUMBER + 3] == "number 3"
    assert meanings[actions.FACE] == "face critical"
    assert meanings[actions.SEAT + 1] == "the player 1 seats on"
    assert meanings[1547] == "end"


def test_what_a_unit_may_do_has_the_actions_of_the_table() -> None:
    table = Table(MAP, {"hero": mine("fighter"), "foe": theirs("fighter")}, turn="hero")
    _, numbers = spaces_of("krosmaster")
    choice = numbers.choice(table.state, table.state.waiting)
    told = {}
    for action in choice.legal:
        taken = choice.copy().take(action)
        assert taken is not None
        told[format_answer(table.state, taken)] = numbers.meaning(action)
    assert told["move b2"] == "walk to b2"
    assert told["cast punch c1"] == "cast the Punch at c1"
    assert told["cast strike c1"] == "cast spell 1 at c1"
    assert told["end"] == "end"


def test_in_any_set_up_every_answer_has_actions_of_its_own() -> None:
    """All formats and both releases: all options of all kinds of decisions met in random play."""
    game, numbers = spaces_of("krosmaster")
    rng = Random(29)
    known = catalogue()
    kinds = set()
    for number in range(16):
        params = release("2.7" if number % 2 else "2.2")
        state = game.new(random_setup(known, playable_cards(known, params), params, rng))
        for _ in range(250):
            waiting = state.waiting
            if isinstance(waiting, Over):
                break
            if isinstance(waiting, Decision):
                choice = numbers.choice(state, waiting)
                assert all(0 <= action < numbers.actions for action in choice.legal)
                assert len(set(choice.legal)) == len(choice.legal)
                if waiting.kind in actions.SEVERAL_PARTS and waiting.kind not in kinds:
                    for answer in waiting.options()[:6]:
                        reached(choice, answer, rng)
                elif waiting.kind not in actions.SEVERAL_PARTS:
                    assert [choice.copy().take(action) for action in choice.legal] == waiting.options()
                kinds.add(waiting.kind)
            state.apply(waiting.sample(rng))
    assert {"timeline", "deployment", "activation", "tension", "inspiration", "faces", "allocation"} <= kinds


def test_an_answer_of_several_parts_is_given_part_by_part() -> None:
    choice = Choice([7, 8, 9], [], [(1, 5), (1, 6), (2, 5)])
    assert choice.legal == [1, 2]
    assert choice.copy().take(2) == 9, "where only one answer is left, nobody is asked further"
    assert choice.take(1) is None
    assert choice.legal == [5, 6]
    assert choice.given == (1,)
    assert choice.take(6) == 8


@pytest.mark.parametrize("choice", [Choice([7], [3]), Choice([7, 8], [], [(1, 5), (1, 6)])])
def test_an_action_that_is_not_legal_is_refused(choice: Choice) -> None:
    with pytest.raises(IllegalAction, match="99"):
        choice.take(99)


def test_a_set_up_that_is_beyond_the_numbers_is_refused_with_what_there_is_too_much_of() -> None:
    table = Table(MAP, {"hero": mine("fighter"), "foe": theirs("fighter")}, turn="hero")
    table.state.cell.extend([17] * actions.UNITS)
    table.state.level = [*table.state.level, *[0] * actions.UNITS]
    with pytest.raises(UnnumberedError, match="units: 58, and environments have room for 56"):
        actions.slots_of(table.state)
    assert "unimplemented" in str(unnumbered("units", 57, 56))


def test_set_ups_are_whole_or_chosen_and_never_both() -> None:
    game, _ = spaces_of("krosmaster")
    with pytest.raises(EsquiveError, match="nothing to choose"):
        SetUps(game, {"arena": "elemental"}, ground="elemental")


def test_a_game_without_numbers_is_told_apart_from_one_there_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(EsquiveError, match="unknown game 'chess'"):
        spaces_of("chess")
    monkeypatch.setattr(spaces, "found_in", lambda group: {})
    with pytest.raises(EsquiveError, match="'kaos' has no environments"):
        spaces_of("kaos")


def test_summoned_pieces_have_the_slots_after_the_krosmasters() -> None:
    table = Table(MAP, {"hero": mine("fighter"), "foe": theirs("fighter")}, turn="hero")
    state = table.state
    state.cell.extend([0, 40])
    state.level = [*state.level, 0, 0]
    assert actions.slots_of(state) == [0, 1, 3], "a piece that has left has none"
