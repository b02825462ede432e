"""`esquive play`: where it listens and keeps matches, and what it says when it cannot."""

import json
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from esquive.cli.data_folder import data_folder
from esquive.cli.main import main
from esquive.cli.play import address_of, listen
from tests.server.given_time import LONGEST_WAIT
from tests.server.serving import ServerProcess, Site, wait_for


def test_a_free_port_is_found_and_told(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "folder" / "matches.sqlite")
    site = server.start()
    assert site.address.startswith("http://127.0.0.1:")
    assert site.ask("/api/matches") == (200, [])
    assert (tmp_path / "folder" / "matches.sqlite").is_file()
    server.kill()


def test_a_port_that_is_taken_is_one_line_with_the_fix(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        arguments = ["play", "--no-browser", "--port", str(port), "--data", str(tmp_path / "m.sqlite")]
        assert main(arguments) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert f"port {port}" in told and "--port 0" in told


def test_a_file_that_cannot_be_written_is_one_line_with_the_fix(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "--no-browser", "--port", "0", "--data", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and "--data" in told


def test_a_file_that_is_no_database_is_one_line_with_the_fix(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "m.sqlite"
    file.write_text("notes about a match, and no database at all\n" * 20)
    assert main(["play", "--no-browser", "--port", "0", "--data", str(file)]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert str(file) in told and "name another" in told


def test_a_server_that_is_stopped_in_the_middle_of_an_answer_shows_no_trace(tmp_path: Path) -> None:
    """Ctrl-C while the rules are being gathered: the process ends by itself and tells at most that it waited."""
    command = [sys.executable, "-m", "esquive.cli.main", "play", "--port", "0", "--no-browser", "--json"]
    with subprocess.Popen(
        [*command, "--data", str(tmp_path / "m.sqlite")], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        site = Site(json.loads(process.stdout.readline())["address"])
        wait_for(site)
        address = site.address.removeprefix("http://").split(":")
        with socket.create_connection((address[0], int(address[1]))) as asking:
            asking.sendall(b"GET /api/clauses HTTP/1.1\r\nhost: here\r\n\r\n")
            assert site.ask("/api/matches") == (200, [])  # asked later, answered when the other has been begun
            process.send_signal(signal.SIGINT)
            told = process.stderr.read()
        assert process.wait(LONGEST_WAIT) == 0
    assert "Traceback" not in told


def test_a_port_out_of_range_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["play", "--no-browser", "--port", "70000", "--data", str(tmp_path / "m.sqlite")]) == 2
    assert "0 to 65535" in capsys.readouterr().err


def test_a_host_that_means_every_address_is_opened_as_localhost() -> None:
    follower = listen("0.0.0.0", 0)
    port = follower.getsockname()[1]
    assert address_of("0.0.0.0", follower) == f"http://localhost:{port}/"
    follower.close()


def test_matches_are_kept_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ESQUIVE_DATA", str(tmp_path))
    assert data_folder() == tmp_path
    monkeypatch.delenv("ESQUIVE_DATA")
    assert data_folder().name.lower() == "esquive"
