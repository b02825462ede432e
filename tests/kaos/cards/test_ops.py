"""The closed vocabulary of ops: declared once, and everything else made from the declarations."""

from typing import get_args

import msgspec
import pytest

from esquive.core.errors import DocumentError
from esquive.kaos.book import effects
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
from esquive.kaos.spoken.cards.sentences import LANGUAGES, sentence, word

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


NAMES = [kind.name() for kind in ops.OPS]


def test_every_op_has_a_number_a_sample_and_a_place_in_the_union() -> None:
    assert list(SAMPLES) == NAMES
    assert [kind.NUMBER for kind in ops.OPS] == list(range(len(ops.OPS)))


@pytest.mark.parametrize("name", NAMES)
def test_an_op_is_read_from_a_file_as_it_is_declared(name: str) -> None:
    plain = msgspec.to_builtins(SAMPLES[name])
    kind = ops.Standing if name == "sight" else ops.AnyOp
    assert msgspec.convert(plain, kind) == SAMPLES[name]
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.convert({**plain, "amount": 1}, kind)


def test_an_op_at_play_says_in_numbers_what_its_card_says() -> None:
    dice = SAMPLES["dice"].at_play("card")
    whom = 1 + TRIBES.index("meleien")
    assert dice == codes.Op(ops.Dice, 1 << DODGE, 1, codes.IN_THE_BACK, codes.NEXT_ROLL, whom, dice.card)
    assert SAMPLES["place"].at_play("card").amount == 65_000
    assert SAMPLES["move"].at_play("card").amount == -20_000
    assert SAMPLES["heal"].at_play("one").card != SAMPLES["heal"].at_play("other").card


@pytest.mark.parametrize("name", NAMES)
def test_an_op_is_saved_as_whole_numbers_and_read_back(name: str) -> None:
    op = SAMPLES[name].at_play("card")
    code = op.code()
    assert all(type(one) is int for one in code) and ops.op_of_code(code) == op


@pytest.mark.parametrize("code", [[], [0, 1], [-1, 0, 0, 0, 0, 0, 0], [17, 0, 0, 0, 0, 0, 0], [0] * 8])
def test_numbers_that_are_no_op_are_refused(code: list[int]) -> None:
    with pytest.raises(DocumentError, match="is no op"):
        ops.op_of_code(code)


def test_what_does_not_last_is_registered_with_what_it_does_and_nothing_else_is() -> None:
    """[Kaos K18.6]: to a figure, or to a player."""
    assert {kind for kind in ops.OPS if not kind.LASTS} == effects.APPLY.keys() | effects.GIVE.keys()
    assert not effects.APPLY.keys() & effects.GIVE.keys()


def test_what_lasts_may_be_laid_on_a_figure_only_where_it_ends() -> None:
    """[Ruling R213]: a limit of sight ends with the event it is printed on."""
    lasting = {kind for kind in ops.OPS if kind.LASTS}
    assert set(get_args(ops.Standing)) == lasting and set(get_args(ops.LastingOp)) == lasting - {ops.Sight}
    assert set(get_args(ops.AnyOp)) == set(ops.OPS) - {ops.Sight}


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
    assert [codes.WHEN_NAMES[one] for one in (codes.ALWAYS, codes.IN_THE_BACK, codes.BADLY_HURT)] == [
        "always",
        "in-the-back",
        "badly-hurt",
    ]
    assert codes.WHEN_NAMES[codes.WITH_MELEE : codes.WITH_RANGED + 1] == ("with-melee", "with-ranged")
    durations = (codes.NOW, codes.NEXT_ROLL, codes.ROUND, codes.NEXT_ROUND, codes.GAME)
    assert [codes.UNTIL_NAMES[one] for one in durations] == ["now", "next-roll", "round", "next-round", "game"]
    assert get_args(ops.Rounds) == codes.UNTIL_NAMES[codes.ROUND :]
    assert get_args(ops.Whom) == ("anyone", *TRIBES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_op_has_a_sentence_in_every_language(name: str, language: str) -> None:
    text = sentence(SAMPLES[name].at_play("card"), language)
    assert text and "{" not in text and text[0] != ","


def test_a_sentence_says_whom_how_much_when_and_how_long() -> None:
    assert (
        sentence(SAMPLES["dice"].at_play("card")) == "dice on dodges: +1, in the back, Méléiens only, for the next roll"
    )
    assert sentence(SAMPLES["move"].at_play("card"), "fr") == "déplacement : -2 cm, jusqu'à la fin du round"
    assert sentence(SAMPLES["wounds"].at_play("card"), "it") == "ferite: 3, l'armatura non conta"
    assert sentence(SAMPLES["armour"].at_play("card"), with_end=False) == "armour: +2"


def test_every_word_of_the_vocabulary_is_known_in_every_language() -> None:
    for name in (*codes.ROLL_GROUPS, *codes.FORBIDDEN, *codes.MALUSES, *codes.WHEN_NAMES[1:], *TRIBES):
        assert len({word(name, language) for language in LANGUAGES}) >= 2


def test_the_reference_tells_meaning_and_default_of_every_field() -> None:
    rows = ops.reference()
    assert [row["op"] for row in rows] == NAMES
    for row in rows:
        assert row["meaning"].endswith(".") and row["clauses"] and row["fields"]
        assert all(field["meaning"].endswith(".") for field in row["fields"])
        assert row["lasts"] == ops.OPS[NAMES.index(row["op"])].LASTS
