"""What can be written, explained: each verb with its grammar, an example line of the position, and its clauses.

Grammar and explanation are messages (`kaos.help.VERB`, `kaos.help.VERB.text`). The example is the best legal line where
the verb is asked for now, else one made of the names at hand. Paths have a topic of their own, told along the best path
of the position.
"""

from typing import Final

from esquive.core.waiting import Decision, Over, Roll
from esquive.kaos.book.movement import goes, path_of
from esquive.kaos.cards.library import RANGED
from esquive.kaos.geometry.legs import GO, JUMP, TURN, Leg
from esquive.kaos.geometry.units import CM, format_angle
from esquive.kaos.proposals.candidates import plan_candidates
from esquive.kaos.proposals.places import towards
from esquive.kaos.spoken.bearings import asked_figure, nearest_enemies, spoken
from esquive.kaos.spoken.wording import Wording
from esquive.kaos.table import answers
from esquive.kaos.table.answers import ACTION_NAMES, CAST, SHOOT, STRIKE
from esquive.kaos.table.state import IN_PLAY, NONE, State
from esquive.kaos.written.names import means_names
from esquive.kaos.written.notation import format_answer
from esquive.kaos.written.path_notation import format_legs, format_point

# What each topic rests on; `tests/kaos/text/test_lessons.py` holds that every verb has its own.
CLAUSES: Final[dict[str, tuple[str, ...]]] = {
    "place": ("K5.5", "K6.1"),
    "activate": ("K7.1", "K8.4"),
    "ask": ("K6.9", "K8.4"),
    "plan": ("K20.1", "K20.2", "K20.3", "K20.4", "K20.5", "K20.6"),
    "react": ("K20.9",),
    "intercept": ("K20.13", "K31.1", "K31.5", "K31.6"),
    "done": ("K20.13",),
    "move": ("K21.8", "K21.15", "K26.2", "K31.4"),
    "slam": ("K22.5", "K22.6", "K22.7", "R229"),
    "use": ("K32.11", "K35.1", "K35.3"),
    "pass": ("K35.3", "K36.6"),
    "destiny": ("K36.4", "K36.5"),
    "choose": ("K6.7", "K32.8", "K33.7"),
    "roll": ("K14.3", "K14.4"),
    "draw": ("K32.7", "K33.6"),
    "path": ("K10.10", "K10.11", "K11.4", "K20.16"),
}
TOPICS: Final = tuple(CLAUSES)
SHOWN: Final = 3  # answers looked at for an example
FEW: Final = 12


