"""Deployment: who begins, in what turn, and where a figure may stand."""

import pytest

from esquive.core.waiting import Decision, Roll
from esquive.kaos.book.deployment import DeploymentFrame, deployment_conditions, grid_places, place_conditions
from esquive.kaos.book.terms import unpacked
from esquive.kaos.cards.library import PASSIVE
from esquive.kaos.cards.op_codes import Op
from esquive.kaos.cards.ops import Dice, Forbid, Needed, Reroll
from esquive.kaos.geometry.shapes import CLIMBABLE, SIGHT, TOP, Piece
from esquive.kaos.table import answers
from esquive.kaos.table.events import E_POOL
from esquive.kaos.table.state import IN_PLAY, RESERVE
from esquive.kaos.written.notation import parse_outcome
from tests.kaos.playing import ASK, Table, activate, box, cm, mine, place, plan, platform, skill, theirs
from tests.sentences import said


def hordes(pieces: tuple[Piece, ...] = (), **keys: int) -> Table:
    """Two figures a side, none on the table."""
    figures = {
        "ann": mine(at=(1, 1), status=RESERVE, will=2, **keys),
        "bob": mine(at=(1, 1), status=RESERVE, will=2),
        "cat": theirs(at=(1, 1), status=RESERVE, will=2),
        "dan": theirs(at=(1, 1), status=RESERVE, will=2),
    }
    return Table(figures, pieces)


def won_by(table: Table, seat: int) -> Table:
    """A seat wins the deployment roll."""
    return table.start(DeploymentFrame()).play(dice=["41", "11"] if seat == 0 else ["11", "41"])


def seat_of(table: Table) -> tuple[str, int]:
    """What is asked, and whom."""
    waiting = table.waiting
    assert isinstance(waiting, Decision)
    return waiting.kind, waiting.seat


# ------------------------------------------------------------------------------------------------------- who begins


def test_each_player_rolls_will_with_a_figure_of_its_choice() -> None:
    """[Kaos K6.7]: the best is offered first, any own figure may be named, and nobody is activated."""
    figures = {
        "ann": mine(at=(1, 1), status=RESERVE, will=2),
        "bob": mine(at=(1, 1), status=RESERVE, will=3),
        "cat": theirs(at=(1, 1), status=RESERVE, will=1),
    }
    table = Table(figures).start(DeploymentFrame())
    waiting = table.waiting
    assert isinstance(waiting, Decision) and seat_of(table) == ("will-figure", 0)
    bob, ann, cat = (answers.pack(answers.CHOOSE_FIGURE, [table[name]]) for name in ("bob", "ann", "cat"))
    assert waiting.options() == [bob, ann]
    assert table.why(cat) == table.why(place(0, 20, 20)) == "wrong-verb"
    table.play(ann, dice=["44", "1"])
    assert [fact["dice"] for fact in table.facts("pool")] == [2, 1]  # p2 has one figure: nothing to name
    assert table.state.activated == [0, 0, 0]


def test_each_side_rolls_its_own_will() -> None:
    """[Kaos K6.7]: the dice are each player's to roll, one after the other."""
    table = hordes().start(DeploymentFrame())
    first = table.waiting
    table.state.apply(parse_outcome(table.state, first, "11"))
    second = table.waiting
    assert isinstance(first, Roll) and isinstance(second, Roll)
    assert [(roll.kind, roll.seat) for roll in (first, second)] == [("deployment", 0), ("deployment", 1)]


def test_an_aligned_horde_rolls_a_die_more() -> None:
    """[Kaos K6.8]."""
    table = hordes()
    table.state.aligned = [0, 1]
    table.start(DeploymentFrame()).play(dice=["41", "441"])
    assert table.facts("deployment-won") == [{"seat": 1}]


def test_what_the_dice_of_each_side_are_made_of_is_told() -> None:
    """[Kaos K6.7] [Kaos K6.8]: the will of who rolls, and a die for an aligned horde."""
    table = hordes()
    table.state.aligned = [0, 1]
    table.start(DeploymentFrame()).play(dice=["41", "441"])
    ours, theirs = (
        [(kind, count) for kind, count, *_ in unpacked(fact[5])] for fact in table.log() if fact[0] == E_POOL
    )
    assert (ours, theirs) == ([("skill", 2)], [("skill", 2), ("aligned", 1)])


