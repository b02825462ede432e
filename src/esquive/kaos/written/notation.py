"""One line of text for every answer a player or the dice can give, and back.

Lengths are centimetres and angles degrees, written exactly and read tolerantly (`12.50` is `12.5`). Reading needs the
state, since names are those of the match; what the line means is then judged by the rules, not here: a line is only
refused when it is no answer at all.
"""

from collections.abc import Callable
from functools import singledispatch
from typing import Final

from esquive.core.errors import NotationError
from esquive.core.frames import on_top
from esquive.core.phrases import phrase
from esquive.core.waiting import Decision, Over, Roll
from esquive.kaos.book.activation import ActivationFrame
from esquive.kaos.book.interceptions import strike_point
from esquive.kaos.book.means import is_melee
from esquive.kaos.book.reactions import ReactionFrame
from esquive.kaos.book.rolls import SIDES, faces_of, outcome_of
from esquive.kaos.geometry.units import format_angle, format_length, parse_angle, parse_length
from esquive.kaos.table import answers
from esquive.kaos.table.answers import (
    Activating,
    Answer,
    ChoosingCard,
    ChoosingFigure,
    ChoosingNumber,
    ChoosingWord,
    Interception,
    Placing,
    Reaction,
    Slamming,
    Use,
)
from esquive.kaos.table.state import NONE, State
from esquive.kaos.written.names import (
    event_name,
    figure_name,
    means_name,
    nearest,
    parse_event,
    parse_figure,
    parse_means,
    parse_object,
    parse_piece,
    piece_name,
)
from esquive.kaos.written.path_notation import (
    format_legs,
    format_plan,
    format_point,
    is_point,
    parse_legs,
    parse_plan,
    parse_point,
)

_PLAIN: Final = {"ask": answers.ASK, "done": answers.DONE, "destiny": answers.DESTINY, "pass": answers.PASS}
_PLAIN_NAMES: Final = {verb: name for name, verb in _PLAIN.items()}
VERBS: Final = (*_PLAIN, "place", "activate", "plan", "react", "intercept", "move", "slam", "use", "choose")


# ------------------------------------------------------------------------------------------------------------- writing


def format_answer(state: State, answer: int) -> str:
    """The line of an answer to what the state waits for: a decision's answer or a roll's outcome.

    Raises NotationError for an integer that no answer packs to.
    """
    waiting = state.waiting
    if isinstance(waiting, Roll):
        return format_outcome(state, waiting, answer)
    verb = answers.verb_of(answer)
    if verb in _PLAIN_NAMES:
        return _PLAIN_NAMES[verb]
    plan = answers.plan_of(answer)
    if plan is not None:
        return format_plan(state, acting(state), plan)
    legs = answers.legs_of_move(answer)
    if legs is not None:
        return " ".join(["move", *(format_legs(legs) or ["none"])])
    shape = answers.SHAPES.get(verb, answers.Answer).of(answer)
    if shape is None:
        raise NotationError("{line} is no answer", "", phrase("verbs: {known}", known=", ".join(VERBS)), line=answer)
    return _written(shape, state)


@singledispatch
def _written(answer: Answer, state: State) -> str:
    raise AssertionError(f"{answer!r} has no line")


@_written.register
def _(answer: Placing, state: State) -> str:
    name = piece_name(state, answer.what) if is_scenery(state) else figure_name(state, answer.what)
    return f"place {name} {format_point(answer.x, answer.y)} {format_angle(answer.angle)}"


@_written.register
def _(answer: Activating, state: State) -> str:
    return f"activate {figure_name(state, answer.figure)}"


@_written.register
def _(answer: Reaction, state: State) -> str:
    word = _word(answers.REACTION_NAMES, answer.reaction)
    return f"react {word} {means_name(state, reacting(state), answer.means)}" if answer.means else f"react {word}"


@_written.register
def _(answer: Interception, state: State) -> str:
    names = [figure_name(state, answer.figure), means_name(state, answer.figure, answer.means)]
    words = ["intercept", *names, _word(answers.MOMENT_NAMES, answer.moment)]
    if answer.moment == answers.ALONG or answer.distance:
        words.append(format_length(answer.distance))
    return " ".join(words)


@_written.register
def _(answer: Slamming, state: State) -> str:
    return f"slam {format_point(answer.x, answer.y)}"


@_written.register
def _(answer: Use, state: State) -> str:
    words = ["use", figure_name(state, answer.figure), means_name(state, answer.figure, answer.means)]
    words += [figure_name(state, answer.target)] if answer.target != NONE else []
    words += [format_point(answer.x, answer.y)] if (answer.x, answer.y) != (0, 0) else []
    return " ".join(words)


