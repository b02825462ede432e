"""The sentences players read: every declaration has one in every language, and they read as sentences do."""

import re
import string
from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest
from msgspec import inspect

from esquive.core.messages import messages
from esquive.krosmaster.cards import ops, who
from esquive.krosmaster.cards.catalogue import catalogue
from esquive.krosmaster.cards.documents import CardDocument, PowerDocument, SummonDocument
from esquive.krosmaster.cards.who import Keyword, Selector
from esquive.krosmaster.releases import release, release_names
from esquive.krosmaster.spoken.cards.effect_sentences import effect_sentence
from esquive.krosmaster.spoken.cards.phrases import condition_phrase, per, phrase, who_phrase
from esquive.krosmaster.spoken.cards.reference import AMOUNTS, DOCUMENTS, OTHERWISE, declared_fields, meaning_of
from esquive.krosmaster.spoken.cards.sentences import (
    LANGUAGES,
    keyword_text,
    power_name,
    power_text,
    reward_text,
    spell_bar,
    spell_text,
)
from esquive.krosmaster.spoken.cards.words import MESSAGES, Words
from tests.catalogues import names_of

EFFECTS = (*get_args(ops.Op), *get_args(ops.Modifier), ops.While)
CONDITIONS = get_args(who.Condition)
LISTS = {
    "powers": ["armour", "lock"],
    "types": ["tofu"],
    "rolls": ["lock", "dodge"],
    "stats": ["ap", "mp"],
    "of": [{"is": "on-crate"}, {"is": "aligned"}],
}
SAMPLE: dict[str, Any] = {
    "element": "air",
    "face": "dodge",
    "least": 2,
    "dice": 3,
    "level": 2,
    "below": 8,
    "left": 2,
    "min": 2,
    "gg": 2,
    "type": "tofu",
    "stat": "ap",
    "x": 2,
    "n": 2,
    "name": "sample-name",
    "card": "oscar-kass",
    "summon": "tofu",
    "spell": "con",
    "note": "a note",
    "that": {"is": "on-crate"},
    "then": [{"op": "pierce-armour"}],
    "do": [{"op": "pierce-armour"}],
    "give": [{"op": "unseen"}],
    "to": {"who": "units", "side": "ally"},
    "by": {"who": "units", "side": "enemy"},
    "against": {"who": "units", "side": "enemy"},
    "options": [[{"op": "pierce-armour"}], [{"op": "steal-health"}]],
}


def least(declaration: type[msgspec.Struct]) -> Any:
    """A value of the declaration with only what is required."""
    config = declaration.__struct_config__
    data: dict[str, Any] = {} if config.tag is None else {str(config.tag_field): config.tag}
    for name, _, default in declared_fields(declaration):
        if default == "required":
            is_selector = declaration in (who.CountIs, *AMOUNTS) and name == "of"
            data[name] = {"who": "units"} if is_selector else LISTS.get(name, SAMPLE.get(name))
    if declaration is ops.Bonus:
        data["stat"] = "damage"
    return msgspec.convert(data, declaration)


def is_a_sentence(text: str) -> bool:
    return text[:1] == text[:1].upper() and text[-1] in ".:" and "  " not in text and "{" not in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("declaration", EFFECTS, ids=lambda declaration: declaration.__name__)
def test_every_op_and_modifier_has_a_sentence(declaration: type[msgspec.Struct], language: str) -> None:
    words = Words(language, catalogue())
    assert is_a_sentence(words.sentence(effect_sentence(least(declaration), words)) + ".")


CHOICES = [
    (declaration, name, kind.values)
    for declaration in EFFECTS
    for name, kind, _ in declared_fields(declaration)
    if isinstance(kind, inspect.LiteralType)
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("declaration", "field", "values"), CHOICES, ids=lambda part: str(part)[-30:])
def test_every_choice_of_an_op_is_told_in_words_of_its_own(
    declaration: type[msgspec.Struct], field: str, values: tuple[str, ...], language: str
) -> None:
    words = Words(language, catalogue())
    chosen = [msgspec.structs.replace(least(declaration), **{field: value}) for value in values]
    said = {words.sentence(effect_sentence(one, words)) for one in chosen}
    assert len(said) == len(values)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("declaration", CONDITIONS, ids=lambda declaration: declaration.__name__)
def test_every_condition_has_a_clause(declaration: type[msgspec.Struct], language: str) -> None:
    words = Words(language, catalogue())
    assert "{" not in condition_phrase(least(declaration), words)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("declaration", AMOUNTS, ids=lambda declaration: declaration.__name__)
