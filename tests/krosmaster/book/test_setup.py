"""Chapters 1.2, 1.3 and 8: the arena, and everything before the first turn."""

from collections import Counter

import pytest

from esquive.krosmaster.cards.catalogue import catalogue
from esquive.krosmaster.drawn.terminal import draw_position
from esquive.krosmaster.seen.views import view
from esquive.krosmaster.table.board import DEMON, KIND_NAMES, format_cell
from tests.krosmaster.playing import Table, card, power, reward, spell

FAST = card("fast", initiative=5)
SLOW = card("slow", initiative=1)


def test_an_arena_has_scenery_kamas_demon_cells_and_starting_cells() -> None:
    """[KA 1.2.1]: Elemental has eight of each big kind of scenery, twelve Demon cells and ten starts a side."""
    board = Table.match([["oscar-kass"] * 3, ["bill-tell"] * 3]).state.board
    kinds = Counter(KIND_NAMES[board.kinds[cell]] for cell in board.cells)
    assert kinds == {"free": 144 - 8 - 8 - 4 - 12, "tree": 8, "bush": 8, "crate": 4, "demon": 12}
    assert [len(cells) for cells in board.starts] == [10, 10]


def test_kamas_lie_on_kama_cells_and_demon_cells_as_many_as_shown() -> None:
    """[KA 1.3.3]: one on each Demon cell, one or two on the Kama cells, 38 in all on Elemental."""
    state = Table.match([["oscar-kass"] * 3, ["bill-tell"] * 3]).state
    assert sum(state.kamas_on.values()) == 38
    demons = [cell for cell in state.board.cells if state.board.kinds[cell] == DEMON]
    assert all(state.kamas_on[cell] == 1 for cell in demons)
    assert Table.match([["oscar-kass"] * 3, ["bill-tell"] * 3]).read("kamas.c2") == 2


@pytest.mark.parametrize(
    ("teams", "first"),
    [
        ([["oscar-kass", "lil-healey"], ["bill-tell", "anna-tommy"]], [1, 0]),  # 7 against 16
        ([["anna-tommy", "lil-healey"], ["oscar-kass", "kassius-kaos"]], [0, 1]),  # 10 each: 9 before 6
    ],
)
def test_the_higher_total_of_initiative_goes_first(teams: list[list[str]], first: list[int]) -> None:
    """[KA 1.3.1] [KA 2.4.3.c] [KA 1.3.1.a]: totals first, then the highest single one."""
    assert Table.match(teams).state.team_of == first


def test_each_player_takes_six_gallons_in_constructed_and_one_is_wild() -> None:
    """[KA 1.3.5.a] [KA 1.3.6]: the wild one belongs to nobody."""
    match = Table.match([["fast"], ["slow"]], pack=[FAST, SLOW])
    assert (match.read("player.p1.gg"), match.read("player.p2.gg"), match.read("wild_gg")) == (6, 6, 1)


def test_the_rewards_lie_in_two_closed_piles_of_ten_for_each_rank() -> None:
    """[KA 4.7.3] [KA 1.3.7]: six piles, nothing face up, sixty tokens."""
    state = Table.match([["fast"], ["slow"]], pack=[FAST, SLOW]).state
    assert state.piles_closed == [10] * 6 and state.piles_up == [-1] * 6
    assert sum(state.pool) == 60
    assert state.settings.rank_names == ("granite", "jade", "silver")


def test_the_player_orders_own_figures_of_equal_initiative_for_the_whole_game() -> None:
    """[KA 2.4.3.b] [KA 1.3.8]: every order is offered, the chosen one is kept."""
    twins = [card("one", initiative=3), card("two", initiative=3), FAST, SLOW]
    match = Table.match([["slow", "one", "two", "fast"], ["slow"]], pack=twins)
    assert match.asked == "p1 timeline"
    assert sorted(match.options()) == ["timeline one two", "timeline two one"]
    assert match.refused("timeline one").clauses == ("2.4.3.b",)
    match.start("timeline two one")
    assert match.read("player.p1.timeline") == ["fast", "two", "one", "slow"]


def test_a_cell_outside_the_own_rows_is_called_free_only_if_it_is() -> None:
    """[KA 1.3.9] [KA 4.17.4]: a Tree beyond the set-up cells breaks both conditions, an empty cell there one."""
    match = Table.match([["fast"], ["slow"]], pack=[FAST, SLOW])
    board = match.state.board
    tree = next(cell for cell in board.cells if KIND_NAMES[board.kinds[cell]] == "tree")
    free = next(cell for cell in board.cells if KIND_NAMES[board.kinds[cell]] == "free" and cell > 6 * 16)
    kinds = [[one.kind for one in match.broken(f"deploy fast {format_cell(cell)}")] for cell in (tree, free)]
    assert kinds == [["not-set-up-cell", "not-free"], ["not-set-up-cell"]]


STARTER = power("opening", when="start-of-fight", do=[{"op": "markers", "stat": "ap", "x": 1, "to": {"who": "self"}}])
HARM = power(
    "first-blood",
    when="start-of-fight",
    do=[{"op": "injure", "x": 1, "to": {"who": "units", "side": "enemy", "kind": "krosmaster"}}],
)


