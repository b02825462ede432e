"""The closed vocabulary of ops: declared once, and everything else made from the declarations."""

import msgspec
import pytest

from esquive.kaos.book.pools import (
    AT_DISTANCE,
    BEYOND_RANGE,
    CHARGING,
    COVER,
    DODGES,
    IN_CONTACT,
    IN_THE_BACK,
    MOVING_SHOOTER,
    MOVING_TARGET,
)
from esquive.kaos.book.rolls import DODGE, INITIATIVE, SEARCH, WILL
from esquive.kaos.cards import op_codes as codes, ops
from esquive.kaos.cards.library import TRIBES
from esquive.kaos.cards.op_codes import ROLL_NAMES
from esquive.kaos.text.cards.sentences import LANGUAGES, sentence, word

SAMPLES: dict[str, ops.Base] = {
    "wounds": ops.Wounds(wounds=3, ignores_armour=True),
    "heal": ops.Heal(wounds=2),
    "push": ops.Push(cm=4),
    "place": ops.Place(cm=6.5),
    "destiny": ops.Destiny(points=-1),
    "points": ops.Points(points=5),
    "extra-action": ops.ExtraAction(),
    "dice": ops.Dice(rolls=("dodge",), dice=1, when="in-the-back", until="next-roll", whom="meleien"),
    "move": ops.Move(cm=-2),
    "half-move": ops.HalfMove(until="next-round"),
    "immobilise": ops.Immobilise(until="game"),
    "armour": ops.Armour(armour=2),
    "forbid": ops.Forbid(what_not=("riposte", "spell")),
    "ignore": ops.Ignore(maluses=("cover", "back")),
    "needed": ops.Needed(rolls=("attack",), value=5),
    "reroll": ops.Reroll(),
    "sight": ops.Sight(cm=15),
}


def test_every_op_has_a_number_a_sample_and_a_place_in_the_union() -> None:
    assert [str(kind.__struct_config__.tag) for kind in ops.OPS] == list(codes.OP_NAMES) == list(SAMPLES)


@pytest.mark.parametrize("name", codes.OP_NAMES)
def test_an_op_is_read_from_a_file_as_it_is_declared(name: str) -> None:
    plain = msgspec.to_builtins(SAMPLES[name])
    kind = ops.Standing if name == "sight" else ops.AnyOp
    assert msgspec.convert(plain, kind) == SAMPLES[name]
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.convert({**plain, "amount": 1}, kind)


def test_an_op_becomes_whole_numbers() -> None:
    code = SAMPLES["dice"].code("card")
    assert code[:6] == (codes.DICE, 1 << DODGE, 1, codes.IN_THE_BACK, codes.NEXT_ROLL, 1 + TRIBES.index("meleien"))
    assert SAMPLES["place"].code("card")[codes.AMOUNT] == 65_000
    assert SAMPLES["move"].code("card")[codes.AMOUNT] == -20_000
    assert all(len(sample.code("card")) == codes.OP_FIELDS for sample in SAMPLES.values())
    assert SAMPLES["heal"].code("one")[codes.CARD] != SAMPLES["heal"].code("other")[codes.CARD]


def test_rolls_named_by_a_card_cover_the_kinds_of_rolls() -> None:
    """[Kaos K8.1]: the will of a figure is rolled for initiative, too; no card changes a search."""
    assert codes.rolls_mask(("will",)) >> INITIATIVE & 1 and codes.rolls_mask(("will",)) >> WILL & 1
    assert not codes.rolls_mask(()) >> SEARCH & 1
    assert {kind for kinds in codes.ROLL_GROUPS.values() for kind in kinds} <= set(ROLL_NAMES)
    for names in ((), ("attack", "dodge"), ("will",), ("initiative",)):
        assert codes.roll_groups(codes.rolls_mask(names)) == names


def test_maluses_have_the_names_that_pools_give_them() -> None:
    lines = (
        AT_DISTANCE,
        IN_CONTACT,
        CHARGING,
        BEYOND_RANGE,
        MOVING_TARGET,
        MOVING_SHOOTER,
        COVER,
        DODGES,
        IN_THE_BACK,
    )
    assert lines == codes.MALUSES


def test_the_choices_of_the_documents_are_those_of_the_codes() -> None:
    assert ops.Circumstance.__args__ == codes.WHEN_NAMES
    assert ops.Until.__args__ == codes.UNTIL_NAMES[1:]
    assert ops.Forbidden.__args__ == codes.FORBIDDEN
    assert ops.Malus.__args__ == codes.MALUSES
    assert ops.Roll.__args__ == tuple(codes.ROLL_GROUPS)
    assert ops.Whom.__args__ == ("anyone", *TRIBES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", codes.OP_NAMES)
def test_every_op_has_a_sentence_in_every_language(name: str, language: str) -> None:
    text = sentence(SAMPLES[name].code("card"), language)
    assert text and "{" not in text and text[0] != ","


def test_a_sentence_says_whom_how_much_when_and_how_long() -> None:
    assert sentence(SAMPLES["dice"].code("card")) == "dice on dodges: +1, in the back, Méléiens only, for the next roll"
    assert sentence(SAMPLES["move"].code("card"), "fr") == "déplacement : -2 cm, jusqu'à la fin du round"
    assert sentence(SAMPLES["wounds"].code("card"), "it") == "ferite: 3, l'armatura non conta"
    assert sentence(SAMPLES["armour"].code("card"), with_end=False) == "armour: +2"


def test_every_word_of_the_vocabulary_is_known_in_every_language() -> None:
    for name in (*codes.ROLL_GROUPS, *codes.FORBIDDEN, *codes.MALUSES, *codes.WHEN_NAMES[1:], *TRIBES):
        assert len({word(name, language) for language in LANGUAGES}) >= 2


def test_the_reference_tells_meaning_and_default_of_every_field() -> None:
    rows = ops.reference()
    assert [row["op"] for row in rows] == list(codes.OP_NAMES)
    for row in rows:
        assert row["meaning"].endswith(".") and row["clauses"] and row["fields"]
        assert all(field["meaning"].endswith(".") for field in row["fields"])
        assert row["lasts"] == (codes.OP_NAMES.index(row["op"]) >= codes.FIRST_LASTING)
