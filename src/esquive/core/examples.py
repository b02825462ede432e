"""Examples of where two releases differ: a small position, one line played in it, and what comes of it under each.

An example is a scenario file whose last line is the one to be judged; what stands before it is played. Nothing is told
by hand: the verdicts are those of `core.comparing`, the picture is drawn from the position and from what the line makes
of it.
"""

from typing import Any

from esquive.core.comparing import compare
from esquive.core.errors import DocumentError, NotationError
from esquive.core.game import Game
from esquive.core.nearest import nearest
from esquive.core.scenario import before_the_last, read_scenario
from esquive.core.shapes import RulesExample
from esquive.core.waiting import Decision


def shown(game: Game, clause: str, one: str, other: str, language: str = "en") -> RulesExample:
    """The example of a difference, by the clause its file is named by; raises DocumentError for one there is not."""
    known = game.examples()
    if clause not in known:
        raise DocumentError(f"no example shows {clause!r}", "clause", nearest(clause, known))
    state, line = before_the_last(read_scenario(known[clause]), game)
    after = [(release, _after(game, state, line, release)) for release in (one, other)]
    words = game.words(state, language)
    return RulesExample(
        clause=clause,
        line=line,
        label=_label(game, state, line, language) or line,
        told=game.told_of(state, line, language),
        svg=game.illustrate(state, line, [(release, found) for release, found in after if found is not None], words),
        comparison=compare(game, state, line, (one, other), language),
    )


def _after(game: Game, state: Any, line: str, release: str) -> Any:
    """The position after the line under a release, or None where it is refused, or where something is asked first."""
    assert game.releases is not None  # whoever has examples has releases
    found = game.releases.under(state, release)
    try:
        answer = game.parse(found, line)
    except NotationError:
        return None
    waiting = found.waiting
    if waiting.refusal(answer) is not None:
        return None
    found.apply(answer)
    return found if isinstance(found.waiting, Decision) and found.waiting.kind == waiting.kind else None


def _label(game: Game, state: Any, line: str, language: str) -> str:
    """The line in words, as the first release that knows it says it."""
    assert game.releases is not None  # as above
    for release in (game.releases.of(state), *game.releases.names()):
        found = game.releases.under(state, release)
        try:
            return game.words(found, language).answer(game.parse(found, line))
        except NotationError:
            continue
    return ""
