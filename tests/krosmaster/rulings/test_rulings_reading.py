"""Rulings on how the documents themselves are read."""

import re
from pathlib import Path

from esquive.core.clauses import Registry
from esquive.core.rulings import read_ledger
from esquive.krosmaster.releases import data_path
from tests.krosmaster.playing import Table, card, mine, power, spell, summon, theirs

REGISTRY = Registry.load(data_path("2.7", "clauses.tsv"), "KA")
LEDGER = Path(__file__).parents[3] / "docs" / "rulings.md"


def test_ruling_r3_every_repaired_reference_points_to_a_clause() -> None:
    """Each clause with an outdated reference, and what it is read as, exists [Ruling R3]."""
    ruling = read_ledger(LEDGER.read_text(encoding="utf-8"), "docs/rulings.md")["R3"]
    pairs = re.findall(r"(\d[\d.a-z]*) to (?:chapter )?(\d(?:[\d.]*\d)?(?:\.[a-z])?)", ruling.fields["Decision"])
    assert [source for source, _ in pairs] == list(ruling.clauses)
    assert len(pairs) == 10
    for source, target in pairs:
        assert REGISTRY.is_known(source)
        assert REGISTRY.is_known(target)


def test_ruling_r4_the_english_numbers_are_the_keys() -> None:
    """Numbers only the English text has are known, and swapped letters mean what they mean there [Ruling R4]."""
    assert {"2.4.4.a", "2.2.2", "4.9.3.a", "4.9.31.a", "4.19.4.c"} <= {entry.clause for entry in REGISTRY}
    assert "AP" in REGISTRY.get("7.1.4.a").paraphrase
    assert "MP" in REGISTRY.get("7.1.4.b").paraphrase
    assert "Dodge" in REGISTRY.get("5.3.1.c").paraphrase
    assert "Lock" in REGISTRY.get("5.3.1.d").paraphrase
    assert not REGISTRY.get("2.4.4.a").is_testable


def test_ruling_r1_the_english_text_governs_and_the_french_one_mends_its_slips() -> None:
    """A Trap gives AP to its caster only, as the English text says; distance 4 is not within 3, as the French one does.

    [Ruling R1] [KA 7.5.14.a] [KA 4.15.3]
    """
    spur = spell(
        "spur", "personal", kind="special", cost={"ap": "-"}, do=[{"op": "immediate-gain", "stat": "ap", "x": 2}]
    )
    table = Table(
        """
        hero . . . foe
        """,
        {"hero": mine("archer"), "foe": theirs("fighter"), "trap": theirs("spurring", summoner="foe", at="b1")},
        turn="hero",
        pack=[
            card("archer", spells=[spell("shot", (1, 3))]),
            summon(
                "spurring", category="mechanism", family="trap", obstacle=False, mp="-", ap="-", hp="-", spells=[spur]
            ),
        ],
    )
    assert "4.15.3" in table.refused("cast shot e1").clauses
    table.play("move b1")
    assert "cast" in table.events
    assert table.unit("hero", "ap") == 6


def test_ruling_r2_a_prohibition_beats_a_permission_between_two_cards() -> None:
    """A card pushes what another card says cannot be moved, and gives a power that another takes away.

    [Ruling R2] [KA 1.5.2] [KA 4.9.17.a] [KA 4.18.4.g]
    """
    give = {"give": [{"op": "have-powers", "powers": ["armour"], "to": {"who": "units", "side": "ally"}}]}
    take = {"give": [{"op": "have-no-powers", "to": {"who": "units", "side": "enemy", "kind": "krosmaster"}}]}
    table = Table(
        """
        .   .    .    .     .
        .   hero rock .     .
        .   foe  .    mute  .
        .   .    .    .     .
        """,
        {
            "hero": mine("bully"),
            "mate": mine("banner", at="a1"),
            "rock": theirs("fighter", powers=["unfazed"]),
            "foe": theirs("fighter"),
            "mute": theirs("hush"),
        },
        turn="hero",
        pack=[
            card("bully", spells=[spell("shove", kind="special", do=[{"op": "push-back", "x": 1}])]),
            card("banner", powers=[power("banner", holds=[give])]),
            card("hush", powers=[power("hush", holds=[take])]),
        ],
    )
    assert table.unit("hero", "powers") == []
    assert table.unit("rock", "powers") == ["unfazed"]
    table.play("cast shove c3")
    assert table.unit("rock", "at") == "c3"
    table.play("cast shove b2")
    assert table.unit("foe", "at") == "b1"
