"""A person's seat at the command line: `esquive match GAME --agents human greedy`.

What happens is told in sentences; on a decision a line of notation is read, or the number of a proposal. It works with
piped lines as well: they are printed as they are read, and when they end the match is stopped.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final, TextIO

from esquive.agents.base import Agent, agent_named, agent_names
from esquive.cli.judge import odds_told
from esquive.cli.releases import release_named
from esquive.core.dice import SeededDice
from esquive.core.errors import EsquiveError, NotationError
from esquive.core.games import game_named
from esquive.core.ids import format_seat
from esquive.core.match import Match
from esquive.core.messages import DEFAULT, messages
from esquive.core.phrases import phrase
from esquive.core.waiting import Condition, Decision, Over, Refusal, Roll
from esquive.core.whole_files import write_whole
from esquive.core.words import Words
from esquive.lab.fixtures import setups_drawn

HUMAN: Final = "human"
PROPOSALS: Final = 8
LAST_LINES: Final = 20
SPECTATOR: Final = -1


class Table:
    """A match with people at the terminal: `agents` are those of the set-up's teams, None for a person."""

    def __init__(self, match: Match, agents: list[Agent | None], rng: Random, language: str) -> None:
        self.match = match
        self.agents = agents
        self.rng = rng
        self.language = language
        self._messages = messages(language)
        self.told = 0
        self.proposed: list[int] = []

    # ---------------------------------------------------------------------------------------------------------- playing

    def play(self, lines: Iterator[str], out: TextIO) -> str:
        """Plays until the end, `quit` or the last line; returns what stopped the match, `input` or `player`, or ""."""
        while not self.match.is_over:
            waiting = self.match.waiting
            agent = self._agent_of(waiting)
            if agent is not None and isinstance(waiting, Decision):
                self.match.play(agent.choose(self.match.game, self.match.state, waiting, self.rng))
                continue
            self._tell(out)
            stopped = self._ask(waiting, lines, out)
            if stopped:
                self.match.stop(messages(DEFAULT).say(f"terminal.stop.{stopped}", {"n": self.match.version}))
                return stopped
        self._tell(out)
        return ""

    def _agent_of(self, waiting: Any) -> Agent | None:
        if not isinstance(waiting, Decision):
            return None
        return self.agents[self.match.game.player_in(self.match.state, waiting.seat)]

    def _ask(self, waiting: Any, lines: Iterator[str], out: TextIO) -> str:
        """One decision or roll: reads until something is answered; returns what stops the match, or ""."""
        print(f"\n{self._question(waiting)}", file=out)
        if isinstance(waiting, Decision):
            for sentence in self._words.briefing():
                print(f"      {sentence}", file=out)
            self._propose(waiting, out, limit=PROPOSALS)
        while True:
            print("> ", end="", file=out, flush=True)
            line = next(lines, None)
            if line is None:
                print(file=out)
                return "input"
            words = line.split()
            if words == ["quit"]:
                return "player"
            if words and self._do(waiting, words, out):
                return ""

    def _do(self, waiting: Any, words: list[str], out: TextIO) -> bool:
        """A line of somebody's; whether it was an answer."""
        verb = words[0]
        if verb == "help" and len(words) <= 2:
            self._help(words[1:], out)
        elif verb == "reach" and len(words) <= 2:
            self._reach(words[1:], out)
        elif verb == "show" and len(words) == 1:
            print(self.match.game.draw(self.match.state), file=out)
        elif verb == "more" and len(words) == 1:
            self._propose(waiting, out, limit=0)
        elif verb == "log" and len(words) <= 2:
            self._show_log(words[1:], out)
        elif verb == "why":
            self._explain(waiting, words[1:], out)
        else:
            return self._answer(waiting, words, out)
        return False

    def _answer(self, waiting: Any, words: list[str], out: TextIO) -> bool:
        line = self._line_of(waiting, words, out)
        if not line:
            return False
        try:
            refusal = self.match.answer(line)
        except NotationError as error:
            print(f"{error}", file=out)
            return False
        if refusal is not None:
            print(self.say("refused", why=self._sentence(refusal)), file=out)
            print(self.say("why-line", line=line), file=out)
            return False
        return True

    def _line_of(self, waiting: Any, words: list[str], out: TextIO) -> str:
        """The line that was written, or of the proposal whose number was; "" when there is none of this number."""
        is_number = isinstance(waiting, Decision) and len(words) == 1 and words[0].isascii() and words[0].isdigit()
        if not is_number:
            return " ".join(words)
        if 1 <= int(words[0]) <= len(self.proposed):
            return self.match.game.format(self.match.state, self.proposed[int(words[0]) - 1])
        print(self.say("no-proposal", n=words[0], last=len(self.proposed)), file=out)
        return ""

    # ---------------------------------------------------------------------------------------------------------- telling

    def say(self, name: str, **places: Any) -> str:
        """A sentence of the terminal in the table's language."""
        return self._messages.say(f"terminal.{name}", places)

    @property
    def _words(self) -> Words:
        """What the game says about the position now."""
        return self.match.game.words(self.match.state, self.language)

    def _help(self, words: list[str], out: TextIO) -> None:
        """What can be written, or what a verb of the notation means."""
        topics = ", ".join(self._words.topics())
        if not words:
            print(self.say("help"), file=out)
            if topics:
                print(self.say("topics", topics=topics), file=out)
            return
        unknown = self.say("no-topic", topic=words[0], topics=topics) if topics else self.say("no-topics")
        for line in self._words.lesson(words[0]) or [unknown]:
            print(line, file=out)

    def _reach(self, words: list[str], out: TextIO) -> None:
        """What a unit gets to: the one named, else the one asked about."""
        try:
            found = self._words.reach(*words)
        except NotationError as error:
            found = [str(error)]
        unknown = self.say("reach") if self._words.topics() else self.say("no-reach")
        for line in found or [unknown]:
            print(line, file=out)

    def _question(self, waiting: Any) -> str:
        turn = self.match.game.turn_of(self.match.state)
        when = self.say(self._words.counts, turn=turn) if turn else ""
        kind = self._words.asked(waiting.kind)
        if isinstance(waiting, Roll):
            many = self.say("dice", n=waiting.count) if waiting.count > 1 else self.say("result")
            who = f", {format_seat(waiting.seat)}" if waiting.seat >= 0 else ""
            return self.say("roll", when=when, kind=f"{kind}{who}", many=many)
        return self.say("decision", when=when, seat=format_seat(waiting.seat), kind=kind)

    def _propose(self, waiting: Any, out: TextIO, *, limit: int) -> None:
        """Prints answers, numbered: those listed, or the best; `limit` of them or, with 0, all there are."""
        if not isinstance(waiting, Decision):
            print(self.say("table-dice"), file=out)
            return
        found = self._words.proposals(limit or 3 * PROPOSALS)
        limit *= 2 if waiting.is_listed else 1
        self.proposed = found[:limit] if limit else found
        for number, answer in enumerate(self.proposed, 1):
            print(f"  {number:>2}  {self.match.game.format(self.match.state, answer)}", file=out)
            reason = self._words.reason(answer)
            if reason:
                print(f"      {reason}", file=out)
        if len(found) > len(self.proposed):
            print(f"      {self.say('more', n=len(found) - len(self.proposed))}", file=out)
        elif not waiting.is_listed:
            print(f"      {self.say('others')}", file=out)

    def _tell(self, out: TextIO) -> None:
        """What has happened since it was told last."""
        for event in self._events(self.told):
            print(f"{event['sentence']} [{event['clause']}]", file=out)
        self.told = self.match.version

    def _events(self, since: int) -> list[dict[str, Any]]:
        """Events as the one person here may know them; as everybody may, where two people share the terminal."""
        viewer = SPECTATOR
        people = [team for team, agent in enumerate(self.agents) if agent is None]
        if len(people) == 1:
            game, state = self.match.game, self.match.state
            seats = [seat for seat in range(game.seats_of(state)) if game.player_in(state, seat) == people[0]]
            viewer = seats[0] if seats else SPECTATOR
        return self.match.events_since(since, viewer, self.language)

    def _show_log(self, words: list[str], out: TextIO) -> None:
        if words and not (words[0].isascii() and words[0].isdigit() and int(words[0])):
            print(self.say("no-number", word=repr(words[0])), file=out)
            return
        for event in self._events(0)[-int(words[0]) if words else -LAST_LINES :]:
            print(f"{event['sentence']} [{event['clause']}]", file=out)

    def _explain(self, waiting: Any, words: list[str], out: TextIO) -> None:
        """Every condition of a line, the ones that hold and the ones that fail; the odds of a legal one."""
        if not words or not isinstance(waiting, Decision):
            print(self.say("why"), file=out)
            return
        line = self._line_of(waiting, words, out)
        if not line:
            return
        try:
            answer = self.match.game.parse(self.match.state, line)
        except NotationError as error:
            print(f"{error}", file=out)
            return
        conditions = self.match.game.conditions(self.match.state, answer)
        is_legal = all(condition.holds for condition in conditions)
        said = self._messages
        print(f"{line}: {said.say('judge.legal' if is_legal else 'judge.illegal', {})}", file=out)
        for condition in conditions:
            mark = said.say("judge.holds" if condition.holds else "judge.fails", {})
            print(f"  {mark}  {self._sentence(condition)}", file=out)
        if is_legal:
            for told in odds_told(self._words.odds(answer), self.language):
                print(told, file=out)

    def _sentence(self, told: Condition | Refusal) -> str:
        """A condition or refusal in words, with its clauses."""
        clauses = f" [{', '.join(told.clauses)}]" if told.clauses else ""
        return f"{self._words.condition(told)}{clauses}"


