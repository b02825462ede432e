"""Plays uploaded records first in a process of its own, with limits of time and memory.

A record is a program of sorts: its set-up and its saved positions say how long it takes to play. Whatever is wrong with
one, the process that tried it ends; the server goes on, and keeps only what has played. The process reads the record
from its standard input and answers with one line of JSON: null, or what is wrong with it.
"""

import asyncio
import contextlib
import json
import resource
import sys
from asyncio.subprocess import PIPE
from typing import Any, Final

from esquive.core.errors import EsquiveError
from esquive.core.phrases import phrase
from esquive.core.record import parse_record
from esquive.hosting.protocol import ProtocolError, told_everywhere
from esquive.hosting.replay_library import Vet
from esquive.hosting.replays import MOST_STEPS, Table, play_record

SECONDS: Final = 20  # of processor time; a long match takes some 3
PATIENCE: Final = 60.0  # seconds by the clock, on a machine that has other things to do
MEMORY: Final = 1 << 30  # bytes of address space; a long match needs some 200 MiB
MOST_LINES: Final = 2 * MOST_STEPS  # answers and rolls, with the marks of their turns
AT_ONCE: Final = 2  # such processes
# Players come first: the process steps back before it has read anything of the program.
COMMAND: Final = (
    sys.executable,
    "-c",
    "import os; os.nice(5); from esquive.server.operations.replay_sandbox import main; main()",
)


def sandbox() -> Vet:
    """What plays records elsewhere, a few at a time."""
    turnstile = asyncio.Semaphore(AT_ONCE)
    return lambda text: vet(text, turnstile)


async def vet(text: bytes, turnstile: asyncio.Semaphore) -> None:
    """Plays a record elsewhere, when the turnstile lets it; raises ProtocolError `bad-record` with what is wrong."""
    if text.count(b"\n") > MOST_LINES:
        raise ProtocolError("bad-record", why=phrase("it has more than {most} lines", most=MOST_LINES))
    async with turnstile:
        process = await asyncio.create_subprocess_exec(
            *COMMAND, stdin=PIPE, stdout=PIPE, stderr=asyncio.subprocess.DEVNULL
        )
        try:
            answer, _ = await asyncio.wait_for(process.communicate(text), PATIENCE)
        except TimeoutError:
            answer = b""
        finally:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
    if process.returncode != 0 or not answer:
        raise ProtocolError("bad-record", why="it takes more time or memory to play than any match does")
    faults = json.loads(answer)
    if faults is not None:
        raise ProtocolError("bad-record", why=faults)


def main() -> None:
    """Plays the record of the standard input within the limits."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sys.stdout.write(json.dumps(fault_of(sys.stdin.buffer.read())))


def fault_of(text: bytes) -> Any:
    """What is wrong with a record, as `told_everywhere` has it, or None when it plays."""
    try:
        record = parse_record(text.decode("utf-8"))
        play_record(record, Table((), tuple(str(agent) for agent in record.header["agents"]), "en"))
    except UnicodeDecodeError:
        return told_everywhere("it is not UTF-8 text")
    except ProtocolError as error:
        return told_everywhere(error.places.get("why", error))
    except EsquiveError as error:
        return told_everywhere(error)
    return None
