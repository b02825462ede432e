"""One line of text for every answer a player or the dice can give, and back.

The text names units, spells, cells, rewards and faces by their public names. Reading needs the state, since names
are those of the match; what the line means is then judged by the rules, not here: a line is only refused when it is
no answer at all.
"""

from difflib import get_close_matches
from typing import Final

from esquive.core.errors import NotationError
from esquive.core.frames import on_top
from esquive.core.ids import SEAT_NAMES, format_seat
from esquive.core.phrases import phrase
from esquive.core.waiting import Over, Roll
from esquive.krosmaster.book.dice import FACE_NAMES, RollFrame, counts_as, faces_of, outcome_of
from esquive.krosmaster.book.prerequisites import spells_of
from esquive.krosmaster.book.turn import TensionFrame
from esquive.krosmaster.cards.library import PUNCH
from esquive.krosmaster.table import answers
from esquive.krosmaster.table.board import format_cell, parse_cell
from esquive.krosmaster.table.state import NONE, State

COIN_NAMES: Final = ("tails", "heads")
FACE_UP: Final = ("down", "up")
_PLAIN: Final = {
    "keep": answers.KEEP,
    "reroll": answers.REROLL,
    "done": answers.DONE,
    "collect": answers.COLLECT,
    "discard": answers.DISCARD,
    "end": answers.END,
}
_PLAIN_NAMES: Final = {verb: name for name, verb in _PLAIN.items()}
VERBS: Final = (
    *_PLAIN,
    "deploy",
    "timeline",
    "faces",
    "inspire",
    "move",
    "cast",
    "buy",
    "give",
    "reveal",
    "locker",
    "resolve",
    "choose",
)


# ---------------------------------------------------------------------------------------------------------- writing


def format_answer(state: State, answer: int) -> str:
    """The line of an answer to what the state waits for: a decision's answer or a roll's outcome."""
    waiting = state.waiting
    if isinstance(waiting, Roll):
        return format_outcome(state, waiting, answer)
    verb, first, second = answers.verb_of(answer), answers.first_of(answer), answers.second_of(answer)
    if verb in _PLAIN_NAMES:
        return _PLAIN_NAMES[verb]
    if verb == answers.DEPLOY:
        return f"deploy {state.names[first]} {format_cell(second)}"
    if verb == answers.TIMELINE:
        return "timeline " + " ".join(state.names[unit] for unit in answers.units_of(answer))
    if verb == answers.FACES:
        count = _dice_waiting(state)
        return "faces " + " ".join(FACE_NAMES[face] for face in faces_of(answer >> answers.VERB_BITS, count))
    if verb == answers.INSPIRE:
        return f"inspire {state.names[first]} {FACE_NAMES[second]}"
    if verb == answers.MOVE:
        return f"move {format_cell(first)}"
    if verb == answers.CAST:
        return f"cast {state.library.spells[first].id} {format_cell(second)}"
    if verb == answers.BUY_GG:
        return "buy gg"
    if verb == answers.BUY:
        rank, number = state.settings.name_of(first)
        return f"buy {rank} {number} {FACE_UP[second]}"
    return _format_rest(state, verb, first)


def _format_rest(state: State, verb: int, first: int) -> str:
    if verb == answers.GIVE:
        return f"give {state.names[first]}"
    if verb == answers.REVEAL:
        return f"reveal {state.library.rewards[first].id}"
    if verb == answers.LOCKER:
        return f"locker {state.names[first]}"
    if verb == answers.RESOLVE:
        return f"resolve {first}"
    if verb == answers.CHOOSE_CELL:
        return f"choose {format_cell(first)}"
    if verb == answers.CHOOSE_UNIT:
        return f"choose {state.names[first]}"
    if verb == answers.CHOOSE_SEAT:
        return f"choose {format_seat(first)}"
    if verb == answers.CHOOSE_NUMBER:
        return f"choose {first}"
    return f"choose {answers.WORDS[first]}"


