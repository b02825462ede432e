"""Set-ups at random: legal teams of playable cards, any format, arena and switch; and teams that break the rules."""

from random import Random
from typing import Any, Final

from esquive.krosmaster.book.teams import Event, constructed_violations, limited_violations
from esquive.krosmaster.cards import who
from esquive.krosmaster.cards.catalogue import Catalogue, hero_of
from esquive.krosmaster.cards.documents import CardDocument
from esquive.krosmaster.cards.parts import parts
from esquive.krosmaster.cards.translations import display_name
from esquive.krosmaster.releases import ReleaseParams, release
from esquive.krosmaster.table.settings import FORMAT_NAMES, FREE_FOR_ALL, LIMITED, known_options

LIMITED_POOL: Final = 6
PREFERENCE: Final = 12


# The hero of each card met so far, by card and name: games by the thousand ask for them again and again.
_HEROES: Final[dict[tuple[str, str], str]] = {}


def _hero(card: CardDocument) -> str:
    key = (card.id, display_name(card.name))
    if key not in _HEROES:
        _HEROES[key] = hero_of(card)
    return _HEROES[key]


def playable_cards(known: Catalogue, params: ReleaseParams | None = None) -> list[CardDocument]:
    """The Krosmasters of the catalogue that can be played, by id; by release 2.7 if none is given."""
    areas = (params or release("2.7")).board.areas
    return [
        card
        for card in known.cards.values()
        if known.is_playable(card) and card.reverse_of is None and all(spell.area in areas for spell in card.spell)
    ]


def random_setup(
    known: Catalogue, cards: list[CardDocument], params: ReleaseParams, rng: Random, lead: str = ""
) -> dict[str, Any]:
    """A set-up for a game of any format with some of the cards; `lead` names one that a team must have.

    With a lead, cards that its effects speak of are often preferred in all teams (see `companions`).
    Team sizes are those of the format [KA 1.1.1.a] [KA 1.1.2.a] [KA 9.1.2].
    """
    format_ = rng.randrange(len(FORMAT_NAMES))
    options = {name: rng.choice(values) for name, (values, _) in known_options(params).items()}
    seats = 4 if format_ >= FREE_FOR_ALL else 2
    first = known.cards.get(lead)
    teams: list[list[str]] = []
    if first is not None and rng.random() < 0.7:
        cards = [*cards, *companions(first, cards) * PREFERENCE]
    for number in range(seats):
        wanted = first if number == 0 else None
        if format_ >= FREE_FOR_ALL:
            team = _pair(cards, params, rng, wanted)
        elif format_ == LIMITED:
            team = _limited(cards, params, rng, wanted)
        else:
            team = _constructed(cards, params, rng, wanted)
        teams.append([card.id for card in team])
    rng.shuffle(teams)
    arena = rng.choice(list(known.arenas))
    return {"release": params.name, "format": FORMAT_NAMES[format_], "arena": arena, "teams": teams, "options": options}


def companions(lead: CardDocument, cards: list[CardDocument]) -> list[CardDocument]:
    """The cards of a type that a card's spells and powers speak of; for Interior Fire, those that freeze."""
    types: set[str] = set()
    if any(power.keyword == "interior-fire" for power in lead.power):
        # There are few of them.
        return [card for card in cards if any(power.keyword == "freezing" for power in card.power)] * PREFERENCE
    for part in parts(lead):
        if isinstance(part, who.Selector) and part.type is not None:
            types.add(part.type)
        elif isinstance(part, who.Prosecution | who.AvengersAre):
            types |= {"avenger", "vigilante"}
        elif isinstance(part, who.VillainsAre):
            types.add("villain")
    return [card for card in cards if types & set(card.types)]


def _constructed(
    cards: list[CardDocument], params: ReleaseParams, rng: Random, wanted: CardDocument | None
) -> list[CardDocument]:
    """A legal Constructed team: cards are added at random while they fit, until the rules have no objection."""
    while True:
        team = [wanted] if wanted is not None else []
        for card in rng.sample(cards, len(cards)):
            level = sum(one.level for one in team)
            room = params.team.level_total - level
            if card.level > room or (card.level == 0 and rng.random() < 0.8):
                continue
            if _hero(card) not in {_hero(one) for one in team} or rng.random() < 0.3:
                team.append(card)
            if card.level == room:
                break
        if not constructed_violations(team, params):
            return team


def _limited(
    cards: list[CardDocument], params: ReleaseParams, rng: Random, wanted: CardDocument | None
) -> list[CardDocument]:
    """A legal Limited team, of any level up to the highest, copies allowed [KA 1.1.2.c]: all of its own pool."""
    while True:
        team = [wanted] if wanted is not None else []
        for _ in range(rng.randint(params.team.size_min, LIMITED_POOL) - len(team)):
            team.append(rng.choice(cards))
        if not limited_violations(team, params, team):
            return team


def _pair(
    cards: list[CardDocument], params: ReleaseParams, rng: Random, wanted: CardDocument | None
) -> list[CardDocument]:
    """The few Krosmasters of one of four players [KA 9.1.2]."""
    team = [wanted] if wanted is not None else []
    while len(team) < params.team.size_four_players:
        card = rng.choice(cards)
        if card not in team:
            team.append(card)
    return team


def broken_teams(known: Catalogue, params: ReleaseParams, rng: Random) -> list[str]:
    """The kinds of refusal that a few teams made carelessly meet, one entry for each rule broken."""
    cards = list(known.cards.values())
    found: list[str] = []
    team = rng.choices(cards, k=rng.randint(1, 10))
    team += [team[0]] * rng.randrange(4)
    team += [card for card in cards if _hero(card) == _hero(team[0])][: rng.randrange(3)]
    event = Event(legal_collections=[rng.choice(cards).collection], banned=[rng.choice(team).id])
    pool = rng.sample(cards, 8)
    for refusals in (
        constructed_violations(team, params, event),
        limited_violations(team, params),
        limited_violations(rng.sample(pool, 3), params, pool),
        limited_violations(rng.choices(cards, k=3), params, pool),
    ):
        found += [refusal.kind for refusal in refusals]
    return found
