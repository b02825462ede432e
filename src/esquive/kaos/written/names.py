"""Names in lines of text: figures, what they use, cards and pieces by one word each; the nearest where it is none.

What a figure uses is called by the id on its card. Where two things of a figure have one id, the later ones say what
they are: `spell:spark`, `skill:spark`, `object:spark`.
"""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

from esquive.core.errors import NotationError
from esquive.core.phrases import phrase
from esquive.core.waiting import Decision
from esquive.kaos.table import answers
from esquive.kaos.table.state import NONE, State

KINDS: Final = ("weapon", "spell", "skill", "object")
NOTHING: Final = "none"
# What no figure may be called: words that stand for something else in a line.
RESERVED: Final = frozenset(
    {*answers.WORDS, *answers.PLAN_NAMES, *answers.ACTION_NAMES, *answers.REACTION_NAMES, *answers.MOMENT_NAMES}
    | {"face", "jump", "then", "p1", "p2", "relic"}
)


def nearest(word: str, known: Iterable[str], others: str) -> str:
    """The fix for a word that is unknown: the nearest one, or all of them, by a template with `{known}`."""
    words = list(known)
    near = get_close_matches(word, words, 1)
    if near:
        return phrase("did you mean '{near}'?", near=near[0])
    return phrase(others, known=", ".join(words)) if words else "none is known"


# ------------------------------------------------------------------------------------------------------------- figures


def figure_name(state: State, figure: int) -> str:
    """What a figure is called; `none` for nobody."""
    if figure == NONE:
        return NOTHING
    return state.names[figure] if 0 <= figure < len(state.names) else f"#{figure}"


def parse_figure(state: State, name: str, line: str, *, may_be_none: bool = False) -> int:
    """The figure of this name; raises NotationError that names the nearest."""
    if name in state.names:
        return state.names.index(name)
    if may_be_none and name == NOTHING:
        return NONE
    if is_number(name):
        return int(name[1:])
    raise NotationError("no figure is called {name!r}", line, nearest(name, state.names, "figures: {known}"), name=name)


def is_number(word: str) -> bool:
    """Whether a word is a bare number of the engine, `#12`, written for what has no name."""
    digits = word[2:] if word[:2] == "#-" else word[1:]
    return word[:1] == "#" and digits.isascii() and digits.isdigit() and len(digits) < 10


# --------------------------------------------------------------------------------------------------------------- means


def means_names(state: State, figure: int) -> dict[str, int]:
    """Everything a figure may use, by the word a line calls it: weapons, spells, skills, then all objects."""
    found: dict[str, int] = {}
    if not 0 <= figure < len(state.names):
        return found
    card = state.card(figure)
    parts: tuple[tuple[str, ...], ...] = (
        tuple(weapon.id for weapon in card.weapons),
        tuple(spell.id for spell in card.spells),
        tuple(skill.id for skill in card.skills),
        tuple(entry.id for entry in state.library.objects),
    )
    for kind, ids in enumerate(parts):
        for number, name in enumerate(ids):
            means = (kind + 1) << 8 | number
            for word in (name, f"{KINDS[kind]}:{name}"):
                if word not in found and word not in RESERVED:
                    found[word] = means
                    break
    return found


def means_name(state: State, figure: int, means: int) -> str:
    """What a line calls something a figure uses."""
    if means == answers.NO_MEANS:
        return NOTHING
    for word, known in means_names(state, figure).items():
        if known == means:
            return word
    return f"#{means}"


def parse_means(state: State, figure: int, word: str, line: str) -> int:
    """What a word stands for among the things a figure uses; raises NotationError that names the nearest."""
    if word == NOTHING:
        return answers.NO_MEANS
    if is_number(word):
        return int(word[1:])
    if figure == NONE:
        raise at_nobodys_turn(state, line)
    found = means_names(state, figure)
    if word in found:
        return found[word]
    kind, _, name = word.partition(":")
    if kind in KINDS and name in found and found[name] >> 8 == KINDS.index(kind) + 1:
        return found[name]
    own = [
        name
        for name, means in found.items()
        if means & answers.KIND_MASK != answers.OBJECT or has(state, figure, means)
    ]
    who = figure_name(state, figure)
    raise NotationError(
        "{who} has nothing called {name!r}", line, nearest(word, own, "it has: {known}"), who=who, name=word
    )


def at_nobodys_turn(state: State, line: str) -> NotationError:
    """What is wrong with a line that names what a figure uses while no figure is asked; and what could be said."""
    waiting = state.waiting
    fix = (
        phrase("an answer now is such as {example!r}", example=waiting.lines(1)[0])
        if isinstance(waiting, Decision)
        else ""
    )
    return NotationError("no figure is asked for that, whose card would say what it has", line, fix)


def has(state: State, figure: int, means: int) -> bool:
    """Whether a figure carries the object that the means stand for."""
    number = means & answers.NUMBER_MASK
    return any(entry[0] == figure and entry[1] == number for entry in state.carried)


# ------------------------------------------------------------------------------------------------------ cards, pieces


def piece_name(state: State, piece: int) -> str:
    """What a piece of the selection is called."""
    selection = state.library.selection
    return selection[piece].name if 0 <= piece < len(selection) else f"#{piece}"


def parse_piece(state: State, name: str, line: str) -> int:
    """The piece of the selection of this name; raises NotationError that names the nearest."""
    names = [piece.name for piece in state.library.selection]
    if name in names:
        return names.index(name)
    if is_number(name):
        return int(name[1:])
    raise NotationError("no piece is called {name!r}", line, nearest(name, names, "pieces: {known}"), name=name)


def event_name(state: State, card: int) -> str:
    """What an event card is called where figures and words may be named too."""
    events = state.library.events
    if not 0 <= card < len(events):
        return f"card:#{card}"
    name = events[card].id
    return f"card:{name}" if name in state.names or name in RESERVED or name.isdigit() else name


def parse_event(state: State, name: str, line: str) -> int:
    """The event card of this name; raises NotationError that names the nearest."""
    word = name.removeprefix("card:")
    ids = [card.id for card in state.library.events]
    if word in ids:
        return ids.index(word)
    if is_number(word):
        return int(word[1:])
    raise NotationError("no event is called {word!r}", line, nearest(word, ids, "events: {known}"), word=word)


def parse_object(state: State, name: str, line: str) -> int:
    """The object card of this name; raises NotationError that names the nearest."""
    ids = [card.id for card in state.library.objects]
    if name in ids:
        return ids.index(name)
    raise NotationError("no object is called {name!r}", line, nearest(name, ids, "objects: {known}"), name=name)
