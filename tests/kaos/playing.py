"""A table of Kaos to play on in tests: place the figures, list the dice, answer, look at what came of it.

    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(22.5, 20), faces=180, armour=2)})
    table.start(AttackFrame(table["hero"], SWORD, table["foe"], answers.DODGE))
    table.play(dice=["4421", "411"])
    assert table.read("foe", "wounds") == 3
    assert table.facts("wounded") == [{"figure": "foe", "wounds": 3, "total": 3}]

Lengths are centimetres, facings degrees anticlockwise from east. A figure is `PLAIN`, a fighter with a sword, but for
the fields of its profile and the columns of the state that are given by name. Any frame may be started; a `RestFrame`
lies below it, so that `asks` is "rest" once it is over.

The table is strict: dice are listed roll by roll, each roll as the faces of its dice ("4421"); every roll and every
answer must be used, none may be missing, each roll must have as many dice as are listed, and an answer is played only
if it is legal, and offered where the answers are listed. Answers are packed integers (`react("dodge")`) or lines of
notation ("react dodge").
"""

from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from decimal import Decimal
from typing import Any, Final

from esquive.core.frames import Frame, advance
from esquive.core.waiting import Condition, Decision, Refusal, Roll, Waiting
from esquive.kaos.book.terms import unpacked
from esquive.kaos.cards.library import (
    AS_ACTION,
    CLOSE,
    DODGE_OR_SHIELD,
    ENEMY,
    LONG,
    RANGED,
    EventCard,
    Library,
    ObjectCard,
    Objective,
    Profile,
    Skill,
    Spell,
    Weapon,
)
from esquive.kaos.geometry.legs import GO, JUMP, TURN, Leg
from esquive.kaos.geometry.shapes import IMPASSABLE, SIGHT, TOP, Piece, Table as Ground
from esquive.kaos.geometry.units import CM, DEGREE
from esquive.kaos.proposals.registry import register
from esquive.kaos.table import answers
from esquive.kaos.table.events import EVENTS
from esquive.kaos.table.settings import POINTS, Settings
from esquive.kaos.table.state import FIGURE, IN_PLAY, NONE, SEAT, State, add_figure, blank_state
from esquive.kaos.written.notation import parse_answer, parse_outcome

register()

Number = int | float | str
Point = tuple[Number, Number]


def cm(length: Number) -> int:
    """Centimetres as micrometres: 2.5 is 25000."""
    return int(Decimal(str(length)) * CM)


# ---------------------------------------------------------------------------------------------------------------- cards

SWORD: Final = answers.WEAPON  # the means of the first weapon on a card
SECOND: Final = answers.WEAPON | 1  # of the second
SPELL: Final = answers.SPELL  # of the first spell
SKILL: Final = answers.SKILL  # of the first personal skill


def close(dice: int = 4, wounds: int = 5, label: str = "sword") -> Weapon:
    """A close melee weapon."""
    return Weapon(label, label, CLOSE, dice, wounds, 0, False)


def long(dice: int = 4, wounds: int = 5, label: str = "spear") -> Weapon:
    """A long melee weapon."""
    return Weapon(label, label, LONG, dice, wounds, 0, False)


def ranged(dice: int = 5, wounds: int = 4, reach: Number = 40, label: str = "bow", **keys: Any) -> Weapon:
    """A ranged weapon: the bow of the rulebook's example unless told otherwise [Kaos K25.4]."""
    return replace(Weapon(label, label, RANGED, dice, wounds, cm(reach), False), **keys)


def spell(dice: int = 5, reach: Number = 30, defence: int = DODGE_OR_SHIELD, **keys: Any) -> Spell:
    """A spell without wounds or effects, cast at an enemy, that needs one success."""
    plain = Spell("bolt", "bolt", dice, cm(reach), 0, False, defence, 1, False, ENEMY, False, 0, ())
    return replace(plain, **keys)


def skill(dice: int = 0, timing: int = AS_ACTION, **keys: Any) -> Skill:
    """A personal skill without effect, automatic, used as an action on an enemy at any distance."""
    return replace(Skill("knack", "knack", dice, False, timing, ENEMY, NONE, False, False, 1, (), ()), **keys)


PLAIN: Final = Profile(
    id="plain",
    label="plain",
    tribe=0,
    cost=20,
    side=cm(2.5),
    height=cm(3),
    head=cm(2.7),
    body=cm(1.2),
    move=cm(10),
    will=4,
    life=20,
    armour=0,
    dodge=3,
    shield=-1,
    weapons=(close(),),
    spells=(),
    skills=(),
    keywords=0,
)
PROFILE_FIELDS: Final = tuple(field.name for field in fields(Profile))


