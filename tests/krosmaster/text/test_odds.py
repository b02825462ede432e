"""Ask the judge: for every kind of decision and every verb, all conditions with their clauses, and odds with dice."""

from collections import Counter
from fractions import Fraction
from math import comb
from random import Random
from typing import Any

import pytest

from esquive.core.condition_messages import condition_message
from esquive.core.errors import NotationError
from esquive.core.messages import LANGUAGES
from esquive.core.odds import MOST_POSITIONS, TooManyWays, odds_of
from esquive.core.waiting import Condition, Decision, Over, Roll, refusal_of
from esquive.krosmaster.book.dice import successes_of
from esquive.krosmaster.book.powers.rolls import ROLL_NAMES
from esquive.krosmaster.game import GAME
from esquive.krosmaster.seen.odds_views import odds_view
from esquive.krosmaster.spoken.odds_counting import ODDS
from esquive.krosmaster.spoken.wording import Wording
from esquive.krosmaster.table import answers
from esquive.krosmaster.table.board import format_cell
from esquive.krosmaster.table.state import State
from esquive.krosmaster.words import KrosmasterWords
from esquive.krosmaster.written.notation import format_answer, parse_answer
from tests.krosmaster.book.test_multiplayer_gallons_given import blast as blast_of_own
from tests.krosmaster.playing import Table, card, keyword, mine, reward, spell, theirs
from tests.properties.games import choose, start

KINDS = (
    "timeline",
    "deployment",
    "tension",
    "faces",
    "inspiration",
    "activation",
    "next-summon",
    "locker",
    "standby",
    "ko-order",
    "allocation",
    "direction",
    "push-order",
    "choice",
    "give-gg",
    "steal-gg",
    "double",
)
OFTEN = 3  # how many times each verb of each kind of decision is judged
GAMES = 60


def dice_may_follow(before: State, state: State, answer: int) -> bool:
    """Whether some way of an action meets a roll before the action is resolved."""
    after = state.copy()
    after.apply(answer)
    waiting = after.waiting
    if isinstance(waiting, Over) or ODDS.is_resolved(before, after):
        return False
    if isinstance(waiting, Roll):
        return True
    return any(dice_may_follow(before, after, option) for option in waiting.options())


def lines_of_every_verb(state: State, rng: Random) -> list[str]:
    """A line of every form, mostly illegal where it is said."""
    unit, cell = rng.choice(state.names), format_cell(rng.choice(state.board.cells))
    rank = state.settings.rank_names[rng.randrange(3)]
    lines = ["keep", "reroll", "done", "collect", "discard", "end", f"deploy {unit} {cell}", f"timeline {unit}"]
    lines += [f"inspire {unit} lock", f"move {cell}", f"cast punch {cell}", "buy gg", f"buy {rank} 1 up"]
    lines += [f"buy {rank} 2 down", f"give {unit}", f"reveal {rng.choice(state.library.rewards).id}"]
    lines += [f"cast {rng.choice(state.library.spells).id} {cell}", f"locker {unit}", "resolve 1", "resolve 99"]
    lines += [f"choose {word}" for word in ("north", "yes", "none", "2", "p2", unit, cell)]
    return [*lines, "faces lock", "faces lock dodge"]


def judged(state: State, answer: int, words: list[KrosmasterWords]) -> bool:
    """Judges an answer as the judge does; whether it is legal."""
    waiting = state.waiting
    assert isinstance(waiting, Decision)
    conditions = waiting.conditions(answer)
    line = f"{waiting.kind}: {format_answer(state, answer)}"
    assert conditions, line
    for condition in conditions:
        assert condition.clauses, (line, condition)
        for one in words:
            assert condition_message(one.wording.messages, condition) is not None, (line, condition)
            assert "{" not in one.condition(condition)
    is_legal = refusal_of(conditions) is None
    assert is_legal == (answer in waiting.options()), line
    return is_legal


