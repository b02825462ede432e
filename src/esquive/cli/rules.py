"""`esquive rules`: a clause in our words with its code and tests, or how many clauses are covered."""

import argparse
import json
from typing import Any

from esquive.cli.rulebooks import Index, coverage, edition, index
from esquive.core.citations import Site
from esquive.core.coverage import Coverage
from esquive.core.errors import EsquiveError
from esquive.core.games import USUAL
from esquive.core.rulebook import Rulebook
from esquive.core.rulings import Ruling


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the verb and its options."""
    parser = subparsers.add_parser(
        "rules",
        help="a clause in our words, the code that implements it, its tests",
        description="Shows a clause or a ruling with its code and tests, or counts the clauses covered.",
    )
    parser.add_argument("clause", nargs="?", default="", metavar="CLAUSE", help="such as 7.2.8.c, or a ruling: R12")
    parser.add_argument("--game", default=USUAL, help=f"default: {USUAL}")
    parser.add_argument("--release", default="", help="default: the game's current release")
    parser.add_argument("--coverage", action="store_true", help="count the clauses implemented and tested")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")


def run(args: argparse.Namespace) -> int:
    """Prints what was asked; 0, or raises EsquiveError for an unknown game, release, clause or ruling."""
    wanted = edition(args.game, args.release)
    if args.coverage and args.clause:
        raise EsquiveError("a clause and --coverage together", "rules", "ask for one of them")
    if not args.coverage and not args.clause:
        return _print_contents(wanted, args.json)
    cited = index(wanted)
    covered = coverage(wanted, cited)
    if args.coverage:
        return _print_coverage(covered, args.json)
    if args.clause.startswith("R"):
        return _print_ruling(wanted, cited, args.clause, args.json)
    return _print_clause(wanted, covered, cited, args.clause, args.json)


def _print_contents(wanted: Rulebook, as_json: bool) -> int:
    """The whole book, one line a clause."""
    registry = wanted.registry()
    if as_json:
        print(json.dumps([clause.to_data() for clause in registry], ensure_ascii=False))
        return 0
    for clause in registry:
        print(f"{clause.clause:<10} {clause.paraphrase}")
    return 0


def _print_coverage(covered: Coverage, as_json: bool) -> int:
    data = covered.to_data()
    if as_json:
        print(json.dumps(data, ensure_ascii=False))
        return 0
    print(f"{covered.game} {covered.release}: {data['clauses']} clauses, {data['testable']} of them testable")
    print(f"implemented {data['implemented']}, tested {data['tested']}, both {data['implemented_and_tested']}")
    for clause in data["missing"]:
        lacks = [word for word, sites in (("code", covered.code(clause)), ("test", covered.tests(clause))) if not sites]
        print(f"  {clause:<10} no {' and no '.join(lacks):<18} {covered.registry.get(clause).paraphrase}")
    for entry in data["unimplementable"]:
        print(f"  {entry['clause']:<10} cannot be done: {entry['reason']}")
    return 0


def _print_clause(wanted: Rulebook, covered: Coverage, cited: Index, number: str, as_json: bool) -> int:
    clause = covered.registry.get(number)
    rulings = [ruling for ruling in cited.rulings.values() if number in wanted.read_by(ruling)]
    children = covered.registry.children(number)
    if as_json:
        data: dict[str, Any] = {
            "game": covered.game,
            "release": covered.release,
            **clause.to_data(),
            "children": [child.clause for child in children],
            "code": [site.to_data() for site in covered.code(number)],
            "tests": [site.to_data() for site in covered.tests(number)],
            "rulings": [ruling.to_data() for ruling in rulings],
            "unimplementable": covered.unimplementable.get(number, ""),
        }
        print(json.dumps(data, ensure_ascii=False))
        return 0
    print(f"{covered.game} {covered.release}, clause {number} ({clause.kind})")
    print(f"  {clause.paraphrase}")
    for label, text in (("French text", clause.fr), ("Release 2.2", clause.it22_differs)):
        if text:
            print(f"  {label}: {text}")
    for child in children:
        print(f"    {child.clause}: {child.paraphrase}")
    _print_sites("implemented by", covered.code(number))
    _print_sites("tested by", covered.tests(number))
    for ruling in rulings:
        print(f"  ruling {ruling.ruling}: {ruling.title}: {ruling.fields['Decision']}")
    return 0


def _print_sites(label: str, sites: list[Site]) -> None:
    if not sites:
        print(f"  {label}: nothing yet")
    for site in sites:
        print(f"  {label}: {site.path}:{site.line} {site.name}".rstrip())


def _print_ruling(wanted: Rulebook, cited: Index, number: str, as_json: bool) -> int:
    if number not in cited.rulings:
        raise EsquiveError(f'there is no ruling "{number}"', "rules", f"the ledger of {wanted.game} is {wanted.ledger}")
    ruling: Ruling = cited.rulings[number]
    if as_json:
        print(json.dumps(ruling.to_data(), ensure_ascii=False))
        return 0
    print(f"{ruling.ruling}. {ruling.title}")
    for name, text in ruling.fields.items():
        print(f"  {name}: {text}")
    return 0
