"""Write the golden records again: a few short games of random agents with ready-made teams.

    python tools/golden.py            write tests/records/*.jsonl
    python tools/golden.py --check    write nothing; exit code 1 when a record would change

The records say what the rules did when they were written; tests/records plays them again. They change with the cards,
arenas and release that their headers name (`uses`) and with any rule that these games meet. A record whose answers and
hashes still hold keeps them, whatever an agent would answer today. Write them anew only when such a change is meant:
read the difference first, and name the rule or the card in the commit.

`tests/records/history.tsv` has a line for every form a record has had: what it used, with the revision of the rules,
and the hash of its entries. One that is played otherwise although it uses the same is not written: the rules have
changed, so the game's `revision` has to be raised first. Lines are only added.
"""

import argparse
import hashlib
import json
import sys
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from esquive.agents.random_agent import RandomAgent
from esquive.core.dice import SeededDice
from esquive.core.game import Game
from esquive.core.match import Match
from esquive.core.record import Record, parse_record, verify
from esquive.core.used_documents import RULES, digest
from esquive.core.waiting import Decision
from esquive.kaos.game import GAME as KAOS
from esquive.krosmaster.cards.team_files import ready_teams
from esquive.krosmaster.game import GAME

FOLDER: Final = Path(__file__).resolve().parent.parent / "tests" / "records"
HISTORY: Final = "history.tsv"
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


class Recorded(NamedTuple):
    """A game to record, of any game: its name, the number that seeds it, its set-up, how many play."""

    name: str
    seed: int
    game: Game
    setup: dict[str, Any]
    players: int


KAOS_GAMES: Final = (
    Recorded("kaos-wayside", 1, KAOS, {"hordes": ["three-knives", "two-gleams"], "scenario": "wayside-skirmish"}, 2),
    Recorded("kaos-saint", 1, KAOS, {"hordes": ["gravediggers", "half-light"], "scenario": "bones-of-the-saint"}, 2),
    Recorded("kaos-road", 1, KAOS, {"hordes": ["menagerie", "toll-company"], "scenario": "the-road-is-ours"}, 2),
)


def wanted() -> list[Recorded]:
    """Every game that is recorded."""
    return [
        *(Recorded(one.name, one.seed, GAME, setup_of(one), len(one.teams)) for one in GAMES),
        *KAOS_GAMES,
    ]


def played(golden: Recorded, folder: Path) -> str:
    """The game's record, as text: with the answers it has where they still hold, else played anew."""
    seed = f"golden/{golden.name}/{golden.seed}"
    game = golden.game
    match = Match(game, golden.setup, SeededDice(seed), ["random"] * golden.players)
    written = _written(folder, golden.name)
    if written:
        known = parse_record(written)
        began = {key: value for key, value in known.header.items() if key != "uses"}
        known.header = match.record.header
        if began == {key: value for key, value in known.header.items() if key != "uses"} and not verify(known, game):
            return known.to_text()
    agent, rng = RandomAgent(), Random(f"{seed}/agents")
    for _ in range(MOST_ANSWERS):
        decision = match.waiting
        if not isinstance(decision, Decision):
            break
        match.play(agent.choose(game, match.state, decision, rng))
    match.stop("enough")
    return match.record.to_text()


class Form(NamedTuple):
    """A form a record has had: its name, the revision of the rules, and hashes of what it uses and of its entries."""

    record: str
    revision: int
    uses: str
    entries: str


def form_of(name: str, record: Record) -> Form:
    """The form of a record."""
    text = "".join(json.dumps(entry, sort_keys=True) + "\n" for entry in record.entries)
    uses = record.header["uses"]
    return Form(name, uses[RULES], digest(uses), hashlib.sha256(text.encode()).hexdigest())


def read_history(file: Path) -> list[Form]:
    """Every form of every record, in the order they were written; empty where there is no such file yet."""
    lines = file.read_text(encoding="utf-8").splitlines()[1:] if file.exists() else []
    cells = [line.split("\t") for line in lines]
    return [Form(name, int(revision), uses, entries) for name, revision, uses, entries in cells]


def write_history(file: Path, history: list[Form]) -> None:
    """Writes the forms."""
    lines = ["\t".join(Form._fields), *("\t".join(map(str, one)) for one in history)]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


def contradicted(form: Form, history: list[Form]) -> bool:
    """Whether a record that used the same, under the same revision, was played otherwise."""
    return any((one.record, one.uses) == (form.record, form.uses) and one.entries != form.entries for one in history)


def main(folder: Path = FOLDER, arguments: list[str] | None = None) -> int:
    """Write or compare; 1 when a record would change, or may not."""
    parser = argparse.ArgumentParser(description="Write the golden records again.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 when a record would change")
    is_check = parser.parse_args(arguments).check
    texts = {golden.name: played(golden, folder) for golden in wanted()}
    history = read_history(folder / HISTORY)
    forms = [form_of(name, parse_record(text)) for name, text in texts.items()]
    refused = [form.record for form in forms if contradicted(form, history)]
    if refused:
        print(f"{', '.join(refused)}: played otherwise with the same cards; raise `revision` of the game first")
        return 1
    changed = [name for name, text in texts.items() if text != _written(folder, name)]
    if not is_check:
        folder.mkdir(parents=True, exist_ok=True)
        for name in changed:
            (folder / f"{name}.jsonl").write_text(texts[name], encoding="utf-8")
        fresh = [form for form in forms if form not in history]
        if fresh:
            write_history(folder / HISTORY, [*history, *fresh])
    word = "would change" if is_check else "written"
    told = [f"{name}.jsonl" for name in changed]
    print(f"{', '.join(told)} {word}" if told else f"{len(texts)} records are as the rules play them")
    return 1 if is_check and changed else 0


def _written(folder: Path, name: str) -> str:
    path = folder / f"{name}.jsonl"
    return path.read_text(encoding="utf-8") if path.exists() else ""


if __name__ == "__main__":
    sys.exit(main())
