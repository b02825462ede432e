"""Special markers of spells that do other things as well: whose they are is asked of their placer alone."""

from tests.krosmaster.casting import ANYWHERE, marker
from tests.krosmaster.playing import Table, card, mine, spell, theirs

SELF = {"who": "self"}


def marked(table: Table) -> list[tuple[str, str]]:
    """Who marked whom, of the special markers in play."""
    state = table.state
    return sorted((state.names[placer], state.names[bearer]) for _, placer, bearer in state.special_markers)


def test_a_special_marker_of_the_last_of_many_effects_is_its_teams_all_the_same() -> None:
    """The ally's marker of the name takes its place, an opponent's does not [KA 4.13.1] [KA 4.13.2] [Ruling R102]."""
    gains = [marker(SELF, stat=stat, x=x) for stat in ("ap", "mp", "range") for x in (1, 2)]
    rite = [*gains, {"op": "special-marker", "name": "thorn"}]
    pack = [card("gardener", spells=[spell("rite", range=ANYWHERE, kind="special", cost={"ap": 1}, do=rite)])]
    units = {"hero": mine("gardener"), "pal": mine("gardener"), "foe": theirs("gardener"), "far": theirs("gardener")}
    table = Table("hero pal foe far", units, turn="hero", pack=pack).play("cast rite c1")
    assert marked(table) == [("hero", "foe")]
    table.play("end").play("cast rite d1")
    assert marked(table) == [("pal", "far")]
    table.play("end", dice=["lock", "armour"], answers=["keep", "done"]).play("cast rite a1")
    assert marked(table) == [("foe", "hero"), ("pal", "far")]
    table.play("end").play("cast rite b1")
    assert marked(table) == [("far", "pal"), ("pal", "far")]
