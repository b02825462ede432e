"""`esquive analyse`: what every decision of a match gave away, what the dice gave, and what would have been better."""

import argparse
import json
from typing import Any, Final

from esquive.agents.coach import BETTER, MARKS, Coach, Judged, Luck, Side, last_position, result_of, sides_of
from esquive.cli.input_files import file_named
from esquive.cli.languages import add_language
from esquive.cli.progress import Course
from esquive.cli.releases import add_own_release, make_known
from esquive.core.errors import EsquiveError
from esquive.core.games import game_named
from esquive.core.grammar import decimal
from esquive.core.ids import SEAT_NAMES
from esquive.core.messages import messages
from esquive.core.phrases import phrase
from esquive.core.record import read_record, verify

MOST_ROLLOUTS: Final = 10_000


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the verb and its options."""
    parser = subparsers.add_parser(
        "analyse",
        help="errors, luck and better lines of a match",
        description="Judges every decision of a record by the chance to win that it gave away, tells what the dice\n"
        "gave, and names better lines. It goes by what the bots think of positions (docs/coach.md).",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", help="a record; `-` for standard input")
    parser.add_argument("--seat", choices=SEAT_NAMES, help="only the decisions of this seat; default: everybody's")
    parser.add_argument(
        "--rollouts",
        type=int,
        default=0,
        metavar="N",
        help="play what is marked, and what would have been better, out so many times; default: 0",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of what is dealt anew; default: 1")
    add_own_release(parser)
    add_language(parser)
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")


def run(args: argparse.Namespace) -> int:
    """Judges the match and prints it; 0, or raises EsquiveError for a record that cannot be read or does not hold."""
    if not 0 <= args.rollouts <= MOST_ROLLOUTS:
        raise EsquiveError(
            "{option} cannot be {value}",
            "analyse",
            phrase("use a number from {least:g} to {most:g}", least=0, most=MOST_ROLLOUTS),
            option="--rollouts",
            value=args.rollouts,
        )
    record = read_record(file_named(args.file))
    game = game_named(str(record.header["game"]))
    make_known(args.release, game.name)
    problems = verify(record, game)
    if problems:
        raise EsquiveError("does not hold: {why}", args.file, "see `esquive replay --verify`", why=problems[0])
    coach = Coach(game, args.seed, args.rollouts)
    found: list[Judged | Luck] = []
    with Course(args.file, len(record.lines()), args.language) as course:
        for one in coach.judged(record):
            while course.done < one.number:  # lines without a choice are passed over
                course.advance()
            found.append(one)
    last = last_position(game, record)
    sides = sides_of(game, last, found)
    decisions = [one for one in found if isinstance(one, Judged) and args.seat in (None, SEAT_NAMES[one.seat])]
    results = [result_of(game, record, last, side.seat) for side in sides]
    if args.json:
        data = {
            "game": game.name,
            "rollouts": args.rollouts,
            "players": [_side_data(side, result) for side, result in zip(sides, results, strict=True)],
            "decisions": [_decision_data(one) for one in decisions],
            "luck": [
                {"entry": one.number, "turn": one.turn, "seat": SEAT_NAMES[one.seat], "kind": one.kind,
                 "gave": round(one.gave, 4)}
                for one in found if isinstance(one, Luck)
            ],
        }  # fmt: skip
        print(json.dumps(data, ensure_ascii=False))
    else:
        _print(sides, results, [one for one in decisions if one.mark], args.language)
    return 0


def _side_data(side: Side, result: float | None) -> dict[str, Any]:
    """The public keys of a player: chances are from 0 to 1, `error_rate` that given away by a decision on average."""
    return {
        "seat": SEAT_NAMES[side.seat],
        "decisions": side.decisions,
        "given_away": round(side.given_away, 4),
        "error_rate": round(side.error_rate, 5),
        "marks": side.marks,
        "luck": round(side.luck, 4),
        "result": result,
        "result_without_luck": None if result is None else round(_without(result, side), 4),
    }


def _without(result: float, side: Side) -> float:
    """A result less what the dice gave, between 0 and 1."""
    return max(0.0, min(1.0, result - side.luck))


def _decision_data(one: Judged) -> dict[str, Any]:
    rolled = one.rolled
    return {
        "entry": one.number,
        "turn": one.turn,
        "seat": SEAT_NAMES[one.seat],
        "line": one.line,
        "chance": round(one.chance, 4),
        "given_away": round(one.given_away, 4),
        "mark": one.mark,
        "better": [{"lines": list(way.lines), "chance": round(way.chance, 4)} for way in one.better],
        "rolled_out": None
        if rolled is None
        else {
            "gain": round(rolled.gain, 4),
            "interval": [round(rolled.least, 4), round(rolled.most, 4)],
            "tries": rolled.tries,
            "sure": rolled.is_sure,
        },
    }


def _print(sides: list[Side], results: list[float | None], marked: list[Judged], language: str) -> None:
    said = messages(language)

    def shown(chance: float, sign: str = "") -> str:
        return decimal(format(100 * chance, f"{sign}.1f"), language)

    for side, result in zip(sides, results, strict=True):
        seat = SEAT_NAMES[side.seat]
        told = {"seat": seat, "n": side.decisions, "rate": decimal(f"{100 * side.error_rate:.2f}", language)}
        print(said.say("analyse.side", told, side.decisions))
        marks = [f"{said.say(f'analyse.mark.{name}', {})} {side.marks[name]}" for name, _ in MARKS]
        print(said.say("analyse.marks", {"marks": ", ".join(marks), "luck": shown(side.luck, "+")}))
        if result is not None:
            print(said.say("analyse.result", {"result": shown(result), "without": shown(_without(result, side))}))
    for one in marked:
        mark = said.say(f"analyse.mark.{one.mark}", {})
        told = {"turn": one.turn, "seat": SEAT_NAMES[one.seat], "line": one.line, "mark": mark}
        print(said.say("analyse.decision", {**told, "given": shown(one.given_away)}))
        for way in one.better[:BETTER]:
            more = shown(way.chance - one.chance, "+")
            print(said.say("analyse.better", {"lines": "; ".join(way.lines), "more": more}))
        if one.rolled is not None:
            numbers = {"n": one.rolled.tries, "gain": shown(one.rolled.gain, "+")}
            ends = {"least": shown(one.rolled.least, "+"), "most": shown(one.rolled.most, "+")}
            kind = "analyse.rolled" if one.rolled.is_sure else "analyse.unsure"
            print(said.say(kind, {**numbers, **ends}, one.rolled.tries))
    if not marked:
        print(said.say("analyse.nothing", {}))
