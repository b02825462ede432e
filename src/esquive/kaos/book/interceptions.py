"""Interceptions: opportunity strikes at a figure that moves past [Kaos K31.1].

Whoever has not played yet may strike the figure activated as it passes, or shoot before or after its move; it counts as
the striker's action of the round [Kaos K31.2]. No step and no turn comes before it [Kaos K31.3].
"""

from esquive.core.waiting import Condition
from esquive.kaos.book import means as of
from esquive.kaos.book.attack_conditions import attack_conditions, may_attack
from esquive.kaos.book.flight import is_fleeing
from esquive.kaos.book.means import is_melee, spell_of, weapon_of
from esquive.kaos.book.modifiers import is_forbidden
from esquive.kaos.book.pools import CONTACT, MELEE_REACH
from esquive.kaos.cards.library import ANY, CLOSE, ENEMY
from esquive.kaos.geometry.measures import within
from esquive.kaos.geometry.paths import LEAP, Passage, base_at, moments
from esquive.kaos.geometry.shapes import Base
from esquive.kaos.geometry.units import format_length
from esquive.kaos.table.answers import AFTER, ALONG, BEFORE, MOMENT_NAMES, Interception
from esquive.kaos.table.state import IN_PLAY, NONE, State


class Route:
    """The path declared: up to the action and after it; distances run through both [Kaos K20.16]."""

    __slots__ = ("_bounds", "_moments", "first", "mover", "second")

    def __init__(self, mover: int, first: Passage, second: Passage) -> None:
        self.mover = mover
        self.first = first
        self.second = second
        self._bounds: tuple[int, int, int, int] | None = None
        self._moments: list[tuple[int, Base]] | None = None

    @property
    def length(self) -> int:
        """How long it is in all."""
        return self.first.length + self.second.length

    @property
    def end(self) -> Base:
        """The base at its end."""
        return self.second.end

    def at(self, distance: int) -> Base:
        """The base so far along it; a mover that only turns before its action is met when it leaves [Kaos K31.1]."""
        if 0 < self.first.length >= distance:
            return base_at(self.first, distance)
        return base_at(self.second, distance - self.first.length)

    def is_in_the_air(self, distance: int) -> bool:
        """Whether the mover is in the middle of a jump there."""
        if distance <= self.first.length:
            return in_the_air(self.first, distance)
        return in_the_air(self.second, distance - self.first.length)

    def comes_near(self, base: Base, far: int) -> bool:
        """Whether the bounds of the way, grown by a length, hold the centre of a base."""
        if self._bounds is None:
            start = self.first.start
            west = east = start.x
            south = north = start.y
            for made in (self.first, self.second):
                for x, y, _ in [stretch.end for stretch in made.pieces] + [(made.end.x, made.end.y, 0)]:
                    west, east = min(west, x), max(east, x)
                    south, north = min(south, y), max(north, y)
            self._bounds = (west, south, east, north)
        west, south, east, north = self._bounds
        return west - far <= base.x <= east + far and south - far <= base.y <= north + far

    def moments(self) -> list[tuple[int, Base]]:
        """Its places at most half a centimetre apart, each with its distance; the list is not to be changed."""
        if self._moments is None:
            first = self.first.length
            self._moments = moments(self.second)
            if first:
                self._moments = moments(self.first) + [(first + gone, base) for gone, base in self._moments[1:]]
        return self._moments


def in_the_air(made: Passage, distance: int) -> bool:
    """Whether a figure so far along a path is in the middle of a jump."""
    for stretch in made.pieces:
        if distance < stretch.length:
            return stretch.kind == LEAP and distance > 0
        distance -= stretch.length
    return False


# ---------------------------------------------------------------------------------------------------- where to strike


def strike_point(state: State, striker: int, means: int, route: Route, since: int = 0) -> int:
    """The first place along the path where a melee weapon strikes best: without the malus of its distance if it can.

    [Kaos K31.5] [Kaos K31.7] [Kaos K31.8]. `since`: no nearer along the path than this. NONE when the mover passes
    nowhere within reach.
    """
    mover = route.mover
    here = state.base(striker)
    far = here.reach + state.card(mover).side + MELEE_REACH  # a first look, for most places are far beyond it
    if not route.comes_near(here, far):
        return NONE
    others = state.others(striker, mover)
    weapon = weapon_of(state.card(striker), means)
    wants_contact = weapon is not None and weapon.kind == CLOSE
    found = last = NONE
    for gone, base in route.moments():
        is_again = gone == last  # where it turns it is struck before turning, as everywhere
        last = gone
        if (
            is_again
            or gone < since
            or abs(base.x - here.x) > far
            or abs(base.y - here.y) > far
            or route.is_in_the_air(gone)
            or not may_attack(state, striker, here, means, mover, base, others, of.INTERCEPTION)
        ):
            continue
        if within(state.table, here, base, CONTACT) == wants_contact:
            return gone
        if found == NONE:
            found = gone
    return found


def may_shoot(state: State, striker: int, means: int, moment: int, route: Route) -> bool:
    """Whether somebody could shoot or cast before or after the move; must agree with the conditions."""
    mover = route.mover
    spell = spell_of(state.card(striker), means)
    if spell is not None and (spell.is_free or spell.targets not in (ENEMY, ANY)):
        return False
    base = state.base(mover) if moment == BEFORE else route.second.end
    flags = of.INTERCEPTION | of.TARGET_MOVED if moment == AFTER else of.INTERCEPTION
    return may_attack(state, striker, state.base(striker), means, mover, base, flags=flags)


