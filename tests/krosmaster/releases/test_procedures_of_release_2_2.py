"""What the procedures of release 2.2 do besides the one position that shows that they steer."""

from random import Random
from typing import Any

import pytest

from esquive.core.conformance import Conformance
from esquive.core.errors import DocumentError
from esquive.krosmaster.cards.catalogue import catalogue
from esquive.krosmaster.game import GAME
from esquive.krosmaster.releases import release
from esquive.krosmaster.seen.views import order_of_play, view
from esquive.krosmaster.spoken.wording import Wording
from esquive.krosmaster.table.events import EVENTS
from esquive.krosmaster.table.settings import OPTIONS
from esquive.lab.krosmaster.random_set_ups import playable_cards, random_setup
from tests.krosmaster.playing import Part, Table, card, keyword, mine, power, spell, summon, theirs
from tests.krosmaster.releases.changing import OTHERS, release_with

MISS = ["lock", "lock"]  # neither a Critical nor an Armour
ACTED: dict[str, Any] = {"kind": "special", "cost": {"ap": 1}}


@pytest.fixture
def italian(monkeypatch: pytest.MonkeyPatch) -> str:
    """A release with the numbers of 2.7 and every procedure of 2.2."""
    return release_with(monkeypatch, **OTHERS)


def test_games_by_every_other_procedure_keep_what_the_rules_promise(italian: str) -> None:
    """Options and conditions agree, copies and saves are whole: random games with any cards, in any format."""
    known = catalogue()
    cards = playable_cards(known)
    for number in range(4):
        setup = random_setup(known, cards, release("2.7"), Random(number))
        setup["release"] = italian
        Conformance(GAME).run([setup], seed=number, every=15, most=500)


# ------------------------------------------------------------------------------------------------------- the game's end


@pytest.mark.parametrize(
    ("gg", "wild", "winner"),
    [
        ((1, 3), 1, "p2"),
        ((3, 1), 1, "p1"),
        ((1, 1), 1, "none"),
        ((1, 1), 0, "draw"),
        ((0, 1), 1, "none"),
        ((0, 3), 1, "none"),
    ],
)
def test_ruling_r13_in_release_2_2_the_last_gg_lost_to_a_double_loses(
    gg: tuple[int, int], wild: int, winner: str, italian: str
) -> None:
    """The wild GG notwithstanding, unless neither has any left; who had none before loses nothing.

    [KA-2.2 402.1] [KA-2.2 104.2] [Ruling R13]
    """
    table = Table(
        "hero foe",
        {"hero": mine("fighter"), "foe": theirs("fighter")},
        turn={"player": "p1", "phase": "tension"},
        players={"p1": {"gg": gg[0]}, "p2": {"gg": gg[1]}},
        wild_gg=wild,
        release=italian,
    )
    assert table.play(dice=MISS, answers=["keep"]).read("winner") == winner


@pytest.mark.parametrize(("language", "double"), [("en", "a double"), ("fr", "un double"), ("it", "un doppio")])
def test_a_game_that_a_double_ends_says_why(language: str, double: str, italian: str) -> None:
    """[KA-2.2 402.1]"""
    table = Table(
        "hero foe",
        {"hero": mine("fighter"), "foe": theirs("fighter")},
        turn={"player": "p1", "phase": "tension"},
        players={"p1": {"gg": 1}, "p2": {"gg": 3}},
        release=italian,
    )
    assert double in Wording(table.play(dice=MISS, answers=["keep"]).state, language, ["Ann", "Bob"]).over()


# ------------------------------------------------------------------------------------------------ the start of the turn


def test_points_gained_at_the_start_of_the_turn_are_lost_as_gauges_fill(italian: str) -> None:
    """[KA-2.2 503.1] [KA-2.2 309.2] [Ruling R46]"""
    gain = {"op": "immediate-gain", "stat": "ap", "x": 2}
    pack = [card("eager", powers=[power("eager", when="start-of-own-turn", do=[gain])])]
    units = {"hero": mine("eager", ap_markers=1), "foe": theirs("fighter")}
    table = Table("hero . foe", units, turn={"player": "p1", "phase": "tension"}, pack=pack, release=italian)
    table.play(dice=["lock", "dodge"], answers=["keep", "done"])
    assert table.unit("hero", "ap", "ap_markers") == (7, 0)


