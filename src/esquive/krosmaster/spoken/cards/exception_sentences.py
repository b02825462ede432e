"""The sentences of continuous effects that make an exception to a whole rule: dice, KO's, targets, sight, teams.

They are among those of `effect_sentences`, which `sentences` tells.
"""

from collections.abc import Sequence

from esquive.krosmaster.book.powers.rolls import ROLL_NAMES
from esquive.krosmaster.cards import ops
from esquive.krosmaster.spoken.cards.effect_sentences import effect_sentence, tell_after
from esquive.krosmaster.spoken.cards.phrases import of, signed, who_phrase
from esquive.krosmaster.spoken.cards.words import Words


@effect_sentence.register
def _screens(give: ops.Screens, words: Words) -> str:
    return words.say("screens", who=who_phrase(give.to, words))


@effect_sentence.register
def _sees_through(give: ops.SeesThrough, words: Words) -> str:
    return words.say("sees-through", who=who_phrase(give.to, words))


@effect_sentence.register
def _guesses_rewards(give: ops.GuessesRewards, words: Words) -> str:
    return words.say("guesses-rewards", x=give.x)


@effect_sentence.register
def _buy_reward(op: ops.BuyReward, words: Words) -> str:
    rank = "" if op.rank is None else words.say(f"rank.{op.rank}")
    message = ".".join(["buy-reward", *(["free"] if op.free else []), *(["optional"] if op.optional else [])])
    return words.say(message, rank=rank)


@effect_sentence.register
def _set_control(op: ops.SetControl, words: Words) -> str:
    return words.say("set-control", spell=words.spell_name(op.spell))


@effect_sentence.register
def _swap_tree(_: ops.SwapTree, words: Words) -> str:
    return words.say("swap-tree")


@effect_sentence.register
def _take_control(op: ops.TakeControl, words: Words) -> str:
    return words.say("take-control", who=who_phrase(op.to, words))


@effect_sentence.register
def _hatches_instead(give: ops.HatchesInstead, words: Words) -> str:
    return words.say("hatches-instead", summon=words.summon_name(give.summon))


@effect_sentence.register
def _turns_instead(give: ops.TurnsInstead, words: Words) -> str:
    return words.say("turns-instead", card=words.card_name(give.card), gg=give.gg)


@effect_sentence.register
def _turn_their_dofus(_: ops.TurnTheirDofus, words: Words) -> str:
    return words.say("turn-their-dofus")


@effect_sentence.register
def _bet(op: ops.Bet, words: Words) -> str:
    return words.say("bet", then=tell_after(op.then, words))


@effect_sentence.register
def _initiative_bonus(give: ops.InitiativeBonus, words: Words) -> str:
    return words.say("initiative-bonus", of=of(give.to, words), x=signed(give.x))


@effect_sentence.register
def _lack_powers(give: ops.LackPowers, words: Words) -> str:
    return words.say("lack-powers", who=who_phrase(give.to, words), powers=words.power_names(give.powers))


@effect_sentence.register
def _roll_bonus(give: ops.RollBonus, words: Words) -> str:
    places = {"who": who_phrase(give.to, words), "x": signed(give.x), "rolls": _roll_names(give.rolls, words)}
    return words.say("roll-bonus", **places)


@effect_sentence.register
def _recruit(give: ops.Recruit, words: Words) -> str:
    places = {"level": give.level, "least": give.least, "below": give.below}
    return words.say("recruit", type=words.type_name(give.type), **places)


@effect_sentence.register
def _any_number_of_rewards(_: ops.AnyNumberOfRewards, words: Words) -> str:
    return words.say("any-number-of-rewards")


@effect_sentence.register
def _survives_ko(_: ops.SurvivesKo, words: Words) -> str:
    return words.say("survives-ko")


@effect_sentence.register
def _must_be_targeted(give: ops.MustBeTargeted, words: Words) -> str:
    return words.say("must-be-targeted", who=who_phrase(give.by, words))


@effect_sentence.register
def _powers_against(give: ops.PowersAgainst, words: Words) -> str:
    return words.say("powers-against", who=who_phrase(give.against, words), powers=words.power_names(give.powers))


@effect_sentence.register
def _dice_instead(give: ops.DiceInstead, words: Words) -> str:
    return words.say("dice-instead", least=give.least, dice=give.dice)


@effect_sentence.register
def _also_success(give: ops.AlsoSuccess, words: Words) -> str:
    return words.say("also-success", face=_roll_names((give.face,), words), rolls=_roll_names(give.rolls, words))


@effect_sentence.register
def _roll_again(_: ops.RollAgain, words: Words) -> str:
    return words.say("roll-again", rolls=_roll_names(ROLL_NAMES, words))


@effect_sentence.register
def _give_fewer_gg(op: ops.GiveFewerGg, words: Words) -> str:
    return words.say("give-fewer-gg", x=op.x, least=op.least)


@effect_sentence.register
def _marker_shield(_: ops.MarkerShield, words: Words) -> str:
    return words.say("marker-shield")


@effect_sentence.register
def _kamas_for_injuries(give: ops.KamasForInjuries, words: Words) -> str:
    return words.say("kamas-for-injuries", left=give.left)


def _roll_names(rolls: Sequence[str], words: Words) -> str:
    """Kinds of rolls are called as the power that adds a die to them."""
    return words.power_names("critical-hit" if roll == "critical" else roll for roll in rolls)
