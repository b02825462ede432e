"""`esquive cards` for Kaos: its catalogue, one card in words, and the check of a file of one's own."""

import json
from importlib.resources import files
from pathlib import Path

import pytest

from esquive.cli.main import main
from esquive.core.messages import LANGUAGES
from esquive.kaos.cards.catalogue import KINDS
from esquive.kaos.seen.card_catalogue import everything
from esquive.kaos.spoken.cards.descriptions import lines
from tests.kaos.cards.test_reading import FIGHTER

MINE = (
    FIGHTER.replace('id = "knight"', 'id = "my-guard"')
    .replace('{ en = "Knight" }', '{ fr = "Garde" }')
    .replace("cost = 20", "cost = 13")
)


def checked(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """Exit code, output and errors of a check."""
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    code = main(["cards", "check", str(path)])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_the_list_has_every_kind(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "list", "--game", "kaos", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert {row["kind"] for row in rows} == set(KINDS)
    assert all(row["cost"] for row in rows if row["kind"] in ("fighter", "horde"))
    assert main(["cards", "list", "--game", "kaos"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert len(told) == len(rows) + 1
    assert any("shi-sarcene" in line and "14" in line and "Sarcène Deaf-Hand" in line for line in told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_told_in_every_language(language: str) -> None:
    for kind, one in everything():
        told = list(lines(one, language))
        assert len(told) > 1 and all(line.strip() for line in told), (kind, one.id)
        assert one.name.get(language, "") in told[0]


def test_a_fighter_is_shown_with_its_numbers_weapons_and_skills(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "show", "shi-sarcene", "--game", "kaos"]) == 0
    told = capsys.readouterr().out
    assert "move 12 cm  will 5  life 9  armour 0  dodge 5" in told
    assert "* Throwing knives: ranged, 4 dice, 3 wounds, range 20 cm" in told
    assert "+ Blinding Powder: free skill, any free window, 3 dice, within 5 cm" in told
    assert main(["cards", "show", "shi-sarcene", "--game", "kaos", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["move_cm"] == 12


def test_an_id_that_is_not_there_names_the_nearest_one_or_the_game_it_is_of(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["cards", "show", "shi-sarcen", "--game", "kaos"]) == 2
    assert "did you mean 'shi-sarcene'?" in capsys.readouterr().err
    assert main(["cards", "show", "shi-sarcene"]) == 2
    assert "add --game kaos" in capsys.readouterr().err
    assert main(["cards", "list", "--game", "kaos", "--collection", "dks1"]) == 2
    assert "Kaos has no collections" in capsys.readouterr().err


def test_a_file_of_ones_own_is_checked_by_the_rules_of_its_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert checked(tmp_path, MINE, capsys) == (0, "", "1 file, 0 errors, 0 warnings\n")
    code, out, _ = checked(tmp_path, MINE.replace("close_melee", "ranged"), capsys)
    assert code == 1
    assert "KO102" in out and "fighter 'my-guard', weapon 'sword'" in out
    code, out, err = checked(tmp_path, MINE.replace("will_dice", "wil_dice"), capsys)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "wil_dice" in err and "my-guard" in err


def test_a_file_that_takes_an_id_of_the_catalogue_does_not_hold(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = checked(tmp_path, MINE.replace("my-guard", "shi-sarcene"), capsys)
    assert code == 1
    assert "shi-sarcene" in out


@pytest.mark.parametrize(("old", "new"), [('{ fr = "Garde" }', "{}"), ('{ fr = "Garde" }', '{ fr = "" }')])
def test_a_name_that_names_nothing_is_refused(
    old: str, new: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = checked(tmp_path, MINE.replace(old, new), capsys)
    assert (code, err.count("\n")) == (2, 1)
    assert "name" in err


def test_a_fighter_may_stand_in_a_file_as_a_position_brings_it_along(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Under `profile`, usual values left out; what does not belong there is named."""
    profile = '[[profile]]\nid = "my-guard"\ncost = 12\nweapon = [{ id = "spear" }]\n'
    assert checked(tmp_path, profile, capsys) == (0, "", "1 file, 0 errors, 0 warnings\n")
    code, out, _ = checked(tmp_path, profile.replace('"spear"', '"spear", range_cm = 20'), capsys)
    assert code == 1 and "KO102" in out
    code, _, err = checked(tmp_path, profile + '[[figure]]\nid = "x"\n', capsys)
    assert code == 2 and "unknown key 'figure'" in err


@pytest.mark.parametrize("game", ["kaos", "krosmaster"])
def test_the_files_of_the_catalogue_hold_where_they_are(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    folder = Path(str(files(f"esquive.{game}").joinpath("catalogue")))
    grid = [folder / kind for kind in ("arenas", "cards", "rewards", "summons")]
    paths = sorted(folder.glob("*.toml")) if game == "kaos" else grid
    assert main(["cards", "check", *map(str, paths)]) == 0
    assert ", 0 errors, " in capsys.readouterr().err
