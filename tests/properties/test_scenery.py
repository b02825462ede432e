"""Cubes that move and scenery that breaks, in random games of release 2.2: copies, saves, documents, views, records."""

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import given

from esquive.agents.random_agent import RandomAgent
from esquive.core.conformance import Conformance
from esquive.core.dice import SeededDice
from esquive.core.match import Match
from esquive.core.record import replay, verify
from esquive.core.waiting import Decision, Over
from esquive.krosmaster.book.scenery import holds_cube, may_break
from esquive.krosmaster.cards.library import ATTACK
from esquive.krosmaster.drawn.terminal import draw_position
from esquive.krosmaster.game import GAME
from esquive.krosmaster.seen.views import view
from esquive.krosmaster.table import answers
from esquive.krosmaster.table.events import EVENTS
from esquive.krosmaster.table.state import State
from esquive.krosmaster.written.documents.positions import from_document, to_document
from esquive.krosmaster.written.documents.set_ups import new_state
from esquive.krosmaster.written.hidden_information import hide
from esquive.lab.krosmaster.invariants import check
from esquive.lab.krosmaster.soundness import Watch
from tests.drawn_examples import examples
from tests.properties.games import choose as choose_any, play, positions_from
from tests.properties.seeds import SEEDS

TEAMS = (
    ["house-rink-keeper", "house-woodcutter", "house-woodcutter"],
    ["house-rink-keeper", "house-rink-keeper", "house-woodcutter"],
    ["house-woodcutter", "bad-aboum", "house-rink-keeper"],
    ["house-rink-keeper", "bill-tell", "percedal", "house-woodcutter"],
)


def setup_of(seed: int) -> dict[str, Any]:
    """A duel of 2.2 in which much can be pushed and broken; one in four without the option."""
    rng = Random(f"{seed}/setup")
    return {
        "release": "2.2",
        "arena": rng.choice(["frigost-1", "frigost-2", "the-pit"]),
        "teams": [list(rng.choice(TEAMS)), list(rng.choice(TEAMS))],
        "options": {"destructible_scenery": rng.choice(["on", "on", "on", "off"])},
    }


def choose(state: State, rng: Random) -> int:
    """As in the other properties, but scenery that can be pushed or struck often is."""
    waiting = state.waiting
    if isinstance(waiting, Decision) and waiting.kind == "activation" and rng.random() < 0.7:
        for option in waiting.options():
            if answers.verb_of(option) == answers.CAST and means_scenery(state, option):
                return option
    return choose_any(state, rng)


def means_scenery(state: State, option: int) -> bool:
    """Whether a cast pushes a cube or damages scenery."""
    spell, cell = state.library.spells[answers.first_of(option)], answers.second_of(option)
    if spell.pushes_cube:
        return holds_cube(state, cell)
    return spell.kind == ATTACK and may_break(state, state.active_unit, spell, cell)


def games(seed: int, number: int, every: int) -> Iterator[State]:
    """Up to `number` positions of one game; the state is the same object throughout."""
    state = new_state(setup_of(seed))
    state.log = None
    return positions_from(state, seed, number, every, choose)


def is_changed(state: State) -> bool:
    """Whether something has moved, is destroyed or is damaged."""
    return state.board is not state.board.base or bool(state.scenery_injuries)


def test_the_games_of_these_properties_push_cubes_and_break_scenery() -> None:
    """The properties below would hold of games in which nothing happens to any scenery."""
    met: Counter[str] = Counter()
    for seed in range(8):
        state, rng = new_state(setup_of(seed)), Random(f"{seed}/play")
        watch = Watch(state)
        for _ in range(700):
            waiting = state.waiting
            if isinstance(waiting, Over):
                break
            state.log = []
            state.apply(choose(state, rng))
            met.update(EVENTS[event[0]].name for event in state.log)
            after = state.waiting
            assert watch.is_sound(state, after, after.options() if isinstance(after, Decision) else [])
            watch.remember(state)
            met["riding"] += any(state.board.cube_mask >> cell & 1 for cell in state.cell)
    assert check(state) == []
    for name in ("cube", "scenery-injured", "scenery-destroyed", "riding"):
        assert met[name] > 3, f"{name}: {met[name]}"


@given(SEEDS)
@examples(6)
def test_a_copy_keeps_its_scenery_whatever_happens_to_the_other(seed: int) -> None:
    for state in games(seed, 20, 19):
        before = json.dumps(state.to_data())
        copy, again = state.copy(), state.copy()
        play(copy, seed, 25)
        assert json.dumps(state.to_data()) == before
        play(again, seed, 25)
        assert again.to_data() == copy.to_data()


@given(SEEDS)
@examples(6)
def test_a_saved_position_comes_back_with_its_scenery_and_goes_on_alike(seed: int) -> None:
    """From the exact state, from a document with it, and from one without it."""
    setup = setup_of(seed)
    for state in games(seed, 30, 13):
        data = json.loads(json.dumps(state.to_data()))
        document = json.loads(json.dumps(to_document(state)))
        for back in (GAME.from_data(setup, data), from_document(document)):
            assert back.to_data() == state.to_data()
            assert (back.board.kinds, back.board.cube_mask) == (state.board.kinds, state.board.cube_mask)
            other = state.copy()
            play(back, seed, 20)
            play(other, seed, 20)
            assert back.to_data() == other.to_data()
        waiting = state.waiting
        if isinstance(waiting, Decision) and waiting.kind == "activation":
            del document["exact"], document["profiles"]
            table = to_document(from_document(document))
            assert table["board"] == document["board"]


@given(SEEDS)
@examples(4)
def test_scenery_is_shown_alike_to_everybody_and_hidden_from_nobody(seed: int) -> None:
    for state in games(seed, 12, 31):
        boards = [view(state, seat).board for seat in (0, 1, -1)]
        assert boards[0] == boards[1] == boards[2]
        assert view(hide(state, 0, Random(seed)), 0).board == boards[0]
        cubes = [name for name in boards[0].cells if GAME.read(state, f"scenery.{name}") == "cube"]
        assert boards[0].cubes == cubes and set(cubes) <= set(boards[0].rink)
        assert draw_position(state)


def test_rules_and_explanations_agree_in_games_on_frigost() -> None:
    Conformance(GAME).run([setup_of(seed) for seed in range(3)], seed=5, every=15, most=500)


def test_a_record_of_a_game_on_frigost_is_played_again_to_the_same_end() -> None:
    setup = setup_of(3)
    match, agent, rng = Match(GAME, setup, SeededDice("frigost"), ["random"] * 2), RandomAgent(), Random(3)
    for _ in range(500):
        decision = match.waiting
        if not isinstance(decision, Decision):
            break
        match.play(agent.choose(GAME, match.state, decision, rng))
    match.stop("enough")
    assert verify(match.record, GAME) == []
    assert any(is_changed(step.state) for step in replay(match.record, GAME))
