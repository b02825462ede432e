"""Rulings on a spell whose caster leaves play in the middle of it."""

from tests.krosmaster.playing import Table, card, mine, spell, theirs

CONJURER = card(
    "conjurer",
    hp=3,
    initiative=5,
    spells=[
        spell(
            "conjure",
            kind="special",
            summons=2,
            cost={"ap": 1, "injuries": 1},
            do=[{"op": "summon", "summon": "imp"}],
        )
    ],
)


def test_ruling_r45_a_ko_d_caster_summons_nothing() -> None:
    """[Ruling R45] [KA 4.10.2.a]: unhurt the Imp comes; paying the last HP it does not."""
    units = {"hero": mine("conjurer"), "ally": mine("fighter"), "foe": theirs("fighter")}
    alive = Table("hero . . ally foe", units, turn="hero", pack=[CONJURER])
    alive.play("cast conjure b1")
    assert alive.unit("imp", "at") == "b1"
    units["hero"] = mine("conjurer", injuries=2)
    dying = Table("hero . . ally foe", units, turn="hero", pack=[CONJURER])
    dying.play("cast conjure b1")
    assert dying.unit("hero", "ko") and "imp" not in dying.state.names
