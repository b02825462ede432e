"""A path in the making: how far it gets, what each stretch costs, what is in the way, and the line that answers."""

from itertools import chain
from random import Random
from typing import Any

import msgspec
import pytest

from esquive.core.errors import NotationError
from esquive.core.messages import LANGUAGES
from esquive.core.waiting import Decision
from esquive.kaos.book.activation import ActivationFrame
from esquive.kaos.book.moves import MOVE_FORCED, MoveChoiceFrame
from esquive.kaos.game import GAME
from esquive.kaos.geometry.measures import distance
from esquive.kaos.geometry.shapes import CLIMBABLE, DIFFICULT
from esquive.kaos.seen.draft_shapes import DraftLeg, DraftPath, TriedPath
from esquive.kaos.seen.path_drafts import is_moved_by_hand
from tests.kaos.games import positions
from tests.kaos.playing import Table, box, cm, mine, platform, ranged, theirs

OPEN = {"hero": mine(at=(20, 20)), "foe": theirs(at=(40, 20))}


def go(x: float, y: float) -> DraftLeg:
    return DraftLeg(leg="go", x=x, y=y)


def face(facing: float) -> DraftLeg:
    return DraftLeg(leg="face", facing=facing)


def tried(table: Table, *legs: DraftLeg, language: str = "en", **more: Any) -> TriedPath:
    """What a path of the figure whose turn it is comes to; its line is what the judge says it is."""
    state = table.state
    found = GAME.words(state, language).drafted(0, DraftPath(legs=list(legs), **more))
    assert isinstance(found, TriedPath)
    refusal = table.refusal(found.line)
    assert found.legal == (refusal is None), refusal
    return found


def at(found: TriedPath) -> tuple[float, float]:
    return round(found.end.x, 2), round(found.end.y, 2)


def test_a_short_path_is_a_walk_and_a_longer_one_a_run() -> None:
    """[Kaos K10.1] [Kaos K10.2]: 10 cm of movement; what is dearer than two of them is cut there."""
    table = Table(OPEN).turn_of("hero")
    walk = tried(table, go(20, 28))
    assert (walk.pace, walk.cost, walk.most, walk.problem) == ("walk", 8, 20, None)
    assert walk.line == "plan walk 20,28" and walk.legal
    run = tried(table, go(20, 35))
    assert (run.pace, run.cost, run.line) == ("run", 15, "plan run 20,35")
    cut = tried(table, go(20, 35), go(30, 35))
    assert at(cut) == (25, 35) and cut.cost == 20 and cut.legal
    assert cut.problem is not None and cut.problem.kind == "movement" and cut.problem.at is not None
    assert "25 cm" in cut.problem.sentence and (cut.problem.at.x, cut.problem.at.y) == (25, 35)


def test_a_walk_that_is_wanted_is_cut_to_a_simple_move_and_turns_all_the_same() -> None:
    """Turning on the spot is free [Kaos K10.11]."""
    found = tried(Table(OPEN).turn_of("hero"), go(20, 45), face(90), pace="walk")
    assert at(found) == (20, 30) and found.end.facing == 90
    assert found.line == "plan walk 20,30 face 90"


def test_turning_alone_is_no_move() -> None:
    found = tried(Table(OPEN).turn_of("hero"), face(45))
    assert (found.pace, found.line, found.cost) == ("stay", "plan stay face 45", 0)


def test_what_is_in_the_way_is_named_where_it_is_and_the_path_ends_before_it() -> None:
    """[Ruling R204]: the base comes as near as it can."""
    table = Table(OPEN, pieces=[box(at=(17, 26), size=(6, 2))]).turn_of("hero")
    found = tried(table, go(20, 35))
    assert found.problem is not None and found.problem.kind == "path-piece" and "R204" in found.problem.clauses
    assert found.problem.at is not None and found.problem.at.y == pytest.approx(24.75, abs=0.01)
    assert at(found) == (20, 24.75) and found.legal
    assert "at 20, 24.8" in found.problem.sentence, "a place is told to a millimetre"


def test_a_way_goes_round_what_is_in_between_and_is_told_as_the_legs_it_takes() -> None:
    """Turning at the corners of the wall, with the base beside it [Kaos K27.4]."""
    table = Table(OPEN, pieces=[box(at=(17, 26), size=(6, 2))]).turn_of("hero")
    found = tried(table, DraftLeg(leg="way", x=20, y=31))
    assert found.problem is None and at(found) == (20, 31) and found.pace == "run"
    assert [leg.leg for leg in found.legs] == ["go", "go", "go"]


