"""`esquive ladder`: every agent against every other on mirrored set-ups, and a rating for each with its interval."""

import argparse
import importlib
from pathlib import Path
from typing import Any, Final

from esquive.agents.base import agent_named
from esquive.cli.languages import add_language
from esquive.cli.match import add_where
from esquive.cli.packs import add_packs
from esquive.cli.resumable import add_series, check_series, run_series
from esquive.core.games import game_named, game_names
from esquive.core.grammar import decimal
from esquive.core.messages import messages
from esquive.lab.ladder import Ladder

LEVELS: Final = tuple(f"level:{level}" for level in range(1, 7))


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the verb and its options."""
    parser = subparsers.add_parser(
        "ladder",
        help="a rating for each of some agents, by a round robin",
        description="Plays every agent against every other on mirrored set-ups, and rates them in Elo points with\n"
        "intervals. With --out the games are kept, and a ladder that was broken off goes on.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(game_names())}")
    parser.add_argument(
        "--agents", nargs="+", default=list(LEVELS), metavar="AGENT", help="default: the six levels; as for `match`"
    )
    parser.add_argument(
        "--games", type=int, default=40, metavar="N", help="of each pairing, an even number; default: 40"
    )
    add_series(parser)
    add_where(parser)
    add_packs(parser)
    add_language(parser)
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")


def run(args: argparse.Namespace) -> int:
    """Plays the ladder and prints the ratings; 0, or 130 where Ctrl-C broke it off."""
    importlib.import_module("choix")  # whoever lacks the extra is told so before the games, not after them
    game_named(args.game)
    for name in args.agents:
        agent_named(name, args.game)
    check_series(args, "ladder", 2, "use an even number of games")
    ladder = Ladder(args.game, args.agents, args.games, args.seed, args.turn_cap, Path(args.out) if args.out else None)
    label = f"{args.game}: {', '.join(args.agents)}"
    return run_series(args, ladder, (label, ladder.total), lambda seconds: _data(ladder, seconds), _print)


def _data(ladder: Ladder, seconds: float) -> dict[str, Any]:
    """The public keys: of each agent `rating`, `interval` (95 %), `games` and `score`, the strongest first."""
    rows = [
        {
            "agent": one.agent,
            "rating": round(one.rating, 1),
            "interval": [round(one.least, 1), round(one.most, 1)],
            "games": one.games,
            "score": round(one.score, 4),
        }
        for one in (ladder.ratings() if ladder.played else ())
    ]
    return {
        "game": ladder.game,
        "seed": ladder.seed,
        "games": len(ladder.played),
        "ratings": rows,
        "seconds": round(seconds, 1),
    }


def _print(data: dict[str, Any], language: str) -> None:
    said = messages(language)
    width = max((len(row["agent"]) for row in data["ratings"]), default=0)
    for row in data["ratings"]:
        least, most = row["interval"]
        shown = {
            "agent": row["agent"].ljust(width),
            "rating": f"{row['rating']:.0f}",
            "least": f"{least:.0f}",
            "most": f"{most:.0f}",
            "score": decimal(f"{100 * row['score']:.1f}", language),
        }
        print(said.say("ladder.row", {**shown, "n": row["games"]}, row["games"]))
