"""What ops do to pieces as a whole: summons, places, exchanged cells, replaced cards, KO's and spells cast.

The choices among free cells and cards are made in `running` before these functions are called.
"""

from typing import Any

from esquive.krosmaster.book.effects.registry import applies
from esquive.krosmaster.book.markers import return_excess, set_markers
from esquive.krosmaster.book.movement import TELEPORTED, exchange_cells, is_free, may_be_moved, shift
from esquive.krosmaster.book.multiplayer import GIVE_GG, SeatFrame
from esquive.krosmaster.book.powers.selectors import select
from esquive.krosmaster.book.scenery import push_cube, swap_with_tree
from esquive.krosmaster.book.summons import control_value, may_summon, summon
from esquive.krosmaster.book.triggers import S_SPELL, put_on_standby, register, register_profile, unregister
from esquive.krosmaster.book.victory import take_gg
from esquive.krosmaster.book.wounds import check_hp, keep_frozen_within, knock_out, leave, strip, winner_of_gg
from esquive.krosmaster.cards import ops
from esquive.krosmaster.cards.library import KROSMASTER
from esquive.krosmaster.table.board import DIRECTIONS
from esquive.krosmaster.table.entries import UP, reward_of
from esquive.krosmaster.table.events import E_CONTROLLED, E_HEALED, E_MARKERS_RETURNED, E_REPLACED, E_SPECIAL_REMOVED
from esquive.krosmaster.table.state import AP, MP, NONE, RANGE, State, changed


def control_of(state: State, frame: Any) -> int:
    """The control value of the spell being resolved, 0 for an effect without one [KA 4.19.9.c] [Ruling R81]."""
    return control_value(state, frame.owner, state.library.spells[frame.spell]) if frame.spell != NONE else 0


def centre_of(state: State, frame: Any, where: str) -> int:
    """The cell that `next-to-target`, `next-to-self` and `next-to-subject` are next to; 0 when there is none.

    That of the target is the cell of the only target, wherever it stands now, else the main cell if a target is there.
    """
    centre: int = frame.main
    if where == "next-to-self":
        centre = state.cell[frame.owner] or state.last_cell[frame.owner]
    elif where == "next-to-subject":
        centre = state.cell[frame.subject] if frame.subject != NONE else 0
    else:
        struck = [unit for unit in frame.targets if state.cell[unit]]
        if len(struck) == 1:
            centre = state.cell[struck[0]]
        elif not any(state.cell[unit] == centre for unit in struck):
            centre = 0
    return centre


def free_cells(state: State, frame: Any, op: ops.Place | ops.Summon) -> list[int]:
    """The free cells among which the effect's player chooses [KA 4.17.3] [KA 4.19.1.a] [KA 4.19.1.b]."""
    if isinstance(op, ops.Summon):
        profile, control = state.library.by_id[op.summon], control_of(state, frame)
        cells = cells_of(state, frame, op.where)
        return [cell for cell in cells if may_summon(state, frame.owner, profile, cell, control)]
    if op.where == "next-to-any":
        beside = [state.cell[unit] for unit in select(state, op.near, frame.scope(state))]
        cells = list(dict.fromkeys(cell + direction for cell in beside for direction in DIRECTIONS))
        return [cell for cell in cells if is_free(state, cell)]
    return [cell for cell in cells_of(state, frame, op.where) if is_free(state, cell)]


def cells_of(state: State, frame: Any, where: str) -> list[int]:
    """The cells that an effect speaks of: the targets, those around a piece, or the one that a piece has left."""
    if where == "target":
        cells: list[int] = frame.cells
        return cells
    if where == "cell-left":
        return [frame.left] if frame.left else []
    centre = centre_of(state, frame, "next-to-self" if where == "around-self" else where)
    return [centre + direction for direction in DIRECTIONS] if centre else []


def summons_to_place(state: State, frame: Any, op: ops.Summon) -> int:
    """How many summons come although there is room on more cells, so that a player chooses these; 0 for no choice.

    The control value allows as many as are missing to it [KA 4.19.9.c] [KA 1.7.1] [Ruling R119].
    """
    if not state.cell[frame.owner]:
        return 0
    profile, control = state.library.by_id[op.summon], control_of(state, frame)
    room = state.settings.steps.summon_limit(state, frame.owner, profile, control)
    return room if 0 < room < len(free_cells(state, frame, op)) else 0


