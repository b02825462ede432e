"""A game saved in the middle of an effect goes on there: the same is asked again, and the rest follows as it would."""

import json
from typing import Any

import pytest

from esquive.krosmaster.written.documents.saves import state_from_data
from tests.krosmaster.casting import mage, marker
from tests.krosmaster.playing import Table, card, mine, theirs

SELF = {"who": "self"}
MAIN = {"who": "main"}
FOES: dict[str, Any] = {"who": "units", "side": "enemy"}
FIELD = """
    .    .    .    .   .
    .    .    foe  .   .
    .    hero near far .
    .    .    .    .   .
    """
UNITS = {"hero": mine("mage"), "foe": theirs("fighter"), "near": theirs("fighter"), "far": theirs("fighter")}


def resumed(table: Table) -> tuple[Table, dict[str, Any]]:
    """The same game written down and read again, and what was written of the effect being resolved."""
    data = json.loads(json.dumps(table.state.to_data()))
    other = table.again()
    state = table.state
    other.state = state_from_data(state.settings, state.library, state.board, data)
    other.state.log = []
    written = data["stack"][-1]
    assert isinstance(written, dict)
    return other, written


@pytest.mark.parametrize(
    ("effect", "step", "answers", "told"),
    [
        ({"op": "injure", "x": 1, "to": {**FOES, "choose": True}}, "choice", ["choose far"], "injured"),
        ({"op": "place", "where": "next-to-target"}, "cell", ["choose d3"], "placed"),
        ({"op": "push-back", "x": 1}, "direction", ["choose east"], "displaced"),
        ({"op": "push-back", "x": 2, "to": {**FOES, "aligned_with": "self"}}, "order", ["choose far"], "displaced"),
        ({"op": "choose", "n": 2, "options": [[marker(SELF)], [marker(MAIN)]]}, "option", ["choose 2"], "markers"),
        ({"op": "replace", "card": "ogre", "optional": True}, "option", ["choose 1"], "replaced"),
        ({"op": "coins", "n": 2, "heads": [marker(SELF)]}, "coins", ["heads tails"], "markers"),
    ],
    ids=lambda value: value["op"] if isinstance(value, dict) else None,
)
def test_an_effect_saved_while_it_asks_goes_on_as_it_would_have(
    effect: dict[str, Any], step: str, answers: list[str], told: str
) -> None:
    """A choice is made in the middle of a resolution, and nothing of the effect is lost until then [KA 4.18.3.e]."""
    pack = [mage(effect, marker(SELF, stat="range")), card("ogre", hp=12)]
    table = Table(FIELD, UNITS, turn="hero", pack=pack).start("cast act c3")
    other, written = resumed(table)
    assert (written["frame"], written["step"]) == ("effects", step)
    assert (other.asked, other.options()) == (table.asked, table.options())
    found: list[list[str]] = []
    for one in (table, other):
        one.state.log = []
        names: list[str] = []
        lines = list(answers)
        while one.asked != "p1 activation":
            one.start(lines.pop(0) if lines else one.options()[0])
            names += one.events
        found.append(names)
    assert found[0] == found[1]
    assert told in found[0]
    assert table.unit("hero", "range_markers") == 1
    assert other.state.to_data() == table.state.to_data()