def format_outcome(state: State, roll: Roll, outcome: int) -> str:
    """The line of a roll's outcome: `roll critical lock`, `roll heads`, `draw aero-boost`, `first 1`."""
    if roll.kind == "draw":
        return f"draw {state.library.rewards[outcome].id}"
    if roll.kind == "first-player":
        return f"first {outcome + 1}"
    return "roll " + " ".join(dice_names(roll, outcome))


def dice_names(roll: Roll, outcome: int) -> list[str]:
    """The faces or coins of an outcome by name, first die first."""
    if roll.kind == "coin":
        return [COIN_NAMES[outcome >> coin & 1] for coin in range(roll.count)]
    return [FACE_NAMES[face] for face in faces_of(outcome, roll.count)]


def _dice_waiting(state: State) -> int:
    frame = on_top(state, RollFrame) or on_top(state, TensionFrame)
    if frame is None:
        raise NotationError("no dice wait to be turned", "faces", "answer what is asked")
    return frame.count


# ---------------------------------------------------------------------------------------------------------- reading


def parse_answer(state: State, line: str) -> int:
    """The answer a line stands for; raises NotationError that says what is wrong and what would be right."""
    words = line.split()
    if not words:
        raise NotationError("the line is empty", "", phrase("verbs: {known}", known=", ".join(VERBS)))
    waiting = state.waiting
    if isinstance(waiting, Over):
        raise NotationError("the game is over", line, "start another one")
    if isinstance(waiting, Roll):
        return parse_outcome(state, waiting, line)
    verb, rest = words[0], words[1:]
    if verb in _PLAIN:
        _expect(line, rest, 0, verb)
        return _PLAIN[verb]
    reader = _READERS.get(verb)
    if reader is None:
        near = get_close_matches(verb, VERBS, 1)
        hint = (
            phrase("did you mean '{near}'?", near=near[0]) if near else phrase("verbs: {known}", known=", ".join(VERBS))
        )
        raise NotationError("unknown verb {verb!r}", line, hint, verb=verb)
    return reader(state, line, rest)


def _expect(line: str, rest: list[str], count: int, form: str) -> None:
    if len(rest) != count:
        raise NotationError(
            "wrong number of words in {line!r}", "", phrase("write it as '{form}'", form=form), line=line
        )


def parse_unit(state: State, name: str, line: str) -> int:
    """The unit of this name; raises NotationError that names the nearest."""
    if name in state.names:
        return state.names.index(name)
    near = get_close_matches(name, state.names, 1)
    hint = (
        phrase("did you mean '{near}'?", near=near[0])
        if near
        else phrase("units: {known}", known=", ".join(state.names))
    )
    raise NotationError("no unit is called {name!r}", line, hint, name=name)


def parse_cell_name(state: State, name: str, line: str) -> int:
    """The cell of this name, on the board."""
    try:
        cell = parse_cell(name)
    except ValueError:
        raise NotationError("{at!r} is no cell", line, "a cell is a letter and a number, as in c4", at=name) from None
    if not state.board.is_on(cell):
        last = format_cell(state.board.cells[-1])
        raise NotationError(
            "{name!r} is not on this board", line, phrase("cells go from a1 to {last}", last=last), name=name
        )
    return cell


def _face(name: str, line: str) -> int:
    if name not in FACE_NAMES[:4]:
        raise NotationError(
            "{name!r} is no face a die can be turned to",
            line,
            phrase("faces: {known}", known=", ".join(FACE_NAMES[:4])),
            name=name,
        )
    return FACE_NAMES.index(name)


def _read_deploy(state: State, line: str, rest: list[str]) -> int:
    _expect(line, rest, 2, "deploy UNIT CELL")
    return answers.pack(answers.DEPLOY, parse_unit(state, rest[0], line), parse_cell_name(state, rest[1], line))


def _read_timeline(state: State, line: str, rest: list[str]) -> int:
    if not rest:
        raise NotationError("no unit is named", line, "write it as 'timeline UNIT UNIT'")
    return answers.pack_units([parse_unit(state, name, line) for name in rest])


