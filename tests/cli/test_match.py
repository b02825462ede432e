"""`esquive match` and `esquive replay`: the tally, the records, and what is wrong with a record."""

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from esquive.cli import progress
from esquive.cli.main import main
from esquive.core.games import game_named
from esquive.core.record import read_record, replay

KEYS = [
    "game",
    "agents",
    "games",
    "wins",
    "draws",
    "capped",
    "forfeits",
    "mirrored",
    "score",
    "interval",
    "wins_by_team",
    "decisions",
    "seconds",
    "games_per_second",
    "decisions_per_second",
    "mean_length",
]


@pytest.fixture(autouse=True)
def no_lines_of_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, nothing is told of how far a run has come: `test_progress.py` looks at that."""
    monkeypatch.setattr(progress, "EVERY", threading.TIMEOUT_MAX)


def match(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main(["match", "krosmaster", *words, "--json"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return json.loads(captured.out)


def error(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err.count("\n")) == ("", 1)
    return captured.err


def records(folder: Path) -> dict[str, str]:
    """The records of a folder by their names, without the list of them."""
    files = sorted(path for path in folder.iterdir() if path.name != "matches.jsonl")
    return {path.name: path.read_text(encoding="utf-8") for path in files}


def test_the_tally_has_the_public_keys_and_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    data = match(capsys, "--agents", "random", "random", "--games", "4", "--seed", "3")
    assert list(data) == KEYS
    assert data["agents"] == ["random#1", "random#2"]
    assert data["games"] == 4 == sum(data["wins"].values()) + data["draws"] + data["capped"]
    assert data["decisions"] > 100


def test_the_same_seed_gives_the_same_records_with_any_number_of_jobs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    common = ("--agents", "random", "random", "--games", "3", "--seed", "5", "--turn-cap", "12")
    match(capsys, *common, "--records", str(tmp_path / "one"))
    match(capsys, *common, "--records", str(tmp_path / "two"), "--jobs", "2")
    match(capsys, *common[:-3], "6", "--turn-cap", "12", "--records", str(tmp_path / "other"))
    one = records(tmp_path / "one")
    assert list(one) == ["1.jsonl", "2.jsonl", "3.jsonl"]
    assert records(tmp_path / "two") == one
    assert records(tmp_path / "other") != one


def test_seats_are_swapped_over_the_same_teams_and_arena(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match(capsys, "--agents", "greedy", "random", "--games", "2", "--turn-cap", "1", "--records", str(tmp_path))
    first, second = (json.loads(text.splitlines()[0]) for text in records(tmp_path).values())
    assert first["setup"] == second["setup"]
    assert (first["agents"], second["agents"]) == (["greedy", "random"], ["random", "greedy"])


def test_a_game_that_reaches_the_turn_cap_is_counted_and_recorded_as_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("--agents", "random", "random", "--games", "1", "--turn-cap", "3", "--records", str(tmp_path))
    assert match(capsys, *words)["capped"] == 1
    end = json.loads(records(tmp_path)["1.jsonl"].splitlines()[-1])["end"]
    assert end == {"winner": "none", "reason": "the turn cap was reached"}


def test_teams_and_arena_may_be_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    team = tmp_path / "team.toml"
    team.write_text('cards = ["oscar-kass", "anna-tommy", "bad-aboum", "lil-healey"]\n', encoding="utf-8")
    words = ("--teams", "two-crowns", str(team), "--arena", "elemental", "--turn-cap", "2")
    match(capsys, "--agents", "random", "random", "--games", "1", *words, "--records", str(tmp_path / "r"))
    setup = json.loads(records(tmp_path / "r")["1.jsonl"].splitlines()[0])["setup"]
    assert setup["arena"] == "elemental"
    assert setup["teams"][1] == ["oscar-kass", "anna-tommy", "bad-aboum", "lil-healey"]
    assert "king-of-the-gobballs" in setup["teams"][0]


def test_kaos_is_played_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--agents", "random", "random", "--games", "2", "--turn-cap", "1", "--arena", "quarry")
    teams = ("--teams", "two-gleams", "gravediggers", "--records", str(tmp_path), "--json")
    assert main(["match", "kaos", *words, *teams]) == 0
    data = json.loads(capsys.readouterr().out)
    assert list(data) == KEYS
    assert (data["game"], data["games"], data["capped"]) == ("kaos", 2, 2)
    assert main(["replay", str(tmp_path / "1.jsonl"), "--verify", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["valid"]


def test_bad_input_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    agents = ("--agents", "random", "random")
    assert "unknown game 'chess'" in error(capsys, "match", "chess", *agents)
    assert "unknown agent 'genius'" in error(capsys, "match", "krosmaster", "--agents", "random", "genius")
    assert "--games cannot be 0" in error(capsys, "match", "krosmaster", *agents, "--games", "0")
    assert "--turn-cap cannot be 0" in error(capsys, "match", "krosmaster", *agents, "--turn-cap", "0")
    assert "did you mean 'elemental'?" in error(capsys, "match", "krosmaster", *agents, "--arena", "elementl")
    assert "did you mean 'two-crowns'?" in error(
        capsys, "match", "krosmaster", *agents, "--teams", "two-crown", "two-crowns"
    )


# ---------------------------------------------------------------------------------------------------------- replay


@pytest.fixture
def record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    folder = tmp_path / "records"
    match(capsys, "--agents", "random", "random", "--games", "1", "--turn-cap", "8", "--records", str(folder))
    return folder / "1.jsonl"


def test_a_record_verifies(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record), "--verify", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["valid"], data["problems"], data["dice"]) == (True, [], "seeded")
    assert data["hashes"] >= 8
    assert main(["replay", str(record), "--verify"]) == 0
    assert "valid" in capsys.readouterr().out


def test_an_altered_record_does_not_verify(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = record.read_text(encoding="utf-8").splitlines()
    place = next(number for number, line in enumerate(lines) if '"line": "roll ' in line)
    other = "roll lock lock" if "roll lock lock" not in lines[place] else "roll armour armour"
    lines[place] = json.dumps({"by": "dice", "line": other})
    record.write_text("\n".join(lines), encoding="utf-8")
    assert main(["replay", str(record), "--verify", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["problems"]


def test_a_record_is_told_in_sentences(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record)]) == 0
    out = capsys.readouterr().out
    assert "p1    deploy " in out
    assert out.endswith("end   none: the turn cap was reached\n")
    assert main(["replay", str(record), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["entries"][0]["events"]


def test_what_is_no_record_is_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "x.jsonl"
    file.write_text("{}", encoding="utf-8")
    assert f"{file}:1: is not a record" in error(capsys, "replay", str(file))
    assert "cannot be read" in error(capsys, "replay", str(tmp_path / "none"))


@pytest.mark.parametrize("game", ["krosmaster", "kaos"])
def test_the_list_of_matches_says_which_team_won(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["match", game, "--agents", "random", "random", "--games", "2", "--seed", "4", "--records", str(tmp_path)]
    assert main([*words, "--json"]) == 0
    tally = json.loads(capsys.readouterr().out)
    matches = [json.loads(line) for line in (tmp_path / "matches.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [match["record"] for match in matches] == ["1.jsonl", "2.jsonl"]
    assert sum(match["winner"] is not None for match in matches) == sum(tally["wins"].values())
    for match in matches:
        header, *_, last = map(json.loads, (tmp_path / match["record"]).read_text(encoding="utf-8").splitlines())
        assert match["teams"] == header["setup"]["teams" if game == "krosmaster" else "hordes"]
        assert (match["winner"] is None) == (last["end"]["winner"] in ("none", "draw"))
        if match["winner"] is not None:
            assert match["winning_team"] == match["teams"][match["winner"] - 1]
            assert match["winning_agent"] == match["agents"][match["winner"] - 1] == "random"


def test_the_team_that_won_is_the_one_that_the_seats_of_the_record_lead_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Initiative hands out the seats [KA 1.3.1]: whoever is p1 need not be the first team of the set-up."""
    game, seen = game_named("krosmaster"), set()
    for number, teams in enumerate((["two-crowns", "small-fry"], ["small-fry", "two-crowns"])):
        folder = tmp_path / str(number)
        words = ["--agents", "random", "random", "--games", "2", "--teams", *teams, "--records", str(folder)]
        match(capsys, *words)
        for line in (folder / "matches.jsonl").read_text(encoding="utf-8").splitlines():
            told = json.loads(line)
            state = list(replay(read_record(folder / told["record"]), game))[-1].state
            seat = game.winner_of(state)
            assert told["winner"] == (None if seat < 0 else state.team_of[seat] + 1)
            seen.add((told["winner"], seat))
    assert any(seat >= 0 and winner != seat + 1 for winner, seat in seen)


