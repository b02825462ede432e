"""Every op and every modifier as a sentence; a test asks for each declaration in each language."""

from collections.abc import Iterable
from functools import singledispatch
from typing import Final

from esquive.krosmaster.cards import ops
from esquive.krosmaster.cards.who import TARGETS, Amount, Selector
from esquive.krosmaster.spoken.cards.phrases import (
    any_phrase,
    condition_phrase,
    from_whom,
    of,
    on,
    per,
    signed,
    size_of,
    who_phrase,
)
from esquive.krosmaster.spoken.cards.words import Words

# What these are told by is the name that the rulebook gives them, or begins with it [KA 7.5].
NAMED_EFFECTS: Final = (ops.PierceArmour, ops.StealHealth, ops.Track, ops.Invasion, ops.Retribution, ops.Revenge)


def tell(effects: Iterable[object], words: Words) -> str:
    """The sentences of several ops or modifiers, one after the other."""
    return " ".join(words.sentence(effect_sentence(effect, words)) for effect in effects)


def tell_after(effects: Iterable[object], words: Words) -> str:
    """The same behind a colon, where only the names of effects begin with a capital: see `Words.clause`."""
    told = list(effects)
    first = [words.clause(effect_sentence(one, words)) for one in told[:1] if not isinstance(one, NAMED_EFFECTS)]
    return " ".join(filter(None, [*first, tell(told[len(first) :], words)]))


@singledispatch
def effect_sentence(effect: object, words: Words) -> str:
    """The op or modifier as a sentence, still with loose blanks: see `Words.sentence`."""
    raise TypeError(f"no sentence for {effect!r}")


def _counted(message: str, amount: Amount, words: Words, **places: object) -> str:
    """A message with a singular and a plural form, for a number that is not signed."""
    x = abs(size_of(amount))
    return words.say(f"{message}.{'one' if x == 1 else 'many'}", x=x, per=per(amount, words), **places)


def _on_others(to: Selector, words: Words) -> str:
    """`on ...` where it is not every target of the spell that is meant."""
    return "" if to == TARGETS else on(to, words)


@effect_sentence.register
def _markers(op: ops.Markers, words: Words) -> str:
    """So many markers of +1 or -1: there is no marker of another size [KA 7.5.1.a]."""
    x = size_of(op.x)
    form = "one" if abs(x) == 1 else "many"
    places = {"number": words.number(abs(x)), "sign": signed(x)[0], "stat": words.say(f"stat.{op.stat}")}
    return words.say(f"markers.{form}", x=signed(x), on=on(op.to, words), per=per(op.x, words), **places)


@effect_sentence.register
def _push_back(op: ops.PushBack, words: Words) -> str:
    message = "push-back" if op.away_from == "caster" else "push-back.main-cell"
    return words.say(message, x=op.x, on=_on_others(op.to, words))


@effect_sentence.register
def _attract(op: ops.Attract, words: Words) -> str:
    return words.say("attract", x=op.x, on=_on_others(op.to, words))


@effect_sentence.register
def _push_cube(op: ops.PushCube, words: Words) -> str:
    return words.say("push-cube", x=op.x)


@effect_sentence.register
def _retreat(op: ops.Retreat, words: Words) -> str:
    return words.say("retreat", x=op.x)


@effect_sentence.register
def _move_closer(op: ops.MoveCloser, words: Words) -> str:
    return words.say("move-closer", x=op.x)


@effect_sentence.register
def _pierce_armour(op: ops.PierceArmour, words: Words) -> str:
    return words.say("pierce-armour", on=_on_others(op.to, words))


@effect_sentence.register
def _extra_damage(op: ops.ExtraDamage, words: Words) -> str:
    element = words.say(f"element.{op.element}")
    whom = who_phrase(op.to, words)
    return words.say("extra-damage", x=signed(size_of(op.x)), element=element, who=whom, per=per(op.x, words))


@effect_sentence.register
def _extra_heal(op: ops.ExtraHeal, words: Words) -> str:
    return words.say("extra-heal", x=signed(size_of(op.x)), who=who_phrase(op.to, words), per=per(op.x, words))


@effect_sentence.register
def _double_criticals(_: ops.DoubleCriticals, words: Words) -> str:
    return words.say("double-criticals")


@effect_sentence.register
def _steal_health(_: ops.StealHealth, words: Words) -> str:
    return words.say("steal-health")