def test_ruling_r46_in_release_2_2_gauges_stay_empty_without_an_activation_phase(italian: str) -> None:
    """An effect of the start of the turn may end it; then markers stay [KA-2.2 503.1] [Ruling R46]."""
    pack = [card("dozer", powers=[power("doze", when="start-of-own-turn", do=[{"op": "end-turn"}])])]
    units = {"hero": mine("dozer", mp_markers=-1), "mate": mine("villager"), "foe": theirs("fighter")}
    table = Table("hero mate foe", units, turn={"player": "p1", "phase": "tension"}, pack=pack, release=italian)
    table.play(dice=["lock", "dodge"], answers=["keep", "done"])
    assert table.read("turn.unit") == "mate"
    assert table.unit("hero", "mp", "mp_markers") == (0, -1)


def test_ruling_r106_who_lives_by_a_buff_is_koed_as_it_ends(italian: str) -> None:
    """After the effects of the start of the turn, and before its Activation Phase [KA-2.2 502.1b] [Ruling R106]."""
    tonic = {"op": "stat-bonus", "stat": "hp", "x": 3}
    pack: list[Part] = [
        (
            "reward",
            {
                "id": "tonic",
                "name": {"en": "Tonic"},
                "rank": "granite",
                "kind": "buff",
                "while": [{"give": [tonic]}],
            },
        )
    ]
    units = {
        "hero": mine("fighter", injuries=9, rewards=[{"id": "tonic", "face": "up"}]),
        "mate": mine("villager"),
        "foe": theirs("fighter"),
    }
    table = Table("hero mate foe", units, turn={"player": "p1", "phase": "tension"}, pack=pack, release=italian)
    table.play(dice=["lock", "dodge"], answers=["keep", "done"])
    assert (table.unit("hero", "ko"), table.read("turn.unit")) == (True, "mate")


# ---------------------------------------------------------------------------------------------------------------- Block


def leave(release_name: str, *dice: str, **keys: Any) -> Table:
    units = {"hero": mine("fighter", **keys), "foe": theirs("fighter")}
    return Table(". hero foe", units, turn="hero", release=release_name).play("move a1", dice=dice)


def test_a_blocked_unit_loses_everything_and_its_mp_for_the_move(italian: str) -> None:
    """Any Lock left over; an equal number of Dodges is an escape that costs the 1 MP alone [KA-2.2 310.2e]."""
    assert leave(italian, "lock", "critical").unit("hero", "ap", "mp", "at") == (0, 0, "b1")
    assert leave(italian, "lock", "dodge").unit("hero", "ap", "mp", "at") == (6, 2, "a1")
    assert leave(italian, "critical", "critical").unit("hero", "ap", "mp", "at") == (6, 2, "a1")
    assert leave(italian, "lock", "dodge", mp=1).unit("hero", "mp", "at") == (0, "a1")


def test_whoever_rolls_a_lock_that_is_cancelled_holds_nobody_the_first_unit_of_all_neither(italian: str) -> None:
    """[KA-2.2 310.2c] [KA-2.2 310.2f]"""
    units = {"foe": theirs("fighter"), "hero": mine("fighter")}
    table = Table(". hero foe", units, turn="hero", release=italian).play("move a1", dice=["lock", "dodge"])
    assert table.unit("hero", "ap", "mp", "at") == (6, 2, "a1")


def test_a_dodge_cancels_locks_of_the_roll_before_it_alone(italian: str) -> None:
    """Two Dodges against the first do not help against the second [KA-2.2 310.2c] [KA-2.2 310.2d]."""
    units = {"hero": mine("fighter", powers=["dodge"]), "foe": theirs("fighter"), "near": theirs("fighter")}
    table = Table(
        """
        . near .
        . hero foe
        """,
        units,
        turn="hero",
        release=italian,
    )
    table.play("move a1", answers=["locker foe"], dice=["lock", "dodge", "dodge", "lock", "armour", "armour"])
    assert table.unit("hero", "ap", "mp", "at") == (0, 0, "b1")


def test_a_release_with_caught_beside_the_loss_of_everything_loses_the_fixed_points_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """1 MP and 1 AP, and 1 MP for the move [KA 4.14.2.d]; a Lock left over costs all [KA-2.2 310.2e]."""
    both = release_with(monkeypatch, lock_loss="all")
    assert leave(both, "lock", "dodge").unit("hero", "ap", "mp", "at") == (5, 1, "a1")
    assert leave(both, "lock", "critical").unit("hero", "ap", "mp", "at") == (0, 0, "b1")


