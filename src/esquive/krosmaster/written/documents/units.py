"""The units of a position document: their tables, checked key by key, put on the board."""

from difflib import get_close_matches
from functools import lru_cache
from typing import Any, Final

from esquive.core.did_you_mean import nearest
from esquive.core.errors import DocumentError
from esquive.core.ids import SEAT_NAMES
from esquive.core.mends import Mend, Sketch, leave_out, path_of, put_in
from esquive.core.phrases import phrase
from esquive.core.whole_numbers import whole
from esquive.krosmaster.book.dice import FACE_NAMES
from esquive.krosmaster.book.powers.values import max_hp
from esquive.krosmaster.book.summons import add_unit, stand
from esquive.krosmaster.book.triggers import register, register_heritage
from esquive.krosmaster.cards.library import KEYWORD_NAMES, KROSMASTER, PER_GAME, keyword_mask
from esquive.krosmaster.cards.ops import SpecialMarker
from esquive.krosmaster.table.board import column_of, format_cell, parse_cell, row_of
from esquive.krosmaster.table.entries import UP, token_of
from esquive.krosmaster.table.state import EMPTY, INJURIES, NONE, State

FROZEN_KEYS: Final = ("frozen_ap_markers", "frozen_mp_markers", "frozen_injuries")  # by AP, MP and INJURIES
UNIT_KEYS: Final = (
    "id",
    "card",
    "owner",
    "at",
    "injuries",
    "ap",
    "mp",
    "ap_markers",
    "mp_markers",
    "range_markers",
    *FROZEN_KEYS,
    "range_turn",
    "powers",
    "inspiration",
    "rewards",
    "special_markers",
    "summoner",
    "level",
    "ko",
    "used",
    "turned",
)


def check_keys(table: Any, known: tuple[str, ...], where: str) -> dict[str, Any]:
    """The table, if it is one and has no unknown key; raises DocumentError with the nearest key."""
    if not isinstance(table, dict):
        raise DocumentError("a table is expected here", where, "see docs/notation.md")
    for key in table:
        if key not in known:
            near = get_close_matches(str(key), known, 1)
            fix = (
                phrase("did you mean '{near}'?", near=near[0])
                if near
                else phrase("known keys: {known}", known=", ".join(known))
            )
            raise DocumentError("unknown key {key!r}", where, fix, key=key).mended(leave_out((*path_of(where), key)))
    return table


def check_unit(table: Any, place: int) -> None:
    """The keys a unit's table must and may have."""
    where = f"unit[{place}]"
    check_keys(table, UNIT_KEYS, where)
    if not isinstance(table.get("card"), str):
        raise DocumentError("a unit needs a card", where, 'for example card = "oscar-kass"')
    if table.get("owner") not in SEAT_NAMES:
        raise DocumentError("owner cannot be {owner!r}", where, 'use owner = "p1" or "p2"', owner=table.get("owner"))


def place_units(state: State, tables: list[dict[str, Any]]) -> None:
    """Bring every unit of a document into the game, summoners before what they summoned."""
    for place, table in enumerate(tables):
        where = f"unit[{place}]"
        unit = add_unit(state, state.library.by_id[table["card"]], SEAT_NAMES.index(table["owner"]), NONE)
        if state.owner[unit] >= state.settings.seats:
            raise DocumentError("this format has no player {owner}", where, "use p1 or p2", owner=table["owner"])
        if "id" in table:
            name = str(table["id"])
            if name in state.names[:unit]:
                free = next(one for one in (f"{name}-{n}" for n in range(2, 99)) if one not in state.names)
                raise DocumentError(
                    "two units are called {name!r}", where, "give every unit its own id", name=name
                ).mended(put_in(("unit", place, "id"), free))
            state.names[unit] = name
    for unit, table in enumerate(tables):
        where = f"unit[{unit}] ({state.names[unit]})"
        _read_summoner(state, unit, table, where)
        _read_numbers(state, unit, table, where)
        _stand(state, unit, tables, where)
        _read_rewards(state, unit, table.get("rewards", []), where)
    for unit, table in enumerate(tables):
        _check_injuries(state, unit)
        _read_special(state, unit, table.get("special_markers", []), f"unit[{unit}] ({state.names[unit]})")


def _read_summoner(state: State, unit: int, table: dict[str, Any], where: str) -> None:
    name = table.get("summoner")
    is_krosmaster = state.library.profiles[state.profile[unit]].piece == KROSMASTER
    if name is None:
        return
    mend = leave_out(("unit", unit, "summoner"))
    if is_krosmaster:
        raise DocumentError("a Krosmaster has no summoner", where, "remove the key").mended(mend)
    if name not in state.names:
        fix = phrase("units: {known}", known=", ".join(state.names))
        raise DocumentError("no unit is called {name!r}", where, fix, name=name).mended(mend)
    state.summoner[unit] = state.names.index(name)


