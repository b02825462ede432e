"""How far a long run has come, told where there is no terminal."""

import pytest

from esquive.cli.progress import Course


def test_without_a_terminal_a_line_is_told_every_ten_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    now = 0.0
    with Course("greedy against random", 40, "en", clock=lambda: now) as course:
        for _ in range(40):
            now += 3.0
            course.advance()
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [f"greedy against random: {done} of 40" for done in range(4, 40, 4)]


def test_a_run_of_less_than_ten_seconds_tells_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    now = 0.0
    with Course("playing", 3, "fr", clock=lambda: now) as course:
        for _ in range(3):
            now += 3.0
            course.advance()
    assert capsys.readouterr().err == ""
