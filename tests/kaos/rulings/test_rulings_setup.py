"""The ledger of rulings, scenery and deployment: R219, R254 to R260, on drawn tables."""

from typing import Any

import pytest

from esquive.core.waiting import Decision, Roll
from esquive.kaos.book.deployment import DeploymentFrame, deployment_conditions
from esquive.kaos.book.round import RoundFrame
from esquive.kaos.book.scenery import SceneryFrame
from esquive.kaos.cards.library import CLIMBER, Library
from esquive.kaos.geometry.shapes import Piece
from esquive.kaos.table import answers
from esquive.kaos.table.state import RESERVE
from tests.kaos.playing import (
    ASK,
    PASS,
    Table,
    box,
    cm,
    mine,
    place,
    theirs,
)
from tests.kaos.rulings.positions import refusals


def small(**keys: Any) -> Table:
    """Two figures a side, far apart, one will die each: short initiative rolls."""
    figures = {
        "ann": mine(at=(10, 10), will=1),
        "bob": mine(at=(20, 10), will=1),
        "cat": theirs(at=(10, 60), will=1),
        "dan": theirs(at=(20, 60), will=1),
    }
    return Table(figures, **keys)


def begun(table: Table) -> Table:
    """The round begins and p1 wins the initiative; the other side keeps its point."""
    return table.start(RoundFrame()).play(PASS, dice=["4", "1"])


def asked(table: Table) -> tuple[str, int]:
    """What is asked, and whom."""
    waiting = table.waiting
    assert isinstance(waiting, Decision | Roll)
    return waiting.kind, waiting.seat


def hordes(pieces: tuple[Piece, ...] = (), **keys: Any) -> Table:
    """Two figures a side, none on the table; ann is in play where `ann` says."""
    figures = {
        "ann": mine(at=(1, 1), status=RESERVE, will=2),
        "bob": mine(at=(1, 1), status=RESERVE, will=2, **keys),
        "cat": theirs(at=(1, 1), status=RESERVE, will=2),
        "dan": theirs(at=(1, 1), status=RESERVE, will=2),
    }
    return Table(figures, pieces)


def fails(table: Table, name: str, x: float, y: float, angle: int = 0) -> list[str]:
    """What is wrong with deploying a figure somewhere."""
    number = table[name]
    found = deployment_conditions(table.state, table.state.owner[number], number, cm(x), cm(y), angle * 1000)
    return [condition.kind for condition in found if not condition.holds]


def deployed(table: Table, **places: tuple[float, float, int]) -> Table:
    """Some figures stand on the table: x, y and facing."""
    for name, (x, y, facing) in places.items():
        number = table[name]
        table.state.status[number] = 1
        table.state.set_base(number, table.state.base_at(number, cm(x), cm(y), 0, facing * 1000))
    return table


# --------------------------------------------------------------------------------------------------------------- set-up


def ground(*selection: Piece, pieces: tuple[Piece, ...] = (), size: tuple[int, int] = (75, 75)) -> Table:
    """A table, and pieces to be placed on it, drawn round 0,0."""
    figures = {"ann": mine(at=(1, 1), status=RESERVE, will=1), "cat": theirs(at=(1, 1), status=RESERVE, will=1)}
    table = Table(figures, pieces, size=size)
    table.state.library = Library(table.state.library.profiles, selection=selection)
    return table.start(SceneryFrame())


def block(name: str, width: float = 4, depth: float = 4) -> Piece:
    """A wall round 0,0."""
    return box((-width / 2, -depth / 2), (width, depth), 5, name=name)


def test_ruling_r254_the_higher_die_places_first_from_the_common_selection() -> None:
    """[Ruling R254]: equal dice roll again; either half is there for both, in turn."""
    table = ground(block("one"), block("two"), size=(40, 40)).play(dice=["3", "3", "2", "5"])
    assert asked(table) == ("scenery", 1)
    assert refusals(table, place(0, 20, 20)) == [] and refusals(table, place(1, 20, 20)) == []
    table.play(place(0, 20, 20))
    assert asked(table) == ("scenery", 0)
    assert refusals(table, place(0, 30, 30)) == ["already-placed"] and refusals(table, place(1, 30, 30)) == []


def test_ruling_r254_a_piece_lies_on_the_table_and_over_no_other() -> None:
    """[Ruling R254]."""
    table = ground(block("one"), pieces=(box((20, 20), (10, 10)),), size=(40, 40)).play(dice=["5", "2"])
    assert refusals(table, place(0, 1, 10)) == ["off-table"]
    assert refusals(table, place(0, 19, 25)) == ["scenery-overlaps"]
    assert refusals(table, place(0, 2, 10)) == []


def test_ruling_r255_a_piece_that_closes_off_ground_is_refused() -> None:
    """[Ruling R255]: it would shut off the corner that two walls nearly close; with a gap it may stand there."""
    walls = (box((18, 0), (1, 14)), box((0, 18), (14, 1)))
    table = ground(block("bar", 5, 5), pieces=walls, size=(60, 60)).play(dice=["5", "2"])
    assert refusals(table, place(0, 16.5, 16.5)) == ["closes-off"]
    assert refusals(table, place(0, 40, 40)) == []
    assert table.waiting.seat == 0


def test_ruling_r255_nobody_is_deployed_where_none_could_get_to() -> None:
    """[Ruling R255]: a court of walls; a climber is another matter."""
    court = (box((20, 20), (12, 1)), box((20, 31), (12, 1)), box((20, 21), (1, 10)), box((31, 21), (1, 10)))
    assert fails(hordes(court), "bob", 26, 26) == ["inaccessible"]
    assert fails(hordes(court, keywords=CLIMBER), "bob", 26, 26) == []
    assert fails(hordes(court), "bob", 50, 50) == []


