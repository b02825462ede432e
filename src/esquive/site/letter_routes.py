"""The addresses of play by correspondence: only a page that hosts its own matches has them; see docs/letters.md."""

from typing import Final

from esquive.hosting.correspondence.messages import (
    AcceptanceWanted,
    InvitationWanted,
    LetterOpened,
    LetterText,
    MailView,
)
from esquive.hosting.correspondence.post import Post
from esquive.site.page_host import PageHost
from esquive.site.requests import Asked, Routes

ROUTES: Final = Routes()


def _post(host: PageHost) -> Post:
    return Post(host.registry, host.store, host.opening, host.seeds)


@ROUTES.at("GET", "/api/letters")
async def get_pending(host: PageHost, asked: Asked) -> list[MailView]:
    """The matches by correspondence that wait for the other's first letter."""
    return await _post(host).all()


@ROUTES.at("POST", "/api/letters")
async def post_letter(host: PageHost, asked: Asked) -> LetterOpened:
    """Opens a letter that has come."""
    return await _post(host).open(asked.said(LetterText).letter, asked.language)


@ROUTES.at("POST", "/api/letters/which", 200)
async def post_which(host: PageHost, asked: Asked) -> LetterOpened:
    """The match that a letter belongs to; raises ProtocolError `no-such-match` where it is not here."""
    return await _post(host).which(asked.said(LetterText).letter)


@ROUTES.at("POST", "/api/letters/invitations")
async def post_invitation(host: PageHost, asked: Asked) -> MailView:
    """Writes an invitation."""
    return await _post(host).invite(asked.said(InvitationWanted), asked.language)


@ROUTES.at("POST", "/api/letters/acceptances")
async def post_acceptance(host: PageHost, asked: Asked) -> MailView:
    """Accepts an invitation."""
    return await _post(host).accept(asked.said(AcceptanceWanted), asked.language)


@ROUTES.at("GET", "/api/letters/{match_id:str}")
async def get_mail(host: PageHost, asked: Asked, match_id: str) -> MailView:
    """How a match by correspondence stands, with the letter that is to be sent."""
    return await _post(host).state(match_id, asked.language)


@ROUTES.at("POST", "/api/letters/{match_id:str}/forget", 200)
async def post_forget(host: PageHost, asked: Asked, match_id: str) -> list[MailView]:
    """Forgets a match that has not begun; answers those that are left."""
    await _post(host).forget(match_id)
    return await _post(host).all()
