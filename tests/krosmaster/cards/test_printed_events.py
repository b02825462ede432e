"""Printed cards that wait for an event, or count what a spell or a turn has come to: a test for each sentence."""

import pytest

from esquive.core.games import game_named
from esquive.krosmaster.book.powers.values import initiative_of
from esquive.krosmaster.written.documents.positions import from_document
from tests.krosmaster.playing import Table, card, keyword, mine, reward, spell, theirs

OX = card("ox", hp=20)
DULL = ["lock", "lock"]
FIELD = """
    .   .     .   .
    .   who   foe .
    .   pal   .   far
"""


def settle(table: Table) -> Table:
    """Every roll that is asked for now shows Locks only."""
    while table.asked.endswith("roll"):
        table.start(" ".join(["lock"] * table.rolls.count))
    return table


@pytest.mark.parametrize(("injuries", "at"), [(19, "c2"), (17, "")])
def test_ruling_r147_vampyro_raises_a_ghoul_where_he_kos_a_krosmaster(injuries: int, at: str) -> None:
    """Ghoulification: on the cell of the Krosmaster KO'd, in Step 8; nothing where it is not [KA 4.18.3.a]."""
    units = {"who": mine("vampyro"), "pal": mine("ox"), "foe": theirs("ox", injuries=injuries), "far": theirs("ox")}
    table = Table(FIELD, units, turn="who", pack=[OX]).start("cast ghoulification c2")
    while table.asked != "p1 activation":
        table.start("resolve 1" if table.asked.endswith("standby") else "lock")
    if at:
        assert table.unit("foe", "ko")
        assert table.unit("ghoul", "at", "summoner") == (at, "who")
    else:
        assert "ghoul" not in table.state.names and not table.unit("foe", "ko")


def test_vampyro_raises_nothing_from_a_summon() -> None:
    """Only the targeted Krosmaster counts [KA 4.3.3]."""
    units = {"who": mine("vampyro"), "pal": mine("ox"), "foe": theirs("tofu", summoner="far"), "far": theirs("ox")}
    table = Table(FIELD, units, turn="who", pack=[OX]).play("cast ghoulification c2", dice=DULL)
    assert table.unit("foe", "ko") and "ghoul" not in table.state.names


@pytest.mark.parametrize(("beside", "injuries"), [("foe", 2), ("pal", 3)])
def test_ruling_r148_bworker_heals_when_his_whirlwind_inflicts_two_injuries(beside: str, injuries: int) -> None:
    """Drunkenness of Combat: on opposing Krosmasters, added up over one Whirlwind [KA 4.10.6.b]."""
    field = """
        .   .    .   .
        who .    one .
        .   .    two .
    """
    side = theirs if beside == "foe" else mine
    units = {"who": mine("bworker", injuries=3), "one": theirs("ox"), "two": side("ox"), "pal": theirs("ox", at="d1")}
    table = Table(field, units, turn="who", pack=[OX]).play("cast whirlwind b2")
    assert table.unit("who", "at") == "b2"
    assert [table.unit(one, "injuries") for one in ("one", "two")] == [1, 1]
    assert table.unit("who", "injuries") == injuries


MEET = """
    who .    .   .   foe .
    .   pal  .   .   .   .
"""


@pytest.mark.parametrize(
    ("before", "acts"), [([], True), (["move a1"], False), (["cast fast-draw b2"], False), (["reveal dull"], True)]
)
def test_ruling_r149_nemesis_samurai_sends_an_ally_after_a_turn_in_which_he_did_nothing(
    before: list[str], acts: bool
) -> None:
    """Bad Guy: any Krosmaster of his side, next to any opposing one [KA 6.3.2] [KA 6.4.1]."""
    dull = reward("dull", kind="boost", rank="silver", copies=3, do=[{"op": "immediate-gain", "stat": "mp", "x": 1}])
    held = [{"id": "dull", "face": "down"}]
    units = {"who": mine("nemesis-samurai", rewards=held), "pal": mine("ox"), "foe": theirs("ox"), "mob": theirs(
        "tofu", summoner="foe", at="f1")}  # fmt: skip
    table = Table(MEET, units, turn="who", pack=[OX, dull])
    for line in before:
        settle(table.start(line))
    table.start("end")
    if not acts:
        assert table.unit("pal", "at") == "b1" and table.asked != "p1 choice"
        return
    assert sorted(table.options("choose")) == ["choose pal", "choose who"]
    table.start("choose pal")
    assert sorted(table.options("choose")) == ["choose d2", "choose e1", "choose f2"]
    assert table.start("choose e1").unit("pal", "at") == "e1"


