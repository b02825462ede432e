"""A position that goes on under other rules: the releases of Krosmaster Arena side by side, see `core.releases`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from esquive.core.did_you_mean import nearest
from esquive.core.errors import DocumentError
from esquive.core.releases import Difference, Releases
from esquive.core.rulebook import Rulebook
from esquive.krosmaster.book.procedures import steps_of
from esquive.krosmaster.cards.parts import punch_document
from esquive.krosmaster.releases import (
    ReleaseParams,
    add_release,
    cited_clauses,
    read_release,
    release,
    release_from,
    release_names,
)
from esquive.krosmaster.table.settings import Settings, default_options, known_options
from esquive.krosmaster.table.state import NONE, State

Tables = dict[str, Any]

_NO_RULES = ("name", "book", "game", "settled")  # what a release is called, and which match options it does not have


class KrosmasterReleases(Releases):
    """The releases of Krosmaster Arena; a rule's key is section and key of `release.toml`: `procedures.lock_tie`."""

    def __init__(self, books: Sequence[Rulebook]) -> None:
        self.books = books

    def names(self) -> tuple[str, ...]:
        """The releases that can be played."""
        return release_names()

    def add(self, path: Path) -> str:
        """Makes the release of a user's own file known to this process."""
        return add_release(read_release(path)).name

    def book(self, release_name: str) -> str:
        """The book that the file of a release says, or its base's."""
        return release(release_name).book

    def of(self, state: State) -> str:
        """The release a position is played by."""
        return state.settings.release

    def differences(self, one: str, other: str) -> list[Difference]:
        """The rules in which two releases differ, in the order of their files."""
        ours, theirs = (_rules_of(release(name)) for name in (one, other))
        cited = [cited_clauses(name) for name in (one, other)]
        return [
            Difference(
                key,
                (_said(value), _said(theirs.get(key))),
                (cited[0].get(key, ()), cited[1].get(key, ())),
            )
            for key, value in ours.items()
            if value != theirs.get(key)
        ]

    def under(self, state: State, release: str, rules: Sequence[str] = (), other: str = "") -> State:
        """A copy of a position that goes on under a release; the named rules are those of the other one."""
        params = _mixed(release, rules, other)
        usual = default_options(state.settings.params)
        known = known_options(params)
        chosen = {name: value for name, value in state.settings.options.items() if value != usual[name]}
        options = {name: value for name, value in chosen.items() if name in known and value in known[name][0]}
        found = state.copy()
        found.settings = Settings(params, state.settings.format, options, steps_of(params, options))
        found.library = state.library.with_punch(punch_document(params.punch, found.settings.steps.punch_limit()))
        _fit_piles(found)
        return found

    def clause(self, release: str, number: str, language: str) -> str:
        """What a clause says in our words."""
        for book in self.books:
            if book.release == release and book.registry().is_known(number):
                return book.says(book.registry().get(number), language).text
        return ""


def _rules_of(params: ReleaseParams) -> Tables:
    """Every rule of a release by its key."""
    tables: Tables = msgspec.to_builtins(params)
    return {
        f"{section}.{key}": value
        for section, table in tables.items()
        if section not in _NO_RULES
        for key, value in table.items()
    }


def _said(value: Any) -> str:
    """A value as the file of a release writes it, without quotes."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {_said(one)}" for key, one in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(_said(one) for one in value)
    return str(value)


def _mixed(name: str, rules: Sequence[str], other: str) -> ReleaseParams:
    """A release with some rules of another one."""
    if not rules:
        return release(name)
    tables: Tables = msgspec.to_builtins(release(name))
    theirs: Tables = msgspec.to_builtins(release(other))
    for key in rules:
        section, _, field = key.partition(".")
        if field not in theirs.get(section, {}):
            raise DocumentError(
                "no release has the rule {key!r}", "rules", nearest(key, _rules_of(release(name))), key=key
            )
        tables[section][field] = theirs[section][field]
    return release_from(tables, f"{name} with rules of {other}")


def _fit_piles(state: State) -> None:
    """Piles of a match with more or fewer ranks: those of ranks that both have stay, another rank's are empty."""
    lacking = state.settings.piles - len(state.piles_up)
    state.piles_up = [*state.piles_up, *[NONE] * lacking][: state.settings.piles]
    state.piles_closed = [*state.piles_closed, *[0] * lacking][: state.settings.piles]
