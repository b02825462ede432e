"""Proofs of the numbers of teams, of the beginning of a game and of a player's turn; see `proofs`."""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from esquive.krosmaster.book.teams import constructed_violations, four_players_violations
from esquive.krosmaster.cards.documents import CardDocument
from tests.krosmaster.playing import Table, card, mine, reward, theirs
from tests.krosmaster.releases.proofs import Change, match, params_with, steers, table

# -------------------------------------------------------------------------------------------------------------- teams


def faults(change: Change, *levels: int, of: Callable[..., Any] = constructed_violations, **keys: Any) -> list[str]:
    """What is wrong with a team of cards of these levels; other keys are those of every card."""
    parts = [
        card(f"card-{place}", level=level, version={"en": f"No. {place}"}, **keys)[1]
        for place, level in enumerate(levels)
    ]
    return [found.kind for found in of([msgspec.convert(part, CardDocument) for part in parts], params_with(change))]


@steers("team.size_min", 2, ["team-size"], [])
def two_krosmasters_of_level_six(change: Change) -> Any:
    return faults(change, 6, 6)


@steers("team.size_max", 4, [], ["team-size"])
def five_krosmasters(change: Change) -> Any:
    return faults(change, 3, 3, 2, 2, 2)


@steers("team.level_total", 10, [], ["team-level"])
def levels_that_add_up_to_twelve(change: Change) -> Any:
    return faults(change, 4, 4, 4)


@steers("team.versions_gold", 3, ["team-copies", "team-versions"], ["team-copies"])
@steers("team.copies_gold", 3, ["team-copies", "team-versions"], ["team-versions"])
def three_versions_of_a_unique_hero(change: Change) -> Any:
    return faults(change, 4, 4, 4, colour="gold", hero="joris")


@steers("team.copies_white", 3, ["team-copies"], [])
def a_white_hero_three_times(change: Change) -> Any:
    return faults(change, 4, 4, 4, colour="white", hero="knight")


@steers("team.copies_black", 2, [], ["team-copies"])
def a_black_hero_three_times(change: Change) -> Any:
    return faults(change, 4, 4, 4, colour="black", hero="chafer")


@steers("team.bosses", 3, ["team-bosses"], [])
def three_bosses(change: Change) -> Any:
    return faults(change, 4, 4, 4, types=["boss"])


@steers("team.size_four_players", 3, ["team-size"], [])
def three_krosmasters_among_four_players(change: Change) -> Any:
    return faults(change, 1, 1, 1, of=four_players_violations)


# ------------------------------------------------------------------------------------------------- starting the game

FAST: Final = card("fast", initiative=9)
SLOW: Final = card("slow", initiative=1, level=1)


@steers("gg.constructed", 7, [6, 6], [7, 7])
def a_duel_begins(change: Change) -> Any:
    return match(change, ["fast"], ["slow"], pack=[FAST, SLOW]).state.gg


@steers("gg.limited", [[24, 8]], [2, 4], [7, 9])
@steers("gg.theft", [[24, 3]], [2, 4], [0, 6])
def a_limited_duel_of_levels_three_and_one_begins(change: Change) -> Any:
    return match(change, ["fast"], ["slow"], pack=[FAST, SLOW], format="limited").state.gg


@steers("gg.wild", 2, 1, 2)
def the_wild_gallons_of_a_duel(change: Change) -> Any:
    return match(change, ["fast"], ["slow"], pack=[FAST, SLOW]).state.wild_gg


@steers("gg.free_for_all", 5, ([3] * 4, 3), ([5] * 4, 3))
@steers("gg.wild_free_for_all", 2, ([3] * 4, 3), ([3] * 4, 2))
def four_players_begin(change: Change) -> Any:
    teams = [["one"], ["two"], ["three"], ["four"]]
    pack = [card(team[0], initiative=9 - place) for place, team in enumerate(teams)]
    state = match(change, *teams, pack=pack, format="free-for-all").state
    return state.gg, state.wild_gg


@steers("rewards.pile_size", 5, [10] * 6, [5] * 6)
@steers("rewards.piles_per_rank", 3, [10] * 6, [10, 10, 10] * 3)
def the_piles_are_laid_out(change: Change) -> Any:
    many = [reward(f"{rank}-token", rank=rank, copies=10) for rank in ("granite", "jade", "silver")]
    return match(change, ["fast"], ["slow"], pack=[FAST, SLOW, *many]).state.piles_closed


@steers("board.start_rows", 1, ["deploy hero a1", "deploy hero a2"], ["deploy hero a1"])
def a_krosmaster_is_deployed(change: Change) -> Any:
    units = {"hero": mine("fighter", at=""), "foe": theirs("fighter", at="")}
    drawing = "s\ns\n.\ns\ns".replace("\n", " .\n") + " ."
    return sorted(table(change, drawing, units, {"player": "p1", "phase": "setup"}).options("deploy"))


# ------------------------------------------------------------------------------------------------------ a player's turn


def tension(change: Change) -> Table:
    """The Tension roll of p1."""
    units = {"hero": mine("fighter"), "foe": theirs("fighter")}
    return table(change, "hero . foe", units, {"player": "p1", "phase": "tension"})


@steers("dice.tension", 3, 2, 3)
def the_dice_of_tension(change: Change) -> Any:
    return tension(change).rolls.count


@steers("dice.tension_reroll", 0, "p1 tension", "p1 inspiration")
def tension_dice_are_kept_or_rerolled(change: Change) -> Any:
    return tension(change).start("lock dodge").asked


@steers("gg.lost_to_a_double", 2, (5, 5), (4, 4))
def a_double(change: Change) -> Any:
    # Without a reroll nobody is asked to keep the dice, which is another key's proof.
    played = tension(change).play(dice=["lock", "lock"], answers=["keep"])
    return played.read("player.p1.gg"), played.read("player.p2.gg")


def refunded(change: Change, *dice: str) -> Any:
    """The Kamas of p1, who sells these dice."""
    units = {"hero": mine("fighter"), "foe": theirs("fighter")}
    turn = {"player": "p1", "phase": "inspiration", "dice": list(dice)}
    return table(change, "hero . foe", units, turn).play("done").read("player.p1.kamas")


@steers("kamas.refund_two_dice", 5, 3, 5)
def two_dice_are_sold(change: Change) -> Any:
    return refunded(change, "lock", "dodge")


@steers("kamas.refund_one_die", 2, 1, 2)
def one_die_is_sold(change: Change) -> Any:
    return refunded(change, "lock")