def test_each_stretch_says_what_it_costs() -> None:
    """Double through difficult ground [Kaos K11.8]."""
    marsh = box(at=(16, 23), size=(8, 2), height=0, flags=DIFFICULT, name="marsh")
    found = tried(Table(OPEN, pieces=[marsh]).turn_of("hero"), go(20, 27))
    assert [(one.length, one.cost, one.difficult) for one in found.stretches] == [
        (3, 3, False),
        (2, 4, True),
        (2, 2, False),
    ]
    assert found.cost == 9 and found.pace == "walk"


def test_who_climbs_pays_double_and_a_fall_is_told() -> None:
    """[Kaos K11.1] [Kaos K12.1]."""
    ledge = platform(at=(17, 23), size=(6, 4), height=3, flags=CLIMBABLE | 16)
    table = Table(OPEN, pieces=[ledge]).turn_of("hero")
    up = tried(table, go(20, 25))
    assert [one.how for one in up.stretches] == ["flat", "up", "flat"] and up.cost == 3 + 6 + 2 and up.end.z == 3
    high = Table(
        {"hero": mine(at=(20, 25), z=4), "foe": theirs(at=(40, 20))},
        pieces=[platform(at=(17, 23), size=(6, 4), height=4)],
    ).turn_of("hero")
    down = tried(high, go(20, 30))
    assert down.fall is not None and down.fall.drop == 4 and down.fall.landing.z == 0


@pytest.mark.parametrize(
    ("x", "to", "gap"),
    [(37.2, "contact", 0), (37.9, "contact", 0), (34.8, "melee", 2.5), (35.3, "melee", 2.5), (33, "", 4.5)],
)
def test_an_end_goes_to_contact_and_to_melee_that_are_near(x: float, to: str, gap: float) -> None:
    """[Kaos K21.2] [Kaos K21.3]; contact is at 37.5, 2.5 cm from it at 35."""
    table = Table({"hero": mine(at=(27, 20)), "foe": theirs(at=(40, 20))}).turn_of("hero")
    found = tried(table, go(x, 20))
    assert found.snapped == to and (found.to == "foe") == bool(to)
    base = table.state.base_at(0, round(found.end.x * 10000), round(found.end.y * 10000), 0, 0)
    assert distance(table.state.table, base, table.state.base(1)) == pytest.approx(gap * 10000, abs=200)
    free = tried(table, go(x, 20), snap=False)
    assert free.end.x == pytest.approx(min(x, 37.5), abs=0.002)


def test_an_end_goes_to_the_corner_that_a_way_goes_closest_round() -> None:
    """A base of 2.5 cm passes a wall's corner with its centre 1.25 cm off."""
    table = Table(OPEN, pieces=[box(at=(17, 26), size=(6, 2))]).turn_of("hero")
    found = tried(table, go(24.5, 24.9))
    assert found.snapped == "corner" and at(found) == (24.25, 24.75)


def test_a_hand_that_rests_is_told_what_can_be_done_from_there() -> None:
    """Strikes turn to whom they strike; what is done is a line that may be given."""
    table = Table({"hero": mine(at=(30, 20), faces=180), "foe": theirs(at=(40, 20))}).turn_of("hero")
    found = tried(table, go(37.4, 20), settled=True)
    assert [one.do for one in found.actions] == ["plan walk 37.49,20 face 0 strike foe sword"]
    assert all(table.refusal(one.do) is None for one in found.actions)
    assert tried(table, go(37.4, 20)).actions == [], "a hand that moves is told the way alone"
    archer = Table({"hero": mine(at=(30, 20), weapons=(ranged(),)), "foe": theirs(at=(40, 20))}).turn_of("hero")
    assert [one.do for one in tried(archer, go(30, 22), settled=True).actions] == ["plan walk 30,22 shoot foe bow"]


def test_a_run_long_enough_offers_the_charge_it_could_be() -> None:
    """A straight line of a simple move that ends with a strike [Kaos K28.4]."""
    table = Table({"hero": mine(at=(24, 20)), "foe": theirs(at=(40, 20))}).turn_of("hero")
    run = tried(table, go(37.4, 20), settled=True)
    assert run.pace == "run" and [one.do for one in run.actions] == ["plan charge 37.49,20 strike foe sword"]
    charge = tried(table, go(37.4, 20), pace="charge")
    assert charge.line == "plan charge 37.49,20 strike foe sword" and charge.legal
    short = tried(table, go(30, 20), pace="charge")
    assert not short.legal and short.problem is not None and short.problem.kind in ("charge-line", "melee-reach")


def test_who_is_put_down_on_an_enemy_attacks_it_as_best_it_can() -> None:
    """A strike from where the way ends, a charge where that is too far for a walk, and the line that says so."""
    near = Table({"hero": mine(at=(30, 20)), "foe": theirs(at=(38, 20))}).turn_of("hero")
    walked = tried(near, go(38, 20), settled=True, onto="foe")
    assert walked.attack == walked.actions[0].do == "plan walk 35.501,20 strike foe sword"
    assert walked.line == "plan walk 35.501,20" and walked.problem is None, "the path alone may be given too"
    far = Table({"hero": mine(at=(24, 20)), "foe": theirs(at=(40, 20))}).turn_of("hero")
    run = tried(far, go(40, 20), settled=True, onto="foe")
    assert run.attack == "plan charge 37.501,20 strike foe sword" and far.refusal(run.attack) is None
    assert tried(far, go(40, 20), onto="foe").attack == run.attack, "it is said before the hand lets go"


