"""What an answer does and costs, told before it is given: a sentence or two on the button, with its clause.

The answer is played on a copy up to the next wait, and what is otherwise then is told: so it cannot disagree with the
rules. Where dice follow it says what is rolled. Nothing secret is told: others' rewards stay face down [KA 4.7.8.b].
"""

from typing import Final

from esquive.core.clause_numbering import cited_one
from esquive.core.frames import on_top
from esquive.core.waiting import Decision, Over, Roll
from esquive.krosmaster.book.casting import CastFrame
from esquive.krosmaster.book.dice import FACE_NAMES
from esquive.krosmaster.book.rewards import PurchaseFrame, held_count
from esquive.krosmaster.book.turn import InspirationFrame
from esquive.krosmaster.seen.odds_views import told_step
from esquive.krosmaster.seen.shapes import KrosmasterDecision
from esquive.krosmaster.seen.views import over_view, texts_of
from esquive.krosmaster.spoken.cards.sentences import keyword_text
from esquive.krosmaster.spoken.odds_counting import ODDS
from esquive.krosmaster.spoken.wording import Wording
from esquive.krosmaster.table import answers
from esquive.krosmaster.table.state import NONE, State

# What is clicked on the board is told there before the click: the way and its odds, the targets and theirs.
_ON_THE_BOARD: Final = (answers.MOVE, answers.CAST)
# The clause of an answer; where it is not here, that of the decision.
_CLAUSES: Final = {
    answers.DEPLOY: "1.3.9",
    answers.TIMELINE: "2.4.3.b",
    answers.KEEP: "5.2.3",
    answers.REROLL: "5.2.2",
    answers.FACES: "1.6.2",
    answers.INSPIRE: "5.3.1",
    answers.DONE: "5.4.1",
    answers.COLLECT: "6.3.3",
    answers.BUY_GG: "6.3.4",
    answers.BUY: "6.3.6",
    answers.GIVE: "4.7.8",
    answers.REVEAL: "6.3.7",
    answers.LOCKER: "4.14.2.d",
    answers.RESOLVE: "7.2.9.a",
    answers.END: "6.3.8",
}
_POWERS: Final = {"critical": "critical-hit"}  # of the faces whose power is called otherwise [KA 5.3.1.a]


def tell_options(state: State, view: KrosmasterDecision, wording: Wording) -> None:
    """Fill `tells` and `clause` of the options of the decision waited for, which stand in the order of its answers."""
    waiting = state.waiting
    if not isinstance(waiting, Decision):
        raise ValueError("nobody is asked anything")
    for answer, option in zip(waiting.options(), view.options, strict=True):
        verb = answers.verb_of(answer)
        if verb not in _ON_THE_BOARD:
            option.tells = tells(state, waiting, answer, wording)
            option.clause = cited_one(state, _CLAUSES[verb]) if verb in _CLAUSES else view.clause


def tells(state: State, asked: Decision, answer: int, wording: Wording) -> str:
    """What a legal answer to the decision that is asked does and costs, in sentences."""
    if answers.verb_of(answer) == answers.DEPLOY:  # the only decision with hundreds of answers
        return wording.say("tells.deploy", unit=wording.unit(answers.first_of(answer)))
    after = ODDS.seen_by(state, asked.seat)
    after.log = []
    after.apply(answer)
    parts = [
        _means(state, after, asked.seat, answer, wording),
        _spent(state, after, answer, wording),
        *_stocks(state, after, wording),
        told_step(state, after, wording),
        _next(state, asked, after, wording),
    ]
    told = [part for part in parts if part] or [wording.messages.say("odds.nothing", {})]
    return " ".join(wording.words.sentence(_ended(part)) for part in told)


def _ended(part: str) -> str:
    return part if part.endswith((".", "!", "?")) else f"{part}."


# --------------------------------------------------------------------------------------------------------- the answer


