"""Rulings on the words that effects use for pieces."""

from tests.krosmaster.playing import Table, card, mine, spell, summon, theirs


def mark(**who: object) -> list[dict[str, object]]:
    """A range marker on everybody selected, which any unit may receive."""
    return [{"op": "markers", "stat": "range", "x": 1, "to": who}]


def test_ruling_r84_a_type_means_every_unit_in_play_that_has_it() -> None:
    """A type or name reaches Krosmasters and summons of both sides, all versions [KA 4.18.9] [Ruling R84]."""
    speaker = card(
        "speaker",
        spells=[
            spell("flock", "personal", kind="special", cost={"ap": 1}, do=mark(who="units", type="woolly")),
            spell("name", "personal", kind="special", cost={"ap": 1}, do=mark(who="units", type="rex")),
        ],
    )
    pack = [
        speaker,
        card("ram", types=["woolly"]),
        summon("lamb", family="woolly"),
        card("rex-young", hero="rex"),
        card("rex-king", hero="rex"),
    ]
    units = {
        "hero": mine("speaker"),
        "ram": theirs("ram"),
        "lamb": mine("lamb"),
        "young": mine("rex-young"),
        "king": theirs("rex-king"),
        "absent": theirs("ram"),
    }
    table = Table("hero ram lamb young king", units, turn="hero", pack=pack)
    table.play("cast flock a1")
    assert [fact["unit"] for fact in table.facts("markers")] == ["ram", "lamb"]
    table.play("cast name a1")
    assert [fact["unit"] for fact in table.facts("markers")] == ["young", "king"]


def test_ruling_r84_its_own_name_means_that_very_piece() -> None:
    """A text that names its owner leaves the other copy of the card alone [KA 4.18.7] [Ruling R84]."""
    twin = card("twin", spells=[spell("vow", "personal", kind="special", do=mark(who="self"))])
    table = Table("one other", {"one": mine("twin"), "other": mine("twin")}, turn="one", pack=[twin])
    table.play("cast vow a1")
    assert [fact["unit"] for fact in table.facts("markers")] == ["one"]


def test_ruling_r85_ally_and_allied_unit_mean_the_same() -> None:
    """Both mean every unit of the team, mechanisms and its owner too; "other" leaves out the owner.

    [KA 4.4.3] [Ruling R85]
    """
    leader = card(
        "leader",
        spells=[
            spell("rally", "personal", kind="special", cost={"ap": 1}, do=mark(who="units", side="ally")),
            spell("hail", "personal", kind="special", cost={"ap": 1}, do=mark(who="units", side="ally", other=True)),
        ],
    )
    units = {
        "hero": mine("leader"),
        "mate": mine("fighter"),
        "imp": mine("imp"),
        "petard": mine("petard"),
        "snare": mine("snare", at="e1"),
        "foe": theirs("fighter"),
        "enemy-imp": theirs("imp"),
    }
    table = Table("hero mate imp petard . foe enemy-imp", units, turn="hero", pack=[leader])
    table.play("cast rally a1")
    assert [fact["unit"] for fact in table.facts("markers")] == ["hero", "mate", "imp", "petard", "snare"]
    table.play("cast hail a1")
    assert [fact["unit"] for fact in table.facts("markers")] == ["mate", "imp", "petard", "snare"]


DULL = ["lock", "lock"]


def test_ruling_r120_an_opponent_is_every_opposing_unit() -> None:
    """The Mopy King changes places with a mechanism, Jason Nik tires the Mobs and mechanisms beside him too.

    [KA 4.3.5] [KA 4.18.2.d] [Ruling R120]
    """
    tower = summon("tower", category="mechanism", mp="-", ap=3, hp=5)
    units = {"king": mine("mopy-king"), "tower": theirs("tower", summoner="foe"), "foe": theirs("fighter")}
    table = Table("king . tower foe", units, turn="king", pack=[tower]).play("cast the-hideous-tower c1", dice=DULL)
    assert (table.unit("king", "at"), table.unit("tower", "at")) == ("c1", "a1")
    units = {
        "jason": mine("jason-nik"),
        "imp": theirs("imp", summoner="foe"),
        "tower": theirs("tower", summoner="foe"),
        "foe": theirs("fighter"),
    }
    field = """
        .   imp   .
        foe jason tower
        """
    table = Table(field, units, turn="foe", pack=[tower]).play("cast strike b1", dice=["lock"] * 2)
    assert {fact["unit"] for fact in table.facts("markers")} == {"imp", "foe", "tower"}


def test_ruling_r120_spells_of_adjacent_opponents_cost_more_for_summons_too() -> None:
    """Arno Kelse in the opponent's territory: the imp beside him needs 4 AP and has 3 [KA 4.8.1] [Ruling R120]."""
    field = "\n".join(["imp arno .", *[". . ."] * 10, "boss . foe"])
    units = {
        "arno": mine("arno-kelse"),
        "imp": theirs("imp", summoner="foe"),
        "boss": mine("fighter"),
        "foe": theirs("fighter"),
    }
    table = Table(field, units, turn="imp")
    assert table.refused("cast scratch b12").clauses == ("7.1.4.a",)


def test_ruling_r120_a_unit_without_hp_does_not_lack_injuries() -> None:
    """Ko-Fang hits an unhurt Bomb 2 harder, and a Trap under a hurt character changes nothing [Ruling R120]."""
    tower = summon("tower", category="mechanism", mp="-", ap=3, hp=5)
    for foe, injuries, x in (("tower", 0, 3), ("tower", 1, 1), ("fighter", 1, 1)):
        units = {
            "fang": mine("ko-fang-the-white"),
            "other": theirs("fighter"),
            "foe": theirs(foe, injuries=injuries),
            "snare": theirs("snare", at="c1", summoner="other"),
        }
        table = Table("fang . foe . other", units, turn="fang", pack=[tower])
        assert table.play("cast smithereens c1", dice=DULL).unit("foe", "injuries") == injuries + x
