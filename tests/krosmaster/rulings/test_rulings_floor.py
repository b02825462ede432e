"""Rulings on what lies on the floor: Traps, Tombstones, free cells, Bombs at the start of a turn."""

from typing import Any

from esquive.krosmaster.written.notation import parse_answer
from tests.krosmaster.playing import Table, card, keyword, mine, power, spell, summon, theirs

ANYWHERE = {"kind": "no-line-of-sight", "min": 0, "max": 9}
GRAVE = summon("grave", category="mechanism", obstacle=False, mp="-", ap="-", hp=3, powers=[keyword("profanation")])


def special(slug: str, *do: dict[str, Any], **keys: Any) -> dict[str, Any]:
    """A Special spell of 1 AP that may be cast anywhere."""
    return spell(slug, range=ANYWHERE, kind="special", cost={"ap": 1}, do=list(do), **keys)


WITCH = card(
    "witch",
    spells=[
        special("push", {"op": "push-back", "x": 1}),
        special("hurl", {"op": "push-back", "x": 2}),
        special("blink", {"op": "place"}),
        special("swap", {"op": "swap"}),
        special("back", {"op": "retreat", "x": 1}),
        special("call", {"op": "summon", "summon": "imp"}, summons=9),
    ],
)


def test_ruling_r74_any_arrival_that_ends_on_a_trap_sets_it_off() -> None:
    """Walking, being pushed, teleporting, exchanging and one's own Retreat; friend or foe.

    [KA 4.19.7.c] [Ruling R74]
    """
    snap = ["lock", "lock"]  # the Click's Critical roll, then the victim's Armour roll
    hero = mine("witch")

    walked = Table("hero . .", {"hero": hero, "snare": mine("snare", at="b1")}, turn="hero", pack=[WITCH])
    assert walked.play("move b1", dice=snap).unit("hero", "injuries", "at") == (2, "b1")
    assert walked.unit("snare", "at") == ""

    units = {"hero": hero, "foe": theirs("fighter"), "snare": theirs("snare", at="c1")}
    pushed = Table("hero foe . .", units, turn="hero", pack=[WITCH])
    assert pushed.again().play("cast push b1", dice=snap).unit("foe", "injuries") == 2
    assert pushed.play("cast blink c1", dice=snap).unit("hero", "injuries") == 2

    # A Bomb may stand on a Trap; whoever changes places with it arrives there.
    units = {"hero": hero, "petard": theirs("petard", at="c1"), "snare": theirs("snare", at="c1")}
    swapped = Table("hero . .", units, turn="hero", pack=[WITCH])
    assert swapped.play("cast swap c1", dice=snap).unit("hero", "injuries", "at") == (2, "c1")
    assert swapped.unit("petard", "injuries", "at") == (0, "a1")

    units = {"hero": hero, "foe": theirs("fighter"), "snare": mine("snare", at="a1")}
    retreated = Table(". hero foe", units, turn="hero", pack=[WITCH])
    assert retreated.play("cast back c1", dice=snap).unit("hero", "injuries", "at") == (2, "a1")


def test_ruling_r74_each_walked_cell_is_an_arrival_and_passing_over_is_none() -> None:
    """Two Traps in a row click both for a walker, only the last for a piece pushed over one.

    [KA 4.19.7.d] [Ruling R74]
    """
    units = {"hero": mine("witch"), "near": theirs("snare", at="b1"), "far": theirs("snare", at="c1")}
    walked = Table("hero . .", units, turn="hero", pack=[WITCH])
    walked.play("move b1", dice=["lock", "lock"]).play("move c1", dice=["lock", "lock"])
    assert walked.unit("hero", "injuries") == 4
    units = {
        "hero": mine("witch"),
        "foe": theirs("fighter"),
        "near": theirs("snare", at="c1"),
        "far": theirs("snare", at="d1"),
    }
    hurled = Table("hero foe . . .", units, turn="hero", pack=[WITCH])
    hurled.play("cast hurl b1", dice=["lock", "lock"])
    assert hurled.unit("foe", "injuries", "at") == (2, "d1")
    assert [hurled.unit(name, "at") for name in ("near", "far")] == ["c1", ""]


def test_ruling_r75_a_trap_leaves_when_set_off_and_click_targets_when_it_resolves() -> None:
    """The token is gone while its spell waits; a victim pushed on before that is not hit [KA 4.19.7.e] [Ruling R75]."""
    bully = card(
        "bully",
        spells=[special("push", {"op": "push-back", "x": 1})],
        powers=[power("again", when="targets", of={"side": "enemy"}, do=[{"op": "push-back", "x": 1}])],
    )
    units = {"hero": mine("bully"), "foe": theirs("fighter"), "snare": mine("snare", at="c1")}
    table = Table("hero foe . .", units, turn="hero", pack=[bully]).play("cast push b1")
    assert (table.unit("foe", "at"), table.unit("snare", "at"), table.asked) == ("c1", "", "p1 standby")
    assert table.facts("trap") == [{"unit": "snare", "victim": "foe"}]
    moved_on = table.again().play("resolve 1", dice=["critical"])
    assert moved_on.unit("foe", "injuries", "at") == (0, "d1")
    assert table.play("resolve 2", dice=["lock", "lock"]).unit("foe", "injuries", "at") == (2, "d1")


