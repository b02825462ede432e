"""What a player should know before a decision, in a sentence or two: who attacks from where, what the dice show."""

from typing import Final

from esquive.core.frames import on_top
from esquive.core.grammar import because
from esquive.core.waiting import Decision
from esquive.kaos.book.modifiers import move_of
from esquive.kaos.book.pools import attack_pool
from esquive.kaos.book.reactions import ReactionFrame
from esquive.kaos.book.rolls import ContestFrame
from esquive.kaos.book.terms import term_facts
from esquive.kaos.spoken.bearings import bearing, nearest_enemies, spoken, where_is
from esquive.kaos.spoken.declared_plan import declared_turn
from esquive.kaos.spoken.option_summaries import Reasons
from esquive.kaos.spoken.wording import Wording
from esquive.kaos.table.events import E_SUCCESSES
from esquive.kaos.table.state import State
from esquive.kaos.written.notation import acting
from esquive.kaos.written.path_notation import format_plan

NEAREST: Final = 3  # enemies told of whoever plans


def briefing(state: State, wording: Wording) -> list[str]:
    """Sentences for the decision waited for; none where it needs none."""
    waiting = state.waiting
    if not isinstance(waiting, Decision):
        return []
    if waiting.kind == "plan":
        return _plan(state, acting(state), wording)
    reaction, contest = on_top(state, ReactionFrame), on_top(state, ContestFrame)
    if reaction is not None:
        return [_attack(state, reaction, wording)]
    if waiting.kind == "intercept":
        turn = declared_turn(state)
        if turn is None:
            return []
        return [_labelled(wording.figure(turn.figure), format_plan(state, turn.figure, turn.declared()), wording)]
    if waiting.kind == "destiny" and contest is not None:
        return standings(contest, wording)
    return []


def standings(contest: ContestFrame, wording: Wording) -> list[str]:
    """The successes of each side so far, a sentence each."""
    sides = [
        (contest.figure_of(side), contest.seat_of(side), contest.kind_of(side), contest.successes(side))
        for side in range(contest.sides)
    ]
    return [wording.event((E_SUCCESSES, *side)) for side in sides]


def _plan(state: State, figure: int, wording: Wording) -> list[str]:
    """How far the figure goes, and where its nearest enemies are."""
    simple, base = move_of(state, figure), state.base(figure)
    places = {"walk": spoken(simple, wording), "run": spoken(2 * simple, wording), "figure": wording.figure(figure)}
    found = [wording.say("kaos.brief.plan", places)]
    return found + [where_is(state, figure, one, wording) for one in nearest_enemies(state, figure, base)[:NEAREST]]


def _attack(state: State, frame: ReactionFrame, wording: Wording) -> str:
    """Who attacks, from where as its target sees it, and with how many dice."""
    attack, target = frame.attack(state), frame.target
    reasons, there = Reasons(state, wording), state.base(frame.target)
    others = state.others(frame.attacker, target)
    pool = attack_pool(state, frame.attacker, attack.base, frame.means, target, there, others, frame.flags)
    blow = reasons.attack(frame.attacker, frame.means, target, attack.base, there)
    dice = reasons.dice(pool.dice)
    made = wording.terms(term_facts(state.library, pool.terms))
    told = because(dice, made, wording.language) if made else dice
    at = bearing(state, there, attack.base, wording)
    return _labelled(wording.figure(frame.attacker), f"{blow}, {at}, {told}", wording)


def _labelled(label: str, text: str, wording: Wording) -> str:
    return wording.messages.say("rules.labelled", {"label": label, "text": text})
