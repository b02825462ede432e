"""How far a long run has come, told where there is no terminal."""

import threading

import pytest

from esquive.cli.progress import EVERY, Course


class Tens(threading.Event):
    """The end of a run, waited for ten seconds at a time, which go by as the test says."""

    def __init__(self) -> None:
        super().__init__()
        self.awaited = threading.Semaphore(0)
        self.past = threading.Semaphore(0)

    def wait(self, timeout: float | None = None) -> bool:
        assert timeout == EVERY == 10
        self.awaited.release()
        self.past.acquire()
        return self.is_set()

    def set(self) -> None:
        super().set()
        self.past.release()

    def go_by(self) -> None:
        """Ten seconds more, and what is told then."""
        self.awaited.acquire()
        self.past.release()
        self.awaited.acquire()
        self.awaited.release()


def test_without_a_terminal_a_line_is_told_every_ten_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    """Also where a step takes longer than that."""
    tens = Tens()
    with Course("greedy against random", 3, "en", tens) as course:
        tens.go_by()
        course.advance()
        tens.go_by()
        tens.go_by()
        course.advance()
        tens.go_by()
        course.advance()
        tens.go_by()
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [f"greedy against random: {done} of 3" for done in (0, 1, 1, 2)]


def test_a_run_of_less_than_ten_seconds_tells_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with Course("playing", 3, "fr", Tens()) as course:
        for _ in range(3):
            course.advance()
    assert capsys.readouterr().err == ""


def test_a_run_that_is_broken_off_leaves_nobody_telling() -> None:
    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt), Course("playing", 3, "it", Tens()):
        raise KeyboardInterrupt
    assert threading.active_count() == before
