"""What a judge says may come of an action: of whom, why so much, and in the singular or the plural."""

from typing import Any

import msgspec
import pytest

from esquive.krosmaster.cards.catalogue import catalogue
from esquive.krosmaster.cards.documents import SpellDocument
from esquive.krosmaster.seen.odds_views import odds_view
from esquive.krosmaster.spoken.cards.sentences import spell_bar
from esquive.krosmaster.spoken.cards.words import Words
from esquive.krosmaster.spoken.wording import Wording
from esquive.krosmaster.written.notation import parse_answer
from tests.krosmaster.playing import Part, Table, card, keyword, mine, power, spell, theirs

SELF = {"who": "self"}


def told(table: Table, line: str, language: str = "en") -> list[str]:
    """The outcomes of a line, each with its probability; or the note alone when no dice are rolled."""
    view = odds_view(table.state, parse_answer(table.state, line), Wording(table.state, language))
    return [f"{one.probability} {one.text}" for one in view.odds] if view.odds else [str(view.odds_note)]


def mage(slug: str, **keys: Any) -> Part:
    """A Krosmaster of one spell, for 1 AP."""
    return card("mage", spells=[spell(slug, **{"cost": {"ap": 1}, **keys})])


def facing(foe: Part, *spells: Part) -> Table:
    """The mage beside a foe of a card, and a bystander."""
    units = {"hero": mine("mage"), "foe": theirs(foe[1]["id"]), "by": theirs("villager")}
    return Table("hero foe . by", units, turn="hero", pack=[*spells, foe])


def test_a_target_that_no_damage_reaches_is_named_with_the_reason_and_a_bystander_is_not() -> None:
    """Immune takes off what is left, and nothing when nothing is left [KA 4.9.12.a] [KA 7.2.7.d]."""
    wall = card("wall", powers=[keyword("immune"), keyword("resistance-fire")])
    assert told(facing(wall, mage("burn", element="fire", base=1)), "cast burn b1") == [
        "1/2 Wall: no injury (1 printed, −1 Resistance [4.9.10.a])",
        "1/3 Wall: no injury (1 printed, +1 Critical Hit roll [7.2.7.b], −1 Resistance [4.9.10.a], "
        "−1 Immune [4.9.12.a])",
        "1/6 Wall: no injury (1 printed, −1 Armour roll [7.2.7.b], −1 Resistance [4.9.10.a], "
        "+1, since it is never below 0 [7.2.7.d])",
    ]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "1/2 Capped: 1 injury (3 printed; 2 less: an effect limits them)"),
        ("fr", "1/2 Capped\u00a0: 1 blessure (3 imprimés\u00a0; 2 de moins\u00a0: un effet les limite)"),
        ("it", "1/2 Capped: 1 ferita (3 stampati; 2 in meno: un effetto le limita)"),
    ],
)
def test_injuries_that_a_limit_keeps_away_are_told_with_what_is_printed(language: str, text: str) -> None:
    """[KA 7.2.8.d]"""
    capped = card("capped", powers=[power("shell", holds=[{"give": [{"op": "injury-cap", "x": 1}]}])])
    assert told(facing(capped, mage("burn", base=3)), "cast burn b1", language)[0] == text


@pytest.mark.parametrize(
    ("powers", "language", "text", "event"),
    [
        (
            [keyword("profanation")],
            "en",
            "1/2 Wall: no injury healed (2 printed; 2 stay: Profanation)",
            "2 injuries of Wall stay: Profanation.",
        ),
        (
            [keyword("profanation")],
            "it",
            "1/2 Wall: nessuna ferita curata (2 stampati; 2 restano: Profanazione)",
            "Wall: 2 ferite restano, Profanazione.",
        ),
        (
            [power("shell", holds=[{"give": [{"op": "injury-cap", "x": 1, "heal": True}]}])],
            "fr",
            "1/2 Wall\u00a0: 1 blessure soignée (2 imprimés\u00a0; 1 reste\u00a0: un effet limite les soins)",
            "Wall\u00a0: 1 blessure reste, un effet limite les soins.",
        ),
    ],
)
def test_injuries_that_stay_are_told_as_such_and_not_as_injuries_fewer(
    powers: list[Any], language: str, text: str, event: str
) -> None:
    """[KA 7.2.8.d] [KA 4.9.31.a]"""
    units = {"hero": mine("leech"), "pal": mine("wall", injuries=4), "foe": theirs("fighter")}
    table = Table("hero pal . foe", units, turn="hero", pack=[card("wall", powers=powers)])
    assert told(table, "cast mend b1", language)[0] == text
    table.play("cast mend b1", dice=["lock"])
    assert event in [Wording(table.state, language).event(one) for one in table.state.log or ()]


