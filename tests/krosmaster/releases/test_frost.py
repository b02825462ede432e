"""Frost as release 2.2 plays it: frozen injuries and markers through every effect that deals with either."""

import json
from typing import Any

import pytest

from esquive.core.errors import DocumentError
from esquive.krosmaster.game import GAME
from esquive.krosmaster.written.documents.positions import to_document
from tests.krosmaster.casting import mage
from tests.krosmaster.playing import Part, Table, card, keyword, mine, power, reward, spell, summon, theirs

MISS = ["lock", "lock"]  # neither a Critical nor an Armour
EVERY = [keyword(name) for name in ("snowshoes", "unsnowshoes", "frost-acceleration", "frost-slowing")]
COLD = [keyword("freezing"), *EVERY]
BOTH = ["ap", "mp"]
FREEZING = (keyword("freezing"),)


def markers(stat: str, x: int | dict[str, Any], **keys: Any) -> dict[str, Any]:
    return {"op": "markers", "stat": stat, "x": x, **keys}


def table(drawing: str, units: dict[str, Any], *pack: Part, turn: Any = "hero", release: str = "2.2") -> Table:
    return Table(drawing, units, turn=turn, pack=pack, release=release)


def acted(*do: dict[str, Any], powers: Any = (), foe: dict[str, Any] | None = None, **hero: Any) -> Table:
    """The hero, a mage with powers, has done something to the foe at b1."""
    units = {"hero": mine("mage", **hero), "foe": foe or theirs("fighter")}
    return table("hero foe . .", units, mage(*do, powers=powers)).play("cast act b1")


def struck(victim: Any = (), powers: Any = FREEZING, dice: Any = MISS, **foe: Any) -> Table:
    """The hero strikes the foe for 2."""
    pack = [card("yeti", spells=[spell("strike")], powers=powers), card("target", powers=victim)]
    return table("hero foe", {"hero": mine("yeti"), "foe": theirs("target", **foe)}, *pack).play(
        "cast strike b1", dice=dice
    )


def frozen(played: Table, name: str = "foe") -> tuple[int, ...]:
    """AP and MP markers of a unit, ordinary and frozen."""
    return played.unit(name, "ap_markers", "mp_markers", "frozen_ap_markers", "frozen_mp_markers")


def injuries(played: Table, name: str = "foe") -> tuple[int, int]:
    """All injuries of a unit, and those frozen."""
    return played.unit(name, "injuries", "frozen_injuries")


# ------------------------------------------------------------------------------------------------------ frozen injuries


def test_ruling_r111_attack_spells_of_a_piece_with_freezing_place_frozen_injuries() -> None:
    """In place of ordinary ones, in the number of the damage [KA-2.2 307.20a] [Ruling R111]."""
    played = struck(injuries=1)
    assert injuries(played) == (3, 2)
    assert played.facts("injured") == [{"unit": "foe", "x": 2, "by": "hero"}]
    assert played.facts("frozen") == [{"unit": "foe", "x": 2}]
    assert injuries(struck(powers=(), injuries=1)) == (3, 0)


def test_freezing_does_nothing_to_interior_fire() -> None:
    """It receives ordinary injuries [KA-2.2 307.20a] [KA-2.2 307.19a]."""
    assert injuries(struck([keyword("interior-fire")])) == (2, 0)


def test_ruling_r111_a_frozen_injury_counts_for_the_ko() -> None:
    """Of 8 HP; the piece leaves with none [Ruling R111]."""
    played = struck(injuries=6, frozen_injuries=3)
    assert (played.unit("foe", "ko"), injuries(played)) == (True, (0, 0))