@pytest.mark.parametrize(
    "card",
    [
        Dice(rolls=("will",), dice=2).at_play("banner"),
        Needed(rolls=("will",), value=3).at_play("banner"),
        Reroll(rolls=("will",)).at_play("banner"),
    ],
)
def test_figures_of_one_printed_will_are_named_when_a_card_makes_them_differ(card: Op) -> None:
    """[Kaos K6.7] [Ruling R262]: what a figure rolls is its will as cards change it; more dice are offered first."""
    figures = {
        "ann": mine(at=(1, 1), status=RESERVE, will=2),
        "bob": mine(at=(1, 1), status=RESERVE, will=2, skills=[skill(timing=PASSIVE, standing=(card,))]),
        "cat": theirs(at=(1, 1), status=RESERVE, will=1),
    }
    table = Table(figures).start(DeploymentFrame())
    waiting = table.waiting
    assert isinstance(waiting, Decision) and seat_of(table) == ("will-figure", 0)
    names = [table.names[answers.fields_of(answer)[0]] for answer in waiting.options()]
    assert names == (["bob", "ann"] if card.kind == Dice else ["ann", "bob"])


@pytest.mark.parametrize(
    "card", [Forbid(what_not=("will",)).at_play("gag"), Dice(rolls=("will",), dice=-4).at_play("gag")]
)
def test_alignment_is_a_die_for_who_has_no_will_left(card: Op) -> None:
    """[Kaos K6.8] [Ruling R262]: no die but that of the alignment, at deployment as for the initiative."""
    figures = {
        "ann": mine(at=(1, 1), status=RESERVE, will=3, skills=[skill(timing=PASSIVE, standing=(card,))]),
        "cat": theirs(at=(1, 1), status=RESERVE, will=2),
    }
    table = Table(figures)
    table.state.aligned = [1, 0]
    table.start(DeploymentFrame()).play(dice=["4", "11"])
    assert [fact["dice"] for fact in table.facts("pool")] == [1, 2]


def test_no_will_means_no_die_unless_nobody_has_any() -> None:
    """[Kaos K6.7] [Kaos K16.2]."""
    figures = {"ann": mine(at=(1, 1), status=RESERVE, will=0), "cat": theirs(at=(1, 1), status=RESERVE, will=1)}
    table = Table(figures).start(DeploymentFrame()).play(dice=["4"])
    assert table.facts("deployment-won") == [{"seat": 1}]
    figures["cat"] = theirs(at=(1, 1), status=RESERVE, will=0)
    assert Table(figures).start(DeploymentFrame()).play(dice=["4", "1"]).facts("deployment-won") == [{"seat": 0}]


def test_equal_rolls_are_rolled_again() -> None:
    """[Kaos K6.9]."""
    table = hordes().start(DeploymentFrame()).play(dice=["41", "14", "44", "11"])
    assert table.facts("deployment-won") == [{"seat": 0}]


# --------------------------------------------------------------------------------------------------------- the turns


def test_the_winner_deploys_or_asks_the_opponent_who_chooses_which() -> None:
    """[Kaos K6.9]."""
    table = won_by(hordes(), 1)
    assert seat_of(table) == ("deployment", 1)
    assert table.why(place(0, 20, 20)) == "not-yours"
    table.play(ASK)
    assert seat_of(table) == ("deploy", 0)
    assert table.why(ASK) == "already-asked" and table.why(place(2, 20, 20)) == "not-yours"
    assert table.why(place(0, 20, 20)) == table.why(place(1, 20, 20)) == ""


def test_the_right_to_choose_who_deploys_alternates() -> None:
    """[Kaos K6.10] [Ruling R219]: whoever has deployed."""
    table = won_by(hordes(), 0).play(ASK, place(2, 20, 60))
    assert seat_of(table) == ("deployment", 1)
    table.play(ASK, place(0, 20, 10))
    assert seat_of(table) == ("deployment", 0)


def test_who_has_nobody_left_is_not_asked_and_the_other_side_deploys() -> None:
    """[Kaos K6.9]: then the first round begins."""
    table = won_by(hordes(), 0).play(place(0, 20, 10), ASK, place(1, 30, 10))
    assert seat_of(table) == ("deploy", 1)  # p1 would choose, has nobody left, and p2 deploys
    assert table.why(ASK) == "already-asked"
    table.play(place(2, 20, 60))
    assert seat_of(table) == ("deployment", 1) and table.why(ASK) == "nobody-to-ask"
    table.play(place(3, 30, 60), dice=["44", "11"])
    assert table.state.round == 1 and table.facts("initiative-won") == []
    assert table.asks == "destiny"


