"""`esquive rules --compare`: in what two releases of a rulebook differ, chapter by chapter."""

import argparse
import json
from collections.abc import Sequence

from msgspec import to_builtins

from esquive.core.errors import EsquiveError
from esquive.core.examples import position_of, shown
from esquive.core.game import Game
from esquive.core.games import game_named
from esquive.core.grammar import percent
from esquive.core.messages import messages
from esquive.core.shapes import Comparison, Course, RulesDifference


def print_compared(args: argparse.Namespace) -> int:
    """Prints every difference by chapters, those that change nothing on the table after the others; 0.

    Raises EsquiveError for releases that cannot be compared, and when something else was asked with them.
    """
    if args.clause or args.coverage or args.release:
        raise EsquiveError("--compare stands alone", "rules", "leave out the clause, --coverage and --release")
    one, other = args.compare
    game = game_named(args.game)
    compared = game.compare(one, other, args.language)
    if args.json:
        found = to_builtins(compared)
        if args.examples:
            clauses = [difference.example for chapter in compared.chapters for difference in chapter.differences]
            told = [shown(game, clause, one, other, args.language) for clause in dict.fromkeys(filter(None, clauses))]
            found["examples"] = to_builtins(told)
        print(json.dumps(found, ensure_ascii=False))
        return 0
    for chapter in compared.chapters:
        print(f"{chapter.clause} {chapter.title}")
        for found in chapter.differences:
            if not found.alike:
                _print_difference(found, args.language)
            if args.examples and found.example:
                _print_example(game, found.example, (one, other), args.language)
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


def _print_example(game: Game, clause: str, releases: tuple[str, str], language: str) -> None:
    """The position of an example, what is played in it, and what comes of it under each release."""
    found, said = shown(game, clause, *releases, language), messages(language)
    print(f"    {said.say('rules.example', {'text': found.look})}")
    position = position_of(game, clause)
    if position is not None:
        print("\n".join(f"      {line}".rstrip() for line in game.draw(position).splitlines()))
    for text in found.told:
        print(f"      {text}")
    if found.label:
        print(f"      {said.say('rules.example-played', {'text': found.label})}")
    if found.comparison is not None:
        _print_verdicts(found.comparison, language)
    for course in found.courses:
        _print_course(course, language)


def _print_verdicts(found: Comparison, language: str) -> None:
    said = messages(language)
    for verdict in found.verdicts:
        word = said.say("judge.legal" if verdict.legal else "judge.illegal", {})
        print(f"      {verdict.release}: {word}")
        for condition in verdict.conditions:
            if not condition.holds:
                print(f"        {_cited(condition.sentence, condition.clauses)}")
        if verdict.note:
            print(f"        {verdict.note}")
        for one in verdict.odds or ():
            print(f"        {one.probability:>10}  {percent(one.percent, language):>7}  {one.text}")


def _print_course(course: Course, language: str) -> None:
    said = messages(language)
    print(f"      {course.release}:")
    for one in (*course.log, *course.refused):
        print(f"        {_cited(one.text, one.clauses)}")
    if not course.known:
        print(f"        {said.say('rules.example-unknown', {})}")
    if course.ends:
        print(f"        {said.say('rules.example-ends', {'text': '; '.join(course.ends)})}")
    if course.asked:
        print(f"        {said.say('rules.example-asked', {'text': course.asked})}")


def _cited(text: str, clauses: Sequence[str]) -> str:
    """A sentence with its clauses."""
    return f"{text} [{', '.join(clauses)}]" if clauses else text
