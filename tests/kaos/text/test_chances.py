"""How often an attack hits, held against every way the dice can fall counted one by one."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from esquive.core.frames import advance
from esquive.core.messages import LANGUAGES
from esquive.core.odds import odds_of
from esquive.core.waiting import Decision
from esquive.kaos.book.deployment import DeploymentFrame
from esquive.kaos.book.exchange import AttackFrame
from esquive.kaos.book.modifiers import add_effect
from esquive.kaos.book.reactions import ReactionFrame
from esquive.kaos.book.rolls import DEPLOYMENT, FALL, INITIATIVE, ContestFrame
from esquive.kaos.book.slam import SlamFrame
from esquive.kaos.cards.library import IN_FREE_WINDOW, UNOPPOSED, WILL
from esquive.kaos.cards.op_codes import ALWAYS, ROUND, Op
from esquive.kaos.cards.ops import Needed, Reroll
from esquive.kaos.game import GAME
from esquive.kaos.spoken import hit_chances
from esquive.kaos.spoken.hit_chances import chance_of, chance_of_will, chances_of_plan
from esquive.kaos.spoken.odds_counting import KaosOdds
from esquive.kaos.table import answers
from esquive.kaos.table.events import E_HIT
from esquive.kaos.table.state import RESERVE, State
from tests.kaos.games import positions
from tests.kaos.playing import DESTINY, PASS, SWORD, Table, box, close, mine, react, skill, spell, theirs


def successes(dice: int) -> dict[int, Fraction]:
    """How often some dice have so many successes, every way they can fall counted: a 6 rolls again [Kaos K15.1]."""
    found: dict[int, Fraction] = {}
    for faces in product(range(1, 7), repeat=2 * dice):
        rolled, again = faces[:dice], faces[dice:]
        won = sum((face >= 4) + (face == 6 and more >= 4) for face, more in zip(rolled, again, strict=True))
        found[won] = found.get(won, Fraction(0)) + Fraction(1, 36**dice)
    return found


def hits(dice: int, against: int, required: int = 1) -> Fraction:
    """How often an attack has the successes it needs and no fewer than those against it [Kaos K17.1] [Kaos K17.6]."""
    ours, other = successes(dice), successes(against)
    ways = product(ours, other)
    return sum((ours[won] * other[lost] for won, lost in ways if won >= max(required, lost)), Fraction(0))


def attacked(dice: int = 2, *, line: str = "plan stay strike foe sword", **foe: Any) -> Table:
    """A foe that is asked how it reacts to the hero beside it, who also has a spell that needs two successes."""
    bolt = spell(2, 0, required=2, defence=WILL)
    figures = {
        "hero": mine(at=(20, 20), weapons=[close(dice)], spells=[bolt]),
        "foe": theirs(at=(22.5, 20), **{"weapons": [close(1)], "dodge": 1, **foe}),
    }
    return Table(figures).turn_of("hero").play(line)


def chance(table: Table, answer: int) -> hit_chances.Chance:
    found = chance_of(table.state, answer, table["hero"])
    assert found is not None
    return found


@pytest.mark.parametrize(("dice", "dodge"), [(1, 1), (2, 1), (1, 2), (2, 2)])
def test_the_chance_against_a_dodge_is_that_of_all_dice_counted_one_by_one(dice: int, dodge: int) -> None:
    """The attack hits with no fewer successes than the dodge, and at least one [Kaos K17.6] [Kaos K29.7]."""
    found = chance(attacked(dice, dodge=dodge), react("dodge"))
    assert found.of(0) == hits(dice, dodge) and found.of(1) == 0
    assert found.dice == {0: dice, 1: dodge}


def test_who_does_nothing_is_hit_by_any_success() -> None:
    """[Kaos K17.1]: five dice that all fail are one case in thirty-two."""
    assert chance(attacked(5), react("none")).of(0) == Fraction(31, 32)


def test_equal_blows_hit_both_ways() -> None:
    """A riposte is rolled against the attack; equal ones hit both [Kaos K17.5]."""
    found = chance(attacked(2), react("riposte", SWORD))
    assert found.of(0) == hits(2, 1) and found.of(1) == hits(1, 2)


def test_who_flees_is_not_hit() -> None:
    """It runs before the attacker arrives [Kaos K27.1]."""
    assert chance(attacked(), react("flee")).of(0) == 0


def test_a_spell_needs_the_successes_its_card_asks_for() -> None:
    """[Kaos K23.19]."""
    found = chance(attacked(line="plan stay cast foe bolt"), react("submit"))
    assert found.of(0) == hits(2, 0, 2) < hits(2, 0)


@pytest.mark.parametrize(("shown", "ours"), [("41", 1), ("11", 0), ("31", 0)])
def test_a_destiny_point_rolls_the_failures_again_and_no_six_again(shown: str, ours: int) -> None:
    """What is rolled by destiny is one success at most [Kaos K36.4] [Kaos K15.3]; the dodge has had one."""
    figures = {"hero": mine(at=(20, 20), weapons=[close(2)]), "foe": theirs(at=(22.5, 20), dodge=2)}
    table = Table(figures, destiny=(1, 0), active="hero")
    table.start(AttackFrame(0, SWORD, 1, answers.DODGE, answers.NO_MEANS, 0, -1)).play(dice=[shown, "51"])
    failures = 2 - ours
    ways = list(product((0, 1), repeat=failures))
    assert chance(table, DESTINY).of(0) == Fraction(sum(ours + sum(coins) >= 1 for coins in ways), len(ways))
    assert chance(table, PASS).of(0) == ours


def test_a_fall_rolled_in_the_middle_of_an_attack_is_no_attack() -> None:
    """What is improved then is the fall, and nobody hits by it [Kaos K12.3]."""
    figures = {"hero": mine(at=(20, 20)), "foe": theirs(at=(22.5, 20), activated=1)}
    table = Table(figures, destiny=(0, 1), active="hero")
    table.start(AttackFrame(0, SWORD, 1, answers.NO_REACTION, answers.NO_MEANS, 0, -1))
    table.state.stack.append(ContestFrame(FALL, 1, 1, 2))
    advance(table.state)
    table.play(dice=["12"])
    assert table.asks == "destiny"
    words = GAME.words(table.state)
    assert [words.reason(answer) for answer in (DESTINY, PASS)] == ["roll 2 failures again", ""]


def test_an_equal_initiative_is_an_end_of_its_own() -> None:
    """It is rolled again, and no odds go round in circles [Kaos K8.3]."""
    for state, _, _ in positions(1):
        top = state.stack[-1]
        if isinstance(top, ContestFrame) and top.kind_a == INITIATIVE and isinstance(state.waiting, Decision):
            won = [chance_of(state, answer, -1) for answer in (DESTINY, PASS)]
            assert all(one is not None and sum(one.wins.values()) <= 1 for one in won)
            for answer in (DESTINY, PASS):
                assert sum(end.probability for end in odds_of(KaosOdds(), state, answer).endings) == 1
            return
    raise AssertionError("nobody was asked for a destiny point on an initiative")


def will_rolled(will: int, *others: int) -> Table:
    """Ann and Zoe against others, of whom each is named for the will roll."""
    figures = {"ann": mine(at=(1, 1), status=RESERVE, will=will), "zoe": mine(at=(1, 1), status=RESERVE, will=9)}
    them = {f"b{n}": theirs(at=(1, 1), status=RESERVE, will=other) for n, other in enumerate(others)}
    return Table({**figures, **them}).start(DeploymentFrame())


@pytest.mark.parametrize(("ours", "against"), [(1, 1), (2, 1), (1, 2), (2, 2), (3, 2)])
def test_the_will_roll_is_won_as_often_as_every_way_of_the_dice_says(ours: int, against: int) -> None:
    """Rolled until they differ [Kaos K6.7] [Kaos K6.9]."""
    found = chance_of_will(will_rolled(ours, against).state, 0)
    ways = [(mine, other, p * q) for mine, p in successes(ours).items() for other, q in successes(against).items()]
    won, lost = (sum(p for one, two, p in ways if (one - two) * sign > 0) for sign in (1, -1))
    assert found.share == won / (won + lost)
    assert (found.dice, found.other, found.against, found.is_best) == (ours, 2, against, False)


def test_whom_the_opponent_may_name_is_taken_for_the_best() -> None:
    """Until somebody is named [Kaos K6.7]."""
    table = will_rolled(3, 2, 4, 1)
    best = chance_of_will(table.state, 0)
    assert (best.other, best.against, best.is_best) == (3, 4, True)
    table.play(answers.pack(answers.CHOOSE_FIGURE, [0]))
    assert table.asks == "will-figure"
    after = chance_of_will(table.state, 3)
    assert (after.other, after.against, after.is_best) == (0, 3, False) and after.share == 1 - best.share


def op(kind: type[Needed] | type[Reroll], amount: int) -> Op:
    """What a card changes in rolls at deployment as long as the round lasts."""
    return Op(kind, 1 << DEPLOYMENT, amount, ALWAYS, ROUND, 0, 1)


@pytest.mark.parametrize("changed", [None, op(Needed, 5), op(Needed, 2), op(Reroll, 1)])
def test_the_odds_of_a_will_roll_agree_with_all_the_dice_played_through(changed: Op | None) -> None:
    """With what cards change as well [Kaos K17.8] [Kaos K18.6]."""
    table = will_rolled(3, 2, 1)
    if changed is not None:
        add_effect(table.state, 0, changed)
    played = chance_of(table.state, answers.pack(answers.CHOOSE_FIGURE, [0]), -1)
    assert played is not None
    assert chance_of_will(table.state, 0).share == played.wins[0] / (played.wins[0] + played.wins[1])


class _ToTheEnd(KaosOdds):
    """Counts the same hits without stopping after the blow."""

    def notes(self, state: State) -> tuple[tuple[int, ...], ...]:
        return tuple(event for event in state.log or () if event[0] == E_HIT)


@pytest.mark.parametrize("seed", [3, 8])
def test_nothing_is_lost_by_stopping_after_the_blow(seed: int) -> None:
    """In games played by chance, with spells, shields and skills, whoever the attacker is."""
    counted = 0
    for state, _, _ in positions(seed, fighters=2):
        waiting, top = state.waiting, state.stack[-1]
        if not isinstance(waiting, Decision) or not isinstance(top, ReactionFrame):
            continue
        for option in waiting.options():
            found = chance_of(state, option, top.attacker)
            whole = odds_of(_ToTheEnd(), state, option)
            if found is None or any(end.answers for end in whole.endings):
                continue
            share = sum(end.probability for end in whole.endings if any(note[1] == top.attacker for note in end.notes))
            assert found.of(top.attacker) == share
            alone = chance_of(state, option, top.attacker, is_answered=False)
            assert alone is not None and alone.of(top.attacker) == share
            counted += 1
    assert counted >= 4


class _AllApart(KaosOdds):
    """Takes no two positions for alike that differ in anything that is saved."""

    def key(self, state: State) -> bytes:
        return repr(state.to_data()).encode()


@pytest.mark.parametrize("seed", [23, 24])
def test_positions_taken_for_alike_have_the_same_odds(seed: int) -> None:
    """The dice of who has rolled count by their successes alone, and what a contest came to has been read."""
    counted = 0
    for state, answer, _ in positions(seed, fighters=2):
        if not isinstance(state.waiting, Decision) or state.waiting.kind not in ("plan", "react", "destiny"):
            continue
        told, apart = odds_of(KaosOdds(), state, answer), odds_of(_AllApart(), state, answer)
        ends = [
            sorted((end.answers, end.probability, repr(end.changes), end.notes) for end in one.endings)
            for one in (told, apart)
        ]
        assert ends[0] == ends[1]
        counted += told.has_dice
    assert counted > 3


def test_a_plan_has_a_chance_against_each_reaction() -> None:
    """From behind nothing is left but a dodge, with a die fewer [Kaos K30.1]."""
    figures = {
        "hero": mine(at=(20, 20), weapons=[close(2)]),
        "foe": theirs(at=(24, 20), faces=0, dodge=2, weapons=[close(2)]),
    }
    table = Table(figures).turn_of("hero")
    answer = table.answer("plan walk 21.5,20 strike foe sword")
    assert table.refusal(answer) is None
    found = {
        answers.REACTION_NAMES[one.reaction.reaction]: one
        for one in chances_of_plan(table.state, answer, 0)
        if one.reaction
    }
    assert set(found) == {"none", "dodge"}
    assert found["dodge"].dice == {0: 2, 1: 1} and found["dodge"].of(0) == hits(2, 1)


def test_an_interception_says_where_it_strikes_and_its_odds() -> None:
    """Past a sword, 2.5 cm off at the most, with a die fewer out of contact [Kaos K31.5] [Kaos K31.8]."""
    figures = {
        "hero": mine(at=(20, 20), dodge=2),
        "foe": theirs(at=(25, 24), faces=270, weapons=[close(3)]),
    }
    table = Table(figures).turn_of("hero").play("plan walk 30,20")
    words = GAME.words(table.state)
    assert words.reason(table.answer("done")) == "nobody more intercepts"
    share = f"{float(hits(2, 2)) * 100:.1f} %"
    told = words.reason(table.answer("intercept foe sword at 4"))
    assert told == f"strike Hero from the front with sword, once it has gone 4 cm, 2 dice, {share} to hit at the worst"
    assert words.briefing() == ["Hero: plan walk 30,20"]


def test_what_is_free_is_told_apart_from_the_attack_that_follows_it() -> None:
    """A free spell before a strike of the same figure: each has its own odds [Kaos K35.1]."""
    bolt = spell(1, 0, UNOPPOSED, is_free=True)
    trick = skill(2, IN_FREE_WINDOW, is_free=True)
    figures = {
        "hero": mine(at=(20, 20), weapons=[close(5)], spells=[bolt], skills=[trick]),
        "foe": theirs(at=(22.5, 20), dodge=1, activated=1),
    }
    table = Table(figures).turn_of("hero").play("plan stay strike foe sword", "react none")
    assert table.asks == "free-before-action"
    words = GAME.words(table.state)
    assert words.reason(table.answer("use hero knack foe")) == "use knack on Foe, 2 dice, 75.0 % that it comes off"
    assert words.reason(table.answer("use hero bolt foe")) == "use bolt on Foe, 1 die, 50.0 % to hit"


def test_a_slam_says_where_its_victim_ends_and_what_it_runs_into() -> None:
    """[Kaos K22.6] [Kaos K22.7]: half of eight wounds, against a wall."""
    figures = {"hero": mine(at=(20, 20)), "foe": theirs(at=(23.5, 20), activated=1)}
    table = Table(figures, [box((26, 10), (2, 20))]).start(SlamFrame(0, 1, 8))
    words = GAME.words(table.state)
    assert words.reason(table.answer("slam 23.5,22.5")) == "Foe 1 cm ahead left"
    assert words.reason(table.answer("slam 26,20")) == "Foe 2.3 cm ahead, crushed for 4 wounds"


def test_a_skill_says_how_often_it_comes_off() -> None:
    """One success is enough [Kaos K34.3]; what is automatic has no odds [Kaos K34.4]."""
    for dice, wanted in ((2, "use knack on Foe, 2 dice, 75.0 % that it comes off"), (0, "use knack on Foe")):
        figures = {"hero": mine(at=(20, 20), skills=[skill(dice)]), "foe": theirs(at=(30, 20))}
        table = Table(figures).turn_of("hero")
        assert GAME.words(table.state).reason(table.answer("plan stay use knack foe")) == f"stay, {wanted}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_say_the_pool_and_the_odds(language: str) -> None:
    """`strike C from behind, 2 dice, 61.4 %`: target, side, pool, exact chance."""
    figures = {"hero": mine(at=(20, 20), weapons=[close(2)]), "foe": theirs(at=(24, 20), faces=0, dodge=2)}
    table = Table(figures).turn_of("hero")
    told = GAME.words(table.state, language).reason(table.answer("plan walk 21.5,20 strike foe sword"))
    share = f"{float(hits(2, 1)) * 100:.1f} %"
    spoken = share.replace(".", ",").replace(" ", "\u00a0")
    french, italian = "frapper Foe dans le dos avec sword, 2 dés", "colpire Foe alle spalle con sword, 2 dadi"
    wanted = {
        "en": f"walk 1.5 cm, strike Foe from behind with sword, 2 dice, {share} to hit against a dodge",
        "fr": f"marcher 1,5 cm, {french}, {spoken} de toucher contre une esquive",
        "it": f"camminare 1,5 cm, {italian}, {spoken} di colpire contro una schivata",
    }
    assert told == wanted[language]


@pytest.mark.parametrize("seed", [2, 5, 12])
def test_every_proposal_of_a_game_has_a_reason_in_words(seed: int) -> None:
    """Each kind of decision, in three languages; what is asked in words needs none."""
    kinds: set[str] = set()
    for number, (state, _, _) in enumerate(positions(seed, fighters=2)):
        waiting = state.waiting
        if not isinstance(waiting, Decision) or number % 2:
            continue
        for answer in waiting.proposals(3)[:4]:
            for language in LANGUAGES:
                words = GAME.words(state, language)
                told = [words.reason(answer), *words.briefing()]
                assert not any("{" in one or "kaos." in one for one in told)
            if told[0]:
                kinds.add(waiting.kind)
    assert {"plan", "initiative"} <= kinds
