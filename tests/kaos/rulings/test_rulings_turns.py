"""The ledger of rulings, turns: plans, flight, charges, dodges and interceptions, with positions and dice.

R220, R225, R226, R236, R277 to R279, R288 to R291, R304 to R315.
"""

import pytest

from esquive.core.waiting import Decision
from esquive.kaos.book.flight import AT_THE_EDGE, begin_flight, flight_path, nearest_corner, touches_edge
from esquive.kaos.book.means import FREE, INTERCEPTION
from esquive.kaos.book.pools import dodge_pool
from esquive.kaos.book.reactions import ReactionFrame
from esquive.kaos.book.walking import WalkFrame
from esquive.kaos.cards.library import AS_ACTION, AS_REACTION, SELF, WILL
from esquive.kaos.geometry.paths import cut
from esquive.kaos.geometry.shapes import CLIMBABLE, DIFFICULT, SIGHT, TOP
from esquive.kaos.table import answers
from esquive.kaos.table.events import EVENTS
from esquive.kaos.table.state import IN_PLAY, LEFT
from tests.kaos.playing import (
    STAY,
    SWORD,
    Figure,
    Table,
    box,
    cm,
    go,
    long,
    mine,
    platform,
    ranged,
    skill,
    slam,
    spell,
    theirs,
)
from tests.kaos.rulings.positions import DONE, attack, duel, path, reactions, refusals, to, turn_of, wounds


def pools(table: Table) -> list[int]:
    """The dice of the pools rolled so far, in order."""
    return [fact["dice"] for fact in table.facts("pool")]


def told(table: Table, *kinds: str) -> list[tuple[str, str]]:
    """The events of some kinds in order, each with the name of its first figure."""
    found = [(EVENTS[event[0]].name, event[1]) for event in table.log()]
    return [(kind, table.names[figure]) for kind, figure in found if kind in kinds]


def passing(line: str = "plan walk 29.5,20", guard: Figure | None = None, **others: Figure) -> Table:
    """The hero walks east past a guard that stands 2.5 cm off its way at 25,25 and looks south."""
    figures = {"hero": mine(at=(20, 20), life=60), "guard": guard or theirs(at=(25, 25), faces=270), **others}
    return turn_of(Table(figures, active="hero")).play(line)


def asked_seat(table: Table) -> int:
    """Who is asked now."""
    waiting = table.waiting
    assert isinstance(waiting, Decision)
    return waiting.seat


# ---------------------------------------------------------------------------------------------------------------- plans


def test_ruling_r220_a_shield_user_moves_after_its_roll_and_nothing_else_splits_a_move() -> None:
    """[Ruling R220]: the whole move after the shield; a sword in use splits a move, spear, bow and shield do not."""
    table = attack(duel(shield=3), "shield").play(dice=["4111", "441"])
    assert table.asks == "move-after-shield"
    assert refusals(table, go((32.5, 20))) == [] and refusals(table, go((32.6, 20))) == ["movement"]
    weapons = [*duel().state.card(0).weapons, long(), ranged()]
    table = turn_of(duel(2, hero={"weapons": weapons, "shield": 3}))
    assert refusals(table, "plan walk 21,20 strike foe sword then 20,20") == []
    assert refusals(table, "plan walk 21,20 strike foe spear then 20,20") == ["split-move"]
    assert refusals(table, "plan walk 21,20 shoot foe bow then 20,20") == ["split-move"]
    assert refusals(table, "plan walk 21,20 then 20,20") == ["plan-shape"]


@pytest.mark.parametrize(("x", "bars"), [(32.5, []), (32.44, ["charge-line"])])
def test_ruling_r226_a_charge_needs_a_line_of_at_least_a_simple_move(x: float, bars: list[str]) -> None:
    """[Ruling R226]: 10 cm in a straight line are enough."""
    table = turn_of(Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(x, 20))}))
    assert refusals(table, f"plan charge {x - 2.5:g},20 strike foe sword") == bars


def test_ruling_r277_an_unused_move_is_lost_with_the_action() -> None:
    """[Ruling R277]: the archer may stay, or go 1 cm of its 10; nothing is asked afterwards."""
    hero = {"weapons": [ranged()]}
    assert refusals(turn_of(duel(15, hero=hero)), "plan stay shoot foe bow") == []
    table = turn_of(duel(15, hero=hero, activated=1)).play("plan walk 21,20 shoot foe bow", "react none", dice=["1111"])
    assert table.asks == "rest" and table.place("hero") == (21, 20, 0)
    assert (table.read("hero", "activated"), table.read("hero", "acted")) == (1, 1)


