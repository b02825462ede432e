"""Where a user's data is kept: matches, packs."""

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """The folder for a user's data by the customs of the platform; `ESQUIVE_DATA` names another one."""
    named = os.environ.get("ESQUIVE_DATA")
    if named:
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "Esquive"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Esquive"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "esquive"
