"""Decisions outside the Activation Phase: what is offered, and why anything else is refused."""

from typing import Any

import pytest

from esquive.core.waiting import Decision
from esquive.krosmaster.table import answers
from tests.krosmaster.casting import ANYWHERE, mage, marker
from tests.krosmaster.playing import Table, card, mine, power, reward, spell, theirs

DULL = ["lock", "lock"]
SELF = {"who": "self"}


def kinds(table: Table, answer: int) -> list[str]:
    """The kinds of the conditions that a packed answer breaks."""
    waiting = table.state.waiting
    assert isinstance(waiting, Decision)
    return [one.kind for one in waiting.conditions(answer) if not one.holds]


def inspired(pal: str = "pal") -> Table:
    """p1 has rolled Lock and Dodge and may place them; the pal, if there, has the higher Initiative."""
    units = {
        "hero": mine("villager"),
        "pal": mine("fighter") if pal == "pal" else mine("fighter", at=""),
        "imp": mine("imp", summoner="hero"),
        "foe": theirs("leech"),
    }
    turn = {"player": "p1", "phase": "tension", "number": 5}
    return Table(f"hero {pal} imp foe", units, turn=turn).play(dice=["lock", "dodge"], answers=["keep"])


def test_inspiration_dice_go_to_the_own_krosmasters_in_play() -> None:
    """Each die on any of them, in Timeline order, or none [KA 5.3.1] [KA 5.3.2] [Ruling R38]."""
    table = inspired()
    assert table.options() == [
        "inspire pal lock",
        "inspire pal dodge",
        "inspire hero lock",
        "inspire hero dodge",
        "done",
    ]
    assert table.refused("inspire imp lock").kind == "not-a-krosmaster"
    assert table.refused("inspire foe lock").kind == "not-a-krosmaster"
    assert table.refused("inspire hero armour").facts == {"dice": ["lock", "dodge"]}
    assert kinds(table, answers.KEEP) == ["wrong-verb"]
    gone = inspired(pal=".")
    assert gone.options() == ["inspire hero lock", "inspire hero dodge", "done"]


@pytest.mark.parametrize(("placed", "kamas"), [([], 3), (["inspire pal lock"], 1)])
def test_dice_not_placed_are_sold(placed: list[str], kamas: int) -> None:
    """3 Kamas for two, 1 for one [KA 5.4.1] [KA 5.4.2]."""
    table = inspired()
    for line in placed:
        table.play(line)
    table.play("done")
    assert table.read("player.p1.kamas") == kamas
    assert table.facts("refund")[0]["x"] == kamas


def test_both_dice_may_be_placed_on_one_krosmaster_and_nothing_is_sold() -> None:
    """A die of each face is a power of its own [KA 5.3.1]."""
    table = inspired().play("inspire pal lock").play("inspire pal dodge")
    assert table.unit("pal", "powers") == ["lock", "dodge"]
    assert (table.read("player.p1.kamas"), table.read("turn.unit")) == (0, "pal")


def test_a_die_once_placed_is_no_longer_there() -> None:
    """[KA 5.3.1]"""
    table = inspired().play("inspire pal lock")
    assert table.options() == ["inspire pal dodge", "inspire hero dodge", "done"]
    assert table.refused("inspire hero lock").kind == "no-such-die"


def test_tension_dice_are_kept_or_one_is_rolled_instead() -> None:
    """Nothing else can be said [KA 5.2.2]."""
    table = Table(
        "hero foe",
        {"hero": mine("fighter"), "foe": theirs("fighter")},
        turn={"player": "p1", "phase": "tension", "number": 5},
    )
    assert table.rolls.count == 2
    table.start("lock dodge")
    assert table.options() == ["keep", "reroll"]
    assert kinds(table, answers.DONE) == ["wrong-verb"]
    assert kinds(table, answers.KEEP) == [] and kinds(table, answers.REROLL) == []
    again = table.again().start("reroll")
    assert again.rolls.count == 1
    again.start("armour")
    assert again.options() == ["inspire hero armour", "done"]