def put(state: State, frame: Any, op: ops.Place | ops.Summon, unit: int, cell: int) -> None:
    """Carry out a placing or summoning on the cell chosen [KA 4.18.5]."""
    if isinstance(op, ops.Summon):
        summon(state, frame.owner, state.library.by_id[op.summon], cell, control_of(state, frame))
        return
    frame.left = 0
    if is_free(state, cell) and may_be_moved(state, unit, frame.owner):
        frame.left = state.cell[unit]
        shift(state, unit, cell, TELEPORTED)


@applies(ops.Summon)
def apply_summon(state: State, frame: Any, op: ops.Summon, units: list[int]) -> None:
    """Put summons into play on the cells meant, as many as the control value allows [KA 4.19.9.b] [KA 4.19.9.c]."""
    for cell in cells_of(state, frame, op.where):
        put(state, frame, op, NONE, cell)


@applies(ops.Place)
def apply_place(state: State, frame: Any, op: ops.Place, units: list[int]) -> None:
    """Teleport to the main target cell, or to the cell that a piece has left, if it is free [KA 4.18.5]."""
    cell = frame.main if op.where == "target" else frame.left
    for unit in units:
        if cell:
            put(state, frame, op, unit, cell)


@applies(ops.PlaceGroup)
def apply_place_group(state: State, frame: Any, op: ops.PlaceGroup, units: list[int]) -> None:
    """The caster and adjacent Krosmasters keep their formation round the main target cell [KA 4.9.17.a].

    They go together: a cell that one of them leaves is free for another, whoever is moved first [KA 4.18.5].
    """
    here = state.cell[frame.owner]
    if not here or not is_free(state, frame.main):
        return
    group = [
        other
        for other in state.units_in_play()
        if abs(state.cell[other] - here) in (1, 16)
        and state.library.profiles[state.profile[other]].piece == KROSMASTER
        and may_be_moved(state, other, frame.owner)
    ]
    goals = {other: state.cell[other] - here + frame.main for other in group}
    shift(state, frame.owner, frame.main, TELEPORTED)
    while True:
        ready = [other for other in group if state.board.is_on(goals[other]) and is_free(state, goals[other])]
        if not ready:
            break
        for other in ready:
            shift(state, other, goals[other], TELEPORTED)
        group = [other for other in group if other not in ready]


@applies(ops.Swap)
def apply_swap(state: State, frame: Any, op: ops.Swap, units: list[int]) -> None:
    one = frame.owner if op.one == "self" else frame.subject
    for unit in units[:1]:
        if one != NONE:
            exchange_cells(state, one, unit, frame.owner)


@applies(ops.TakeControl)
def apply_take_control(state: State, frame: Any, op: ops.TakeControl, units: list[int]) -> None:
    """Summons of other players are the owner's from now on, with those that they have summoned [Ruling R158]."""
    seat = state.owner[frame.owner]
    if not state.cell[frame.owner]:
        return
    for unit in units:
        if state.owner[unit] == seat or state.library.profiles[state.profile[unit]].piece == KROSMASTER:
            continue
        state.summoner = changed(state.summoner, unit, frame.owner)
        taken = [unit]
        while taken:
            one = taken.pop()
            state.owner = changed(state.owner, one, seat)
            taken += [other for other in range(len(state.cell)) if state.summoner[other] == one and state.cell[other]]
        if state.log is not None:
            state.log.append((E_CONTROLLED, unit, frame.owner))


@applies(ops.SwapTree)
def apply_swap_tree(state: State, frame: Any, op: ops.SwapTree, units: list[int]) -> None:
    """The caster goes where a Tree stands, and the Tree where it stood [Ruling R156]."""
    swap_with_tree(state, frame.owner, frame.main)


@applies(ops.KoSummons)
def apply_ko_summons(state: State, frame: Any, op: ops.KoSummons, units: list[int]) -> None:
    for unit in state.units_in_play():
        meant = state.summoner[unit] >= 0 if op.every else state.summoner[unit] == frame.owner
        if meant and unit not in state.koed:
            if op.summon is None or state.library.profiles[state.profile[unit]].id == op.summon:
                knock_out(state, unit, NONE)


def cards_for(state: State, frame: Any, op: ops.Replace) -> list[int]:
    """The profiles that the owner's card may be replaced by: those named, without the one it has."""
    now = state.profile[frame.owner]
    named = [state.library.by_id[card] for card in (op.card, *op.others)]
    return [profile for profile in named if profile != now]


