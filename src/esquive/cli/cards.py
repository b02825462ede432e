"""`esquive cards`: the catalogues, one card in words, a check of a user's pack, and how much is playable."""

import argparse
import json
import sys
import tomllib
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import msgspec

from esquive.cli import kaos_cards
from esquive.core.errors import DocumentError
from esquive.core.findings import Finding
from esquive.core.nearest import nearest
from esquive.krosmaster.cards.catalogue import Catalogue, catalogue, display_name
from esquive.krosmaster.cards.documents import ArenaDocument, CardDocument, RewardDocument, SummonDocument
from esquive.krosmaster.cards.reading import parse_pack, read_text
from esquive.krosmaster.text.cards.lint import lint
from esquive.krosmaster.text.cards.sentences import (
    LANGUAGES,
    power_name,
    power_text,
    reward_text,
    spell_bar,
    spell_text,
)

CATALOGUE: Final = Path(str(files("esquive.krosmaster").joinpath("catalogue"))).resolve()


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the verb and its four actions."""
    parser = subparsers.add_parser(
        "cards",
        help="the catalogue, a card in words, a check of a pack",
        description="Cards of Krosmaster Arena; with --game kaos fighters, objects, events, scenarios of Kaos.",
    )
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    listing = actions.add_parser("list", help="every card of the catalogue")
    listing.add_argument("--collection", default="", help="only this collection, such as dks1")
    listing.add_argument("--playable", action="store_true", help="only cards that can be played")
    show = actions.add_parser("show", help="a card, summon, reward or arena in words")
    show.add_argument(
        "id", metavar="ID", help="such as oscar-kass, water-bomb, aero-boost, the-pit; of Kaos shi-nuitfine"
    )
    show.add_argument("--language", choices=LANGUAGES, default="en", help="default: en")
    for action in (listing, show):
        action.add_argument("--game", choices=("krosmaster", "kaos"), default="krosmaster", help="default: krosmaster")
    check = actions.add_parser("check", help="validate card files of either game: 0 when they hold, 1 when not")
    check.add_argument("paths", nargs="+", metavar="PATH", help="files, or folders of .toml files")
    actions.add_parser("coverage", help="how many printed cards can be played")
    for action in actions.choices.values():
        action.add_argument("--json", action="store_true", help="one JSON document on stdout")


def run(args: argparse.Namespace) -> int:
    """Runs the action; 0, 1 when a check fails, or raises EsquiveError for bad input."""
    if args.action == "list":
        return _list(args)
    if args.action == "show":
        return _show(args)
    if args.action == "check":
        return _check(args)
    return _coverage(args)


def _list(args: argparse.Namespace) -> int:
    if args.game == "kaos":
        return _list_kaos(args)
    known = catalogue()
    collections = sorted({card.collection for card in known.cards.values()})
    if args.collection and args.collection not in collections:
        raise DocumentError(f"no collection '{args.collection}'", "--collection", nearest(args.collection, collections))
    rows = [
        _row(known, card)
        for card in known.cards.values()
        if args.collection in ("", card.collection) and (not args.playable or known.is_playable(card))
    ]
    if args.json:
        print(json.dumps(rows, ensure_ascii=False))
        return 0
    for row in rows:
        mark = " " if row["playable"] else "-"
        print(f"{mark} {row['id']:<34} {row['level']}  {row['colour']:<6} {row['collection']:<8} {row['name']}")
    print(f"{len(rows)} cards; those marked - cannot be played yet")
    return 0


def _list_kaos(args: argparse.Namespace) -> int:
    if args.collection:
        raise DocumentError("Kaos has no collections", "--collection", "leave it out")
    rows = kaos_cards.rows()
    if args.json:
        print(json.dumps(rows, ensure_ascii=False))
        return 0
    for row in rows:
        print(kaos_cards.row_line(row))
    print(f"{len(rows)} fighters, objects, events, battlefields, scenarios and hordes")
    return 0


def _row(known: Catalogue, card: CardDocument) -> dict[str, Any]:
    return {
        "id": card.id,
        "name": _full_name(card, "en"),
        "level": card.level,
        "colour": card.colour,
        "types": list(card.types),
        "collection": card.collection,
        "print": card.print,
        "playable": known.is_playable(card),
    }


def _full_name(card: CardDocument, language: str) -> str:
    name = display_name(card.name, language)
    return name if card.version is None else f"{name} - {display_name(card.version, language)}"


def _show(args: argparse.Namespace) -> int:
    if args.game == "kaos":
        one = kaos_cards.find(args.id)
        print(
            json.dumps(kaos_cards.told(one), ensure_ascii=False)
            if args.json
            else "\n".join(kaos_cards.lines(one, args.language))
        )
        return 0
    known = catalogue()
    tables: tuple[Any, ...] = (known.cards, known.summons, known.rewards, known.arenas)
    found = next((table[args.id] for table in tables if args.id in table), None)
    if found is None:
        every = [one for table in tables for one in table]
        fix = nearest(args.id, every)
        if any(one.id == args.id for _, one in kaos_cards.everything()):
            fix = "it is of Kaos: add --game kaos"
        raise DocumentError(f"the catalogue has no '{args.id}'", "cards show", fix)
    if args.json:
        print(json.dumps(_told(known, found, args.language), ensure_ascii=False))
        return 0
    for line in _lines(known, found, args.language):
        print(line)
    return 0


def _told(known: Catalogue, found: Any, language: str) -> dict[str, Any]:
    """The document as it stands, with the sentences beside the ops."""
    data: dict[str, Any] = msgspec.to_builtins(found)
    if not isinstance(found, ArenaDocument):
        data["sentences"] = {spell.id: spell_text(spell, language) for spell in found.spell}
        data["playable"] = known.is_playable(found)
        data["unplayable_because"] = list(known.unplayable_because(found))
    if isinstance(found, RewardDocument):
        data["sentences"][found.id] = reward_text(found, language)
    elif not isinstance(found, ArenaDocument):
        data["powers"] = {power_name(power, language): power_text(power, language) for power in found.power}
    return data


def _lines(known: Catalogue, found: Any, language: str) -> Iterable[str]:
    if isinstance(found, ArenaDocument):
        yield display_name(found.name, language)
        yield from found.map.strip().splitlines()
        return
    if isinstance(found, RewardDocument):
        slot = f", {found.slot}" if found.slot else ""
        yield f"{display_name(found.name, language)}  ({found.rank} {found.kind}{slot}, {found.copies} in the game)"
        yield f"  {reward_text(found, language)}"
    else:
        yield from _card_lines(found, language)
    if found.note:
        yield f"note: {found.note}"
    if isinstance(found, CardDocument) and found.conflict:
        yield f"conflict: {found.conflict}"
    for reason in known.unplayable_because(found):
        yield f"not playable: {reason}"


def _card_lines(found: CardDocument | SummonDocument, language: str) -> Iterable[str]:
    if isinstance(found, CardDocument):
        types = ", ".join(found.types) or "no type"
        yield f"{_full_name(found, language)}  ({found.colour}, {types}; {found.collection}, {found.print})"
        yield f"level {found.level}  initiative {found.initiative}  MP {found.mp}  HP {found.hp}  AP {found.ap}"
    else:
        family = f", family {found.family}" if found.family else ""
        yield f"{display_name(found.name, language)}  ({found.category}{family})"
        yield f"MP {found.mp}  HP {found.hp}  AP {found.ap}"
    for spell in found.spell:
        control = f" ({spell.summons})" if spell.summons is not None else ""
        limit = {"none": "", "turn": "; once a turn", "turn-and-target": "; once a turn and target"}
        yield f"* {display_name(spell.name, language)}{control}: {spell_bar(spell, language)}" + limit.get(
            spell.limit, "; once a game"
        )
        text = spell_text(spell, language)
        if text:
            yield f"    {text}"
    for power in found.power:
        yield f"+ {power_name(power, language)}: {power_text(power, language)}"


def _check(args: argparse.Namespace) -> int:
    known = catalogue()
    found: list[Finding] = []
    number = 0
    for path in _toml_files(args.paths):
        text = read_text(path)
        tables = _tables(text)
        if kaos_cards.is_kaos(tables):
            found += kaos_cards.check(path, text, tables)
        else:
            is_own = path.resolve().is_relative_to(CATALOGUE)
            found += lint(parse_pack(text, str(path)), text, str(path), known, is_of_catalogue=is_own)
        number += 1
    errors = [finding for finding in found if finding.severity == "error"]
    if args.json:
        report = {"files": number, "errors": len(errors), "findings": [finding.to_data() for finding in found]}
        print(json.dumps(report, ensure_ascii=False))
    else:
        for finding in found:
            print(finding)
        counted = ((number, "file"), (len(errors), "error"), (len(found) - len(errors), "warning"))
        print(", ".join(f"{n} {what}{'s' * (n != 1)}" for n, what in counted), file=sys.stderr)
    return 1 if errors else 0


def _tables(text: str) -> dict[str, Any]:
    """The tables of a file, which tell its game; none where the text is no TOML, which its reader tells."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):
        return {}