def profile(**keys: Any) -> Profile:
    """A fighter like `PLAIN` but for the fields given; `side`, `height`, `head`, `body`, `move` in centimetres."""
    for name in ("side", "height", "head", "body", "move"):
        if name in keys:
            keys[name] = cm(keys[name])
    for name in ("weapons", "spells", "skills"):
        if name in keys:
            keys[name] = tuple(keys[name])
    return replace(PLAIN, **keys)


# --------------------------------------------------------------------------------------------------------- the position


class Figure:
    """A figure to be placed: owner, place, profile, and columns of the state."""

    def __init__(self, owner: int, at: Point, faces: Number, z: Number, card: Profile, columns: dict[str, int]) -> None:
        self.owner = owner
        self.at = at
        self.faces = faces
        self.z = z
        self.card = card
        self.columns = columns


def _figure(owner: int, at: Point, faces: Number, z: Number, keys: dict[str, Any]) -> Figure:
    columns: dict[str, int] = {name: keys.pop(name) for name in State.columns_of(FIGURE) if name in keys}
    unknown = set(keys) - set(PROFILE_FIELDS)
    assert not unknown, f"neither a field of a profile nor a column of the state: {unknown}"
    return Figure(owner, at, faces, z, profile(**keys), columns)


def mine(at: Point, faces: Number = 0, z: Number = 0, **keys: Any) -> Figure:
    """A figure of p1, facing east: fields of its profile and columns of the state by name."""
    return _figure(0, at, faces, z, keys)


def theirs(at: Point, faces: Number = 180, z: Number = 0, **keys: Any) -> Figure:
    """A figure of p2, facing west."""
    return _figure(1, at, faces, z, keys)


def box(at: Point, size: Point, height: Number = 5, flags: int = IMPASSABLE | SIGHT, name: str = "wall") -> Piece:
    """A piece of scenery: a rectangle by its south-west corner and size; an impassable wall unless told otherwise."""
    west, south = cm(at[0]), cm(at[1])
    east, north = west + cm(size[0]), south + cm(size[1])
    return Piece(name, name, ((west, south), (east, south), (east, north), (west, north)), cm(height), flags)


def platform(at: Point, size: Point, height: Number = 3, flags: int = SIGHT | TOP, name: str = "ledge") -> Piece:
    """Something one may stand on, with sheer sides."""
    return box(at, size, height, flags, name)


class RestFrame(Frame[State]):
    """The bottom of a test's stack: whatever was started is over."""

    NAME = "rest"
    __slots__ = ()

    def run(self, state: State) -> bool:
        return True

    def waiting(self, state: State) -> Decision:
        return Decision("rest", 0, self, state)

    def answer(self, state: State, answer: int) -> None:
        raise AssertionError("nothing is asked at rest")

    def copy(self) -> "RestFrame":
        return RestFrame()


# Columns that mark something of a figure, and their highest value.
MARKS: Final = {"activated": 2, "acted": 1, "moved": 1, "hurt": 1, "searching": 1}
ROLES: Final = ("figure", "mover", "striker", "victim", "target", "attacker")


