"""Effects about one chosen unit, chosen effects, improved spells and replaced cards."""

from typing import Any

from tests.krosmaster.casting import ANYWHERE, mage, marker
from tests.krosmaster.playing import Part, Table, card, keyword, mine, power, spell, theirs

SUBJECT = {"who": "subject"}


def test_several_effects_are_about_the_one_unit_chosen() -> None:
    """One choice, then every effect inside acts on that unit [KA 4.18.3.e]."""
    effect: dict[str, Any] = {
        "op": "with",
        "to": {"who": "units", "side": "enemy", "adjacent_to": "self", "choose": True},
        "do": [
            {"op": "place", "to": SUBJECT},
            {
                "op": "if",
                "that": {"is": "displaced"},
                "then": [{"op": "injure", "x": 1, "to": SUBJECT}],
            },
            marker({"who": "units", "adjacent_to": "subject"}),
        ],
    }
    rock = card("rock", powers=[keyword("unfazed")])
    units = {"hero": mine("mage"), "foe": theirs("fighter"), "rock": theirs("rock"), "pal": mine("fighter")}
    table = Table("foe hero rock . . pal", units, turn="hero", pack=[mage(effect), rock]).play("cast act e1")
    assert sorted(table.options()) == ["choose foe", "choose rock"]
    chosen = table.again().play("choose foe")
    assert chosen.unit("foe", "at", "injuries") == ("e1", 1)
    assert [fact["unit"] for fact in chosen.facts("markers")] == ["pal"]
    unmoved = table.play("choose rock")  # Unfazed: it may be chosen and stays where it is [KA 4.9.17.a]
    assert unmoved.unit("rock", "at", "injuries") == ("c1", 0)
    assert [fact["unit"] for fact in unmoved.facts("markers")] == ["hero"]


def test_without_a_choice_the_effects_happen_for_each_unit_and_the_subject_is_then_as_before() -> None:
    """For each unit selected, in the order they came into the game; the event's own unit comes back after it."""
    counter = power(
        "grudge",
        when="suffers-injuries",
        do=[
            {"op": "with", "to": {"who": "units", "kind": "summon"}, "do": [marker(SUBJECT, stat="ap")]},
            marker(SUBJECT, x=2),
        ],
    )
    units = {
        "hero": mine("fighter"),
        "foe": theirs("grump"),
        "imp": theirs("imp", summoner="foe"),
        "imp-2": theirs("imp", summoner="foe"),
    }
    table = Table("hero foe imp imp-2", units, turn="hero", pack=[card("grump", powers=[counter])])
    table.play("cast strike b1", dice=["lock", "lock"])
    found = [(fact["unit"], fact["stat"], fact["x"]) for fact in table.facts("markers")]
    assert found == [("imp", "ap", 1), ("imp-2", "ap", 1), ("hero", "mp", 2)]


def options_of(n: int) -> dict[str, Any]:
    """Three effects on the main target to choose from."""
    main = {"who": "main"}
    return {
        "op": "choose",
        "n": n,
        "options": [[marker(main, stat="ap")], [marker(main)], [{"op": "injure", "x": 1, "to": main}]],
    }


UNITS = {"hero": mine("mage"), "foe": theirs("fighter")}


def test_one_of_several_effects_is_chosen() -> None:
    """Only the effect chosen happens; other numbers are refused [KA 4.18.3.e]."""
    table = Table("hero foe", UNITS, turn="hero", pack=[mage(options_of(1))]).play("cast act b1")
    assert table.options() == ["choose 1", "choose 2", "choose 3"]
    assert table.refused("choose 4").kind == "not-an-option"
    first = table.again().play("choose 1")
    assert first.unit("foe", "ap_markers", "mp_markers", "injuries") == (1, 0, 0)
    third = table.play("choose 3")
    assert third.unit("foe", "ap_markers", "mp_markers", "injuries") == (0, 0, 1)


def test_several_effects_chosen_are_different_and_happen_in_the_order_chosen() -> None:
    """An effect cannot be chosen twice [KA 4.18.3.e]."""
    table = Table("hero foe", UNITS, turn="hero", pack=[mage(options_of(2))]).play("cast act b1").play("choose 3")
    assert table.options() == ["choose 1", "choose 2"]
    assert table.refused("choose 3").facts == {"chosen": [3]}
    table.play("choose 2")
    assert table.events == ["injured", "markers"]
    assert table.unit("foe", "ap_markers", "mp_markers", "injuries") == (0, 1, 1)


