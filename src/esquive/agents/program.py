"""Agents that are programs of their own, in any language: lines over standard input and output, in the manner of UCI.

    esquive match krosmaster --agents "program:python mybot.py" greedy

What is said is told in docs/bots.md. A program is started for each game, and ends with it.
"""

import contextlib
import io
import json
import queue
import re
import shlex
import subprocess
import tempfile
import threading
import time
from random import Random
from typing import IO, Any, Final

from esquive.agents.errors import AgentFault
from esquive.core.errors import EsquiveError
from esquive.core.game import Game
from esquive.core.ids import format_seat
from esquive.core.waiting import Decision

VERSION: Final = 1  # of what is said
USUAL_SECONDS: Final = 30.0  # for an answer
MOST_SECONDS: Final = 3600.0
SECONDS_TO_END: Final = 2.0
MOST_PROPOSED: Final = 32  # answers of a decision whose answers cannot be listed
MOST_UNREAD: Final = 1000  # lines; a program that says more waits
LONGEST_TOLD: Final = 200  # characters of what a program has said wrong

_WRITTEN: Final = re.compile(r"program:(?:seconds=(?P<seconds>[0-9.]+):)?(?P<command>.*)", re.DOTALL)


def program_named(text: str) -> "ProgramAgent":
    """The agent written `program:COMMAND` or `program:seconds=S:COMMAND`; raises EsquiveError for no command."""
    written = _WRITTEN.fullmatch(text)
    assert written is not None, "whoever asks has seen the prefix"
    try:
        seconds = float(written["seconds"] or USUAL_SECONDS)
        command = shlex.split(written["command"])
    except ValueError as error:
        raise EsquiveError("cannot be read: {why}", text, "write program:seconds=5:COMMAND", why=error) from error
    if not command:
        raise EsquiveError("names no program", text, "write the command after the colon, as in a shell")
    if not 0 < seconds <= MOST_SECONDS:
        raise EsquiveError("cannot think for {seconds:g} s", text, "give seconds up to 3600", seconds=seconds)
    return ProgramAgent(command, seconds)


class ProgramAgent:
    """A program that plays; it is started when it is first asked."""

    is_quick = False

    def __init__(self, command: list[str], seconds: float) -> None:
        self.name = command[0]
        self.command = command
        self.seconds = seconds
        self._process: subprocess.Popen[str] | None = None
        self._said: queue.Queue[str | None] = queue.Queue()
        self._errors: IO[str] = io.StringIO()
        self._listener = threading.Thread()

    def choose(self, game: Game, state: Any, decision: Decision, rng: Random) -> int:
        """The answer the program gives; raises AgentFault where it gives none, and for a line that is no answer."""
        if self._process is None:
            self._start(game)
        known = game.hide(state, decision.seat, rng)
        position = json.dumps(game.to_document(known, decision.seat), ensure_ascii=False)
        lines = [f"position {position}", f"ask {format_seat(decision.seat)} {decision.kind}"]
        if not decision.is_listed:
            lines.append("open")
        lines += [f"option {line}" for line in decision.lines(MOST_PROPOSED)]
        self._tell(*lines, f"go {self.seconds:g}")
        line = self._wait_for("answer", self.seconds)
        try:
            return game.parse(state, line)
        except EsquiveError as error:
            raise AgentFault("it answered {line!r}: {why}", self.name, "mend the bot", line=line, why=error) from error

    def close(self) -> None:
        """Tells the program to end, and ends it where it does not."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None and process.stdout is not None
        with contextlib.suppress(OSError):  # it may have ended by itself
            process.stdin.write("quit\n")
        with contextlib.suppress(OSError):
            process.stdin.close()
        try:
            process.wait(SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        until = time.monotonic() + SECONDS_TO_END
        while self._listener.is_alive() and time.monotonic() < until:
            with contextlib.suppress(queue.Empty):
                self._said.get(timeout=0.05)  # it may wait for room in the queue
        if not self._listener.is_alive():  # else a child of the program holds its output open
            process.stdout.close()
        self._errors.close()

    def _start(self, game: Game) -> None:
        self._errors = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115  # close() does
        self._said = queue.Queue(MOST_UNREAD)
        try:
            process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
            )
        except OSError as error:
            self._errors.close()
            raise AgentFault("it cannot be started: {why}", self.name, "name a program", why=error) from error
        self._process = process
        assert process.stdout is not None
        self._listener = threading.Thread(target=_listen, args=(process.stdout, self._said), daemon=True)
        self._listener.start()
        self._tell(f"esquive {VERSION}")
        self._wait_for("ready", self.seconds)
        self._tell(f"newgame {game.name}")

    def _tell(self, *lines: str) -> None:
        process = self._process
        assert process is not None and process.stdin is not None
        try:
            process.stdin.write("".join(f"{line}\n" for line in lines))
            process.stdin.flush()
        except OSError as error:
            raise self._ended() from error

    def _wait_for(self, word: str, seconds: float) -> str:
        """What follows a word the program says; lines of `info` and `id` before it are nothing to the game."""
        until = time.monotonic() + seconds
        while True:
            try:
                line = self._heard(until)
            except queue.Empty as error:
                raise AgentFault(
                    "it gave no answer for {seconds:g} s", self.name, "answer in time", seconds=seconds
                ) from error
            if line is None:
                raise self._ended()
            first, _, rest = line.strip().partition(" ")
            if first == word:
                return rest.strip()
            if first not in ("info", "id", ""):
                told = line.strip()[:LONGEST_TOLD]
                raise AgentFault(
                    "it said {told!r} where {word!r} was expected", self.name, "see docs/bots.md", told=told, word=word
                )

    def _heard(self, until: float) -> str | None:
        """The next line, None once the program is gone; raises queue.Empty when it is too late, whatever it says."""
        left = until - time.monotonic()
        if left <= 0:
            raise queue.Empty
        return self._said.get(timeout=left)

    def _ended(self) -> AgentFault:
        """The program is not there any more: with which code, and the last it wrote to standard error."""
        process, errors = self._process, self._errors
        assert process is not None
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(SECONDS_TO_END)
        errors.seek(0)
        last = next((line for line in reversed(errors.read().splitlines()) if line.strip()), "")
        return AgentFault(
            "it has ended with the code {code}: {last}",
            self.name,
            "mend the bot",
            code=process.poll(),
            last=last[:LONGEST_TOLD],
        )


def _listen(lines: IO[str], said: "queue.Queue[str | None]") -> None:
    """Hands on what a program says, line by line, and None at the end; in a thread, for pipes know no time."""
    for line in lines:
        said.put(line)
    said.put(None)
