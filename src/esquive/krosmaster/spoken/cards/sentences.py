"""What a card says to the players, told from its ops: spells, powers and Demonic Rewards in a language.

No card text is stored anywhere; a sentence follows from the declaration, so it cannot disagree with what is played.
"""

from esquive.krosmaster.cards.catalogue import Catalogue, catalogue
from esquive.krosmaster.cards.documents import CostDocument, PowerDocument, RewardDocument, SpellDocument
from esquive.krosmaster.cards.translations import display_name
from esquive.krosmaster.spoken.cards.effect_sentences import tell, tell_after
from esquive.krosmaster.spoken.cards.phrases import any_phrase, condition_phrase
from esquive.krosmaster.spoken.cards.words import LANGUAGES, Words

__all__ = ["LANGUAGES", "keyword_text", "power_name", "power_text", "reward_text", "spell_bar", "spell_text"]


def spell_text(
    spell: SpellDocument, language: str = "en", known: Catalogue | None = None, *, area_is_shown: bool = False
) -> str:
    """The text under a spell's name: its area and its effects; empty when it has none [KA 2.5.2].

    Where the spell bar beside it shows the area (`area_is_shown`), the text tells only of one with a condition.
    """
    words = _words(language, known)
    told: list[str] = []
    if spell.area != "none" and not (area_is_shown and spell.area_if is None):
        area = words.say(f"area.{spell.area}")
        if spell.area_if is None:
            told.append(words.sentence(words.say("area", area=area)))
        else:
            told.append(words.sentence(words.say("area.if", area=area, that=condition_phrase(spell.area_if, words))))
    told.append(tell(spell.do, words))
    return " ".join(told).strip()


def spell_bar(spell: SpellDocument, language: str = "en", known: Catalogue | None = None) -> str:
    """A spell's kind, range and cost in one line: `WATER attack 1, close combat, 3 AP`."""
    words = _words(language, known)
    element = words.say(f"element.{spell.element}") if spell.element is not None else ""
    kind = words.say(f"kind.{spell.kind}", element=element, base=spell.base)
    reach = words.say(f"range.{spell.range.kind}", min=spell.range.min, max=spell.range.max)
    return words.sentence(words.say("bar", kind=kind, range=reach, cost=_cost(spell.cost, words)))


def _cost(cost: CostDocument, words: Words) -> str:
    parts = [
        words.say(f"cost.{what}", x=x)
        for what, x in (("ap", cost.ap), ("mp", cost.mp), ("injuries", cost.injuries), ("kamas", cost.kamas))
        if x is not None
    ]
    return ", ".join(parts) if parts else words.say("cost.ap", x=0)


def power_name(power: PowerDocument, language: str = "en") -> str:
    """The name of a power, keyword powers with their number if they have one."""
    words = _words(language, None)
    if power.keyword is not None:
        name = words.power(power.keyword)[0]
        return name if power.x is None else words.say("keyword.x", power=name, x=power.x)
    return display_name(power.name, language) if power.name else (power.id or "")


def power_text(power: PowerDocument, language: str = "en", known: Catalogue | None = None) -> str:
    """What a power does, in one or more sentences."""
    words = _words(language, known)
    if power.keyword is not None:
        return words.power(power.keyword)[1]
    if power.unimplemented is not None:
        return words.sentence(words.say("unimplemented", note=words.note(power.unimplemented)))
    told: list[str] = []
    if power.when is not None:
        subject = any_phrase(power.of, words)
        trigger = words.say(f"trigger.{power.when}", subject=subject)
        limits = [words.say("by-spell", spell=words.spell_name(power.spell))] if power.spell is not None else []
        limits += [words.say("at-least", n=power.at_least)] if power.at_least is not None else []
        limits += [words.say("by", who=any_phrase(power.by, words))] if power.by is not None else []
        limits += [words.say(f"during.{power.during}")] if power.during != "any" else []
        limits += [words.say(f"once.{power.once}")] if power.once != "never" else []
        trigger = ", ".join([trigger, *limits])
        then = tell_after(power.do, words)
        if power.that is None:
            told.append(words.say("when", trigger=trigger, then=then))
        else:
            that = condition_phrase(power.that, words)
            told.append(words.say("when.that", trigger=trigger, that=that, then=then))
    told.append(tell(power.holds, words))
    return words.sentence(" ".join(told))


def keyword_text(keyword: str, language: str = "en", procedure: str = "") -> tuple[str, str]:
    """The name of a keyword power and what it does: by 2.7, or by another procedure of the power's name."""
    return _words(language, None).power(keyword, procedure)


def reward_text(reward: RewardDocument, language: str = "en", known: Catalogue | None = None) -> str:
    """What a Demonic Reward does once it is revealed [KA 4.7.5]."""
    words = _words(language, known)
    told: list[str] = []
    for spell in reward.spell:
        name, bar = display_name(spell.name, language), spell_bar(spell, language, known)
        effects = spell_text(spell, language, known)
        told.append(words.say("reward.spell", spell=name, bar=bar[:1].lower() + bar[1:] if bar[1:2].islower() else bar))
        told.append(effects)
    if reward.do:
        told.append(tell(reward.do, words))
    if reward.holds:
        if reward.kind == "buff":
            told.append(words.say("reward.buff", then=tell_after(reward.holds, words)))
        else:
            told.append(tell(reward.holds, words))
    return words.sentence(" ".join(told))


def _words(language: str, known: Catalogue | None) -> Words:
    return Words(language, catalogue() if known is None else known)
