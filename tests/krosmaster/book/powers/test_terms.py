"""Numbers say what they are made of, and say the same as the rules reckon with."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies

from esquive.core.messages import LANGUAGES
from esquive.core.waiting import Over
from esquive.krosmaster.book.powers.terms import (
    PRINTED_COST,
    WHYS,
    cost_terms,
    hp_terms,
    packed,
    range_terms,
    term_facts,
    total,
    unpacked,
)
from esquive.krosmaster.book.powers.values import farthest, max_hp, spell_cost
from esquive.krosmaster.book.prerequisites import spells_of
from esquive.krosmaster.cards.library import PUNCH
from esquive.krosmaster.spoken.wording import Wording
from esquive.krosmaster.table.events import E_DAMAGE, E_HEALING
from esquive.krosmaster.table.state import AP, MP, NONE
from tests.krosmaster.playing import Table, card, keyword, mine, power, reward, spell, theirs
from tests.properties.games import choose, positions, start
from tests.properties.seeds import SEEDS

SELF = {"who": "self"}
REACH = {"kind": "target", "min": 1, "max": 3, "fixed": False}
JAB = {"op": "punch-effect", "do": [{"op": "markers", "stat": "mp", "x": -1}]}
FACES = strategies.tuples(
    strategies.integers(-999, 999),
    strategies.integers(0, len(WHYS) - 1),
    strategies.integers(-1, 60),
    strategies.integers(-1, 5000),
)


@given(strategies.lists(FACES, max_size=9))
def test_terms_survive_the_field_of_an_event(terms: list[tuple[int, int, int, int]]) -> None:
    assert unpacked(packed(terms)) == terms


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_costs_ranges_and_hp_are_the_sum_of_their_terms(seed: int) -> None:
    """Whatever modifies them, in random games of every format [KA 4.8.1] [KA 4.15.7] [KA 4.10.1]."""
    for state in positions(seed, 12):
        for unit in state.units_in_play():
            assert total(hp_terms(state, unit)) == max_hp(state, unit)
            for index in spells_of(state, unit):
                own = state.library.spells[index]
                assert total(range_terms(state, unit, own)) == farthest(state, unit, own)
                for stat in (AP, MP):
                    terms = cost_terms(state, unit, own, stat)
                    assert total(terms) == spell_cost(state, unit, own, stat)
                    assert all(fact["clause"] for fact in term_facts(state, terms))


@settings(max_examples=15, deadline=None)
@given(SEEDS)
def test_damage_and_healing_are_the_sum_of_their_terms(seed: int) -> None:
    """Every spell that strikes or heals in random games [KA 7.2.7.c] [KA 7.3.2.b]."""
    state, rng = start(seed), Random(f"{seed}/sums")
    state.log = []
    for _ in range(250):
        if isinstance(state.waiting, Over):
            break
        state.apply(choose(state, rng))
    for event in state.log:
        if event[0] in (E_DAMAGE, E_HEALING):
            assert total(unpacked(event[-1])) == event[2]


def told(table: Table, line: str, kind: str) -> list[tuple[int, str, str]]:
    """What the number of a condition is made of: how much, why, by which clause."""
    found = next(one for one in table.judged(line) if one.kind == kind)
    ((_, terms),) = found.facts["terms"].items()
    return [(term["x"], term["why"], term["clause"]) for term in terms]


def test_a_punch_made_cheaper_says_by_which_technique() -> None:
    """5 AP printed, one less for each revealed Technique [KA 4.8.5] [KA 4.7.11.f]."""
    jab = reward("jab", kind="equipment", slot="technique", holds=[{"give": [JAB]}])
    units = {"hero": mine("fighter", rewards=[{"id": "jab", "face": "up"}]), "foe": theirs("fighter")}
    table = Table("hero foe", units, turn="hero", pack=[jab])
    assert told(table, "cast punch b1", "no-ap") == [(5, "printed", "4.8.1"), (-1, "technique", "4.7.11.f")]
    found = next(one for one in table.judged("cast punch b1") if one.kind == "no-ap")
    told_in = [Wording(table.state, language).condition(found) for language in LANGUAGES]
    assert told_in == [
        "It costs 4 AP; the gauge holds 6 (4 = 5 printed, −1 Technique Jab [4.7.11.f]).",
        "Cela coûte 4 PA ; la jauge en contient 6 (4 = 5 imprimés, −1 Technique Jab [4.7.11.f]).",
        "Costa 4 PA; la barra ne contiene 6 (4 = 5 stampati, −1 Tecnica Jab [4.7.11.f]).",
    ]


def test_a_technique_makes_its_bearers_punch_cheaper_and_nothing_else() -> None:
    """Neither the bearer's own spells nor the Punch of an ally [KA 4.8.5] [KA 4.7.11.f]."""
    jab = reward("jab", kind="equipment", slot="technique", holds=[{"give": [JAB]}])
    worn = [{"id": "jab", "face": "up"}]
    units = {"hero": mine("fighter", rewards=worn), "mate": mine("fighter"), "foe": theirs("fighter")}
    drawing = """
        hero foe
        .    mate
        """
    table = Table(drawing, units, turn="hero", pack=[jab])
    assert told(table, "cast strike b2", "no-ap") == [(3, "printed", "4.8.1")]
    assert told(table, "cast punch b2", "no-ap")[1:] == [(-1, "technique", "4.7.11.f")]
    punch = table.state.library.spells[PUNCH]
    assert cost_terms(table.state, 1, punch, AP) == [(punch.ap, PRINTED_COST, NONE, NONE)]
    assert total(cost_terms(table.state, 0, punch, MP)) == spell_cost(table.state, 0, punch, MP) == 0


