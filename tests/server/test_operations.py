"""Health, counters, and a stop that loses nothing."""

import asyncio
import json
import random
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from esquive.server.operations.configuration import Configuration, Metrics, Retention
from esquive.server.operations.health import EVERY, FRESH, Health
from esquive.server.operations.metrics import comes_from_here
from esquive.server.storage.database import sqlite_url
from esquive.server.storage.retention import DAILY
from esquive.server.storage.store import Store
from esquive.server.storage.tables import MATCHES
from tests.server.given_time import LONGEST_WAIT, GivenTime, eventually, until
from tests.server.services import database_at
from tests.server.serving import ServerProcess, Site, thread_server
from tests.server.stores import opened
from tests.server.test_resumption import play

TOKEN = Configuration(metrics=Metrics(token="of-the-operator"))


def number(text: str, name: str) -> float:
    """A counter in what Prometheus reads."""
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    assert found is not None, f"{name} is not told"
    return float(found[1])


def test_a_server_that_can_write_is_ready(tmp_path: Path) -> None:
    with thread_server(tmp_path / "matches.sqlite", time=GivenTime()) as site:
        status, told = site.ask("/healthz")
        assert (status, told["status"], told["database"], told["loop_lag"]) == (200, "ok", "writable", 0.0)
        assert site.ask("/healthz/live")[0] == 200


@pytest.mark.sqlite
def test_a_database_that_is_locked_is_told_and_the_server_lives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sqlite3

    monkeypatch.setattr("esquive.server.operations.health.PATIENCE", 0.01)
    time = GivenTime()
    with thread_server(tmp_path / "matches.sqlite", time=time) as site:
        other = sqlite3.connect(tmp_path / "matches.sqlite", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        status, told = site.ask("/healthz")
        assert status == 503
        assert "the database" in told["status"] and told["database"] != "writable"
        assert site.ask("/healthz/live")[0] == 200
        other.execute("ROLLBACK")
        other.close()
        monkeypatch.setattr("esquive.server.operations.health.PATIENCE", LONGEST_WAIT)
        assert site.ask("/healthz")[0] == 503  # what the database has said is believed for a second
        time.goes_on(FRESH)
        assert site.ask("/healthz")[0] == 200


def test_a_loop_that_is_held_up_is_seen(tmp_path: Path) -> None:
    async def run() -> None:
        time = GivenTime()
        health = Health(Store(sqlite_url(tmp_path / "matches.sqlite")), time)
        health.begin()
        for late in (0.0, 1.5, 0.25):
            await until(lambda: time.waiting)
            time.goes_on(EVERY + late)
            await until(lambda late=late: health.lag_now == late)
        assert health.lag == 1.5
        await health.close()

    asyncio.run(run())


def test_what_is_done_is_counted(tmp_path: Path) -> None:
    with thread_server(tmp_path / "matches.sqlite") as site:
        before = str(site.ask("/metrics")[1])
        made = site.new_match("human", "human")
        with site.follow(made["id"], made["token"]) as client:
            state = play(client, client.hello(), random.Random(1), 5)
            during = str(site.ask("/metrics")[1])
            refused = client.ask({"type": "answer", "version": state["version"], "do": "deploy nobody a1"})
            assert refused["type"] == "error"
        after = str(site.ask("/metrics")[1])
    krosmaster = '{game="krosmaster"}'
    for name, more in (("esquive_answers_total", 5), ("esquive_matches_created_total", 1)):
        had = number(before, name + krosmaster) if name + krosmaster in before else 0.0
        assert number(after, name + krosmaster) == had + more
    assert number(during, "esquive_rooms") == 1
    assert number(during, "esquive_sockets") >= 1
    assert number(after, "esquive_answer_seconds_count") >= 5
    assert number(after, "esquive_writer_batch_changes_count") >= 5
    assert 'esquive_errors_total{code="bad-line"}' in after
    assert number(after, "esquive_loop_lag_seconds") >= 0
    assert "esquive_faults_total" in after


def test_metrics_are_for_this_machine_and_for_who_brings_the_token(tmp_path: Path) -> None:
    with thread_server(tmp_path / "matches.sqlite", configuration=TOKEN) as site:
        assert site.ask("/metrics")[0] == 200
        for passed_on in ("x-forwarded-for", "forwarded", "via", "x-real-ip"):
            status, told = site.ask("/metrics", headers={passed_on: "192.0.2.7"})
            assert (status, told["code"]) == (403, "not-for-you")
        for given, expected in (("of-the-operator", 200), ("of-the-operators", 403), ("", 403)):
            headers = {"x-forwarded-for": "192.0.2.7", "authorization": f"Bearer {given}"}
            assert site.ask("/metrics", headers=headers)[0] == expected
    behind = Configuration(proxies=("127.0.0.1",))
    with thread_server(tmp_path / "behind.sqlite", configuration=behind) as site:
        assert site.ask("/metrics")[0] == 403


@pytest.mark.parametrize(("client", "here"), [("127.0.0.1", True), ("::1", True), ("192.0.2.7", False), ("", False)])
def test_an_address_of_this_machine_is_known(client: str, here: bool) -> None:
    assert comes_from_here(client, {}) is here


@pytest.mark.anywhere
def test_on_sigterm_sockets_are_closed_with_a_reason_and_what_was_acknowledged_is_kept(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "matches.sqlite")
    site = server.start()
    made = site.new_match("human", "human")
    with site.follow(made["id"], made["token"]) as client:
        state = play(client, client.hello(), random.Random(2), 3)
        line = state["decision"]["options"][0]["do"]
        client.send({"type": "answer", "version": state["version"], "do": line})
        process = server.process
        assert process is not None and process.stdout is not None
        process.send_signal(signal.SIGTERM)
        last = state["version"]
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                last = max(last, client.read()["version"])
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1012, "restarting")
    assert process.wait(LONGEST_WAIT) == 0
    process.stdout.close()
    again = server.start()
    with again.follow(made["id"], made["token"]) as client:
        assert client.hello()["version"] >= last
    server.kill()


