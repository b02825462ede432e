"""What an answer has to meet, in figures: each condition where it just holds and where it just fails."""

from typing import Any

import pytest

from esquive.core.waiting import Condition, Decision
from esquive.krosmaster.table import answers
from esquive.krosmaster.written.notation import parse_answer
from tests.krosmaster.casting import ANYWHERE
from tests.krosmaster.playing import Table, card, mine, reward, spell, summon, theirs
from tests.sentences import said


def conditions(table: Table, answer: str | int) -> dict[str, Condition]:
    """Every condition of an answer by its kind."""
    waiting = table.state.waiting
    assert isinstance(waiting, Decision)
    number = answer if isinstance(answer, int) else parse_answer(table.state, answer)
    return {one.kind: one for one in waiting.conditions(number)}


def broken(table: Table, answer: str | int) -> list[str]:
    """The kinds of the conditions that do not hold."""
    return [kind for kind, one in conditions(table, answer).items() if not one.holds]


def figures(table: Table, line: str, kind: str) -> tuple[bool, dict[str, Any]]:
    """Whether the condition of this kind holds, and its facts."""
    found = conditions(table, line)[kind]
    return found.holds, found.facts


UNITS = {"hero": mine("fighter", at="a1"), "foe": theirs("fighter")}


@pytest.mark.parametrize(
    ("mp", "line", "kinds"),
    [
        (1, "move a2", []),
        (0, "move a2", ["no-mp"]),
        (1, "move b2", ["not-adjacent"]),
        (1, "move b1", ["not-free"]),
        (0, "move c1", ["no-mp", "not-adjacent", "not-free"]),
    ],
)
def test_a_move_has_to_meet_each_of_its_conditions(mp: int, line: str, kinds: list[str]) -> None:
    """1 MP, an adjacent cell, a free cell [KA 6.3.2] [KA 4.17.2] [KA 4.17.4]."""
    table = Table(". . .\n. T foe", {**UNITS, "hero": mine("fighter", at="a1", mp=mp)}, turn="hero")
    assert broken(table, line) == kinds
    assert conditions(table, line)["no-mp"].facts["gauge"] == mp
    assert f"holds {mp}" in said(table.state, conditions(table, line)["no-mp"])


def test_the_edge_of_the_board_is_neither_adjacent_nor_free() -> None:
    """Beside the westernmost cell and beyond every index [KA 6.3.2] [KA 4.17.1]."""
    table = Table(". foe", UNITS, turn="hero")
    for cell in (0, 1, 16, 32, 255, 256, 1000):
        assert broken(table, answers.pack(answers.MOVE, cell)) == ["not-adjacent", "not-free"], cell


@pytest.mark.parametrize(
    ("ap", "kamas", "facts"),
    [
        (1, 1, (True, 0, True, 1)),
        (0, 1, (False, 1, True, 1)),
        (3, 0, (True, 0, False, 0)),
    ],
)
def test_collecting_takes_1_ap_and_a_kama(ap: int, kamas: int, facts: tuple[bool, int, bool, int]) -> None:
    """[KA 6.3.3]: the AP that are missing, the Kamas that lie there."""
    units = {**UNITS, "hero": mine("fighter", at="a1", ap=ap)}
    table = Table(". . foe", units, turn="hero", kamas={"a1": kamas} if kamas else None)
    holds, cost = figures(table, "collect", "no-ap")
    here, there = figures(table, "collect", "no-kama-here")
    assert cost == {"cost": 1, "gauge": ap, "missing": facts[1]}
    assert (holds, here, there) == (facts[0], facts[2], {"kamas": facts[3]})
    assert ("collect" in table.options()) == (facts[0] and facts[2])


def test_only_a_krosmaster_collects_buys_and_reveals() -> None:
    """A Mob on a Demon cell with a Kama does none of it [KA 6.3.3] [KA 6.3.4] [KA 6.3.6] [KA 6.3.7] [KA 4.19.4.b]."""
    units = {"hero": mine("fighter"), "imp": mine("imp", summoner="hero", at="b1"), "foe": theirs("fighter")}
    keys: dict[str, Any] = {"kamas": {"b1": 1}, "players": {"p1": {"kamas": 40}}}
    pile = [{"rank": "granite", "pile": 1, "closed": 3}]
    table = Table("hero D foe", units, turn="imp", pile=pile, **keys)
    for line in ("collect", "buy gg", "buy granite 1 down"):
        assert broken(table, line) == ["not-a-krosmaster"], line
    other = Table("hero D foe", units, turn="hero", pile=pile, **keys)
    assert conditions(other, "collect")["not-a-krosmaster"].holds
    assert conditions(other, "buy gg")["not-a-krosmaster"].holds


