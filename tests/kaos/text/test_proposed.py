"""What people are proposed: no moves of some millimetres that serve nothing, and nothing else is left out."""

from esquive.core.waiting import Decision
from esquive.kaos.book.movement import path_of
from esquive.kaos.book.moves import MOVE_FORCED, MoveChoiceFrame
from esquive.kaos.game import GAME
from esquive.kaos.geometry.units import CM
from esquive.kaos.table import answers
from esquive.kaos.table.answers import RUN, STRIKE, WALK, Plan
from tests.kaos.playing import Figure, Table, box, cm, mine, ranged, theirs

PEN = [box(at=(15, 21.55), size=(10, 1)), box(at=(15, 17.45), size=(10, 1)), box(at=(17.45, 15), size=(1, 10))]


def penned(**more: Figure) -> Table:
    """A hero with three millimetres of room to three sides between walls."""
    return Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(40, 20)), **more}, pieces=PEN, size=(60, 40))


def lengths(table: Table, found: list[int]) -> list[int]:
    """How far each of some answers goes before it acts."""
    state = table.state
    made: list[int] = []
    for answer in found:
        plan, legs = answers.plan_of(answer), answers.legs_of_move(answer)
        way = plan.first if plan is not None else legs
        assert way is not None, "a plan or a move"
        made.append(path_of(state, 0, state.base(0), way).length)
    return made


def walked(answer: int) -> int:
    """The same way as a walk, for a run; else nothing."""
    plan = answers.plan_of(answer)
    return Plan(WALK, plan.first, []).answer() if plan is not None and plan.kind == RUN else -1


def test_a_run_that_leads_no_farther_than_a_walk_is_proposed_to_bots_alone() -> None:
    """Who runs does not act [Kaos K10.4], and gets to the wall beside it on foot."""
    table = penned().turn_of("hero")
    waiting = table.waiting
    assert isinstance(waiting, Decision)
    to_bots, to_people = waiting.candidates(56), GAME.words(table.state).proposals(40)
    assert any(walked(answer) in to_bots for answer in to_bots)
    assert not any(walked(answer) in to_bots for answer in to_people)


def test_a_plan_of_a_millimetre_that_serves_nothing_is_proposed_to_bots_alone() -> None:
    """Nothing else is left out, and the order stays."""
    table = penned().turn_of("hero")
    waiting = table.waiting
    assert isinstance(waiting, Decision)
    to_bots, to_people = waiting.candidates(56), GAME.words(table.state).proposals(40)
    assert any(0 < far < CM // 2 for far in lengths(table, to_bots))
    assert not any(0 < far < CM // 2 for far in lengths(table, to_people))
    kept = [
        answer
        for answer, far in zip(to_bots, lengths(table, to_bots), strict=True)
        if not 0 < far < CM // 2 and walked(answer) not in to_bots
    ]
    assert to_people == kept[:40]
    decision = GAME.words(table.state).decision(0)
    assert decision is not None and len(decision.options) <= len(to_people)


def test_a_millimetre_by_which_somebody_is_reached_serves_something() -> None:
    """[Kaos K21.3]: a strike is possible from 2.5 cm, and not from a little farther."""
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(25.2, 20))}).turn_of("hero")
    strikes = [plan for plan in map(answers.plan_of, GAME.words(table.state).proposals(40)) if plan]
    assert any(plan.action == STRIKE for plan in strikes)
    near = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(22.8, 20))}).start(
        MoveChoiceFrame(0, cm(4), MOVE_FORCED)
    )
    waiting = near.waiting
    assert isinstance(waiting, Decision)
    assert GAME.words(near.state).proposals(30)[:1] == waiting.candidates(1)


def test_a_move_that_was_not_declared_is_no_millimetre_either() -> None:
    """Staying is proposed for it [Kaos K26.2]."""
    table = penned(weapon=mine(at=(50, 30), weapons=(ranged(),))).start(MoveChoiceFrame(0, cm(4), MOVE_FORCED))
    found = GAME.words(table.state).proposals(30)
    assert answers.move([]) in found and not any(0 < far < CM // 2 for far in lengths(table, found))