def test_start_of_fight_powers_go_by_player_then_by_initiative() -> None:
    """[KA 1.3.10] [KA 1.3.10.b]: first player's from highest Initiative, then the second player's."""
    pack = [
        card("herald", initiative=2, powers=[STARTER]),
        card("champion", initiative=9, powers=[HARM]),
        card("rival", initiative=4, powers=[HARM]),
    ]
    match = Table.match([["rival"], ["herald", "champion"]], pack=pack)
    while match.asked.endswith("deployment"):
        last = match.again()
        match.start(match.options("deploy")[0])
    last.start(last.options("deploy")[0])
    owners = [fact["unit"] for fact in last.facts("power")]
    assert owners == ["champion", "herald", "rival"]
    assert match.unit("champion", "injuries") == 1 and match.unit("rival", "injuries") == 1


def test_an_effect_until_the_end_of_the_fight_lasts_to_the_end_of_the_game() -> None:
    """[KA 1.3.10.a]: a power gained for the fight is still there turns later."""
    chant = spell(
        "chant",
        "personal",
        kind="special",
        cost={"ap": 1},
        do=[{"op": "gain-power", "powers": ["lock"], "until": "fight"}],
    )
    units = {"bard": {"card": "bard", "owner": "p1"}, "foe": {"card": "villager", "owner": "p2"}}
    match = Table("bard . . foe", units, turn="bard", pack=[card("bard", spells=[chant])])
    match.play("cast chant a1")
    for number in range(4):
        dice = ["lock", "dodge"]
        match.play("end", dice=dice, answers=["keep", "done"])
        assert "lock" in match.unit("bard", "powers"), f"after turn {number}"


def test_the_original_base_box_has_gold_piles_at_twelve_kamas() -> None:
    """[KA 8.1.2] [KA 8.1.3]: Granite, Jade and Gold, two piles of ten each; Gold costs 12."""
    options = {"reward_set": "original-box"}
    state = Table.match([["fast"], ["slow"]], pack=[FAST, SLOW], options=options).state
    assert state.settings.rank_names == ("granite", "jade", "gold")
    assert state.piles_closed == [10] * 6
    units = {"buyer": {"card": "fighter", "owner": "p1", "at": "a1"}, "foe": {"card": "villager", "owner": "p2"}}
    table = Table("D . foe", units, turn="buyer", options=options, players={"p1": {"kamas": 12}})
    assert "buy gold 1 down" in table.options("buy")
    poor = Table("D . foe", units, turn="buyer", options=options, players={"p1": {"kamas": 11}})
    assert poor.refused("buy gold 1 down").facts["cost"] == 12
    usual = Table("D . foe", units, turn="buyer", players={"p1": {"kamas": 9}})
    assert "buy silver 1 down" in usual.options("buy")


@pytest.mark.parametrize(
    ("reward_set", "rank", "other"), [("original-box", "gold", "silver"), ("tournament", "silver", "gold")]
)
def test_the_third_rank_has_one_name_on_piles_and_on_cards(reward_set: str, rank: str, other: str) -> None:
    """[KA 8.1.2] [KA 4.7.8.b]: a pile, the token face up on it, and those on cards, also as the opponent sees them."""
    tokens = [reward.id for reward in catalogue().rewards.values() if reward.rank == "silver"]
    down, up, top = tokens[:3]
    rewards = [{"id": down, "face": "down"}, {"id": up, "face": "up"}]
    units = {
        "buyer": {"card": "fighter", "owner": "p1", "rewards": rewards},
        "foe": {"card": "villager", "owner": "p2"},
    }
    piles = [{"rank": rank, "pile": 1, "up": top}]
    state = Table("buyer . foe", units, turn="buyer", options={"reward_set": reward_set}, pile=piles).state
    for seat in (0, 1):
        seen = view(state, seat)
        card_ranks = [held.rank for unit in seen.units for held in unit.rewards]
        pile_ranks = [(pile.rank, pile.up.rank) for pile in seen.piles if pile.up]
        assert (card_ranks, pile_ranks) == ([rank, rank], [(rank, rank)]), seat
    assert f"{rank}: {top}" in draw_position(state) and other not in draw_position(state)


def test_every_catalogue_arena_can_be_played_on() -> None:
    """[KA 1.2.1]: each arena gives both players their set-up cells."""
    for arena in catalogue().arenas:
        state = Table.match([["fast"], ["slow"]], pack=[FAST, SLOW], arena=arena).state
        rows = [{format_cell(cell)[1:] for cell in cells} for cells in state.board.starts]
        assert rows == [{"1", "2"}, {"11", "12"}], arena


def test_two_piles_of_ten_are_dealt_however_many_tokens_a_rank_has() -> None:
    """What is left over stays out of the game [KA 1.3.7] [Ruling R10]."""
    pack = [reward(f"more-{number}", copies=9) for number in range(3)]
    table = Table.match([["fighter"], ["villager"]], pack=pack)
    assert table.state.piles_closed == [10] * 6
