"""Position documents of Kaos: every position as a document people can write, and what is wrong with one that is not."""

import json
import re
from typing import Any

import pytest

from esquive.core.errors import DocumentError, NotationError
from esquive.core.scenario import parse_scenario, run_scenario
from esquive.core.waiting import Decision
from esquive.kaos.book.deployment import DeploymentFrame
from esquive.kaos.book.round import RoundFrame
from esquive.kaos.cards.catalogue import catalogue
from esquive.kaos.game import GAME
from esquive.kaos.written.documents.facts import read_path
from esquive.kaos.written.hidden_information import hide
from tests.kaos.games import positions
from tests.kaos.text.test_notation import document

# What a frame hands to the one below it is nothing that a position says.
PASSING = ("successes_a", "successes_b", "reaction", "reaction_means", "walked_cost", "walked_straight")


def said(state: Any) -> dict[str, Any]:
    """A position without what frames hand on."""
    return {key: value for key, value in state.to_data().items() if key not in PASSING}


@pytest.mark.parametrize("seed", range(6))
def test_a_full_document_holds_the_whole_position(seed: int) -> None:
    for number, (state, _, _) in enumerate(positions(seed)):
        if number % 5 == 0:
            written = json.loads(json.dumps(GAME.to_document(state)))
            assert GAME.from_document(written).to_data() == state.to_data()


@pytest.mark.parametrize("seed", range(6))
def test_a_position_between_activations_is_all_in_what_people_can_read(seed: int) -> None:
    checked = 0
    for state, _, _ in positions(seed):
        waiting = state.waiting
        if not isinstance(waiting, Decision) or waiting.kind not in ("initiative", "asked", "deployment", "deploy"):
            continue
        written = json.loads(json.dumps(GAME.to_document(state)))
        del written["exact"], written["profiles"]
        again = GAME.from_document(written)
        assert isinstance(again.stack[-1], RoundFrame | DeploymentFrame)
        assert said(again) == said(state)
        checked += 1
    assert checked > 3


@pytest.mark.parametrize("seed", [1, 3, 7])
def test_a_seat_is_shown_nothing_it_may_not_know(seed: int) -> None:
    for number, (state, _, rng) in enumerate(positions(seed, rounds=5)):
        if number % 3:
            continue
        for seat in (0, 1, -1):
            other = hide(state, seat, rng)
            assert GAME.to_document(other, seat) == GAME.to_document(state, seat)
            assert GAME.view(other, seat) == GAME.view(state, seat)
            assert "exact" not in GAME.to_document(state, seat)


def cards_of_a_place() -> dict[str, Any]:
    """A document with an object carried and an event in reserve on each side."""
    known = catalogue()
    objects, events = sorted(known.object_cards), sorted(known.event_cards)
    return document(
        decks={"objects": objects, "events": events},
        carried=[{"figure": "knight", "object": objects[0]}, {"figure": "goblin", "object": objects[1]}],
        players={"p1": {"reserve": events[0]}, "p2": {"reserve": events[1], "destiny": 2, "victory_points": 5}},
    )


def test_the_other_players_object_and_reserve_are_hidden_from_a_seat() -> None:
    written = cards_of_a_place()
    state = GAME.from_document(written)
    mine = GAME.to_document(state, 0)
    first, second = mine["carried"]
    assert first["object"] == written["carried"][0]["object"]
    difficulty = catalogue().object_cards[written["carried"][1]["object"]].difficulty
    assert second == {"figure": "goblin", "difficulty": difficulty}
    assert mine["players"]["p1"]["reserve"] == written["players"]["p1"]["reserve"]
    assert mine["players"]["p2"]["reserve"] == "?"
    assert isinstance(mine["objects"]["pile"], int) and isinstance(mine["events"]["pile"], int)
    watched = GAME.to_document(state, -1)
    assert "object" not in watched["carried"][0] and watched["players"]["p1"]["reserve"] == "?"


def test_cards_not_named_lie_in_their_piles() -> None:
    state = GAME.from_document(cards_of_a_place())
    assert read_path(state, "objects.pile") == len(catalogue().objects) - 2
    assert sum(state.event_pile) == sum(card.copies for card in state.library.events) - 2


def test_a_figure_stands_at_the_level_of_the_ground() -> None:
    keep = {"id": "keep", "kind": "platform", "height": 3.5, "shape": [[0, 0], [20, 0], [20, 30], [0, 30]]}
    state = GAME.from_document(document(scenery=[keep]))
    assert read_path(state, "figure.knight.z") == 3.5
    assert read_path(state, "figure.goblin.z") == 3.5 or read_path(state, "figure.goblin.x") == 20


