"""Effects on standby: what they are about, which of them stay, and which are gone before anybody is asked."""

from typing import Any

import pytest

from tests.krosmaster.casting import ANYWHERE, mage, marker
from tests.krosmaster.playing import Part, Table, card, keyword, mine, power, spell, summon, theirs

SELF = {"who": "self"}
SUBJECT = {"who": "subject"}
DULL = ["lock", "lock"]
NEVER = {"is": "first-turn"}  # the first turns are over in these positions
ALWAYS = {"is": "not", "that": NEVER}
HAS_AP = {"is": "has-markers", "stat": "ap"}
GAIN = marker(SELF, stat="ap")
MORE = marker(SELF)


def no(that: dict[str, Any]) -> dict[str, Any]:
    """The condition that another one does not hold."""
    return {"is": "not", "that": that}


def both(*of: dict[str, Any]) -> dict[str, Any]:
    """The condition that several hold."""
    return {"is": "all", "of": list(of)}


# ------------------------------------------------------------------------------------------------ what they are about


@pytest.mark.parametrize(("before", "gained"), [(0, 0), (1, 1)])
def test_the_condition_of_a_power_may_be_about_the_unit_of_the_event(before: int, gained: int) -> None:
    """It looks at the unit that was injured, not at the owner, once the spell is resolved [KA 4.18.2] [KA 7.2.9.b]."""
    hurt = {"is": "injuries", "min": 3, "of": SUBJECT}
    cruel = card(
        "cruel", spells=[spell("strike")], powers=[power("joy", when="inflicts-injuries", that=hurt, do=[GAIN])]
    )
    units = {"hero": mine("cruel"), "foe": theirs("fighter", injuries=before)}
    table = Table("hero foe", units, turn="hero", pack=[cruel]).play("cast strike b1", dice=DULL)
    assert (table.unit("foe", "injuries"), table.unit("hero", "ap_markers")) == (before + 2, gained)


def test_a_power_that_names_nobody_acts_on_the_unit_of_the_event_or_else_on_its_owner() -> None:
    """Being hurt is about whoever did it, casting is about nobody else [KA 4.18.2] [KA 4.18.3]."""
    slow = {"op": "markers", "stat": "mp", "x": -1}
    glue = card("glue", powers=[power("glue", when="suffers-injuries", do=[slow])])
    weary = card("weary", spells=[spell("strike")], powers=[power("weary", when="casts", do=[slow])])
    units = {"hero": mine("fighter"), "foe": theirs("glue")}
    table = Table("hero foe", units, turn="hero", pack=[glue]).play("cast strike b1", dice=DULL)
    assert (table.unit("hero", "mp_markers"), table.unit("foe", "mp_markers")) == (-1, 0)
    units = {"hero": mine("weary"), "foe": theirs("fighter")}
    table = Table("hero foe", units, turn="hero", pack=[weary]).play("cast strike b1", dice=DULL)
    assert (table.unit("hero", "mp_markers"), table.unit("foe", "mp_markers")) == (-1, 0)


def test_a_unit_that_leaves_its_cell_by_a_power_may_leave_a_summon_there() -> None:
    """The cell of a power is the one its owner stood on as it began, free once the owner has gone [KA 4.19.1.a]."""
    hop = {"op": "place", "where": "next-to-subject"}
    decoy = card("decoy", powers=[power("decoy", when="suffers-injuries", do=[hop, {"op": "summon", "summon": "imp"}])])
    units = {"hero": mine("fighter"), "foe": theirs("decoy")}
    table = Table(". hero . . foe", units, turn="hero", pack=[decoy])
    table.play("cast arrow e1", dice=DULL).play("choose a1")
    assert (table.unit("foe", "at"), table.unit("imp", "at")) == ("a1", "e1")


# ------------------------------------------------------------------------------------------------ which of them stay


def watched(that: dict[str, Any]) -> Table:
    """The third unit of the match is struck: `second` asks for something, `first` gives it an AP marker."""
    second = power("second", when="suffers-injuries", that=that, do=[MORE])
    first = power("first", when="suffers-injuries", do=[GAIN])
    units = {"pal": mine("fighter"), "hero": mine("fighter"), "foe": theirs("proud")}
    table = Table("pal hero foe", units, turn="hero", pack=[card("proud", powers=[second, first])])
    return table.play("cast strike c1", dice=DULL)


