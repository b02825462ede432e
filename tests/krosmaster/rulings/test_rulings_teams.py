"""Rulings on teams and set-up."""

from collections.abc import Sequence

import msgspec

from esquive.krosmaster.book.teams import constructed_violations
from esquive.krosmaster.cards.catalogue import catalogue
from esquive.krosmaster.cards.documents import CardDocument
from esquive.krosmaster.releases import release
from tests.krosmaster.playing import Part, Table, card, power


def versions_of(hero: str, colour: str) -> tuple[CardDocument, CardDocument]:
    """Two versions of one Krosmaster, level 3 each."""
    made = []
    for version in ("young", "old"):
        _, table = card(f"{hero}-{version}", colour=colour, hero=hero, version={"en": version})
        made.append(msgspec.convert(table, CardDocument))
    return made[0], made[1]


def clauses_of(team: Sequence[CardDocument]) -> list[str]:
    """The first clause of every violation of a team."""
    return [violation.clauses[0] for violation in constructed_violations(team, release("2.7"))]


def initiatives(*numbers: int) -> tuple[list[str], list[Part]]:
    """A team with these Initiatives: its card ids, and the cards."""
    return [f"quick-{number}" for number in numbers], [card(f"quick-{n}", initiative=n) for n in set(numbers)]


def seated(one: tuple[int, ...], other: tuple[int, ...]) -> Table:
    """A match of two teams of these Initiatives."""
    mine, cards = initiatives(*one)
    theirs, others = initiatives(*other)
    pack = {table["id"]: (kind, table) for kind, table in (*cards, *others)}
    return Table.match([mine, theirs], pack=[pack[name] for name in sorted(pack)])


def test_ruling_r5_copies_are_counted_over_all_versions_of_a_name() -> None:
    """Gold 1 in 1 version, white 2, black 3, versions mixed [Ruling R5] [KA 1.1.1.d] [KA 2.1.2]."""
    filler = [versions_of(f"filler-{number}", "white")[0] for number in range(3)]
    gold_young, gold_old = versions_of("gold", "gold")
    white_young, white_old = versions_of("white", "white")
    black_young, black_old = versions_of("black", "black")
    assert clauses_of([gold_young, *filler]) == []
    assert clauses_of([gold_young, gold_old, *filler[:2]]) == ["1.1.1.c", "1.1.1.d"]
    assert clauses_of([white_young, white_old, *filler[:2]]) == []
    assert clauses_of([white_young, white_young, white_old, filler[0]]) == ["1.1.1.e"]
    assert clauses_of([black_young, black_young, black_old, filler[0]]) == []
    assert clauses_of([black_young, black_young, black_old, black_old]) == ["1.1.1.f"]


def test_ruling_r7_initiatives_are_compared_pair_by_pair_then_by_number_then_by_chance() -> None:
    """A missing entry loses no pair [Ruling R7] [KA 1.3.1.a] [KA 1.3.1.b] [KA 1.3.1.c]."""
    assert seated((4, 1), (3, 2)).state.team_of == [0, 1]
    assert seated((3, 2), (4, 1)).state.team_of == [1, 0]
    assert seated((3, 1, 1), (3, 2)).state.team_of == [1, 0]
    assert seated((3,), (3, 0)).state.team_of == [1, 0]
    assert seated((3, 0), (3,)).state.team_of == [0, 1]
    table = seated((3, 2), (3, 2))
    assert table.asked == "nobody first-player roll"
    assert table.rolls.outcomes() == [(0, 1), (1, 1)]
    assert table.play(dice=["2"]).state.team_of == [1, 0]


