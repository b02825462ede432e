"""Every key of `[procedures]` steers: a position plays one way by one value and another way by the other.

Each proof below plays one position with listed dice and gives back what came of it. It is played in a release that says
what 2.7 says but for the one key, once for every procedure that is registered for it.
"""

import re
from collections.abc import Callable
from pathlib import Path
from types import NoneType
from typing import Any, get_args, get_type_hints

import pytest

from esquive.core.book import Procedures
from esquive.core.errors import DocumentError
from esquive.krosmaster.book.markers import active_unit_gains
from esquive.krosmaster.book.procedures import CHAPTERS, steps_of
from esquive.krosmaster.releases import data_path, release
from esquive.krosmaster.releases.procedures import procedure
from esquive.krosmaster.table.steps import Steps
from esquive.krosmaster.text.documents.positions import from_document
from tests.krosmaster.playing import Table, card, keyword, mine, power, spell, summon, theirs
from tests.krosmaster.releases.changing import release_with

NAMED = release("2.7").procedures
MISS = ["lock", "lock"]  # neither a Critical nor an Armour

Proof = Callable[[str], Any]
PROOFS: dict[str, tuple[Proof, dict[str, Any]]] = {}


def shows(key: str, plays: dict[str, Any]) -> Callable[[Proof], Proof]:
    """The proof of a key: what it gives back by each value."""

    def note(proof: Proof) -> Proof:
        assert key not in PROOFS, f"{key} has two proofs"
        PROOFS[key] = (proof, plays)
        return proof

    return note


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


# --------------------------------------------------------------------------------------------- the game, turns, rewards


@shows("contradiction", {"prohibition": ("none", "p1 inspiration"), "permission": ("p2", "over")})
def last_gg_lost_to_a_double(release: str) -> Any:
    """[KA 1.5.2] [KA-2.2 402.1]"""
    table = Table(
        "hero foe",
        {"hero": mine("fighter"), "foe": theirs("fighter")},
        turn={"player": "p1", "phase": "tension", "number": 3},
        players={"p1": {"gg": 1}, "p2": {"gg": 3}},
        release=release,
    )
    table.play(dice=["lock", "lock"], answers=["keep"])
    return table.read("winner"), table.asked


@shows("initiative_tie", {"more-krosmasters": "p1 deployment", "chance": "nobody first-player roll"})
def equal_initiatives_of_two_and_one(release: str) -> Any:
    """[KA 1.3.1.b] [KA-2.2 103.1]"""
    pack = [card("quick", initiative=3), card("slow", initiative=0)]
    return Table.match([["quick"], ["quick", "slow"]], pack=pack, release=release).asked


@shows("gauges", {"before-start-effects": (6, -2), "after-start-effects": (4, 0)})
def markers_of_the_start_of_the_turn(release: str) -> Any:
    """[KA 6.2.1.b] [KA-2.2 503.1]"""
    weaken = {"op": "markers", "stat": "ap", "x": -2, "to": {"who": "self"}}
    table = Table(
        "hero . foe",
        {"hero": mine("weary"), "foe": theirs("fighter")},
        turn={"player": "p1", "phase": "tension"},
        pack=[card("weary", powers=[power("weary", when="start-of-own-turn", do=[weaken])])],
        release=release,
    )
    table.play(dice=["lock", "dodge"], answers=["keep", "done"])
    return table.unit("hero", "ap", "ap_markers")


@shows("buffs", {"before-start-effects": (["lock"], 2), "after-start-effects": (["lock", "armour"], 1)})
def armour_of_a_buff_against_a_bomb(release: str) -> Any:
    """[KA 6.2.1.a] [KA-2.2 502.1b]"""
    units = {
        "hero": mine("fighter", rewards=[{"id": "bark-skin", "face": "up"}]),
        "petard": mine("petard", summoner="hero"),
        "foe": theirs("fighter"),
    }
    table = Table(". hero petard . foe", units, turn={"player": "p1", "phase": "tension"}, release=release)
    table.play(dice=["lock", "dodge"], answers=["keep"])
    by_buff = "armour" in table.unit("hero", "powers")
    table.start("done").start("roll lock")
    dice = ["lock", "armour"][: table.rolls.count]
    table.play(dice=dice)
    assert by_buff and table.unit("hero", "rewards", "powers") == ([], [])
    return dice, table.unit("hero", "injuries")


