"""Where a page keeps what it has to keep: entries of bytes by name. A browser's database is one, memory another."""

from collections.abc import Iterable, Mapping
from typing import Protocol

from esquive.hosting.protocol import ProtocolError


class KeptAlready(Exception):
    """An entry that was to be new is there: another tab has been faster."""


class NotKept(ProtocolError):
    """The browser did not keep what was to be kept; nothing was played. `full` says that it has no room."""

    def __init__(self, full: bool, why: str) -> None:
        super().__init__("page-full" if full else "page-fault", 503)
        self.why = why


class Keeper(Protocol):
    """Entries by name; what one `write` says is kept as a whole or not at all, and is kept when it returns."""

    async def read(self, prefix: str) -> dict[str, bytes]:
        """Every entry whose name begins so, in the order of their names."""

    async def write(
        self, entries: Mapping[str, bytes], *, fresh: Iterable[str] = (), dropped: Iterable[str] = ()
    ) -> None:
        """Keep entries, and drop those whose names begin in one of these ways.

        Raises KeptAlready where one of the `fresh` names is there, and NotKept where the browser keeps nothing.
        """


class MemoryKeeper:
    """Entries in memory, as long as it is there."""

    def __init__(self) -> None:
        self.entries: dict[str, bytes] = {}

    async def read(self, prefix: str) -> dict[str, bytes]:
        """Every entry whose name begins so."""
        return {name: self.entries[name] for name in sorted(self.entries) if name.startswith(prefix)}

    async def write(
        self, entries: Mapping[str, bytes], *, fresh: Iterable[str] = (), dropped: Iterable[str] = ()
    ) -> None:
        """Keep entries and drop others."""
        for name in fresh:
            if name in self.entries:
                raise KeptAlready(name)
        prefixes = tuple(dropped)
        self.entries = {name: kept for name, kept in self.entries.items() if not name.startswith(prefixes)} | dict(
            entries
        )
