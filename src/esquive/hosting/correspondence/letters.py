"""Letters: what one player of a match by correspondence sends the other, as a text that fits into a link.

A letter is msgpack, packed by zlib, in the letters of base64 that links leave as they are. What is hidden never stands
in a letter: of a card drawn in secret nothing but that it was drawn, and of dice to come nothing that tells them.
"""

import base64
import binascii
import zlib
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from esquive.hosting.protocol import CardIds, Id, Line, PlayerName, ProtocolError

FORMAT: Final = 1
MOST: Final = 60_000  # characters of a letter
MOST_UNPACKED: Final = 200_000
Value = Annotated[bytes, Meta(min_length=32, max_length=32)]
Key = Annotated[bytes, Meta(min_length=24, max_length=24)]
Deck = Annotated[bytes, Meta(max_length=24 * 200)]
Decks = Annotated[list[Deck], Meta(max_length=12)]
Keys = Annotated[list[list[Key]], Meta(max_length=12)]
MatchId = Annotated[bytes, Meta(min_length=8, max_length=8)]


class Brought(Struct, array_like=True, forbid_unknown_fields=True):
    """A player with what he brings: his name, his team, and what else the format asks of him."""

    name: PlayerName
    cards: CardIds = []
    setup: dict[str, Any] = {}


class Table(Struct, array_like=True, forbid_unknown_fields=True):
    """What is played, as `NewMatch` says it."""

    game: Id
    release: Id = ""
    format: Id = ""
    arena: Id = ""
    options: dict[str, str] = {}
    setup: dict[str, Any] = {}


class Letter(Struct, array_like=True, forbid_unknown_fields=True):
    """Any letter: `match` is the match it belongs to."""

    match: MatchId


class Team(Struct, array_like=True, forbid_unknown_fields=True):
    """What the inviter brings, which is told once the guest has chosen; with `salt` nobody guesses it by its hash."""

    salt: Annotated[bytes, Meta(min_length=16, max_length=16)]
    cards: CardIds
    setup: dict[str, Any] = {}


class Invitation(Letter, tag="i"):
    """The first letter: `team` is the hash of the inviter's, packed; `bound` binds his dice.

    `decks` are locked for the first time.
    """

    table: Table
    name: PlayerName
    team: Value
    bound: Value
    decks: Decks = []


class Acceptance(Letter, tag="a"):
    """The guest's answer: what binds his dice, his value for the first stretch, decks locked for the second time, and
    his keys of what the inviter will draw first."""

    player: Brought
    bound: Value
    told: Value
    decks: Decks = []
    keys: Keys = []


class Shown(Struct, array_like=True, forbid_unknown_fields=True):
    """A draw of the writer that the reader sees by now: its number in the match, its deck and place, the writer's key.

    All count from 0.
    """

    draw: Annotated[int, Meta(ge=0, le=10_000)]
    deck: Annotated[int, Meta(ge=0, le=11)]
    place: Annotated[int, Meta(ge=0, le=199)]
    key: Key


class Turn(Letter, tag="t"):
    """A stretch: its number, the answers in it, the writer's value for the next, what was shown, and the hash of the
    position as both see it.

    `end` is how the writer ended the match without a rule, "" where he did not; `keys` are more for the reader,
    `decks` and the inviter's `team`, packed, come with the first stretch, and `secret` once the match is over.
    """

    number: Annotated[int, Meta(ge=1, le=4096)]
    answers: Annotated[list[Line], Meta(max_length=2000)]
    told: Value
    hash: Annotated[bytes, Meta(min_length=8, max_length=8)]
    shown: Annotated[list[Shown], Meta(max_length=400)] = []
    keys: Keys = []
    end: Annotated[str, Meta(max_length=40)] = ""
    decks: Decks = []
    secret: Annotated[bytes, Meta(max_length=32)] = b""
    team: Annotated[bytes, Meta(max_length=4000)] = b""


class LastLetter(Letter, tag="l"):
    """The reader of the last stretch lays open his secret too, so that the other may check the dice."""

    secret: Value


AnyLetter = Invitation | Acceptance | Turn | LastLetter
_TEAM: Final = msgspec.msgpack.Decoder(Team)
_DECODER: Final = msgspec.msgpack.Decoder(AnyLetter)


def text_of(letter: AnyLetter) -> str:
    """A letter as text."""
    packed = zlib.compress(bytes([FORMAT]) + msgspec.msgpack.encode(letter), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def read(text: str) -> AnyLetter:
    """The letter of a text, or of a link that ends in it; raises ProtocolError `letter-unreadable`, `letter-newer`."""
    found = "".join(text.split()).rpartition("/")[2]
    try:
        if not found or len(found) > MOST:
            raise ValueError(f"{len(found)} characters")
        packed = base64.b64decode(found + "=" * (-len(found) % 4), altchars=b"-_", validate=True)
        opening = zlib.decompressobj()
        plain = opening.decompress(packed, MOST_UNPACKED)
        if not opening.eof or opening.unused_data:
            raise ValueError("cut off")
    except (ValueError, zlib.error, binascii.Error) as error:
        raise ProtocolError("letter-unreadable") from error
    if plain[:1] != bytes([FORMAT]):
        raise ProtocolError("letter-newer")
    try:
        letter: AnyLetter = _DECODER.decode(plain[1:])
    except msgspec.DecodeError as error:
        raise ProtocolError("letter-unreadable") from error
    return letter


def team_of(packed: bytes) -> Team:
    """A packed team; raises ProtocolError `letter-wrong`."""
    try:
        return _TEAM.decode(packed)
    except msgspec.DecodeError as error:
        raise ProtocolError("letter-wrong", 409) from error
