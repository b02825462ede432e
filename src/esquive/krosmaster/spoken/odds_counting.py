"""What counting odds needs to know of Krosmaster Arena: which rolls are alike, when an action is over, what changed."""

from functools import cache
from hashlib import blake2b
from marshal import dumps
from math import comb
from typing import Any, Final

from esquive.core.frames import on_top
from esquive.core.ids import format_seat
from esquive.core.waiting import Decision, Over, Refusal, Roll
from esquive.krosmaster.book.casting import STANDBY, CastFrame
from esquive.krosmaster.book.dice import TURNS, RollFrame, counts_as, faces_of, hits_of, outcome_of, successes_of
from esquive.krosmaster.book.powers.rolls import ROLL_NAMES, other_face, rolls_again, turner_of_dofus
from esquive.krosmaster.book.targets import aimed_at
from esquive.krosmaster.book.turn import TensionFrame
from esquive.krosmaster.cards.ops.continuous import M_AGAIN, M_FACES
from esquive.krosmaster.spoken.wording import Wording
from esquive.krosmaster.table import answers
from esquive.krosmaster.table.board import format_cell
from esquive.krosmaster.table.entries import UP, reward_of
from esquive.krosmaster.table.events import (
    E_BONUS,
    E_CAUGHT,
    E_DAMAGE,
    E_DRAWN,
    E_ESCAPED,
    E_GAINED,
    E_HEALING,
    E_HELD,
    E_KAMA_TAKEN,
    E_LEVEL,
    E_LOCKED,
    E_LOST,
    E_PILE_REVEALED,
    E_POWERS_GAINED,
    E_POWERS_LOST,
    E_REPLACED,
    E_REROLL,
    E_SLIPS,
    E_SPARED,
    E_SPELL_IMPROVED,
)
from esquive.krosmaster.table.state import NONE, State
from esquive.krosmaster.written.documents.facts import read_path
from esquive.krosmaster.written.documents.units import FROZEN_KEYS
from esquive.krosmaster.written.notation import format_answer, parse_answer

# A decision of these kinds opens a new action; all others are choices inside one.
NEW_ACTIONS: Final = ("timeline", "deployment", "tension", "inspiration", "next-summon", "activation")
# Columns of the state and the path under which a unit's fact is known.
_UNIT_FACTS: Final = (
    ("profile", "card"),
    ("cell", "at"),
    ("injuries", "injuries"),
    ("ap", "ap"),
    ("mp", "mp"),
    ("ap_markers", "ap_markers"),
    ("mp_markers", "mp_markers"),
    ("range_markers", "range_markers"),
    ("range_turn", "range_turn"),
    ("gained", "powers"),
    ("inspired", "inspiration"),
    ("rewards", "rewards"),
    ("ko", "ko"),
)
# What tells of a continuous effect that begins.
BEGUN: Final = (E_BONUS, E_SLIPS, E_SPELL_IMPROVED, E_LEVEL, E_POWERS_GAINED, E_POWERS_LOST)
# What an action's end does not show: how each Block went, which rewards came up, the die rolled again, what damage and
# healing were made of, why injuries stayed away, which continuous effects began, and what was gained apart from what
# the action costs.
NOTED: Final = (
    E_LOCKED,
    E_CAUGHT,
    E_ESCAPED,
    E_HELD,
    E_DRAWN,
    E_PILE_REVEALED,
    E_REROLL,
    E_DAMAGE,
    E_HEALING,
    E_SPARED,
    E_GAINED,
    E_LOST,
    E_KAMA_TAKEN,
    E_REPLACED,
    *BEGUN,
)
# Additional effects that do nothing where nobody is.
_NEED_SOMEBODY: Final = frozenset({"steal-health", "pierce-armour", "push-back", "swap"})
# What nobody will read again: a roll's successes are used up before anybody is asked, the faces too, unless Tension
# dice are to be placed (`key`). A reason repeats its clause.
_USED_UP: Final = ("successes", "rolled", "log", "stack", "kamas_on", "scenery_injuries", "over_reason")
_COLUMNS: Final = tuple(name for name in State.COLUMNS if name not in _USED_UP)


