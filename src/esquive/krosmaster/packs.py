"""Packs of Krosmaster Arena: cards, tokens, Demonic Rewards and arenas beside the catalogue, or laid over it."""

from functools import lru_cache, partial
from typing import Any

from esquive.core import findings as core
from esquive.core.document_faults import together
from esquive.core.errors import DocumentError
from esquive.core.packs import KEPT, CheckedPacks, PackFile, PackReport, filled, joined
from esquive.krosmaster.cards.catalogue import Catalogue
from esquive.krosmaster.cards.documents import Pack
from esquive.krosmaster.cards.reading import parse_pack
from esquive.krosmaster.spoken.cards.lint import Finding, lint


def pack_of(file: PackFile, known: Catalogue) -> Pack:
    """What a file holds beside a catalogue; raises DocumentError, which knows all others."""
    tables = {"card": known.cards, "summon": known.summons, "reward": known.rewards, "arena": known.arenas}
    return parse_pack(file.text, file.place, partial(filled, tables=tables))


@lru_cache(maxsize=KEPT)
def checked(files: tuple[PackFile, ...], known: Catalogue) -> CheckedPacks[Pack]:
    """The files of packs read and checked, each beside the others and the catalogue `known`."""
    unread: list[DocumentError] = []
    read: list[tuple[PackFile, Pack]] = []
    for file in files:
        try:
            read.append((file, pack_of(file, known)))
        except DocumentError as error:
            unread += [error, *(one for one in error.others if isinstance(one, DocumentError))]
    findings: list[core.Finding] = []
    before = Pack()
    for number, (file, pack) in enumerate(read):
        after = joined([other for _, other in read[number + 1 :]], Pack)
        findings += _findings(file, pack, before, after, known)
        before = joined([before, pack], Pack)
    abouts = [pack.about for _, pack in read if pack.about]
    held = {kind: len(documents) for kind, documents in _tables(before).items()}
    return CheckedPacks(before, PackReport(abouts, held, findings, unread))


def _findings(file: PackFile, pack: Pack, before: Pack, after: Pack, known: Catalogue) -> list[Finding]:
    """What is wrong in a file: an id that an earlier one has is found here, and not there once more."""
    own = {kind: {one.id for one in documents} for kind, documents in _tables(pack).items()}
    later: dict[str, Any] = {
        kind: tuple(one for one in found if one.id not in own[kind]) for kind, found in _tables(after).items()
    }
    return lint(pack, file.text, file.place, known, beside=joined([before, Pack(**later)], Pack))


def _tables(pack: Pack) -> dict[str, tuple[Any, ...]]:
    return {"card": pack.card, "summon": pack.summon, "reward": pack.reward, "arena": pack.arena}


@lru_cache(maxsize=KEPT)
def with_packs(files: tuple[PackFile, ...], known: Catalogue) -> Catalogue:
    """A catalogue with packs, the last few of which are kept: a player's team is checked at every figure.

    Raises DocumentError, which knows all others, for whatever is wrong with them.
    """
    found = checked(files, known)
    if found.report.errors:
        raise together(found.report.errors)
    return known.with_pack(found.pack)
