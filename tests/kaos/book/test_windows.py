"""The moments for free spells, free skills and objects."""

from random import Random
from typing import Any

import pytest

from esquive.core.waiting import Decision
from esquive.kaos.book.uses import may_aim
from esquive.kaos.book.windows import AFTER_ACTION, AFTER_MOVE, BEFORE_ACTION, BEFORE_MOVE, FreeWindowFrame
from esquive.kaos.cards import ops
from esquive.kaos.cards.library import ANY, ENEMY, FRIEND, IN_FREE_WINDOW, SELF, Skill
from esquive.kaos.table import answers
from esquive.kaos.table.answers import Use
from tests.kaos.playing import PASS, SKILL, Table, cm, mine, skill, spell, theirs, use

ARMOUR = ops.Armour(armour=1).at_play("knack")


def free(*effects: ops.Base, **keys: int) -> Skill:
    """A free automatic skill."""
    codes = tuple(effect.at_play("knack") for effect in effects) or (ARMOUR,)
    return skill(**{"is_free": True, "timing": IN_FREE_WINDOW, "targets": SELF, "effects": codes, **keys})


def window(
    mine_has: bool = True, theirs_have: bool = True, moment: int = BEFORE_MOVE, card: Skill | None = None
) -> Table:
    """A window round the activation of the hero."""
    used = card or free()
    figures = {
        "hero": mine(at=(20, 20), skills=[used] if mine_has else []),
        "foe": theirs(at=(30, 20), skills=[used] if theirs_have else []),
    }
    return Table(figures, active="hero").start(FreeWindowFrame(moment, 0))


def decision(table: Table) -> Decision:
    """The decision waited for."""
    waiting = table.waiting
    assert isinstance(waiting, Decision)
    return waiting


def seat_asked(table: Table) -> int:
    """Who is asked."""
    return decision(table).seat


def test_the_active_player_is_asked_first_then_the_other() -> None:
    """[Kaos K35.3]."""
    table = window()
    assert (table.asks, seat_asked(table)) == ("free-before-move", 0)
    table.play(PASS)
    assert (table.asks, seat_asked(table)) == ("free-before-move", 1)
    assert table.play(PASS).asks == "rest"


def test_each_of_the_four_moments_has_its_name() -> None:
    """[Kaos K35.3]."""
    names = [window(moment=moment).asks for moment in (BEFORE_MOVE, AFTER_MOVE, BEFORE_ACTION, AFTER_ACTION)]
    assert names == ["free-before-move", "free-after-move", "free-before-action", "free-after-action"]


def test_nobody_is_asked_who_has_nothing_to_use() -> None:
    assert window(False, False).asks == "rest"
    assert seat_asked(window(False, True)) == 1
    assert window(True, False).play(PASS).asks == "rest"
    assert window(False, True, card=free(targets=ENEMY, reach=cm(3))).asks == "rest"


def test_a_window_ends_when_both_let_it_be_in_succession() -> None:
    """[Kaos K35.3] [Kaos K35.4]: what is used is resolved before the next is asked."""
    table = window().play(PASS, use(1, SKILL, 1))
    assert seat_asked(table) == 0 and [effect.figure for effect in table.state.lasting] == [1]
    table.play(use(0, SKILL, 0))
    assert table.asks == "rest" and [effect.figure for effect in table.state.lasting] == [1, 0]
    table = window().play(PASS, use(1, SKILL, 1), PASS)
    assert table.asks == "rest"


def test_several_uses_are_resolved_in_the_order_they_were_said() -> None:
    """[Kaos K35.4]."""
    table = window().play(use(0, SKILL, 0), use(1, SKILL, 1))
    assert [fact["figure"] for fact in table.facts("free-use")] == ["hero", "foe"]


def test_a_player_uses_the_own_figures_only() -> None:
    """[Kaos K35.3]: those that are not activated, too."""
    table = window()
    refusal = table.refusal(use(1, SKILL, 1))
    assert refusal is not None and refusal.kind == "not-yours"
    refusal = table.refusal(answers.pack(answers.DONE, []))
    assert refusal is not None and refusal.kind == "wrong-verb"
    assert table.refusal(use(0, SKILL, 0)) is None