# ---------------------------------------------------------------------------------------------------------- conditions


def interception_conditions(
    state: State, route: Route, target: int, declared: list[Interception], strike: Interception
) -> list[Condition]:
    """Every condition of an interception. `declared`: those before it; `target`: who is attacked.

    [Kaos K20.13] [Kaos K31.1] [Kaos K31.5] [Kaos K31.6] [Kaos K31.10]
    """
    striker = strike.figure
    name = state.names[striker]
    mover = state.names[route.mover]
    facts = {"figure": name, "mover": mover}
    found = [
        Condition("mover-moves", ("K31.10",), route.length > 0, facts),
        Condition(
            "not-yours",
            ("K20.13",),
            state.owner[striker] != state.owner[route.mover],
            facts,
        ),
        Condition("not-in-play", ("K31.1",), state.status[striker] == IN_PLAY, facts),
        Condition("attacked-itself", ("K20.13",), striker != target, facts),
        Condition(
            "already-activated",
            ("K31.1", "K31.2"),
            not state.activated[striker],
            facts,
        ),
        Condition("fleeing", ("K27.3",), not is_fleeing(state, striker), facts),
        Condition(
            "kept-from-acting",
            ("K31.2",),
            not is_forbidden(state, striker, "interception"),
            facts,
        ),
        order_condition(declared, strike.moment, strike.distance),
    ]
    if not all(condition.holds for condition in found):
        return found
    return found + strike_conditions(state, route, strike)


def order_condition(declared: list[Interception], moment: int, distance: int) -> Condition:
    """Interceptions come in the order of the path, shots before it first and shots after it last [Kaos K31.11]."""
    holds = is_in_order(declared, moment, distance)
    return Condition("out-of-order", ("K20.14", "K31.11"), holds, {})


def is_in_order(declared: list[Interception], moment: int, distance: int) -> bool:
    """Whether an interception comes after those declared before it."""
    if not 0 <= moment < len(MOMENT_NAMES):
        return False
    if not declared:
        return True
    last = declared[-1]
    return moment > last.moment or (moment == last.moment and (moment != ALONG or distance >= last.distance))


def strike_conditions(state: State, route: Route, strike: Interception) -> list[Condition]:
    """Melee strikes come along the path, shots and spells before it or after it [Kaos K31.5] [Kaos K31.6]."""
    striker, means, moment, distance = strike.figure, strike.means, strike.moment, strike.distance
    card = state.card(striker)
    spell = spell_of(card, means)
    name = state.names[striker]
    facts = {"figure": name, "moment": MOMENT_NAMES[moment]}
    is_known = weapon_of(card, means) is not None or (
        spell is not None and not spell.is_free and spell.targets in (ENEMY, ANY)
    )
    found = [Condition("means", ("K31.1",), is_known, facts)]
    if not is_known:
        return found
    is_right = (moment == ALONG) == is_melee(card, means) and (moment == ALONG or distance == 0)
    found.append(Condition("wrong-moment", ("K31.5", "K31.6"), is_right, facts))
    if not is_right:
        return found
    if moment == ALONG:
        is_on = 0 <= distance <= route.length and not route.is_in_the_air(distance)
        at = format_length(distance)
        found.append(Condition("off-the-path", ("K31.5",), is_on, {**facts, "at": at}))
        if not is_on:
            return found
    base = state.base(route.mover) if moment == BEFORE else route.end if moment == AFTER else route.at(distance)
    flags = of.INTERCEPTION | (of.TARGET_MOVED if moment == AFTER else 0)
    others = state.others(striker, route.mover)
    return found + attack_conditions(state, striker, state.base(striker), means, route.mover, base, others, flags)


def strikers_against(state: State, mover: int, target: int, declared: list[Interception]) -> list[int]:
    """Who may intercept a figure at all: an opponent's, in play, not yet activated, able to act, not fleeing."""
    taken = [strike.figure for strike in declared]
    return [
        striker
        for striker in state.unactivated(1 - state.owner[mover])
        if striker != target
        and striker not in taken
        and not is_fleeing(state, striker)
        and not is_forbidden(state, striker, "interception")
    ]


def interceptions_by(
    state: State, strikers: list[int], route: Route, declared: list[Interception], is_one_enough: bool
) -> list[Interception]:
    """The interceptions of these figures that are worth listing; the first one found only, if that is enough."""
    found: list[Interception] = []
    if route.length == 0:
        return found
    since = declared[-1].distance if declared else 0
    for striker in strikers:
        card = state.card(striker)
        for means in of.weapons_and_spells(card):
            for moment in (ALONG,) if is_melee(card, means) else (BEFORE, AFTER):
                distance = strike_point(state, striker, means, route, since) if moment == ALONG else 0
                if distance == NONE or not is_in_order(declared, moment, distance):
                    continue
                if moment == ALONG or may_shoot(state, striker, means, moment, route):
                    found.append(Interception(striker, means, moment, distance))
                    if is_one_enough:
                        return found
    return found
