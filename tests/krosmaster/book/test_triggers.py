"""What sets a power off: each trigger, whom it is about, and when it is not set off."""

from typing import Any

import pytest

from tests.krosmaster.casting import ANYWHERE, marker
from tests.krosmaster.playing import Part, Table, card, keyword, mine, power, reward, spell, theirs

SELF = {"who": "self"}
SUBJECT = {"who": "subject"}
DULL = ["lock", "lock"]


def watcher(when: str, to: dict[str, Any] = SELF, *, name: str = "watcher", **keys: Any) -> Part:
    """A Krosmaster with a shot of 2 and a wave; the event brings a +1 AP marker to itself or to its subject."""
    spells = [
        spell("shot", range=ANYWHERE, base=2, cost={"ap": 1}),
        spell("wave", range=ANYWHERE, base=1, cost={"ap": 1}, area="cross"),
        spell("aid", range=ANYWHERE, kind="special", cost={"ap": 1}),
        spell("pain", "personal", kind="special", cost={"ap": 1, "injuries": 1}),
    ]
    watch = power("watch", when=when, do=[marker(to, stat="ap")], **keys)
    return card(name, spells=spells, powers=[watch], hp=6)


PLAIN = card("plain", hp=6, initiative=1, spells=[spell("shot", range=ANYWHERE, base=2, cost={"ap": 1})])


def markers(table: Table, line: str, dice: Any = DULL) -> dict[str, int]:
    """Who got how many AP markers from the line."""
    table.play(line, dice=dice)
    found: dict[str, int] = {}
    for fact in table.facts("markers"):
        found[fact["unit"]] = found.get(fact["unit"], 0) + fact["x"]
    return found


def table(part: Part, *, turn: str = "hero", field: str = "hero pal foe far", **units: dict[str, Any]) -> Table:
    """The hero has the power; others do not unless told otherwise."""
    usual = {"hero": mine("watcher"), "pal": mine("plain"), "foe": theirs("plain"), "far": theirs("plain")}
    return Table(field, {**usual, **units}, turn=turn, pack=[part, PLAIN])


def test_who_inflicts_injuries_is_set_off_once_for_each_unit_injured() -> None:
    """The owner by its own spell; by nobody else's, by no injury, by no cost [KA 4.10.6.b] [KA 4.10.6.c]."""
    bite = watcher("inflicts-injuries")
    assert markers(table(bite), "cast shot c1") == {"hero": 1}
    assert markers(table(bite), "cast wave c1", ["lock"] * 4) == {}  # waits for the order of two
    assert markers(table(bite), "cast shot c1", ["lock", "armour"]) == {"hero": 1}
    assert markers(table(bite), "cast aid c1", []) == {}
    assert markers(table(bite), "cast pain a1", []) == {}
    assert markers(table(bite, turn="pal"), "cast shot c1") == {}
    assert markers(table(bite, foe=theirs("watcher")), "cast shot c1") == {"hero": 1}


def test_the_subject_of_inflicted_injuries_is_the_victim() -> None:
    """[KA 4.10.6.b]"""
    assert markers(table(watcher("inflicts-injuries", SUBJECT)), "cast shot d1") == {"far": 1}


def test_the_subject_of_suffered_injuries_is_who_inflicted_them() -> None:
    """The owner's own power, by whoever it was [KA 4.10.6.a]."""
    sore = watcher("suffers-injuries", SUBJECT)
    assert markers(table(sore, foe=theirs("watcher")), "cast shot c1") == {"hero": 1}
    assert markers(table(sore, turn="pal"), "cast shot a1") == {"pal": 1}
    assert markers(table(sore), "cast shot c1") == {}
    assert markers(table(sore), "cast pain a1", []) == {}  # a cost is not suffered [KA 4.10.6.c]


