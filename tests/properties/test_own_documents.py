"""A match brings its own documents along wherever it goes: into positions, saves, records, branches and copies."""

import json
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, strategies as st

from esquive.core.dice import SeededDice
from esquive.core.errors import DocumentError
from esquive.core.game import Game
from esquive.core.games import game_named
from esquive.core.match import Match
from esquive.core.record import parse_record, state_hash, verify
from esquive.core.waiting import Decision
from esquive.kaos.cards.catalogue import catalogue as kaos_catalogue
from esquive.krosmaster.cards.catalogue import catalogue as krosmaster_catalogue
from tests.drawn_examples import examples
from tests.properties.own_cards import kaos_documents, kaos_setups, krosmaster_documents, krosmaster_setups
from tests.properties.seeds import SEEDS

ANSWERS = 12


def written(game: Game, state: Any) -> dict[str, Any]:
    """The position document as it is kept and sent."""
    found: dict[str, Any] = json.loads(json.dumps(game.to_document(state)))
    return found


def play(match: Match, rng: Random, answers: int) -> None:
    for _ in range(answers):
        if not isinstance(match.waiting, Decision):
            return
        match.play(rng.choice(match.waiting.proposals(8)))


def comes_back_whole(game: Game, setup: dict[str, Any], seed: int) -> None:
    """Plays from a set-up; every position and the record come back, and a branch of it is a match as any other."""
    rng = Random(seed)
    match = Match(game, json.loads(json.dumps(setup)), SeededDice(seed), ["random", "random"])
    for _ in range(3):
        document = written(game, match.state)
        state = game.from_document(document)
        assert state_hash(state) == state_hash(match.state) == state_hash(match.state.copy())
        assert written(game, state) == written(game, match.state.copy()) == document
        play(match, rng, ANSWERS // 3)
    branch = Match(game, {"position": written(game, match.state)}, SeededDice(seed + 1), ["random", "random"])
    assert state_hash(branch.state) == state_hash(match.state)
    play(branch, rng, 3)
    for one in (match, branch):
        one.stop("enough")
        record = parse_record(one.record.to_text())
        assert verify(record, game) == []
        assert {name for kind in record.header["uses"].values() if isinstance(kind, dict) for name in kind} >= OWN[
            game.name
        ]
    again = game.from_data(branch.setup, json.loads(json.dumps(branch.state.to_data())))
    assert state_hash(again) == state_hash(branch.state)


OWN = {
    "krosmaster": {"own-hero", "own-plain", "own-imp", "own-boost"},
    "kaos": {"own-knight", "own-lad", "own-salve"},
}


@given(st.one_of(krosmaster_setups(), krosmaster_documents().map(lambda one: {"position": one})), SEEDS)
@examples(15)
def test_a_match_of_krosmaster_comes_back_with_its_own_documents(setup: dict[str, Any], seed: int) -> None:
    comes_back_whole(game_named("krosmaster"), setup, seed)


@given(st.one_of(kaos_setups(), kaos_documents().map(lambda one: {"position": one})), SEEDS)
@examples(15)
def test_a_match_of_kaos_comes_back_with_its_own_documents(setup: dict[str, Any], seed: int) -> None:
    comes_back_whole(game_named("kaos"), setup, seed)


def test_a_document_that_the_catalogue_has_by_now_is_no_second_one() -> None:
    """It was brought along when the program did not know it yet."""
    game = game_named("krosmaster")
    merkator = msgspec.to_builtins(krosmaster_catalogue().cards["merkator"])
    setup = {"teams": [["merkator"], ["bill-tell"]]}
    state = game.new({**setup, "card": [merkator]})
    assert state_hash(state) == state_hash(game.new(setup))
    assert "card" not in game.to_document(state)
    with pytest.raises(DocumentError, match="the id 'merkator' belongs to the catalogue"):
        game.new({**setup, "card": [{**merkator, "hp": 40}]})


def test_a_fighter_that_the_catalogue_has_by_now_is_no_second_one() -> None:
    game = game_named("kaos")
    ysaure = msgspec.to_builtins(kaos_catalogue().fighters["mel-ysaure"])
    setup = {"hordes": [["mel-ysaure"], ["abe-vhol"]]}
    assert state_hash(game.new({**setup, "profile": [ysaure]})) == state_hash(game.new(setup))
    with pytest.raises(DocumentError, match="the id 'mel-ysaure' belongs to the catalogue"):
        game.new({**setup, "profile": [{**ysaure, "armour": 4}]})