def _read_numbers(state: State, unit: int, table: dict[str, Any], where: str) -> None:
    state.injuries[unit] = whole(table, "injuries", 0, where, 0, 99)
    state.ap_markers[unit] = whole(table, "ap_markers", 0, where, -40, 40)
    state.mp_markers[unit] = whole(table, "mp_markers", 0, where, -40, 40)
    _read_frozen(state, unit, table, where)
    state.range_markers[unit] = whole(table, "range_markers", 0, where, -40, 40)
    state.range_turn[unit] = whole(table, "range_turn", 0, where, -40, 40)
    state.level[unit] = whole(table, "level", state.level[unit], where, 0, 40)
    state.gained[unit] = mask_of_names(table.get("powers", []), f"{where}.powers")
    for face in _listed(table, "inspiration", where):
        if face not in KEYWORD_NAMES[:4] and face not in FACE_NAMES[:4]:
            raise DocumentError(
                "no Inspiration die shows {face!r}",
                where,
                phrase("faces: {known}", known=", ".join(FACE_NAMES[:4])),
                face=face,
            )
        state.inspired[unit] |= 1 << (FACE_NAMES.index(face) if face in FACE_NAMES else KEYWORD_NAMES.index(face))
    state.ko[unit] = 1 if table.get("ko") else 0
    state.turned |= 1 << unit if table.get("turned") else 0
    for name in _listed(table, "used", where):
        state.used_game[unit] |= 1 << _red_spell(state, unit, name, where)


def _listed(table: dict[str, Any], key: str, where: str) -> list[Any]:
    """The list under a key, empty where there is none."""
    found = table.get(key, [])
    if not isinstance(found, list):
        raise DocumentError("a list is expected here", f"{where}.{key}", "write [...], or leave it out")
    return found


def _read_frozen(state: State, unit: int, table: dict[str, Any], where: str) -> None:
    """Frozen markers and injuries, of a release that has them [KA-2.2 309.8]; `injuries` counts all of them."""
    for kind, key in enumerate(FROZEN_KEYS):
        least = 0 if kind == INJURIES else -40
        number = whole(table, key, 0, where, least, state.injuries[unit] if kind == INJURIES else 40)
        if number:
            if state.settings.params.procedures["frost"] == "none":
                message = phrase("release {release} has no {key}", release=state.settings.release, key=key)
                raise DocumentError(message, where, 'remove the key, or play by release = "2.2"').mended(
                    leave_out(("unit", unit, key))
                )
            state.set_frozen(unit, kind, number)


def _red_spell(state: State, unit: int, name: str, where: str) -> int:
    """The spell that the unit has cast once per game; a replaced piece may have cast it with its old card.

    [KA 4.8.3] [Ruling R98]
    """
    printed = state.library.profiles[state.profile[unit]].spells
    red = [spell for spell in state.library.spells if spell.limit == PER_GAME]
    named = sorted((spell.index not in printed, spell.index) for spell in red if spell.id == name)
    if not named:
        names = ", ".join(spell.id for spell in red if spell.index in printed)
        sentence = phrase("{unit} has no spell {name!r} that is cast once per game", unit=state.names[unit], name=name)
        raise DocumentError(sentence, where, phrase("such spells: {known}", known=names or "none")).mended(
            leave_out(("unit", unit, "used"))
        )
    return named[0][1]


def _stand(state: State, unit: int, tables: list[dict[str, Any]], where: str) -> None:
    at = tables[unit].get("at", "")
    if at == "":
        if state.ko[unit]:
            register_heritage(state, unit)
        return
    try:
        cell = parse_cell(str(at))
    except ValueError:
        raise DocumentError("{at!r} is no cell", where, "a cell is a letter and a number, as in c4", at=at).mended(
            *_off_board(state, unit), sketch=_set_aside(unit)
        ) from None
    if not state.board.is_on(cell):
        last = format_cell(state.board.cells[-1])
        fix = phrase("cells go from a1 to {last}", last=last)
        raise DocumentError("{at} is not on this board", where, fix, at=at).mended(
            *_off_board(state, unit), sketch=_set_aside(unit)
        )
    if state.library.profiles[state.profile[unit]].is_obstacle and state.occupant[cell] != EMPTY:
        holder = state.occupant[cell]
        by = state.names[holder] if holder >= 0 else phrase("scenery")
        raise DocumentError(
            "{at} already holds {by}", where, "give every unit a free cell of its own", at=at, by=by
        ).mended(
            *_nearest_free(state, unit, cell, tables), *_off_board(state, unit), sketch=_set_aside(unit, state, cell)
        )
    stand(state, unit, cell)


def _off_board(state: State, unit: int) -> tuple[Mend, ...]:
    """A unit may stand beside the board, or leave the position."""
    name = state.names[unit]
    beside = Mend(phrase("place {name} beside the board", name=name), ((("unit", unit, "at"), ""),))
    return beside, Mend(phrase("remove {name}", name=name), ((("unit", unit), None),))


