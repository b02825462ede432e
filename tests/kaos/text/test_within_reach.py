"""Reach in words: distances and directions, what is seen, ways to strike that really can be declared."""

import re

import pytest

from esquive.core.errors import NotationError
from esquive.core.messages import LANGUAGES
from esquive.core.waiting import Decision
from esquive.kaos.book.modifiers import add_effect
from esquive.kaos.book.movement import path_of
from esquive.kaos.book.plans import may_declare
from esquive.kaos.cards.library import FLYING
from esquive.kaos.cards.op_codes import ALWAYS, ROUND, Op
from esquive.kaos.cards.ops import Immobilise
from esquive.kaos.game import GAME
from esquive.kaos.geometry.arcs import in_attack_angle
from esquive.kaos.proposals.candidates import sorties
from esquive.kaos.spoken.bearings import SIDES, bearing, side_of
from esquive.kaos.spoken.wording import Wording
from esquive.kaos.table import answers
from tests.kaos.games import positions
from tests.kaos.playing import Table, box, close, cm, mine, ranged, theirs

COMPASS = [(10, 0), (10, 10), (0, 10), (-10, 10), (-10, 0), (-10, -10), (0, -10), (10, -10)]


def reach(table: Table, name: str = "hero", language: str = "en") -> list[str]:
    return GAME.words(table.state, language).reach(name)


def line_about(told: list[str], name: str) -> str:
    """The line that says where somebody is."""
    return next(line for line in told if f"({name})" in line and not line.startswith(" "))


@pytest.mark.parametrize("turns", range(8))
def test_a_side_is_told_as_the_figure_faces(turns: int) -> None:
    """Anticlockwise from ahead, in eighths, whichever way it has turned."""
    table = Table({"hero": mine(at=(30, 30), faces=45 * turns)})
    base = table.state.base(0)
    found = [side_of(base, base.x + cm(x), base.y + cm(y)) for x, y in COMPASS]
    assert found == [SIDES[(number - turns) % 8] for number in range(8)]


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "9.4 cm ahead left"), ("fr", "9,4 cm devant à gauche"), ("it", "9,4 cm davanti a sinistra")],
)
def test_a_distance_is_told_from_base_to_base(language: str, told: str) -> None:
    """[Kaos K9.2]: corner to corner, since both stand straight."""
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(20 + 2.5 + 6.6468, 20 + 2.5 + 6.6468))})
    state = table.state
    assert bearing(state, state.base(0), state.base(1), Wording(state, language)) == told


def test_bases_that_touch_are_in_contact() -> None:
    """[Kaos K21.2]."""
    state = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(17.5, 20))}).state
    assert bearing(state, state.base(0), state.base(1), Wording(state)) == "in contact behind"


def test_reach_tells_moves_weapons_and_everybody() -> None:
    """How far it walks, runs and charges; what strikes and shoots from where; who hides behind what."""
    figures = {
        "hero": mine(at=(20, 20), weapons=[close(), ranged(5, 4, 40)]),
        "foe": theirs(at=(20, 30), faces=0),
        "pal": mine(at=(10, 20)),
        "shy": theirs(at=(40, 20)),
    }
    table = Table(figures, [box((30, 10), (2, 20), name="wall")]).turn_of("hero")
    told = reach(table)
    assert told[0] == "Hero (hero) stands at 20, 20, facing 0°"
    assert told[1].startswith(
        "It walks up to 10 cm [K10.1], runs up to 20 cm [K10.2], charges along a straight line of 10"
    )
    assert "    sword: close melee, 4 dice, 5 wounds, in contact; within 2.5 cm with one die fewer [K21.3]" in told
    assert "    bow: ranged, 5 dice, 4 wounds, up to 40 cm, one die fewer for each 10 cm begun beyond [K25.3]" in told
    assert line_about(told, "foe") == "Foe (foe): 7.5 cm left, in full view"
    assert line_about(told, "shy") == "Shy (shy): 17.5 cm ahead, hidden by wall"
    assert line_about(told, "pal") == "Pal (pal): 7.5 cm behind, in full view"
    assert "    shoot at Foe from the front with bow, 6 dice" in told, "point-blank [Kaos K25.2]"
    assert told.index(line_about(told, "foe")) < told.index(line_about(told, "shy"))


def test_each_way_to_strike_can_be_declared_as_it_is_told() -> None:
    """The cheapest from the front and from behind, with the line that declares it [Kaos K20.1]."""
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(26, 20), faces=90)}).turn_of("hero")
    ways = [line for line in reach(table) if "strike Foe" in line]
    assert len(ways) == 2
    for line, side in zip(ways, ("from the front", "from behind"), strict=True):
        told, plan = line.rsplit(": ", 1)
        assert side in told and re.search(r"walk [\d.]+ cm", told) and "4 dice" in told
        assert table.refusal(plan) is None


@pytest.mark.parametrize("seed", [2, 7])
def test_sorties_are_legal_and_keep_the_side_they_promise(seed: int) -> None:
    """In games played by chance, for every figure, whoever's turn it is."""
    found = 0
    for number, (state, _, _) in enumerate(positions(seed)):
        if number % 7 or not isinstance(state.waiting, Decision):
            continue
        for figure in state.in_play():
            sides: dict[tuple[int, int], list[bool]] = {}
            for plan in sorties(state, figure):
                assert may_declare(state, figure, plan) and plan.action == answers.STRIKE
                end = path_of(state, figure, state.base(figure), plan.first).end
                is_front = in_attack_angle(state.base(plan.target), end)
                sides.setdefault((plan.target, plan.means), []).append(is_front)
                found += 1
            assert all(one in ([True], [False], [True, False]) for one in sides.values())
    assert found > 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_reach_is_told_in_every_language_wherever_a_figure_stands(language: str) -> None:
    for number, (state, _, _) in enumerate(positions(6)):
        if number % 11 == 0 and state.in_play():
            for name in state.names:
                told = GAME.words(state, language).reach(name)
                assert told and not any("{" in line or "kaos." in line for line in told)


def test_a_figure_off_the_table_reaches_nothing_and_nobody_is_no_figure() -> None:
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(26, 20))})
    table.state.status[1] += 1
    assert reach(table, "foe") == ["Foe is not on the table."]
    with pytest.raises(NotationError, match="no figure is called 'hreo'"):
        reach(table, "hreo")


@pytest.mark.parametrize(
    ("keywords", "told"),
    [
        (0, ["Uphill and difficult ground cost it twice as much, downhill half [K11.1, K11.2, K11.8]"]),
        (FLYING, ["Keywords: flying"]),
    ],
)
def test_what_the_ground_costs_is_said_of_who_walks_on_it(keywords: int, told: list[str]) -> None:
    table = Table({"hero": mine(at=(20, 20), keywords=keywords)})
    assert reach(table)[2:-1] == told


def test_who_is_held_fast_goes_nowhere() -> None:
    """[Kaos K10.14]."""
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(26, 20))})
    add_effect(table.state, 0, Op(Immobilise, 0, 1, ALWAYS, ROUND, 0, 1))
    told = reach(table)
    assert told[1] == "It is held fast and goes nowhere [K10.14]"
    assert not any("strike Foe" in line for line in told)
