"""`esquive team check` and the server judge a team by one judgement, clause for clause."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from esquive.cli.main import main
from esquive.core.messages import LANGUAGES
from esquive.hosting.match_setup import check_team, setup_of
from esquive.hosting.protocol import NewMatch, NewPlayer, ProtocolError
from esquive.hosting.team_messages import TeamQuestion
from esquive.krosmaster.cards.catalogue import Catalogue
from esquive.krosmaster.setups import TeamsAndArenas

FIRST_BOX = ["oscar-kass", "anna-tommy", "bad-aboum", "lil-healey"]
SMALL = ["arno-kelse", "boomba", "cathy-ranik"]  # level 1 each
HALF = [
    "albin-daje",
    "anna-tommy",
    "bad-aboum",
    "lil-healey",
    "boomba",
    "arno-kelse",
]


@pytest.fixture(autouse=True)
def one_is_barred(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of HALF, Albin Daje cannot be played yet."""
    monkeypatch.setattr(Catalogue, "unplayable_because", lambda _, card: ("Not yet.",) if card.id == HALF[0] else ())


def on_the_command_line(path: Path, format_: str, capsys: pytest.CaptureFixture[str], **file: Any) -> list[str]:
    """The clauses that a team file breaks, "" for a card that cannot be played yet."""
    path.write_text("\n".join(f"{key} = {json.dumps(ids)}" for key, ids in file.items()), encoding="utf-8")
    code = main(["team", "check", str(path), "--format", format_, "--json"])
    report = json.loads(capsys.readouterr().out)
    assert (code == 0) == report["legal"] == (not report["violations"])
    return [", ".join(one["clauses"]) for one in report["violations"]]


@pytest.mark.parametrize(
    ("format_", "agreed", "cards", "clauses"),
    [
        ("constructed", {}, FIRST_BOX, []),
        ("constructed", {}, SMALL, ["1.1.1.b"]),
        ("constructed", {}, HALF, [""]),
        ("constructed", {"banned": ["oscar-kass"]}, FIRST_BOX, ["1.1.1.h"]),
        ("limited", {}, FIRST_BOX, []),
        ("limited", {}, SMALL, ["1.1.2.b"]),
        ("limited", {}, HALF, [""]),
        ("limited", {"pool": SMALL}, SMALL, []),
        ("limited", {"pool": [*SMALL, "goultard"]}, SMALL, ["1.1.2.b"]),
        ("limited", {"pool": [*FIRST_BOX, "goultard"]}, [*FIRST_BOX[:2], "goultard"], []),
        ("limited", {"pool": SMALL}, FIRST_BOX, ["1.1.2.b"]),
        ("free-for-all", {}, FIRST_BOX[:2], []),
        ("free-for-all", {}, FIRST_BOX, ["9.1.2"]),
    ],
)
def test_the_command_line_and_the_server_judge_a_team_alike(
    format_: str,
    agreed: dict[str, Any],
    cards: list[str],
    clauses: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """[KA 1.1.1] [KA 1.1.2] [KA 9.1.2] [Ruling R6]"""
    verdict = check_team(TeamQuestion(cards, format=format_, setup=agreed))
    assert on_the_command_line(tmp_path / "team.toml", format_, capsys, cards=cards, **agreed) == clauses
    assert [one.clause for one in verdict.violations] == clauses


def test_a_card_that_cannot_be_played_yet_is_named_without_a_clause(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "team.toml"
    path.write_text(f"name = 'Half'\ncards = {json.dumps(HALF)}\n", encoding="utf-8")
    assert main(["team", "check", str(path)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "Albin Daje cannot be played yet: Not yet.",
        "Half: not legal for Constructed",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_limited_match_begins_with_three_figures_of_level_1(language: str) -> None:
    """Unless they are all that there is; then the pool stays with the match [KA 1.1.2.b] [Ruling R6]."""
    players = [NewPlayer("Ann", SMALL, "random"), NewPlayer("Bob", FIRST_BOX, "random")]
    wanted = NewMatch(players=players, format="limited")
    with pytest.raises(ProtocolError) as refused:
        setup_of(wanted, language)
    assert refused.value.code == "illegal-team"
    assert (refused.value.places["player"], "12" in refused.value.places["why"]) == ("Ann", True)
    pools = [SMALL, [*FIRST_BOX, "boomba"]]
    setup = setup_of(NewMatch(players=players, format="limited", setup={"pools": pools}), language)
    assert (setup["pools"], setup["teams"]) == (pools, [SMALL, FIRST_BOX])
    bringing = [structs.replace(players[0], setup={"pool": SMALL}), players[1]]
    assert setup_of(NewMatch(players=bringing, format="limited"), language)["pools"] == [SMALL, None]
    turned = TeamsAndArenas().rearranged(setup, (1, 0))
    assert (turned["pools"], turned["teams"]) == (pools[::-1], [FIRST_BOX, SMALL])


def test_a_pool_that_is_no_list_of_cards_is_told() -> None:
    wrong: tuple[dict[str, Any], ...] = (
        {"pool": "boomba"},
        {"pool": [1, 2]},
        {"pool": ["boomb"]},
        {"pool": ["boomba"] * 201},
        {"pools": SMALL},
        {"pools": [SMALL], "place": 1},
        {"pools": [SMALL], "place": "0"},
    )
    for setup in wrong:
        with pytest.raises(ProtocolError, match=r"pool|boomb"):
            check_team(TeamQuestion(SMALL, format="limited", setup=setup))


@pytest.mark.parametrize(
    ("own", "shared", "words"),
    [
        ({"pools": [SMALL]}, {}, "no player brings 'pools' to this game"),
        ({"pool": "boomba"}, {}, "pool must be a list"),
        ({"pool": SMALL}, {"pools": [SMALL, SMALL]}, "setup says 'pools'"),
    ],
)
def test_what_a_player_brings_is_said_once_and_known(own: dict[str, Any], shared: dict[str, Any], words: str) -> None:
    players = [NewPlayer("Ann", SMALL, "random", setup=own), NewPlayer("Bob", FIRST_BOX, "random")]
    with pytest.raises(ProtocolError, match=words):
        setup_of(NewMatch(players=players, format="limited", setup=shared))
    pool_of_kaos = [NewPlayer("Ann", [], setup={"pool": SMALL}), NewPlayer("Bob", [])]
    with pytest.raises(ProtocolError, match="no player brings 'pool' to this game"):
        setup_of(NewMatch(players=pool_of_kaos, game="kaos"))