def test_only_damage_of_attack_spells_freezes() -> None:
    """Neither what a power injures, nor the cost of a spell [KA-2.2 307.20a]."""
    hurt = {"op": "injure", "x": 2}
    assert injuries(acted(hurt, powers=COLD)) == (2, 0)
    pay = card("payer", spells=[spell("pay", cost={"injuries": 2})], powers=COLD)
    played = table("hero foe", {"hero": mine("payer"), "foe": theirs("fighter")}, pay).play("cast pay b1", dice=MISS)
    assert (injuries(played, "hero"), injuries(played)) == ((2, 0), (2, 2))


def test_a_release_without_frost_has_no_frozen_injuries() -> None:
    """2.7 keeps the powers and has no rules for them [KA 4.9.18.a]."""
    pack = card("yeti", spells=[spell("strike", do=[markers("mp", -1)])], powers=COLD)
    units = {"hero": mine("yeti"), "foe": theirs("fighter")}
    played = table("hero foe", units, pack, release="2.7").play("cast strike b1", dice=MISS)
    assert (injuries(played), frozen(played), played.state.frozen) == ((2, 0), (0, -1, 0, 0), [])


# -------------------------------------------------------------------------------------------------------------- healing


def healed(*powers: dict[str, Any], by: int = 3, do: Any = (), die: str = "lock", **keys: Any) -> Table:
    """The hero heals the mate at b1 by 3."""
    mend = spell("mend", (0, 3), kind="heal", base=by, do=list(do))
    units = {"hero": mine("nurse"), "mate": mine("fighter", **keys), "foe": theirs("fighter")}
    pack = card("nurse", spells=[mend], powers=powers)
    return table("hero mate foe", units, pack).play("cast mend b1", dice=[die])


def test_ruling_r111_frozen_injuries_are_not_healed_by_others() -> None:
    """Only the ordinary ones are, and the log says why [KA-2.2 307.19a] [Ruling R111]."""
    played = healed(injuries=5, frozen_injuries=4)
    assert injuries(played, "mate") == (4, 4)
    assert played.facts("healed") == [{"unit": "mate", "x": 1, "by": "hero"}]
    assert played.facts("spared") == [{"unit": "mate", "x": 2, "why": "frost"}]


def test_ruling_r111_healing_spells_of_interior_fire_heal_frozen_injuries_first() -> None:
    """As if they were ordinary ones [KA-2.2 307.19a] [Ruling R111]."""
    fire = keyword("interior-fire")
    assert injuries(healed(fire, injuries=5, frozen_injuries=2), "mate") == (2, 0)
    played = healed(fire, injuries=5, frozen_injuries=4)
    assert injuries(played, "mate") == (2, 1)
    assert played.facts("thawed") == [{"unit": "mate", "x": 3}]
    assert played.facts("spared") == []


def test_effects_of_a_healing_spell_of_interior_fire_thaw_as_well() -> None:
    """[KA-2.2 307.19a]"""
    more = [{"op": "heal-injuries", "x": 1}]
    keys = {"injuries": 5, "frozen_injuries": 5}
    assert injuries(healed(keyword("interior-fire"), by=1, do=more, **keys), "mate") == (3, 3)
    assert injuries(healed(by=1, do=more, **keys), "mate") == (5, 5)


def test_interior_fire_thaws_nothing_without_a_healing_spell() -> None:
    """Neither a Special spell nor Steals Health is one [KA-2.2 307.19a]."""
    fire = [keyword("interior-fire")]
    heals = {"op": "heal-injuries", "x": 2}
    foe = theirs("fighter", injuries=3, frozen_injuries=2)
    assert injuries(acted(heals, powers=fire, foe=foe)) == (2, 2)
    bite = card("bat", spells=[spell("bite", do=[{"op": "steal-health"}])], powers=fire)
    units = {"hero": mine("bat", injuries=3, frozen_injuries=2), "foe": theirs("fighter")}
    played = table("hero foe", units, bite).play("cast bite b1", dice=MISS)
    assert injuries(played, "hero") == (2, 2)


# ------------------------------------------------------------------------------------------------------ frozen markers


