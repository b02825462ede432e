"""How far a long run has come, on standard error: a bar at a terminal, elsewhere a line every ten seconds."""

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from esquive.core.messages import messages

EVERY: Final = 10.0  # seconds from one line to the next


class Course:
    """The course of a run of `total` steps; `clock` gives seconds."""

    def __init__(self, label: str, total: int, language: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.label = label
        self.total = total
        self.done = 0
        self._language = language
        self._clock = clock
        self._told = clock()
        console = Console(stderr=True)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self._bar = Progress(*columns, console=console, transient=True) if console.is_terminal else None
        self._task = None if self._bar is None else self._bar.add_task(label, total=total)

    def __enter__(self) -> "Course":
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.stop()

    def advance(self) -> None:
        """One step is done."""
        self.done += 1
        if self._bar is not None and self._task is not None:
            self._bar.advance(self._task)
            return
        now = self._clock()
        if now - self._told >= EVERY and self.done < self.total:
            self._told = now
            places = {"label": self.label, "done": self.done, "total": self.total}
            print(messages(self._language).say("progress.line", places), file=sys.stderr, flush=True)