def test_every_amount_says_what_it_counts(declaration: type[msgspec.Struct], language: str) -> None:
    words = Words(language, catalogue())
    assert len(per(least(declaration), words)) > 5


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("field", [name for name, _, _ in declared_fields(Selector)])
def test_every_filter_of_a_selector_changes_what_is_said(field: str, language: str) -> None:
    words = Words(language, catalogue())
    values: dict[str, list[Any]] = {
        "who": ["self", "targets", "main", "subject", "units"],
        "side": ["any", "ally", "enemy"],
        "kind": ["any", "krosmaster", "summon", "character", "mechanism", "mob"],
        "type": [None, "tofu"],
        "not_type": [None, "boss"],
        "adjacent_to": [None, "self", "target", "subject", "left"],
        "aligned_with": [None, "self", "target", "subject"],
        "other": [False, True],
        "not_subject": [False, True],
        "or_self": [False, True],
        "highest": [False, True],
        "without_markers": [None, "ap", "mp", "range"],
        "weakened": [None, "ap", "mp", "range"],
        "beside": [None, "tofu", "boss"],
        "power": [None, "lock"],
        "knows": [None, "water", "spell"],
        "own": [False, True],
        "began_beside": [False, True],
        "marked": [False, True],
        "plays_next": [False, True],
        "apart": [None, 2, 3],
        "min_level": [None, 3],
        "max_level": [None, 3],
        "choose": [False, True],
    }
    said = [who_phrase(Selector(**{"who": "units", field: value}), words) for value in values[field]]
    assert len(set(said)) == len(said)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("trigger", get_args(ops.Trigger))
def test_every_trigger_has_a_sentence(trigger: Any, language: str) -> None:
    power = PowerDocument(
        id="p", name={"en": "P"}, when=trigger, during="own-turn", once="turn", do=(ops.PierceArmour(),)
    )
    limited, free = power_text(power, language), power_text(msgspec.structs.replace(power, during="any"), language)
    assert is_a_sentence(limited)
    assert limited != free


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("keyword", get_args(Keyword))
def test_every_keyword_power_has_a_name_and_a_meaning(keyword: str, language: str) -> None:
    name, meaning = keyword_text(keyword, language)
    assert name
    assert is_a_sentence(meaning)


def test_the_three_languages_say_the_same_things() -> None:
    """The same message ids, and in each message the same places."""
    english = messages("en", MESSAGES)
    wanted = {name for name in names_of("en", MESSAGES) if not name.startswith("type.")}
    for language in LANGUAGES:
        table = messages(language, MESSAGES)
        assert {name for name in names_of(language, MESSAGES) if not name.startswith("type.")} == wanted
        assert all(
            places(table.template(name, n)) == places(english.template(name, n)) for name in wanted for n in (1, 2)
        )


def test_a_power_that_a_release_plays_otherwise_has_words_for_it() -> None:
    told = {f"power.{keyword}.{way}" for keyword, way in OTHERWISE.items()}
    assert told == {
        one.removesuffix(".text")
        for one in names_of("en", MESSAGES)
        if one.startswith("power.") and one.count(".") == 3
    }
    played = {f"power.{keyword}.{way}" for name in release_names() for keyword, way in release(name).procedures.items()}
    assert told <= played


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_spell_power_and_reward_of_the_catalogue_can_be_told(language: str) -> None:
    known = catalogue()
    told: list[str] = [reward_text(reward, language) for reward in known.rewards.values()]
    bearers: list[CardDocument | SummonDocument] = [*known.cards.values(), *known.summons.values()]
    for bearer in bearers:
        told += [spell_bar(spell, language) + "." for spell in bearer.spell]
        told += [text for spell in bearer.spell if (text := spell_text(spell, language))]
        told += [power_text(power, language) for power in bearer.power]
        assert all(power_name(power, language) for power in bearer.power)
    assert [text for text in told if not is_a_sentence(text)] == []


def test_dan_to_fu_reads_as_the_rulebook_would_say_it() -> None:
    spell = catalogue().cards["queen-of-the-tofus"].spell[0]
    assert spell_text(spell) == "+1 AIR damage to each target for each Tofu adjacent to the target."
    assert spell_text(spell, "fr") == "+1 dégât AIR à chaque cible pour chaque Tofu au contact de la cible."
    assert spell_text(spell, "it") == "+1 danno ARIA a ogni bersaglio per ogni Tofu a contatto con il bersaglio."
    assert spell_bar(spell) == "AIR attack 1, range 1 to 3, 3 AP"


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "If that unit is an Avenger: Two +1 AP markers on that unit."),
        ("fr", "Si l'autre unité est un Justicier\u00a0: deux marqueurs +1 PA sur l'autre unité."),
        ("it", "Se quell'unità è un Giustiziere"),
    ],
)
def test_a_condition_on_the_unit_chosen_speaks_of_that_unit(language: str, sentence: str) -> None:
    """Krommendable gives 2 more to the ally chosen, if it is an Avenger, not if one is about."""
    (commends,) = (power for power in catalogue().cards["captain-amakna-eternal"].power if power.id == "krommendable")
    assert sentence in power_text(commends, language)


