"""Play the same games of Kaos as the program stands and as it stood at a commit: equal answers, and how much faster.

    python tools/same_answers.py REVISION [--random 200] [--greedy 10] [--from 0] [--now build/compiled]

Every game is played by both, one after the other: each answer, each outcome of dice, each event, the candidates of
some decisions (those whose answers cannot be listed) and the position at the end are hashed. Processor time is
measured, for playing and for candidates apart; the figures are sums, and medians over the games of old time to new
time. The exit code is 1 when a hash differs.

Games are fixed by their number. Random ones: in turn what `esquive match` draws for each scenario and battlefield, and
set-ups drawn out of everything by chance. Greedy ones: greedy against greedy and against random, on the same grounds.
"""

import argparse
import hashlib
import io
import json
import os
import subprocess
import sys
import tarfile
import time
from pathlib import Path
from random import Random
from statistics import median
from typing import IO, Any, Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
BUILD: Final = ROOT / "build" / "answers"
EVERY: Final = 9  # of the decisions of a random game, one in so many has its candidates listed
MOST: Final = 12  # candidates asked for, as the greedy agent does
TURN_CAP: Final = 40
MOST_WAITS: Final = 20_000


class Played(NamedTuple):
    """One game: the hash of all that happened, and the processor seconds and counts of playing and of candidates."""

    digest: str
    decisions: int
    playing: float
    lists: int
    listing: float


# ------------------------------------------------------------------------------------------- in a process of its own


def setup_of(kind: str, number: int) -> dict[str, Any]:
    """The set-up of a game: every third random one out of everything, all others on the grounds in turn."""
    from esquive.kaos.cards.catalogue import catalogue
    from esquive.lab.fixtures import fixtures_of
    from esquive.lab.kaos.fuzzing import random_setup

    if kind == "random" and number % 3 == 2:
        return random_setup(Random(f"{number}/setup"))
    grounds = ["", *catalogue().fields, *catalogue().scenarios]  # what series are drawn on, at every commit
    ground = grounds[number % len(grounds)]
    return fixtures_of("kaos", ("random", "random"), 1, number, ground, None, TURN_CAP)[0].setup


def play(kind: str, number: int) -> Played:
    """Plays one game to its end."""
    from esquive.agents.base import agent_named
    from esquive.core.games import game_named
    from esquive.core.waiting import Decision, Over

    game = game_named("kaos")
    names = ("random", "random") if kind == "random" else ("greedy", ("greedy", "random")[number % 2])
    agents = [agent_named(name, "kaos") for name in names]
    digest = hashlib.sha256()
    rng = Random(f"{kind}/{number}")
    setup = setup_of(kind, number)
    decisions = lists = 0
    playing = listing = 0.0
    began = time.process_time()
    state: Any = game.new(setup)
    for _ in range(MOST_WAITS):
        state.log = []
        waiting = state.waiting
        if isinstance(waiting, Over) or game.turn_of(state) > TURN_CAP:
            break
        answer = 0
        if isinstance(waiting, Decision):
            decisions += 1
            if kind == "random" and decisions % EVERY == 0 and not waiting.is_listed:
                before = time.process_time()
                offered = waiting.candidates(MOST)
                listing += time.process_time() - before
                lists += 1
                digest.update(repr(offered).encode())
            answer = agents[game.player_in(state, waiting.seat)].choose(game, state, waiting, rng)
        else:
            answer = waiting.sample(rng)
        state.apply(answer)
        digest.update(repr((answer, state.log)).encode())
    playing = time.process_time() - began - listing
    digest.update(json.dumps(state.to_data(), sort_keys=True).encode())
    return Played(digest.hexdigest(), decisions, playing, lists, listing)


def serve() -> None:
    """Plays what is asked for on standard input, a kind and a number a line."""
    for line in sys.stdin:
        kind, number = line.split()
        print(json.dumps(play(kind, int(number))), flush=True)


# --------------------------------------------------------------------------------------------------------- comparing


def sources_at(revision: str) -> Path:
    """The sources of a commit, brought out into build/answers."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", revision], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.strip()
    folder = BUILD / commit
    if not folder.exists():
        packed = subprocess.run(["git", "archive", commit, "src"], cwd=ROOT, check=True, capture_output=True).stdout
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(folder, filter="data")
    return folder / "src"


class Player:
    """A process that plays with the sources of one folder."""

    def __init__(self, sources: Path) -> None:
        environment = dict(os.environ, PYTHONPATH=str(sources), PYTHONHASHSEED="0")
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--serve"],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdin is not None and self.process.stdout is not None
        self.asked: IO[str] = self.process.stdin
        self.said: IO[str] = self.process.stdout

    def play(self, kind: str, number: int) -> Played:
        """The game as this side plays it; raises RuntimeError when the process has ended."""
        print(kind, number, file=self.asked, flush=True)
        line = self.said.readline()
        if not line:
            raise RuntimeError(f"{kind} game {number} ended the process; the reason stands above")
        return Played(*json.loads(line))

    def stop(self) -> None:
        """Ends the process."""
        self.asked.close()
        self.process.wait()


def compare(old: Player, new: Player, kind: str, numbers: range) -> list[str]:
    """Plays the games on both sides, prints what they took, and names those that differ."""
    differing: list[str] = []
    games: list[tuple[Played, Played]] = []
    for number in numbers:
        one, other = old.play(kind, number), new.play(kind, number)
        games.append((one, other))
        if one.digest != other.digest:
            differing.append(f"{kind} game {number} differs")
            print(differing[-1], file=sys.stderr, flush=True)
    if not games:
        return differing
    decisions = sum(one.decisions for one, _ in games)
    ratio = median(one.playing / other.playing for one, other in games)
    before, after = sum(one.playing for one, _ in games), sum(other.playing for _, other in games)
    print(
        f"{kind}: {len(games)} games, {decisions} decisions, {before:.1f} s before, {after:.1f} s now: "
        f"{before / after:.2f} times as fast in all, {ratio:.2f} at the median"
    )
    lists = sum(one.lists for one, _ in games)
    if lists:
        before, after = (sum(side.listing for side in sides) for sides in zip(*games, strict=True))
        print(
            f"  {lists} lists of candidates: {before * 1000 / lists:.1f} ms each before, {after * 1000 / lists:.1f} now"
        )
    return differing


def main() -> int:
    """Play and compare; 1 when a game differs."""
    parser = argparse.ArgumentParser(description="Compare games of Kaos with those of a commit.")
    parser.add_argument("revision", nargs="?", default="HEAD")
    parser.add_argument("--random", type=int, default=200)
    parser.add_argument("--greedy", type=int, default=10)
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--now", type=Path, default=ROOT / "src", help="where the program as it stands lies")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve()
        return 0
    old, new = Player(sources_at(options.revision)), Player(options.now.resolve())
    differing = compare(old, new, "random", range(options.first, options.first + options.random))
    differing += compare(old, new, "greedy", range(options.first, options.first + options.greedy))
    old.stop()
    new.stop()
    if not differing:
        print("all answers are the same")
    return 1 if differing else 0


if __name__ == "__main__":
    raise SystemExit(main())
