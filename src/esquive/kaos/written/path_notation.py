"""Paths and plans in lines of text: `plan walk 10,12 face 90 then 15,12 strike goblin sword`.

A path is a row of places, turns (`face 90`) and jumps (`jump 14,12`). What does not matter about a leg is nothing in an
answer: a turn has no place, a step and a jump have no facing.
"""

from esquive.core.errors import NotationError
from esquive.core.phrases import phrase
from esquive.kaos.cards.library import RANGED
from esquive.kaos.geometry.legs import GO, JUMP, TURN, Leg
from esquive.kaos.geometry.units import format_angle, format_length, parse_angle, parse_length
from esquive.kaos.table import answers
from esquive.kaos.table.answers import (
    ACTION_NAMES,
    NO_ACTION,
    NO_MEANS,
    PLAN_NAMES,
    SEARCH,
    SHOOT,
    STAY,
    STRIKE,
    USE_SKILL,
    Plan,
)
from esquive.kaos.table.state import NONE, State
from esquive.kaos.written.names import (
    NOTHING,
    at_nobodys_turn,
    figure_name,
    means_name,
    nearest,
    parse_figure,
    parse_means,
)

THEN = "then"
PACES = ("stay", "walk", "run", "charge")  # the kinds of plan that a hand makes
PLAN_FORM = "plan KIND [PATH] [then PATH] [strike|shoot|cast TARGET WITH | search | use WITH [TARGET] [X,Y]]"


def format_point(x: int, y: int) -> str:
    """A place in centimetres, exactly: `10,12.5`."""
    return f"{format_length(x)},{format_length(y)}"


def is_point(word: str) -> bool:
    """Whether a word is meant as a place."""
    return "," in word


def parse_point(word: str, line: str) -> tuple[int, int]:
    """A place in micrometres; raises NotationError."""
    parts = word.split(",")
    if len(parts) != 2 or not all(parts):
        raise NotationError(
            "{value!r} is no place", line, "a place is two lengths in centimetres, as in 10,12.5", value=word
        )
    return parse_length(parts[0]), parse_length(parts[1])


# --------------------------------------------------------------------------------------------------------------- paths


def format_legs(legs: list[Leg]) -> list[str]:
    """The words of a path."""
    words: list[str] = []
    for leg in legs:
        if leg.kind == TURN:
            words += ["face", format_angle(leg.facing)]
        elif leg.kind == JUMP:
            words += ["jump", format_point(leg.x, leg.y)]
        else:
            words.append(format_point(leg.x, leg.y))
    return words


def parse_legs(words: list[str], line: str) -> list[Leg]:
    """The path some words stand for; raises NotationError for the first that is none of a path."""
    legs: list[Leg] = []
    place = 0
    while place < len(words):
        word = words[place]
        if word in ("face", "jump"):
            if place + 1 == len(words):
                what = "an angle, as in face 90" if word == "face" else "a place, as in jump 14,12"
                raise NotationError("nothing follows {then!r}", line, phrase("write {what}", what=what), then=word)
            if word == "face":
                legs.append(Leg(TURN, 0, 0, parse_angle(words[place + 1])))
            else:
                x, y = parse_point(words[place + 1], line)
                legs.append(Leg(JUMP, x, y, 0))
            place += 2
            continue
        if not is_point(word):
            fix = nearest(
                word, ("face", "jump", THEN, *ACTION_NAMES[1:]), "a path has places such as 10,12 and: {known}"
            )
            raise NotationError("{word!r} is no part of a path", line, fix, word=word)
        x, y = parse_point(word, line)
        legs.append(Leg(GO, x, y, 0))
        place += 1
    return legs


def legs_begun(words: list[str], line: str) -> tuple[list[Leg], list[str]]:
    """The path at the beginning of some words, up to the first that is none of it, and the rest."""
    for end in range(len(words), -1, -1):
        try:
            return parse_legs(words[:end], line), words[end:]
        except NotationError:
            continue
    return [], words


# --------------------------------------------------------------------------------------------------------------- plans


def path_typed(line: str) -> tuple[str, list[Leg], str] | None:
    """What an unfinished line of a plan or move says of a path: its pace, the legs that are typed last, and the line of
    what comes before them where they are the second part of a split move, "" where they are not.

    None for a line that is of nothing like it.
    """
    words = line.split()
    verb, *rest = words or [""]
    if verb not in ("plan", "move") or (verb == "plan" and (not rest or rest[0] not in PACES)):
        return None
    begun, rest = (words[:2], rest[1:]) if verb == "plan" else (words[:1], rest)
    pace = begun[1] if verb == "plan" and begun[1] != PLAN_NAMES[STAY] else ""
    head, tail = (rest[: rest.index(THEN)], rest[rest.index(THEN) + 1 :]) if THEN in rest else (rest, None)
    legs, doing = legs_begun(head, line)
    if tail is None:
        return pace, legs, ""
    after, later = legs_begun(tail, line)
    action = doing or later
    if not action:
        return pace, legs, ""
    return pace, after, " ".join([*begun, *(head if doing else [*head, *later])])


