"""Every answer of Kaos has one line, which reads back; what is no answer is refused with what would be right."""

import re
from typing import Any

import pytest

from esquive.core.errors import NotationError
from esquive.core.waiting import Decision, Roll
from esquive.kaos.book.reactions import ReactionFrame
from esquive.kaos.game import GAME
from esquive.kaos.geometry.legs import GO, JUMP, TURN, Leg
from esquive.kaos.geometry.units import CM
from esquive.kaos.table import answers
from esquive.kaos.table.answers import Plan
from esquive.kaos.table.state import State
from esquive.kaos.written.names import means_names
from esquive.kaos.written.notation import format_answer, parse_answer
from tests.kaos.games import positions


def document(**keys: Any) -> dict[str, Any]:
    """Two knights and a goblin; the knight's plan is due."""
    weapons = [{"id": "sword"}, {"id": "bow", "kind": "ranged", "range_cm": 30}]
    found: dict[str, Any] = {
        "game": "kaos",
        "turn": {"figure": "knight"},
        "table": {"width": 75, "depth": 75},
        "profile": [
            {"id": "knight", "weapon": weapons, "skill": [{"id": "bow"}, {"id": "shout", "timing": "any_free_window"}]},
            {"id": "goblin", "weapon": [{"id": "claws"}], "spell": [{"id": "spark"}]},
        ],
        "figure": [
            {"profile": "knight", "owner": "p1", "x": 10, "y": 10},
            {"id": "squire", "profile": "knight", "owner": "p1", "x": 10, "y": 20},
            {"profile": "goblin", "owner": "p2", "x": 20, "y": 10, "facing": 180},
        ],
    }
    found.update(keys)
    return found


def planning() -> State:
    """The knight's plan is due."""
    return GAME.from_document(document())


@pytest.mark.parametrize("seed", range(8))
def test_sampled_answers_are_written_and_read_back(seed: int) -> None:
    lines: dict[str, int] = {}
    for state, answer, rng in positions(seed):
        waiting = state.waiting
        found = {answer}
        if isinstance(waiting, Decision):
            found |= set(waiting.candidates(12)) | {waiting.sample(rng) for _ in range(3)}
        else:
            found |= {waiting.sample(rng) for _ in range(3)}  # far too many to list: a life gauge rolls 6**14 ways
        for one in found:
            line = format_answer(state, one)
            assert parse_answer(state, line) == one, line
            lines[line.split()[0]] = lines.get(line.split()[0], 0) + 1
    assert {"activate", "plan", "place", "roll"} <= set(lines)


def test_two_answers_never_have_one_line() -> None:
    state = planning()
    waiting = state.waiting
    assert isinstance(waiting, Decision)
    found = waiting.candidates(60)
    assert len({format_answer(state, answer) for answer in found}) == len(set(found)) > 5


def go(x: float, y: float) -> Leg:
    """A step to a place."""
    return Leg(GO, int(x * CM), int(y * CM), 0)


JUMPS = [go(10, 12), Leg(JUMP, 140_000, 122_500, 0)]
PLANS = [
    ("plan stay", Plan(answers.STAY, [], [])),
    ("plan stay face 90.5", Plan(answers.STAY, [Leg(TURN, 0, 0, 90_500)], [])),
    ("plan run 10,12 jump 14,12.25", Plan(answers.RUN, JUMPS, [])),
    ("plan walk 10,12 search", Plan(answers.WALK, [go(10, 12)], [], answers.SEARCH)),
    ("plan flee", Plan(answers.FLEE, [], [])),
    ("plan stay shoot goblin bow", Plan(answers.STAY, [], [], answers.SHOOT, answers.WEAPON | 1, 2)),
    ("plan stay use skill:bow", Plan(answers.STAY, [], [], answers.USE_SKILL, answers.SKILL)),
    (
        "plan stay use skill:bow goblin 10,12",
        Plan(answers.STAY, [], [], answers.USE_SKILL, answers.SKILL, 2, 100_000, 120_000),
    ),
    (
        "plan charge 12,10 15,10 strike goblin sword",
        Plan(answers.CHARGE, [go(12, 10), go(15, 10)], [], answers.STRIKE, answers.WEAPON, 2),
    ),
    (
        "plan walk 12,10 face 0 then face 90 12,14 strike goblin sword",
        Plan(
            answers.WALK,
            [go(12, 10), Leg(TURN, 0, 0, 0)],
            [Leg(TURN, 0, 0, 90_000), go(12, 14)],
            answers.STRIKE,
            answers.WEAPON,
            2,
        ),
    ),
]


