"""The ids of the message catalogues, as their files have them."""

from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

from hatch_build import LOCALE

ROOT = Path(__file__).resolve().parents[1]


@cache
def names_of(language: str, catalogue: str = "esquive") -> list[str]:
    """Every id, in the order of the file."""
    with (ROOT / LOCALE / language / "LC_MESSAGES" / f"{catalogue}.po").open("rb") as source:
        found = [message.id for message in read_po(source, locale=language) if message.id]
    return [one if isinstance(one, str) else one[0] for one in found]
