"""What is offered is what is judged legal, and whatever is offered plays on to the end: random positions."""

from random import Random
from typing import Any

import pytest

from esquive.core.frames import advance
from esquive.core.waiting import Decision, Roll
from esquive.kaos.book.attack_conditions import attack_conditions, may_attack
from esquive.kaos.book.exchange import AttackFrame
from esquive.kaos.book.means import weapons_and_spells
from esquive.kaos.book.reactions import ReactionFrame
from esquive.kaos.cards.library import AS_REACTION, LIFE_GAUGE, SELF, WILL
from esquive.kaos.table import answers
from esquive.kaos.table.state import IN_PLAY, State
from tests.kaos.playing import Figure, Table, box, close, long, mine, platform, ranged, skill, spell, theirs

ARMS: dict[str, Any] = {
    "weapons": [close(4, 5), long(4, 6), ranged(4, 4, 15), ranged(2, 2, 6, can_target_contact=True)],
    "spells": [spell(4, 10), spell(5, 0, WILL, wounds=2), spell(6, 12, LIFE_GAUGE, wounds=3, required=2)],
    "skills": [skill(timing=AS_REACTION, targets=SELF), skill(timing=AS_REACTION, is_free=True, dice=3)],
}


def somebody(rng: Random, owner: int, at: tuple[float, float]) -> Figure:
    """A figure with every kind of arms, somewhere in its round."""
    make = theirs if owner else mine
    return make(
        at=at,
        faces=rng.randrange(360),
        shield=rng.choice([-1, 3]),
        life=rng.randrange(5, 15),
        armour=rng.randrange(3),
        activated=rng.randrange(2),
        moved=rng.randrange(2),
        fleeing=rng.choice([0, 0, 0, 1]),
        dodges=rng.randrange(3),
        dodged=rng.randrange(16),
        **ARMS,
    )


def melee(seed: int) -> Table:
    """Four figures close together between a wall and a ledge; the first has its turn."""
    rng = Random(seed)
    spots = [(20.0, 20.0), (20 + rng.uniform(2.5, 9), 20.0), (20.0, 24.5), (17.0, 16.0)]
    owners = [0, 1, 1, 0]
    names = ["hero", "foe", "other", "friend"]
    places = [(round(x, 4), round(y, 4)) for x, y in spots]
    figures = {name: somebody(rng, owner, at) for name, owner, at in zip(names, owners, places, strict=True)}
    figures = {name: figure for name, figure in figures.items() if name in names[:2] or rng.random() < 0.5}
    wall = box((22.5, 21.5), (1, 3), height=rng.choice([1, 6]))
    return Table(figures, [wall, platform((34, 10), (10, 20))], active="hero", destiny=(1, 1))


@pytest.mark.parametrize("seed", range(60))
def test_the_quick_answer_agrees_with_the_conditions(seed: int) -> None:
    """For every means and every target of a random position."""
    state = melee(seed).state
    for attacker in state.in_play():
        for target in state.in_play():
            others = state.others(attacker, target)
            for means in (*weapons_and_spells(state.card(attacker)), 5):
                where = (attacker, state.base(attacker), means, target, state.base(target), others)
                found = attack_conditions(state, *where)
                assert may_attack(state, *where) == all(condition.holds for condition in found), where


@pytest.mark.parametrize("seed", range(60))
def test_the_reactions_offered_are_those_that_are_legal_and_play_on_to_the_end(seed: int) -> None:
    """Every attack that is possible, every reaction to it, to the end of the exchange with random answers and dice."""
    table = melee(seed)
    rng = Random(seed)
    state = table.state
    hero, foe = table["hero"], table["foe"]
    for means in weapons_and_spells(state.card(hero)):
        base = state.base(hero)
        if may_attack(state, hero, base, means, foe, state.base(foe), state.others(hero, foe)):
            asked = state.copy()
            asked.stack.append(ReactionFrame(hero, means, foe, base.x, base.y, base.z, base.facing))
            waiting = asked.waiting
            assert isinstance(waiting, Decision)
            options = waiting.options()
            judged = [answer for answer in every_reaction(state, foe) if waiting.refusal(answer) is None]
            assert sorted(options) == sorted(judged)
            for option in options:
                reaction, reaction_means = answers.fields_of(option)
                played = state.copy()
                played.stack.append(AttackFrame(hero, means, foe, reaction, reaction_means))
                play_out(played, rng)


def every_reaction(state: State, figure: int) -> list[int]:
    """Every answer that might be a reaction of a figure."""
    means = [0, *weapons_and_spells(state.card(figure)), *(answers.SKILL | number for number in range(3))]
    kinds = range(len(answers.REACTION_NAMES))
    return [answers.pack(answers.REACT, [kind, used]) for kind in kinds for used in means]


def play_out(state: State, rng: Random) -> None:
    """Random answers and dice until the exchange is over; gauges and numbers of wounds stay what they are."""
    advance(state)
    while not (isinstance(state.waiting, Decision) and state.waiting.kind == "rest"):
        waiting = state.waiting
        assert isinstance(waiting, Decision | Roll)
        answer = waiting.sample(rng)
        if isinstance(waiting, Decision):
            assert waiting.refusal(answer) is None, waiting
        state.apply(answer)
    for figure, status in enumerate(state.status):
        assert 0 <= state.wounds[figure] <= state.card(figure).life
        assert (status == IN_PLAY) == (state.life_left(figure) > 0)
        assert state.activated[figure] in (0, 1)
