"""From a set-up or a position document to a state: settings, library, board, units."""

from typing import Any, Final

from esquive.core.errors import DocumentError
from esquive.core.frames import advance
from esquive.core.ids import SEAT_NAMES
from esquive.core.mends import Mend, Sketch, path_of, put_in
from esquive.core.phrases import phrase
from esquive.krosmaster.book.procedures import steps_of
from esquive.krosmaster.book.setup import SetupFrame
from esquive.krosmaster.book.summons import add_unit
from esquive.krosmaster.cards.catalogue import Catalogue, catalogue
from esquive.krosmaster.cards.documents import ArenaDocument, CardDocument, RewardDocument, SummonDocument
from esquive.krosmaster.cards.library import Library
from esquive.krosmaster.cards.parts import cards_named, punch_document
from esquive.krosmaster.releases import release
from esquive.krosmaster.table.board import Board, parse_cell
from esquive.krosmaster.table.maps import parse_map
from esquive.krosmaster.table.settings import FORMAT_NAMES, Settings
from esquive.krosmaster.table.state import NONE, State, blank_state
from esquive.krosmaster.written.documents.inline_cards import own_documents, with_inline


def settings_of(document: dict[str, Any]) -> Settings:
    """The settings that a set-up or position document names; raises DocumentError for unknown ones."""
    name = document.get("format", "constructed")
    if name not in FORMAT_NAMES:
        raise DocumentError(
            "unknown format {wanted!r}",
            "format",
            phrase("use one of {known}", known=", ".join(FORMAT_NAMES)),
            wanted=name,
        )
    options = document.get("options", {})
    if not isinstance(options, dict):
        raise DocumentError("options must be a table", "options", 'for example { turn_dice = "ask" }')
    params = release(str(document.get("release", "2.7")))
    return Settings(params, FORMAT_NAMES.index(name), options, steps_of(params, options))


# The key of an arena's `starts` for each side of the board: 0 south, 1 west, 2 north, 3 east.
_STARTS: Final = ("p1", "p3", "p2", "p4")


# What matches share: boards and what is printed never change, and a board keeps what it has seen of lines of sight.
# A match has its board and its library as long as it lives, whether they are still shared or not.
_BOARDS: Final[dict[tuple[Any, ...], tuple[ArenaDocument, Board]]] = {}
_MOST_BOARDS: Final = 64
_LIBRARIES: Final[dict[tuple[Any, ...], Library]] = {}
_MOST_LIBRARIES: Final = 64


def board_of(arena: ArenaDocument, settings: Settings) -> Board:
    """The board of an arena, with the set-up cells of each seat [KA 1.3.9] [KA 9.2.4].

    Face and orientation are imposed by the arena chosen in the set-up, as tournaments do [KA 1.3.2] [KA 9.2.2]
    [Ruling R8]; scenery first, then the Kamas of each cell [KA 1.3.3].
    """
    starts: list[list[int]] = []
    for side in settings.sides:
        names = arena.starts.get(_STARTS[side])
        if names is None:
            raise DocumentError(
                "arena {arena!r} has no set-up cells for {seats} players",
                "arena",
                "add them",
                arena=arena.id,
                seats=settings.seats,
            )
        starts.append([parse_cell(name) for name in names])
    rink = [parse_cell(name) for name in arena.rink]
    rows: int = settings.params.board.start_rows
    return parse_map(arena.id, arena.map, starts, settings.sides, settings.corners, rows, rink)


def arena_board(known: Catalogue, arena: str, settings: Settings) -> Board:
    """The board of a catalogue arena, one for all matches on it; raises DocumentError that lists the arenas."""
    if arena not in known.arenas:
        raise DocumentError(
            "unknown arena {ground!r}",
            "arena",
            phrase("known arenas: {known}", known=", ".join(known.arenas)),
            ground=arena,
        )
    document = known.arenas[arena]
    key = (arena, tuple(settings.sides), settings.corners, settings.params.board.start_rows)
    shared = _BOARDS.get(key)
    if shared is None or shared[0] is not document:
        if len(_BOARDS) >= _MOST_BOARDS:
            _BOARDS.clear()
        shared = _BOARDS[key] = document, board_of(document, settings)
    return shared[1]


def arena_named(setup: dict[str, Any]) -> str:
    """The id of a set-up's arena, which may be a document of its own."""
    arena = setup.get("arena", "elemental")
    return str(arena["id"] if isinstance(arena, dict) else arena)


def keep_arena(library: Library, known: Catalogue, board: Board) -> None:
    """Where the arena is a document that only this match has, its library keeps it.

    Such a match shares its library with no other: `known` is a catalogue of its own.
    """
    if known is not catalogue():
        document = known.arenas.get(board.base.name)
        library.arena = None if document is catalogue().arenas.get(board.base.name) else document


# Who cannot be read has no place in the order of play.
NO_TIMELINES: Final = tuple((("players", seat, "timeline"), None) for seat in SEAT_NAMES)


