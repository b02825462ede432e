"""Who, how much and under which condition, in words: the parts of the sentences about cards."""

from functools import singledispatch
from typing import Final

from esquive.krosmaster.cards import who
from esquive.krosmaster.cards.who import Selector
from esquive.krosmaster.spoken.cards.words import Words

UNLIMITED: Final = 40  # the `max` of an amount that says nothing about it


def phrase(selector: Selector, words: Words, *, plural: bool = False) -> str:
    """The noun of a selector with all its filters and without article: `allied Krosmaster adjacent to this unit`."""
    noun, gender = _noun(selector, words, plural=plural)

    def adjective(word: str, *, wanted: bool) -> str:
        return words.adjective(word, gender, plural=plural) if wanted else ""

    tail: list[str] = []
    if selector.type is not None and selector.kind != "any":
        tail.append(words.say("phrase.type", type=words.type_name(selector.type)))
    if selector.not_type is not None:
        tail.append(words.say("phrase.not-type", type=words.type_name(selector.not_type)))
    if selector.min_level is not None:
        tail.append(words.say("phrase.min-level", n=selector.min_level))
    if selector.max_level is not None:
        tail.append(words.say("phrase.max-level", n=selector.max_level))
    if selector.adjacent_to is not None:
        tail.append(words.say(f"phrase.adjacent.{selector.adjacent_to}"))
    tail += _rare_filters(selector, words, gender)
    is_named = selector.kind != "any" or selector.type is not None
    told = words.say(
        "phrase",
        noun=noun,
        other=adjective("other", wanted=selector.other),
        side="" if selector.side == "any" else words.adjective(selector.side, gender, plural=plural),
        targeted=adjective("targeted", wanted=selector.who == "targets" and is_named),
        tail=" ".join(tail),
    )
    return " ".join(told.split())


def _rare_filters(selector: Selector, words: Words, gender: str) -> list[str]:
    """The filters that few cards use, each as a tail of the noun."""
    tail: list[str] = []
    if selector.aligned_with is not None:
        tail.append(words.say(f"phrase.aligned.{selector.aligned_with}"))
    if selector.highest:
        tail.append(words.say("phrase.highest"))
    if selector.without_markers is not None:
        tail.append(words.say("phrase.without-markers", stat=words.say(f"stat.{selector.without_markers}")))
    if selector.weakened is not None:
        tail.append(words.say("phrase.weakened", stat=words.say(f"stat.{selector.weakened}")))
    if selector.beside is not None:
        tail.append(words.say("phrase.beside", type=words.type_name(selector.beside)))
    if selector.power is not None:
        tail.append(words.say("phrase.power", power=words.power_names([selector.power])))
    if selector.knows == "spell":
        tail.append(words.say("phrase.knows.spell"))
    elif selector.knows is not None:
        tail.append(words.say("phrase.knows", element=words.say(f"element.{selector.knows}")))
    if selector.own:
        tail.append(words.say(f"phrase.own.{gender}"))
    if selector.not_subject:
        tail.append(words.say("phrase.not-subject"))
    if selector.began_beside:
        tail.append(words.say("phrase.began-beside"))
    if selector.marked:
        tail.append(words.say("phrase.marked"))
    if selector.apart is not None:
        tail.append(words.say("phrase.apart", x=selector.apart))
    if selector.plays_next:
        tail.append(words.say("phrase.plays-next"))
    if selector.or_self:
        tail.append(words.say("phrase.or-self"))
    return tail


def who_phrase(selector: Selector, words: Words) -> str:
    """The selector as subject or object of a sentence: `each target`, `this unit`, `one allied Mob of your choice`."""
    if selector.who in ("self", "main", "subject"):
        name = words.say(f"who.{selector.who}")
        return name if _is_bare(selector) else words.say("who.if", who=name, phrase=phrase(selector, words))
    if selector.choose:
        return words.say(f"who.choose.{_noun(selector, words, plural=False)[1]}", phrase=phrase(selector, words))
    if selector.plays_next:
        return words.say(f"who.first.{_noun(selector, words, plural=False)[1]}", phrase=phrase(selector, words))
    return words.say("who.each", phrase=phrase(selector, words))


def any_phrase(selector: Selector | None, words: Words) -> str:
    """Some unit of the selector, with the indefinite article: `an opposing Krosmaster`; None is any unit."""
    wanted = Selector(who="units") if selector is None else selector
    return words.say(f"who.a.{_noun(wanted, words, plural=False)[1]}", phrase=phrase(wanted, words))


def on(selector: Selector, words: Words) -> str:
    """`on each target`."""
    return _with(selector, words, "on")


def of(selector: Selector, words: Words) -> str:
    """`of this unit`."""
    return _with(selector, words, "of")


