"""Chapters 1.5, 1.6, 2, 3 and 4: what the words of the rulebook mean, shown in positions."""

import msgspec
import pytest

from esquive.core.errors import DocumentError
from esquive.krosmaster.book.dice import FACE_NAMES
from esquive.krosmaster.cards.catalogue import catalogue
from esquive.krosmaster.cards.documents import SummonDocument
from esquive.krosmaster.cards.library import MOB
from esquive.krosmaster.releases import release
from esquive.krosmaster.table.maps import parse_map
from tests.krosmaster.playing import Table, card, keyword, mine, spell, summon, theirs


def test_a_die_has_six_faces() -> None:
    """[KA 1.6.1]: Critical, Armour, Lock, Dodge, Critical/Dodge and Dofus, each equally likely."""
    assert FACE_NAMES == ("critical", "armour", "lock", "dodge", "critical_dodge", "dofus")
    table = Table("hero foe", {"hero": mine("fighter"), "foe": theirs("fighter")}, turn="hero")
    table.start("cast strike b1")
    roll = table.rolls
    assert [table.options()[number].split()[1] for number, weight in roll.outcomes() if weight == 1] == list(FACE_NAMES)


GHOST = card("ghost", powers=[{"id": "unseen", "name": {"en": "Unseen"}, "while": [{"give": [{"op": "unseen"}]}]}])


def test_a_card_that_contradicts_a_rule_prevails() -> None:
    """[KA 1.5.1]: a Krosmaster blocks sight; one whose card says otherwise does not, except from beside it."""
    units = {"hero": mine("fighter"), "wall": theirs("ghost"), "foe": theirs("fighter")}
    far = Table("hero . wall foe", units, turn="hero", pack=[GHOST])
    assert "cast arrow d1" in far.options("cast")
    near = Table(". hero wall foe", units, turn="hero", pack=[GHOST])
    assert near.refused("cast arrow d1").clauses == ("7.1.6", "4.15.9")


def test_a_knocked_out_krosmaster_is_worth_its_level() -> None:
    """[KA 2.4.2]: level 5 takes the wild Gallon and four of the opponent's."""
    giant = card("giant", level=5, hp=1)
    units = {"hero": mine("fighter"), "foe": theirs("giant"), "other": theirs("fighter")}
    table = Table("hero foe . other", units, turn="hero", pack=[giant])
    table.play("cast strike b1", dice=["lock", "lock"])
    assert (table.read("player.p1.gg"), table.read("player.p2.gg"), table.read("wild_gg")) == (11, 2, 0)


def test_injuries_add_up_over_the_game() -> None:
    """[KA 2.4.5] [KA 4.10.6]: two spells of 2 make 4, taken from the stock and put on the card."""
    table = Table("hero foe", {"hero": mine("fighter"), "foe": theirs("fighter")}, turn="hero")
    table.play("cast strike b1", dice=["lock", "lock"])
    table.play("cast strike b1", dice=["lock", "lock"])
    assert table.unit("foe", "injuries") == 4


def test_a_character_starts_each_turn_with_full_gauges() -> None:
    """[KA 2.4.6]: what was spent last turn is there again."""
    table = Table("hero . . foe", {"hero": mine("fighter"), "foe": theirs("villager")}, turn="hero")
    table.play("cast arrow d1", dice=["lock", "lock"])
    assert table.unit("hero", "ap", "max_ap") == (3, 6)
    table.play("end", dice=["lock", "dodge"], answers=["keep", "done"])
    table.play("end", dice=["lock", "dodge"], answers=["keep", "done"])
    assert table.read("turn.unit") == "hero" and table.unit("hero", "ap") == 6


def test_a_summon_has_neither_level_nor_initiative() -> None:
    """[KA 3.2.2] [KA 3.2.3]: such keys are refused in a token's file; in play its level is 0."""
    table = {"id": "x", "name": {"en": "X"}, "category": "mob", "mp": 3, "hp": 1, "ap": 1}
    assert msgspec.convert(table, SummonDocument).id == "x"
    for key in ("level", "initiative"):
        with pytest.raises(msgspec.ValidationError, match=key):
            msgspec.convert({**table, key: 1}, SummonDocument)
    units = {"hero": mine("fighter"), "imp": mine("imp", summoner="hero"), "foe": theirs("fighter")}
    assert Table("hero imp . foe", units, turn="hero").unit("imp", "level") == 0


