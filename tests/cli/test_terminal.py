"""A person at the terminal: `esquive match GAME --agents human BOT`, by lines that are piped in."""

import io
import json
from pathlib import Path

import pytest

from esquive.cli.main import main

KAOS = ("match", "kaos", "--agents", "human", "random", "--arena", "broken-abbey")
HORDES = ("--teams", "two-gleams", "gravediggers")
KROSMASTER = ("match", "krosmaster", "--agents", "human", "random")


def play(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, lines: str, *words: str, code: int = 0
) -> str:
    """What is printed when these lines are piped in."""
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    assert main(list(words)) == code
    captured = capsys.readouterr()
    assert code == 2 or captured.err == ""
    return captured.err if code == 2 else captured.out


def test_lines_and_numbers_are_played_and_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A figure is deployed by its line, another one by the number of a proposal [Kaos K6.1]."""
    out = play(capsys, monkeypatch, "1\n1\n1\n1\nquit\n", *KAOS, *HORDES, "--records", str(tmp_path))
    assert "is deployed at" in out and "[K6.1]" in out
    assert "Stopped: a player stopped it." in out
    lines = (tmp_path / "1.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[0])["agents"] == ["human", "random"]
    assert json.loads(lines[-1])["end"] == {"winner": "none", "reason": "a player stopped it"}
    placed = next(entry for line in lines[1:-1] if (entry := json.loads(line)).get("line", "").startswith("place mel-"))
    assert placed["by"] == "p1" and f"  1  {placed['line']}\n" in out
    assert main(["replay", str(tmp_path / "1.jsonl"), "--verify"]) == 0


def test_a_refusal_teaches_and_the_person_is_asked_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line that is illegal, one that is none, a number that is not there; then `why` with every condition."""
    far = "place mel-ysaure 200,200 0"
    lines = f"1\n{far}\nplcae\n99\nwhy {far}\nwhy 1\nwhy\n"
    out = play(capsys, monkeypatch, lines, *KAOS, *HORDES)
    assert "Not allowed: " in out and f"(why {far}: every condition)" in out
    assert "unknown verb 'plcae'" in out
    assert "There is no proposal 99: 1 to " in out
    assert f"{far}: ILLEGAL" in out and "  FAILS  " in out
    assert ": legal\n  holds  " in out
    assert "Write 'why' and a line" in out


def test_the_input_may_end_at_any_time(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    out = play(capsys, monkeypatch, "", *KAOS, *HORDES)
    assert out.splitlines()[-1].startswith("Stopped: the input ended (answers and rolls before it: ")
    out = play(capsys, monkeypatch, "help\nhelp move\nreach\nshow\nlog\nlog x\nmore\n", *KROSMASTER)
    assert "Nothing is explained by verb in this game: docs/notation.md" in out and "This game tells no reach." in out
    assert "why LINE" in out and "a b c d" in " ".join(out.split())
    assert "'x' is no number of sentences" in out
    assert out.splitlines()[-1].startswith("Stopped: the input ended (answers and rolls before it: ")


def test_the_terminal_speaks_the_language_of_the_reader(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = "help\n99\nwhy\nlog x\nquit\n"
    out = play(capsys, monkeypatch, lines, *KAOS, *HORDES, "--language", "fr")
    assert "p1, à vous de décider\u00a0: " in out or "p2, à vous de décider\u00a0: " in out
    assert "Il n'y a pas de proposition 99\u00a0: de 1 à " in out
    assert "chaque condition d'une ligne" in out and "'x' n'est pas un nombre de phrases" in out
    assert out.splitlines()[-1] == "Arrêt\u00a0: un joueur l'a voulu."


@pytest.mark.again
def test_a_whole_game_can_be_played_against_oneself(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first proposal every time, for both sides, to the end of the last round [Ruling R214]."""
    words = ("match", "kaos", "--agents", "human", "human", "--arena", "broken-abbey", *HORDES)
    out = play(capsys, monkeypatch, "1\n" * 3000, *words)
    assert "Round 8 begins." in out or "wins" in out.splitlines()[-1]
    assert "Stopped" not in out


def test_dice_of_the_table_are_typed_in(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The first roll of Kaos is for the side that deploys; a wrong number of dice is refused [Kaos K14.4]."""
    lines = "1\n1\nroll 9\nmore\nroll 5 5 5 5 1 1 1 1\n"
    out = play(capsys, monkeypatch, lines, *KAOS, *HORDES, "--dice", "table")
    assert "A roll (deployment, p1): write " in out
    assert "The dice are yours" in out


def test_what_a_person_cannot_do_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "--games cannot be 5" in play(capsys, monkeypatch, "", *KAOS, "--games", "5", code=2)
    assert "--jobs cannot be 2" in play(capsys, monkeypatch, "", *KAOS, "--jobs", "2", code=2)
    bots = ("match", "kaos", "--agents", "random", "random", "--dice", "table")
    assert "bots cannot roll dice" in play(capsys, monkeypatch, "", *bots, code=2)
    genius = ("match", "kaos", "--agents", "human", "genius")
    assert "agents: human, greedy, random" in play(capsys, monkeypatch, "", *genius, code=2)


def test_json_comes_alone_on_stdout(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1\nquit\n"))
    assert main([*KAOS, *HORDES, "--json"]) == 0
    captured = capsys.readouterr()
    data = json.loads(captured.out)
    assert (data["game"], data["end"]["winner"], data["record"]) == ("kaos", "none", "")
    assert "Stopped: a player stopped it." in captured.err