@pytest.mark.parametrize(
    ("x", "made"),
    [
        (-2, [(3, "printed"), (-2, "effect")]),
        (-3, [(3, "printed"), (-3, "effect")]),
        (-4, [(3, "printed"), (-4, "effect"), (1, "floor")]),
    ],
)
def test_a_cost_made_less_than_nothing_is_nothing_and_says_so(x: int, made: list[tuple[int, str]]) -> None:
    """[KA 4.8.1]"""
    thrift = power("thrift", holds=[{"give": [{"op": "cost-bonus", "stat": "ap", "x": x}]}])
    miser = card("miser", spells=[spell("pinch")], powers=[thrift])
    table = Table("hero foe", {"hero": mine("miser"), "foe": theirs("fighter")}, turn="hero", pack=[miser])
    state = table.state
    pinch = next(one for one in state.library.spells if one.id == "pinch")
    assert [(term["x"], term["why"]) for term in term_facts(state, cost_terms(state, 0, pinch, AP))] == made


def test_a_range_on_a_crate_with_a_marker_says_both() -> None:
    """MAX 3 printed, 1 for the Crate, 1 for the Range of the turn [KA 4.17.5.c] [KA 4.12.1]."""
    archer = card("archer", spells=[spell("bolt", range=REACH, element="air", base=1)])
    table = Table(
        "C . . . . foe", {"hero": mine("archer", at="a1"), "foe": theirs("fighter")}, turn="hero", pack=[archer]
    )
    table.state.range_turn[0] = 1
    assert told(table, "cast bolt f1", "out-of-range") == [
        (3, "printed", "4.15.7"),
        (1, "markers", "4.12.1"),
        (1, "crate", "4.17.5.c"),
    ]


def test_a_bonus_that_adds_nothing_now_is_no_term() -> None:
    """+1 range for each injury: none without, two with two [KA 4.15.7]."""
    eye = power("eye", holds=[{"give": [{"op": "stat-bonus", "stat": "range", "x": {"per": "injuries", "of": SELF}}]}])
    archer = card("archer", spells=[spell("bolt", range=REACH, element="air", base=1)], powers=[eye])
    for injuries, made in ((0, []), (2, [(2, "effect", "4.15.7")])):
        units = {"hero": mine("archer", injuries=injuries), "foe": theirs("fighter")}
        table = Table("hero . . . . foe", units, turn="hero", pack=[archer])
        assert told(table, "cast bolt f1", "out-of-range") == [(3, "printed", "4.15.7"), *made]


@pytest.mark.parametrize(
    ("powers", "dice", "made"),
    [
        ([], ["critical", "lock"], [(2, "printed"), (1, "critical-roll")]),
        ([], ["lock", "armour"], [(2, "printed"), (-1, "armour-roll")]),
        ([keyword("resistance-fire")], ["lock", "lock"], [(2, "printed"), (-1, "resistance")]),
        ([keyword("immune")], ["critical", "lock"], [(2, "printed"), (1, "critical-roll"), (-3, "immune")]),
    ],
)
def test_damage_says_what_it_is_made_of(powers: list[Any], dice: list[str], made: list[tuple[int, str]]) -> None:
    """[KA 7.2.7.c] [KA 4.9.10.a] [KA 4.9.12.a]"""
    mage = card("mage", spells=[spell("burn", element="fire", base=2)])
    wall = card("wall", powers=powers)
    table = Table("hero foe", {"hero": mine("mage"), "foe": theirs("wall")}, turn="hero", pack=[mage, wall])
    table.play("cast burn b1", dice=dice)
    (event,) = [event for event in table.state.log or () if event[0] == E_DAMAGE]
    assert [(term["x"], term["why"]) for term in term_facts(table.state, unpacked(event[-1]))] == made


def test_injuries_that_a_power_keeps_away_are_told() -> None:
    """A limit replaces the number of injuries; how many are left out is an event [KA 7.2.8.d]."""
    shell = power("shell", holds=[{"give": [{"op": "injury-cap", "x": 1}]}])
    mage = card("mage", spells=[spell("burn", element="fire", base=3)])
    units = {"hero": mine("mage"), "foe": theirs("wall")}
    table = Table("hero foe", units, turn="hero", pack=[mage, card("wall", powers=[shell])])
    table.play("cast burn b1", dice=["lock", "lock"])
    assert table.unit("foe", "injuries") == 1
    assert table.facts("spared") == [{"unit": "foe", "x": 2, "why": "limit"}]
