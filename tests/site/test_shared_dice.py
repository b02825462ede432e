"""Dice and decks of two people without a server: chains of hashes, and cards under two locks."""

import hashlib
from collections import Counter

import pytest

from esquive.core.dice_documents import dice_from_data
from esquive.core.errors import DocumentError
from esquive.core.stretch_dice import ListedDraws, StretchDice
from esquive.core.waiting import Roll
from esquive.hosting.correspondence import chains
from esquive.hosting.correspondence.locks import (
    SIZE,
    BadLock,
    Locks,
    card_point,
    first_locked,
    second_locked,
    third_locked,
    unlocked,
)

ONE, OTHER = b"1" * 32, b"2" * 32


def dealt(inviter: Locks, guest: Locks, sizes: list[int]) -> list[bytes]:
    return third_locked(inviter, second_locked(guest, first_locked(inviter, sizes)))


def test_every_card_of_a_deck_lies_at_one_place_and_opens_by_both_keys_alone() -> None:
    inviter, guest = Locks(ONE), Locks(OTHER)
    sizes = [20, 7]
    decks = dealt(inviter, guest, sizes)
    for deck, size in enumerate(sizes):
        keys = [(inviter.key(deck, place), guest.key(deck, place)) for place in range(size)]
        assert sorted(unlocked(deck, decks[deck], place, keys[place], size) for place in range(size)) == [*range(size)]
        for wrong in ((keys[0][0], keys[1][1]), (keys[1][0], keys[0][1]), (b"\0" * SIZE, keys[0][1])):
            with pytest.raises(BadLock):
                unlocked(deck, decks[deck], 0, wrong, size)


def test_either_shuffle_alone_puts_each_card_anywhere() -> None:
    """The first place of a deck of four over four hundred secrets of one player, the other's staying as it is."""
    for changes in ("inviter", "guest"):
        found = Counter()  # type: ignore[var-annotated]
        for number in range(400):
            secret = hashlib.sha256(f"{changes} {number}".encode()).digest()
            inviter, guest = (Locks(secret), Locks(OTHER)) if changes == "inviter" else (Locks(ONE), Locks(secret))
            order = inviter.order(0, 4)
            found[order[guest.order(0, 4)[0]]] += 1
        assert set(found) == {0, 1, 2, 3}
        assert all(70 < count < 130 for count in found.values()), found  # 3.5 standard deviations around 100


def test_the_same_card_under_other_locks_is_another_point() -> None:
    assert len({card_point(deck, card) for deck in range(4) for card in range(20)}) == 80
    one, other = first_locked(Locks(ONE), [20]), first_locked(Locks(OTHER), [20])
    points = [deck[start : start + SIZE] for (deck,) in (one, other) for start in range(0, 20 * SIZE, SIZE)]
    assert len({*points}) == 40


def test_what_is_no_deck_is_told() -> None:
    for wrong in (b"x", b"\xff" * SIZE):
        with pytest.raises(BadLock):
            second_locked(Locks(ONE), [wrong])


def test_a_chain_is_told_backwards_and_each_value_is_checked_by_the_one_before() -> None:
    bound = chains.bound(ONE)
    for stretch in (1, 2, 4095):
        told = chains.value(ONE, stretch)
        assert chains.leads(told, 1, chains.value(ONE, stretch - 1))
        assert chains.leads(told, stretch, bound)
        assert not chains.leads(told, stretch + 1, bound)
        assert not chains.leads(chains.value(OTHER, stretch), stretch, bound)
        assert chains.before(told) == chains.value(ONE, stretch - 1)
    for wrong in (-1, chains.LENGTH):
        with pytest.raises(ValueError, match="no stretch"):
            chains.value(ONE, wrong)
    assert not chains.leads(bound, 0, bound)
    assert chains.seed_of(b"a", b"b") != chains.seed_of(b"b", b"a")


def test_the_rolls_of_a_stretch_hang_on_its_seed_and_their_number_not_on_what_is_answered() -> None:
    die, two = Roll("attack", 0, 6), Roll("attack", 0, 36, 2)
    draws = ListedDraws([])
    first = [StretchDice([(0, b"a" * 32), (3, b"b" * 32)], draws) for _ in range(2)]
    assert [first[0].outcome(die) for _ in range(6)] == [first[1].outcome(die) for _ in range(6)]
    other = StretchDice([(0, b"a" * 32), (3, b"c" * 32)], draws)
    again = StretchDice([(0, b"a" * 32)], draws)
    known = [other.outcome(die) for _ in range(3)]
    assert known == [again.outcome(die) for _ in range(3)]
    again.begin(3, b"c" * 32)
    assert [again.outcome(two) for _ in range(20)] == [other.outcome(two) for _ in range(20)]
    copied = other.copy()
    assert [copied.outcome(two) for _ in range(9)] == [other.outcome(two) for _ in range(9)]


def test_dice_by_stretches_are_read_from_a_record_as_they_were() -> None:
    die, card = Roll("attack", 0, 6), Roll("draw", 0, 4, 1, -1, (0, 2, 1, 0))
    dice = StretchDice([(0, b"a" * 32), (2, b"b" * 32)], ListedDraws([2, 1]))
    again = dice_from_data(dice.to_data())
    assert again is not None
    rolls = [die, card, die, card, die]
    assert [dice.outcome(roll) for roll in rolls] == [again.outcome(roll) for roll in rolls]
    for wrong in ({}, {"stretches": [[1, "00"]], "drawn": []}, {"stretches": [[0, "x"]], "drawn": []}):
        with pytest.raises(DocumentError, match="no dice by stretches"):
            dice_from_data({"kind": "stretches", **wrong})
    with pytest.raises(DocumentError, match="draw 2 is not listed"):
        dice.outcome(card)
    with pytest.raises(DocumentError, match="draw 0 is not listed"):
        StretchDice([(0, b"a" * 32)], ListedDraws([3])).outcome(card)
