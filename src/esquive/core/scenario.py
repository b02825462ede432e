"""Scenario files: a position, then steps that list the dice and say what must come of it.

A scenario is a test, a judge's question and a puzzle in one, so it is read strictly: unknown keys, dice or answers
left over, and dice or answers that are missing are all faults of the file, told with the line they stand on. What the
game did otherwise than expected is a failure, collected so that one run shows them all.
"""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from esquive.core.clauses import is_part_of
from esquive.core.dice import ListedDice
from esquive.core.errors import DocumentError, EsquiveError, NotationError
from esquive.core.game import Game
from esquive.core.phrases import phrase
from esquive.core.waiting import Condition, Decision, Over, Refusal, Roll

STEP_KEYS: Final = ("do", "dice", "answers", "expect", "refused", "events")
OWN_KEYS: Final = ("title", "clauses", "step")
MOST_BYTES: Final = 1 << 20
_STEP_LINE: Final = re.compile(r"\s*\[\[\s*step\s*\]\]")


class Step:
    """One step: its number from 1, the line of its `[[step]]`, and its keys; `do` and `refused` may be None."""

    __slots__ = ("answers", "dice", "do", "events", "expect", "line", "lines", "number", "refused")

    def __init__(self, number: int, line: int, lines: dict[str, int], data: dict[str, Any]) -> None:
        self.number = number
        self.line = line
        self.lines = lines
        self.do: str | None = data.get("do")
        self.dice: list[str] = data.get("dice", [])
        self.answers: list[str] = data.get("answers", [])
        self.expect: dict[str, Any] = data.get("expect", {})
        self.refused: str | None = data.get("refused")
        self.events: list[str] = data.get("events", [])

    def line_of(self, key: str) -> int:
        """The line of one of the step's keys, or of the step."""
        return self.lines.get(key, self.line)


class Scenario:
    """A scenario file read: where it is, what it shows, the position it starts from, and its steps."""

    __slots__ = ("clauses", "document", "file", "steps", "title")

    def __init__(self, file: str, title: str, clauses: list[str], document: dict[str, Any], steps: list[Step]) -> None:
        self.file = file
        self.title = title
        self.clauses = clauses
        self.document = document
        self.steps = steps


class Result:
    """How a scenario went: `failures` are sentences with file and line; `fault` is the first one the file itself is to
    blame for, or None."""

    __slots__ = ("failures", "fault", "file", "title")

    def __init__(self, file: str, title: str) -> None:
        self.file = file
        self.title = title
        self.failures: list[str] = []
        self.fault: str | None = None

    @property
    def passed(self) -> bool:
        """Whether everything happened as the file says."""
        return not self.failures

    def to_data(self) -> dict[str, Any]:
        """The keys `file title passed failures`."""
        return {"file": self.file, "title": self.title, "passed": self.passed, "failures": list(self.failures)}


# ---------------------------------------------------------------------------------------------------------- reading


def read_scenario(path: Path) -> Scenario:
    """The scenario of a file; raises DocumentError that names file, line and key."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise DocumentError("the file is larger than 1 MiB", str(path), "a scenario is a page of text")
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise DocumentError(
            "cannot be read: {reason}", str(path), "name a scenario file", reason=phrase(str(error.strerror))
        ) from error
    except UnicodeDecodeError as error:
        raise DocumentError("is not UTF-8 text", str(path), "save it as UTF-8") from error
    return parse_scenario(text, str(path))


def parse_toml(text: str, file: str) -> dict[str, Any]:
    """The keys of a TOML text; raises DocumentError with the line at fault."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        line = found.group(1) if found else len(text.splitlines()) or 1
        raise DocumentError("is not TOML: {error}", f"{file}:{line}", "see docs/notation.md", error=error) from error


def parse_scenario(text: str, file: str = "scenario") -> Scenario:
    """The scenario of a text; raises DocumentError that names file, line and key."""
    data = parse_toml(text, file)
    title, clauses, steps = data.get("title", ""), data.get("clauses", []), data.get("step")
    if not isinstance(title, str) or not title:
        raise DocumentError("the scenario has no title", f"{file}: title", "say in one sentence what it shows")
    if not _is_texts(clauses):
        raise DocumentError("clauses must be a list of texts", f"{file}: clauses", 'as in clauses = ["7.2.9.a"]')
    if not isinstance(steps, list) or not steps:
        raise DocumentError("the scenario has no step", f"{file}: step", "add at least one [[step]]")
    document = {key: value for key, value in data.items() if key not in OWN_KEYS}
    return Scenario(file, title, clauses, document, parse_steps(steps, file, _step_lines(text)))


