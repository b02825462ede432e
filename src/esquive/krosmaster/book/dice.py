"""Chapter 1.6: the dice, and turning Dofus and Critical/Dodge faces [KA 1.6.1] [KA 1.6.2].

A roll of n dice has 6**n outcomes; the first die is the lowest digit in base 6. With the option `turn_dice = auto`
wild faces count as a success for the roll being made, as any sensible player would turn them; with `ask` the roller
turns each of them, whatever the roll [Ruling R37].
"""

from typing import Any, Final

from esquive.core.columns import fields
from esquive.core.frames import Frame
from esquive.core.waiting import Condition, Decision, Roll
from esquive.krosmaster.book.powers.rolls import ROLL_NAMES, other_face, rolls_again, turner_of_dofus
from esquive.krosmaster.cards.ops.continuous import M_AGAIN, M_FACES
from esquive.krosmaster.table.answers import FACES
from esquive.krosmaster.table.events import E_FACES
from esquive.krosmaster.table.state import NONE, State

CRITICAL: Final = 0
ARMOUR: Final = 1
LOCK: Final = 2
DODGE: Final = 3
CRITICAL_DODGE: Final = 4
DOFUS: Final = 5
FACE_NAMES: Final = ("critical", "armour", "lock", "dodge", "critical_dodge", "dofus")
MOST_TABLED: Final = 4
MOST_ROLLED: Final = 99  # dice in one roll of a saved game; in play some two dozen at most
DICE: Final = 1 << 24  # an event field of dice is the outcome plus DICE times their number

ROLL, TURN_FACES, AGAIN, TURN_AGAIN, FOE_FACES, FOE_FACES_AGAIN = 0, 1, 2, 3, 4, 5
TURNS: Final = ((CRITICAL,), (ARMOUR,), (LOCK,), (DODGE,), (CRITICAL, DODGE), (CRITICAL, ARMOUR, LOCK, DODGE))


def faces_of(outcome: int, count: int) -> list[int]:
    """The faces of a roll's outcome, first die first."""
    faces = []
    for _ in range(count):
        faces.append(outcome % 6)
        outcome //= 6
    return faces


def outcome_of(faces: list[int]) -> int:
    """The outcome that shows these faces, first die first."""
    outcome = 0
    for face in reversed(faces):
        outcome = outcome * 6 + face
    return outcome


def counts_as(face: int, sought: int) -> bool:
    """Whether a face is, or may be turned to, the face sought [KA 1.6.2.a] [KA 1.6.2.b] [KA 1.6.2.c]."""
    return sought in TURNS[face]


def hits_of(sought: int, also: int = NONE, spoiled: bool = False) -> int:
    """On how many of its six faces a die is a success; `spoiled` says that an opponent turns the Dofus."""
    faces = range(DOFUS if spoiled else 6)
    return sum(1 for face in faces if counts_as(face, sought) or counts_as(face, also))


