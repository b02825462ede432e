"""The ledger of rulings, what comes of something else: a flight that is barred, a slam on the way, an attack that is
lost, wounds that force, a spell that kills. R205, R225, R233, R235, R295, R300, R305, R315, R329, R330."""

import pytest

from esquive.kaos.book import rolls
from esquive.kaos.book.flight import AT_THE_EDGE, begin_flight
from esquive.kaos.book.modifiers import add_effect
from esquive.kaos.book.rolls import ContestFrame
from esquive.kaos.book.wounds import ForcedMovesFrame, suffer
from esquive.kaos.cards.op_codes import ALWAYS, NEXT_ROLL, NOW, Op, rolls_mask
from esquive.kaos.cards.ops import Place, Points, Reroll
from esquive.kaos.geometry.shapes import CLIMBABLE, SIGHT, TOP
from esquive.kaos.table.state import IN_PLAY, LEFT, OUT
from tests.kaos.playing import (
    STAY,
    SWORD,
    Table,
    box,
    cm,
    go,
    intercept,
    long,
    mine,
    plan,
    platform,
    ranged,
    react,
    slam,
    spell,
    theirs,
)
from tests.kaos.rulings.positions import attack, duel, refusals, turn_of, wounds

# --------------------------------------------------------------------------------------------------- balance on the way


@pytest.mark.parametrize(("x", "falls"), [(34, False), (30, True)])
def test_ruling_r205_balance_is_judged_where_a_move_ends_and_not_on_the_way(x: float, falls: bool) -> None:
    """[Ruling R205]: over a beam that holds two fifths of its base up it walks, but does not stop."""
    beam = platform((28, 19.5), (4, 1), 3, name="beam")
    pieces = [platform((18, 15), (10, 10), 3), beam, platform((32, 15), (10, 10), 3, name="other")]
    table = Table({"hero": mine(at=(24, 20), z=3), "foe": theirs(at=(60, 50), activated=1)}, pieces)
    table.turn_of("hero").play(plan("walk", (x, 20)), dice=["1" * 20] * falls)
    assert bool(table.facts("fell")) == falls and table.place("hero")[2] == (0 if falls else 3)


# --------------------------------------------------------------------------------------------------------------- flight


def test_ruling_r225_who_comes_no_nearer_to_its_corner_runs_to_the_nearest_edge_there_is_a_way_to() -> None:
    """[Ruling R225]: walls bar the corner, and the south edge with it, or shut the figure in: there it stays."""
    corner = [box((10, 0), (1, 11)), box((0, 10), (11, 1))]
    shut = [box((16, 16), (8, 1)), box((16, 23), (8, 1)), box((16, 17), (1, 6)), box((23, 17), (1, 6))]
    for walls, first, ends, fleeing in (
        (corner, (8.75, 12.25), (1.25, 12.25), AT_THE_EDGE),
        ([box((0, 10), (75, 1))], (1.25, 18.3), (1.25, 18.3), AT_THE_EDGE),
        (shut, (18.3, 18.3), (18.3, 18.3), 2),
    ):
        table = Table({"hero": mine(at=(60, 60)), "foe": theirs(at=(18.3, 18.3))}, walls)
        begin_flight(table.state, 1)
        assert table.place("foe")[:2] == pytest.approx(first, abs=0.06)
        if table.read("foe", "fleeing") != AT_THE_EDGE:
            begin_flight(table.state, 1)
        assert table.place("foe")[:2] == pytest.approx(ends, abs=0.06) and table.read("foe", "fleeing") == fleeing


@pytest.mark.parametrize(("moves", "line", "status"), [(False, "plan flee", LEFT), (True, "plan flee", IN_PLAY)])
def test_ruling_r305_a_forced_move_at_the_edge_is_no_choice_of_staying(moves: bool, line: str, status: int) -> None:
    """[Ruling R305]: who still stands at the edge after it may leave at its next activation; who has gone may not."""
    table = Table({"hero": mine(at=(60, 60)), "foe": theirs(at=(10, 1.25), fleeing=AT_THE_EDGE)})
    suffer(table.state, 1, 2, [])
    table.start(ForcedMovesFrame()).play(go((10, 5)) if moves else STAY)
    assert table.read("foe", "fleeing") == AT_THE_EDGE and table.read("foe", "activated") == 1
    table.state.activated[1] = 0
    turn_of(table, "foe")
    assert (refusals(table, line) == []) == (status == LEFT)
    if status == LEFT:
        table.play(line)
    assert table.read("foe", "status") == status


# ------------------------------------------------------------------------------------------------------------- exchange


def test_ruling_r233_with_the_attack_the_riposte_is_lost_and_who_declared_it_has_not_played() -> None:
    """[Ruling R233]: the knight is sent out of its own reach on the way; the archer keeps its arrow and its turn."""
    figures = {
        "hero": mine(at=(20, 20), life=60, move=7),
        "foe": theirs(at=(31.9, 20), weapons=[ranged()]),
        "guard": theirs(at=(25, 23.5), faces=270, weapons=[long()]),
    }
    table = Table(figures).turn_of("hero")
    table.play(plan("walk", (27, 20), action="strike", means=SWORD, target=1), react("riposte", SWORD))
    table.play(intercept(2, SWORD, 5), react("none"), dice=["4411"])
    table.play(slam(25, 17.6))
    assert [fact["figure"] for fact in table.facts("missed")] == ["hero"] and table.asks == "rest"
    assert [fact["figure"] for fact in table.facts("hit")] == ["guard"]
    assert (table.read("hero", "acted"), table.read("foe", "activated")) == (1, 0)


