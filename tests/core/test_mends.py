"""What can be done about faults of documents: paths, changes, and positions read as far as they go."""

import copy
from typing import Any

import pytest

from esquive.core.first_position import first_position
from esquive.core.games import game_named
from esquive.core.lenient_reading import read_leniently
from esquive.core.mends import changed, leave_out, path_of, put_in

SCENES = [("krosmaster", "unit"), ("kaos", "figure")]


def first(game: str) -> dict[str, Any]:
    """The first turn of a match, as people can write it."""
    found = first_position(game_named(game))
    del found["exact"], found["profiles"]
    return found


@pytest.mark.parametrize(
    ("where", "path"),
    [
        ("unit[2] (oscar).rewards", ("unit", 2, "rewards")),
        ("players.p1.timeline", ("players", "p1", "timeline")),
        ("document", ()),
        ("", ()),
    ],
)
def test_a_place_that_an_error_names_is_a_path(where: str, path: tuple[str | int, ...]) -> None:
    assert path_of(where) == path


def test_changes_are_made_on_a_copy_and_places_that_are_not_there_are_left() -> None:
    document = {"unit": [{"id": "a"}, {"id": "b"}], "turn": {"unit": "a"}}
    found = changed(document, ((("unit", 0), None), (("turn", "unit"), "b"), (("piles", 3, "up"), "x")))
    assert found == {"unit": [{"id": "b"}], "turn": {"unit": "b"}}
    assert document["unit"] == [{"id": "a"}, {"id": "b"}]
    assert changed(document, leave_out(("turn", "unit")).changes)["turn"] == {}
    assert changed(document, put_in(("unit", 1, "at"), "c4").changes)["unit"][1] == {"id": "b", "at": "c4"}


@pytest.mark.parametrize(("name", "pieces"), SCENES)
def test_every_fault_of_a_position_is_told_and_each_of_its_mends_mends_it(name: str, pieces: str) -> None:
    game, document = game_named(name), first(name)
    if name == "krosmaster":
        document[pieces][0]["at"] = "e12"  # where another one stands
        document[pieces][2]["injuries"] = 60
        document[pieces][4]["mood"] = "bad"
    else:
        document[pieces][0]["x"] = document[pieces][1]["x"] + 0.5  # halfway into another one
        document[pieces][2]["wounds"] = 99
        document[pieces][4]["mood"] = "bad"
    state, faults = read_leniently(game, document)
    assert state is not None and len(faults) >= 3
    assert {fault.path[1] for fault in faults} == {1, 2, 4}
    for fault in faults:
        assert fault.mends
        for mend in fault.mends:
            _, left = read_leniently(game, changed(document, mend.changes))
            assert str(fault.error) not in [str(one.error) for one in left]


@pytest.mark.parametrize(("name", "pieces"), SCENES)
def test_the_first_mends_together_make_a_position_that_can_be_played(name: str, pieces: str) -> None:
    game, document = game_named(name), first(name)
    document[pieces][1] = {**document[pieces][0], "id": document[pieces][1]["id"]}  # both in one place
    for _ in range(9):
        _, faults = read_leniently(game, document)
        if not faults:
            break
        document = changed(document, faults[0].mends[0].changes)
    game.from_document(document)


@pytest.mark.parametrize(("name", "pieces"), SCENES)
def test_places_stay_those_of_the_whole_document_where_something_is_left_out(name: str, pieces: str) -> None:
    game, document = game_named(name), first(name)
    card = "card" if name == "krosmaster" else "profile"
    document[pieces][1][card] = "nobody-at-all"
    document[pieces][3][card] = "nobody-either"
    document[pieces][4]["mood"] = "bad"
    _, faults = read_leniently(game, document)
    assert {fault.path[:2] for fault in faults} == {(pieces, 1), (pieces, 3), (pieces, 4)}
    assert {fault.where.partition(" ")[0].partition(".")[0] for fault in faults} == {
        f"{pieces}[1]",
        f"{pieces}[3]",
        f"{pieces}[4]",
    }


@pytest.mark.parametrize(("name", "pieces"), SCENES)
def test_an_empty_table_is_drawn_and_needs_somebody(name: str, pieces: str) -> None:
    game, document = game_named(name), first(name)
    document[pieces] = []
    state, faults = read_leniently(game, document)
    assert [fault.error.where for fault in faults] == [pieces]
    assert not faults[0].mends
    assert game.words(state).shown(-1) is not None


def test_a_position_that_is_right_has_no_faults_and_is_left_as_it_is() -> None:
    document = first("kaos")
    before = copy.deepcopy(document)
    state, faults = read_leniently(game_named("kaos"), document)
    assert state is not None and faults == [] and document == before
