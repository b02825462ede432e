"""The files for containers, as far as they can be held without containers: what they name is there and is accepted."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from esquive.cli.main import VERBS
from esquive.core.errors import EsquiveError
from esquive.server.operations.configuration import configuration_of
from esquive.server.storage.seed_encryption import KEY_FILE
from tests.server.given_time import GivenTime
from tests.server.serving import thread_server

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
NAME = "games.example.org"


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Containerfile, each with what it is given."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(line.partition(" ")[0], line.partition(" ")[2].strip()) for line in lines]


def given(word: str) -> list[str]:
    """What an instruction is given, in order."""
    return [text for one, text in instructions() if one == word]


@pytest.mark.parametrize("service", sorted(COMPOSE["services"]))
def test_a_service_is_sealed_limited_and_looked_after(service: str) -> None:
    found = COMPOSE["services"][service]
    assert found["read_only"] is True
    assert found["cap_drop"] == ["ALL"]
    assert found["security_opt"] == ["no-new-privileges:true"]
    assert found["mem_limit"] and found["pids_limit"]
    assert service == "server" or found["healthcheck"]["test"][0] == "CMD"
    for word, known in (("secrets", COMPOSE["secrets"]), ("networks", COMPOSE["networks"])):
        assert set(found.get(word, ())) <= set(known)
    assert set(found.get("depends_on", ())) <= set(COMPOSE["services"])


def test_only_the_proxy_is_reached_from_outside() -> None:
    assert [name for name, one in COMPOSE["services"].items() if "ports" in one] == ["proxy"]
    assert COMPOSE["networks"]["back"]["internal"] is True
    for name in ("database", "redis"):
        assert COMPOSE["services"][name]["networks"] == ["back"]


def test_what_is_mounted_is_there_and_secrets_are_never_kept() -> None:
    for service in COMPOSE["services"].values():
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert source in COMPOSE["volumes"] or (DEPLOY / source).is_file(), volume
    for secret in COMPOSE["secrets"].values():
        assert secret["file"].startswith("./secrets/")
    assert "/deploy/secrets/" in (ROOT / ".gitignore").read_text().split()
    assert "deploy/secrets" in (ROOT / ".dockerignore").read_text().split()
    assert not (DEPLOY / "secrets").exists() or "deploy/secrets" not in subprocess.getoutput(f"git -C {ROOT} ls-files")


def test_the_server_accepts_what_its_container_tells_it(tmp_path: Path) -> None:
    server = COMPOSE["services"]["server"]
    said = {}
    for variable, text in server["environment"].items():
        value = re.sub(r"\$\{ESQUIVE_NAME:\?[^}]*\}", NAME, text)
        if value.startswith("/run/secrets/"):
            secret = value.rpartition("/")[2]
            assert secret in server["secrets"]
            (tmp_path / secret).write_text(f"postgresql://esquive:{secret}@database/esquive\n")
            said[variable] = str(tmp_path / secret)
        else:
            said[variable] = value
    assert KEY_FILE in said
    found = configuration_of(DEPLOY / "esquive.toml", said).configuration
    assert found.names == (NAME,)
    assert found.database == "postgresql://esquive:database_url@database/esquive"
    assert found.channels.startswith("redis://redis:")
    subnet = COMPOSE["networks"]["front"]["ipam"]["config"][0]["subnet"]
    assert found.proxies == (subnet,)
    assert COMPOSE["services"]["database"]["environment"]["POSTGRES_USER"] == "esquive"
    with pytest.raises(EsquiveError):
        configuration_of(DEPLOY / "esquive.toml", {**said, "ESQUIVE_DATABSE": "x"})


def test_the_file_of_the_image_passes_the_check_of_serve() -> None:
    environment = {**os.environ, "ESQUIVE_NAMES": NAME, "ESQUIVE_CONFIG": str(DEPLOY / "esquive.toml")}
    command = [sys.executable, "-m", "esquive.cli.main", "serve", "--check"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert 'host = "0.0.0.0"' in done.stdout


def test_the_image_runs_a_verb_as_nobody_in_particular() -> None:
    assert json.loads(given("ENTRYPOINT")[-1]) == ["esquive"]
    assert json.loads(given("CMD")[-1])[0] in VERBS
    order = [word for word, _ in instructions()]
    assert int(given("USER")[-1]) > 0
    assert order.index("USER") > max(n for n, word in enumerate(order) if word in ("RUN", "COPY"))
    assert given("STOPSIGNAL") == ["SIGTERM"]


def test_what_the_image_is_built_from_is_there() -> None:
    for text in given("COPY"):
        words = [word for word in text.split() if not word.startswith("--from")]
        if "--from" not in text:
            assert (ROOT / words[0]).exists(), text
    commands = " ".join(given("RUN"))
    targets = re.findall(r"\bmake ([\w-]+)", commands)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert targets and all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in targets)
    for path in re.findall(r"-r (\S+)", commands):
        assert (ROOT / path).is_file()


@pytest.mark.parametrize("is_ready", [True, False])
def test_the_image_s_look_at_its_health_sees_whether_the_server_is_ready(tmp_path: Path, is_ready: bool) -> None:
    (text,) = given("HEALTHCHECK")
    command = json.loads(text.partition("CMD ")[2])
    assert command[0] == "python"
    with thread_server(tmp_path / "matches.sqlite", time=GivenTime()) as site:
        address = site.address if is_ready else "http://127.0.0.1:9"
        look = [sys.executable, *(part.replace("http://127.0.0.1:8000", address) for part in command[1:])]
        done = subprocess.run(look, capture_output=True, check=False)
    assert (done.returncode == 0) is is_ready, done.stderr


def test_the_proxy_asks_the_server_by_its_name_and_port_and_hides_what_is_for_operators() -> None:
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    (name, port) = re.findall(r"dynamic a (\w+) (\d+)", text)[0]
    assert name in COMPOSE["services"]
    assert int(port) == configuration_of(DEPLOY / "esquive.toml", {}).configuration.port
    assert text.count("{") == text.count("}")
    assert "/metrics" in text and shlex.split(text.splitlines()[0])[0] == "{$ESQUIVE_NAME}"