def check_odds(state: State, answer: int, words: list[KrosmasterWords]) -> None:
    """Odds if and only if dice may follow, in every language the same figures; never silently none."""
    has_dice = dice_may_follow(state, state, answer)
    figures = []
    for one in words:
        told = one.odds(answer)
        assert told.odds is not None or told.odds_note, format_answer(state, answer)
        if told.odds is None:
            assert not has_dice or told.odds_note == one.too_many()
            continue
        assert has_dice, format_answer(state, answer)
        assert len({line.text for line in told.odds}) == len(told.odds)
        assert all(0 < Fraction(line.probability) <= 1 and "{" not in line.text for line in told.odds)
        figures.append(sorted(line.probability for line in told.odds))
    assert all(figure == figures[0] for figure in figures)


def rare_decisions() -> list[State]:
    """Decisions chance seldom brings about.

    Orders of pushes and KO's, how an area turns, whose GG one buys or gets, who locks first, and where one lands.
    """
    push = spell("shove", area="shovel", do=[{"op": "push-back", "x": 1}], kind="special")
    blast = spell("blast", (2, 2), area="square")
    sweep = spell("sweep", (1, 4), area="hammer")
    hop = spell("hop", (1, 4), kind="special", do=[{"op": "place", "where": "next-to-target"}])
    pack = [card("mover", spells=[push, blast, sweep, hop])]
    units = {"hero": mine("mover"), "foe": theirs("fighter"), "other": theirs("fighter")}
    pushed = Table("hero foe other . .", units, turn="hero", pack=pack).play("cast shove b1")
    both = {"hero": mine("mover"), "mate": mine("villager", injuries=3), "foe": theirs("villager", injuries=3)}
    field = """
        .    mate . .
        hero .    foe .
        """
    killed = Table(field, {**both, "far": theirs("fighter", at="d2")}, turn="hero", pack=pack)
    killed.play("cast blast c1", dice=["lock"] * 4)
    turned = Table(". . . .\n. . . .\nhero . . .", {"hero": mine("mover")}, turn="hero", pack=pack)
    turned.play("cast sweep b2")
    four = {
        name: {"card": "fighter", "owner": f"p{seat}"} for seat, name in enumerate(("one", "two", "three", "four"), 1)
    }
    four["one"]["at"] = "a1"
    shop = Table(
        "D . two . three . four", four, turn="one", format="free-for-all", wild_gg=0, players={"p1": {"kamas": 12}}
    )
    shop.start("buy gg")
    crowd = """
        .     .    .
        other hero foe
        .     .    .
        """
    locked = Table(crowd, {**units, "hero": mine("fighter")}, turn="hero", pack=pack).start("move b1")
    landing = Table(crowd, units, turn="hero", pack=pack).start("cast hop c2")
    found = (pushed, killed, turned, shop, blast_of_own(3, 1), locked, landing)
    return [table.state for table in found]


def judge_every_answer(state: State, seen: Counter[tuple[str, int]], refused: Counter[str], rng: Random) -> None:
    """Judges the answers of verbs not judged often yet, and lines of every verb while the kind is fresh."""
    waiting = state.waiting
    assert isinstance(waiting, Decision)
    offered = {answers.verb_of(option): option for option in waiting.options()}
    fresh = [option for verb, option in offered.items() if seen[waiting.kind, verb] < OFTEN]
    if not fresh and refused[waiting.kind] >= OFTEN:
        return
    words = [GAME.words(state, language) for language in LANGUAGES]
    for option in fresh:
        seen[waiting.kind, answers.verb_of(option)] += 1
        assert judged(state, option, words)
        check_odds(state, option, words)
    refused[waiting.kind] += 1
    for line in lines_of_every_verb(state, rng):
        try:
            judged(state, parse_answer(state, line), words)
        except NotationError:
            assert line.startswith("faces")


def test_every_verb_of_every_kind_of_decision_is_judged_with_clauses_and_with_odds_when_dice_may_follow() -> None:
    """Random games of every format, and what they seldom bring about, until every verb of every kind is judged."""
    seen: Counter[tuple[str, int]] = Counter()
    refused: Counter[str] = Counter()
    for state in rare_decisions():
        judge_every_answer(state, seen, refused, Random(1))
    for seed in range(GAMES):
        state, rng = start(seed), Random(f"{seed}/judge")
        for _ in range(350):
            if isinstance(state.waiting, Over):
                break
            if isinstance(state.waiting, Decision):
                judge_every_answer(state, seen, refused, rng)
            state.apply(choose(state, rng))
    assert {kind for kind, _ in seen} == set(KINDS)
    verbs = {verb for _, verb in seen}
    assert verbs == set(range(answers.END + 1)) - {answers.DISCARD}


