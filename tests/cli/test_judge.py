"""`esquive judge` and `esquive show`."""

import json
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from esquive.cli.main import main
from esquive.krosmaster.cards.catalogue import catalogue

SCENARIOS = Path(__file__).parents[1] / "scenarios"

POSITION = """
game = "krosmaster"
turn = { player = "p1", unit = "oscar-kass", phase = "activation" }
board.map = '''
. . . .
. . . .
'''
unit = [
  { card = "oscar-kass", owner = "p1", at = "b1" },
  { card = "bill-tell", owner = "p2", at = "c1" },
  { card = "lil-healey", owner = "p2", at = "a1" },
]
"""


@pytest.fixture
def position(tmp_path: Path) -> str:
    path = tmp_path / "position.toml"
    path.write_text(POSITION, encoding="utf-8")
    return str(path)


def judge(capsys: pytest.CaptureFixture[str], code: int, *words: str) -> Any:
    assert main(["judge", *words, "--json"]) == code
    captured = capsys.readouterr()
    assert captured.err == ""
    return json.loads(captured.out)


def error(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err.count("\n")) == ("", 1)
    return captured.err


def test_a_legal_line_has_its_conditions_and_its_exact_odds(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    data = judge(capsys, 0, position, "--do", "cast con c1")
    assert data["legal"] is True
    assert data["refusal"] is None
    assert all(condition["holds"] and condition["clauses"] for condition in data["conditions"])
    odds = {
        outcome["changes"].get("unit.bill-tell.injuries", 0): outcome["probability"] for outcome in data["outcomes"]
    }
    assert odds == {0: "1/6", 1: "1/2", 2: "1/3"}
    assert data["choices"] == []


def test_an_illegal_line_exits_1_with_the_condition_that_fails(
    position: str, capsys: pytest.CaptureFixture[str]
) -> None:
    data = judge(capsys, 1, position, "--do", "move d1")
    assert data["legal"] is False
    assert data["refusal"]["kind"] == "out-of-reach"  # how far it is, before that one moves cell by cell
    assert "outcomes" not in data
    assert {True, False} == {condition["holds"] for condition in data["conditions"]}


def test_choices_on_the_way_are_labelled_or_answered(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    data = judge(capsys, 0, position, "--do", "move b2")
    assert [(choice["kind"], choice["matters"]) for choice in data["choices"]] == [("locker", False)]
    assert data["choices"][0]["options"] == ["locker bill-tell", "locker lil-healey"]
    assert {tuple(outcome["answers"]) for outcome in data["outcomes"]} == {()}
    assert {event["kind"] for outcome in data["outcomes"] for event in outcome["events"]} == {
        "locked",
        "caught",
        "escaped",
        "held",
    }
    told = judge(capsys, 0, position, "--do", "move b2", "--answers", "locker bill-tell")
    assert told["choices"] == []
    assert {tuple(outcome["answers"]) for outcome in told["outcomes"]} == {()}


def test_a_person_reads_the_clauses_and_the_odds(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", position, "--do", "cast con c1"]) == 0
    out = capsys.readouterr().out
    assert "legal" in out
    assert "[7.1.4.a]" in out
    assert "       1/2   50.0 %  Bill Tell: 1 injury\n" in out
    assert main(["judge", position, "--do", "move d1"]) == 1
    assert "FAILS" in capsys.readouterr().out


def wounded(position: str, injuries: int) -> str:
    """The same position with Bill Tell injured."""
    path = Path(position)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('at = "c1" }', f'at = "c1", injuries = {injuries} }}'), encoding="utf-8")
    return position


def test_outcomes_that_come_to_the_same_are_added_up_beside_their_parts(
    position: str, capsys: pytest.CaptureFixture[str]
) -> None:
    hp = catalogue().cards["bill-tell"].hp
    data = judge(capsys, 0, wounded(position, hp - 1), "--do", "cast con c1")
    parts = [one["probability"] for one in data["outcomes"] if one["changes"].get("unit.bill-tell.ko")]
    assert sorted(parts) == ["1/2", "1/3"]
    ko = next(one for one in data["sums"] if one["path"] == "unit.bill-tell.ko")
    assert (ko["answers"], ko["value"], ko["probability"], ko["percent"]) == ([], True, "5/6", 83.3333)
    assert main(["judge", position, "--do", "cast con c1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "         5/6   83.3 %  Bill Tell: KO'd" in lines[lines.index("  in all:") :]


def test_an_outcome_of_one_part_is_not_added_up(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    hp = catalogue().cards["bill-tell"].hp
    assert judge(capsys, 0, wounded(position, hp - 2), "--do", "cast con c1")["sums"] == []
    assert main(["judge", position, "--do", "cast con c1"]) == 0
    assert "in all" not in capsys.readouterr().out


def test_in_kaos_what_may_come_of_a_reaction_stands_together(capsys: pytest.CaptureFixture[str]) -> None:
    strikes = (path for path in sorted((SCENARIOS / "kaos").rglob("*.toml")) if "strike foe blade" in path.read_text())
    assert main(["judge", str(next(strikes)), "--do", "plan stay strike foe blade"]) == 0
    lines = capsys.readouterr().out.partition("  in all:")[0].splitlines()
    reactions = [line.partition("%  ")[2].partition(":")[0] for line in lines if "%  " in line]
    assert len(set(reactions)) > 1
    assert len([one for one, _ in groupby(reactions)]) == len(set(reactions))


AFTER = "what is asked is activation; --after plays the lines that come before this one"


def test_a_line_of_another_moment_is_answered_with_what_is_asked_and_after(
    position: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for line in ("keep", "locker bill-tell"):
        assert main(["judge", position, "--do", line]) == 1
        assert capsys.readouterr().out.splitlines()[-1].strip() == AFTER
    assert f"({AFTER})" in error(capsys, "judge", position, "--do", "roll lock")
    assert "--after" not in error(capsys, "judge", position, "--do", "cast con q9")
    assert main(["judge", position, "--do", "move d1"]) == 1
    assert "--after" not in capsys.readouterr().out


def test_the_judge_speaks_three_languages(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", position, "--do", "cast con c1", "--language", "fr"]) == 0
    assert "Guy Yomtella\u00a0: aucune blessure" in capsys.readouterr().out
    data = judge(capsys, 1, position, "--do", "move d1", "--language", "it")
    assert data["refusal"]["sentence"] == "La via fino a d1 costa 4 PM; la barra ne contiene 3."
    assert "holds" not in data["refusal"]


def test_without_dice_the_judge_says_what_comes_of_it(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    data = judge(capsys, 0, position, "--do", "end")
    assert (data["dice"], [outcome["probability"] for outcome in data["outcomes"]]) == (False, ["1"])
    assert main(["judge", position, "--do", "end"]) == 0
    assert "No dice are rolled." in capsys.readouterr().out


def test_what_cannot_be_read_is_told_in_one_line(
    position: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "unknown verb 'mov' (did you mean 'move'?)" in error(capsys, "judge", position, "--do", "mov b2")
    assert "cannot be read" in error(capsys, "judge", str(tmp_path / "no.toml"), "--do", "end")
    assert "'locker oscar-kass' is refused" in error(
        capsys, "judge", position, "--do", "move b2", "--answers", "locker oscar-kass"
    )
    broken = tmp_path / "broken.json"
    broken.write_text("{", encoding="utf-8")
    assert "is not JSON" in error(capsys, "judge", str(broken), "--do", "end")
    broken.write_text("{}", encoding="utf-8")
    assert "does not say of which game" in error(capsys, "judge", str(broken), "--do", "end")


def test_a_position_is_drawn_and_written_as_a_document(
    position: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", position]) == 0
    drawn = capsys.readouterr().out
    assert " 1  li  Os  bi  .\n    a   b   c   d\n" in drawn
    assert "p1 decides (activation)" in drawn
    assert main(["show", position, "--json"]) == 0
    document = tmp_path / "document.json"
    document.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["show", str(document)]) == 0
    assert capsys.readouterr().out == drawn


OWN = """
[[card]]
id = "mason"
name = { en = "Mason" }
colour = "white"
level = 1
initiative = 9
mp = 3
hp = 10
ap = 6

[[card.spell]]
id = "call"
name = { en = "Call" }
range = { kind = "target", min = 1, max = 2, fixed = true }
cost = { ap = 1 }
kind = "special"
summons = 1
do = [{ op = "summon", summon = "pebble" }]

[[summon]]
id = "pebble"
name = { en = "Pebble" }
category = "mob"
mp = 1
hp = 1
ap = 1

[[arena]]
id = "quarry"
name = { en = "Quarry" }
map = '''
s . . s
. T . .
s . . s
'''
starts = { p1 = ["a1", "d1"], p2 = ["a3", "d3"] }
"""


def test_a_position_shown_with_json_brings_its_own_cards_summons_and_arena(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = POSITION.replace("oscar-kass", "mason").split("board.map")[0] + 'board.arena = "quarry"\nunit = [\n'
    own += '  { card = "mason", owner = "p1", at = "b1" },\n  { card = "bill-tell", owner = "p2", at = "c1" },\n]\n'
    (tmp_path / "own.toml").write_text(own + OWN, encoding="utf-8")
    assert main(["show", str(tmp_path / "own.toml"), "--json"]) == 0
    text = capsys.readouterr().out
    kept = tmp_path / "own.json"
    kept.write_text(text, encoding="utf-8")
    document = json.loads(text)
    assert [[one["id"] for one in document[key]] for key in ("card", "summon", "arena")] == [
        ["mason"],
        ["pebble"],
        ["quarry"],
    ]
    assert judge(capsys, 0, str(kept), "--do", "cast call b2")["legal"] is True
    assert main(["show", str(kept), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == document