def test_nemesis_samurai_has_moved_when_somebody_else_displaced_him() -> None:
    """What a position says of his turn is kept: busy [Ruling R149]."""
    units = {"who": mine("nemesis-samurai"), "pal": mine("ox"), "foe": theirs("ox")}
    turn = {"player": "p1", "unit": "who", "phase": "activation", "busy": 1}
    table = Table(MEET, units, turn=turn, pack=[OX])
    assert table.document()["turn"]["busy"] == 1
    assert table.start("end").asked != "p1 choice"


@pytest.mark.parametrize(("injuries", "at"), [(0, "choose"), (19, "a1")])
def test_ruling_r150_maestro_boletus_follows_his_ricochet(injuries: int, at: str) -> None:
    """Esporaccion: next to the opponent that the ricochet injured, chosen by his player [KA 4.17.3]."""
    field = """
        .   .   .   .
        .   .   .   .
        who .   foe .
    """
    units = {"who": mine("maestro-boletus"), "foe": theirs("ox"), "far": theirs("ox", injuries=injuries, at="c3"),
             "pal": theirs("ox", at="d1")}  # fmt: skip
    table = Table(field, units, turn="who", pack=[OX]).start("cast boletus-de-canon c1")
    table.start("choose far")
    while table.asked != "p1 activation" and not table.options("choose"):
        table.start("lock")
    if at == "choose":
        assert sorted(table.options("choose")) == ["choose b3", "choose c2", "choose d3"]
        assert table.start("choose c2").unit("who", "at") == "c2"
    else:
        assert table.unit("who", "at") == "a1" and table.unit("far", "ko")
    assert table.unit("foe", "injuries") == 1


GUN = card("gun", hp=20, types=["brotherhood-of-the-tofu"], ap=9)
ROW = """
    .   pal  .   .
    pal2 who foe .
    .   mob  .   .
"""


def test_ruling_r151_yugo_swaps_two_targets_and_sees_through_the_brotherhood() -> None:
    """Double Portals: two of the targeted characters [KA 4.17.3]; Wakute Vision: his sight alone [KA 4.15.9]."""
    units = {"who": mine("yugo-exalted"), "pal": mine("gun"), "pal2": mine("gun"), "foe": theirs("gun"),
             "mob": theirs("tofu", summoner="foe")}  # fmt: skip
    table = Table(ROW, units, turn="who", pack=[GUN]).start("cast double-portals b2")
    assert sorted(table.options("choose")) == ["choose foe", "choose mob", "choose pal", "choose pal2", "choose who"]
    table.start("choose foe")
    assert sorted(table.options("choose")) == ["choose mob", "choose pal", "choose pal2", "choose who"]
    table.start("choose pal2")
    assert [table.unit(one, "at") for one in ("foe", "pal2", "who")] == ["a2", "c2", "b2"]
    line = {"who": mine("yugo-exalted"), "pal": mine("gun"), "foe": theirs("gun"), "far": theirs("gun")}
    seen = Table("who pal . foe far", line, turn="who", pack=[GUN])
    assert "cast wakfu-canon d1" in seen.options("cast")  # through an ally of the Brotherhood
    other = Table("who foe . far pal", line, turn="who", pack=[GUN])
    assert other.refused("cast wakfu-canon d1").kind == "no-sight"  # an opponent of the Brotherhood blocks
    armed = card("gun", types=["brotherhood-of-the-tofu"], spells=[spell("shot", (1, 9), base=1)])
    turned = {**line, "who": theirs("yugo-exalted"), "foe": mine("gun")}
    others = Table("pal who foe . far", turned, turn="pal", pack=[armed])
    assert others.refused("cast shot c1").kind == "no-sight"  # and nobody else sees through