def test_ruling_r76_nothing_is_summoned_on_a_trap() -> None:
    """The spell is cast and brings nothing on a Trap's cell or a Tombstone's [KA 4.19.1.b] [Ruling R76]."""
    units = {"hero": mine("witch"), "snare": theirs("snare", at="b1"), "tombstone": theirs("tombstone", at="c1")}
    table = Table("hero . . .", units, turn="hero", pack=[WITCH])
    for cell in ("b1", "c1"):
        table.play(f"cast call {cell}")
        assert (table.facts("summoned"), table.unit("snare", "at")) == ([], "b1")
    table.play("cast call d1")
    assert [fact["cell"] for fact in table.facts("summoned")] == ["d1"]
    assert table.unit("hero", "ap") == 3


def test_ruling_r77_a_cell_is_free_when_it_holds_no_obstacle() -> None:
    """Bombs, Turrets and other mechanisms stand in the way; Traps, and what its card says lies flat, do not.

    [KA 4.17.4] [Ruling R77]
    """
    solid = {"category": "mechanism", "mp": "-", "ap": "-"}
    pack = [summon("sling", family="turret", **solid), summon("egg", **solid), summon("leaf", obstacle=False, **solid)]
    field = """
        .      sling .
        petard hero  .
        .      egg   .
        """
    units = {
        "hero": mine("fighter"),
        "petard": mine("petard"),
        "sling": theirs("sling"),
        "egg": theirs("egg"),
        "flat": theirs("snare", at="c2"),
    }
    table = Table(field, units, turn="hero", pack=pack)
    assert table.options("move") == ["move c2"]
    refusal = table.refused("move a2")
    assert (refusal.kind, refusal.facts["by"], refusal.clauses[2]) == ("not-free", "petard", "4.17.4")
    for flat in ("leaf", "tombstone"):
        table = Table(field, {**units, "flat": theirs(flat, at="c2")}, turn="hero", pack=pack)
        assert table.play("move c2").unit("hero", "at") == "c2"


def test_ruling_r78_each_krosmaster_that_arrives_profanes() -> None:
    """Walked or pushed upon, by a Krosmaster of either side, and ended upon; not by a Mob.

    [KA 4.9.31.a] [Ruling R78]
    """
    pack = [WITCH, GRAVE]
    units = {"hero": mine("witch"), "foe": theirs("fighter"), "grave": theirs("grave", at="c1")}
    pushed = Table("hero foe . .", units, turn="hero", pack=pack)
    assert pushed.again().play("cast push b1").unit("grave", "injuries") == 1
    assert pushed.again().play("cast hurl b1").unit("grave", "injuries") == 0
    passing = Table("hero foe . .", units, turn="hero", pack=pack, options={"profanation": "passing"})
    assert passing.play("cast hurl b1").unit("grave", "injuries") == 1

    units = {"hero": mine("witch"), "grave": mine("grave", at="b1")}
    walked = Table("hero . .", units, turn="hero", pack=pack)
    walked.play("move b1").play("move c1").play("move b1")
    assert walked.unit("grave", "injuries") == 2

    units = {"imp": mine("imp", summoner="hero"), "hero": mine("witch"), "grave": theirs("grave", at="b1")}
    mob = Table("imp . . hero", units, turn="imp", pack=pack)
    assert mob.play("move b1").unit("grave", "injuries") == 0


def test_ruling_r78_nothing_else_places_removes_or_moves_an_injury_on_a_tombstone() -> None:
    """It rolls for Armour and takes nothing; it is not healed and exchanges no injuries [KA 4.9.31.a] [Ruling R78]."""
    digger = card(
        "digger",
        spells=[
            spell("spade", (1, 2), cost={"ap": 1}),
            spell("mend", (1, 2), kind="heal", base=2, cost={"ap": 1}),
            special("trade", {"op": "exchange-injuries"}),
        ],
    )
    units = {"hero": mine("digger", injuries=2), "grave": theirs("grave", at="b1", injuries=1)}
    table = Table("hero . .", units, turn="hero", pack=[digger, GRAVE])
    assert table.play("cast spade b1", dice=["critical", "lock"]).unit("grave", "injuries") == 1
    assert table.events.count("armour-roll") == 1
    assert table.play("cast mend b1", dice=["critical"]).unit("grave", "injuries") == 1
    table.play("cast trade b1")
    assert (table.unit("grave", "injuries"), table.unit("hero", "injuries")) == (1, 2)


