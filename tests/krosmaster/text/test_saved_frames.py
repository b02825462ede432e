"""Every frame of the game can be saved and read again."""

import importlib
import pkgutil

from esquive.core.frames import Frame
from esquive.krosmaster import book
from esquive.krosmaster.written.documents.saves import FRAMES


def test_every_frame_of_the_book_is_known_to_saves() -> None:
    """A frame that is left out would end a match at its next pause."""
    found: dict[str, type] = {}
    for module in pkgutil.walk_packages(book.__path__, f"{book.__name__}."):
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, type) and issubclass(value, Frame) and value.NAME and value.__module__ == module.name:
                found[value.NAME] = value
    assert len(found) > 10
    assert {name: FRAMES.get(name) for name in found} == found
