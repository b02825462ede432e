"""Whatever stands in a file of a pack, it is read or refused in words; what can be used can be shown."""

from random import Random

import pytest

from esquive.core.games import game_named
from esquive.core.packs import PackFile
from tests.packs_of_ones_own import ARCHER, SENTRY, YARD

TEXTS = {"krosmaster": (ARCHER, YARD), "kaos": (SENTRY,)}
WORDS = (
    *(
        "[[card]]",
        "[card]",
        "{",
        "}",
        "[",
        "]",
        "=",
        '"',
        "-1",
        "9" * 20,
        "nan",
        "inf",
        "true",
        "\x00",
        "é",
        "'''",
        "1e400",
    ),
    *("1979-05-27", 'id = "oscar-kass"', "0x10", '"\\uD800"', "override = true", '[pack]\nname = "x"', "#"),
)


def mutated(text: str, rng: Random) -> str:
    """A text with one to six places changed: letters, words and lines lost, put in, put elsewhere."""
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(text) + 1)
        lines = text.split("\n")
        line = rng.randrange(len(lines))
        match rng.randrange(5):
            case 0:
                text = text[:at] + text[at + rng.randint(0, 30) :]
            case 1:
                text = text[:at] + rng.choice(WORDS) + text[at:]
            case 2:
                lines.insert(rng.randrange(len(lines)), lines[line])
                text = "\n".join(lines)
            case 3:
                del lines[line]
                text = "\n".join(lines)
            case _:
                text = text[:at] + chr(rng.randrange(32, 127)) + text[at + 1 :]
    return text


@pytest.mark.parametrize("game", TEXTS)
def test_a_mutated_pack_is_told_what_is_wrong_and_nothing_else_happens(game: str) -> None:
    cards, rng, usable = game_named(game).cards, Random(game), 0
    assert cards is not None
    for _ in range(250):
        files = [PackFile("mutated.toml", mutated(rng.choice(TEXTS[game]), rng))]
        report = cards.check_packs(files)
        for error in report.errors:
            assert error.where.startswith("mutated.toml") and error.message, error
        if not report.errors:
            usable += 1
            with_them = cards.with_packs(files)
            for one in with_them.own():
                assert [*with_them.lines(one, "it")] and with_them.told(one)
            with_them.own_view("fr")
    assert usable > 1


def test_a_length_that_no_table_has_is_told_of_a_battlefield() -> None:
    cards = game_named("kaos").cards
    assert cards is not None
    report = cards.check_packs([PackFile("large.toml", SENTRY.replace("[30, 30]", "[1e22, 30]"))])
    assert "1e+22" in report.errors[0].message and report.errors[0].where.startswith("large.toml")