@pytest.mark.parametrize(("weapon", "most"), [(None, 10), (long(), 20)])
def test_ruling_r235_as_agreed_who_was_wounded_riposting_runs_but_not_after_a_close_riposte(
    weapon: object, most: int
) -> None:
    """[Ruling R235]: a close weapon gives its whole movement [Kaos K21.8]; the others, whose move is lost, a run."""
    foe = {} if weapon is None else {"weapons": [weapon]}
    table = duel(1 if weapon else 0, options={"forced_move": "run"}, **foe)
    table = attack(table, "riposte", SWORD).play(dice=["4111", "1111"] if weapon is None else ["411", "1111"])
    assert table.asks == ("move-after-riposte" if weapon is None else "forced-move")
    x, y, _ = table.place("foe")
    assert refusals(table, go((x, y + most))) == [] and refusals(table, go((x, y + most + 0.1))) == ["movement"]


def test_ruling_r300_a_spell_that_asks_for_a_place_has_none_as_a_riposte() -> None:
    """[Ruling R300]: the rest of what its card says comes; nobody is put down."""
    away = spell(wounds=3, effects=(Op(Place, 0, cm(8), ALWAYS, NOW, 0, 1),))
    table = duel(10, hero={"weapons": [ranged()]}, spells=[away])
    turn_of(table).play("plan stay shoot foe bow", "react riposte bolt", dice=["1" * 5, "41111"])
    assert wounds(table) == (3, 0) and table.place("hero") == (20, 20, 0)


def test_ruling_r329_what_a_spell_gives_a_player_comes_though_its_wounds_kill() -> None:
    """[Ruling R329]: the points on the card are for the target's player, beside those of the fighter out of action."""
    for life, points in ((20, 7), (2, 7)):
        generous = spell(wounds=3, effects=(Op(Points, 0, 7, ALWAYS, NOW, 0, 1),))
        table = duel(10, hero={"spells": [generous]}, life=life)
        turn_of(table).play("plan stay cast foe bolt", "react submit", dice=["4" + "1" * 4])
        assert table.read("p2", "points") == points
        assert (table.read("foe", "status") == OUT) == (life == 2)


@pytest.mark.parametrize(
    ("kind", "is_again"), [(rolls.ATTACK, True), (rolls.RIPOSTE, True), (rolls.SPELL, False), (rolls.DODGE, False)]
)
def test_ruling_r330_what_a_card_says_of_attacks_is_for_weapons_and_ripostes_and_not_for_spells(
    kind: int, is_again: bool
) -> None:
    """[Ruling R330]: as with Drill and Second Wind, whose next attack has its failures rolled again."""
    table = duel()
    add_effect(table.state, table["hero"], Op(Reroll, rolls_mask(("attack",)), 0, ALWAYS, NEXT_ROLL, 0, 1))
    table.start(ContestFrame(kind, 0, table["hero"], 3)).play(dice=["411", "41"] if is_again else ["411"])
    assert table.state.successes_a == (2 if is_again else 1)


# ---------------------------------------------------------------------------------------------------------------- slams


@pytest.mark.parametrize(
    ("goal", "is_against", "drop"), [((24, 17.6), True, 0), ((24, 22), True, 0), ((22, 20), False, 4)]
)
def test_ruling_r295_who_hangs_on_a_face_is_sent_against_it_or_falls(
    goal: tuple[float, float], is_against: bool, drop: int
) -> None:
    """[Ruling R295]: along its face it meets the face; away from it there is nothing to hold on to."""
    ledge = platform((24, 10), (16, 20), 5, SIGHT | TOP | CLIMBABLE)
    guard = theirs(at=(28.4, 20), z=5, weapons=[long(6, 3)])
    table = Table({"hero": mine(at=(20, 20), life=40, move=20), "guard": guard}, [ledge]).turn_of("hero")
    table.play(plan("run", (25.5, 20), (25.5, 28)), intercept(1, SWORD, 8), react("none"), dice=["444411"])
    assert table.place("hero") == (24, 20, 4)
    table.play(slam(*goal), dice=["1" * 36 + "4"] * bool(drop))
    assert bool(table.facts("slammed-into")) == is_against
    assert [fact["drop"] for fact in table.facts("fell")] == [drop] * bool(drop)


@pytest.mark.parametrize(("y", "struck"), [(19, True), (17.6, False)])
def test_ruling_r315_strikes_farther_on_keep_their_place_on_the_way(y: float, struck: bool) -> None:
    """[Ruling R315]: at 8 of its 9.5 cm it is within reach of the second, wherever it was sent before, or not."""
    figures = {
        "hero": mine(at=(20, 20), life=60),
        "guard": theirs(at=(25, 25), faces=270, weapons=[long()]),
        "second": theirs(at=(28, 24.5), faces=270),
    }
    table = Table(figures).turn_of("hero").play(plan("walk", (29.5, 20)))
    table.play(intercept(1, SWORD, 5), intercept(2, SWORD, 8), react("none"), dice=["4111"])
    table.play(slam(25, y))
    if struck:
        table.play(react("none"), dice=["411"])
    hits = [fact["figure"] for fact in table.facts("hit")]
    assert hits == ["guard", "second"][: 1 + struck]
    assert [fact["figure"] for fact in table.facts("missed")] == ["second"] * (not struck)
