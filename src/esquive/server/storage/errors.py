"""Errors of the database, told to players and to whoever runs the server.

Everything that is played is stored before it is told, so a fault means: nothing was played, and what was acknowledged
is kept. Each write tries anew; when the trouble has passed, the next one goes through.
"""

import errno
import logging
import sqlite3
import time
from typing import Final

from sqlalchemy.exc import DBAPIError

from esquive.hosting.protocol import ProtocolError

LOG: Final = logging.getLogger("esquive.server")
AGAIN: Final = 60.0  # seconds after which the same trouble is written to the log once more

FULL: Final = "disk-full"
LOCKED: Final = "storage-locked"
READ_ONLY: Final = "storage-read-only"
DAMAGED: Final = "storage-damaged"
GONE: Final = "storage-gone"
FAULT: Final = "storage-fault"
OF_SQLITE: Final = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
}
OF_SYSTEM: Final = {errno.ENOSPC: FULL, errno.EDQUOT: FULL, errno.EFBIG: FULL, errno.EROFS: READ_ONLY}


class StorageFault(ProtocolError):
    """The database did not take or give something; `why` is what it said, for the log."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(code, 503)
        self.why = why


def fault_of(error: Exception) -> StorageFault:
    """What an error of the database amounts to."""
    if isinstance(error, StorageFault):
        return error
    found = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    number = getattr(found, "sqlite_errorcode", None)
    if number == sqlite3.SQLITE_READONLY_DBMOVED:
        return StorageFault(GONE, str(found))
    if number is not None:
        return StorageFault(OF_SQLITE.get(number & 0xFF, FAULT), str(found))
    if isinstance(found, OSError) and found.errno in OF_SYSTEM:
        return StorageFault(OF_SYSTEM[found.errno], str(found))
    return StorageFault(FAULT, str(found).splitlines()[0] if str(found) else type(found).__name__)


class Troubles:
    """Tells the log of a trouble once, now and then again while it lasts, and when it has passed."""

    def __init__(self, place: str) -> None:
        self._place = place
        self._code = ""
        self._at = 0.0

    @property
    def last(self) -> bool:
        """Whether the last thing that was to be written could not be."""
        return bool(self._code)

    def noticed(self, fault: StorageFault) -> None:
        """The database did not do what it was asked for."""
        now = time.monotonic()
        if fault.code != self._code or now - self._at > AGAIN:
            LOG.error("%s: %s (%s) %s", self._place, fault.message, fault.why, fault.fix)
            self._code, self._at = fault.code, now

    def passed(self) -> None:
        """Something was written."""
        if self._code:
            LOG.warning("%s: it is written again; what was acknowledged is kept", self._place)
            self._code = ""