@pytest.mark.parametrize(
    ("ap", "stock", "kinds", "missing"),
    [(1, 12, [], (0, 0)), (0, 12, ["no-ap"], (1, 0)), (6, 11, ["no-kamas"], (0, 1)), (6, 3, ["no-kamas"], (0, 9))],
)
def test_a_gallon_costs_1_ap_and_12_kamas(ap: int, stock: int, kinds: list[str], missing: tuple[int, int]) -> None:
    """[KA 6.3.4] [KA 4.6.3]"""
    units = {**UNITS, "hero": mine("fighter", at="a1", ap=ap)}
    table = Table("D . foe", units, turn="hero", players={"p1": {"kamas": stock}})
    assert broken(table, "buy gg") == kinds
    assert figures(table, "buy gg", "no-ap")[1] == {"cost": 1, "gauge": ap, "missing": missing[0]}
    assert figures(table, "buy gg", "no-kamas")[1] == {"cost": 12, "stock": stock, "missing": missing[1]}
    assert ("buy gg" in table.options()) == (not kinds)


def test_a_shop_is_a_demon_cell() -> None:
    """[KA 6.3.4] [KA 6.3.6] [KA 4.5.3]: its name, and that it is none."""
    table = Table(". D foe", UNITS, turn="hero", players={"p1": {"kamas": 40}})
    assert broken(table, "buy gg") == ["not-demon-cell"]
    found = conditions(table, "buy gg")["not-demon-cell"]
    assert (found.facts, "a1 is not one" in said(table.state, found)) == ({"cell": "a1"}, True)
    table = Table("D . foe", UNITS, turn="hero", players={"p1": {"kamas": 40}})
    assert "a1 is one" in said(table.state, conditions(table, "buy gg")["not-demon-cell"])


CHARM = reward("charm")


@pytest.mark.parametrize(("price", "rank"), [(3, "granite"), (6, "jade"), (9, "silver")])
def test_a_reward_costs_1_ap_and_the_price_of_its_rank(price: int, rank: str) -> None:
    """3, 6 or 9 Kamas, and a pile that has one, face up or face down [KA 6.3.6] [KA 4.7.6]."""
    piles = [
        {"rank": rank, "pile": 1, "closed": 1},
        {"rank": rank, "pile": 2, "closed": 0, "up": "charm"},
    ]
    pack = [reward("charm", rank=rank)]

    def shop(kamas: int, ap: int = 1) -> Table:
        units = {**UNITS, "hero": mine("fighter", at="a1", ap=ap)}
        return Table("D . foe", units, turn="hero", pile=piles, pack=pack, players={"p1": {"kamas": kamas}})

    rich = shop(price)
    assert [line for line in rich.options("buy") if rank in line] == [f"buy {rank} 1 down", f"buy {rank} 2 up"]
    assert broken(rich, f"buy {rank} 1 down") == [] and broken(rich, f"buy {rank} 2 up") == []
    assert broken(rich, f"buy {rank} 1 up") == ["pile-empty"]
    assert broken(rich, f"buy {rank} 2 down") == ["pile-empty"]
    assert figures(rich, f"buy {rank} 2 down", "pile-empty")[1] == {"rank": rank, "pile": 2, "face": "face down"}
    assert figures(rich, f"buy {rank} 1 up", "pile-empty")[1] == {"rank": rank, "pile": 1, "face": "face up"}
    poor = shop(price - 1)
    assert not [line for line in poor.options("buy") if rank in line]
    assert figures(poor, f"buy {rank} 1 down", "no-kamas") == (
        False,
        {"cost": price, "stock": price - 1, "missing": 1},
    )
    tired = shop(price, ap=0)
    assert tired.options("buy") == []
    assert figures(tired, f"buy {rank} 1 down", "no-ap") == (False, {"cost": 1, "gauge": 0, "missing": 1})


def test_a_pile_beyond_the_six_is_none() -> None:
    """Two for each of three ranks [KA 4.7.3]."""
    table = Table("D . foe", UNITS, turn="hero", players={"p1": {"kamas": 40}})
    assert broken(table, answers.pack(answers.BUY, 6, 0)) == ["no-such-pile"]
    assert "no-such-pile" not in conditions(table, answers.pack(answers.BUY, 5, 0))