@pytest.mark.parametrize(
    ("name", "stat", "x"),
    [("snowshoes", "mp", 1), ("unsnowshoes", "mp", -1), ("frost-acceleration", "ap", 1), ("frost-slowing", "ap", -1)],
)
def test_each_frost_power_freezes_markers_of_its_own_kind(name: str, stat: str, x: int) -> None:
    """[KA-2.2 307.21a] [KA-2.2 307.22a] [KA-2.2 307.23a] [KA-2.2 307.24a]"""
    for other, size in (("mp", 1), ("mp", -1), ("ap", 1), ("ap", -1)):
        is_own = (other, size) == (stat, x)
        wanted = [0, 0, 0, 0]
        wanted[(other == "mp") + 2 * is_own] = 2 * size
        played = acted(markers(other, 2 * size), powers=[keyword(name)])
        assert frozen(played) == tuple(wanted)
        assert len(played.facts("frozen-markers")) == is_own


def test_frost_powers_do_nothing_to_interior_fire() -> None:
    """It receives ordinary markers [KA-2.2 307.19a] [KA-2.2 307.21a]."""
    foe = theirs("fighter", powers=["interior-fire"])
    assert frozen(acted(markers("mp", 2), markers("ap", -1), powers=EVERY, foe=foe)) == (-1, 2, 0, 0)


def test_ruling_r111_markers_on_others_than_the_target_are_ordinary() -> None:
    """The caster of "+1 MP" on itself is no target; an aimed-at caster is one [KA-2.2 307.21a]."""
    own = markers("mp", 1, to={"who": "self"})
    assert frozen(acted(own, powers=EVERY), "hero") == (0, 1, 0, 0)
    units = {"hero": mine("mage"), "foe": theirs("fighter")}
    played = table("hero foe", units, mage(own, powers=EVERY)).play("cast act a1")
    assert frozen(played, "hero") == (0, 0, 0, 1)


def test_markers_of_powers_and_range_markers_are_ordinary() -> None:
    """The text speaks of additional effects of spells, and of AP and MP [KA-2.2 307.22a]."""
    assert acted(markers("range", -1), powers=EVERY).unit("foe", "range_markers") == -1
    chill = power("chill", when="inflicts-injuries", do=[markers("mp", -1, to={"who": "subject"})])
    assert frozen(struck(powers=[chill, *EVERY])) == (0, -1, 0, 0)


def test_stolen_markers_are_frozen_on_the_target_and_ordinary_on_the_thief() -> None:
    """Steals 2 AP, with Frost Slowing and Frost Acceleration [KA-2.2 307.24a] [KA-2.2 605.13a]."""
    played = acted({"op": "steal-markers", "stat": "ap", "x": 2}, powers=EVERY)
    assert (frozen(played), frozen(played, "hero")) == ((0, 0, -2, 0), (2, 0, 0, 0))


def test_frozen_and_ordinary_markers_do_not_cancel_each_other() -> None:
    """A frozen +1 AP beside an ordinary -1 AP; two frozen ones cancel [KA-2.2 309.8]."""
    foe = theirs("fighter", ap_markers=-2, frozen_ap_markers=-1)
    assert frozen(acted(markers("ap", 3), powers=EVERY, foe=foe)) == (-2, 0, 2, 0)
    assert frozen(acted(markers("ap", 3), foe=foe)) == (1, 0, -1, 0)


def test_frozen_and_ordinary_minus_markers_share_the_max() -> None:
    """3 MP MAX: with 2 ordinary ones there is room for 1 frozen one, and the reverse [KA-2.2 309.8]."""
    assert frozen(acted(markers("mp", -3), powers=EVERY, foe=theirs("fighter", mp_markers=-2))) == (0, -2, 0, -1)
    assert frozen(acted(markers("mp", -3), foe=theirs("fighter", frozen_mp_markers=-2))) == (0, -1, 0, -2)
    assert frozen(acted(markers("mp", -5), foe=theirs("fighter", mp_markers=1, frozen_mp_markers=3))) == (0, -3, 0, 3)


