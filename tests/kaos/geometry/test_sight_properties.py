"""What is true of every sight, and that an oracle sees the same [Kaos K23.8] [Kaos K25.9]."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis.strategies import integers

from esquive.kaos.geometry.shapes import SIGHT, Base, Piece, Point, Table
from esquive.kaos.geometry.sight import Sight, is_clear, samples, sees, sight, stands_in
from esquive.lab.kaos.sight_oracle import (
    HIDDEN,
    SEEN,
    UNDECIDED,
    Scene,
    disagreements,
    hiding_in,
    look,
    places,
    random_scene,
)

WALL = Piece("wall", "wall", ((0, 0), (100_000, 0), (100_000, 10_000), (0, 10_000)), 50_000, SIGHT)
FIGURE = Base(50_000, 50_000, 0, 0, 25_000, 32_000, 29_400, 12_000)

SEEDS = integers(0, 10**9)
few = settings(max_examples=60, deadline=None, derandomize=True)


def answer_of(scene: Scene) -> Sight:
    return sight(scene.table, scene.viewer, scene.target, scene.others)


def with_pieces(scene: Scene, pieces: tuple[Piece, ...]) -> Scene:
    return Scene(Table(scene.table.width, scene.table.depth, pieces), scene.viewer, scene.target, scene.others)


def without_woods(scene: Scene) -> Scene:
    """The scene without the woods that the viewer or the target stands in, which hide nothing [Ruling R328]."""
    woods = [one for one in scene.table.pieces if stands_in(one, scene.viewer) or stands_in(one, scene.target)]
    return with_pieces(scene, tuple(one for one in scene.table.pieces if one not in woods))


def facts(answer: Sight) -> tuple[object, ...]:
    return (answer.seen, answer.samples, answer.base_seen, answer.base_samples, answer.margin, answer.is_visible)


def moved(base: Base, dx: int, dy: int) -> Base:
    return base.at(base.x + dx, base.y + dy, base.z, base.facing)


@few
@given(SEEDS)
def test_the_quick_answer_is_the_whole_answer(seed: int) -> None:
    """`sees` stops early and says the same as `sight`."""
    scene = random_scene(Random(seed))
    assert sees(scene.table, scene.viewer, scene.target, scene.others) == answer_of(scene).is_visible


@few
@given(SEEDS)
def test_a_point_counts_as_seen_when_the_line_to_it_is_clear(seed: int) -> None:
    """What is left out at once, by boxes and strips, would not have hidden anything.

    A wood that the viewer or the target stands in hides nothing [Ruling R328]; of a mere line nobody knows that.
    """
    scene = random_scene(Random(seed))
    answer = answer_of(scene)
    scene = without_woods(scene)
    head = (scene.viewer.x, scene.viewer.y, scene.viewer.z + scene.viewer.head)
    body, base = samples(scene.table, scene.target)
    assert answer.seen == sum(is_clear(scene.table, head, spot, scene.others) for spot in body)
    assert answer.base_seen == sum(is_clear(scene.table, head, spot, scene.others) for spot in base)


@few
@given(SEEDS)
def test_a_line_is_clear_in_both_directions(seed: int) -> None:
    """Exactly: whatever the two points."""
    rng = Random(seed)
    scene = random_scene(rng)
    for _ in range(20):
        one = (rng.randrange(600_000), rng.randrange(600_000), rng.randrange(100_000))
        two = (rng.randrange(600_000), rng.randrange(600_000), rng.randrange(100_000))
        assert is_clear(scene.table, one, two, scene.others) == is_clear(scene.table, two, one, scene.others)


@few
@given(SEEDS)
def test_taking_scenery_away_hides_nothing(seed: int) -> None:
    """Except what one stands on, which carries the points of the base that would sink into it."""
    scene = random_scene(Random(seed))
    before = answer_of(scene)
    for i, piece in enumerate(scene.table.pieces):
        if not piece.is_standable:
            after = answer_of(with_pieces(scene, scene.table.pieces[:i] + scene.table.pieces[i + 1 :]))
            assert after.seen >= before.seen and after.base_seen >= before.base_seen
            assert after.margin >= before.margin


@few
@given(SEEDS)
def test_taking_a_figure_away_hides_nothing(seed: int) -> None:
    """[Ruling R206]"""
    scene = random_scene(Random(seed))
    before = answer_of(scene)
    for i in range(len(scene.others)):
        others = scene.others[:i] + scene.others[i + 1 :]
        after = answer_of(Scene(scene.table, scene.viewer, scene.target, others))
        assert after.seen >= before.seen and after.base_seen >= before.base_seen
        assert after.margin >= before.margin


@few
@given(SEEDS)
def test_the_order_of_pieces_and_figures_changes_nothing(seed: int) -> None:
    """Nor which of them is named as the blocker."""
    rng = Random(seed)
    scene = random_scene(rng)
    pieces, others = list(scene.table.pieces), list(scene.others)
    rng.shuffle(pieces)
    rng.shuffle(others)
    shuffled = with_pieces(Scene(scene.table, scene.viewer, scene.target, others), tuple(pieces))
    one, two = answer_of(scene), answer_of(shuffled)
    assert facts(one) == facts(two)
    assert (one.ray, one.blocked_ray) == (two.ray, two.blocked_ray)
    assert culprit(scene, one) is culprit(shuffled, two)


def culprit(scene: Scene, answer: Sight) -> Piece | Base | None:
    if answer.blocker is None:
        return None
    kind, index = answer.blocker
    return scene.table.pieces[index] if kind == "piece" else scene.others[index]


@few
@given(SEEDS, integers(-300_000, 300_000), integers(-300_000, 300_000))
def test_a_position_moved_as_a_whole_is_seen_the_same(seed: int, dx: int, dy: int) -> None:
    """To the micrometre: nothing depends on where on the table it is."""
    scene = random_scene(Random(seed))

    def point(at: Point) -> Point:
        return (at[0] + dx, at[1] + dy)

    pieces = tuple(
        Piece(
            piece.name,
            piece.kind,
            tuple(map(point, piece.shape)),
            piece.height,
            piece.flags,
            piece.low and point(piece.low),
            piece.high and point(piece.high),
        )
        for piece in scene.table.pieces
    )
    bases = [moved(base, dx, dy) for base in (scene.viewer, scene.target, *scene.others)]
    after = answer_of(Scene(Table(scene.table.width, scene.table.depth, pieces), bases[0], bases[1], bases[2:]))
    before = answer_of(scene)
    assert facts(after) == facts(before) and after.blocker == before.blocker


@few
@given(SEEDS)
def test_the_witnesses_show_the_verdict(seed: int) -> None:
    """A ray when the target is seen, a blocked one when it is not or is in cover, and the blocker blocks it alone."""
    scene = random_scene(Random(seed))
    answer = answer_of(scene)
    assert (answer.ray is not None) == answer.is_visible == (answer.margin >= 0)
    assert (answer.blocked_ray is not None) == (not answer.is_visible or answer.base_seen < answer.base_samples)
    assert abs(answer.margin) <= scene.target.height
    if answer.ray is not None:
        assert is_clear(without_woods(scene).table, *answer.ray, scene.others)
    if answer.blocked_ray is not None:
        alone = culprit(scene, answer)
        assert alone is not None
        pieces = (alone,) if isinstance(alone, Piece) else ()
        figures = [alone] if isinstance(alone, Base) else []
        only = Table(scene.table.width, scene.table.depth, pieces)
        assert not is_clear(only, *answer.blocked_ray, figures)


@few
@given(SEEDS)
def test_the_margin_is_how_far_the_nearest_point_is_from_the_other_verdict(seed: int) -> None:
    """Up or down, to the micrometre, among figures at all levels."""
    rng = Random(seed)
    viewer, target = FIGURE, Base(250_000, 50_000, 0, 0, 25_000, 32_000, 29_400, 12_000)
    crowd = [
        Base(
            rng.randrange(80_000, 220_000),
            rng.randrange(47_000, 53_000),
            rng.randrange(60_000),
            0,
            25_000,
            rng.randrange(5_000, 20_000),
            0,
            20_000,
        )
        for _ in range(12)
    ]
    table = Table(600_000, 600_000, ())
    answer = sight(table, viewer, target, crowd)
    ray = answer.ray or answer.blocked_ray
    assert ray is not None
    head, (x, y, z) = ray
    far = abs(answer.margin)
    if far == target.height:
        return
    seen_near, seen_far = answer.is_visible, not answer.is_visible
    if answer.is_visible:
        far += 1
    for step in (0, far // 3, far // 2, far - 1):
        assert is_clear(table, head, (x, y, z + step), crowd) == seen_near
        assert is_clear(table, head, (x, y, z - step), crowd) == seen_near
    assert seen_far in (is_clear(table, head, (x, y, z + far), crowd), is_clear(table, head, (x, y, z - far), crowd))


# --- the oracle -------------------------------------------------------------------------------------------------------


@settings(max_examples=80, deadline=None, derandomize=True)
@given(SEEDS)
def test_an_oracle_in_floating_point_sees_the_same(seed: int) -> None:
    """shapely's cuts and our own heights on them, against the rule's integers."""
    assert disagreements(random_scene(Random(seed))) == []


@pytest.mark.parametrize(
    ("y", "z", "verdict"),
    [(5_000, 20_000, HIDDEN), (-5_000, 20_000, SEEN), (9_990, 20_000, UNDECIDED), (5_000, 49_989, UNDECIDED)],
)
def test_the_oracle_is_undecided_only_about_a_hair(y: float, z: float, verdict: int) -> None:
    """Along a wall, beside it, and within two micrometres of what the rule leaves."""
    scene = Scene(Table(600_000, 600_000, (WALL,)), FIGURE, FIGURE, [])
    assert look(hiding_in(scene), (-20_000.0, y, z), (120_000.0, y, z)) == verdict


def test_the_oracle_finds_the_points_of_the_rule() -> None:
    """Worked out by sines and cosines, within a micrometre or two."""
    target = Base(50_000, 60_000, 0, 33_000, 40_000, 60_000, 50_000, 30_000)
    scene = Scene(Table(600_000, 600_000, ()), FIGURE, target, [])
    for ours, theirs in zip(samples(scene.table, target), places(scene), strict=True):
        assert len(ours) == len(theirs)
        for x, y, z in ours:
            assert min(abs(x - a) + abs(y - b) + abs(z - c) for a, b, c in theirs) < 4