def test_ruling_r278_a_path_that_became_impossible_is_walked_as_far_as_it_goes() -> None:
    """[Ruling R278]: somebody stands in the way by now; it ends against its base."""
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(30, 20))})
    legs = [*to(22, 20).fields(), *to(40, 20).fields()]
    table.start(WalkFrame(table["hero"], legs, cm(20), [], 0))
    assert table.facts("move-stopped") == [{"figure": "hero"}]
    assert table.place("hero")[0] == pytest.approx(27.5, abs=0.01)


def test_ruling_r278_who_is_cut_short_in_the_air_falls() -> None:
    """[Ruling R278]: half-way up a climbable face of 4 cm, and back at its foot."""
    table = Table({"hero": mine(at=(20, 20))}, [platform((24, 10), (9, 20), 4, SIGHT | TOP | CLIMBABLE)])
    short = cut(path(table, "hero", to(28, 20)), cm(4 + 2))
    assert short.fall is not None and short.fall.drop == cm(2) and short.end.z == 0
    assert cut(path(table, "hero", to(28, 20)), cm(3)).fall is None


def test_ruling_r279_nothing_is_planned_beyond_a_fall() -> None:
    """[Ruling R279]: the hero may walk off its ledge; not to strike, charge or walk on."""
    figures = {"hero": mine(at=(20, 20), z=4), "foe": theirs(at=(29, 20))}
    table = turn_of(Table(figures, [platform((5, 10), (16, 20), 4)]))
    assert refusals(table, "plan walk 24,20") == []
    assert "falls-first" in refusals(table, "plan walk 24,20 strike foe sword")
    assert "falls-first" in refusals(table, "plan walk 24,20 strike foe sword then 24,22")
    assert "charge-falls" in refusals(table, "plan charge 26,20 strike foe sword")


def test_ruling_r288_everything_is_declared_before_anything_is_resolved() -> None:
    """[Ruling R288]: plan, reaction, interceptions; only then does the hero move; the second part as well is said."""
    others = {"guard": theirs(at=(25, 25), faces=270)}
    table = turn_of(duel(8, others=others)).play("plan walk 28,20 strike foe sword then 28,21")
    assert table.asks == "react" and table.place("hero") == (20, 20, 0)
    assert table.refusal("react none") is None
    table.play("react none")
    assert table.asks == "intercept" and table.place("hero") == (20, 20, 0)
    table.play(DONE, STAY, dice=["4111"])
    assert table.place("hero") == (28, 21, 0) and wounds(table) == (0, 5)
    declared = told(table, "declared", "reaction", "moved")
    assert declared[:3] == [("declared", "hero"), ("reaction", "foe"), ("moved", "hero")]


def test_ruling_r289_only_skills_that_react_answer_an_attack() -> None:
    """[Ruling R289]: a knack for one's own turn does not; one that is not free is the activation."""
    for timing, is_free, offered in ((AS_ACTION, False, False), (AS_REACTION, False, True), (AS_REACTION, True, True)):
        table = duel(skills=[skill(timing=timing, is_free=is_free, targets=SELF)])
        turn_of(table).play("plan stay strike foe sword")
        assert ("skill" in reactions(table)) == offered
        if offered:
            table.play("react skill knack", dice=["1111"])
            assert table.read("foe", "activated") == int(not is_free)
            assert told(table, "skill-used", "free-use", "rolled")[-1] == ("rolled", "hero")


def test_ruling_r290_the_figure_attacked_does_not_intercept() -> None:
    """[Ruling R290]: the hero walks past the foe's sword to strike it; another guard may."""
    others = {"guard": theirs(at=(25, 25), faces=270)}
    table = turn_of(duel(8, others=others)).play("plan walk 28,20 strike foe sword", "react none")
    assert refusals(table, "intercept foe sword at 8") == ["attacked-itself"]
    assert refusals(table, "intercept guard sword at 5") == []