@_written.register
def _(answer: ChoosingNumber, state: State) -> str:
    return f"choose {answer.number}"


@_written.register
def _(answer: ChoosingFigure, state: State) -> str:
    return f"choose {figure_name(state, answer.figure)}"


@_written.register
def _(answer: ChoosingCard, state: State) -> str:
    return f"choose {event_name(state, answer.card)}"


@_written.register
def _(answer: ChoosingWord, state: State) -> str:
    words = answers.WORDS
    return f"choose {words[answer.word]}" if 0 <= answer.word < len(words) else f"choose word:{answer.word}"


def _word(names: tuple[str, ...], number: int) -> str:
    return names[number] if 0 <= number < len(names) else f"#{number}"


def is_scenery(state: State) -> bool:
    """Whether what is placed now is a piece of scenery rather than a figure."""
    waiting = state.waiting
    return isinstance(waiting, Decision) and waiting.kind == "scenery"


def acting(state: State) -> int:
    """The figure whose turn it is, whose card a plan's words are about; NONE when nobody's."""
    turn = on_top(state, ActivationFrame)
    return state.active if turn is None else turn.figure


def reacting(state: State) -> int:
    """The figure that is asked how it reacts, or NONE."""
    reaction = on_top(state, ReactionFrame)
    return NONE if reaction is None else reaction.target


# ------------------------------------------------------------------------------------------------------------- reading


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
        _expect(line, rest, (0,), verb)
        return answers.pack(_PLAIN[verb], [])
    reader = _READERS.get(verb)
    if reader is None:
        raise NotationError("unknown verb {verb!r}", line, nearest(verb, VERBS, "verbs: {known}"), verb=verb)
    return reader(state, line, rest)


def _expect(line: str, rest: list[str], counts: tuple[int, ...], form: str) -> None:
    if len(rest) not in counts:
        raise NotationError(
            "wrong number of words in {line!r}", "", phrase("write it as '{form}'", form=form), line=line
        )


def _read_place(state: State, line: str, rest: list[str]) -> int:
    _expect(line, rest, (2, 3), "place NAME X,Y ANGLE")
    what = parse_piece(state, rest[0], line) if is_scenery(state) else parse_figure(state, rest[0], line)
    x, y = parse_point(rest[1], line)
    return Placing(what, x, y, parse_angle(rest[2]) if len(rest) == 3 else 0).answer()


def _read_activate(state: State, line: str, rest: list[str]) -> int:
    _expect(line, rest, (1,), "activate FIGURE")
    return Activating(parse_figure(state, rest[0], line)).answer()


def _read_plan(state: State, line: str, rest: list[str]) -> int:
    return parse_plan(state, acting(state), rest, line)


def _read_react(state: State, line: str, rest: list[str]) -> int:
    form = "react none|dodge|riposte WITH|shield|skill NAME|flee|submit|resist"
    _expect(line, rest, (1, 2), form)
    if rest[0] not in answers.REACTION_NAMES:
        raise NotationError(
            "{rest!r} is no reaction",
            line,
            nearest(rest[0], answers.REACTION_NAMES, "reactions: {known}"),
            rest=rest[0],
        )
    reaction = answers.REACTION_NAMES.index(rest[0])
    if reaction in (answers.RIPOSTE, answers.REACT_SKILL) and len(rest) == 1:
        raise NotationError("{line!r} does not say with what", "", phrase("write it as '{form}'", form=form), line=line)
    means = parse_means(state, reacting(state), rest[1], line) if len(rest) == 2 else answers.NO_MEANS
    return Reaction(reaction, means).answer()


def _read_intercept(state: State, line: str, rest: list[str]) -> int:
    form = "intercept FIGURE WITH [before|at DISTANCE|after]"
    _expect(line, rest, (2, 3, 4), form)
    figure = parse_figure(state, rest[0], line)
    means = parse_means(state, figure, rest[1], line)
    if len(rest) == 2:
        return Interception(figure, means, answers.ALONG, _best_point(state, figure, means, line)).answer()
    if rest[2] not in answers.MOMENT_NAMES:
        raise NotationError(
            "{rest!r} is no moment", line, nearest(rest[2], answers.MOMENT_NAMES, "moments: {known}"), rest=rest[2]
        )
    moment = answers.MOMENT_NAMES.index(rest[2])
    if moment == answers.ALONG and len(rest) == 3:
        raise NotationError("{line!r} does not say where", "", phrase("write it as '{form}'", form=form), line=line)
    return Interception(figure, means, moment, parse_length(rest[3]) if len(rest) == 4 else 0).answer()


