"""What a seat is asked, as people choose from it: each answer in words, with what it costs and where it leads.

An answer is told by what it is about (the figures), what it takes (way, cost, dice) and where that is on the table, so
that a client can write, sort and draw it without knowing a rule. What it may come to is counted when somebody asks.
"""

from functools import singledispatchmethod
from typing import Any, Final, TypeVar

from esquive.core.frames import Frame, on_top
from esquive.core.ids import SEAT_NAMES
from esquive.core.waiting import Decision
from esquive.kaos.book.activation import ActivationFrame
from esquive.kaos.book.deployment import nearest_enemy
from esquive.kaos.book.event_cards import EventsFrame
from esquive.kaos.book.flight import flight_path, is_fleeing
from esquive.kaos.book.idle_destiny import is_point_idle
from esquive.kaos.book.interceptions import Route
from esquive.kaos.book.means import INTERCEPTION, TARGET_MOVED
from esquive.kaos.book.modifiers import move_of
from esquive.kaos.book.movement import path_of
from esquive.kaos.book.moves import MoveChoiceFrame
from esquive.kaos.book.reactions import ReactionFrame
from esquive.kaos.book.rolls import ContestFrame
from esquive.kaos.book.slam import SlamFrame, flight_of
from esquive.kaos.book.windows import FreeWindowFrame
from esquive.kaos.cards.documents import display_name
from esquive.kaos.geometry.arcs import in_attack_angle
from esquive.kaos.geometry.measures import distance, within
from esquive.kaos.geometry.passages import Passage
from esquive.kaos.geometry.shapes import Base
from esquive.kaos.geometry.units import TOLERANCE, TURN, format_angle, format_length
from esquive.kaos.seen.plan_groups import group_of, grouped
from esquive.kaos.seen.prompt_details import as_it_stands, rolled, stops
from esquive.kaos.seen.shapes import KaosDecision, KaosOption, Place, Spot
from esquive.kaos.spoken.bearings import side_of, spoken, to_a_tenth
from esquive.kaos.spoken.briefing import standings
from esquive.kaos.spoken.dice_pools import plan_dice, reaction_dice, strike_dice
from esquive.kaos.spoken.hit_chances import chance_of_will
from esquive.kaos.spoken.odds_counting import names_roller
from esquive.kaos.spoken.option_summaries import Reasons
from esquive.kaos.spoken.suggestions import proposals
from esquive.kaos.spoken.wording import Wording, known_in
from esquive.kaos.table import answers
from esquive.kaos.table.answers import (
    ACTION_NAMES,
    FLEE,
    MOMENT_NAMES,
    NO_ACTION,
    PLAN_NAMES,
    REACTION_NAMES,
    SEARCH,
    USE_SKILL,
    WORDS,
    Activating,
    Answer,
    ChoosingCard,
    ChoosingFigure,
    ChoosingNumber,
    ChoosingWord,
    Interception,
    Placing,
    Plan,
    Reaction,
    Slamming,
    Use,
)
from esquive.kaos.table.state import NONE, State
from esquive.kaos.written.documents.inline_cards import number_of
from esquive.kaos.written.notation import acting, format_answer, is_scenery

MOST: Final = 40  # answers proposed where they cannot be listed


Waits = TypeVar("Waits", bound=Frame[Any])


