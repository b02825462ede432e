"""Whatever is in progress, a copy and a saved position go on exactly as the game itself; no answer is ever an error.

Small battles by chance, with every kind of weapon and spell in reach of each other, on a table with a wall, a ledge, a
marsh and a ramp. At every wait the position is written, read and copied; the game goes on with the one that was read.
"""

import json
from random import Random

import pytest

from esquive.core.frames import advance, frame_from_data
from esquive.core.waiting import Decision, Over, Roll
from esquive.kaos.book.round import RoundFrame
from esquive.kaos.cards.library import LIFE_GAUGE, WILL
from esquive.kaos.geometry.shapes import CLIMBABLE, DIFFICULT, SIGHT, TOP
from esquive.kaos.table import answers
from esquive.kaos.table.state import IN_PLAY, State
from esquive.kaos.written.documents.saves import FRAMES
from tests.kaos.playing import Figure, Table, box, close, long, mine, platform, ranged, spell, theirs

MOST_WAITS = 700
CARDS = (
    {"weapons": (close(), ranged()), "shield": 3},
    {"weapons": (long(),)},
    {"weapons": (close(),), "spells": (spell(defence=WILL, wounds=3),)},
    {"weapons": (ranged(),), "spells": (spell(defence=LIFE_GAUGE, wounds=2, is_free=True),)},
)


def battle(seed: int) -> Table:
    """Four figures a side at arm's length, two of them with a flight or a long round behind them."""
    rng = Random(seed)
    figures: dict[str, Figure] = {}
    for number in range(8):
        side = mine if number < 4 else theirs
        at = (18 + 6 * (number % 4) + rng.random(), (20 if number < 4 else 26) + rng.random() * 2)
        where = (round(at[0], 2), round(at[1], 2))
        card = CARDS[(number + seed) % len(CARDS)]
        figures[f"f{number}"] = side(at=where, faces=rng.randrange(360), life=rng.choice((6, 14)), **card)
    pieces = [
        box((44, 20), (2, 12)),
        platform((20, 32), (12, 8), 4, SIGHT | TOP | CLIMBABLE),
        box((10, 10), (20, 6), 0, DIFFICULT, "marsh"),
        platform((36, 8), (10, 8), 5),
    ]
    options = {"flight_rounds": seed % 3, "victory_points": 80, "rounds": 4}
    table = Table(figures, pieces, options=options, destiny=(1, 2))
    table.state.stack = [RoundFrame()]
    table.state.log = None
    return table


def written(state: State) -> str:
    """The position as it is saved."""
    return json.dumps(state.to_data(), sort_keys=True)


def read_again(state: State) -> State:
    """The same position with a stack read from data."""
    other = state.copy()
    frames = json.loads(json.dumps([frame.to_data() for frame in state.stack]))
    other.stack = [frame_from_data(FRAMES, data) for data in frames]
    return other


ODD_ANSWERS = (
    -1,
    0,
    255,
    1 << 40,
    answers.pack(answers.PLAN, [0] * 7),
    answers.pack(answers.PLAN, [1, 1, answers.WEAPON, 99, 5, -7, 1, 0, 2**31 - 1, -(2**31), 0]),
    answers.pack(answers.PLAN, [3, 2, -9, -1, 0, 0, 2, 1, 0, 0, 10**9, 2, 1, 1, 1]),
    answers.pack(answers.INTERCEPT, [4, answers.WEAPON, 1, -3]),
    answers.pack(answers.INTERCEPT, [-4, 7, 9, 10**9]),
    answers.pack(answers.MOVE, [1, 0, 0, 400_000]),
    answers.pack(answers.MOVE, [2, 5, 5, 0]),
    answers.pack(answers.SLAM, [2**31 - 1, 0]),
    answers.pack(answers.REACT, [77, -77]),
    answers.pack(answers.USE, [1, 2, 3, 4, 5]),
)


@pytest.mark.parametrize("seed", range(12))
def test_a_battle_goes_on_the_same_from_a_copy_and_from_what_was_saved(seed: int) -> None:
    """Every frame saves and copies all that it needs; every run ends; legal answers can be carried out."""
    rng = Random(seed)
    state = battle(seed).state
    waits = 0
    advance(state)
    while not isinstance(state.waiting, Over) and waits < MOST_WAITS:
        waits += 1
        waiting = state.waiting
        assert isinstance(waiting, Decision | Roll)
        if isinstance(waiting, Decision):
            for odd in ODD_ANSWERS:
                assert waiting.conditions(odd), odd
        answer = waiting.sample(rng)
        if isinstance(waiting, Decision):
            assert waiting.refusal(answer) is None
        again, copied = read_again(state), state.copy()
        assert written(again) == written(copied) == written(state)
        before = written(copied)
        state.apply(answer)
        assert written(copied) == before, "a copy shares something with the game"
        again.apply(answer)
        copied.apply(answer)
        assert written(again) == written(copied) == written(state)
        assert_sane(state)
        state = again


def assert_sane(state: State) -> None:
    """Nobody overlaps, leaves the table or has more wounds than life."""
    for figure in range(len(state.names)):
        assert 0 <= state.wounds[figure] <= state.card(figure).life
        if state.status[figure] == IN_PLAY:
            assert state.life_left(figure) > 0
            base = state.base(figure)
            assert 0 <= base.x <= state.table.width and 0 <= base.y <= state.table.depth
    assert len(state.stack) < 20
