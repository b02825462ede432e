"""Every key of `[procedures]` steers: a position plays one way by one value and another way by the other.

Each proof, in one of the `showing_*.py` beside this file, plays one position with listed dice and gives back what came
of it. It is played in a release that says what 2.7 says but for the one key, once for every procedure that is
registered for it.
"""

import re
from pathlib import Path
from types import NoneType
from typing import Any, get_args, get_type_hints

import pytest

from esquive.core.errors import DocumentError
from esquive.core.procedures import Procedures
from esquive.krosmaster.book.markers import active_unit_gains
from esquive.krosmaster.book.procedures import CHAPTERS, steps_of
from esquive.krosmaster.releases import data_path, release
from esquive.krosmaster.releases.procedures import procedure
from esquive.krosmaster.table.steps import Steps
from esquive.krosmaster.written.documents.positions import from_document
from tests.krosmaster.playing import Table, mine, theirs
from tests.krosmaster.releases import showing_powers, showing_summons, showing_turns
from tests.krosmaster.releases.changing import release_with
from tests.krosmaster.releases.showing import PROOFS

NAMED = release("2.7").procedures

# Each says its proofs as it is imported.
SHOWING = (showing_turns, showing_powers, showing_summons)


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


# ----------------------------------------------------------------------------------------------------------- the proofs


def cases() -> list[tuple[str, str]]:
    return [(key, value) for key in NAMED for value in procedure.known[key]]


@pytest.mark.parametrize(("key", "value"), cases())
def test_every_procedure_plays_its_position_its_own_way(key: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert key in PROOFS, f"no position shows what {key} steers: add a proof"
    proof, plays = PROOFS[key]
    assert proof(release_with(monkeypatch, **{key: value})) == plays[value]


def test_every_key_has_a_proof_in_which_all_its_procedures_play_otherwise() -> None:
    assert sorted(PROOFS) == sorted(NAMED) == sorted(procedure.known)
    for key, (_, plays) in PROOFS.items():
        assert set(plays) == set(procedure.known[key])
        assert len(plays) > 1
        outcomes = list(plays.values())
        assert all(one not in outcomes[:place] for place, one in enumerate(outcomes)), key


# --------------------------------------------------------------------------------------------------------- the registry


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"lock_tie": "coin"}, r"lock_tie: 'coin' is no such procedure \(choose caught or escape\)"),
        ({"lock_ties": "caught"}, r"lock_ties: no rule reads this procedure"),
        ({"lock_tie": None}, r"lock_tie: this procedure of the release is missing \(choose caught or escape\)"),
    ],
)
def test_a_release_names_one_registered_procedure_of_each_key(
    changes: dict[str, str | None], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(DocumentError, match=message):
        steps_of(release(release_with(monkeypatch, **changes)), {})


def test_a_procedure_is_registered_once() -> None:
    known = Procedures()
    known("tie", "escape")(len)
    with pytest.raises(ValueError, match="tie = 'escape' is registered twice"):
        known("tie", "escape")(len)


@pytest.mark.skipif(not get_type_hints(Steps), reason="compiled classes keep no annotations")
def test_the_steps_of_a_match_are_those_that_are_registered() -> None:
    """Every key has its type in `Steps`, and both procedures take what that says."""
    kinds = get_type_hints(Steps)
    assert sorted(kinds) == sorted(procedure.known)
    for key, steps in procedure.known.items():
        taken, given = get_args(kinds[key])
        for value, step in steps.items():
            hints = get_type_hints(step)
            assert hints.pop("return") == (given if given is not None else NoneType), (key, value)
            assert len(hints) == len(taken), (key, value)
            assert all(want in (Any, have) for want, have in zip(taken, hints.values(), strict=True)), (key, value)


def test_every_chapter_with_a_pair_is_known_before_one_is_chosen() -> None:
    """A process that imports nothing but what chooses the steps knows all procedures that the sources register."""
    folder = data_path("2.7", "release.toml").parents[2] / "book"
    # Quoted either way: the mutation check writes a module anew, and only what it breaks may show here.
    written = re.findall(
        r"""^@procedure\(["'](\w+)["'], ["']([\w-]+)["']\)""", "\n".join(map(read, folder.rglob("*.py"))), re.M
    )
    assert sorted(written) == sorted((key, value) for key, steps in procedure.known.items() for value in steps)
    modules = {path.stem for path in folder.rglob("*.py") if "\n@procedure(" in read(path)}
    assert {module.__name__.rpartition(".")[2] for module in CHAPTERS} == modules


def test_an_option_of_the_match_prevails_over_the_release(monkeypatch: pytest.MonkeyPatch) -> None:
    """`immediate_gain` follows the release until the match says otherwise [Ruling R49]."""
    italian = release_with(monkeypatch, immediate_gain="active-unit")
    units = {"hero": mine("oscar-kass"), "foe": theirs("oscar-kass")}
    for options, reads in (({}, "active"), ({"immediate_gain": "caster"}, "caster")):
        table = Table("hero foe", units, turn="hero", options=options, release=italian)
        assert table.state.settings.options["immediate_gain"] == reads
        assert from_document(table.document()).settings.options == table.state.settings.options
        assert (table.state.settings.steps.immediate_gain is active_unit_gains) == (reads == "active")
