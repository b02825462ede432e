"""`esquive balance`: what a change of a card is worth, in games that are the same in everything else."""

import argparse
import hashlib
from pathlib import Path
from typing import Any, Final

from esquive.agents.base import agent_named
from esquive.cli.input_files import file_named
from esquive.cli.languages import add_language
from esquive.cli.match import add_where
from esquive.cli.packs import add_packs
from esquive.cli.resumable import add_series, check_series, run_series
from esquive.core.document_faults import together
from esquive.core.errors import EsquiveError
from esquive.core.games import USUAL, game_named, game_names
from esquive.core.grammar import decimal
from esquive.core.messages import messages
from esquive.core.packs import read_packs
from esquive.lab.balance import FEW, Comparison, Difference, Side, difference_of
from esquive.lab.scores import PAIR, Score

UNIT: Final = 2 * PAIR  # both games of two pairs, whose teams stand in either order


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the verb and its options."""
    parser = subparsers.add_parser(
        "balance",
        help="what a change of a card is worth",
        description="Plays pairs of games with the same teams by chance, dice and bots: once with a card as it is,\n"
        "once with the change, or with another card in its place. Says what the team with the card wins more.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("card", metavar="CARD", help="the id of a figure; for Kaos of a fighter")
    parser.add_argument("--change", metavar="PATH", default="", help="a pack that changes the card (override = true)")
    parser.add_argument("--instead", metavar="ID", default="", help="the card it stands in the place of, to compare it")
    parser.add_argument("--game", choices=game_names(), default=USUAL, help=f"default: {USUAL}")
    parser.add_argument("--agent", default="greedy", help="who plays both sides; default: greedy")
    parser.add_argument("--games", type=int, default=400, metavar="N", help="a multiple of 4; default: 400")
    add_series(parser)
    add_where(parser)
    add_packs(parser)
    add_language(parser)
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")


def run(args: argparse.Namespace) -> int:
    """Plays the comparison and prints what the change is worth; 0, or 130 where Ctrl-C broke it off."""
    _check(args)
    comparison = _comparison(args)
    label = f"{args.card}: {args.change or args.instead}"
    return run_series(args, comparison, (label, args.games), lambda seconds: _data(comparison, seconds), _print)


def _check(args: argparse.Namespace) -> None:
    """Raises EsquiveError for numbers, an agent and a comparison that cannot be."""
    agent_named(args.agent, args.game)
    if bool(args.change) == bool(args.instead):
        fix = "say --change PATH, a pack that changes the card, or --instead ID, another card"
        raise EsquiveError("there is nothing to compare the card with", "balance", fix)
    check_series(args, "balance", UNIT, "use a multiple of four")


def _comparison(args: argparse.Namespace) -> Comparison:
    """The comparison that is asked for; raises EsquiveError for cards and packs that there are not."""
    setups = game_named(args.game).setups
    without, changed, change = args.instead or args.card, setups, ""
    if args.change:
        files, faults = read_packs([file_named(args.change)])
        if faults:
            raise together(faults)
        changed = setups.with_packs(files)
        change = hashlib.sha256("\n".join(file.text for file in files).encode()).hexdigest()[:16]
    setups.list_name(without)
    changed.list_name(args.card)
    sides = Side(setups, without), Side(changed, args.card)
    file = Path(args.out) if args.out else None
    return Comparison(args.game, sides, args.agent, args.games, args.seed, args.turn_cap, file, change)


def _data(comparison: Comparison, seconds: float) -> dict[str, Any]:
    """The public keys: scores of the team with the card from 0 to 1, each with its interval (95 %)."""
    pairs = comparison.pairs()
    by_order = [[pair for pair in pairs if pair[0].pair % PAIR == place] for place in range(PAIR)]
    began = {is_first: [pair for pair in pairs if pair[0].begins is is_first] for is_first in (True, False)}
    uses = comparison.uses()
    return {
        "game": comparison.game,
        "card": comparison.changed.card,
        "instead": comparison.without.card,
        "agent": comparison.agent,
        "seed": comparison.seed,
        "games": len(comparison.played),
        **_shown(difference_of(pairs)),
        "by_order": {str(place + 1): _shown(difference_of(found)) for place, found in enumerate(by_order)},
        "by_initiative": {name: _shown(difference_of(began[is_first])) for name, is_first in _INITIATIVE},
        "uses": {spell: round(times, 3) for spell, times in uses.items()},
        "seldom": [spell for spell, times in uses.items() if times < FEW],
        "seconds": round(seconds, 1),
    }


_INITIATIVE: Final = (("begins", True), ("follows", False))


def _shown(found: Difference) -> dict[str, Any]:
    def told(score: Score) -> dict[str, Any]:
        return {"score": round(score.score, 4), "interval": [round(score.least, 4), round(score.most, 4)]}

    scores = {"without": told(found.without), "with": told(found.changed), "difference": told(found.worth)}
    return {"pairs": found.pairs, **scores, "p": float(f"{found.p:.3g}")}


def _print(data: dict[str, Any], language: str) -> None:
    said = messages(language)

    def percent(value: float, sign: str = "") -> str:
        return decimal(f"{100 * value:{sign}.1f}", language)

    def line(name: str, found: dict[str, Any]) -> str:
        least, most = found["difference"]["interval"]
        places = {
            "without": percent(found["without"]["score"]),
            "with": percent(found["with"]["score"]),
            "difference": percent(found["difference"]["score"], "+"),
            "least": percent(least, "+"),
            "most": percent(most, "+"),
            "p": decimal(f"{found['p']:.2g}", language),
            "n": found["pairs"],
        }
        return said.say(f"balance.{name}", places, found["pairs"])

    print(line("all", data))
    for order, found in data["by_order"].items():
        print(line(f"order.{order}", found))
    for name, found in data["by_initiative"].items():
        if found["pairs"]:
            print(line(name, found))
    for spell, times in data["uses"].items():
        name = "balance.seldom" if spell in data["seldom"] else "balance.uses"
        print(said.say(name, {"spell": spell, "times": decimal(f"{times:.2f}", language)}))