def helmets() -> list[Any]:
    """Equipment of two types, a Dofus, a Trophy and a Boost."""
    return [
        reward("cap", kind="equipment", slot="set", rank="jade"),
        reward("hat", kind="equipment", slot="set", rank="jade"),
        reward("sword", kind="equipment", slot="weapon", rank="jade"),
        reward("egg", kind="equipment", slot="dofus", rank="silver"),
        reward("cup", kind="equipment", slot="trophy", rank="silver"),
        reward("kick", kind="equipment", slot="technique", rank="jade"),
        reward("kick2", kind="equipment", slot="technique", rank="jade"),
        CHARM,
    ]


def holder(*held: str) -> Table:
    """A hero of level 8 with these rewards; `+` before a name: face up."""
    rewards = [{"id": name.lstrip("+"), "face": "up" if name.startswith("+") else "down"} for name in held]
    units = {"hero": mine("elder", rewards=rewards), "foe": theirs("fighter")}
    return Table("hero . foe", units, turn="hero", pack=[*helmets(), card("elder", level=8)])


@pytest.mark.parametrize(
    ("held", "name", "kinds", "slot"),
    [
        (("cap",), "cap", [], "set"),
        (("+cap", "hat"), "hat", ["slot-taken"], "set"),
        (("+sword", "hat"), "hat", [], "set"),
        (("+cap", "cap"), "cap", ["slot-taken"], "set"),
        (("+egg", "cup"), "cup", ["slot-taken"], "trophy"),
        (("+cup", "egg"), "egg", ["slot-taken"], "dofus"),
        (("+cup", "+egg", "cap"), "cap", [], "set"),
        (("+kick", "kick2"), "kick2", [], "technique"),
        (("+cap", "charm"), "charm", [], ""),
        (("cap",), "hat", ["no-such-reward"], "set"),
        (("+cap",), "cap", ["no-such-reward", "slot-taken"], "set"),
    ],
)
def test_a_reward_is_revealed_where_its_place_is_free(
    held: tuple[str, ...], name: str, kinds: list[str], slot: str
) -> None:
    """One face up of each type, Dofus or Trophy, any number of Techniques.

    [KA 4.7.11.a] [KA 4.7.11.b] [KA 4.7.11.c] [KA 4.7.11.d] [Ruling R29]
    """
    table = holder(*held)
    assert broken(table, f"reveal {name}") == kinds
    assert (f"reveal {name}" in table.options("reveal")) == (not kinds)
    found = conditions(table, f"reveal {name}")
    assert found["slot-taken"].facts == {"slot": slot, "most": 1}
    assert found["no-such-reward"].facts == {"reward": name}


def test_one_reward_a_turn_is_revealed() -> None:
    """A second one not, even with a free place; the next turn again [KA 4.7.10] [KA 6.3.7]."""
    table = holder("cap", "sword", "charm")
    assert table.options("reveal") == ["reveal cap", "reveal sword", "reveal charm"]
    table.play("reveal cap")
    assert table.options("reveal") == []
    assert broken(table, "reveal sword") == ["already-revealed"]
    table.play("end", dice=["lock", "armour"], answers=["keep", "done"])
    table.play("end", dice=["lock", "armour"], answers=["keep", "done"])
    assert table.options("reveal") == ["reveal sword", "reveal charm"]


def test_like_rewards_are_one_option() -> None:
    """Two of a kind face down, and the one left when one is turned up [KA 4.7.10]."""
    table = holder("charm", "charm")
    assert table.options("reveal") == ["reveal charm"]
    table.play("reveal charm")
    assert table.unit("hero", "rewards") == [{"id": "charm", "face": "down"}]


def test_a_reward_the_match_does_not_have_is_nobodys() -> None:
    """An index beyond the library's [KA 4.7.10]."""
    table = holder("cap")
    beyond = len(table.state.library.rewards)
    assert broken(table, answers.pack(answers.REVEAL, beyond)) == ["no-such-reward"]
    assert conditions(table, answers.pack(answers.REVEAL, beyond))["slot-taken"].facts == {"slot": "", "most": 1}


def test_a_reward_is_cast_from_no_other_units_spell() -> None:
    """A spell of somebody else, and a spell that the match does not have [KA 2.5.1]."""
    units = {**UNITS, "pal": mine("leech")}
    table = Table("hero pal foe".replace("hero", "."), units, turn="hero")
    library = table.state.library
    bite = next(one.index for one in library.spells if one.id == "bite")
    found = conditions(table, answers.pack(answers.CAST, bite, table.state.cell[1]))
    assert not found["no-such-spell"].holds
    assert found["no-such-spell"].facts == {"unit": "hero", "spell": "bite"}
    beyond = conditions(table, answers.pack(answers.CAST, len(library.spells), table.state.cell[1]))
    assert list(beyond) == ["no-such-cast"] and not beyond["no-such-cast"].holds
    off_board = conditions(table, answers.pack(answers.CAST, bite, 1))
    assert list(off_board) == ["no-such-cast"]


