"""A position as text: the arena as people draw it, then who is where, in the letters of position documents.

North is at the top, as in a position document's map, with the same letters for scenery. A unit is the first two
letters of its name (the second one a digit where names begin alike), p1's with a capital letter.
"""

from typing import Final

from esquive.core.ids import format_seat
from esquive.core.phrases import phrase
from esquive.core.waiting import Decision, Over, Waiting
from esquive.krosmaster.book.powers.values import max_hp, powers
from esquive.krosmaster.book.scenery import hp_of_scenery
from esquive.krosmaster.cards.library import KROSMASTER
from esquive.krosmaster.table.board import BUSH, CRATE, CUBE, DEMON, FREE, RINK, TREE, WALL, format_cell, make_cell
from esquive.krosmaster.table.entries import UP, reward_of
from esquive.krosmaster.table.state import AP, INJURIES, MP, NONE, PHASE_NAMES, State
from esquive.krosmaster.written.documents.units import names_of_mask

_LETTERS: Final = {WALL: " ", TREE: "T", BUSH: "B", CRATE: "C", DEMON: "D", RINK: "~", CUBE: "I"}


def tags_of(state: State) -> list[str]:
    """Two characters for every unit, no two alike on the board; a unit of p1 begins with a capital letter."""
    found: list[str] = []
    for unit, name in enumerate(state.names):
        first = name[0].upper() if state.owner[unit] == 0 else name[0].lower()
        second = name[1:2] or "1"
        number = 1
        while first + second in found:
            number += 1
            second = f"{number % 36:x}" if number < 16 else chr(103 + number % 20)
        found.append(first + second)
    return found


def draw_board(state: State) -> list[str]:
    """The lines of the arena, north row first, with row numbers and column letters."""
    board = state.board
    tags = tags_of(state)
    lines: list[str] = []
    for row in range(board.height, 0, -1):
        cells = [_draw_cell(state, make_cell(column, row), tags) for column in range(1, board.width + 1)]
        lines.append(f"{row:>2}  {'  '.join(cells)}".rstrip())
    lines.append("    " + "  ".join(f"{chr(96 + column)} " for column in range(1, board.width + 1)).rstrip())
    return lines


def _draw_cell(state: State, cell: int, tags: list[str]) -> str:
    here = state.units_at(cell)
    if here:
        return tags[here[0]]
    board = state.board
    kind = CUBE if board.cube_mask >> cell & 1 else board.kinds[cell]
    if kind == FREE and board.rink_mask >> cell & 1:
        kind = RINK
    kamas = state.kamas_on.get(cell, 0)
    letter = _LETTERS.get(kind, ".")
    if kamas:
        return f"{kamas} " if letter == "." else f"{letter}{kamas}"
    return f"{letter} "


def _draw_scenery(state: State) -> list[str]:
    """What the board does not show: cubes under pieces, and scenery that is damaged."""
    board = state.board
    ridden = [format_cell(cell) for cell in board.cells if board.cube_mask >> cell & 1 and state.units_at(cell)]
    hurt = [
        f"{board.scenery(cell)} {format_cell(cell)} {number}/{hp_of_scenery(state, cell)} injuries"
        for cell, number in sorted(state.scenery_injuries.items())
    ]
    lines = [f"ice cubes under pieces: {' '.join(ridden)}"] if ridden else []
    return lines + ([f"scenery: {', '.join(hurt)}"] if hurt else [])


def draw_position(state: State) -> str:
    """The whole position: the turn, the arena, the players, the units in Timeline order, the reward piles."""
    lines = [f"turn {state.turn}, {_asked(state.waiting)}, {PHASE_NAMES[state.phase]} phase", ""]
    lines += draw_board(state)
    lines += _draw_scenery(state)
    tags = tags_of(state)
    for seat in range(state.settings.seats):
        lines += ["", f"{format_seat(seat)}: {state.gg[seat]} GG, {state.kamas[seat]} kamas"]
        lines += [_draw_unit(state, unit, tags[unit]) for unit in range(len(state.cell)) if state.owner[unit] == seat]
    lines += ["", f"wild GG: {state.wild_gg}"]
    for rank in state.settings.rank_names:
        first = state.settings.pile_of(rank, 1)
        piles = " | ".join(_draw_pile(state, first + number) for number in range(state.settings.piles_per_rank))
        lines.append(f"{rank}: {piles}")
    return "\n".join(lines)


def _asked(waiting: Waiting) -> str:
    if isinstance(waiting, Over):
        winner = "drawn" if waiting.winner < 0 else f"won by {format_seat(waiting.winner)}"
        return f"{winner}: {waiting.reason}"
    if isinstance(waiting, Decision):
        return f"{format_seat(waiting.seat)} decides ({waiting.kind})"
    return f"a roll is due ({waiting.kind})"


def _draw_unit(state: State, unit: int, tag: str) -> str:
    profile = state.library.profiles[state.profile[unit]]
    place = format_cell(state.cell[unit]) or ("KO" if state.ko[unit] else "--")
    mark = ">" if unit == state.active_unit else " "
    parts = [f" {mark}{tag}  {place:<3} {state.names[unit]}"]
    if profile.has_hp:
        parts.append(f"{state.injuries[unit]}/{max_hp(state, unit)} injuries")
    if unit == state.active_unit:
        parts.append(f"{state.ap[unit]} AP {state.mp[unit]} MP")
    frozen = ("frozen AP", AP), ("frozen MP", MP), ("frozen injuries", INJURIES)
    parts += [f"{state.frozen_of(unit, kind):+d} {name}" for name, kind in frozen if state.frozen_of(unit, kind)]
    markers = (("AP", state.ap_markers), ("MP", state.mp_markers), ("range", state.range_markers))
    parts += [f"{column[unit]:+d} {name}" for name, column in markers if column[unit]]
    if powers(state, unit):
        parts.append(" ".join(names_of_mask(powers(state, unit))))
    if profile.piece == KROSMASTER and state.rewards[unit]:
        shown = [state.library.rewards[reward_of(entry)].id for entry in state.rewards[unit] if entry & UP]
        hidden = len(state.rewards[unit]) - len(shown)
        parts.append("rewards: " + ", ".join([*shown, *([f"{hidden} face down"] if hidden else [])]))
    if state.summoner[unit] != NONE:
        parts.append(phrase("of {flag_names}", flag_names=state.names[state.summoner[unit]]))
    return ", ".join(parts)


def _draw_pile(state: State, pile: int) -> str:
    up = state.piles_up[pile]
    return f"{state.library.rewards[up].id if up != NONE else '-'} +{state.piles_closed[pile]}"
