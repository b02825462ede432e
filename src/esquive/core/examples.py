"""Examples of where two releases differ: a small position or set-up, and what comes of it under each.

An example is a scenario file with a few keys more (`Example`). Nothing is told by hand but what to look at: what comes
of it is played, by `core.comparing` where one line is judged, and here where lines and dice go their course.
"""

from pathlib import Path
from typing import Any, Final

from esquive.core.did_you_mean import nearest
from esquive.core.errors import DocumentError, NotationError
from esquive.core.game import Game
from esquive.core.line_comparison import compare
from esquive.core.messages import DEFAULT, LANGUAGES, messages
from esquive.core.phrases import phrase
from esquive.core.question_links import Question, code_of, lasting
from esquive.core.scenario import Scenario, Step, before_the_last, parse_steps, play_step, read_scenario
from esquive.core.shapes import Course, Happened, RulesExample
from esquive.core.waiting import Decision, Roll

LINE: Final = "line"
COURSE: Final = "course"
SETUP: Final = "set-up"
KINDS: Final = (LINE, COURSE, SETUP)


class Example:
    """An example read, written for one release.

    Its file is a scenario, whose title says what to look at, with these keys: `look` says the same in the other
    languages. `shows` is "line" (the last line is judged, what stands before it is played), "course" (all of it is
    played under each release) or "set-up" (teams and arena of a match, not a position). What the other release does not
    have is named in `lacks`, powers by keyword, spells by id; `instead` lists the steps played there, if others.
    """

    __slots__ = ("instead", "lacks", "look", "scenario", "shows")

    def __init__(self, scenario: Scenario) -> None:
        document = scenario.document
        self.scenario = scenario
        self.look: dict[str, str] = {DEFAULT: scenario.title, **document.pop("look", {})}
        self.shows: str = document.pop("shows", LINE)
        self.lacks: list[str] = document.pop("lacks", [])
        instead = document.pop("instead", None)
        self.instead = scenario.steps if instead is None else parse_steps(instead, scenario.file, [])
        if self.shows not in KINDS or set(self.look) != set(LANGUAGES):
            fix = phrase(
                "shows is one of {kinds}; look has {looks}", kinds=", ".join(KINDS), looks=", ".join(LANGUAGES[1:])
            )
            raise DocumentError("the example is not whole", scenario.file, fix)

    def under(self, release: str) -> tuple[dict[str, Any], list[Step]]:
        """The document and the steps that are played under a release."""
        document = self.scenario.document
        if release == document["release"]:
            return document, self.scenario.steps
        return {**_without(document, self.lacks), "release": release}, self.instead


def read_example(path: Path) -> Example:
    """The example of a file; raises DocumentError that names file, line and key."""
    return Example(read_scenario(path))


def shown(game: Game, clause: str, one: str, other: str, language: str = "en") -> RulesExample:
    """The example of a difference, by the clause its file is named by; raises DocumentError for one there is not."""
    example = _example(game, clause)
    if example.shows == LINE:
        return _judged(game, example, clause, (one, other), language)
    played = [_Played(game, example, release, language) for release in (one, other)]
    is_stopped = any(found.refused or not found.known for found in played)
    asked = ["", ""] if is_stopped else [found.asked() for found in played]
    is_halfway = is_stopped or (example.shows == SETUP and asked[0] != asked[1])
    ends = [[], []] if is_halfway else game.told_apart([found.state for found in played], language)
    courses = [
        found.course(end, "" if asked[0] == asked[1] else waits)
        for found, end, waits in zip(played, ends, asked, strict=True)
    ]
    own = next((found for found in played if found.release == example.scenario.document["release"]), played[0])
    lines = [step.do for step in own.steps if step.do is not None]
    has_board = example.shows == COURSE and own.before is not None
    words = game.words(own.before, language) if has_board else None
    after = [(found.release, found.state) for found in played if found.state is not None]
    return RulesExample(
        clause=clause,
        look=example.look[language],
        line="; ".join(lines),
        label=". ".join(own.labels),
        told=game.told_of(own.before, lines[0] if lines else "", language) if has_board else [],
        svg=game.illustrate(own.before, "", after, words, example.look[language]) if words is not None else "",
        desk=_desk(game, own.before) if has_board else "",
        comparison=None,
        courses=courses,
    )


def position_of(game: Game, clause: str) -> Any:
    """The position an example is played from, None for that of a set-up; raises DocumentError as `shown` does."""
    example = _example(game, clause)
    if example.shows == LINE:
        return before_the_last(example.scenario, game)[0]
    return game.from_document(example.scenario.document) if example.shows == COURSE else None


def _example(game: Game, clause: str) -> Example:
    known = game.examples()
    if clause not in known:
        raise DocumentError(f"no example shows {clause!r}", "clause", nearest(clause, known))
    return read_example(known[clause])


