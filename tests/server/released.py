"""What servers of released versions left behind; `test_migrations` says what is in it."""

import sqlite3
from pathlib import Path

DATABASES = sorted((Path(__file__).parent / "databases").glob("*.sql"))
MIDDLE, TOKEN, OF_ONE = "0a41c715491e9a7e", "dN0bdkEwi5_VTDJ2dEGY2NjC0traQwvG", "BSHQOBifJ4IgemCe2oC8KcdoNt5TYlP-"
OPEN = "bb782e20f3af6d61"
OVER = "ec1b22b305865975"


def restored(dump: Path, file: Path) -> Path:
    """The file a server of that version left behind."""
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.executescript(dump.read_text(encoding="utf-8"))
    connection.close()
    return file
