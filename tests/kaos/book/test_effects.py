"""What ops do when they are carried out."""

import pytest

from esquive.kaos.book.effects import apply_effects, place_conditions
from esquive.kaos.book.modifiers import armour_of
from esquive.kaos.cards import ops
from esquive.kaos.cards.library import Op
from esquive.kaos.table.state import NONE
from tests.kaos.playing import Table, box, cm, mine, platform, theirs
from tests.sentences import said


def carry_out(
    table: Table, *effects: ops.Base, source: str = "hero", target: str = "foe", at: tuple[float, float] = (0, 0)
) -> Table:
    """The effects of one card, carried out at once."""
    codes = tuple(effect.at_play("card") for effect in effects)
    numbers = [table[name] if name else NONE for name in (source, target)]
    apply_effects(table.state, codes, numbers[0], numbers[1], cm(at[0]), cm(at[1]))
    return table


def two(foe: tuple[float, float] = (24, 20), **keys: int) -> Table:
    """A hero and a foe east of it."""
    return Table({"hero": mine(at=(20, 20)), "foe": theirs(at=foe, activated=1, **keys)}, active="hero")


def first_problem(table: Table, op: Op, x: float, y: float) -> str:
    """The first condition of a place that fails, "" when none does."""
    found = place_conditions(table.state, op, table["foe"], cm(x), cm(y))
    return next((condition.kind for condition in found if not condition.holds), "")


def test_wounds_of_a_card_are_stopped_by_armour_unless_it_says_otherwise() -> None:
    """[Kaos K18.3] [Kaos K18.6]."""
    assert carry_out(two(armour=2), ops.Wounds(wounds=3)).read("foe", "wounds") == 1
    assert carry_out(two(armour=2), ops.Wounds(wounds=3, ignores_armour=True)).read("foe", "wounds") == 3


def test_healing_rubs_out_no_more_wounds_than_there_are() -> None:
    """[Kaos K18.6]."""
    table = carry_out(two(wounds=5), ops.Heal(wounds=3))
    assert table.read("foe", "wounds") == 2 and table.facts("healed") == [{"figure": "foe", "wounds": 3, "total": 2}]
    assert carry_out(two(wounds=1), ops.Heal(wounds=3)).read("foe", "wounds") == 0
    assert carry_out(two(), ops.Heal(wounds=3)).facts("healed") == []


def test_a_push_goes_straight_away_from_its_source_and_keeps_the_facing() -> None:
    """[Kaos K25.6]: it is no move of the figure's own."""
    table = carry_out(two(), ops.Push(cm=4))
    assert table.place("foe") == (28, 20, 0) and table.read("foe", "facing") == 180_000
    assert table.read("foe", "moved") == 0


def test_a_push_ends_at_what_is_in_the_way() -> None:
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(24, 20)), "third": theirs(at=(28.5, 20))})
    x, _, _ = carry_out(table, ops.Push(cm=6)).place("foe")
    assert 25.9 < x <= 26.001 and table.read("foe", "wounds") == 0
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(24, 20))}, [box(at=(27, 10), size=(2, 20))])
    x, _, _ = carry_out(table, ops.Push(cm=6)).place("foe")
    assert 25.7 < x <= 25.751


def test_nobody_is_pushed_off_the_table() -> None:
    """[Ruling R203]."""
    table = Table({"hero": mine(at=(66, 20)), "foe": theirs(at=(70, 20))})
    x, _, _ = carry_out(table, ops.Push(cm=6)).place("foe")
    assert 73 <= x <= 73.75


def test_who_is_pushed_over_a_drop_falls() -> None:
    """[Kaos K12.1]."""
    ledge = platform(at=(10, 10), size=(20, 20), height=4)
    figures = {"hero": mine(at=(22, 20), z=4), "foe": theirs(at=(26, 20), z=4, activated=1, life=8)}
    table = Table(figures, [ledge], active="hero")
    codes = (ops.Push(cm=8).at_play("card"),)
    apply_effects(table.state, codes, table["hero"], table["foe"], 0, 0)
    assert [frame.NAME for frame in table.state.stack] == ["rest", "fall"] and table.place("foe")[2] == 0


def test_an_event_pushes_nobody() -> None:
    table = carry_out(two(), ops.Push(cm=4), source="", target="")
    assert [table.place(name) for name in ("hero", "foe")] == [(20, 20, 0), (24, 20, 0)]


def test_a_figure_is_put_down_where_it_can_stand() -> None:
    """[Kaos K6.2]."""
    table = carry_out(two(), ops.Place(cm=6), at=(24, 26))
    assert table.place("foe") == (24, 26, 0) and table.read("foe", "moved") == 0
    assert carry_out(two(), ops.Place(cm=6), at=(24, 26.1)).place("foe") == (24, 20, 0)