@pytest.mark.parametrize(("line", "plan"), PLANS, ids=[line for line, _ in PLANS])
def test_a_plan_and_its_line(line: str, plan: Plan) -> None:
    state = planning()
    assert parse_answer(state, line) == plan.answer()
    assert format_answer(state, plan.answer()) == line


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("plan walk 10.0,12.50 face 450", "plan walk 10,12.5 face 90"),
        ("plan  stay   face -90.000", "plan stay face 270"),
        ("plan walk 12,10 strike goblin sword then 12,14", "plan walk 12,10 then 12,14 strike goblin sword"),
        ("plan stay strike goblin", "plan stay strike goblin sword"),
        ("plan stay shoot goblin weapon:bow", "plan stay shoot goblin bow"),
        ("plan walk +12,10", "plan walk 12,10"),
    ],
)
def test_lines_are_read_tolerantly_and_written_in_one_way(written: str, canonical: str) -> None:
    state = planning()
    assert format_answer(state, parse_answer(state, written)) == canonical


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "the line is empty"),
        ("plann stay", "did you mean 'plan'"),
        ("plan wlak 1,2", "did you mean 'walk'"),
        ("plan", "the plan is empty"),
        ("plan walk 1,2,3", "is no place"),
        ("plan walk 1,x", "'x' is not a length in centimetres"),
        ("plan walk 1,2.00001", "finer than"),
        ("plan walk 1,99999", "out of range"),
        ("plan walk face", "nothing follows 'face'"),
        ("plan walk 12,10 strike goblin sword then", "nothing follows 'then' (write where the figure goes"),
        ("plan walk 12,10 then strike goblin sword", "or leave out 'then'"),
        ("plan walk 12,10 then 12,12 then 12,14", "'then' stands twice"),
        ("plan walk north", "is no part of a path"),
        ("plan stay strike gobiln sword", "did you mean 'goblin'"),
        ("plan stay strike goblin swrod", "did you mean 'sword'"),
        ("plan stay cast goblin", "wrong number of words"),
        ("activate", "activate FIGURE"),
        ("activate nobody", "no figure is called 'nobody'"),
        ("done now", "wrong number of words"),
        ("react dogde", "did you mean 'dodge'"),
        ("react riposte", "does not say with what"),
        ("intercept goblin claws", "does not say when"),
        ("intercept goblin claws at", "does not say where"),
        ("intercept goblin claws soon", "is no moment"),
        ("move", "the move goes nowhere"),
        ("slam 10", "is no place"),
        ("use knight", "use FIGURE WHAT"),
        ("choose kinght", "did you mean 'knight'"),
        ("place knight 10", "is no place"),
    ],
)
def test_what_is_no_answer_is_refused_with_the_fix(line: str, says: str) -> None:
    with pytest.raises(NotationError, match=re.escape(says)):
        parse_answer(planning(), line)


@pytest.mark.parametrize("line", ["plan stay strike goblin", "plan stay strike goblin sword", "react riposte claws"])
def test_what_hangs_on_a_card_is_refused_while_no_figure_is_asked(line: str) -> None:
    state = GAME.from_document(document(turn={}))
    with pytest.raises(NotationError, match=r"no figure is asked for that.*an answer now is such as 'activate knight'"):
        parse_answer(state, line)


def test_things_of_one_name_are_told_apart() -> None:
    names = means_names(planning(), 0)
    assert names == {"sword": 0x100, "bow": 0x101, "skill:bow": 0x300, "shout": 0x301}


def test_an_interception_without_a_place_is_meant_at_the_first_good_one() -> None:
    figures = [
        {"profile": "knight", "owner": "p1", "x": 10, "y": 10},
        {"profile": "goblin", "owner": "p2", "x": 14, "y": 13, "facing": 270},
    ]
    state = GAME.from_document(document(figure=figures))
    state.apply(parse_answer(state, "plan walk 19,10"))
    waiting = state.waiting
    assert isinstance(waiting, Decision) and waiting.kind == "intercept"
    answer = parse_answer(state, "intercept goblin claws")
    line = format_answer(state, answer)
    assert re.fullmatch(r"intercept goblin claws at [0-9.]+", line)
    assert waiting.refusal(answer) is None and parse_answer(state, line) == answer


def test_reactions_name_what_the_attacked_figure_has() -> None:
    figures = document()["figure"]
    figures[2] = {**figures[2], "x": 12.5, "y": 10}
    state = GAME.from_document(document(figure=figures))
    state.apply(parse_answer(state, "plan stay strike goblin sword"))
    assert isinstance(state.stack[-1], ReactionFrame)
    waiting = state.waiting
    assert isinstance(waiting, Decision)
    assert sorted(format_answer(state, answer) for answer in waiting.options()) == [
        "react dodge",
        "react flee",
        "react none",
        "react riposte claws",
    ]
    assert parse_answer(state, "react riposte claws") == answers.pack(answers.REACT, [answers.RIPOSTE, answers.WEAPON])


def rolling() -> State:
    """The knight has shot at the goblin: five dice."""
    state = planning()
    state.apply(parse_answer(state, "plan stay shoot goblin bow"))
    while isinstance(state.waiting, Decision):
        waiting = state.waiting
        state.apply(parse_answer(state, {"react": "react none", "intercept": "done"}.get(waiting.kind, "pass")))
    assert isinstance(state.waiting, Roll)
    return state


def test_dice_are_read_with_or_without_the_word_and_in_one_run() -> None:
    state = rolling()
    waiting = state.waiting
    assert isinstance(waiting, Roll)
    faces = ["6", "1", "4", "2", "5"][: waiting.count]
    outcome = parse_answer(state, f"roll {' '.join(faces)}")
    assert parse_answer(state, " ".join(faces)) == parse_answer(state, "".join(faces)) == outcome
    assert format_answer(state, outcome) == f"roll {' '.join(faces)}"


@pytest.mark.parametrize(("line", "says"), [("roll 7 1 1 1 1", "no face of a die"), ("roll 1", "results for a roll")])
def test_dice_that_cannot_be_are_refused(line: str, says: str) -> None:
    state = rolling()
    waiting = state.waiting
    assert isinstance(waiting, Roll)
    if line.count("1") > 1:
        line = "roll 7" + " 1" * (waiting.count - 1)
    with pytest.raises(NotationError, match=says):
        parse_answer(state, line)