PRICEY = card(
    "spender",
    hp=6,
    ap=6,
    mp=3,
    spells=[
        spell("both", range=ANYWHERE, kind="special", cost={"ap": 4, "mp": 2}),
        spell("blood", range=ANYWHERE, kind="special", cost={"ap": 1, "injuries": 3}),
        spell("gold", range=ANYWHERE, kind="special", cost={"ap": 1, "kamas": 4}),
        spell("once", range=ANYWHERE, kind="special", cost={"ap": 1}, limit="turn"),
        spell("ever", range=ANYWHERE, kind="special", cost={"ap": 1}, limit="game"),
        spell("each", range=ANYWHERE, kind="special", cost={"ap": 1}, limit="turn-and-target"),
    ],
)


def spender(**keys: Any) -> Table:
    """A spender with its gauges as given."""
    stock = keys.pop("stock", 4)
    units = {"hero": mine("spender", at="a1", **keys), "foe": theirs("fighter")}
    return Table(". . foe", units, turn="hero", pack=[PRICEY], players={"p1": {"kamas": stock}})


@pytest.mark.parametrize(
    ("keys", "line", "kind", "facts"),
    [
        ({"ap": 4, "mp": 2}, "both", "", {}),
        ({"ap": 3, "mp": 2}, "both", "no-ap", {"cost": 4, "gauge": 3, "missing": 1}),
        ({"ap": 4, "mp": 1}, "both", "no-mp", {"cost": 2, "gauge": 1, "missing": 1}),
        ({"injuries": 3}, "blood", "", {}),
        ({"injuries": 4}, "blood", "injury-cost", {"cost": 3, "room": 2}),
        ({"stock": 4}, "gold", "", {}),
        ({"stock": 3}, "gold", "no-kamas", {"cost": 4, "stock": 3}),
    ],
)
def test_every_cost_of_a_spell_has_to_be_paid(keys: Any, line: str, kind: str, facts: dict[str, Any]) -> None:
    """AP, MP, injuries and Kamas [KA 7.1.4.a] [KA 7.1.4.b] [KA 7.1.4.c]."""
    table = spender(**keys)
    assert (f"cast {line} c1" in table.options("cast")) == (not kind)
    assert broken(table, f"cast {line} c1") == ([kind] if kind else [])
    if kind:
        found = conditions(table, f"cast {line} c1")[kind].facts
        assert {name: fact for name, fact in found.items() if name != "terms"} == facts


def test_a_dash_cannot_be_paid() -> None:
    """A spell that is cast by itself alone [KA 4.8.2] [KA 7.1.4.a]."""
    sleeper = card("sleeper", spells=[spell("never", range=ANYWHERE, kind="special", cost={"ap": "-"})])
    table = Table("hero foe", {"hero": mine("sleeper"), "foe": theirs("fighter")}, turn="hero", pack=[sleeper])
    assert broken(table, "cast never b1") == ["no-gauge"]
    assert conditions(table, "cast never b1")["no-gauge"].facts == {"spell": "never"}
    assert table.options("cast") == ["cast punch b1"]


def test_what_a_spell_costs_is_taken_off() -> None:
    """AP and MP out of the gauges, injuries onto the card, Kamas out of the stock [KA 7.2.2.a]."""
    table = spender()
    table.play("cast both c1")
    assert table.unit("hero", "ap", "mp", "injuries") == (2, 1, 0)
    table.play("cast blood c1").play("cast gold c1")
    assert (table.unit("hero", "ap", "mp", "injuries"), table.read("player.p1.kamas")) == ((0, 1, 3), 0)


@pytest.mark.parametrize(("name", "kind"), [("once", "limit-turn"), ("ever", "limit-game")])
def test_a_limit_is_reached_by_one_cast(name: str, kind: str) -> None:
    """A red or yellow spell once cast [KA 7.1.3.a] [KA 7.1.3.c] [KA 4.8.3]."""
    table = spender()
    assert conditions(table, f"cast {name} c1")[kind].holds
    table.play(f"cast {name} c1")
    assert broken(table, f"cast {name} a1") == [kind]
    assert conditions(table, f"cast {name} a1")[kind].facts == {"unit": "hero", "spell": name}
    table.play("end", dice=["lock", "armour"], answers=["keep", "done"])
    table.play("end", dice=["lock", "armour"], answers=["keep", "done"])
    assert (f"cast {name} c1" in table.options("cast")) == (name == "once")
    assert broken(table, f"cast {name} c1") == ([] if name == "once" else [kind])


