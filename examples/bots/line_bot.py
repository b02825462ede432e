"""A bot as a program of its own, with nothing but the standard library: it reads lines and writes lines.

esquive match krosmaster --agents "program:python examples/bots/line_bot.py" random
"""

import json
import random
import sys


def choose(position: dict, options: list[str]) -> str:
    """A Gallon of Glory if there is one to buy, a spell aimed at an enemy if there is one, else anything."""
    turn = position.get("turn", {})
    foes = {unit["at"] for unit in position.get("unit", ()) if unit["owner"] != turn.get("player") and "at" in unit}
    if "buy-gg" in options:
        return "buy-gg"
    strikes = [line for line in options if line.startswith("cast ") and line.split()[-1] in foes]
    return random.choice(strikes or options)


def main() -> None:
    """Answers what it is asked until it is told to quit."""
    position: dict = {}
    options: list[str] = []
    for line in sys.stdin:
        word, _, rest = line.rstrip("\n").partition(" ")
        if word == "esquive":
            print("id Striker\nready", flush=True)
        elif word == "newgame":
            random.seed(rest)
        elif word == "position":
            position, options = json.loads(rest), []
        elif word == "option":
            options.append(rest)
        elif word == "go":
            print("answer", choose(position, options), flush=True)
        elif word == "quit":
            break


if __name__ == "__main__":
    main()
