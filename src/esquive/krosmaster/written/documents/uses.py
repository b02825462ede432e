"""What has been used up in a position: spells and powers that act once a turn, on a target, or in a fight.

A full document has all of it in `exact`; one for a seat, or by hand, says it here.
"""

from typing import Any, Final

from esquive.core.errors import DocumentError
from esquive.core.phrases import phrase
from esquive.core.whole_numbers import whole
from esquive.krosmaster.cards.ops.continuous import M_CLAIMS, M_SPARED
from esquive.krosmaster.table.board import format_cell, is_adjacent, parse_cell
from esquive.krosmaster.table.entries import NO_HIT
from esquive.krosmaster.table.state import ACTIVATION, END, NONE, State
from esquive.krosmaster.written.documents.units import check_keys

USED_TURN_KEYS: Final = ("cast", "struck", "collected", "reward_bought", "began_beside", "busy")
_STRUCK_KEYS: Final = ("spell", "unit", "cell")
_POWER_KEYS: Final = ("unit", "of", "power", "once")
_UNIT: Final = (1 << 12) - 1  # of an entry of `State.hits` or `State.once_turn`
_CELL: Final = (1 << 8) - 1


def write_turn_uses(state: State) -> dict[str, Any]:
    """What the unit whose turn it is has used up, as keys of `turn`; what is as at its beginning is left out."""
    if state.phase not in (ACTIVATION, END):  # whoever acts next begins anew
        return {}
    found: dict[str, Any] = {
        "cast": [spell.id for spell in state.library.spells if state.cast_turn >> spell.index & 1],
        "struck": [_struck(state, hit) for hit in state.hits],
        "collected": state.collected,
        "reward_bought": state.reward_bought,
        "busy": state.busy,
    }
    found = {key: value for key, value in found.items() if value}
    if asks_where_turns_began(state):
        beside = [unit for unit in range(len(state.names)) if state.began_beside >> unit & 1]
        found["began_beside"] = [state.names[unit] for unit in beside]
    return found


def asks_where_turns_began(state: State) -> bool:
    """Whether some card in play asks whom the active unit was beside when its turn began."""
    return bool(state.statics[M_CLAIMS] or state.statics[M_SPARED])


def _read_beginning(state: State, turn: dict[str, Any]) -> None:
    """Whom the active unit was beside when its turn began; where nothing says so, as the position is drawn."""
    unit = state.active_unit
    if "began_beside" in turn:
        names = _listed(turn["began_beside"], "turn.began_beside")
        state.began_beside = 0
        for number, name in enumerate(names):
            state.began_beside |= 1 << _unit(state, name, f"turn.began_beside[{number}]")
    elif unit != NONE and asks_where_turns_began(state):
        here = state.cell[unit]
        beside = [other for other in state.units_in_play() if other != unit and is_adjacent(here, state.cell[other])]
        state.began_beside = sum(1 << other for other in beside)


def _struck(state: State, hit: int) -> dict[str, str]:
    if hit & NO_HIT:
        return {"spell": state.library.spells[(hit ^ NO_HIT) >> 8].id, "cell": format_cell(hit & _CELL)}
    return {"spell": state.library.spells[hit >> 12].id, "unit": state.names[hit & _UNIT]}


def read_turn_uses(state: State, turn: dict[str, Any]) -> None:
    """Take over what has been used up in this turn; raises DocumentError for what there is not."""
    unit = state.active_unit
    for key in USED_TURN_KEYS:
        if unit == NONE and key in turn:
            raise DocumentError("nobody acts who could have {key} anything", f"turn.{key}", "remove the key", key=key)
    for number, name in enumerate(_listed(turn.get("cast", []), "turn.cast")):
        state.cast_turn |= 1 << _spell(state, unit, name, f"turn.cast[{number}]")
    for number, entry in enumerate(_listed(turn.get("struck", []), "turn.struck")):
        where = f"turn.struck[{number}]"
        check_keys(entry, _STRUCK_KEYS, where)
        spell = _spell(state, unit, entry.get("spell"), where)
        if "cell" in entry:
            try:
                cell = parse_cell(str(entry["cell"]))
            except ValueError:
                raise DocumentError(
                    "{at!r} is no cell", where, "a cell is a letter and a number, as in c4", at=entry["cell"]
                ) from None
            state.hits.append(spell << 8 | cell | NO_HIT)
        else:
            state.hits.append(spell << 12 | _unit(state, entry.get("unit"), where))
    state.collected = whole(turn, "collected", 0, "turn", 0, 99)
    state.reward_bought = whole(turn, "reward_bought", 0, "turn", 0, 1)
    state.busy = whole(turn, "busy", 0, "turn", 0, 1)
    _read_beginning(state, turn)


def write_used_powers(state: State) -> list[dict[str, Any]]:
    """The powers that have acted and do so once a turn or once a fight: whose they are, and the card they stand on."""
    found: list[dict[str, Any]] = []
    for once, marks in (("turn", state.once_turn), ("fight", state.once_fight)):
        for mark in marks:
            index = mark & _UNIT
            of, powers = next(one for one in _bearers(state) if index in one[1])
            place = powers.index(index) + 1
            found.append({"unit": state.names[mark >> 12], "of": of, "power": place, "once": once})
    return found


def read_used_powers(state: State, entries: Any) -> None:
    """Note the powers that have acted; raises DocumentError for one that there is not."""
    bearers = _bearers(state)
    for number, entry in enumerate(_listed(entries, "used_powers")):
        where = f"used_powers[{number}]"
        check_keys(entry, _POWER_KEYS, where)
        powers = next((own for card, own in bearers if card == entry.get("of")), [])
        place = whole(entry, "power", 1, where, 1, 99)
        once = entry.get("once", "turn")
        if place > len(powers) or once not in ("turn", "fight"):
            message = phrase(
                "there is no power {place} of {unit!r} that acts once a {once}",
                place=place,
                unit=entry.get("of"),
                once=once,
            )
            raise DocumentError(message, where, "name the card or token, and count its powers that an event sets off")
        mark = _unit(state, entry.get("unit"), where) << 12 | powers[place - 1]
        if once == "turn":
            state.once_turn.append(mark)
        else:
            state.once_fight = [*state.once_fight, mark]


def _bearers(state: State) -> list[tuple[str, list[int]]]:
    """Every card and token by its id, with its powers that an event sets off."""
    return [(profile.id, profile.powers) for profile in state.library.profiles]


def _listed(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise DocumentError("a list is expected here", where, "see docs/notation.md")
    return value


def _unit(state: State, name: Any, where: str) -> int:
    if name not in state.names:
        raise DocumentError(
            "no unit is called {name!r}", where, phrase("units: {known}", known=", ".join(state.names)), name=name
        )
    return state.names.index(name)


def _spell(state: State, unit: int, name: Any, where: str) -> int:
    """A spell by its id; of several of one id that which stands on the unit's card."""
    own = state.library.profiles[state.profile[unit]].own_spells
    named = sorted((spell.index not in own, spell.index) for spell in state.library.spells if spell.id == name)
    if not named:
        names = ", ".join(state.library.spells[index].id for index in own)
        raise DocumentError(
            "no spell is called {name!r}",
            where,
            phrase("spells of {unit}: {names}", unit=state.names[unit], names=names),
            name=name,
        )
    return named[0][1]
