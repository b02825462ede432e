"""How far a long run has come, on standard error: a bar at a terminal, elsewhere a line every ten seconds."""

import sys
import threading
from types import TracebackType
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from esquive.core.messages import messages

EVERY: Final = 10.0  # seconds from one line to the next


class Course:
    """The course of a run of `total` steps; `over` is set when it ends, and waited for between two lines.

    Where there is no terminal a thread tells the lines, so that one comes also while a single step takes long.
    """

    def __init__(self, label: str, total: int, language: str, over: threading.Event | None = None) -> None:
        self.label = label
        self.total = total
        self.done = 0
        self._language = language
        self._over = over or threading.Event()
        self._teller = threading.Thread(target=self._tell, name="progress", daemon=True)
        console = Console(stderr=True)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self._bar = Progress(*columns, console=console, transient=True) if console.is_terminal else None
        self._task = None if self._bar is None else self._bar.add_task(label, total=total)

    def __enter__(self) -> "Course":
        if self._bar is not None:
            self._bar.start()
        else:
            self._teller.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.stop()
        else:
            self._over.set()
            self._teller.join()

    def advance(self) -> None:
        """One step is done."""
        self.done += 1
        if self._bar is not None and self._task is not None:
            self._bar.advance(self._task)

    def _tell(self) -> None:
        while not self._over.wait(EVERY):
            if self.done < self.total:
                places = {"label": self.label, "done": self.done, "total": self.total}
                print(messages(self._language).say("progress.line", places), file=sys.stderr, flush=True)