def test_who_is_asked_is_told_how_many_figures_its_own_opponent_has_left() -> None:
    """[Kaos K6.9]: asked, or deploying because the other side has nobody left."""

    def left(table: Table) -> list[int]:
        return [one.facts["left"] for one in table.conditions(ASK) if one.kind == "nobody-to-ask"]

    table = won_by(hordes(), 0).play(place(0, 20, 10), place(2, 20, 60))
    assert left(table) == [1] and seat_of(table) == ("deployment", 0)
    table = won_by(hordes(), 0).play(ASK, place(2, 20, 60), ASK)
    assert left(table) == [1] and seat_of(table) == ("deploy", 0)
    table = won_by(hordes(), 0).play(place(0, 20, 10), ASK, place(1, 30, 10))
    assert left(table) == [0] and seat_of(table) == ("deploy", 1)


def test_nobody_is_deployed_twice() -> None:
    """[Kaos K6.10]."""
    table = won_by(hordes(), 0).play(place(0, 20, 10), ASK)
    assert table.why(place(0, 30, 10)) == "already-deployed"


def test_on_a_table_with_everybody_deployed_the_first_round_begins() -> None:
    """[Kaos K6.10]."""
    table = Table({"ann": mine(at=(10, 10)), "cat": theirs(at=(10, 60))}).start(DeploymentFrame())
    assert isinstance(table.waiting, Roll) and table.waiting.kind == "initiative"
    table.play(dice=["4411", "1111"])
    assert table.asks == "destiny"


# ------------------------------------------------------------------------------------------------- the three conditions


def judged(table: Table, x: float, y: float, figure: str = "ann", angle: int = 0) -> str:
    """The kind of the first condition of a place that fails; "" when all hold."""
    number = table[figure]
    owner = table.state.owner[number]
    found = deployment_conditions(table.state, owner, number, cm(x), cm(y), angle)
    return next((condition.kind for condition in found if not condition.holds), "")


def test_a_figure_stands_on_the_table_where_it_could_stand_in_play() -> None:
    """[Kaos K6.1] [Kaos K6.2]: facing as its player likes."""
    table = hordes((box((30, 30), (5, 5)),))
    assert judged(table, 10, 10) == judged(table, 10, 10, angle=123_456) == ""
    assert judged(table, 1.2, 10) == judged(table, 10, 74) == judged(table, -400, 10) == "off-table"
    assert judged(table, 1.25, 1.25) == ""
    assert judged(table, 32, 32) == judged(table, 29, 32) == "no-footing"


def test_nobody_is_deployed_on_anybody() -> None:
    """[Kaos K6.2] [Ruling R201]: bases may touch."""
    table = hordes()
    table.state.status[1] = IN_PLAY
    table.state.set_base(1, table.state.base_at(1, cm(30), cm(30), 0, 0))
    assert judged(table, 32.4, 30) == "overlaps" and judged(table, 32.5, 30) == ""
    for x, sentence, blocker in ((32.4, "Ann would overlap Bob.", "bob"), (32.5, "Ann overlaps nobody.", "")):
        found = place_conditions(table.state, 0, table.state.base_at(0, cm(x), cm(30), 0, 0))[-1]
        assert (found.kind, said(table.state, found), found.facts["blocker"]) == ("overlaps", sentence, blocker)


def test_half_the_base_must_be_supported() -> None:
    """[Kaos K6.2] [Ruling R205]."""
    table = hordes((platform((30, 30), (10, 10), 3, SIGHT | TOP | CLIMBABLE),))
    assert judged(table, 39.9, 35) == "" and table.state.table.pieces[0].height == cm(3)
    table.start(DeploymentFrame()).play(dice=["41", "11"]).play(place(0, 35, 35))
    assert table.place("ann") == (35, 35, 3)


def test_a_place_that_cannot_be_reached_is_none() -> None:
    """[Kaos K6.2]: the top of a sheer tower; one who flies or climbs gets there."""
    tower = platform((30, 30), (10, 10), 8)
    assert judged(hordes((tower,)), 35, 35) == "inaccessible"
    assert judged(hordes((platform((30, 30), (10, 10), 8, SIGHT | TOP | CLIMBABLE),)), 35, 35) == ""
    assert judged(hordes((tower,), keywords=1), 35, 35) == judged(hordes((tower,), keywords=2), 35, 35) == ""


@pytest.mark.parametrize(("x", "why"), [(42.5, "too-near"), (42.4999, "too-near"), (42.5001, ""), (30, "too-near")])
def test_a_figure_is_deployed_more_than_twenty_centimetres_from_every_enemy(x: float, why: str) -> None:
    """[Kaos K6.3] [Kaos K9.2]: base to base; exactly 20 cm is too near."""
    table = hordes()
    table.state.status[2] = IN_PLAY
    table.state.set_base(2, table.state.base_at(2, cm(20), cm(30), 0, 0))
    assert judged(table, x, 30) == why


