"""POST /api/studies: chapters become a link or a file, and come out of either."""

from random import Random

import pytest

from esquive.core.question_links import code_of
from esquive.hosting.clause_pages import clause_page
from esquive.hosting.desk_messages import StudyChapter, StudyQuestion
from esquive.hosting.protocol import ProtocolError
from esquive.hosting.studies import study_view
from tests.core.test_question_links import SMALL
from tests.core.test_study_files import written
from tests.server.test_desk import ask

CHAPTER = StudyChapter(code_of(SMALL), "Two lockers", "Who rolls first?", [["b1", "c1"], ["d2"]])


def test_chapters_go_to_a_link_and_back() -> None:
    made = study_view(StudyQuestion(title="Locks", chapters=[CHAPTER]))
    assert (made.title, made.chapters, made.document) == ("Locks", [CHAPTER], None)
    assert study_view(StudyQuestion(link=made.link)) == made


def test_a_study_becomes_a_file_and_comes_out_of_one() -> None:
    made = study_view(StudyQuestion(title="Locks", chapters=[CHAPTER], as_file=True))
    assert made.document is not None and made.document["chapters"][0]["arrows"] == CHAPTER.arrows
    read = study_view(StudyQuestion(text=written()))
    assert [one.title for one in read.chapters] == ["Two lockers", ""] and read.link


def test_one_that_no_address_holds_becomes_a_file_all_the_same() -> None:
    rng = Random(7)
    noise = ["".join(chr(rng.randrange(0x4E00, 0x9F00)) for _ in range(4_000)) for _ in range(20)]
    chapters = [StudyChapter(CHAPTER.link, "", comment) for comment in noise]
    with pytest.raises(ProtocolError, match="too long for a link"):
        study_view(StudyQuestion(chapters=chapters))
    made = study_view(StudyQuestion(chapters=chapters, as_file=True))
    assert made.link == "" and made.document is not None and len(made.document["chapters"]) == 20


def test_every_fault_of_a_file_is_told() -> None:
    text = written(chapters=[{"position": SMALL.document, "arrows": [["here"]]}, {"title": 3}])
    with pytest.raises(ProtocolError, match=r"chapters\[0\].arrows.*chapters\[1\].title") as refused:
        study_view(StudyQuestion(text=text))
    assert "flèches" in refused.value.fault("fr").message


@pytest.mark.parametrize("game", ["krosmaster", "kaos"])
@pytest.mark.parametrize("examples", ["rulebook", "rulings"])
def test_the_examples_of_a_rulebook_and_the_rulings_open_as_studies(game: str, examples: str) -> None:
    made = study_view(StudyQuestion(examples=examples, game=game, title="All"), "fr")
    assert made.title == "All" and len(made.chapters) > 10 and made.link
    assert all(one.title and one.comment for one in made.chapters)
    assert len({one.title.partition(":")[0] for one in made.chapters}) > 8


def test_a_game_without_rulebook_has_no_examples() -> None:
    with pytest.raises(ProtocolError, match="no rulebook"):
        study_view(StudyQuestion(examples="rulings", game="chess"))


def test_the_page_of_a_ruling_and_of_a_clause_leads_to_the_desk() -> None:
    for number, language in (("R13", "en"), ("R13", "fr"), ("4.15.8", "it"), ("K14.3", "en"), ("1.1.1.a", "en")):
        shown = clause_page(number, language).desk
        assert [ask(link=one.link).faults for one in shown] == [[]] * len(shown)
        assert bool(shown) == (number != "1.1.1.a")
    assert clause_page("R2", "fr").desk[0].language == "fr"
    assert clause_page("4.18.9", "en").desk[0].title.startswith("Bill Tell is a Cra")
