"""`esquive pack` and `--pack`: cards of one's own are checked, shown, played, and not needed again afterwards."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from esquive.cli.main import main
from tests.packs_of_ones_own import ARCHER, SENTRY, YARD

BROKEN = {
    "a misspelt key": (ARCHER.replace("initiative", "iniative"), "iniative"),
    "an unknown op": (ARCHER.replace('op = "summon"', 'op = "sumon"'), "sumon"),
    "a number out of range": (ARCHER.replace("hp = 10", "hp = 400"), "hp"),
    "an id used twice": (ARCHER + ARCHER[ARCHER.index("[[card]]") : ARCHER.index("[[summon]]")], "used twice"),
    "too many brackets": (f"card = {'[' * 1000}{']' * 1000}", "1000 brackets deep"),
    "a number for a word": (ARCHER.replace('colour = "white"', "colour = 5"), "colour"),
    "no name": (ARCHER.replace('name = { en = "My Archer", fr = "Mon archer" }', ""), "name"),
    "an override of nothing": (ARCHER.replace('"water-bomb"\noverride', '"wet-bomb"\noverride'), "wet-bomb"),
}


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of one's own, with the packs in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ESQUIVE_DATA", str(tmp_path / "data"))
    for name, text in (("mine.toml", ARCHER), ("yard.toml", YARD), ("kaos.toml", SENTRY)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "team.toml").write_text('cards = ["my-archer", "my-archer", "captain-amakna"]\n')
    return tmp_path


def told(capsys: pytest.CaptureFixture[str], *arguments: str, ends: int = 0) -> str:
    assert main([*arguments]) == ends, capsys.readouterr()
    found = capsys.readouterr()
    return found.out + found.err


@pytest.mark.parametrize("game", ["krosmaster", "kaos"])
def test_a_pack_that_was_begun_holds_and_is_not_begun_twice(capsys: pytest.CaptureFixture[str], game: str) -> None:
    assert "new.toml" in told(capsys, "pack", "new", "new.toml", "--game", game)
    assert "1 " in told(capsys, "pack", "check", "new.toml")
    before = Path("new.toml").read_bytes()
    assert "is there already" in told(capsys, "pack", "new", "new.toml", ends=2)
    assert Path("new.toml").read_bytes() == before


def test_a_pack_is_counted_and_read_back_in_the_sentences_of_players(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, "pack", "show", "mine.toml", "kaos.toml", "--language", "en")
    held = ["1 card", "1 summon token", "1 Demonic Reward", "2 fighters", "1 battlefield", "1 scenario"]
    assert lines.splitlines()[:7] == ["Mine, 2, Ann", *held]
    assert "* Call Bomb (2): " in lines and "HP 5" in lines and "* Long Spear: long melee" in lines
    found = json.loads(told(capsys, "pack", "check", "mine.toml", "--json"))
    assert found["held"] == {"card": 1, "summon": 1, "reward": 1} and found["packs"][0]["author"] == "Ann"
    shown = json.loads(told(capsys, "pack", "show", "mine.toml", "--json"))
    assert [one["id"] for one in shown["documents"]] == ["my-archer", "water-bomb", "aero-boost"]
    assert shown["documents"][1]["family"] == "bomb"  # what the override leaves out is the catalogue's
    assert not shown["documents"][1].get("house") and not shown["documents"][1].get("note")  # its values are not ours


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_pack_is_refused_with_its_place(capsys: pytest.CaptureFixture[str], what: str, place: Path) -> None:
    text, named = BROKEN[what]
    (place / "broken.toml").write_text(text, encoding="utf-8")
    for verb in (["pack", "check", "broken.toml"], ["cards", "list", "--pack", "broken.toml"]):
        said = told(capsys, *verb, ends=2)
        assert "broken.toml:" in said and named in said, said


def test_all_that_is_wrong_with_all_files_is_told_at_once(capsys: pytest.CaptureFixture[str], place: Path) -> None:
    folder = place / "folder"
    folder.mkdir()
    (folder / "large.toml").write_bytes(b"# " + b"x" * 20_000_000)
    (folder / "latin.toml").write_bytes('name = "é"'.encode("latin-1"))
    said = json.loads(told(capsys, "pack", "check", "folder", "--json", ends=2))
    assert [one["where"] for one in said["errors"]] == ["folder/large.toml", "folder/latin.toml"]
    for number, (text, _) in enumerate(BROKEN.values()):
        (folder / f"{number}.toml").write_text(text, encoding="utf-8")
    (folder / "large.toml").unlink()
    (folder / "latin.toml").unlink()
    said = json.loads(told(capsys, "pack", "check", "folder", "--json", ends=2))
    assert {one["where"].partition(":")[0] for one in said["errors"]} == {
        f"folder/{number}.toml" for number in range(len(BROKEN))
    }
    (place / "empty").mkdir()
    assert "no .toml file" in told(capsys, "pack", "check", "empty", ends=2)


def test_a_team_of_own_cards_is_judged_and_played_and_its_record_needs_no_pack(
    capsys: pytest.CaptureFixture[str], place: Path
) -> None:
    assert "no card 'my-archer'" in told(capsys, "team", "check", "team.toml", ends=2)
    assert "legal for Constructed" in told(capsys, "team", "check", "team.toml", "--pack", "mine.toml")
    told(capsys, *"match krosmaster --agents random random --games 2 --turn-cap 6 --records kept".split(),
         *"--teams team.toml team.toml --pack mine.toml --pack yard.toml --arena my-yard".split())  # fmt: skip
    head = json.loads((place / "kept" / "1.jsonl").read_text(encoding="utf-8").partition("\n")[0])
    assert [one["id"] for one in head["setup"]["card"]] == ["my-archer"]
    assert head["setup"]["summon"][0]["override"] and head["setup"]["arena"]["id"] == "my-yard"
    assert head["setup"]["reward"][0]["copies"] == 4
    assert "valid" in told(capsys, "replay", "--verify", "kept/1.jsonl")
    assert "My Archer" in told(capsys, "replay", "kept/1.jsonl")
    assert "no card 'my-archer'" in told(capsys, "team", "check", "team.toml", ends=2)  # nothing is left in force
    told(capsys, "replay", "--verify", "kept/2.jsonl")


def test_a_record_is_what_it_was_while_another_pack_with_its_ids_is_read(
    capsys: pytest.CaptureFixture[str], place: Path
) -> None:
    told(capsys, *"match krosmaster --agents random random --games 1 --turn-cap 4 --records kept".split(),
         *"--teams team.toml team.toml --pack mine.toml".split())  # fmt: skip
    packs = place / "data" / "packs"
    packs.mkdir(parents=True)
    (packs / "other.toml").write_text(ARCHER.replace("hp = 10", "hp = 12"), encoding="utf-8")
    assert "HP 12" in told(capsys, "cards", "show", "my-archer")  # the folder is always read
    assert "valid" in told(capsys, "replay", "--verify", "kept/1.jsonl")
    assert "belongs to the catalogue" not in told(capsys, "cards", "show", "oscar-kass")


def test_positions_and_scenarios_know_the_cards_of_packs(capsys: pytest.CaptureFixture[str], place: Path) -> None:
    text = """
