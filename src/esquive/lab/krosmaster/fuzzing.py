"""Answers at random, most of them illegal: everything a player could write down, whatever is asked.

An answer is drawn from what notation can say of the position: any verb, any unit, any cell of the board, any spell,
reward, pile, face, seat, number or word. What notation cannot say never reaches the rules.
"""

from random import Random
from typing import Final

from esquive.core.waiting import Decision
from esquive.krosmaster.book.dice import RollFrame
from esquive.krosmaster.book.prerequisites import spells_of
from esquive.krosmaster.book.turn import TensionFrame
from esquive.krosmaster.table import answers
from esquive.krosmaster.table.entries import reward_of
from esquive.krosmaster.table.state import NONE, State

PLAIN: Final = (
    answers.KEEP,
    answers.REROLL,
    answers.DONE,
    answers.COLLECT,
    answers.BUY_GG,
    answers.DISCARD,
    answers.END,
)
_WORDS: Final = (
    "move cast buy give reveal locker resolve choose deploy timeline faces inspire keep reroll done collect end gg up "
    "down granite jade silver 1 2 3 999 north yes none punch a1 c4 l12 z9 p1 p3 critical dofus lock"
).split()


def fuzzed(state: State, decision: Decision, options: list[int], rng: Random) -> int:
    """An answer that may or may not be legal: something else that can be said, or an option with one word changed."""
    dice = rng.random()
    if dice < 0.3:
        return _changed(state, rng.choice(options), rng)
    if decision.kind == "activation" and dice < 0.7:
        return _action(state, rng)
    return _anything(state, rng)


def _unit(state: State, rng: Random) -> int:
    return rng.randrange(len(state.names))


def _cell(state: State, rng: Random) -> int:
    return rng.choice(state.board.cells)


def _spell(state: State, rng: Random) -> int:
    """A spell, more often than not one of the active unit's."""
    if state.active_unit != NONE and rng.random() < 0.7:
        own = spells_of(state, state.active_unit)
        if own:
            return rng.choice(own)
    return rng.randrange(len(state.library.spells))


def _reward(state: State, rng: Random) -> int:
    """A reward, more often than not one that the active unit holds."""
    held = state.rewards[state.active_unit] if state.active_unit != NONE else ()
    if held and rng.random() < 0.7:
        return reward_of(rng.choice(held))
    return rng.randrange(len(state.library.rewards))


def _near(state: State, rng: Random) -> int:
    """A cell, more often than not one near the active unit or one that somebody stands on."""
    if state.active_unit != NONE and rng.random() < 0.4:
        near = state.cell[state.active_unit] + rng.choice((0, 1, -1, 16, -16, 2, -2, 32, -32, 17, 15))
        if 0 < near < 256 and state.board.is_on(near):
            return near
    if rng.random() < 0.4:
        return rng.choice([state.cell[unit] for unit in state.units_in_play()] or state.board.cells)
    return _cell(state, rng)


def _action(state: State, rng: Random) -> int:
    """Something a unit may wish to do in its Activation Phase [KA 6.3.1]."""
    verb = rng.choice((answers.MOVE, answers.CAST, answers.CAST, answers.BUY, answers.REVEAL, NONE))
    if verb == answers.MOVE:
        return answers.pack(verb, _near(state, rng))
    if verb == answers.CAST:
        return answers.pack(verb, _spell(state, rng), _near(state, rng))
    if verb == answers.BUY:
        return answers.pack(verb, rng.randrange(state.settings.piles), rng.randrange(2))
    if verb == answers.REVEAL:
        return answers.pack(verb, _reward(state, rng))
    return rng.choice(PLAIN)


def _anything(state: State, rng: Random) -> int:
    """Any verb with any arguments."""
    verb = rng.randrange(answers.END + 1)
    if verb in (answers.DEPLOY, answers.INSPIRE):
        second = _cell(state, rng) if verb == answers.DEPLOY else rng.randrange(4)
        return answers.pack(verb, _unit(state, rng), second)
    if verb == answers.TIMELINE:
        return answers.pack_units([_unit(state, rng) for _ in range(rng.randint(1, 4))])
    if verb == answers.FACES:
        return _faces(state, rng)
    if verb in (answers.GIVE, answers.LOCKER, answers.CHOOSE_UNIT):
        return answers.pack(verb, _unit(state, rng))
    if verb == answers.CHOOSE_CELL:
        return answers.pack(verb, _cell(state, rng))
    if verb == answers.CHOOSE_SEAT:
        return answers.pack(verb, rng.randrange(4))
    if verb in (answers.RESOLVE, answers.CHOOSE_NUMBER):
        return answers.pack(verb, rng.choice((0, 1, 2, 3, 999)))
    if verb == answers.CHOOSE_WORD:
        return answers.pack(verb, rng.randrange(len(answers.WORDS)))
    return rng.choice(PLAIN) if verb in PLAIN else _action(state, rng)


def _faces(state: State, rng: Random) -> int:
    """Faces for as many dice as wait to be turned; without such dice the line cannot be read, so `done` is said."""
    frame = state.stack[-1]
    if not isinstance(frame, RollFrame | TensionFrame):
        return answers.DONE
    outcome = 0
    for _ in range(frame.count):
        outcome = outcome * 6 + rng.randrange(4)
    return answers.FACES | outcome << answers.VERB_BITS


def _changed(state: State, option: int, rng: Random) -> int:
    """A legal answer with its verb kept and one argument drawn anew."""
    verb, first, second = answers.verb_of(option), answers.first_of(option), answers.second_of(option)
    if verb == answers.CAST:
        if rng.random() < 0.5:
            return answers.pack(verb, first, _near(state, rng))
        return answers.pack(verb, _spell(state, rng), second)
    if verb == answers.MOVE:
        return answers.pack(verb, _near(state, rng))
    if verb == answers.DEPLOY:
        if rng.random() < 0.5:
            return answers.pack(verb, _unit(state, rng), second)
        return answers.pack(verb, first, _cell(state, rng))
    if verb == answers.BUY:
        return answers.pack(verb, rng.randrange(state.settings.piles), rng.randrange(2))
    if verb == answers.INSPIRE:
        return answers.pack(verb, _unit(state, rng), rng.randrange(4))
    return _anything(state, rng)


def scribble(state: State, rng: Random) -> str:
    """A line of words of the notation and of the position, thrown together."""
    words = [
        *_WORDS,
        rng.choice(state.names),
        rng.choice(state.library.spells).id,
        rng.choice(state.library.rewards).id,
    ]
    return " ".join(rng.choices(words, k=rng.randrange(5)))
