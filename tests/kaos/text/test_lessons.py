"""What the help tells of each verb: its grammar in every language, a line that can be written, clauses that exist."""

import re
from pathlib import Path

import pytest

from esquive.core.errors import NotationError
from esquive.core.messages import LANGUAGES, messages
from esquive.core.waiting import Decision, Over
from esquive.kaos.game import GAME
from esquive.kaos.releases.books import BOOKS
from esquive.kaos.spoken.notation_help import CLAUSES, TOPICS, Lessons
from esquive.kaos.spoken.wording import Wording
from esquive.kaos.written.notation import VERBS
from tests.kaos.games import positions
from tests.kaos.playing import Table, mine, theirs

# Verbs whose lines read wherever they stand: those of plans and reactions are about the figure asked.
READ = ("activate", "intercept", "move", "slam", "use")


def test_every_verb_has_a_lesson_and_dice_and_paths_too() -> None:
    assert {*TOPICS} == {*VERBS, "roll", "draw", "path"}


def test_every_clause_named_is_one_of_the_book() -> None:
    registry, ledger = BOOKS[0].registry(), (Path(__file__).parents[3] / BOOKS[0].ledger).read_text(encoding="utf-8")
    named = {one for clauses in CLAUSES.values() for one in clauses}
    assert [one for one in named if not registry.is_known(one) and f"### {one}. " not in ledger] == []


@pytest.mark.parametrize("topic", TOPICS)
def test_the_grammar_has_the_same_words_to_type_in_every_language(topic: str) -> None:
    """Words in capitals are places for something, and translated; what is typed is not."""
    forms = [messages(language).template(f"kaos.help.{topic}.forms") for language in LANGUAGES]
    typed = [re.findall(r"\b[a-z]+\b", re.split(r", as many|, autant|, quanti", form)[0]) for form in forms]
    assert typed[0] == typed[1] == typed[2]
    if topic != "path":
        assert forms[0].split()[0] == topic


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("topic", TOPICS)
def test_a_lesson_ends_with_an_example_of_the_position(topic: str, language: str) -> None:
    """Names of figures that are there; nothing left open."""
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(26, 20))}).turn_of("hero")
    told = GAME.words(table.state, language).lesson(topic)
    assert len(told) >= 3 and not any("{" in line or "kaos." in line for line in told)
    assert all(clause in "\n".join(told) for clause in CLAUSES[topic])
    if topic in ("place", "plan", "activate", "intercept", "use"):
        assert "hero" in told[-1] or "foe" in told[-1]


@pytest.mark.parametrize("seed", [1, 4])
def test_an_example_said_to_be_for_now_is_legal_now(seed: int) -> None:
    """Whatever is asked, and every other example at least reads as a line of its verb."""
    now: set[str] = set()
    for number, (state, _, _) in enumerate(positions(seed, fighters=2)):
        waiting = state.waiting
        if number % 3 or isinstance(waiting, Over):
            continue
        lessons = Lessons(state, Wording(state))
        for verb in TOPICS[:-1]:
            line, is_now = lessons.example(verb)
            assert line.split()[0] == verb
            if is_now:
                now.add(verb)
                answer = GAME.parse(state, line)
                assert not isinstance(waiting, Decision) or waiting.refusal(answer) is None
            elif isinstance(waiting, Decision) and verb in READ:
                try:
                    GAME.parse(state, line)
                except NotationError as error:
                    raise AssertionError(f"{line!r}: {error}") from error
    assert {"plan", "activate", "roll"} <= now


def test_a_path_is_told_leg_by_leg_with_its_cost() -> None:
    """From where the figure stands, turns for nothing [Kaos K10.11]."""
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(40, 20), faces=0)}).turn_of("hero")
    told = GAME.words(table.state).lesson("path")
    start = next(number for number, line in enumerate(told) if line.startswith("For example: "))
    path = told[start].removeprefix("For example: ").split(". ")[0]
    assert told[start].endswith("Hero stands at 20, 20.")
    legs = told[start + 1 :]
    assert [leg.strip().split("  ")[0] for leg in legs] == re.findall(r"face \S+|\S+", path)
    assert all("for nothing" in leg or "cm of movement" in leg for leg in legs)


def test_an_unknown_word_has_no_lesson() -> None:
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(26, 20))})
    assert GAME.words(table.state).lesson("plna") == []
