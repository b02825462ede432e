"""From a set-up to a state: settings, library, table, figures [Kaos K2.2] [Kaos K3.1] [Kaos K5.1] [Kaos K37.2].

A set-up is what players agree on before a match; its keys are SETUP_KEYS:

    hordes      two hordes, each a list of fighters' ids or the id of a ready-made horde
    mode        "points" or "scenario"; a scenario brings its own
    scenario    a scenario's id: its battlefield, decks, objectives and numbers
    table       a battlefield's id, or { width = 75, depth = 75, scenery = [...] }
    selection   the id of a selection of movable scenery, which the players place
    decks       { objects = true, events = true, place = "..." }, or lists of ids in place of true
    options     see `settings`
    objective   what gives victory points beside the fighting, in place of the scenario's own
    profile, object, event      fighters and cards that no catalogue has
    pack        whole documents of any kind that no catalogue has, by their kinds, as card files have them
"""

from collections.abc import Mapping
from typing import Any, Final, TypeVar

import msgspec

from esquive.core.converting import convert
from esquive.core.did_you_mean import nearest
from esquive.core.errors import DocumentError
from esquive.core.frames import advance
from esquive.core.packs import brought, carried
from esquive.core.phrases import phrase
from esquive.core.waiting import Condition
from esquive.kaos.book.hordes import balance_condition, deck_conditions, horde_conditions, is_aligned
from esquive.kaos.book.scenery import SceneryFrame
from esquive.kaos.cards.catalogue import KINDS, Catalogue, catalogue
from esquive.kaos.cards.documents import ObjectiveDocument, Pack, ScenarioDocument, ZoneDocument
from esquive.kaos.cards.library import CARRY, EventCard, Library, ObjectCard, Objective, Profile
from esquive.kaos.cards.making import (
    objective_of,
    objectives_of,
    seat_number,
    selection_of,
    zone_box,
    zones_of,
)
from esquive.kaos.cards.reading import taught
from esquive.kaos.geometry.shapes import Piece, Table
from esquive.kaos.table.settings import MODES, OFFICIAL_SIDE, POINTS, Settings
from esquive.kaos.table.state import SEATS, State, add_figure, blank_state
from esquive.kaos.written.documents.inline_cards import (
    check_keys,
    flag,
    pieces_of,
    read_inline,
    slug_of,
    table_of_document,
    tables,
)
from esquive.kaos.written.horde_conditions import DECK_FIXES, fix_of, horde_fault

C = TypeVar("C", ObjectCard, EventCard)

PACK: Final = "pack"
SETUP_KEYS: Final = (
    "game",
    "mode",
    "scenario",
    "table",
    "selection",
    "decks",
    "options",
    "hordes",
    "profile",
    "object",
    "event",
    "objective",
    "zone",
    PACK,
)
INLINE_KEYS: Final = ("profile", "object", "event", "objective", PACK)
DECK_KEYS: Final = ("objects", "events", "place")


class Parts:
    """What a match is played with: the settings, the cards, the table as it is at the start, and the catalogue used."""

    __slots__ = ("known", "library", "settings", "table")

    def __init__(self, settings: Settings, library: Library, table: Table, known: Catalogue) -> None:
        self.settings = settings
        self.library = library
        self.table = table
        self.known = known


def new_state(setup: dict[str, Any], known: Catalogue | None = None) -> State:
    """A new match, advanced to its first wait; raises DocumentError for a set-up that cannot be or is not legal."""
    check_keys(setup, SETUP_KEYS, "set-up")
    used = with_inline(setup, known or catalogue())
    hordes = hordes_of(setup, used)
    parts = parts_of(setup, [profile.id for horde in hordes for profile in horde], used)
    check_hordes(hordes, parts.settings)
    check_decks(parts.library)
    state = blank_state(parts.settings, parts.library, parts.table)
    state.log = []
    for seat, horde in enumerate(hordes):
        for profile in horde:
            add_figure(state, free_name(state, profile.id), parts.library.by_id[profile.id], seat)
        state.aligned[seat] = int(is_aligned(horde))
    fill_piles(state)
    place_relic(state)
    state.stack.append(SceneryFrame())
    advance(state)
    return state


