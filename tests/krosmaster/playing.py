"""A table to play on in tests: draw the position, list the dice, act in notation, look at what came of it.

    table = Table(
        '''
        . .    .   .
        . hero foe .
        ''',
        {"hero": mine("fighter"), "foe": theirs("fighter", injuries=3)},
        turn="hero",
    )
    table.play("cast strike c1", dice=["critical", "lock"])
    assert table.read("unit.foe.injuries") == 6
    assert table.facts("injured") == [{"unit": "foe", "x": 3, "by": "hero"}]

The drawing is a map (formats.md) with cells separated by blanks, north row first; the id of a unit stands for a free
cell with that unit on it (`at="c1"` places a unit on any other kind of cell). A card of the unit's own id, of the cast
below, of `pack` or of the catalogue may be named. The table is strict: every die and every answer has to be used, none
may be missing, and a line is played only if it is both offered and not refused.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, Final

from esquive.core.dice import ListedDice
from esquive.core.ids import format_seat
from esquive.core.waiting import Condition, Decision, Over, Refusal, Roll
from esquive.krosmaster.book.dice import DICE, FACE_NAMES, faces_of
from esquive.krosmaster.cards.catalogue import Catalogue, catalogue
from esquive.krosmaster.table.board import format_cell
from esquive.krosmaster.table.events import EVENTS, SPARED_NAMES
from esquive.krosmaster.table.state import STAT_NAMES, State
from esquive.krosmaster.written.documents.facts import read_path
from esquive.krosmaster.written.documents.inline_cards import with_inline
from esquive.krosmaster.written.documents.positions import from_document, to_document
from esquive.krosmaster.written.documents.set_ups import new_state
from esquive.krosmaster.written.notation import format_answer, parse_answer
from esquive.lab.krosmaster.invariants import check

Part = tuple[str, dict[str, Any]]  # the table of a pack file it belongs to, and what stands there


# ------------------------------------------------------------------------------------------------------------- cards


def named(slug: str) -> dict[str, str]:
    """A name as card files give it."""
    return {"en": slug.replace("-", " ").title()}


def spell(slug: str, reach: str | tuple[int, int] = "close-combat", **keys: Any) -> dict[str, Any]:
    """A spell bar: an earth Attack of base 2 for 3 AP unless told otherwise.

    `reach` is a kind of range, or MIN and MAX of a fixed targeted range; `range=` gives the whole table.
    """
    table: dict[str, Any] = {"id": slug, "name": named(slug), "kind": "attack", "cost": {"ap": 3}}
    if isinstance(reach, tuple):
        table["range"] = {"kind": "target", "min": reach[0], "max": reach[1]}
    else:
        table["range"] = {"kind": reach}
    table.update(keys)
    if table["kind"] == "attack":
        table = {"element": "earth", "base": 2, **table}
    return table


def keyword(name: str, **keys: Any) -> dict[str, Any]:
    """A power of 4.9 by its glossary name."""
    return {"keyword": name, **keys}


def power(slug: str, **keys: Any) -> dict[str, Any]:
    """An own power: `when=…, do=[…]`, or `holds=[…]` for what a file calls `while`."""
    table = {"id": slug, "name": named(slug), **keys}
    if "holds" in table:
        table["while"] = table.pop("holds")
    return table


def card(slug: str, *, spells: Sequence[Any] = (), powers: Sequence[Any] = (), **keys: Any) -> Part:
    """A Krosmaster: white, level 3, Initiative 3, 3 MP, 8 HP, 6 AP unless told otherwise."""
    table = {"id": slug, "name": named(slug), "colour": "white", "level": 3, "initiative": 3, "mp": 3, "hp": 8, "ap": 6}
    return "card", {**table, "spell": list(spells), "power": list(powers), **keys}


def summon(slug: str, *, spells: Sequence[Any] = (), powers: Sequence[Any] = (), **keys: Any) -> Part:
    """A summon token: a Mob of 2 MP, 2 HP, 3 AP unless told otherwise; "-" is a printed dash."""
    table = {"id": slug, "name": named(slug), "category": "mob", "mp": 2, "hp": 2, "ap": 3}
    return "summon", {**table, "spell": list(spells), "power": list(powers), **keys}


def reward(slug: str, **keys: Any) -> Part:
    """A Demonic Reward: a granite Boost unless told otherwise; `holds=[…]` for what a file calls `while`."""
    table = {"id": slug, "name": named(slug), "rank": "granite", "kind": "boost", **keys}
    if "holds" in table:
        table["while"] = table.pop("holds")
    return "reward", table


# The cast: the same few figures everywhere.
CAST: Final[tuple[Part, ...]] = (
    # Strikes for 2 in close combat (3 AP), shoots for 2 at up to 4 cells (3 AP).
    card("fighter", spells=[spell("strike"), spell("arrow", (1, 4), element="air")]),
    # Level 1, 4 HP, and nothing to cast but Punch.
    card("villager", level=1, hp=4, initiative=1),
    # Steals health, heals 2, and pays 2 injuries for a blow of 3.
    card(
        "leech",
        initiative=2,
        spells=[
            spell("bite", do=[{"op": "steal-health"}]),
            spell("mend", (0, 3), kind="heal", base=2, element="water"),
            spell("sacrifice", base=3, cost={"ap": 2, "injuries": 2}),
        ],
    ),
    # A Mob that strikes for 1.
    summon("imp", spells=[spell("scratch", base=1, cost={"ap": 3})]),
    # A Bomb: 1 HP, wears, explodes for 2 on a cross round itself.
    summon(
        "petard",
        category="mechanism",
        family="bomb",
        mp="-",
        ap="-",
        hp=1,
        spells=[spell("bang", "personal", element="fire", base=2, cost={"ap": "-"}, area="cross")],
        powers=[power("bang", when="is-koed", do=[{"op": "cast", "spell": "bang"}]), keyword("wear")],
    ),
    # A Trap that hurts for 2 whoever stops on it.
    summon(
        "snare",
        category="mechanism",
        family="trap",
        obstacle=False,
        mp="-",
        ap="-",
        hp="-",
        spells=[spell("snap", "personal", base=2, cost={"ap": "-"})],
    ),
)


def mine(card_id: str, **keys: Any) -> dict[str, Any]:
    """A unit of player p1 with a card and any keys of a position document's unit table."""
    return {"card": card_id, "owner": "p1", **keys}


