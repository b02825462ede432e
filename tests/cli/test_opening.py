"""`esquive play --host`: where others reach it, who may enter, and what whoever starts it is told."""

import argparse
import ipaddress
import json
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from esquive.cli.network_addresses import is_this_machine, reached_at
from esquive.cli.public_access import made_password, opening_of
from esquive.core.messages import LANGUAGES
from tests.server.given_time import LONGEST_WAIT
from tests.server.serving import Site, wait_for


def options(host: str, **more: Any) -> argparse.Namespace:
    return argparse.Namespace(**{"host": host, "password": "", "invite": False, "open": False, **more})


@pytest.fixture
def listener() -> Any:
    with socket.create_server(("127.0.0.1", 0)) as found:
        yield found


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "127.0.0.2"])
def test_this_machine_alone_is_as_easy_as_ever(host: str, listener: socket.socket) -> None:
    assert is_this_machine(host) and reached_at(host) == []
    opening = opening_of(options(host), listener)
    assert (opening.mode, opening.password, opening.told("en")) == ("here", "", [])
    assert "#" not in opening.link


def test_the_addresses_are_those_others_reach_this_machine_by() -> None:
    """Something listens at each of them, and none is of this machine alone."""
    found = reached_at("0.0.0.0")
    for address in found:
        assert not ipaddress.ip_address(address).is_loopback
        with (
            socket.create_server((address, 0)) as server,
            socket.create_connection(server.getsockname(), timeout=LONGEST_WAIT),
        ):
            pass
    assert set(found) <= set(reached_at("::"))
    assert reached_at("192.0.2.1") == ["192.0.2.1"]


def test_an_opened_server_has_a_password_that_is_told_with_a_link(
    listener: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("esquive.cli.public_access.reached_at", lambda host: ["192.0.2.7", "2001:db8::7"])
    port = listener.getsockname()[1]
    opening = opening_of(options("0.0.0.0"), listener)
    assert opening.mode == "password" and len(opening.password) == 14
    assert opening.reached == [f"http://192.0.2.7:{port}/", f"http://[2001:db8::7]:{port}/"]
    assert opening.link == f"http://192.0.2.7:{port}/#/enter/{opening.password}"
    for language in LANGUAGES:
        told = "\n".join(opening.told(language))
        assert all(address in told for address in opening.reached)
        assert opening.link in told and "https" in told
    named = opening_of(options("0.0.0.0", password="open, sesame/#"), listener)
    assert named.link.endswith("/#/enter/open%2C%20sesame%2F%23")


def test_by_invitation_alone_the_way_in_is_ones_own(listener: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("esquive.cli.public_access.reached_at", lambda host: ["192.0.2.7"])
    opening = opening_of(options("0.0.0.0", invite=True), listener)
    assert opening.mode == "invite" and opening.link.startswith("http://localhost:")
    assert opening.password and "keep it to yourself" in "\n".join(opening.told("en"))
    without = opening_of(options("0.0.0.0", open=True), listener)
    assert (without.mode, without.password) == ("open", "")
    assert "no password" in "\n".join(without.told("en"))


def test_passwords_are_made_anew_and_can_be_read_aloud() -> None:
    made = {made_password() for _ in range(50)}
    assert len(made) == 50
    assert not set("".join(made)) & set("01ilo")


def test_an_opened_server_says_all_of_it_and_lets_in_who_has_the_password(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "esquive.cli.main", "play", "--port", "0", "--no-browser", "--json"]
    with subprocess.Popen(
        [*command, "--host", "0.0.0.0", "--data", str(tmp_path / "m.sqlite")], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            told = json.loads(process.stdout.readline())
            site = Site(told["address"])
            wait_for(site)
            assert (told["mode"], told["link"].partition("#/enter/")[2]) == ("password", told["password"])
            assert [url.startswith("http://") for url in told["reached"]] == [True] * len(told["reached"])
            assert site.ask("/api/matches")[1]["code"] == "door-closed"
            outside = {
                "password": True,
                "inside": False,
                "private": True,
                "reached": [],
                "alone": False,
                "lobby": False,
            }
            assert site.ask("/api/door")[1] == outside
            entered = site.ask("/api/door", {"password": told["password"]})[1]
            assert entered == {**outside, "inside": True, "reached": told["reached"]}
        finally:
            process.kill()
