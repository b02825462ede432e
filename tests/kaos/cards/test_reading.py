"""Reading files: what is wrong is told with file, key and fix."""

from pathlib import Path

import pytest

from esquive.core.did_you_mean import nearest
from esquive.core.errors import DocumentError
from esquive.kaos.cards.reading import MAX_BYTES, load_pack, nesting, parse_pack

FIGHTER = """
[[fighter]]
id = "knight"
name = { en = "Knight" }
role = { en = "knight" }
tribe = "meleien"
cost = 20
source = "user"
height_cm = 3.2
head_cm = 2.9
body_width_cm = 1.2
move_cm = 10
will_dice = 4
life_points = 12
dodge_dice = 3
weapon = [{ id = "sword", name = { en = "Sword" }, kind = "close_melee", dice = 4, wounds = 5 }]
"""


def refused(text: str) -> DocumentError:
    """Why a text is no file of ours."""
    with pytest.raises(DocumentError) as found:
        parse_pack(text, "mine.toml")
    return found.value


def test_a_file_of_a_player_is_read() -> None:
    pack = parse_pack(FIGHTER)
    assert [fighter.id for fighter in pack.fighter] == ["knight"] and pack.fighter[0].base_cm == 2.5


@pytest.mark.parametrize(
    ("old", "new", "where", "fix"),
    [
        ("cost = 20", "cost = 200", "fighter[0].cost of 'knight'", "range"),
        ("cost = 20", 'cost = "much"', "fighter[0].cost of 'knight'", "kind"),
        ("cost = 20", "", "fighter[0] of 'knight'", "add the key 'cost'"),
        ("cost = 20", "cost = 20\nspeed = 3", "fighter[0] of 'knight'", "remove or rename the key 'speed'"),
        ('tribe = "meleien"', 'tribe = "martian"', "fighter[0].tribe of 'knight'", "kind"),
        ("dice = 4, wounds", "dice = 9, wounds", "fighter[0].weapon[0].dice of 'sword'", "range"),
        ('id = "knight"', 'id = "The Knight"', "fighter[0].id", "kind"),
    ],
)
def test_an_error_names_file_key_and_fix(old: str, new: str, where: str, fix: str) -> None:
    error = refused(FIGHTER.replace(old, new, 1))
    assert error.where.startswith(f"mine.toml: {where}") and fix in error.fix


def test_an_op_that_is_not_in_the_vocabulary_is_refused() -> None:
    skill = """
[[fighter.skill]]
id = "knack"
name = { en = "Knack" }
text = { en = "Something." }
timing = "action"
do = [{ op = "win-the-game" }]
"""
    error = refused(FIGHTER + skill)
    assert "fighter[0].skill[0].do[0]" in error.where and "win-the-game" in error.message


def test_what_is_no_toml_is_told_with_its_line() -> None:
    assert refused("[[fighter]]\nid = knight\n").where == "mine.toml:2"


def test_size_and_nesting_are_limited() -> None:
    assert "too long" in refused("#" * (MAX_BYTES + 1)).message
    assert "nest" in refused("x = " + "[" * 20 + "]" * 20).message
    assert nesting('a = "[[["  # [[[[') == 0 and nesting("a = [[1], [2]]") == 2


def test_files_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="TOML file"):
        load_pack(tmp_path / "none.toml")
    odd = tmp_path / "odd.toml"
    odd.write_bytes(b"\xff\xfe")
    with pytest.raises(DocumentError, match="UTF-8"):
        load_pack(odd)
    odd.write_text("#" * (MAX_BYTES + 1))
    with pytest.raises(DocumentError, match="more than"):
        load_pack(odd)
    odd.write_text(FIGHTER)
    assert len(load_pack(odd).fighter) == 1


def test_the_word_that_was_meant_is_proposed() -> None:
    assert nearest("mel-ysaur", ["mel-ysaure", "abe-vhol"]) == "did you mean 'mel-ysaure'?"
    assert nearest("x", ["abc"]) == "known: abc" and nearest("x", []) == "none is known"