def _judged(game: Game, example: Example, clause: str, releases: tuple[str, str], language: str) -> RulesExample:
    """An example whose last line is judged."""
    state, line = before_the_last(example.scenario, game)
    after = [(release, _after(game, state, line, release)) for release in releases]
    words = game.words(state, language)
    return RulesExample(
        clause=clause,
        look=example.look[language],
        line=line,
        label=_label(game, state, line, language) or line,
        told=game.told_of(state, line, language),
        svg=game.illustrate(state, line, [(release, found) for release, found in after if found is not None], words),
        desk=_desk(game, state, line),
        comparison=compare(game, state, line, releases, language),
        courses=[],
    )


def _desk(game: Game, state: Any, line: str = "") -> str:
    """The code of a position, and of a line that is asked about."""
    return code_of(Question(lasting(game, game.to_document(state), state), line))


class _Played:
    """A course as it was played under one release: `state` is None where the set-up is refused."""

    def __init__(self, game: Game, example: Example, release: str, language: str) -> None:
        self.game = game
        self.release = release
        self.language = language
        self.log: list[Happened] = []
        self.labels: list[str] = []
        self.known = True
        document, self.steps = example.under(release)
        self.refused = self._broken(document) if example.shows == SETUP else []
        self.before: Any = None
        self.state: Any = None
        if not self.refused:
            self.state = game.new(document) if example.shows == SETUP else game.from_document(document)
            self.before = self.state.copy()
            self._tell()
            self._play(example.scenario.file)

    def _broken(self, document: dict[str, Any]) -> list[Happened]:
        """Every rule that a team of a set-up breaks."""
        setups = self.game.setups.under(self.release)
        format_ = setups.format_of(document)
        found = [
            one
            for place, team in enumerate(document["teams"])
            for one in setups.violations(team, format_, agreed={**document, "place": place})
        ]
        told = [Happened(text=setups.violation(one, self.language), clauses=one.clauses) for one in found]
        return list({one.text: one for one in told}.values())

    def _play(self, file: str) -> None:
        for step in self.steps:
            if step.do is not None and isinstance(self.state.waiting, Decision) and not self._is_known(step.do):
                self.known = False
                return
            self.state.log = []
            refusal = play_step(self.state, step, self.game, file)
            self._tell()
            if refusal is not None:
                words = self.game.words(self.state, self.language)
                self.refused.append(Happened(text=words.condition(refusal), clauses=refusal.clauses))
                return

    def _is_known(self, line: str) -> bool:
        """Whether this release knows a line; if so its label is noted."""
        try:
            answer = self.game.parse(self.state, line)
        except NotationError:
            return False
        self.labels.append(self.game.words(self.state, self.language).answer(answer) or line)
        return True

    def _tell(self) -> None:
        """Tells what has happened since the last time."""
        words = self.game.words(self.state, self.language)
        for event in self.state.log or ():
            text = words.event(event)
            if text:
                clauses = self.game.clause_of(self.state, event).split(", ")
                self.log.append(Happened(text=text, clauses=[one for one in clauses if one]))

    def asked(self) -> str:
        """What is waited for in the end."""
        waiting = None if self.state is None else self.state.waiting
        if not isinstance(waiting, Decision | Roll):
            return ""
        what = self.game.words(self.state, self.language).asked(waiting.kind)
        return what if isinstance(waiting, Decision) else messages(self.language).say("asked.roll", {"what": what})

    def course(self, ends: list[str], asked: str) -> Course:
        """The course in words."""
        return Course(
            release=self.release, log=self.log, refused=self.refused, known=self.known, ends=ends, asked=asked
        )


def _without(data: Any, lacks: list[str]) -> Any:
    """A document without the tables of its lists that have one of these ids or keywords."""
    if isinstance(data, dict):
        return {key: _without(value, lacks) for key, value in data.items()}
    if not isinstance(data, list):
        return data
    named = [one for one in data if isinstance(one, dict) and {one.get("id"), one.get("keyword")} & set(lacks)]
    return [_without(one, lacks) for one in data if one not in named and one not in lacks]


def _after(game: Game, state: Any, line: str, release: str) -> Any:
    """The position after the line under a release, or None where it is refused, or where something is asked first."""
    assert game.releases is not None  # whoever has examples has releases
    found = game.releases.under(state, release)
    try:
        answer = game.parse(found, line)
    except NotationError:
        return None
    waiting = found.waiting
    if waiting.refusal(answer) is not None:
        return None
    found.apply(answer)
    return found if isinstance(found.waiting, Decision) and found.waiting.kind == waiting.kind else None


def _label(game: Game, state: Any, line: str, language: str) -> str:
    """The line in words, as the first release that knows it says it."""
    assert game.releases is not None  # as above
    for release in (game.releases.of(state), *game.releases.names()):
        found = game.releases.under(state, release)
        try:
            return game.words(found, language).answer(game.parse(found, line))
        except NotationError:
            continue
    return ""
