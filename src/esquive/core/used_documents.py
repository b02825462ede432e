"""What a match uses: the documents it is played with, each with a hash, and the revision of the rules.

    {"rules": 1, "release": {"2.7": "52c1..."}, "card": {"oscar-kass": "9f3c..."}, "arena": {"elemental": "07aa..."}}

A record names them in its header, a server stores them with a match. What else a catalogue holds does not count, so
that a record outlives every change of what it does not use, and a change of what it does use is told by its name.
Words that only people read (names, texts, notes) are no part of a hash: a corrected translation changes no match.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from esquive.core.game import Game
from esquive.core.phrases import phrase

Uses = dict[str, Any]
RULES: Final = "rules"
RELEASE: Final = "release"
_DIGITS: Final = 16
_IN_LANGUAGES: Final = frozenset({"name", "text", "version", "role"})  # of a document or a part, by language
_REMARKS: Final = frozenset({"note", "conflict", "product", "collection", "print", "house", "source"})


class Change(NamedTuple):
    """Something a match uses that is not what it was: its kind (RULES for the rules), its id, and a sentence."""

    kind: str
    id: str
    sentence: str


def digest(plain: Any) -> str:
    """The hash of plain data: the first 16 hexadecimal digits of the SHA-256 of it as JSON with sorted keys."""
    return hashlib.sha256(msgspec.json.encode(plain, order="sorted")).hexdigest()[:_DIGITS]


def without_words(plain: Any) -> Any:
    """A document without what only people read: names and texts by language, and remarks on where it comes from."""
    if isinstance(plain, list):
        return [without_words(one) for one in plain]
    if not isinstance(plain, dict):
        return plain
    return {
        key: without_words(value)
        for key, value in plain.items()
        if key not in _REMARKS and not (key in _IN_LANGUAGES and isinstance(value, dict))
    }


def uses_of(game: Game, setup: dict[str, Any], state: Any) -> Uses:
    """What a match of this set-up uses; `state` is any position of it."""
    return {RULES: game.revision, **game.uses(setup, state)}


def is_uses(value: Any) -> bool:
    """Whether a value has the shape of what `uses_of` gives."""
    if not isinstance(value, dict) or type(value.get(RULES)) is not int:
        return False
    kinds = [ids for kind, ids in value.items() if kind != RULES]
    return all(isinstance(ids, dict) and all(isinstance(one, str) for one in ids.values()) for ids in kinds)


def changed_rules(recorded: Uses, game: Game) -> list[Change]:
    """Whether the rules are of another revision than they were."""
    then, now = recorded[RULES], game.revision
    if then == now:
        return []
    sentence = phrase(
        "it was played by revision {then} of the rules, and this program plays by revision {now}", then=then, now=now
    )
    return [Change(RULES, str(then), sentence)]


def changed_documents(recorded: Uses, now: Uses) -> list[Change]:
    """Which documents are not what they were, in the order of their kinds and ids."""
    found: list[Change] = []
    for kind in dict.fromkeys((*recorded, *now)):
        if kind == RULES:
            continue
        then_ids: Mapping[str, str] = recorded.get(kind, {})
        now_ids: Mapping[str, str] = now.get(kind, {})
        for name in sorted({*then_ids, *now_ids}):
            if then_ids.get(name) != now_ids.get(name):
                found.append(Change(kind, name, _sentence(kind, name, name in then_ids, name in now_ids)))
    return found


def documents_added(recorded: Uses, now: Uses) -> list[str]:
    """The ids of documents that are used now and were not, in the order of their kinds and ids."""
    return [name for kind in now if kind != RULES for name in sorted({*now[kind]} - {*recorded.get(kind, {})})]


def _sentence(kind: str, name: str, was: bool, is_now: bool) -> str:
    if was and is_now:
        return phrase(_is_another(kind), name=name)
    if was:
        return phrase("it was played with {name}, which is no longer part of it", name=name)
    return phrase("{name} is part of it now, and was not when it was played", name=name)


def _is_another(kind: str) -> str:
    """A template of its own for each kind of document: languages with genders say more than its name."""
    return f"{{name}} is not the {kind} it was played with"


def changes(recorded: Uses, now: Uses, game: Game) -> list[Change]:
    """Everything a match uses that is not what it was."""
    return [*changed_rules(recorded, game), *changed_documents(recorded, now)]


def sentences(found: Sequence[Change]) -> list[str]:
    """What has changed, in sentences."""
    return [one.sentence for one in found]