def test_a_summon_without_mp_is_a_mechanism_and_locks_nobody(italian: str) -> None:
    """Whatever its kind; a Krosmaster without MP is a character and locks [KA-2.2 315.1d] [KA-2.2 310.1]."""
    pack = [summon("post", mp="-"), card("statue", mp="-")]
    post = Table(
        ". hero foe", {"hero": mine("fighter"), "foe": theirs("post")}, turn="hero", pack=pack, release=italian
    )
    assert post.play("move a1").unit("hero", "mp", "at") == (2, "a1")
    units = {"hero": mine("fighter"), "foe": theirs("statue")}
    statue = Table(". hero foe", units, turn="hero", pack=pack, release=italian)
    assert statue.play("move a1", dice=["lock", "critical"]).unit("hero", "mp", "at") == (0, "b1")


# -------------------------------------------------------------------------------------------------------------- Unfazed


def test_no_foreign_effect_changes_the_points_of_an_unfazed_unit(italian: str) -> None:
    """Neither up nor down, nor exchanged, nor its range, nor by a continuous effect; its own do [KA-2.2 307.18a]."""
    does = {
        "steal": [{"op": "steal-markers", "stat": "ap", "x": 2}],
        "swap": [{"op": "exchange-markers", "stats": ["ap", "mp"]}],
        "lift": [{"op": "markers", "stat": "range", "x": 2}],
        "clear": [{"op": "remove-markers", "stats": ["ap"]}],
    }
    spells = [spell(name, (1, 4), do=do, **ACTED) for name, do in does.items()]
    lend = {"op": "stat-bonus", "stat": "mp", "x": 2, "to": {"who": "units", "side": "enemy"}}
    health = {"op": "stat-bonus", "stat": "hp", "x": 2, "to": {"who": "units", "side": "enemy"}}
    own = spell("brace", "personal", do=[{"op": "markers", "stat": "ap", "x": 2}], **ACTED)
    pack = [
        card("meddler", spells=spells, powers=[power("lend", holds=[{"give": [lend, health]}])], ap=9),
        card("rock", powers=[keyword("unfazed")], spells=[own]),
    ]
    units = {"hero": mine("meddler", mp_markers=2), "foe": theirs("rock", ap_markers=1), "soft": theirs("fighter")}
    table = Table("hero . foe . soft", units, turn="hero", pack=pack, release=italian)
    for name in does:
        table.play(f"cast {name} c1")
        assert table.unit("foe", "ap_markers", "mp_markers", "range_markers") == (1, 0, 0)
    assert table.unit("hero", "mp_markers", "ap_markers") == (2, 0)
    assert (table.unit("foe", "max_mp", "hp"), table.unit("soft", "max_mp")) == ((3, 10), 5)
    braced = Table("hero . foe", units | {"soft": theirs("fighter", at="")}, turn="foe", pack=pack, release=italian)
    assert braced.play("cast brace c1").unit("foe", "ap_markers") == 3


# --------------------------------------------------------------------------------------------------- injuries inflicted


def test_ruling_r105_what_is_only_suffered_is_inflicted_by_nobody(italian: str) -> None:
    """Damage is inflicted; other injuries set off what watches for suffering, and their source is the author of a KO.

    [KA-2.2 308.5b] [KA-2.2 308.5c] [Ruling R105] [Ruling R92]
    """
    mark = {"op": "markers", "stat": "mp", "x": 1, "to": {"who": "self"}}
    curse = spell("curse", (1, 3), do=[{"op": "injure", "x": 3}], **ACTED)
    pack = [
        card("witch", spells=[curse, spell("strike")], powers=[power("glee", when="inflicts-injuries", do=[mark])]),
        card("victim", powers=[keyword("counter"), power("pain", when="suffers-injuries", do=[mark])]),
    ]
    units = {"hero": mine("witch"), "foe": theirs("victim"), "other": theirs("fighter")}
    table = Table("hero foe . other", units, turn="hero", pack=pack, release=italian)
    table.play("cast curse b1")
    assert table.unit("foe", "injuries", "mp_markers") == (3, 1)
    assert table.unit("hero", "injuries", "mp_markers") == (0, 0)
    table.play("cast strike b1", dice=MISS, answers=["resolve 1", "resolve 1"])
    assert table.unit("foe", "injuries", "mp_markers") == (5, 2)
    assert table.unit("hero", "injuries", "mp_markers") == (1, 1)
    table.play("cast curse b1")
    assert table.facts("ko") == [{"unit": "foe", "by": "hero"}]


