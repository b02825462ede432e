"""What would be lost if the activation ended now, where that is much: a client asks once before it ends it.

Asked too often, nobody reads it. So points alone are not much: there has to be something to spend them on.
"""

from collections.abc import Mapping

from esquive.core.waiting import Decision
from esquive.krosmaster.book.powers.values import max_stat
from esquive.krosmaster.book.targets import aimed_at
from esquive.krosmaster.cards.library import ATTACK
from esquive.krosmaster.seen.shapes import SpellHint
from esquive.krosmaster.spoken.wording import Wording
from esquive.krosmaster.table import answers
from esquive.krosmaster.table.board import parse_cell
from esquive.krosmaster.table.state import AP, MP, State

_BOUGHT = (answers.COLLECT, answers.BUY, answers.BUY_GG)


def unspent(state: State, unit: int, spells: Mapping[int, SpellHint], wording: Wording) -> str:
    """What the active unit would lose by ending now [KA 6.3.8], and why that is much; "" where it is little.

    Much is what still pays for an attack at an enemy; half of the AP or more, where a spell that does something,
    Collect or a purchase is open; and all that there was at the beginning. `spells` are the hints of its spells, by
    their index.
    """
    waiting = state.waiting
    if not isinstance(waiting, Decision):
        return ""
    ap, mp = state.ap[unit], state.mp[unit]
    cost = wording.cost(ap, mp, 0, 0)
    if not ap and not mp:
        return ""
    useful = {index: [cell for cell in hint.cells if cell not in hint.idle] for index, hint in spells.items()}
    strike = next((index for index, cells in useful.items() if _strikes(state, unit, index, cells)), -1)
    if strike >= 0:
        return wording.say("unspent.strike", cost=cost, spell=wording.spell(strike))
    verbs = [answers.verb_of(answer) for answer in waiting.options()]
    if 2 * ap >= max_stat(state, unit, AP) > 0 and (any(useful.values()) or any(verb in _BOUGHT for verb in verbs)):
        return wording.say("unspent.half", cost=cost)
    is_all = ap >= max_stat(state, unit, AP) and mp >= max_stat(state, unit, MP)
    return wording.say("unspent.all", cost=cost) if is_all and len(verbs) > 1 else ""


def _strikes(state: State, unit: int, spell: int, cells: list[str]) -> bool:
    """Whether a spell is an attack that strikes an enemy at one of the cells."""
    if state.library.spells[spell].kind != ATTACK:
        return False
    aims = (answers.pack(answers.CAST, spell, parse_cell(cell)) for cell in cells)
    return any(state.enemies(unit, other) for aim in aims for other in aimed_at(state, aim)[1])
