"""Two positions that differ in what lies face down, and dice that fall alike in both worlds where all see them."""

import json
from random import Random
from typing import Any, Final, Self

from esquive.core.errors import InvariantError
from esquive.core.waiting import Decision, Over, Roll
from esquive.kaos.cards.catalogue import catalogue as kaos_catalogue
from esquive.krosmaster.book.triggers import register
from esquive.krosmaster.cards.catalogue import catalogue
from esquive.krosmaster.cards.library import EQUIPMENT
from esquive.krosmaster.game import GAME as KROSMASTER
from esquive.krosmaster.releases import release
from esquive.krosmaster.table.entries import UP, token_of
from esquive.krosmaster.table.state import State
from esquive.lab.kaos.fuzzing import random_setup as kaos_setup
from esquive.lab.krosmaster.random_set_ups import playable_cards, random_setup

KAMAS: Final = 40  # so that rewards are bought


class Tape:
    """How the rolls fell in the first world, for the second; `apart` are outcomes the second world may not have."""

    def __init__(self, holder: int) -> None:
        self.holder = holder
        self.hidden = 0  # draws of the holder that differed
        self.fell: list[int] = []
        self.apart: set[int] = set()


class TableDice:
    """Dice that are written down as those that people enter, and that nobody copies."""

    def to_data(self) -> dict[str, Any]:
        """As dice that people enter."""
        return {"kind": "table"}

    def copy(self) -> Self:
        """Never asked for: matches of a tool are not copied."""
        raise InvariantError("the dice of two worlds cannot be copied")


class HeardDice(TableDice):
    """The dice of a match that is played again: they fall as they fell."""

    def __init__(self, fell: list[int]) -> None:
        self.fell = fell
        self.next = 0

    def outcome(self, roll: Roll) -> int:
        """The next outcome."""
        self.next += 1
        return self.fell[self.next - 1]


class FirstDice(TableDice):
    """Dice by chance, that leave alone what the holder has in the other world."""

    def __init__(self, tape: Tape, rng: Random) -> None:
        self.tape = tape
        self.rng = rng
        self.fell: list[int] = []

    def outcome(self, roll: Roll) -> int:
        """The next outcome, kept on the tape."""
        fell = roll.sample(self.rng)
        if roll.weights is not None and fell in self.tape.apart:
            left = [one for one, _ in roll.outcomes() if one not in self.tape.apart]
            fell = self.rng.choice(left) if left else fell
        self.tape.fell.append(fell)
        self.fell.append(fell)
        return fell


class OtherDice(TableDice):
    """The same dice, but for what the holder alone sees: that is something else."""

    def __init__(self, tape: Tape, rng: Random) -> None:
        self.tape = tape
        self.rng = rng
        self.next = 0
        self.fell: list[int] = []

    def outcome(self, roll: Roll) -> int:
        """What falls, kept for whoever watches later."""
        fell = self._outcome(roll)
        self.fell.append(fell)
        return fell

    def _outcome(self, roll: Roll) -> int:
        """What fell in the first world, or something else where the holder alone sees it."""
        fell = self.tape.fell[self.next]
        self.next += 1
        if roll.private_to == self.tape.holder:
            others = [one for one, _ in roll.outcomes() if one != fell and one not in self.tape.apart]
            if others:
                self.tape.hidden += 1
                other = self.rng.choice(others)
                self.tape.apart |= {fell, other}
                return other
        if not roll.may_fall(fell):
            raise Parted
        return fell


class Parted(Exception):
    """The second world cannot go on as the first."""


def krosmaster_worlds(rng: Random, number: int) -> tuple[int, dict[str, Any], dict[str, Any], set[int]]:
    """The holder, two set-ups that differ in the rewards face down on its cards, and the tokens that differ.

    Each of its Krosmasters has a piece of equipment face up; what lies face down is of the same type in the first
    world, so that it cannot be revealed, and of another in the second.
    """
    params = release("2.2" if number % 3 == 2 else "2.7")
    while True:
        setup = random_setup(catalogue(), playable_cards(catalogue(), params), params, rng)
        first = KROSMASTER.new(setup)
        for _ in range(2000):
            waiting = first.waiting
            if isinstance(waiting, Over) or (isinstance(waiting, Decision) and waiting.kind == "activation"):
                break
            first.apply(waiting.sample(rng))
        if isinstance(first.waiting, Decision) and first.waiting.kind == "activation":
            break
    first.kamas = [KAMAS] * first.settings.seats
    holder = rng.randrange(first.settings.seats)
    rewards = first.library.rewards
    other, apart = first.copy(), set()
    for unit in first.timeline[holder]:
        for shown in rng.sample(rewards, len(rewards)):
            fits = [one for one in rewards if one.slot == shown.slot and one is not shown and first.pool[one.index]]
            if shown.kind != EQUIPMENT or not first.pool[shown.index] or not fits or first.level[unit] < 2:
                continue
            same = rng.choice(fits)
            free = [one for one in rewards if one.rank == same.rank and one.slot != same.slot and other.pool[one.index]]
            if not free:
                continue
            for state, hidden in ((first, same), (other, rng.choice(free))):
                state.rewards[unit] = (token_of(shown.index, UP), token_of(hidden.index))
                register(state, unit, [], shown.statics)
                for reward in (shown, hidden):
                    take(state, reward.index, reward.rank)
                apart.add(hidden.index)
            break
    documents = [json.loads(json.dumps(KROSMASTER.to_document(state))) for state in (first, other)]
    return holder, {"position": documents[0]}, {"position": documents[1]}, apart


def take(state: State, reward: int, rank: int) -> None:
    """A token leaves the stacks of its rank."""
    state.pool = [count - (index == reward) for index, count in enumerate(state.pool)]
    pile = rank * state.settings.piles_per_rank
    closed = list(state.piles_closed)
    pile += next(number for number in range(state.settings.piles_per_rank) if closed[pile + number])
    closed[pile] -= 1
    state.piles_closed = closed


def kaos_worlds(rng: Random) -> tuple[int, dict[str, Any], dict[str, Any], set[int]]:
    """A game of Kaos with events; what the holder draws differs as the worlds go on."""
    setup = kaos_setup(rng)
    setup["options"]["rounds"] = 4
    places = sorted({event.place for event in kaos_catalogue().events.values() if event.place})
    setup["decks"] = {"events": True, "objects": False, "place": rng.choice(places)}
    return rng.randrange(2), setup, setup, set()