# ------------------------------------------------------------------------------------------------------------- the verb


def play_here(args: Any) -> int:
    """Plays one match with people at this terminal; 0, or raises EsquiveError for what cannot be."""
    agents = [None if name == HUMAN else _agent(name, args.game) for name in args.agents]
    setup = setups_drawn(args.game, args.arena, args.teams, release_named(args.release, args.game)).draw(
        Random(f"{args.seed}/0/draw")
    )
    dice = None if args.dice == "table" else SeededDice(f"{args.seed}/0/dice")
    match = Match(game_named(args.game), setup, dice, list(args.agents))
    out = sys.stderr if args.json else sys.stdout
    table = Table(match, agents, Random(f"{args.seed}/0/agents"), args.language)
    print(table.say("first"), file=out)
    stopped = table.play(_lines(sys.stdin, out), out)
    file = save(match, args.records)
    why = table.say(f"stop.{stopped}", n=match.version) if stopped else ""
    print(table.say("stopped", why=why) if stopped else _ending(table), file=out)
    if file:
        print(table.say("record", file=file), file=out)
    if args.json:
        end = match.record.end or {}
        data = {"game": args.game, "agents": args.agents, "setup": setup, "answers": match.version}
        print(json.dumps({**data, "end": end, "record": file}, ensure_ascii=False))
    return 0