def test_ruling_r256_a_comrade_sees_all_round_and_facing_is_free() -> None:
    """[Ruling R256]: it looks the other way; a wall between them is another matter."""
    for angle in (0, 45, 180, 270):
        assert fails(deployed(hordes(), ann=(20, 20, 0)), "bob", 10, 20, angle) == []
    table = deployed(hordes((box((14, 10), (1, 20), 9),)), ann=(20, 20, 0))
    assert fails(table, "bob", 10, 20) == ["out-of-view"]
    assert fails(hordes((box((14, 10), (1, 20), 9),)), "bob", 10, 20) == []


def test_ruling_r257_who_fits_nowhere_is_spared_the_view_then_stands_farthest() -> None:
    """[Ruling R257]: a walled-in comrade sees nowhere; enemies everywhere leave only what is farthest from them."""
    court = tuple(
        box(at, size, 30)
        for at, size in (((17, 17), (6, 1)), ((17, 22), (6, 1)), ((17, 18), (1, 4)), ((22, 18), (1, 4)))
    )
    assert fails(deployed(hordes(court), ann=(20, 20, 0)), "bob", 50, 50) == []
    figures = {f"e{x}{y}": theirs(at=(x, y)) for x in (15, 45) for y in (15, 45)}
    table = Table({**figures, "mid": theirs(at=(30, 30)), "bob": mine(at=(1, 1), status=RESERVE)}, size=(60, 60))
    assert fails(table, "bob", 30, 24) == ["too-near"]
    assert any(fails(table, "bob", x, y) == [] for x, y in ((1.25, 1.25), (1.25, 29), (1.25, 31), (29, 1.25)))


def test_ruling_r257_who_fits_nowhere_in_its_zone_is_deployed_anywhere() -> None:
    """[Ruling R257]: a comrade takes the only place of the zone; until then the zone binds [Kaos K37.1]."""
    table = hordes()
    table.state.library.zones = ((cm(10), cm(10), cm(15), cm(15)), None)
    assert fails(table, "bob", 30, 12) == ["outside-zone"]
    deployed(table, ann=(12.5, 12.5, 0), cat=(60, 60, 0))
    assert fails(table, "bob", 30, 12) == []
    assert fails(table, "bob", 50, 60) == ["too-near"]
    assert fails(table, "bob", 12, 12) == ["overlaps"]
    table.state.library.zones = ((cm(10), cm(10), cm(20), cm(15)), None)
    assert fails(table, "bob", 30, 12) == ["outside-zone"] and fails(table, "bob", 16, 12) == []


@pytest.mark.parametrize(("x", "bars"), [("42.5", ["too-near"]), ("42.5001", [])])
def test_ruling_r258_exactly_20_cm_is_too_near(x: Any, bars: list[str]) -> None:
    """[Ruling R258]: from base to base."""
    assert fails(deployed(hordes(), cat=(20, 20, 0)), "bob", x, 20) == bars


def test_ruling_r259_equal_will_rolls_are_rolled_again() -> None:
    """[Ruling R259]: at deployment and for initiative, all dice."""
    table = hordes().start(DeploymentFrame()).play(dice=["41", "14", "11", "41"])
    assert asked(table) == ("deployment", 1)
    table = small().start(RoundFrame()).play(PASS, dice=["4", "5", "1", "4"])
    assert asked(table) == ("initiative", 1) and [fact["seat"] for fact in table.facts("initiative-won")] == [1]


def test_ruling_r260_a_side_with_nothing_left_is_not_asked() -> None:
    """[Ruling R260]: to deploy, and to play."""
    table = deployed(hordes(), cat=(10, 60, 0), dan=(20, 60, 0)).start(DeploymentFrame())
    table.play(dice=["41"])
    assert asked(table) == ("deployment", 0) and refusals(table, ASK) == ["nobody-to-ask"]
    table = small()
    table.state.activated = [0, 0, 1, 1]
    assert refusals(begun(table), ASK) == ["nobody-to-ask"]


def test_ruling_r219_the_right_to_choose_who_deploys_alternates() -> None:
    """[Ruling R219]: p1 wins and asks p2 to deploy; then p2 has the right, though it has just deployed."""
    table = hordes().start(DeploymentFrame()).play(dice=["41", "11"])
    assert asked(table) == ("deployment", 0)
    assert asked(table.play(ASK)) == ("deploy", 1)
    assert asked(table.play(place(2, 10, 60))) == ("deployment", 1)
    assert asked(table.play(place(3, 20, 60))) == ("deployment", 0)
    assert table.state.activated == [0, 0, 0, 0]
    aligned = hordes()
    aligned.state.aligned = [1, 0]
    assert [len(dice) for dice in pool_sizes(aligned.start(DeploymentFrame()).play(dice=["411", "11"]))] == [3, 2]


def pool_sizes(table: Table) -> list[str]:
    """The dice rolled so far."""
    return [fact["dice"] for fact in table.facts("rolled")]


def test_ruling_r219_the_roller_of_deployment_is_chosen_freely() -> None:
    """[Ruling R219]: the best is offered first, the worse may be named."""
    figures = {
        "ann": mine(at=(1, 1), status=RESERVE, will=1),
        "bob": mine(at=(1, 1), status=RESERVE, will=3),
        "cat": theirs(at=(1, 1), status=RESERVE, will=1),
    }
    table = Table(figures).start(DeploymentFrame())
    waiting = table.waiting
    assert isinstance(waiting, Decision)
    bob, ann = (answers.pack(answers.CHOOSE_FIGURE, [table[name]]) for name in ("bob", "ann"))
    assert waiting.options() == [bob, ann]
    assert asked(table.play(ann, dice=["4", "1"])) == ("deployment", 0)
