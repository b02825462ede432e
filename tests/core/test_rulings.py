"""Reading the ledger of rulings."""

import pytest

from esquive.core.errors import DocumentError
from esquive.core.rulings import Ruling, read_ledger

ENTRY = """# Rulings

### R14. A double
- Scope: duel
- Clauses: 1.4.1, 5.2.3, 2.2:104.1
- Question: Who wins?
- Decision: Nobody.
- Reason: Both lost.
- Switch: `r14_draw`, on
- Test: `test_ruling_r14_a_draw`
"""


def test_an_entry_is_read_field_by_field() -> None:
    ruling = read_ledger(ENTRY, "rulings.md")["R14"]
    assert (ruling.title, ruling.line, ruling.scope) == ("A double", 3, "duel")
    assert ruling.clauses == ("1.4.1", "5.2.3")
    assert ruling.tests == ("test_ruling_r14_a_draw",)
    assert ruling.match_options == ("r14_draw",)
    assert ruling.release_procedures == ()
    assert Ruling.from_data(ruling.to_data()).to_data() == ruling.to_data()


def test_a_switch_of_the_release_is_no_option_of_the_match() -> None:
    text = ENTRY.replace("`r14_draw`, on", "release `lock_tie`, `lock_loss`").replace("1.4.1, 5.2.3, 2.2:104.1", "none")
    ruling = read_ledger(text, "rulings.md")["R14"]
    assert ruling.release_procedures == ("lock_tie", "lock_loss")
    assert ruling.match_options == ()
    assert ruling.clauses == ()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("- Reason: Both lost.\n", "", r"rulings\.md:8: Switch out of order"),
        ("- Test: `test_ruling_r14_a_draw`\n", "", r"rulings\.md:3: R14 lacks Test"),
        ("Scope: duel", "Scope: chess", 'has scope "chess"'),
        ("test_ruling_r14_a_draw", "test_ruling_r15_a_draw", "R14 names no test of its own"),
        ("### R14. A double", "### R14 A double", "a heading that cannot be read"),
        ("# Rulings\n", ENTRY, "R14 is decided twice"),
    ],
)
def test_a_faulty_entry_is_named_with_its_line(old: str, new: str, message: str) -> None:
    with pytest.raises(DocumentError, match=message):
        read_ledger(ENTRY.replace(old, new), "rulings.md")
