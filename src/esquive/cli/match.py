"""`esquive match`: bots against bots, many games, and the tally; or a person at the terminal against a bot."""

import argparse
import hashlib
import importlib
import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext, redirect_stdout
from pathlib import Path
from typing import Any

from esquive.agents.base import about, agent_named, agent_names, broken_agents, settings_of
from esquive.cli.failures import INTERRUPTED
from esquive.cli.languages import add_language
from esquive.cli.packs import add_packs
from esquive.cli.progress import Course
from esquive.cli.records import Records, made_folder, match_data
from esquive.cli.releases import add_release, is_release_file, release_named
from esquive.cli.terminal import HUMAN, play_here
from esquive.core.errors import EsquiveError
from esquive.core.games import game_named, game_names
from esquive.core.grammar import decimal
from esquive.core.messages import messages
from esquive.core.phrases import phrase
from esquive.core.whole_files import write_whole
from esquive.lab.fixtures import fixtures_of, mirrored
from esquive.lab.kept_games import KeptGames
from esquive.lab.matches import Fixture, Played, Tally, play_series
from esquive.lab.parquet import parquet_of

MOST_JOBS = 64
AGENTS = "agents:"
HERE, RAY = "here", "ray"


class ListingAgents(argparse.RawDescriptionHelpFormatter):
    """Help that lists the agents that are installed; they are loaded for it alone."""

    def add_text(self, text: str | None) -> None:
        """A text of the help; in the place of AGENTS the list of them."""
        super().add_text(_agents_told() if text == AGENTS else text)


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the verb and its options."""
    parser = subparsers.add_parser(
        "match",
        epilog=AGENTS,
        formatter_class=ListingAgents,
        help="bots against bots, or against you",
        description="Plays games between two agents. Bots swap seats: every pairing of teams is played twice, each\n"
        "agent leading either team. The same seed gives the same games and records, whatever the\n"
        "number of jobs. The agent `human` is you, at this terminal, for one game.",
    )
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(game_names())}")
    known = ", ".join((HUMAN, *agent_names()))
    parser.add_argument(
        "--agents", nargs=2, required=True, metavar=("A", "B"), help=f"of {known}; see below for settings and your own"
    )
    parser.add_argument("--games", type=int, metavar="N", help="default: 100; with `human` 1")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="default: 1")
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="processes that play; default: 1")
    add_where(parser)
    parser.add_argument(
        "--arena",
        default="",
        metavar="ID",
        help="an arena; for Kaos a battlefield or a scenario; default: drawn by the seed",
    )
    parser.add_argument(
        "--teams",
        nargs=2,
        metavar="TEAM",
        help="two ready-made teams or team files, for Kaos two ready-made hordes; default: drawn by the seed",
    )
    add_release(parser)
    parser.add_argument(
        "--releases",
        metavar="ONE,OTHER",
        help="play the series under each of these releases and compare what comes of it, as in 2.2,2.7; files too",
    )
    parser.add_argument(
        "--mirror",
        action="store_true",
        help="both games of a pairing have the same dice too: the way to compare the strength of two agents",
    )
    _add_course(parser)
    add_packs(parser)
    add_language(parser)
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")


def _add_course(parser: argparse.ArgumentParser) -> None:
    """Declares how games are played, and what is kept of them."""
    parser.add_argument(
        "--measures", action="store_true", help="also what else is measured of the games, such as the GG stolen"
    )
    parser.add_argument(
        "--turn-cap",
        type=int,
        default=400,
        metavar="T",
        help="turns after which a game counts as capped; default: 400. No rule of the game, only an end for bots",
    )
    parser.add_argument(
        "--limit",
        type=float,
        default=0.0,
        metavar="SECONDS",
        help="the most an agent may take for an answer: one that takes longer loses the game; default: no limit",
    )
    parser.add_argument(
        "--out",
        default="",
        metavar="FILE",
        help="where games are kept as they end, a line each; a series that was broken off goes on there",
    )
    parser.add_argument(
        "--parquet",
        default="",
        metavar="FILE",
        help="write all games of the series into this file besides, a row each, as Parquet",
    )
    parser.add_argument(
        "--records",
        default="",
        metavar="DIR",
        help="write the record of every game into this folder, and matches.jsonl, which says who won each",
    )
    parser.add_argument(
        "--dice",
        choices=("seeded", "table"),
        default="seeded",
        help="with `human`: `table` for dice you roll and type in",
    )


def add_where(parser: argparse.ArgumentParser) -> None:
    """Declares `--on`: where games are played."""
    parser.add_argument(
        "--on",
        choices=(HERE, RAY),
        default=HERE,
        help="where games are played: here, or on Ray, started here or the cluster that RAY_ADDRESS names",
    )


def player_of(where: str) -> Callable[[list[Fixture], int, list[str]], Iterator[Played]]:
    """What plays series of games; whoever lacks the extra that it needs is told so at once."""
    if where == HERE:
        return play_series
    importlib.import_module("ray")
    from esquive.lab.ray_cluster import play_on_ray

    return play_on_ray


def told_aside(where: str) -> AbstractContextManager[Any]:
    """While it lasts, what Ray says of its workers goes to standard error: standard output holds the result alone."""
    return nullcontext() if where == HERE else redirect_stdout(sys.stderr)


def _agents_told() -> str:
    """The agents that are installed, with what can be set of each."""
    lines = [AGENTS]
    broken = broken_agents()
    for name in agent_names():
        if name in broken:
            lines.append(f"  {name:<10} {broken[name]}")
            continue
        lines.append(f"  {name:<10} {about(name)}")
        for one in settings_of(name):
            values = "|".join(one.choices) or f"{one.least:g} to {one.most:g}"
            lines.append(f"  {'':<10}   {one.name}={one.default}: {one.meaning} ({values})")
    lines.append("  module:Class  one of your own, on PYTHONPATH (docs/bots.md)")
    lines.append("  program:COMMAND  one of your own in any language (docs/bots.md)")
    return "\n".join(lines)


def run(args: argparse.Namespace) -> int:
    """Plays the series and prints the tally; 0, or raises EsquiveError for agents, teams or numbers that cannot be."""
    game_named(args.game)
    if HUMAN in args.agents:
        _check_table(args)
        return play_here(args)
    if args.dice == "table":
        raise EsquiveError("bots cannot roll dice on a table", "--dice", "use --agents human greedy, or seeded dice")
    args.games = 100 if args.games is None else args.games
    for name in args.agents:
        agent_named(name, args.game)
    for option, value, most in (("--games", args.games, 10**7), ("--jobs", args.jobs, MOST_JOBS)):
        if not 1 <= value <= most:
            raise EsquiveError(
                "{option} cannot be {value}",
                "match",
                phrase("use a number from 1 to {most}", most=most),
                option=option,
                value=value,
            )
    if args.limit < 0:
        raise EsquiveError("--limit cannot be {limit:g}", "match", "use a number of seconds", limit=args.limit)
    if args.turn_cap < 1:
        raise EsquiveError(
            "--turn-cap cannot be {turn_cap}", "match", "use a number of turns, such as 200", turn_cap=args.turn_cap
        )
    _check_files(args)
    folder = made_folder(args.records) if args.records else None
    if args.releases is not None:
        return _compare(args, folder)
    data = _play(args, args.release, folder)
    if args.json:
        print(json.dumps(data, ensure_ascii=False))
    else:
        _print(data, args.language)
    return _ended([data], args.language)


def _check_files(args: argparse.Namespace) -> None:
    """Raises EsquiveError for files that do not go together, and where what writes one of them is missing."""
    for one, other in (("out", "records"), ("out", "releases"), ("parquet", "releases")):
        if getattr(args, one) and getattr(args, other):
            raise EsquiveError(
                "{one} and {other} are both given", "match", "keep one of the two", one=f"--{one}", other=f"--{other}"
            )
    if args.parquet:
        importlib.import_module("pyarrow")


def _ended(series: list[dict[str, Any]], language: str) -> int:
    """The exit code of series that were played; one that was broken off is told."""
    for data in series:
        if "interrupted" in data:
            print(
                messages(language).say("match.interrupted", {"n": data["games"], **data["interrupted"]}),
                file=sys.stderr,
            )
            return INTERRUPTED
    return 0


def _compare(args: argparse.Namespace, folder: Path | None) -> int:
    """The same series under several releases: teams, arenas, seats and seeds alike."""
    if args.release:
        raise EsquiveError("--release and --releases are both given", "match", "keep one of the two")
    args.measures = True
    found: dict[str, dict[str, Any]] = {}
    for release in filter(None, (name.strip() for name in args.releases.split(","))):
        name = release_named(release, args.game)
        own = None if folder is None else made_folder(str(folder / name))
        found[name] = _play(args, release, own)
        if "interrupted" in found[name]:
            break
    if args.json:
        print(json.dumps({"releases": found}, ensure_ascii=False))
        return _ended(list(found.values()), args.language)
    print(f"{'':<24}" + "".join(f"{release:>12}" for release in found))
    for key in ("games", "draws", "capped", "mean_length"):
        _print_row(f"match.row.{key}", [str(data[key]) for data in found.values()], args.language)
    decisions = [f"{data['decisions'] / max(1, data['games']):.1f}" for data in found.values()]
    _print_row("match.row.decisions", decisions, args.language)
    measures = [data.get("measures", {}) for data in found.values()]
    for name in measures[0]:
        _print_row(f"measure.{name}", [f"{one[name]:.3f}" if name in one else "" for one in measures], args.language)
    return _ended(list(found.values()), args.language)


def _print_row(name: str, numbers: list[str], language: str) -> None:
    """A row of the table; a measure without words of its own is called as in the JSON."""
    said = messages(language)
    label = said.say(name, {}) if name in said else _measure(name.removeprefix("measure."), language)
    print(f"{label:<24}" + "".join(f"{decimal(number, language):>12}" for number in numbers))


def _check_table(args: argparse.Namespace) -> None:
    """Raises EsquiveError for what only bots can do."""
    if args.mirror:
        raise EsquiveError("--mirror is for bots", "match", "leave it out")
    for option, value in (("--games", args.games), ("--jobs", args.jobs)):
        if value not in (None, 1):
            raise EsquiveError(
                "{option} cannot be {value} when a person plays",
                "match",
                "play one game at a time",
                option=option,
                value=value,
            )


def _play(args: argparse.Namespace, release: str, folder: Path | None) -> dict[str, Any]:
    """Plays a series and returns its tally; one that Ctrl-C broke off has the key `interrupted` besides."""
    agents = (args.agents[0], args.agents[1])
    fixtures = fixtures_of(
        args.game,
        agents,
        args.games,
        args.seed,
        args.arena,
        args.teams,
        args.turn_cap,
        release=release_named(release, args.game),
        is_recorded=folder is not None,
        is_measured=args.measures,
    )
    fixtures = [fixture._replace(seconds=args.limit) for fixture in fixtures]
    if args.mirror:
        fixtures = mirrored(fixtures)
    tally = Tally(args.game, agents, is_mirrored=args.mirror)
    kept = _kept(args, fixtures, tally)
    fixtures = fixtures[tally.games :]
    records = Records(folder, len(fixtures))
    own_releases = [release] if is_release_file(release) else []
    plays = player_of(args.on)
    started = time.perf_counter()
    interrupted: dict[str, Any] = {}
    label = f"{agents[0]} against {agents[1]}"
    with told_aside(args.on), Course(label, len(fixtures), args.language) as course:
        try:
            for fixture, played in zip(
                fixtures, plays(fixtures, args.jobs, own_releases) if fixtures else (), strict=True
            ):
                records.add(fixture, played)
                kept.keep({"number": fixture.number, **match_data(fixture, played), **_also_kept(played)})
                tally.add(fixture, played)
                course.advance()
        except KeyboardInterrupt:
            interrupted = {"interrupted": {"asked": args.games}}
    records.close()
    if args.parquet and kept.games:
        write_whole(Path(args.parquet), parquet_of(kept.games), "name another file")
    return tally.to_data(time.perf_counter() - started) | interrupted


def _kept(args: argparse.Namespace, fixtures: list[Fixture], tally: Tally) -> KeptGames:
    """The games that an earlier run has kept, which are counted; they are the first of the series."""
    first = fixtures[0]
    header = {
        "match": 1,
        "game": args.game,
        "agents": args.agents,
        "seed": args.seed,
        "mirror": args.mirror,
        "turn_cap": args.turn_cap,
        "limit": args.limit,
        "measures": args.measures,
        # the arena, the teams and the release, whatever they were called
        "setup": hashlib.sha256(json.dumps(first.setup, sort_keys=True).encode()).hexdigest()[:16],
        "arena": args.arena,
        "teams": args.teams,
    }
    kept = KeptGames(Path(args.out) if args.out else None, header)
    for fixture, game in zip(fixtures, kept.games, strict=False):
        try:
            winner = (game["winner"] or 0) - 1
            numbers = game["capped"], game["turns"], game["decisions"], game["seconds"]
            played = Played(game["number"], winner, *numbers, "", game["measures"], game["fault"] or "")
        except (KeyError, TypeError) as error:
            raise EsquiveError(
                "cannot be read as kept games: {why}", args.out, "name another file, or delete it", why=repr(error)
            ) from error
        tally.add_kept(fixture, played)
    return kept


def _also_kept(played: Played) -> dict[str, Any]:
    return {"seconds": round(played.seconds, 4), "measures": played.measures}


def _print(data: dict[str, Any], language: str) -> None:
    said = messages(language)
    width = max(12, *(len(agent) for agent in data["agents"]))
    for agent in data["agents"]:
        wins = data["wins"][agent]
        print(said.say("match.wins", {"agent": agent.ljust(width), "n": wins}, wins))
    print(said.say("match.tally", data))
    for fault, times in data.get("faults", {}).items():
        print(said.say("match.fault", {"fault": fault, "n": times}, times))
    numbers = dict(zip(("score", "least", "most"), (data["score"], *data["interval"]), strict=True))
    shown = {name: decimal(f"{100 * value:.1f}", language) for name, value in numbers.items()}
    print(said.say("match.score", {"agent": data["agents"][0], **shown}))
    told = {
        "turns": data["mean_length"],
        "seconds": data["seconds"],
        "games": data["games_per_second"],
        "decisions": data["decisions_per_second"],
    }
    print(said.say("match.speed", {name: decimal(str(number), language) for name, number in told.items()}))
    for name, value in data.get("measures", {}).items():
        print(said.say("rules.labelled", {"label": _measure(name, language), "text": decimal(str(value), language)}))


def _measure(name: str, language: str) -> str:
    """What a measure is called; one without words of its own as in the JSON."""
    said = messages(language)
    return said.say(f"measure.{name}", {}) if f"measure.{name}" in said else name.replace("_", " ")
