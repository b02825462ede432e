"""No sentence counts wrongly: "1 Kamas", "at most 1 times". Sentences are made with many numbers and read.

What is read: every message of the catalogues with one of everything, every card of both games with each of its numbers
turned to 0, 1 and 2, and the templates of the web client.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from esquive.core.messages import LANGUAGES, messages
from esquive.kaos.seen.card_catalogue import everything
from esquive.kaos.spoken.cards.descriptions import lines
from esquive.krosmaster.cards.catalogue import catalogue
from esquive.krosmaster.spoken.cards.sentences import power_text, reward_text, spell_bar, spell_text
from tests.catalogues import names_of

STRINGS = Path(__file__).parents[2] / "web" / "src" / "strings"

# Nouns that are counted, in the plural, by language.
PLURALS = {
    "en": "actions answers articles Avengers cards cells clauses coins conditions copies decisions dice differences"
    " entries errors figures files Gallons games injuries Kamas levels markers opponents piles pieces players"
    " points positions puzzles rewards rounds scenarios seats sentences spells steps successes times tokens units"
    " Villains warnings wounds",
    "fr": "actions articles avertissements blessures Blessures cartes cases conditions coups dégâts dés décisions"
    " emplois entrées erreurs étapes exemplaires fichiers figurines Galons invocations joueurs jets Justiciers"
    " Kamas lignes manches marqueurs niveaux parties pièces piles places points positions récompenses réponses"
    " scénarios sorts tours unités Vilains",
    "it": "articoli azioni avvisi blocchi caselle carte condizioni copie dadi danni decisioni errori evocazioni ferite"
    " Ferite giocatori Giustizieri Cattivi incantesimi lanci livelli miniature mosse monete partite passi pezzi"
    " pile posti punti posizioni ricompense righe risposte segnalini squadre successi turni usi volte voci",
}
# A number that belongs to a range or a share ("2 to 1", "1 of 3 wounds") goes with the noun of the whole.
PART_OF = r"(?:of|to|and|sur|à|de|su|a|da|/|\.|,|\d|[-+−±])"

# Messages whose numbers are averages, or counts that a book, a format or a rule keeps above one.
NEVER_ONE = {
    "bench.length": "averages",
    "bench.speed": "averages",
    "bench.compared": "averages",
    "bench.peer": "averages",
    "match.speed": "averages",
    "rules.coverage": "hundreds of clauses in a book",
    "rules.coverage.derived": "hundreds of clauses in a book",
    "kaos.condition.unequal": "the costs of two hordes",
    "terminal.dice": "one die has words of its own",
    "odds.too-many": "a fixed limit",
    "kaos.odds.too-many": "a fixed limit",
    "error.wrong-players.fix": "a format has two or four players",
    "error.no-such-table.fix": "a format has two or four players",
    "condition.team-size.9.1.2": "two with four players",
}


def _miscounted(text: str, language: str) -> list[str]:
    """What counts one with a plural."""
    plurals = "|".join(PLURALS[language].split())
    found = re.finditer(
        rf"(?<![\w.,]){PART_OF}?\s?\b1[\s\u00a0](?:(?!des|delle|dei)\w+[\s\u00a0])?(?:{plurals})\b", text
    )
    return [one[0] for one in found if re.match(r"\s?1\b", one[0])]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_counts_one_of_something_in_the_plural(language: str) -> None:
    spoken, wrong = messages(language), {}
    for name in names_of(language):
        template = spoken.template(name, 1)
        places = dict.fromkeys(re.findall(r"\{(\w+)\}", template), "1")
        found = _miscounted(template.format_map(places), language)
        if found and name not in NEVER_ONE:
            wrong[name] = found
    assert wrong == {}


def test_what_never_counts_one_is_still_a_message() -> None:
    assert set(NEVER_ONE) <= set(names_of("en"))


def _with(value: Any, number: int) -> Any:
    """A document with each of its plain numbers above 0 turned to another."""
    if isinstance(value, dict):
        return {key: one if key in ("level", "n") else _with(one, number) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_with(one, number) for one in value]
    return number if type(value) is int and value > 0 else value


def _documents() -> Iterator[Any]:
    known = catalogue()
    for table in (known.cards, known.summons, known.rewards):
        yield from table.values()


def _told(document: Any, language: str) -> Iterator[str]:
    for spell in document.spell:
        yield spell_text(spell, language)
        yield spell_bar(spell, language)
    for power in getattr(document, "power", ()):
        yield power_text(power, language)
    if hasattr(document, "rank"):
        yield reward_text(document, language)


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_card_counts_one_of_something_in_the_plural(language: str, number: int) -> None:
    wrong: dict[str, tuple[str, str]] = {}
    read = 0
    for document in _documents():
        changed = msgspec.to_builtins(document)
        for part in ("spell", "power", "do", "while"):
            if part in changed:
                changed[part] = _with(changed[part], number)
        try:
            same = msgspec.convert(changed, type(document), strict=False)
        except msgspec.ValidationError:
            same = document
        for text in _told(same, language):
            read += 1
            found = _miscounted(text, language)
            if found:
                wrong.setdefault(found[0], (document.id, text))
    assert wrong == {}
    assert read > 900


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_card_of_kaos_counts_one_of_something_in_the_plural(language: str) -> None:
    text = "\n".join(line for _, one in everything() for line in lines(one, language))
    assert _miscounted(text, language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_web_client_puts_a_plural_behind_a_number_only_where_it_looks_at_the_number(language: str) -> None:
    wrong = []
    sources = [
        (STRINGS / name).read_text(encoding="utf-8")
        for name in (f"{language}.ts", f"desk.{language}.ts", f"kaos.{language}.ts")
    ]
    for line in "".join(sources).splitlines():
        for literal in re.findall(r"`[^`]*`", line):
            if "=== 1" in line[: line.index(literal)]:
                continue  # the form for the other numbers
            shown = re.sub(r"\$\{n\}|\$\{Math\.abs\(n\)\}", "1", literal)
            shown = re.sub(r"\$\{[^}]*\}", "X", shown)
            wrong += _miscounted(shown.strip("`"), language)
    assert wrong == []