def theirs(card_id: str, **keys: Any) -> dict[str, Any]:
    """A unit of player p2."""
    return {"card": card_id, "owner": "p2", **keys}


@cache
def _known(inline: str) -> Catalogue:
    return with_inline(catalogue(), json.loads(inline))


def _catalogue_with(pack: Iterable[Part]) -> Catalogue:
    inline: dict[str, list[dict[str, Any]]] = {}
    for kind, table in (*CAST, *pack):
        inline.setdefault(kind, []).append(table)
    return _known(json.dumps(inline))


# ------------------------------------------------------------------------------------------------------------- table


class Table:
    """A position being played; see the module. `state` is the engine's own state, for what no path reads.

    `turn` names the unit whose Activation Phase it is, or is the whole `turn` table of a position document
    (`{"player": "p1", "phase": "tension"}`). Other keys of the document (`wild_gg`, `players`, `pile`, `options`, …)
    are given by name; `kamas` are the Kamas on cells, `board` other keys of the table of that name.
    """

    def __init__(
        self,
        drawing: str,
        units: dict[str, dict[str, Any]],
        *,
        turn: str | dict[str, Any],
        pack: Iterable[Part] = (),
        kamas: dict[str, int] | None = None,
        board: dict[str, Any] | None = None,
        **document: Any,
    ) -> None:
        drawn, places = _read_drawing(drawing, units)
        tables = []
        for name, keys in units.items():
            table = {"id": name, **keys}
            assert not ("at" in table and name in places), f"{name} is drawn on the map and has at={table.get('at')!r}"
            tables.append({**table, "at": table.get("at", places.get(name, ""))})
        if isinstance(turn, str):
            assert turn in units, f"turn={turn!r} names no unit of the table: {', '.join(units)}"
            turn = {"player": units[turn]["owner"], "unit": turn, "phase": "activation"}
        ground: dict[str, Any] = {"map": drawn, **({"kamas": kamas} if kamas else {}), **(board or {})}
        whole = {"game": "krosmaster", "turn": turn, "board": ground, "unit": tables, **document}
        self._begin(from_document(whole, _catalogue_with(pack)))

    def _begin(self, state: State) -> None:
        self.state = state
        if state.log is None:
            state.log = []

    @classmethod
    def match(
        cls, teams: list[list[str]], *, pack: Iterable[Part] = (), arena: str = "elemental", **setup: Any
    ) -> "Table":
        """A new match of two teams of card ids, before its first decision or roll."""
        table = cls.__new__(cls)
        table._begin(new_state({"teams": teams, "arena": arena, **setup}, _catalogue_with(pack)))
        return table

    def again(self) -> "Table":
        """The same position once more, to try something else."""
        other = Table.__new__(Table)
        other._begin(self.state.copy())
        return other

    # ---------------------------------------------------------------------------------------------------------- acting

    def play(self, line: str | None = None, *, dice: Sequence[str] = (), answers: Sequence[str] = ()) -> "Table":
        """Play a line, then roll the dice and give the answers it asks for, in order; all of them must be used.

        Dice waited for before the line are the first of the list; without a line only dice and answers are played.
        The events of this step replace those of the one before.
        """
        self.state.log = []
        listed = ListedDice(list(dice))
        lines = [] if line is None else [line]
        lines += answers
        while True:
            waiting = self.state.waiting
            if isinstance(waiting, Roll):
                self._roll(waiting, listed)
            elif isinstance(waiting, Decision) and waiting.kind == "faces" and listed.turned is not None:
                turned, listed.turned = listed.turned, None
                self._answer(waiting, "faces " + " ".join(turned))
            elif lines:
                assert isinstance(waiting, Decision), f"{lines[0]!r} comes too late: the game is over, {waiting!r}"
                self._answer(waiting, lines.pop(0))
            else:
                break
        left = listed.left()
        assert not left, f"dice nobody rolled: {', '.join(left)}; now {self.asked}"
        assert check(self.state) == []
        return self

    def start(self, line: str) -> "Table":
        """Give one answer, or one roll's outcome (`lock dodge`), and stop at whatever comes next, a roll included."""
        self.state.log = []
        waiting = self.state.waiting
        if isinstance(waiting, Decision):
            self._answer(waiting, line)
        else:
            assert isinstance(waiting, Roll), f"{line!r} comes too late: the game is over, {waiting!r}"
            self.state.apply(parse_answer(self.state, line))
        return self

    def _roll(self, waiting: Roll, listed: ListedDice) -> None:
        has = listed.left()
        assert len(has) >= waiting.count, (
            f"the {waiting.kind} roll of {self._name(waiting.unit)} ({format_seat(max(0, waiting.seat))}) needs "
            f"{waiting.count} dice; listed and left: {has}; used: {listed.texts[: listed.used]}"
        )
        listed.turned = None
        self.state.apply(parse_answer(self.state, listed.line(waiting)))

    def _answer(self, waiting: Decision, line: str) -> None:
        answer = parse_answer(self.state, line)
        refusal = waiting.refusal(answer)
        assert refusal is None, (
            f"{line!r} is refused at the {waiting.kind} decision: {refusal!r}; legal: {self.options()}"
        )
        assert answer in waiting.options(), f"{line!r} is legal but not offered; offered: {self.options()}"
        self.state.apply(answer)

    def refused(self, line: str) -> Refusal:
        """Why the line is refused now; fails when it is legal, or offered all the same."""
        waiting = self.state.waiting
        assert isinstance(waiting, Decision), f"{line!r} cannot be judged: nobody is asked, {waiting!r}"
        answer = parse_answer(self.state, line)
        refusal = waiting.refusal(answer)
        assert refusal is not None, f"{line!r} is legal; it should be refused"
        assert answer not in waiting.options(), f"{line!r} is refused and offered all the same"
        return refusal

    def broken(self, line: str) -> list[Condition]:
        """Every condition of the line that does not hold."""
        waiting = self.state.waiting
        assert isinstance(waiting, Decision), f"{line!r} cannot be judged: nobody is asked, {waiting!r}"
        return [one for one in waiting.conditions(parse_answer(self.state, line)) if not one.holds]

    def judged(self, line: str) -> list[Condition]:
        """Every condition of the line, those that hold and those that fail."""
        waiting = self.state.waiting
        assert isinstance(waiting, Decision), f"{line!r} cannot be judged: nobody is asked, {waiting!r}"
        return waiting.conditions(parse_answer(self.state, line))

    # --------------------------------------------------------------------------------------------------------- looking

    def read(self, path: str) -> Any:
        """The value at a path: `unit.hero.injuries`, `player.p1.gg`, `kamas.c2`, `wild_gg`, `winner`, `turn.unit`."""
        return read_path(self.state, path)

    def unit(self, name: str, *keys: str) -> Any:
        """One key of a unit, or a tuple of several."""
        values = tuple(self.read(f"unit.{name}.{key}") for key in keys)
        return values[0] if len(values) == 1 else values

    @property
    def asked(self) -> str:
        """Who is asked what: `p1 activation`, `p2 lock roll`, or `over`."""
        waiting = self.state.waiting
        if isinstance(waiting, Over):
            return "over"
        who = format_seat(waiting.seat) if waiting.seat >= 0 else "nobody"
        return f"{who} {waiting.kind}" + (" roll" if isinstance(waiting, Roll) else "")

    @property
    def rolls(self) -> Roll:
        """The roll waited for; fails when the position waits for something else."""
        waiting = self.state.waiting
        assert isinstance(waiting, Roll), f"no roll is waited for: {self.asked}"
        return waiting

    def options(self, verb: str = "") -> list[str]:
        """Every legal line, or those that begin with a verb; for a roll, every outcome."""
        waiting = self.state.waiting
        if isinstance(waiting, Over):
            return []
        numbers = waiting.options() if isinstance(waiting, Decision) else [one for one, _ in waiting.outcomes()]
        lines = [format_answer(self.state, number) for number in numbers]
        return [line for line in lines if not verb or line.split()[0] == verb]

    @property
    def events(self) -> list[str]:
        """The names of the events of the last step, in order."""
        return [EVENTS[event[0]].name for event in self.state.log or ()]

    def facts(self, name: str) -> list[dict[str, Any]]:
        """What each event of this name in the last step says: units, cells, seats, stats and dice by name."""
        assert any(kind.name == name for kind in EVENTS), f"no event is called {name!r}"
        found = []
        for event in self.state.log or ():
            kind = EVENTS[event[0]]
            if kind.name == name:
                pairs = zip(kind.fields, event[1:], strict=True)
                found.append({field: self._shown(type_, value) for (field, type_), value in pairs})
        return found

    def document(self, seat: int | None = None) -> dict[str, Any]:
        """The position document, for a seat what it may know."""
        return to_document(self.state, seat)

    def odds(self, line: str, what: str | Callable[["Table"], Any], answers: Sequence[str] = ()) -> dict[Any, Fraction]:
        """The exact odds of each value of a path (or of a function of the table) once the line has been played out.

        Every roll is followed into all its outcomes; decisions on the way take `answers` in order on each branch.
        """
        found: dict[Any, Fraction] = {}
        branches = [(self.again().start(line), Fraction(1), list(answers))]
        while branches:
            table, share, left = branches.pop()
            waiting = table.state.waiting
            if isinstance(waiting, Roll):
                for outcome, weight in waiting.outcomes():
                    branch = table.again()
                    branch.state.apply(outcome)
                    branches.append((branch, share * Fraction(weight, waiting.total()), left.copy()))
            elif isinstance(waiting, Decision) and left:
                table._answer(waiting, left.pop(0))
                branches.append((table, share, left))
            else:
                assert not left, f"answers nobody asked for: {left}"
                value = table.read(what) if isinstance(what, str) else what(table)
                found[value] = found.get(value, Fraction(0)) + share
        return found

    def _name(self, unit: int) -> str:
        return self.state.names[unit] if unit >= 0 else "nobody"

    def _shown(self, type_: str, value: int) -> Any:
        if type_ == "unit":
            return self._name(value)
        if type_ == "cell":
            return format_cell(value)
        if type_ == "seat":
            return format_seat(value) if value >= 0 else "wild"
        if type_ == "stat":
            return STAT_NAMES[value]
        if type_ in ("dice", "faces"):
            return [FACE_NAMES[face] for face in faces_of(value % DICE, value // DICE)]
        if type_ == "face":
            return FACE_NAMES[value]
        if type_ == "spell":
            return self.state.library.spells[value].id
        if type_ == "reward":
            return self.state.library.rewards[value].id
        if type_ == "spared":
            return SPARED_NAMES[value]
        return value


def _read_drawing(drawing: str, units: dict[str, dict[str, Any]]) -> tuple[str, dict[str, str]]:
    """The map without its units, and the cell of each unit drawn on it."""
    rows = [row.split() for row in drawing.strip().splitlines() if row.strip()]
    widths = {len(row) for row in rows}
    assert len(widths) == 1, f"the rows of the drawing have {sorted(widths)} cells; draw them all equally long"
    places: dict[str, str] = {}
    for north, row in enumerate(rows):
        for column, token in enumerate(row):
            if token in units:
                assert token not in places, f"{token} is drawn twice"
                places[token] = f"{chr(97 + column)}{len(rows) - north}"
                row[column] = "."
            else:
                assert len(token) == 1, f"{token!r} on the map is neither a unit of the table nor a letter of the map"
    return "\n".join(" ".join(row) for row in rows), places
