"""What a seat is asked, ready to be clicked: every option with its label, and hints that are drawn before a click.

A client computes no rule: what may be done is in the options, how far a unit gets, what a spell reaches and what
hides a cell is in the hints. Both come from the rules themselves.
"""

from collections.abc import Sequence
from typing import Any, Final

from esquive.core.clause_numbering import cited_one
from esquive.core.frames import on_top
from esquive.core.ids import SEAT_NAMES
from esquive.core.shapes import Judged, Preview
from esquive.core.waiting import Decision
from esquive.krosmaster.book.activation import ActivationFrame
from esquive.krosmaster.book.block import BlockFrame
from esquive.krosmaster.book.casting import CastFrame
from esquive.krosmaster.book.dice import FACE_NAMES, RollFrame, faces_of
from esquive.krosmaster.book.effects.moves import cards_for
from esquive.krosmaster.book.effects.running import EffectsFrame
from esquive.krosmaster.book.powers.values import spell_cost
from esquive.krosmaster.book.purchases import RewardChoiceFrame
from esquive.krosmaster.book.rewards import PurchaseFrame, price_of, reward_ap
from esquive.krosmaster.book.targets import aimed_at
from esquive.krosmaster.book.timeline import TimelineFrame
from esquive.krosmaster.book.turn import InspirationFrame, TensionFrame
from esquive.krosmaster.book.wounds import KoFrame
from esquive.krosmaster.cards import ops
from esquive.krosmaster.cards.library import REWARD_NAMES, Spell
from esquive.krosmaster.cards.translations import display_name
from esquive.krosmaster.seen.previews import beyond, hints
from esquive.krosmaster.seen.shapes import (
    KrosmasterDecision,
    KrosmasterOption,
    Named,
)
from esquive.krosmaster.spoken.cards.effect_sentences import tell
from esquive.krosmaster.spoken.wording import Wording
from esquive.krosmaster.table import answers
from esquive.krosmaster.table.board import format_cell
from esquive.krosmaster.table.state import AP, MP, NONE, State
from esquive.krosmaster.written.notation import format_answer

_OPTION_NAMES: Final = {
    answers.DEPLOY: "deploy",
    answers.TIMELINE: "timeline",
    answers.KEEP: "keep",
    answers.REROLL: "reroll",
    answers.FACES: "faces",
    answers.INSPIRE: "inspire",
    answers.DONE: "done",
    answers.MOVE: "move",
    answers.CAST: "cast",
    answers.COLLECT: "collect",
    answers.BUY_GG: "buy.gg",
    answers.BUY: "buy",
    answers.GIVE: "give",
    answers.DISCARD: "discard",
    answers.REVEAL: "reveal",
    answers.LOCKER: "locker",
    answers.RESOLVE: "resolve",
    answers.CHOOSE_CELL: "choose.cell",
    answers.CHOOSE_UNIT: "choose.unit",
    answers.CHOOSE_SEAT: "choose.seat",
    answers.CHOOSE_NUMBER: "choose.number",
    answers.CHOOSE_WORD: "choose.word",
    answers.END: "end",
}
# Answers that have words whether or not they may be given.
_ALWAYS_TOLD: Final = {
    answers.CAST,
    answers.MOVE,
    answers.DEPLOY,
    answers.COLLECT,
    answers.BUY_GG,
    answers.REVEAL,
    answers.CHOOSE_CELL,
    answers.END,
}
_CLAUSES: Final = {
    "timeline": "1.3.8",
    "deployment": "1.3.9",
    "tension": "5.2.2",
    "faces": "1.6.2",
    "inspiration": "5.3.1",
    "activation": "6.3.1",
    "next-summon": "4.19.1.g",
    "locker": "4.14.2.b",
    "standby": "7.2.9.a",
    "ko-order": "1.7.1",
    "allocation": "4.7.8",
    "direction": "4.16.3",
    "push-order": "1.7.1",
    "choice": "4.18.3.e",
    "give-gg": "9.2.5",
    "steal-gg": "4.6.3",
    "double": "9.2.6",
}


def decision_view(
    state: State, seat: int, language: str = "en", players: Sequence[str] = ()
) -> KrosmasterDecision | None:
    """The decision a seat is asked, or None when it is asked nothing: another seat, the dice, or the end."""
    waiting = state.waiting
    if not isinstance(waiting, Decision) or waiting.seat != seat:
        return None
    wording = Wording(state, language, players)
    unit = _unit_asked(state)
    reward = _reward_asked(state, wording)
    places = {"seat": wording.seat(seat), "unit": wording.unit(unit), "reward": reward.name if reward else ""}
    return KrosmasterDecision(
        kind=waiting.kind,
        seat=SEAT_NAMES[seat],
        clause=_clause_asked(state, waiting.kind),
        prompt=wording.say(f"prompt.{waiting.kind}", 1, **places),
        options=[option_view(state, answer, wording) for answer in waiting.options()],
        listed=waiting.is_listed,
        hints=hints(state, wording),
        unit=state.names[unit] if unit != NONE else None,
        dice=_dice_asked(state),
        reward=reward,
    )


