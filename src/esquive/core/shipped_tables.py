"""The tables of TOML that come with the package: read from `tables.json`, where building it has left them decoded.

Decoding TOML takes most of the time that cards, lessons and numbers take to load. A source checkout has no such file
that counts: there the tables may change at any time.
"""

import tomllib
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

import msgspec

PACKAGE: Final = Path(__file__).resolve().parents[1]
DECODED: Final = "tables.json"
_RAW: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])


@cache
def _decoded() -> dict[str, msgspec.Raw]:
    is_checkout = PACKAGE.parent.name == "src" and (PACKAGE.parents[1] / "pyproject.toml").is_file()
    file = PACKAGE / DECODED
    return {} if is_checkout or not file.is_file() else _RAW.decode(file.read_bytes())


def shipped_table(file: Traversable) -> dict[str, Any] | None:
    """The table of a file of the package as it was decoded, the caller's own; None where it has to be decoded now."""
    path = Path(str(file))
    known = _decoded()
    if not known or not path.is_relative_to(PACKAGE):
        return None
    found = known.get(path.relative_to(PACKAGE).as_posix())
    return None if found is None else msgspec.json.decode(found)


def read_table(file: Traversable) -> dict[str, Any]:
    """The table of a file, decoded now where it has not been; raises OSError and ValueError for what is none."""
    found = shipped_table(file)
    return tomllib.loads(file.read_text(encoding="utf-8")) if found is None else found


def decoded_tables(root: Path) -> str:
    """The content of `tables.json`: every table of the package below the root of a checkout, by its path in it."""
    package = root / "src" / "esquive"
    paths = sorted(package.rglob("*.toml"))
    tables = {path.relative_to(package).as_posix(): tomllib.loads(path.read_text(encoding="utf-8")) for path in paths}
    return msgspec.json.encode(tables).decode() + "\n"
