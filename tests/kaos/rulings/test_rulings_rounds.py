"""The ledger of rulings, rounds and secrets: R217, R227, R261 to R263, with listed dice."""

from typing import Any

from esquive.core.waiting import Decision, Roll
from esquive.kaos.book import rolls
from esquive.kaos.book.deployment import DeploymentFrame
from esquive.kaos.book.event_cards import EventsFrame
from esquive.kaos.book.modifiers import add_effect
from esquive.kaos.book.round import RoundFrame, will_of
from esquive.kaos.cards.library import SELF, EventCard, ObjectCard
from esquive.kaos.cards.op_codes import ALWAYS, FORBIDDEN, ROUND, Op
from esquive.kaos.cards.ops import Dice, Forbid, Immobilise
from esquive.kaos.table import answers
from esquive.kaos.table.events import EVENTS
from esquive.kaos.table.state import OUT, RESERVE
from esquive.kaos.written.hidden_information import knows_object
from tests.kaos.playing import (
    PASS,
    STAY,
    Table,
    activate,
    mine,
    plan,
    theirs,
)
from tests.kaos.rulings.positions import refusals

WAITS = plan("stay")


def small(**keys: Any) -> Table:
    """Two figures a side, far apart, one will die each: short initiative rolls."""
    figures = {
        "ann": mine(at=(10, 10), will=1),
        "bob": mine(at=(20, 10), will=1),
        "cat": theirs(at=(10, 60), will=1),
        "dan": theirs(at=(20, 60), will=1),
    }
    return Table(figures, **keys)


def begun(table: Table) -> Table:
    """The round begins and p1 wins the initiative; the other side keeps its point."""
    return table.start(RoundFrame()).play(PASS, dice=["4", "1"])


def asked(table: Table) -> tuple[str, int]:
    """What is asked, and whom."""
    waiting = table.waiting
    assert isinstance(waiting, Decision | Roll)
    return waiting.kind, waiting.seat


# --------------------------------------------------------------------------------------------------------------- rounds


def test_ruling_r227_the_round_goes_destiny_events_back_initiative_events_activations_searches() -> None:
    """[Ruling R227]: one figure a side, an event in force from before, one card in the pile, one search."""
    events = [EventCard(name, name, "here", 1, 4, 1, (), ()) for name in ("storm", "frost")]
    figures = {"ann": mine(at=(10, 10), will=1), "cat": theirs(at=(10, 60), will=1)}
    table = Table(figures, events=events, objects=[ObjectCard("flask", "flask", "", 6, 0, SELF, -1, 1, (), ())])
    table.state.in_force, table.state.event_pile, table.state.object_pile = [(0, 1)], [0, 1], [1]
    table.start(RoundFrame()).play(PASS, dice=["4", "1", "frost", "storm"])
    keep = answers.pack(answers.CHOOSE_WORD, [answers.WORD_KEEP])
    table.play(keep, keep, activate(0), plan("stay", action="search"), WAITS)
    spend = answers.pack(answers.CHOOSE, [0])
    table.play(spend, spend, dice=["1", "flask", "4", "1"])
    wanted = ("destiny-gained", "event-ends", "initiative-won", "event-drawn", "activated", "search-roll", "clean-up")
    order = [kind for kind in table.events() if kind in wanted]
    assert order == [
        "destiny-gained",
        "destiny-gained",
        "event-ends",
        "initiative-won",
        "event-drawn",
        "event-drawn",
        "activated",
        "activated",
        "search-roll",
        "clean-up",
        "destiny-gained",
        "destiny-gained",
    ]


def test_ruling_r261_a_round_waits_for_figures_in_play_only() -> None:
    """[Ruling R261]: bob and dan are out of action; after ann and cat the next round begins."""
    table = small()
    table.state.status = [1, OUT, 1, OUT]
    begun(table).play(activate(0), WAITS, WAITS, dice=["4", "1"])
    assert table.state.round == 2 and asked(table) == ("destiny", 1)