class Table:
    """A position to play on; figures are called by name, `table["hero"]` is a figure's number."""

    def __init__(
        self,
        figures: dict[str, Figure],
        pieces: Iterable[Piece] = (),
        *,
        size: Point = (75, 75),
        active: str = "",
        destiny: tuple[int, int] = (0, 0),
        options: dict[str, Any] | None = None,
        mode: int = POINTS,
        objects: Sequence[ObjectCard] = (),
        events: Sequence[EventCard] = (),
        objectives: Sequence[Objective] = (),
        **scalars: Any,
    ) -> None:
        cards = tuple(figure.card for figure in figures.values())
        library = Library(cards, tuple(objects), tuple(events), tuple(objectives))
        ground = Ground(cm(size[0]), cm(size[1]), tuple(pieces))
        self.state = blank_state(Settings(mode, options), library, ground)
        self.names = list(figures)
        for number, (name, figure) in enumerate(figures.items()):
            add_figure(self.state, name, number, figure.owner)
            self.state.status[number] = IN_PLAY
            x, y, z = cm(figure.at[0]), cm(figure.at[1]), cm(figure.z)
            facing = int(Decimal(str(figure.faces)) * DEGREE)
            self.state.set_base(number, self.state.base_at(number, x, y, z, facing))
            for column, value in figure.columns.items():
                getattr(self.state, column)[number] = value
        self.state.destiny = list(destiny)
        if active:
            self.state.active = self[active]
            self.state.activated[self[active]] = 1
        for scalar, value in scalars.items():
            setattr(self.state, scalar, value)
        self.state.log = []
        self.state.stack = [RestFrame()]

    def __getitem__(self, name: str) -> int:
        return self.names.index(name)

    # --------------------------------------------------------------------------------------------------------- playing

    @property
    def waiting(self) -> Waiting:
        """What is waited for now."""
        return self.state.waiting

    @property
    def asks(self) -> str:
        """The kind of the decision asked now; "rest" when what was started is over."""
        waiting = self.waiting
        assert isinstance(waiting, Decision), f"{waiting} is waited for, no decision"
        return waiting.kind

    def turn_of(self, name: str) -> "Table":
        """A figure is activated: its player is asked for the plan."""
        from esquive.kaos.book.activation import ActivationFrame

        self.state.active = self[name]
        return self.start(ActivationFrame(self[name]))

    def why(self, answer: int) -> str:
        """The kind of the condition that an answer fails now; "" when it is legal."""
        refusal = self.refusal(answer)
        return "" if refusal is None else refusal.kind

    def start(self, frame: Frame[State]) -> "Table":
        """Puts a frame on the stack and runs it up to its first wait."""
        assert self.asks == "rest", f"the {self.asks} decision is still to be answered"
        self.state.stack.append(frame)
        advance(self.state)
        return self

    def play(self, *lines: int | str, dice: Iterable[str] = ()) -> "Table":
        """Answers decisions and rolls in order, up to the first decision for which no answer is left.

        Answers are packed integers, or lines of notation read when their turn comes. Dice are outcomes in notation, one
        a roll: the faces ("4421"), or the card drawn.

        Fails when an answer is illegal, a roll is missing or has other dice, or anything is left over.
        """
        left, rolls = list(lines), list(dice)
        while True:
            waiting = self.waiting
            if isinstance(waiting, Roll):
                assert rolls, f"no dice are listed for the {waiting.kind} roll of {waiting.count} dice"
                self.state.apply(parse_outcome(self.state, waiting, rolls.pop(0)))
            elif isinstance(waiting, Decision) and waiting.kind != "rest" and left:
                answer = self.answer(left.pop(0))
                self.check_names(waiting.conditions(answer))
                refusal = waiting.refusal(answer)
                assert refusal is None, f"{waiting.kind}: {refusal}"
                assert answer in waiting, f"{waiting.kind}: the answer is not offered"
                self.state.apply(answer)
            else:
                break
        assert not left, f"answers left over: {left}"
        assert not rolls, f"dice left over: {rolls}"
        for column, most in MARKS.items():
            assert set(getattr(self.state, column)) <= set(range(most + 1)), f"{column} of a figure is 0 to {most}"
        return self

    def answer(self, line: int | str) -> int:
        """An answer as an integer."""
        return line if isinstance(line, int) else parse_answer(self.state, line)

    def refusal(self, line: int | str) -> Refusal | None:
        """Why an answer is illegal now; None when it is legal."""
        answer = self.answer(line)
        waiting = self.waiting
        assert isinstance(waiting, Decision)
        refusal = waiting.refusal(answer)
        if waiting.is_listed:
            assert (answer in waiting) == (refusal is None), "options and conditions disagree"
        return refusal

    def conditions(self, line: int | str) -> list[Condition]:
        """Every condition of an answer."""
        waiting = self.waiting
        assert isinstance(waiting, Decision)
        return waiting.conditions(self.answer(line))

    def check_names(self, conditions: list[Condition]) -> None:
        """What is said of a legal answer names figures of the table."""
        for condition in conditions:
            for role in ROLES:
                name = condition.facts.get(role)
                assert name is None or name in self.state.names, f"{condition.kind}: {role} {name!r} is nobody"

    # --------------------------------------------------------------------------------------------------------- looking

    def read(self, name: str, column: str) -> int:
        """A column of the state for a figure, or a seat's ("p1", "p2") entry of a seat column."""
        number = ("p1", "p2").index(name) if column in State.columns_of(SEAT) else self[name]
        found: int = getattr(self.state, column)[number]
        return found

    def place(self, name: str) -> tuple[float, float, float]:
        """Where a figure stands: x, y, z in centimetres."""
        number = self[name]
        return self.state.x[number] / CM, self.state.y[number] / CM, self.state.z[number] / CM

    def facts(self, kind: str) -> list[dict[str, Any]]:
        """The events of a kind so far, figures by name, lengths in centimetres, dice as faces; for sums see `made`."""
        assert any(event.name == kind for event in EVENTS), f"no event is called {kind!r}"
        return [self._fact(event) for event in self.log() if EVENTS[event[0]].name == kind]

    def events(self) -> list[str]:
        """The kinds of all events so far, in order."""
        return [EVENTS[event[0]].name for event in self.log()]

    def log(self) -> list[tuple[int, ...]]:
        """The events so far as tuples of integers."""
        assert self.state.log is not None
        return self.state.log

    def _fact(self, event: tuple[int, ...]) -> dict[str, Any]:
        kinds = EVENTS[event[0]].fields
        assert len(event) == len(kinds) + 1, f"event {EVENTS[event[0]].name} has fields {kinds}, not {event[1:]}"
        fields = zip(kinds, event[1:], strict=True)
        return {name: self._field(kind, value) for (name, kind), value in fields if kind not in ("terms", "way")}

    def made(self, kind: str) -> list[list[tuple[int | str, ...]]]:
        """What the numbers in the events of a kind are made of: how much, why, by which clause, and the card if any."""
        sums = [event[-1] for event in self.log() if EVENTS[event[0]].name == kind]
        return [[(x, why, clause, *([card] if card else [])) for why, x, clause, card in unpacked(one)] for one in sums]

    def _field(self, kind: str, value: int) -> Any:
        if kind in ("figure", "figures"):
            return self.names[value] if value != NONE else ""
        if kind == "length":
            return value / CM
        if kind == "angle":
            return value / DEGREE
        if kind == "reaction":
            return answers.REACTION_NAMES[value]
        if kind == "dice":
            faces = ""
            while value > 1:
                value, face = divmod(value, 7)
                faces = f"{face}{faces}"
            return faces
        return value


