"""Positions put right where dice are thrown on a real table: the match goes on from them, and its record holds them."""

from random import Random
from typing import Any

import pytest

from esquive.agents.coach import Coach, last_position
from esquive.core.dice import SeededDice
from esquive.core.errors import DocumentError
from esquive.core.game import Game
from esquive.core.match import Match
from esquive.core.record import is_under_way, parse_record, replay, state_hash, verify
from esquive.core.rolls_by_hand import roll_asked
from esquive.core.waiting import Decision, Over, Roll
from esquive.core.words import EVERYTHING
from esquive.hosting.replays import Played, Table, look_back
from tests.core.positions_by_chance import KINDS, position_by_chance


def by_hand(name: str, number: int) -> tuple[Game, Match]:
    """A match that goes on from a position by chance, whose dice are entered."""
    game, state = position_by_chance(name, number)
    while isinstance(state.waiting, Over):
        number += 1000
        game, state = position_by_chance(name, number)
    return game, Match(game, {"position": game.to_document(state)}, None, ["human", "human"])


def go_on(match: Match, rng: Random, lines: int) -> None:
    """So many answers and rolls more, by chance."""
    for _ in range(lines):
        waiting = match.waiting
        if isinstance(waiting, Over):
            return
        match.play(waiting.sample(rng))


def with_more(name: str, document: dict[str, Any]) -> dict[str, Any]:
    """A document of the same match in which somebody has a Gallon or a victory point more, as the desk leaves it."""
    key = "gg" if name == "krosmaster" else "victory_points"
    changed = {part: value for part, value in document.items() if part not in ("exact", "profiles")}
    first = changed["players"]["p1"]
    return {**changed, "players": {**changed["players"], "p1": {**first, key: first[key] + 1}}}


@pytest.mark.parametrize("name", KINDS)
def test_a_match_goes_on_from_what_was_put_right_and_its_record_is_proved(name: str) -> None:
    put = 0
    for number in range(12):
        game, match = by_hand(name, number)
        rng = Random(number)
        while not match.is_over and is_under_way(game, match.state):
            go_on(match, rng, 1)
        if match.is_over:
            continue
        document, version = match.document(), match.version
        match.correct(with_more(name, document), "p1")
        put += match.document() != document
        assert match.version == version + 1
        assert match.record.entries[-1]["line"] == "correct" or "turn" in match.record.entries[-1]
        go_on(match, rng, 30)
        read = parse_record(match.record.to_text())
        assert read.entries == match.record.entries
        problems = [one for one in verify(read, game) if "stops before the end" not in one]
        assert problems == []
        *_, last = replay(read, game)
        assert state_hash(last.state) == state_hash(match.state)
        assert state_hash(last_position(game, read)) == state_hash(match.state)
    assert put >= 5


@pytest.mark.parametrize("name", KINDS)
def test_a_correction_is_told_and_taken_back_like_an_answer(name: str) -> None:
    game, match = by_hand(name, 3)
    before, version = match.document(), match.version
    match.correct(before, "p2")
    (event,) = match.events_since(version)
    assert event["kind"] == "corrected"
    assert "real table" in event["sentence"]
    match.undo(version, "p2")
    assert match.document() == before
    assert match.record.entries[0] == {"by": "p2", "undone": "correct", "position": before}
    assert [one for one in verify(match.record, game) if "stops" not in one] == []


@pytest.mark.parametrize("name", KINDS)
def test_a_replay_shows_a_position_put_right_as_a_step_of_its_own(name: str) -> None:
    for number in range(6):
        _, match = by_hand(name, number)
        rng = Random(number)
        go_on(match, rng, 10)
        if match.is_over:
            continue
        match.correct(match.document(), "p1")
        corrected = match.length
        go_on(match, rng, 10)
        played = Played(match.record, Table(("Ann", "Bob"), ("human", "human"), "en"))
        step = played.ends.index(corrected) + 1
        assert corrected - (played.ends[step - 2] if step > 1 else 0) == 1
        shown = played.shown("x", -2)
        assert any("real table" in line.sentence for line in shown.steps[step - 1].log), shown.steps[step - 1]
        for each in range(len(played.ends) + 1):
            played.drawing(each, -2)
        assert state_hash(played.state_at(len(played.ends))) == state_hash(match.state)