@effect_sentence.register
def _steal_markers(op: ops.StealMarkers, words: Words) -> str:
    source = "" if op.to == TARGETS else from_whom(op.to, words)
    return words.say("steal-markers", x=op.x, stat=words.say(f"stat.{op.stat}"), source=source)


@effect_sentence.register
def _immediate_gain(op: ops.ImmediateGain, words: Words) -> str:
    x = size_of(op.x)
    message = "immediate-gain" if x >= 0 else "immediate-loss"
    stat = words.say(f"stat.{op.stat}")
    return words.say(message, who=who_phrase(op.to, words), x=abs(x), stat=stat, per=per(op.x, words))


@effect_sentence.register
def _empty_gauges(op: ops.EmptyGauges, words: Words) -> str:
    return words.say("empty-gauges", who=who_phrase(op.to, words), stats=words.stats(op.stats))


@effect_sentence.register
def _exchange_markers(op: ops.ExchangeMarkers, words: Words) -> str:
    return words.say("exchange-markers", stats=words.stats(op.stats))


@effect_sentence.register
def _exchange_injuries(_: ops.ExchangeInjuries, words: Words) -> str:
    return words.say("exchange-injuries")


@effect_sentence.register
def _invert_markers(op: ops.InvertMarkers, words: Words) -> str:
    return words.say("invert-markers", stats=words.stats(op.stats), on=on(op.to, words))


@effect_sentence.register
def _remove_markers(op: ops.RemoveMarkers, words: Words) -> str:
    some = "" if op.x is None else ".some"
    sign = {1: ".plus", -1: ".minus", 0: ""}[op.sign]
    return words.say(f"remove-markers{some}{sign}", x=op.x, stats=words.stats(op.stats), on=on(op.to, words))


@effect_sentence.register
def _double_markers(op: ops.DoubleMarkers, words: Words) -> str:
    return words.say("double-markers", stats=words.stats(op.stats), on=on(op.to, words))


@effect_sentence.register
def _injure(op: ops.Injure, words: Words) -> str:
    told = _counted("inflict" if op.inflicts else "injure", op.x, words, who=who_phrase(op.to, words))
    return words.say("ricochet", then=words.clause(told)) if op.ricochet else told


@effect_sentence.register
def _heal_injuries(op: ops.HealInjuries, words: Words) -> str:
    return _counted("heal-injuries", op.x, words, who=who_phrase(op.to, words))


@effect_sentence.register
def _summon(op: ops.Summon, words: Words) -> str:
    message = "summon" if op.where == "target" else f"summon.{op.where}"
    return words.say(message, summon=words.summon_name(op.summon))


@effect_sentence.register
def _place(op: ops.Place, words: Words) -> str:
    message, near = "place" if op.where == "target" else f"place.{op.where}", any_phrase(op.near, words)
    return words.say(message, who=who_phrase(op.to, words), near=near)


@effect_sentence.register
def _place_group(_: ops.PlaceGroup, words: Words) -> str:
    return words.say("place-group")


@effect_sentence.register
def _swap(op: ops.Swap, words: Words) -> str:
    return words.say("swap" if op.one == "self" else "swap.subject", who=who_phrase(op.to, words))


@effect_sentence.register
def _coins(op: ops.Coins, words: Words) -> str:
    told = [words.say("coins.one" if op.n == 1 else "coins.many", n=op.n)]
    for face, effects in (("heads", op.heads), ("tails", op.tails), ("all-heads", op.all_heads)):
        if effects:
            told.append(words.say(f"coins.{face}", then=tell_after(effects, words)))
    return " ".join(told)


@effect_sentence.register
def _gain_power(op: ops.GainPower, words: Words) -> str:
    until = words.say(f"until.{op.until}")
    return words.say("gain-power", until=until, who=who_phrase(op.to, words), powers=words.power_names(op.powers))


@effect_sentence.register
def _lose_powers(op: ops.LosePowers, words: Words) -> str:
    return words.say("lose-powers", until=words.say(f"until.{op.until}"), who=who_phrase(op.to, words))


@effect_sentence.register
def _bonus(op: ops.Bonus, words: Words) -> str:
    element = words.say(f"element.{op.element}") if op.element is not None else ""
    what = words.say(f"bonus.{op.stat}", x=signed(op.x), element=element)
    which = words.say(f"bonus.which.{op.spells}", of=of(op.to, words))
    return words.say("bonus", until=words.say(f"until.{op.until}"), what=what, which=which)


