"""Rulings on summoning."""

from typing import Any

from esquive.krosmaster.cards.catalogue import catalogue
from tests.krosmaster.playing import Table, card, mine, spell, summon, theirs

NEAR = {"kind": "no-line-of-sight", "min": 1, "max": 9}


def caller(slug: str, control: int | None, **keys: Any) -> dict[str, Any]:
    """A Special spell of 1 AP that summons an imp, with a control value or without."""
    number = {} if control is None else {"summons": control}
    call = {"op": "summon", "summon": "imp"}
    return spell(slug, range=NEAR, **{"kind": "special", "cost": {"ap": 1}, "do": [call], **number, **keys})


CONJURER = card("conjurer", spells=[caller("call", 3), caller("open-call", None)])


def test_ruling_r81_all_summons_of_the_team_count_against_the_control_value() -> None:
    """Bombs, Traps and a partner's Mobs count, floor pieces too; the opponent's do not [KA 4.19.9.c] [Ruling R81]."""
    units = {
        "hero": mine("conjurer"),
        "mate": mine("fighter"),
        "petard": mine("petard", summoner="mate"),
        "snare": mine("snare", at="a2", summoner="hero"),
        "enemy-imp": theirs("imp", summoner="foe"),
        "foe": theirs("fighter"),
    }
    field = """
        .    .      .         .
        hero petard enemy-imp foe
        mate .      .         .
        """
    table = Table(field, units, turn="hero", pack=[CONJURER])
    table.play("cast call a3")
    assert [fact["cell"] for fact in table.facts("summoned")] == ["a3"]
    assert table.play("cast call b3").facts("summoned") == []  # petard, snare and the imp make three
    table.play("cast open-call c3")  # without a number: no limit
    assert len(table.facts("summoned")) == 1
    less = Table(field, {**units, "snare": mine("snare", summoner="hero")}, turn="hero", pack=[CONJURER])
    less.play("cast open-call a3")  # it is counted all the same: petard and this one
    assert len(less.play("cast call b3").facts("summoned")) == 1
    assert less.play("cast call c3").facts("summoned") == []


def test_ruling_r82_a_summoning_spell_may_be_cast_without_room() -> None:
    """On an occupied cell, or at the limit, nothing comes and the rest of the spell works.

    [KA 4.19.9.c] [Ruling R82]
    """
    plunge = caller("plunge", 1, kind="attack", element="air", base=2)
    units = {"hero": mine("diver"), "foe": theirs("fighter")}
    table = Table("hero foe . .", units, turn="hero", pack=[card("diver", spells=[plunge])])
    table.play("cast plunge b1", dice=["lock", "lock"])
    assert (table.facts("summoned"), table.unit("foe", "injuries"), table.unit("hero", "ap")) == ([], 2, 5)
    assert len(table.play("cast plunge c1", dice=["lock"]).facts("summoned")) == 1
    table.play("cast plunge b1", dice=["lock", "lock"])  # the one allowed is in play
    assert (table.facts("summoned"), table.unit("foe", "injuries")) == ([], 4)


def test_ruling_r83_families_of_summons_are_types() -> None:
    """Bubotron and Granduk are both Sinistros for a text that says so [KA 4.19.2.d] [Ruling R83]."""
    tamer = card(
        "tamer",
        spells=[
            spell(
                "whistle",
                "personal",
                kind="special",
                do=[{"op": "markers", "stat": "range", "x": 1, "to": {"who": "units", "type": "sinistro"}}],
            )
        ],
    )
    units = {
        "hero": mine("tamer"),
        "bubotron": mine("bubotron"),
        "granduk": theirs("granduk"),
        "imp": mine("imp"),
    }
    pack = [tamer, summon("granduk", family="sinistro")]
    table = Table("hero bubotron granduk imp", units, turn="hero", pack=pack)
    table.play("cast whistle a1")
    assert [fact["unit"] for fact in table.facts("markers")] == ["bubotron", "granduk"]


def test_ruling_r83_one_id_for_each_summon_with_its_names() -> None:
    """Grenado is the French Tornabombe, a Bomb like the two others [KA 4.19.2.a] [Ruling R83]."""
    summons = catalogue().summons
    assert summons["grenado"].name["fr"] == "Tornabombe"
    assert {slug for slug, token in summons.items() if token.family == "bomb"} == {"water-bomb", "grenado", "firebomb"}


FIELD = """
    .    foe  .    .
    .    .    .    .
    hero .    wall .
    """
LEGION = card("legion", spells=[caller("legion", 2, area="cross"), caller("ring", 2, do=[
    {"op": "summon", "summon": "imp", "where": "around-self"}
])])  # fmt: skip


def legion(**units: Any) -> Table:
    """A Cross round b2 holds the foe on b3 and four free cells: a2, b1, b2 and c2."""
    standing = {"hero": mine("legion"), "wall": theirs("villager"), "foe": theirs("fighter"), **units}
    return Table(FIELD, standing, turn="hero", pack=[LEGION])


def test_ruling_r119_the_player_chooses_the_cells_that_the_control_value_allows() -> None:
    """Two summons for four free cells: each is put where the player says [KA 4.19.9.c] [KA 1.7.1] [Ruling R119]."""
    table = legion().play("cast legion b2")
    assert table.asked == "p1 choice"
    table.play(answers=["choose c2", "choose a2"])
    assert [fact["cell"] for fact in table.facts("summoned")] == ["c2", "a2"]
    assert table.asked == "p1 activation"
    ringed = legion(imp=mine("imp", summoner="hero", at="d3")).play("cast ring d1", answers=["choose b1"])
    assert [fact["cell"] for fact in ringed.facts("summoned")] == ["b1"]


def test_ruling_r119_cells_where_nobody_can_come_are_not_offered() -> None:
    """Neither a cell that is taken nor one outside the area [KA 4.19.1.a] [KA 4.19.1.b] [Ruling R119]."""
    table = legion(snare=theirs("snare", summoner="foe", at="c2")).play("cast legion b2")
    assert set(table.options()) == {"choose b2", "choose a2", "choose b1"}
    assert table.refused("choose c2").clauses == ("4.19.9.c", "1.7.1")
    assert table.refused("choose b3").kind == "not-an-option"
    table.play("choose b1")
    assert set(table.options()) == {"choose b2", "choose a2"}


def test_ruling_r119_with_room_for_all_summons_of_an_area_nothing_is_asked() -> None:
    """Two cells for two summons, and none at the control value [KA 4.19.9.b] [KA 4.19.9.d] [Ruling R119]."""
    table = legion().play("cast ring d1")
    assert {fact["cell"] for fact in table.facts("summoned")} == {"a2", "b1"}
    assert table.play("cast legion b3").facts("summoned") == []
