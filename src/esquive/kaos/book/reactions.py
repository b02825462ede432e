"""The defender says what it attempts in reaction to an attack [Kaos K20.9]."""

from esquive.core.columns import fields
from esquive.core.frames import Frame
from esquive.core.waiting import Condition, Decision
from esquive.kaos.book.defences import Attack, is_willing, reactions_to
from esquive.kaos.book.reaction_conditions import reaction_conditions
from esquive.kaos.table.answers import NO_MEANS, NO_REACTION, Reaction
from esquive.kaos.table.events import E_REACTION
from esquive.kaos.table.state import IN_PLAY, State


@fields
class ReactionFrame(Frame[State]):
    """The defender says what it attempts in reaction to an attack [Kaos K20.9].

    `x y z facing`: where the attacker will strike from; `flags`: see `means`. Leaves what is
    attempted in `state.reaction` and `state.reaction_means`. Nobody is asked when there is nothing to choose.
    """

    NAME = "reaction"
    STEPS = ("ask",)

    attacker: int
    means: int
    target: int
    x: int
    y: int
    z: int
    facing: int
    flags: int = 0

    def attack(self, state: State) -> Attack:
        """The attack that is reacted to."""
        base = state.base_at(self.attacker, self.x, self.y, self.z, self.facing)
        return Attack(self.attacker, self.means, self.target, base, self.flags)

    def run(self, state: State) -> bool:
        if state.status[self.target] != IN_PLAY or is_willing(state, self.attacker, self.target):
            state.reaction, state.reaction_means = NO_REACTION, NO_MEANS
            state.stack.pop()
            return False
        found = reactions_to(state, self.attack(state), 2)
        if len(found) > 1:
            return True
        self.take(state, found[0])
        return False

    def take(self, state: State, chosen: Reaction) -> None:
        """The reaction is settled."""
        if state.log is not None:
            state.log.append((E_REACTION, self.target, chosen.reaction, chosen.means))
        state.reaction, state.reaction_means = chosen.reaction, chosen.means
        state.stack.pop()

    def waiting(self, state: State) -> Decision:
        return Decision("react", state.owner[self.target], self, state)

    def options(self, state: State) -> list[int]:
        return [found.answer() for found in reactions_to(state, self.attack(state))]

    def conditions(self, state: State, answer: int) -> list[Condition]:
        """One of the defender's options, and what it takes [Kaos K20.9]."""
        chosen = Reaction.of(answer)
        name = state.names[self.target]
        found = [Condition("reacts", ("K20.9",), chosen is not None, {"figure": name})]
        if chosen is not None:
            found += reaction_conditions(state, self.attack(state), chosen.reaction, chosen.means)
        return found

    def answer(self, state: State, answer: int) -> None:
        self.take(state, Reaction.read(answer))
