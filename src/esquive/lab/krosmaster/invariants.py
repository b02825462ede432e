"""What is true of every position the rules can lead to, whoever plays and however the dice fall.

`check` looks at one position, `check_change` at what one answer made of the position before it. Both return sentences,
none when all is well. They are for tests, for exhaustive play and for whoever suspects a saved game; the rules
themselves never call them. What is compared here is worked out anew from the cards, never taken from the state's own
indices, so an index that was not kept up to date shows. `soundness` asks the same without words, and much faster.
"""

from collections import Counter
from typing import Final

from esquive.core.frames import UNDECIDED
from esquive.core.waiting import Decision, Over, Roll
from esquive.krosmaster.book.powers.copying import copies_of
from esquive.krosmaster.book.powers.values import has_gauge, max_hp
from esquive.krosmaster.book.rewards import PurchaseFrame, has_room, held_count
from esquive.krosmaster.book.wounds import KoFrame
from esquive.krosmaster.cards.library import BOOST, EQUIPMENT, KROSMASTER, TECHNIQUE
from esquive.krosmaster.table.board import BUSH, OFF_BOARD, TREE, WALL, format_cell
from esquive.krosmaster.table.entries import C_KIND, C_UNIT, UP, reward_of
from esquive.krosmaster.table.state import (
    ACTIVATION,
    AP,
    BLOCKED,
    EMPTY,
    MP,
    NONE,
    SETUP,
    STAT_NAMES,
    UNIT,
    State,
)
from esquive.lab.krosmaster.frost import frost_broken
from esquive.lab.krosmaster.scenery import scenery_broken

OBSTACLES: Final = (WALL, TREE, BUSH)
INSPIRATIONS: Final = 0b1111


def check(state: State) -> list[str]:
    """Every invariant the position breaks, one sentence each; empty when it breaks none."""
    found = _columns(state)
    if found:
        return found  # nothing else can be read from columns of different lengths
    found += _cells(state)
    if found:
        return found  # what effects depend on cannot be read where a unit stands on no cell
    found += _occupants(state)
    found += scenery_broken(state)
    found += _gauges_and_markers(state)
    found += frost_broken(state)
    if state.winner == UNDECIDED:  # the end of the game stops everything at once, KO's included
        found += _injuries(state)
        found += _knocked_out(state)
        found += _summons(state)
    found += rewards_broken(state)
    found += timelines_broken(state)
    found += indices_broken(state)
    found += _lasting(state)
    found += _stocks(state)
    found += _turn(state)
    return found or waiting_broken(state, state.waiting)  # a broken position cannot be asked what it waits for


def _columns(state: State) -> list[str]:
    """Every column has one entry a unit, and no two units share a name."""
    units = len(state.names)
    found = [
        f"the column {name} has {len(getattr(state, name))} entries for {units} units"
        for name in State.columns_of(UNIT)
        if len(getattr(state, name)) != units
    ]
    if len(set(state.names)) != units:
        found.append(f"units share a name: {', '.join(state.names)}")
    return found


# --------------------------------------------------------------------------------------------------------------- board


def _cells(state: State) -> list[str]:
    """Units stand on cells of the board that hold no Tree and no Bush [KA 4.17.3] [KA 4.17.4]."""
    found: list[str] = []
    for unit, cell in enumerate(state.cell):
        if cell == OFF_BOARD:
            continue
        if not state.board.is_on(cell):
            found.append(f"{state.names[unit]} stands on cell {cell}, which is not on the board")
        elif state.board.kinds[cell] in OBSTACLES:
            found.append(f"{state.names[unit]} stands on {format_cell(cell)}, which is impassable")
    return found


def _occupants(state: State) -> list[str]:
    """The table of occupants and the list of what lies on the floor say where the units are, one obstacle a cell."""
    found: list[str] = []
    expected = [BLOCKED if kind in OBSTACLES else EMPTY for kind in state.board.kinds]
    for unit, cell in enumerate(state.cell):
        if cell and state.library.profiles[state.profile[unit]].is_obstacle:
            expected[cell] = unit
    if state.occupant != expected:
        for cell, holder in enumerate(expected):
            if state.occupant[cell] != holder:
                found.append(f"cell {cell} is held by {state.occupant[cell]} and should be by {holder}")
    for unit, cell in enumerate(state.cell):
        obstacle = state.library.profiles[state.profile[unit]].is_obstacle
        lying = state.floor.count(unit)
        if lying != (1 if cell and not obstacle else 0):
            found.append(f"{state.names[unit]} is {lying} times on the floor")
    return found


