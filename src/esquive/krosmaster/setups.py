"""What a match is chosen from: formats, arenas, teams, and set-ups drawn for a series; see `core.setups`.

Team building and set-up cells are the rules' own; this module only asks them, and gives names to what can be chosen.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

from esquive.core.clause_numbering import renumbered
from esquive.core.did_you_mean import nearest
from esquive.core.errors import DocumentError, EsquiveError
from esquive.core.messages import messages
from esquive.core.packs import PackFile
from esquive.core.phrases import phrase
from esquive.core.setups import Edition, Format, ReadyTeam, Setups, TeamReport
from esquive.core.team_texts import LIST, cards_of_list
from esquive.core.text_files import read_text
from esquive.core.waiting import Refusal
from esquive.krosmaster.book.teams import (
    EVERYTHING,
    Event,
    constructed_violations,
    four_players_violations,
    highest_level,
    limited_violations,
)
from esquive.krosmaster.cards.catalogue import Catalogue, catalogue, catalogue_in_force
from esquive.krosmaster.cards.documents import ArenaDocument, CardDocument
from esquive.krosmaster.cards.team_files import (
    MOST_IDS,
    TeamFile,
    cards_of,
    frigost_teams,
    load_team,
    ready_pairs,
    ready_teams,
)
from esquive.krosmaster.cards.translations import display_name
from esquive.krosmaster.packs import with_packs
from esquive.krosmaster.releases import release, release_names
from esquive.krosmaster.releases.books import numbers_of
from esquive.krosmaster.seen.names_on_lists import list_name, names_on_lists
from esquive.krosmaster.spoken.wording import team_sentence
from esquive.krosmaster.table.settings import FORMAT_NAMES, FREE_FOR_ALL, LIMITED
from esquive.krosmaster.written.documents.set_ups import board_of, settings_of, with_documents

CONSTRUCTED: Final = FORMAT_NAMES[0]
DUELS: Final = FORMAT_NAMES[:FREE_FOR_ALL]
RELEASE: Final = "2.7"
HOUSE: Final = "house"  # the print of cards of our own
MOST_DRAWS: Final = 2000
MOST_COPIES: Final = 99  # more than any team has
POOL: Final = "pool"  # what a player of a Limited match brings beside a team
# What a format adds to a duel with teams of one's own: keys to the clauses of a release, and no citations.
_ABOUT: Final = dict(zip(FORMAT_NAMES, ("1.1.1", "1.1.2", "9.2.1", "9.3.3"), strict=True))


def team_violations(
    team: Sequence[CardDocument],
    format_: str,
    event: Event = EVERYTHING,
    pool: Sequence[CardDocument] | None = None,
    wanted: str = RELEASE,
) -> list[Refusal]:
    """Every rule of a format's team building that a team breaks, with the clauses of the release wanted.

    [KA 1.1.1] [KA 1.1.2] [KA 9.1.2]
    """
    params = release(wanted)
    if format_ == CONSTRUCTED:
        found = constructed_violations(team, params, event)
    elif format_ in DUELS:
        found = limited_violations(team, params, pool)
    else:
        found = four_players_violations(team, params, event)
    for refusal in found:
        refusal.clauses = renumbered(numbers_of(params.book), refusal.rules)
    return found


def areas_lacking(team: Sequence[CardDocument], wanted: str = RELEASE) -> list[Refusal]:
    """The cards of a team with a spell whose area of effect a release does not have [KA 4.16.3]."""
    params = release(wanted)
    lacking = {card.id: spell for card in team for spell in card.spell if spell.area not in params.board.areas}
    found: list[Refusal] = []
    for card, spell in lacking.items():
        facts = {"card": card, "spell": spell.id, "area": spell.area, "release": params.name}
        found.append(Refusal("team-area", renumbered(numbers_of(params.book), ("4.16.3",)), facts))
    return found


def team_size(format_: str, wanted: str = RELEASE) -> tuple[int, int]:
    """The fewest and the most Krosmasters of a team [KA 1.1.1.a] [KA 9.1.2]."""
    params = release(wanted)
    if format_ in DUELS:
        return params.team.size_min, params.team.size_max
    return params.team.size_four_players, params.team.size_four_players


@cache
def _arenas_shipped(format_: str, wanted: str) -> frozenset[str]:
    return frozenset(_with_room(catalogue().arenas.values(), format_, wanted))


def _with_room(arenas: Iterable[ArenaDocument], format_: str, wanted: str) -> Iterator[str]:
    settings = settings_of({"release": wanted, "format": format_})
    _, most = team_size(format_, wanted)
    for arena in arenas:
        try:
            board = board_of(arena, settings)
        except DocumentError:  # a side of it has no set-up cells: that is the question asked
            continue
        if all(len(cells) >= most for cells in board.starts):
            yield arena.id


def arenas_for(format_: str, wanted: str = RELEASE, known: Catalogue | None = None) -> tuple[str, ...]:
    """The arenas of a catalogue with enough set-up cells for everybody, by id [KA 1.3.9] [KA 9.2.4]."""
    arenas, shipped = (known or catalogue_in_force()).arenas, catalogue().arenas
    own = {one.id: one for one in arenas.values() if shipped.get(one.id) is not one}
    fitting = (_arenas_shipped(format_, wanted) - own.keys()) | {*_with_room(own.values(), format_, wanted)}
    return tuple(arena for arena in arenas if arena in fitting)


def cards_named(ids: Sequence[str], known: Catalogue | None = None) -> list[CardDocument]:
    """The cards of a team; raises DocumentError with the nearest id for an unknown one."""
    cards = (known or catalogue_in_force()).cards
    for card in ids:
        if card not in cards:
            raise DocumentError("no card {card!r}", "", nearest(card, cards), card=card)
    return [cards[card] for card in ids]


def unplayable_in(team: Sequence[CardDocument], known: Catalogue) -> dict[str, list[str]]:
    """The cards of a team that cannot be played yet, by id, with the reasons."""
    return {card.id: list(known.unplayable_because(card)) for card in team if not known.is_playable(card)}


def _ids_agreed(ids: Any, key: str) -> list[str] | None:
    """The ids of cards that stand under a key, None where there is none; raises DocumentError for anything else."""
    if ids is None:
        return None
    if not isinstance(ids, list) or len(ids) > MOST_IDS or not all(isinstance(one, str) for one in ids):
        raise DocumentError(
            "{key} must be a list of at most {most_ids} card ids",
            key,
            'write ["oscar-kass"]',
            key=key,
            most_ids=MOST_IDS,
        )
    return ids


@cache
def _teams_in(language: str) -> tuple[ReadyTeam, ...]:
    known = catalogue().cards
    return tuple(
        ReadyTeam(
            team.id,
            display_name(team.name, language),
            display_name(team.text, language),
            tuple(team.cards),
            tuple(
                format_ for format_ in FORMAT_NAMES if not team_violations([known[one] for one in team.cards], format_)
            ),
        )
        for team in (*ready_teams(), *frigost_teams(), *ready_pairs())
    )


class TeamsAndArenas(Setups):
    """The formats, arenas and teams of Krosmaster Arena, by the rules of a release, out of a catalogue."""

    teams = "teams"

    def __init__(self, wanted: str = RELEASE, known: Catalogue | None = None) -> None:
        self.release = wanted
        self.known = known or catalogue_in_force()

    def editions(self, language: str = "en") -> list[Edition]:
        """Release 2.7 first, then the others; one of a user's own has its name and no sentence."""
        spoken = messages(language)
        known = sorted(release_names(), key=lambda name: (name != RELEASE, name))
        return [
            Edition(name, spoken.say("edition.name", {"release": name}), spoken.say(f"edition.{name}", {}))
            if f"edition.{name}" in spoken
            else Edition(name, spoken.say("edition.name", {"release": name}), "")
            for name in known
        ]

    def under(self, wanted: str) -> "TeamsAndArenas":
        """The same by the rules of a release; raises DocumentError for one there is not."""
        return TeamsAndArenas(release(wanted).name if wanted else RELEASE, self.known)

    def with_packs(self, files: Sequence[PackFile]) -> "TeamsAndArenas":
        """The same with packs beside the catalogue."""
        return TeamsAndArenas(self.release, with_packs(tuple(files), self.known)) if files else self

    def formats(self, language: str = "en") -> list[Format]:
        """Constructed first; how many play: 2 or 4 [KA 9.1.1]; who wins together [KA 9.3.2] [KA 9.3.3]."""
        spoken = messages(language)
        return [
            Format(
                format_,
                spoken.say(f"format.{format_}", {}),
                spoken.say(f"format.{format_}.text", {}),
                tuple(settings_of({"release": self.release, "format": format_}).side_of),
                team_size(format_, self.release),
                arenas_for(format_, self.release, self.known),
                ", ".join(renumbered(numbers_of(release(self.release).book), (_ABOUT[format_],))),
            )
            for format_ in FORMAT_NAMES
        ]

    def format_of(self, setup: dict[str, Any]) -> str:
        """The id of the format a set-up is of."""
        return str(setup.get("format", CONSTRUCTED))

    def grounds(self) -> tuple[str, ...]:
        """The ids of all arenas."""
        return tuple(self.known.arenas)

    def usual_ground(self, format_: Format) -> str:
        """The arena of the elements."""
        return "elemental"

    def ready_teams(self, language: str = "en") -> Sequence[ReadyTeam]:
        """Teams for duels, those of Frigost after the others, then pairs for four players."""
        return _teams_in(language)

    def violations(
        self, cards: Sequence[str], format_: str, ground: str = "", agreed: Mapping[str, Any] | None = None
    ) -> list[Refusal]:
        """Every rule a team breaks, and cards that cannot be played; raises DocumentError for an unknown card.

        `pool` and `banned` among what is agreed are lists of ids, as in a team file [KA 1.1.2.b] [KA 1.1.1.h]; `pools`
        of a set-up are one for each team, and `place` says which of them this is.
        """
        said = agreed or {}
        pools = said.get("pools")
        if pools is None:
            pool = _ids_agreed(said.get(POOL), POOL)
        else:
            place = said.get("place", 0)
            fits = isinstance(pools, list) and isinstance(place, int) and 0 <= place < len(pools)
            pool = _ids_agreed(pools[place] if fits else "", f"pools[{place}]")
        event = Event(banned=_ids_agreed(said.get("banned"), "banned") or ())
        whole = None if pool is None else cards_named(pool, self.known)
        return self.judged(cards_named(cards, self.known), format_, event, whole)

    def judged(
        self, team: Sequence[CardDocument], format_: str, event: Event, pool: Sequence[CardDocument] | None
    ) -> list[Refusal]:
        """The one judgement of a team: by its format, by the areas of the release and by what can be played yet."""
        found = [*team_violations(team, format_, event, pool, self.release), *areas_lacking(team, self.release)]
        for card, notes in unplayable_in(team, self.known).items():
            found.append(Refusal("team-unplayable", ("",), {"card": card, "note": notes[0]}))
        return found

    def names_on_lists(self) -> Mapping[str, Sequence[str]]:
        """What lists call figures, in any language."""
        return names_on_lists(self.known)

    def list_name(self, card: str, language: str = "en") -> str:
        """The name with its version, and whether it is the Eternal one."""
        return list_name(cards_named([card], self.known)[0], language)

    def violation(self, refusal: Refusal, language: str = "en") -> str:
        """A broken rule of team building as a sentence."""
        return team_sentence(refusal, language, self.known)

    def setup(
        self,
        format_: str,
        ground: str,
        teams: Sequence[Sequence[str]],
        options: dict[str, str] | None = None,
    ) -> dict[str, Any]:
        """The set-up of a match between these teams, with the documents it uses that the shipped catalogue lacks."""
        setup = {
            "release": self.release,
            "format": format_,
            "arena": ground,
            "teams": [list(team) for team in teams],
            "options": options or {},
        }
        return with_documents(setup, self.known)

    def of_players(self, owns: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """`pools` of the `pool` each player of a Limited match brings, null for everything there is [Ruling R6]."""
        super().of_players([{key: value for key, value in own.items() if key != POOL} for own in owns])
        pools = [_ids_agreed(own.get(POOL), POOL) for own in owns]
        return {} if all(pool is None for pool in pools) else {"pools": pools}

    def rearranged(self, setup: dict[str, Any], order: Sequence[int]) -> dict[str, Any]:
        """Where each team has its pool, that goes with it [Ruling R6]."""
        found = super().rearranged(setup, order)
        return {**found, "pools": [setup["pools"][place] for place in order]} if "pools" in setup else found

    def drawn_team(
        self, rng: Random, format_: str, must: Sequence[str] = (), among: Sequence[str] | None = None
    ) -> list[str]:
        """A legal team by chance of figures that can be played, with those that it must have [KA 1.1.1].

        The figures are the printed ones, unless it is said what there is to draw from: of Limited that is the pool
        [Ruling R6]. Teams for four players are counted in figures and not in levels [KA 9.1.2].
        """
        first, params = cards_named(must, self.known), release(self.release)
        copies = self._to_draw_from(must, among)
        figures = [self.known.cards[name] for name in copies]
        pool = cards_named(among, self.known) if among is not None and format_ == FORMAT_NAMES[LIMITED] else None
        wanted = params.team.level_total if pool is None else highest_level(pool, params)
        most = team_size(format_, self.release)[1]
        for _ in range(MOST_DRAWS):
            team = [*first]
            while len(team) < most:
                left = wanted - sum(card.level for card in team) if format_ in DUELS else params.team.level_total
                fitting = [one for one in figures if 0 < one.level <= left and team.count(one) < copies[one.id]]
                if not fitting:
                    break
                team.append(rng.choice(fitting))
            if not self.judged(team, format_, EVERYTHING, pool):
                return [card.id for card in team]
        if among is not None:
            fix = "add figures to those there are to draw from"
            raise DocumentError("no legal team was found among these figures", "teams", fix)
        fix = "choose other cards"
        raise DocumentError("no legal team has {cards}", "teams", fix, cards=", ".join(must) or "any card")

    def _to_draw_from(self, must: Sequence[str], among: Sequence[str] | None) -> dict[str, int]:
        """The playable figures a team may be drawn from, each with how often it may be in it."""
        known = self.known
        if among is None:
            printed = [card for card in known.cards.values() if card.print != HOUSE and card.reverse_of is None]
            return {card.id: MOST_COPIES for card in printed if known.is_playable(card)}
        named = [card for card in cards_named(among, known) if card.reverse_of is None]
        counts = Counter(card.id for card in named if known.is_playable(card))
        return {name: max(number, must.count(name)) for name, number in counts.items()}

    def series(self, ground: str, teams: list[str] | None) -> "Duels":
        """Duels in the constructed format."""
        return Duels(ground, teams, self.release, self.known)

    def team_file(self, path: Path, format_: str) -> TeamReport:
        """What a team file or a list says, judged; a Limited team against its pool, where one is named [Ruling R6]."""
        known = self.known
        document = team_of(path, known)
        team = cards_of(document.cards, "cards", path, known)
        event = Event(legal_collections=document.legal_collections, banned=document.banned)
        pool = None if document.pool is None else cards_of(document.pool, "pool", path, known)
        found = self.judged(team, format_, event, pool)
        return TeamReport(document.name, sum(card.level for card in team), found, unplayable_in(team, known))


class Duels:
    """Two different ready-made teams on an arena. See `core.setups.SetupSource`."""

    def __init__(self, ground: str, teams: list[str] | None, wanted: str, known: Catalogue | None = None) -> None:
        self.release = wanted
        self.known = known = known or catalogue_in_force()
        if ground and ground not in known.arenas:
            raise EsquiveError("unknown arena {ground!r}", "--arena", nearest(ground, known.arenas), ground=ground)
        self.arena = ground
        self.arenas = list(known.arenas)
        self.ready = [list(team.cards) for team in ready_teams()]
        self.fixed = [team_named(name, known) for name in teams] if teams else []

    def draw(self, rng: Random) -> dict[str, Any]:
        """Two different ready-made teams and an arena."""
        pair = self.fixed or rng.sample(self.ready, 2)
        place = rng.choice(self.arenas)
        setup = {"release": self.release, "format": CONSTRUCTED, "arena": self.arena or place, "teams": pair}
        return with_documents(setup, self.known)


def team_of(path: Path, known: Catalogue) -> TeamFile:
    """The team of a file, or of a list as people write it; raises DocumentError."""
    if path.suffix != LIST:
        return load_team(path)
    return TeamFile(cards=tuple(cards_of_list(read_text(path), str(path), names_on_lists(known))), name=path.stem)


def team_named(name: str, known: Catalogue) -> list[str]:
    """The card ids of a ready-made team, or of a team file; raises EsquiveError with the nearest name."""
    teams = {team.id: team for team in (*ready_teams(), *frigost_teams())}
    if name in teams:
        return list(teams[name].cards)
    path = Path(name)
    if path.suffix not in (".toml", LIST):
        raise EsquiveError(
            "unknown team {name!r}",
            "--teams",
            phrase("{known} or a team file (.toml), or a list (.txt)", known=nearest(name, teams)),
            name=name,
        )
    team = team_of(path, known)
    return [card.id for card in cards_of(team.cards, "cards", path, known)]