@pytest.mark.parametrize(
    "that",
    [HAS_AP, no(no(HAS_AP)), both(ALWAYS, HAS_AP), {"is": "any", "of": [NEVER, HAS_AP]}],
)
def test_an_effect_stays_whose_condition_another_one_may_bring_about(that: dict[str, Any]) -> None:
    """Whoever's it is, and if only a part of the condition can still come true [KA 7.2.9.a] [KA 7.2.9.b]."""
    table = watched(that)
    assert (table.asked, table.options()) == ("p1 standby", ["resolve 1", "resolve 2"])
    table.play("resolve 2")
    assert (table.unit("foe", "ap_markers", "mp_markers"), table.facts("dropped")) == ((1, 1), [])


@pytest.mark.parametrize(
    "that",
    [
        NEVER,
        no(ALWAYS),
        {"is": "turn"},
        {"is": "prosecution", "x": 1},
        both(ALWAYS, NEVER),
        {"is": "any", "of": [NEVER, {"is": "turn"}]},
    ],
)
def test_an_effect_is_gone_at_once_whose_condition_nothing_can_bring_about(that: dict[str, Any]) -> None:
    """Turns and teams stay as they are while effects wait: nobody is asked for an order [KA 7.2.9.b]."""
    table = watched(that)
    assert table.asked == "p1 activation"
    assert (table.unit("foe", "ap_markers", "mp_markers"), table.facts("dropped")) == ((1, 0), [{"unit": "foe"}])


def robber(*more: dict[str, Any]) -> Part:
    """The card `robber`: whoever it injures has no powers for the rest of the turn."""
    rob = power("rob", when="inflicts-injuries", do=[{"op": "lose-powers", "to": SUBJECT}])
    return card("robber", spells=[spell("shot", range=ANYWHERE, base=1, cost={"ap": 1})], powers=[rob, *more])


SPINES = spell("spines", "personal", cost={"ap": "-"}, area="cross", base=1)


def casting(name: str) -> dict[str, Any]:
    """A power that casts Spines when an opposing unit injures its owner."""
    enemy = {"who": "subject", "side": "enemy"}
    return power(name, when="suffers-injuries", of=enemy, do=[{"op": "cast", "spell": "spines"}])


def test_a_spell_is_not_cast_by_whoever_has_lost_the_only_power_that_casts_it() -> None:
    """Robbed by the opponent's effect that is chosen first [KA 4.18.3.c] [KA 7.2.9.a]."""
    thorny = summon("thorny", hp=9, spells=[SPINES], powers=[casting("spines")])
    units = {"hero": mine("robber"), "thorny": theirs("thorny", summoner="foe"), "foe": theirs("fighter")}
    table = Table("hero thorny foe", units, turn="hero", pack=[robber(), thorny]).play("cast shot b1", dice=DULL)
    assert table.options() == ["resolve 1", "resolve 2"]
    kept = table.again().start("resolve 2")
    assert [fact["spell"] for fact in kept.facts("cast")] == ["spines"]
    table.play("resolve 1")
    assert (table.facts("cast"), table.facts("dropped")) == ([], [{"unit": "thorny"}])


def test_a_spell_is_cast_by_whoever_has_kept_one_of_two_powers_that_cast_it() -> None:
    """What takes all powers but those of its own name leaves the one of that name [KA 4.18.3.c] [KA 4.18.4.g]."""
    beside = {"who": "units", "side": "enemy", "adjacent_to": "self"}
    hush = power("hush", holds=[{"give": [{"op": "have-no-powers", "keep_same": True, "to": beside}]}])
    thorny = summon("thorny", hp=9, spells=[SPINES], powers=[casting("hush"), casting("spines")])
    shooter = card("shooter", spells=[spell("shot", range=ANYWHERE, base=1, cost={"ap": 1})], powers=[hush])
    units = {"hero": mine("shooter"), "thorny": theirs("thorny", summoner="foe"), "foe": theirs("fighter")}
    table = Table("hero thorny foe", units, turn="hero", pack=[shooter, thorny])
    table.play("cast shot b1", dice=["lock"] * 6)
    assert ([fact["spell"] for fact in table.facts("cast")], table.facts("dropped")) == (["shot", "spines"], [])


