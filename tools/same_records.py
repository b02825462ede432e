"""Play the same games on the plain and on the compiled build, and compare their records byte for byte.

    python tools/same_records.py [--games N] [--seed S]

The records are left in build/records/plain and build/records/compiled.
"""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RECORDS = ROOT / "build" / "records"
GAMES = ("krosmaster", "kaos")
BUILDS = {"plain": ROOT / "src", "compiled": ROOT / "build" / "compiled"}


def play(build: str, game: str, games: int, seed: int) -> dict[str, bytes]:
    """The records of so many games as one build plays them, by path; raises CalledProcessError."""
    folder = RECORDS / build / game
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    command = [sys.executable, "-m", "esquive.cli.main", "match", game, "--agents", "random", "random"]
    command += ["--games", str(games), "--seed", str(seed), "--jobs", "1", "--json", "--records", str(folder)]
    environment = dict(os.environ, PYTHONPATH=str(BUILDS[build]))
    subprocess.run(command, cwd=ROOT, env=environment, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    return {
        str(path.relative_to(folder.parent)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def differences(plain: dict[str, bytes], compiled: dict[str, bytes]) -> list[str]:
    """One sentence for each record that only one side has, or that is not the same on both."""
    found = []
    for name in sorted(plain.keys() | compiled.keys()):
        if name not in compiled:
            found.append(f"{name}: only the plain build wrote it")
        elif name not in plain:
            found.append(f"{name}: only the compiled build wrote it")
        elif plain[name] != compiled[name]:
            found.append(f"{name}: differs{first_difference(plain[name], compiled[name])}")
    return found


def first_difference(left: bytes, right: bytes) -> str:
    """Where two texts part: ` in line 12: '…' and '…'`; the lines are cut at 60 characters."""
    ours, theirs = left.splitlines(), right.splitlines()
    for number, (one, other) in enumerate(zip(ours, theirs, strict=False), start=1):
        if one != other:
            return (
                f" in line {number}: {one.decode(errors='replace')[:60]!r} and {other.decode(errors='replace')[:60]!r}"
            )
    return f" in length: {len(ours)} and {len(theirs)} lines"


def main() -> int:
    """Play and compare; 1 when the builds differ or left no record."""
    parser = argparse.ArgumentParser(description="Compare the records of both builds.")
    parser.add_argument("--games", type=int, default=20, help="of each game")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    plain, compiled = (
        {path: text for game in GAMES for path, text in play(build, game, options.games, options.seed).items()}
        for build in BUILDS
    )
    found = differences(plain, compiled)
    for game in GAMES:
        if not any(path.startswith(f"{game}/") for path in plain):
            found.append(f"no records of {game} were written: `esquive match --records` left its folder empty")
    for line in found:
        print(line, file=sys.stderr)
    if not found:
        print(f"{len(plain)} records are the same on both builds")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