class Asking:
    """Tells the decision a position waits for, in one language."""

    __slots__ = ("state", "top", "waiting", "wording")

    def __init__(self, waiting: Decision, wording: Wording) -> None:
        """`waiting` is that of the position; `wording` speaks about it as the seat asked may know it."""
        self.state: State = wording.state
        self.waiting = waiting
        self.wording = wording

    def view(self) -> KaosDecision:
        """The whole decision; where answers are without number the best MOST of them."""
        state, waiting, figure = self.state, self.waiting, self.figure()
        places = {"figure": self.wording.figure(figure)}
        asked = self.wording.messages.say(f"kaos.ask.{waiting.kind}", places)
        labelled = {"label": self.wording.seat(waiting.seat), "text": asked}
        reaction, contest = on_top(state, ReactionFrame), on_top(state, ContestFrame)
        return KaosDecision(
            kind=waiting.kind,
            seat=SEAT_NAMES[waiting.seat],
            clause="",
            prompt=self.wording.messages.say("rules.labelled", labelled),
            options=self.options(),
            listed=waiting.is_listed,
            about=self.about(),
            figure=state.names[figure] if figure != NONE else None,
            attacker=None if reaction is None else state.names[reaction.attacker],
            struck_from=None if reaction is None else spot(reaction.attack(state).base),
            rolled=[] if contest is None else rolled(contest, self.wording),
            idle=self.wording.say("kaos.ask.destiny.idle") if is_point_idle(state) else "",
        )

    def frame(self, kind: type[Waits]) -> Waits:
        """The frame that waits, which is of this kind: answers of its kind answer nothing else."""
        found = on_top(self.state, kind)
        assert found is not None, f"{self.waiting.kind} is asked by another frame"
        return found

    def figure(self) -> int:
        """The figure that the decision is about, or NONE."""
        state = self.state
        moves = on_top(state, ActivationFrame) or on_top(state, MoveChoiceFrame) or on_top(state, FreeWindowFrame)
        if moves is not None:
            return moves.figure
        reaction, slam = on_top(state, ReactionFrame), on_top(state, SlamFrame)
        if reaction is not None:
            return reaction.target
        return NONE if slam is None else slam.victim

    def about(self) -> list[str]:
        """What one has to know to decide: the attack that comes, the successes so far, the plan in progress."""
        state, say = self.state, self.wording.say
        reaction, contest = on_top(state, ReactionFrame), on_top(state, ContestFrame)
        turn = on_top(state, ActivationFrame)
        if reaction is not None:
            attack = reaction.attack(state)
            dice = strike_dice(state, attack.attacker, attack.base, attack.means, attack.target, attack.flags)
            places = {
                "figure": self.wording.figure(attack.attacker),
                "means": self.wording.means(attack.attacker, attack.means),
                "count": dice,
            }
            is_front = in_attack_angle(state.base(attack.target), attack.base)
            return [say(f"kaos.about.attack.{'front' if is_front else 'back'}", places, dice)]
        if contest is not None:
            return standings(contest, self.wording)
        if turn is not None and turn.plan:
            figure, plan = turn.figure, turn.declared()
            label = self.plan_label(figure, plan, path_of(state, figure, state.base(figure), plan.first))
            return [say("kaos.about.plan", {"figure": self.wording.figure(figure), "plan": label})]
        return self.events() if self.waiting.kind == "event" else []

    def events(self) -> list[str]:
        """What the event cards do that may be played [Kaos K33.7]."""
        state, known, found = self.state, known_in(self.state), []
        for card in self.frame(EventsFrame).cards(state):
            text = display_name(known.events[state.library.events[card].id].text, self.wording.language)
            labelled = {"label": self.wording.event_card(card), "text": text}
            found.append(self.wording.messages.say("rules.labelled", labelled))
        return found

    # --------------------------------------------------------------------------------------------------------- options

    def options(self) -> list[KaosOption]:
        """Every answer of a listed decision; of others the best, those that read alike and end at one place once."""
        answered = proposals(self.state, MOST)
        if self.waiting.kind == "plan":
            answered = grouped(self.state, acting(self.state), answered)
        found = [self.option(answer) for answer in answered]
        if self.waiting.is_listed:
            return found
        kept: list[KaosOption] = []
        for one in found:
            if not any(
                (one.label, one.tells) == (other.label, other.tells) and is_beside(one, other) for other in kept
            ):
                kept.append(one)
        return kept

    def option(self, answer: int) -> KaosOption:
        """One answer."""
        line = format_answer(self.state, answer)
        told = self._told(answer)
        return KaosOption(do=line, verb=line.split(maxsplit=1)[0], **told)

    def _told(self, answer: int) -> dict[str, Any]:
        plan = answers.plan_of(answer)
        if plan is not None:
            return self.plan(plan)
        legs = answers.legs_of_move(answer)
        if legs is not None:
            figure = self.figure()
            made = path_of(self.state, figure, self.state.base(figure), legs)
            return {"label": self.way("move", made), "tells": self.end_told(figure, made), **self.drawn(figure, made)}
        shape = answers.SHAPES.get(answers.verb_of(answer))
        found = None if shape is None else shape.of(answer)
        return self._plain(answers.verb_of(answer)) if found is None else self.told(found)

    def _plain(self, verb: int) -> dict[str, Any]:
        """An answer of one word."""
        say, kind = self.wording.say, self.waiting.kind
        if verb == answers.ASK:
            name = "kaos.option.ask.deploy" if kind == "deployment" else "kaos.option.ask"
            return {"label": say(name, {"seat": self.wording.seat(1 - self.waiting.seat)})}
        if verb == answers.DESTINY:
            contest = self.frame(ContestFrame)
            left, dice = self.state.destiny[self.waiting.seat], len(contest.failures(contest.side))
            tells = say("kaos.option.destiny.tells", {"count": dice, "left": left - 1}, dice)
            return {"label": say("kaos.option.destiny"), "tells": tells, "dice": dice}
        if verb == answers.DONE:
            return {"label": say("kaos.option.done")}
        name = {"destiny": "kaos.option.pass.destiny", "slam": "kaos.option.pass.slam"}.get(kind, "kaos.option.pass")
        label = say(name, {"figure": self.wording.figure(self.figure())})
        if kind != "destiny":
            return {"label": label}
        text = as_it_stands(self.state, self.wording)
        return {"label": label, "tells": say("kaos.option.pass.destiny.tells", {"text": text}) if text else ""}

    # ----------------------------------------------------------------------------------------------------------- plans

    def plan(self, plan: Plan) -> dict[str, Any]:
        """A plan: what is done, the way there and what it takes, where it ends."""
        state, figure, say = self.state, acting(self.state), self.wording.say
        made = path_of(state, figure, state.base(figure), plan.first)
        after = path_of(state, figure, made.end, plan.second)
        told = [] if plan.action == NO_ACTION else [f"{self.way(PLAN_NAMES[plan.kind], made)}."]
        found = self.drawn(figure, flight_path(state, figure) if is_fleeing(state, figure) else made, after)
        if plan.kind != FLEE:
            cost = made.cost + after.cost
            most = move_of(state, figure) * (1 if plan.kind <= answers.WALK else 2)
            if cost:
                told.append(say("kaos.option.cost", {"cost": self.cm(cost), "most": self.cm(most)}))
        if plan.target not in (NONE, figure):
            if plan.action != USE_SKILL and not in_attack_angle(state.base(plan.target), made.end):
                told.append(say("kaos.option.back"))
            found["target"] = state.names[plan.target]
            found["figures"] = [*found["figures"], state.names[plan.target]]
        if after.has_moved:
            told.append(say("kaos.option.then", {"way": self.way("move", after)}))
        if plan.kind != FLEE:
            told.append(self.end_told(figure, after if plan.second else made))
        if (plan.x, plan.y) != (0, 0):
            found["at"] = Place(x=number_of(plan.x), y=number_of(plan.y), z=0)
        label = self.plan_label(figure, plan, made)
        return {
            "label": label,
            "tells": " ".join(filter(None, told)),
            "dice": plan_dice(state, figure, plan, made.end),
            "group": group_of(plan),
            "pace": PLAN_NAMES[plan.kind] if answers.WALK <= plan.kind <= answers.CHARGE else "",
            **found,
        }

    def plan_label(self, figure: int, plan: Plan, made: Passage) -> str:
        """A plan by its action, else by its way."""
        if plan.action == NO_ACTION:
            return self.way(PLAN_NAMES[plan.kind], made)
        action = f"kaos.option.{ACTION_NAMES[plan.action]}"
        if plan.action == SEARCH:
            return self.wording.say(action)
        if plan.action == USE_SKILL and plan.target != NONE:
            action += ".target"
        places = {"means": self.wording.means(figure, plan.means), "target": self.wording.figure(plan.target)}
        label = self.wording.say(action, places)
        return self.wording.say("kaos.option.charging", {"action": label}) if plan.kind == answers.CHARGE else label

    def way(self, kind: str, made: Passage) -> str:
        """A way in words: how far, and in which direction as the figure faces."""
        if not made.has_moved:
            turns = made.end.facing != made.start.facing
            name = (
                "kaos.option.way.flee" if kind == PLAN_NAMES[FLEE] else f"kaos.option.way.{'turn' if turns else 'stay'}"
            )
            return self.wording.say(name, {"angle": self.angle(made.end.facing)})
        places = {"cm": self.cm(made.length), "direction": self.ahead(made.start, made.end)}
        return self.wording.say(f"kaos.option.way.{kind}", places)

    def ahead(self, start: Base, end: Base) -> str:
        """Which way a place lies as seen from a base."""
        return self.wording.messages.say(f"kaos.ahead.{side_of(start, end.x, end.y)}", {})

    def end_told(self, figure: int, made: Passage) -> str:
        """What is to be known of the place a way ends at: a fall, and the nearest enemy."""
        told = [self.wording.say("kaos.option.fall", {"cm": self.cm(made.fall.drop)})] if made.fall is not None else []
        return " ".join([*told, self.near(figure, made.end)]).strip()

    def near(self, figure: int, base: Base) -> str:
        """The nearest enemy of a place, "" where there is none."""
        state = self.state
        enemy = nearest_enemy(state, figure, base)
        if enemy == NONE:
            return ""
        other = state.base(enemy)
        places = {"figure": self.wording.figure(enemy), "cm": self.cm(distance(state.table, base, other))}
        is_close = within(state.table, base, other, TOLERANCE)
        return self.wording.say("kaos.option.contact" if is_close else "kaos.option.nearest", places)

    def drawn(self, figure: int, made: Passage, after: Passage | None = None) -> dict[str, Any]:
        """A way as it is drawn: the places of the centre, and the base at its end."""
        found: dict[str, Any] = {"figures": [self.state.names[figure]]}
        end = made.end if after is None else after.end
        start = made.start
        if end is not start:
            found["end"] = spot(end)
        pieces = [*made.pieces, *([] if after is None else after.pieces)]
        if pieces:
            found["path"] = [place(start.x, start.y, start.z), *(place(*piece.end) for piece in pieces)]
        return found

    # ------------------------------------------------------------------------------------------------- everything else

    @singledispatchmethod
    def told(self, answer: Answer) -> dict[str, Any]:
        """The answer as it is told."""
        raise AssertionError(f"{answer!r} has no words")

    @told.register
    def _(self, answer: Placing) -> dict[str, Any]:
        state = self.state
        places = {"at": self.at(answer.x, answer.y), "angle": self.angle(answer.angle)}
        end = Spot(x=number_of(answer.x), y=number_of(answer.y), z=0, facing=number_of_angle(answer.angle))
        if is_scenery(state):
            places["piece"] = self.wording.piece(state.library.selection[answer.what].name)
            return {"label": self.wording.say("kaos.option.place.piece", places), "end": end, "piece": answer.what}
        places["figure"] = self.wording.figure(answer.what)
        base = state.base_at(answer.what, answer.x, answer.y, 0, answer.angle)
        label = self.wording.say("kaos.option.place", places)
        return {
            "label": label,
            "tells": self.near(answer.what, base),
            "end": end,
            "figures": [state.names[answer.what]],
        }

    @told.register
    def _(self, answer: Activating) -> dict[str, Any]:
        state, figure = self.state, answer.figure
        places = {
            "figure": self.wording.figure(figure),
            "left": state.life_left(figure),
            "life": state.card(figure).life,
            "cm": self.cm(move_of(state, figure)),
        }
        tells = " ".join(
            [self.wording.say("kaos.option.activate.tells", places), self.near(figure, state.base(figure))]
        )
        label = self.wording.say("kaos.option.activate", places)
        return {"label": label, "tells": tells.strip(), "figures": [state.names[figure]]}

    @told.register
    def _(self, answer: Reaction) -> dict[str, Any]:
        asked = self.frame(ReactionFrame)
        figure = asked.target
        name = REACTION_NAMES[answer.reaction]
        places = {"means": self.wording.means(figure, answer.means) if answer.means else ""}
        ran = flight_path(self.state, figure) if answer.reaction == answers.FLIGHT else None
        return {
            **({} if ran is None else self.drawn(figure, ran)),
            "label": self.wording.say(f"kaos.option.react.{name}", places),
            "tells": self.wording.say(f"kaos.option.react.{name}.tells", places),
            "figures": [self.state.names[figure], self.state.names[asked.attacker]],
            "dice": reaction_dice(self.state, asked.attack(self.state), answer),
        }

    @told.register
    def _(self, answer: Interception) -> dict[str, Any]:
        state = self.state
        turn = self.frame(ActivationFrame)
        route: Route = turn.route(state)
        moment = MOMENT_NAMES[answer.moment]
        met = route.at(answer.distance) if answer.moment == answers.ALONG else route.first.start
        met = route.end if answer.moment == answers.AFTER else met
        flags = INTERCEPTION | (TARGET_MOVED if answer.moment == answers.AFTER else 0)
        striker = state.base(answer.figure)
        places = {
            "figure": self.wording.figure(answer.figure),
            "means": self.wording.means(answer.figure, answer.means),
            "cm": self.cm(answer.distance),
            "of": self.cm(route.length),
        }
        return {
            "label": self.wording.say("kaos.option.intercept", places),
            "tells": self.wording.say(f"kaos.option.intercept.{moment}", places),
            "figures": [state.names[answer.figure], state.names[turn.figure]],
            "target": state.names[turn.figure],
            "end": spot(met),
            "dice": strike_dice(state, answer.figure, striker, answer.means, turn.figure, flags, met),
            "stops": stops(state, self.waiting, route, answer),
        }

    @told.register
    def _(self, answer: Slamming) -> dict[str, Any]:
        state, top = self.state, self.frame(SlamFrame)
        flight = flight_of(state, top.striker, top.victim, answer.x, answer.y)
        start = state.base(top.victim)
        places = {
            "figure": self.wording.figure(top.victim),
            "at": self.at(flight.end.x, flight.end.y),
            "direction": self.ahead(state.base(top.striker), flight.end),
            "cm": self.cm(flight.drop),
        }
        told = [self.wording.say("kaos.option.slam.against", places)] if flight.is_against else []
        told += [self.wording.say("kaos.option.fall", places)] if flight.drop else []
        return {
            "label": self.wording.say("kaos.option.slam", places),
            "tells": " ".join(told),
            "figures": [state.names[top.victim], state.names[top.striker]],
            "path": [place(start.x, start.y, start.z), place(flight.end.x, flight.end.y, flight.end.z)],
            "end": spot(flight.end),
        }

    @told.register
    def _(self, answer: Use) -> dict[str, Any]:
        places = {
            "figure": self.wording.figure(answer.figure),
            "means": self.wording.means(answer.figure, answer.means),
            "target": self.wording.figure(answer.target),
        }
        involved = [one for one in dict.fromkeys((answer.figure, answer.target)) if one != NONE]
        name = "kaos.option.used.target" if len(involved) > 1 else "kaos.option.used"
        found: dict[str, Any] = {"figures": [self.state.names[one] for one in involved]}
        if len(involved) > 1:
            found["target"] = self.state.names[answer.target]
        if (answer.x, answer.y) != (0, 0):
            found["at"] = place(answer.x, answer.y, 0)
            found["tells"] = self.wording.say("kaos.option.place.at", {"at": self.at(answer.x, answer.y)})
        return {"label": self.wording.say(name, places), **found}

    @told.register
    def _(self, answer: ChoosingNumber) -> dict[str, Any]:
        return {"label": self.wording.say("kaos.option.points", {"count": answer.number}, answer.number)}

    @told.register
    def _(self, answer: ChoosingFigure) -> dict[str, Any]:
        found: dict[str, Any] = {
            "label": self.wording.figure(answer.figure),
            "figures": [self.state.names[answer.figure]],
        }
        if names_roller(self.state):
            chance = chance_of_will(self.state, answer.figure)
            tells = Reasons(self.state, self.wording).will(chance)
            found |= {"dice": chance.dice, "tells": f"{tells[:1].upper()}{tells[1:]}."}
        return found

    @told.register
    def _(self, answer: ChoosingCard) -> dict[str, Any]:
        return {"label": self.wording.say("kaos.option.card", {"event": self.wording.event_card(answer.card)})}

    @told.register
    def _(self, answer: ChoosingWord) -> dict[str, Any]:
        return {"label": self.wording.say(f"kaos.option.word.{WORDS[answer.word]}")}

    # --------------------------------------------------------------------------------------------------------- numbers

    def cm(self, length: int) -> str:
        """A length to a tenth of a centimetre."""
        return spoken(length, self.wording)

    def angle(self, angle: int) -> str:
        """An angle in whole degrees."""
        return self.wording.length(format_angle((angle + 500) // 1000 * 1000 % TURN))

    def at(self, x: int, y: int) -> str:
        """A point of the table, to a tenth of a centimetre."""
        return self.wording.point(*(format_length(to_a_tenth(one)) for one in (x, y)))


def place(x: int, y: int, z: int) -> Place:
    """A point in space as clients are told it."""
    return Place(x=number_of(x), y=number_of(y), z=number_of(z))


def spot(base: Base) -> Spot:
    """Where a base stands as clients are told it."""
    return Spot(x=number_of(base.x), y=number_of(base.y), z=number_of(base.z), facing=number_of_angle(base.facing))


def is_beside(one: KaosOption, other: KaosOption) -> bool:
    """Whether two answers end within a centimetre of each other."""
    if one.end is None or other.end is None:
        return one.end is other.end and one.at == other.at
    return abs(one.end.x - other.end.x) < 1 and abs(one.end.y - other.end.y) < 1 and one.at == other.at


def number_of_angle(angle: int) -> int | float:
    """An angle as a number of degrees."""
    text = format_angle(angle)
    return float(text) if "." in text else int(text)
