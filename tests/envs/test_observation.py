"""Observations: they say what stands in the documents of a position, keep up with it, and hold nothing hidden."""

from random import Random
from typing import Any

import numpy as np
import pytest

from esquive.core.waiting import Decision
from esquive.envs.krosmaster.observation import KINDS, UNIT_FIELDS
from esquive.envs.play import Play, SetUps
from esquive.envs.spaces import blocks_of, size_of, spaces_of
from esquive.krosmaster.cards.catalogue import catalogue
from esquive.krosmaster.releases import release
from esquive.lab.krosmaster.random_set_ups import playable_cards, random_setup
from tests.krosmaster.playing import Table, mine, theirs

GAMES = ("krosmaster", "kaos")
DECISIONS = {"krosmaster": 400, "kaos": 10}


def observed(game: str, state: Any, seat: int) -> dict[str, Any]:
    """The blocks of what a seat observes of a position."""
    _, numbers = spaces_of(game)
    choice = numbers.choice(state, state.waiting) if isinstance(state.waiting, Decision) else None
    return blocks_of(numbers.layout, numbers.encoder(seat).observe(state, choice))


@pytest.mark.parametrize("game", GAMES)
def test_blocks_are_named_and_explained_and_make_up_the_whole(game: str) -> None:
    _, numbers = spaces_of(game)
    assert len({block.name for block in numbers.layout}) == len(numbers.layout)
    for block in numbers.layout:
        assert block.meaning
        assert len(block.fields) in (1, block.shape[-1])
    vector = np.arange(size_of(numbers.layout))
    assert sum(part.size for part in blocks_of(numbers.layout, vector).values()) == vector.size


@pytest.mark.parametrize("game", GAMES)
def test_kept_up_it_is_what_it_would_be_made_anew(game: str) -> None:
    """Both seats, over games of several set-ups one after another."""
    door, numbers = spaces_of(game)
    rng = Random(3)
    kept = [numbers.encoder(seat) for seat in range(2)]
    left = DECISIONS[game]
    while left:
        play = Play(numbers, door, SetUps(door).draw(rng), 60, rng)
        while play.choice is not None and left:
            left -= 1
            for seat in range(2):
                fresh = numbers.encoder(seat).observe(play.state, play.choice)
                assert np.array_equal(kept[seat].observe(play.state, play.choice), fresh)
            play.step(rng.choice(play.legal()))


def test_any_set_up_of_krosmaster_can_be_observed() -> None:
    """All formats, four players too, both releases, by every seat."""
    door, numbers = spaces_of("krosmaster")
    rng = Random(17)
    known = catalogue()
    for number in range(12):
        params = release("2.7" if number % 2 else "2.2")
        play = Play(numbers, door, random_setup(known, playable_cards(known, params), params, rng), 8, rng)
        encoders = [numbers.encoder(seat) for seat in range(play.players)]
        while play.choice is not None:
            seen = [play.observed(player, encoders) for player in range(play.players)]
            assert all(one[-1] == seen[0][-1] for one in seen), "what is public is the same to all"
            play.step(rng.choice(play.legal()))


@pytest.mark.parametrize("game", GAMES)
def test_whoever_cannot_know_what_is_hidden_observes_the_same_whatever_it_is(game: str) -> None:
    """Two worlds: what is hidden from a seat is dealt anew, and neither its observation nor its actions change."""
    door, numbers = spaces_of(game)
    rng = Random(11)
    differed = 0
    for _ in range(3):
        play = Play(numbers, door, SetUps(door).draw(rng), 60, rng)
        for _ in range(DECISIONS[game]):
            if play.choice is None:
                break
            seat = play.seat_of(play.player)
            other = door.hide(play.state, seat, rng)
            differed += other.to_data() != play.state.to_data()
            choice = numbers.choice(other, other.waiting)
            if not play.choice.given:
                assert choice.legal == play.choice.legal
                seen = numbers.encoder(seat).observe(play.state, play.choice)
                assert np.array_equal(seen, numbers.encoder(seat).observe(other, choice))
            play.step(rng.choice(play.legal()))
    assert differed or game == "kaos", "nothing was hidden"


def test_a_position_of_krosmaster_is_told_as_it_is_drawn() -> None:
    table = Table(
        """
        . .    .   .
        . hero foe .
        """,
        {"hero": mine("fighter"), "foe": theirs("fighter", injuries=3)},
        turn="hero",
    )
    seen = observed("krosmaster", table.state, 0)
    hero, foe = (dict(zip(UNIT_FIELDS, row.tolist(), strict=True)) for row in seen["units"][:2])
    assert (hero["here"], hero["friend"], hero["seat"], hero["active"]) == (1, 1, 0, 1)
    assert (hero["row"], hero["column"]) == (1, 2)
    assert (foe["friend"], foe["seat"], foe["injuries"], foe["column"]) == (0, 1, 3, 3)
    assert not seen["units"][2:].any()
    assert seen["table"][2] == 1
    assert KINDS[seen["table"][3] - 1] == "activation"
    card = table.state.library.profiles[table.state.profile[0]]
    assert seen["cards"][0, 3:6].tolist() == [card.hp, card.ap, card.mp]
    other = observed("krosmaster", table.state, 1)
    assert dict(zip(UNIT_FIELDS, other["units"][1].tolist(), strict=True))["friend"] == 1
    assert other["table"][2] == 2, "the player one seat on is asked"


def test_only_who_is_asked_observes_the_proposals_of_kaos() -> None:
    door, numbers = spaces_of("kaos")
    rng = Random(5)
    play = Play(numbers, door, SetUps(door).draw(rng), 60, rng)
    assert play.choice is not None
    asked = play.seat_of(play.player)
    own, other = (numbers.encoder(seat).observe(play.state, play.choice) for seat in (asked, 1 - asked))
    assert blocks_of(numbers.layout, own)["proposals"][:, 0].astype(bool).sum() == len(play.legal())
    assert not blocks_of(numbers.layout, other)["proposals"].any()