# ------------------------------------------------------------------------------------------------------------- figures


def told(table: Table, line: str, language: str = "en") -> tuple[dict[str, str], str | None]:
    """The odds of a line by their texts, and the note."""
    found = odds_view(table.state, parse_answer(table.state, line), Wording(table.state, language))
    return {one.text: one.probability for one in found.odds or ()}, found.odds_note


def test_a_step_out_of_a_block_has_the_odds_of_lock_and_dodge() -> None:
    """Lock shows on 2 faces of 6, Dodge on 3: locked 1/6, free 1/3, else caught [KA 4.14.2.d] [KA 1.6.1]."""
    field = """
        .    .   .
        hero foe .
        """
    table = Table(field, {"hero": mine("fighter"), "foe": theirs("fighter")}, turn="hero")
    assert told(table, "move a2") == (
        {
            "Fighter (a1): caught by Fighter (b1), on a2, 5 AP and 1 MP left": "1/2",
            "Fighter (a1): free of Fighter (b1), on a2, 6 AP and 2 MP left": "1/3",
            "Fighter (a1): locked by Fighter (b1), stays where it is, 3 AP and 0 MP left": "1/6",
        },
        None,
    )


def test_a_step_away_from_nobody_rolls_no_dice_and_says_what_comes_of_it() -> None:
    """No enemy stands adjacent: 1 MP and the cell [KA 6.3.2] [KA 4.14.1]."""
    table = Table("hero . . foe", {"hero": mine("fighter"), "foe": theirs("villager")}, turn="hero")
    assert told(table, "move b1") == ({}, "No dice are rolled: Fighter: on b1.")
    assert told(table, "end") == ({}, "No dice are rolled.")


def test_an_order_of_blocks_that_makes_no_difference_is_no_choice() -> None:
    """The player says who rolls first; the odds are the same [KA 4.14.2.b]."""
    field = """
        .   .    .
        foe hero other
        """
    units = {"hero": mine("fighter", mp=3), "foe": theirs("fighter"), "other": theirs("villager")}
    table = Table(field, units, turn="hero")
    odds = odds_of(ODDS, table.state, parse_answer(table.state, "move b2"))
    assert [(choice["kind"], choice["matters"]) for choice in odds.choices] == [("locker", False)]
    assert {ending.answers for ending in odds.endings} == {()}
    assert sum(ending.probability for ending in odds.endings) == 1
    free = [ending for ending in odds.endings if ending.changes.get("unit.hero.ap") is None]
    assert [ending.probability for ending in free] == [Fraction(1, 9)]


def test_a_choice_on_the_way_is_told_by_its_label_and_not_in_notation() -> None:
    """Who is pushed first decides where both end [KA 1.7.1] [Ruling R69]."""
    push = spell("shove", area="shovel", do=[{"op": "push-back", "x": 1}])
    units = {"hero": mine("mover"), "foe": theirs("fighter"), "back": theirs("villager")}
    table = Table("hero foe back . .", units, turn="hero", pack=[card("mover", spells=[push])])
    texts, _ = told(table, "cast shove b1")
    assert {text.split(":")[0] for text in texts} == {"Choosing Fighter", "Choosing Villager"}
    assert any(text.startswith("Choosing Villager: Fighter: 2 injuries, on c1") for text in texts)


def test_the_reward_of_a_face_down_purchase_has_the_odds_of_what_the_buyer_has_not_seen() -> None:
    """What another player holds face down may lie in the stack, for all the buyer knows [KA 4.7.8.b] [KA 4.7.7]."""
    pack = [reward("apple", copies=1), reward("pear", copies=2)]
    units = {"hero": mine("fighter"), "foe": theirs("fighter", rewards=[{"id": "apple", "face": "down"}])}
    table = Table("D . foe", {**units, "hero": mine("fighter", at="a1")}, turn="hero", pack=pack)
    table.state.kamas = [9, 9]
    known = odds_of(ODDS, table.state, parse_answer(table.state, "buy granite 1 down"))
    drawn = {table.state.library.rewards[n[2]].id: e.probability for e in known.endings for n in e.notes}
    unseen = {r.id: r.copies for r in table.state.library.rewards if r.document.rank == "granite"}
    assert unseen["apple"] == 1
    assert drawn == {name: Fraction(copies, sum(unseen.values())) for name, copies in unseen.items() if copies}


