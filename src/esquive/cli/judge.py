"""`esquive judge`: is a line legal in a position, why, and what may come of it."""

import argparse
import json
from pathlib import Path
from typing import Any

from esquive.cli.games import game_named, odds_game_named
from esquive.cli.positions import read_position
from esquive.core.errors import DocumentError, EsquiveError, NotationError
from esquive.core.ids import format_seat
from esquive.core.odds import Odds, odds_of
from esquive.core.waiting import Condition, Decision, Over, refusal_of


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the verb and its options."""
    parser = subparsers.add_parser(
        "judge",
        help="legal or not, with every condition; if legal, the exact odds",
        description="Judges one line in a position: every condition with its clause, the exact odds of each outcome.",
    )
    parser.add_argument("file", metavar="FILE", help="a position document or a scenario (TOML or JSON)")
    parser.add_argument("--do", required=True, metavar="LINE", help='the line to judge, as in "cast con d4"')
    parser.add_argument(
        "--answers",
        nargs="*",
        default=[],
        metavar="LINE",
        help="answers to the decisions met on the way, in order; without them every alternative is tried",
    )
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")


def run(args: argparse.Namespace) -> int:
    """Judges the line; 0 when it is legal, 1 when it is not; raises EsquiveError for what cannot be read."""
    document = read_position(Path(args.file))
    name = str(document.get("game", ""))
    game = game_named(name)
    try:
        state = game.from_document(document)
    except EsquiveError as error:
        raise DocumentError(error.message, f"{args.file}: {error.where}".rstrip(": "), error.fix) from error
    waiting = state.waiting
    if isinstance(waiting, Over):
        raise EsquiveError(f"the game is over: {waiting.reason}", args.file, "judge an earlier position")
    try:
        answer = game.parse(state, args.do)
    except NotationError as error:
        raise EsquiveError(str(error), "--do", "") from error
    conditions = game.conditions(state, answer) if isinstance(waiting, Decision) else []
    is_legal = refusal_of(conditions) is None
    odds = odds_of(odds_game_named(name), state, answer, tuple(args.answers)) if is_legal else None
    asked = {"player": format_seat(waiting.seat), "kind": waiting.kind}
    if args.json:
        print(json.dumps(_to_data(args, asked, conditions, odds), ensure_ascii=False))
    else:
        _print(args.do, asked, conditions, odds)
    return 0 if is_legal else 1


def _to_data(
    args: argparse.Namespace, asked: dict[str, str], conditions: list[Condition], odds: Odds | None
) -> dict[str, Any]:
    refusal = refusal_of(conditions)
    data: dict[str, Any] = {
        "file": args.file,
        "do": args.do,
        "asked": asked,
        "legal": refusal is None,
        "conditions": [condition.to_data() for condition in conditions],
        "refusal": None if refusal is None else refusal.to_data(),
    }
    if odds is not None:
        data.update(odds.to_data())
    return data


def _print(line: str, asked: dict[str, str], conditions: list[Condition], odds: Odds | None) -> None:
    print(f"{asked['player']} ({asked['kind']}): {line}: {'legal' if odds is not None else 'ILLEGAL'}")
    for condition in conditions:
        print(f"  {'holds' if condition.holds else 'FAILS'}  {condition.sentence} [{', '.join(condition.clauses)}]")
    if odds is None:
        return
    for choice in odds.choices:
        after = f" after {', '.join(choice['after'])}" if choice["after"] else ""
        print(f"  {choice['seat']} chooses{after} ({choice['kind']}): {' | '.join(choice['options'])}")
    path: tuple[str, ...] = ()
    for ending in odds.endings:
        if ending.answers != path:
            path = ending.answers
            print(f"  with {', '.join(path)}:")
        changes = ", ".join(f"{key} = {_shown(value)}" for key, value in ending.changes.items()) or "nothing changes"
        print(f"  {ending.probability!s:>10}  {float(ending.probability):8.3%}  {changes}")


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value == "":
        return "off the board"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
