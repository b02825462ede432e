"""The floors inside a game, held: imports run downwards only, and no circle of modules grows without a reason.

Every import counts: late ones inside a function, those for annotations alone under `if TYPE_CHECKING`, and dotted names
of modules in strings. A circle is a set of modules each of which reaches every other one.
"""

import ast
from collections.abc import Iterable

import pytest

from tests.architecture.test_imports import GAMES, imports, modules, named_modules

# From the ground up; what stands on one floor may import its own floor and those before it.
FLOORS = (
    "releases",
    "geometry",
    "cards",
    "table",
    "book",
    "proposals",
    "battlefields",
    "written",
    "spoken",
    "packs",
    "seen",
    "drawn",
    "setups",
    "words",
    "evaluation",
    "game",
)
LARGEST_CIRCLE = 6

# Every circle there is, with the reason why it is one.
CIRCLES = {
    "a game has words, and words speak of a game": {
        "esquive.core.game",
        "esquive.core.words",
    },
    "who is meant, how much counts and which powers are copied ask one another: the one real recursion of the rules": {
        "esquive.krosmaster.book.powers.amounts",
        "esquive.krosmaster.book.powers.copying",
        "esquive.krosmaster.book.powers.selectors",
        "esquive.krosmaster.book.powers.values",
    },
    "a spell leaves effects on standby, and an effect on standby may be a spell to cast [KA 7.2.9.d]": {
        "esquive.krosmaster.book.casting",
        "esquive.krosmaster.book.standby",
    },
    "a move may end in a fall, a fall wounds, who is wounded may move or flee, and that is a move again [Kaos K12.1]": {
        "esquive.kaos.book.falls",
        "esquive.kaos.book.flight",
        "esquive.kaos.book.movement",
        "esquive.kaos.book.moves",
        "esquive.kaos.book.wounds",
    },
    "an attack asks for a reaction, that may be a skill, and a skill used on somebody is an attack [Kaos K20.9]": {
        "esquive.kaos.book.defences",
        "esquive.kaos.book.exchange",
        "esquive.kaos.book.opposition",
        "esquive.kaos.book.reaction_conditions",
        "esquive.kaos.book.reactions",
        "esquive.kaos.book.uses",
    },
    "a room has participants, and they ask it who sits where and what is asked": {
        "esquive.hosting.participants",
        "esquive.hosting.rooms",
    },
}


def imported(text: str, known: Iterable[str]) -> list[tuple[int, str]]:
    """Line and name of each module of ours that a text imports; a name that is no module is one of its package's."""
    tree = ast.parse(text)
    found = []
    for line, what in [*imports(tree), *named_modules(tree)]:
        module = what
        while module and module not in known:
            module = module.rpartition(".")[0]
        if module.startswith("esquive."):
            found.append((line, module))
    return found


def floor_of(name: str) -> tuple[str, int] | None:
    """The game of a module and the number of its floor; None for the package of a game itself and for other layers."""
    parts = name.split(".")
    if len(parts) < 3 or parts[1] not in GAMES:
        return None
    return parts[1], FLOORS.index(parts[2])


def climbs(name: str, text: str, known: Iterable[str]) -> list[str]:
    """The imports of a module that lead up to a higher floor of its game."""
    here = floor_of(name)
    found = []
    for line, what in imported(text, known) if here else ():
        there = floor_of(what)
        if here and there and here[0] == there[0] and here[1] < there[1]:
            found.append(f"{name}:{line}: {FLOORS[here[1]]} lies below {FLOORS[there[1]]} and may not import {what}")
    return found


def circles(arrows: dict[str, set[str]]) -> list[set[str]]:
    """The sets of two modules or more of which each reaches every other, by the arrows from module to module."""
    reached = {name: reachable(name, arrows) for name in arrows}
    found = {frozenset(other for other in reached[name] if name in reached.get(other, ())) for name in arrows}
    return [set(circle) for circle in found if len(circle) > 1]


def reachable(name: str, arrows: dict[str, set[str]]) -> set[str]:
    """Every module that an arrow, or several one after the other, lead to from this one."""
    found: set[str] = set()
    ahead = [name]
    while ahead:
        new = arrows.get(ahead.pop(), set()) - found
        found |= new
        ahead.extend(new)
    return found


def test_every_room_of_a_game_is_a_floor() -> None:
    rooms = {parts[2] for name, _ in modules() if len(parts := name.split(".")) > 2 and parts[1] in GAMES}
    assert rooms - set(FLOORS) == set()


def test_no_import_leads_up_to_a_higher_floor() -> None:
    known = {name for name, _ in modules()}
    assert [fault for name, text in modules() for fault in climbs(name, text, known)] == []


def test_every_circle_of_modules_is_named_with_its_reason_and_none_is_larger_than_six() -> None:
    known = {name for name, _ in modules()}
    found = circles({name: {what for _, what in imported(text, known)} for name, text in modules()})
    assert [sorted(circle) for circle in found if circle not in CIRCLES.values()] == [], "a circle without a reason"
    assert [reason for reason, circle in CIRCLES.items() if circle not in found] == [], "a circle that is none any more"
    assert max(len(circle) for circle in found) <= LARGEST_CIRCLE


KNOWN = {name for name, _ in modules()}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("esquive.krosmaster.table.state", "from esquive.krosmaster.book.block import BlockFrame"),
        ("esquive.krosmaster.cards.library", "from esquive.krosmaster.table import state"),
        ("esquive.krosmaster.book.block", "def f() -> None:\n    from esquive.krosmaster.written import notation"),
        ("esquive.krosmaster.book.block", "if TYPE_CHECKING:\n    from esquive.krosmaster.game import GAME"),
        ("esquive.kaos.geometry.paths", "import esquive.kaos.cards.library"),
        ("esquive.kaos.book.slam", "WHERE = 'esquive.kaos.proposals.slam'"),
        ("esquive.kaos.seen.views", "from esquive.kaos import evaluation"),
    ],
)
def test_an_arrow_that_climbs_is_found(name: str, text: str) -> None:
    assert len(climbs(name, text, KNOWN)) == 1


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("esquive.krosmaster.book.block", "from esquive.krosmaster.table.state import State"),
        ("esquive.krosmaster.book.block", "from esquive.krosmaster.book import casting"),
        ("esquive.kaos.proposals.random_plans", "from esquive.kaos.book.plans import PlanFrame"),
        ("esquive.lab.kaos.invariants", "from esquive.kaos.game import GAME"),
        ("esquive.krosmaster.table.state", "from esquive.core.frames import Frame"),
    ],
)
def test_an_arrow_that_runs_down_or_level_is_allowed(name: str, text: str) -> None:
    assert climbs(name, text, KNOWN) == []


def test_circles_are_found_however_long_the_way_round() -> None:
    arrows = {"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": {"e"}, "e": {"d"}, "f": {"a"}, "g": {"g"}}
    assert sorted(map(sorted, circles(arrows))) == [["a", "b", "c"], ["d", "e"]]