def test_damage_that_is_not_all_of_the_injuries_stands_with_its_number() -> None:
    """An additional effect injures besides: the sum is that of the damage alone [KA 7.2.7.c] [KA 4.18.3]."""
    thorns = mage("thorns", base=1, do=[{"op": "injure", "x": 1}])
    assert told(facing(card("plain"), thorns), "cast thorns b1") == [
        "1/2 Plain: 2 injuries",
        "1/3 Plain: 3 injuries (damage 2 = 1 printed, +1 Critical Hit roll [7.2.7.b])",
        "1/6 Plain: 1 injury (damage 0 = 1 printed, −1 Armour roll [7.2.7.b])",
    ]


def test_healing_cites_its_own_sum_and_says_nothing_of_what_adds_nothing() -> None:
    """1 printed, 1 for a critical success, 2 for injuries of the caster, none for its markers [KA 7.3.2.b]."""
    more = [{"op": "extra-heal", "x": {"per": "injuries", "of": {"who": "self"}}}]
    none = [{"op": "extra-heal", "x": {"per": "markers", "stats": ["ap"], "of": {"who": "self"}}}]
    balm = mage(
        "balm", range={"kind": "target", "min": 0, "max": 3}, kind="heal", element="water", base=1, do=more + none
    )
    units = {"hero": mine("mage", injuries=2), "pal": mine("fighter", injuries=6), "foe": theirs("fighter")}
    assert sorted(told(Table("hero pal . foe", units, turn="hero", pack=[balm]), "cast balm b1")) == [
        "1/2 Fighter (b1): 3 injuries healed (1 printed, +2 additional effect of the spell [7.3.2.b])",
        "1/2 Fighter (b1): 4 injuries healed (1 printed, +1 Critical Hit roll [7.3.2.b], "
        "+2 additional effect of the spell [7.3.2.b])",
    ]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "The cost in injuries is 3; the unit can receive 2 (10 HP = 8 printed, +2 Tough (Payer) [4.10.1])."),
        ("it", "Il costo in ferite è 3; l'unità può riceverne 2 (10 PV = 8 stampati, +2 Tough (Payer) [4.10.1])."),
    ],
)
def test_a_number_that_a_sentence_does_not_name_is_named_with_its_terms(language: str, text: str) -> None:
    """[KA 7.1.4.c] [KA 4.10.1]"""
    tough = power("tough", holds=[{"give": [{"op": "stat-bonus", "stat": "hp", "x": 2}]}])
    payer = card("payer", spells=[spell("bleed", cost={"ap": 1, "injuries": 3})], powers=[tough])
    units = {"hero": mine("payer", injuries=8), "foe": theirs("fighter")}
    table = Table("hero foe", units, turn="hero", pack=[payer])
    found = next(one for one in table.judged("cast bleed b1") if one.kind == "injury-cost")
    assert Wording(table.state, language).condition(found) == text


def test_kamas_stolen_are_told_and_kamas_paid_are_not() -> None:
    """One is the cost, and one comes from the opponent's stock [KA 7.1.4.b] [KA 4.5.1]."""
    rob = mage("rob", base=1, cost={"ap": 1, "kamas": 2}, do=[{"op": "gain-kamas", "x": 1, "steal": True}])
    units = {"hero": mine("mage"), "foe": theirs("fighter")}
    players = {"p1": {"kamas": 3}, "p2": {"kamas": 2}}
    table = Table("hero foe", units, turn="hero", pack=[rob], players=players)
    assert told(table, "cast rob b1")[0] == "1/2 Fighter: 1 injury; Player 2: −1 Kama"