def test_who_kos_is_set_off_by_its_own_kos_alone() -> None:
    """Not by those of an ally, nor by one that nobody caused; the subject is the unit KO'd [Ruling R92]."""
    cheer = watcher("koes")
    weak = theirs("plain", injuries=4)
    assert markers(table(cheer, foe=weak), "cast shot c1") == {"hero": 1}
    assert markers(table(cheer), "cast shot c1") == {}
    assert markers(table(cheer, turn="pal", foe=weak), "cast shot c1") == {}
    martyr = mine("martyr", injuries=5)
    kill = card("martyr", hp=6, spells=[spell("pain", "personal", kind="special", cost={"ap": 1, "injuries": 1})])
    units = {"hero": mine("watcher"), "pal": martyr, "foe": theirs("watcher"), "far": theirs("plain")}
    alone = Table("hero pal foe far", units, turn="pal", pack=[cheer, PLAIN, kill])
    alone.play("cast pain b1", dice=["lock", "armour"], answers=["keep", "done"])
    assert alone.unit("pal", "ko") and alone.facts("markers") == []


def test_whose_own_ko_sets_it_off_gets_no_marker_any_more_and_its_slayer_does() -> None:
    """The subject of a unit's own KO is its author [KA 4.10.2] [Ruling R45]."""
    last = watcher("is-koed", SUBJECT)
    assert markers(table(last, foe=theirs("watcher", injuries=4)), "cast shot c1") == {"hero": 1}
    assert markers(table(last, foe=theirs("plain", injuries=4)), "cast shot c1") == {}


def test_any_ko_is_seen_by_who_watches_all() -> None:
    """Of both sides, whoever caused it; the subject is the unit KO'd [KA 4.10.2]."""
    dirge = watcher("unit-is-koed")
    assert markers(table(dirge, foe=theirs("plain", injuries=4)), "cast shot c1") == {"hero": 1}
    assert markers(table(dirge, turn="foe", pal=mine("plain", injuries=4)), "cast shot b1") == {"hero": 1}
    assert markers(table(dirge), "cast shot c1") == {}


def test_casting_sets_off_the_casters_power_whatever_the_spell() -> None:
    """Attack or Special, Punch included; not what an ally casts [KA 4.18.3.b]."""
    song = watcher("casts")
    assert markers(table(song), "cast shot c1") == {"hero": 1}
    assert markers(table(song), "cast aid c1", []) == {"hero": 1}
    assert markers(table(song), "cast punch b1") == {"hero": 1}
    assert markers(table(song, turn="pal"), "cast shot c1") == {}


def test_targeting_and_being_targeted_are_about_each_other() -> None:
    """Once for each target; the subject of one is the other [KA 7.2.3.a] [KA 4.18.3.b]."""
    aim = watcher("targets", SUBJECT)
    assert markers(table(aim), "cast aid c1", []) == {"foe": 1}
    assert markers(table(aim, turn="pal"), "cast shot c1") == {}
    flinch = watcher("is-targeted", SUBJECT)
    assert markers(table(flinch, foe=theirs("watcher")), "cast aid c1", []) == {"hero": 1}
    assert markers(table(flinch, far=theirs("watcher")), "cast aid c1", []) == {}
    field = "hero pal foe . far"
    assert markers(table(aim, field=field), "cast aid d1", []) == {}


def test_a_lock_roll_sets_off_the_lockers_power_about_who_leaves() -> None:
    """The locker's own roll, whatever it shows [KA 4.14.2.b]."""
    grip = watcher("own-lock-roll", SUBJECT)
    field = """
        .    .    .   .
        pal  hero foe far
        """
    held = table(grip, field=field, foe=theirs("watcher")).play("move b2", dice=["armour", "dodge"])
    assert [(fact["unit"], fact["x"]) for fact in held.facts("markers")] == [("hero", 1)]
    free = table(grip, field=field).play("move b2", dice=["armour", "dodge"])
    assert free.facts("markers") == []


def test_revealing_a_reward_sets_off_the_revealers_power() -> None:
    """Its own reveal, not an ally's [KA 4.7.10]."""
    glee = watcher("reveals-reward")
    held = [{"id": "charm", "face": "down"}]
    units = {"hero": mine("watcher", rewards=held), "pal": mine("plain", rewards=held), "foe": theirs("watcher")}
    pack = [glee, PLAIN, reward("charm", copies=2)]
    own = Table("hero pal foe", units, turn="hero", pack=pack).play("reveal charm")
    assert own.unit("hero", "ap_markers") == 1 and own.unit("foe", "ap_markers") == 0
    other = Table("hero pal foe", units, turn="pal", pack=pack).play("reveal charm")
    assert other.unit("hero", "ap_markers") == 0