def test_a_limit_by_target_names_whom_it_is_about() -> None:
    """A unit by its name, an empty cell by its own [KA 7.1.3.b] [Ruling R67]."""
    table = spender().play("cast each c1")
    assert figures(table, "cast each c1", "limit-target") == (
        False,
        {"unit": "hero", "spell": "each", "target": "foe"},
    )
    assert figures(table, "cast each b1", "limit-target") == (True, {"unit": "hero", "spell": "each", "target": ""})
    table.play("cast each b1")
    assert figures(table, "cast each b1", "limit-target")[1]["target"] == "b1"
    assert figures(table, "cast each a1", "limit-target")[0]


@pytest.mark.parametrize(
    ("reach", "cell", "kinds", "away"),
    [
        ({"kind": "target", "min": 2, "max": 3}, "b1", ["out-of-range"], 1),
        ({"kind": "target", "min": 2, "max": 3}, "c1", [], 2),
        ({"kind": "target", "min": 2, "max": 3}, "d1", [], 3),
        ({"kind": "target", "min": 2, "max": 3}, "e1", ["out-of-range"], 4),
        ({"kind": "line", "min": 1, "max": 3}, "c1", [], 2),
        ({"kind": "line", "min": 1, "max": 3}, "b2", ["not-aligned"], 2),
        ({"kind": "line", "min": 1, "max": 3}, "e1", ["out-of-range"], 4),
        ({"kind": "line", "min": 1, "max": 2}, "c2", ["not-aligned", "out-of-range"], 3),
        ({"kind": "line", "min": 0, "max": 2}, "a1", [], 0),
        ({"kind": "close-combat"}, "b1", [], 1),
        ({"kind": "close-combat"}, "a1", ["out-of-range"], 0),
        ({"kind": "close-combat"}, "b2", ["out-of-range"], 2),
        ({"kind": "personal"}, "a1", [], 0),
        ({"kind": "personal"}, "b1", ["out-of-range"], 1),
    ],
)
def test_a_target_lies_within_range_and_in_line(reach: Any, cell: str, kinds: list[str], away: int) -> None:
    """Between MIN and MAX, in the row or column of a Line [KA 4.15.2] [KA 4.15.3] [KA 4.15.4] [KA 4.15.6]."""
    shot = spell("shot", range=reach, kind="special", cost={"ap": 1})
    units = {"hero": mine("archer", at="a1"), "foe": theirs("fighter")}
    table = Table(". . . . .\n. . . . foe", units, turn="hero", pack=[card("archer", spells=[shot])])
    assert broken(table, f"cast shot {cell}") == kinds
    assert (f"cast shot {cell}" in table.options("cast")) == (not kinds)
    found = conditions(table, f"cast shot {cell}")["out-of-range"]
    assert (found.facts["distance"], found.facts["cell"], found.facts["from"]) == (away, cell, "a1")
    words = {"personal": "own cell only", "close-combat": "adjacent cell"}.get(
        reach["kind"], f"The range is {reach.get('min')} to"
    )
    assert words in said(table.state, found)


def test_what_blocks_the_sight_is_named() -> None:
    """The first cell from the caster, a Tree or a Krosmaster; a free line names none [KA 7.1.6] [KA 4.15.8]."""
    units = {"hero": mine("fighter", at="a1"), "foe": theirs("fighter", at="c1"), "far": theirs("fighter", at="a3")}
    table = Table(". . . .\nT . . .\n. . . .", units, turn="hero")
    found = conditions(table, "cast arrow d1")["no-sight"]
    assert (found.holds, found.facts["blocker"]) == (False, "c1")
    found = conditions(table, "cast arrow a3")["no-sight"]
    assert (found.holds, found.facts["blocker"]) == (False, "a2")
    found = conditions(table, "cast arrow c1")["no-sight"]
    assert (found.holds, found.facts["blocker"]) == (True, "")
    assert "line of sight from a1 to c1" in said(table.state, found)


def test_an_order_of_summons_is_asked_among_those_whose_turn_is_next() -> None:
    """[KA 4.19.1.g]"""
    units = {
        "hero": mine("fighter"),
        "imp": mine("imp", summoner="hero"),
        "wolf": mine("wolf", summoner="hero"),
        "pal": mine("villager"),
        "foe": theirs("fighter"),
    }
    table = Table("hero imp wolf pal foe", units, turn="hero", pack=[summon("wolf")]).play("end")
    assert table.options() == ["choose imp", "choose wolf"]
    refusal = table.refused("choose pal")
    assert (refusal.kind, refusal.facts) == ("not-an-option", {"units": ["imp", "wolf"]})
