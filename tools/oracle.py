"""Compare the geometry of Kaos with shapely on random positions and print every disagreement.

    python tools/oracle.py                     a hundred thousand pairs, pieces, supports and paths
    python tools/oracle.py --count 1000000     a million: about ten minutes
    python tools/oracle.py --seed 7            others

Exit code 0 when there is none, 1 otherwise.
"""

import argparse
import sys
import time

from esquive.lab.kaos.plane_oracle import disagreements


def main() -> int:
    """Runs the comparison and says how it went."""
    parser = argparse.ArgumentParser(description="The geometry of Kaos against shapely.")
    parser.add_argument("--count", type=int, default=100_000, help="random cases; default: 100000")
    parser.add_argument("--seed", type=int, default=1, help="default: 1")
    parser.add_argument("--most", type=int, default=20, help="stop after so many disagreements; default: 20")
    options = parser.parse_args()
    began = time.monotonic()
    said = began

    def tell(done: int) -> None:
        nonlocal said
        if time.monotonic() - said > 30:
            said = time.monotonic()
            print(f"{done:,} of {options.count:,} cases, {said - began:.0f} s", flush=True)

    wrong = 0
    for text in disagreements(options.count, options.seed, tell):
        print(text)
        wrong += 1
        if wrong >= options.most:
            break
    print(f"{wrong} disagreements in {options.count:,} cases, {time.monotonic() - began:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
