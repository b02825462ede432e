"""docs/serving.md: its table is written from the configuration, and its commands run."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from esquive.cli.docs import serving
from esquive.cli.main import main
from esquive.server.operations.configuration import KEYS, configuration_of
from esquive.server.storage.seed_encryption import KEY_FILE, sealer
from tests.server.released import DATABASES, restored
from tests.server.serving import thread_server

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8")


def commands(kind: str) -> list[str]:
    """The commands of the page, of one kind of block."""
    blocks = re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)
    return [line.removeprefix("$ ") for block in blocks for line in block.splitlines()]


def test_the_table_of_keys_is_that_of_the_configuration() -> None:
    assert serving(ROOT) == PAGE, "make docs writes it"
    for key in (one for one in KEYS if one.about):
        assert f"| `{key.name}` | `{key.variable}` | {key.about} |" in PAGE, key.name


def test_the_shortest_file_is_enough(tmp_path: Path) -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    file = tmp_path / "esquive.toml"
    file.write_text(text)
    assert configuration_of(file, {}).configuration.names == ("games.example.org",)


def test_the_commands_of_esquive_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    database = restored(DATABASES[-1], tmp_path / "matches.sqlite")  # of a version that has no key yet
    (tmp_path / "esquive.toml").write_text(f'names = ["games.example.org"]\ndatabase = "{database}"\n')
    run = [shlex.split(command)[1:] for command in commands("console") if command.startswith("esquive ")]
    assert len(run) >= 7
    for arguments in run:
        if arguments[0] == "serve" and "--check" not in arguments:
            continue  # tests/server/test_operations.py serves
        assert main(arguments) == 0, (arguments, capsys.readouterr().err)
    assert (tmp_path / "restored.sqlite").is_file()


def test_the_secrets_are_made_as_the_server_reads_them(tmp_path: Path) -> None:
    lines = [line for line in commands("sh") if "docker" not in line]
    subprocess.run(["sh", "-ec", "\n".join(lines)], cwd=tmp_path, check=True)
    secrets = tmp_path / "deploy" / "secrets"
    said = {
        "ESQUIVE_DATABASE_FILE": str(secrets / "database_url"),
        "ESQUIVE_METRICS_TOKEN_FILE": str(secrets / "metrics_token"),
    }
    found = configuration_of(None, said).configuration
    assert len(found.metrics.token) == 48
    assert sealer(tmp_path, False, {KEY_FILE: str(secrets / "seed_key")}).seal("00" * 32, "a match")
    assert found.database == f"postgresql://esquive:{(secrets / 'database_password').read_text()}@database/esquive"


@pytest.mark.again
def test_the_load_script_is_called_as_it_can_be(tmp_path: Path) -> None:
    (command,) = [line for line in commands("console") if line.startswith("python ")]
    with thread_server(tmp_path / "matches.sqlite") as site:
        arguments = [word.replace("http://127.0.0.1:8000", site.address) for word in shlex.split(command)[1:]]
        done = subprocess.run(
            [sys.executable, *arguments, "--connections", "4", "--matches", "2", "--seconds", "1", "--warm-up", "0"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "answers_per_second" in done.stdout


def test_the_local_links_lead_somewhere() -> None:
    for link in re.findall(r"\]\(([^)#:]+)\)", PAGE):
        assert (ROOT / "docs" / link).exists(), link