def test_ruling_r111_frozen_markers_count_when_gauges_fill_and_are_discarded() -> None:
    """6 AP - 1 + 3 frozen, 3 MP + 1 - 2 frozen [KA-2.2 309.8] [KA-2.2 309.4] [Ruling R111]."""
    keys = {"ap_markers": -1, "frozen_ap_markers": 3, "mp_markers": 1, "frozen_mp_markers": -2}
    units = {"hero": mine("fighter", **keys), "foe": theirs("fighter", frozen_mp_markers=1)}
    played = table("hero . foe", units, turn={"player": "p1", "phase": "tension"})
    played.play(dice=["lock", "dodge"], answers=["done"])
    assert played.unit("hero", "ap", "mp") == (8, 2)
    assert (frozen(played, "hero"), frozen(played)) == ((0, 0, 0, 0), (0, 0, 0, 1))


def test_a_frozen_plus_marker_is_a_gained_ap_marker() -> None:
    """What watches for +1 AP markers sees it [Ruling R111]."""
    glad = card("glad", powers=[power("glad", when="unit-gains-ap-marker", do=[markers("mp", 1, to={"who": "self"})])])
    pack = [mage(markers("ap", 1), powers=EVERY), glad]
    played = table("hero mate foe", {"hero": mine("mage"), "mate": mine("glad"), "foe": theirs("fighter")}, *pack)
    assert frozen(played.play("cast act b1"), "mate") == (0, 1, 1, 0)


def test_unfazed_keeps_frozen_markers_away() -> None:
    """[KA-2.2 307.18a] [KA-2.2 307.22a]"""
    assert frozen(acted(markers("mp", -1), powers=EVERY, foe=theirs("fighter", powers=["unfazed"]))) == (0, 0, 0, 0)


def test_a_piece_without_a_gauge_receives_no_frozen_marker() -> None:
    """[KA-2.2 309.5] [KA-2.2 309.8]"""
    stump = summon("stump", category="mechanism", mp="-", ap="-", hp=3)
    units = {"hero": mine("mage"), "stump": theirs("stump"), "foe": theirs("fighter")}
    played = table("hero stump foe", units, mage(markers("ap", 1), powers=EVERY), stump).play("cast act b1")
    assert frozen(played, "stump") == (0, 0, 0, 0)


# ---------------------------------------------------------------------------------- what handles markers that are there


def test_ruling_r111_effects_that_remove_or_invert_markers_leave_frozen_ones() -> None:
    """A frozen marker is eliminated by its opposite alone [KA-2.2 309.8] [Ruling R111]."""
    foe = theirs("fighter", ap_markers=2, frozen_ap_markers=2, mp_markers=-1, frozen_mp_markers=-1)
    assert frozen(acted({"op": "remove-markers"}, foe=foe)) == (0, 0, 2, -1)
    assert frozen(acted({"op": "invert-markers"}, foe=foe)) == (-2, 1, 2, -1)


def test_inverted_markers_of_a_frosty_caster_are_placed_frozen() -> None:
    """A -1 MP taken away, a frozen +1 MP placed [KA-2.2 307.21a]."""
    assert frozen(acted({"op": "invert-markers"}, powers=EVERY, foe=theirs("fighter", mp_markers=-1))) == (0, 0, 0, 1)


def test_ruling_r111_doubled_markers_are_doubled_each_as_they_are() -> None:
    """Frozen for frozen, within the MAX of both [KA-2.2 309.8] [Ruling R111]."""
    foe = theirs("fighter", ap_markers=-1, frozen_ap_markers=2, mp_markers=-1, frozen_mp_markers=-1)
    assert frozen(acted({"op": "double-markers", "stats": BOTH}, foe=foe)) == (-2, -2, 4, -1)