def test_the_start_and_the_end_of_the_own_turn_are_the_owners() -> None:
    """Set off in its own turn, not in an ally's [KA 6.2.1.d] [KA 6.4.1]."""
    for when, at_start in (("start-of-own-turn", True), ("end-of-own-turn", False)):
        units = {"hero": mine("watcher"), "pal": mine("plain"), "foe": theirs("plain")}
        begin = {"player": "p1", "unit": "hero", "phase": "preliminary"}
        match = Table("hero pal foe", units, turn=begin, pack=[watcher(when), PLAIN]).play()
        assert match.unit("hero", "ap_markers") == (1 if at_start else 0)
        match.play("end")
        assert match.unit("hero", "ap_markers") == 1
        assert match.read("turn.unit") == "pal"
        match.play("end", dice=["lock", "armour"], answers=["keep", "done"])
        assert match.unit("hero", "ap_markers") == 1


@pytest.mark.parametrize(("during", "own", "other"), [("own-turn", 1, 0), ("opponent-turn", 0, 1), ("any", 1, 1)])
def test_a_power_may_be_set_off_in_one_players_turn_alone(during: str, own: int, other: int) -> None:
    """The own side's turn, the opponent's, or any [KA 4.18.2.b]."""
    sore = watcher("suffers-injuries", during=during)
    mine_ = table(sore, turn="pal").play("cast shot a1", dice=DULL)
    theirs_ = table(sore, turn="foe").play("cast shot a1", dice=DULL)
    assert (mine_.unit("hero", "ap_markers"), theirs_.unit("hero", "ap_markers")) == (own, other)


@pytest.mark.parametrize(("once", "counts"), [("never", (1, 2, 3)), ("turn", (1, 1, 2)), ("fight", (1, 1, 1))])
def test_the_first_time_is_that_of_the_turn_or_of_the_fight(once: str, counts: tuple[int, int, int]) -> None:
    """Two casts in a turn, one in the next [KA 4.18.2.a]."""
    song = watcher("inflicts-injuries", once=once)
    units = {"hero": mine("watcher"), "foe": theirs("ox")}
    match = Table("hero . foe", units, turn="hero", pack=[song, card("ox", hp=30)])
    found = []
    for _ in range(2):
        match.play("cast shot c1", dice=DULL)
        found.append(len(match.facts("markers")))
    match.play("end", dice=["lock", "armour"], answers=["keep", "done"])
    match.play("end", dice=["lock", "armour"], answers=["keep", "done"])
    match.play("cast shot c1", dice=DULL)
    found.append(len(match.facts("markers")))
    assert (found[0], sum(found[:2]), sum(found)) == counts


def test_each_unit_has_a_first_time_of_its_own() -> None:
    """The ally's first cast counts although the hero has had its own [KA 4.18.2.a]."""
    song = watcher("casts", once="turn")
    units = {"hero": mine("watcher"), "pal": mine("watcher"), "foe": theirs("plain")}
    match = Table("hero pal foe", units, turn="hero", pack=[song, PLAIN])
    match.play("cast aid a1").play("end").play("cast aid a1").play("cast aid a1")
    assert (match.unit("hero", "ap_markers"), match.unit("pal", "ap_markers")) == (1, 1)


@pytest.mark.parametrize(("least", "base", "set_off"), [(2, 1, False), (2, 2, True), (3, 2, False), (1, 1, True)])
def test_a_power_may_ask_for_a_number(least: int, base: int, set_off: bool) -> None:
    """At least so many injuries in one go [KA 4.10.6.a]."""
    sore = watcher("suffers-injuries", at_least=least)
    hit = card("hitter", spells=[spell("hit", range=ANYWHERE, base=base, cost={"ap": 1})])
    units = {"hero": mine("hitter"), "foe": theirs("watcher")}
    match = Table("hero foe", units, turn="hero", pack=[sore, hit]).play("cast hit b1", dice=DULL)
    assert bool(match.unit("foe", "ap_markers")) is set_off


