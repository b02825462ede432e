"""`esquive rules --compare`: in what two releases of a rulebook differ, chapter by chapter."""

import argparse
import json

from msgspec import to_builtins

from esquive.core.errors import EsquiveError
from esquive.core.games import game_named
from esquive.core.messages import messages
from esquive.core.shapes import RulesDifference


def print_compared(args: argparse.Namespace) -> int:
    """Prints every difference by chapters, those that change nothing on the table after the others; 0.

    Raises EsquiveError for releases that cannot be compared, and when something else was asked with them.
    """
    if args.clause or args.coverage or args.release:
        raise EsquiveError("--compare stands alone", "rules", "leave out the clause, --coverage and --release")
    one, other = args.compare
    compared = game_named(args.game).compare(one, other, args.language)
    if args.json:
        print(json.dumps(to_builtins(compared), ensure_ascii=False))
        return 0
    for chapter in compared.chapters:
        print(f"{chapter.clause} {chapter.title}")
        for found in chapter.differences:
            if not found.alike:
                _print_difference(found, args.language)
        alike = [found for found in chapter.differences if found.alike]
        if alike:
            print(f"  {messages(args.language).say('rules.played-alike', {})}")
        for found in alike:
            _print_difference(found, args.language)
    return 0


def _print_difference(found: RulesDifference, language: str) -> None:
    said = [f"{one.release} {', '.join(one.clauses) or '-'}: {one.text or '-'}" for one in found.says]
    print("\n".join([f"  {said[0]}", *(f"    {line}" for line in said[1:])]))
    for rule in found.rules:
        places = {"key": rule.key, "values": " / ".join(rule.values)}
        print(f"    {messages(language).say('rules.turns-on', places)}")
    why = "; ".join(filter(None, [found.note, ", ".join(found.rulings)]))
    if why:
        print(f"    {why}")