def test_an_attack_that_the_way_made_does_not_lead_to_is_found_by_another_one() -> None:
    """A wall stands between: the way goes round it; an archer who has no strike shoots from where it can."""
    wall = box(at=(27, 20), size=(3, 3))
    walled = Table({"hero": mine(at=(24, 20)), "foe": theirs(at=(31.5, 20))}, pieces=[wall]).turn_of("hero")
    round_it = tried(walled, go(31.5, 20), settled=True, onto="foe")
    assert "strike foe sword" in round_it.attack and walled.refusal(round_it.attack) is None
    assert len(round_it.legs) > 1 and round_it.problem is None
    archer = Table({"hero": mine(at=(20, 20), weapons=(ranged(),)), "foe": theirs(at=(44, 20))}).turn_of("hero")
    shot = tried(archer, go(44, 20), settled=True, onto="foe")
    assert "shoot foe bow" in shot.attack and archer.refusal(shot.attack) is None


def test_whom_no_attack_gets_at_is_walked_up_to() -> None:
    """Neither an enemy out of reach nor a comrade is attacked."""
    table = Table({"hero": mine(at=(10, 20)), "pal": mine(at=(14, 20)), "foe": theirs(at=(55, 20))}).turn_of("hero")
    found = tried(table, go(55, 22), settled=True, onto="foe")
    assert found.attack == "" and found.no_attack is not None
    assert found.no_attack.kind == "melee-reach" and found.no_attack.clauses, "the clause that keeps it from it"
    assert tried(table, go(14, 20), settled=True, onto="pal").attack == ""
    with pytest.raises(NotationError, match="no figure is called"):
        tried(table, go(14, 20), settled=True, onto="nobody")


def test_a_move_that_was_not_declared_is_made_by_hand_too() -> None:
    """At most what it may spend, and nothing is done at its end [Kaos K26.2]."""
    table = Table(OPEN).start(MoveChoiceFrame(0, cm(4), MOVE_FORCED))
    found = tried(table, go(20, 30), face(90), settled=True)
    assert (found.pace, found.most, found.line) == ("move", 4, "move 20,24 face 90")
    assert found.legal and found.actions == []
    assert found.problem is not None and "K26.2" in found.problem.clauses
    assert tried(table).line == "move none"


def test_only_who_is_asked_moves_by_hand() -> None:
    table = Table(OPEN).turn_of("hero")
    with pytest.raises(NotationError, match="nobody is asked"):
        GAME.words(table.state).drafted(1, DraftPath(legs=[go(20, 28)]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_problem_is_told_in_every_language(language: str) -> None:
    found = tried(Table(OPEN).turn_of("hero"), go(20, 60), language=language)
    assert found.problem is not None and found.problem.sentence


def test_in_games_nothing_breaks_and_every_line_is_as_legal_as_it_says() -> None:
    """Any legs at all in positions of games between bots; nothing tells what the other player hides [Ruling R217]."""
    rng = Random(5)
    asked = 0
    for state, _, _ in chain(positions(1), positions(4)):
        waiting = state.waiting
        if not isinstance(waiting, Decision) or not is_moved_by_hand(state):
            continue
        asked += 1
        top = state.stack[-1]
        assert isinstance(top, ActivationFrame | MoveChoiceFrame)
        base = state.base(top.figure)
        legs = []
        for _ in range(rng.randrange(1, 4)):
            x, y = (round(one / 10000 + rng.uniform(-14, 14), 2) for one in (base.x, base.y))
            legs.append(rng.choice([go(x, y), go(x, y), DraftLeg(leg="jump", x=x, y=y), face(rng.randrange(360))]))
        draft = DraftPath(legs=legs, settled=rng.random() < 0.4, pace=rng.choice(["", "", "walk", "run", "charge"]))
        found = GAME.words(state).drafted(waiting.seat, draft)
        assert isinstance(found, TriedPath)
        assert found.legal == (waiting.refusal(GAME.parse(state, found.line)) is None)
        assert not found.legal or found.cost <= found.most or found.length <= 3
        assert all(waiting.refusal(GAME.parse(state, one.do)) is None for one in found.actions)
        hidden = GAME.hide(state, waiting.seat, rng)
        other = GAME.words(hidden).drafted(waiting.seat, draft)
        assert msgspec.json.encode(other) == msgspec.json.encode(found)
    assert asked > 5
