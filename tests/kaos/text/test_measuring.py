"""What anybody may measure: lengths from base to base, samples seen, how far weapons carry, where a figure gets to."""

from itertools import chain
from typing import Any

import msgspec
import pytest

from esquive.core.errors import NotationError
from esquive.core.messages import LANGUAGES
from esquive.kaos.book.modifiers import add_effect
from esquive.kaos.book.moves import MOVE_FORCED, MoveChoiceFrame
from esquive.kaos.book.pools import attack_pool
from esquive.kaos.cards.op_codes import ALWAYS, ROUND, Op
from esquive.kaos.cards.ops import Immobilise
from esquive.kaos.game import GAME
from esquive.kaos.geometry.measures import distance
from esquive.kaos.seen.draft_shapes import (
    DraftBands,
    DraftField,
    DraftReach,
    DraftRuler,
    DraftSight,
    DraftSpot,
    TriedBands,
    TriedField,
    TriedReach,
    TriedRuler,
    TriedSight,
)
from tests.kaos.games import positions
from tests.kaos.playing import SPELL, SWORD, Table, box, close, cm, long, mine, ranged, spell, theirs

PAIR = {"hero": mine(at=(20, 20)), "foe": theirs(at=(40, 20))}


def measured(table: Table, draft: Any, language: str = "en") -> Any:
    return GAME.words(table.state, language).drafted(-1, draft)


def test_the_ruler_goes_from_base_to_base_and_from_points() -> None:
    """At the shortest [Kaos K9.2]; a figure may be measured from where it would stand."""
    table = Table(PAIR)
    found = measured(table, DraftRuler(start="hero", end="foe"))
    assert isinstance(found, TriedRuler) and (found.length, found.text) == (17.5, "17.5 cm ahead")
    assert abs(found.end.x - found.start.x) == 17.5
    point = measured(table, DraftRuler(start=DraftSpot(x=20, y=30), end="hero"))
    assert point.length == pytest.approx(8.75, abs=0.001) and point.text == "8.8 cm"
    there = measured(table, DraftRuler(start=DraftSpot(x=35, y=20, figure="hero"), end="foe"))
    assert there.length == 2.5
    assert measured(table, DraftRuler(start=DraftSpot(x=1, y=1), end=DraftSpot(x=4, y=5))).length == pytest.approx(
        5, abs=0.001
    )


def test_sight_tells_each_sample_and_what_hides_the_rest() -> None:
    """Of the body and of the base [Kaos K23.8] [Kaos K25.9], as shots are judged."""
    clear = measured(Table(PAIR), DraftSight(figure="hero", target="foe"))
    assert isinstance(clear, TriedSight) and clear.seen == clear.samples and clear.blocker is None
    hidden = measured(Table(PAIR, pieces=[box(at=(30, 10), size=(1, 20))]), DraftSight(figure="hero", target="foe"))
    assert (hidden.seen, hidden.blocker) == (0, "wall") and "Hidden by wall" in hidden.text[-1]
    assert hidden.blocked is not None and hidden.blocked[0] == hidden.head
    low = Table(PAIR, pieces=[box(at=(36, 10), size=(1, 20), height=1)])
    cover = measured(low, DraftSight(figure="hero", target="foe"))
    assert cover.seen and cover.base_seen < cover.base_samples and "K25.8" in cover.text[-1]
    moved = measured(low, DraftSight(figure="hero", target="foe", at=DraftSpot(x=40, y=30)))
    assert moved.base_seen == moved.base_samples and moved.blocker is None


def test_what_lies_on_a_line_of_sight_is_told_from_the_side() -> None:
    """The wall, then whoever stands in between, each from where to where and how high; the two themselves are not."""
    cast = {**PAIR, "friend": mine(at=(35, 20))}
    table = Table(cast, pieces=[box(at=(25, 10), size=(2, 20), height=1), box(at=(25, 40), size=(2, 5))])
    wall, friend = measured(table, DraftSight(figure="hero", target="foe")).sections
    assert (wall.label, wall.bottom, wall.top) == ("wall", 0, (1, 1))
    assert (wall.start, wall.end) == pytest.approx((5, 7), abs=0.01)
    assert friend.label == "Friend" and friend.top[0] > 2
    assert (friend.start + friend.end) / 2 == pytest.approx(15, abs=0.01)


def test_a_field_tells_of_every_cell_what_would_be_seen_there() -> None:
    """In full, in cover or not at all, as of a real figure in its middle [Kaos K23.8] [Kaos K25.9]."""
    wall = box(at=(30, 10), size=(1, 20), height=8)
    table = Table(PAIR, pieces=[wall])
    field = measured(table, DraftField(figure="hero"))
    assert isinstance(field, TriedField) and field.step == 1.5
    assert len(field.rows) == len(field.rows[0]) == 50
    signs = {"#": "hidden", ".": "seen", "c": "cover"}
    told = {"seen": 0, "cover": 0, "hidden": 0}
    for row, column in ((13, 5), (13, 30), (20, 22), (5, 30), (40, 40), (13, 45), (22, 30), (23, 31), (21, 28)):
        sign = field.rows[row][column]
        x, y = (column + 0.5) * 1.5, (row + 0.5) * 1.5
        there = Table({"hero": PAIR["hero"], "foe": theirs(at=(x, y))}, pieces=[wall])
        found = measured(there, DraftSight(figure="hero", target="foe"))
        real = "hidden" if not found.seen else "seen" if found.base_seen == found.base_samples else "cover"
        assert signs[sign] == real, (row, column)
        told[real] += 1
    assert told["seen"] and told["hidden"]