def parts_of(document: dict[str, Any], fighters: list[str], known: Catalogue) -> Parts:
    """The settings, the library and the table that a set-up or a position document names.

    `known`: the catalogue with the cards that the document brings along.
    """
    scenario = known.scenario(str(document["scenario"])) if document.get("scenario") else None
    settings = settings_of(document, scenario)
    table, selection = ground_of(document, scenario, known)
    objects, events = decks_of(document, scenario, known)
    objectives = objectives_in(document, scenario)
    profiles: dict[str, Profile] = {fighter: known.profile(fighter) for fighter in fighters}
    library = Library(
        tuple(profiles.values()),
        objects,
        events,
        objectives,
        selection,
        zones_in(document, scenario),
        {key: document[key] for key in INLINE_KEYS if document.get(key)},
        "" if scenario is None else scenario.id,
    )
    library.known = known
    return Parts(settings, library, table, known)


def with_inline(document: dict[str, Any], known: Catalogue) -> Catalogue:
    """The catalogue and the fighters and cards that a document brings along.

    What the catalogue holds just so already is no second one; what packs in force have laid over the shipped catalogue
    gives way.
    """
    packs = [pack for pack in (read_inline(document), whole_documents(document)) if pack is not None]
    shipped = catalogue()
    fresh: dict[str, Any] = {
        kind: brought(
            [one for pack in packs for one in getattr(pack, kind)], known.table_of(kind), shipped.table_of(kind)
        )
        for kind in KINDS
    }
    return known.with_pack(Pack(**fresh)) if any(fresh.values()) else known


def whole_documents(document: dict[str, Any]) -> Pack | None:
    """What a document brings along under PACK; raises DocumentError for what is no card file."""
    if not document.get(PACK):
        return None
    try:
        return convert(document[PACK], Pack)
    except msgspec.ValidationError as error:
        raise taught(str(error), PACK, document[PACK]) from error


def with_documents(setup: dict[str, Any], known: Catalogue) -> dict[str, Any]:
    """A set-up with the documents of `known` that it uses and the shipped catalogue lacks; raises DocumentError.

    So is a match played, replayed and judged where nobody has the packs that it was chosen from.
    """
    if known is catalogue():
        return setup
    return {**setup, **carried_by(setup, new_state(setup, known).library)}


def carried_by(document: dict[str, Any], library: Library) -> dict[str, Any]:
    """Under PACK the documents that a set-up or a position uses and the shipped catalogue lacks."""
    known: Catalogue = library.known
    own = {kind: [one for one in ids if is_own(kind, one, known)] for kind, ids in ids_used(document, library).items()}
    found = {
        kind: [carried(known.table_of(kind)[one], catalogue().table_of(kind)) for one in ids]
        for kind, ids in own.items()
        if ids
    }
    return {PACK: found} if found else {}


def is_own(kind: str, wanted: str, known: Catalogue) -> bool:
    """Whether a document of a catalogue is not the shipped one."""
    table = known.table_of(kind)
    return wanted in table and catalogue().table_of(kind).get(wanted) is not table[wanted]


def ids_used(document: dict[str, Any], library: Library) -> dict[str, list[str]]:
    """What a match may meet, by kind: its cards, the scenario, battlefield, scenery and ready-made hordes it names."""
    known: Catalogue = library.known or catalogue()
    scenarios = [str(document["scenario"])] if document.get("scenario") else []
    grounds = [document.get(key) for key in ("table", "selection")]
    for name in scenarios:
        if name in known.scenarios:
            grounds += [known.scenarios[name].field, known.scenarios[name].selection]
    names = [one for one in grounds if isinstance(one, str)]
    return {
        "fighter": [profile.id for profile in library.profiles],
        "object": [card.id for card in library.objects],
        "event": [card.id for card in library.events],
        "scenario": scenarios,
        "field": names,
        "selection": names,
        "horde": [one for one in document.get("hordes", []) if isinstance(one, str)],
    }


# ---------------------------------------------------------------------------------------------------------- agreements


