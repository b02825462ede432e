"""What a player keeps of a match by correspondence beside its answers."""

from typing import Final, Literal

from msgspec import Struct

INVITER: Final = 0  # the place of who invites in the set-up, and
GUEST: Final = 1  # that of who is invited


class Mail(Struct):
    """What one of the two players knows. `place` is his own; `bound` and `theirs` (once told) are the other's.

    `number` is the stretch being played, from 1, which began at version `since`; `told` is the last value of the
    other's chain. `cards` are the outcomes of drawing each card of a deck, `decks` the locked decks, `keys` the other's
    keys of what one draws oneself, by deck and in order. `seen` are the other's draws that one knows: deck and card by
    the number of the draw. `shown` are one's own that the other knows, `given` counts the keys of each deck he has.
    `wrong` says what did not hold when all was laid open. `letter` is the last one written, at version `written`.
    `team` is the inviter's own, packed.
    """

    place: int
    secret: bytes
    bound: bytes
    told: bytes
    cards: list[list[int]]
    decks: list[bytes]
    keys: list[list[bytes]]
    given: list[int]
    number: int = 1
    since: int = 0
    stretches: list[tuple[int, bytes]] = []
    seen: dict[int, tuple[int, int]] = {}
    shown: list[int] = []
    theirs: bytes = b""
    team: bytes = b""
    wrong: Literal["", "dice", "decks", "cards"] = ""
    letter: str = ""
    written: int = -1

    @property
    def is_own_stretch(self) -> bool:
        """Whether the stretch being played is one's own: those of the inviter have odd numbers."""
        return self.number % 2 == 1 - self.place

    @property
    def is_open(self) -> bool:
        """Whether nothing is hidden any more: the match is over, and the other has laid open his secret."""
        return bool(self.theirs)


class Pending(Struct):
    """A match that has not begun: what is kept until the other's letter comes.

    `team` is the inviter's own, packed; `acceptance` the guest's own letter.
    """

    id: str
    created: str
    place: int
    secret: bytes
    invitation: str
    team: bytes = b""
    acceptance: str = ""
