"""The round: destiny, initiative, who plays, and when it is over."""

from random import Random

import pytest

from esquive.core.waiting import Decision, Over, Roll
from esquive.kaos.book import rolls
from esquive.kaos.book.modifiers import add_effect
from esquive.kaos.book.round import RoundFrame, will_of
from esquive.kaos.cards.library import EventCard
from esquive.kaos.cards.op_codes import ALWAYS, FORBIDDEN, GAME, ROUND, Op
from esquive.kaos.cards.ops import Dice, Forbid, Wounds
from esquive.kaos.table import answers
from esquive.kaos.table.state import ACTIVATIONS, OUT
from tests.kaos.playing import ASK, DESTINY, PASS, STAY, Figure, Table, activate, mine, plan, theirs

WAITS = plan("stay")


def small(**options: int) -> Table:
    """Two figures a side, far apart, one will die each: short initiative rolls."""
    figures = {
        "ann": mine(at=(10, 10), will=1),
        "bob": mine(at=(20, 10), will=1),
        "cat": theirs(at=(10, 60), will=1),
        "dan": theirs(at=(20, 60), will=1),
    }
    return Table(figures, options=options)


def begun(table: Table, first: int = 0) -> Table:
    """The round begins and a seat wins the initiative; nobody spends its point."""
    dice = ["4", "1"] if first == 0 else ["1", "4"]
    return table.start(RoundFrame()).play(PASS, dice=dice)


def asked(table: Table) -> tuple[str, int]:
    """What is asked, and whom."""
    waiting = table.waiting
    assert isinstance(waiting, Decision)
    return waiting.kind, waiting.seat


# ---------------------------------------------------------------------------------------------------------- initiative


def test_each_player_gains_a_destiny_point_before_the_initiative_roll() -> None:
    """[Kaos K36.1] [Kaos K36.2]: it is there for the first roll of all, and points add up."""
    table = small()
    table.state.destiny = [0, 2]
    table.start(RoundFrame())
    assert table.state.destiny == [1, 3]
    assert isinstance(table.waiting, Roll) and table.waiting.kind == "initiative"
    assert table.events()[:3] == ["round", "destiny-gained", "destiny-gained"]


def test_the_best_will_rolls_for_initiative() -> None:
    """[Kaos K8.1]: as cards change it now."""
    table = Table({"low": mine(at=(10, 10), will=3), "high": mine(at=(20, 10), will=5), "foe": theirs(at=(10, 60))})
    assert will_of(table.state, 0) == (table["high"], 5)
    add_effect(table.state, table["low"], Op(Dice, 1 << rolls.INITIATIVE, 3, ALWAYS, ROUND, 0, 1))
    assert will_of(table.state, 0) == (table["low"], 6)


def test_an_aligned_horde_rolls_a_die_more() -> None:
    """[Kaos K8.2]: the horde as it was chosen, survivors or not."""
    table = small()
    table.state.aligned = [1, 0]
    assert will_of(table.state, 0)[1] == 2 and will_of(table.state, 1)[1] == 1


def test_who_is_out_of_action_or_cannot_use_its_will_does_not_roll() -> None:
    """[Kaos K8.9]."""
    table = Table({"high": mine(at=(10, 10), will=6), "low": mine(at=(20, 10), will=2), "foe": theirs(at=(10, 60))})
    add_effect(table.state, table["high"], Op(Forbid, 1 << FORBIDDEN.index("will"), 1, ALWAYS, GAME, 0, 1))
    assert will_of(table.state, 0) == (table["low"], 2)
    table.state.status[table["low"]] = OUT
    assert will_of(table.state, 0)[1] == 0


def test_a_side_without_will_rolls_nothing_and_loses_to_one_success() -> None:
    """[Kaos K8.9]: with nobody able, one die each decides."""
    table = Table({"ann": mine(at=(10, 10), will=0), "cat": theirs(at=(10, 60), will=2)})
    table.start(RoundFrame()).play(PASS, dice=["41"])
    assert table.facts("initiative-won") == [{"seat": 1}]
    neither = Table({"ann": mine(at=(10, 10), will=0), "cat": theirs(at=(10, 60), will=0)})
    assert neither.start(RoundFrame()).play(PASS, dice=["4", "1"]).facts("initiative-won") == [{"seat": 0}]


@pytest.mark.parametrize(("dice", "seat"), [(["4", "1"], 0), (["2", "5"], 1)])
def test_the_better_result_takes_the_initiative(dice: list[str], seat: int) -> None:
    """[Kaos K8.3]."""
    table = small().start(RoundFrame()).play(PASS, dice=dice)
    assert table.state.first == table.state.initiative == seat
    assert asked(table) == ("initiative", seat)