def settings_of(document: dict[str, Any], scenario: ScenarioDocument | None) -> Settings:
    """The mode and the numbers agreed; a scenario's own where the options do not say otherwise [Kaos K37.2]."""
    mode = document.get("mode", scenario.mode if scenario is not None else MODES[POINTS])
    if mode not in MODES:
        raise DocumentError(
            "unknown mode {mode!r}", "mode", phrase("use one of {known}", known=", ".join(MODES)), mode=mode
        )
    options = document.get("options", {})
    if not isinstance(options, dict):
        raise DocumentError("options must be a table", "options", "for example { rounds = 6 }")
    agreed: dict[str, Any] = {}
    if scenario is not None:
        agreed = {
            "rounds": scenario.rounds,
            "horde_points": scenario.horde_points,
            "victory_points": scenario.victory_points,
        }
    return Settings(MODES.index(mode), {**agreed, **options})


def objectives_in(document: dict[str, Any], scenario: ScenarioDocument | None) -> tuple[Objective, ...]:
    """What gives victory points beside the fighting: as the document says, else as the scenario does [Kaos K1.4]."""
    if document.get("objective"):
        try:
            found = convert(tables(document, "objective"), list[ObjectiveDocument])
        except msgspec.ValidationError as error:
            raise taught(str(error), "objective", document["objective"]) from error
        return tuple(objective_of(one, f"objective[{number}]") for number, one in enumerate(found))
    return objectives_of(scenario) if scenario is not None else ()


def zones_in(
    document: dict[str, Any], scenario: ScenarioDocument | None
) -> tuple[tuple[int, int, int, int] | None, ...]:
    """Where each seat deploys: as the document says, else as the scenario does; () for no zones [Kaos K37.1]."""
    if not document.get("zone"):
        return zones_of(scenario) if scenario is not None else ()
    try:
        zones = convert(tables(document, "zone"), list[ZoneDocument])
    except msgspec.ValidationError as error:
        raise taught(str(error), "zone", document["zone"]) from error
    found: list[tuple[int, int, int, int] | None] = [None] * SEATS
    for zone in zones:
        found[seat_number(zone.seat)] = zone_box(zone, "zone")
    return tuple(found)


def decks_of(
    document: dict[str, Any], scenario: ScenarioDocument | None, known: Catalogue
) -> tuple[tuple[ObjectCard, ...], tuple[EventCard, ...]]:
    """The objects and events played with: none unless agreed; of one place or of none [Kaos K32.2] [Kaos K33.3]."""
    table = check_keys(document.get("decks", {}), DECK_KEYS, "decks")
    place = table.get("place", scenario.place if scenario is not None else None)
    objects = table.get("objects", scenario is not None and scenario.objects)
    events = table.get("events", scenario is not None and scenario.events)
    return (
        _deck(objects, known.object_cards, known.objects_of(place), "objects"),
        _deck(events, known.event_cards, known.events_of(place), "events"),
    )


def _deck(wanted: Any, cards: Mapping[str, C], usual: tuple[C, ...], what: str) -> tuple[C, ...]:
    """The cards of a deck: those named, or with true the usual ones, or none."""
    if isinstance(wanted, list):
        for name in wanted:
            if not isinstance(name, str) or name not in cards:
                raise DocumentError("unknown card {name!r}", f"decks.{what}", nearest(str(name), cards), name=name)
        return tuple(cards[name] for name in wanted)
    return usual if flag({what: wanted}, what, False, "decks") else ()


def check_decks(library: Library) -> None:
    """Raises DocumentError for the first condition of the decks that does not hold [Kaos K32.2] [Kaos K33.2]."""
    for one in deck_conditions(library.objects, library.events):
        if not one.holds:
            where, fix = DECK_FIXES[one.kind]
            raise DocumentError(horde_fault(one), where, fix)