def card_of(known: Catalogue, card: str, where: str) -> CardDocument | SummonDocument:
    """A card or summon token by id; raises DocumentError with the nearest id."""
    if card in known.cards:
        return known.cards[card]
    if card in known.summons:
        return known.summons[card]
    from difflib import get_close_matches

    near = get_close_matches(card, [*known.cards, *known.summons], 1)
    error = DocumentError(
        "unknown card {name!r}",
        where,
        phrase("did you mean '{near}'?", near=near[0]) if near else "see `esquive cards list`",
        name=card,
    )
    path = path_of(where)
    if path[:1] != ("unit",):
        raise error
    remove = Mend(phrase("remove {name}", name=card), ((path, None),))
    mends = [*[put_in((*path, "card"), one) for one in near], remove]
    raise error.mended(*mends, sketch=Sketch(remove.changes + NO_TIMELINES))


def takes_part(reward: RewardDocument, settings: Settings) -> bool:
    """Whether a token is one of this match: its rank, its type of equipment, the area of its spell.

    [KA 4.7.11] [KA-2.2 306.9]
    """
    params = settings.params
    if reward.rank not in settings.ranks or (reward.slot and reward.slot not in params.rewards.equipment):
        return False
    return all(spell.area in params.board.areas for spell in reward.spell)


def library_of(known: Catalogue, settings: Settings, documents: list[CardDocument | SummonDocument]) -> Library:
    """The library of a match: its cards, the Demonic Rewards it has, and every summon and card they can bring.

    One library serves all matches of the same cards under the same rules at once.
    """
    if known is not catalogue() or settings.params is not release(settings.params.name):
        return _new_library(known, settings, documents)
    options = tuple(sorted((name, repr(value)) for name, value in settings.options.items()))
    key = (settings.params.name, settings.format, options, tuple(document.id for document in documents))
    found = _LIBRARIES.get(key)
    if found is None:
        if len(_LIBRARIES) >= _MOST_LIBRARIES:
            _LIBRARIES.clear()
        found = _LIBRARIES[key] = _new_library(known, settings, documents)
    return found


def _new_library(known: Catalogue, settings: Settings, documents: list[CardDocument | SummonDocument]) -> Library:
    params = settings.params
    library = Library(punch_document(params.punch, settings.steps.punch_limit()))
    waiting = list(documents)
    waiting += [card_of(known, name, "reward") for name in known.named_by_rewards]
    while waiting:
        document = waiting.pop(0)
        if document.id in library.by_id:
            continue
        for spell in document.spell:
            if spell.area not in params.board.areas:
                message = phrase(
                    "release {release} has no area {area!r}, which {spell!r} has",
                    release=params.name,
                    area=spell.area,
                    spell=spell.id,
                )
                raise DocumentError(
                    message,
                    document.id,
                    phrase("choose another card; areas: {areas}", areas=", ".join(params.board.areas)),
                )
        profile = library.profiles[library.add_profile(document, params.family_of(document.id))]
        profile.is_character = settings.steps.no_mp(profile)
        waiting += [card_of(known, name, document.id) for name in cards_named(document)]
    for reward in known.rewards.values():
        if takes_part(reward, settings):
            library.add_reward(reward, settings.ranks[reward.rank])
    return library


def new_state(setup: dict[str, Any], known: Catalogue | None = None) -> State:
    """A new duel, advanced to its first wait.

    `setup` has `arena`, `teams` (two lists of card ids), and optionally `release`, `format` and `options`, and the
    documents of cards, summons and rewards that no catalogue has, as a position document has them; so may `arena` be.
    Raises DocumentError for unknown cards, arenas or options. Team legality is not checked here (see `rules.teams`).
    """
    known = with_inline(known or catalogue(), setup)
    settings = settings_of(setup)
    teams = setup.get("teams")
    if not isinstance(teams, list) or len(teams) != settings.seats or not all(teams):
        raise DocumentError(
            "a match needs {seats} teams of card ids", "teams", 'for example [["oscar-kass"]]', seats=settings.seats
        )
    documents = [card_of(known, name, f"teams[{number}]") for number, team in enumerate(teams) for name in team]
    for document in documents:
        if not isinstance(document, CardDocument):
            raise DocumentError(
                "{document!r} is a summon, not a Krosmaster",
                "teams",
                "name Krosmaster cards only",
                document=document.id,
            )
    library = library_of(known, settings, documents)
    board = arena_board(known, arena_named(setup), settings)
    keep_arena(library, known, board)
    state = blank_state(settings, library, board)
    state.log = []
    place = 0
    for number, team in enumerate(teams):
        if len(team) > len(board.starts[number]):
            raise DocumentError(
                "{figures} figures do not fit on {cells} set-up cells",
                "teams",
                "use fewer",
                figures=len(team),
                cells=len(board.starts[number]),
            )
        for _ in team:
            add_unit(state, library.by_id[documents[place].id], number, NONE)
            place += 1
    state.stack.append(SetupFrame())
    advance(state)
    return state


def with_documents(setup: dict[str, Any], known: Catalogue) -> dict[str, Any]:
    """A set-up with the documents of `known` that it uses and the shipped catalogue lacks; raises DocumentError.

    So is a match played, replayed and judged where nobody has the packs that it was chosen from.
    """
    if known is catalogue():
        return setup
    own = own_documents(new_state(setup, known))
    arenas = own.pop("arena", [])
    return {**setup, **own, **({"arena": arenas[0]} if arenas else {})}