def test_ruling_r111_exchanged_markers_stay_frozen_but_on_interior_fire() -> None:
    """Both kinds change hands; Interior Fire receives ordinary ones [KA-2.2 605.20a] [KA-2.2 307.19a] [Ruling R111]."""
    foe = theirs("fighter", ap_markers=1, frozen_ap_markers=-2)
    exchange = {"op": "exchange-markers", "stats": BOTH}
    played = acted(exchange, foe=foe, frozen_mp_markers=2)
    assert (frozen(played, "hero"), frozen(played)) == ((1, 0, -2, 0), (0, 0, 0, 2))
    played = acted(exchange, powers=[keyword("interior-fire")], foe=foe, mp_markers=-1)
    assert (frozen(played, "hero"), frozen(played)) == ((-1, 0, 0, 0), (0, -1, 0, 0))


def test_a_unit_on_interior_fire_gives_its_own_frozen_markers_away() -> None:
    """What it had before the fire came goes; what it gets is ordinary [KA-2.2 307.19a] [KA-2.2 605.20a]."""
    exchange = {"op": "exchange-markers", "stats": BOTH}
    foe = theirs("fighter", frozen_mp_markers=1)
    played = acted(exchange, powers=[keyword("interior-fire")], foe=foe, frozen_mp_markers=-1)
    assert (frozen(played, "hero"), frozen(played)) == ((0, 1, 0, 0), (0, 0, 0, -1))


def test_ruling_r111_exchanged_injuries_stay_frozen_but_on_interior_fire() -> None:
    """[KA-2.2 308.6] [KA-2.2 307.19a] [Ruling R111]"""
    foe = theirs("fighter", injuries=5, frozen_injuries=4)
    played = acted({"op": "exchange-injuries"}, foe=foe, injuries=2, frozen_injuries=1)
    assert (injuries(played, "hero"), injuries(played)) == ((5, 4), (2, 1))
    played = acted({"op": "exchange-injuries"}, foe=foe, powers=[keyword("interior-fire")], injuries=2)
    assert (injuries(played, "hero"), injuries(played)) == ((5, 0), (2, 0))


def test_an_exchange_leaves_no_more_frozen_injuries_than_injuries() -> None:
    """The excess goes back, and who has as many as its HP is KO'd [KA-2.2 308.7] [Ruling R95]."""
    units = {"hero": mine("mage", injuries=6, frozen_injuries=6), "foe": theirs("villager")}
    played = table("hero foe . .", units, mage({"op": "exchange-injuries"})).play("cast act b1")
    assert (played.unit("foe", "ko"), injuries(played), injuries(played, "hero")) == (True, (0, 0), (0, 0))


def test_ruling_r111_texts_that_count_markers_and_injuries_count_frozen_ones() -> None:
    """+1 markers of both kinds, and all injuries [Ruling R111]."""
    foe = theirs("fighter", injuries=3, frozen_injuries=2, ap_markers=-1, frozen_ap_markers=2)
    per_marker: dict[str, Any] = {"per": "markers", "stats": ["ap"], "of": {"who": "targets"}}
    assert frozen(acted(markers("mp", per_marker), foe=foe)) == (-1, 2, 2, 0)
    has = {"op": "if", "that": {"is": "has-markers", "stat": "ap", "sign": 1, "of": {"who": "main"}}}
    assert frozen(acted({**has, "then": [markers("mp", 1)]}, foe=foe)) == (-1, 1, 2, 0)
    without = {"who": "targets", "without_markers": "ap"}
    assert frozen(acted(markers("mp", 1, to=without), foe=foe)) == (-1, 0, 2, 0)
    cold = theirs("fighter", injuries=3, frozen_injuries=2, range_markers=1)
    assert acted(markers("mp", {**per_marker, "stats": ["range"]}), foe=cold).unit("foe", "mp_markers") == 1
    hurt = {"op": "if", "that": {"is": "injuries", "min": 3, "of": {"who": "main"}}, "then": [markers("mp", 1)]}
    assert frozen(acted(hurt, foe=foe)) == (-1, 1, 2, 0)