@cache
def _classes_of_dice(kind: str, count: int, also: int = NONE, spoiled: bool = False) -> list[tuple[int, int]]:
    """The outcomes of dice, one of each class, with how many outcomes it has; `also`: see `classes_of_successes`."""
    if kind != "tension":
        return classes_of_successes(ROLL_NAMES.index(kind), count, also, spoiled)
    merged: dict[tuple[int, ...], list[int]] = {}
    for outcome in range(6**count):
        entry = merged.setdefault(tuple(sorted(faces_of(outcome, count))), [outcome, 0])
        entry[1] += 1
    return [(outcome, weight) for outcome, weight in merged.values()]


@cache
def classes_of_successes(sought: int, count: int, also: int = NONE, spoiled: bool = False) -> list[tuple[int, int]]:
    """An outcome of each number of successes, with how many outcomes have it: dice are all alike.

    `also` is another face that counts as a success; `spoiled` says that an opponent turns the Dofus.
    """
    hits = hits_of(sought, also, spoiled)
    miss = next(face for face in range(6) if not counts_as(face, sought) and not counts_as(face, also))
    ways = [comb(count, k) * hits**k * (6 - hits) ** (count - k) for k in range(count + 1)]
    found: list[tuple[int, int]] = []
    for successes, weight in enumerate(ways):
        shown, rest = [sought] * successes, [miss] * (count - successes)
        found.append((outcome_of([*rest, *shown] if sought < miss else [*shown, *rest]), weight))
    return sorted(found)


def _is_spoiled(state: State, roll: Roll) -> bool:
    """Whether an opponent turns the Dofus of a roll [Ruling R162]."""
    return bool(state.lasting) and roll.kind in ROLL_NAMES and turner_of_dofus(state, roll.unit) != NONE


def _also(state: State, roll: Roll) -> int:
    """The other face that counts in a roll, or NONE."""
    if not state.statics[M_FACES] or roll.kind not in ROLL_NAMES:
        return NONE
    return other_face(state, roll.unit, ROLL_NAMES.index(roll.kind))


