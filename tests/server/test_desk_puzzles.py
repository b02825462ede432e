"""Make a puzzle of this: the solver's verdict, the puzzle as a code that is played, and as the file of an exercise."""

from pathlib import Path
from typing import Any

import pytest

from esquive.core.errors import DocumentError
from esquive.core.exercises import read_exercise
from esquive.core.games import game_named
from esquive.core.puzzle_codes import MOST_CHARACTERS, Puzzle, code_of_puzzle, exercise_named, puzzle_of
from esquive.core.question_links import code_of, code_of_study, packed
from esquive.hosting.desk_messages import DeskPuzzle, PuzzleQuestion
from tests.core.test_question_links import SMALL
from tests.core.test_study_files import LOCKS
from tests.server.test_desk import ask

KROSMASTER = game_named("krosmaster")
CLOSE_IN = KROSMASTER.exercises()["close-in"]
KO = {"unit.healey.ko": True}


def made(goal: dict[str, Any] = KO, most: int = 60_000, language: str = "en", **said: Any) -> DeskPuzzle:
    document = said.pop("document", CLOSE_IN.document)
    found = ask(language, document=document, puzzle=PuzzleQuestion(goal, most=most, **said))
    assert found.faults == [] and found.puzzle is not None
    return found.puzzle


def test_what_may_be_asked_for_is_told_before_anything_is_solved() -> None:
    found = made({}, place="b1")
    assert [one.text for one in found.goals] == [
        "Bring Oscar Kass to b1 this turn",
        "KO Lil Healey this turn",
        "Have 7 GG or more this turn",
        "Win this turn",
    ]
    assert (found.positions, found.is_solved, found.link) == (0, False, "")
    assert made({}, language="fr").goals[0].text == "Mettez Opée Tissoin KO ce tour"


def test_the_verdict_is_that_of_the_solver() -> None:
    found = made()
    assert found.is_solved and found.best >= CLOSE_IN.least and found.positions <= found.most
    assert found.moves and all(one.chance == found.best for one in found.moves)
    assert "cast deviousness c2" not in [one.line for one in found.moves]  # it comes to mind first, and is worth less
    assert found.answers > len(found.moves)
    assert found.text == f"KO Lil Healey this turn, at {int(found.best)} % or better."


def test_it_goes_on_where_it_stopped_and_says_so_where_it_finds_nothing() -> None:
    document = {**CLOSE_IN.document, "wild_gg": 3}
    broken_off = made(document=document, most=5)
    assert (broken_off.is_solved, broken_off.link, broken_off.moves) == (False, "", [])
    assert 5 <= broken_off.positions < 50
    assert made(document=document).is_solved
    out_of_reach = made({"player.p1.kamas": 99})
    assert (out_of_reach.is_solved, out_of_reach.best, out_of_reach.moves, out_of_reach.link) == (True, 0.0, [], "")


def test_the_code_is_an_exercise_in_every_language() -> None:
    found = made(title="Closer")
    exercise = exercise_named(KROSMASTER, found.link)
    assert exercise is not None and (exercise.id, exercise.kind, exercise.goal) == (found.link, "puzzle", KO)
    assert exercise.title == {"en": "Closer", "fr": "Closer", "it": "Closer"} and exercise.text["en"] == found.text
    assert exercise.text["fr"].startswith("Mettez Opée Tissoin KO ce tour, à ")
    assert exercise_named(KROSMASTER, "no-such-exercise") is None
    assert exercise_named(KROSMASTER, "close-in") is CLOSE_IN


def test_the_file_is_one_of_an_exercise(tmp_path: Path) -> None:
    found = made()
    path = tmp_path / "1-mine.toml"
    path.write_text(found.file, encoding="utf-8")
    read, own = read_exercise(path, "puzzle"), exercise_named(KROSMASTER, found.link)
    assert own is not None
    assert (read.id, read.title, read.text, read.goal, read.least) == ("mine", own.title, own.text, KO, int(found.best))
    assert ask(text=found.file).faults == []  # the desk opens its position
    assert KROSMASTER.from_document(read.document).to_data() == KROSMASTER.from_document(own.document).to_data()


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"goal": {"unit.nobody.ko": True}}, "no unit is called"),
        ({"goal": {"unit.healey.ko": False}}, "the goal is reached already"),
        ({"goal": {"unit.healey.ko": [1]}}, "no facts by path"),
        ({"goal": {f"wild_gg{n}": 1 for n in range(5)}}, "no facts by path"),
        ({"place": "nowhere"}, "nowhere"),
    ],
)
def test_what_makes_no_puzzle_is_told(said: dict[str, Any], told: str) -> None:
    found = ask(document=CLOSE_IN.document, puzzle=PuzzleQuestion(**said))
    assert found.puzzle is None and [one.part for one in found.faults] == ["puzzle"]
    assert told in found.faults[0].message and found.board is not None


def test_kaos_has_puzzles_too_and_says_what_they_are_counted_over() -> None:
    document = game_named("kaos").exercises()["kaos-back"].document
    found = ask(
        game="kaos", document=document, puzzle=PuzzleQuestion({"figure.tholine.wounds": {"min": 3}}, most=9_000)
    )
    assert found.faults == [] and found.puzzle is not None
    assert found.puzzle.is_solved and found.puzzle.best > 0 and found.puzzle.link
    assert "that the game proposes were tried" in found.puzzle.counted
    assert "Put Tholine out of action this round" in [one.text for one in found.puzzle.goals]


def test_a_code_of_something_else_is_told() -> None:
    puzzle = Puzzle(CLOSE_IN.document, KO, 80, "Closer")
    assert puzzle_of(code_of_puzzle(puzzle)) == puzzle
    spoilt: list[Any] = [[], [{}, {}, 80], [{}, KO, 101], [{}, KO, True], [{}, KO, 80, 3], "end"]
    others = [code_of(SMALL), code_of_study(LOCKS), *(packed({"puzzle": said}) for said in spoilt)]
    for code in others:
        with pytest.raises(DocumentError, match="else than a puzzle"):
            puzzle_of(code)
    with pytest.raises(DocumentError, match="too long for a puzzle"):
        puzzle_of("1" * (MOST_CHARACTERS + 1))
    with pytest.raises(DocumentError, match="cut short"):
        puzzle_of(code_of_puzzle(puzzle)[:-5])
