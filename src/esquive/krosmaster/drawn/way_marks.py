"""Marks on the arena that answer how far a unit gets, by which way, and who may strike it."""

from fractions import Fraction

from esquive.core.error_translations import told
from esquive.core.errors import NotationError
from esquive.core.grammar import joined, percent
from esquive.core.phrases import phrase
from esquive.core.waiting import Decision
from esquive.krosmaster.drawn.diagrams.picture import DIAGRAMS, LOCKS, MAIN, MORE, REACH, Mark, Panel
from esquive.krosmaster.seen.threats import reached_by
from esquive.krosmaster.seen.walks import Walks, Way, own_turn
from esquive.krosmaster.spoken.wording import Wording
from esquive.krosmaster.table import answers
from esquive.krosmaster.table.board import CRATE, CUBE, format_cell
from esquive.krosmaster.table.state import State


class Telling:
    """What marks say in one language, with the names that pieces have on the panel."""

    def __init__(self, panel: Panel, language: str) -> None:
        self.panel = panel
        self.language = language

    def say(self, template: str, **facts: object) -> str:
        """A sentence about the marks."""
        return told(phrase(template, **facts), self.language, DIAGRAMS)

    def name(self, state: State, unit: int) -> str:
        """What a unit in play is called."""
        return next(piece.name for piece in self.panel.pieces if piece.cell == state.cell[unit])

    def percent(self, share: Fraction) -> str:
        """A chance in a sentence."""
        return percent(float(share) * 100, self.language)

    def tag(self, share: Fraction) -> str:
        """A chance that is neither certain nor none, as short as it fits on a cell."""
        return joined(f"{self.number(share)} %", self.language)

    def number(self, share: Fraction) -> str:
        """The same without its sign."""
        return str(min(max(round(share * 100), 1), 99))


def mark_reach(panel: Panel, state: State, unit: int, language: str) -> str:
    """The cells a unit may walk to, and how likely where it might be held on the way; returns what is told of it."""
    telling = Telling(panel, language)
    walks = Walks(own_turn(state, unit), unit)
    chances = {cell: walks.chance(cell) for cell in walks.cells()}
    sure = [cell for cell, chance in chances.items() if chance == 1]
    others = [cell for cell, chance in chances.items() if 0 < chance < 1]
    panel.marks.append(Mark(REACH, sure, "Gets there whatever is rolled"))
    panel.marks.append(Mark(MORE, others, "Gets there unless it is held: the chance in %"))
    for cell in others:  # over scenery it is written like over a piece
        written = panel.tags if state.board.kinds[cell] in (CRATE, CUBE) else panel.numbers
        written[cell] = telling.number(chances[cell])
    places = {"unit": telling.name(state, unit), "count": len(sure) + len(others), "sure": len(sure)}
    return telling.say("{unit} may walk to {count} cells, to {sure} of them whatever is rolled.", **places)


def mark_way(panel: Panel, state: State, unit: int, cell: int, language: str) -> str:
    """The best way of a unit to a cell, with what holds it on the way at the cells where that is rolled for."""
    telling = Telling(panel, language)
    way = Walks(own_turn(state, unit), unit).way(cell)
    places = {"unit": telling.name(state, unit), "cell": format_cell(cell)}
    if way is None:
        panel.marks.append(Mark(MAIN, [cell], "Where it is to go"))
        return " ".join([telling.say("{unit} cannot walk to {cell}.", **places), _why_not(state, unit, cell, telling)])
    panel.arrows += list(zip(way.cells, way.cells[1:], strict=False))
    panel.marks.append(Mark(REACH, way.cells[1:], "The way"))
    panel.marks.append(
        Mark(
            LOCKS,
            list(dict.fromkeys(state.cell[one.by] for one in way.rolls)),
            "Rolls for Lock; how likely it holds stands on the cell left",
        )
    )
    panel.tags |= _tags(way, telling)
    said = [telling.say("{unit} gets to {cell}: {chance}.", chance=telling.percent(way.chance), **places)]
    for one in way.rolls:
        rolled = {"locked": one.locked, "caught": one.caught, "escaped": one.escaped}
        shares = {name: telling.percent(share) for name, share in rolled.items()}
        where = {"by": telling.name(state, one.by), "cell": format_cell(one.cell)}
        said.append(
            telling.say("{by} on {cell}: locks {locked}, catches {caught}, is escaped {escaped}.", **where, **shares)
        )
    return " ".join(said)


def _why_not(state: State, unit: int, cell: int, telling: Telling) -> str:
    """Why a walk cannot be, with the clauses: nobody may stand there, or it is too far [KA 6.3.2]."""
    asked = own_turn(state, unit)
    waiting = asked.waiting
    assert isinstance(waiting, Decision), "the unit is asked what to do"
    judged = waiting.conditions(answers.pack(answers.MOVE, cell))
    failed = next((one for one in judged if not one.holds and one.kind != "not-adjacent"), None)
    if failed is None:
        return telling.say("No way there costs {mp} MP or less. [6.3.2]", mp=asked.mp[unit])
    return " ".join([Wording(asked, telling.language).condition(failed), *(f"[{clause}]" for clause in failed.clauses)])


def _tags(way: Way, telling: Telling) -> dict[int, str]:
    """How likely each locker holds the unit, at the cells that it leaves beside it."""
    found: dict[int, list[str]] = {}
    for one in way.rolls:
        found.setdefault(one.cell, []).append(telling.tag(one.locked))
    return {cell: " ".join(shares) for cell, shares in found.items()}


def mark_threats(panel: Panel, state: State, unit: int, language: str) -> str:
    """The enemies that may strike a unit in their next turn; returns who they are."""
    telling = Telling(panel, language)
    enemies = [state.names.index(name) for name in reached_by(state, state.names[unit])]
    panel.marks.append(Mark(MAIN, [state.cell[unit]], "Who may be struck"))
    panel.marks.append(Mark(LOCKS, [state.cell[enemy] for enemy in enemies], "May strike it in its next turn"))
    panel.arrows += [(state.cell[enemy], state.cell[unit]) for enemy in enemies]
    name = telling.name(state, unit)
    if not enemies:
        return telling.say("No enemy strikes {unit} in its next turn.", unit=name)
    names = ", ".join(telling.name(state, enemy) for enemy in enemies)
    return telling.say("{unit} may be struck by {names}.", unit=name, names=names)


def unit_named(state: State, word: str) -> int:
    """The unit in the arena of this name; raises NotationError for none."""
    if word not in state.names or state.cell[state.names.index(word)] <= 0:
        raise NotationError("{word} is not in the arena", "--mark", "name a unit in play", word=word)
    return state.names.index(word)
