"""Write the golden records again: a few short games of random agents with ready-made teams.

    python tools/golden.py            write tests/records/*.jsonl
    python tools/golden.py --check    write nothing; exit code 1 when a record would change

The records say what the rules did when they were written; tests/records plays them again. They change with the
catalogue (a record names the hash of the cards it was played with) and with any rule that these games meet. Write them
anew only when such a change is meant: read the difference first, and name the rule or the card in the commit.
"""

import argparse
import sys
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from esquive.agents.random_agent import RandomAgent
from esquive.core.dice import SeededDice
from esquive.core.match import Match
from esquive.core.waiting import Decision
from esquive.krosmaster.cards.team_files import ready_teams
from esquive.krosmaster.game import GAME

FOLDER: Final = Path(__file__).resolve().parent.parent / "tests" / "records"
MOST_ANSWERS: Final = 900


class Golden(NamedTuple):
    """A game to record: its name, the number that seeds it, the format, the arena, ready-made teams and switches."""

    name: str
    seed: int
    format: str
    arena: str
    teams: tuple[str, ...]
    options: dict[str, str]
    release: str = "2.7"


# Teams of house cards, which bring what only release 2.2 plays: frost, Blindness, the Axe, Push-Cube.
HOUSE_TEAMS: Final[dict[str, list[str]]] = {
    "ice-and-axe": ["house-frost-binder", "house-rink-keeper", "house-stove-tender", "house-woodcutter"],
    "sleds-and-stove": [
        *("house-sled-runner", "house-tunnel-mole", "house-gravedigger", "house-frost-binder", "house-stove-tender"),
    ],
}
# The seeds are those of short games.
GAMES: Final = (
    Golden("constructed", 30, "constructed", "elemental", ("full-steam", "four-knights"), {}),
    Golden("limited", 21, "limited", "the-pit", ("captain-and-company", "full-steam"), {"turn_dice": "ask"}),
    Golden("free-for-all", 39, "free-for-all", "bonta-1", ("first-box", "two-crowns", "powder-keg", "small-fry"), {}),
    Golden(
        "two-against-two",
        28,
        "two-against-two",
        "bonta-2",
        ("brotherhood", "six-justices", "stolen-time", "full-steam"),
        {"turn_dice": "ask", "second_reveal": "next-turn"},
    ),
    Golden("constructed-2.2", 105, "constructed", "bonta-1", ("four-knights", "six-justices"), {}, "2.2"),
    Golden(
        "frigost-2.2",
        106,
        "constructed",
        "frigost-1",
        ("ice-and-axe", "sleds-and-stove"),
        {"destructible_scenery": "on"},
        "2.2",
    ),
    Golden("limited-2.2", 35, "limited", "frigost-2", ("stolen-time", "brotherhood"), {"turn_dice": "ask"}, "2.2"),
    Golden(
        "free-for-all-2.2",
        89,
        "free-for-all",
        "elemental",
        ("captain-and-company", "powder-keg", "four-knights", "first-box"),
        {"destructible_scenery": "on"},
        "2.2",
    ),
    Golden(
        "two-against-two-2.2",
        54,
        "two-against-two",
        "the-pit",
        ("small-fry", "full-steam", "two-crowns", "brotherhood"),
        {"turn_dice": "ask"},
        "2.2",
    ),
)


def setup_of(golden: Golden) -> dict[str, Any]:
    """The set-up of a game; with four players each brings the first two Krosmasters of the team [KA 9.1.2]."""
    cards = HOUSE_TEAMS | {team.id: list(team.cards) for team in ready_teams()}
    teams = [cards[name] for name in golden.teams]
    if len(teams) > 2:
        teams = [team[:2] for team in teams]
    return {
        "release": golden.release,
        "format": golden.format,
        "arena": golden.arena,
        "teams": teams,
        "options": golden.options,
    }


def played(golden: Golden) -> str:
    """The game's record, as text."""
    seed = f"golden/{golden.name}/{golden.seed}"
    match = Match(GAME, setup_of(golden), SeededDice(seed), ["random"] * len(golden.teams))
    agent, rng = RandomAgent(), Random(f"{seed}/agents")
    for _ in range(MOST_ANSWERS):
        decision = match.waiting
        if not isinstance(decision, Decision):
            break
        match.play(agent.choose(GAME, match.state, decision, rng))
    match.stop("enough")
    return match.record.to_text()


def main() -> int:
    """Write or compare; 1 when a record would change."""
    parser = argparse.ArgumentParser(description="Write the golden records again.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 when a record would change")
    is_check = parser.parse_args().check
    changed = []
    for golden in GAMES:
        path = FOLDER / f"{golden.name}.jsonl"
        text = played(golden)
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        changed.append(path.name)
        if not is_check:
            FOLDER.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    word = "would change" if is_check else "written"
    print(f"{', '.join(changed)} {word}" if changed else f"{len(GAMES)} records are as the rules play them")
    return 1 if is_check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