def test_what_is_under_way_is_played_or_taken_back_first() -> None:
    for number in range(40):
        game, match = by_hand("krosmaster", number)
        if isinstance(match.waiting, Roll) and match.waiting.kind == "critical":
            break
    assert is_under_way(game, match.state)
    with pytest.raises(DocumentError, match="under way"):
        match.correct(with_more("krosmaster", match.document()), "p1")
    match.correct(match.document(), "p1")


def test_a_replay_tells_what_was_put_right_and_the_story_does_not_take_it_for_play() -> None:
    game, match = by_hand("krosmaster", 0)
    while is_under_way(game, match.state):
        go_on(match, Random(0), 1)
    gg = match.document()["players"]["p1"]["gg"]
    match.correct(with_more("krosmaster", match.document()), "p1")
    go_on(match, Random(1), 10)
    match.stop("it is enough")
    played = Played(match.record, Table(("Ann", "Bob"), ("human", "human"), "en"))
    told = [line.sentence for step in played.shown("x", EVERYTHING).steps for line in step.log]
    assert f"players.p1.gg: {gg} -> {gg + 1}" in told
    looked = look_back(played)
    assert [step.is_correction for step in looked.steps].count(True) == 1
    swing = next((one for one in looked.told(played.words()).moments if one.kind == "swing"), None)
    assert swing is None or "real table" not in swing.sentence


def test_nobody_puts_right_what_the_program_throws_or_what_is_over() -> None:
    game, state = position_by_chance("krosmaster", 1)
    match = Match(game, {"position": game.to_document(state)}, SeededDice("1"))
    with pytest.raises(ValueError, match="by hand"):
        match.correct(match.document(), "p1")


def test_a_position_of_another_match_is_refused_and_nothing_changes() -> None:
    _, match = by_hand("krosmaster", 1)
    _, other = by_hand("krosmaster", 7)
    before, entries = state_hash(match.state), list(match.record.entries)
    with pytest.raises(DocumentError) as told:
        match.correct(other.document(), "p1")
    assert "position" in told.value.where
    assert (state_hash(match.state), match.record.entries) == (before, entries)


@pytest.mark.parametrize("name", KINDS)
def test_every_roll_can_be_entered_by_its_faces_or_its_cards(name: str) -> None:
    kinds = set()
    for number in range(40):
        game, state = position_by_chance(name, number, 60)
        rng = Random(number)
        for _ in range(120):
            waiting = state.waiting
            if isinstance(waiting, Over):
                break
            outcome = waiting.sample(rng)
            if isinstance(waiting, Decision):
                assert roll_asked(game.words(state)) is None
            if isinstance(waiting, Roll):
                asked = roll_asked(game.words(state, "fr"))
                assert asked is not None
                kinds.add(waiting.kind)
                line = game.format(state, outcome)
                if asked.dice:
                    verb, *faces = line.split()
                    assert (verb, len(faces)) == (asked.verb, asked.dice)
                    assert {*faces} <= {one.do for one in asked.faces}
                    assert len({one.label for one in asked.faces}) == len(asked.faces)
                else:
                    assert line in [one.do for one in asked.options]
                assert asked.prompt
            state.apply(outcome)
    assert len(kinds) > 3, kinds


def test_the_coach_judges_a_match_in_which_a_position_was_put_right() -> None:
    game, match = by_hand("krosmaster", 2)
    rng = Random(5)
    go_on(match, rng, 5)
    match.correct(match.document(), "p1")
    go_on(match, rng, 12)
    numbers = [one.number for one in Coach(game).judged(match.record)]
    entries = match.record.standing()
    assert numbers
    assert all("position" not in entries[number - 1] for number in numbers)