@effect_sentence.register
def _slip(op: ops.Slip, words: Words) -> str:
    return words.say("slip", who=who_phrase(op.to, words))


@effect_sentence.register
def _end_turn(_: ops.EndTurn, words: Words) -> str:
    return words.say("end-turn")


@effect_sentence.register
def _gain_kamas(op: ops.GainKamas, words: Words) -> str:
    x = size_of(op.x)
    message = "steal-kamas" if op.steal else "gain-kamas" if x >= 0 else "lose-kamas"
    told = words.say(message if op.of == "own" else f"{message}.{op.of}", x=abs(x))
    return told if isinstance(op.x, int) else words.say("kamas.per", told=told.rstrip("."), per=per(op.x, words))


@effect_sentence.register
def _take_kama(op: ops.TakeKama, words: Words) -> str:
    return words.say("take-kama.remove" if op.remove else "take-kama", x=op.x)


@effect_sentence.register
def _remove_special_marker(_: ops.RemoveSpecialMarker, words: Words) -> str:
    return words.say("remove-special-marker")


@effect_sentence.register
def _special_marker(op: ops.SpecialMarker, words: Words) -> str:
    return words.say("special-marker", name=words.marker_name(op.name))


@effect_sentence.register
def _set_level(op: ops.SetLevel, words: Words) -> str:
    return words.say("set-level", x=op.x, who=who_phrase(op.to, words))


@effect_sentence.register
def _ko_summons(op: ops.KoSummons, words: Words) -> str:
    key = "ko-summons.every" if op.every else "ko-summons"
    if op.summon is None:
        return words.say(key)
    return words.say(f"{key}.summon", summon=words.summon_name(op.summon))


@effect_sentence.register
def _replace(op: ops.Replace, words: Words) -> str:
    cards = words.join((words.card_name(card) for card in (op.card, *op.others)), "or")
    return words.say("replace.optional" if op.optional else "replace", card=cards)


@effect_sentence.register
def _cast(op: ops.Cast, words: Words) -> str:
    return words.say("cast", spell=words.spell_name(op.spell))


@effect_sentence.register
def _with_unit(op: ops.With, words: Words) -> str:
    return words.say("with", who=who_phrase(op.to, words), then=tell_after(op.do, words))


@effect_sentence.register
def _choose(op: ops.Choose, words: Words) -> str:
    options = [
        words.say("choose.option", number=number, then=tell_after(option, words))
        for number, option in enumerate(op.options, start=1)
    ]
    told = words.say("choose.between").join(option.removesuffix(".") for option in options)
    return f"{words.say('choose', n=op.n)} {told}."


@effect_sentence.register
def _improve_spell(op: ops.ImproveSpell, words: Words) -> str:
    return words.say("improve-spell", spell=words.spell_name(op.spell), then=tell_after(op.do, words))


@effect_sentence.register
def _track(op: ops.Track, words: Words) -> str:
    return words.say("track", then=tell_after(op.then, words))


@effect_sentence.register
def _invasion(op: ops.Invasion, words: Words) -> str:
    return words.say("invasion", then=tell_after(op.then, words))


@effect_sentence.register
def _retribution(op: ops.Retribution, words: Words) -> str:
    return words.say("retribution", x=op.x, then=tell_after(op.then, words))


@effect_sentence.register
def _revenge(op: ops.Revenge, words: Words) -> str:
    return words.say("revenge", x=op.x, then=tell_after(op.then, words))


@effect_sentence.register
def _if(op: ops.If, words: Words) -> str:
    told = words.say("if", that=condition_phrase(op.that, words), then=tell_after(op.then, words))
    return told + (" " + words.say("otherwise", then=tell_after(op.otherwise, words)) if op.otherwise else "")


@effect_sentence.register
def _if_koes(op: ops.IfKoes, words: Words) -> str:
    return words.say("if-koes", then=tell_after(op.then, words))


@effect_sentence.register
def _special(op: ops.Special, words: Words) -> str:
    return words.say("special", name=op.name)


@effect_sentence.register
def _unimplemented(op: ops.Unimplemented, words: Words) -> str:
    return words.say("unimplemented", note=words.note(op.note))


# ---------------------------------------------------------------------------------------------- continuous effects


@effect_sentence.register
def _have_powers(give: ops.HavePowers, words: Words) -> str:
    return words.say("have-powers", who=who_phrase(give.to, words), powers=words.power_names(give.powers))