def test_yugo_swaps_nobody_who_is_unfazed_and_needs_two() -> None:
    """One Unfazed against him stays, and so does the other [KA 4.9.17.a] [KA 4.18.5]."""
    steady = card("steady", hp=20, powers=[keyword("unfazed")])
    units = {"who": mine("yugo-exalted"), "foe": theirs("steady"), "pal": theirs("ox")}
    table = Table("who . foe . . . pal", units, turn="who", pack=[steady, OX]).start("cast double-portals c1")
    table.start("choose foe")  # he himself is the only other target
    assert [table.unit(one, "at") for one in ("who", "foe")] == ["a1", "c1"]


def test_ruling_r152_ada_embosq_turns_her_card_at_the_third_opponent() -> None:
    """Subida de nivel ocra: in Step 8 of the third Flecha Rebote; markers and injuries stay [KA 7.5.19.a]."""
    units = {"who": mine("ada-embosq", injuries=2, ap_markers=1), "one": theirs("ox"), "two": theirs("ox"),
             "six": theirs("tofu", summoner="one")}  # fmt: skip
    table = Table(". . . one\n. . . two\nwho . six .", units, turn="who", pack=[OX])
    for cell in ("d3", "d2"):
        table.start(f"cast flecha-rebote {cell}")
        while table.asked != "p1 activation":
            table.start(table.options("choose")[0] if table.options("choose") else "lock")
    assert table.unit("who", "card") == "ada-embosq"
    table.start("cast flecha-rebote c1")
    while table.asked != "p1 activation":
        table.start(table.options("choose")[0] if table.options("choose") else "lock")
    assert table.unit("who", "card", "injuries", "level") == ("ada-embosq-experimentada", 2, 5)
    assert table.unit("who", "ap") == 1
    assert any(line.startswith("cast rebote") for line in table.options()) is False  # no AP left
    setups = game_named("krosmaster").setups
    found = setups.violations(["ada-embosq-experimentada", "ada-embosq", "albinarakna", "albinarakna"], "constructed")
    assert "team-reverse" in [one.kind for one in found]


WOOD = """
    .   .   T   foe
    who .   B   .
    pal .   C   .
"""


def test_ruling_r156_roble_blando_changes_places_with_a_tree() -> None:
    """Camufollaje: he goes to its cell and it to his, a Tree as ever [KA 4.17.5.a] [KA 4.15.9.a]."""
    units = {"who": mine("roble-blando-joven"), "foe": theirs("ox"), "pal": mine("ox")}
    table = Table(WOOD, units, turn="who", pack=[OX], kamas={"a2": 1}).play("cast camufollaje c3")
    assert table.unit("who", "at") == "c3"
    assert [table.read(f"scenery.{cell}") for cell in ("c3", "a2", "c2")] == ["none", "tree", "bush"]
    assert (table.read("kamas.a2"), "tree" in table.events) == (1, True)
    again = from_document(table.document())
    assert again.board.kinds == table.state.board.kinds and again.occupant == table.state.occupant


def test_roble_blando_stays_where_no_tree_is_or_something_stands_under_him() -> None:
    """A Bush is no Tree; on a Crate there is no room for one [Ruling R156] [KA 7.2.4.b]."""
    units = {"who": mine("roble-blando-joven"), "foe": theirs("ox"), "pal": mine("ox")}
    assert Table(WOOD, units, turn="who", pack=[OX]).play("cast camufollaje c2").unit("who", "at") == "a2"
    on_crate = {**units, "who": mine("roble-blando-joven", at="c1")}
    table = Table(WOOD.replace("who", "."), on_crate, turn="who", pack=[OX]).play("cast camufollaje c3")
    assert table.unit("who", "at") == "c1" and table.read("scenery.c3") == "tree"


