"""The catalogue shipped: enough of everything, sound, and playable."""

from collections import Counter
from itertools import chain

import pytest

from esquive.core.errors import DocumentError
from esquive.kaos.book.hordes import cost_of, horde_conditions, is_aligned
from esquive.kaos.cards.catalogue import Catalogue, catalogue
from esquive.kaos.cards.costs import fair_cost, hit_chance, successes
from esquive.kaos.cards.library import DEFENCES, TIMINGS, TRIBES, WEAPON_KINDS
from esquive.kaos.cards.making import zones_of
from esquive.kaos.cards.reading import parse_pack
from esquive.kaos.geometry.legs import GO, Leg
from esquive.kaos.geometry.paths import passage
from esquive.kaos.geometry.shapes import Base
from esquive.kaos.spoken.cards.lint import lint
from tests.kaos.cards.test_reading import FIGHTER
from tests.kaos.playing import cm

KNOWN = catalogue()


def test_everything_shipped_is_sound_and_its_own() -> None:
    assert [str(finding) for finding in lint(KNOWN.pack(), "catalogue")] == []
    tables = (
        KNOWN.fighters,
        KNOWN.objects,
        KNOWN.events,
        KNOWN.fields,
        KNOWN.selections,
        KNOWN.scenarios,
        KNOWN.hordes,
    )
    assert all(one.source == "house" for one in chain.from_iterable(table.values() for table in tables))


def test_everything_has_a_name_in_every_language() -> None:
    for fighter in KNOWN.fighters.values():
        parts = (fighter, *fighter.weapon, *fighter.spell, *fighter.skill)
        assert all(set(part.name) == {"en", "fr", "it"} for part in parts)
        assert all(set(part.text) == {"en", "fr", "it"} for part in (*fighter.spell, *fighter.skill))
    for table in (KNOWN.objects, KNOWN.events, KNOWN.fields, KNOWN.selections, KNOWN.scenarios, KNOWN.hordes):
        assert all(set(one.name) == set(one.text) == {"en", "fr", "it"} for one in table.values())


def test_there_are_four_fighters_of_each_tribe_at_least() -> None:
    """[Kaos K3.6]."""
    tribes = Counter(fighter.tribe for fighter in KNOWN.fighters.values())
    assert set(tribes) == set(TRIBES) and min(tribes.values()) >= 4 and sum(tribes.values()) >= 20


def test_the_fighters_have_every_kind_of_weapon_defence_and_skill() -> None:
    """[Kaos K21.1] [Kaos K22.1] [Kaos K23.1] [Kaos K23.14] [Kaos K34.1]."""
    profiles = KNOWN.profiles.values()
    assert {weapon.kind for one in profiles for weapon in one.weapons} == set(range(len(WEAPON_KINDS)))
    assert {spell.defence for one in profiles for spell in one.spells} == set(range(len(DEFENCES)))
    assert {skill.timing for one in profiles for skill in one.skills} == set(range(len(TIMINGS)))
    assert any(spell.is_free for one in profiles for spell in one.spells)
    assert any(spell.reach == 0 for one in profiles for spell in one.spells)
    assert {keyword for one in profiles for keyword in (1, 2) if one.keywords & keyword} == {1, 2}
    assert any(one.shield > 0 for one in profiles) and len({one.side for one in profiles}) >= 3


def test_there_are_enough_cards_of_one_place() -> None:
    """[Kaos K32.2] [Kaos K33.2] [Kaos K33.3]: events alone and in parts."""
    assert len(KNOWN.objects) >= 12
    events = [event for event in KNOWN.events_of("drowned-causeway") if event.place]
    assert len(events) >= 12 and {event.parts for event in events} >= {1, 2, 3}
    assert {event.place for event in KNOWN.events_of("drowned-causeway")} == {"", "drowned-causeway"}
    assert {event.place for event in KNOWN.events_of(None)} == {""}
    assert len(KNOWN.objects_of(None)) >= 6


def test_the_deck_of_a_place_leaves_other_places_out() -> None:
    """[Kaos K33.3]."""
    text = """
[[event]]
id = "sandstorm"
name = { en = "Sandstorm" }
text = { en = "Something." }
source = "user"
place = "desert"
while = [{ op = "half-move" }]
"""
    both = KNOWN.with_pack(parse_pack(text))
    assert "sandstorm" not in [event.id for event in both.events_of("drowned-causeway")]
    assert "sandstorm" in [event.id for event in both.events_of("desert")]


def test_there_are_scenarios_of_every_kind() -> None:
    """[Kaos K37.1]."""
    assert {scenario.mode for scenario in KNOWN.scenarios.values()} == {"points", "scenario"}
    kinds = {objective.kind for scenario in KNOWN.scenarios.values() for objective in scenario.objective}
    assert kinds == {"hold", "carry", "survive"} and len(KNOWN.scenarios) >= 4
    assert any(scenario.selection for scenario in KNOWN.scenarios.values())


def test_zones_are_told_seat_by_seat() -> None:
    assert zones_of(KNOWN.scenario("last-light")) == ((0, 0, cm(75), cm(11)), (cm(25), cm(32), cm(50), cm(43)))
    assert zones_of(KNOWN.scenario("pitched-battle")) == ()


