"""Every message of the websocket, both ways: the unions of what `protocol` and the modules beside it declare."""

from typing import Any

import msgspec

from esquive.core.shapes import Threat
from esquive.hosting.protocol import (
    Answer,
    AskPreview,
    AskThreat,
    Compare,
    CompareMessage,
    ErrorMessage,
    Hello,
    PreviewMessage,
    ProtocolError,
    RefusedMessage,
    StateMessage,
    Why,
    WhyMessage,
    Wish,
)
from esquive.hosting.table_messages import AskTable, LaterMessage, Pause, SaidMessage, Say, TableMessage

ClientMessage = Hello | Answer | Why | Compare | AskThreat | AskPreview | AskTable | Say | Pause | Wish
ServerMessage = (
    StateMessage[Any, Any, Any, Any]
    | PreviewMessage[Any, Any]
    | RefusedMessage
    | WhyMessage
    | CompareMessage
    | Threat
    | TableMessage
    | SaidMessage
    | LaterMessage
    | ErrorMessage
)
_CLIENT: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


class Encoded(bytes):
    """A text in UTF-8, as it is sent. Who serves websockets asks texts for their bytes: of a position of 25 KB making
    a string, and bytes of it again, takes as long as compressing it."""

    __slots__ = ()

    def encode(self) -> "Encoded":
        """The text in UTF-8."""
        return self


def encoded(message: ServerMessage) -> Encoded:
    """A message as it is sent."""
    return Encoded(msgspec.json.encode(message))


def read_message(text: str | bytes) -> ClientMessage:
    """The message a client sent; raises ProtocolError `not-json` or `bad-message`."""
    try:
        return _CLIENT.decode(text)
    except msgspec.ValidationError as error:
        raise ProtocolError("bad-message", why=error) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ProtocolError("not-json") from error