def from_whom(selector: Selector, words: Words) -> str:
    """`from each target`."""
    return _with(selector, words, "from")


def _with(selector: Selector, words: Words, preposition: str) -> str:
    if selector.who == "main" and _is_bare(selector):
        return words.say(f"{preposition}.main")
    return words.say(preposition, who=who_phrase(selector, words))


def _is_bare(selector: Selector) -> bool:
    return selector == Selector(who=selector.who)


def _noun(selector: Selector, words: Words, *, plural: bool) -> tuple[str, str]:
    """The noun and its gender: the kind, else the type, else `target` or `unit`."""
    if selector.kind == "any" and selector.type is not None:
        return words.type_name(selector.type), words.type_gender(selector.type)
    kind = selector.kind if selector.kind != "any" else "target" if selector.who == "targets" else "unit"
    return words.noun(kind, plural=plural)


# ------------------------------------------------------------------------------------------------------- how much


def signed(x: int) -> str:
    """`+2` or `-1`."""
    return f"{x:+d}"


def size_of(amount: who.Amount) -> int:
    """The number of an amount: itself, or what each unit, injury or point counts."""
    return amount if isinstance(amount, int) else amount.x


def per(amount: who.Amount, words: Words) -> str:
    """What the amount is multiplied by: `for each Tofu adjacent to the target`; empty for a plain number."""
    return "" if isinstance(amount, int) else _per(amount, words)


@singledispatch
def _per(amount: object, words: Words) -> str:
    raise TypeError(f"no words for the amount {amount!r}")


@_per.register
def _per_unit(amount: who.PerUnit, words: Words) -> str:
    if amount.every > 1:
        told = words.say("amount.unit.every", every=amount.every, phrase=phrase(amount.of, words, plural=True))
    else:
        told = words.say("amount.unit.distinct" if amount.distinct else "amount.unit", phrase=phrase(amount.of, words))
    return told if amount.max == UNLIMITED else f"{told} {words.say('amount.max', max=amount.max)}"


def _on_it(selector: Selector, words: Words) -> str:
    """Where a number is read from: `on it` for the target looked at, else `on this unit` and the like."""
    return words.say("on.it") if selector == Selector() else on(selector, words)


@_per.register
def _per_injury(amount: who.PerInjury, words: Words) -> str:
    message = "amount.injuries" if amount.every == 1 else "amount.injuries.every"
    return words.say(message, every=amount.every, on=_on_it(amount.of, words))


@_per.register
def _per_marker(amount: who.PerMarker, words: Words) -> str:
    return words.say("amount.markers", stats=words.stats(amount.stats), on=_on_it(amount.of, words))


@_per.register
def _per_cell(_: who.PerCell, words: Words) -> str:
    return words.say("amount.distance")


@_per.register
def _per_range(_: who.PerRange, words: Words) -> str:
    return words.say("amount.max-range")


@_per.register
def _per_ko(_: who.PerKo, words: Words) -> str:
    return words.say("amount.ko")


@_per.register
def _if_critical(amount: who.IfCritical, words: Words) -> str:
    return words.say("amount.critical-roll.no" if amount.no else "amount.critical-roll")


@_per.register
def _per_unspent(amount: who.PerUnspent, words: Words) -> str:
    if len(amount.stats) == 1:
        return words.say("amount.unspent.one", stat=words.stats(amount.stats))
    return words.say("amount.unspent")


@_per.register
def _per_critical(_: who.PerCritical, words: Words) -> str:
    return words.say("amount.critical-successes")


@_per.register
def _per_reward(_: who.PerReward, words: Words) -> str:
    return words.say("amount.rewards")


@_per.register
def _per_kama(amount: who.PerKama, words: Words) -> str:
    return words.say("amount.kamas", every=amount.every, max=amount.max)


# ------------------------------------------------------------------------------------------------------ conditions


@singledispatch
def condition_phrase(condition: object, words: Words) -> str:
    """The condition as a clause to follow `if`: `this unit stands on a Crate`."""
    raise TypeError(f"no words for the condition {condition!r}")


@condition_phrase.register
def _count(condition: who.CountIs, words: Words) -> str:
    least, most = condition.min, condition.max
    if (least, most) == (1, None):
        if condition.of.who in ("main", "subject"):
            return words.say(f"if.{condition.of.who}", phrase=any_phrase(condition.of, words))
        gender = _noun(condition.of, words, plural=False)[1]
        return words.say(f"if.count.{gender}", phrase=phrase(condition.of, words))
    nouns = phrase(condition.of, words, plural=True)
    if most is None:
        return words.say("if.count.min", min=least, phrase=nouns)
    return words.say("if.count.between" if least else "if.count.max", min=least, max=most, phrase=nouns)