@pytest.mark.parametrize(
    ("effect", "language", "text"),
    [
        ({"op": "gain-power", "powers": ["dodge"], "until": "turn"}, "en", "Mage gains Dodge"),
        ({"op": "gain-power", "powers": ["dodge"], "until": "fight"}, "en", "Mage: gains Dodge"),
        (
            {"op": "bonus", "stat": "critical-dice", "x": 1},
            "en",
            "Mage has +1 Critical Hit die, until the end of the turn",
        ),
        (
            {"op": "bonus", "stat": "critical-dice", "x": 1},
            "fr",
            "Mage a +1 dé de Coup Critique, jusqu'à la fin du tour",
        ),
        ({"op": "bonus", "stat": "damage", "x": 1}, "it", "Mage ha +1 danno, fino alla fine del turno"),
        ({"op": "bonus", "stat": "damage", "x": 2}, "it", "Mage ha +2 danni, fino alla fine del turno"),
        ({"op": "markers", "stat": "range", "x": -1}, "fr", "Mage\u00a0: un marqueur −1 PO"),
        ({"op": "markers", "stat": "range", "x": -2}, "fr", "Mage\u00a0: 2 marqueurs −1 PO"),
    ],
)
def test_what_begins_without_dice_is_named_once(effect: dict[str, Any], language: str, text: str) -> None:
    """[KA 4.18.4.f] [KA 4.18.3.d] [KA 4.12.1]"""
    charm = mage("charm", range={"kind": "personal"}, kind="special", do=[{"to": SELF, **effect}])
    assert told(facing(card("plain"), charm), "cast charm a1", language)[0].removesuffix(".").endswith(f": {text}")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "No dice are rolled: Mage: gains 2 MP."),
        ("fr", "Aucun dé n'est lancé\u00a0: Mage\u00a0: gagne 2 PM."),
        ("it", "Non si lancia nessun dado: Mage: guadagna 2 PM."),
    ],
)
def test_what_is_gained_at_once_is_told_and_the_cost_is_not(language: str, text: str) -> None:
    """[KA 4.11.4] [KA 7.5.14.a]"""
    gain = {"op": "immediate-gain", "stat": "mp", "x": 2, "to": SELF}
    dash = mage("dash", range={"kind": "personal"}, cost={"ap": 2}, kind="special", do=[gain])
    assert told(facing(card("plain"), dash), "cast dash a1", language) == [text]


def test_what_is_gained_at_once_is_told_beside_injuries_by_dice() -> None:
    """[KA 4.11.4] [KA 7.2.7.b]"""
    gain = {"op": "immediate-gain", "stat": "ap", "x": 2, "to": SELF}
    table = facing(card("plain"), mage("jab", base=1, do=[gain]))
    assert [line.split(" ", 1)[1] for line in told(table, "cast jab b1")] == [
        "Mage: gains 2 AP; Plain: 1 injury",
        "Mage: gains 2 AP; Plain: 2 injuries (1 printed, +1 Critical Hit roll [7.2.7.b])",
        "Mage: gains 2 AP; Plain: no injury (1 printed, −1 Armour roll [7.2.7.b])",
    ]