def test_lengths_are_kept_to_the_micrometre() -> None:
    figures = document()["figure"]
    figures[0] = {**figures[0], "x": 10.1234, "y": 9.0001, "facing": 12.345}
    state = GAME.from_document(document(figure=figures))
    assert (state.x[0], state.y[0], state.facing[0]) == (101_234, 90_001, 12_345)
    again = GAME.to_document(state)["figure"][0]
    assert (again["x"], again["y"], again["facing"]) == (10.1234, 9.0001, 12.345)


def test_a_lasting_effect_is_written_as_on_a_card() -> None:
    effect = {"figure": "knight", "do": {"op": "move", "cm": -2, "until": "round"}, "card": "mud"}
    state = GAME.from_document(document(effects=[effect]))
    assert read_path(state, "figure.knight.move") == 8
    again = GAME.from_document({key: one for key, one in GAME.to_document(state).items() if key != "exact"})
    assert again.lasting == state.lasting


def figure(number: int, **keys: Any) -> dict[str, Any]:
    """The document with one figure's table changed."""
    figures = document()["figure"]
    figures[number] = {**figures[number], **keys}
    return document(figure=figures)


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"figure": []}, "a position has 1 to"),
    ({"frobnicate": 1}, "unknown key 'frobnicate'"),
    ({"figur": []}, "did you mean 'figure'?"),
    ({"game": "krosmaster"}, "is not this one"),
    ({"mode": "blitz"}, "unknown mode 'blitz'"),
    ({"options": {"slam": "far"}}, "option 'slam' cannot be 'far'"),
    ({"turn": {"phase": "lunch"}}, "unknown phase 'lunch'"),
    ({"turn": {"figure": "nobody"}}, "no figure is called 'nobody'"),
    ({"turn": {"figure": "knight", "player": "p2"}}, "is not p2's"),
    ({"turn": {"figure": "knight", "phase": "searches"}}, "no figure plays in the searches phase"),
    ({"initiative": "p3"}, "unknown player 'p3'"),
    ({"more": 2}, "2 is no list of players"),
    ({"more": ["p1", "p3"]}, "['p1', 'p3'] is no list of players"),
    ({"players": {"p1": {"destiny": -1}}}, "destiny cannot be -1"),
    ({"players": {"p1": {"reserve": "flood"}}}, "unknown event 'flood'"),
    ({"table": {"width": 40}}, "width cannot be 40"),
    ({"table": {"breadth": 70}}, "unknown key 'breadth'"),
    ({"scenery": [{"kind": "wall"}]}, "a piece needs a shape"),
    ({"scenery": [{"kind": "cloud", "shape": [[1, 1], [2, 1], [2, 2]]}]}, "nobody knows what a 'cloud' does"),
    ({"scenery": [{"kind": "wall", "shape": [[1, 1], [3, 3], [3, 1], [1, 3]]}]}, "encloses nothing"),
    ({"scenery": [{"kind": "wall", "shape": [[1, 1], [2, 1], [2, "x"]]}]}, "not a length"),
    ({"scenery": [{"kind": "ramp", "shape": [[1, 1], [2, 1], [2, 2]], "low": [1, 1]}]}, "a low end and a high end"),
    ({"profile": [{"name": "x"}]}, "a fighter needs an id"),
    ({"profile": [{"id": "knight", "dice": 3}]}, "unknown field `dice`"),
    ({"scenario": "nowhere"}, "unknown scenario 'nowhere'"),
    ({"decks": {"objects": ["spoon"]}}, "unknown card 'spoon'"),
    ({"carried": [{"figure": "knight", "object": "spoon"}]}, "unknown card 'spoon'"),
    ({"effects": [{"figure": "knight", "do": {"op": "sing"}}]}, "sing"),
    ({"relic": {"figure": "nobody"}}, "no figure is called 'nobody'"),
    ({"held": [1]}, "list 0 whole numbers"),
    (figure(0, owner="p4"), "owner cannot be 'p4'"),
    (figure(0, profile="dragon"), "unknown fighter 'dragon'"),
    (figure(0, profile=3), "a figure needs a profile"),
    (figure(0, wounds=99), "wounds cannot be 99"),
    (figure(0, wounds=12), "has no life left and is in play"),
    (figure(0, id="Knight One"), "a figure cannot be called"),
    (figure(0, id="face"), "a figure cannot be called"),
    (figure(0, id="squire"), "two figures are called 'squire'"),
    (figure(0, x=1), "does not stand wholly on the table"),
    (figure(0, x=10, y=19), "overlaps"),
    (figure(0, z=2), "z cannot be 2"),
    (figure(0, dodged=["nobody"]), "no figure is called 'nobody'"),
    (figure(0, status="asleep"), "status cannot be 'asleep'"),
]