STREAM = """
    .    .     .   .
    pal  jelly .   .
    .    .     .   king
"""


def test_ruling_r157_krosmasters_follow_the_mint_king_s_jellies() -> None:
    """Mintetized: after each cell, one Krosmaster that was beside the Jelly goes where it was [KA 6.3.2]."""
    units = {"king": mine("mint-king"), "pal": mine("ox"), "foe": theirs("ox", at="b1"),
             "jelly": mine("mint-jelly", summoner="king")}  # fmt: skip
    table = Table(STREAM, units, turn="jelly", pack=[OX]).play("move c2", dice=["armour", "dodge"])
    assert sorted(table.options("choose")) == ["choose foe", "choose pal"]
    table.start("choose pal")
    assert [table.unit(one, "at") for one in ("jelly", "pal")] == ["c2", "b2"]
    table.start("move d2")
    assert table.unit("pal", "at") == "c2"  # the only one beside the cell left


def test_nobody_follows_a_jelly_of_the_other_side() -> None:
    """Allied Mint Jellies only [Ruling R157]."""
    units = {"king": theirs("mint-king"), "pal": mine("ox"), "foe": theirs("ox", at="d3"),
             "jelly": mine("mint-jelly", summoner="pal")}  # fmt: skip
    table = Table(STREAM, units, turn="jelly", pack=[OX]).start("move c2")
    assert [table.unit(one, "at") for one in ("jelly", "pal")] == ["c2", "a2"]


def test_ruling_r158_cardboard_tube_samurai_takes_control_of_mobs() -> None:
    """Protector of the Weak: opposing Mobs beside him are his, and play after him [KA 4.19.1.g] [KA 4.10.2.a]."""
    field = """
        .   mob  .    .
        pal who  foe  far
        .   own  bomb .
    """
    pack = [OX, card("bull", hp=20, ap=9, spells=[spell("slay", (1, 9), base=19, cost={"ap": 1})])]
    units = {"who": mine("cardboard-tube-samurai"), "pal": mine("ox"), "own": mine("imp", summoner="pal"),
             "foe": theirs("bull"), "mob": theirs("imp", summoner="foe", injuries=1),
             "far": theirs("imp", summoner="foe"), "bomb": theirs("block-doll", summoner="foe")}  # fmt: skip
    table = Table(field, units, turn="who", pack=pack).start("end")
    assert [table.unit(one, "owner", "summoner") for one in ("mob", "own", "far", "bomb")] == [
        ("p1", "who"), ("p1", "pal"), ("p2", "foe"), ("p2", "foe"),
    ]  # fmt: skip
    assert table.unit("mob", "injuries") == 1 and table.read("turn.unit") == "mob"
    gone = Table(field, {**units, "mob": mine("imp", summoner="who")}, turn="foe", pack=pack)
    gone.play("cast slay b2", dice=["lock"] * 2)
    assert gone.unit("mob", "at") == ""


NEST = """
    who .    egg
    .   pal  .
    foe .    .
"""


@pytest.mark.parametrize(("chosen", "at", "gg"), [("egg", "c3", 0), ("none", "", 1)])
def test_ruling_r159_arakna_precoz_hatches_from_an_egg_instead_of_being_koed(chosen: str, at: str, gg: int) -> None:
    """Eclosion: on the egg's cell, without injuries and markers; the opponent gains no GG [KA 1.5.1]."""
    bull = card("bull", hp=20, ap=9, spells=[spell("slay", (1, 9), base=9, cost={"ap": 1})])
    units = {"who": mine("arakna-precoz", ap_markers=-1), "egg": mine("arachnee-egg", summoner="pal"),
             "pal": mine("ox"), "foe": theirs("bull")}  # fmt: skip
    table = Table(NEST, units, turn="foe", pack=[OX, bull])
    before = table.read("player.p2.gg")
    settle(table.start("cast slay a3"))
    assert table.asked == "p1 choice" and sorted(table.options()) == ["choose egg", "choose none"]
    table.start(f"choose {chosen}")
    assert (table.unit("who", "at"), table.read("player.p2.gg") - before) == (at, gg)
    assert table.unit("egg", "at") == ("" if at else "c3")
    assert ("ko" in table.events) == (not at)
    if at:
        assert table.unit("who", "injuries", "ap_markers", "ko") == (0, 0, False)