@shows("dofus_trophy", {"shared": "4.7.11.c", "separate": "revealed"})
def trophy_beside_a_dofus(release: str) -> Any:
    """[KA 4.7.11.c] [KA-2.2 306.9b]"""
    worn = [{"id": "sunset-dofus", "face": "up"}, {"id": "champions-belt", "face": "down"}]
    units = {"hero": mine("fighter", rewards=worn), "foe": theirs("fighter")}
    table = Table("hero . . foe", units, turn="hero", release=release)
    if "reveal champions-belt" in table.options("reveal"):
        return "revealed" if table.play("reveal champions-belt").facts("revealed") else ""
    return table.refused("reveal champions-belt").clauses[-1]


@shows("boost_spells", {"next-spell": [], "card": ["cast pebble b1"]})
def given_spell_after_another(release: str) -> Any:
    """[KA 4.7.5.a] [KA-2.2 306.3a]"""
    held = [{"id": "pocketful-of-pebbles", "face": "down"}]
    units = {"hero": mine("fighter", ap=12, rewards=held), "foe": theirs("fighter")}
    table = Table("hero foe . .", units, turn="hero", release=release)
    table.play("reveal pocketful-of-pebbles").play("cast strike b1", dice=MISS)
    lines = [line for line in table.options("cast") if "pebble" in line]
    if lines:  # once it is cast itself it is gone
        after = table.again().play("cast pebble b1", dice=MISS)
        assert not [line for line in after.options("cast") if "pebble" in line]
    return lines


@shows("punch_limit", {"once-per-turn": "7.1.3.a", "none": 2})
def second_punch(release: str) -> Any:
    """[KA 4.8.5] [KA-2.2 205.3]"""
    units = {"hero": mine("fighter", ap=10), "foe": theirs("fighter")}
    table = Table("hero foe", units, turn="hero", release=release).play("cast punch b1", dice=MISS)
    if "cast punch b1" in table.options("cast"):
        return table.play("cast punch b1", dice=MISS).unit("foe", "injuries")
    return table.refused("cast punch b1").clauses[0]


# ---------------------------------------------------------------------------------------------------------------- Block


def leaving(release: str, *dice: str, locker: str = "fighter", **keys: Any) -> Table:
    """hero, with 3 MP and 6 AP unless told otherwise, leaves the cell beside an enemy; the dice are listed."""
    units = {"hero": mine("fighter", **keys), "foe": theirs(locker), "far": theirs("fighter")}
    return Table(". hero foe far", units, turn="hero", release=release).play("move a1", dice=dice)


@shows("lock_tie", {"caught": (5, 1, "a1"), "escape": (6, 2, "a1")})
def equal_rolls(release: str) -> Any:
    """[KA 4.14.2.d] [KA-2.2 310.2e]"""
    return leaving(release, "lock", "dodge").unit("hero", "ap", "mp", "at")


@shows("lock_loss", {"fixed": [(3, 0), (2, 0), "b1"], "all": [(6, 3), (0, 0), "b1"]})
def lock_left_over_by_the_first_of_two(release: str) -> Any:
    """Lost after each pair of rolls, or all of it after the last one [KA 4.14.2.d] [KA-2.2 310.2e]."""
    units = {"hero": mine("fighter"), "foe": theirs("fighter"), "near": theirs("fighter")}
    field = """
        . near .
        . hero foe
        """
    table = Table(field, units, turn="hero", release=release)
    table.start("move a1").start("locker foe").start("roll lock").start("roll critical")
    between = table.unit("hero", "ap", "mp")
    table.play(dice=["lock", "dodge"])
    return [between, table.unit("hero", "ap", "mp"), table.unit("hero", "at")]


@shows("lock_by_summon", {"caught": (5, 1, "a1"), "locked": (3, 0, "b1")})
def lock_of_a_mob(release: str) -> Any:
    """[KA 4.14.3] [KA-2.2 310.2e]"""
    return leaving(release, "lock", "critical", locker="imp").unit("hero", "ap", "mp", "at")


@shows("move_payment", {"after-block": [3, (0, "b1")], "before-block": [2, (0, "a1")]})
def mp_of_a_move(release: str) -> Any:
    """Asked for before the rolls, the last MP is not there to be lost to a Caught [KA 4.14.2.f] [KA-2.2 310.2a]."""
    units = {"hero": mine("fighter"), "foe": theirs("fighter")}
    during = Table(". hero foe", units, turn="hero", release=release).start("move a1")
    return [during.unit("hero", "mp"), leaving(release, "lock", "dodge", mp=1).unit("hero", "mp", "at")]