def format_plan(state: State, figure: int, plan: Plan) -> str:
    """The line of a plan of a figure."""
    words = ["plan", PLAN_NAMES[plan.kind], *format_legs(plan.first)]
    if plan.second:
        words += [THEN, *format_legs(plan.second)]
    return " ".join(words + _format_action(state, figure, plan))


def _format_action(state: State, figure: int, plan: Plan) -> list[str]:
    is_bare = (plan.means, plan.target, plan.x, plan.y) == (NO_MEANS, NONE, 0, 0)
    if plan.action == NO_ACTION and is_bare:
        return []
    words = [ACTION_NAMES[plan.action]]
    if plan.action == SEARCH and is_bare:
        return words
    target, means = figure_name(state, plan.target), means_name(state, figure, plan.means)
    place = [] if (plan.x, plan.y) == (0, 0) else [format_point(plan.x, plan.y)]
    if plan.action == USE_SKILL:
        return [*words, means, *([] if plan.target == NONE else [target]), *place]
    return [*words, target, means, *place]


def parse_plan(state: State, figure: int, words: list[str], line: str) -> int:
    """The answer of a plan; `words` are those after `plan`, `figure` the one whose turn it is."""
    if not words or words[0] not in PLAN_NAMES:
        what = phrase("{word!r} is no kind of plan", word=words[0]) if words else "the plan is empty"
        fix = (
            nearest(words[0], PLAN_NAMES, "kinds: {known}")
            if words
            else phrase("kinds: {known}", known=", ".join(PLAN_NAMES))
        )
        raise NotationError(what, line, fix)
    kind = PLAN_NAMES.index(words[0])
    first, action_words, second = _parts(words[1:])
    if words.count(THEN) > 1:
        raise NotationError(
            "{then!r} stands twice", line, "a plan has one path before its action and one after it", then=THEN
        )
    if THEN in words and not second:
        fix = "write where the figure goes after its action, as in 'then 15,12', or leave out 'then'"
        raise NotationError("nothing follows {then!r}", line, fix, then=THEN)
    action, means, target, x, y = _parse_action(state, figure, action_words, line)
    plan = Plan(kind, parse_legs(first, line), parse_legs(second, line), action, means, target, x, y)
    return plan.answer()


def _parts(words: list[str]) -> tuple[list[str], list[str], list[str]]:
    """The first path, the action and the second path; the action may stand before `then` or last."""
    first: list[str] = []
    second: list[str] = []
    action: list[str] = []
    into = first
    for word in words:
        if word == THEN:
            into = second
        elif word in ACTION_NAMES and not action:
            into = action
            into.append(word)
        else:
            into.append(word)
    return first, action, second


def _parse_action(state: State, figure: int, words: list[str], line: str) -> tuple[int, int, int, int, int]:
    """The action, its means, its target and its place."""
    if not words:
        return NO_ACTION, NO_MEANS, NONE, 0, 0
    action, rest = ACTION_NAMES.index(words[0]), words[1:]
    x = y = 0
    if rest and is_point(rest[-1]):
        x, y = parse_point(rest[-1], line)
        rest = rest[:-1]
    if action == SEARCH and not rest:
        return action, NO_MEANS, NONE, x, y
    if action == USE_SKILL:
        if not 1 <= len(rest) <= 2:
            raise NotationError(
                "wrong number of words after 'use' in {line!r}",
                "",
                phrase("write it as '{form}'", form=PLAN_FORM),
                line=line,
            )
        target = parse_figure(state, rest[1], line, may_be_none=True) if len(rest) == 2 else NONE
        return action, parse_means(state, figure, rest[0], line), target, x, y
    if len(rest) == 1 and action in (STRIKE, SHOOT):
        return action, _only_weapon(state, figure, action, line), parse_figure(state, rest[0], line), x, y
    if len(rest) != 2:
        raise NotationError(
            "wrong number of words after {word!r} in {line!r}",
            "",
            phrase("write it as '{form}'", form=PLAN_FORM),
            word=words[0],
            line=line,
        )
    target = parse_figure(state, rest[0], line, may_be_none=True)
    return action, parse_means(state, figure, rest[1], line), target, x, y


def _only_weapon(state: State, figure: int, action: int, line: str) -> int:
    """The weapon that is meant where none is named: the only one of its kind."""
    if figure == NONE:
        raise at_nobodys_turn(state, line)
    weapons = state.card(figure).weapons if 0 <= figure < len(state.names) else ()
    fitting = [number for number, weapon in enumerate(weapons) if (weapon.kind == RANGED) == (action == SHOOT)]
    if len(fitting) == 1:
        return answers.WEAPON | fitting[0]
    names = ", ".join(weapons[number].id for number in fitting)
    raise NotationError(
        "no weapon is named",
        line,
        phrase("add one of {names}", names=names) if names else phrase("{nothing} is at hand", nothing=NOTHING),
    )