def test_ruling_r261_a_figure_that_can_do_nothing_still_plays() -> None:
    """[Ruling R261]: held fast and kept from acting it has its turn."""
    table = begun(small())
    add_effect(table.state, 0, Op(Immobilise, 0, 0, ALWAYS, ROUND, 0, 1))
    add_effect(table.state, 0, Op(Forbid, 1 << FORBIDDEN.index("action"), 0, ALWAYS, ROUND, 0, 2))
    assert refusals(table, activate(0)) == []
    table.play(activate(0), WAITS)
    assert table.read("ann", "activated") == 1


def test_ruling_r262_initiative_is_rolled_with_the_best_will_as_changed() -> None:
    """[Ruling R262]: a card gives the lower one more; of equal ones the first."""
    table = Table({"low": mine(at=(10, 10), will=3), "high": mine(at=(20, 10), will=5), "foe": theirs(at=(10, 60))})
    assert will_of(table.state, 0) == (1, 5)
    add_effect(table.state, 0, Op(Dice, 1 << rolls.INITIATIVE, 2, ALWAYS, ROUND, 0, 1))
    assert will_of(table.state, 0) == (0, 5)


def test_ruling_r262_without_any_will_each_rolls_one_die() -> None:
    """[Ruling R262]: nobody can use its will; alignment alone is a die, and then the other side has none."""

    def silent() -> Table:
        table = small()
        for figure in range(4):
            add_effect(table.state, figure, Op(Forbid, 1 << FORBIDDEN.index("will"), 0, ALWAYS, ROUND, 0, 1))
        return table

    table = silent().start(RoundFrame()).play(PASS, dice=["4", "1"])
    assert [fact["dice"] for fact in table.facts("pool")] == [1, 1]
    table = silent()
    table.state.aligned = [1, 0]
    assert [fact["dice"] for fact in table.start(RoundFrame()).play(dice=["4"]).facts("pool")] == [1, 0]
    figures = {"ann": mine(at=(1, 1), status=RESERVE, will=0), "cat": theirs(at=(1, 1), status=RESERVE, will=0)}
    table = Table(figures).start(DeploymentFrame()).play(dice=["4", "1"])
    assert [fact["dice"] for fact in table.facts("pool")] == [1, 1]


def test_ruling_r263_initiative_passes_after_each_activation_only() -> None:
    """[Ruling R263]: ann's blow activates cat by force; p2 has the initiative next, with dan left to play."""
    figures = {
        "ann": mine(at=(20, 20), will=1),
        "bob": mine(at=(60, 10), will=1),
        "cat": theirs(at=(22.5, 20), will=1),
        "dan": theirs(at=(60, 60), will=1),
    }
    table = begun(Table(figures))
    table.play(activate(0), "plan stay strike cat sword", "react none", PASS, STAY, dice=["4111"])
    assert table.read("cat", "activated") == 1 and asked(table) == ("initiative", 1)
    assert refusals(table, activate(3)) == [] and refusals(table, activate(2)) == ["already-activated"]


# ------------------------------------------------------------------------------------------------------------- secrets


def test_ruling_r217_only_cards_drawn_reserved_or_carried_are_secret() -> None:
    """[Ruling R217]: in the log two draws; of carried objects those not yet used."""
    assert {event.name for event in EVENTS if event.private_to} == {"object-drawn", "event-drawn"}
    table = Table(
        {"ann": mine(at=(10, 10)), "cat": theirs(at=(10, 60))},
        objects=[ObjectCard("flask", "flask", "", 4, 0, SELF, -1, 2, (), ())],
    )
    for uses, is_known in ((2, False), (1, True)):
        assert knows_object(table.state, (0, 0, uses), 1) == is_known
        assert knows_object(table.state, (0, 0, uses), 0)
    drawn = Table({"ann": mine(at=(10, 10))}, events=[EventCard("storm", "storm", "", 1, 4, 1, (), ())])
    drawn.state.event_pile = [2]
    waiting = drawn.start(EventsFrame()).waiting
    assert isinstance(waiting, Roll) and waiting.private_to == 0