@pytest.mark.parametrize(
    ("x", "y", "kind"),
    [
        (24, 25, ""),
        (24, 31, "place-distance"),
        (21, 20, "overlaps"),
        (24, 10.9, "no-footing"),
        (10**9, 0, "place-distance"),
    ],
)
def test_every_condition_of_a_place_is_told(x: float, y: float, kind: str) -> None:
    """[Kaos K6.2] [Ruling R201] [Ruling R205]."""
    figures = {"hero": mine(at=(20, 20)), "foe": theirs(at=(24, 20))}
    table = Table(figures, [box(at=(20, 9), size=(8, 2))])
    assert first_problem(table, ops.Place(cm=10).at_play("card"), x, y) == kind


@pytest.mark.parametrize("at", [(20, 21), (40, 20), (28.5, 20)])
def test_who_cannot_be_put_down_there_any_more_stays_where_it_is(at: tuple[float, float]) -> None:
    """[Kaos K6.2] [Ruling R201]: somebody stands there, it is too far, a wall."""
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(24, 20))}, [box(at=(28, 10), size=(2, 20))])
    carry_out(table, ops.Place(cm=6), at=at)
    assert table.place("foe") == (24, 20, 0) and table.facts("moved") == []


def test_nobody_is_put_down_over_the_edge() -> None:
    """[Ruling R203]."""
    table = Table({"foe": theirs(at=(3, 20))})
    assert first_problem(table, ops.Place(cm=10).at_play("card"), 1.2, 20) == "off-table"
    assert first_problem(table, ops.Place(cm=10).at_play("card"), 1.25, 20) == ""


def test_who_is_put_down_on_a_platform_stands_on_it() -> None:
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(30, 20))}, [platform(at=(32, 15), size=(8, 8))])
    assert carry_out(table, ops.Place(cm=10), at=(36, 19)).place("foe") == (36, 19, 3)


def test_destiny_points_are_gained_and_never_fall_below_none() -> None:
    """[Kaos K36.2]."""
    table = two()
    table.state.destiny = [1, 1]
    assert carry_out(table, ops.Destiny(points=2)).read("p2", "destiny") == 3
    assert carry_out(table, ops.Destiny(points=-3), target="hero").read("p1", "destiny") == 0
    carry_out(table, ops.Destiny(points=1), source="", target="")
    assert table.state.destiny == [1, 4]


def test_a_card_may_give_victory_points() -> None:
    """[Kaos K1.4]."""
    table = carry_out(two(), ops.Points(points=5), target="hero")
    assert table.state.points == [5, 0] and table.facts("points") == [{"seat": 0, "points": 5, "total": 5}]


def test_an_extra_action_lets_a_figure_play_again() -> None:
    """[Kaos K7.3]."""
    table = carry_out(two(acted=1), ops.ExtraAction())
    assert (table.read("foe", "activated"), table.read("foe", "acted")) == (0, 0)
    assert table.events() == ["effect"]
    assert carry_out(two(), ops.ExtraAction(), target="hero").events() == []


def test_an_event_concerns_every_figure_in_play_or_those_of_one_tribe() -> None:
    """[Kaos K33.11]."""
    figures = {"hero": mine(at=(20, 20), tribe=1), "foe": theirs(at=(30, 20)), "gone": theirs(at=(40, 20), status=2)}
    table = carry_out(Table(figures), ops.Armour(armour=1), source="", target="")
    assert [effect.figure for effect in table.state.lasting] == [0, 1]
    table = carry_out(Table(figures), ops.Armour(armour=1, whom="thanigiste"), source="", target="")
    assert [armour_of(table.state, figure) for figure in (0, 1)] == [1, 0]
    table = carry_out(Table(figures), ops.Destiny(points=1, whom="thanigiste"), source="", target="")
    assert table.state.destiny == [1, 0]


def test_ops_are_carried_out_in_the_order_of_the_card() -> None:
    table = carry_out(two(life=6, wounds=4), ops.Heal(wounds=2), ops.Wounds(wounds=3))
    assert table.read("foe", "wounds") == 5
    assert [name for name in table.events() if name in ("healed", "wounded")] == ["healed", "wounded"]


def test_nothing_more_happens_to_who_is_gone() -> None:
    """[Kaos K18.9]."""
    table = carry_out(two(life=3), ops.Wounds(wounds=3), ops.Armour(armour=1))
    assert table.facts("out-of-action") and table.state.lasting == []


@pytest.mark.parametrize(("x", "told"), [(24, "Foe overlaps nobody."), (21, "Foe would overlap Hero.")])
def test_who_would_be_put_down_over_somebody_is_told_over_whom(x: float, told: str) -> None:
    """[Ruling R201]."""
    table = two()
    found = place_conditions(table.state, ops.Place(cm=20).at_play("card"), 1, cm(x), cm(20))[-1]
    assert said(table.state, found) == told and found.holds == (x == 24)
