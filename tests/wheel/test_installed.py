"""Whoever installs the wheel has both games whole: every verb, the rules' pages, and what messages point to."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from esquive import __version__
from esquive.cli.main import VERBS
from tests.server.serving import Site
from tests.wheel.installing import Installed, read, read_json

KROSMASTER = """
title = "A step costs 1 MP"
clauses = ["6.3.2"]
game = "krosmaster"
turn = { player = "p1", unit = "oscar" }
board.map = "."
unit = [{ id = "oscar", card = "oscar-kass", owner = "p1", at = "a1" }]
[[step]]
do = "move b1"
expect = { "unit.oscar.mp" = 2 }
"""
KAOS = """
title = "Bases are measured from their edges"
clauses = ["K9.2"]
game = "kaos"
turn = { figure = "hero" }
figure = [
  { id = "hero", profile = "abe-vhol", owner = "p1", x = 20, y = 20 },
  { id = "foe", profile = "abe-vhol", owner = "p2", x = 25.5, y = 20 },
]
[[step]]
expect = { "distance.hero.foe" = 3 }
"""
CARD = """
[[card]]
id = "lone-wolf"
name = { en = "Lone Wolf" }
colour = "white"
level = 2
initiative = 3
mp = 4
hp = 6
ap = 5
"""
FIGHTER = """
[[fighter]]
id = "lone-wolf"
name = { en = "Lone Wolf", fr = "Loup seul", it = "Lupo solitario" }
role = { en = "scout", fr = "éclaireur", it = "esploratore" }
tribe = "shimeien"
cost = 12
source = "house"
height_cm = 3.1
head_cm = 2.9
body_width_cm = 1.2
move_cm = 10
will_dice = 4
life_points = 11
dodge_dice = 4

[[fighter.weapon]]
id = "fangs"
name = { en = "Fangs", fr = "Crocs", it = "Zanne" }
kind = "close_melee"
dice = 4
wounds = 4
"""
FILES = {
    "krosmaster.toml": KROSMASTER.replace('"."', '". . ."'),
    "kaos.toml": KAOS,
    "card.toml": CARD,
    "fighter.toml": FIGHTER,
    "list.txt": "2x Bill Tell",
    "team.toml": 'cards = ["oscar-kass", "bill-tell", "anna-tommy", "kassius-kaos"]',
    "broken.toml": "card = [",
    "serve.toml": 'names = ["games.example.org"]',
}

# What is asked of each verb, of both games where there are two, and what the answer holds.
ASKED = {
    "rules 7.2.8.c": "tested by",
    "rules K20.9 --game kaos": "tested by",
    "rules R58": "Decision",
    "rules R58 --language fr": "Décision",
    "rules 4.14.2.d --language fr": "Agrippé",
    "rules R205 --game kaos": "Decision",
    "rules --coverage": "398 of them testable",
    "rules --coverage --game kaos": "278 of them testable",
    "cards list": "oscar-kass",
    "cards list --game kaos": "abe-vhol",
    "cards show oscar-kass": "Oscar Kass",
    "cards show abe-vhol --game kaos": "Glaive",
    "cards check card.toml --json": '"errors": 0',
    "cards check fighter.toml --json": '"errors": 0',
    "cards coverage": "playable",
    "team check team.toml --format constructed": "legal for Constructed",
    "balance bill-tell --instead oscar-kass --agent random --games 4 --turn-cap 2 --json": '"pairs": 2',
    "team read list.txt": "bill-tell",
    "pack new begun.toml": "a pack to begin with",
    "pack check card.toml fighter.toml": "1 fighter",
    "cards show lone-wolf --pack card.toml": "Lone Wolf",
    "scenario run krosmaster.toml kaos.toml": "2 scenarios, 0 failed",
    "judge krosmaster.toml --do move_b1": "legal",
    "judge kaos.toml --do plan_stay": "legal",
    "link krosmaster.toml --do move_b1": "legal",
    "link kaos.toml": "#/desk/",
    "show krosmaster.toml": "Os",
    "show kaos.toml": "Round 1",
    "show kaos.toml --svg table.svg": "table.svg written",
    "match krosmaster --agents random random --games 1 --records one": "games: 1",
    "match kaos --agents random random --games 1 --records other": "games: 1",
    "replay one/1.jsonl --verify": "valid",
    "match krosmaster --agents random random --games 1 --turn-cap 1 --records short": "games: 1",
    "analyse short/1.jsonl": "given away",
    "replay other/1.jsonl --verify": "valid",
    "bench --game krosmaster --seconds 0.1": "games/s",
    "bench --game kaos --seconds 0.1": "games/s",
    "completion bash": "_ARGCOMPLETE",
    "docs --read notation": "# Notation",
    "docs --read python": "# ",
    "docs --read kaos": "# Kaos",
    "serve --check --config serve.toml": "games.example.org",
    "site --out page": "MB, to be served from any address",
}


def with_files(installed: Installed) -> Installed:
    """The program in a folder with a few files of a user's."""
    for name, text in FILES.items():
        (installed.folder / name).write_text(text, encoding="utf-8")
    return installed


