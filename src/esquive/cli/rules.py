"""`esquive rules`: a clause with its code and tests, how many clauses are covered, in what two releases differ."""

import argparse
import json
import sys
from typing import Any

from esquive.clauses.clause_index import EDITIONS, Index, coverage, edition, index
from esquive.cli.languages import add_language
from esquive.cli.releases import add_release, is_release_file, release_named
from esquive.core.citations import Site
from esquive.core.clauses import Clause
from esquive.core.coverage import Coverage
from esquive.core.derived_clauses import DerivedRegistry
from esquive.core.error_translations import NOTES, told
from esquive.core.errors import EsquiveError
from esquive.core.games import USUAL, game_named
from esquive.core.messages import DEFAULT, messages
from esquive.core.phrases import phrase
from esquive.core.rulebook import Rulebook
from esquive.core.rulings import NONE, Ruling
from esquive.core.text_search import holds_all


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the verb and its options."""
    parser = subparsers.add_parser(
        "rules",
        help="a clause in our words, the code that implements it, its tests",
        description="Shows a clause or a ruling with its code and tests, counts what is covered, or compares releases.",
    )
    parser.add_argument("clause", nargs="?", default="", metavar="CLAUSE", help="such as 7.2.8.c, or a ruling: R12")
    parser.add_argument("--game", default=USUAL, help=f"default: {USUAL}")
    add_release(parser)
    add_language(parser, of="of clauses and rulings")
    parser.add_argument("--coverage", action="store_true", help="count the clauses implemented and tested")
    parser.add_argument(
        "--search", nargs="+", default=[], metavar="WORD", help="clauses and rulings that hold all of these words"
    )
    parser.add_argument("--compare", nargs=2, metavar="RELEASE", help="in what two releases differ: 2.2 2.7")
    parser.add_argument("--examples", action="store_true", help="with --compare: play the example of each difference")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")


def run(args: argparse.Namespace) -> int:
    """Prints what was asked; 0, or 1 when a search finds nothing; raises EsquiveError for what there is not."""
    if args.compare:
        from esquive.cli.compare_releases import print_compared

        return print_compared(args)
    if args.examples:
        raise EsquiveError("--examples are of --compare", "rules", "as in --compare 2.2 2.7 --examples")
    wanted = edition(args.game, _listed(args.game, args.release))
    telling = Telling(wanted, args.language)
    if args.coverage and args.clause:
        raise EsquiveError("a clause and --coverage together", "rules", "ask for one of them")
    if args.search and (args.coverage or args.clause):
        raise EsquiveError("--search with something else to show", "rules", "ask for one of them")
    if args.search:
        return _print_found(telling, args.search, args.json)
    if not args.coverage and not args.clause:
        return _print_contents(telling, args.json)
    cited = index(wanted)
    covered = coverage(wanted, cited)
    if args.coverage:
        return _print_coverage(telling, covered, args.json)
    if args.clause.startswith("R"):
        return _print_ruling(telling, cited, args.clause, args.json)
    return _print_clause(telling, covered, cited, args.clause, args.json)


def _listed(game: str, given: str) -> str:
    """The release whose clauses are listed: the one given, or that of the book which one of one's own goes by."""
    if not is_release_file(given):
        return given
    name = release_named(given, game)
    releases = game_named(game).releases
    book = "" if releases is None else releases.book(name)
    return next((known.release for known in EDITIONS if (known.game, known.book) == (game, book)), name)


class Telling:
    """A book in the language of its reader; what is not translated is told in English and marked with `[en]`."""

    def __init__(self, book: Rulebook, language: str) -> None:
        self.book = book
        self.language = language
        self._messages = messages(language)

    def say(self, name: str, **places: str) -> str:
        """A message of the verb."""
        return self._messages.say(f"rules.{name}", places)

    def words(self, text: str, language: str = DEFAULT) -> str:
        """Words of a language, marked where it is not the reader's."""
        return text if language == self.language else f"[{language}] {text}"

    def line(self, label: str, text: str) -> None:
        """Prints what has a label."""
        print(f"  {self.say('labelled', label=label, text=text)}")

    def clause(self, clause: Clause) -> str:
        """What a clause says."""
        said = self.book.says(clause, self.language)
        return self.words(said.text, said.language)


def _print_contents(telling: Telling, as_json: bool) -> int:
    """The whole book, one line a clause."""
    registry = telling.book.registry()
    if as_json:
        print(json.dumps([_clause_data(telling, clause) for clause in registry], ensure_ascii=False))
        return 0
    for clause in registry:
        print(f"{clause.clause:<10} {telling.clause(clause)}")
    return 0


def _print_found(telling: Telling, words: list[str], as_json: bool) -> int:
    """The clauses and rulings that hold all of some words, in the reader's language or in English; 1 without any."""
    book = telling.book
    clauses = [
        clause
        for clause in book.registry()
        if holds_all(f"{clause.clause} {telling.clause(clause)} {clause.paraphrase}", words)
    ]
    cited = index(book)
    rulings = [
        cited.told(ruling, telling.language)
        for ruling in cited.rulings.values()
        if holds_all(" ".join(_words_of(ruling) + _words_of(cited.told(ruling, telling.language))), words)
    ]
    if as_json:
        data = {
            "clauses": [_clause_data(telling, clause) for clause in clauses],
            "rulings": [ruling.to_data() for ruling in rulings],
        }
        print(json.dumps(data, ensure_ascii=False))
    else:
        for clause in clauses:
            print(f"{clause.clause:<10} {telling.clause(clause)}")
        for ruling in rulings:
            print(f"{ruling.ruling:<10} {telling.words(ruling.title, ruling.language)}")
        print(telling.say("found", clauses=str(len(clauses)), rulings=str(len(rulings))), file=sys.stderr)
    return 0 if clauses or rulings else 1