@condition_phrase.register
def _injuries(condition: who.InjuriesAre, words: Words) -> str:
    least, most = condition.min, condition.max
    kind = "min" if most is None else "between" if least else "max"
    return words.say(f"if.injuries.{kind}", min=least, max=most, who=_some(condition.of, words))


def _some(selector: Selector, words: Words) -> str:
    """Some unit of the selector as the subject of a clause: `this unit`, `the main target`, `an opposing Mob`."""
    return (who_phrase if selector.who in ("self", "main", "subject") else any_phrase)(selector, words)


@condition_phrase.register
def _territory(condition: who.InTerritory, words: Words) -> str:
    return words.say("if.in-opponent-territory", who=_some(condition.of, words))


@condition_phrase.register
def _aligned(_: who.IsAligned, words: Words) -> str:
    return words.say("if.aligned")


@condition_phrase.register
def _avengers(condition: who.AvengersAre, words: Words) -> str:
    return words.say("if.avengers", x=condition.x)


@condition_phrase.register
def _villains(condition: who.VillainsAre, words: Words) -> str:
    return words.say("if.villains", x=condition.x)


@condition_phrase.register
def _inflicted(condition: who.InflictedThisTurn, words: Words) -> str:
    return _inflicted_clause("if.inflicted-this-turn", condition, words)


def _inflicted_clause(message: str, condition: who.InflictedThisTurn, words: Words) -> str:
    turn = words.say(f"turn.{condition.turn}")
    return words.say(message, who=_victim(condition, words), by=_some(condition.by, words), turn=turn)


def _victim(condition: who.InflictedThisTurn, words: Words) -> str:
    return (who_phrase if condition.on.who == "targets" else any_phrase)(condition.on, words)


@condition_phrase.register
def _has_markers(condition: who.HasMarkers, words: Words) -> str:
    stat = words.say(f"stat.{condition.stat}")
    marker = f"{signed(condition.sign)} {stat}" if condition.sign else stat
    message = "if.has-markers.no" if condition.no else "if.has-markers"
    return words.say(message, marker=marker, who=_some(condition.of, words))


@condition_phrase.register
def _first_cast(condition: who.FirstCast, words: Words) -> str:
    return words.say(f"if.first-cast.{condition.spells}")


@condition_phrase.register
def _on_crate(_: who.OnCrate, words: Words) -> str:
    return words.say("if.on-crate")


@condition_phrase.register
def _prosecution(condition: who.Prosecution, words: Words) -> str:
    return words.say("if.prosecution", x=condition.x)


@condition_phrase.register
def _fewer_kamas(_: who.FewerKamas, words: Words) -> str:
    return words.say("if.fewer-kamas")


@condition_phrase.register
def _turn_of(condition: who.TurnOf, words: Words) -> str:
    return words.say(f"if.turn.{condition.whose}")


@condition_phrase.register
def _first_turn(_: who.FirstTurn, words: Words) -> str:
    return words.say("if.first-turn")


@condition_phrase.register
def _displaced(_: who.Displaced, words: Words) -> str:
    return words.say("if.displaced")


@condition_phrase.register
def _is_koed(_: who.IsKoed, words: Words) -> str:
    return words.say("if.koed")


@condition_phrase.register
def _idle(_: who.Idle, words: Words) -> str:
    return words.say("if.idle")


@condition_phrase.register
def _targeted(condition: who.TargetedThisTurn, words: Words) -> str:
    nouns = phrase(condition.of, words, plural=True)
    return words.say("if.targeted-this-turn", spell=words.spell_name(condition.spell), min=condition.min, phrase=nouns)


@condition_phrase.register
def _demon_target(_: who.DemonTarget, words: Words) -> str:
    return words.say("if.demon-target")


@condition_phrase.register
def _turned(_: who.Turned, words: Words) -> str:
    return words.say("if.turned")


@condition_phrase.register
def _lower_initiative(condition: who.LowerInitiative, words: Words) -> str:
    return words.say("if.lower-initiative", who=_some(condition.of, words))


@condition_phrase.register
def _not(condition: who.Not, words: Words) -> str:
    denied = condition.that
    if isinstance(denied, who.CountIs) and (denied.min, denied.max) == (1, None) and denied.of.who != "main":
        return words.say("if.count.none", phrase=phrase(denied.of, words))
    if isinstance(denied, who.InflictedThisTurn):
        return _inflicted_clause("if.not-inflicted-this-turn", denied, words)
    if isinstance(denied, who.Displaced):
        return words.say("if.displaced.no")
    return words.say("if.not", that=condition_phrase(condition.that, words))


@condition_phrase.register
def _all(condition: who.All, words: Words) -> str:
    return words.join(condition_phrase(one, words) for one in condition.of)


@condition_phrase.register
def _any(condition: who.AnyOf, words: Words) -> str:
    return words.join((condition_phrase(one, words) for one in condition.of), "or")
