"""Where dice come from: seeds, lists, and seeds committed to."""

from collections import Counter

import pytest

from esquive.core.dice import CommittedDice, ListedDice, SeededDice, commitment_of, pick
from esquive.core.dice_documents import dice_from_data
from esquive.core.errors import DocumentError
from esquive.core.waiting import Roll

DIE = Roll("die", 0, 6)
PAIR = Roll("pair", 0, 36, 2)
LOADED = Roll("loaded", 0, 4, 1, -1, (0, 3, 0, 1))


def test_the_same_seed_gives_the_same_dice_for_ever() -> None:
    dice = SeededDice(1)
    assert [dice.outcome(DIE) for _ in range(12)] == [2, 0, 0, 5, 1, 0, 0, 1, 5, 3, 4, 4]


def test_a_mark_falls_in_the_share_of_its_outcome() -> None:
    assert [pick(LOADED, mark) for mark in range(4)] == [1, 1, 1, 3]
    with pytest.raises(ValueError, match="beyond the total weight"):
        pick(LOADED, 4)


@pytest.mark.parametrize("source", [SeededDice("x"), CommittedDice(b"seed", ("a", "b"))])
def test_outcomes_come_by_their_weights_and_never_without_one(source: SeededDice | CommittedDice) -> None:
    seen = Counter(source.outcome(LOADED) for _ in range(2000))
    assert set(seen) == {1, 3}
    assert 1400 < seen[1] < 1600


def test_listed_dice_are_taken_in_rolling_order_and_counted() -> None:
    dice = ListedDice(["lock", "dofus:lock", "armour"])
    assert dice.line(PAIR) == "lock dofus:lock"
    assert dice.turned == ["lock", "lock"]
    assert dice.left() == ["armour"]
    assert dice.line(DIE) == "armour"
    assert dice.turned is None


def test_a_missing_die_is_told_with_the_roll_that_needs_it() -> None:
    with pytest.raises(DocumentError, match="the pair roll needs 2 dice and only lock left"):
        ListedDice(["lock"]).line(PAIR)
    with pytest.raises(DocumentError, match="the die roll needs 1 die and none is left"):
        ListedDice([]).line(DIE)


def test_committed_dice_depend_on_seed_nonces_and_number_only() -> None:
    dice = CommittedDice(b"seed", ("a", "b"))
    rolled = [dice.outcome(DIE) for _ in range(40)]
    assert [CommittedDice(b"seed", ("a", "b")).outcome_at(DIE, index) for index in range(40)] == rolled
    assert [CommittedDice(b"seed", ("a", "b"), index).outcome(DIE) for index in range(40)] == rolled
    for other in (
        CommittedDice(b"seed2", ("a", "b")),
        CommittedDice(b"seed", ("ab", "")),
        CommittedDice(b"seed", ("b", "a")),
    ):
        assert [other.outcome(DIE) for _ in range(40)] != rolled


def test_a_revealed_seed_must_be_the_one_committed_to() -> None:
    dice = CommittedDice(b"seed", ("a",))
    data = dice.to_data()
    assert data["commitment"] == commitment_of(b"seed")
    assert "seed" not in dice.to_public_data()
    again = dice_from_data(data)
    assert again is not None
    assert [again.outcome(DIE) for _ in range(10)] == [dice.outcome(DIE) for _ in range(10)]
    with pytest.raises(DocumentError, match="not the one committed to"):
        dice_from_data({**data, "seed": b"other".hex()})
    with pytest.raises(DocumentError, match="not hexadecimal"):
        dice_from_data({**data, "seed": "xyz"})
    with pytest.raises(DocumentError, match="has not been revealed"):
        dice_from_data(dice.to_public_data())


def test_unknown_dice_are_refused_and_table_dice_are_nobodys() -> None:
    assert dice_from_data({"kind": "table"}) is None
    with pytest.raises(DocumentError, match="unknown dice"):
        dice_from_data({"kind": "loaded"})
