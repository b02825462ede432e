"""A third game goes through the door: installed beside the program, played, recorded, replayed, judged, drawn, resumed.

It is `tiny_game`, found by an entry point as any package's; no line of the program knows it.
"""

import importlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from esquive.agents.base import agent_named
from esquive.cli.main import main
from esquive.core import games
from esquive.core.conformance import Conformance
from esquive.core.dice import SeededDice
from esquive.core.errors import DocumentError, EsquiveError
from esquive.core.match import Match
from esquive.core.record import parse_record, replay, verify
from esquive.core.shapes import TextDrawing
from esquive.core.waiting import Decision
from tests.core.tiny_game import Tiny
from tests.packages import ROOT, install


def forget() -> None:
    """Look for the games anew."""
    importlib.invalidate_caches()
    games.found_in.cache_clear()
    games.game_named.cache_clear()
    games.laboratory_of.cache_clear()


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The third game, installed as pip would."""
    install(monkeypatch, tmp_path / "site", "tiny_game", "esquive.games", tiny="tests.core.tiny_game:GAME")
    forget()
    yield
    monkeypatch.undo()
    forget()


def tell(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = main(list(words))
    return code, capsys.readouterr().out


def test_a_game_that_is_not_installed_is_told_with_those_that_are() -> None:
    forget()
    with pytest.raises(DocumentError, match=r"unknown game 'tiny' \(games: krosmaster, kaos\)"):
        games.game_named("tiny")


def test_no_line_of_the_program_names_it() -> None:
    sources = sorted((ROOT / "src").rglob("*.py"))
    assert len(sources) > 200
    assert [path.name for path in sources if re.search(r"[\"']tiny|tiny_", path.read_text(encoding="utf-8"))] == []


@pytest.mark.usefixtures("installed")
def test_it_is_one_of_the_games() -> None:
    assert set(games.game_names()) == {"krosmaster", "kaos", "tiny"}
    assert games.game_named("tiny").title == "Tiny"
    assert games.laboratory_of("tiny") is None


@pytest.mark.usefixtures("installed")
def test_bots_play_it_with_an_evaluation_and_win_more_often_by_it(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("match", "tiny", "--agents", "greedy", "random", "--games", "60", "--json")
    code, out = tell(capsys, *words)
    tally = json.loads(out)
    assert (code, tally["games"], tally["capped"]) == (0, 60, 0)
    assert tally["wins"]["greedy"] > 40
    with pytest.raises(EsquiveError, match="agents for tiny: greedy, random"):
        agent_named("clever", "tiny")


@pytest.mark.usefixtures("installed")
def test_its_games_are_recorded_verified_and_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("match", "tiny", "--agents", "random", "greedy", "--games", "2", "--records", str(tmp_path / "records"))
    assert tell(capsys, *words)[0] == 0
    file = tmp_path / "records" / "1.jsonl"
    code, out = tell(capsys, "replay", str(file), "--verify")
    assert (code, "dice proved" in out) == (0, True)
    code, out = tell(capsys, "replay", str(file))
    assert code == 0
    assert re.search(r"^p1 +guess \d+$", out, re.MULTILINE) and "taken seat" in out
    record = parse_record(file.read_text(encoding="utf-8"))
    steps = list(replay(record, games.game_named("tiny")))
    assert steps[-1].state.stones == 0 and verify(record, games.game_named("tiny")) == []


@pytest.mark.usefixtures("installed")
def test_a_line_of_it_is_judged_with_its_conditions_and_odds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    position = tmp_path / "position.toml"
    position.write_text('game = "tiny"\nstones = 3\n')
    code, out = tell(capsys, "judge", str(position), "--do", "take 1")
    assert code == 0
    assert "There must be as many stones. [1.a]" in out
    assert re.search(r"2/3 .*stones 2", out) and "1/3" in out
    code, out = tell(capsys, "judge", str(position), "--do", "take 1", "--json")
    assert [end["probability"] for end in json.loads(out)["outcomes"]] == ["2/3", "1/3"]
    code, out = tell(capsys, "judge", str(position), "--do", "take 4")
    assert code == 1 and "One or two stones are taken." in out


@pytest.mark.usefixtures("installed")
def test_it_is_drawn_and_shown_to_a_seat_without_the_other_s_secret(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    position = tmp_path / "position.toml"
    position.write_text('game = "tiny"\nstones = 3\n')
    assert tell(capsys, "show", str(position)) == (0, "ooo (p1 is next)\n")
    state = games.game_named("tiny").new({})
    words = games.game_named("tiny").words(state, names=("Ann", "Bo"))
    drawing = words.shown(0)
    assert isinstance(drawing, TextDrawing) and "[3, None]" in drawing.text
    assert words.decision(1) is None
    decision = words.decision(0)
    assert decision is not None
    assert [option.do for option in decision.options] == ["take 1", "take 2"]
    assert decision.prompt == "Ann: take"
    assert words.preview("take 9").legal is False


@pytest.mark.usefixtures("installed")
def test_a_person_plays_it_at_the_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    lines = iter(["why guess 3", "guess 3", "show", "quit"])
    monkeypatch.setattr("esquive.cli.terminal._lines", lambda source, out: lines)
    code, out = tell(capsys, "match", "tiny", "--agents", "human", "random")
    assert code == 0
    assert "or any other line of this kind" in out and "guess 3: legal" in out and "a player stopped it" in out


@pytest.mark.usefixtures("installed")
def test_it_is_saved_in_the_middle_and_goes_on_as_it_would_have() -> None:
    game = games.game_named("tiny")
    setup = {"stones": 9, "guess": True}
    match = Match(game, setup, SeededDice(3), ["a", "b"])
    for line in ("guess 4", "guess 0", "take 2"):
        match.push(line)
    lines = [entry["line"] for entry in match.record.entries if "line" in entry]
    again = Match.resume(game, setup, SeededDice(3), lines, ["a", "b"])
    loaded = game.from_data(setup, match.state.to_data())
    assert again.state.to_data() == match.state.to_data() == loaded.to_data()
    assert again.legal_lines == match.legal_lines == loaded.waiting.lines()


@pytest.mark.usefixtures("installed")
def test_it_keeps_every_promise_a_game_makes() -> None:
    game = games.game_named("tiny")
    suite = Conformance(game, hide=game.hide, mutations=lambda state, rng: [rng.randrange(-5, 2000)])
    report = suite.run([{"stones": 9, "guess": True}, {"stones": 30, "guess": True}, {}], seed=2, every=1)
    assert (report.finished, set(report.kinds)) == (3, {"guess", "take"})
    assert {"no-number", "too-few"} <= set(report.refused)


def test_an_answer_that_cannot_be_listed_is_any_number() -> None:
    decision = Tiny(guesses=(-1, -1)).waiting
    assert isinstance(decision, Decision) and not decision.is_listed
    assert decision.refusal(10**9) is None and decision.refusal(-1) is not None
    assert decision.sample(Random(1)) >= 0


@pytest.mark.usefixtures("installed")
def test_benchmarks_and_scenarios_know_it_as_they_know_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out = tell(capsys, "bench", "--game", "tiny", "--seconds", "0.2", "--json")
    assert (code, json.loads(out)["ratio"]) == (0, None)
    scenario = tmp_path / "stones.toml"
    scenario.write_text(
        'title = "Stones are taken"\nclauses = ["1"]\ngame = "tiny"\nstones = 4\n'
        '[[step]]\ndo = "take 2"\ndice = ["nothing"]\n[step.expect]\nstones = 2\n'
    )
    assert tell(capsys, "scenario", "run", str(scenario))[0] == 0
