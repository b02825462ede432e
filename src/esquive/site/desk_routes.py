"""The judge's desk of a page; read when it is first asked."""

import asyncio
from typing import Final

from esquive.hosting.desk import answer_in_slices
from esquive.hosting.desk_messages import DeskQuestion, DeskView, StudyQuestion, StudyView
from esquive.hosting.protocol import ProtocolError
from esquive.hosting.studies import study_view
from esquive.site.page_host import PageHost
from esquive.site.requests import Asked, Routes

ROUTES: Final = Routes()
_newest: Final = [0]  # the number of the question asked last


@ROUTES.at("POST", "/api/desk", 200)
async def post_question(host: PageHost, asked: Asked) -> DeskView:
    """A position and what is asked about it: shown, judged, and as a link.

    A page has one engine: it does something else between the slices of long work, and leaves a search for the likeliest
    KO as soon as another question is asked.
    """
    wanted = asked.said(DeskQuestion)
    own = _newest[0] = _newest[0] + 1
    slices = answer_in_slices(wanted, asked.language)
    while True:
        try:
            next(slices)
        except StopIteration as end:
            view: DeskView = end.value
            return view
        await asyncio.sleep(0)
        if own != _newest[0]:
            raise ProtocolError("bad-request", why="another question has been asked since")


@ROUTES.at("POST", "/api/studies", 200)
async def post_study(host: PageHost, asked: Asked) -> StudyView:
    """A study out of its link, or a link out of its chapters."""
    return study_view(asked.said(StudyQuestion), asked.language)