# ----------------------------------------------------------------------------------------------------------- mechanisms


def test_ruling_r108_a_bomb_that_is_nobodys_sets_off_no_counter(italian: str) -> None:
    """Loot goes to its summoner's player all the same, as R92 has it [KA-2.2 315.4a] [Ruling R108]."""
    pack = [card("thorny", hp=3, powers=[keyword("counter"), keyword("loot", x=2)])]
    units = {
        "hero": mine("fighter"),
        "petard": mine("petard", summoner="hero"),
        "foe": theirs("thorny", injuries=1),
        "other": theirs("fighter"),
    }
    table = Table("hero . petard foe . other", units, turn="hero", pack=pack, release=italian)
    table.play("cast arrow c1", dice=["lock"] * 4)
    assert ("counter" in table.events, table.read("player.p1.kamas")) == (False, 2)


def test_ruling_r109_creatures_count_over_the_team_and_mechanisms_over_their_summoner(italian: str) -> None:
    """By kind, with the highest number of the team's Krosmasters in play.

    [KA-2.2 315.7b] [KA-2.2 315.7c] [Ruling R109]
    """
    call = [{"op": "summon", "summon": "imp", "where": "target"}]
    lay = [{"op": "summon", "summon": "petard", "where": "target"}]
    own = [spell(name, (1, 5), summons=1, do=do, **ACTED) for name, do in (("call", call), ("lay", lay))]
    pack = [
        card("one", spells=own),
        card("two", spells=[spell("call-two", (1, 5), summons=2, do=call, **ACTED)]),
    ]
    units = {
        "hero": mine("one"),
        "mate": mine("two"),
        "imp": mine("imp", summoner="mate"),
        "petard": mine("petard", summoner="mate"),
        "foe": theirs("fighter"),
    }
    field = """
        mate imp petard . foe
        hero .   .      . .
        """
    table = Table(field, units, turn="hero", pack=pack, release=italian)
    assert len(table.play("cast call b1").facts("summoned")) == 1  # mate's number is 2
    assert table.refused("cast call c1").kind == "summon-limit"
    assert len(table.play("cast lay c1").facts("summoned")) == 1  # mate's Bomb is mate's
    assert table.refused("cast lay d1").kind == "summon-limit"
    alone = Table(field, {**units, "mate": mine("fighter")}, turn="hero", pack=pack, release=italian)
    assert alone.refused("cast call b1").kind == "summon-limit"


def test_the_number_of_an_opponents_card_allows_no_summons(italian: str) -> None:
    """Only Krosmasters of the team are asked for the highest number [KA-2.2 315.7b] [Ruling R109]."""
    call = [{"op": "summon", "summon": "imp", "where": "target"}]
    pack = [
        card(name, spells=[spell(name, (1, 5), summons=most, do=call, **ACTED)])
        for name, most in (("one", 1), ("two", 2))
    ]
    units = {"hero": mine("one"), "imp": mine("imp", summoner="hero"), "foe": theirs("two")}
    table = Table("hero . imp foe", units, turn="hero", pack=pack, release=italian)
    assert table.refused("cast one b1").kind == "summon-limit"


def test_a_summoner_of_two_bombs_with_one_in_play_sets_another(italian: str) -> None:
    """[KA-2.2 315.7c] [Ruling R109]"""
    lay = [{"op": "summon", "summon": "petard", "where": "target"}]
    layer = card("layer", spells=[spell("lay", (1, 5), summons=2, do=lay, **ACTED)])
    units = {"hero": mine("layer"), "petard": mine("petard", summoner="hero"), "foe": theirs("fighter")}
    table = Table("hero . . petard foe", units, turn="hero", pack=[layer], release=italian)
    assert len(table.play("cast lay b1").facts("summoned")) == 1
    assert table.refused("cast lay c1").kind == "summon-limit"


def test_a_creature_takes_its_turn(italian: str) -> None:
    """[KA-2.2 315.3a] [Ruling R40]"""
    units = {"hero": mine("fighter"), "imp": mine("imp", summoner="hero"), "foe": theirs("fighter")}
    table = Table("hero . imp . foe", units, turn="hero", release=italian).play("end")
    assert (table.asked, table.read("turn.unit")) == ("p1 activation", "imp")