# ---------------------------------------------------------------------------------------------------- powers and wounds


@shows("immediate_gain", {"caster": (0, 6), "active-unit": (0, 8)})
def gain_of_a_unit_that_is_not_active(release: str) -> Any:
    """[KA 7.5.14.a] [KA-2.2 605.14a]"""
    gain = {"op": "immediate-gain", "stat": "ap", "x": 2}
    pack = [card("angry", powers=[power("anger", when="suffers-injuries", do=[gain])])]
    units = {"hero": mine("fighter", ap=9), "foe": theirs("angry")}
    table = Table("hero foe", units, turn="hero", pack=pack, release=release).play("cast strike b1", dice=MISS)
    return table.unit("foe", "ap"), table.unit("hero", "ap")


@shows("unfazed", {"place": (-2, "c1"), "place-and-points": (0, "c1")})
def markers_on_an_unfazed_unit(release: str) -> Any:
    """[KA 4.9.17.a] [KA-2.2 307.18a]"""
    tire = [{"op": "push-back", "x": 1}, {"op": "markers", "stat": "mp", "x": -2}]
    pack = [
        card("tirer", spells=[spell("tire", (1, 4), kind="special", do=tire)]),
        card("rock", powers=[keyword("unfazed")]),
    ]
    units = {"hero": mine("tirer"), "foe": theirs("rock")}
    table = Table("hero . foe . .", units, turn="hero", pack=pack, release=release).play("cast tire c1")
    return table.unit("foe", "mp_markers", "at")


@shows("counter", {"opponents-turn": [], "any-turn": [{"unit": "hero", "target": "foe"}]})
def counter_in_its_own_players_turn(release: str) -> Any:
    """[KA 4.9.15.a] [KA-2.2 307.16a]"""
    revenge = [{"op": "injure", "x": 1, "to": {"who": "subject"}}]
    pack = [
        card("thorny", spells=[spell("strike")], powers=[keyword("counter")]),
        card("vengeful", powers=[power("vengeful", when="suffers-injuries", once="turn", do=revenge)]),
    ]
    units = {"hero": mine("thorny"), "foe": theirs("vengeful")}
    table = Table("hero foe", units, turn="hero", pack=pack, release=release)
    return table.play("cast strike b1", dice=MISS).facts("counter")


@shows("wisdom", {"boss": 1, "any-krosmaster": 2})
def wisdom_against_no_boss(release: str) -> Any:
    """[KA 4.9.25.a] [KA-2.2 307.31a]"""
    pack = [card("sage", spells=[spell("strike")], powers=[keyword("wisdom")])]
    units = {"hero": mine("sage"), "foe": theirs("villager", injuries=3), "other": theirs("fighter")}
    table = Table("hero foe . other", units, turn="hero", pack=pack, wild_gg=0, release=release)
    return table.play("cast strike b1", dice=MISS).read("player.p1.gg") - 6


@shows("loot", {"any-piece": 2, "krosmaster": 0})
def loot_of_a_mob(release: str) -> Any:
    """[KA 4.9.29.a] [KA-2.2 307.35a]"""
    pack = [summon("purse", powers=[keyword("loot", x=2)])]
    units = {"hero": mine("fighter"), "purse": theirs("purse"), "foe": theirs("fighter")}
    table = Table("hero purse . foe", units, turn="hero", pack=pack, release=release)
    return table.play("cast strike b1", dice=MISS).read("player.p1.kamas")


@shows("inflicted", {"every-source": (3, 1), "named-source": (3, 0)})
def injuries_of_an_effect(release: str) -> Any:
    """Those of Step 3 are inflicted, so Counter answers, or suffered only [KA 4.10.6.b] [KA-2.2 308.5b]."""
    curse = spell("curse", kind="special", do=[{"op": "injure", "x": 3}])
    pack = [card("witch", spells=[curse]), card("thorny", powers=[keyword("counter")])]
    units = {"hero": mine("witch"), "foe": theirs("thorny")}
    table = Table("hero foe", units, turn="hero", pack=pack, release=release).play("cast curse b1")
    return table.unit("foe", "injuries"), table.unit("hero", "injuries")


# --------------------------------------------------------------------------------------------------- summons and allies