def test_a_summon_has_at_most_one_spell() -> None:
    """[KA 3.3.1]: a token with two spells is refused; the catalogue's all have one or none."""
    bar = {"id": "a", "name": {"en": "A"}, "range": {"kind": "personal"}, "cost": {"ap": 1}, "kind": "special"}
    table = {"id": "x", "name": {"en": "X"}, "category": "mob", "mp": 3, "hp": 1, "ap": 1}
    assert len(msgspec.convert({**table, "spell": [bar]}, SummonDocument).spell) == 1
    with pytest.raises(msgspec.ValidationError, match="length <= 1"):
        msgspec.convert({**table, "spell": [bar, bar]}, SummonDocument)
    assert all(len(token.spell) <= 1 for token in catalogue().summons.values())


def test_the_active_player_is_the_one_whose_turn_it_is() -> None:
    """[KA 4.1.1] [KA 5.1.2]: it changes with the end of the last unit's turn."""
    table = Table("hero . . foe", {"hero": mine("fighter"), "foe": theirs("villager")}, turn="hero")
    assert table.read("turn.player") == "p1"
    table.start("end")
    assert table.read("turn.player") == "p2"


def test_pieces_in_the_arena_are_units_scenery_and_kamas() -> None:
    """[KA 4.2.1] [KA 4.3.1]: only Krosmasters and summons are units, controlled by a player; the rest is nobody's."""
    units = {"hero": mine("fighter", at="a1"), "imp": theirs("imp", summoner="foe"), "foe": theirs("fighter")}
    table = Table(". . T imp 2 foe", units, turn="hero")
    state = table.state
    assert [state.names[unit] for unit in state.units_in_play()] == ["hero", "imp", "foe"]
    assert [table.unit(name, "owner") for name in ("hero", "imp", "foe")] == ["p1", "p2", "p2"]
    assert table.read("kamas.e1") == 2 and not state.units_at(state.board.cells[2])


def test_rewards_are_boosts_buffs_and_equipment_of_six_types() -> None:
    """[KA 4.7.5] [KA 4.7.11]: the catalogue holds all of them and nothing else."""
    rewards = catalogue().rewards.values()
    assert {reward.kind for reward in rewards} == {"boost", "buff", "equipment"}
    slots = {reward.slot for reward in rewards if reward.kind == "equipment"}
    assert slots == set(release("2.7").rewards.equipment)
    assert len(slots) == 6 and all(reward.slot is None for reward in rewards if reward.kind != "equipment")


KINDS = card(
    "sage",
    spells=[
        spell("bolt", (1, 3), base=1, element="fire"),
        spell("balm", (0, 3), kind="heal", base=1),
        spell("word", (1, 3), kind="special"),
    ],
)


def test_a_spell_is_an_attack_a_healing_or_a_special_spell() -> None:
    """[KA 4.8.6] [KA 4.8.6.a]: the attack injures, the healing heals, the special one does neither nor rolls."""
    units = {"hero": mine("sage", ap=9), "foe": theirs("fighter", injuries=3)}
    attack = Table("hero . foe", units, turn="hero", pack=[KINDS])
    heal, special = attack.again(), attack.again()
    attack.play("cast bolt c1", dice=["lock", "lock"])
    heal.play("cast balm c1", dice=["lock"])
    special.play("cast word c1")
    assert [table.unit("foe", "injuries") for table in (attack, heal, special)] == [4, 2, 3]


def test_the_board_is_made_of_rows_and_columns() -> None:
    """[KA 4.17.1]: c2 is the third column of the second row from the south."""
    table = Table(
        """
        . . hero
        . .  .
        """,
        {"hero": mine("fighter"), "foe": theirs("fighter", at="a1")},
        turn="hero",
    )
    assert table.unit("hero", "at") == "c2"
    assert sorted(table.options("move")) == ["move b2", "move c1"]


