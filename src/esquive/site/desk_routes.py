"""The judge's desk of a page; read when it is first asked."""

from typing import Final

from esquive.hosting.desk import answer_question
from esquive.hosting.desk_messages import DeskQuestion, DeskView, StudyQuestion, StudyView
from esquive.hosting.studies import study_view
from esquive.site.page_host import PageHost
from esquive.site.requests import Asked, Routes

ROUTES: Final = Routes()


@ROUTES.at("POST", "/api/desk", 200)
async def post_question(host: PageHost, asked: Asked) -> DeskView:
    """A position and what is asked about it: shown, judged, and as a link."""
    return answer_question(asked.said(DeskQuestion), asked.language)


@ROUTES.at("POST", "/api/studies", 200)
async def post_study(host: PageHost, asked: Asked) -> StudyView:
    """A study out of its link, or a link out of its chapters."""
    return study_view(asked.said(StudyQuestion), asked.language)
