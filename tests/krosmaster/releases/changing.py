"""Releases for tests: what 2.7 says, but for some procedures."""

import tomllib

import pytest

from esquive.krosmaster import releases
from esquive.krosmaster.releases import data_path, release, release_from
from esquive.krosmaster.releases.procedures import procedure

TEXT = data_path("2.7", "release.toml").read_text(encoding="utf-8")
# Of each pair the procedure that 2.7 does not follow: those of release 2.2.
OTHERS = {
    key: next(value for value in procedure.known[key] if value != named)
    for key, named in release("2.7").procedures.items()
}


def release_with(monkeypatch: pytest.MonkeyPatch, **changes: str | None) -> str:
    """The name of a release that is 2.7 but for some procedures; None leaves a key out."""
    data = tomllib.loads(TEXT)
    for key, value in changes.items():
        if value is None:
            del data["procedures"][key]
        else:
            data["procedures"][key] = value
    data["name"] = "changed"
    monkeypatch.setitem(releases._added, "changed", release_from(data, "changed/release.toml"))
    return "changed"