def caller(slug: str, control: int, token: str = "imp", **keys: Any) -> dict[str, Any]:
    """A Summoning spell that brings a token to the target cell."""
    call = [{"op": "summon", "summon": token, "where": "target"}]
    return spell(slug, (1, 4), kind="special", cost={"ap": 1}, summons=control, do=call, **keys)


CALLER = card("caller", ap=9, spells=[caller("call", 1), caller("set", 1, "petard"), caller("lay", 9, "snare")])


@shows("summon_limit", {"team": [], "kind": ["c1", "d1"]})
def bombs_and_mobs_under_a_limit_of_one(release: str) -> Any:
    """[KA 4.19.9.c] [KA-2.2 315.7b] [KA-2.2 315.7c]"""
    units = {
        "hero": mine("caller"),
        "mate": mine("fighter"),
        "petard": mine("petard", summoner="mate"),
        "foe": theirs("fighter"),
    }
    field = """
        mate petard . . foe
        hero .      . . .
        """
    table = Table(field, units, turn="hero", pack=[CALLER], release=release)
    cells = [fact["cell"] for fact in table.play("cast call c1").facts("summoned")]
    cells += [fact["cell"] for fact in table.play("cast set d1").facts("summoned")]
    assert table.play("cast call e1").facts("summoned") == []
    return cells


@shows("summon_at_limit", {"no-summon": "cast", "no-cast": ("summon-limit", ("KA-2.2 601.3d", "4.19.9.c"))})
def summoning_at_the_limit(release: str) -> Any:
    """[KA 4.19.9.c] [KA-2.2 601.3d]"""
    units = {"hero": mine("caller"), "imp": mine("imp", summoner="hero"), "foe": theirs("fighter")}
    table = Table("hero . imp . foe", units, turn="hero", pack=[CALLER], release=release)
    if "cast call b1" in table.options("cast"):
        return "cast" if table.play("cast call b1").facts("summoned") == [] else "summoned"
    refusal = table.refused("cast call b1")
    return refusal.kind, refusal.clauses


@shows("summon_on_floor_piece", {"forbidden": ([], "p1 activation"), "allowed": (["imp"], "p2 critical roll")})
def mob_summoned_on_a_trap(release: str) -> Any:
    """A Mob that may come there sets off the Trap; a Trap never comes on a Trap [KA 4.19.1.b] [KA-2.2 315.6c]."""
    units = {"hero": mine("caller"), "snare": theirs("snare"), "foe": theirs("fighter")}
    table = Table("hero snare . . foe", units, turn="hero", pack=[CALLER], release=release)
    assert table.play("cast lay b1").facts("summoned") == []
    table.start("cast call b1")
    came = [fact["unit"] for fact in table.facts("summoned")]
    return came, table.asked


@shows("mechanism_turns", {"timeline": "p1 activation", "none": "p2 tension roll"})
def turn_of_a_bomb(release: str) -> Any:
    """[KA 4.19.1.g] [KA-2.2 315.4a]"""
    busy = summon("busy", category="mechanism", family="bomb", mp="-", hp=3, ap=3, spells=[spell("spark", base=1)])
    units = {"hero": mine("fighter"), "busy": mine("busy", summoner="hero"), "foe": theirs("fighter")}
    return Table("hero . busy . foe", units, turn="hero", pack=[busy], release=release).start("end").asked


WAIL = spell(
    "wail",
    "personal",
    kind="special",
    cost={"ap": 1},
    do=[{"op": "markers", "stat": "range", "x": 1, "to": {"who": "units", "side": "enemy"}}],
)
CHEER = spell(
    "cheer",
    "personal",
    kind="special",
    cost={"ap": 1},
    do=[{"op": "markers", "stat": "range", "x": 1, "to": {"who": "units", "side": "ally"}}],
)
TURRET = summon("turret", category="mechanism", family="turret", mp="-", ap=3)


@shows(
    "mechanism_side",
    {
        "owner": [["hero", "petard", "turret"], ["foe", "snare"]],
        "nobody": [["hero", "turret"], ["foe"]],
    },
)
def sides_of_bombs_and_traps(release: str) -> Any:
    """[KA 4.3.5.b] [KA-2.2 315.4a] [KA-2.2 315.6a]"""
    units = {
        "hero": mine("singer"),
        "petard": mine("petard"),
        "turret": mine("turret"),
        "foe": theirs("fighter"),
        "snare": theirs("snare"),
    }
    pack = [card("singer", spells=[WAIL, CHEER]), TURRET]
    table = Table("hero petard turret foe snare", units, turn="hero", pack=pack, release=release)
    allied = [fact["unit"] for fact in table.play("cast cheer a1").facts("markers")]
    return [allied, [fact["unit"] for fact in table.play("cast wail a1").facts("markers")]]