def replace(state: State, unit: int, profile: int) -> None:
    """The card changes, everything on it stays that the new one can have [KA 7.5.19.a] [Ruling R95].

    A level other than the printed one was given by an effect, which goes on [KA 4.18.3.d]. Too many injuries are a KO.
    """
    if not state.cell[unit]:
        return
    unregister(state, unit)
    old, new = state.library.profiles[state.profile[unit]].document, state.library.profiles[profile].document
    if old.id == getattr(new, "reverse_of", None) or new.id == getattr(old, "reverse_of", None):
        state.turned |= 1 << unit
    if state.level[unit] == state.library.profiles[state.profile[unit]].level:
        state.level = changed(state.level, unit, state.library.profiles[profile].level)
    state.profile = changed(state.profile, unit, profile)
    register_profile(state, unit)
    for entry in state.rewards[unit]:
        if entry & UP:
            register(state, unit, [], state.library.rewards[reward_of(entry)].statics)
    return_excess(state, unit, AP)
    return_excess(state, unit, MP)
    if state.log is not None:
        state.log.append((E_REPLACED, unit, profile))
    check_hp(state, unit)


@applies(ops.Replace)
def apply_replace(state: State, frame: Any, op: ops.Replace, units: list[int]) -> None:
    """The only card that there is takes the owner's place [KA 7.5.19.a]."""
    for profile in cards_for(state, frame, op)[:1]:
        replace(state, frame.owner, profile)


@applies(ops.PushCube)
def apply_push_cube(state: State, frame: Any, op: ops.PushCube, units: list[int]) -> None:
    push_cube(state, frame.caster_cell(state), frame.main, op.x)


@applies(ops.Cast)
def apply_cast(state: State, frame: Any, op: ops.Cast, units: list[int]) -> None:
    """The owner casts its own spell at its own cell, on standby; used by Bombs [KA 4.19.5.d] [KA 7.2.9.d]."""
    profile = state.library.profiles[state.profile[frame.owner]]
    for spell in profile.spells:
        if state.library.spells[spell].id == op.spell:
            put_on_standby(state, S_SPELL, frame.owner, spell)


@applies(ops.HatchesInstead)
def apply_hatches_instead(state: State, frame: Any, op: ops.HatchesInstead, units: list[int]) -> None:
    """In place of the first unit's KO the second leaves, not KO'd; the first goes to its cell, without injuries or
    markers [Ruling R159]."""
    unit, egg = units
    cell = state.cell[egg]
    strip(state, egg)
    leave(state, egg)
    state.injuries[egg] = 0
    heal_everything(state, unit)
    if state.frozen:
        state.set_frozen(unit, AP, 0)
        state.set_frozen(unit, MP, 0)
    for stat, markers in ((AP, state.ap_markers), (MP, state.mp_markers), (RANGE, state.range_markers)):
        if markers[unit]:
            if state.log is not None:
                state.log.append((E_MARKERS_RETURNED, unit, stat, markers[unit]))
            set_markers(state, unit, stat, 0)
    for _, by, on in state.special_markers:
        if on == unit and state.log is not None:
            state.log.append((E_SPECIAL_REMOVED, unit, by))
    state.special_markers = [entry for entry in state.special_markers if entry[2] != unit]
    shift(state, unit, cell, TELEPORTED)


@applies(ops.TurnsInstead)
def apply_turns_instead(state: State, frame: Any, op: ops.TurnsInstead, units: list[int]) -> None:
    """In place of the unit's KO its card is turned, without injuries, and GG go to the opponent [Ruling R160]."""
    for unit in units:
        heal_everything(state, unit)
        replace(state, unit, state.library.by_id[op.card])
        taker, seat = winner_of_gg(state, unit, frame.author), state.owner[unit]
        if taker != NONE:
            take_gg(state, taker, seat, op.gg)
        elif op.gg:
            state.stack.append(SeatFrame(GIVE_GG, seat, op.gg))


def heal_everything(state: State, unit: int) -> None:
    """All injuries of the unit are removed, frozen ones too."""
    if state.log is not None:
        state.log.append((E_HEALED, unit, state.injuries[unit], unit))
    state.injuries[unit] = 0
    keep_frozen_within(state, unit)