def test_ruling_r291_a_turn_is_resolved_in_its_order() -> None:
    """[Ruling R291]: a shot before, a strike on the way, the strike itself, the second part, a shot after, a move."""
    bow = {"weapons": [ranged()]}
    table = passing(
        "plan walk 29.5,20 strike foe sword then 29.5,19.6",
        foe=theirs(at=(32, 20), activated=1),
        early=theirs(at=(20, 50), faces=270, **bow),
        late=theirs(at=(30, 50), faces=270, **bow),
    )
    table.play("react none", "intercept early bow before", "intercept guard sword at 5", "intercept late bow after")
    table.play("react none", "react none", "react none", go((25, 26)), dice=["11111", "111", "1111", "1111"])
    assert table.asks == "rest"
    assert told(table, "rolled", "moved") == [
        ("rolled", "early"),
        ("rolled", "guard"),
        ("moved", "hero"),
        ("rolled", "hero"),
        ("moved", "hero"),
        ("rolled", "late"),
        ("moved", "guard"),
    ]


# --------------------------------------------------------------------------------------------------------------- flight


def test_ruling_r225_flight_heads_for_the_corner_and_ends_at_any_edge() -> None:
    """[Ruling R225]: on the way to the corner the base touches the south edge and stops there."""
    table = Table({"foe": theirs(at=(15, 1.5)), "middle": theirs(at=(37.5, 37.5))})
    state = table.state
    assert nearest_corner(state.table, state.base(1)) == (0, 0)
    made = flight_path(state, 0)
    assert touches_edge(state.table, made.end) and cm(2) < made.end.x < cm(15)
    begin_flight(state, 0)
    assert table.read("foe", "fleeing") == AT_THE_EDGE and table.facts("flight-ends") == [{"figure": "foe"}]


def test_ruling_r236_flight_is_a_reaction_that_comes_before_the_attackers_move() -> None:
    """[Ruling R236]: it runs, is activated and has acted; the hero arrives and strikes nobody."""
    figures = {"hero": mine(at=(30, 20)), "foe": theirs(at=(38.5, 20))}
    table = turn_of(Table(figures, size=(60, 60), active="hero"))
    table.play("plan walk 36,20 strike foe sword", "react flee")
    assert told(table, "fled", "moved", "missed") == [
        ("fled", "foe"),
        ("moved", "foe"),
        ("moved", "hero"),
        ("missed", "hero"),
    ]
    assert (table.read("foe", "activated"), table.read("foe", "acted"), table.read("foe", "fleeing")) == (1, 1, 1)
    table = turn_of(duel(activated=1)).play("plan stay strike foe sword")
    assert "flee" not in reactions(table)
    for flags, is_offered in ((0, True), (FREE, False), (INTERCEPTION, False)):
        table = duel()
        base = table.state.base(0)
        table.start(ReactionFrame(0, SWORD, 1, base.x, base.y, base.z, base.facing, flags))
        assert ("flee" in reactions(table)) == is_offered
    table = passing("plan walk 29.5,20").play("intercept guard sword at 5")
    assert reactions(table) == ["none", "dodge"]


def test_ruling_r304_flight_lasts_until_the_edge() -> None:
    """[Ruling R304]: 20 cm are not enough; whenever it is activated it runs on and does nothing else."""
    table = Table({"foe": theirs(at=(25, 25))})
    begin_flight(table.state, 0)
    assert table.read("foe", "fleeing") == 1
    turn_of(table, "foe")
    assert refusals(table, "plan stay") == ["fleeing"]
    table.play("plan flee")
    assert table.read("foe", "fleeing") == AT_THE_EDGE


def test_ruling_r304_flight_may_last_a_number_of_rounds() -> None:
    """[Ruling R304]: the option `flight_rounds`: two runs, and edges do not end it before."""
    table = Table({"foe": theirs(at=(60, 60), move=5)}, size=(120, 120), options={"flight_rounds": 2})
    begin_flight(table.state, 0)
    assert table.read("foe", "fleeing") == 1
    turn_of(table, "foe").play("plan flee")
    assert table.read("foe", "fleeing") == AT_THE_EDGE
    assert not touches_edge(table.state.table, table.state.base(0))
    table = Table({"foe": theirs(at=(5, 5))}, options={"flight_rounds": 2})
    begin_flight(table.state, 0)
    assert table.read("foe", "fleeing") == 1