def test_a_spell_s_text_makes_effects_and_effects_make_others() -> None:
    """[KA 4.18.1] [KA 4.18.3]: a push (an effect) puts the piece on a Trap, whose Click is a further effect."""
    pusher = card("pusher", spells=[spell("shove", base=0, do=[{"op": "push-back", "x": 1}])])
    units = {"hero": mine("pusher"), "foe": theirs("fighter"), "trap": mine("snare", at="c1", summoner="hero")}
    table = Table("hero foe . .", units, turn="hero", pack=[pusher])
    table.play("cast shove b1", dice=["lock", "lock", "lock", "lock"])
    assert table.unit("foe", "at", "injuries") == ("c1", 2)


def test_a_continuous_effect_comes_from_the_presence_of_a_power() -> None:
    """[KA 4.18.4] [KA 4.18.4.a]: while the standard-bearer is in play its neighbours have Armour; then no more."""
    bearer = card(
        "bearer",
        hp=1,
        powers=[
            {
                "id": "standard",
                "name": {"en": "Standard"},
                "while": [
                    {"give": [{"op": "have-powers", "powers": ["armour"], "to": {"who": "units", "side": "ally"}}]}
                ],
            }
        ],
    )
    units = {"hero": mine("fighter"), "bearer": theirs("bearer"), "foe": theirs("fighter")}
    table = Table("hero bearer . foe", units, turn="hero", pack=[bearer])
    assert "armour" in table.unit("foe", "powers") and "armour" not in table.unit("hero", "powers")
    table.play("cast strike b1", dice=["lock", "lock", "lock"])
    assert table.unit("bearer", "ko") and "armour" not in table.unit("foe", "powers")


def test_every_family_of_the_rulebook_is_the_type_of_its_tokens() -> None:
    """[KA 4.19.2] [KA 4.19.2.a] [KA 4.19.2.b] [KA 4.19.2.c] [KA 4.19.2.e] [KA 4.19.2.f] [KA 4.19.2.g]"""
    summons = catalogue().summons
    for family, names in release("2.7").families.items():
        for name in names:
            if name in summons:
                assert summons[name].family == family, name
    atooins = [card_.id for card_ in summons.values() if card_.family == "atooin"]
    assert all(name in ("donatella", "leonardawa", "raphaela", "michelangela") for name in atooins)
    units = {"hero": mine("fighter"), "bomb": mine("firebomb", summoner="hero"), "foe": theirs("fighter")}
    table = Table("hero bomb . foe", units, turn="hero")
    profile = table.state.library.profiles[table.state.profile[1]]
    assert profile.has_type("bomb") and profile.has_type("firebomb") and not profile.has_type("trap")


def test_a_token_without_mp_is_a_mechanism_whatever_it_does() -> None:
    """[KA 4.19.1.e] [KA 4.3.4.b]: a Turret with AP and a spell does not lock."""
    turret = summon("cannon", category="mechanism", family="turret", mp="-", ap=3, hp=3, spells=[spell("shot")])
    units = {"hero": mine("fighter"), "cannon": theirs("cannon", summoner="foe"), "foe": theirs("fighter")}
    table = Table("hero cannon . foe", units, turn="hero", pack=[turret])
    assert table.state.library.profiles[table.state.profile[1]].piece != MOB
    table = Table(
        """
        . . . .
        hero cannon . foe
        """,
        units,
        turn="hero",
        pack=[turret],
    )
    table.play("move a2")
    assert table.unit("hero", "at", "mp") == ("a2", 2)


def test_a_map_that_is_no_rectangle_is_refused() -> None:
    """[KA 4.17.1]: rows of different length are no board."""
    with pytest.raises(DocumentError, match="row 1 has 2 cells, the first has 3"):
        parse_map("map", ". . .\n. .")


def test_itty_bitty_is_written_on_the_card() -> None:
    """[KA 4.9.13.a]: neither locks nor is locked."""
    tiny = card("tiny", powers=[keyword("itty-bitty")])
    units = {"hero": mine("fighter"), "tiny": theirs("tiny"), "foe": theirs("fighter")}
    table = Table(". . . .\nhero tiny . foe", units, turn="hero", pack=[tiny])
    table.play("move a2")
    assert table.unit("hero", "mp") == 2