def test_a_double_is_two_like_faces_kept() -> None:
    """One GG of each player; not after a reroll, and not with two different faces [KA 5.2.3] [Ruling R15]."""
    units = {"hero": mine("fighter"), "foe": theirs("fighter")}

    def gallons(dice: list[str], lines: list[str]) -> tuple[int, int, int]:
        table = Table("hero foe", units, turn={"player": "p1", "phase": "tension", "number": 5})
        table.play(dice=dice, answers=lines)
        return table.read("player.p1.gg"), table.read("player.p2.gg"), table.read("wild_gg")

    assert gallons(["lock", "lock"], ["keep"]) == (5, 5, 1)
    assert gallons(["lock", "dodge"], ["keep"]) == (6, 6, 1)
    assert gallons(["lock", "lock", "lock"], ["reroll"]) == (6, 6, 1)


def koed() -> Table:
    """One blow on a cross KO's a Krosmaster of each player; p1 orders them."""
    wave = spell("wave", range=ANYWHERE, base=9, cost={"ap": 1}, area="cross")
    units = {
        "hero": mine("waver", at="a1"),
        "pal": mine("villager", at="d1"),
        "foe": theirs("villager", at="f1"),
        "rest": theirs("fighter", at="a3"),
        "mate": mine("fighter", at="c3"),
    }
    field = "\n".join([". . . . . ."] * 3)
    return Table(field, units, turn="hero", pack=[card("waver", spells=[wave])])


def test_the_active_player_orders_kos_of_krosmasters_of_both_players() -> None:
    """Only the units KO'd in this step [KA 1.7.1] [Ruling R18]."""
    table = koed().play("cast wave e1", dice=["lock"] * 3)
    assert (table.asked, table.options()) == ("p1 ko-order", ["choose foe", "choose pal"])
    refusal = table.refused("choose rest")
    assert (refusal.kind, refusal.facts) == ("not-an-option", {"units": ["foe", "pal"]})
    assert kinds(table, answers.DONE) == ["not-an-option"]
    table.play("choose pal")
    assert [fact["unit"] for fact in table.facts("removed")] == ["pal", "foe"]
    assert table.asked == "p1 activation"


def test_who_leaves_with_its_summoner_awaits_no_ko_any_more() -> None:
    """It was KO'd by the same blow, but leaves without being KO'd [KA 4.10.2.a] [Ruling R41]."""
    wave = spell("wave", range=ANYWHERE, base=9, cost={"ap": 1}, area="cross")
    units = {
        "hero": mine("waver", at="a1"),
        "pal": mine("villager", at="d2"),
        "foe": theirs("villager", at="f2"),
        "friend": theirs("villager", at="e3"),
        "imp": theirs("imp", at="e1", summoner="foe"),
        "rest": theirs("fighter", at="a3"),
        "mate": mine("fighter", at="c3"),
    }
    field = "\n".join([". . . . . ."] * 3)
    table = Table(field, units, turn="hero", pack=[card("waver", spells=[wave])])
    table.play("cast wave e2", dice=["lock"] * 5)
    assert sorted(table.options()) == ["choose foe", "choose friend", "choose imp", "choose pal"]
    table.play("choose foe")
    assert (table.asked, sorted(table.options())) == ("p1 ko-order", ["choose friend", "choose pal"])
    assert not table.unit("imp", "ko")


