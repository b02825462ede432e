"""The words of one language, and the small grammar that joins them: agreement, singulars, elision, blanks, capitals.

Sentences are put together from message ids with named places (`locale/LANGUAGE/LC_MESSAGES/cards.po`), because a card's
text is never written down anywhere: it follows from its ops.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from esquive.core.error_translations import NOTES, told
from esquive.core.grammar import joined
from esquive.core.messages import messages
from esquive.krosmaster.cards.catalogue import Catalogue
from esquive.krosmaster.cards.translations import display_name

LANGUAGES: Final = ("en", "fr", "it")

_BLANKS: Final = re.compile(r"[ \t\n]+")
_BEFORE_POINT: Final = re.compile(r"[ \t\n]+([.,)])")
_TWO_POINTS: Final = re.compile(r"\.\.(?!\.)")  # a sentence that ends with an abbreviation, such as K.O.
_FRENCH: Final = (
    (re.compile(r"\b([Ss])i (?=il\b)"), r"\1'"),
    (re.compile(r"(?<!\d)([01]) (Justicier|Vilain)s sont\b"), r"\1 \2 est"),
    (re.compile(r"(?<!\d)([01]) (Justicier|Vilain)s(?: différents)?\b"), r"\1 \2"),
    (re.compile(r"(?<!\d)([01]) (Blessure|case|dégât|dé|Kama|marqueur|soin|effet)s\b"), r"\1 \2"),
)
_ENGLISH: Final = (
    (re.compile(r"\b([Aa]) (?=[aeioAEIO])"), r"\1n "),
    (re.compile(r"\b([Aa])n other\b"), r"\1nother"),
    (re.compile(r"(?<!\d)1 (Kama|marker|time)s\b"), r"1 \1"),
    (re.compile(r"(?<!\d)1 injuries\b"), "1 injury"),
    (re.compile(r"(?<!\d)1 (?:different )?(Avenger|Villain)s are\b"), r"1 \1 is"),
    (re.compile(r"(?<!\d)1 (?:different )?(Avenger|Villain|cell)s\b"), r"1 \1"),
    (re.compile(r"(?<!\d)1 Critical Hit dice\b"), "1 Critical Hit die"),
    (re.compile(r"(?<!\d)1 ([+-]1 [\w ]+) markers\b"), r"1 \1 marker"),
)
_ITALIAN: Final = (
    (re.compile(r"\b(a|su) il (?=\w)"), r"\1l "),
    (re.compile(r"\b([Uu])na (?=[aeiouAEIOU])"), r"\1n'"),
    (re.compile(r"(?<!\d)1 (Ferit|volt|casell)e\b"), r"1 \1a"),
    (re.compile(r"(?<!\d)1 Giustizieri sono\b"), "1 Giustiziere è"),
    (re.compile(r"(?<!\d)1 Cattivi sono\b"), "1 Cattivo è"),
    (re.compile(r"(?<!\d)1 Giustizieri(?: diversi)?\b"), "1 Giustiziere"),
    (re.compile(r"(?<!\d)1 (dad|dann|segnalin|punt)i\b"), r"1 \1o"),
)
_REPAIRS: Final[dict[str, tuple[tuple[re.Pattern[str], str], ...]]] = {"en": _ENGLISH, "fr": _FRENCH, "it": _ITALIAN}

MESSAGES: Final = "cards"  # their catalogue
MOST_SENTENCES: Final = 4096  # kept: a match says much the same again and again


@lru_cache(maxsize=MOST_SENTENCES)
def _sentence(text: str, language: str) -> str:
    text = _BEFORE_POINT.sub(r"\1", _BLANKS.sub(" ", text)).strip()
    text = _TWO_POINTS.sub(".", text)
    for pattern, replacement in _REPAIRS[language]:
        text = pattern.sub(replacement, text)
    text = joined(text, language)
    return text[:1].upper() + text[1:]


class Words:
    """The words of one language; the names of cards and summons come from a catalogue."""

    __slots__ = ("catalogue", "language", "messages")

    def __init__(self, language: str, catalogue: Catalogue) -> None:
        self.language = language
        self.catalogue = catalogue
        self.messages = messages(language, MESSAGES)

    def say(self, message: str, **places: object) -> str:
        """The message with its places filled; raises KeyError for a message that there is not."""
        return self.messages.template(message).format(**places)

    def sentence(self, text: str) -> str:
        """The text as a sentence: single blanks, elisions, a capital at the beginning."""
        return _sentence(text, self.language)

    def clause(self, text: str) -> str:
        """The text as what follows a colon: as a sentence, but in French and Italian without a capital."""
        told = self.sentence(text)
        return told if self.language == "en" else told[:1].lower() + told[1:]

    def join(self, parts: Iterable[str], word: str = "and") -> str:
        """`a, b and c`; `word` is `and` or `or`."""
        found = list(parts)
        if len(found) < 2:
            return "".join(found)
        return f"{', '.join(found[:-1])} {self.messages.template(word)} {found[-1]}"

    def adjective(self, word: str, gender: str, *, plural: bool) -> str:
        """The adjective in the form that agrees with a noun of that gender, `m` or `f`."""
        return self.messages.template(f"adjective.{word}.{gender}", 2 if plural else 1)

    def noun(self, kind: str, *, plural: bool) -> tuple[str, str]:
        """What pieces of a kind are called, and the gender of that."""
        return self.messages.template(f"noun.{kind}", 2 if plural else 1), self.say(f"noun.{kind}.gender")

    def power(self, keyword: str, procedure: str = "") -> tuple[str, str]:
        """The name of a keyword power and what it does, by 2.7 or by another procedure of the power's name."""
        name = f"power.{keyword}.{procedure}"
        name = name if name in self.messages else f"power.{keyword}"
        return self.say(name), self.say(f"{name}.text")

    def type_name(self, slug: str) -> str:
        """What a type, family or name is called: its word here, else the name of the summon or card, else the slug."""
        if f"type.{slug}" in self.messages:
            return self.say(f"type.{slug}")
        named = self.catalogue.summons.get(slug) or self.catalogue.cards.get(slug)
        return display_name(named.name, self.language) if named else slug.replace("-", " ").title()

    def type_gender(self, slug: str) -> str:
        """`m` or `f`: that of what a type is called."""
        name = f"type.{slug}.gender"
        return self.say(name) if name in self.messages else "m"

    def summon_name(self, slug: str) -> str:
        """The name of a summon token; its id in words when the catalogue has none."""
        summon = self.catalogue.summons.get(slug)
        return display_name(summon.name, self.language) if summon else slug.replace("-", " ").title()

    def card_name(self, slug: str) -> str:
        """The name of a card with its version; its id in words when the catalogue has none."""
        card = self.catalogue.cards.get(slug)
        if card is None:
            return slug.replace("-", " ").title()
        name = display_name(card.name, self.language)
        return name if card.version is None else f"{name} - {display_name(card.version, self.language)}"

    def number(self, n: int) -> str:
        """A small number in words, beside which another one stands in digits: `two +1 AP markers`."""
        name = f"number.{n}"
        return self.say(name) if name in self.messages else str(n)

    def marker_name(self, slug: str) -> str:
        """The name of a special marker: as it is printed, or translated."""
        return display_name({"en": slug.replace("-", " ").title()}, self.language)

    def note(self, english: str) -> str:
        """Why something cannot be played yet; a note of a card that nobody has translated as it is."""
        return told(english, self.language, NOTES)

    def spell_name(self, slug: str) -> str:
        """The name of a spell; its id in words when no card of the catalogue has it."""
        cards, summons = self.catalogue.cards.values(), self.catalogue.summons.values()
        spells = (*(one for card in cards for one in card.spell), *(one for summon in summons for one in summon.spell))
        named = next((spell for spell in spells if spell.id == slug), None)
        return display_name(named.name, self.language) if named else slug.replace("-", " ").title()

    def power_names(self, keywords: Iterable[str]) -> str:
        """The names of keyword powers, joined."""
        return self.join(self.power(keyword)[0] for keyword in keywords)

    def stats(self, names: Iterable[str]) -> str:
        """The names of gauges and statistics, joined."""
        return self.join(self.say(f"stat.{name}") for name in names)
