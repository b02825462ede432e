"""Studies: positions with what is said of them, in an order, as one link or file; nothing of them is kept anywhere."""

from esquive.core.errors import DocumentError
from esquive.core.messages import DEFAULT
from esquive.core.question_links import Chapter, Study, TooLong, code_of, code_of_study, question_of, study_of
from esquive.core.study_files import study_in_text, study_to_data, with_positions
from esquive.hosting.desk_messages import StudyChapter, StudyQuestion, StudyView
from esquive.hosting.example_studies import example_study
from esquive.hosting.protocol import ProtocolError


def study_view(wanted: StudyQuestion, language: str = DEFAULT) -> StudyView:
    """A study by its link or file, put together of its chapters, or of the program's own examples.

    Raises ProtocolError `bad-question`.
    """
    try:
        study = _wanted(wanted, language)
        chapters = [StudyChapter(code_of(one.question), one.title, one.comment, one.arrows) for one in study.chapters]
        document = study_to_data(study) if wanted.as_file else None
        return StudyView(_address(study, wanted), study.title, chapters, document)
    except DocumentError as error:
        raise ProtocolError("bad-question", why=[error, *error.others]) from error


def _wanted(wanted: StudyQuestion, language: str) -> Study:
    if wanted.examples:
        return example_study(wanted.game, wanted.examples, wanted.title, language)
    if wanted.link:
        return study_of(wanted.link)
    if wanted.text:
        return with_positions(study_in_text(wanted.text, "study"), "study")
    chapters = [
        Chapter(one.title, one.comment, question_of(one.link), [[*arrow] for arrow in one.arrows])
        for one in wanted.chapters
    ]
    return Study(wanted.title, chapters)


def _address(study: Study, wanted: StudyQuestion) -> str:
    """The code of a study; of one that is too long for an address and goes into a file, or comes out of one, ""."""
    try:
        return code_of_study(study)
    except TooLong:
        if wanted.as_file or wanted.text:
            return ""
        raise
