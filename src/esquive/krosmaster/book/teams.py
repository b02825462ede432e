"""1.1 Team Building: which Krosmasters may form a team.

Copies are counted by name over all versions and prints of a Krosmaster [KA 2.1.2] [Ruling R5]. A Limited team is
built from a pool, which is everything there is where none is named [Ruling R6].
"""

from collections import Counter
from collections.abc import Collection, Sequence

from esquive.core.waiting import Refusal
from esquive.krosmaster.cards.catalogue import hero_of
from esquive.krosmaster.cards.documents import CardDocument
from esquive.krosmaster.cards.ops.continuous import Recruit
from esquive.krosmaster.cards.translations import display_name
from esquive.krosmaster.releases import ReleaseParams

BOSS = "boss"


class Event:
    """What a tournament allows: the collections that are legal (None: all) and the ids of banned cards."""

    __slots__ = ("banned", "legal_collections")

    def __init__(self, *, legal_collections: Collection[str] | None = None, banned: Collection[str] = ()) -> None:
        self.legal_collections = None if legal_collections is None else frozenset(legal_collections)
        self.banned = frozenset(banned)


EVERYTHING = Event()


def constructed_violations(
    team: Sequence[CardDocument], params: ReleaseParams, event: Event = EVERYTHING
) -> list[Refusal]:
    """Every rule of Constructed team building that the team breaks, in the order of the clauses [KA 1.1.1].

    Copies by the colour of the name [KA 1.1.1.c] [KA 1.1.1.e] [KA 1.1.1.f], one version of a unique hero [KA 1.1.1.d].
    """
    found = _size(team, params, "1.1.1.a") + _reverse_sides(team)
    found += _level_of_twelve(team, params)
    found += _copies(team, params)
    found += _bosses(team, params)
    found += _authorized(team, event)
    return found


def four_players_violations(
    team: Sequence[CardDocument], params: ReleaseParams, event: Event = EVERYTHING
) -> list[Refusal]:
    """Every rule that a team for four players breaks: two Krosmasters, and the copies of Constructed.

    [KA 9.1.1] [KA 9.1.2] Levels are not limited [Ruling R104].
    """
    found = _reverse_sides(team)
    size = params.team.size_four_players
    if len(team) != size:
        found.append(Refusal("team-size", ("9.1.2",), {"size": len(team), "wanted": size}))
    found += _copies(team, params)
    found += _bosses(team, params)
    found += _authorized(team, event)
    return found


def limited_violations(
    team: Sequence[CardDocument], params: ReleaseParams, pool: Sequence[CardDocument] | None = None
) -> list[Refusal]:
    """Every rule of Limited team building that the team breaks; no copy is too many [KA 1.1.2] [KA 1.1.2.c].

    Without a pool every Krosmaster is there as often as it is wanted, so that level 12 is possible [Ruling R6].
    """
    found = _size(team, params, "1.1.2.a") + _reverse_sides(team)
    found += _highest_level(team, params, pool)
    return found


def _size(team: Sequence[CardDocument], params: ReleaseParams, clause: str) -> list[Refusal]:
    """A team has 3 to 8 Krosmasters [KA 1.1.1.a] [KA 1.1.2.a], or 2 to 8 [KA-2.2 101.1a] [KA-2.2 101.2a]."""
    least, most = params.team.size_min, params.team.size_max
    if least <= len(team) <= most:
        return []
    return [Refusal("team-size", (clause,), {"size": len(team), "min": least, "max": most})]


def _level_of_twelve(team: Sequence[CardDocument], params: ReleaseParams) -> list[Refusal]:
    """The levels of a Constructed team add up to exactly 12 [KA 1.1.1.b]."""
    total, wanted = _counted_level(team, params), params.team.level_total
    if total == wanted:
        return []
    return [Refusal("team-level", ("1.1.1.b",), {"level": total, "wanted": wanted})]


def _reverse_sides(team: Sequence[CardDocument]) -> list[Refusal]:
    """The other side of a card comes into play by turning that card alone [KA 7.5.19.a] [Ruling R152]."""
    reverse = {card.id: card.reverse_of for card in team if card.reverse_of is not None}
    return [Refusal("team-reverse", ("7.5.19.a",), {"card": card, "of": front}) for card, front in reverse.items()]


