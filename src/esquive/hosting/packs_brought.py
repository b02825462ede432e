"""Packs as clients send them."""

from typing import Annotated

from msgspec import Meta, Struct


class PackBrought(Struct, forbid_unknown_fields=True):
    """A file of cards of one's own [docs/packs.md]: what it is called, and its text."""

    name: Annotated[str, Meta(min_length=1, max_length=120)]
    text: Annotated[str, Meta(max_length=262_144)]


Packs = Annotated[list[PackBrought], Meta(max_length=8)]