def test_a_spell_that_a_boost_gives_is_there_until_it_is_cast(italian: str) -> None:
    """Another spell does not use it up, its own cast does [KA-2.2 306.3a] [Ruling R31]."""
    pebbles = [{"id": "pocketful-of-pebbles", "face": "down"}]
    units = {"hero": mine("fighter", ap=20, rewards=pebbles), "foe": theirs("fighter")}
    table = Table("hero foe", units, turn="hero", release=italian).play("reveal pocketful-of-pebbles")
    table.play("cast strike b1", dice=MISS).play("cast pebble b1", dice=MISS)
    assert "no-such-spell" in [one.kind for one in table.broken("cast pebble b1")]


def test_a_spell_of_two_kinds_of_summons_may_be_cast_while_one_of_them_is_below_its_limit(italian: str) -> None:
    """The Mob is at its limit, the Bomb is not: the Bomb comes; then neither may [KA-2.2 601.3d] [Ruling R109]."""
    both = [{"op": "summon", "summon": token, "where": "around-self"} for token in ("imp", "petard")]
    caller = card("caller", ap=9, spells=[spell("call", "personal", summons=1, do=both, **ACTED)])
    units = {"hero": mine("caller"), "imp": mine("imp", summoner="hero"), "foe": theirs("fighter")}
    table = Table("hero . . imp foe", units, turn="hero", pack=[caller], release=italian)
    assert [fact["unit"] for fact in table.play("cast call a1").facts("summoned")] == ["petard"]
    assert table.refused("cast call a1").kind == "summon-limit"


def test_a_bomb_summoned_on_a_trap_does_not_set_it_off(italian: str) -> None:
    """And the Creature that does is hurt by it [KA-2.2 315.6d] [KA-2.2 315.6e] [Ruling R76]."""
    brings = [
        spell(name, (1, 3), summons=2, do=[{"op": "summon", "summon": token, "where": "target"}], **ACTED)
        for name, token in (("lay", "petard"), ("call", "imp"))
    ]
    units = {"hero": mine("conjurer"), "snare": theirs("snare"), "foe": theirs("fighter")}
    table = Table("hero snare . foe", units, turn="hero", pack=[card("conjurer", spells=brings)], release=italian)
    laid = table.again().play("cast lay b1")
    assert (laid.unit("petard", "at"), laid.unit("snare", "at")) == ("b1", "b1")
    table.play("cast call b1", dice=MISS)
    assert (table.facts("ko")[0]["unit"], table.unit("snare", "at")) == ("imp", "")


def test_a_trap_comes_onto_any_free_cell_but_one_with_a_trap(italian: str) -> None:
    """Another Trap elsewhere does not matter [KA-2.2 315.6c] [KA-2.2 315.1a] [Ruling R76]."""
    lay = spell("lay", (1, 3), summons=3, do=[{"op": "summon", "summon": "snare", "where": "target"}], **ACTED)
    units = {"hero": mine("trapper"), "snare": mine("snare", summoner="hero"), "foe": theirs("fighter")}
    table = Table("hero snare . foe", units, turn="hero", pack=[card("trapper", spells=[lay])], release=italian)
    assert table.again().play("cast lay b1").facts("summoned") == []
    table.play("cast lay c1")
    assert [table.unit(fact["unit"], "at") for fact in table.facts("summoned")] == ["c1"]


def test_a_mechanism_without_turns_keeps_its_markers(italian: str) -> None:
    """No turn of a Bomb passes, not even unasked [KA-2.2 315.4a] [Ruling R108]."""
    petard = mine("petard", range_markers=1, summoner="hero")
    units = {"hero": mine("fighter"), "petard": petard, "foe": theirs("fighter")}
    table = Table("hero . petard . foe", units, turn="hero", release=italian).start("end")
    assert table.unit("petard", "range_markers") == 1
    as_in_2_7 = Table("hero . petard . foe", units, turn="hero").start("end")
    assert as_in_2_7.unit("petard", "range_markers") == 0