# --------------------------------------------------------------------------------------------------------------- units


def _gauges_and_markers(state: State) -> list[str]:
    """Only the active unit has AP and MP; a printed dash has neither points nor markers [KA 4.11.3] [KA 4.11.6]."""
    found: list[str] = []
    for unit, name in enumerate(state.names):
        for stat, gauge, markers in ((AP, state.ap, state.ap_markers), (MP, state.mp, state.mp_markers)):
            word = STAT_NAMES[stat].upper()
            if gauge[unit] < 0:
                found.append(f"{name} has {gauge[unit]} {word}")
            if gauge[unit] and unit != state.active_unit:
                found.append(f"{name} has {gauge[unit]} {word} and is not the active unit")
            if not has_gauge(state, unit, stat) and (gauge[unit] or markers[unit]):
                found.append(f"{name} has no {word} gauge, yet {gauge[unit]} {word} and {markers[unit]} markers")
        if not state.cell[unit] and (state.ap_markers[unit] or state.mp_markers[unit] or state.range_markers[unit]):
            found.append(f"{name} is off the board and has markers")
        if state.inspired[unit] & ~INSPIRATIONS:
            found.append(f"{name} has Inspiration dice of unknown faces: {state.inspired[unit]}")
        if state.inspired[unit] and (not state.cell[unit] or not is_krosmaster(state, unit)):
            found.append(f"{name} has Inspiration dice and is no Krosmaster in play")
        if state.level[unit] < 0:
            found.append(f"{name} has level {state.level[unit]}")
    return found


def being_knocked_out(state: State) -> set[int]:
    """The units whose KO is still to be carried out: those waiting, and those taken up by a frame."""
    units = set(state.koed)
    for frame in state.stack:
        if isinstance(frame, KoFrame):
            units.add(frame.unit)
    units.discard(NONE)
    return units


def _injuries(state: State) -> list[str]:
    """A unit in play has fewer injuries than HP, unless its KO is being dealt with [KA 4.10.1] [KA 4.10.2]."""
    found: list[str] = []
    down = being_knocked_out(state)
    for unit, name in enumerate(state.names):
        injuries = state.injuries[unit]
        if injuries < 0:
            found.append(f"{name} has {injuries} injuries")
        if not state.library.profiles[state.profile[unit]].has_hp:
            if injuries:
                found.append(f"{name} has no HP and {injuries} injuries")
        elif not state.cell[unit]:
            if injuries:
                found.append(f"{name} is off the board and has {injuries} injuries")
        elif unit not in down and injuries >= max_hp(state, unit):
            found.append(f"{name} is in play with {injuries} injuries and {max_hp(state, unit)} HP")
    return found


def _knocked_out(state: State) -> list[str]:
    """A KO'd unit is off the board and holds no reward; who awaits its KO is in play, and listed once [KA 4.10.2.a]."""
    found: list[str] = []
    for unit, name in enumerate(state.names):
        if state.ko[unit] and state.cell[unit]:
            found.append(f"{name} is KO'd and on {format_cell(state.cell[unit])}")
        if state.ko[unit] and state.rewards[unit]:
            found.append(f"{name} is KO'd and holds rewards")
    if len(state.koed) != len(state.authors):
        found.append(f"{len(state.koed)} KO's have {len(state.authors)} authors")
    if len(set(state.koed)) != len(state.koed):
        found.append(f"a unit is KO'd twice: {state.koed}")
    found += [f"{state.names[unit]} awaits its KO off the board" for unit in state.koed if not state.cell[unit]]
    return found


def _summons(state: State) -> list[str]:
    """A summon has a summoner that is another unit, or none at all in a position somebody drew [KA 4.19.1]."""
    return [
        f"{state.names[unit]} has the impossible summoner {summoner}"
        for unit, summoner in enumerate(state.summoner)
        if summoner != NONE and (not 0 <= summoner < len(state.cell) or summoner == unit)
    ]