def _read_faces(state: State, line: str, rest: list[str]) -> int:
    _expect(line, rest, _dice_waiting(state), "faces FACE…, one for each die")
    return answers.FACES | outcome_of([_face(name, line) for name in rest]) << answers.VERB_BITS


def _read_inspire(state: State, line: str, rest: list[str]) -> int:
    _expect(line, rest, 2, "inspire UNIT FACE")
    return answers.pack(answers.INSPIRE, parse_unit(state, rest[0], line), _face(rest[1], line))


def _read_move(state: State, line: str, rest: list[str]) -> int:
    _expect(line, rest, 1, "move CELL")
    return answers.pack(answers.MOVE, parse_cell_name(state, rest[0], line))


def _read_cast(state: State, line: str, rest: list[str]) -> int:
    _expect(line, rest, 2, "cast SPELL CELL")
    return answers.pack(answers.CAST, parse_spell(state, rest[0], line), parse_cell_name(state, rest[1], line))


def parse_spell(state: State, name: str, line: str) -> int:
    """The spell of this name: the active unit's own if it has one, else any unit's."""
    spells = state.library.spells
    if name == "punch":
        return PUNCH
    own = spells_of(state, state.active_unit) if state.active_unit != NONE else []
    for index in own:
        if spells[index].id == name:
            return index
    for spell in spells:
        if spell.id == name:
            return spell.index
    near = get_close_matches(name, [spells[index].id for index in own] or [spell.id for spell in spells], 1)
    hint = (
        phrase("did you mean '{near}'?", near=near[0])
        if near
        else phrase("spells: {known}", known=", ".join(spells[index].id for index in own))
    )
    raise NotationError("no spell is called {name!r}", line, hint, name=name)


def _read_buy(state: State, line: str, rest: list[str]) -> int:
    if rest == ["gg"]:
        return answers.BUY_GG
    form = "buy gg, or buy RANK NUMBER up|down"
    _expect(line, rest, 3, form)
    numbers = [str(number) for number in range(1, state.settings.piles_per_rank + 1)]
    if rest[0] not in state.settings.rank_names or rest[1] not in numbers or rest[2] not in FACE_UP:
        raise NotationError(
            "{line!r} names no pile",
            "",
            phrase(
                "write it as '{form}'; ranks: {rank_names}", form=form, rank_names=", ".join(state.settings.rank_names)
            ),
            line=line,
        )
    pile = state.settings.pile_of(rest[0], int(rest[1]))
    return answers.pack(answers.BUY, pile, FACE_UP.index(rest[2]))


def _read_give(state: State, line: str, rest: list[str]) -> int:
    _expect(line, rest, 1, "give UNIT")
    return answers.pack(answers.GIVE, parse_unit(state, rest[0], line))


def parse_reward(state: State, name: str, line: str) -> int:
    """The Demonic Reward of this name."""
    if name in state.library.reward_by_id:
        return state.library.reward_by_id[name]
    near = get_close_matches(name, list(state.library.reward_by_id), 1)
    raise NotationError(
        "no reward is called {name!r}",
        line,
        phrase("did you mean '{near}'?", near=near[0]) if near else "see `esquive cards list`",
        name=name,
    )


def _read_reveal(state: State, line: str, rest: list[str]) -> int:
    _expect(line, rest, 1, "reveal REWARD")
    return answers.pack(answers.REVEAL, parse_reward(state, rest[0], line))


def _read_locker(state: State, line: str, rest: list[str]) -> int:
    _expect(line, rest, 1, "locker UNIT")
    return answers.pack(answers.LOCKER, parse_unit(state, rest[0], line))


def _read_resolve(state: State, line: str, rest: list[str]) -> int:
    _expect(line, rest, 1, "resolve NUMBER")
    if not rest[0].isdigit() or len(rest[0]) > 3:
        raise NotationError("{rest!r} is no number", line, "write it as 'resolve 1'", rest=rest[0])
    return answers.pack(answers.RESOLVE, int(rest[0]))


