"""Errors that players meet are told in their language: every text of the sources is known to the table of phrases."""

import re
from functools import cache

import pytest

from esquive.core.error_translations import ERRORS, NOTES, _entries, phrases, told
from esquive.core.errors import DocumentError, EsquiveError, NotationError
from esquive.core.games import games
from esquive.krosmaster.drawn.diagrams.picture import DIAGRAMS
from tests.core.phrases_of_errors import SOURCES, phrases_in

# Modules whose errors a developer meets and no player: lists of clauses, rulings and citations, releases of one's own,
# the laboratory, generated pages, and what a saved game or an op looks like inside; and what the operator of a server
# reads, as its log is. They stay English.
DEVELOPERS = (
    "cli/db.py",
    "cli/docs.py",
    "clauses/clause_index.py",
    "cli/serve.py",
    "core/procedures.py",
    "core/citations.py",
    "core/clauses.py",
    "core/coverage.py",
    "core/derived_clauses.py",
    "core/examples.py",
    "core/exercises.py",
    "core/frames.py",
    "core/error_translations.py",
    "core/rulings.py",
    "core/tables.py",
    "core/translations.py",
    "kaos/cards/ops.py",
    "kaos/spoken/glossary.py",
    "krosmaster/releases/reading.py",
    "krosmaster/spoken/glossary.py",
    "lab/fixtures.py",
    "server/cluster/channels.py",
    "server/operations/configuration.py",
    "server/http/client_address.py",
    "server/storage/seed_encryption.py",
    "server/storage/database.py",
)


@cache
def _spoken():
    """Every text an error of a module for players may say, with the module."""
    return {
        text: path
        for path in sorted(SOURCES.rglob("*.py"))
        if str(path.relative_to(SOURCES)) not in DEVELOPERS
        for text in phrases_in(path)
    }


def test_every_error_of_a_player_is_known_in_french_and_italian():
    left = {text: str(path.relative_to(SOURCES)) for text, path in _spoken().items() if text not in phrases(ERRORS)}
    assert left == {}


def test_the_sources_are_read_widely_enough_to_mean_something():
    assert len(_spoken()) > 600
    assert "wrong number of words in {1}" in _spoken()
    assert "did you mean '{1}'?" in _spoken()


def test_modules_of_developers_exist_and_say_something():
    for name in DEVELOPERS:
        assert (SOURCES / name).is_file(), name


@pytest.mark.parametrize("language", ["fr", "it"])
def test_a_phrase_with_its_places_filled_is_found_again_as_itself(language):
    known = phrases(ERRORS)
    wrong = {}
    for phrase in known.known():
        filled = re.sub(r"\{(\d)\}", r"ZQ\1", phrase)
        said = known.tell(filled, language)
        wanted = re.sub(r"\{(\d)\}", r"ZQ\1", known._told[phrase][language])
        if said.replace("\u00a0", " ") != wanted:
            wrong[phrase] = said
    assert wrong == {}


@pytest.mark.parametrize("name", [ERRORS, NOTES, DIAGRAMS])
def test_every_catalogue_has_the_same_phrases_with_the_same_places_in_each_language(name):
    french, italian = _entries(name, "fr"), _entries(name, "it")
    assert len(french) > 100 and set(french) == set(italian)
    places = re.compile(r"\{\d\}")
    wrong = [
        english
        for english in french
        for told in (french[english], italian[english])
        if sorted(places.findall(english)) != sorted(places.findall(told))
    ]
    assert wrong == []


def test_french_fixes_say_vous_and_italian_ones_tu():
    french = re.compile(r"(utilise|donne|écris|nomme|ajoute|retire|choisis|laisse|prends|essaie)\b")
    italian = re.compile(r"\b(usate|date|scrivete|nominate|aggiungete|togliete|scegliete|lasciate)\b")
    known = phrases(ERRORS)
    assert [one for one in known.known() if french.match(known.tell(one, "fr"))] == []
    assert [one for one in known.known() if italian.search(known.tell(one, "it"))] == []


def test_an_error_is_told_with_its_place_and_its_fix():
    error = NotationError("unknown verb 'cat'", "cat con d4", "did you mean 'cast'?")
    assert told(error, "en") == "cat con d4: unknown verb 'cat' (did you mean 'cast'?)"
    assert told(error, "fr") == "cat con d4: verbe inconnu\u00a0: 'cat' (vouliez-vous dire «\u00a0cast\u00a0»\u00a0?)"
    assert told(error, "it") == "cat con d4: verbo sconosciuto: 'cat' (intendevi 'cast'?)"


def test_an_error_within_an_error_is_told_too():
    inner = NotationError("no unit is called 'bob'", "move bob", "units: ann, cid")
    outer = EsquiveError(str(inner), "--do", "")
    assert told(outer, "it") == "--do: move bob: nessuna unità si chiama 'bob' (unità: ann, cid)"


def test_what_stands_before_a_colon_is_a_place_and_no_part_of_the_phrase():
    said = phrases(ERRORS).tell_all("x.toml: cannot be read: No such file or directory (name a scenario file)", "it")
    assert said == "x.toml: impossibile da leggere: file o cartella inesistente (nomina un file di scenario)"


def test_what_no_table_knows_is_told_as_it_is():
    error = DocumentError("something nobody foresaw", "x.toml", "look: at it (closely)")
    assert told(error, "fr") == str(error)


def test_a_phrase_with_more_words_of_its_own_wins():
    known = phrases(ERRORS)
    assert known.tell("wrong number of words after 'use' in 'use'", "it").endswith("dopo 'use' in 'use'")
    assert known.tell("write it as 'resolve 1'", "it") == "scrivilo così: 'resolve 1'"


def _leftovers(text, language):
    """English words that stay in a note told in another language."""
    known, said = phrases(NOTES), phrases(NOTES).tell(text, language)
    english = set(re.findall(r"\b(?:the|and|of|is|are|its|says|should|only|alike|same|by|with|for|in the)\b", said))
    return english if known.finds(text) else {said}


@pytest.mark.parametrize("language", ["fr", "it"])
def test_every_note_of_a_clause_is_known_in_french_and_italian(language):
    notes = {
        text
        for edition in (book for game in games() for book in game.rulebooks)
        for clause in edition.registry()
        for text in (clause.fr, clause.it22_differs, clause.notes)
        if re.search(r"[a-z]{3}", text)
    }
    assert len(notes) > 200
    left = {text: found for text in notes if (found := _leftovers(text, language))}
    assert left == {}
