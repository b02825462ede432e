"""The files verbs read: by their names, or `-` for what comes by standard input."""

import os
import sys
from pathlib import Path, PosixPath, WindowsPath
from typing import TYPE_CHECKING, Final

STANDARD_INPUT: Final = "-"

if TYPE_CHECKING or os.name != "nt":
    _Path = PosixPath
else:
    _Path = WindowsPath


class StandardInput(_Path):
    """Standard input in place of a file: read once, to its end, as UTF-8 whatever the encoding of the terminal."""

    _bytes: bytes | None = None

    def read_bytes(self) -> bytes:
        """All of it."""
        if self._bytes is None:
            self._bytes = sys.stdin.buffer.read()
        return self._bytes

    def read_text(self, encoding: str | None = None, errors: str | None = None, newline: str | None = None) -> str:
        """All of it as text; `newline` is of later Pythons."""
        text = self.read_bytes().decode(encoding or "utf-8", errors or "strict")
        return text.replace("\r\n", "\n") if newline is None else text

    def stat(self, *, follow_symlinks: bool = True) -> os.stat_result:
        """How large it is; nothing else is known of it."""
        return os.stat_result((0, 0, 0, 0, 0, 0, len(self.read_bytes()), 0, 0, 0))

    def is_dir(self, *, follow_symlinks: bool = True) -> bool:
        """Never."""
        return False


def file_named(name: str) -> Path:
    """The file of a name as it is given on the command line."""
    return StandardInput(name) if name == STANDARD_INPUT else Path(name)