def _best_point(state: State, figure: int, means: int, line: str) -> int:
    """Where along the path a strike is meant that does not say where: the first place where it is best."""
    turn = on_top(state, ActivationFrame)
    if turn is None or not turn.plan or not 0 <= figure < len(state.names):
        raise NotationError("{line!r} does not say when", "", "add 'before', 'at DISTANCE' or 'after'", line=line)
    if not is_melee(state.card(figure), means):
        raise NotationError("{line!r} does not say when", "", "a shot comes 'before' or 'after'", line=line)
    if figure not in state.in_play():
        return 0
    return max(0, strike_point(state, figure, means, turn.route(state)))


def _read_move(state: State, line: str, rest: list[str]) -> int:
    if not rest:
        raise NotationError("the move goes nowhere", line, "write 'move none' to stay, or 'move X,Y face ANGLE'")
    return answers.move([] if rest == ["none"] else parse_legs(rest, line))


def _read_slam(state: State, line: str, rest: list[str]) -> int:
    _expect(line, rest, (1,), "slam X,Y")
    return Slamming(*parse_point(rest[0], line)).answer()


def _read_use(state: State, line: str, rest: list[str]) -> int:
    form = "use FIGURE WHAT [TARGET] [X,Y]"
    x = y = 0
    words = rest
    if words and is_point(words[-1]):
        x, y = parse_point(words[-1], line)
        words = words[:-1]
    _expect(line, words, (2, 3), form)
    figure = parse_figure(state, words[0], line)
    target = parse_figure(state, words[2], line, may_be_none=True) if len(words) == 3 else NONE
    return Use(figure, parse_means(state, figure, words[1], line), target, x, y).answer()


def _read_choose(state: State, line: str, rest: list[str]) -> int:
    _expect(line, rest, (1,), "choose WHAT")
    word = rest[0]
    if word in answers.WORDS:
        return ChoosingWord(answers.WORDS.index(word)).answer()
    if word.isascii() and word.isdigit() and len(word) < 10:
        return ChoosingNumber(int(word)).answer()
    ids = [card.id for card in state.library.events]
    if word not in state.names and (word in ids or word.startswith("card:")):
        return ChoosingCard(parse_event(state, word, line)).answer()
    return ChoosingFigure(parse_figure(state, word, line)).answer()


_READERS: Final[dict[str, Callable[[State, str, list[str]], int]]] = {
    "place": _read_place,
    "activate": _read_activate,
    "plan": _read_plan,
    "react": _read_react,
    "intercept": _read_intercept,
    "move": _read_move,
    "slam": _read_slam,
    "use": _read_use,
    "choose": _read_choose,
}


# ---------------------------------------------------------------------------------------------------------------- dice


def format_outcome(state: State, roll: Roll, outcome: int) -> str:
    """The line of a roll's outcome: `roll 4 6 1`, `draw lantern`."""
    if roll.kind == "draw-object":
        return f"draw {state.library.objects[outcome].id}"
    if roll.kind == "draw-event":
        return f"draw {state.library.events[outcome].id}"
    return " ".join(["roll", *(str(face) for face in faces_of(outcome, roll.count))])


def parse_outcome(state: State, roll: Roll, line: str) -> int:
    """The outcome a line says the dice showed; the word `roll` or `draw` in front may be left out."""
    words = line.split()
    if words and words[0] in ("roll", "draw"):
        words = words[1:]
    if roll.kind in ("draw-object", "draw-event"):
        return _parse_draw(state, roll, words, line)
    if len(words) == 1 and len(words[0]) == roll.count > 1:
        words = list(words[0])
    if len(words) != roll.count:
        raise NotationError(
            "{count} results for a roll of {size}", line, "name each die once", count=len(words), size=roll.count
        )
    return outcome_of([_die(word, line) for word in words])


def _die(word: str, line: str) -> int:
    if word not in [str(face) for face in range(1, SIDES + 1)]:
        raise NotationError("{word!r} is no face of a die", line, "a die shows 1 to 6", word=word)
    return int(word)


def _parse_draw(state: State, roll: Roll, words: list[str], line: str) -> int:
    if len(words) != 1:
        raise NotationError("one card is drawn", line, "write it as 'draw CARD'")
    is_object = roll.kind == "draw-object"
    card = parse_object(state, words[0], line) if is_object else parse_event(state, words[0], line)
    if roll.weights is None or not 0 <= card < len(roll.weights) or not roll.weights[card]:
        raise NotationError("no {word!r} is left in the pile", line, "draw another card", word=words[0])
    return card
