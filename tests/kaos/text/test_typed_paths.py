"""A line that is being typed is drawn as far as it says a path: its pace, its legs, and what comes before them."""

import pytest

from esquive.kaos.written.path_notation import format_legs, path_typed


def said(line: str) -> tuple[str, str, str] | None:
    """The pace, the legs in notation, and the line before them."""
    found = path_typed(line)
    return None if found is None else (found[0], " ".join(format_legs(found[1])), found[2])


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("plan walk 30,24.5 face 90 jump 34,24 strike bob sword", ("walk", "30,24.5 face 90 jump 34,24", "")),
        ("plan stay face 45", ("", "face 45", "")),
        ("plan run", ("run", "", "")),
        ("move 30,24", ("", "30,24", "")),
        ("plan walk 30,24 31", ("walk", "30,24", "")),
        ("plan walk 30,24 face", ("walk", "30,24", "")),
        ("plan walk 30,24 jump 31,", ("walk", "30,24", "")),
        ("plan walk 30,24 then 30,20", ("walk", "30,24", "")),
    ],
)
def test_a_line_is_read_as_far_as_it_is_a_path(line: str, path: tuple[str, str, str]) -> None:
    assert said(line) == path


@pytest.mark.parametrize(
    ("line", "before"),
    [
        ("plan walk 30,24 face 0 then 30,20 face 90 strike bob sword", "plan walk 30,24 face 0 strike bob sword"),
        ("plan walk 30,24 strike bob sword then 30,20 face 90", "plan walk 30,24 strike bob sword"),
        ("plan walk search then 30,20 face 90", "plan walk search"),
    ],
)
def test_of_a_split_move_the_second_part_is_read_and_the_line_before_it(line: str, before: str) -> None:
    assert said(line) == ("walk", "30,20 face 90", before)


@pytest.mark.parametrize("line", ["", "react dodge", "plan", "plan flee", "plan wal", "pass"])
def test_a_line_of_something_else_is_no_path(line: str) -> None:
    assert said(line) is None