def is_krosmaster(state: State, unit: int) -> bool:
    """Whether the unit is a Krosmaster [KA 4.3.3.a]."""
    return state.library.profiles[state.profile[unit]].piece == KROSMASTER


# ------------------------------------------------------------------------------------------------------------- rewards


def tokens_in_sight(state: State) -> Counter[int]:
    """How many tokens of each reward lie face up on a pile, on a card, or are just being bought."""
    seen = Counter(reward for reward in state.piles_up if reward != NONE)
    for entries in state.rewards:
        seen.update(reward_of(entry) for entry in entries)
    for frame in state.stack:
        if isinstance(frame, PurchaseFrame) and frame.reward != NONE and frame.STEPS[frame.step] != "given":
            seen[frame.reward] += 1
    return seen


def rewards_broken(state: State) -> list[str]:
    """Each token is in one place, and nobody has more, or other ones face up, than the rules allow [KA 4.7.9]."""
    found: list[str] = []
    seen = tokens_in_sight(state)
    for index, reward in enumerate(state.library.rewards):
        if state.pool[index] < 0:
            found.append(f"{state.pool[index]} tokens of {reward.id} are in the stacks")
        if state.pool[index] + seen[index] > reward.copies:
            found.append(f"{state.pool[index] + seen[index]} tokens of {reward.id} are in the game, of {reward.copies}")
    if any(number < 0 for number in state.piles_closed):
        found.append(f"a stack has fewer than no tokens: {state.piles_closed}")
    for unit, entries in enumerate(state.rewards):
        if not entries:
            continue
        name = state.names[unit]
        if not is_krosmaster(state, unit):
            found.append(f"{name} holds rewards and is no Krosmaster")
        if held_count(state, unit) > state.level[unit] and not has_room(state, unit):
            found.append(f"{name} of level {state.level[unit]} holds {held_count(state, unit)} rewards")
        found += _equipment(state, unit)
    return found


def _equipment(state: State, unit: int) -> list[str]:
    """So much face-up equipment a slot, as the release shares them, and no Boost [KA 4.7.11.a] [KA 4.7.5.a]."""
    up = [state.library.rewards[reward_of(entry)] for entry in state.rewards[unit] if entry & UP]
    slots = Counter(reward.slot for reward in up if reward.kind == EQUIPMENT and reward.slot != TECHNIQUE)
    found: list[str] = []
    most, shared = state.settings.params.rewards.equipment_per_type, state.settings.steps.dofus_trophy
    if any(sum(slots[other] for other in shared(slot)) > most for slot in slots):
        found.append(f"{state.names[unit]} has too much face-up equipment: {', '.join(reward.id for reward in up)}")
    if any(reward.kind == BOOST for reward in up):
        found.append(f"{state.names[unit]} keeps a Boost face up")
    return found


# ------------------------------------------------------------------------------------------------ what is kept in order


def timelines_broken(state: State) -> list[str]:
    """Each Krosmaster has one place in its player's Timeline, KO'd or not [KA 1.3.8] [KA 4.10.2.b]."""
    found: list[str] = []
    if state.phase == SETUP and any(len(line) != len(set(line)) for line in state.timeline):
        found.append(f"a unit has two places in a Timeline: {state.timeline}")
    if state.phase == SETUP:
        return found
    for seat, line in enumerate(state.timeline):
        mine = [unit for unit, owner in enumerate(state.owner) if owner == seat and is_krosmaster(state, unit)]
        if sorted(line) != mine:
            found.append(f"the Timeline of seat {seat} is {line} and its Krosmasters are {mine}")
    return found


def indices_broken(state: State) -> list[str]:
    """Listeners and modifiers are those of the units in play, of their face-up rewards, and of what they copy.

    [KA 4.18.4.f] [KA 4.18.8]
    """
    library = state.library
    listeners: list[list[tuple[int, int]]] = [[] for _ in state.listeners]
    modifiers: list[list[tuple[int, int]]] = [[] for _ in state.statics]
    for unit in state.units_in_play():
        profile = library.profiles[state.profile[unit]]
        copied, copies = copies_of(state, unit)
        held = [*profile.statics, *copies]
        for entry in state.rewards[unit]:
            if entry & UP:
                held += library.rewards[reward_of(entry)].statics
        for index in [*profile.powers, *copied]:
            listeners[library.powers[index].trigger].append((unit, index))
        for index in held:
            modifiers[library.statics[index].kind].append((unit, index))
    for unit, profile_index in enumerate(state.profile):
        if state.ko[unit] and not state.cell[unit]:
            for index in library.profiles[profile_index].heritage:
                modifiers[library.statics[index].kind].append((unit, index))
    found: list[str] = []
    for word, kept, expected in (("listeners", state.listeners, listeners), ("modifiers", state.statics, modifiers)):
        for kind, entries in enumerate(kept):
            if sorted(entries) != sorted(expected[kind]):
                found.append(f"the {word} of kind {kind} are {sorted(entries)} and should be {sorted(expected[kind])}")
    return found