def test_of_and_by_narrow_whom_a_power_is_about() -> None:
    """`of` the subject, `by` who caused it, both read from the owner's side [KA 4.18.2.d]."""
    sore = watcher("suffers-injuries", of={"who": "subject", "side": "enemy"})
    assert markers(table(sore, turn="foe"), "cast shot a1") == {"hero": 1}
    assert markers(table(sore, turn="pal"), "cast shot a1") == {}
    near = watcher("inflicts-injuries", of={"who": "subject", "adjacent_to": "self"})
    assert markers(table(near, field="pal . hero foe . far"), "cast shot d1") == {"hero": 1}
    assert markers(table(near, field="pal . hero foe . far"), "cast shot f1") == {}
    by = watcher("suffers-injuries", by={"who": "units", "adjacent_to": "self"})
    assert markers(table(by, field="pal . hero foe . far", turn="foe"), "cast shot c1") == {"hero": 1}
    assert markers(table(by, field="pal . hero foe . far", turn="far"), "cast shot c1") == {}


def test_counter_answers_an_opponent_in_the_opponents_turn_alone() -> None:
    """1 injury back; not to an ally, not in the own player's turn, not for a cost [KA 4.9.15.a] [Ruling R91]."""
    thorn = card(
        "thorn", hp=9, spells=[spell("shot", range=ANYWHERE, base=1, cost={"ap": 1})], powers=[keyword("counter")]
    )
    units = {"hero": mine("plain"), "foe": theirs("thorn"), "far": theirs("plain"), "pal": mine("plain")}
    hit = Table("hero foe far pal", units, turn="hero", pack=[thorn, PLAIN]).play("cast shot b1", dice=DULL)
    assert (hit.unit("foe", "injuries"), hit.unit("hero", "injuries")) == (2, 1)
    ally = Table("hero foe far pal", units, turn="far", pack=[thorn, PLAIN]).play("cast shot b1", dice=DULL)
    assert (ally.unit("foe", "injuries"), ally.unit("far", "injuries")) == (2, 0)


def test_the_end_of_the_fight_finds_no_watcher_left() -> None:
    """A watcher that was KO'd is set off by nothing any more [KA 4.18.6] [KA 4.18.4.f]."""
    dirge = watcher("unit-is-koed")
    units = {
        "hero": mine("plain"),
        "foe": theirs("watcher", injuries=4),
        "far": theirs("plain", injuries=4),
        "rest": theirs("plain"),
    }
    match = Table("hero foe far rest", units, turn="hero", pack=[dirge, PLAIN])
    match.play("cast shot b1", dice=DULL)
    assert match.unit("foe", "ko")
    match.play("cast shot c1", dice=DULL)
    assert match.facts("markers") == [] and "standby" not in match.events


def test_the_first_unit_that_leaves_an_adjacent_cell_is_that_of_the_turn() -> None:
    """A power that watches the cells around it has a first time as any other [KA 4.18.2.a]."""
    claw = card("cat", powers=[power("claw", when="unit-leaves-adjacent", once="turn", do=[marker(SELF, stat="ap")])])
    runner = card("runner", mp=6, powers=[keyword("itty-bitty")])
    field = """
        .    .   . .
        .    cat . .
        hero .   . .
        """
    match = Table(field, {"hero": mine("runner"), "cat": theirs("cat")}, turn="hero", pack=[claw, runner])
    for step, count in (("move b1", 0), ("move c1", 1), ("move b1", 1), ("move a1", 1)):
        match.play(step)
        assert match.unit("cat", "ap_markers") == count


def test_a_bomb_that_explodes_and_a_trap_that_clicks_target_units_like_any_caster() -> None:
    """Their spells go through Step 2, which determines targets [KA 4.18.3] [KA 7.2.3.a] [Ruling R79]."""
    flinch = watcher("is-targeted", of={"who": "subject", "side": "enemy"})
    bomb = table(flinch, field="hero . pal foe . far", pal=mine("petard"), foe=theirs("watcher"))
    assert markers(bomb, "cast shot c1", ["lock"] * 4) == {"foe": 1}
    units = {"foe": theirs("watcher", at="a1"), "snare": mine("snare", at="b1"), "hero": mine("plain")}
    trap = Table(". . . hero\n. . . .", units, turn="foe", pack=[flinch, PLAIN])
    assert markers(trap, "move b1", ["lock", "lock"]) == {"foe": 1}
