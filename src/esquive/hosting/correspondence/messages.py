"""What a client asks of play by correspondence, and what it is told; only a page that hosts itself is asked."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from esquive.hosting.correspondence.letters import MOST
from esquive.hosting.protocol import NewPlayer, TableWanted, Wanted

Stage = Literal["invited", "accepted", "own", "theirs", "done"]
Text = Annotated[str, Meta(min_length=1, max_length=MOST + 2000)]  # a letter, or the link that ends in it


class InvitationWanted(TableWanted, kw_only=True):
    """Invites somebody to a match by letters; what is left out is usual in the game."""

    player: NewPlayer


class LetterText(Wanted):
    """A letter that has come."""

    letter: Text


class AcceptanceWanted(Wanted):
    """Accepts the invitation of a letter."""

    letter: Text
    player: NewPlayer


class InvitationView(Struct):
    """An invitation to be accepted: what is to be played, and against whom; his team is told once one has chosen."""

    game: str
    release: str
    format: str
    arena: str
    options: dict[str, str]
    setup: dict[str, Any]
    name: str


class MailView(Struct):
    """How a match by correspondence stands.

    `stage`: `invited` and `accepted` wait for the other's first letter; `own`, `theirs` say whose stretch it is; `done`
    is a match that is over, `is_open` once each has laid open his secret. `letter` is to be sent, "" where none is;
    `number` counts the stretches; `wrong` says what did not hold, in a sentence.
    """

    id: str
    game: str
    stage: Stage
    other: str
    number: int
    letter: str = ""
    is_open: bool = False
    wrong: str = ""


class LetterOpened(Struct):
    """What a letter was: an invitation to be accepted, or a match that has gone on, with a token for it."""

    id: str
    token: str = ""
    invitation: InvitationView | None = None
