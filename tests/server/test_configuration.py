"""What a server is told: by a file, by the environment, by the command line, in this order."""

import tomllib
from pathlib import Path

import pytest

from esquive.core.errors import EsquiveError
from esquive.server.operations.configuration import KEYS, MASKED, Configuration, configuration_of, value_of

FILE = """
names = ["games.example.org"]
port = 8100
database = "postgresql://esquive:hunter2@db/esquive"

[log]
format = "text"

[metrics]
token = "a-secret-of-the-operator"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A configuration file."""
    file = tmp_path / "esquive.toml"
    file.write_text(FILE)
    return file


def test_the_environment_says_over_the_file_and_the_command_line_over_both(file: Path) -> None:
    found = configuration_of(file, {"ESQUIVE_PORT": "8200", "ESQUIVE_LOG_LEVEL": "error"}, {"port": 8300, "host": None})
    assert found.configuration.port == 8300
    assert (found.configuration.log.format, found.configuration.log.level) == ("text", "error")
    assert found.said_by["port"] == "--port"
    assert found.said_by["log.format"] == str(file)
    assert found.said_by["log.level"] == "ESQUIVE_LOG_LEVEL"


def test_lists_numbers_and_secrets_come_from_the_environment(tmp_path: Path) -> None:
    secret = tmp_path / "token"
    secret.write_text("whispered\n")
    said = {"ESQUIVE_NAMES": "a.example, b.example", "ESQUIVE_BOT_PACE": "0", "ESQUIVE_METRICS_TOKEN_FILE": str(secret)}
    found = configuration_of(None, said).configuration
    assert (found.names, found.bot_pace, found.metrics.token) == (("a.example", "b.example"), 0.0, "whispered")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("prot = 8000", ["prot", "did you mean 'port'?"]),
        ("[log]\nfromat = 'json'", ["log.fromat", "did you mean 'log.format'?"]),
        ("log = 'json'", ["log", "[log]"]),
        ("port = 70000", ["port", "65535"]),
        ("port = '80'", ["port", "int"]),
        ("[log]\nformat = 'xml'", ["log.format", "xml"]),
        ("port =", ["is no TOML"]),
    ],
)
def test_what_is_wrong_in_a_file_is_told_with_its_place_and_the_fix(tmp_path: Path, text: str, told: list[str]) -> None:
    file = tmp_path / "esquive.toml"
    file.write_text(text)
    with pytest.raises(EsquiveError) as raised:
        configuration_of(file, {})
    assert str(file) in str(raised.value)
    assert [part for part in told if part not in str(raised.value)] == []


@pytest.mark.parametrize(
    ("variable", "value", "told"),
    [
        ("ESQUIVE_PROT", "1", "did you mean 'ESQUIVE_PORT'?"),
        ("ESQUIVE_PORT", "many", "ESQUIVE_PORT: port"),
        ("ESQUIVE_METRICS_TOKEN_FILE", "/nowhere/token", "/nowhere/token cannot be read"),
    ],
)
def test_what_is_wrong_in_the_environment_is_told_with_its_name(variable: str, value: str, told: str) -> None:
    with pytest.raises(EsquiveError) as raised:
        configuration_of(None, {variable: value})
    assert told in str(raised.value) and variable.removesuffix("_FILE") in str(raised.value)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(EsquiveError, match="cannot be read"):
        configuration_of(tmp_path / "none.toml", {})


def test_what_is_in_force_is_a_file_of_the_same_meaning_without_its_secrets(file: Path, tmp_path: Path) -> None:
    found = configuration_of(file, {"ESQUIVE_PROXIES": "10.0.0.0/8"})
    told = found.told()
    assert "a-secret-of-the-operator" not in told and "hunter2" not in told
    assert f"port = 8100  # {file}" in told and "stop_seconds = 10  # default" in told
    again = tmp_path / "again.toml"
    again.write_text(told)
    same = configuration_of(again, {}).configuration
    for key in KEYS:
        if key.name not in ("database", "metrics.token"):
            assert value_of(same, key) == value_of(found.configuration, key), key.name
    assert tomllib.loads(told)["metrics"]["token"] == MASKED


def test_every_key_says_what_it_is_for_and_has_one_name_in_the_environment() -> None:
    assert [key.name for key in KEYS if not key.about and key.path[0] != "limits"] == []
    assert len({key.variable for key in KEYS}) == len(KEYS)
    assert configuration_of(None, {}).configuration == Configuration()
