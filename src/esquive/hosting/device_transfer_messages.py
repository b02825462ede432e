"""The messages by which another browser becomes one's own: a part of the protocol, declared as the rest of it is."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from esquive.hosting.protocol import DeviceLine, Id, Wanted

MoveState = Literal["none", "waits", "done", "refused"]
Check = Annotated[str, Meta(min_length=1, max_length=8)]


class MoveCode(Struct):
    """A code by which another browser may ask to become one's own, once, and until when."""

    code: str
    expires: str


class MoveWanted(Wanted):
    """Asks that this browser become that of the person whose code it is."""

    code: Id


class MoveView(Struct):
    """What has become of what this browser asked: it `waits` until a browser of that person has accepted (`done`) or
    `refused`; `none` where nothing is asked or its time is up. Both browsers show the number `check`. What the other
    one keeps goes along once it is `done` (`kept`), as that browser has written it.
    """

    state: MoveState
    check: str = ""
    kept: str = ""


class MoveAsked(Struct):
    """A browser asks to become one's own: what it says that it is, the number it shows, and until when it waits."""

    device: str
    check: str
    expires: str


class MoveAnswer(Wanted):
    """Accepts or refuses the browser that shows this number; `kept` is what goes along, which no server reads."""

    check: Check
    accept: bool
    kept: Annotated[str, Meta(max_length=50_000)] = ""


class Me(Struct):
    """Who somebody is: a name, "" for none yet, the browsers that are his, and one that asks to become his."""

    name: str
    devices: list[DeviceLine]
    asks: MoveAsked | None = None