def test_the_other_sides_mob_is_hurt_as_an_ally_only_if_it_is_a_character(italian: str) -> None:
    """Who watches for injuries of an Ally does not watch over a Turret [KA-2.2 303.3] [Ruling R85]."""
    mark = {"op": "markers", "stat": "mp", "x": 1, "to": {"who": "self"}}
    pack = [
        card("warden", powers=[power("care", when="ally-suffers-injuries", do=[mark])]),
        summon("turret", category="mechanism", family="turret", mp="-", hp=5),
    ]
    units = {"hero": mine("fighter"), "turret": theirs("turret"), "mate": theirs("fighter"), "foe": theirs("warden")}
    table = Table("turret hero mate . foe", units, turn="hero", pack=pack, release=italian)
    assert table.play("cast strike a1", dice=MISS).unit("foe", "mp_markers") == 0
    assert table.play("cast strike c1", dice=MISS).unit("foe", "mp_markers") == 1


# ---------------------------------------------------------------------------------------------------------- its texts


def test_texts_of_a_match_say_what_its_release_plays() -> None:
    """A Lock that costs everything, and the powers that 2.2 rules otherwise [KA-2.2 310.2e] [KA-2.2 307.16a]."""
    units = {"hero": mine("fighter", powers=["counter", "unfazed", "wisdom"]), "foe": theirs("fighter")}
    told: dict[str, tuple[str, list[str]]] = {}
    for name in ("2.7", "2.2"):
        table = Table(". hero foe", units, turn="hero", release=name).play("move a1", dice=["lock", "critical"])
        locked = next(event for event in table.state.log or () if EVENTS[event[0]].name == "locked")
        hero = next(unit for unit in view(table.state, 0).units if unit.id == "hero")
        told[name] = (Wording(table.state, "en").event(locked), [power.text for power in hero.powers])
    assert "3 MP and 3 AP" in told["2.7"][0] and "all MP and AP" in told["2.2"][0]
    assert [old == new for old, new in zip(told["2.7"][1], told["2.2"][1], strict=True)] == [False] * 3


def test_the_bombs_and_traps_of_a_player_are_not_listed_in_the_timeline() -> None:
    """[KA-2.2 315.4a] [KA-2.2 315.6a]"""
    units = {
        "hero": mine("fighter"),
        "petard": mine("petard", summoner="hero"),
        "imp": mine("imp", summoner="hero"),
        "foe": theirs("fighter"),
    }
    listed = [
        order_of_play(Table("hero petard imp foe", units, turn="hero", release=name).state, 0)
        for name in ("2.7", "2.2")
    ]
    assert listed == [[0, 1, 2], [0, 2]]


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("immediate_gain", "caster"),
        ("itty_bitty_sight", "blocks"),
        ("reward_set", "original-box"),
        ("second_reveal", "next-turn"),
    ],
)
def test_an_option_that_the_book_of_2_2_settles_is_refused(option: str, value: str) -> None:
    """2.7 leaves it open [KA-2.2 605.14a] [KA-2.2 311.9b] [KA-2.2 103.7] [KA-2.2 306.2]."""
    units = {"hero": mine("fighter"), "foe": theirs("fighter")}
    assert Table("hero foe", units, turn="hero", options={option: value}).asked == "p1 activation"
    settled = release("2.2").settled[option]
    assert Table("hero foe", units, turn="hero", options={option: settled}, release="2.2").asked == "p1 activation"
    with pytest.raises(DocumentError, match=rf"{option}.*'{value}' in release 2\.2.*'{settled}'"):
        Table("hero foe", units, turn="hero", options={option: value}, release="2.2")


def test_every_option_that_a_release_settles_is_an_option_and_has_that_value() -> None:
    assert release("2.7").settled == {}
    assert all(value in OPTIONS[name][0] for name, value in release("2.2").settled.items())


# --------------------------------------------------------------------------------------------------- Block, once more


def test_ruling_r55_a_mover_displaced_by_its_block_loses_everything_to_a_lock_left_over(italian: str) -> None:
    """It does not move, and the Lock counts all the same [KA-2.2 310.2e] [Ruling R55]."""
    push = {"op": "push-back", "x": 1, "to": {"who": "subject"}}
    pack = [card("bouncer", powers=[power("bounce", when="own-lock-roll", do=[push])])]
    units = {"hero": mine("fighter"), "foe": theirs("bouncer"), "near": theirs("fighter")}
    field = """
        . near .
        . hero foe
        """
    table = Table(field, units, turn="hero", pack=pack, release=italian)
    table.play("move a1", answers=["locker near"], dice=["lock", "critical", "lock"])
    assert table.unit("hero", "ap", "mp", "at") == (0, 0, "a1")
