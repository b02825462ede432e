"""Proofs that a number of a release steers: small positions that play otherwise with another value of its key."""

import json
import tomllib
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from esquive.krosmaster.releases import ReleaseParams, add_release, data_path, release, release_from
from tests.krosmaster.playing import Table

Change = dict[str, dict[str, Any]]  # section, key, value: what a release says that begins from 2.7
DULL: Final = ["lock", "lock"]
FILE: Final = tomllib.loads(data_path("2.7", "release.toml").read_text(encoding="utf-8"))
ALL_RANKS: Final = {"rewards": {"ranks": ["granite", "jade", "silver", "gold", "ruby"]}}


class Proof(NamedTuple):
    """The other value, what the position shows in 2.7 and with it, and how it is played."""

    value: Any
    usual: Any
    changed: Any
    play: Callable[[Change], Any]


PROOFS: dict[str, Proof] = {}


def steers(key: str, value: Any, usual: Any, changed: Any) -> Callable[[Callable[[Change], Any]], Any]:
    """Say that the scenario below shows `usual` by 2.7, and `changed` when the key has another value."""

    def remember(play: Callable[[Change], Any]) -> Callable[[Change], Any]:
        assert key not in PROOFS, f"{key} is proved twice"
        PROOFS[key] = Proof(value, usual, changed, play)
        return play

    return remember


def params_with(*changes: Change) -> ReleaseParams:
    """The numbers of a release that begins from 2.7 and says these things otherwise."""
    said: dict[str, Any] = {}
    for change in changes:
        for section, keys in change.items():
            said[section] = {**said.get(section, {}), **keys}
    name = f"2.7 with {json.dumps(said)}"[:80]
    return release_from({"name": name, "base": "2.7", **said}) if said else release("2.7")


def table(change: Change, drawing: str, units: dict[str, Any], turn: Any = "hero", **keys: Any) -> Table:
    """A position in the changed release."""
    return Table(drawing, units, turn=turn, release=add_release(params_with(change, keys.pop("too", {}))).name, **keys)


def match(change: Change, *teams: list[str], **keys: Any) -> Table:
    """A new match in the changed release."""
    return Table.match(list(teams), release=add_release(params_with(change)).name, **keys)