def test_ruling_r8_the_arena_imposes_face_and_orientation() -> None:
    """The first thing asked is deployment, on the arena's own set-up cells [Ruling R8] [KA 1.3.2]."""
    for arena in ("elemental", "frigost-1"):
        table = Table.match([["fighter"], ["villager"]], arena=arena)
        starts = catalogue().arenas[arena].starts
        assert table.document()["board"]["arena"] == arena
        assert table.asked == "p1 deployment"
        assert sorted(table.options()) == sorted(f"deploy fighter {cell}" for cell in starts["p1"])
        table.play(table.options()[0])
        assert table.asked == "p2 deployment"
        assert sorted(table.options()) == sorted(f"deploy villager {cell}" for cell in starts["p2"])


def test_ruling_r10_each_rank_is_shuffled_into_two_piles_of_ten() -> None:
    """Nothing is decided before it is seen, and every token of the rank may be next [Ruling R10] [KA 1.3.7]."""
    copies = {reward.id: reward.copies for reward in catalogue().rewards.values() if reward.rank == "granite"}
    table = Table.match([["fighter"], ["villager"]])
    assert [(pile["closed"], pile.get("up")) for pile in table.document()["pile"]] == [(10, None)] * 6
    table.play("deploy fighter a1", answers=["deploy villager b12"]).start("end")
    assert table.asked == "p2 draw roll"
    odds = dict(zip(table.options(), [weight for _, weight in table.rolls.outcomes()], strict=True))
    assert odds == {f"draw {name}": number for name, number in copies.items()}
    table.play(dice=["aero-boost", "spyglass", "falling-star", "lock", "dodge"], answers=["keep", "done"]).start("end")
    odds = dict(zip(table.options(), [weight for _, weight in table.rolls.outcomes()], strict=True))
    assert odds == {f"draw {name}": number - (name == "aero-boost") for name, number in copies.items()}
    assert table.document()["pile"][0] == {"rank": "granite", "pile": 1, "closed": 9, "up": "aero-boost"}


def test_ruling_r11_a_player_deploys_the_whole_team_before_the_opponent() -> None:
    """In any order, one figure a cell, on the two rows of one's own side [Ruling R11] [KA 1.3.9]."""
    table = Table.match([["fighter", "leech"], ["villager"]])
    assert "1.3.9" in table.refused("deploy villager b12").clauses
    assert "1.3.9" in table.refused("deploy fighter c3").clauses
    assert "1.3.9" in table.refused("deploy fighter b12").clauses
    table.play("deploy leech a1")
    assert "4.17.4" in table.refused("deploy fighter a1").clauses
    assert table.asked == "p1 deployment"
    table.play("deploy fighter c1")
    assert table.asked == "p2 deployment"


def test_ruling_r12_the_owner_of_start_effects_counts_as_the_active_player() -> None:
    """He orders his effects and rolls for them, and a KO decides the game at once [Ruling R12] [KA 1.3.10.b]."""
    doom = {"op": "injure", "x": 8, "to": {"who": "units", "side": "enemy"}}
    table = Table.match(
        [["captain"], ["herald"]],
        pack=[
            card(
                "captain",
                powers=[
                    power(
                        "shield",
                        when="start-of-fight",
                        do=[{"op": "gain-power", "powers": ["armour"], "until": "fight"}],
                    ),
                    power(
                        "net", when="start-of-fight", do=[{"op": "gain-power", "powers": ["lock"], "until": "fight"}]
                    ),
                ],
            ),
            card(
                "herald",
                initiative=1,
                powers=[power("doom", when="start-of-fight", do=[{"op": "coins", "heads": [doom]}])],
            ),
        ],
    )
    table.play("deploy captain a1", answers=["deploy herald b12"])
    assert table.asked == "p1 standby"
    table.start("resolve 2")
    assert table.unit("captain", "powers") == ["armour", "lock"]
    assert (table.asked, table.read("turn.player")) == ("p2 coin roll", "p2")
    table.play(dice=["heads"])
    assert table.events == ["coins", "injured", "ko", "gg-taken", "gg-taken", "removed", "won"]
    assert (table.read("winner"), table.read("player.p2.gg")) == ("p2", 9)