def _means(state: State, after: State, seat: int, answer: int, wording: Wording) -> str:
    """What no number shows: the power of a die, the effect of a reward, the new order, whom an area strikes."""
    verb, first, second = answers.verb_of(answer), answers.first_of(answer), answers.second_of(answer)
    texts = texts_of(state.library, wording.language)
    if verb == answers.INSPIRE:
        face = FACE_NAMES[second]
        power, text = keyword_text(_POWERS.get(face, face), wording.language)
        return wording.say("tells.inspire", power=power, text=text)
    if verb == answers.TIMELINE:
        order = ", ".join(wording.unit(unit) for unit in after.timeline[seat])
        return wording.say("tells.timeline", units=order)
    if verb == answers.BUY:
        if not second:
            return wording.say("tells.blind", state.piles_closed[first], x=state.piles_closed[first])
        return texts.reward(state.piles_up[first]).text or ""
    if verb == answers.REVEAL:
        return texts.reward(first).text or ""
    if verb == answers.GIVE:
        purchase = on_top(state, PurchaseFrame)
        held = held_count(state, first) + 1
        room = wording.say("tells.room", unit=wording.unit(first), x=held, most=state.level[first])
        text = "" if purchase is None else (texts.reward(purchase.reward).text or "")
        return f"{text} {_ended(room)}" if text else room
    cast = on_top(after, CastFrame, below=1)
    if verb == answers.CHOOSE_WORD and cast is not None and cast.targets:
        return wording.say("tells.strikes", units=", ".join(wording.unit(unit) for unit in cast.targets))
    return ""


def _spent(state: State, after: State, answer: int, wording: Wording) -> str:
    """The AP and MP of the active unit that an answer spends or gains, or leaves unspent in the end [KA 6.3.8]."""
    unit = state.active_unit
    if unit == NONE:
        return ""
    ap, mp = state.ap[unit], state.mp[unit]
    if answers.verb_of(answer) == answers.END:
        return wording.say("tells.unspent", cost=wording.cost(ap, mp, 0, 0)) if ap or mp else wording.say("tells.spent")
    if (after.active_unit, after.turn) != (unit, state.turn) or not after.cell[unit]:
        return ""
    told = []
    for name, sign in (("tells.pays", -1), ("tells.gains", 1)):
        x, y = max(0, sign * (after.ap[unit] - ap)), max(0, sign * (after.mp[unit] - mp))
        if x or y:
            told.append(wording.say(name, unit=wording.unit(unit), cost=wording.cost(x, y, 0, 0)))
    return " ".join(told)


# -------------------------------------------------------------------------------------------------- what is otherwise


def _stocks(state: State, after: State, wording: Wording) -> list[str]:
    """The GG and Kamas that players win and lose, with what they have then [KA 4.6.1] [KA 4.5.1]."""
    told = []
    for seat in range(state.settings.seats):
        name = wording.seat(seat)
        for key, then, now in (("gg", state.gg[seat], after.gg[seat]), ("kamas", state.kamas[seat], after.kamas[seat])):
            if now != then:
                sign = "more" if now > then else "less"
                left = _gg_left(now, then, wording) if key == "gg" else str(now)
                told.append(
                    wording.say(f"tells.{key}.{sign}", abs(now - then), seat=name, x=abs(now - then), left=left)
                )
    if after.wild_gg < state.wild_gg:
        told.append(wording.say("tells.wild"))
    return told


def _gg_left(now: int, then: int, wording: Wording) -> str:
    """How many GG are left; the last one is worth a word [KA 4.6.1]."""
    if now > then:
        return wording.messages.say("tells.gg.had", {"left": now})
    name = {0: "tells.gg.left.none", 1: "tells.gg.left.last"}.get(now, "tells.gg.left")
    return wording.messages.say(name, {"left": now})


def _next(state: State, asked: Decision, after: State, wording: Wording) -> str:
    """What is waited for then: dice, another decision, the turn of another unit, or nothing any more."""
    waiting = after.waiting
    spoken = Wording(after, wording.language, wording.players)
    if isinstance(waiting, Over):
        end = over_view(after, spoken)
        return end.reason if end is not None else ""
    if isinstance(waiting, Roll):
        unit = spoken.unit(waiting.unit) if waiting.unit != NONE else spoken.seat(waiting.seat)
        kind = "again" if waiting.kind == asked.kind == "tension" else waiting.kind
        return wording.say(f"tells.roll.{kind}", waiting.count, x=waiting.count, unit=unit)
    if after.active_unit not in (NONE, state.active_unit):
        return wording.say("tells.turn", unit=spoken.unit(after.active_unit))
    if waiting.kind == "activation":
        return ""
    if waiting.kind == "faces":
        return wording.say("tells.faces", seat=spoken.seat(waiting.seat))
    inspiration = on_top(after, InspirationFrame)
    if inspiration is not None:
        name = "tells.dice.left" if asked.kind == "inspiration" else "tells.dice"
        return wording.say(name, dice=spoken.faces(inspiration.dice))
    is_same = (waiting.kind, waiting.seat) == (asked.kind, asked.seat)
    return wording.say("tells.again" if is_same else "tells.asks", seat=spoken.seat(waiting.seat))
