"""Files the verbs write: whole or not at all."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from esquive.core.errors import EsquiveError
from esquive.core.phrases import phrase


def write_whole(path: Path, content: str | bytes, fix: str = "name a file in a folder that exists") -> None:
    """Writes a file by way of another one beside it, which takes its place once all of it is on the disk.

    What is no ordinary file (a device, a pipe) is written as it is. Raises EsquiveError, with `fix`, for a file that
    cannot be written; what was there before is there still.
    """
    data = content.encode() if isinstance(content, str) else content
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
        else:
            _replace(path, data)
    except OSError as error:
        raise EsquiveError("cannot be written: {reason}", str(path), fix, reason=phrase(str(error.strerror))) from error


@contextmanager
def whole_file(path: Path, fix: str = "name a file in a folder that exists") -> Iterator[BinaryIO]:
    """A file that is written bit by bit, from its beginning or anywhere in it, and takes its place when all is written.

    Raises EsquiveError, with `fix`, for one that cannot be written, and for what is no ordinary file.
    """
    if path.exists() and not path.is_file():
        raise EsquiveError("is no ordinary file", str(path), fix)
    try:
        with _beside(path) as file:
            yield file
    except OSError as error:
        raise EsquiveError("cannot be written: {reason}", str(path), fix, reason=phrase(str(error.strerror))) from error


def _replace(path: Path, data: bytes) -> None:
    with _beside(path) as file:
        file.write(data)


@contextmanager
def _beside(path: Path) -> Iterator[BinaryIO]:
    """A file beside another one, whose place it takes once it is closed."""
    target = Path(os.path.realpath(path))  # a link goes on leading to its file
    # Its name is known before there is a file: Ctrl-C at any moment leaves nothing behind.
    part = target.with_name(f".{target.name}.{secrets.token_hex(8)}.part")
    try:
        with part.open("xb") as file:
            if target.exists():
                part.chmod(target.stat().st_mode)  # before there is anything to read in it
            yield file
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