@pytest.mark.parametrize("scenario", [name for name, one in KNOWN.scenarios.items() if one.zone])
def test_zones_lie_more_than_twenty_centimetres_apart(scenario: str) -> None:
    """[Kaos K6.3]: nobody is kept from deploying in the own zone."""
    zones = zones_of(KNOWN.scenario(scenario))
    assert len(zones) == 2 and zones[0] is not None and zones[1] is not None
    assert zones[1][1] - zones[0][3] > cm(20)


@pytest.mark.parametrize("horde", KNOWN.hordes)
def test_ready_made_hordes_are_legal(horde: str) -> None:
    """[Kaos K3.2] [Kaos K4.1]."""
    found, limit = KNOWN.horde(horde), KNOWN.hordes[horde].points
    assert all(condition.holds for condition in horde_conditions(found, limit))
    assert cost_of(found) >= limit * 4 // 5


def test_there_are_hordes_for_long_and_for_quick_games_and_aligned_ones() -> None:
    """[Kaos K3.4] [Kaos K4.3]."""
    sizes = Counter(horde.points for horde in KNOWN.hordes.values())
    assert sizes[100] >= 6 and sizes[45] >= 2
    aligned = [name for name, horde in KNOWN.hordes.items() if horde.points == 100 and is_aligned(KNOWN.horde(name))]
    assert len(aligned) >= 2


@pytest.mark.parametrize(
    ("field", "at", "to", "height"),
    [
        ("old-causeway", (37.5, 16), (37.5, 40), 4),
        ("quarry", (10, 16), (10, 40), 5),
        ("quarry", (65, 60), (65, 30), 5),
    ],
)
def test_ramps_lead_up_to_platforms(
    field: str, at: tuple[float, float], to: tuple[float, float], height: float
) -> None:
    """[Kaos K11.1]."""
    table = KNOWN.table(field)
    base = Base(cm(at[0]), cm(at[1]), 0, 0, cm(2.5), cm(3), cm(2.7), cm(1.2))
    way = passage(table, base, [Leg(GO, cm(to[0]), cm(to[1]), 0)], [])
    assert way.problem is None and way.fall is None and way.end.z == cm(height) and way.cost > way.length


def test_some_scenery_can_be_climbed() -> None:
    """[Kaos K11.1]."""
    table = KNOWN.table("broken-abbey")
    base = Base(cm(34), cm(40), 0, 0, cm(2.5), cm(3), cm(2.7), cm(1.2))
    way = passage(table, base, [Leg(GO, cm(34), cm(47), 0)], [])
    assert way.problem is None and way.end.z == cm(5)


# ------------------------------------------------------------------------------------------------------- the catalogue


def test_the_content_hash_names_the_content() -> None:
    assert Catalogue(KNOWN.pack()).content_hash == KNOWN.content_hash
    assert KNOWN.with_pack(parse_pack(FIGHTER)).content_hash != KNOWN.content_hash


def test_unknown_ids_are_told_with_what_was_meant() -> None:
    with pytest.raises(DocumentError, match="did you mean 'mel-ysaure'"):
        KNOWN.profile("mel-ysaur")
    with pytest.raises(DocumentError, match="did you mean 'half-light'"):
        KNOWN.horde("halflight")
    with pytest.raises(DocumentError, match="did you mean 'last-light'"):
        KNOWN.scenario("lastlight")
    with pytest.raises(DocumentError, match="did you mean 'quarry'"):
        KNOWN.table("quary")


def test_a_player_s_fighters_come_beside_the_catalogue() -> None:
    """[Kaos K2.2]."""
    both = KNOWN.with_pack(parse_pack(FIGHTER))
    profile = both.profile("knight")
    assert (profile.side, profile.move, profile.shield, profile.weapons[0].reach) == (cm(2.5), cm(10), -1, 0)
    with pytest.raises(DocumentError, match="belongs to the catalogue"):
        both.with_pack(parse_pack(FIGHTER))


def test_effects_of_different_cards_are_told_apart() -> None:
    """[Ruling R213]."""
    cards = [op.card for one in KNOWN.profiles.values() for spell in one.spells for op in spell.effects]
    cards += [
        op.card for one in KNOWN.profiles.values() for skill in one.skills for op in skill.effects + skill.standing
    ]
    cards += [op.card for card in KNOWN.object_cards.values() for op in card.effects + card.standing]
    assert len(set(cards)) == len(cards)


# ---------------------------------------------------------------------------------------------------------------- costs


def test_the_odds_costs_rest_on_are_those_of_the_rulebook() -> None:
    """[Kaos K15.2]: the mean of one die is 7/12; five dice show nothing once in 32."""
    assert sum(number * chance for number, chance in enumerate(successes(1))) == pytest.approx(7 / 12)
    assert successes(5)[0] == pytest.approx(1 / 32) and sum(successes(5)) == pytest.approx(1)
    assert hit_chance(1, 0) == pytest.approx(1 / 2)


def test_the_formula_comes_near_the_costs_of_the_examples() -> None:
    """[Kaos K4.2]."""
    wanted = {"mel-ysaure": 20, "tha-mordegaine": 21, "abe-vhol": 24, "abe-pyrrane": 20, "enc-brandesouche": 36}
    for fighter, cost in wanted.items():
        assert KNOWN.profile(fighter).cost == cost and abs(fair_cost(KNOWN.profile(fighter)) - cost) <= 3
