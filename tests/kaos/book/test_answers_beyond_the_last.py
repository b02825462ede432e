"""Numbers that stand for nobody and nothing: one below the first, one beyond the last, an angle of a whole turn."""

import pytest

from esquive.kaos.book.deployment import DeploymentFrame
from esquive.kaos.book.modifiers import holds
from esquive.kaos.book.round import CHOOSE, RoundFrame
from esquive.kaos.book.scenery import SceneryFrame
from esquive.kaos.book.uses import use_conditions
from esquive.kaos.book.windows import BEFORE_MOVE, FreeWindowFrame
from esquive.kaos.cards import ops
from esquive.kaos.cards.library import IN_FREE_WINDOW, SELF, Library
from esquive.kaos.cards.op_codes import WITH_MELEE, WITH_RANGED
from esquive.kaos.geometry.units import TURN
from esquive.kaos.table import answers
from esquive.kaos.table.state import RESERVE
from tests.kaos.playing import (
    SECOND,
    SKILL,
    SPELL,
    SWORD,
    Table,
    activate,
    box,
    close,
    cm,
    intercept,
    mine,
    plan,
    ranged,
    skill,
    spell,
    theirs,
    use,
)


def failing(table: Table, answer: int) -> list[str]:
    """The kinds of the conditions that fail."""
    return [condition.kind for condition in table.conditions(answer) if not condition.holds]


def put(number: int, x: float, y: float, angle: int) -> int:
    """Something is put down at a place; the angle in thousandths of a degree."""
    return answers.pack(answers.PLACE, [number, cm(x), cm(y), angle])


@pytest.mark.parametrize(
    ("number", "angle", "fails"),
    [
        (-1, 0, ["wrong-verb"]),
        (0, 0, []),
        (1, 0, []),
        (2, 0, ["wrong-verb"]),
        (0, -1, ["wrong-verb"]),
        (0, TURN - 1, []),
        (0, TURN, ["wrong-verb"]),
    ],
)
def test_a_piece_of_scenery_is_one_of_the_selection_turned_by_less_than_a_turn(
    number: int, angle: int, fails: list[str]
) -> None:
    """[Kaos K5.3] [Kaos K5.5]."""
    figures = {"ann": mine(at=(1, 1), status=RESERVE, will=1), "cat": theirs(at=(1, 1), status=RESERVE, will=1)}
    table = Table(figures)
    pieces = (box((-2, -2), (4, 4), 5), box((-2, -2), (4, 4), 5, name="other"))
    table.state.library = Library(table.state.library.profiles, selection=pieces)
    table.start(SceneryFrame()).play(dice=["5", "2"])
    assert failing(table, put(number, 30, 30, angle)) == fails


@pytest.mark.parametrize(
    ("number", "angle", "fails"),
    [
        (-1, 0, ["wrong-verb"]),
        (0, 0, []),
        (1, 0, ["not-yours"]),
        (2, 0, ["wrong-verb"]),
        (0, -1, ["wrong-verb"]),
        (0, TURN - 1, []),
        (0, TURN, ["wrong-verb"]),
    ],
)
def test_who_is_deployed_is_a_figure_of_the_match_facing_somewhere(number: int, angle: int, fails: list[str]) -> None:
    """[Kaos K6.9]."""
    figures = {"ann": mine(at=(1, 1), status=RESERVE, will=1), "cat": theirs(at=(1, 1), status=RESERVE, will=1)}
    table = Table(figures).start(DeploymentFrame()).play(dice=["4", "1"])
    assert failing(table, put(number, 30, 30, angle)) == fails


@pytest.mark.parametrize(("number", "fails"), [(-1, ["wrong-verb"]), (0, []), (1, ["not-yours"]), (2, ["wrong-verb"])])
def test_who_is_activated_is_a_figure_of_the_match(number: int, fails: list[str]) -> None:
    """[Kaos K8.4]."""
    frame = RoundFrame()
    frame.step = CHOOSE
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(60, 20))}).start(frame)
    assert failing(table, activate(number)) == fails


