"""A cable between a browser and a server that can be cut and mended: the server lives on, and others reach it."""

import contextlib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Cable:
    """A way to a server's port from a port of its own."""

    def __init__(self, port: int) -> None:
        self.to = port
        self.ends: list[socket.socket] = []
        self.follower = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.follower.getsockname()[1]}"
        self._listen()

    def cut(self) -> None:
        """Nothing goes through any more, and nobody gets in."""
        for end in (self.follower, *self.ends):
            with contextlib.suppress(OSError):  # the other side may have closed it
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self.ends.clear()

    def mend(self) -> None:
        """Whoever comes gets through again, at the same address."""
        self.follower = socket.create_server(("127.0.0.1", int(self.address.rsplit(":", 1)[1])))
        self._listen()

    def _listen(self) -> None:
        threading.Thread(target=self._take, args=(self.follower,), daemon=True).start()

    def _take(self, follower: socket.socket) -> None:
        with contextlib.suppress(OSError):  # it is closed when the cable is cut
            while True:
                near, _ = follower.accept()
                far = socket.create_connection(("127.0.0.1", self.to))
                self.ends += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=_pass, args=(one, other), daemon=True).start()


def _pass(one: socket.socket, other: socket.socket) -> None:
    with contextlib.suppress(OSError):  # either end may be closed meanwhile
        while said := one.recv(65_536):
            other.sendall(said)
        other.shutdown(socket.SHUT_WR)


@contextmanager
def cable_to(address: str) -> Iterator[Cable]:
    """A cable to the server at an address."""
    cable = Cable(int(address.rsplit(":", 1)[1]))
    yield cable
    cable.cut()
