"""Studies: positions with what is said of them, in an order, as one link; nothing of them is kept anywhere."""

from esquive.core.errors import DocumentError
from esquive.core.question_links import Chapter, Study, code_of, code_of_study, question_of, study_of
from esquive.hosting.desk_messages import StudyChapter, StudyQuestion, StudyView
from esquive.hosting.protocol import ProtocolError


def study_view(wanted: StudyQuestion) -> StudyView:
    """A study by its link, or put together of its chapters; raises ProtocolError `bad-question`."""
    try:
        study = study_of(wanted.link) if wanted.link else _together(wanted)
        chapters = [StudyChapter(code_of(one.question), one.title, one.comment) for one in study.chapters]
        return StudyView(code_of_study(study), study.title, chapters)
    except DocumentError as error:
        raise ProtocolError("bad-question", why=error) from error


def _together(wanted: StudyQuestion) -> Study:
    return Study(wanted.title, [Chapter(one.title, one.comment, question_of(one.link)) for one in wanted.chapters])