# -------------------------------------------------------------------------------------------------------------- answers

PASS: Final = answers.pack(answers.PASS, [])
DESTINY: Final = answers.pack(answers.DESTINY, [])
STAY: Final = answers.move([])


def react(name: str, means: int = answers.NO_MEANS) -> int:
    """A reaction by its name, with its means."""
    return answers.pack(answers.REACT, [answers.REACTION_NAMES.index(name), means])


def slam(x: Number, y: Number) -> int:
    """Sending the victim flying towards a place."""
    return answers.pack(answers.SLAM, [cm(x), cm(y)])


def go(*places: Point) -> int:
    """A move in straight lines over some places, none for staying."""
    return answers.move([Leg(GO, cm(x), cm(y), 0) for x, y in places])


def turn(facing: Number) -> int:
    """Turning on the spot as a move."""
    return answers.move([Leg(TURN, 0, 0, int(Decimal(str(facing)) * DEGREE))])


DONE: Final = answers.pack(answers.DONE, [])
ASK: Final = answers.pack(answers.ASK, [])
Step = Point | Leg


def use(figure: int, means: int, target: int, x: int = 0, y: int = 0) -> int:
    """Using something free."""
    return answers.Use(figure, means, target, x, y).answer()


def face(facing: Number) -> Leg:
    """A leg: turning on the spot."""
    return Leg(TURN, 0, 0, int(Decimal(str(facing)) * DEGREE))


def jump(x: Number, y: Number) -> Leg:
    """A leg: a jump."""
    return Leg(JUMP, cm(x), cm(y), 0)


def legs(*steps: Step) -> list[Leg]:
    """The legs of a path: points to go to, and legs as they are."""
    return [step if isinstance(step, Leg) else Leg(GO, cm(step[0]), cm(step[1]), 0) for step in steps]


def plan(
    kind: str,
    *first: Step,
    action: str = "none",
    means: int = answers.NO_MEANS,
    target: int = NONE,
    then: Iterable[Step] = (),
    spot: Point = (0, 0),
) -> int:
    """A plan: its kind by name, the way points before the action, the action by name, and those after it."""
    action_number, x, y = answers.ACTION_NAMES.index(action), cm(spot[0]), cm(spot[1])
    number = answers.PLAN_NAMES.index(kind)
    return answers.Plan(number, legs(*first), legs(*then), action_number, means, target, x, y).answer()


def intercept(figure: int, means: int = SWORD, at: Number | str = "before") -> int:
    """An interception, "before" or "after" the move, or so many centimetres along it."""
    if isinstance(at, str):
        return answers.pack(answers.INTERCEPT, [figure, means, answers.MOMENT_NAMES.index(at), 0])
    return answers.pack(answers.INTERCEPT, [figure, means, answers.ALONG, cm(at)])


def activate(figure: int) -> int:
    """Activating a figure."""
    return answers.pack(answers.ACTIVATE, [figure])


def place(number: int, x: Number, y: Number, angle: Number = 0) -> int:
    """Deploying a figure, or putting down a piece of scenery."""
    return answers.pack(answers.PLACE, [number, cm(x), cm(y), int(Decimal(str(angle)) * DEGREE)])
