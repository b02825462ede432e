"""Card files from outside: what is refused, and how the refusal teaches."""

from pathlib import Path

import pytest

from esquive.core.errors import DocumentError
from esquive.krosmaster.cards.catalogue import catalogue
from esquive.krosmaster.cards.reading import MAX_BYTES, line_of, load_pack, parse_pack

ARCHER = """\
[[card]]
id = "my-archer"
name = { en = "My Archer" }
colour = "white"
level = 3
initiative = 4
mp = 3
hp = 10
ap = 6

[[card.spell]]
id = "shot"
name = { en = "Shot" }
range = { kind = "target", min = 2, max = 4 }
cost = { ap = 4 }
kind = "attack"
element = "air"
base = 2
do = [
  { op = "push-back", x = 1 },
  { op = "extra-damage", x = { per = "unit", of = { who = "units", type = "tofu" } }, element = "air" },
]

[[card.power]]
keyword = "armour"
"""


def refused(old: str, new: str) -> str:
    assert old in ARCHER
    with pytest.raises(DocumentError) as caught:
        parse_pack(ARCHER.replace(old, new), "archer.toml")
    return str(caught.value)


def test_a_card_file_is_read() -> None:
    pack = parse_pack(ARCHER)
    assert [card.id for card in pack.card] == ["my-archer"]
    assert pack.card[0].spell[0].range.fixed


def test_a_misspelt_key_is_told_with_line_card_spell_and_the_right_key() -> None:
    told = refused("base = 2", "bse = 2")
    assert told == "archer.toml:18: unknown key 'bse' in card 'my-archer' spell 'shot' (did you mean 'base'?)"


@pytest.mark.parametrize(
    ("old", "new", "line", "fix"),
    [
        ('type = "tofu"', 'tpye = "tofu"', 21, "did you mean 'type'?"),
        ('op = "push-back"', 'op = "pushback"', 20, "did you mean 'push-back'?"),
        ('per = "unit"', 'per = "unti"', 21, "did you mean 'unit'?"),
        ('who = "units"', 'who = "unts"', 21, "did you mean 'units'?"),
        ('keyword = "armour"', 'keyword = "armor"', 25, "did you mean 'armour'?"),
        ("name = { en = ", "name = { eng = ", 3, "did you mean 'en'?"),
        ('{ en = "My Archer" }', "{}", 3, "length >= 1"),
        ("hp = 10\n", "", 1, "add 'hp = …'"),
        ('id = "my-archer"', 'id = "My Archer"', 2, "joined by single hyphens"),
        ("hp = 10", "hp = 100", 8, "docs/card-format.md"),
        ("ap = 6", 'ap = "x"', 9, "a number, '-'"),
        ("hp = 10", "hp = = 10", 8, "docs/card-format.md"),
    ],
)
def test_every_mistake_is_told_with_its_line_and_its_fix(old: str, new: str, line: int, fix: str) -> None:
    told = refused(old, new)
    assert told.startswith(f"archer.toml:{line}: ")
    assert fix in told
    assert "\n" not in told


def test_a_file_that_is_too_long_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "long.toml"
    path.write_text("#" * (MAX_BYTES + 1), encoding="utf-8")
    with pytest.raises(DocumentError, match="at most 262144 bytes"):
        load_pack(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a = " + "[" * 3000, "nests 3000 brackets deep"),
        ("a = " + "9" * 5000, "a number is too long"),
        ("card = 3", "expected `array`"),
        ("[[card]]\n" * 401, "length <= 400"),
        ('x = "\\u0000', "is not TOML"),
    ],
)
def test_hostile_text_is_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(DocumentError) as caught:
        parse_pack(text, "hostile.toml")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_brackets_in_quotes_and_comments_do_not_nest() -> None:
    text = ARCHER.replace("My Archer", "My [[[[[[[[[[[[[[ Archer") + "# [[[[[[[[[[[[[[["
    assert len(parse_pack(text).card) == 1


def test_a_file_that_is_not_there_or_not_utf_8_is_told(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="No such file"):
        load_pack(tmp_path / "none.toml")
    path = tmp_path / "latin.toml"
    path.write_bytes(b"# \xe9")
    with pytest.raises(DocumentError, match="UTF-8"):
        load_pack(path)


def test_a_pack_cannot_shadow_a_card_of_the_catalogue() -> None:
    pack = parse_pack(ARCHER.replace("my-archer", "oscar-kass"))
    with pytest.raises(DocumentError, match="'oscar-kass' belongs to the catalogue"):
        catalogue().with_pack(pack)


def test_a_pack_joins_the_catalogue_and_changes_its_hash() -> None:
    joined = catalogue().with_pack(parse_pack(ARCHER))
    assert "my-archer" in joined.cards
    assert "oscar-kass" in joined.cards
    assert joined.content_hash != catalogue().content_hash


def test_the_line_of_a_part_is_that_of_its_table_or_key() -> None:
    text = ARCHER + ARCHER.replace("my-archer", "other")
    assert line_of(text, ["card", 1], "id") == 27
    assert line_of(text, ["card", 1, "spell", 0], "base") == 43