def test_equal_results_are_rolled_again() -> None:
    """[Kaos K8.3]: both sides, as often as it takes."""
    table = small().start(RoundFrame()).play(PASS, dice=["4", "5", "5", "1"])
    assert table.facts("initiative-won") == [{"seat": 0}]
    assert len(table.facts("rolled")) == 4


def test_destiny_improves_the_initiative_roll() -> None:
    """[Kaos K36.1] [Kaos K36.4]: one point is there for the first of them."""
    table = small().start(RoundFrame()).play(DESTINY, dice=["4", "1", "6", "1", "5"])
    assert table.state.destiny == [1, 0]  # equal after it: both rolled again
    assert asked(table) == ("destiny", 0)


# ------------------------------------------------------------------------------------------------------ who plays next


def test_the_holder_plays_a_figure_of_its_choice_or_asks_the_opponent() -> None:
    """[Kaos K8.4] [Kaos K13.1] [Kaos K13.2]."""
    table = begun(small())
    waiting = table.waiting
    assert isinstance(waiting, Decision)
    assert waiting.options() == [activate(0), activate(1), ASK]
    assert table.why(activate(2)) == "not-yours"


def test_the_opponent_asked_picks_the_figure_itself_and_cannot_ask_back() -> None:
    """[Kaos K8.5]."""
    table = begun(small()).play(ASK)
    assert asked(table) == ("asked", 1)
    assert table.why(ASK) == "already-asked" and table.why(activate(0)) == "not-yours"
    assert table.play(activate(3)).asks == "plan"
    assert table.state.active == 3


@pytest.mark.parametrize("lines", [[], [ASK]])
def test_who_plays_is_drawn_among_all_that_may_and_asking_the_other_player(lines: list[int]) -> None:
    """[Kaos K8.4] [Kaos K8.5]: whatever is listed comes up, and nothing else."""
    waiting, rng = begun(small()).play(*lines).waiting, Random(1)
    assert isinstance(waiting, Decision)
    assert {waiting.sample(rng) for _ in range(60)} == set(waiting.options())


@pytest.mark.parametrize("lines", [[activate(0)], [ASK, activate(2)]])
def test_initiative_passes_after_each_activation_whoever_has_played(lines: list[int]) -> None:
    """[Kaos K8.6]: the right to choose alternates, no die is rolled for it [Kaos K8.7]."""
    table = begun(small()).play(*lines, WAITS)
    assert asked(table) == ("initiative", 1)
    assert len(table.facts("rolled")) == 2


def test_a_player_may_have_to_play_several_figures_in_a_row() -> None:
    """[Kaos K8.8] [Kaos K8.4]: who has nobody left cannot be asked, and the other goes on alone."""
    table = begun(small()).play(activate(0), WAITS, ASK, WAITS)  # with one figure left there was nothing to pick
    # p1 has played both figures. It holds the initiative and can only ask; then p2 may not ask back.
    assert asked(table) == ("asked", 1)
    table.play(activate(2), WAITS)
    # p2 holds it with one figure left and nobody to ask: that figure plays without more ado.
    assert table.asks == "plan" and table.state.active == 3


def test_a_side_without_figures_left_cannot_be_asked() -> None:
    """[Kaos K8.4]."""
    table = small()
    table.state.activated[2] = table.state.activated[3] = 1
    begun(table)
    assert table.why(ASK) == "nobody-to-ask"


def test_who_is_asked_is_told_how_many_figures_its_own_opponent_has_left() -> None:
    """[Kaos K8.4] [Kaos K8.5]: asked, or playing because the other side has nobody left."""

    def left(table: Table) -> list[int]:
        return [one.facts["left"] for one in table.conditions(ASK) if one.kind == "nobody-to-ask"]

    table = small()
    table.state.activated[0] = 1
    assert left(begun(table)) == [2]
    assert left(table.play(ASK)) == [1] and asked(table) == ("asked", 1)
    table = small()
    table.state.activated[0] = table.state.activated[1] = 1
    assert left(begun(table)) == [0] and asked(table) == ("asked", 1)


def test_a_figure_is_activated_once_a_round() -> None:
    """[Kaos K7.3] [Kaos K7.1]."""
    table = begun(small()).play(activate(0), WAITS, activate(2), WAITS)
    assert table.state.activated[0] == 1 and [fact["figure"] for fact in table.facts("activated")] == ["ann", "cat"]
    waiting = table.waiting
    assert isinstance(waiting, Decision)
    assert waiting.options() == [activate(1), ASK]
    assert table.why(activate(0)) == "already-activated"


def test_figures_out_of_action_are_not_waited_for() -> None:
    """[Kaos K7.5]."""
    table = small()
    table.state.status[table["bob"]] = table.state.status[table["dan"]] = OUT
    begun(table)
    assert table.why(activate(1)) == "not-in-play"
    table.play(activate(0), WAITS)
    assert table.state.active == 2 and table.asks == "plan"