class KrosmasterOdds:
    """See `core.odds.OddsGame`."""

    def is_asked_for(self, path: str, value: Any) -> bool:
        """Who is KO'd, and who wins."""
        return path == "winner" or (path.endswith(".ko") and bool(value))

    def parse(self, state: State, line: str) -> int:
        """The answer a line stands for."""
        return parse_answer(state, line)

    def format(self, state: State, answer: int) -> str:
        """The line of an answer."""
        return format_answer(state, answer)

    def told(self, state: State, refusal: Refusal) -> str:
        """Why an answer given beforehand is refused, in English."""
        return Wording(state).condition(refusal)

    def seen_by(self, state: State, seat: int) -> State:
        """A copy in which the others' face-down rewards may be anything unseen of their rank [KA 4.7.8.b].

        They are counted among the tokens of the stacks, which are drawn with the same odds; so are those that left
        with a KO'd Krosmaster without being revealed [KA 4.10.2.a].
        """
        copy = state.copy()
        pool = list(copy.pool)
        for unit, entries in enumerate(copy.rewards):
            if state.owner[unit] != seat:
                for entry in entries:
                    if not entry & UP:
                        pool[reward_of(entry)] += 1
        for token in copy.buried:
            if state.owner[token >> 12] != seat:
                pool[token & 4095] += 1
        copy.pool = pool
        return copy

    def classes(self, state: State, roll: Roll) -> list[tuple[int, int]]:
        """Dice that turn by themselves differ only in their successes; the order of Tension dice does not matter."""
        turns_itself = roll.kind in ROLL_NAMES and not state.settings.asks_dice
        if turns_itself or roll.kind == "tension":
            return _classes_of_dice(roll.kind, roll.count, _also(state, roll), _is_spoiled(state, roll))
        return roll.outcomes()

    def outcomes(self, state: State, roll: Roll) -> list[tuple[int, int]]:
        """As `classes`, wild dice turned to the face sought, and Armour that comes to the same damage merged.

        Armour counts only as more, as many or less than the Critical successes [KA 7.2.7.b].
        """
        if roll.kind not in ROLL_NAMES:
            return self.classes(state, roll)
        also = _also(state, roll)
        classes = _classes_of_dice(roll.kind, roll.count, also, _is_spoiled(state, roll))
        cast = on_top(state, CastFrame, below=1)
        if roll.kind != "armour" or cast is None or (state.statics[M_AGAIN] and rolls_again(state, roll.unit)):
            return classes
        merged: dict[int, tuple[int, int]] = {}
        for outcome, weight in classes:
            armours = successes_of(ROLL_NAMES.index("armour"), roll.count, outcome, also)
            sign = (cast.criticals > armours) - (armours > cast.criticals)
            known = merged.get(sign)
            merged[sign] = (outcome, weight) if known is None else (known[0], known[1] + weight)
        return list(merged.values())

    def forced(self, state: State, waiting: Decision) -> int | None:
        """A roller who is asked turns wild dice to the face sought [KA 1.6.2] [Ruling R37]."""
        frame = on_top(state, RollFrame)
        if waiting.kind != "faces" or frame is None:
            return None
        also = other_face(state, frame.unit, frame.sought)
        faces = [
            next((one for one in (frame.sought, also) if one in TURNS[face]), TURNS[face][0])
            for face in faces_of(frame.outcome, frame.count)
        ]
        return answers.FACES | outcome_of(faces) << answers.VERB_BITS

    def is_settled(self, waiting: Decision) -> bool:
        """Wild dice are turned to the face sought: nothing else is better."""
        return True

    def is_vain(self, state: State, answer: int) -> bool:
        """A spell for injuries or healing at nobody, whose additional effects need somebody too."""
        if answers.verb_of(answer) != answers.CAST:
            return False
        spell = state.library.spells[answers.first_of(answer)]
        needs_somebody = all(one.__struct_config__.tag in _NEED_SOMEBODY for one in spell.document.do)
        return spell.document.kind in ("attack", "heal") and needs_somebody and not aimed_at(state, answer)[1]

    def key(self, state: State) -> bytes:
        """A digest of everything in which positions differ, what nobody will read again left out."""
        parts: list[Any] = [getattr(state, name) for name in _COLUMNS]
        parts.append(sorted(state.kamas_on.items()))
        if state.board is not state.board.base or state.scenery_injuries:
            board = state.board
            parts += [board.cube_mask, board.gone, board.planted, sorted(state.scenery_injuries.items())]
        if state.tension_dice > 0:
            parts.append(state.rolled)
        for frame in state.stack:
            parts += [frame.NAME, frame.step]
            is_nearly_cast = frame.NAME == CastFrame.NAME and frame.step >= STANDBY
            parts += [getattr(frame, name) for name in (("triggered",) if is_nearly_cast else frame.FIELDS)]
        return blake2b(dumps(parts, 2), digest_size=16).digest()

    def notes(self, state: State) -> tuple[tuple[int, ...], ...]:
        """What the log says that its end will not show."""
        return tuple(event for event in state.log if event[0] in NOTED) if state.log else ()

    def note_data(self, state: State, note: tuple[int, ...]) -> dict[str, Any]:
        """A note as an event with names."""
        from esquive.krosmaster.spoken.wording import event_data  # searches never need words

        return event_data(state, note)

    def is_resolved(self, before: State, state: State) -> bool:
        """An action is over when the next one may be chosen, or a new turn has begun.

        Which face a Tension die is turned to is a choice of its own, after the die has been seen.
        """
        waiting = state.waiting
        if isinstance(waiting, Over) or state.turn != before.turn:
            return True
        if not isinstance(waiting, Decision):
            return False
        return waiting.kind in NEW_ACTIONS or on_top(state, TensionFrame) is not None

    def changes(self, before: State, state: State) -> dict[str, Any]:
        """What is different, by the paths of scenario files; `effects` counts the continuous effects begun.

        `effects_ended` counts those that ended before their time, as a bonus for one spell does when it is cast.
        """
        found: dict[str, Any] = {}
        known = len(before.names)
        others = [fact for fact in _UNIT_FACTS if getattr(state, fact[0]) != getattr(before, fact[0])]
        for unit, name in enumerate(state.names if others else ()):
            for column, key in others if unit < known else _UNIT_FACTS:
                value = getattr(state, column)[unit]
                if unit >= known or value != getattr(before, column)[unit]:
                    path = f"unit.{name}.{key}"
                    found[path] = read_path(state, path)
        if state.frozen != before.frozen:
            found.update(_frozen_changes(before, state))
        for seat in range(state.settings.seats):
            for key, now, then in (("gg", state.gg, before.gg), ("kamas", state.kamas, before.kamas)):
                if now[seat] != then[seat]:
                    found[f"player.{format_seat(seat)}.{key}"] = now[seat]
        for cell in sorted({*before.kamas_on, *state.kamas_on}) if state.kamas_on != before.kamas_on else ():
            if before.kamas_on.get(cell, 0) != state.kamas_on.get(cell, 0):
                found[f"kamas.{format_cell(cell)}"] = state.kamas_on.get(cell, 0)
        found.update(_scenery_changes(before, state))
        if state.lasting != before.lasting:
            begun = sum(1 for effect in state.lasting if effect not in before.lasting)
            if begun:
                found["effects"] = begun
            ended = sum(1 for effect in before.lasting if effect not in state.lasting)
            if ended and state.turn == before.turn and state.active_unit == before.active_unit:
                found["effects_ended"] = ended
        if state.special_markers != before.special_markers:
            for unit, name in enumerate(before.names):
                if _markers_of(state, unit) != _markers_of(before, unit):
                    path = f"unit.{name}.special_markers"
                    found[path] = read_path(state, path)
        for path in ("wild_gg", "winner"):
            value = read_path(state, path)
            if value != read_path(before, path):
                found[path] = value
        return found


