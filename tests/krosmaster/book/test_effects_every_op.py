"""Every op that a card may use is carried out somewhere, without a list that names them all."""

from typing import Any, get_args

import pytest

import esquive.krosmaster.book.effects.running  # noqa: F401  # whoever runs effects has every function registered
from esquive.krosmaster.book.effects.registry import APPLIED, applies
from esquive.krosmaster.cards import ops
from esquive.krosmaster.cards.ops.continuous import MODIFIER_KINDS
from esquive.krosmaster.table.state import State


@pytest.mark.parametrize("op", get_args(ops.Op))
def test_an_op_is_applied_opened_by_the_frame_or_left_for_a_later_step(op: type[ops.PunctualOp]) -> None:
    """The frame itself moves pieces and opens what holds other ops."""
    by_frame = issubclass(op, ops.LaterOp | ops.Displacement) or bool(op.INNER) or op in (ops.Choose, ops.Unimplemented)
    assert op in APPLIED or by_frame


@pytest.mark.parametrize("modifier", get_args(ops.Modifier))
def test_a_continuous_effect_says_of_which_kind_it_is(modifier: type[ops.ContinuousOp]) -> None:
    assert 0 <= modifier.KIND < MODIFIER_KINDS or modifier is ops.ModifierUnimplemented


def test_an_op_is_applied_by_one_function() -> None:
    def again(state: State, frame: Any, op: ops.Markers, units: list[int]) -> None:
        raise NotImplementedError

    with pytest.raises(ValueError, match="Markers is applied by two functions"):
        applies(ops.Markers)(again)
