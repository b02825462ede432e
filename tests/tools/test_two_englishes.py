"""`tools/two_englishes.py`: what it meets, and what it says of it."""

import pytest

from tools.two_englishes import Kind, compare


@pytest.mark.parametrize(("game", "least"), [("krosmaster", 30), ("kaos", 60)])
def test_whatever_is_tried_can_be_told_in_both_ways(game: str, least: int) -> None:
    """Answers of other decisions too, and those of no spell or figure of the match."""
    found = compare(game, 4, 1)
    assert len(found) >= least
    for name, kind in found.items():
        assert 0 <= kind.differed <= kind.met > 0, name
        assert (kind.differed > 0) == (kind.catalogue != kind.own), name


def test_the_last_example_that_differed_is_kept() -> None:
    kind = Kind()
    for catalogue, own in (("It is free.", "It is free."), ("c4 is free.", "It is free."), ("", ""), ("", "No.")):
        kind.add(catalogue, own)
    assert (kind.met, kind.differed, kind.catalogue, kind.own) == (4, 2, "", "No.")
