"""Cards, battlefields, scenarios and hordes of Kaos in words, line by line, in the reader's language.

What a thing does is told by `sentences` and by its own text; here stands the frame round it: numbers with their names.
"""

from collections.abc import Iterator
from typing import Any

from esquive.core.grammar import decimal
from esquive.core.messages import messages
from esquive.core.shapes import CardPart
from esquive.kaos.cards.catalogue import Catalogue, catalogue
from esquive.kaos.cards.documents import (
    EventDocument,
    FieldDocument,
    FighterDocument,
    HordeDocument,
    ObjectDocument,
    ScenarioDocument,
    SelectionDocument,
    SkillDocument,
    SpellDocument,
    WeaponDocument,
    display_name,
)


class Telling:
    """The words of one language for the frame of a card."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.spoken = messages(language)

    def say(self, message: str, /, **places: Any) -> str:
        """A message of cards; numbers have the comma of the language, and `n` tells the form."""
        count = places.get("n", 1)
        told = {key: self.number(value) if isinstance(value, float) else value for key, value in places.items()}
        return self.spoken.say(f"kaos.card.{message}", told, count if isinstance(count, int) else 2)

    def number(self, value: float) -> str:
        """A number of centimetres, as short as it goes."""
        return decimal(f"{value:g}", self.language)

    def word(self, group: str, word: str) -> str:
        """A word of the documents, such as a kind of scenery; one that a player has made up as it is."""
        name = f"kaos.card.{group}.{word}"
        return self.spoken.say(name, {}) if name in self.spoken else word


def lines(one: Any, language: str = "en", known: Catalogue | None = None) -> Iterator[str]:
    """What a card, battlefield, scenario or horde says, in lines; `known` has the fighters of a horde."""
    telling = Telling(language)
    name, source = display_name(one.name, language), telling.word("source", one.source)
    if isinstance(one, FighterDocument):
        tribe, points = telling.word("tribe", one.tribe), telling.say("points", n=one.cost)
        role = display_name(one.role, language)
        yield telling.say("fighter", name=name, role=role, tribe=tribe, points=points, source=source)
        yield from _fighter(one, telling)
        return
    yield telling.say("other", name=name, what=what(one, telling), source=source)
    yield f"  {display_name(one.text, language)}"
    if isinstance(one, FieldDocument | SelectionDocument):
        yield telling.say("table", width=telling.number(one.width_cm), depth=telling.number(one.depth_cm))
        for piece in one.piece:
            kind, height = telling.word("scenery", piece.kind), telling.number(piece.height_cm)
            told = telling.say("piece", name=display_name(piece.name, language), kind=kind, height=height)
            flags = ", ".join(telling.word("flag", flag) for flag in piece.flags)
            yield f"* {telling.spoken.say('rules.labelled', {'label': told, 'text': flags})}" if flags else f"* {told}"
    elif isinstance(one, HordeDocument):
        for fighter in one.fighters:
            card = (known or catalogue()).fighters[fighter]
            points = telling.say("points", n=card.cost)
            yield f"* {telling.say('member', name=display_name(card.name, language), id=fighter, points=points)}"


def what(one: Any, telling: Telling) -> str:
    """What kind of thing it is, with the numbers of its kind; of a fighter its numbers."""
    return "  ".join(_numbers(one, telling)) if isinstance(one, FighterDocument) else ", ".join(_what(one, telling))


def _what(one: Any, telling: Telling) -> Iterator[str]:
    """What kind of thing it is, with the numbers of its kind."""
    if isinstance(one, ObjectDocument):
        uses = telling.say("uses", n=one.uses) if one.uses else telling.say("uses.any")
        timing = telling.word("timing", one.timing)
        yield telling.say("kind.object", difficulty=one.difficulty, timing=timing, uses=uses)
    elif isinstance(one, EventDocument):
        rounds, copies = telling.say("rounds", n=one.rounds), telling.say("copies", n=one.copies)
        yield telling.say("kind.event", parts=one.parts, rounds=rounds, copies=copies)
    elif isinstance(one, ScenarioDocument):
        rounds, points = telling.say("rounds", n=one.rounds), telling.say("points", n=one.horde_points)
        yield telling.say("kind.scenario", rounds=rounds, points=points)
        if one.victory_points:
            yield telling.say("victory", n=one.victory_points)
    elif isinstance(one, HordeDocument):
        yield telling.say("kind.horde", points=telling.say("points", n=one.points))
    else:
        yield telling.say("kind.battlefield" if isinstance(one, FieldDocument) else "kind.selection")
    if isinstance(one, ObjectDocument | EventDocument) and one.place:
        yield telling.say("place", place=telling.word("place", one.place))


def _numbers(card: FighterDocument, telling: Telling) -> Iterator[str]:
    numbers = {"will": card.will_dice, "life": card.life_points, "armour": card.armour, "dodge": card.dodge_dice}
    yield telling.say("stats", move=telling.number(card.move_cm), **numbers)
    if card.shield_dice is not None:
        yield telling.say("shield", n=card.shield_dice)
    if card.keywords:
        yield ", ".join(telling.word("keyword", keyword) for keyword in card.keywords)


def _fighter(card: FighterDocument, telling: Telling) -> Iterator[str]:
    yield what(card, telling)
    sizes = {"base": card.base_cm, "height": card.height_cm, "head": card.head_cm, "body": card.body_width_cm}
    yield telling.say("shape", **{key: telling.number(size) for key, size in sizes.items()})
    for kind, label, tells, text in parts_of(card, telling):
        yield f"{'+' if kind == 'skill' else '*'} {_labelled(telling, label, tells)}"
        if text:
            yield f"    {text}"


def parts_of(card: FighterDocument, telling: Telling) -> Iterator[tuple[str, str, str, str]]:
    """Weapons, spells and skills of a fighter: the kind, the name, the numbers in words, the text ("" for none)."""
    language = telling.language
    for weapon in card.weapon:
        yield "weapon", display_name(weapon.name, language), ", ".join(_weapon(weapon, telling)), ""
    for spell in card.spell:
        tells, text = ", ".join(_spell(spell, telling)), display_name(spell.text, language)
        yield "spell", display_name(spell.name, language), tells, text
    for skill in card.skill:
        tells, text = ", ".join(_skill(skill, telling)), display_name(skill.text, language)
        yield "skill", display_name(skill.name, language), tells, text


def told_parts(card: FighterDocument, telling: Telling) -> list[CardPart]:
    """The same as clients are told it."""
    parts = parts_of(card, telling)
    return [CardPart(kind=kind, label=label, tells=tells, text=text) for kind, label, tells, text in parts]


def _labelled(telling: Telling, label: str, text: str) -> str:
    return telling.spoken.say("rules.labelled", {"label": label, "text": text})


def _weapon(weapon: WeaponDocument, telling: Telling) -> Iterator[str]:
    yield telling.word("weapon", weapon.kind)
    yield telling.say("dice", n=weapon.dice)
    yield telling.say("wounds", n=weapon.wounds)
    if weapon.range_cm is not None:
        yield telling.say("range", n=telling.number(weapon.range_cm))
    if weapon.can_target_contact:
        yield telling.say("also-contact")


def _spell(spell: SpellDocument, telling: Telling) -> Iterator[str]:
    yield telling.say("spell.free" if spell.free else "spell")
    yield telling.say("dice", n=spell.dice)
    yield telling.say("range", n=telling.number(spell.range_cm)) if spell.range_cm else telling.say("contact")
    if spell.wounds:
        yield telling.say("wounds", n=spell.wounds)
    if spell.successes_required > 1:
        yield telling.say("needs", n=spell.successes_required)
    yield telling.say("against", defence=telling.word("defence", spell.defence))


def _skill(skill: SkillDocument, telling: Telling) -> Iterator[str]:
    yield telling.say("skill.free" if skill.free else "skill")
    yield telling.word("timing", skill.timing)
    yield telling.say("dice", n=skill.dice) if skill.dice is not None else telling.say("automatic")
    if skill.range_cm is not None:
        yield telling.say("within", n=telling.number(skill.range_cm))
