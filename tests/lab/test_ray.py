"""Series on Ray: the same games in the same order; and on the real one, where it is installed."""

import json
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import pytest

from esquive.cli.main import main
from esquive.core.errors import EsquiveError
from esquive.lab.fixtures import fixtures_of
from esquive.lab.matches import play_series
from esquive.lab.ray_cluster import AHEAD, RETRIES, play_on_ray

FIXTURES = fixtures_of("krosmaster", ("random", "greedy"), 6, 4, "", None, 2)


class FakeRay(ModuleType):
    """As much of Ray as is used, in this process: tasks are played when they are asked for, and some fail at first."""

    def __init__(self) -> None:
        super().__init__("ray")
        self.asked = 0
        self.most_waiting = 0
        self.waiting = 0
        self.started: dict[str, Any] | None = None
        self.cancelled = 0
        self.retries = 0
        self.is_over = False

    def is_initialized(self) -> bool:
        return self.started is not None

    def init(self, **options: Any) -> None:
        self.started = options

    def remote(self, max_retries: int) -> Callable[[Any], Any]:
        self.retries = max_retries

        def wrapped(function: Callable[..., Any]) -> Any:
            task = ModuleType("task")

            def ask(*arguments: Any) -> Callable[[], Any]:
                self.asked += 1
                self.waiting += 1
                self.most_waiting = max(self.most_waiting, self.waiting)
                return lambda: function(*arguments)

            task.remote = ask  # type: ignore[attr-defined]
            return task

        return wrapped

    def get(self, one: Callable[[], Any]) -> Any:
        print("(raylet) A worker died.")  # noqa: T201  # as the real one tells it
        self.waiting -= 1
        return one()

    def shutdown(self) -> None:
        self.started = self.started or {}
        self.is_over = True

    def cancel(self, one: Any) -> None:
        self.cancelled += 1


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> FakeRay:
    fake = FakeRay()
    monkeypatch.setitem(sys.modules, "ray", fake)
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    return fake


def told(played: Any) -> list[Any]:
    return [(one.number, one.winner, one.record) for one in played]


def test_the_same_games_come_in_the_same_order(ray: FakeRay) -> None:
    assert told(play_on_ray(FIXTURES, 2)) == told(play_series(FIXTURES, 1))
    assert ray.started == {"log_to_driver": False, "num_cpus": 2, "include_dashboard": False}
    assert ray.retries == RETRIES
    assert ray.is_over, "what was started here is ended here"
    assert ray.most_waiting == 2 * AHEAD, "no more are asked for than are soon played"


def test_of_a_series_that_is_broken_off_the_rest_is_not_played(ray: FakeRay) -> None:
    games = play_on_ray(FIXTURES, 1)
    next(games)
    games.close()
    assert ray.asked == AHEAD
    assert ray.cancelled == AHEAD - 1


def test_a_cluster_that_is_named_is_used_as_it_is(ray: FakeRay, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_ADDRESS", "somewhere:6379")
    next(play_on_ray(FIXTURES, 1))
    assert ray.started == {"log_to_driver": False}


def test_releases_in_files_are_refused(ray: FakeRay) -> None:
    with pytest.raises(EsquiveError, match="unimplemented"):
        next(play_on_ray(FIXTURES, 1, ["mine.toml"]))


@pytest.mark.parametrize("verb", ["match", "ladder"])
def test_the_command_line_plays_there(ray: FakeRay, verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = [verb, "krosmaster", "--agents", "random", "greedy", "--games", "2", "--turn-cap", "2", "--json"]
    assert main([*words, "--on", "ray"]) == 0
    there = json.loads(capsys.readouterr().out)
    assert ray.asked == 2
    assert main(words) == 0
    here = json.loads(capsys.readouterr().out)
    for key in ("seconds", "games_per_second", "decisions_per_second"):
        there.pop(key, None), here.pop(key, None)
    assert there == here


@pytest.mark.skipif(find_spec("ray") is not None, reason="it is installed")
def test_whoever_lacks_the_extra_is_told_which(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "kaos", "--agents", "random", "random", "--games", "1", "--on", "ray"]) == 2
    assert "esquive[ray]" in capsys.readouterr().err


@pytest.mark.again
@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed")
def test_the_real_one_plays_the_same_games() -> None:
    """In a process of its own, for Ray leaves threads and children behind."""
    words = "krosmaster --agents random greedy --games 4 --turn-cap 3 --jobs 2 --json".split()
    run = [sys.executable, "-m", "esquive.cli.main", "match", *words]
    here, there = (
        json.loads(subprocess.run([*run, *on], capture_output=True, check=True, text=True).stdout)
        for on in ([], ["--on", "ray"])
    )
    assert here["wins"] == there["wins"]
    assert here["decisions"] == there["decisions"]