def _frozen_changes(before: State, state: State) -> dict[str, int]:
    """The frozen injuries and markers that are others now [KA-2.2 309.8]."""
    return {
        f"unit.{name}.{key}": state.frozen_of(unit, kind)
        for unit, name in enumerate(state.names)
        for kind, key in enumerate(FROZEN_KEYS)
        if state.frozen_of(unit, kind) != before.frozen_of(unit, kind)
    }


def _scenery_changes(before: State, state: State) -> dict[str, Any]:
    """The scenery that has moved or is gone, and what has injured some of it [KA-2.2 313.6] [KA-2.2 313.7]."""
    found: dict[str, Any] = {}
    if state.board is not before.board:
        for cell in state.board.cells:
            if state.board.scenery(cell) != before.board.scenery(cell):
                found[f"scenery.{format_cell(cell)}"] = state.board.scenery(cell)
    for cell in sorted(state.scenery_injuries):
        if state.scenery_injuries[cell] != before.scenery_injuries.get(cell, 0):
            found[f"scenery_injuries.{format_cell(cell)}"] = state.scenery_injuries[cell]
    return found


def _markers_of(state: State, unit: int) -> list[tuple[int, ...]]:
    """The special markers on a unit [KA 4.13.2]."""
    return [(name, by, on) for name, by, on in state.special_markers if on == unit]


ODDS: Final = KrosmasterOdds()
