"""Names in each language: printed, given elsewhere, kept as they are, or translated by us and marked."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from esquive.core.error_translations import NOTES
from esquive.krosmaster.cards import ops
from esquive.krosmaster.cards.catalogue import catalogue
from esquive.krosmaster.cards.parts import parts
from esquive.krosmaster.cards.translations import (
    LANGUAGES,
    display_name,
    is_translated,
    original_name,
    translations,
)
from esquive.krosmaster.seen.card_catalogue import MARK, Shelf
from esquive.krosmaster.seen.card_views import card_view
from esquive.krosmaster.spoken.cards.words import Words
from tests.core import phrases_of_errors


def every_name() -> Iterator[tuple[str, Mapping[Any, str]]]:
    """Each name of the catalogue with the id of what bears it."""
    known = catalogue()
    for table in (known.cards, known.summons, known.rewards, known.arenas):
        for document in table.values():
            yield document.id, document.name
            if getattr(document, "version", None):
                yield document.id, document.version
            for part in (*getattr(document, "spell", ()), *getattr(document, "power", ())):
                if part.name is not None:
                    yield f"{document.id}: {part.id}", part.name
            for op in parts(document):
                if isinstance(op, ops.SpecialMarker):
                    yield f"{document.id}: {op.name}", {"en": Words("en", known).marker_name(op.name)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_is_printed_given_kept_or_translated(language: str) -> None:
    told = translations(language)
    settled = {*told.kept, *told.given, *told.ours}
    bare = [where for where, name in every_name() if language not in name and original_name(name) not in settled]
    assert bare == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_outlives_the_name_it_is_of(language: str) -> None:
    told = translations(language)
    wanted = {original_name(name) for _, name in every_name() if language not in name}
    assert {*told.kept, *told.given, *told.ours} - wanted == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_stands_in_one_list_and_fits_a_button(language: str) -> None:
    told = translations(language)
    assert len({*told.kept, *told.given, *told.ours}) == len(told.kept) + len(told.given) + len(told.ours)
    for name in (*told.given.values(), *told.ours.values()):
        assert name.strip() == name
        assert 0 < len(name) <= 32


def test_a_printed_name_is_preferred_to_a_translation() -> None:
    assert display_name({"en": "Attachment", "fr": "Lien"}, "fr") == "Lien"
    assert not is_translated({"en": "Attachment", "fr": "Lien"}, "fr")
    assert display_name({"en": "Attachment"}, "fr") == "Attachement"
    assert is_translated({"en": "Attachment"}, "fr")
    assert display_name({"en": "Attachment"}, "en") == "Attachment"


def test_a_name_that_was_never_printed_in_english_is_translated_from_what_there_is() -> None:
    assert display_name({"es": "Telaraña Blanca"}, "it") == "Ragnatela Bianca"
    assert display_name({"es": "Telaraña Blanca"}, "en") == "White Web"
    assert is_translated({"es": "Telaraña Blanca"}, "en")


def test_a_name_given_elsewhere_is_not_marked_as_ours() -> None:
    krowsome = {"en": "Krowsome"}
    assert display_name(krowsome, "fr") == "Krobalèze"
    assert not is_translated(krowsome, "fr")


def test_the_terminal_marks_our_translations_and_says_what_the_mark_means() -> None:
    shelf = Shelf()
    lines = list(shelf.lines("amalia", "fr"))
    assert any(line.startswith(f"* Attachement{MARK}\u00a0:") for line in lines)
    assert any(line.startswith("* Ronces Défensives\u00a0:") for line in lines)
    assert lines[-1] == Words("fr", catalogue()).say("translated")
    assert MARK not in "".join(shelf.lines("amalia", "en"))
    assert shelf.told("amalia", "fr")["translated"] == {"attachment": "Attachement"}
    assert shelf.told("amalia", "en")["translated"] == {}


def test_a_client_is_told_which_names_are_ours() -> None:
    amalia = card_view(catalogue().cards["amalia"], "fr")
    assert {spell.name: spell.translated for spell in amalia.spells} == {
        "Ronces Défensives": False,
        "Attachement": True,
    }
    assert not any(power.translated for power in amalia.powers)


def test_a_spell_named_in_a_sentence_has_its_name_in_that_language() -> None:
    assert Words("fr", catalogue()).spell_name("tactical-arrow") == "Flèche Tactique"
    assert Words("fr", catalogue()).spell_name("no-such-spell") == "No Such Spell"


@pytest.mark.parametrize("language", ["fr", "it"])
def test_every_note_about_a_card_is_known_in_the_readers_language(language: str) -> None:
    known = catalogue()
    documents = [one for table in (known.cards, known.summons, known.rewards, known.arenas) for one in table.values()]
    notes = {text for one in documents for text in (one.note, getattr(one, "conflict", None)) if text}
    unplayable = [part for one in documents for part in parts(one)]
    notes |= {part.note for part in unplayable if isinstance(part, (ops.Unimplemented, ops.ModifierUnimplemented))}
    notes |= {power.unimplemented for one in documents for power in getattr(one, "power", ()) if power.unimplemented}
    assert len(notes) > 20
    assert [note for note in notes if note not in phrases_of_errors.catalogue(NOTES, "fr")] == []