def _nearest_free(state: State, unit: int, cell: int, tables: list[dict[str, Any]]) -> tuple[Mend, ...]:
    """A unit may go to the nearest cell where nobody is or is to be."""
    wanted = {str(table.get("at", "")) for table in tables}
    free = [one for one in state.board.cells if state.occupant[one] == EMPTY and format_cell(one) not in wanted]
    if not free:
        return ()
    at = format_cell(min(free, key=lambda one: abs(column_of(one) - column_of(cell)) + abs(row_of(one) - row_of(cell))))
    label = phrase("place {name} on {at}, the nearest free cell", name=state.names[unit], at=at)
    return (Mend(label, ((("unit", unit, "at"), at),)),)


def _set_aside(unit: int, state: State | None = None, cell: int = 0) -> Sketch:
    """The unit stands nowhere, and is shown where it was to stand; whose turn it is may not be asked meanwhile."""
    name = state.names[unit] if state is not None else ""

    def show(drawn: State) -> None:
        drawn.cell[drawn.names.index(name)] = cell

    changes = ((("unit", unit, "at"), ""), (("turn",), None), (("used_powers",), None))
    return Sketch(changes, show if name else None)


def _read_rewards(state: State, unit: int, rewards: Any, where: str) -> None:
    if not isinstance(rewards, list):
        raise DocumentError("rewards are a list", f"{where}.rewards", '[{ id = "aero-boost", face = "down" }]')
    entries: list[int] = []
    for entry in rewards:
        check_keys(entry, ("id", "face"), f"{where}.rewards")
        if "id" not in entry:
            fix = "name the reward with id, or leave it out"
            hidden = "this reward is hidden: the document was written for one player"
            raise DocumentError(hidden, f"{where}.rewards", fix)
        name, face = entry["id"], entry.get("face", "down")
        if name not in state.library.reward_by_id:
            fix = nearest(str(name), state.library.reward_by_id)
            raise DocumentError("unknown reward {name!r}", f"{where}.rewards", fix, name=name)
        if face not in ("up", "down"):
            raise DocumentError("face cannot be {face!r}", f"{where}.rewards", 'use "up" or "down"', face=face)
        index = state.library.reward_by_id[name]
        entries.append(token_of(index, UP if face == "up" else 0))
        state.pool[index] = max(0, state.pool[index] - 1)
        if face == "up" and state.cell[unit]:
            register(state, unit, [], state.library.rewards[index].statics)
    state.rewards[unit] = tuple(entries)


def _read_special(state: State, unit: int, markers: Any, where: str) -> None:
    if not isinstance(markers, list):
        raise DocumentError("special markers are a list", where, '[{ name = "bleeding", by = "vampire" }]')
    for entry in markers:
        check_keys(entry, ("name", "by"), f"{where}.special_markers")
        names: dict[str, int] = {}
        for index, op in enumerate(state.library.ops):
            if is_special(op):
                names.setdefault(op.name, index)
        if entry.get("name") not in names or entry.get("by") not in state.names:
            raise DocumentError(
                "no unit here places the marker {marker!r}",
                f"{where}.special_markers",
                phrase("markers: {names}; `by` names the unit that placed it", names=", ".join(names) or "none"),
                marker=entry.get("name"),
            )
        marker = (names[entry["name"]], state.names.index(entry["by"]), unit)
        state.special_markers = [*state.special_markers, marker]


def is_special(op: Any) -> bool:
    """Whether an op puts a special marker."""
    return isinstance(op, SpecialMarker)


def _check_injuries(state: State, unit: int) -> None:
    profile = state.library.profiles[state.profile[unit]]
    if state.cell[unit] and profile.has_hp and state.injuries[unit] >= max_hp(state, unit):
        raise DocumentError(
            "{injuries} injuries on a unit of {hp} HP",
            f"unit[{unit}] ({state.names[unit]})",
            "a unit in play has fewer injuries than HP",
            injuries=state.injuries[unit],
            hp=max_hp(state, unit),
        ).mended(
            put_in(("unit", unit, "injuries"), max(0, max_hp(state, unit) - 1)),
            Mend(
                phrase("knock {name} out", name=state.names[unit]),
                ((("unit", unit, "at"), None), (("unit", unit, "ko"), True), (("turn",), None)),
            ),
        )


def names_of_mask(mask: int) -> list[str]:
    """The names of the keyword powers of a mask."""
    return list(_names_of(mask)) if mask else []


@lru_cache(maxsize=1024)
def _names_of(mask: int) -> tuple[str, ...]:
    return tuple(name for index, name in enumerate(KEYWORD_NAMES) if mask >> index & 1)


def mask_of_names(names: Any, where: str) -> int:
    """The mask of keyword powers by name; raises DocumentError with the nearest name."""
    if not isinstance(names, list):
        raise DocumentError("powers are a list of names", where, 'for example ["armour"]')
    for name in names:
        if name not in KEYWORD_NAMES:
            near = get_close_matches(str(name), KEYWORD_NAMES, 1)
            fix = (
                phrase("did you mean '{near}'?", near=near[0])
                if near
                else phrase("powers: {known}", known=", ".join(KEYWORD_NAMES))
            )
            raise DocumentError("unknown power {name!r}", where, fix, name=name)
    return keyword_mask(tuple(names))
