"""A position to begin from at the judge's desk: a match whose set-up is done, with everybody where they may stand."""

from random import Random
from typing import Any, Final

from esquive.core.game import Game
from esquive.core.waiting import Decision, Over, Roll

MOST_STEPS: Final = 2_000  # of a set-up: a game that is not under way by then is shown as far as it has come


def first_position(game: Game, ground: str = "") -> dict[str, Any]:
    """The document of the first turn of a match between ready-made teams, on a ground by its id ("": the usual one).

    Always the same one: what is asked before that turn is answered with the first proposal, and dice fall by one seed.
    Raises DocumentError for a ground there is not.
    """
    setups = game.setups
    rng = Random(0)
    state = game.new(setups.series(ground or setups.usual_ground(setups.formats()[0]), None).draw(rng))
    for _ in range(MOST_STEPS):
        waiting = state.waiting
        if isinstance(waiting, Over) or (game.turn_of(state) > 0 and _acts(game, waiting)):
            break
        state.apply(waiting.proposals(1)[0] if isinstance(waiting, Decision) else waiting.sample(rng))
    return game.to_document(state)


def _acts(game: Game, waiting: Decision | Roll) -> bool:
    """Whether somebody is asked what to do, and not to take part in what others do."""
    return isinstance(waiting, Decision) and (not game.acting or waiting.kind in game.acting)
