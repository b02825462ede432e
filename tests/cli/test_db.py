"""`esquive db`: copies that are whole, checks that find what is damaged, and deletion of what should go."""

import json
import random
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from esquive.cli.main import main
from tests.server.released import DATABASES, MIDDLE, OPEN, OVER, TOKEN, restored
from tests.server.serving import thread_server
from tests.server.test_resumption import play


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Three matches: one in the middle, one with an open seat, one that is over."""
    return restored(DATABASES[-1], tmp_path / "matches.sqlite")


def db(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, Any]:
    """Exit code, and what was told as JSON, else the one line of an error."""
    code = main(["db", *(str(one) for one in arguments), "--json"])
    told = capsys.readouterr()
    assert told.err == ""
    data = json.loads(told.out)
    if "error" in data:
        return code, "{where}: {what} ({fix})".format_map(data["error"])
    return code, data


def execute(file: Path, statement: str) -> None:
    """Change a file behind everybody's back."""
    connection = sqlite3.connect(file)
    connection.execute(statement)
    connection.commit()
    connection.close()


def test_a_copy_made_while_people_play_is_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file, copy = tmp_path / "matches.sqlite", tmp_path / "copy.sqlite"
    monkeypatch.setenv("ESQUIVE_SEED_KEY_FILE", str(tmp_path / "apart.key"))  # it is in no copy
    done = threading.Event()

    def copies() -> Iterator[int]:
        while not done.is_set():
            copy.unlink(missing_ok=True)
            yield db(capsys, "backup", copy, "--data", file)[0]

    with thread_server(file) as site:
        made = site.new_match("human", "human")
        with site.follow(made["id"], made["token"]) as client:
            state, codes = client.hello(), copies()
            found = []
            for number in range(5):
                state = play(client, state, random.Random(number), 3)
                found.append(next(codes))
        last = db(capsys, "check", "--data", copy)
    assert found == [0] * 5
    assert last[0] == 0 and last[1]["checked"] == 1
    assert 0 < last[1]["played"] <= state["version"]
    with thread_server(copy) as site, site.follow(made["id"], made["token"]) as client:
        assert client.hello()["version"] == last[1]["played"]


