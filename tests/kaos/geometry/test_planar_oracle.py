"""The plane geometry agrees with shapely on random positions: `tools/oracle.py` compares a million."""

from collections.abc import Callable

import pytest

from esquive.kaos.geometry.shapes import Base
from esquive.lab.kaos import plane_oracle


def test_geometry_and_oracle_agree_on_random_positions() -> None:
    assert list(plane_oracle.disagreements(6_000, 20)) == []


@pytest.mark.parametrize("name", ["distance", "margin"])
def test_the_oracle_notices_a_length_that_is_wrong(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    right: Callable[[Base, Base], int] = getattr(plane_oracle, name)
    monkeypatch.setattr(plane_oracle, name, lambda a, b: right(a, b) + 3)
    assert next(plane_oracle.disagreements(2_000, 20), "")


@pytest.mark.parametrize("name", ["overlap", "in_attack_angle", "meets_piece"])
def test_the_oracle_notices_an_answer_that_is_wrong(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    right: Callable[..., bool] = getattr(plane_oracle, name)
    monkeypatch.setattr(plane_oracle, name, lambda a, b: not right(a, b))
    assert next(plane_oracle.disagreements(2_000, 20), "")
