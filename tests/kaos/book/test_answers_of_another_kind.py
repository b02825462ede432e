"""An answer of another kind is told so, and nothing else is asked of it."""

import pytest

from esquive.kaos.book.moves import MOVE_FORCED, MoveChoiceFrame
from esquive.kaos.book.scenery import SceneryFrame
from esquive.kaos.book.slam import SlamFrame
from esquive.kaos.book.uses import use_conditions
from esquive.kaos.book.windows import BEFORE_MOVE, FreeWindowFrame
from esquive.kaos.cards import ops
from esquive.kaos.cards.library import IN_FREE_WINDOW, SELF, Library
from esquive.kaos.table import answers
from esquive.kaos.table.state import RESERVE
from tests.kaos.playing import (
    DONE,
    SKILL,
    STAY,
    SWORD,
    Table,
    box,
    cm,
    go,
    intercept,
    mine,
    place,
    plan,
    skill,
    slam,
    theirs,
    use,
)


def test_an_answer_that_is_no_move_is_told_so_and_nothing_else() -> None:
    """[Kaos K26.2]: four numbers are not yet a path, and staying needs none."""
    table = Table({"hero": mine(at=(26, 23)), "foe": theirs(at=(20, 20))}).start(
        MoveChoiceFrame(1, cm(10), MOVE_FORCED)
    )
    for answer in (answers.pack(answers.PLACE, [0, cm(30), cm(20), 0]), DONE):
        assert [condition.kind for condition in table.conditions(answer)] == ["wrong-verb"]
        assert table.why(answer) == "wrong-verb"
    assert [condition.kind for condition in table.conditions(STAY)] == ["wrong-verb"] and table.why(STAY) == ""


def test_a_plan_that_is_not_written_as_plans_are_is_told_so_and_nothing_else() -> None:
    """[Kaos K20.1]: one integer only stands for each plan."""
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(60, 20))}).turn_of("hero")
    good = plan("walk", (25, 20))
    other = good ^ 1 << good.bit_length() - 1  # the same fields without the bit that ends them
    assert answers.plan_of(other) == answers.plan_of(good)
    assert table.why(good) == "" and table.why(other) == "wrong-verb"
    assert [condition.kind for condition in table.conditions(other)] == ["wrong-verb"]


def unended(answer: int) -> int:
    """The same fields as those of an answer, without the bit that ends them."""
    return answer ^ 1 << answer.bit_length() - 1


def waiting_for(kind: str) -> tuple[Table, int, str]:
    """A table at a decision, a legal answer there, and the first condition of its answers."""
    duel = {"hero": mine(at=(20, 20)), "foe": theirs(at=(23.5, 20), activated=1)}
    if kind == "slam":
        return Table(duel).start(SlamFrame(0, 1, 8)), slam(25, 20), "slam-or-pass"
    if kind == "move":
        return Table(duel).start(MoveChoiceFrame(0, cm(10), MOVE_FORCED)), go((20, 25)), "wrong-verb"
    if kind == "use":
        free = skill(
            is_free=True, timing=IN_FREE_WINDOW, targets=SELF, effects=(ops.Armour(armour=1).at_play("knack"),)
        )
        table = Table({"hero": mine(at=(20, 20), skills=[free]), "foe": theirs(at=(60, 20))}, active="hero")
        return table.start(FreeWindowFrame(BEFORE_MOVE, 0)), use(0, SKILL, 0), "wrong-verb"
    if kind == "scenery":
        table = Table(
            {"hero": mine(at=(1, 1), status=RESERVE, will=1), "foe": theirs(at=(1, 1), status=RESERVE, will=1)}
        )
        table.state.library = Library(table.state.library.profiles, selection=(box((-2, -2), (4, 4), 5),))
        return table.start(SceneryFrame()).play(dice=["5", "2"]), place(0, 20, 20), "wrong-verb"
    intercepted = {"hero": mine(at=(20, 20)), "foe": theirs(at=(26, 23), faces=270)}
    table = Table(intercepted).turn_of("hero").play(plan("run", (36, 20)))
    return table, intercept(1, SWORD, 6), "wrong-verb"


@pytest.mark.parametrize("kind", ["slam", "move", "use", "scenery", "intercept"])
def test_one_integer_only_stands_for_an_answer(kind: str) -> None:
    """The same fields written otherwise are no answer, and nothing more is said of them [Kaos K35.3]."""
    table, legal, first = waiting_for(kind)
    assert table.why(legal) == ""
    other = unended(legal)
    assert answers.verb_of(other) == answers.verb_of(legal) and answers.fields_of(other) == answers.fields_of(legal)
    failing = [condition.kind for condition in table.conditions(other) if not condition.holds]
    assert failing[:1] == [first] and len(table.conditions(other)) == 1


@pytest.mark.parametrize("is_free", [True, False])
@pytest.mark.parametrize("means", [-1, SWORD, SKILL + 7, SKILL | 1 << 16, 1 << 40])
def test_of_means_that_nobody_has_nothing_else_is_asked(means: int, is_free: bool) -> None:
    """[Kaos K34.2] [Kaos K35.1]."""
    table = Table({"hero": mine(at=(20, 20), skills=[skill(is_free=is_free)]), "foe": theirs(at=(22.5, 20))})
    found = use_conditions(table.state, 0, means, 1, 0, 0, is_free=is_free)
    assert [condition.holds for condition in found] == [True, False]
