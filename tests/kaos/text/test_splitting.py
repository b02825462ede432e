"""The second part of a move split round an action, as a hand makes it [Kaos K10.6] [Kaos K10.7] [Kaos K20.5]."""

import pytest

from esquive.core.errors import NotationError
from esquive.kaos.book.moves import MOVE_FORCED, MoveChoiceFrame
from esquive.kaos.game import GAME
from esquive.kaos.geometry.shapes import DIFFICULT
from esquive.kaos.seen.draft_shapes import DraftLeg, DraftPath, DraftReach, TriedPath, TriedReach
from tests.kaos.playing import Table, box, close, cm, long, mine, ranged, theirs
from tests.kaos.text.test_trying import at, face, go, tried

STRIKE = "plan walk 24,20 strike foe sword"


def table(**more: object) -> Table:
    """The hero strikes from 4 cm off and has 6 cm left."""
    return Table({"hero": mine(at=(20, 20), **more), "foe": theirs(at=(26.5, 20))}).turn_of("hero")


def test_the_second_part_goes_on_from_where_the_first_one_acts() -> None:
    found = tried(table(), go(24, 25), face(90), after=STRIKE)
    assert found.line == "plan walk 24,20 then 24,25 face 90 strike foe sword" and found.legal
    assert (found.cost, found.most, found.pace) == (9, 10, "walk")
    assert found.acts_at is not None and (found.acts_at.x, found.acts_at.y) == (24, 20) and at(found) == (24, 25)
    assert [(one.start.y, one.end.y) for one in found.stretches] == [(20, 20), (20, 25)]
    assert [leg.leg for leg in found.legs] == ["go", "face"] and found.actions == [] == found.splits


def test_both_parts_cost_a_simple_move_at_most() -> None:
    """[Kaos K10.6]: the second one is cut to what the first has left."""
    found = tried(table(), go(24, 35), after=STRIKE, settled=True)
    assert at(found) == (24, 26) and found.legal and found.cost == 10
    assert found.problem is not None and "K10.6" in found.problem.clauses


def test_a_figure_that_has_not_moved_walks_after_its_strike_or_search() -> None:
    near = Table({"hero": mine(at=(24, 20)), "foe": theirs(at=(26.5, 20))}).turn_of("hero")
    assert tried(near, go(24, 25), after="plan stay strike foe sword").line == "plan walk then 24,25 strike foe sword"
    assert tried(near, after="plan stay strike foe sword").line == "plan stay strike foe sword"


def test_what_is_in_the_way_of_the_second_part_is_named_there() -> None:
    wall = Table(
        {"hero": mine(at=(20, 20)), "foe": theirs(at=(26.5, 20))}, pieces=[box(at=(20, 23), size=(8, 2))]
    ).turn_of("hero")
    found = tried(wall, go(24, 25), after=STRIKE)
    assert found.problem is not None and found.problem.kind == "path-piece" and at(found) == (24, 21.75)


def test_only_a_close_strike_lets_a_figure_walk_on() -> None:
    """[Kaos K10.7] [Kaos K22.2] [Kaos K23.5]: neither a long weapon nor a shot, and not when nothing is left."""
    both = table(weapons=(close(), long(), ranged()))
    found = tried(both, go(24, 20), settled=True)
    assert {one.do.split()[-1] for one in found.actions} >= {"sword", "spear"}
    assert found.splits == ["plan walk 24,20 strike foe sword"]
    far = Table({"hero": mine(at=(14, 20)), "foe": theirs(at=(26.5, 20))}).turn_of("hero")
    assert tried(far, go(24, 20), settled=True).splits == []
    spear = tried(both, go(24, 25), after="plan walk 24,20 strike foe spear")
    assert not spear.legal and spear.problem is not None and spear.problem.kind == "split-move"


@pytest.mark.parametrize("line", ["plan walk 24,20", "pass", "use hero #9 foe"])
def test_a_move_goes_on_after_an_action_alone(line: str) -> None:
    with pytest.raises(NotationError, match="has no action"):
        GAME.words(table().state).drafted(0, DraftPath(legs=[go(24, 25)], after=line))


def test_a_move_that_was_not_declared_has_one_part() -> None:
    """[Kaos K26.2]."""
    forced = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(26.5, 20))}).start(
        MoveChoiceFrame(0, cm(4), MOVE_FORCED)
    )
    with pytest.raises(NotationError):
        GAME.words(forced.state).drafted(0, DraftPath(legs=[go(20, 25)], after=STRIKE))


def test_a_way_round_is_found_from_where_the_first_part_ends() -> None:
    found = GAME.words(table().state).drafted(0, DraftPath(legs=[DraftLeg(leg="way", x=24, y=24)], after=STRIKE))
    assert isinstance(found, TriedPath) and found.legs == [go(24, 24)]


def reached(drawn: Table, figure: str = "hero", after: str = STRIKE) -> TriedReach:
    found = GAME.words(drawn.state).drafted(0, DraftReach(figure=figure, after=after))
    assert isinstance(found, TriedReach)
    return found


def test_the_second_part_reaches_as_far_as_the_first_one_has_left() -> None:
    """[Kaos K10.6]: from where it acts, with neither a run nor a charge."""
    found = reached(table())
    assert (found.simple, found.run, found.lanes) == (6, [], [])
    assert min(x for ring in found.walk for x, _ in ring) == pytest.approx(18, abs=0.3)
    assert max(y for ring in found.walk for _, y in ring) == pytest.approx(26, abs=0.3)
    assert GAME.words(table().state).drafted(0, DraftReach(figure="hero")) != found


def test_of_the_three_centimetres_that_are_always_possible_the_second_part_has_the_rest() -> None:
    """[Kaos K10.13]: 2 cm of difficult ground have cost all there is."""
    mud = box(at=(0, 0), size=(60, 60), height=0, flags=DIFFICULT, name="mud")
    rough = Table({"hero": mine(at=(20, 20), move=4), "foe": theirs(at=(24.5, 20))}, pieces=[mud])
    found = reached(rough.turn_of("hero"), after="plan walk 22,20 strike foe sword")
    assert found.simple == 1
    assert min(x for ring in found.walk for x, _ in ring) == pytest.approx(21, abs=0.2)


def test_only_who_moves_has_a_second_part_and_only_with_an_action() -> None:
    with pytest.raises(NotationError, match="not asked where it goes"):
        reached(table(), figure="foe")
    with pytest.raises(NotationError, match="has no action"):
        reached(table(), after="plan walk 24,20")
