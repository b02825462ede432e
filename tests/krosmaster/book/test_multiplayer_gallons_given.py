"""With four players: the Gallons of Glory given away for a KO by the own side, and when nobody has to be asked."""

from typing import Any

import pytest

from tests.krosmaster.playing import Table, card, spell


def of(seat: str, name: str = "pawn", **keys: Any) -> dict[str, Any]:
    return {"card": name, "owner": seat, **keys}


def blast(gallons: int, *levels: int) -> Table:
    """p1 KO's Krosmasters of its own with these levels at once; another one is left."""
    pack = [
        card("bomber", spells=[spell("blast", "personal", base=9, cost={"ap": 1}, area="cross")], level=0, hp=20),
        card("pawn", hp=2),
    ]
    own = {f"own-{number}": of("p1", level=level) for number, level in enumerate(levels, 1)}
    cells = dict(zip(own, ("b3", "c2", "b1"), strict=False))
    units = {"bomber": of("p1", "bomber", at="b2"), **{name: {**own[name], "at": cells[name]} for name in own}}
    others = {"b": of("p2", at="g1"), "c": of("p3", at="g2"), "d": of("p4", at="g3")}
    drawing = "\n".join([". . . . . . ."] * 3)
    stocks = {"p1": {"gg": gallons}, "p2": {"gg": 3}, "p3": {"gg": 3}, "p4": {"gg": 3}}
    table = Table(
        drawing, {**units, **others}, turn="bomber", pack=pack, players=stocks, wild_gg=3, format="free-for-all"
    )
    return table.play("cast blast b2", dice=["lock"] * (2 + len(levels)))


def stocks(table: Table) -> list[int]:
    return [table.read(f"player.p{number}.gg") for number in (1, 2, 3, 4)]


def test_a_krosmaster_of_level_0_is_worth_nothing_so_nobody_is_named() -> None:
    """[KA 9.2.5] [Ruling R20]: its owner gives none; one of level 1 is given for."""
    table = blast(3, 0)
    assert (table.asked, table.unit("own-1", "ko"), stocks(table)) == ("p1 activation", True, [3, 3, 3, 3])
    one = blast(3, 1)
    assert one.asked == "p1 give-gg"
    assert stocks(one.play("choose p4")) == [2, 3, 3, 4]


@pytest.mark.parametrize(
    ("gallons", "levels", "asked"),
    [
        (3, (2, 2), "p1 give-gg"),  # too few, but the same in either order
        (3, (2, 1), "p1 give-gg"),  # enough for both
        (2, (2, 1), "p1 ko-order"),
        (2, (2, 0), "p1 give-gg"),  # only one is given for
        (3, (2, 1, 1), "p1 ko-order"),
        (4, (2, 1, 1), "p1 give-gg"),
    ],
)
def test_the_order_of_own_kos_is_asked_only_where_it_can_matter(
    gallons: int, levels: tuple[int, ...], asked: str
) -> None:
    """Where the Gallons do not suffice for all and the levels differ [KA 9.2.5] [KA 1.7.1] [Ruling R18]."""
    assert blast(gallons, *levels).asked == asked


def test_too_few_gallons_for_two_of_a_level_go_first_to_whom_is_named_first() -> None:
    """2 and then the 1 that is left [KA 9.2.5] [Ruling R16]."""
    table = blast(3, 2, 2).play("choose p2", answers=["choose p3"])
    assert stocks(table) == [0, 5, 4, 3]