@effect_sentence.register
def _copy_powers(give: ops.CopyPowers, words: Words) -> str:
    return words.say("copy-powers", of=of(_others(give), words))


@effect_sentence.register
def _have_types(give: ops.HaveTypes, words: Words) -> str:
    return words.say("have-types", of=of(_others(give), words))


@effect_sentence.register
def _give_types(give: ops.GiveTypes, words: Words) -> str:
    types = f" {words.say('and')} ".join(words.type_name(one) for one in give.types)
    return words.say(f"give-types.{give.kind}", types=types)


def _others(give: ops.CopyPowers | ops.HaveTypes) -> Selector:
    """The other units that powers or types are copied from, as a selector: for its words only."""
    type_ = give.type if isinstance(give, ops.CopyPowers) else None
    return Selector(who="units", side=give.side, kind=give.kind, type=type_, other=True)


@effect_sentence.register
def _have_no_powers(give: ops.HaveNoPowers, words: Words) -> str:
    message = "have-no-powers.keep-same" if give.keep_same else "have-no-powers"
    return words.say(message, who=who_phrase(give.to, words))


@effect_sentence.register
def _stat_bonus(give: ops.StatBonus, words: Words) -> str:
    message = "stat-bonus" if give.stat == "hp" else "stat-bonus.max"
    whom = who_phrase(give.to, words)
    stat = words.say(f"stat.{give.stat}")
    return words.say(message, who=whom, x=signed(size_of(give.x)), stat=stat, per=per(give.x, words))


@effect_sentence.register
def _damage_bonus(give: ops.DamageBonus, words: Words) -> str:
    return words.say(
        f"damage-bonus.{give.spells}",
        element=words.say(f"element.{give.element}") if give.element is not None else "",
        of=of(give.to, words),
        x=signed(size_of(give.x)),
        against=who_phrase(give.against, words),
        per=per(give.x, words),
    )


@effect_sentence.register
def _damage_reduction(give: ops.DamageReduction, words: Words) -> str:
    element = words.say(f"element.{give.element}") if give.element is not None else ""
    return words.say("damage-reduction", x=give.x, element=element, who=who_phrase(give.to, words))


@effect_sentence.register
def _heal_bonus(give: ops.HealBonus, words: Words) -> str:
    return words.say("heal-bonus", of=of(give.to, words), x=signed(size_of(give.x)), per=per(give.x, words))


@effect_sentence.register
def _cost_bonus(give: ops.CostBonus, words: Words) -> str:
    return words.say("cost-bonus", of=of(give.to, words), x=signed(give.x), stat=words.say(f"stat.{give.stat}"))


@effect_sentence.register
def _injury_cap(give: ops.InjuryCap, words: Words) -> str:
    message = "injury-cap.heal" if give.heal else "injury-cap"
    return words.say(f"{message}.in-spells" if give.in_spells else message, x=give.x, on=on(give.to, words))


@effect_sentence.register
def _punch_effect(give: ops.PunchEffect, words: Words) -> str:
    return words.say("punch-effect", then=tell_after(give.do, words))


@effect_sentence.register
def _spell_effects(give: ops.SpellEffects, words: Words) -> str:
    return words.say("spell-effects", then=tell_after(give.do, words))


@effect_sentence.register
def _no_healing(give: ops.NoHealing, words: Words) -> str:
    return words.say("no-healing", on=on(give.to, words))


@effect_sentence.register
def _spared(give: ops.Spared, words: Words) -> str:
    return words.say("spared", who=who_phrase(give.by, words))


@effect_sentence.register
def _unseen(_: ops.Unseen, words: Words) -> str:
    return words.say("unseen")


@effect_sentence.register
def _no_sight_needed(give: ops.NoSightNeeded, words: Words) -> str:
    who = who_phrase(give.against, words)
    if give.spell is None:
        return words.say("no-sight-needed", who=who)
    return words.say("no-sight-needed.spell", who=who, spell=words.spell_name(give.spell))


@effect_sentence.register
def _modifier_unimplemented(give: ops.ModifierUnimplemented, words: Words) -> str:
    return words.say("unimplemented", note=words.note(give.note))


@effect_sentence.register
def _while(held: ops.While, words: Words) -> str:
    that = "" if held.that is None else condition_phrase(held.that, words)
    if held.koed:
        that = words.say("while.koed.and", that=that) if that else words.say("while.koed")
    return words.say("while", that=that, give=tell_after(held.give, words)) if that else tell(held.give, words)
