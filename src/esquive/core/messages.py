"""The message catalogues: sentences by id in several languages, read from gettext files by the standard library.

The catalogues are `esquive/locale/LANGUAGE/LC_MESSAGES/esquive.po`, read as they are when a language is first asked
for: no step of a build can be forgotten, in a checkout or in a wheel. Ids are symbolic (`kaos.event.moved`), English is
one of the languages, and places are named in braces.
"""

import ast
import struct
from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations
from importlib.resources import files
from io import BytesIO
from typing import Any, Final

from esquive.core.errors import DocumentError

LANGUAGES: Final = ("en", "fr", "it")
DEFAULT: Final = "en"
_MAGIC: Final = 0x950412DE
_HEAD: Final = 28  # bytes of the head of a compiled catalogue


def language_of(wanted: str) -> str:
    """The catalogue language of a tag such as `fr` or `fr-CH`; English for one that has no catalogue."""
    language = wanted.lower().replace("_", "-").split("-")[0]
    return language if language in LANGUAGES else DEFAULT


def read_entries(text: str) -> list[dict[str, str]]:
    """The entries of a .po text in order, each with its keywords: `msgid`, `msgid_plural`, `msgstr`, `msgstr[0]` ...

    Raises DocumentError that names the line of what is no entry.
    """
    found: list[dict[str, str]] = []
    keyword = ""
    for number, line in enumerate(text.splitlines(), 1):
        quoted = line.strip()
        if not quoted or quoted.startswith("#"):
            continue
        if not quoted.startswith('"'):
            keyword, _, quoted = quoted.partition(" ")
            if keyword == "msgid":
                found.append({})
        if not found or not quoted.startswith('"') or not quoted.endswith('"'):
            raise DocumentError(
                "no entry of a message catalogue", f"line {number}", 'write msgid "..." or msgstr "..."'
            )
        entry = found[-1]
        entry[keyword] = entry.get(keyword, "") + str(ast.literal_eval(quoted))
    return found


def compiled(entries: list[dict[str, str]]) -> bytes:
    """Entries as the compiled catalogue that the standard library reads."""
    pairs: list[tuple[bytes, bytes]] = []
    for entry in entries:
        key, value = entry["msgid"], entry.get("msgstr", "")
        if "msgid_plural" in entry:
            key = f"{key}\0{entry['msgid_plural']}"
            forms = sorted(name for name in entry if name.startswith("msgstr["))
            value = "\0".join(entry[name] for name in forms)
        pairs.append((key.encode(), value.encode()))
    pairs.sort()
    texts = b""
    places: list[tuple[int, int]] = []
    start = _HEAD + 16 * len(pairs)
    for one in [key for key, _ in pairs] + [value for _, value in pairs]:
        places.append((len(one), start + len(texts)))
        texts += one + b"\0"
    head = struct.pack("<7I", _MAGIC, 0, len(pairs), _HEAD, _HEAD + 8 * len(pairs), 0, _HEAD)
    return head + b"".join(struct.pack("<2I", length, place) for length, place in places) + texts


class Messages:
    """The messages of one language."""

    __slots__ = ("_one", "_translations", "language")

    def __init__(self, language: str) -> None:
        source = files("esquive").joinpath("locale", language, "LC_MESSAGES", "esquive.po")
        entries = read_entries(source.read_text(encoding="utf-8"))
        self.language = language
        self._translations = GNUTranslations(BytesIO(compiled(entries)))
        self._one = {entry["msgid"]: "msgid_plural" not in entry for entry in entries if entry["msgid"]}

    def __contains__(self, name: object) -> bool:
        return name in self._one

    def names(self) -> list[str]:
        """Every id, in the order of the file."""
        return list(self._one)

    def template(self, name: str, count: int = 1) -> str:
        """The message with its places open, in the form that goes with a count; raises KeyError for an unknown id."""
        if self._one[name]:
            return self._translations.gettext(name)
        return self._translations.ngettext(name, name, count)

    def say(self, name: str, places: Mapping[str, Any], count: int = 1) -> str:
        """The message with its places filled; raises KeyError for an unknown id or a place left open."""
        return self.template(name, count).format_map(places)


@cache
def messages(language: str) -> Messages:
    """The messages of a language, read when first asked for."""
    return Messages(language)
