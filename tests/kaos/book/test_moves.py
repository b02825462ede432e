"""Moves that were not declared: after a wound, a riposte, a shield."""

import pytest

from esquive.core.waiting import Decision
from esquive.kaos.book.modifiers import add_effect
from esquive.kaos.book.moves import (
    MOVE_AFTER_INTERCEPTION,
    MOVE_AFTER_RIPOSTE,
    MOVE_AFTER_SHIELD,
    MOVE_FORCED,
    MoveChoiceFrame,
)
from esquive.kaos.book.wounds import ForcedMovesFrame, suffer
from esquive.kaos.cards.op_codes import ALWAYS, ROUND, Op
from esquive.kaos.cards.ops import Immobilise
from esquive.kaos.geometry.shapes import DIFFICULT
from esquive.kaos.table import answers
from tests.kaos.playing import DONE, STAY, SWORD, Table, box, cm, go, mine, plan, platform, react, theirs, turn


def offered(reason: int = MOVE_FORCED, limit: float = 10) -> Table:
    """The foe may move 10 cm now; an enemy that has not played stands beside its way."""
    figures = {"hero": mine(at=(26, 23), faces=270), "foe": theirs(at=(20, 20))}
    table = Table(figures)
    return table.start(MoveChoiceFrame(table["foe"], cm(limit), reason))


@pytest.mark.parametrize(
    ("reason", "kind"),
    [
        (MOVE_FORCED, "forced-move"),
        (MOVE_AFTER_RIPOSTE, "move-after-riposte"),
        (MOVE_AFTER_SHIELD, "move-after-shield"),
        (MOVE_AFTER_INTERCEPTION, "move-after-interception"),
    ],
)
def test_its_owner_moves_the_figure_or_leaves_it(reason: int, kind: str) -> None:
    """[Kaos K26.2] [Kaos K21.8] [Kaos K21.15] [Kaos K31.4]."""
    table = offered(reason)
    waiting = table.waiting
    assert isinstance(waiting, Decision) and (waiting.kind, waiting.seat) == (kind, 1)
    assert table.why(STAY) == table.why(go((30, 20))) == table.why(turn(10)) == ""
    assert table.why(go((30.01, 20))) == "movement"


def test_a_move_that_is_not_made_now_is_lost() -> None:
    """[Kaos K26.2] [Kaos K10.15] [Kaos K18.7]: turning is no move."""
    for line in (STAY, turn(90)):
        table = offered().play(line)
        assert table.facts("move-lost") == [{"figure": "foe"}] and table.read("foe", "moved") == 0
    assert table.state.facing[1] == 90_000


def test_such_a_move_is_a_move_of_its_own_and_nobody_intercepts_it() -> None:
    """[Kaos K31.10] [Kaos K25.6] [Ruling R235]."""
    table = offered().play(go((29, 20)))
    assert table.asks == "rest" and table.read("foe", "moved") == 1
    assert table.place("foe") == (29, 20, 0) and table.facts("move-lost") == []


def test_the_path_is_judged_as_any_other() -> None:
    """[Ruling R201] [Ruling R203] [Kaos K11.8] [Kaos K10.13]."""
    figures = {"hero": mine(at=(24, 20)), "foe": theirs(at=(20, 20))}
    table = Table(figures, [box((18, 21), (4, 20), 0, DIFFICULT, "marsh")])
    table.start(MoveChoiceFrame(1, cm(4), MOVE_FORCED))
    assert table.why(go((24, 20))) == "path-figure" and table.why(go((-5, 20))) == "path-off-table"
    assert table.why(go((20, 23))) == "" and table.why(go((20, 23.1))) == "movement"


def test_a_move_may_lead_over_an_edge() -> None:
    """[Kaos K12.1]."""
    tower = platform((10, 15), (12, 10), 2)
    table = Table({"foe": theirs(at=(18, 20), z=2, life=3)}, [tower])
    table.start(MoveChoiceFrame(0, cm(10), MOVE_FORCED)).play(go((26, 20)), dice=["111"])
    assert table.read("foe", "wounds") == 2 and table.asks == "rest"


def test_who_is_held_fast_or_gone_is_not_asked() -> None:
    """[Kaos K10.14]."""
    table = Table({"hero": mine(at=(40, 40)), "foe": theirs(at=(20, 20))})
    suffer(table.state, 1, 2)
    add_effect(table.state, 1, Op(Immobilise, 0, 1, ALWAYS, ROUND, 0, 1))
    assert table.start(ForcedMovesFrame()).asks == "rest" and len(table.facts("move-lost")) == 1
    gone = Table({"foe": theirs(at=(20, 20), status=2)})
    assert gone.start(MoveChoiceFrame(0, cm(10), MOVE_FORCED)).asks == "rest"


def test_the_forced_move_is_a_simple_one_unless_a_run_is_agreed() -> None:
    """[Ruling R235] [Kaos K26.2]: whatever its weapon, once the exchange is over."""
    for option, most in (("walk", 10), ("run", 20)):
        figures = {"hero": mine(at=(26, 20)), "foe": theirs(at=(28.5, 20))}
        table = Table(figures, options={"forced_move": option}).turn_of("hero")
        table.play(plan("stay", action="strike", means=SWORD, target=1), react("none"), dice=["4111"])
        assert table.asks == "forced-move"
        assert table.why(go((28.5, 20 + most))) == "" and table.why(go((28.5, 20.1 + most))) == "movement"


def test_who_has_played_is_not_moved_by_its_wounds() -> None:
    """[Kaos K26.1]."""
    figures = {"hero": mine(at=(26, 20)), "foe": theirs(at=(28.5, 20), activated=1)}
    table = Table(figures).turn_of("hero")
    table.play(plan("stay", action="strike", means=SWORD, target=1), react("none"), dice=["4111"])
    assert table.asks == "rest" and table.read("foe", "wounds") == 5


@pytest.mark.parametrize(
    "answer", [-2, 0, DONE, plan("stay"), answers.pack(answers.MOVE, [1]), answers.pack(answers.MOVE, [5, 0, 0, 0])]
)
def test_any_other_answer_is_refused(answer: int) -> None:
    """[Kaos K26.2]."""
    assert offered().why(answer) in ("wrong-verb", "path-readable")