def _read_choose(state: State, line: str, rest: list[str]) -> int:
    _expect(line, rest, 1, "choose WHAT")
    word = rest[0]
    if word in answers.WORDS:
        return answers.pack(answers.CHOOSE_WORD, answers.WORDS.index(word))
    if word in state.names:
        return answers.pack(answers.CHOOSE_UNIT, state.names.index(word))
    if word in SEAT_NAMES:
        return answers.pack(answers.CHOOSE_SEAT, SEAT_NAMES.index(word))
    if word.isdigit() and len(word) < 4:
        return answers.pack(answers.CHOOSE_NUMBER, int(word))
    try:
        return answers.pack(answers.CHOOSE_CELL, parse_cell(word))
    except ValueError:
        return answers.pack(answers.CHOOSE_UNIT, parse_unit(state, word, line))


_READERS: Final = {
    "deploy": _read_deploy,
    "timeline": _read_timeline,
    "faces": _read_faces,
    "inspire": _read_inspire,
    "move": _read_move,
    "cast": _read_cast,
    "buy": _read_buy,
    "give": _read_give,
    "reveal": _read_reveal,
    "locker": _read_locker,
    "resolve": _read_resolve,
    "choose": _read_choose,
}


# ------------------------------------------------------------------------------------------------------- the dice


def parse_outcome(state: State, roll: Roll, line: str) -> int:
    """The outcome a line says the dice showed; the words `roll`, `draw` or `first` in front may be left out."""
    words = line.split()
    if words and words[0] in ("roll", "draw", "first"):
        words = words[1:]
    if roll.kind == "draw":
        return _parse_draw(state, roll, words, line)
    if roll.kind == "first-player":
        if len(words) != 1 or words[0] not in [str(team) for team in range(1, roll.size + 1)]:
            raise NotationError(
                "{line!r} names no team",
                "",
                phrase("write 'first N' with N from 1 to {size}", size=roll.size),
                line=line,
            )
        return int(words[0]) - 1
    if len(words) != roll.count:
        raise NotationError(
            "{count} results for a roll of {size}", line, "name each die once", count=len(words), size=roll.count
        )
    if roll.kind == "coin":
        for word in words:
            if word not in COIN_NAMES:
                raise NotationError("{word!r} is no side of a coin", line, "write heads or tails", word=word)
        return sum(COIN_NAMES.index(word) << coin for coin, word in enumerate(words))
    return outcome_of([parse_die(word, line) for word in words])


def parse_die(word: str, line: str) -> int:
    """The face a die shows; `dofus:lock` is a Dofus that is turned to Lock, here a Dofus."""
    face, _, turned = word.partition(":")
    if face not in FACE_NAMES:
        near = get_close_matches(face, FACE_NAMES, 1)
        hint = (
            phrase("did you mean '{near}'?", near=near[0])
            if near
            else phrase("faces: {known}", known=", ".join(FACE_NAMES))
        )
        raise NotationError("{word!r} is no face of a die", line, hint, word=face)
    number = FACE_NAMES.index(face)
    if turned and (turned not in FACE_NAMES[:4] or not counts_as(number, FACE_NAMES.index(turned))):
        raise NotationError(
            "a {face} die cannot be turned to {turned!r}",
            line,
            "a Dofus turns to any face, a Critical/Dodge to one of its two",
            face=face,
            turned=turned,
        )
    return number


def _parse_draw(state: State, roll: Roll, words: list[str], line: str) -> int:
    if len(words) != 1:
        raise NotationError("one reward is drawn", line, "write it as 'draw REWARD'")
    reward = parse_reward(state, words[0], line)
    if roll.weights is None or not roll.weights[reward]:
        raise NotationError("no {word!r} is left in that pile", line, "draw another reward of the rank", word=words[0])
    return reward
