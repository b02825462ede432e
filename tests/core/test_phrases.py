"""Errors that players meet are told in their language: every text of the sources is known to the table of phrases."""

import copy
import pickle
import re
from functools import cache

import pytest

from esquive.core.error_translations import ERRORS, NOTES, told
from esquive.core.errors import DocumentError, EsquiveError, NotationError
from esquive.core.games import games
from esquive.core.phrases import phrase
from esquive.krosmaster.drawn.diagrams.picture import DIAGRAMS
from tests.core.phrases_of_errors import SOURCES, catalogue, phrases_in, unreadable_in

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


def _is_for_players(path):
    name = str(path.relative_to(SOURCES))
    return name not in DEVELOPERS and not name.startswith("krosmaster/drawn/")  # whose words are of another catalogue


@cache
def _spoken():
    """Every text an error of a module for players may say, with the module."""
    return {text: path for path in sorted(SOURCES.rglob("*.py")) if _is_for_players(path) for text in phrases_in(path)}


def test_every_error_of_a_player_is_known_in_french_and_italian():
    left = {
        text: str(path.relative_to(SOURCES)) for text, path in _spoken().items() if text not in catalogue(ERRORS, "fr")
    }
    assert left == {}


def test_the_sources_are_read_widely_enough_to_mean_something():
    assert len(_spoken()) > 600
    assert "wrong number of words in {line!r}" in _spoken()
    assert "did you mean '{near}'?" in _spoken()


def test_modules_of_developers_exist_and_say_something():
    for name in DEVELOPERS:
        assert (SOURCES / name).is_file(), name


def test_no_text_of_an_error_is_put_together_in_a_way_that_no_catalogue_can_know():
    left = {one for path in sorted(SOURCES.rglob("*.py")) if _is_for_players(path) for one in unreadable_in(path)}
    assert left == set()


@pytest.mark.parametrize("name", [ERRORS, NOTES, DIAGRAMS])
def test_every_catalogue_has_the_same_phrases_with_the_same_places_in_each_language(name):
    french, italian = catalogue(name, "fr"), catalogue(name, "it")
    assert len(french) > 100 and set(french) == set(italian)
    places = re.compile(r"\{\w+(?:![rsa])?(?::\w+)?\}")
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
    assert [one for one in catalogue(ERRORS, "fr").values() if french.match(one)] == []
    assert [one for one in catalogue(ERRORS, "it").values() if italian.search(one)] == []


def test_an_error_is_told_with_its_place_and_its_fix():
    verb, meant = phrase("unknown verb {verb!r}", verb="cat"), phrase("did you mean '{near}'?", near="cast")
    error = NotationError(verb, "cat con d4", meant)
    assert told(error, "en") == str(error) == "cat con d4: unknown verb 'cat' (did you mean 'cast'?)"
    assert told(error, "fr") == "cat con d4: verbe inconnu\u00a0: 'cat' (vouliez-vous dire «\u00a0cast\u00a0»\u00a0?)"
    assert told(error, "it") == "cat con d4: verbo sconosciuto: 'cat' (intendevi 'cast'?)"


def test_what_fills_a_place_is_never_taken_for_words():
    error = NotationError(phrase("unknown verb {verb!r}", verb="the game is over"), "", "start another one")
    assert told(error, "it") == "verbo sconosciuto: 'the game is over' (cominciane un'altra)"
    assert told(DocumentError("something nobody foresaw cannot be {read}", "x.toml"), "fr").endswith("cannot be {read}")


def test_an_error_within_an_error_is_told_too():
    inner = NotationError(
        phrase("no unit is called {name!r}", name="bob"), "move bob", phrase("units: {known}", known="ann")
    )
    outer = EsquiveError(inner, "--do", "")
    assert str(outer) == "--do: move bob: no unit is called 'bob' (units: ann)"
    assert told(outer, "it") == "--do: move bob: nessuna unità si chiama 'bob' (unità: ann)"
    assert told(outer.line, "it") == told(outer, "it")


def test_a_fact_that_depends_on_the_language_is_said_in_it():
    said = phrase("{sentence} [{clauses}]", sentence=lambda language: f"<{language}>", clauses="K3")
    assert (said, told(said, "fr")) == ("<en> [K3]", "<fr> [K3]")


def test_a_phrase_outlives_a_copy_and_another_process():
    said = phrase("no unit is called {name!r}", name="bob")
    for other in (pickle.loads(pickle.dumps(said)), copy.deepcopy(said)):  # noqa: S301 - it was written here
        assert (other, other.template, other.facts) == (said, said.template, said.facts)


def test_a_place_without_a_fact_is_a_mistake_of_the_program():
    with pytest.raises(KeyError):
        phrase("no unit is called {name!r}")


def _leftovers(text, language):
    """English words that stay in a note told in another language."""
    said = told(text, language, NOTES)
    english = set(re.findall(r"\b(?:the|and|of|is|are|its|says|should|only|alike|same|by|with|for|in the)\b", said))
    return english if text in catalogue(NOTES, language) else {said}


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