def test_figures_activated_otherwise_have_played() -> None:
    """[Kaos K7.3]: an interception or a wound was their turn."""
    table = small()
    begun(table)
    table.state.activated[3] = 1
    table.play(activate(0), WAITS, activate(2), WAITS)
    assert table.state.active == 1 and table.asks == "plan"


# ---------------------------------------------------------------------------------------------------- end of the round


def test_the_round_is_over_when_all_have_played_and_the_next_begins() -> None:
    """[Kaos K7.2] [Kaos K7.4]: in this order: destiny, initiative, activations, clean-up."""
    table = begun(small())
    table.state.dodges[0], table.state.dodged[1], table.state.hurt[0] = 2, 4, 1
    for figure, until in ((1, ROUND), (3, GAME)):
        add_effect(table.state, figure, Op(Dice, 1 << rolls.DODGE, 1, ALWAYS, until, 0, 1))
    table.play(activate(0), WAITS, activate(2), WAITS, activate(1), WAITS, WAITS, PASS, dice=["4", "1"])
    assert table.state.round == 2 and table.state.destiny == [2, 2]
    for column in ("activated", "acted", "moved", "dodges", "dodged", "hurt", "searching", "used"):
        assert getattr(table.state, column) == [0, 0, 0, 0], column
    assert [effect.figure for effect in table.state.lasting] == [3]
    assert table.state.first == 0
    kinds = [kind for kind in table.events() if kind in ("round", "initiative-won", "activated", "clean-up")]
    whole = ["round", "initiative-won", "activated", "activated", "activated", "activated", "clean-up"]
    assert kinds == [*whole, "round", "initiative-won"]


def test_the_last_round_ends_the_game_with_the_higher_points() -> None:
    """[Ruling R214]: and with a draw at equal ones."""
    for points, winner in (([5, 3], 0), ([3, 5], 1), ([4, 4], -1)):
        table = small(rounds=1)
        table.state.points = points
        begun(table).play(activate(0), WAITS, activate(2), WAITS, activate(1), WAITS, WAITS)
        waiting = table.waiting
        assert isinstance(waiting, Over) and (waiting.winner, waiting.clause) == (winner, "R214")


def test_an_event_that_wounds_activates_by_force_and_its_victims_move() -> None:
    """[Kaos K26.1] [Kaos K26.2]: at once, before anybody is activated."""
    figures = {
        "ann": mine(at=(10, 10), will=1),
        "bob": mine(at=(20, 10), will=1, tribe=1),
        "cat": theirs(at=(10, 60), will=1),
    }
    table = storm(figures, 2)
    assert table.asks == "forced-move"
    table.play(STAY, STAY)
    assert [fact["figure"] for fact in table.facts("forced")] == ["ann", "cat"]
    assert table.asks == "plan" and table.state.active == table["bob"]  # whom the storm spares, and the last to play


def test_an_event_that_eliminates_a_horde_ends_the_game() -> None:
    """[Kaos K1.1]: with nobody left to play it does not wait for an activation."""
    figures = {
        "ann": mine(at=(10, 10), will=1, life=9),
        "bob": mine(at=(20, 10), will=1, tribe=1),
        "cat": theirs(at=(10, 60), will=1, life=2),
    }
    waiting = storm(figures, 2).play(STAY).waiting
    assert isinstance(waiting, Over) and waiting.winner == 0


def test_an_event_that_eliminates_both_hordes_leaves_it_to_the_points() -> None:
    """[Ruling R215]."""
    figures = {"ann": mine(at=(10, 10), will=1, life=2, cost=10), "cat": theirs(at=(10, 60), will=1, life=2, cost=30)}
    waiting = storm(figures, 2).waiting
    assert isinstance(waiting, Over) and (waiting.winner, waiting.clause) == (0, "R215")


def storm(figures: dict[str, Figure], wounds: int) -> Table:
    """p1 draws and plays an event that wounds every figure of the first tribe."""
    card = EventCard("storm", "storm", "", 1, 1, 1, (Op(Wounds, 1, wounds, ALWAYS, ROUND, 1, 1),), ())
    table = Table(figures, events=[card])
    table.state.event_pile = [1]
    table.start(RoundFrame()).play(PASS, dice=["4", "1", "storm"])
    return table.play(answers.pack(answers.CHOOSE_CARD, [0]))


def test_the_phase_is_that_of_the_activations() -> None:
    """[Kaos K7.2]."""
    assert begun(small()).state.phase == ACTIVATIONS


@pytest.mark.parametrize("answer", [-5, 0, 2, answers.pack(answers.ACTIVATE, []), activate(99), activate(-1), WAITS])
def test_any_other_answer_is_refused(answer: int) -> None:
    """[Kaos K8.4]."""
    assert begun(small()).why(answer) == "wrong-verb"