def _lasting(state: State) -> list[str]:
    """Effects and special markers belong to units in play; so many markers a placer [KA 4.13.2] [KA 4.13.3]."""
    found = [
        f"an effect of kind {effect[C_KIND]} lasts on {state.names[effect[C_UNIT]]}, which is off the board"
        for effect in state.lasting
        if not state.cell[effect[C_UNIT]]
    ]
    for _, placer, bearer in state.special_markers:
        if not state.cell[placer] or not state.cell[bearer]:
            found.append(f"a special marker of {state.names[placer]} on {state.names[bearer]} outlives one of them")
    most = state.settings.params.markers.special_per_placer
    for placer, number in Counter(placer for _, placer, _ in state.special_markers).items():
        if number > most:
            found.append(f"{state.names[placer]} has {number} special markers in play, of {most}")
    return found


def _stocks(state: State) -> list[str]:
    """Nobody owes GG or Kamas, and no cell holds fewer than none [KA 4.5.1] [KA 4.6.1]."""
    found: list[str] = []
    if state.wild_gg < 0 or any(gg < 0 for gg in state.gg):
        found.append(f"GG are {state.gg} and {state.wild_gg} wild")
    if any(kamas < 0 for kamas in state.kamas):
        found.append(f"the stocks of Kamas are {state.kamas}")
    found += [f"{format_cell(cell)} holds {kamas} Kamas" for cell, kamas in state.kamas_on.items() if kamas < 0]
    return found


def _turn(state: State) -> list[str]:
    """The active unit is the active player's, and in its Activation Phase there is one [KA 5.5.1] [KA 6.3.1]."""
    found: list[str] = []
    unit = state.active_unit
    if unit != NONE and not 0 <= unit < len(state.cell):
        return [f"the active unit is {unit}"]
    if unit != NONE and state.owner[unit] != state.active_seat:
        found.append(f"{state.names[unit]} is active and seat {state.active_seat} has the turn")
    if state.phase == ACTIVATION and unit == NONE and state.winner == UNDECIDED:
        found.append("the Activation Phase is nobody's")
    if len(set(state.acted)) != len(state.acted):
        found.append(f"a unit acted twice in one turn: {state.acted}")
    return found


def waiting_broken(state: State, waiting: Decision | Roll | Over) -> list[str]:
    """Somebody can always answer; nothing is on standby when a unit is asked to act [KA 7.2.9.a]."""
    if isinstance(waiting, Over) != (state.winner != UNDECIDED):
        return [f"the winner is {state.winner} and the game waits for {waiting!r}"]
    if isinstance(waiting, Over):
        return [] if waiting.reason and waiting.clause else ["the game is over without a reason"]
    if isinstance(waiting, Roll):
        return [] if waiting.total() > 0 else [f"{waiting!r} has no outcome"]
    return _decision(state, waiting)


def _decision(state: State, waiting: Decision) -> list[str]:
    found: list[str] = []
    options = waiting.options()
    if not options:
        found.append(f"{waiting!r} has no answer")
    if len(set(options)) != len(options):
        found.append(f"{waiting!r} offers an answer twice")
    if not 0 <= waiting.seat < state.settings.seats:
        found.append(f"{waiting!r} asks nobody")
    if waiting.kind == "activation":
        if state.standby or state.koed:
            found.append(f"{state.names[state.active_unit]} is asked to act with {state.standby} on standby")
        if not state.cell[state.active_unit] or waiting.seat != state.owner[state.active_unit]:
            found.append(f"seat {waiting.seat} is asked to act with {state.names[state.active_unit]}")
    return found