def _copies(team: Sequence[CardDocument], params: ReleaseParams) -> list[Refusal]:
    """Gold names once and in one version, white names twice, black names three times [KA 1.1.1.c] to [KA 1.1.1.f]."""
    limits = {
        "gold": ("1.1.1.c", params.team.copies_gold),
        "white": ("1.1.1.e", params.team.copies_white),
        "black": ("1.1.1.f", params.team.copies_black),
    }
    copies = Counter(hero_of(card) for card in team)
    first = {hero_of(card): card for card in reversed(team)}
    found: list[Refusal] = []
    for hero, number in copies.items():
        colour = first[hero].colour
        clause, most = limits[colour]
        if number > most:
            found.append(Refusal("team-copies", (clause,), {"hero": hero, "copies": number, "max": most}))
        versions = {_version(card) for card in team if hero_of(card) == hero}
        if colour == "gold" and len(versions) > params.team.versions_gold:
            facts = {"hero": hero, "versions": sorted(versions)}
            found.append(Refusal("team-versions", ("1.1.1.d", "2.1.2"), facts))
    return found


def _bosses(team: Sequence[CardDocument], params: ReleaseParams) -> list[Refusal]:
    """A team has only one Krosmaster of the type Boss [KA 1.1.1.g]."""
    bosses = [card for card in team if BOSS in card.types]
    if len(bosses) <= params.team.bosses:
        return []
    return [Refusal("team-bosses", ("1.1.1.g",), {"bosses": [card.id for card in bosses], "most": params.team.bosses})]


def _authorized(team: Sequence[CardDocument], event: Event) -> list[Refusal]:
    """Each Krosmaster belongs to a legal collection and is not banned [KA 1.1.1.h]."""
    found: list[Refusal] = []
    for card in {card.id: card for card in team}.values():
        if card.id in event.banned:
            found.append(Refusal("team-banned", ("1.1.1.h",), {"card": card.id}))
        if event.legal_collections is not None and card.collection not in event.legal_collections:
            facts = {"card": card.id, "collection": card.collection, "legal": sorted(event.legal_collections)}
            found.append(Refusal("team-collection", ("1.1.1.h",), facts))
    return found


def _highest_level(
    team: Sequence[CardDocument], params: ReleaseParams, pool: Sequence[CardDocument] | None
) -> list[Refusal]:
    """A Limited team has level 12 or, if that cannot be had, the highest level below [KA 1.1.2.b] [Ruling R6]."""
    total, most = _counted_level(team, params), params.team.level_total
    if total > most:
        return [Refusal("team-level", ("1.1.2.b",), {"level": total, "max": most})]
    if pool is None:
        if total == most:
            return []
        return [Refusal("team-level-without-pool", ("1.1.2.b",), {"level": total, "wanted": most})]
    found: list[Refusal] = []
    spare = Counter(card.id for card in pool)
    spare.subtract(card.id for card in team)
    outside = sorted(card_id for card_id, number in spare.items() if number < 0)
    if outside:
        found.append(Refusal("team-pool", ("1.1.2.b",), {"cards": outside}))
    best = highest_level(pool, params)
    if total < best:
        found.append(Refusal("team-level-of-pool", ("1.1.2.b",), {"level": total, "best": best}))
    return found


def highest_level(pool: Sequence[CardDocument], params: ReleaseParams) -> int:
    """The highest level, at most 12, that 3 to 8 Krosmasters of the pool reach; 0 if no team can be built at all."""
    reached: set[tuple[int, int]] = {(0, 0)}
    for card in pool:
        reached |= {
            (size + 1, level + card.level)
            for size, level in reached
            if size < params.team.size_max and level + card.level <= params.team.level_total
        }
    return max((level for size, level in reached if size >= params.team.size_min), default=0)


def _counted_level(team: Sequence[CardDocument], params: ReleaseParams) -> int:
    """The level of a team; where it is too high, without one that a card lets join it [Ruling R143]."""
    total = _level(team)
    if total > params.team.level_total:
        for number, card in enumerate(team):
            if joins(card, [*team[:number], *team[number + 1 :]]):
                return total - card.level
    return total


def joins(card: CardDocument, others: Sequence[CardDocument]) -> bool:
    """Whether a card of the others lets this one join them beyond their levels [Ruling R143]."""
    return any(
        give.type in card.types
        and card.level == give.level
        and len(others) < give.below
        and sum(give.type in one.types for one in others) >= give.least
        for give in recruiting(others)
    )


def recruiting(team: Sequence[CardDocument]) -> list[Recruit]:
    """What the cards of a team say of who may join it."""
    clauses = [clause for card in team for power in card.power for clause in power.holds]
    return [give for clause in clauses for give in clause.give if isinstance(give, Recruit)]


def _level(team: Sequence[CardDocument]) -> int:
    return sum(card.level for card in team)


def _version(card: CardDocument) -> str:
    return "" if card.version is None else display_name(card.version)
