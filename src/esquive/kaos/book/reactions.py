"""The defender says what it attempts in reaction to an attack [Kaos K20.9]."""

from esquive.core.frames import Frame
from esquive.core.waiting import Condition, Decision
from esquive.kaos.book.defences import Attack, is_willing, reactions_to
from esquive.kaos.book.reaction_conditions import reaction_conditions
from esquive.kaos.table import answers
from esquive.kaos.table.answers import NO_REACTION
from esquive.kaos.table.events import E_REACTION
from esquive.kaos.table.state import IN_PLAY, State


class ReactionFrame(Frame[State]):
    """The defender says what it attempts in reaction to an attack [Kaos K20.9].

    `x y z facing`: where the attacker will strike from; `flags`: see `means`. Leaves reaction | means << 8 in
    `state.chosen`. Nobody is asked when there is nothing to choose.
    """

    NAME = "reaction"
    STEPS = ("ask",)
    FIELDS = ("attacker", "means", "target", "x", "y", "z", "facing", "flags")
    __slots__ = FIELDS

    def __init__(
        self, attacker: int, means: int, target: int, x: int, y: int, z: int, facing: int, flags: int = 0
    ) -> None:
        self.step = 0
        self.attacker = attacker
        self.means = means
        self.target = target
        self.x = x
        self.y = y
        self.z = z
        self.facing = facing
        self.flags = flags

    def attack(self, state: State) -> Attack:
        """The attack that is reacted to."""
        base = state.base_at(self.attacker, self.x, self.y, self.z, self.facing)
        return Attack(self.attacker, self.means, self.target, base, self.flags)

    def run(self, state: State) -> bool:
        if state.status[self.target] != IN_PLAY or is_willing(state, self.attacker, self.target):
            state.chosen = NO_REACTION
            state.stack.pop()
            return False
        found = reactions_to(state, self.attack(state))
        if len(found) > 1:
            return True
        self.take(state, found[0])
        return False

    def take(self, state: State, chosen: int) -> None:
        """The reaction is settled."""
        if state.log is not None:
            state.log.append((E_REACTION, self.target, chosen & 0xFF, chosen >> 8))
        state.chosen = chosen
        state.stack.pop()

    def waiting(self, state: State) -> Decision:
        return Decision("react", state.owner[self.target], self, state)

    def options(self, state: State) -> list[int]:
        return [
            answers.pack(answers.REACT, [found & 0xFF, found >> 8]) for found in reactions_to(state, self.attack(state))
        ]

    def conditions(self, state: State, answer: int) -> list[Condition]:
        """One of the defender's options, and what it takes [Kaos K20.9]."""
        fields = answers.fields_of(answer) if answer >= 0 else []
        is_reaction = (
            answer >= 0
            and answers.verb_of(answer) == answers.REACT
            and len(fields) == 2
            and answers.pack(answers.REACT, fields) == answer
        )
        name = state.names[self.target]
        said = f"{name} says how it reacts."
        found = [Condition("reacts", ("K20.9",), said, is_reaction, {"figure": name})]
        if is_reaction:
            found += reaction_conditions(state, self.attack(state), fields[0], fields[1])
        return found

    def answer(self, state: State, answer: int) -> None:
        reaction, means = answers.fields_of(answer)
        self.take(state, reaction | means << 8)

    def copy(self) -> "ReactionFrame":
        return ReactionFrame(self.attacker, self.means, self.target, self.x, self.y, self.z, self.facing, self.flags)
