"""The SQLite file: locked by one server at a time, checked before it is opened, watched while it is written.

SQLite goes on writing into a file that has been deleted, and takes up a log that is damaged as far as it is whole,
without a word. Here both are noticed: nothing is acknowledged that the next start would not find.
"""

import sqlite3
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

from esquive.core.errors import EsquiveError
from esquive.server.storage.errors import StorageFault
from esquive.server.storage.sqlite_wal import damage_of

Known = tuple[int, int]  # device and inode
LOG_OF: Final = "-wal"


class DatabaseFile:
    """A file of SQLite that one server has to itself from `take` to `release`; `check` tells when it is gone."""

    def __init__(self, file: Path) -> None:
        self.file = file.resolve()
        # Held by this process, and given back by the system when it dies, however it does.
        self._lock = FileLock(str(self.file) + ".lock", thread_local=False)
        self._anchor: sqlite3.Connection | None = None
        self._known: dict[Path, Known] = {}

    def take(self, is_alone: bool) -> None:
        """Look the file over, as the one server of it or beside one; raises EsquiveError, and leaves damage as it is.

        The log is looked at by who is alone: while others write, it is never at rest.
        """
        if is_alone:
            self._take_alone()
        log = Path(str(self.file) + LOG_OF)
        damage = damage_of(log) if is_alone else ""
        if damage:
            raise EsquiveError(
                "this log is damaged: {damage}",
                str(log),
                "restore a backup; or move the log away, and go on without the answers that only it holds",
                damage=damage,
            )
        # As long as this connection is open the log stays where it is, so that its going away is noticed.
        self._anchor = sqlite3.connect(self.file, check_same_thread=False, isolation_level=None)
        try:
            found = self._anchor.execute("PRAGMA quick_check(1)").fetchone()[0]
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_CORRUPT:
                raise
            found = str(error)
        if found != "ok":
            raise EsquiveError(
                "this database is damaged: {found}", str(self.file), "restore a backup of it", found=found
            )

    def _take_alone(self) -> None:
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise EsquiveError(
                "another server has this file open", str(self.file), "stop that one, or name another file with --data"
            ) from None

    def know(self) -> None:
        """Remember which file it is, once it is open and its log with it."""
        if self._anchor is None:
            raise AssertionError("the file has not been taken")
        self._anchor.execute("SELECT count(*) FROM sqlite_master").fetchone()
        for file in (self.file, Path(str(self.file) + LOG_OF)):
            if file.exists():
                self._known[file] = _known(file)

    def check(self) -> None:
        """Raises StorageFault `storage-gone` when the file, or its log, is no longer the one that was opened."""
        for file, known in self._known.items():
            try:
                is_same = _known(file) == known
            except OSError:
                is_same = False
            if not is_same:
                raise StorageFault("storage-gone", f"{file} has been deleted or replaced")

    def release(self) -> None:
        """Give the file back."""
        if self._anchor is not None:
            self._anchor.close()
            self._anchor = None
        self._known.clear()
        self._lock.release()


def _known(file: Path) -> Known:
    found = file.stat()
    return found.st_dev, found.st_ino
