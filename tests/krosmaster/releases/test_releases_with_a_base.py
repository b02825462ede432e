"""A release that begins from another one says only what differs; a third one is three lines of a user's own file."""

from pathlib import Path
from typing import Any

import pytest

from esquive.core.errors import DocumentError
from esquive.krosmaster import releases
from esquive.krosmaster.releases import add_release, read_release, release, release_from, release_names
from tests.krosmaster.playing import Table, mine, theirs


@pytest.fixture(autouse=True)
def _forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(releases, "_added", {})


def quick(**sections: Any) -> dict[str, Any]:
    """The tables of a release `quick` that begins from 2.7."""
    return {"name": "quick", "base": "2.7", **sections}


def test_a_release_says_only_what_differs_from_its_base() -> None:
    """Section by section and key by key, inline tables and families too."""
    sections = {"gg": {"price_kamas": 10}, "rewards": {"prices": {"ruby": 20}}, "families": {"tofu": ["tofu", "pip"]}}
    params, base = release_from(quick(**sections)), release("2.7")
    assert (params.gg.price_kamas, params.gg.wild) == (10, base.gg.wild)
    assert params.rewards.prices == {**base.rewards.prices, "ruby": 20}
    assert params.families == {**base.families, "tofu": ("tofu", "pip")}
    assert (params.dice, params.procedures, params.book) == (base.dice, base.procedures, "KA")
    assert release_from(quick(families={"imp": ["imp"]})).family_of("imp") == "imp"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (quick(base="3.0"), r'house\.toml base: there is no release "3\.0" to begin from \(choose one of: .*2\.7'),
        (quick(name="2.7"), r"house\.toml base: the bases go round in a circle: 2\.7 -> 2\.7"),
        (quick(gg={"price_kama": 9}), r"\[gg\] price_kama: the base has no such key \(did you mean 'price_kamas'\?\)"),
        (quick(rewards={"prices": {"tin": 1}}), r"\[rewards\] prices\.tin: the base has no such key"),
        (quick(shop={"open": 1}), r"house\.toml shop: the base has no such key"),
        (quick(gg=10), r"house\.toml gg: 10 cannot stand here"),
        ({"base": "2.7"}, r"house\.toml name: a release with a base has a name of its own"),
    ],
)
def test_a_release_that_cannot_begin_from_its_base_is_answered_with_the_fault(
    data: dict[str, Any], message: str
) -> None:
    with pytest.raises(DocumentError, match=message):
        release_from(data, "house.toml")


def test_bases_that_go_round_in_a_circle_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, base in (("one", "two"), ("two", "three"), ("three", "one")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "release.toml").write_text(f'name = "{name}"\nbase = "{base}"\n', encoding="utf-8")
    monkeypatch.setattr(releases, "_FOLDER", tmp_path)
    with pytest.raises(DocumentError, match=r"three/release\.toml base: .* one -> two -> three -> one"):
        release("one")


def test_a_base_has_a_base_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The nearest one that says a key is heard."""
    said = releases._base("2.7", "here")
    files = {"middle": quick(name="middle", gg={"wild": 2, "wisdom": 2}), "2.7": said}
    monkeypatch.setattr(releases, "_base", lambda name, where: files[name])
    params = release_from(quick(base="middle", gg={"wisdom": 3}))
    assert (params.gg.wild, params.gg.wisdom, params.gg.price_kamas) == (2, 3, 12)


THIRD = """
name = "third"
base = "2.7"

[gg]
price_kamas = 10

[dice]
tension_reroll = 0

[block]
locked_ap = 1
"""


def test_a_third_release_is_three_values_in_a_file_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "third.toml"
    path.write_text(THIRD, encoding="utf-8")
    assert "third" not in release_names()
    add_release(read_release(path))
    assert "third" in release_names()
    units = {"hero": mine("fighter", at="a1"), "foe": theirs("fighter")}
    table = Table("D foe .", units, turn="hero", players={"p1": {"kamas": 10}}, release="third")
    assert table.again().play("buy gg").read("player.p1.kamas") == 0
    assert table.document()["release"] == "third"
    with pytest.raises(DocumentError, match=r'there is a release "third" already'):
        add_release(release_from(quick(name="third")))


def test_a_file_that_is_no_release_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "third.toml"
    with pytest.raises(DocumentError, match=r"third\.toml: No such file .*\(give the path of a release file\)"):
        read_release(path)
    path.write_text("name = ", encoding="utf-8")
    with pytest.raises(DocumentError, match=r"third\.toml: is not TOML: Invalid value"):
        read_release(path)


def test_a_release_like_2_2_is_told_by_its_numbers() -> None:
    """Four ranks without a size of their piles, dearer theft, no Techniques, no reroll: nothing but numbers."""
    params = release_from(
        quick(
            name="like 2.2",
            team={"size_min": 2},
            gg={"price_kamas": 10, "theft": [[0, 0], [2, 1], [5, 2], [24, 3]]},
            rewards={
                "ranks": ["granite", "jade", "gold", "ruby"],
                "pile_size": 0,
                "equipment": ["weapon", "set", "pet", "dofus", "trophy"],
            },
            dice={"tension_reroll": 0},
        )
    )
    table = Table.match([["fighter"] * 2, ["villager"] * 2], release=add_release(params).name)
    state = table.state
    assert state.settings.rank_names == ("granite", "jade", "gold", "ruby")
    assert (len(state.piles_closed), state.piles_closed[4:]) == (8, [0, 0, 0, 0])  # no tokens of Gold and Ruby yet
    assert all(reward.document.rank != "silver" and reward.slot != 5 for reward in state.library.rewards)
    assert [entry["rank"] for entry in table.document()["pile"]][::2] == ["granite", "jade", "gold", "ruby"]
