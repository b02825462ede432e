"""What is drawn before a click: where a spell would only cost, and why a far cell is out of reach."""

import random

from esquive.core.waiting import Decision, Roll
from esquive.krosmaster.book.prerequisites import spells_of
from esquive.krosmaster.game import GAME
from esquive.krosmaster.seen.decisions import decision_view, preview
from esquive.krosmaster.seen.previews import comes_to_nothing, strikes_only
from tests.krosmaster.playing import Table, card, mine, spell, summon, theirs
from tests.krosmaster.text.test_views import decisions

CALL = spell("call", (1, 3), kind="special", cost={"ap": 1}, do=[{"op": "summon", "summon": "wisp"}])
SHOT = spell("shot", (1, 3))


def position(drawing: str, **hero: object) -> Table:
    parts = [card("caller", hp=10, ap=6, mp=2, spells=[CALL, SHOT]), summon("wisp", mp=3, hp=2, ap=4)]
    return Table(drawing, {"H": mine("caller", **hero), "F": theirs("percedal")}, pack=parts, turn="H")


def idle(table: Table, name: str) -> dict[str, str]:
    shown = decision_view(table.state, 0)
    assert shown is not None
    return shown.hints.spells[name].idle


def test_a_summon_on_an_occupied_cell_would_only_cost() -> None:
    """Who stands there is named; free cells are no such cells [KA 4.19.7]."""
    table = position("H F . .")
    found = idle(table, "call")
    assert set(found) == {"b1"} and "b1" in found["b1"] and "only cost" in found["b1"]


def test_an_attack_where_nobody_stands_would_only_cost() -> None:
    """It is legal all the same [KA 7.1.5]."""
    found = idle(position("H . F ."), "shot")
    assert found == {"b1": "Nobody is there: it would only cost."}


def test_where_a_spell_would_only_cost_it_does_nothing_else() -> None:
    """In random positions: cast there, every unit keeps its injuries, place and markers [KA 7.2.1]."""
    rng, tried = random.Random(3), 0
    for state in decisions(8, 11):
        shown = decision_view(state, state.waiting.seat)
        assert shown is not None
        for name, hint in shown.hints.spells.items():
            assert set(hint.idle) <= set(hint.cells)
            for cell in rng.sample(sorted(hint.idle), min(2, len(hint.idle))):
                after = state.copy()
                after.apply(GAME.parse(state, f"cast {name} {cell}"))
                while isinstance(after.waiting, Roll):
                    after.apply(after.waiting.sample(rng))
                assert isinstance(after.waiting, Decision) and after.waiting.kind == "activation"
                assert (after.cell, after.names) == (state.cell, state.names)
                others = [unit for unit in range(len(state.cell)) if unit != state.active_unit]
                assert [after.injuries[unit] for unit in others] == [state.injuries[unit] for unit in others]
                tried += 1
    assert tried > 20


def test_where_nobody_is_struck_one_cell_stands_for_all() -> None:
    """What is looked for once is so at each of those cells: they are cast at one by one here [KA 7.1.5]."""
    tried = 0
    for state in decisions(6, 17):
        shown = decision_view(state, state.waiting.seat)
        assert shown is not None
        spells = {state.library.spells[index].id: index for index in reversed(spells_of(state, state.active_unit))}
        for name, hint in shown.hints.spells.items():
            if hint.why is None and strikes_only(state.library.spells[spells[name]].document):
                casts = [(cell, GAME.parse(state, f"cast {name} {cell}")) for cell in hint.cells]
                assert set(hint.idle) == {cell for cell, cast in casts if comes_to_nothing(state, cast)}
                tried += 1
    assert tried > 20


def test_a_far_cell_is_out_of_reach_before_it_is_not_adjacent() -> None:
    """The whole way is counted, past what stands there [KA 6.3.2]."""
    found = preview(position("H F . .\n. . . .").state, "move d2")
    assert not found.legal
    failing = [one for one in found.conditions if not one.holds]
    assert [one.kind for one in failing] == ["out-of-reach", "not-adjacent"]
    assert failing[0].sentence == "The way to d2 costs 5 MP; the gauge holds 2."


def test_a_cell_no_way_leads_to_says_so() -> None:
    found = preview(position("H T . .\nT T . .").state, "move d1")
    assert next(one for one in found.conditions if not one.holds).kind == "no-way"