def _success_tables() -> list[list[list[int]]]:
    tables: list[list[list[int]]] = []
    for sought in range(4):
        by_count: list[list[int]] = [[0]]
        for count in range(1, MOST_TABLED + 1):
            smaller = by_count[count - 1]
            by_count.append([smaller[o // 6] + (1 if counts_as(o % 6, sought) else 0) for o in range(6**count)])
        tables.append(by_count)
    return tables


_SUCCESSES: Final = _success_tables()


def successes_of(sought: int, count: int, outcome: int, also: int = NONE) -> int:
    """How many of the dice show the face sought, wild faces turned to it; `also` is another face that counts."""
    if also != NONE:
        return sum(1 for face in faces_of(outcome, count) if counts_as(face, sought) or counts_as(face, also))
    if count <= MOST_TABLED:
        return _SUCCESSES[sought][count][outcome]
    return sum(1 for face in faces_of(outcome, count) if counts_as(face, sought))


def turned_faces(outcome: int, count: int) -> list[int]:
    """Every outcome that a roll can be turned to, in rising order [KA 1.6.2]."""
    ways: list[int] = [0]
    scale = 1
    for face in faces_of(outcome, count):
        ways = [way + turned * scale for way in ways for turned in TURNS[face]]
        scale *= 6
    return sorted(ways)


def spoiled_outcome(outcome: int, count: int, sought: int, also: int) -> int:
    """The outcome with each Dofus turned to a face that is no success [Ruling R162]."""
    miss = next(face for face in (CRITICAL, ARMOUR, LOCK, DODGE) if face not in (sought, also))
    return outcome_of([miss if face == DOFUS else face for face in faces_of(outcome, count)])


def turned_dofus(outcome: int, count: int) -> list[int]:
    """Every outcome that a roll can be turned to by its Dofus alone, in rising order [KA 1.6.2.c]."""
    ways: list[int] = [0]
    scale = 1
    for face in faces_of(outcome, count):
        ways = [way + turned * scale for way in ways for turned in (TURNS[DOFUS] if face == DOFUS else (face,))]
        scale *= 6
    return sorted(ways)


@fields
class RollFrame(Frame[State]):
    """Roll `count` dice for the face sought and leave the number of successes in the state [KA 1.6.2].

    `sought` is one of the four faces; `seat` rolls and turns the dice for `unit` [Ruling R80]. A card may have another
    face count, or all dice rolled once more when one of them has failed [Ruling R134] [Ruling R135]; or have an
    opponent turn each Dofus, to no success where nobody is asked about dice [Ruling R162].
    """

    NAME = "roll"
    STEPS = ("roll", "faces", "roll-again", "faces-again", "foe-faces", "foe-faces-again")
    LIMITS = {"sought": (0, 3), "count": (0, MOST_ROLLED)}

    sought: int
    seat: int
    unit: int
    count: int
    event: int
    outcome: int = 0

    def run(self, state: State) -> bool:
        return True

    def waiting(self, state: State) -> Roll | Decision:
        if self.step in (ROLL, AGAIN):
            return Roll(ROLL_NAMES[self.sought], self.seat, 6**self.count, self.count, self.unit)
        if self.step >= FOE_FACES:
            return Decision("faces", state.owner[turner_of_dofus(state, self.unit)], self, state)
        return Decision("faces", self.seat, self, state)

    def answer(self, state: State, answer: int) -> None:
        count = self.count
        also = other_face(state, self.unit, self.sought) if state.statics[M_FACES] else NONE
        if self.step >= FOE_FACES:
            self.turn_dofus(state, answer >> 6)
            if len(turned_faces(self.outcome, count)) > 1:
                self.step += 1
                return
            successes = successes_of(sought=self.sought, count=count, outcome=self.outcome, also=also)
            answer = self.outcome
        elif self.step in (ROLL, AGAIN):
            self.outcome = answer
            if state.lasting and turner_of_dofus(state, self.unit) != NONE and DOFUS in faces_of(answer, count):
                if state.settings.asks_dice:
                    if state.log is not None:
                        state.log.append((self.event, self.unit, answer + DICE * count, -1))
                    self.step = FOE_FACES if self.step == ROLL else FOE_FACES_AGAIN
                    return
                answer = spoiled_outcome(answer, count, self.sought, also)
            if state.settings.asks_dice and len(turned_faces(answer, count)) > 1:
                if state.log is not None:
                    state.log.append((self.event, self.unit, answer + DICE * count, -1))
                self.step += 1
                return
            successes = successes_of(self.sought, count, answer, also)
            if state.log is not None:
                state.log.append((self.event, self.unit, answer + DICE * count, successes))
        else:
            answer >>= 6
            successes = sum(1 for face in faces_of(answer, count) if face in (self.sought, also))
            if state.log is not None:
                state.log.append((E_FACES, self.seat, self.unit, answer + DICE * count))
        if successes < count and self.step < AGAIN and state.statics[M_AGAIN] and rolls_again(state, self.unit):
            self.step = AGAIN
            return
        state.successes = successes
        state.rolled = answer
        state.stack.pop()

    def turn_dofus(self, state: State, outcome: int) -> None:
        """The opponent has turned each Dofus; the roller's own wild faces come next [Ruling R162]."""
        self.outcome = outcome
        if state.log is not None:
            seat = state.owner[turner_of_dofus(state, self.unit)]
            state.log.append((E_FACES, seat, self.unit, outcome + DICE * self.count))
        self.step = ROLL if self.step == FOE_FACES else AGAIN

    def options(self, state: State) -> list[int]:
        if self.step >= FOE_FACES:
            return [FACES + 64 * way for way in turned_dofus(self.outcome, self.count)]
        return [FACES + 64 * way for way in turned_faces(self.outcome, self.count)]

    def conditions(self, state: State, answer: int) -> list[Condition]:
        if self.step >= FOE_FACES:
            rolled, wanted = faces_of(self.outcome, self.count), faces_of(answer >> 6, self.count)
            facts = {"rolled": [FACE_NAMES[face] for face in rolled], "wanted": [FACE_NAMES[face] for face in wanted]}
            return [Condition("wrong-face", ("1.6.2.c",), answer in self.options(state), facts)]
        return faces_conditions(answer, self.outcome, self.count)


def faces_conditions(answer: int, outcome: int, count: int) -> list[Condition]:
    """What an answer that turns dice has to meet [KA 1.6.2.a] [KA 1.6.2.b] [KA 1.6.2.c]."""
    is_faces = answer & 63 == FACES
    rolled = [FACE_NAMES[face] for face in faces_of(outcome, count)]
    facts: dict[str, Any] = {"rolled": rolled}
    found = [
        Condition("wrong-verb", ("1.6.2",), is_faces, facts),
    ]
    if is_faces:
        wanted = faces_of(answer >> 6, count)
        facts = {"rolled": rolled, "wanted": [FACE_NAMES[face] for face in wanted]}
        legal = (answer >> 6) in turned_faces(outcome, count)
        clause = "1.6.2.a"
        for face, turned in zip(faces_of(outcome, count), wanted, strict=True):
            if turned not in TURNS[face]:
                clause = "1.6.2.b" if face == CRITICAL_DODGE else "1.6.2.c" if face == DOFUS else "1.6.2.a"
        found.append(
            Condition(
                "wrong-face",
                (clause,),
                legal,
                facts,
            )
        )
    return found