def test_ruling_r79_a_bomb_takes_one_injury_without_a_roll_and_explodes() -> None:
    """One injury from the Bomb itself, no dice; every spell of the phase waits on one list.

    [KA 4.19.5.c] [Ruling R79]
    """
    units = {
        "left": mine("petard", summoner="hero"),
        "foe": theirs("fighter"),
        "right": mine("petard", summoner="hero"),
        "hero": mine("fighter"),
    }
    turn = {"player": "p1", "unit": "hero", "phase": "preliminary"}
    table = Table("left foe right . . hero", units, turn=turn)
    assert table.options() == ["resolve 1", "resolve 2"]
    table.play("resolve 2")
    assert table.facts("injured") == [{"unit": "right", "x": 1, "by": "right"}]
    assert table.facts("ko") == [{"unit": "right", "by": "right"}]
    # The explosion of the right one and the wear of the left one are on one list.
    assert (table.asked, table.options(), table.unit("right", "at")) == ("p1 standby", ["resolve 1", "resolve 2"], "")
    table.play("resolve 1")
    assert table.options() == ["resolve 1", "resolve 2"]  # two explosions
    table.play("resolve 1", dice=["lock", "lock", "lock", "lock"])
    assert [fact["cell"] for fact in table.facts("cast")] == ["c1", "a1"]
    assert table.unit("foe", "injuries") == 4
    assert (table.asked, table.unit("hero", "ap", "mp")) == ("p1 activation", (6, 3))


def test_ruling_r80_the_casters_controller_rolls_for_a_trap() -> None:
    """p2 rolls the Click of his Trap, p1 the Armour of his victim [KA 7.2.5.a] [KA 4.18.2.d] [Ruling R80]."""
    whip = summon(
        "whip",
        category="mechanism",
        family="trap",
        obstacle=False,
        mp="-",
        ap="-",
        hp="-",
        spells=[spell("lash", "personal", cost={"ap": "-"}, area="shovel")],
    )
    units = {"hero": mine("fighter"), "whip": theirs("whip", at="b1")}
    table = Table("hero . .", units, turn="hero", pack=[whip]).play("move b1")
    asked = [table.asked]
    for line in ("choose north", "roll critical", "roll lock"):
        table.state.apply(parse_answer(table.state, line))
        asked.append(table.asked)
    assert asked == ["p2 direction", "p2 critical roll", "p1 armour roll", "p1 activation"]
    assert table.unit("hero", "injuries") == 3


def test_ruling_r80_the_active_player_orders_the_effects_of_both_sides() -> None:
    """Two Traps of p2 set off in p1's turn: p1 says which clicks first [KA 7.2.9.a] [Ruling R80]."""
    sweeper = card("sweeper", spells=[special("sweep", {"op": "push-back", "x": 1}, area="staff")])
    units = {
        "hero": mine("sweeper"),
        "up": theirs("fighter"),
        "foe": theirs("fighter"),
        "above": theirs("snare", at="d2"),
        "below": theirs("snare", at="d1"),
    }
    table = Table(
        """
        .    . up  .
        hero . foe .
        """,
        units,
        turn="hero",
        pack=[sweeper],
    ).play("cast sweep c1")
    assert table.asked == "p1 standby"
    table.play("resolve 2", dice=["lock", "lock", "lock", "lock"])
    assert [fact["cell"] for fact in table.facts("cast")] == ["d2", "d1"]


def test_ruling_r118_who_is_targeted_answers_an_explosion_and_no_spell_of_a_power() -> None:
    """Spines are cast by a unit in play, an Explosion by one that has left [KA 7.2.3.a] [Ruling R118]."""
    spines = spell("spines", "personal", cost={"ap": "-"}, area="cross", base=1)
    enemy = {"who": "subject", "side": "enemy"}
    answer = power("spines", when="suffers-injuries", of=enemy, do=[{"op": "cast", "spell": "spines"}])
    thorny = summon("thorny", hp=9, spells=[spines], powers=[answer])
    gain = {"op": "markers", "stat": "ap", "x": 1, "to": {"who": "self"}}
    wary = card("wary", hp=20, powers=[power("wary", when="is-targeted", do=[gain])])
    for victim, dice, answers in (("thorny", 5, 0), ("petard", 4, 1)):
        units = {
            "hero": mine("fighter"),
            "victim": theirs(victim, summoner="foe"),
            "foe": theirs("wary"),
        }
        table = Table("hero . victim foe", units, turn="hero", pack=[thorny, wary])
        table.play("cast arrow c1", dice=["lock"] * dice)
        assert [fact["unit"] for fact in table.facts("cast")] == ["hero", "victim"]
        assert table.unit("foe", "ap_markers") == answers
