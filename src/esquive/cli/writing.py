"""Files the verbs write: whole or not at all."""

import os
import tempfile
from pathlib import Path

from esquive.core.errors import EsquiveError


def write_whole(path: Path, text: str, fix: str = "name a file in a folder that exists") -> None:
    """Writes a file by way of another one beside it, which takes its place once all of it is on the disk.

    What is no ordinary file (a device, a pipe) is written as it is. Raises EsquiveError, with `fix`, for a file that
    cannot be written; what was there before is there still.
    """
    try:
        if path.exists() and not path.is_file():
            path.write_text(text, encoding="utf-8", newline="\n")
        else:
            _replace(path, text)
    except OSError as error:
        raise EsquiveError(f"cannot be written: {error.strerror}", str(path), fix) from error


def _replace(path: Path, text: str) -> None:
    target = Path(os.path.realpath(path))  # a link goes on leading to its file
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
    part = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        part.chmod(target.stat().st_mode if target.exists() else 0o666 & ~_umask())
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _umask() -> int:
    """What the process takes from the rights of new files; it can only be read by setting it."""
    umask = os.umask(0)
    os.umask(umask)
    return umask