def test_the_die_that_is_rolled_again_may_show_each_of_its_faces() -> None:
    """One die instead of two; which face a Dofus is turned to is chosen afterwards [KA 5.2.2] [KA 1.6.2.c]."""
    units = {"hero": mine("fighter"), "foe": theirs("fighter")}
    table = Table("hero . foe", units, turn={"player": "p1", "phase": "tension", "number": 3})
    table.start("lock lock")
    texts, note = told(table, "reroll")
    faces = ("Critical", "Armour", "Lock", "Dodge", "Critical/Dodge", "Dofus")
    assert (texts, note) == ({f"The die shows {face}": "1/6" for face in faces}, None)


def test_wild_dice_are_turned_to_the_face_sought_when_their_roller_would_be_asked() -> None:
    """The figures are those of dice that turn by themselves, and the answer says so [KA 1.6.2] [Ruling R37]."""
    units = {"hero": mine("fighter"), "foe": theirs("villager")}
    asking = Table("hero foe", units, turn="hero", options={"turn_dice": "ask"})
    texts, note = told(asking, "cast strike b1")
    assert texts == told(Table("hero foe", units, turn="hero"), "cast strike b1")[0]
    assert note == "Critical/Dodge and Dofus are counted as turned to the face rolled for."


@pytest.mark.parametrize("sought", range(4))
def test_the_classes_of_a_pool_are_those_of_counting_every_outcome(sought: int) -> None:
    """Identical dice: the number of successes is all that counts [KA 1.6.2]."""
    for count in range(6):
        wanted: dict[int, list[int]] = {}
        for outcome in range(6**count):
            wanted.setdefault(successes_of(sought, count, outcome), []).append(outcome)
        classes = ODDS.classes(Table("hero", {"hero": mine("fighter")}, turn="hero").state, pool(sought, count))
        assert classes == [(outcomes[0], len(outcomes)) for outcomes in wanted.values()]
    twelve = ODDS.classes(Table("hero", {"hero": mine("fighter")}, turn="hero").state, pool(sought, 12))
    assert (len(twelve), sum(weight for _, weight in twelve)) == (13, 6**12)


def pool(sought: int, count: int) -> Roll:
    return Roll(ROLL_NAMES[sought], 0, 6**count, count)


def crowd(size: int, **keys: Any) -> Table:
    """A caster of a square of fire with `size` armoured enemies in it."""
    places = [(1, 1), (0, 1), (2, 1), (1, 0), (1, 2), (0, 0), (2, 2), (0, 2)][:size]
    rows = [["."] * 5 for _ in range(4)]
    for number, (x, y) in enumerate(places):
        rows[y][x] = f"foe-{number}"
    rows[3][1] = "hero"
    bomber = card("bomber", spells=[spell("fall", (1, 4), area="square", base=3)], powers=[keyword("critical-hit")])
    tough = card("tough", powers=[keyword("armour")], hp=6, **keys)
    units = {f"foe-{number}": theirs("tough", injuries=number % 4) for number in range(size)}
    drawing = "\n".join(" ".join(row) for row in rows)
    return Table(drawing, {"hero": mine("bomber"), **units}, turn="hero", pack=[bomber, tough])


def test_two_dice_against_two_dice_each_on_eight_targets_are_counted_exactly() -> None:
    """Eighteen dice: the odds of one target are those it would have alone [KA 7.2.5.a] [KA 7.2.6.a] [KA 7.2.7.b].

    Within the positions that odds may take: one by one they would be 2^2 x 3^16 ways to fall, and refused.
    """
    table = crowd(8)
    odds = odds_of(ODDS, table.state, parse_answer(table.state, "cast fall b3"))
    assert sum(ending.probability for ending in odds.endings) == 1
    # Critical shows on 3 faces of 6, Armour on 2.
    critical, armour = (
        [binomial(2, k, Fraction(1, 2)) for k in range(3)],
        [binomial(2, k, Fraction(1, 3)) for k in range(3)],
    )
    for damage, holds in ((4, lambda c, a: c > a), (3, lambda c, a: c == a), (2, lambda c, a: c < a)):
        wanted = sum(critical[c] * armour[a] for c in range(3) for a in range(3) if holds(c, a))
        # foe-0 had no injury, foe-4 neither.
        assert odds.probability(**{"unit__foe-0__injuries": damage}) == wanted
        assert odds.probability(**{"unit__foe-4__injuries": damage}) == wanted
    knocked_out = sum(critical[c] * armour[a] for c in range(3) for a in range(3) if c >= a)
    assert odds.probability(**{"unit__foe-3__ko": True}) == knocked_out