def _agent(name: str, game: str) -> Agent:
    try:
        return agent_named(name, game)
    except EsquiveError as error:
        if not error.fix.startswith("agents for"):
            raise
        raise EsquiveError(
            error.message, error.where, phrase("agents: {known}", known=", ".join((HUMAN, *agent_names())))
        ) from error


def _ending(table: Table) -> str:
    """Who won; why, the log has just said."""
    waiting = table.match.waiting
    assert isinstance(waiting, Over), "a match that nobody stopped is over"
    if waiting.winner < 0:
        return table.say("draw", clause=waiting.clause)
    return table.say("wins", seat=format_seat(waiting.winner), clause=waiting.clause)


def _lines(source: TextIO, out: TextIO) -> Iterator[str]:
    """The lines people write, until they end or are broken off; those that come from a pipe are printed."""
    is_piped = not source.isatty()
    try:
        for line in source:
            if is_piped:
                print(line.rstrip("\n"), file=out)
            yield line
    except KeyboardInterrupt:
        return


def save(match: Match, folder: str) -> str:
    """Writes the record into a folder, if one is named; returns the file."""
    if not folder:
        return ""
    path = Path(folder) / "1.jsonl"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise EsquiveError(
            "cannot be written: {reason}", str(path), "name another folder", reason=phrase(str(error.strerror))
        ) from error
    write_whole(path, match.record.to_text(), "name another folder")
    return str(path)