@pytest.mark.parametrize(("line", "status", "points"), [("plan flee", LEFT, 20), ("plan walk 4,4", IN_PLAY, 0)])
def test_ruling_r305_who_fled_to_the_edge_leaves_or_plays_on_at_its_next_activation(
    line: str, status: int, points: int
) -> None:
    """[Ruling R305]: its cost goes to the opponent if it leaves; a bog on the way is crossed at its cost."""
    table = Table({"hero": mine(at=(60, 60)), "foe": theirs(at=(10, 5))}, [box((5, 0), (2, 30), 0, DIFFICULT)])
    begin_flight(table.state, 1)
    moved = table.facts("moved")[0]
    assert moved["cost"] == pytest.approx(9.5 + 2, abs=0.5) and table.read("foe", "status") == IN_PLAY
    turn_of(table, "foe").play(line)
    assert table.read("foe", "status") == status and table.read("p1", "points") == points
    assert table.read("foe", "fleeing") <= 0


# ----------------------------------------------------------------------------------------------------- charges, dodges


def test_ruling_r306_a_charge_ends_with_a_melee_strike() -> None:
    """[Ruling R306]: sword 3 of 4 dice, spear in contact 2; no bow, and nothing afterwards."""
    for weapon, name, dice in ((None, "sword", 3), (long(), "spear", 2)):
        hero = {"weapons": [weapon]} if weapon is not None else {}
        table = turn_of(duel(15, hero=hero, activated=1))
        table.play(f"plan charge 35,20 strike foe {name}", "react none", dice=["1" * dice])
        assert pools(table) == [dice] and table.asks == "rest"
    table = turn_of(duel(20, hero={"weapons": [*duel().state.card(0).weapons, ranged()]}))
    assert "plan-shape" in refusals(table, "plan charge 35,20 shoot foe bow")
    assert "plan-shape" in refusals(table, "plan charge 35,20 strike foe sword then 36,20")


def test_ruling_r307_every_try_to_dodge_counts_and_one_die_is_left() -> None:
    """[Ruling R307]: 3 dice, 2, 1, 1, in melee and against arrows, won or lost; a printed 0 is one die."""
    table = duel(1, hero={"weapons": [*duel().state.card(0).weapons, ranged()]}, activated=1)
    for means, dice in ((SWORD, "441"), (SWORD + 1, "11"), (SWORD, "1"), (SWORD + 1, "1")):
        attack(table, "dodge", means=means).play(dice=["111111"[: 3 if means == SWORD else 6], dice])
    assert table.read("foe", "dodges") == 4
    table = duel(dodge=0)
    assert dodge_pool(table.state, 1, 0, True).dice == 1


def test_ruling_r308_in_the_back_only_a_dodge_is_left() -> None:
    """[Ruling R308]: with shield, sword and legs; a free skill is no activation; will is prescribed."""
    free = skill(timing=AS_REACTION, is_free=True, targets=SELF)
    dear = skill(timing=AS_REACTION, targets=SELF, id="dear", label="dear")
    hero = {"weapons": [*duel().state.card(0).weapons, ranged()], "spells": [spell(defence=WILL)]}
    table = turn_of(duel(faces=0, shield=3, skills=[dear])).play("plan stay strike foe sword")
    assert reactions(table) == ["none", "dodge"]
    table = turn_of(duel(faces=0, skills=[free])).play("plan stay strike foe sword")
    assert reactions(table) == ["none", "dodge", "skill"]
    table = turn_of(duel(9, hero=hero, faces=0, weapons=[ranged()])).play("plan stay cast foe bolt")
    assert reactions(table) == ["submit", "resist"]
    table = turn_of(duel(faces=0)).play("plan stay strike foe sword", "react dodge", dice=["1111", "11"])
    assert pools(table) == [4, 2]


# -------------------------------------------------------------------------------------------------------- interceptions


def test_ruling_r309_any_point_of_the_path_can_be_struck() -> None:
    """[Ruling R309]: the first one too, and none in the middle of a jump."""
    table = passing(guard=theirs(at=(20, 24), faces=270))
    for distance, bars in ((0, []), (3, []), (9, ["melee-reach"]), (11, ["off-the-path"])):
        assert refusals(table, f"intercept guard sword at {distance}") == bars
    table = passing("plan walk 26,20 jump 29,20", guard=theirs(at=(27, 24), faces=270))
    for distance, bars in ((6, []), (7.5, ["off-the-path"]), (9, [])):
        assert refusals(table, f"intercept guard sword at {distance}") == bars


