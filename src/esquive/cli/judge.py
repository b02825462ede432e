"""`esquive judge`: is a line legal in a position, why, and what may come of it."""

import argparse
import json
from typing import Any, Final

import msgspec

from esquive.cli.languages import add_language
from esquive.cli.packs import add_packs
from esquive.cli.positions import opened
from esquive.cli.releases import add_own_release, make_known, release_named
from esquive.cli.studies import add_chapter, none_of, question_or_study, tell
from esquive.core.error_translations import told
from esquive.core.errors import EsquiveError, NotationError
from esquive.core.game import Game
from esquive.core.games import game_named
from esquive.core.grammar import percent
from esquive.core.ids import format_seat
from esquive.core.line_comparison import compare
from esquive.core.messages import messages
from esquive.core.odds import TooManyWays, odds_of, sums_of
from esquive.core.phrases import phrase
from esquive.core.question_answers import Answered, answered, judged, play_before
from esquive.core.question_links import Study
from esquive.core.shapes import Chance, Comparison, OddsView
from esquive.core.waiting import Decision, Over
from esquive.core.words import Words

OF_ANOTHER_MOMENT: Final = "wrong-verb"  # the kind of the condition that fails where something else is asked


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the verb and its options."""
    parser = subparsers.add_parser(
        "judge",
        help="legal or not, with every condition; if legal, the exact odds",
        description="Judges one line in a position: every condition with its clause, the exact odds of each outcome.",
    )
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a position document or a scenario (TOML or JSON), a study, or a link to either; `-` for standard input",
    )
    parser.add_argument("--do", metavar="LINE", help='the line to judge, as in "cast con d4"; a link may say it')
    parser.add_argument(
        "--after",
        nargs="*",
        default=[],
        metavar="LINE",
        help='answers and rolls played before it, in order, as in --after "armour lock" to judge "keep"',
    )
    parser.add_argument(
        "--answers",
        nargs="*",
        default=[],
        metavar="LINE",
        help="answers to the decisions met on the way, in order; without them every alternative is tried",
    )
    parser.add_argument(
        "--releases",
        metavar="ONE,OTHER",
        help="judge it under two releases, as in 2.2,2.7, and name the rules that make the difference",
    )
    add_chapter(parser)
    add_own_release(parser)
    add_packs(parser)
    add_language(parser)
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")


def run(args: argparse.Namespace) -> int:
    """Judges the line; 0 when it is legal, 1 when it is not; raises EsquiveError for what cannot be read."""
    question = question_or_study(args.file, args.chapter)
    if isinstance(question, Study):
        none_of(args, "do", "after", "answers", "releases")
        return tell(question, args, is_drawn=False)
    game = game_named(str(question.document.get("game", "")))
    make_known(args.release, game.name)
    state = opened(game, args.file, question.document)
    for line in question.after:
        play_before(game, state, line, "link", args.language)
    for line in args.after:
        play_before(game, state, line, "--after", args.language)
    args.do = args.do or question.line
    args.answers = args.answers or question.answers
    if not args.do:
        raise EsquiveError("no line is to be judged", "--do", 'say which, as in --do "cast con d4"')
    waiting = state.waiting
    if isinstance(waiting, Over):
        raise EsquiveError("the game is over: {reason}", args.file, "judge an earlier position", reason=waiting.reason)
    if args.releases is not None:
        return _compare(args, game, state)
    try:
        words = game.words(state, args.language)
        found = judged(words, args.do) if args.json else answered(words, args.do, tuple(args.answers))
    except NotationError as error:
        raise _unread(error, waiting.kind, is_roll=not isinstance(waiting, Decision)) from error
    asked = {"player": format_seat(waiting.seat) if waiting.seat >= 0 else "none", "kind": waiting.kind}
    if args.json:
        data = _to_data(args, asked, found)
        if found.is_legal:
            data.update(_odds_data(words, found.answer, tuple(args.answers)))
        print(json.dumps(data, ensure_ascii=False))
    else:
        _print(args.do, asked, found, words)
    return 0 if found.is_legal else 1


def _unread(error: NotationError, asked: str, *, is_roll: bool) -> EsquiveError:
    """A line that is no answer; of a roll, or with an unknown verb, it may be one once other lines have been played."""
    is_of_another_moment = is_roll or "unknown verb" in error.message
    return EsquiveError(error, "--do", _after(asked) if is_of_another_moment else "")


def _after(asked: str) -> str:
    """What is asked, and how a line that comes later is judged."""
    return phrase("what is asked is {asked}; --after plays the lines that come before this one", asked=asked)


def _compare(args: argparse.Namespace, game: Game, state: Any) -> int:
    """Judges the line under two releases; 0 when both rule alike, 1 when they do not."""
    known = game.releases
    names = [release_named(name.strip(), game.name) for name in args.releases.split(",")]
    if known is None:
        raise EsquiveError("{game} has one release only", "--releases", "leave it out", game=game.title)
    if len(names) != 2 or not set(names) <= set(known.names()):
        raise EsquiveError(
            "{releases!r} are no two releases",
            "--releases",
            phrase("name two of: {known}", known=", ".join(known.names())),
            releases=args.releases,
        )
    try:
        found = compare(game, state, args.do, names, args.language)
    except NotationError as error:
        raise _unread(error, state.waiting.kind, is_roll=False) from error
    if args.json:
        print(json.dumps({"file": args.file, **msgspec.to_builtins(found)}, ensure_ascii=False))
    else:
        _print_comparison(found, args.language)
    return 0 if found.same else 1


def _print_comparison(found: Comparison, language: str) -> None:
    said = messages(language)
    for verdict in found.verdicts:
        word = said.say("judge.legal" if verdict.legal else "judge.illegal", {})
        print(f"{verdict.release}: {found.do}: {word}")
        for condition in verdict.conditions:
            if not condition.holds:
                print(f"  {condition.sentence} [{', '.join(condition.clauses)}]")
        if verdict.note:
            print(f"  {verdict.note}")
        for one in verdict.odds or ():
            print(f"  {one.probability:>10}  {percent(one.percent, language):>7}  {one.text}")
    print(said.say("judge.same" if found.same else "judge.differs", {}))
    for rule in found.rules:
        print(f"  {rule.key}")
        for said_there in rule.says:
            clauses = ", ".join(said_there.clauses)
            print(f"    {said_there.release}: {said_there.value}: {said_there.text} [{clauses}]")


def _to_data(args: argparse.Namespace, asked: dict[str, str], found: Answered) -> dict[str, Any]:
    shown = msgspec.to_builtins(found.conditions)
    refusal = next(({**one} for one in shown if not one["holds"]), None)
    if refusal is not None:
        del refusal["holds"]
    return {
        "file": args.file,
        "do": args.do,
        "asked": asked,
        "legal": refusal is None,
        "conditions": shown,
        "refusal": refusal,
    }


def _odds_data(words: Words, answer: int, answers: tuple[str, ...]) -> dict[str, Any]:
    """The keys `dice choices outcomes sums odds_note`; without outcomes the note says why."""
    counted = words.game.odds
    if counted is None:
        return {"dice": False, "choices": [], "outcomes": [], "sums": [], "odds_note": None}
    try:
        odds = odds_of(counted, words.state, answer, answers)
    except TooManyWays:
        return {"dice": True, "choices": [], "outcomes": [], "sums": [], "odds_note": words.too_many()}
    outcomes = odds.to_data(lambda note: counted.note_data(words.state, note))
    return {**outcomes, "sums": [one.to_data() for one in sums_of(counted, odds)], "odds_note": None}


def _print(line: str, asked: dict[str, str], found: Answered, words: Words) -> None:
    language = words.language
    said = messages(language)
    verdict = said.say("judge.legal" if found.is_legal else "judge.illegal", {})
    kind = words.asked(asked["kind"])
    heading = said.say("rules.labelled", {"label": f"{asked['player']} ({kind})", "text": line})
    print(said.say("rules.labelled", {"label": heading, "text": verdict}))
    marks = {holds: said.say("judge.holds" if holds else "judge.fails", {}) for holds in (True, False)}
    wide = max(map(len, marks.values()))
    for condition in found.conditions:
        print(f"  {marks[condition.holds]:<{wide}}  {condition.sentence} [{', '.join(condition.clauses)}]")
    if any(condition.kind == OF_ANOTHER_MOMENT and not condition.holds for condition in found.conditions):
        print(f"  {told(_after(kind), language)}")
    if found.odds.odds or found.odds.odds_note:
        print("\n".join(odds_told(found.odds, language)))
        if found.sums:
            print(f"  {said.say('judge.sums', {})}")
            print("\n".join(_chances_told(found.sums, language)))


def odds_told(odds: OddsView, language: str) -> list[str]:
    """The odds as lines: what is to be said of them, then each outcome."""
    found = [f"  {odds.odds_note}"] if odds.odds_note else []
    return found + _chances_told(odds.odds or [], language)


def _chances_told(chances: list[Chance], language: str) -> list[str]:
    return [f"  {one.probability:>10}  {percent(one.percent, language):>7}  {one.text}" for one in chances]