game = "krosmaster"
turn = { player = "p1", unit = "archer" }
board.arena = "elemental"
unit = [
  { id = "archer", card = "my-archer", owner = "p1", at = "e5" },
  { id = "healey", card = "lil-healey", owner = "p2", at = "a4" },
]
"""
    (place / "position.toml").write_text(text, encoding="utf-8")
    assert "unknown card 'my-archer'" in told(capsys, "judge", "position.toml", "--do", "cast call-bomb e6", ends=2)
    said = told(capsys, "judge", "position.toml", "--do", "cast call-bomb e6", "--pack", "mine.toml")
    assert "legal" in said
    assert "archer" in told(capsys, "show", "position.toml", "--pack", "mine.toml")


def test_fighters_a_battlefield_and_a_scenario_of_ones_own_are_played(
    capsys: pytest.CaptureFixture[str], place: Path
) -> None:
    told(capsys, *"match kaos --agents random random --games 1 --turn-cap 4 --records kept".split(),
         *"--pack kaos.toml --arena my-stand".split())  # fmt: skip
    head = json.loads((place / "kept" / "1.jsonl").read_text(encoding="utf-8").partition("\n")[0])
    assert {"scenario", "field"} <= head["setup"]["pack"].keys()
    assert "valid" in told(capsys, "replay", "--verify", "kept/1.jsonl")
    (place / "horde.toml").write_text('cards = ["my-sentry", "mel-ysaure", "mel-corvel"]\n')
    assert "my-sentry" in told(capsys, "team", "check", "--game", "kaos", "horde.toml", ends=2)
    told(capsys, "team", "check", "--game", "kaos", "horde.toml", "--pack", "kaos.toml")


FIELD = """
[[field]]
id = "my-ford"
name = { fr = "Mon gué" }
text = { en = "A ford." }
source = "user"
width_cm = 90

[[field.piece]]
name = { fr = "le rocher" }
kind = "rock"
shape = [[20, 20], [30, 20], [30, 28], [20, 28]]
height_cm = 4
flags = ["climbable", "blocks-sight"]
"""


def test_what_is_worth_knowing_of_a_battlefield_is_told_beside_what_is_wrong(
    capsys: pytest.CaptureFixture[str], place: Path
) -> None:
    (place / "ford.toml").write_text(FIELD, encoding="utf-8")
    said = told(capsys, "pack", "check", "ford.toml", "--language", "en")
    assert "Worth knowing: The table measures 90 x 75 cm" in said
    found = json.loads(told(capsys, "pack", "check", "ford.toml", "--json", "--language", "en"))
    assert [one["fix"] for one in found["advice"]] == ["Use 75 x 75 cm for an official game."]
    again = FIELD + FIELD[FIELD.index("[[field.piece]]") :].replace("le rocher", "l'autre")
    (place / "ford.toml").write_text(again, encoding="utf-8")
    assert "recouvre le rocher" in told(capsys, "pack", "check", "ford.toml", "--language", "fr", ends=2)


def test_a_list_as_people_write_it_is_read_and_is_a_team_file(capsys: pytest.CaptureFixture[str], place: Path) -> None:
    (place / "list.txt").write_text("2x My Archer\n- Captain Amakna\n", encoding="utf-8")
    assert "my-archer" in told(capsys, "team", "read", "list.txt", "--pack", "mine.toml")
    assert "list: legal" in told(capsys, "team", "check", "list.txt", "--pack", "mine.toml")
    found = json.loads(told(capsys, "team", "read", "list.txt", "--json", ends=1))
    assert found["cards"] == ["captain-amakna"] and found["lines"][0]["card"] == ""
    said = told(capsys, "team", "check", "list.txt", ends=2)
    assert "My Archer" in said
    (place / "horde.txt").write_text("Ysaure Two-Gleams\nmel-corvel", encoding="utf-8")
    told(capsys, "team", "check", "horde.txt", "--game", "kaos")
