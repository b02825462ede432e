"""Text files that people write: cards, packs, teams."""

from pathlib import Path
from typing import Final

from esquive.core.errors import DocumentError
from esquive.core.phrases import phrase

MAX_BYTES: Final = 256 * 1024


def read_text(path: Path) -> str:
    """The text of a card or team file, at most 256 kB of UTF-8; raises DocumentError."""
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise DocumentError(
                "{size} bytes are more than a file may have",
                str(path),
                phrase("at most {max_bytes} bytes", max_bytes=MAX_BYTES),
                size=size,
            )
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise DocumentError(
            "cannot be read: {reason}", str(path), "give the path of a TOML file", reason=phrase(str(error.strerror))
        ) from error
    except UnicodeDecodeError as error:
        raise DocumentError("is not UTF-8 text", str(path), "save the file as UTF-8") from error
