"""What there is to say of a judge's question: the position it is asked in, the line judged, and all of it in a line."""

from typing import Any, Final

import msgspec
from msgspec import Struct

from esquive.core.errors import DocumentError, EsquiveError, NotationError
from esquive.core.game import Game
from esquive.core.grammar import percent
from esquive.core.messages import Messages, messages
from esquive.core.phrases import phrase
from esquive.core.shapes import Chance, Judged, OddsView
from esquive.core.waiting import Decision, IllegalAnswer, Over
from esquive.core.words import EVERYTHING, Words

MOST_TOLD: Final = 3  # outcomes in a line of text


def play_before(game: Game, state: Any, line: str, where: str, language: str = "en") -> None:
    """Plays a line that comes before the one to judge; raises EsquiveError for one that is refused or no answer."""
    waiting = state.waiting
    if isinstance(waiting, Over):
        raise EsquiveError("{line!r} comes after the end of the game", where, "leave it out", line=line)
    try:
        game.play(state, line)
    except NotationError as error:
        raise EsquiveError(error, f"{where} {line!r}", phrase("a {kind} is waited for", kind=waiting.kind)) from error
    except IllegalAnswer as error:
        said = phrase(
            "{line!r} is refused: {refusal}", line=line, refusal=game.words(state, language).condition(error.refusal)
        )
        raise EsquiveError(said, where, "play legal lines before it") from error


def state_of(game: Game, document: dict[str, Any]) -> Any:
    """The state of a position document that anybody may have written; raises DocumentError.

    What a program has saved under `exact` is taken as it is, so that one that has been changed may fail anywhere: the
    position is looked at once, and whatever goes wrong then is told as what it is.
    """
    try:
        state = game.from_document(document)
        if "exact" in document:
            game.to_document(state)
            game.words(state).shown(EVERYTHING)
    except EsquiveError:
        raise
    except Exception as error:
        if "exact" not in document:
            raise
        raise unfitting() from error
    return state


def unfitting() -> DocumentError:
    """What is told of a document whose saved part is not the one that belongs to it."""
    fix = "leave out exact and profiles: what people can read says the position too"
    return DocumentError("the saved part does not fit the rest of the position", "exact", fix)


class Answered(Struct, frozen=True):
    """A line judged: what it is called, its conditions, and what may come of it where it is legal.

    `answer` is the line as the game holds it. `sums` are outcomes added up, those left out that stand among the odds.
    """

    line: str
    answer: int
    label: str
    conditions: list[Judged]
    odds: OddsView = msgspec.field(default_factory=lambda: OddsView(odds=None, odds_note=None))
    sums: list[Chance] = []

    @property
    def is_legal(self) -> bool:
        """Whether every condition holds."""
        return all(one.holds for one in self.conditions)


def answered(words: Words, line: str, answers: tuple[str, ...] = ()) -> Answered:
    """The judge's answer to a line, or of a roll; raises NotationError for a line that is neither."""
    found = judged(words, line)
    if not found.is_legal:
        return found
    odds = words.odds(found.answer, answers)
    added = words.sums(found.answer, answers) if odds.odds else []
    sums = [one for one in added if not any(_says(chance, one) for chance in odds.odds or [])]
    return msgspec.structs.replace(found, odds=odds, sums=sums)


def judged(words: Words, line: str) -> Answered:
    """The same without what may come of it, which takes longer."""
    waiting = words.state.waiting
    answer = words.game.parse(words.state, line)
    own = words.game.format(words.state, answer)
    if not isinstance(waiting, Decision):
        return Answered(own, answer, "", [])
    preview = words.preview(line)
    label = preview.label or words.answer(answer)
    if label and not waiting.is_listed:
        label = f"{label} ({line})"  # other lines of this decision are called alike
    return Answered(own, answer, label, preview.conditions)


def _says(chance: Chance, one: Chance) -> bool:
    """Whether an outcome says what a sum does, perhaps with its reason."""
    return chance.probability == one.probability and chance.text.startswith(one.text)


def question_told(found: Answered, language: str) -> str:
    """A line, its verdict, and every condition that fails or what matters most of its odds, in one line of text."""
    said = messages(language)
    verdict = said.say("judge.legal" if found.is_legal else "judge.illegal", {})
    told = said.say("rules.labelled", {"label": found.label or found.line, "text": verdict})
    if not found.is_legal:
        fails = said.say("judge.fails", {}).lower()
        return "; ".join([told, *(_labelled(said, fails, one) for one in found.conditions if not one.holds)])
    chances = found.sums or found.odds.odds or []
    return "; ".join([told, *(f"{one.text} {percent(one.percent, language)}" for one in chances[:MOST_TOLD])])


def _labelled(said: Messages, label: str, one: Judged) -> str:
    """A condition behind a word on it: its sentence says what has to be, and would be read as what is."""
    return said.say("rules.labelled", {"label": label, "text": f"{one.sentence} [{', '.join(one.clauses)}]"})