def test_a_spell_is_improved_until_the_end_of_the_turn() -> None:
    """The spell named does more from now on, another one does not, and the next turn not either [KA 4.18.3.d]."""
    improve = {"op": "improve-spell", "spell": "jab", "do": [{"op": "push-back", "x": 1}]}
    jab = spell("jab", range=ANYWHERE, base=0, cost={"ap": 1})
    poke = spell("poke", range=ANYWHERE, base=0, cost={"ap": 1})
    sage = card("sage", spells=[*mage(improve)[1]["spell"], jab, poke], hp=20)
    units = {"hero": mine("sage"), "foe": theirs("fighter")}
    table = Table("hero foe . . . . .", units, turn="hero", pack=[sage])
    table.play("cast jab b1", dice=["lock", "lock"])
    assert table.unit("foe", "at") == "b1"
    table.play("cast act a1").play("cast jab b1", dice=["lock", "lock"])
    assert table.unit("foe", "at") == "c1"
    table.play("cast poke c1", dice=["lock", "lock"])
    assert table.unit("foe", "at") == "c1"
    table.play("end", dice=["lock", "armour"], answers=["keep", "done"])
    table.play("end", dice=["lock", "armour"], answers=["keep", "done"])
    table.play("cast jab c1", dice=["lock", "lock"])
    assert table.unit("foe", "at") == "c1"


def forms(*, optional: bool = False, others: tuple[str, ...] = ()) -> list[Part]:
    """A mage that may become `ogre` (12 HP) or one of the others."""
    change = {"op": "replace", "card": "ogre", "others": list(others), "optional": optional}
    return [mage(change), card("ogre", hp=12, level=5), card("dwarf", hp=2, level=2)]


def test_the_only_other_card_takes_the_place_without_a_question() -> None:
    """Cell, injuries and markers stay with the new card [KA 7.5.19.a]."""
    units = {"hero": mine("mage", injuries=3, mp_markers=1), "foe": theirs("fighter")}
    table = Table("hero foe", units, turn="hero", pack=forms()).play("cast act a1")
    assert table.unit("hero", "card", "at", "injuries", "mp_markers", "level") == ("ogre", "a1", 3, 1, 5)


def test_the_player_chooses_among_several_cards() -> None:
    """One of the cards named; with too many injuries for it the piece is KO'd [KA 7.5.19.a] [Ruling R95]."""
    units = {"hero": mine("mage", injuries=3), "pal": mine("fighter"), "foe": theirs("fighter")}
    table = Table("hero foe pal", units, turn="hero", pack=forms(others=("dwarf",))).play("cast act a1")
    assert table.options() == ["choose 1", "choose 2"]
    assert table.again().play("choose 1").unit("hero", "card") == "ogre"
    assert table.play("choose 2").unit("hero", "at") == ""


def test_a_card_that_may_be_replaced_may_also_stay() -> None:
    """`none` leaves it as it is, where the text says may [KA 4.18.3.e]."""
    units = {"hero": mine("mage"), "foe": theirs("fighter")}
    table = Table("hero foe", units, turn="hero", pack=forms(optional=True)).play("cast act a1")
    assert table.options() == ["choose 1", "choose none"]
    assert table.again().play("choose none").unit("hero", "card") == "mage"
    assert table.play("choose 1").unit("hero", "card") == "ogre"


def test_where_no_card_is_left_to_become_nothing_is_asked() -> None:
    """Replaced once, the effect has no other card to offer, may it or must it [KA 7.5.19.a] [KA 4.18.3.e]."""
    change = {"op": "replace", "card": "ogre", "optional": True}
    pack = [mage(change, change), card("ogre", hp=12, level=5)]
    units = {"hero": mine("mage"), "foe": theirs("fighter")}
    table = Table("hero foe", units, turn="hero", pack=pack).play("cast act a1")
    assert table.options() == ["choose 1", "choose none"]
    table.play("choose 1")
    assert (table.asked, table.unit("hero", "card")) == ("p1 activation", "ogre")