def parse_steps(steps: list[Any], file: str, places: list[tuple[int, dict[str, int]]]) -> list[Step]:
    """The steps of a list of tables, with the line each stands on and those of its keys, where they are known.

    Raises DocumentError that names file, line and key.
    """
    parsed: list[Step] = []
    for number, step in enumerate(steps, 1):
        line, lines = places[number - 1] if number <= len(places) else (1, {})
        if not isinstance(step, dict):
            raise DocumentError("a step must be a table", f"{file}:{line}", "write it under [[step]]")
        _check_step(step, file, number, line, lines)
        parsed.append(Step(number, line, lines, step))
    return parsed


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(entry, str) for entry in value)


def _step_lines(text: str) -> list[tuple[int, dict[str, int]]]:
    """For each `[[step]]` its line, and the line of each key written in it."""
    found: list[tuple[int, dict[str, int]]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if _STEP_LINE.match(line):
            found.append((number, {}))
        elif found:
            key = re.match(r"\s*(?:\[step\.)?([A-Za-z_]+)\]?\s*(?:=|$)", line)
            if key:
                found[-1][1].setdefault(key.group(1), number)
    return found


def _check_step(step: dict[str, Any], file: str, number: int, line: int, lines: dict[str, int]) -> None:
    for key, value in step.items():
        where = f"{file}:{lines.get(key, line)}: step {number}"
        if key not in STEP_KEYS:
            raise DocumentError(
                "unknown key {key!r}", where, phrase("a step has {step_keys}", step_keys=", ".join(STEP_KEYS)), key=key
            )
        if key in ("do", "refused") and not isinstance(value, str):
            raise DocumentError("{key} must be a text", where, 'as in do = "move c4"', key=key)
        if key in ("answers", "events") and not _is_texts(value):
            raise DocumentError("{key} must be a list of texts", where, 'as in answers = ["keep"]', key=key)
        if key == "dice":
            if not isinstance(value, list) or not all(type(entry) in (str, int) for entry in value):
                raise DocumentError("dice must be a list of faces", where, 'as in dice = ["lock", "dofus:lock"]')
            step[key] = [str(entry) for entry in value]
        if key == "expect" and not isinstance(value, dict):
            raise DocumentError("expect must be a table", where, 'as in expect = { "wild_gg" = 1 }')
    where = f"{file}:{line}: step {number}"
    if not step:
        raise DocumentError(
            "the step is empty", where, phrase("a step has {step_keys}", step_keys=", ".join(STEP_KEYS))
        )
    if "refused" in step and "do" not in step:
        raise DocumentError("refused without do", where, "name the line that must be refused")
    for key in ("dice", "answers", "events"):
        if "refused" in step and step.get(key):
            raise DocumentError(
                "a refused line cannot have {key}", where, "nothing happens when a line is refused", key=key
            )


# ---------------------------------------------------------------------------------------------------------- running


def run_file(path: Path, game_named: Callable[[str], Game]) -> Result:
    """How the scenario of a file went; a file that cannot be read or played is a failure with its `fault`."""
    try:
        scenario = read_scenario(path)
    except EsquiveError as error:
        return _faulty(Result(str(path), ""), error.line)
    return run_scenario(scenario, game_named)


def run_scenario(scenario: Scenario, game_named: Callable[[str], Game]) -> Result:
    """How a scenario went. `game_named` gives the game of the document's key `game`."""
    result = Result(scenario.file, scenario.title)
    try:
        game = game_named(str(scenario.document.get("game", "")))
        state = game.from_document(game.complete(scenario.document))
    except EsquiveError as error:
        return _faulty(result, phrase("{file}: {error}", file=scenario.file, error=error))
    run = _Run(scenario, game, state, result)
    for step in scenario.steps:
        if not run.step(step):
            break
    return result


def before_the_last(scenario: Scenario, game: Game) -> tuple[Any, str]:
    """The position that the last line of a scenario is played in, and that line.

    Raises DocumentError for a scenario that does not come so far, or whose last step has no line.
    """
    state = game.from_document(scenario.document)
    run = _Run(scenario, game, state, Result(scenario.file, scenario.title))
    *first, last = scenario.steps
    for step in first:
        if not run.step(step) or run.result.failures:
            raise DocumentError(run.result.failures[0], scenario.file, "mend the step")
    if last.do is None:
        raise DocumentError("the last step has no line", f"{scenario.file}:{last.line}", 'add do = "…"')
    return state, last.do


def play_step(state: Any, step: Step, game: Game, file: str) -> Refusal | None:
    """Plays the line, dice and answers of a step, whatever comes of them; what it is refused by, if it is.

    Raises DocumentError when dice or answers are missing or left over.
    """
    run = _Run(Scenario(file, "", [], {}, [step]), game, state, Result(file, ""))
    if not run.play(step) and run.refusal is None:
        raise DocumentError(run.result.failures[0], file, "list what is rolled and answered under each release")
    return run.refusal


def _faulty(result: Result, sentence: str) -> Result:
    result.failures.append(sentence)
    result.fault = result.fault or sentence
    return result


class _Run:
    """A scenario being run: the state, and where failures go."""

    __slots__ = ("game", "refusal", "result", "scenario", "state")

    def __init__(self, scenario: Scenario, game: Game, state: Any, result: Result) -> None:
        self.scenario = scenario
        self.game = game
        self.state = state
        self.result = result
        self.refusal: Refusal | None = None

    def fail(self, step: Step, key: str, sentence: str, /, **facts: Any) -> None:
        """The game did otherwise than expected; the sentence is a template where it has facts."""
        self.result.failures.append(self.at(step, key, sentence, facts))

    def blame(self, step: Step, key: str, sentence: str, /, **facts: Any) -> None:
        """The file is at fault; the sentence is a template where it has facts."""
        _faulty(self.result, self.at(step, key, sentence, facts))

    def at(self, step: Step, key: str, sentence: str, facts: dict[str, Any]) -> str:
        """A sentence about a key of a step."""
        place = f"{self.scenario.file}:{step.line_of(key)}"
        sentence = phrase(sentence, **facts) if facts else sentence
        return phrase("{place}: step {number}: {sentence}", place=place, number=step.number, sentence=sentence)

    def step(self, step: Step) -> bool:
        """Runs one step; False when the rest of the scenario has lost its sense."""
        self.state.log = []
        if step.refused is not None:
            self.check_refused(step, step.refused)
        elif not self.play(step):
            return False
        self.check_events(step)
        for path, wanted in step.expect.items():
            self.check_path(step, path, wanted)
        return True

    # ------------------------------------------------------------------------------------------------------ playing

    def play(self, step: Step) -> bool:
        """The line, then the dice and answers it asks for until both are used up."""
        dice = ListedDice(step.dice)
        answers = list(step.answers)
        if step.do is None and not step.dice and not answers:
            return True
        if not self.roll(step, dice) or (step.do is not None and not self.answer(step, "do", step.do)):
            return False
        while True:
            if not self.roll(step, dice):
                return False
            waiting = self.state.waiting
            if not isinstance(waiting, Decision):
                break
            if waiting.kind == "faces" and dice.turned is not None:
                line = "faces " + " ".join(dice.turned)
                dice.turned = None
                if not self.answer(step, "dice", line):
                    return False
            elif answers:
                if not self.answer(step, "answers", answers.pop(0)):
                    return False
            else:
                break
        return self.check_leftovers(step, dice, answers)

    def roll(self, step: Step, dice: ListedDice) -> bool:
        """Every roll waited for takes its dice from the list; a position that waits for a roll may start a step."""
        while isinstance(self.state.waiting, Roll):
            waiting = self.state.waiting
            try:
                outcome = self.game.parse(self.state, dice.line(waiting))
            except EsquiveError as error:
                self.blame(step, "dice", error.line)
                return False
            self.state.apply(outcome)
            if not self.is_turned_as_written(step, waiting, dice):
                return False
        return True

    def is_turned_as_written(self, step: Step, roll: Roll, dice: ListedDice) -> bool:
        """Whether `dofus:dodge` can be obeyed: a roll whose dice turn by themselves turns them to the face sought."""
        waiting = self.state.waiting
        if dice.turned is None or roll.kind == "tension" or (isinstance(waiting, Decision) and waiting.kind == "faces"):
            return True
        written = step.dice[dice.used - roll.count : dice.used]
        for text in written:
            turned = text.partition(":")[2]
            if turned and turned != roll.kind:
                self.blame(
                    step,
                    "dice",
                    "{die!r} in a {kind} roll: the die turns to {kind} by itself "
                    '(set options = {{ turn_dice = "ask" }} to turn it otherwise)',
                    die=text,
                    kind=roll.kind,
                )
                return False
        dice.turned = None
        return True

    def answer(self, step: Step, key: str, line: str) -> bool:
        """Gives one line; False when it cannot be read or is illegal."""
        waiting = self.state.waiting
        if isinstance(waiting, Over):
            self.fail(
                step, key, "{line!r} comes too late: the game is over, {reason}", line=line, reason=waiting.reason
            )
            return False
        try:
            answer = self.game.parse(self.state, line)
        except NotationError as error:
            self.blame(step, key, error.line)
            return False
        refusal = waiting.refusal(answer)
        if refusal is not None:
            self.refusal = refusal
            asked = phrase("the {kind} decision", kind=waiting.kind)
            self.fail(
                step,
                key,
                "{line!r} is refused at {asked}: {sentence} [{clauses}]",
                line=line,
                asked=asked,
                sentence=self.game.words(self.state).condition(refusal),
                clauses=", ".join(refusal.clauses),
            )
            return False
        self.state.apply(answer)
        return True

    def check_leftovers(self, step: Step, dice: ListedDice, answers: list[str]) -> bool:
        left = dice.left()
        if left:
            self.blame(step, "dice", "dice nobody rolled: {left} (remove them)", left=", ".join(left))
        if answers:
            self.blame(step, "answers", "answers nobody asked for: {answers} (remove them)", answers=", ".join(answers))
        return not left and not answers

    # ----------------------------------------------------------------------------------------------------- checking

    def check_refused(self, step: Step, clause: str) -> None:
        """The line must be refused, and one of the conditions that fail must cite the clause."""
        line = step.do or ""
        waiting = self.state.waiting
        if not isinstance(waiting, Decision):
            self.fail(step, "do", "{line!r} cannot be judged: nobody is asked to decide", line=line)
            return
        try:
            answer = self.game.parse(self.state, line)
        except NotationError as error:
            self.blame(step, "do", str(error))
            return
        broken = [condition for condition in waiting.conditions(answer) if not condition.holds]
        if not broken:
            self.fail(step, "refused", "{line!r} is legal; it should be refused by {clause}", line=line, clause=clause)
        elif not any(cites(condition, clause) for condition in broken):
            words = self.game.words(self.state)
            told = "; ".join(f"{words.condition(c)} [{', '.join(c.clauses)}]" for c in broken)
            self.fail(
                step, "refused", "{line!r} is refused, but not by {clause}: {told}", line=line, clause=clause, told=told
            )

    def check_events(self, step: Step) -> None:
        """The events named must have happened, in this order, others between them or not."""
        known = {kind.name for kind in self.game.events}
        happened = [self.game.events[event[0]].name for event in self.state.log or ()]
        place = 0
        for name in step.events:
            if name not in known:
                self.blame(
                    step,
                    "events",
                    "unknown event {name!r} (events: {known})",
                    name=name,
                    known=", ".join(sorted(known)),
                )
                return
            if name not in happened[place:]:
                all_of_them = ", ".join(happened) or "nothing"
                missing = "no event {name!r} after {last!r}; happened: {happened}"
                missing = missing if place else "no event {name!r}; happened: {happened}"
                self.fail(step, "events", missing, name=name, last="".join(happened[:place][-1:]), happened=all_of_them)
                return
            place = happened.index(name, place) + 1

    def check_path(self, step: Step, path: str, wanted: Any) -> None:
        """What the position says at a path must be the value wanted, or lie between its `min` and `max`."""
        try:
            found = self.game.read(self.state, path)
        except EsquiveError as error:
            self.blame(step, "expect", str(error))
            return
        if _is_range(wanted):
            if not isinstance(found, int | float) or isinstance(found, bool):
                self.blame(
                    step,
                    "expect",
                    "{path} is {found!r}, no number to compare with {wanted}",
                    path=path,
                    found=found,
                    wanted=_shown(wanted),
                )
            elif not has_fact(found, wanted):
                self.fail(
                    step,
                    "expect",
                    "expected {path} {wanted}, found {found}",
                    path=path,
                    wanted=_shown(wanted),
                    found=found,
                )
        elif not _is_same(found, wanted):
            self.fail(
                step,
                "expect",
                "expected {path} = {wanted}, found {found}",
                path=path,
                wanted=_shown(wanted),
                found=_shown(found),
            )


def cites(condition: Condition, clause: str) -> bool:
    """Whether a condition cites the clause or a part of it: 7.1.3.b is part of 7.1.3, 310.2e of 310.2."""
    return any(is_part_of(cited, clause) for cited in condition.clauses)


def has_fact(found: Any, wanted: Any) -> bool:
    """Whether what was found is the value wanted, or lies between its `min` and `max`."""
    if _is_range(wanted):
        return bool(wanted.get("min", found) <= found <= wanted.get("max", found))
    return _is_same(found, wanted)


def _is_range(wanted: Any) -> bool:
    return isinstance(wanted, dict) and bool(wanted) and set(wanted) <= {"min", "max"}


def _is_same(found: Any, wanted: Any) -> bool:
    if isinstance(found, bool) or isinstance(wanted, bool):
        return isinstance(found, bool) and isinstance(wanted, bool) and found == wanted
    return bool(found == wanted)


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_shown(entry)}" for key, entry in value.items()) + " }"
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value)
