"""What players of a match by correspondence may wish: to give up, while it is their stretch."""

from esquive.hosting.correspondence.mail import Mail
from esquive.hosting.protocol import ProtocolError, Wish


def check_wish(mail: Mail, wish: Wish, asked: int | None) -> None:
    """Raises ProtocolError `letter-no-wish` for what would need an answer, and `letter-not-now`."""
    if wish.what != "resign":
        raise ProtocolError("letter-no-wish", 409)
    if asked is not None and asked != mail.place:
        raise ProtocolError("letter-not-now", 409)