@shows(
    "allies",
    {
        "units": [["hero", "mate", "imp", "turret"], ["foe", "enemy-turret"]],
        "characters": [["hero", "imp"], ["foe", "enemy-turret"]],
    },
)
def who_is_an_ally(release: str) -> Any:
    """A Turret is none, nor is a Krosmaster without MP by itself (`no_mp`); of opponents nothing is said.

    [KA 4.4.3] [KA-2.2 303.3]
    """
    units = {
        "hero": mine("singer"),
        "mate": mine("statue"),
        "imp": mine("imp"),
        "turret": mine("turret"),
        "foe": theirs("fighter"),
        "enemy-turret": theirs("turret"),
    }
    pack = [card("singer", spells=[WAIL, CHEER]), card("statue", mp="-"), TURRET]
    table = Table("hero mate imp turret foe enemy-turret", units, turn="hero", pack=pack, release=release)
    allied = [fact["unit"] for fact in table.play("cast cheer a1").facts("markers")]
    return [allied, [fact["unit"] for fact in table.play("cast wail a1").facts("markers")]]


@shows("no_mp", {"mechanism": "p1 activation", "character": "p2 lock roll"})
def leaving_a_krosmaster_without_mp(release: str) -> Any:
    """It locks in release 2.2 and only there [KA 4.3.4.b] [KA-2.2 315.1d]."""
    units = {"hero": mine("fighter"), "foe": theirs("statue")}
    table = Table(". hero foe", units, turn="hero", pack=[card("statue", mp="-")], release=release)
    return table.start("move a1").asked


@shows("obstructive_itty_bitty", {"blocks": False, "open": True})
def shooting_past_somebody_small_and_wide(release: str) -> Any:
    """[KA 4.15.9.b] [KA-2.2 311.9b]"""
    pack = [card("barrel", powers=[keyword("itty-bitty"), keyword("obstructive")])]
    units = {"hero": mine("fighter"), "barrel": theirs("barrel"), "foe": theirs("fighter")}
    return "cast arrow c1" in Table("hero barrel foe", units, turn="hero", pack=pack, release=release).options("cast")


@shows("frost", {"none": (2, 0, -1, 0), "frozen": (2, 2, 0, -1)})
def blow_of_somebody_freezing(release: str) -> Any:
    """[KA 4.9.18.a] [KA-2.2 307.20a] [KA-2.2 307.22a] [KA-2.2 309.8]"""
    chill = spell("chill", do=[{"op": "markers", "stat": "mp", "x": -1}])
    pack = [card("yeti", spells=[chill], powers=[keyword("freezing"), keyword("unsnowshoes")])]
    units = {"hero": mine("yeti"), "foe": theirs("fighter")}
    table = Table("hero foe", units, turn="hero", pack=pack, release=release).play("cast chill b1", dice=MISS)
    return table.unit("foe", "injuries", "frozen_injuries", "mp_markers", "frozen_mp_markers")


@shows("mob_spells", {"every-spell": "cast", "attacks": ("not-an-attack", ("4.19.4.b",))})
def heal_of_a_mob(release: str) -> Any:
    """[KA 4.19.4.b] [KA-2.2 315.3b]"""
    nurse = summon("nurse", spells=[spell("mend", (1, 2), kind="heal", base=1, element="water")])
    units = {
        "hero": mine("fighter", injuries=2),
        "nurse": mine("nurse", summoner="hero"),
        "imp": mine("imp", summoner="hero"),
        "foe": theirs("fighter"),
    }
    table = Table("nurse hero imp foe", units, turn="nurse", pack=[nurse], release=release)
    assert "cast scratch d1" in Table("nurse hero imp foe", units, turn="imp", pack=[nurse], release=release).options()
    if "cast mend b1" in table.options("cast"):
        return "cast"
    refusal = table.refused("cast mend b1")
    return refusal.kind, refusal.clauses


# ----------------------------------------------------------------------------------------------------------- the proofs


def cases() -> list[tuple[str, str]]:
    return [(key, value) for key in NAMED for value in procedure.known[key]]