def test_effects_on_standby_are_chosen_by_number() -> None:
    """From 1 to as many as there are [KA 7.2.9.a]."""
    grow = power("grow", when="casts", do=[marker(SELF, stat="ap")])
    run = power("run", when="casts", do=[marker(SELF, stat="mp")])
    sing = power("sing", when="casts", do=[marker(SELF, stat="range")])
    pack = [mage(marker({"who": "main"}), powers=[grow, run, sing])]
    table = Table("hero foe", {"hero": mine("mage"), "foe": theirs("fighter")}, turn="hero", pack=pack)
    table.play("cast act b1")
    assert (table.asked, table.options()) == ("p1 standby", ["resolve 1", "resolve 2", "resolve 3"])
    assert table.refused("resolve 4").facts == {"standby": 3, "number": 4}
    assert kinds(table, answers.pack(answers.RESOLVE, 0)) == ["not-an-option"]
    assert kinds(table, answers.pack(answers.RESOLVE, 3)) == []
    assert kinds(table, answers.DONE) == ["wrong-verb", "not-an-option"]
    waiting = table.state.waiting
    assert isinstance(waiting, Decision)
    assert [one.facts for one in waiting.conditions(answers.DONE)] == [{"standby": 3, "number": 0}] * 2
    table.play("resolve 2")
    assert [fact["stat"] for fact in table.facts("markers")] == ["mp"]
    assert table.options() == ["resolve 1", "resolve 2"]
    table.play("resolve 2")
    assert [fact["stat"] for fact in table.facts("markers")] == ["range", "ap"]
    assert table.asked == "p1 activation"


def test_nobody_acts_while_effects_of_a_spell_are_on_standby() -> None:
    """Not before all its steps are over; outside a spell it is the choice that is asked for.

    [KA 7.2.1.a] [KA 7.2.1.b] [KA 7.2.9.a]
    """
    sing = [power(name, when="casts", do=[marker(SELF, stat=name)]) for name in ("ap", "mp")]
    wake = [power(f"wake-{name}", when="start-of-own-turn", do=[marker(SELF, stat=name)]) for name in ("ap", "mp")]
    pack = [mage(marker({"who": "main"}), powers=sing), card("riser", powers=wake)]
    units = {"hero": mine("mage"), "riser": mine("riser"), "foe": theirs("fighter")}
    table = Table("hero foe riser", units, turn="hero", pack=pack, players={"p1": {"timeline": ["hero", "riser"]}})
    table.play("cast act b1")
    for line in ("cast act b1", "move a1", "collect", "buy gg", "end"):
        assert table.refused(line).clauses == ("7.2.1.a", "7.2.1.b")
    assert table.refused("done").clauses == ("7.2.9.a",)
    table.play("resolve 1").play("end")
    assert table.asked == "p1 standby"
    assert table.refused("end").clauses == ("7.2.9.a",)


def buyer(levels: int = 1, **keys: Any) -> Table:
    """p1 buys a face-up charm beside a pal and a summon."""
    units = {
        "hero": mine("chief", at="a1", **keys),
        "pal": mine("page", at="b1"),
        "imp": mine("imp", summoner="hero", at="c1"),
        "gone": mine("page", at=""),
        "foe": theirs("fighter", at="d1"),
    }
    pack = [reward("charm", copies=5), card("chief", level=levels, initiative=5), card("page", level=1, initiative=2)]
    pile = [{"rank": "granite", "pile": 1, "closed": 0, "up": "charm"}]
    table = Table("D . . .", units, turn="hero", pack=pack, pile=pile, players={"p1": {"kamas": 3}})
    return table.play("buy granite 1 up")


def test_a_bought_reward_is_given_to_an_own_krosmaster_in_play_that_has_room() -> None:
    """In Timeline order; no summon, no opponent, nobody out of play, nobody who is full [KA 4.7.8] [KA 4.7.9]."""
    table = buyer()
    assert (table.asked, table.options()) == ("p1 allocation", ["give hero", "give pal"])
    for name in ("imp", "foe", "gone"):
        assert table.refused(f"give {name}").kind == "not-a-krosmaster", name
    assert [one.kind for one in table.broken("give foe")] == ["not-a-krosmaster"]  # it has room enough
    assert kinds(table, answers.pack(answers.GIVE, 5)) == ["not-a-krosmaster", "no-room"]
    assert kinds(table, answers.DONE) == ["not-a-krosmaster", "no-room"]
    waiting = table.state.waiting
    assert isinstance(waiting, Decision)
    assert [one.facts for one in waiting.conditions(answers.DONE)] == [{"unit": "", "level": 0}] * 2
    full = buyer(rewards=[{"id": "charm", "face": "down"}])
    assert full.options() == ["give pal"]
    refusal = full.refused("give hero")
    assert (refusal.kind, refusal.facts) == ("no-room", {"unit": "hero", "level": 1})
    full.play("give pal")
    assert full.unit("pal", "rewards") == [{"id": "charm", "face": "down"}]


