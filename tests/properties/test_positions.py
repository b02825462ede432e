"""What is true of every position, on random games of every format: copies, saves, documents, answers, secrets."""

import json
from random import Random

from hypothesis import given

from esquive.core.waiting import Decision, Over
from esquive.krosmaster.game import GAME
from esquive.krosmaster.seen.views import view
from esquive.krosmaster.table.state import State
from esquive.krosmaster.written.documents.positions import from_document, to_document
from esquive.krosmaster.written.hidden_information import hide
from esquive.krosmaster.written.notation import format_answer, parse_answer
from esquive.lab.krosmaster.fuzzing import fuzzed
from esquive.lab.krosmaster.invariants import check
from tests.drawn_examples import examples
from tests.properties.games import choose, play, positions, setup_of
from tests.properties.seeds import SEEDS


def offered(state: State) -> list[int]:
    """What is offered at a decision, the outcomes at a roll, nothing when the game is over."""
    waiting = state.waiting
    if isinstance(waiting, Decision):
        return waiting.options()
    return [] if isinstance(waiting, Over) else [outcome for outcome, _ in waiting.outcomes()]


@given(SEEDS)
@examples(10)
def test_a_copy_is_equal_and_what_happens_to_one_does_not_touch_the_other(seed: int) -> None:
    for state in positions(seed, 25, 11):
        before = json.dumps(state.to_data())
        copy = state.copy()
        assert json.dumps(copy.to_data()) == before
        assert copy.log is None
        play(copy, seed, 15)
        assert json.dumps(state.to_data()) == before
        other = state.copy()
        play(other, seed, 15)
        assert other.to_data() == copy.to_data()


@given(SEEDS)
@examples(6)
def test_a_saved_position_comes_back_exactly_at_every_wait(seed: int) -> None:
    setup = setup_of(seed)
    for state in positions(seed, 150, 1):
        data = json.loads(json.dumps(state.to_data()))
        back = GAME.from_data(setup, data) if state.turn % 3 == 0 else from_document(to_document(state))
        assert back.to_data() == state.to_data()
        assert offered(back) == offered(state)


@given(SEEDS)
@examples(15)
def test_a_loaded_game_goes_on_as_the_saved_one_would_have(seed: int) -> None:
    setup = setup_of(seed)
    for state in positions(seed, 8, 37):
        back = GAME.from_data(setup, json.loads(json.dumps(state.to_data())))
        other = state.copy()
        play(back, seed, 40)
        play(other, seed, 40)
        assert back.to_data() == other.to_data()


@given(SEEDS)
@examples(15)
def test_a_position_document_is_read_and_written_without_loss(seed: int) -> None:
    for state in positions(seed, 12, 29):
        document = json.loads(json.dumps(to_document(state)))
        assert to_document(from_document(document)) == document


@given(SEEDS)
@examples(15)
def test_a_document_without_the_exact_state_says_what_lies_on_the_table(seed: int) -> None:
    for state in positions(seed, 20, 17):
        waiting = state.waiting
        if not isinstance(waiting, Decision) or waiting.kind != "activation":
            continue
        document = to_document(state)
        del document["exact"], document["profiles"]
        table = to_document(from_document(document))
        del table["exact"], table["profiles"]
        assert table == document


@given(SEEDS)
@examples(20)
def test_what_is_offered_is_accepted_and_everything_else_refused(seed: int) -> None:
    rng = Random(seed)
    for state in positions(seed, 40, 9):
        waiting = state.waiting
        if not isinstance(waiting, Decision):
            continue
        options = waiting.options()
        assert [option for option in options if waiting.refusal(option) is not None] == []
        for _ in range(25):
            answer = fuzzed(state, waiting, options, rng)
            assert (waiting.refusal(answer) is None) == (answer in options), format_answer(state, answer)


@given(SEEDS)
@examples(15)
def test_every_answer_has_a_line_that_leads_to_the_same_position(seed: int) -> None:
    for state in positions(seed, 25, 13):
        for answer in offered(state)[:60]:
            read = parse_answer(state, format_answer(state, answer))
            if read != answer:
                one, other = state.copy(), state.copy()
                one.apply(answer)
                other.apply(read)
                assert one.to_data() == other.to_data(), format_answer(state, answer)


@given(SEEDS)
@examples(8)
def test_what_a_seat_may_not_know_changes_nothing_it_is_shown(seed: int) -> None:
    """[KA 4.7.8.b]"""
    rng = Random(seed)
    for state in positions(seed, 25, 17):
        for seat in range(state.settings.seats):
            before = state.to_data()
            other = hide(state, seat, rng)
            assert state.to_data() == before
            assert view(other, seat) == view(state, seat)
            assert to_document(other, seat) == to_document(state, seat)
            waiting = state.waiting
            if isinstance(waiting, Decision) and waiting.seat == seat:
                assert offered(other) == offered(state)
            assert check(other) == check(state) == []


def test_some_of_these_positions_hold_a_secret() -> None:
    """The property above would hold of games in which nobody owns a face-down reward [KA 4.7.8.b]."""
    secrets = 0
    for seed in range(8):
        for state in positions(seed, 40, 17):
            for seat in range(state.settings.seats):
                secrets += hide(state, seat, Random(seed)).to_data() != state.to_data()
    assert secrets >= 20


@given(SEEDS)
@examples(15)
def test_a_document_for_a_seat_and_a_view_name_no_hidden_reward(seed: int) -> None:
    """[KA 4.7.8.b]"""
    for state in positions(seed, 25, 17):
        for seat in (*range(state.settings.seats), -1):
            shown = view(state, seat).units
            written = to_document(state, seat)["unit"]
            for unit, entries in enumerate(state.rewards):
                if state.owner[unit] == seat:
                    continue
                hidden = [place for place, entry in enumerate(entries) if not entry & 1]
                assert all(shown[unit].rewards[place].id is None for place in hidden)
                assert all("id" not in written[unit]["rewards"][place] for place in hidden)


@given(SEEDS)
@examples(10)
def test_equal_answers_lead_to_equal_positions(seed: int) -> None:
    for state in positions(seed, 10, 31):
        one, other, rng = state.copy(), state.copy(), Random(seed)
        for _ in range(20):
            if isinstance(one.waiting, Over):
                break
            answer = choose(one, rng)
            one.apply(answer)
            other.apply(answer)
            assert one.to_data() == other.to_data()
