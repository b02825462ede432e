"""Where a spell or a skill may put a figure down: told place by place, and as an area [Kaos K18.6]."""

import pytest

from esquive.core.errors import NotationError
from esquive.core.messages import LANGUAGES
from esquive.kaos.book.windows import BEFORE_MOVE, FreeWindowFrame
from esquive.kaos.cards import ops
from esquive.kaos.cards.library import IN_FREE_WINDOW, SELF
from esquive.kaos.game import GAME
from esquive.kaos.seen.draft_shapes import DraftLanding, DraftPath, TriedLanding, TriedPath
from tests.kaos.playing import Table, box, mine, skill, theirs
from tests.kaos.text.test_trying import go

LEAP = skill(effects=(ops.Place(cm=6).at_play("leap"),), targets=SELF)
FREE = skill(effects=(ops.Place(cm=6).at_play("leap"),), targets=SELF, timing=IN_FREE_WINDOW, is_free=True)
WALL = box(at=(28, 10), size=(2, 20))


def window() -> Table:
    figures = {"hero": mine(at=(24, 20), skills=(FREE,)), "foe": theirs(at=(22, 24))}
    return Table(figures, [WALL], active="hero").start(FreeWindowFrame(BEFORE_MOVE, 0))


def planned() -> Table:
    figures = {"hero": mine(at=(20, 20), skills=(LEAP,)), "foe": theirs(at=(22, 26))}
    return Table(figures, [WALL]).turn_of("hero")


def tried(table: Table, line: str, x: float | None = None, y: float | None = None, **more: object) -> TriedLanding:
    found = GAME.words(table.state, str(more.pop("language", "en"))).drafted(
        0, DraftLanding(line=line, x=x, y=y, area=bool(more.get("area")))
    )
    assert isinstance(found, TriedLanding)
    assert found.legal == (table.refusal(found.line) is None)
    return found


def test_a_place_is_judged_as_the_decision_judges_it() -> None:
    found = tried(window(), "use hero knack hero 24,16")
    assert found.legal and found.figure == "hero" and (found.at.x, found.at.y, found.problem) == (24, 16, None)
    moved = tried(window(), "use hero knack hero 24,16", 20.004, 20)
    assert moved.line == "use hero knack hero 20,20" and moved.legal


@pytest.mark.parametrize(("x", "y", "kind"), [(24, 13, "place-distance"), (22, 23, "overlaps"), (28, 20, "no-footing")])
def test_a_place_that_will_not_do_says_why(x: float, y: float, kind: str) -> None:
    """[Kaos K6.2] [Ruling R201] [Ruling R205]."""
    found = tried(window(), "use hero knack hero 24,16", x, y)
    assert not found.legal and found.problem is not None and found.problem.kind == kind
    assert found.problem.clauses and found.problem.sentence


def test_the_area_holds_places_that_will_do_and_no_others() -> None:
    """Round the figure as far as the card says, short of the wall and clear of others."""
    table = window()
    found = tried(table, "use hero knack hero 24,16", area=True)
    assert found.area
    points = [point for ring in found.area for point in ring]
    assert max(x for x, _ in points) <= 26.75 and min(y for _, y in points) == pytest.approx(14, abs=0.1)
    for x, y in points[::7]:
        inward = (x + (24 - x) * 0.02, y + (20 - y) * 0.02)
        if abs(inward[0] - 22) > 2.6 or abs(inward[1] - 24) > 2.6:
            assert tried(table, "use hero knack hero 24,16", *inward).legal, inward
    assert tried(table, "use hero knack hero 24,16").area is None


def test_a_skill_that_puts_down_is_proposed_from_the_end_of_a_path_and_measured_from_there() -> None:
    """[Kaos K34.2]: whoever walked first is put down from where that ended."""
    table = planned()
    path = GAME.words(table.state).drafted(0, DraftPath(legs=[go(20, 12)], settled=True))
    assert isinstance(path, TriedPath)
    (leap,) = [one for one in path.actions if " use " in one.do]
    assert table.refusal(leap.do) is None and leap.at is not None
    assert tried(table, leap.do, 20, 7).legal and not tried(table, leap.do, 20, 20).legal


@pytest.mark.parametrize("line", ["pass", "use foe knack hero 1,1", "use hero #9 hero 1,1", "use hero knack #9 1,1"])
def test_a_line_that_asks_for_no_place_is_refused(line: str) -> None:
    with pytest.raises(NotationError):
        GAME.words(window().state).drafted(0, DraftLanding(line=line))


def test_only_who_is_asked_tries_places() -> None:
    with pytest.raises(NotationError, match="nobody is asked"):
        GAME.words(window().state).drafted(1, DraftLanding(line="use hero knack hero 24,16"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_forbids_a_place_is_told_in_every_language(language: str) -> None:
    found = tried(window(), "use hero knack hero 24,16", 24, 13, language=language)
    assert found.problem is not None and found.problem.sentence