@pytest.mark.parametrize(("key", "value"), cases())
def test_every_procedure_plays_its_position_its_own_way(key: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert key in PROOFS, f"no position shows what {key} steers: add a proof"
    proof, plays = PROOFS[key]
    assert proof(release_with(monkeypatch, **{key: value})) == plays[value]


@shows("ice_cubes", {"fixed": ("cube", "none", "e1"), "moved": ("none", "cube", "e1")})
def a_cube_and_its_rider_are_pushed_back(release: str) -> Any:
    """[KA-2.2 313.6c]"""
    gust = spell("gust", (1, 3), kind="special", do=[{"op": "push-back", "x": 1}])
    units = {"hero": mine("pusher", at="c1"), "foe": theirs("fighter", at="d1")}
    table = Table(". . . I ~ .", units, turn="hero", pack=[card("pusher", spells=[gust])], release=release)
    table.play("cast gust d1")
    return table.read("scenery.d1"), table.read("scenery.e1"), table.unit("foe", "at")


def test_every_key_has_a_proof_in_which_all_its_procedures_play_otherwise() -> None:
    assert sorted(PROOFS) == sorted(NAMED) == sorted(procedure.known)
    for key, (_, plays) in PROOFS.items():
        assert set(plays) == set(procedure.known[key])
        assert len(plays) > 1
        outcomes = list(plays.values())
        assert all(one not in outcomes[:place] for place, one in enumerate(outcomes)), key


# --------------------------------------------------------------------------------------------------------- the registry


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"lock_tie": "coin"}, r"lock_tie: 'coin' is no such procedure \(choose caught or escape\)"),
        ({"lock_ties": "caught"}, r"lock_ties: no rule reads this procedure"),
        ({"lock_tie": None}, r"lock_tie: this procedure of the release is missing \(choose caught or escape\)"),
    ],
)
def test_a_release_names_one_registered_procedure_of_each_key(
    changes: dict[str, str | None], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(DocumentError, match=message):
        steps_of(release(release_with(monkeypatch, **changes)), {})


def test_a_procedure_is_registered_once() -> None:
    known = Procedures()
    known("tie", "escape")(len)
    with pytest.raises(ValueError, match="tie = 'escape' is registered twice"):
        known("tie", "escape")(len)


@pytest.mark.skipif(not get_type_hints(Steps), reason="compiled classes keep no annotations")
def test_the_steps_of_a_match_are_those_that_are_registered() -> None:
    """Every key has its type in `Steps`, and both procedures take what that says."""
    kinds = get_type_hints(Steps)
    assert sorted(kinds) == sorted(procedure.known)
    for key, steps in procedure.known.items():
        taken, given = get_args(kinds[key])
        for value, step in steps.items():
            hints = get_type_hints(step)
            assert hints.pop("return") == (given if given is not None else NoneType), (key, value)
            assert len(hints) == len(taken), (key, value)
            assert all(want in (Any, have) for want, have in zip(taken, hints.values(), strict=True)), (key, value)


def test_every_chapter_with_a_pair_is_known_before_one_is_chosen() -> None:
    """A process that imports nothing but what chooses the steps knows all procedures that the sources register."""
    folder = data_path("2.7", "release.toml").parents[2] / "book"
    # Quoted either way: the mutation check writes a module anew, and only what it breaks may show here.
    written = re.findall(
        r"""^@procedure\(["'](\w+)["'], ["']([\w-]+)["']\)""", "\n".join(map(read, folder.rglob("*.py"))), re.M
    )
    assert sorted(written) == sorted((key, value) for key, steps in procedure.known.items() for value in steps)
    modules = {path.stem for path in folder.rglob("*.py") if "\n@procedure(" in read(path)}
    assert {module.__name__.rpartition(".")[2] for module in CHAPTERS} == modules


def test_an_option_of_the_match_prevails_over_the_release(monkeypatch: pytest.MonkeyPatch) -> None:
    """`immediate_gain` follows the release until the match says otherwise [Ruling R49]."""
    italian = release_with(monkeypatch, immediate_gain="active-unit")
    units = {"hero": mine("oscar-kass"), "foe": theirs("oscar-kass")}
    for options, reads in (({}, "active"), ({"immediate_gain": "caster"}, "caster")):
        table = Table("hero foe", units, turn="hero", options=options, release=italian)
        assert table.state.settings.options["immediate_gain"] == reads
        assert from_document(table.document()).settings.options == table.state.settings.options
        assert (table.state.settings.steps.immediate_gain is active_unit_gains) == (reads == "active")