def test_uses_without_a_place_are_listed() -> None:
    table = window(card=free(targets=ENEMY))
    waiting = decision(table)
    assert waiting.is_listed and list(waiting.options()) == [PASS, use(0, SKILL, 1)]


def test_uses_with_a_place_are_drawn_and_proposed() -> None:
    """[Kaos K6.2]."""
    table = window(card=free(ops.Place(cm=6)), theirs_have=False)
    waiting = decision(table)
    assert not waiting.is_listed
    rng = Random(1)
    drawn = {waiting.sample(rng) for _ in range(20)}
    assert len(drawn) > 5 and PASS in drawn
    proposed = waiting.candidates(8)
    assert len(set(proposed)) == 8 and proposed[0] == PASS
    assert all(table.refusal(answer) is None for answer in [*drawn, *proposed])
    table.play(proposed[1])
    assert table.place("hero") != (20, 20, 0)


def test_one_use_that_asks_for_a_place_keeps_all_of_them_from_being_listed() -> None:
    """[Kaos K6.2]: the answers cannot be counted, whatever else there is to use."""
    figures = {"hero": mine(at=(20, 20), skills=[free(), free(ops.Place(cm=6))]), "foe": theirs(at=(30, 20))}
    table = Table(figures, active="hero").start(FreeWindowFrame(BEFORE_MOVE, 0))
    assert not decision(table).is_listed
    table.play(use(0, SKILL | 1, 0, cm(23), cm(20)))
    assert table.place("hero") == (23, 20, 0)
    assert decision(table).is_listed


def test_a_place_is_offered_only_where_somebody_can_stand() -> None:
    """[Ruling R203]."""
    figures = {"hero": mine(at=(1.25, 1.25), skills=[free(ops.Place(cm=1.5))]), "foe": theirs(at=(3.75, 1.25))}
    table = Table(figures, active="hero").start(FreeWindowFrame(BEFORE_MOVE, 0))
    for answer in decision(table).candidates(20):
        assert table.refusal(answer) is None


def test_after_a_use_the_other_player_is_asked_and_both_must_pass_again() -> None:
    """[Kaos K35.3]."""
    figures = {"hero": mine(at=(20, 20), skills=[free()]), "foe": theirs(at=(30, 20), skills=[free(), free()])}
    table = Table(figures, active="hero").start(FreeWindowFrame(BEFORE_MOVE, 0)).play(PASS, use(1, SKILL, 1))
    assert seat_asked(table) == 0
    table.play(PASS)
    assert seat_asked(table) == 1
    assert table.play(PASS).asks == "rest"


def test_the_player_of_the_activated_figure_is_asked_first_whoever_it_is() -> None:
    """[Kaos K35.3]."""
    figures = {"hero": mine(at=(20, 20), skills=[free()]), "foe": theirs(at=(30, 20), skills=[free()])}
    table = Table(figures, active="foe").start(FreeWindowFrame(BEFORE_MOVE, 1))
    assert seat_asked(table) == 1
    table.play(PASS)
    assert seat_asked(table) == 0
    assert table.play(PASS).asks == "rest"


def test_after_the_other_player_lets_it_be_the_first_one_is_asked_again() -> None:
    """[Kaos K35.3]: who has used something has let nothing be since."""
    figures = {"hero": mine(at=(20, 20), skills=[free(), free()]), "foe": theirs(at=(30, 20), skills=[free()])}
    table = Table(figures, active="hero").start(FreeWindowFrame(BEFORE_MOVE, 0)).play(use(0, SKILL, 0))
    assert seat_asked(table) == 1
    table.play(PASS)
    assert seat_asked(table) == 0
    assert table.play(PASS).asks == "rest"


class Drawn:
    """A source of chance whose numbers are listed; each must be used."""

    def __init__(self, *numbers: float) -> None:
        self.numbers = list(numbers)

    def random(self) -> float:
        """The next number."""
        return self.numbers.pop(0)


def drawn(table: Table, *numbers: float) -> int:
    """What is drawn with these numbers, all of which must be used."""
    rng = Drawn(*numbers)
    found = decision(table).sample(rng)
    assert not rng.numbers
    return found