@pytest.mark.anywhere
def test_esquive_serve_needs_a_name_tells_what_is_in_force_and_serves(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "esquive.cli.main", "serve"]
    nameless = subprocess.run(command, capture_output=True, text=True, check=False)
    assert nameless.returncode == 2
    assert nameless.stderr.count("\n") == 1 and "ESQUIVE_NAMES" in nameless.stderr
    file = tmp_path / "esquive.toml"
    file.write_text(
        f'names = ["games.example.org"]\ndatabase = "{tmp_path}/data/m.sqlite"\nport = 0\nmetrics.token = "secret"\n'
    )
    checked = subprocess.run([*command, "--config", str(file), "--check"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    assert 'names = ["games.example.org"]' in checked.stdout and "secret" not in checked.stdout
    with subprocess.Popen(
        [*command, "--config", str(file), "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        site = Site(json.loads(process.stdout.readline())["address"])
        eventually(lambda: site.ask("/healthz", headers={"host": "games.example.org"})[0] == 200)
        assert site.ask("/healthz", headers={"host": "elsewhere.example.org"})[0] == 400
        process.send_signal(signal.SIGTERM)
        told = [json.loads(line) for line in process.stderr.read().splitlines()]
        assert process.wait(LONGEST_WAIT) == 0
    assert told[0]["message"].startswith("serving at") and told[-1]["message"] == "stopped"
    assert {line["level"] for line in told} == {"info"}


def test_old_matches_go_by_themselves_where_the_configuration_says_so(tmp_path: Path) -> None:
    async def age() -> None:
        async with opened(database_at(file)) as store:
            await store.change(lambda connection: connection.execute(MATCHES.update().values(changed="2020-01-01")))

    file = tmp_path / "matches.sqlite"
    with thread_server(file) as site:
        site.new_match("human", "human")
    asyncio.run(age())
    with thread_server(file) as site:
        assert len(site.ask("/api/matches")[1]) == 1
        fresh = site.new_match("human", "human")
    keeping = Configuration(retention=Retention(waiting_days=30))
    time = GivenTime()
    with thread_server(file, configuration=keeping, time=time) as site:
        eventually(lambda: [match["id"] for match in site.ask("/api/matches")[1]] == [fresh["id"]])

        def is_gone_a_day_later() -> bool:
            time.goes_on(DAILY)  # again and again: who goes through the matches may not have lain down before
            return bool(site.ask("/api/matches")[1] == [])

        time.goes_on(31 * DAILY)
        eventually(is_gone_a_day_later)
