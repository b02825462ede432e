"""Tries links to the judge's desk by the thousand: positions there and back, and spoilt links.

    .venv/bin/python tools/link_trials.py --positions 10000 --mutations 50000

Positions are drawn by chance, half of each game, with packs' cards in some: each must come back equal. Of a spoilt link
one sentence is to be told, quickly. Prints figures; exit code 1 when something did not hold.
"""

import argparse
import sys
import time
from pathlib import Path
from random import Random
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from esquive.core.errors import DocumentError, EsquiveError
from esquive.core.games import game_named
from esquive.core.question_links import Question, code_of, lasting, question_of
from tests.core.positions_by_chance import KINDS, position_by_chance
from tests.core.test_question_links import mutated


def positions(number: int) -> tuple[dict[str, list[int]], list[str], int]:
    """Lengths by game, some codes, and how many positions did not come back equal."""
    lengths: dict[str, list[int]] = {name: [] for name in KINDS}
    codes: list[str] = []
    lost = 0
    for seed in range(number):
        name = KINDS[seed % len(KINDS)]
        game, state = position_by_chance(name, 1_000_000 + seed)
        code = code_of(Question(lasting(game, game.to_document(state), state)))
        lengths[name].append(len(code))
        lost += game.from_document(question_of(code).document).to_data() != state.to_data()
        if len(codes) < 200:
            codes.append(code)
    return lengths, codes, lost


def mutations(codes: list[str], number: int) -> tuple[dict[str, int], float, int]:
    """How often each sentence was told, the longest processor time in seconds, how many said something else."""
    rng = Random(1)
    told: dict[str, int] = {}
    longest, wrong = 0.0, 0
    for _ in range(number):
        code = rng.choice(codes)
        spoilt = mutated(code, rng)
        began = time.process_time()
        try:
            question = question_of(spoilt)
            game_named(str(question.document["game"])).from_document(question.document)
            wrong += question != question_of(code)
        except (DocumentError, EsquiveError) as error:
            told[error.message] = told.get(error.message, 0) + 1
        longest = max(longest, time.process_time() - began)
    return told, longest, wrong


def main() -> int:
    """Tries, and prints what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--mutations", type=int, default=50_000)
    args = parser.parse_args()
    lengths, codes, lost = positions(args.positions)
    for name, found in lengths.items():
        print(f"{name}: {len(found)} positions, {median(found):.0f} characters (median), {max(found)} at most")
    told, longest, wrong = mutations(codes, args.mutations)
    print(f"not equal: {lost}; spoilt links: {args.mutations}, opened as another question: {wrong}")
    print(f"longest: {longest * 1000:.1f} ms")
    for message, times in sorted(told.items(), key=lambda one: -one[1]):
        print(f"{times:>7}  {message}")
    return 1 if lost or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
