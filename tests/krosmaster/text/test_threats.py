"""What a unit threatens in its next turn, and how likely a way past enemies is: both by the rules."""

from fractions import Fraction

import pytest

from esquive.core.odds import odds_of
from esquive.krosmaster.seen.decisions import decision_view
from esquive.krosmaster.seen.odds_views import odds_view
from esquive.krosmaster.seen.shapes import Reach
from esquive.krosmaster.seen.threats import threat
from esquive.krosmaster.spoken.odds_counting import ODDS
from esquive.krosmaster.spoken.wording import Wording
from esquive.krosmaster.table.events import E_ESCAPED
from esquive.krosmaster.written.notation import parse_answer
from tests.krosmaster.playing import Table, mine, theirs


def hints(table: Table) -> list[Reach]:
    """Where the one who acts can walk."""
    asked = decision_view(table.state, 0)
    assert asked is not None
    return asked.hints.reach


def test_a_unit_threatens_whom_it_could_strike_once_it_has_walked() -> None:
    """With its gauges filled at the beginning of its turn it walks, and strikes beside the cells it walks to.

    [KA 6.2.1.b] [KA 6.3.2]
    """
    table = Table(
        """
        hero . . foe . . . far
        """,
        {"hero": mine("fighter"), "foe": theirs("fighter", mp=0, ap=0), "far": mine("villager")},
        turn="hero",
    )
    told = threat(table.state, "foe")
    assert told is not None
    assert "hero" in told.hits and set(told.hits) <= {"hero", "far"}
    assert "d1" not in told.reach and {"c1", "e1"} <= set(told.reach)
    assert table.state.mp[table.state.names.index("foe")] == 0, "nothing has moved in the game itself"


def test_a_tree_in_the_way_shortens_a_threat() -> None:
    """An obstacle is walked around or not at all [KA 4.17.3]."""
    figures = {"hero": mine("villager"), "foe": theirs("fighter")}
    free = threat(Table(". foe . . hero", figures, turn="hero").state, "foe")
    held = threat(Table("T foe T . hero", figures, turn="hero").state, "foe")
    assert free is not None and held is not None
    assert set(held.reach) < set(free.reach)


def test_nobody_off_the_arena_threatens() -> None:
    assert threat(Table("hero", {"hero": mine("fighter")}, turn="hero").state, "nobody") is None


@pytest.mark.parametrize("release", ["2.7", "2.2"])
def test_the_chance_of_getting_away_is_that_of_the_odds_of_the_step(release: str) -> None:
    """Each enemy that is left rolls for Lock, the mover for Dodge [KA 4.14.2.b] [KA 4.14.2.c] [KA 4.14.2.d]."""
    figures = {"hero": mine("villager", mp=3), "foe": theirs("fighter"), "two": theirs("fighter")}
    one = Table(". hero foe", {name: figures[name] for name in ("hero", "foe")}, turn="hero", release=release)
    both = Table("two hero foe\n. . .", figures, turn="hero", release=release)
    step, alone = ({reach.cell: reach for reach in hints(table)}[cell] for table, cell in ((both, "b1"), (one, "a1")))
    endings = odds_of(ODDS, one.state, parse_answer(one.state, "move a1")).endings
    free = sum(
        (ending.probability for ending in endings if any(note[0] == E_ESCAPED for note in ending.notes)), Fraction(0)
    )
    assert 0 < free < 1
    assert alone.escapes == [alone.through] == [round(float(free) * 100, 1)]
    assert step.escapes == [alone.through] * 2
    assert step.through == round(float(free * free) * 100, 1)


def test_a_lethal_outcome_names_whom_it_knocks_out_and_how_units_end() -> None:
    """Injuries as many as HP are a KO [KA 4.10.2]; each outcome says what is to be compared with the table."""
    table = Table(
        "hero foe",
        {"hero": mine("fighter"), "foe": theirs("villager", injuries=3)},
        turn="hero",
    )
    strikes = [option.do for option in decision_view(table.state, 0).options if option.do.startswith("cast")]  # type: ignore[union-attr]
    odds = odds_view(table.state, parse_answer(table.state, strikes[0]), Wording(table.state)).odds
    assert odds and any(one.ko == ["foe"] and one.ends["foe.ko"] is True for one in odds)
    assert all(not one.ko for one in odds if one.ends.get("foe.ko") is False)