def test_a_series_that_was_broken_off_goes_on_where_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also where the last line was cut off; the tally is that of one run, and a longer series plays what is missing."""
    file = tmp_path / "games.jsonl"
    series = ["match", "kaos", "--agents", "random", "random", "--turn-cap", "1", "--mirror", "--json"]
    whole = told(capsys, [*series, "--games", "4"])
    assert told(capsys, [*series, "--games", "2", "--out", str(file)])["games"] == 2
    with file.open("a", encoding="utf-8") as kept:
        kept.write('{"number": 2, "see')
    first = file.read_text(encoding="utf-8").splitlines()[:3]
    rest = told(capsys, [*series, "--games", "4", "--out", str(file)])
    lines = file.read_text(encoding="utf-8").splitlines()
    assert lines[:3] == first and [json.loads(line)["number"] for line in lines[1:]] == [0, 1, 2, 3]
    speeds = ("seconds", "games_per_second", "decisions_per_second")
    assert {key: rest[key] for key in rest if key not in speeds} == {
        key: whole[key] for key in whole if key not in speeds
    }
    again = told(capsys, [*series, "--games", "4", "--out", str(file)])
    assert again["games"] == 4 and again["games_per_second"] == 0
    assert file.read_text(encoding="utf-8").splitlines() == lines


@pytest.mark.parametrize(
    ("more", "told_of"),
    [
        (["--seed", "2"], "keeps the games of another series"),
        (["--records", "there"], "--out and --records are both given"),
    ],
)
def test_games_are_kept_for_one_series_alone(
    more: list[str], told_of: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    series = [
        "match",
        "kaos",
        "--agents",
        "random",
        "random",
        "--turn-cap",
        "1",
        "--games",
        "1",
        "--out",
        "games.jsonl",
    ]
    assert main(series) == 0
    assert main([*series, *more]) == 2
    assert told_of in capsys.readouterr().err
    Path("games.jsonl").write_text("what?\n", encoding="utf-8")
    assert main(series) == 2
    assert "cannot be read as kept games" in capsys.readouterr().err


def told(capsys: pytest.CaptureFixture[str], args: list[str]) -> dict[str, Any]:
    assert main(args) == 0
    data: dict[str, Any] = json.loads(capsys.readouterr().out)
    return data
