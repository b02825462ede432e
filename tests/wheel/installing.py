"""An installed wheel, to ask things of: its commands run in an empty folder, with nothing but itself on the path."""

import json
import os
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

LONGEST_WAIT = 60
# Gives commands, one after the other, in one process that has imported the program once.
ONE_AFTER_ANOTHER = """
import contextlib, io, json, sys
from esquive.cli.main import main
found = []
for words in json.load(sys.stdin):
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        try:
            code = main(words)
        except SystemExit as end:
            code = end.code
    found.append((code, out.getvalue(), err.getvalue()))
print(json.dumps(found))
"""


class Installed:
    """An environment that the wheel was installed into."""

    def __init__(self, environment: Path, folder: Path) -> None:
        self.folder = folder  # where its commands run; files written there can be named to them
        self.binaries = environment / "bin"
        self.variables = {"PATH": str(self.binaries), "HOME": str(folder)}
        self.database = f"matches-{os.getpid()}.sqlite"  # a server's own: other processes of the tests start theirs

    def command(self, *words: str) -> subprocess.CompletedProcess[str]:
        """What a command of the program comes to."""
        return self._run("esquive", *words)

    def _run(self, program: str, *words: str, given: str | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.binaries / program, *words],
            input=given,
            cwd=self.folder,
            env=self.variables,
            capture_output=True,
            text=True,
            timeout=LONGEST_WAIT,
            check=False,
        )

    def commands(self, lines: list[list[str]]) -> list[tuple[int, str, str]]:
        """Exit code, output and complaints of commands given one after the other in one process."""
        done = self._run("python", "-c", ONE_AFTER_ANOTHER, given=json.dumps(lines))
        assert done.returncode == 0, done.stderr
        return [tuple(found) for found in json.loads(done.stdout)]

    def says(self, *words: str) -> str:
        """The output of a command that succeeds and complains of nothing."""
        done = self.command(*words)
        assert (done.returncode, done.stderr) == (0, ""), done.stderr or done.stdout
        return done.stdout

    @contextmanager
    def served(self) -> Iterator[str]:
        """The address of its server, for a while."""
        command = [self.binaries / "esquive", "play", "--port", "0", "--no-browser", "--json", "--data", self.database]
        with subprocess.Popen(
            command, cwd=self.folder, env=self.variables, stdout=subprocess.PIPE, text=True
        ) as server:
            try:
                assert server.stdout is not None
                yield str(json.loads(server.stdout.readline())["address"]).rstrip("/")
            finally:
                server.terminate()


def read(address: str) -> tuple[int, str]:
    """Status and text of an address."""
    try:
        with urllib.request.urlopen(address, timeout=LONGEST_WAIT) as response:
            return int(response.status), str(response.read().decode())
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


def read_json(address: str) -> Any:
    """The JSON of an address that answers."""
    status, text = read(address)
    assert status == 200, text
    return json.loads(text)