@pytest.fixture(scope="module")
def program(installed: Installed) -> Installed:
    return with_files(installed)


def test_it_says_its_version(program: Installed) -> None:
    assert program.says("--version") == f"esquive {__version__}\n"


def faults_of(program: Installed, asked: dict[str, str]) -> list[str]:
    """What commands do not answer as they should; a line of notation is one word of the command."""
    answers = program.commands([[word.replace("_", " ") for word in line.split()] for line in asked])
    return [
        f"esquive {line}: {code} {complaint or said}"
        for (line, wanted), (code, said, complaint) in zip(asked.items(), answers, strict=True)
        if (code, complaint) != (0, "") or wanted not in said
    ]


def test_every_verb_does_its_work_for_both_games(program: Installed) -> None:
    assert faults_of(program, ASKED) == []
    assert {line.split()[0] for line in ASKED} == set(VERBS) - {"play", "db", "ladder"}, "asked below"


@pytest.mark.again
def test_rules_and_bots_need_nothing_of_the_server(bare: Installed) -> None:
    """Every verb but those of the server and of completion works without the extras."""
    program = with_files(bare)
    assert faults_of(program, {line: said for line, said in ASKED.items() if line.split()[0] not in NEEDING}) == []


# What verbs need beyond rules, command line and bots.
NEEDING = {"play": "server", "serve": "server", "db": "server", "completion": "completion", "ladder": "ladder"}


@pytest.mark.parametrize(
    "line",
    [
        "play --no-browser",
        "serve --check",
        "db check --data one.sqlite",
        "db prune --data one.sqlite",
        "completion fish",
        "ladder kaos --games 2",
    ],
)
def test_a_verb_whose_extra_is_missing_says_which_to_install(bare: Installed, line: str) -> None:
    done = bare.command(*line.split())
    verb = line.split(maxsplit=1)[0]
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith(f"esquive {verb}: ") and done.stderr.count("\n") == 1
    assert f"is not installed (pip install 'esquive[{NEEDING[verb]}]')" in done.stderr


@pytest.mark.parametrize(
    ("line", "document"),
    [
        ("cards check broken.toml", "card-format.md"),
        ("scenario run broken.toml", "notation.md"),
        ("rules R999", "rulings.md"),
        ("rules R999 --game kaos", "rulings-kaos.md"),
    ],
)
def test_an_error_names_a_document_that_is_there(program: Installed, line: str, document: str) -> None:
    done = program.command(*line.split())
    named = [word.strip("()") for word in (done.stderr or done.stdout).split() if document in word]
    assert done.returncode != 0
    assert len(named) == 1 and Path(named[0]).is_file()


@pytest.fixture(scope="module")
def address(program: Installed) -> Iterator[str]:
    """The address of the installed server."""
    with program.served() as found:
        yield found


def test_the_server_shows_the_client_and_the_rules_of_both_games(address: str) -> None:
    assert "<script" in read(f"{address}/")[1]
    lines = read_json(f"{address}/api/clauses")
    assert {line["game"] for line in lines} == {"krosmaster", "kaos"}
    for number in ("7.2.8.c", "K20.9", "R58", "R205"):
        page = read_json(f"{address}/api/clauses/{number}")
        assert page["clause"] == number and page["tests"] != []
    assert read(f"{address}/api/clauses/7.2.8.z")[0] == 404


def test_the_server_shows_the_documents_that_messages_point_to(address: str) -> None:
    assert read(f"{address}/docs/protocol.md")[1].startswith("# ")
    assert read(f"{address}/docs/novel.md")[0] == 404
    assert read(f"{address}/docs/..%2Fpy.typed")[0] == 404


def test_the_database_of_the_server_is_copied_and_checked_while_it_runs(program: Installed, address: str) -> None:
    Site(address).new_match()
    program.says("db", "backup", "copy.sqlite", "--data", program.database)
    assert (program.folder / "copy.sqlite").is_file()
    found = json.loads(program.says("db", "check", "--data", program.database, "--json"))
    assert (found["checked"], found["wrong"]) == (1, {})
