"""Rulings on how the documents themselves are read."""

import re
from pathlib import Path

from esquive.core.clauses import Registry
from esquive.core.rulings import read_ledger
from esquive.krosmaster.releases import data_path

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