@pytest.mark.parametrize(("keys", "says"), WRONG, ids=[says for _, says in WRONG])
def test_a_document_that_cannot_be_says_why(keys: dict[str, Any], says: str) -> None:
    with pytest.raises((DocumentError, NotationError), match=re.escape(says)):
        GAME.from_document(document(**keys))


@pytest.mark.parametrize("more", [[], ["p1"], ["p2"], ["p1", "p2"]])
def test_who_has_an_activation_left_at_equal_totals_is_in_the_document(more: list[str]) -> None:
    """[Kaos K1.2] [Ruling R244]."""
    assert GAME.to_document(GAME.from_document(document(more=more))).get("more", []) == more


@pytest.mark.parametrize(
    "turn",
    [
        {"phase": "activations", "player": "p1", "asked": True},
        {"phase": "deployment", "player": "p1", "asked": True},
    ],
)
def test_a_side_with_nothing_left_cannot_be_the_one_that_is_asked(turn: dict[str, Any]) -> None:
    """[Kaos K8.4] [Kaos K6.9] [Ruling R260]: there would be no answer to give."""
    figures = [{**one, "activated": one["owner"] == "p2"} for one in document()["figure"]]
    with pytest.raises(DocumentError, match="p2 has no figure left and cannot be asked"):
        GAME.from_document(document(turn=turn, figure=figures))


@pytest.mark.parametrize(
    ("turn", "asked"),
    [
        ({"phase": "activations"}, "initiative"),
        ({"phase": "activations", "player": "p1", "asked": True}, "asked"),
        ({"phase": "searches"}, "search"),
        ({"phase": "clean-up"}, "roll"),
        ({"phase": "destiny"}, "roll"),
        ({"phase": "initiative"}, "roll"),
    ],
)
def test_a_round_is_taken_up_at_any_phase(turn: dict[str, Any], asked: str) -> None:
    objects = sorted(catalogue().object_cards)
    players = {"p1": {"destiny": 1}, "p2": {"destiny": 1}}
    state = GAME.from_document(
        document(turn=turn, decks={"objects": objects}, players=players, round=2, initiative="p2")
    )
    assert read_path(state, "asked.kind") == asked
    assert state.round == (3 if turn["phase"] == "clean-up" else 2)


def test_paths_read_every_fact_of_a_figure() -> None:
    state = GAME.from_document(document())
    assert read_path(state, "figure.knight.x") == 10 and read_path(state, "figure.goblin.facing") == 180
    assert read_path(state, "distance.knight.goblin") == 7.5
    assert read_path(state, "sight.knight.goblin") == "clear"
    assert read_path(state, "angle.goblin.knight") == "front"
    assert read_path(state, "turn.figure") == "knight" and read_path(state, "asked.player") == "p1"
    assert read_path(state, "player.p1.figures") == ["knight", "squire"]
    assert read_path(state, "winner") == "none" and read_path(state, "round") == 1


@pytest.mark.parametrize(
    "path", ["figure.nobody.x", "figure.knight.colour", "player.p5.destiny", "colour", "turn.hour", "distance.knight"]
)
def test_a_path_that_leads_nowhere_says_which_there_are(path: str) -> None:
    with pytest.raises(NotationError, match=re.escape(path)):
        read_path(GAME.from_document(document()), path)


def test_a_length_may_be_asked_for_between_two_bounds() -> None:
    """In centimetres, whole or not: the knight stands 7.5 cm from the goblin's base."""
    text = """
title = "A length between two bounds"
game = "kaos"
profile = [{ id = "knight", weapon = [{ id = "sword" }] }]
figure = [
  { id = "hero", profile = "knight", owner = "p1", x = 10, y = 10.5 },
  { id = "foe", profile = "knight", owner = "p2", x = 20, y = 10.5 },
]
[[step]]
expect = { "distance.hero.foe" = { min = 7, max = 7.6 }, "figure.hero.y" = { min = 10.4 } }
[[step]]
expect = { "distance.hero.foe" = { min = 7.6 } }
"""
    result = run_scenario(parse_scenario(text, "s.toml"), lambda _: GAME)
    assert result.failures == ["s.toml:12: step 2: expected distance.hero.foe { min = 7.6 }, found 7.5"]