def _words_of(ruling: Ruling) -> list[str]:
    """What a ruling says of the game: not where its switch and test are."""
    return [ruling.ruling, ruling.title, *(ruling.fields.get(name, "") for name in ("Question", "Decision", "Reason"))]


def _clause_data(telling: Telling, clause: Clause) -> dict[str, Any]:
    """The columns of the table, and what the clause says in the reader's language."""
    said = telling.book.says(clause, telling.language)
    return {**clause.to_data(), "says": said.text, "language": said.language}


def _print_coverage(telling: Telling, covered: Coverage, as_json: bool) -> int:
    data = covered.to_data()
    if as_json:
        print(json.dumps(data, ensure_ascii=False))
        return 0
    whole = "coverage.derived" if isinstance(covered.registry, DerivedRegistry) else "coverage"
    numbers = {name: str(data[name]) for name in ("clauses", "testable", "implemented", "tested")}
    print(telling.say(whole, book=f"{covered.game} {covered.release}", **numbers))
    print(telling.say("covered", both=str(data["implemented_and_tested"]), **numbers))
    for clause in data["missing"]:
        has_code, has_test = bool(covered.code(clause)), bool(covered.tests(clause))
        lacks = telling.say("lacks.test" if has_code else "lacks.code" if has_test else "lacks.both")
        print(f"  {clause:<10} {lacks:<21} {telling.clause(covered.registry.get(clause))}")
    for entry in data["unimplementable"]:
        print(f"  {entry['clause']:<10} {telling.say('cannot', reason=telling.words(entry['reason']))}")
    return 0


def _print_clause(telling: Telling, covered: Coverage, cited: Index, number: str, as_json: bool) -> int:
    clause, wanted = covered.registry.get(number), telling.book
    reading = [ruling for ruling in cited.rulings.values() if number in wanted.read_by(ruling)]
    rulings = [cited.told(ruling, telling.language) for ruling in reading]
    children = covered.registry.children(number)
    if as_json:
        data: dict[str, Any] = {
            "game": covered.game,
            "release": covered.release,
            **_clause_data(telling, clause),
            "children": [child.clause for child in children],
            "code": [site.to_data() for site in covered.code(number)],
            "tests": [site.to_data() for site in covered.tests(number)],
            "rulings": [ruling.to_data() for ruling in rulings],
            "unimplementable": covered.unimplementable.get(number, ""),
        }
        print(json.dumps(data, ensure_ascii=False))
        return 0
    book = f"{wanted.game} {wanted.release}"
    print(telling.say("clause", book=book, number=number, kind=telling.say(f"kind.{clause.kind}")))
    print(f"  {telling.clause(clause)}")
    for label, text in (("french-text", clause.fr), ("release-2-2", clause.it22_differs)):
        if text:
            telling.line(telling.say(label), told(text, telling.language, NOTES))
    base = wanted.base if wanted.base is not None else wanted
    for shared in clause.shared:
        telling.line(f"{base.release} {shared}", Telling(base, telling.language).clause(base.registry().get(shared)))
    for child in children:
        print(f"    {child.clause}: {telling.clause(child)}")
    _print_sites(telling, "code", covered.code(number))
    _print_sites(telling, "tests", covered.tests(number))
    for ruling in rulings:
        decided = telling.words(f"{ruling.title}. {ruling.fields['Decision']}", ruling.language)
        telling.line(telling.say("ruling", ruling=ruling.ruling), decided)
    return 0


def _print_sites(telling: Telling, kind: str, sites: list[Site]) -> None:
    if not sites:
        telling.line(telling.say(kind), telling.say("none-yet"))
    for site in sites:
        telling.line(telling.say(kind), f"{site.path}:{site.line} {site.name}".rstrip())


def _print_ruling(telling: Telling, cited: Index, number: str, as_json: bool) -> int:
    if number not in cited.rulings:
        book = telling.book
        raise EsquiveError(
            'there is no ruling "{number}"',
            "rules",
            phrase("the ledger of {game} is {ledger}", game=book.game, ledger=book.ledger),
            number=number,
        )
    ruling = cited.told(cited.rulings[number], telling.language)
    if as_json:
        print(json.dumps(ruling.to_data(), ensure_ascii=False))
        return 0
    print(f"{ruling.ruling}. {telling.words(ruling.title, ruling.language)}")
    for name in ruling.fields:
        telling.line(telling.say(f"field.{name.lower()}"), _field(telling, ruling, name))
    return 0


def _field(telling: Telling, ruling: Ruling, name: str) -> str:
    """What a field of a ruling holds; what the ledger writes in a few fixed words is told in the reader's language."""
    text = ruling.fields[name]
    if text == NONE:
        return telling.say("nothing")
    if name == "Scope":
        return telling.say(f"scope.{text.replace(' ', '-')}")
    if name == "Switch" and ruling.release_procedures:
        return telling.say("switch.release", names=", ".join(f"`{one}`" for one in ruling.release_procedures))
    return text