def test_distance_is_measured_to_enemies_on_the_table_only() -> None:
    """[Kaos K6.3]."""
    assert judged(hordes(), 1.25, 1.25) == ""


def test_a_figure_is_deployed_in_view_of_a_comrade() -> None:
    """[Kaos K6.4] [Kaos K6.6]: one is enough, and it looks all round from its head."""
    wall = box((20, 20), (2, 30), 8)
    table = hordes((wall,))
    table.state.status[1] = IN_PLAY
    table.state.set_base(1, table.state.base_at(1, cm(10), cm(35), 0, 180_000))
    assert judged(table, 30, 35) == "out-of-view"
    assert judged(table, 15, 35) == ""  # behind its back
    assert judged(table, 10, 60) == ""


def test_the_first_figure_of_a_player_needs_no_comrade() -> None:
    """[Kaos K6.5]: enemies on the table or not."""
    table = hordes()
    table.state.status[2] = IN_PLAY
    table.state.set_base(2, table.state.base_at(2, cm(60), cm(60), 0, 0))
    assert judged(table, 10, 10) == ""


def test_where_no_place_is_in_view_the_view_is_not_asked_for() -> None:
    """[Kaos K6.1]: a comrade walled in all round sees nobody; 20 cm are still asked for."""
    walls = (box((8, 8), (6, 1), 9), box((8, 13), (6, 1), 9), box((8, 9), (1, 4), 9), box((13, 9), (1, 4), 9))
    table = hordes(walls)
    table.state.status[1] = table.state.status[2] = IN_PLAY
    table.state.set_base(1, table.state.base_at(1, cm(11), cm(11), 0, 0))
    table.state.set_base(2, table.state.base_at(2, cm(60), cm(60), 0, 0))
    assert judged(table, 30, 30) == "" and judged(table, 50, 50) == "too-near"


@pytest.mark.parametrize("name", ["ann", "cat"])
def test_where_nowhere_is_far_enough_the_farthest_place_is_taken(name: str) -> None:
    """[Kaos K6.1]: on a table too small to be 20 cm away; whichever player deploys."""
    at = {"ann": (10, 10), "cat": (10, 10), name: (1, 1)}
    figures = {"ann": mine(at=at["ann"]), "cat": theirs(at=at["cat"])}
    table = Table(figures, size=(20, 20))
    table.state.status[table[name]] = RESERVE
    assert judged(table, 13, 10, name) == "too-near"
    assert judged(table, 18.75, 18.75, name) == ""


@pytest.mark.parametrize("answer", [-3, 0, place(9, 5, 5), place(-1, 5, 5), activate(0), plan("stay")])
def test_any_other_answer_is_refused(answer: int) -> None:
    """[Kaos K6.9]."""
    assert won_by(hordes(), 0).why(answer) == "wrong-verb"


def test_whether_a_figure_fits_anywhere_is_looked_for_every_two_centimetres() -> None:
    """[Kaos K6.3]: at 1, 3, 5 cm and so on; at 1 cm a base of 2.5 cm is not wholly on the table."""
    places = [(base.x, base.y) for base in grid_places(hordes().state, 0)]
    assert places[:3] == [(cm(3), cm(3)), (cm(3), cm(5)), (cm(3), cm(7))] and places[-1] == (cm(73), cm(73))


def test_what_need_not_be_asked_any_more_is_not_asked() -> None:
    """[Kaos K6.1] [Kaos K6.9]: of another's figure not the place, of a place off the table not the view."""
    table = hordes((box((20, 20), (4, 4)),))

    def kinds(figure: int, x: float, y: float) -> list[str]:
        return [one.kind for one in deployment_conditions(table.state, 0, figure, cm(x), cm(y), 0)]

    assert kinds(2, 40, 40) == ["not-yours", "already-deployed"]

    assert kinds(0, 0, 0) == ["not-yours", "already-deployed", "off-table"]
    whole, barred = kinds(0, 40, 40), kinds(0, 22, 22)
    assert whole[: len(barred)] == barred and len(barred) == len(whole) - 2


def test_of_a_place_outside_the_zone_nothing_more_is_asked() -> None:
    """[Kaos K37.1]."""
    table = hordes()
    table.state.library.zones = ((0, 0, cm(20), cm(75)), None)

    def kinds(x: float) -> list[str]:
        return [one.kind for one in place_conditions(table.state, 0, table.state.base_at(0, cm(x), cm(30), 0, 0))]

    assert kinds(30) == ["off-table", "outside-zone"]
    assert kinds(10) == ["off-table", "outside-zone", "no-footing", "inaccessible", "overlaps"]