def ground_of(
    document: dict[str, Any], scenario: ScenarioDocument | None, known: Catalogue
) -> tuple[Table, tuple[Piece, ...]]:
    """The table at the start, and the movable scenery to be placed on it [Kaos K5.1] [Kaos K5.2]."""
    wanted = document.get("selection", scenario.selection if scenario is not None else None)
    field = document.get("table", scenario.field if scenario is not None else None)
    selection: tuple[Piece, ...] = ()
    if isinstance(wanted, list):
        selection = pieces_of(wanted, "selection")
    elif isinstance(wanted, str):
        if wanted not in known.selections:
            raise DocumentError(
                "unknown selection {wanted!r}", "selection", nearest(wanted, known.selections), wanted=wanted
            )
        selection = selection_of(known.selections[wanted])
        field = field or wanted
    if isinstance(field, str):
        table = known.table(field)
    elif field is None and "scenery" not in document:
        table = Table(OFFICIAL_SIDE, OFFICIAL_SIDE, ())
    else:
        field = field or {}
        scenery = field.get("scenery", []) if isinstance(field, dict) else []
        table = table_of_document(field, document.get("scenery", scenery))
    named = with_slugs((*table.pieces, *selection))
    count = len(table.pieces)
    return Table(table.width, table.depth, named[:count]), named[count:]


def with_slugs(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The same pieces, each with a name of its own that a line of text can hold: `wall`, `wall-2`."""
    taken: list[str] = []
    found: list[Piece] = []
    for piece in pieces:
        name = numbered(slug_of(piece.name).removeprefix("the-") or piece.kind, taken)
        taken.append(name)
        found.append(
            piece
            if name == piece.name
            else Piece(name, piece.kind, piece.shape, piece.height, piece.flags, piece.low, piece.high)
        )
    return tuple(found)


def numbered(name: str, taken: list[str]) -> str:
    """The name, with the first number from 2 on that makes it one nobody has."""
    found = name
    number = 1
    while found in taken:
        number += 1
        found = f"{name}-{number}"
    return found


# -------------------------------------------------------------------------------------------------------------- hordes


def hordes_of(setup: dict[str, Any], known: Catalogue) -> list[list[Profile]]:
    """The profiles of both hordes; raises DocumentError for anything but two of them."""
    hordes = setup.get("hordes")
    if not isinstance(hordes, list) or len(hordes) != SEATS:
        raise DocumentError(
            "a match needs two hordes", "hordes", 'for example [["mel-ysaure"], ["abe-vhol"]], or two ids of hordes'
        )
    found: list[list[Profile]] = []
    for number, horde in enumerate(hordes):
        if isinstance(horde, str):
            found.append(known.horde(horde))
        elif isinstance(horde, list) and all(isinstance(fighter, str) for fighter in horde):
            found.append([known.profile(fighter) for fighter in horde])
        else:
            raise DocumentError(
                "{horde!r} is no horde", f"hordes[{number}]", "list the ids of its fighters", horde=horde
            )
    return found


def check_hordes(hordes: list[list[Profile]], settings: Settings) -> None:
    """Raises DocumentError for the first condition of a legal horde that does not hold [Kaos K3.2] [Kaos K4.1]."""
    found: list[tuple[str, Condition]] = []
    for seat, horde in enumerate(hordes):
        found += [(f"hordes[{seat}]", one) for one in horde_conditions(horde, settings.horde_points)]
    if settings.options["equal_hordes"] == "yes":
        found.append(("hordes", balance_condition(hordes[0], hordes[1])))
    for where, condition in found:
        if not condition.holds:
            raise DocumentError(horde_fault(condition), where, fix_of(condition, "options.horde_points"))


def free_name(state: State, wanted: str) -> str:
    """What a new figure is called: as wanted, with a number when another one is called so."""
    return numbered(wanted, state.names)


# -------------------------------------------------------------------------------------------------- cards and the relic


def fill_piles(state: State) -> None:
    """One of each object, and of each event as many as a deck may hold [Kaos K32.4] [Kaos K33.4] [Kaos K33.5]."""
    state.object_pile = [1] * len(state.library.objects)
    state.event_pile = [card.copies for card in state.library.events]


def place_relic(state: State) -> None:
    """The relic of a scenario lies where its objective says [Kaos K37.1]."""
    for objective in state.library.objectives:
        if objective.kind == CARRY:
            state.relic_x, state.relic_y = objective.x, objective.y
            return
