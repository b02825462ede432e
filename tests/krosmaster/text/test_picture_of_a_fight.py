"""What the picture on the client's front page says of its position is what the judge says of it."""

import json
from pathlib import Path

import pytest

from esquive.cli.main import main

POSITION = """
title = "The fight drawn on the front page"
game = "krosmaster"
turn = { player = "p1", unit = "evangelyne" }
board.map = '''
T . . . . B
. . D . . .
. . T . T .
. C . . . .
. . . . D .
. . . . . .
'''
unit = [
  { id = "evangelyne", card = "evangelyne", owner = "p1", at = "b2" },
  { id = "percedal", card = "percedal", owner = "p1", at = "c1" },
  { id = "amalia", card = "amalia", owner = "p1", at = "a1", injuries = 2 },
  { id = "king", card = "king-of-the-gobballs", owner = "p2", at = "e5", injuries = 9 },
  { id = "kassius", card = "kassius-kaos", owner = "p2", at = "f4" },
  { id = "rogue", card = "bad-aboum", owner = "p2", at = "d6", injuries = 1 },
]
"""


@pytest.fixture
def position(tmp_path: Path) -> str:
    path = tmp_path / "front-page.toml"
    path.write_text(POSITION, encoding="utf-8")
    return str(path)


def test_the_arrow_at_the_king_knocks_him_out_in_two_cases_of_three(
    position: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["judge", position, "--do", "cast magic-arrow e5", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    knocked = [one for one in told["outcomes"] if one["changes"].get("unit.king.ko")]
    assert round(sum(one["percent"] for one in knocked)) == 67
    assert all(one["changes"]["player.p1.gg"] == 9 for one in knocked), "3 more than 6"


def test_a_tree_hides_the_rogue(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["judge", position, "--do", "cast magic-arrow d6", "--json"])
    told = json.loads(capsys.readouterr().out)
    failing = [one for one in told["conditions"] if not one["holds"]]
    assert [one["clauses"][0] for one in failing] == ["7.1.6"]
    assert "c4" in failing[0]["sentence"]
