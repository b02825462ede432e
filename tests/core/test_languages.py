"""What can be held of the languages without reading them: numbers, address, blanks, joints; see docs/languages.md."""

import re
from pathlib import Path

import pytest

from esquive.core.grammar import because, decimal, joined, percent
from esquive.core.messages import LANGUAGES, messages
from esquive.kaos.book.moves import REASONS
from esquive.kaos.book.windows import MOMENTS
from esquive.kaos.cards.op_codes import ROLL_NAMES
from esquive.krosmaster.spoken.cards.words import MESSAGES as CARDS
from tests.catalogues import names_of

ROOT = Path(__file__).parents[2]
STRINGS = ROOT / "web/src/strings"
PLACE = re.compile(r"\{(\w+)\}")
TU = re.compile(
    r"\b(tu|toi|ton|tes|peux|dois|veux|choisis|pointe|passe l|ouvres|parcours-|commence une|commence la|"
    r"modifie|demande-|demandes|recharge|clique|touche une|prends|lis|appuie|essaie)\b",
    re.IGNORECASE,
)
VOI = re.compile(
    r"\b(voi|vostr[oaei]|potete|dovete|avete|siete|scegliete|usate|guardate|aprite|scrivete|indicate|prendete|"
    r"inviate|chiedete|createne|tirate|lanciate)\b",
    re.IGNORECASE,
)
# Counted in tables and rates, or never one: the words stand in the plural whatever the number.
ALWAYS_MANY = re.compile(
    r"^(bench|match)\.|^rules\.cover|^terminal\.(dice|stop)|^kaos\.condition\.(too-costly|unequal)$"
)
NOUNS = {
    "en": "Kamas|injuries|wounds|markers|successes|dice|points|times|objects|figures|scenarios|files",
    "fr": "Kamas|blessures|dégâts|marqueurs|réussites|dés|points|objets|figurines|scénarios|fichiers|soins",
    "it": "ferite|danni|segnalini|successi|dadi|punti|volte|oggetti|miniature|scenari|cure|vittorie",
}
COUNTED = re.compile(rf"\{{\w+\}} (?:frozen |destiny |victory )?(?:{NOUNS['en']})\b")
PLAIN_BLANK = re.compile(r"\S [:;?!»%](?=[\s'`]|$)|« ")


def templates(language: str) -> dict[str, tuple[str, str]]:
    """The messages of a language, in the singular and the plural."""
    told = messages(language)
    return {name: (told.template(name, 1), told.template(name, 2)) for name in names_of(language)}


def strings_of(language: str) -> str:
    """The texts of the page in a language, those of the desk and of Kaos among them."""
    return "".join(
        (STRINGS / name).read_text(encoding="utf-8")
        for name in (f"{language}.ts", f"desk.{language}.ts", f"kaos.{language}.ts")
    )


def literals(language: str) -> list[str]:
    """The texts of the web client and of the cards; code between them is left out."""
    source = strings_of(language)
    found = [one or other for one, other in re.findall(r"'([^'\n]*)'|`([^`\n]*)`", source)]
    cards = messages(language, CARDS)
    named = re.compile(r"(?:noun|adjective|type)\.|power\.[\w-]+$")  # names, which are no sentences
    return [*found, *(cards.template(name) for name in names_of(language, CARDS) if not named.match(name))]


def everything(language: str) -> list[str]:
    """Every text a player can meet but those of clauses and rulings, which have a test of their own."""
    return [form for forms in templates(language).values() for form in forms] + literals(language)


def test_every_language_says_the_same_things_of_the_same_places() -> None:
    english = templates("en")
    for language in LANGUAGES:
        told = templates(language)
        assert list(told) == list(english)
        for name, (one, many) in told.items():
            assert set(PLACE.findall(many)) <= set(PLACE.findall(" ".join(english[name]))), (language, name)
            assert set(PLACE.findall(one)) <= set(PLACE.findall(many)), (language, name)


def test_a_message_with_a_number_has_a_singular() -> None:
    for name, (one, many) in templates("en").items():
        if COUNTED.search(many) and not ALWAYS_MANY.match(name):
            assert one != many, name


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_of_a_thing_is_never_told_in_the_plural(language: str) -> None:
    plural = re.compile(rf"\b1 (?:{NOUNS[language]})\b")
    for name, (one, _) in templates(language).items():
        if not ALWAYS_MANY.match(name):
            told = PLACE.sub("1", one)
            assert not plural.search(told), (name, told)


