"""The steps of a match: the procedures that its release names, chosen once, when it is set up (see `core.book`).

The chapters that have a pair are imported here, so that all pairs are known before one is chosen.
"""

from typing import Final

from esquive.krosmaster.book import (
    allies,
    block,
    ko_gains,
    markers,
    rewards,
    scenery,
    setup,
    summons,
    unit_turn,
    victory,
    wounds,
)
from esquive.krosmaster.book.powers import values
from esquive.krosmaster.releases import ReleaseParams
from esquive.krosmaster.releases.procedures import procedure
from esquive.krosmaster.table.steps import Steps

CHAPTERS: Final = (
    allies,
    block,
    ko_gains,
    markers,
    rewards,
    scenery,
    setup,
    summons,
    unit_turn,
    values,
    victory,
    wounds,
)
# What the match option of this name asks for, whatever its release says [Ruling R49].
_BY_OPTION: Final = {"caster": "caster", "active": "active-unit"}


def steps_of(params: ReleaseParams, options: dict[str, str]) -> Steps:
    """The steps of a match; raises DocumentError for procedures nobody registered."""
    named = dict(params.procedures)
    if options.get("immediate_gain") in _BY_OPTION:
        named["immediate_gain"] = _BY_OPTION[options["immediate_gain"]]
    return Steps(procedure.chosen(named, f"{params.name}/release.toml [procedures]"))