@pytest.mark.parametrize(
    ("held", "room"),
    [
        ([("kick", "up"), ("kick", "up")], True),
        ([("kick", "down")], False),
        ([("cap", "up")], False),
        ([("kick", "up"), ("cap", "up")], False),
    ],
)
def test_revealed_techniques_take_no_room(held: list[tuple[str, str]], room: bool) -> None:
    """Everything else does, face up or down [KA 4.7.11.d] [Ruling R26]."""
    pack = [
        reward("charm", copies=5),
        reward("kick", kind="equipment", slot="technique", rank="jade", copies=3),
        reward("cap", kind="equipment", slot="set", rank="jade"),
        card("chief", level=1),
    ]
    rewards = [{"id": name, "face": face} for name, face in held]
    units = {"hero": mine("chief", at="a1", rewards=rewards), "foe": theirs("fighter")}
    pile = [{"rank": "granite", "pile": 1, "closed": 0, "up": "charm"}]
    table = Table("D . foe", units, turn="hero", pack=pack, pile=pile, players={"p1": {"kamas": 3}})
    table.play("buy granite 1 up")
    assert table.asked == ("p1 allocation" if room else "p1 activation")
    if not room:
        assert [fact["reward"] for fact in table.facts("discarded")] == ["charm"]


def test_a_locker_is_chosen_among_those_that_have_not_rolled() -> None:
    """Step 5 repeats the rolls for the others; the cell stays the same [KA 4.14.2.b] [KA 4.14.2.e]."""
    units = {"hero": mine("fighter"), "foe": theirs("fighter"), "far": theirs("fighter"), "up": theirs("fighter")}
    table = Table(". . .\nfoe hero far\n. up .", units, turn="hero").start("move b3")
    assert table.options() == ["locker far", "locker up", "locker foe"]
    assert table.refused("locker hero").facts == {"units": ["far", "up", "foe"]}
    table.play("locker up", dice=["armour", "dodge"])
    assert table.options() == ["locker far", "locker foe"]
    assert table.refused("locker up").kind == "not-an-option"
    table.play("locker foe", dice=["armour", "dodge", "armour", "dodge"])
    assert table.unit("hero", "at", "mp", "ap") == ("b3", 2, 6)


def test_deployment_refuses_what_is_not_ones_own_or_already_placed() -> None:
    """[KA 1.3.9] [Ruling R11]"""
    table = Table.match([["fighter", "leech"], ["villager"]])
    assert kinds(table, answers.DONE) == ["wrong-verb"]
    table.play("deploy fighter a1")
    assert table.refused("deploy fighter c1").kind == "not-an-option"
    assert table.refused("deploy leech a1").facts == {"cell": "a1"}
    assert table.refused("deploy leech c5").kind == "not-set-up-cell"


def test_five_of_one_initiative_are_named_one_after_the_other() -> None:
    """Up to four in one answer, more one by one [KA 2.4.3.b] [KA 1.3.8]."""
    names = ["ann", "bob", "cid", "dan", "eve"]
    pack = [card(name, initiative=4) for name in names]
    four = Table.match([names[:4], ["villager"]], pack=pack)
    assert len(four.options()) == 24
    assert four.refused("timeline ann bob cid").facts == {"units": names[:4]}
    five = Table.match([names, ["villager"]], pack=pack)
    assert five.options() == [f"timeline {name}" for name in names]
    five.play("timeline cid")
    assert len(five.options()) == 24
    five.play("timeline eve dan bob ann")
    assert five.read("player.p1.timeline") == ["cid", "eve", "dan", "bob", "ann"]
