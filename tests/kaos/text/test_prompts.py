"""What prompts show beside their answers: both sides' dice, and every place along a way where a strike may come."""

import pytest

from esquive.kaos.game import GAME
from tests.kaos.text.test_asking import asked

TABLE = {"game": "kaos", "round": 1, "initiative": "p1", "table": {"width": 60, "depth": 60}}
ANN = {"id": "ann", "profile": "abe-vhol", "owner": "p1", "x": 20, "y": 30, "facing": 0}
BOB = {"id": "bob", "profile": "abe-tholine", "owner": "p2", "x": 22.5, "y": 30, "facing": 180}


def test_where_destiny_is_asked_for_both_sides_lie_open() -> None:
    """Three successes, one of them a six rolled again, against one; a point rolls two dice again [Kaos K36.4]."""
    players = {"p1": {"destiny": 1}, "p2": {"destiny": 2}}
    state = GAME.from_document({**TABLE, "turn": {"figure": "ann"}, "players": players, "figure": [ANN, BOB]})
    for line in ("plan stay strike bob glaive", "react dodge", "roll 6 4 1 2 3", "roll 4", "roll 3 5"):
        GAME.play(state, line)
    first, second = asked(state)["rolled"]
    assert (first["seat"], first["figure"], first["successes"], first["destiny"]) == ("p1", "ann", 3, 1)
    assert sorted(first["dice"]) == [1, 2, 3, 4, 4] and sum(first["won"]) == 1 and first["again"] == 3
    assert asked(state)["options"][-1]["tells"] == "If nobody spends more: Ann hits Bob with Glaive."
    assert (second["figure"], second["dice"], second["successes"], second["again"]) == ("bob", [3, 5], 1, 1)


def test_a_point_on_the_roll_for_the_initiative_says_who_would_win_it() -> None:
    """[Kaos K8.3]: both roll again where they are equal, and nobody suffers anything by it."""
    players = {"p1": {"destiny": 1}, "p2": {"destiny": 0}}
    document = {**TABLE, "turn": {"phase": "initiative"}, "players": players, "figure": [ANN, BOB]}
    state = GAME.from_document(document)
    dice = {0: "roll 4 1 1 1 1 1", 1: "roll 4 4 1 1 1 1"}
    for _ in range(2):
        GAME.play(state, dice[state.waiting.seat][: 4 + 2 * state.waiting.count].strip())
    assert state.waiting.kind == "destiny" and state.waiting.seat == 0
    told = GAME.words(state).odds(GAME.parse(state, "destiny")).odds
    assert {one.text for one in told} == {
        "Player 1 wins the initiative",
        "Player 2 wins the initiative",
        "Both roll again",
    }
    assert sum(one.percent for one in told) == pytest.approx(100, abs=0.01)


def test_a_strike_at_who_passes_may_come_all_along_what_is_within_reach() -> None:
    """Each place has its line, which is legal, and its dice: most where the bases touch [Kaos K31.5] [Kaos K31.8]."""
    bob = {**BOB, "x": 26, "y": 33, "facing": 270}
    state = GAME.from_document({**TABLE, "turn": {"figure": "ann"}, "figure": [ANN, bob]})
    GAME.play(state, "plan walk 27.9,30")
    option = next(one for one in asked(state)["options"] if one["verb"] == "intercept")
    stops = option["stops"]
    assert len(stops) > 4 and [one["do"] for one in stops if one.get("best")] == [option["do"]]
    assert [one["cm"] for one in stops] == sorted(one["cm"] for one in stops)
    for one in stops:
        assert state.waiting.refusal(GAME.parse(state, one["do"])) is None
        assert one["end"]["y"] == 30 and abs(one["end"]["x"] - 20 - one["cm"]) < 0.001
    best = max(one["dice"] for one in stops)
    assert option["dice"] == best or all(one["dice"] == best for one in stops)