@pytest.mark.parametrize(
    ("card", "language", "sentence"),
    [
        ("adamai", "en", "This card is replaced by Adamai - Dragon."),
        ("adamai", "fr", "Cette carte est remplacée par Adamaï - Dragon."),
        ("adamai-dragon", "en", "This card is replaced by Adamai."),
    ],
)
def test_a_card_that_replaces_another_is_named_with_its_version(card: str, language: str, sentence: str) -> None:
    (changes,) = (spell for spell in catalogue().cards[card].spell if spell.id == "metamorphosis")
    assert spell_text(changes, language) == sentence


def test_an_area_that_the_spell_bar_shows_is_not_said_twice_unless_it_has_a_condition() -> None:
    spells = [spell for card in catalogue().cards.values() for spell in card.spell if spell.area != "none"]
    always = next(spell for spell in spells if spell.area_if is None)
    under_condition = next(spell for spell in spells if spell.area_if is not None)
    assert spell_text(always).startswith("Area: ")
    rest = spell_text(always, area_is_shown=True)
    assert spell_text(always).endswith(rest)
    assert not rest.startswith("Area: ")
    assert spell_text(under_condition, area_is_shown=True) == spell_text(under_condition)
    assert spell_text(under_condition).startswith("Area: ")


def every_text(language: str) -> Iterator[str]:
    """All that the cards and rewards of the catalogue say in a language."""
    known = catalogue()
    for card in (*known.cards.values(), *known.summons.values()):
        yield from (spell_text(one, language, area_is_shown=True) for one in card.spell)
        yield from (power_text(one, language) for one in card.power)
    yield from (reward_text(reward, language) for reward in known.rewards.values())


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("fr", {"Perce-Armure", "Vol", "Traque", "Invasion", "Vindicte", "Revanche"}),
        ("it", {"Fendi-Armatura", "Furto", "Traccia", "Invasione", "Biasimo", "Rivincita"}),
    ],
)
def test_only_names_have_a_capital_behind_a_colon(language: str, names: set[str]) -> None:
    found = [first for text in every_text(language) for first in re.findall(r"(?<!Zone\s)(?<!Area): (\w[\w-]*)", text)]
    assert len(found) > 100
    assert {first for first in found if first[0].isupper()} <= names


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_that_ends_with_an_abbreviation_has_one_point(language: str) -> None:
    texts = list(every_text(language))
    assert any(text.endswith("K.O.") for text in texts) or language == "en"
    assert [text for text in texts if ".." in text] == []


def test_two_markers_are_two_of_one() -> None:
    """No marker is of another size than 1 [KA 7.5.1.a]."""
    effect = msgspec.convert({"op": "markers", "stat": "ap", "x": -2}, ops.Op)
    told = [
        Words(language, catalogue()).sentence(effect_sentence(effect, Words(language, catalogue())))
        for language in LANGUAGES
    ]
    assert told == [
        "Two -1 AP markers on each target.",
        "Deux marqueurs -1 PA sur chaque cible.",
        "Due segnalini -1 PA su ogni bersaglio.",
    ]


def test_options_to_choose_from_are_one_sentence() -> None:
    options = [[{"op": "steal-health"}], [{"op": "markers", "stat": "mp", "x": 1}]]
    effect = msgspec.convert({"op": "choose", "n": 1, "options": options}, ops.Op)
    words = Words("fr", catalogue())
    told = words.sentence(effect_sentence(effect, words))
    assert told == "Choisit 1 effet parmi\u00a0: (1) Vol de Vie\u00a0; (2) un marqueur +1 PM sur chaque cible."


def test_french_and_italian_words_elide_and_agree() -> None:
    french, italian = Words("fr", catalogue()), Words("it", catalogue())
    assert french.sentence("si il y a de amis") == "S'il y a d'amis"
    assert italian.sentence("a il bersaglio, una unità") == "Al bersaglio, un'unità"
    allied = Selector(who="units", side="ally", kind="summon")
    assert phrase(allied, french) == "invocation alliée"
    assert phrase(allied, french, plural=True) == "invocations alliées"
    assert phrase(allied, italian, plural=True) == "evocazioni alleate"


@pytest.mark.parametrize("declaration", [*DOCUMENTS, *EFFECTS, *CONDITIONS, *AMOUNTS, Selector])
def test_every_field_of_every_declaration_is_explained(declaration: type[msgspec.Struct]) -> None:
    for name, _, _ in declared_fields(declaration):
        assert meaning_of(declaration, name)
