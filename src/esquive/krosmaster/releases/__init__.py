"""The releases of the rulebook as data: one folder each, with its numbers, its procedures and its list of clauses.

A release is data first (`release.toml`): what rules read of it is a field of `ReleaseParams`, flat
(`params.block_locked_mp`), because they read it in the middle of a game's busiest loops. What they carry out in one way
only stands in `written_out.py`; a file that wants it otherwise is refused.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

from esquive.core.errors import DocumentError, UnimplementedError
from esquive.krosmaster.releases.written_out import NUMBERS

GRANITE: Final = 0
JADE: Final = 1
SILVER: Final = 2
GOLD: Final = 3
RUBY: Final = 4
RANKS: Final = ("granite", "jade", "silver", "gold", "ruby")

_FOLDER: Final = Path(__file__).parent
_loaded: dict[str, ReleaseParams] = {}


def release_names() -> tuple[str, ...]:
    """The releases that can be played, in alphabetical order."""
    return tuple(sorted(path.parent.name for path in _FOLDER.glob("*/release.toml")))


def data_path(name: str, file: str) -> Path:
    """Where a data file of a release is, such as `data_path("2.7", "clauses.tsv")`; the file need not exist.

    Raises DocumentError when there is no such release.
    """
    if name not in release_names():
        known = ", ".join(release_names())
        raise DocumentError(f'there is no release "{name}" of Krosmaster Arena', "release", f"choose one of: {known}")
    return _FOLDER / name / file


def release(name: str) -> ReleaseParams:
    """The parameters of a release, read once. Raises DocumentError for an unknown release or a faulty file."""
    if name not in _loaded:
        path = data_path(name, "release.toml")
        with path.open("rb") as file:
            data = tomllib.load(file)
        _loaded[name] = ReleaseParams(data, f"{name}/release.toml")
    return _loaded[name]


class _Reader:
    """Takes values out of a release file and remembers which, so that a key nobody reads is an error."""

    __slots__ = ("data", "left", "where")

    def __init__(self, data: dict[str, Any], where: str) -> None:
        self.data = data
        self.where = where
        self.left = {
            (section, key)
            for section, values in data.items()
            if isinstance(values, dict) and section != "families"
            for key in values
        }

    def _take(self, section: str, key: str) -> Any:
        values = self.data.get(section)
        if not isinstance(values, dict) or key not in values:
            raise DocumentError("this number of the release is missing", f"{self.where} [{section}] {key}", "add it")
        self.left.discard((section, key))
        return values[key]

    def number(self, section: str, key: str) -> int:
        value = self._take(section, key)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise self.error(section, key, f"{value!r} is no whole number from 0 up", "write a whole number")
        return value

    def words(self, section: str, key: str) -> tuple[str, ...]:
        value = self._take(section, key)
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            raise self.error(section, key, f"{value!r} is no list of words", 'write ["one", "two"]')
        return tuple(value)

    def table(self, section: str, key: str) -> tuple[tuple[int, int], ...]:
        rows = self._take(section, key)
        if not isinstance(rows, list) or not rows or not all(isinstance(row, list) and len(row) == 2 for row in rows):
            raise self.error(section, key, "no list of pairs [up to, value]", "write [[11, 3], [15, 4]]")
        if [row[0] for row in rows] != sorted({row[0] for row in rows}):
            raise self.error(section, key, "the bounds do not grow", "order the rows by their first number")
        return tuple((int(row[0]), int(row[1])) for row in rows)

    def ranks(self, section: str, key: str) -> tuple[int, ...]:
        words = self.words(section, key)
        for word in words:
            if word not in RANKS:
                raise self.error(section, key, f'"{word}" is no rank', f"choose from: {', '.join(RANKS)}")
        return tuple(RANKS.index(word) for word in words)

    def prices(self, section: str, key: str) -> tuple[int, ...]:
        value = self._take(section, key)
        if not isinstance(value, dict) or set(value) != set(RANKS):
            raise self.error(section, key, "prices are wanted for exactly the known ranks", ", ".join(RANKS))
        return tuple(int(value[rank]) for rank in RANKS)

    def written_out(self, section: str, key: str, carried_out: int | list[str]) -> None:
        """A number that steers nothing yet has to be the one the rules are written for."""
        value = self._take(section, key)
        if value != carried_out:
            message = f"the rules are not written for {value!r} yet (unimplemented)"
            raise UnimplementedError(message, f"{self.where} [{section}] {key}", f"write {carried_out!r}")

    def procedures(self) -> dict[str, str]:
        """The procedure that is named for each key; which there are is known to the rules (see `core.book`)."""
        named = self.data.get("procedures", {})
        for key, value in named.items():
            if not isinstance(value, str):
                raise self.error("procedures", key, f"{value!r} is no name", "write the name of a procedure in quotes")
            self._take("procedures", key)
        return dict(named)

    def error(self, section: str, key: str, message: str, fix: str) -> DocumentError:
        return DocumentError(message, f"{self.where} [{section}] {key}", fix)


class ReleaseParams:
    """The numbers of one release that steer the rules; never changed after loading.

    They are ints as in the rulebook (Kamas, AP, MP, injuries, GG). Prices are indexed by rank (GRANITE to RUBY). The
    clause of each number stands beside it in `release.toml`.

    Raises DocumentError for a missing, unknown or senseless key, UnimplementedError for a value that is not played yet.
    """

    __slots__ = (
        "block_caught_ap", "block_caught_mp", "block_locked_ap", "block_locked_mp", "book", "families",
        "gg_constructed", "gg_free_for_all", "gg_limited", "gg_lost_to_a_double", "gg_price_ap", "gg_price_kamas",
        "gg_theft", "gg_wild", "gg_wild_free_for_all", "kamas_refund_one_die", "kamas_refund_two_dice", "name",
        "procedures", "punch_ap", "punch_damage", "rewards_crafter_ap", "rewards_crafter_prices", "rewards_pile_size",
        "rewards_price_ap", "rewards_prices", "rewards_ranks", "rewards_ranks_original_box", "team_bosses",
        "team_copies_black", "team_copies_gold", "team_copies_white", "team_level_total", "team_size_four_players",
        "team_size_max", "team_size_min", "team_versions_gold",
    )  # fmt: skip

    def __init__(self, data: dict[str, Any], where: str) -> None:
        read = _Reader(data, where)
        self.name = str(data.get("name", ""))
        self.book = str(data.get("book", ""))
        # [KA 4.19.2.a] [KA 4.19.2.b] [KA 4.19.2.c] [KA 4.19.2.d] [KA 4.19.2.e] [KA 4.19.2.f] [KA 4.19.2.g]
        self.families = {family: tuple(names) for family, names in data.get("families", {}).items()}
        self._read_set_up(read)
        self._read_turns(read)
        self._read_spells(read)
        for section, numbers in NUMBERS.items():
            for key, number in numbers.items():
                read.written_out(section, key, number)
        self.procedures = read.procedures()
        for section, key in sorted(read.left):
            raise DocumentError("no rule reads this key", f"{where} [{section}] {key}", "remove it or correct it")

    def _read_set_up(self, read: _Reader) -> None:
        self.team_size_min = read.number("team", "size_min")
        self.team_size_max = read.number("team", "size_max")
        self.team_level_total = read.number("team", "level_total")
        self.team_versions_gold = read.number("team", "versions_gold")
        self.team_copies_gold = read.number("team", "copies_gold")
        self.team_copies_white = read.number("team", "copies_white")
        self.team_copies_black = read.number("team", "copies_black")
        self.team_bosses = read.number("team", "bosses")
        self.team_size_four_players = read.number("team", "size_four_players")
        self.gg_constructed = read.number("gg", "constructed")
        self.gg_limited = read.table("gg", "limited")
        self.gg_theft = read.table("gg", "theft")
        self.gg_wild = read.number("gg", "wild")
        self.gg_free_for_all = read.number("gg", "free_for_all")
        self.gg_wild_free_for_all = read.number("gg", "wild_free_for_all")
        self.rewards_ranks = read.ranks("rewards", "ranks")
        self.rewards_ranks_original_box = read.ranks("rewards", "ranks_original_box")
        self.rewards_pile_size = read.number("rewards", "pile_size")

    def _read_turns(self, read: _Reader) -> None:
        self.gg_lost_to_a_double = read.number("gg", "lost_to_a_double")
        self.gg_price_kamas = read.number("gg", "price_kamas")
        self.gg_price_ap = read.number("gg", "price_ap")
        self.kamas_refund_two_dice = read.number("kamas", "refund_two_dice")
        self.kamas_refund_one_die = read.number("kamas", "refund_one_die")
        self.rewards_prices = read.prices("rewards", "prices")
        self.rewards_crafter_prices = read.prices("rewards", "crafter_prices")
        self.rewards_price_ap = read.number("rewards", "price_ap")
        self.rewards_crafter_ap = read.number("rewards", "crafter_ap")
        self.block_locked_mp = read.number("block", "locked_mp")
        self.block_locked_ap = read.number("block", "locked_ap")
        self.block_caught_mp = read.number("block", "caught_mp")
        self.block_caught_ap = read.number("block", "caught_ap")

    def _read_spells(self, read: _Reader) -> None:
        self.punch_ap = read.number("punch", "ap")
        self.punch_damage = read.number("punch", "damage")

    def limited_gallons(self, first_levels: int, second_levels: int) -> tuple[int, int]:
        """The GG of both players in a Limited game, the theft by the lower-level side included.

        Levels are each team's total (1 to 12); the table is read with both totals added, its last line also serving
        anything above. The wild GG is set out afterwards and is not stolen here.
        [KA 1.3.5.b] [Ruling R9]
        """
        both = _read_table(self.gg_limited, first_levels + second_levels)
        stolen = _read_table(self.gg_theft, abs(first_levels - second_levels))
        if first_levels < second_levels:
            return both + stolen, both - stolen
        return both - stolen, both + stolen

    def __repr__(self) -> str:
        return f"release({self.name!r})"


def _read_table(rows: tuple[tuple[int, int], ...], number: int) -> int:
    """The value of the first row whose bound the number does not pass; of the last row beyond all bounds."""
    for bound, value in rows:
        if number <= bound:
            return value
    return rows[-1][1]
