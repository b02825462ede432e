"""Followers: clients and bots that are told when a match goes on."""

from typing import Protocol

from esquive.hosting.protocol import ProtocolError


class Follower(Protocol):
    """A client or bot that wants to know when a match has gone on."""

    @property
    def is_patient(self) -> bool:
        """Whether it only looks on, and is told after those who play."""

    def changed(self, first_event: int) -> None:
        """The match has gone on; `first_event` is the number of the first new event. Must not wait."""

    def failed(self, error: ProtocolError) -> None:
        """Something went wrong that the listener did not cause. Must not wait."""

    def taken_over(self) -> None:
        """The match is played by this process from now on. Must not wait."""
