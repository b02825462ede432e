"""The judge's desk: a position as somebody has set it up, what is asked in it, and the answer, in one go.

Nothing is kept: who asks sends the whole position, or the link that holds it.
"""

import logging
from collections.abc import Generator
from typing import Any, Final

from esquive.core.cancellation import Cancelled
from esquive.core.errors import DocumentError, EsquiveError, NotationError
from esquive.core.first_position import first_position
from esquive.core.game import Game
from esquive.core.games import game_named
from esquive.core.line_comparison import compare
from esquive.core.messages import messages
from esquive.core.phrases import phrase
from esquive.core.position_texts import parse_position
from esquive.core.question_answers import answered, play_before, question_told, state_of, unfitting
from esquive.core.question_links import Question, code_of, lasting, question_of
from esquive.core.rolls_by_hand import roll_asked
from esquive.core.waiting import Decision, Over
from esquive.core.words import EVERYTHING, Words
from esquive.hosting.desk_faults import desk_fault, look_through
from esquive.hosting.desk_messages import DeskFault, DeskQuestion, DeskVerdict, DeskView, PuzzleQuestion
from esquive.hosting.desk_puzzles import puzzle_view
from esquive.hosting.own_packs import files_of
from esquive.hosting.protocol import ProtocolError

LOG: Final = logging.getLogger(__name__)
SLICE: Final = 50  # positions looked at in one go: some 5 to 20 ms


def answer_question(wanted: DeskQuestion, language: str) -> DeskView:
    """A question as it is understood, with its answer; what is wrong with it stands among the faults.

    Raises ProtocolError `bad-question` for a link that cannot be read, or a game or ground there is not.
    """
    slices = answer_in_slices(wanted, language)
    while True:
        try:
            next(slices)
        except StopIteration as end:
            view: DeskView = end.value
            return view


def answer_in_slices(wanted: DeskQuestion, language: str) -> Generator[None, None, DeskView]:
    """The same, in slices of work between which whoever runs it may do something else, or leave it."""
    try:
        question = _question(wanted)
        game = game_named(str(question.document.get("game", "") or wanted.game))
    except EsquiveError as error:
        raise ProtocolError("bad-question", why=error) from error
    return (yield from _Desk(game, question, wanted, language).view())


def _question(wanted: DeskQuestion) -> Question:
    """What is asked, out of the link or the parts."""
    if wanted.link:
        return question_of(wanted.link)
    document = wanted.document
    if wanted.text:
        document = parse_position(wanted.text, "text")
    if document is None:
        document = first_position(game_named(wanted.game), wanted.ground)
    return Question(document, wanted.line.strip(), [one.strip() for one in wanted.after], wanted.answers)


