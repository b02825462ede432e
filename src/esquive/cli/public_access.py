"""A server that is opened to others: who may enter, where it is reached, and what whoever starts it is told of that.

Chosen: a password is made where none is named. Whoever starts it hands out one link or word, friends come in without
accounts, and a stranger in the network finds a door. By invitation alone is for networks of strangers (a school, a
café): no word goes round, each game is entered by its own link. Without either is for who has a door of his own.
"""

import argparse
import secrets
import socket
from typing import Final
from urllib.parse import quote

from msgspec import Struct

from esquive.cli.network_addresses import is_this_machine, reached_at
from esquive.core.messages import messages

HERE: Final = "here"  # this machine alone, without a password
PASSWORD: Final = "password"
INVITE: Final = "invite"
OPEN: Final = "open"
LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"  # none that looks like another
GROUPS: Final = 3


class Opening(Struct, frozen=True):
    """How a server is opened: `reached` are the addresses for others, `link` is the one that lets in."""

    mode: str
    password: str
    reached: list[str]
    link: str

    def told(self, language: str) -> list[str]:
        """What whoever starts the server should know; nothing where nobody else reaches it."""
        if not self.reached and self.mode == HERE:
            return []
        spoken = messages(language)
        places = {"addresses": "  ".join(self.reached), "password": self.password, "link": self.link}
        names = ["play.reached"] if self.reached else []
        names.append(f"play.{self.mode}")
        if self.reached:
            names.append("play.unencrypted")
        return [spoken.say(name, places) for name in names]


def opening_of(args: argparse.Namespace, listener: socket.socket) -> Opening:
    """How `esquive play` is opened by its options."""
    port = listener.getsockname()[1]
    reached = [f"http://{_shown(address)}:{port}/" for address in reached_at(args.host)]
    is_here = is_this_machine(args.host)
    if is_here and not args.password and not args.invite:
        mode, password = HERE, ""
    elif args.open:
        mode, password = OPEN, ""
    else:
        mode, password = (INVITE if args.invite else PASSWORD), args.password or made_password()
    own = "localhost" if args.host in ("0.0.0.0", "::", "") else _shown(args.host)
    first = f"http://{own}:{port}/" if mode in (HERE, INVITE) or not reached else reached[0]
    return Opening(mode, password, reached, f"{first}#/enter/{quote(password, safe='')}" if password else first)


def made_password() -> str:
    """Three groups of four letters, to be read aloud; some 59 bits."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(GROUPS))


def _shown(address: str) -> str:
    return f"[{address}]" if ":" in address else address