def binomial(count: int, successes: int, share: Fraction) -> Fraction:
    return comb(count, successes) * share**successes * (1 - share) ** (count - successes)


def test_many_outcomes_are_told_unit_by_unit() -> None:
    """Each line then stands for itself, and those of one target add up to 1 [KA 7.2.7.e]."""
    table = crowd(4)
    texts, note = told(table, "cast fall b3")
    assert note == "There are many outcomes, so each is told apart: every line stands for itself."
    totals: dict[str, Fraction] = {}
    for text, share in texts.items():
        totals[text.split(":")[0]] = totals.get(text.split(":")[0], Fraction(0)) + Fraction(share)
    whole = {f"Tough ({table.unit(f'foe-{number}', 'at')})": 1 for number in range(4)}
    assert totals.items() >= whole.items()
    assert set(totals) - set(whole) == {"Player 1", "Player 2"}
    two = next(text for text in texts if text.startswith("Tough (b3): 2 injuries"))
    assert texts[two] == str(Fraction(1, 4) * Fraction(5, 9) + Fraction(1, 2) * Fraction(1, 9))


def test_odds_that_cannot_be_counted_are_said_to_be_missing() -> None:
    """Never silently absent: the answer says why, in every language."""
    table = crowd(8)
    answer = parse_answer(table.state, "cast fall b3")
    with pytest.raises(TooManyWays, match=f"more than {MOST_POSITIONS} positions"):
        odds_of(ODDS, table.state, answer, most=100)
    for language in LANGUAGES:
        words = GAME.words(table.state, language)
        assert str(MOST_POSITIONS) in words.too_many()


def test_nobody_is_called_by_capitals() -> None:
    """Names of the catalogue are written as words; only abbreviations and numerals are all capitals."""
    from esquive.krosmaster.cards.catalogue import catalogue

    known = catalogue()
    names = [name for figure in (*known.cards.values(), *known.summons.values()) for name in named_by(figure)]
    names += [dict(one.name) for one in (*known.rewards.values(), *known.arenas.values())]
    shouted = [
        text for name in names for text in name.values() for word in text.split() if len(word) > 3 and word.isupper()
    ]
    assert shouted == []


def named_by(figure: Any) -> list[dict[str, str]]:
    """Every name on a card or token."""
    parts = [figure.name, *(one.name for one in figure.spell), *(one.name for one in figure.power if one.name)]
    return [dict(name) for name in parts]


def test_without_dice_each_choice_is_told_with_what_comes_of_it() -> None:
    """The direction of a push on a diagonal decides where the target ends [KA 7.5.9.a]."""
    push = spell("shove", (1, 3), kind="special", do=[{"op": "push-back", "x": 1}])
    field = """
        .    .   .
        .    foe .
        hero .   .
        """
    units = {"hero": mine("mover"), "foe": theirs("fighter")}
    table = Table(field, units, turn="hero", pack=[card("mover", spells=[push])])
    texts, note = told(table, "cast shove b2")
    each = "North → Fighter: on b3 / East → Fighter: on c2"
    alike = "East → Fighter: on c2 / North → Fighter: on b3"
    assert texts == {}
    assert note in (f"No dice are rolled; it depends on the choices made: {one}." for one in (each, alike))


def test_the_choice_of_a_number_or_a_cell_has_a_condition_of_its_own() -> None:
    """What is asked is said: a unit, a cell, a number [KA 4.18.3.e]."""
    for facts, words in (({}, "unit"), ({"centre": "b2"}, "next to b2"), ({"chosen": []}, "number")):
        condition = Condition("not-an-option", ("4.18.3.e",), False, facts)
        assert words in GAME.words(Table("hero", {"hero": mine("fighter")}, turn="hero").state).condition(condition)
