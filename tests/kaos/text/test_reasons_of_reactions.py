"""What a reaction is told with: its own dice, and nobody else's."""

from esquive.core.waiting import Decision
from esquive.kaos.game import GAME
from tests.kaos.playing import Table, mine, ranged, theirs


def test_who_is_intercepted_and_lets_it_be_rolls_nothing_for_it() -> None:
    """The shot it goes on to is no reaction; a dodge has its own dice [Kaos K20.9] [Kaos K31.5]."""
    figures = {
        "hero": mine(at=(20, 20), weapons=(ranged(),), dodge=3),
        "foe": theirs(at=(40, 20)),
        "other": theirs(at=(40, 30), weapons=(ranged(),)),
    }
    table = Table(figures).turn_of("hero").play("plan walk 24,20 shoot foe bow")
    table.play("react none").play("intercept other bow before")
    while table.asks == "intercept":
        table.play("done")
    assert table.asks == "react"
    waiting = table.waiting
    assert isinstance(waiting, Decision)
    words = GAME.words(table.state)
    told = {GAME.format(table.state, answer): words.reason(answer) for answer in waiting.options()}
    assert "dice" not in told["react none"] and "that Other hits" in told["react none"]
    assert told["react dodge"].startswith("3 dice, ")