def test_arakna_precoz_lays_one_egg_at_a_time_and_is_koed_without_one() -> None:
    """Puesta de Huevo: any number of summons, but only while no allied egg is in play [Ruling R159]."""
    bull = card("bull", hp=20, ap=9, spells=[spell("slay", (1, 9), base=9, cost={"ap": 1})])
    units = {"who": mine("arakna-precoz"), "pal": mine("ox"), "foe": theirs("bull")}
    table = Table(NEST.replace("egg", "."), units, turn="who", pack=[OX, bull]).play("cast puesta-de-huevo c3")
    assert table.unit("arachnee-egg", "at", "summoner") == ("c3", "who")
    with_egg = {**units, "egg": mine("arachnee-egg", summoner="pal")}
    full = Table(NEST, with_egg, turn="who", pack=[OX, bull]).play("cast puesta-de-huevo b3")
    assert "arachnee-egg" not in full.state.names
    bare = Table(NEST.replace("egg", "."), units, turn="foe", pack=[OX, bull])
    assert settle(bare.start("cast slay a3")).unit("who", "ko")


LOOM = """
    .   .   .
    who .   fast
    .   .   even
    pal .   slow
"""


def loom(**keys: object) -> Table:
    """Tejedora before three Krosmasters of Initiative 9, 4 and 4."""
    pack = [OX, *(card(name, hp=20, initiative=x) for name, x in (("fast", 9), ("even", 4), ("slow", 4)))]
    units = {"who": mine("tejedora"), "pal": mine("ox"), **{name: theirs(name) for name in ("fast", "even", "slow")}}
    units["fast"] = theirs("fast", **keys)
    return Table(LOOM, units, turn="who", pack=pack)


def test_ruling_r163_tejedora_moves_the_bearer_of_her_marker_in_the_timeline() -> None:
    """Momia: 5 Initiative less, its place chosen by its player among equal ones [KA 1.3.8] [KA 4.13.3]."""
    table = loom()
    assert table.read("player.p2.timeline") == ["fast", "even", "slow"]
    table.start("cast momificacion c3")
    assert table.asked == "p2 choice" and table.options() == ["choose 1", "choose 2", "choose 3"]
    table.start("choose 2")
    assert table.read("player.p2.timeline") == ["even", "fast", "slow"] and table.asked == "p1 activation"
    marked = loom(special_markers=[{"name": "momificado", "by": "who"}])
    state = marked.state
    assert initiative_of(state, state.names.index("fast")) == 4
    while marked.asked != "p2 choice":
        marked.start(marked.options()[-1])
    marked.start("choose 3")
    assert marked.read("player.p2.timeline") == ["even", "slow", "fast"]
    state.special_markers = []
    while marked.read("player.p2.timeline")[0] != "fast":  # it has lost the marker, and is the first again
        marked.start("end" if "end" in marked.options() else marked.options()[-1])


@pytest.mark.parametrize(("cell", "injuries", "slowed"), [("c3", 1, 0), ("c2", 2, -1)])
def test_tejedora_s_net_holds_whoever_has_a_lower_initiative(cell: str, injuries: int, slowed: int) -> None:
    """Atrapamiento: +1 damage and a -1 MP marker, by Initiative as it is then [Ruling R163]."""
    table = settle(loom().start(f"cast atrapamiento {cell}"))
    foe = "fast" if cell == "c3" else "even"
    assert (table.unit(foe, "injuries"), table.unit(foe, "mp_markers")) == (injuries, slowed)