def test_a_replaced_piece_keeps_what_is_frozen_within_its_new_max() -> None:
    """Ordinary -1 markers go back first, then frozen ones; those of a dash all [KA-2.2 605.19a] [Ruling R95]."""
    keys = {"mp_markers": -1, "frozen_mp_markers": -2, "frozen_ap_markers": 3}
    pack = [mage({"op": "replace", "card": "slow"}), card("slow", mp=1, ap="-")]
    units = {"hero": mine("mage", **keys), "foe": theirs("fighter")}
    played = table("hero foe", units, *pack).play("cast act a1")
    assert frozen(played, "hero") == (0, 0, 0, -1)
    assert played.facts("frozen-returned") == [
        {"unit": "hero", "stat": "ap", "x": 3},
        {"unit": "hero", "stat": "mp", "x": -1},
    ]


def test_hp_that_end_take_frozen_injuries_with_them() -> None:
    """No more frozen injuries than injuries [KA-2.2 308.7]."""
    tonic = reward("tonic", kind="buff", holds=[{"give": [{"op": "stat-bonus", "stat": "hp", "x": 3}]}])
    keys = {"injuries": 9, "frozen_injuries": 9, "rewards": [{"id": "tonic", "face": "up"}]}
    units = {"hero": mine("fighter", **keys), "mate": mine("villager"), "foe": theirs("fighter")}
    played = table("hero mate foe", units, tonic, turn={"player": "p1", "phase": "tension"})
    played.play(dice=["lock", "dodge"], answers=["done"])
    assert (played.unit("hero", "ko"), injuries(played, "hero"), played.state.frozen) == (True, (0, 0), [])


# ------------------------------------------------------------------------------------------------ kept, saved and shown

KEPT = {"injuries": 3, "frozen_injuries": 2, "frozen_ap_markers": -1, "frozen_mp_markers": 2}


def test_a_frozen_position_is_copied_saved_and_read_again() -> None:
    """[KA-2.2 309.8]"""
    units = {"hero": mine("bill-tell"), "foe": theirs("oscar-kass", **KEPT)}
    state = table("hero foe", units).state
    copy = state.copy()
    copy.set_frozen(1, 0, 0)
    assert state.frozen_of(1, 0) == -1
    document = json.loads(json.dumps(to_document(state)))
    foe = document["unit"][1]
    assert {key: foe[key] for key in KEPT} == KEPT
    assert GAME.from_document(document).to_data() == state.to_data()
    assert "frozen" in state.to_data()
    assert "frozen" not in table("hero foe", {"hero": mine("fighter"), "foe": theirs("fighter")}).state.to_data()


@pytest.mark.parametrize(
    ("keys", "release", "message"),
    [
        ({"frozen_injuries": 2, "injuries": 1}, "2.2", "from 0 to 1"),
        ({"frozen_ap_markers": 1}, "2.7", "release 2.7 has no frozen_ap_markers"),
        ({"frozen_mp_markers": 41}, "2.2", "from -40 to 40"),
    ],
)
def test_a_document_with_impossible_frost_is_refused(keys: dict[str, int], release: str, message: str) -> None:
    with pytest.raises(DocumentError, match=message):
        table("hero foe", {"hero": mine("fighter"), "foe": theirs("fighter", **keys)}, release=release)


def test_both_players_see_what_is_frozen_and_the_drawing_tells_it() -> None:
    """Markers lie open on the cards [KA-2.2 309.8]."""
    state = table("hero foe", {"hero": mine("fighter"), "foe": theirs("fighter", **KEPT)}).state
    for seat in (0, 1):
        unit = GAME.view(state, seat).units[1]
        assert [getattr(unit, key) for key in KEPT] == list(KEPT.values())
    assert "-1 frozen AP, +2 frozen MP, +2 frozen injuries" in GAME.draw(state)