class Lessons:
    """Explains in one language what can be written in a position."""

    def __init__(self, state: State, wording: Wording) -> None:
        self.state = state
        self.wording = wording

    def about(self, topic: str) -> list[str]:
        """Everything about a topic, a line each; [] for none of TOPICS."""
        if topic not in CLAUSES:
            return []
        found = self.say(f"{topic}.forms").split("\n")
        clauses = ", ".join(CLAUSES[topic])
        found += f"{self.say(f'{topic}.text')} [{clauses}]".split("\n")
        if topic == "path":
            return found + self._along()
        line, is_now = self.example(topic)
        return [*found, self.say("now" if is_now else "example", line=line)]

    def say(self, name: str, **places: object) -> str:
        """A message of the help."""
        return self.wording.messages.say(f"kaos.help.{name}", places)

    # -------------------------------------------------------------------------------------------------------- examples

    def example(self, verb: str) -> tuple[str, bool]:
        """A line with this verb, and whether it is a legal answer now."""
        waiting = self.state.waiting
        if isinstance(waiting, Decision):
            found = waiting.options() if waiting.is_listed else waiting.candidates(FEW)
            lines = [format_answer(self.state, answer) for answer in found]
            fitting = [line for line in lines if line.split()[0] == verb]
            if fitting:
                return max(fitting[:SHOWN], key=lambda line: (len(line.split()), line)), True
        if isinstance(waiting, Roll):
            last = waiting.size - 1 if waiting.weights is None else waiting.outcomes()[-1][0]
            line = format_answer(self.state, last)
            if line.split()[0] == verb:
                return line, True
        return self._made(verb), False

    def _made(self, verb: str) -> str:
        """A line made of figures, weapons and places at hand: right in form, and as likely as not in fact."""
        state, figure, enemy = self.state, *self._pair()
        name, other = state.names[figure], state.names[enemy]
        mine = next(iter(means_names(state, figure)), "none")
        cards = [card.id for card in state.library.objects] + [card.id for card in state.library.events]
        x, y = (state.x[figure], state.y[figure]) if state.status[figure] == IN_PLAY else (10 * CM, 10 * CM)
        there = format_point((x + 5 * CM) // CM * CM, y // CM * CM)
        made = {
            "place": f"place {name} {there} 90",
            "activate": f"activate {name}",
            "plan": f"plan walk {there} face 90 {self._attack(figure)} {other} {mine}",
            "react": f"react riposte {mine}",
            "intercept": f"intercept {name} {mine} at 2.5",
            "move": f"move {there} face 180",
            "slam": f"slam {there}",
            "use": f"use {name} {self._free(figure, mine)} {other}",
            "choose": f"choose {name}",
            "roll": "roll 4 6 1",
            "draw": f"draw {cards[0] if cards else 'CARD'}",
        }
        return made.get(verb, verb)

    def _attack(self, figure: int) -> str:
        """What is done with the first thing on a figure's card."""
        card = self.state.card(figure)
        if not card.weapons:
            return ACTION_NAMES[CAST]
        return ACTION_NAMES[SHOOT if card.weapons[0].kind == RANGED else STRIKE]

    def _free(self, figure: int, otherwise: str) -> str:
        """Something that a figure uses for free, if it has any."""
        card = self.state.card(figure)
        free = [skill.id for skill in card.skills if skill.is_free] + [one.id for one in card.spells if one.is_free]
        return free[0] if free else otherwise

    def _pair(self) -> tuple[int, int]:
        """A figure of who is asked and its nearest enemy; anybody where nobody is there."""
        state = self.state
        waiting = state.waiting
        figure = asked_figure(state)
        if figure == NONE:
            seat = 0 if isinstance(waiting, Over) or waiting.seat < 0 else waiting.seat
            mine = [*state.in_play(seat), *(one for one, owner in enumerate(state.owner) if owner == seat)]
            figure = mine[0] if mine else 0
        enemies = [one for one, owner in enumerate(state.owner) if owner != state.owner[figure]]
        if state.status[figure] == IN_PLAY:
            enemies = nearest_enemies(state, figure, state.base(figure)) or enemies
        return figure, enemies[0] if enemies else figure

    # ----------------------------------------------------------------------------------------------------------- paths

    def _along(self) -> list[str]:
        """A path of the position leg by leg: what each does and costs."""
        state, (figure, _) = self.state, self._pair()
        if state.status[figure] != IN_PLAY:
            return []
        legs = self._path(figure)
        base = state.base(figure)
        made = path_of(state, figure, base, legs)
        at = self.wording.point(spoken(base.x, self.wording), spoken(base.y, self.wording))
        places = {"line": " ".join(format_legs(legs)), "figure": self.wording.figure(figure), "at": at}
        found = [self.say("path.example", **places)]
        for number, leg in enumerate(legs):
            pieces = [piece for piece in made.pieces if piece.leg == number]
            cost = spoken(sum(piece.cost for piece in pieces), self.wording)
            angle = self.wording.length(format_angle(leg.facing))
            word = {GO: "go", TURN: "turn", JUMP: "jump"}[leg.kind]
            text = self.say(f"path.{word}", cm=cost, angle=angle)
            found.append(f"  {format_legs([leg])[-1] if leg.kind == GO else ' '.join(format_legs([leg]))}  {text}")
        return found

    def _path(self, figure: int) -> list[Leg]:
        """The path of the best plan of the figure that has one, with turns if any has; else a turn to its enemy."""
        plans = [answers.plan_of(one) for one in plan_candidates(self.state, figure, FEW)]
        walked = [plan.first for plan in plans if plan is not None and goes(plan.first)]
        if walked:
            return max(walked, key=lambda legs: len({leg.kind for leg in legs}))
        base = self.state.base(figure)
        enemies = nearest_enemies(self.state, figure, base)
        facing = towards(base, self.state.base(enemies[0])) if enemies else base.facing
        return [Leg(TURN, 0, 0, facing)]