def test_a_field_says_who_is_seen_and_leaves_out_where_nobody_stands() -> None:
    tower = box(at=(30, 10), size=(4, 20), height=8)
    field = measured(Table(PAIR, pieces=[tower]), DraftField(figure="hero"))
    assert field.text == ["Not seen: Foe."]
    assert " " in field.rows[13] and " " not in field.rows[40]
    beside = measured(Table(PAIR, pieces=[tower]), DraftField(figure="hero", at=DraftSpot(x=40, y=50)))
    assert beside.text == ["In full view: Foe."]
    with pytest.raises(NotationError, match="her"):
        measured(Table(PAIR), DraftField(figure="her"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_measures_are_told_in_every_language(language: str) -> None:
    table = Table(PAIR, pieces=[box(at=(36, 10), size=(1, 20), height=1)])
    assert all(measured(table, DraftSight(figure="hero", target="foe"), language).text)
    assert all(one.text for one in measured(table, DraftBands(figure="hero"), language).means[0].bands)


@pytest.mark.parametrize(
    ("keys", "means"),
    [
        ({"weapons": (close(),)}, SWORD),
        ({"weapons": (long(),)}, SWORD),
        ({"weapons": (ranged(),)}, SWORD),
        ({"weapons": (ranged(dice=3, reach=6),)}, SWORD),
        ({"weapons": (), "spells": (spell(reach=0),)}, SPELL),
        ({"weapons": (), "spells": (spell(),)}, SPELL),
    ],
)
def test_a_band_has_the_dice_that_an_attack_from_its_middle_would_have(keys: dict[str, Any], means: int) -> None:
    """In the open, with nobody moving [Kaos K21.3] [Kaos K22.4] [Kaos K25.2] [Kaos K25.3]."""
    bands = measured(Table({"hero": mine(at=(10, 20), **keys)}), DraftBands(figure="hero"))
    assert isinstance(bands, TriedBands)
    (found,) = bands.means
    assert found.bands
    for band in found.bands:
        gap = (band.nearest + band.farthest) / 2
        table = Table({"hero": mine(at=(10, 20), **keys), "foe": theirs(at=(12.5 + gap, 20))}, size=(150, 60))
        state = table.state
        assert distance(state.table, state.base(0), state.base(1)) == cm(gap)
        pool = attack_pool(state, 0, state.base(0), means, 1, state.base(1), state.others(0, 1))
        assert pool.dice == band.dice, (band, pool)


def test_reach_has_areas_for_a_walk_and_a_run_and_none_for_who_is_held_fast() -> None:
    """[Kaos K10.14]."""
    table = Table(PAIR)
    found = measured(table, DraftReach(figure="hero"))
    assert isinstance(found, TriedReach) and found.simple == 10 and found.walk and found.run
    assert max(x for ring in found.walk for x, _ in ring) == pytest.approx(30, abs=0.3)
    assert {lane.target for lane in found.lanes} == {"foe"}
    add_effect(table.state, 0, Op(Immobilise, 0, 1, ALWAYS, ROUND, 0, 1))
    held = measured(table, DraftReach(figure="hero"))
    assert (held.simple, held.walk, held.run, held.lanes) == (0, [], [], [])


def test_a_move_that_was_not_declared_reaches_as_far_as_it_may_go() -> None:
    """No run, and no charge [Kaos K10.15]."""
    table = Table(PAIR).start(MoveChoiceFrame(0, cm(4), MOVE_FORCED))
    found = measured(table, DraftReach(figure="hero"))
    assert (found.simple, found.run, found.lanes) == (4, [], [])
    assert max(x for ring in found.walk for x, _ in ring) == pytest.approx(24, abs=0.3)


def test_nobody_is_measured_who_is_not_there() -> None:
    for draft in (DraftReach(figure="nobody"), DraftSight(figure="hero", target="hero"), DraftBands(figure="x")):
        with pytest.raises(NotationError):
            measured(Table(PAIR), draft)


def test_in_games_samples_agree_with_the_judge_and_no_measure_tells_a_secret() -> None:
    """What the other player's figures carry unseen changes nothing that is told [Ruling R217]."""
    looked = 0
    for number, (state, _, rng) in enumerate(chain(positions(1), positions(3))):
        figures = list(state.in_play())
        if number % 25 or len(figures) < 2:
            continue
        one, other = (state.names[figure] for figure in rng.sample(figures, 2))
        hidden = GAME.hide(state, 0, rng)
        for draft in (DraftSight(figure=one, target=other), DraftReach(figure=one), DraftBands(figure=one)):
            looked += 1
            found = GAME.words(state).drafted(0, draft)
            assert msgspec.json.encode(found) == msgspec.json.encode(GAME.words(hidden).drafted(0, draft))
            if isinstance(found, TriedSight):
                assert sum(ray.seen for ray in found.rays) == found.seen
                assert sum(point.seen for point in found.points) == found.base_seen
    assert looked > 20