@pytest.mark.parametrize(
    ("number", "fails"),
    [(-1, ["not-yours"]), (0, []), (1, ["not-yours"]), (2, ["free-means"]), (3, ["not-yours"])],
)
def test_what_is_free_is_used_by_a_figure_of_the_match(number: int, fails: list[str]) -> None:
    """[Kaos K35.3]: one of the player asked."""
    free = skill(is_free=True, timing=IN_FREE_WINDOW, targets=SELF, effects=(ops.Armour(armour=1).at_play("knack"),))
    figures = {"hero": mine(at=(20, 20), skills=[free]), "foe": theirs(at=(60, 20), skills=[free])}
    table = Table({**figures, "ally": mine(at=(30, 30))}, active="hero").start(FreeWindowFrame(BEFORE_MOVE, 0))
    assert failing(table, use(number, SKILL, 0)) == fails


@pytest.mark.parametrize(("number", "name"), [(-1, "-1"), (2, "2")])
def test_who_uses_something_is_a_figure_of_the_match(number: int, name: str) -> None:
    """[Kaos K35.2]: told by its number when it is nobody, and nothing more is asked."""
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(60, 20))})
    found = use_conditions(table.state, number, SKILL, 0, 0, 0)
    assert [(one.kind, one.holds, one.facts) for one in found] == [("user-in-play", False, {"figure": name})]


@pytest.mark.parametrize("means", [SKILL, SPELL])
@pytest.mark.parametrize(("target", "name"), [(-1, "-1"), (2, "2")])
def test_whom_something_is_used_on_is_a_figure_of_the_match(means: int, target: int, name: str) -> None:
    """[Kaos K34.1] [Kaos K23.6]."""
    card = mine(at=(20, 20), skills=[skill(is_free=True, timing=IN_FREE_WINDOW)], spells=[spell(is_free=True)])
    table = Table({"hero": card, "foe": theirs(at=(60, 20))})
    found = use_conditions(table.state, 0, means, target, 0, 0, is_free=True)
    assert not found[-1].holds and (found[-1].kind, found[-1].facts["target"]) == ("target-in-play", name)


@pytest.mark.parametrize("target", [-1, 2])
def test_whom_one_strikes_is_a_figure_of_the_match(target: int) -> None:
    """[Kaos K23.6]: told by its number when it is nobody."""
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(22.5, 20))}).turn_of("hero")
    found = table.conditions(plan("stay", action="strike", means=SWORD, target=target))
    (failed,) = [condition for condition in found if not condition.holds]
    assert (failed.kind, failed.facts) == ("target-in-play", {"target": str(target)})


@pytest.mark.parametrize(("number", "fails"), [(-1, ["wrong-verb"]), (0, ["not-yours"]), (1, []), (2, ["wrong-verb"])])
def test_who_intercepts_is_a_figure_of_the_match(number: int, fails: list[str]) -> None:
    """[Kaos K20.13]."""
    figures = {"hero": mine(at=(20, 20)), "foe": theirs(at=(26, 23), faces=270)}
    table = Table(figures).turn_of("hero").play(plan("run", (36, 20)))
    assert failing(table, intercept(number, SWORD, 6))[: len(fails) or 1] == fails


@pytest.mark.parametrize(
    ("means", "when", "is_given"),
    [
        (SWORD, WITH_MELEE, True),
        (SWORD, WITH_RANGED, False),
        (SECOND, WITH_MELEE, False),
        (SECOND, WITH_RANGED, True),
        (answers.WEAPON | 2, WITH_MELEE, False),
        (answers.WEAPON | 2, WITH_RANGED, False),
        (SPELL, WITH_MELEE, False),
        (SPELL, WITH_RANGED, False),
        (answers.NO_MEANS, WITH_MELEE, False),
    ],
)
def test_a_bonus_with_a_kind_of_weapon_needs_a_weapon_of_that_kind_on_the_card(
    means: int, when: int, is_given: bool
) -> None:
    """[Kaos K16.3]."""
    table = Table({"hero": mine(at=(20, 20), weapons=[close(), ranged()]), "foe": theirs(at=(60, 20))})
    assert holds(table.state, 0, when, means, False) == is_given
