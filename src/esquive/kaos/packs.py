"""Packs of Kaos: fighters, cards, battlefields, scenarios and hordes beside the catalogue, or laid over it.

Fighters may stand under `profile`, as in a position, where whatever is left out has a usual value.
"""

from functools import lru_cache, partial
from typing import Any, Final

import msgspec

from esquive.core.converting import convert
from esquive.core.document_faults import together
from esquive.core.errors import DocumentError
from esquive.core.findings import Finding
from esquive.core.packs import KEPT, CheckedPacks, PackAbout, PackFile, PackReport, filled, joined, tables_of
from esquive.core.remarks import Remark
from esquive.kaos.battlefields.scenario import scenario_remarks
from esquive.kaos.battlefields.scenery import field_remarks
from esquive.kaos.cards.catalogue import KINDS, Catalogue
from esquive.kaos.cards.documents import Pack
from esquive.kaos.cards.reading import parse_pack, taught
from esquive.kaos.spoken.cards.lint import lint
from esquive.kaos.written.documents.inline_cards import check_keys, read_inline

INLINE: Final = "profile"


def pack_of(file: PackFile, tables: dict[str, Any], known: Catalogue) -> Pack:
    """What a file holds beside a catalogue; raises DocumentError, which knows all others.

    `tables`: what its text says.
    """
    if INLINE not in tables:
        return parse_pack(file.text, file.place, partial(filled, tables={kind: known.table_of(kind) for kind in KINDS}))
    check_keys(tables, (INLINE, "object", "event", "pack"), file.place)
    found = read_inline(tables) or Pack()
    try:
        about = convert(tables["pack"], PackAbout) if "pack" in tables else None
    except msgspec.ValidationError as error:
        raise taught(str(error), file.place, tables["pack"]) from error
    return Pack(about=about, fighter=found.fighter, object=found.object, event=found.event)


@lru_cache(maxsize=KEPT)
def checked(files: tuple[PackFile, ...], known: Catalogue) -> CheckedPacks[Pack]:
    """The files of packs read and checked, each beside the others and the catalogue `known`.

    A file is checked beside those before it; where one of these cannot be laid beside the catalogue, without it.
    """
    unread: list[DocumentError] = []
    findings: list[Finding] = []
    read: list[tuple[PackFile, Pack]] = []
    for file in files:
        try:
            read.append((file, pack_of(file, tables_of(file.text), known)))
        except DocumentError as error:
            unread += [error, *(one for one in error.others if isinstance(one, DocumentError))]
    read.sort(key=lambda one: _rank(one[1]))  # a scenario may name a battlefield of another file
    beside = known
    for file, pack in read:
        found = lint(pack, file.place, beside)
        findings += found
        if not any(one.severity == "error" for one in found):
            beside = beside.with_pack(pack)  # as the linter has just done
    whole = joined([pack for _, pack in read], Pack)
    held = {kind: len(getattr(whole, kind)) for kind in KINDS}
    return CheckedPacks(whole, PackReport([one.about for _, one in read if one.about], held, findings, unread))


def _rank(pack: Pack) -> int:
    """What names others comes after what they may be."""
    return 2 if pack.horde else 1 if pack.scenario else 0


@lru_cache(maxsize=KEPT)
def with_packs(files: tuple[PackFile, ...], known: Catalogue) -> Catalogue:
    """A catalogue with packs, the last few of which are kept: a player's team is checked at every figure.

    Raises DocumentError, which knows all others, for whatever is wrong with them.
    """
    found = checked(files, known)
    if found.report.errors:
        raise together(found.report.errors)
    return known.with_pack(found.pack)


def remarks_of(files: tuple[PackFile, ...], known: Catalogue) -> list[Remark]:
    """What there is to say of the battlefields and scenarios of the last file, beside the others and the catalogue.

    Their paths begin at that file's document. Of a file that cannot be read nothing is said here.
    """
    *others, last = files
    try:
        beside = with_packs(tuple(others), known) if others else known
        pack = pack_of(last, tables_of(last.text), beside)
        beside = beside.with_pack(pack)
    except DocumentError:
        return []
    found = [one.within(("field", n)) for n, field in enumerate(pack.field) for one in field_remarks(field)]
    for number, scenario in enumerate(pack.scenario):
        found += [one.within(("scenario", number)) for one in scenario_remarks(scenario, beside)]
    return found