def test_french_says_vous() -> None:
    assert [text for text in everything("fr") if TU.search(text)] == []


def test_italian_says_tu_as_its_rulebook_does() -> None:
    assert [text for text in everything("it") if VOI.search(text)] == []


def test_no_sign_of_french_can_be_parted_from_its_word() -> None:
    assert [text for text in everything("fr") if PLAIN_BLANK.search(joined(text, "fr"))] == []
    source = strings_of("fr")
    texts = [one or other for one, other in re.findall(r"'([^'\n]*)'|`([^`\n]*)`", source)]
    shown = [re.sub(r"\$\{[^}]*\}", "x", text) for text in texts]
    assert [text for text in shown if PLAIN_BLANK.search(text)] == []


@pytest.mark.parametrize(
    ("language", "plain", "told"),
    [
        ("fr", "Un effet de Amalia", "Un effet d'Amalia"),
        ("fr", "Un effet de Ysaure", "Un effet d'Ysaure"),
        ("fr", "Un effet de Yugo", "Un effet de Yugo"),
        ("fr", "la Timeline de Joueur 1", "la Timeline du Joueur 1"),
        ("fr", "à Joueur 2 de jouer", "au Joueur 2 de jouer"),
        ("fr", "de Le Chouque à Le Chouque", "du Chouque au Chouque"),
        ("fr", "Le cube de glace de e4 glisse en a4", "Le cube de glace de e4 glisse en a4"),
        ("fr", "on invite l'adversaire à le faire", "on invite l'adversaire à le faire"),
        ("fr", "Remboursez ! « oui » : 3 ;", "Remboursez\u00a0! «\u00a0oui\u00a0»\u00a0: 3\u00a0;"),
        ("it", "Tocca a Amalia e Evangeline", "Tocca ad Amalia ed Evangeline"),
        ("it", "nella Timeline di Giocatore 1", "nella Timeline del Giocatore 1"),
        ("it", "da Bot avido a Ospite B", "dal Bot avido all'Ospite B"),
        ("fr", "Tour 2 : à Joueur 1 de jouer contre Joueur 2", "Tour 2\u00a0: au Joueur 1 de jouer contre le Joueur 2"),
        ("fr", "Joueur 1 et Joueur 2 gagnent", "Le Joueur 1 et le Joueur 2 gagnent"),
        ("fr", "Joueur 1 : gardez les dés", "Joueur 1\u00a0: gardez les dés"),
        ("it", "Turno 2: gioca Giocatore 1", "Turno 2: gioca il Giocatore 1"),
        ("it", "Giocatore 1 e Giocatore 2 vincono", "Il Giocatore 1 e il Giocatore 2 vincono"),
        ("it", "Giocatore 1: scegli", "Giocatore 1: scegli"),
        ("it", "La linea tra a1 e e1, fino a a4", "La linea tra a1 ed e1, fino ad a4"),
        ("it", "da a4 a e4", "da a4 a e4"),
        ("en", "of a Mob : 3", "of a Mob : 3"),
    ],
)
def test_small_words_join_what_follows(language: str, plain: str, told: str) -> None:
    assert joined(plain, language) == told
    assert joined(told, language) == told


def test_decimals_have_a_comma_in_french_and_italian() -> None:
    assert [decimal("12.5", language) for language in LANGUAGES] == ["12.5", "12,5", "12,5"]
    assert [percent(58.333, language) for language in LANGUAGES] == ["58.3 %", "58,3\u00a0%", "58,3\u00a0%"]


def test_what_a_number_is_made_of_goes_into_the_brackets_there_are() -> None:
    assert because("2 dégâts (feu).", "1 imprimé", "fr") == "2 dégâts (feu\u00a0; 1 imprimé)."
    assert because("2 danni", "1 stampato", "it") == "2 danni (1 stampato)"


def test_every_kind_of_decision_and_roll_has_words() -> None:
    asked = re.compile(r'\b(?:Decision|Roll)\(\s*"([a-z-]+)"')
    sources = [*(ROOT / "src/esquive").glob("k*/book/**/*.py")]
    kinds = {kind for source in sources for kind in asked.findall(source.read_text(encoding="utf-8"))}
    kinds |= {*MOMENTS, *ROLL_NAMES, *(kind for kind, _ in REASONS)}
    assert len(kinds) > 40
    assert [kind for kind in sorted(kinds) if f"asked.{kind}" not in messages("fr")] == []
