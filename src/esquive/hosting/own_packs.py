"""Packs that players bring: laid beside the catalogue for their matches, checked, and shown."""

from collections.abc import Sequence
from typing import Final

from msgspec import structs

from esquive.core.error_translations import told
from esquive.core.errors import DocumentError
from esquive.core.game import Game
from esquive.core.packs import PackFile, tables_of
from esquive.core.remarks import ToldRemark
from esquive.core.setups import Setups
from esquive.core.shapes import Catalogue
from esquive.core.toml_texts import toml_text
from esquive.hosting.catalogue_lines import format_lines, release_lines, team_lines
from esquive.hosting.desk_messages import DeskChange
from esquive.hosting.pack_messages import PackFault, PackLine, PackRemark, PacksQuestion, PacksVerdict
from esquive.hosting.packs_brought import PackBrought
from esquive.hosting.protocol import ProtocolError

MOST_TEXT: Final = 512 * 1024  # of all packs of a match together, in bytes


def files_of(packs: Sequence[PackBrought]) -> tuple[PackFile, ...]:
    """The files of packs; raises ProtocolError `packs-too-large`."""
    if sum(len(one.text.encode()) for one in packs) > MOST_TEXT:
        raise ProtocolError("packs-too-large", most=MOST_TEXT // 1024)
    return tuple(PackFile(one.name, one.text) for one in packs)


def setups_with(setups: Setups, packs: Sequence[PackBrought]) -> Setups:
    """What a match is chosen from, with packs beside it; raises ProtocolError `bad-pack` with the first thing wrong."""
    if not packs:
        return setups
    try:
        return setups.with_packs(files_of(packs))
    except DocumentError as error:
        raise ProtocolError("bad-pack", why=error) from error


def check_packs(game: Game, packs: Sequence[PackBrought], language: str) -> PacksVerdict:
    """What there is to say of packs, and what they bring, in a language; raises ProtocolError `packs-too-large`."""
    files = files_of(packs)
    if game.cards is None:
        raise ProtocolError("bad-request", why=DocumentError("nobody has cards in this game", "packs", "leave it out"))
    report = game.cards.check_packs(files)
    faults = [
        PackFault("error", error.where, told(error.message, language), told(error.fix, language))
        for error in report.unread
    ]
    faults += [
        PackFault(one.severity, one.place, told(one.message, language), told(one.fix, language))
        for one in report.findings
    ]
    held = {kind: number for kind, number in report.held.items() if number}
    usable = not report.errors
    named = [PackLine(one.name, one.version, one.author, one.licence) for one in report.abouts]
    return PacksVerdict(usable, named, held, faults, _brought(game, files, language) if usable else None)


def answer_packs(game: Game, question: PacksQuestion, language: str) -> PacksVerdict:
    """The same for a question; of a pack that is edited also its text, its documents and what the rules say of it."""
    if not question.edited:
        return check_packs(game, question.packs, language)
    *others, last = question.packs
    if question.documents is None:  # a file that has just been opened: what comes next are its documents
        return structs.replace(
            check_packs(game, question.packs, language), text=last.text, documents=tables_of(last.text) or None
        )
    text = toml_text(question.documents)
    packs = [*others, PackBrought(last.name, text)]
    verdict = check_packs(game, packs, language)
    assert game.cards is not None  # or nothing would have been checked
    remarks = [_remark(one) for one in game.cards.review(files_of(packs), language)]
    return structs.replace(verdict, text=text, documents=question.documents, remarks=remarks)


def _remark(told: ToldRemark) -> PackRemark:
    one = told.remark
    return PackRemark(
        severity="fault" if one.is_fault else "advice",
        kind=one.kind,
        clauses=list(one.clauses),
        what=told.what,
        fix=told.fix,
        about=list(one.about),
        places=[list(place) for place in one.places],
        changes=[DeskChange(list(path), value) for path, value in one.changes],
    )


def _brought(game: Game, files: tuple[PackFile, ...], language: str) -> Catalogue:
    """What packs bring, as the catalogue is shown, and the formats, arenas and teams that there are now."""
    assert game.cards is not None
    setups = game.setups.with_packs(files)
    known = game.cards.with_packs(files).own_view(language)
    lines = {"formats": format_lines(setups, language), "releases": release_lines(setups, language)}
    return structs.replace(known, teams=team_lines(setups, language), **lines)