def _clause_asked(state: State, kind: str) -> str:
    """The clause that asks for a decision; a direction may be that of an area or of a displacement."""
    effects = on_top(state, EffectsFrame)
    if kind == "direction" and effects is not None:
        return cited_one(state, effects.question(state)[0][0])
    return cited_one(state, _CLAUSES[kind])


def _unit_asked(state: State) -> int:
    """The unit a decision is about, or NONE."""
    acts = on_top(state, ActivationFrame) or on_top(state, BlockFrame) or on_top(state, RollFrame)
    if acts is not None:
        return acts.unit
    chosen, ko = on_top(state, RewardChoiceFrame), on_top(state, KoFrame) or on_top(state, TimelineFrame)
    if chosen is not None:
        return chosen.buyer
    if ko is not None:
        return ko.unit
    purchase, cast, effects = on_top(state, PurchaseFrame), on_top(state, CastFrame), on_top(state, EffectsFrame)
    if purchase is not None:
        return purchase.buyer
    if cast is not None:
        return cast.caster
    if effects is not None:
        return effects.mover if effects.mover >= 0 else effects.owner  # an Ice Cube is no unit
    return NONE


def _dice_asked(state: State) -> list[str] | None:
    """The dice on the table that a decision is about."""
    rolled, inspiration = on_top(state, TensionFrame) or on_top(state, RollFrame), on_top(state, InspirationFrame)
    if rolled is not None:
        return [FACE_NAMES[face] for face in faces_of(rolled.outcome, rolled.count)]
    return None if inspiration is None else [FACE_NAMES[face] for face in inspiration.dice]


def _reward_asked(state: State, wording: Wording) -> Named | None:
    """The reward to be given."""
    purchase = on_top(state, PurchaseFrame)
    if purchase is None or purchase.reward == NONE:
        return None
    return Named(id=state.library.rewards[purchase.reward].id, name=wording.reward(purchase.reward))


# ------------------------------------------------------------------------------------------------------------- options


def option_view(state: State, answer: int, wording: Wording) -> KrosmasterOption:
    """One legal answer: the line that gives it, what it names, what it costs, and its label."""
    verb, first, second = answers.verb_of(answer), answers.first_of(answer), answers.second_of(answer)
    if verb == answers.CAST:  # most of what is listed
        return _cast_view(state, first, format_cell(second), wording)
    line = format_answer(state, answer)
    found = KrosmasterOption(do=line, verb=line.split(maxsplit=1)[0], label="")
    places: dict[str, Any] = {}
    name = _OPTION_NAMES[verb]
    if verb in (answers.DEPLOY, answers.INSPIRE, answers.GIVE, answers.LOCKER, answers.CHOOSE_UNIT):
        found.unit = state.names[first]
        places["unit"] = wording.unit(first)
    if verb in (answers.MOVE, answers.CHOOSE_CELL):
        found.cell = places["cell"] = format_cell(first)
    if verb == answers.DEPLOY:
        found.cell = places["cell"] = format_cell(second)
    if verb == answers.INSPIRE:
        found.face = FACE_NAMES[second]
        places["face"] = wording.faces([second])
    elif verb == answers.BUY:
        name = f"buy.{('down', 'up')[second]}"
        found.cost = _purchase_cost(state, first)
        places["pile"] = wording.pile(first)
        if second:
            found.reward = state.library.rewards[state.piles_up[first]].id
            places["reward"] = wording.reward(state.piles_up[first])
    elif verb == answers.FACES:
        found.faces = line.split()[1:]
        places["faces"] = wording.faces([FACE_NAMES.index(face) for face in found.faces])
    else:
        _name_rest(state, verb, first, answer, found, places, wording)
    found.label = wording.say(f"option.{name}", 1, **places)
    return found


def _purchase_cost(state: State, pile: int) -> dict[str, int]:
    chosen = on_top(state, RewardChoiceFrame)
    if chosen is not None:
        return {"ap": 0, "kamas": chosen.price(state, pile)}
    return {"ap": reward_ap(state, state.active_unit), "kamas": price_of(state, state.active_unit, pile)}