class _Desk:
    """Answers one question, as far as it can be understood."""

    def __init__(self, game: Game, question: Question, wanted: DeskQuestion, language: str) -> None:
        self.game = game
        self.question = question
        self.wanted = wanted
        self.language = language
        self.faults: list[DeskFault] = []

    def view(self) -> Generator[None, None, DeskView]:
        """All there is to say."""
        asked = self.question
        found = DeskView(self.game.name, asked.document, asked.line, asked.after, asked.answers, self.faults)
        state = self._opened(found)
        if state is None:
            return found
        try:
            self._look(found, state)
            if self.wanted.best and found.asked is not None:
                yield from self._tell_best(found, state)
        except (EsquiveError, Cancelled):
            raise
        except Exception:
            if "exact" not in found.document:
                raise
            # What a program has saved is taken as it is: changed by somebody, it may fail anywhere.
            LOG.info("a saved position does not fit", exc_info=True)
            self._fault("position", unfitting())
            found.board = found.asked = found.verdict = found.best = None
        return found

    def _opened(self, found: DeskView) -> Any:
        """The position after the lines before the one in question; None where it cannot be read."""
        try:
            document = self.game.complete(found.document, files_of(self.wanted.packs))
            state = state_of(self.game, document)
            found.document = lasting(self.game, self.game.to_document(state), state)
            asked = self.question
            found.link = code_of(Question(found.document, asked.line, asked.after, asked.answers))
        except EsquiveError as error:
            packs = files_of(self.wanted.packs)
            faults, drawn = look_through(self.game, found.document, packs, self.language)
            self.faults += faults
            if faults:
                found.board = drawn
            else:
                self._fault("position", error)
            return None
        for number, line in enumerate(found.after):
            before = state.copy()
            try:
                play_before(self.game, state, line, str(number + 1), self.language)
            except EsquiveError as error:
                self._fault("after", error, str(number + 1))
                return before
        return state

    def _look(self, found: DeskView, state: Any) -> None:
        """Shows the position, and judges what is asked in it."""
        words = self.game.words(state, self.language)
        found.board = words.shown(EVERYTHING)
        if self.wanted.marks or self.wanted.pictured:
            found.picture = self._picture(state)
        if self.wanted.about:
            self._tell_reach(found, state, words)
        waiting = state.waiting
        if isinstance(waiting, Over):
            found.waiting = messages(self.language).say("condition.game-over", {})
            return
        found.waiting = words.asked(waiting.kind)
        if not isinstance(waiting, Decision):
            found.roll = roll_asked(words)
            if found.line:
                fix = phrase("play it before the line in question")
                self._fault("line", EsquiveError("dice are rolled here, and nobody decides", "", fix))
            return
        found.asked = words.decision(waiting.seat)
        if found.asked is not None:
            found.waiting = found.asked.prompt
        if self.wanted.puzzle is not None:
            self._make_puzzle(found, state, self.wanted.puzzle)
        if found.line and not self.faults:
            self._judge(found, state, words)

    def _tell_best(self, found: DeskView, state: Any) -> Generator[None]:
        """The likeliest KOs, as far as the work that is asked for goes."""
        search = self.game.strike_search(state, self.language)
        while search is not None and not search.has_ended and search.positions < self.wanted.best:
            search.look(min(search.positions + SLICE, self.wanted.best))
            yield
        found.best = search.found() if search is not None else None

    def _make_puzzle(self, found: DeskView, state: Any, wanted: PuzzleQuestion) -> None:
        try:
            found.puzzle = puzzle_view(self.game, state, wanted, self.language)
        except EsquiveError as error:
            self._fault("puzzle", error)

    def _tell_reach(self, found: DeskView, state: Any, words: Words) -> None:
        """What a unit gets to from where it is, and what it threatens."""
        try:
            found.threat = self.game.threat(state, self.wanted.about)
            found.reached_by = self.game.reached_by(state, self.wanted.about)
            found.reach = words.reach(self.wanted.about)
        except EsquiveError as error:
            self._fault("about", error)

    def _judge(self, found: DeskView, state: Any, words: Words) -> None:
        """Judges the line, under the other release too if that is asked."""
        try:
            judged = answered(words, found.line, tuple(found.answers))
            if self.wanted.other:
                found.comparison = self._compared(state, found.line)
        except EsquiveError as error:
            self._fault("line", error)
            return
        found.verdict = DeskVerdict(
            line=judged.line,
            label=judged.label,
            legal=judged.is_legal,
            conditions=judged.conditions,
            odds=judged.odds.odds,
            sums=judged.sums,
            note=judged.odds.odds_note,
        )
        found.text = question_told(judged, self.language)

    def _compared(self, state: Any, line: str) -> Any:
        known = self.game.releases
        others = [name for name in known.names() if name != known.of(state)] if known is not None else []
        if known is None or self.wanted.other not in others:
            fix = phrase("releases: {known}", known=", ".join(others))
            raise DocumentError("there is no release {release!r}", "other", fix, release=self.wanted.other)
        return compare(self.game, state, line, (known.of(state), self.wanted.other), self.language)

    def _picture(self, state: Any) -> str:
        try:
            return self.game.picture(state, self.wanted.marks, self.language)
        except (NotationError, DocumentError) as error:
            self._fault("marks", error)
            return ""

    def _fault(self, part: str, error: EsquiveError, where: str = "") -> None:
        """Notes what is wrong, with all that was found besides."""
        for one in (error, *getattr(error, "others", ())):
            self.faults.append(desk_fault(part, one, self.language, where))