def test_a_copy_is_restored_where_nothing_is_and_nowhere_else(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy, new = tmp_path / "copy.sqlite", tmp_path / "new" / "matches.sqlite"
    assert db(capsys, "backup", copy, "--data", file) == (0, {"file": str(copy), "matches": 3, "key": None})
    before = file.read_bytes()
    code, told = db(capsys, "restore", copy, "--data", file)
    assert code == 2 and "not overwritten" in told and file.read_bytes() == before
    code, told = db(capsys, "backup", copy, "--data", file)
    assert code == 2 and "there already" in told
    assert db(capsys, "restore", copy, "--data", new) == (0, {"file": str(new), "matches": 3})
    assert db(capsys, "check", "--data", new)[1]["wrong"] == {}
    assert [one.name for one in new.parent.iterdir() if one.suffix == ".part"] == []


def test_a_damaged_copy_is_not_restored(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy, new = tmp_path / "copy.sqlite", tmp_path / "new.sqlite"
    shutil.copy(file, copy)
    content = bytearray(copy.read_bytes())
    content[4096 * 3 : 4096 * 5] = b"\xff" * 4096 * 2
    copy.write_bytes(content)
    code, told = db(capsys, "restore", copy, "--data", new)
    assert code == 2 and str(copy) in told and not new.exists()
    code, told = db(capsys, "check", "--data", copy)
    assert code == 2 and "damaged" in told


def test_every_match_is_played_again(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = db(capsys, "check", "--data", file)
    assert (code, told["wrong"], told["checked"], told["matches"], told["over"]) == (0, {}, 3, 3, 1)
    assert told["played"] == told["answers"] == 105 + 226
    assert db(capsys, "check", "--match", MIDDLE, "--data", file)[1]["played"] == 105


@pytest.mark.parametrize(
    ("statement", "match_id", "told"),
    [
        (f"DELETE FROM answers WHERE match_id = '{MIDDLE}' AND number = 20", MIDDLE, "answer 20 is missing"),
        (f"UPDATE answers SET line = 'nonsense' WHERE match_id = '{MIDDLE}' AND number = 60", MIDDLE, "answer 60"),
        (f"UPDATE snapshots SET hash = 'x' WHERE match_id = '{MIDDLE}'", MIDDLE, "not the one that was stored"),
        (f"UPDATE snapshots SET number = 900 WHERE match_id = '{OVER}' AND number > 210", OVER, "after answer 900"),
        (f"UPDATE matches SET winner = 'p2' WHERE id = '{OVER}'", OVER, "won by p2"),
        (f"UPDATE matches SET over = 1 WHERE id = '{OPEN}'", OPEN, "not over"),
        (f"UPDATE matches SET setup = '{{' WHERE id = '{OPEN}'", OPEN, "cannot be read"),
        (f"UPDATE answers SET by = 'p2' WHERE match_id = '{OVER}' AND by = 'p1'", OVER, "who gave the answers"),
    ],
)
def test_what_is_damaged_is_told(
    file: Path, capsys: pytest.CaptureFixture[str], statement: str, match_id: str, told: str
) -> None:
    assert db(capsys, "check", "--data", file)[0] == 0
    execute(file, statement)
    code, found = db(capsys, "check", "--data", file)
    assert code == 1
    assert list(found["wrong"]) == [match_id]
    assert told in " ".join(found["wrong"][match_id])


def test_old_matches_are_deleted_with_all_that_is_kept_of_them(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db(capsys, "prune", "--over-days", "9999", "--dry-run", "--data", file)  # brings the tables up to date
    execute(file, "UPDATE matches SET changed = '2020-01-01'")
    prune = ("prune", "--over-days", "30", "--data", file)
    assert db(capsys, *prune, "--dry-run") == (0, {"deleted": [], "found": [OVER]})
    assert db(capsys, *prune) == (0, {"deleted": [OVER], "found": [OVER]})
    assert db(capsys, *prune) == (0, {"deleted": [], "found": []})
    assert db(capsys, "prune", "--waiting-days", "30", "--data", file)[1]["deleted"] == sorted([MIDDLE, OPEN])
    connection = sqlite3.connect(file)
    for table in ("matches", "answers", "snapshots"):
        assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)
    connection.close()


def test_a_match_that_is_played_today_is_not_old(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db(capsys, "prune", "--over-days", "9999", "--dry-run", "--data", file)
    execute(file, "UPDATE matches SET changed = '2020-01-01'")
    with thread_server(file) as site, site.follow(MIDDLE, TOKEN) as client:
        play(client, client.hello(), random.Random(1), 1)
    assert db(capsys, "prune", "--waiting-days", "1", "--dry-run", "--data", file)[1]["found"] == [OPEN]


def test_without_a_number_of_days_nothing_is_deleted(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = db(capsys, "prune", "--data", file)
    assert code == 2 and "--over-days" in told


def test_a_name_is_taken_out_of_every_match(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = (0, {"name": "Ann", "matches": sorted([MIDDLE, OPEN])})
    code, told = db(capsys, "forget", "Ann", "--dry-run", "--data", file)
    assert (code, {**told, "matches": sorted(told["matches"])}) == found
    assert db(capsys, "forget", "Ann", "--data", file)[0] == 0
    assert db(capsys, "forget", "Ann", "--data", file) == (0, {"name": "Ann", "matches": []})
    with thread_server(file) as site:
        listed = {match["id"]: match["players"] for match in site.ask("/api/matches")[1]}
        assert listed[MIDDLE] == ["?", "Bob"]
        assert listed[OVER] == ["Cid", "Dora"]
    assert db(capsys, "check", "--data", file)[1]["wrong"] == {}


def test_another_database_names_its_own_tool(capsys: pytest.CaptureFixture[str]) -> None:
    code, told = db(capsys, "backup", "copy", "--data", "postgresql://user:secret@localhost/matches")
    assert code == 2 and "pg_dump" in told and "secret" not in told


def test_a_file_that_is_not_there_is_not_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for todo in (("check",), ("prune", "--over-days", "1"), ("forget", "Ann"), ("backup", tmp_path / "copy")):
        code, told = db(capsys, *todo, "--data", tmp_path / "none.sqlite")
        assert code == 2 and "no such file" in told
    assert list(tmp_path.iterdir()) == []


def test_a_check_leaves_the_file_as_it_is(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = file.read_bytes()
    assert db(capsys, "check", "--data", file)[0] == 0
    assert file.read_bytes() == before
    assert [one.name for one in file.parent.iterdir() if one.is_dir()] == []


def test_the_key_to_the_dice_is_not_in_a_copy_and_is_asked_for(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.sqlite"
    with thread_server(file):
        assert db(capsys, "backup", copy, "--data", file)[1]["key"] == f"{file}.key"
        code, told = db(capsys, "prune", "--over-days", "1", "--data", file)
        assert code == 2 and "another server" in told
    code, told = db(capsys, "check", "--data", copy)
    assert code == 2 and "key" in told
    assert main(["db", "restore", str(copy), "--data", str(tmp_path / "new.sqlite")]) == 0
    assert f"{tmp_path}/new.sqlite.key" in capsys.readouterr().out
    shutil.copy(f"{file}.key", tmp_path / "new.sqlite.key")
    assert db(capsys, "check", "--data", tmp_path / "new.sqlite")[0] == 0