def test_an_effect_whose_power_is_lost_is_gone_while_others_stay() -> None:
    """The one of the robbed unit disappears, that of its friend is resolved without a question [KA 4.18.3.c]."""
    sore = card("sore", powers=[power("sore", when="suffers-injuries", do=[GAIN])])
    friend = card("friend", powers=[power("care", when="ally-suffers-injuries", do=[MORE])])
    units = {"hero": mine("robber"), "foe": theirs("sore"), "far": theirs("friend")}
    table = Table("hero foe far", units, turn="hero", pack=[robber(), sore, friend]).play("cast shot b1", dice=DULL)
    assert table.options() == ["resolve 1", "resolve 2", "resolve 3"]
    table.play("resolve 1")
    assert (table.asked, table.facts("dropped")) == ("p1 activation", [{"unit": "foe"}])
    assert (table.unit("foe", "ap_markers"), table.unit("far", "mp_markers")) == (0, 1)


def test_stolen_health_is_not_given_to_whoever_has_left() -> None:
    """KO'd by an effect chosen before it: Steal Health acts on a unit no longer in play [Ruling R44] [KA 7.5.18.a]."""
    thorn = card("thorn", powers=[keyword("counter"), power("sting", when="suffers-injuries", do=[GAIN])])
    units = {"hero": mine("leech", injuries=7), "foe": theirs("thorn"), "pal": mine("fighter")}
    table = Table("hero foe pal", units, turn="hero", pack=[thorn]).play("cast bite b1", dice=DULL)
    assert table.options() == ["resolve 1", "resolve 2", "resolve 3"]
    healed = table.again().play("resolve 1")
    assert (healed.unit("hero", "injuries"), healed.options()) == (5, ["resolve 1", "resolve 2"])
    stung = table.again().play("resolve 2")
    assert (stung.unit("foe", "ap_markers"), stung.options()) == (1, ["resolve 1", "resolve 2"])
    table.start("resolve 3")
    assert table.unit("hero", "ko") and table.facts("dropped") == [{"unit": "hero"}]
    assert table.facts("healed") == []


def test_the_same_spell_waiting_twice_is_one_choice_also_when_its_caster_was_moved_in_between() -> None:
    """Both are cast where the caster is by then: there is nothing to order [KA 7.2.9.a] [Ruling R79]."""
    thorny = summon("thorny", hp=9, spells=[SPINES], powers=[casting("spines")])
    hurt, push = {"op": "injure", "x": 1, "to": {"who": "main"}}, {"op": "push-back", "x": 1}
    units = {"hero": mine("mage"), "thorny": theirs("thorny", summoner="foe"), "foe": theirs("fighter")}
    table = Table("hero . thorny . . foe", units, turn="hero", pack=[mage(hurt, push, hurt), thorny])
    table.play("cast act c1", dice=["lock"] * 4)
    assert (table.asked, len(table.facts("standby"))) == ("p1 activation", 2)
    assert [fact["spell"] for fact in table.facts("cast")] == ["act", "spines", "spines"]


@pytest.mark.parametrize(("first", "kamas"), [("resolve 1", 0), ("resolve 2", 5)])
def test_a_power_of_a_replaced_card_is_lost_while_it_waits(first: str, kamas: int) -> None:
    """The man becomes a wolf, and what his other power has on standby goes with his card.

    [KA 4.18.3.c] [KA 7.5.19.a] [KA 7.2.9.b]
    """
    turn = power("turn", when="suffers-injuries", do=[{"op": "replace", "card": "wolf"}])
    wail = power("wail", when="suffers-injuries", do=[{"op": "gain-kamas", "x": 5}])
    pack = [card("man", powers=[turn, wail]), card("wolf")]
    table = Table("hero foe", {"hero": mine("fighter"), "foe": theirs("man")}, turn="hero", pack=pack)
    table.play("cast strike b1", dice=["lock", "lock"], answers=[first])
    assert (table.unit("foe", "card"), table.read("player.p2.kamas")) == ("wolf", kamas)
