"""A study as a file: what a link holds goes to a file and back, and each fault of one written by hand is told."""

import json
from typing import Any

import pytest

from esquive.core.errors import DocumentError, EsquiveError
from esquive.core.question_links import Chapter, Question, Study, code_of
from esquive.core.study_files import study_in_text, study_to_data, with_positions
from tests.core.test_question_links import SMALL

LOCKS = Study(
    "Locks",
    [
        Chapter("Two lockers", "Who rolls first?", SMALL, [["b1", "c1"], ["a2"]]),
        Chapter("", "", Question(SMALL.document, "keep", ["end"], ["resolve 1"])),
    ],
)


def written(study: Study = LOCKS, **changes: Any) -> str:
    return json.dumps({**study_to_data(study), **changes})


def faults(text: str) -> list[str]:
    with pytest.raises(DocumentError) as refused:
        study_in_text(text, "mine.study.json")
    found: list[EsquiveError] = [refused.value, *refused.value.others]
    assert all(one.fix for one in found)
    return [f"{one.where}: {one.message}" for one in found]


def test_a_study_goes_to_a_file_and_back() -> None:
    assert study_in_text(written(), "mine.study.json") == LOCKS
    assert set(study_to_data(LOCKS)["chapters"][1]) == {"position", "line", "after", "answers"}  # no empty part


def test_a_chapter_may_have_the_code_of_a_question() -> None:
    text = written(chapters=[{"code": code_of(SMALL)}, {"code": code_of(SMALL), "line": "end"}])
    found = study_in_text(text, "mine.study.json")
    assert [one.question for one in found.chapters] == [SMALL, Question(SMALL.document, "end")]


def test_each_fault_of_a_file_is_told_with_its_place() -> None:
    chapters = [
        {"position": SMALL.document, "coment": "Look", "arrows": [["b1", "over there"]]},
        {"title": 3, "code": "1nothing"},
        {"line": "end", "after": "end"},
        "a chapter",
    ]
    assert faults(written(chapters=chapters)) == [
        "mine.study.json: chapters[0].coment: there is no such key here",
        "mine.study.json: chapters[0].arrows: are no arrows from place to place",
        "mine.study.json: chapters[1].title: is no text of at most 200 characters",
        "mine.study.json: chapters[1].code: the link has been cut short or changed",
        "mine.study.json: chapters[2].after: is no list of at most 200 lines",
        "mine.study.json: chapters[2].position: a chapter has either a position or a code",
        "mine.study.json: chapters[3]: is no chapter",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "is not JSON"),
        ("[" * 100_000, "is nested too deeply"),
        ("[]", "something else than a study"),
        ('{"study": 2, "chapters": []}', "version 2"),
        ('{"study": 1, "chapters": {}}', "no list of at most 200"),
        ('{"study": 1, "titel": "", "chapters": []}', "no such key"),
    ],
)
def test_what_is_no_study_is_told(text: str, told: str) -> None:
    assert told in faults(text)[0]


def test_positions_are_completed_and_each_that_cannot_be_read_is_told() -> None:
    assert with_positions(LOCKS, "mine").chapters[0].question.document["release"] == "2.7"
    broken = {**SMALL.document, "unit": [{"card": "oskar", "owner": "p1", "at": "b1"}]}
    study = Study(
        "", [Chapter("", "", Question(broken)), *LOCKS.chapters, Chapter("", "", Question({"game": "chess"}))]
    )
    with pytest.raises(DocumentError, match="unknown card 'oskar'") as refused:
        with_positions(study, "mine")
    assert refused.value.where.startswith("mine: chapters[0].position")
    assert [one.where for one in refused.value.others] == ["mine: chapters[3].position: game"]