def test_ruling_r309_the_place_offered_has_no_malus() -> None:
    """[Ruling R309]: contact for a sword, though it reaches the hero earlier; no contact for a spear."""
    table = passing(guard=theirs(at=(26, 22.5), faces=270))
    assert answers.fields_of(table.answer("intercept guard sword")) == [1, SWORD, answers.ALONG, cm(3.5)]
    table = passing(guard=theirs(at=(26, 22.5), faces=270, weapons=[long()]))
    found = answers.fields_of(table.answer("intercept guard spear"))[3]
    assert found < cm(3.4) and refusals(table, "intercept guard spear") == []


def test_ruling_r310_nobody_turns_before_intercepting() -> None:
    """[Ruling R310]: the guard looks north."""
    table = passing(guard=theirs(at=(25, 25), faces=90), other=theirs(at=(25, 15), faces=90))
    assert refusals(table, "intercept guard sword at 5") == ["attack-angle"]


def test_ruling_r311_only_close_interceptors_move_afterwards() -> None:
    """[Ruling R311]: the guard with a sword, once the turn is over; the one with a spear has lost its move."""
    table = passing(second=theirs(at=(25, 15), faces=90, weapons=[long()]))
    table.play(
        "intercept guard sword at 5", "intercept second spear at 5", "react none", "react none", dice=["111", "1111"]
    )
    assert table.asks == "move-after-interception" and asked_seat(table) == 1
    assert table.place("hero") == (29.5, 20, 0)
    assert refusals(table, go((25, 35))) == [] and refusals(table, go((25, 35.1))) == ["movement"]
    assert table.play(STAY).asks == "rest"


@pytest.mark.parametrize(("moment", "dice"), [("before", 6), ("after", 4)])
def test_ruling_r312_shots_come_before_or_after_the_whole_move(moment: str, dice: int) -> None:
    """[Ruling R312]: point-blank where the hero begins; a moving target and farther off where it ends."""
    table = passing("plan walk 20,11", guard=theirs(at=(20, 30), faces=270, weapons=[ranged()]))
    assert "wrong-moment" in refusals(table, "intercept guard bow at 5")
    table.play(f"intercept guard bow {moment}", "react none", dice=["1" * dice])
    assert pools(table) == [dice]


def test_ruling_r313_interceptions_are_declared_in_the_order_of_the_path() -> None:
    """[Ruling R313]: not one at 5 cm after one at 8, no shot before the move after a strike along it."""
    archer = theirs(at=(45, 50), faces=270, weapons=[ranged()])
    table = passing(second=theirs(at=(28, 25), faces=270), archer=archer).play("intercept second sword at 8")
    assert refusals(table, "intercept guard sword at 5") == ["out-of-order"]
    assert refusals(table, "intercept archer bow before") == ["out-of-order"]
    assert refusals(table, "intercept archer bow after") == []


def test_ruling_r314_a_declared_interceptor_is_activated_even_if_its_strike_is_lost() -> None:
    """[Ruling R314]: the hero is sent flying by the first strike and never comes to the second."""
    figures = {"guard": theirs(at=(25, 25), faces=270), "second": theirs(at=(27.6, 25), faces=270)}
    table = turn_of(Table({"hero": mine(at=(20, 20), wounds=16), **figures}, active="hero")).play("plan walk 29.5,20")
    table.play("intercept guard sword at 5", "intercept second sword at 8", "react none", STAY, STAY, dice=["444"])
    assert (table.read("second", "activated"), table.read("second", "acted")) == (1, 1)
    assert pools(table) == [3]


@pytest.mark.parametrize(("y", "arrives"), [(18, True), (17.6, False)])
def test_ruling_r315_an_intercepted_mover_goes_on_from_where_it_lies(y: float, arrives: bool) -> None:
    """[Ruling R315]: after 5 of its 10 cm it is sent off its path; 4.92 cm are left to go, or 5.1."""
    table = passing(guard=theirs(at=(25, 25), faces=270, weapons=[long()]))
    table.play("intercept guard spear at 5", "react none", slam(25, y), dice=["4111"])
    assert table.asks == "rest"
    assert (table.place("hero") == (29.5, 20, 0)) == arrives
    x, end_y, _ = table.place("hero")
    assert x > 29 and end_y > 19.5