def _toml_files(names: list[str]) -> list[Path]:
    paths: list[Path] = []
    for name in names:
        path = Path(name)
        if path.is_dir():
            inside = sorted(path.rglob("*.toml"))
            if not inside:
                raise DocumentError("no .toml file in this folder", name, "give card files")
            paths += inside
        else:
            paths.append(path)
    return paths


def _coverage(args: argparse.Namespace) -> int:
    data = coverage(catalogue())
    if args.json:
        print(json.dumps(data))
        return 0
    print(f"{data['printed']} printed cards: {data['playable']} playable, {data['unimplemented']} not yet")
    print(f"{data['conflicting']} of them with sources that disagree")
    print(f"{data['house']} summons and rewards with values of our own")
    return 0


def coverage(known: Catalogue) -> dict[str, int]:
    """How many printed cards there are and can be played; `house` counts cards, summons and rewards of our own making.

    `conflicting` are cards on which the sources disagree; `unimplemented` are the printed cards that are not playable.
    """
    printed = [card for card in known.cards.values() if card.print != "house"]
    playable = [card for card in printed if known.is_playable(card)]
    house: list[bool] = [one.house for table in (known.summons, known.rewards) for one in table.values()]
    house += [card.house for card in known.cards.values()]
    return {
        "printed": len(printed),
        "playable": len(playable),
        "house": sum(house),
        "conflicting": sum(card.conflict is not None for card in printed),
        "unimplemented": len(printed) - len(playable),
    }