def test_a_replacement_is_told_by_the_name_of_the_new_card() -> None:
    """[KA 7.5.19.a]"""
    change = mage("change", range={"kind": "personal"}, kind="special", do=[{"op": "replace", "card": "wizard"}])
    table = Table(
        "hero foe", {"hero": mine("mage"), "foe": theirs("villager")}, turn="hero", pack=[change, card("wizard")]
    )
    assert told(table, "cast change a1") == ["No dice are rolled: Mage: becomes Wizard."]


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        (
            "en",
            "1 (-1 MP marker on each target) → Plain: a −1 MP marker",
            "2 (Each target suffers 1 injury) → Plain: 1 injury",
        ),
        (
            "fr",
            "1 (Un marqueur -1 PM sur chaque cible) → Plain\u00a0: un marqueur −1 PM",
            "2 (Chaque cible subit 1 Blessure) → Plain\u00a0: 1 blessure",
        ),
    ],
)
def test_an_option_to_choose_is_told_by_what_it_does(language: str, one: str, other: str) -> None:
    """And not by its number alone [KA 4.18.3.e]."""
    options = [[{"op": "markers", "stat": "mp", "x": -1}], [{"op": "injure", "x": 1}]]
    pick = mage("pick", kind="special", do=[{"op": "choose", "n": 1, "options": options}])
    (text,) = told(facing(card("plain"), pick), "cast pick b1", language)
    assert text.endswith(f": {one} / {other}.")


def test_who_is_not_chosen_is_not_spoken_of() -> None:
    """One of two is injured by choice: the other one is a bystander [KA 4.18.3.e]."""
    pick = {"who": "units", "side": "enemy", "choose": True}
    dart = mage("dart", range={"kind": "personal"}, kind="special", do=[{"op": "injure", "x": 1, "to": pick}])
    assert told(facing(card("plain"), dart), "cast dart a1") == [
        "No dice are rolled; it depends on the choices made: Plain → Plain: 1 injury / Villager → Villager: 1 injury."
    ]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "No dice are rolled: Imp: comes into play on c1."),
        ("fr", "Aucun dé n'est lancé\u00a0: Imp\u00a0: entre en jeu en c1."),
        ("it", "Non si lancia nessun dado: Imp: entra in gioco in c1."),
    ],
)
def test_a_summon_comes_into_play(language: str, text: str) -> None:
    """[KA 4.19.1.b]"""
    call = mage(
        "call", range={"kind": "target", "min": 1, "max": 4}, kind="special", do=[{"op": "summon", "summon": "imp"}]
    )
    assert told(facing(card("plain"), call), "cast call c1", language) == [text]


def test_what_a_summon_gains_as_it_comes_goes_without_saying() -> None:
    """It is no unit of the position judged; who stood there already is named [KA 4.19.1.b] [KA 4.18.4.f]."""
    gain = {"op": "gain-power", "powers": ["dodge"], "until": "turn", "to": {"who": "units", "side": "ally"}}
    reach = {"kind": "target", "min": 1, "max": 4}
    call = mage("call", range=reach, kind="special", do=[{"op": "summon", "summon": "imp"}, gain])
    assert told(facing(card("plain"), call), "cast call c1") == [
        "No dice are rolled: Mage gains Dodge; Imp: comes into play on c1."
    ]


@pytest.mark.parametrize(
    ("language", "spoken", "bar"),
    [
        ("en", "Put up to 1 injury.", "EARTH attack 2, close combat, 1 injury"),
        ("fr", "+1 dégât, +2 dégâts, 11 dégâts, 1 dé.", "Attaque TERRE 2, corps à corps, 1 Blessure"),
        ("it", "+1 danno, +2 danni, 11 danni, 1 dado.", "Attacco TERRA 2, corpo a corpo, 1 Ferita"),
    ],
)
def test_one_of_a_thing_is_in_the_singular(language: str, spoken: str, bar: str) -> None:
    """A card's sentences are put together from parts: what follows a 1 is one thing [KA 4.8.1]."""
    words = Words(language, catalogue())
    many = {
        "en": "put up to 1 injuries.",
        "fr": "+1 dégâts, +2 dégâts, 11 dégâts, 1 dés.",
        "it": "+1 danni, +2 danni, 11 danni, 1 dadi.",
    }
    assert words.sentence(many[language]) == spoken
    pays = msgspec.convert(spell("pay", cost={"injuries": 1}), SpellDocument)
    assert spell_bar(pays, language) == bar
