"""Writes the preset dictionary of a version of links to the desk (`esquive.core.question_links`).

    .venv/bin/python tools/link_dictionary.py FILE

It holds the names of the catalogues and positions of games played at random: what positions have in common costs a link
almost nothing. The dictionary of a version that is in use must never be written again, or its links cannot be read; a
test compares its hash. Deflate sees 32 KiB back, and what stands last is the cheapest to point to.
"""

import argparse
import json
from pathlib import Path
from random import Random
from typing import Any

from esquive.core.game import Game
from esquive.core.games import game_named
from esquive.core.question_links import lasting
from esquive.core.waiting import Over
from esquive.krosmaster.cards.catalogue import catalogue_in_force
from esquive.krosmaster.releases import release
from esquive.lab.kaos.fuzzing import random_setup as kaos_setup
from esquive.lab.krosmaster.random_set_ups import playable_cards, random_setup as krosmaster_setup

MOST = 32_000


def setup(game: Game, rng: Random) -> dict[str, Any]:
    """A set-up at random, of any format, with any cards that can be played."""
    if game.name == "kaos":
        return kaos_setup(rng)
    known, params = catalogue_in_force(), release("2.7")
    return krosmaster_setup(known, playable_cards(known, params), params, rng)


def positions(game: Game, numbers: range) -> list[dict[str, Any]]:
    """Positions in the middle of games, each from a match of its own."""
    found = []
    for number in numbers:
        rng = Random(number)
        state = game.new(setup(game, rng))
        for _ in range(rng.randrange(10, 250)):
            if isinstance(state.waiting, Over):
                break
            state.apply(state.waiting.sample(rng))
        found.append(game.to_document(state))
    return found


def names(game: Game) -> list[str]:
    """The ids of all cards."""
    return sorted(game.cards.ids()) if game.cards is not None else []


def compact(data: Any) -> str:
    """JSON as links write it."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def dictionary() -> bytes:
    """Rare first: names, then positions with all they hold, then those that people can read, in turn of both games."""
    games = [game_named(name) for name in ("kaos", "krosmaster")]
    exact = [compact([one]) for game in games for one in positions(game, range(2))]
    readable = [
        compact([lasting(game, one)])
        for number in range(100, 103)
        for game in games
        for one in positions(game, range(number, number + 1))
    ]
    text = "".join(compact(names(game)) for game in games) + "".join(exact) + "".join(readable)
    return text.encode()[-MOST:]


def main() -> None:
    """Writes the file that is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.parse_args().file.write_bytes(dictionary())


if __name__ == "__main__":
    main()