def test_what_may_be_used_is_drawn_among_all_targets_and_letting_it_be() -> None:
    """[Kaos K35.3]: what may not be aimed at is drawn away until something may."""
    table = window(theirs_have=False)  # to let it be, the hero's use on itself, that on the foe
    assert drawn(table, 0.33) == PASS
    assert drawn(table, 0.34) == use(0, SKILL, 0)
    assert drawn(table, 0.67, 0.5) == use(0, SKILL, 0)
    assert drawn(table, 0.67, 0.49) == PASS


def test_a_place_is_drawn_as_far_off_as_it_may_be_on_every_side() -> None:
    """[Kaos K6.2]: first across the table, then along it."""
    table = window(card=free(ops.Place(cm=6)), theirs_have=False)
    assert drawn(table, 0.34, 0.75, 0.375) == use(0, SKILL, 0, cm(23), cm(18.5))
    assert drawn(table, 0.34, 0.25, 0.5) == use(0, SKILL, 0, cm(17), cm(20))
    outside = (0.99, 0.99)  # 8.3 cm off
    assert drawn(table, 0.34, *outside, 0.5, 0.75) == use(0, SKILL, 0, cm(20), cm(23))
    assert drawn(table, 0.34, *outside * 39, 0.5, 0.75) == use(0, SKILL, 0, cm(20), cm(23))
    assert drawn(table, 0.34, *outside * 40, 0.49) == PASS
    # Nothing is asked of the foe, but as many numbers are used as if no place near it would do.
    assert drawn(table, 0.67, *outside * 40, 0.49) == PASS
    assert drawn(table, 0.67, *outside * 40, 0.5, 0.5, 0.75) == use(0, SKILL, 0, cm(20), cm(23))


def test_places_are_proposed_in_eight_directions_as_far_off_as_may_be_and_half_as_far() -> None:
    """[Kaos K6.2]: from the east anticlockwise."""
    table = window(card=free(ops.Place(cm=6)), theirs_have=False)
    found = [Use.read(answer) for answer in decision(table).candidates(40)[1:]]
    far, half = cm(6) - 1, cm(3)
    assert [(one.x - cm(20), one.y - cm(20)) for one in found if one.x == cm(20) or one.y == cm(20)] == [
        (far, 0),
        (0, far),
        (-far, 0),
        (0, -far),
        (half, 0),
        (0, half),
        (-half, 0),
        (0, -half),
    ]
    ways = [(one.x > cm(20), one.y > cm(20)) for one in found if one.x != cm(20) and one.y != cm(20)]
    assert ways == [(True, True), (False, True), (False, False), (True, False)] * 2


@pytest.mark.parametrize(
    ("targets", "names"),
    [
        (ENEMY, ["foe", "other"]),
        (FRIEND, ["friend", "hero"]),
        (SELF, ["hero"]),
        (ANY, ["friend", "hero", "foe", "other"]),
    ],
)
@pytest.mark.parametrize("kind", ["skills", "spells"])
def test_what_is_free_is_used_on_those_it_is_for_in_their_order(kind: str, targets: int, names: list[str]) -> None:
    """[Kaos K23.6] [Kaos K34.1] [Kaos K35.3]: nobody else is asked about, and nobody is left out."""
    card: dict[str, Any] = {"skills": [free(targets=targets)]}
    if kind == "spells":
        card = {"spells": [spell(5, 60, is_free=True, targets=targets, can_target_contact=True)]}
    figures = {
        "friend": mine(at=(10, 30), faces=270),
        "hero": mine(at=(20, 20), **card),
        "foe": theirs(at=(30, 20)),
        "other": theirs(at=(40, 28)),
    }
    table = Table(figures, active="hero").start(FreeWindowFrame(BEFORE_MOVE, 1))
    used = [Use.read(answer) for answer in decision(table).options() if answer != answers.pack(answers.PASS, [])]
    seen = [name for name in names if name != "friend" or kind == "skills"]  # it stands behind the hero
    assert [table.names[one.target] for one in used] == seen
    assert all(may_aim(table.state, 1, one.means, one.target, 0, 0) for one in used)
    assert sum(may_aim(table.state, 1, used[0].means, target, 0, 0) for target in range(4)) == len(used)