def _cast_view(state: State, index: int, cell: str, wording: Wording) -> KrosmasterOption:
    """A spell cast at a cell."""
    spell = state.library.spells[index]
    return KrosmasterOption(
        do=f"cast {spell.id} {cell}",
        verb="cast",
        label=wording.say(f"option.{_OPTION_NAMES[answers.CAST]}", 1, cell=cell, spell=wording.spell(index)),
        cell=cell,
        spell=spell.id,
        cost=_spell_cost(state, state.active_unit, spell),
    )


def _name_rest(
    state: State, verb: int, first: int, answer: int, found: KrosmasterOption, places: dict[str, Any], wording: Wording
) -> None:
    if verb == answers.MOVE:
        found.cost = {"mp": 1}
    elif verb == answers.COLLECT:
        found.cost = {"ap": 1}
    elif verb == answers.BUY_GG:
        found.cost = {"ap": state.settings.gg_ap, "kamas": state.settings.gg_price}
    elif verb == answers.REVEAL:
        found.reward = state.library.rewards[first].id
        places["reward"] = wording.reward(first)
    elif verb == answers.RESOLVE:
        _, unit, _, _ = state.standby[first - 1]
        found.unit = state.names[unit]
        places["text"] = wording.standby(state.standby[first - 1])
    elif verb == answers.TIMELINE:
        places["units"] = ", ".join(wording.unit(unit) for unit in answers.units_of(answer))
    elif verb == answers.CHOOSE_SEAT:
        places["seat"] = wording.seat(first)
    elif verb == answers.CHOOSE_NUMBER:
        places.update(number=first, text=_chosen(state, first, wording))
    elif verb == answers.CHOOSE_WORD:
        places["word"] = wording.say(f"word.{answers.WORDS[first]}")


def _chosen(state: State, number: int, wording: Wording) -> str:
    """What stands behind a number to choose: the sentences of an option, or the name of a card."""
    moved = on_top(state, TimelineFrame)
    if moved is not None:
        return ", ".join(wording.unit(unit) for unit in moved.order_at(state, number))
    if on_top(state, PurchaseFrame) is not None:
        return wording.say(f"card.kind.{REWARD_NAMES[number - 1]}", 1)
    frame: Any = state.stack[-1]
    op = state.library.ops[frame.op]
    if isinstance(op, ops.Bet):
        return wording.say("bet.damage", number, x=number)
    if isinstance(op, ops.SetControl):
        return wording.cost(0, 0, 0, number)
    if isinstance(op, ops.Replace):
        return display_name(
            state.library.profiles[cards_for(state, frame, op)[number - 1]].document.name, wording.language
        )
    return tell(op.options[number - 1], wording.words).removesuffix(".")


def _spell_cost(state: State, unit: int, spell: Spell) -> dict[str, int]:
    costs = {
        "ap": spell_cost(state, unit, spell, AP),
        "mp": spell_cost(state, unit, spell, MP),
        "injuries": spell.injuries,
        "kamas": spell.kamas,
    }
    return {name: cost for name, cost in costs.items() if cost}


# --------------------------------------------------------------------------------------------------------------- hints


def _has_words(state: State, answer: int) -> bool:
    """Whether an answer that may be illegal names nothing but what there is."""
    verb, pile, is_up = answers.verb_of(answer), answers.first_of(answer), answers.second_of(answer)
    if verb == answers.BUY:
        return not is_up or state.piles_up[pile] != NONE
    return verb in _ALWAYS_TOLD


def preview(state: State, line: str, language: str = "en", players: Sequence[str] = ()) -> Preview:
    """Whether a line is legal and why: `legal`, `conditions`, and for a spell `area` and `targets`.

    Raises NotationError for a line that is no answer; there must be a decision.
    """
    from esquive.krosmaster.written.notation import parse_answer

    waiting = state.waiting
    if not isinstance(waiting, Decision):
        raise ValueError("nobody is asked anything")
    answer = parse_answer(state, line)
    wording = Wording(state, language, players)
    conditions = [*beyond(state, answer), *waiting.conditions(answer)]
    legal = all(condition.holds for condition in conditions)
    found = Preview(
        legal=legal,
        conditions=[Judged.of(condition, wording.condition(condition)) for condition in conditions],
        area=[],
        targets=[],
        label=option_view(state, answer, wording).label if legal or _has_words(state, answer) else line,
    )
    if waiting.kind == "activation" and answers.verb_of(answer) == answers.CAST:
        cells, units = aimed_at(state, answer)
        found.area = [format_cell(cell) for cell in cells]
        found.targets = [state.names[unit] for unit in units]
    return found
