"""Play random games by the Python of this machine and by that of a page, and compare their records.

    python tools/page_games.py [--games N] [--seed S]

Of each game and each release of its rulebook N games are played on either side; a record is told by its hash. Each side
also says how many decisions it took in a second. 1 when a record differs.
"""

import argparse
import json
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from esquive.lab.fixtures import fixtures_of
from esquive.lab.matches import play

MOST_TURNS: Final = 200
PLAYED: Final = (("krosmaster", "2.7"), ("krosmaster", "2.2"), ("kaos", ""))


def records(game: str, release: str, games: int, seed: int) -> dict[str, Any]:
    """The hashes of so many records of random games, and decisions a second."""
    found, decisions, began = [], 0, time.perf_counter()
    for fixture in fixtures_of(game, ("random", "random"), games, seed, "", None, MOST_TURNS, release=release):
        played = play(fixture)
        found.append(sha256(played.record.encode()).hexdigest())
        decisions += played.decisions
    return {"hashes": found, "decisions": decisions, "seconds": time.perf_counter() - began}


def here(games: int, seed: int) -> dict[str, Any]:
    """What this Python plays, by game and release."""
    return {f"{game} {release}".strip(): records(game, release, games, seed) for game, release in PLAYED}


def in_page(games: int, seed: int) -> dict[str, Any]:
    """What the Python of a page plays."""
    root = Path(__file__).resolve().parent.parent
    sys.path.insert(0, str(root / "tools"))
    from web import npm_command

    command = [*npm_command(), "run", "--silent", "engine:run", "--", str(root / "src/esquive/site/engine"), __file__]
    done = subprocess.run(
        [*command, "--in-page", "--games", str(games), "--seed", str(seed)],
        cwd=root / "web",
        check=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    )
    return dict(json.loads(done.stdout))


def main() -> int:
    """Play and compare; 1 when they differ."""
    parser = argparse.ArgumentParser(description="Compare the records of random games with those of a page.")
    parser.add_argument("--games", type=int, default=20, help="of each game and release")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--in-page", action="store_true", help="this is the page: only play, and say what was played")
    options = parser.parse_args()
    own = here(options.games, options.seed)
    if options.in_page:
        print(json.dumps(own))
        return 0
    other = in_page(options.games, options.seed)
    differ = 0
    for what, played in own.items():
        pairs = [*zip(played["hashes"], other[what]["hashes"], strict=True)]
        wrong = [number for number, (one, two) in enumerate(pairs) if one != two]
        differ += len(wrong)
        speeds = [f"{side['decisions'] / side['seconds']:,.0f}" for side in (played, other[what])]
        told = f"differ: {wrong[:10]}" if wrong else "are the same"
        print(f"{what}: {len(pairs)} records {told}; decisions a second: {speeds[0]} here, {speeds[1]} in a page")
    return 1 if differ else 0


if __name__ == "__main__" and (code := main()):
    sys.exit(code)
