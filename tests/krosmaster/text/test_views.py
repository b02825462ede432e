"""What a seat is shown: everything that lies open, nothing that does not, and hints that agree with the rules."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from esquive.core.waiting import Decision, Over
from esquive.krosmaster.game import GAME
from esquive.krosmaster.seen.decisions import decision_view, preview
from esquive.krosmaster.seen.shapes import Hints, Reward
from esquive.krosmaster.seen.views import view, views
from esquive.krosmaster.table.state import State
from tests.krosmaster.playing import Table, card as a_card, keyword, mine, reward, spell, theirs

TEAMS = [
    ["oscar-kass", "anna-tommy", "bad-aboum", "lil-healey"],
    ["king-of-the-gobballs", "queen-of-the-tofus", "kassius-kaos", "bill-tell"],
]


def decisions(seed: int, every: int, games: int = 1) -> Iterator[State]:
    """Every so manieth position of random games that waits for a decision."""
    rng = random.Random(seed)
    start = GAME.new({"arena": "elemental", "teams": TEAMS})
    for _ in range(games):
        state = start.copy()
        number = 0
        while not isinstance(state.waiting, Over):
            number += 1
            if isinstance(state.waiting, Decision) and number % every == 0:
                yield state
            state.apply(state.waiting.sample(rng))


def with_reward(index: int) -> State:
    """A position in which a Krosmaster of p1 has the Granite reward of this number face down."""
    state = GAME.new({"arena": "elemental", "teams": TEAMS})
    rng = random.Random(1)
    while not (isinstance(state.waiting, Decision) and state.waiting.kind == "activation"):
        state.apply(state.waiting.sample(rng))
    granite = [reward.index for reward in state.library.rewards if reward.document.rank == "granite"]
    unit = state.timeline[0][0]
    state.rewards[unit] = (granite[index] << 1,)
    state.pool[granite[index]] -= 1
    state.piles_closed[0] -= 1
    return state


def shown(state: State, seat: int) -> list[Any]:
    """Everything a seat can be shown of a position."""
    return [view(state, seat), decision_view(state, seat), GAME.to_document(state, seat)]


def test_a_reward_face_down_is_seen_by_its_owner_alone() -> None:
    """Two positions that differ only in p1's face-down reward look alike to p2 and to spectators [KA 4.7.8.b]."""
    one, other = with_reward(0), with_reward(1)
    assert one.to_data() != other.to_data()
    assert shown(one, 1) == shown(other, 1)
    assert shown(one, -1) == shown(other, -1)
    assert shown(one, 0) != shown(other, 0)


def test_a_face_down_reward_of_another_player_shows_its_rank_only() -> None:
    """The token lies face down on the card [KA 4.7.8.b]."""
    state = with_reward(0)
    name = state.names[state.timeline[0][0]]
    hidden = next(unit for unit in view(state, 1).units if unit.id == name).rewards
    assert hidden == [Reward(id=None, name=None, text=None, face="down", rank="granite", kind=None, slot=None)]
    own = next(unit for unit in view(state, 0).units if unit.id == name).rewards
    assert own[0].id and own[0].face == "down"


def test_who_is_not_asked_gets_no_decision() -> None:
    for state in decisions(2, 37):
        asked = state.waiting.seat
        assert decision_view(state, asked) is not None
        assert decision_view(state, 1 - asked) is None
        assert decision_view(state, -1) is None


def test_the_options_shown_are_the_legal_answers() -> None:
    """Each option's line is read back as the legal answer it stands for."""
    for state in decisions(3, 23):
        shown_ = decision_view(state, state.waiting.seat)
        assert shown_ is not None
        assert [GAME.parse(state, option.do) for option in shown_.options] == state.waiting.options()
        assert all(option.label for option in shown_.options)


def test_hints_agree_with_the_options() -> None:
    """Cells lit for a spell are its legal cells; a spell without any says why [KA 7.1.1]."""
    for state in decisions(4, 11):
        shown_ = decision_view(state, state.waiting.seat)
        assert shown_ is not None
        if shown_.kind != "activation":
            assert shown_.hints == Hints()
            continue
        steps = {option.cell for option in shown_.options if option.verb == "move"}
        assert {reach.cell for reach in shown_.hints.reach if reach.mp == 1} == steps
        for name, hint in shown_.hints.spells.items():
            legal = {one.cell for one in shown_.options if one.verb == "cast" and one.spell == name}
            assert set(hint.cells) == legal
            assert (hint.why is None) == bool(legal)
            assert legal <= set(hint.range)
            assert not legal & set(hint.hidden)


def test_a_preview_says_what_the_rules_say() -> None:
    """Legal if and only if it is an option; the refusal's condition is the first that fails of a step."""
    rng = random.Random(5)
    for state in decisions(5, 31):
        if state.waiting.kind != "activation":
            continue
        options = state.waiting.options()
        lines = [GAME.format(state, rng.choice(options)), "collect", "buy gg", f"move {rng.choice('abcdefghijkl')}4"]
        lines += [f"cast punch {rng.choice('abcdefghijkl')}6"]
        for line in lines:
            found = preview(state, line)
            answer = GAME.parse(state, line)
            assert found.legal == (answer in options)
            refusal = state.waiting.refusal(answer)
            far = ("out-of-reach", "no-way")  # how far a walk gets is said before that it goes cell by cell
            failing = [one for one in found.conditions if not one.holds and one.kind not in far]
            assert (failing[0].kind if failing else None) == (refusal.kind if refusal else None)


def test_reach_counts_mp_and_names_who_would_lock() -> None:
    """The way that meets the fewest enemies is taken, and each enemy next to it rolls for Lock [KA 4.14.1]."""
    table = Table(
        """
        .  .    .   .
        .  hero foe .
        .  .    .   .
        """,
        {"hero": mine("villager", mp=3), "foe": theirs("fighter")},
        turn="hero",
    )
    decision = decision_view(table.state, 0)
    assert decision is not None
    reach = {one.cell: one for one in decision.hints.reach}
    assert (reach["a2"].mp, reach["a2"].lockers) == (1, ["foe"])
    assert (reach["c3"].mp, reach["c3"].path) == (2, ["b3", "c3"])
    assert reach["d3"].mp == 3 and "c2" not in reach and "d2" not in reach


def test_a_hidden_cell_names_what_hides_it() -> None:
    """A line of sight blocked by a Tree is blocked at its cell [KA 4.15.9] [KA 4.17.5.b]."""
    table = Table(
        ". hero T . foe",
        {"hero": mine("fighter"), "foe": theirs("villager")},
        turn="hero",
    )
    decision = decision_view(table.state, 0)
    assert decision is not None
    arrow = decision.hints.spells["arrow"]
    assert arrow.hidden == {"d1": "c1", "e1": "c1"}
    assert "e1" in arrow.range and "e1" not in arrow.cells


def test_a_spell_that_cannot_be_paid_says_so_with_its_clause() -> None:
    """The cost in AP must be in the gauge [KA 7.1.4.a]."""
    table = Table("hero foe", {"hero": mine("fighter", ap=2), "foe": theirs("villager")}, turn="hero")
    decision = decision_view(table.state, 0, "fr")
    assert decision is not None
    strike = decision.hints.spells["strike"]
    assert (strike.cells, strike.clauses) == ([], ["7.1.4.a"])
    assert strike.why == "Cela coûte 3 PA\u00a0; la jauge en contient 2."


def test_a_preview_shows_the_area_and_who_stands_in_it() -> None:
    """A Cross is the target cell and the four next to it [KA 4.16.3]."""
    wave = spell("wave", (1, 3), area="cross")
    table = Table(
        """
        .    .   .    .
        hero .   foe  other
        .    .   .    .
        """,
        {"hero": mine("caster"), "foe": theirs("villager"), "other": theirs("villager")},
        turn="hero",
        pack=[a_card("caster", spells=[wave])],
    )
    found = preview(table.state, "cast wave c2")
    assert set(found.area) == {"c2", "c3", "d2", "c1", "b2"}
    assert found.targets == ["foe", "other"]


def test_powers_are_shown_with_where_they_come_from() -> None:
    """A card's own, and one an Inspiration die gives for the turn [KA 4.9.1] [KA 5.3.1]."""
    table = Table(
        "hero foe",
        {"hero": mine("guard", inspiration=["lock"]), "foe": theirs("villager")},
        turn="hero",
        pack=[a_card("guard", powers=[keyword("armour")])],
    )
    hero = view(table.state, 0).units[0]
    assert [(power.id, power.source) for power in hero.powers] == [("armour", "card"), ("lock", "inspiration")]
    assert hero.inspiration == ["lock"]


def test_a_view_changes_nothing() -> None:
    """Looking leaves the position as it was, hints and previews included."""
    for state in decisions(6, 53):
        before = state.to_data()
        view(state, 0)
        decision_view(state, state.waiting.seat)
        assert state.to_data() == before


def test_a_turn_is_not_ended_for_a_krosmaster_that_might_reveal_something() -> None:
    """What lies face down decides whether it can; nobody else is to see it by the turn's end [KA 4.7.8.b]."""
    units = {"hero": mine("fighter", ap=0, mp=0), "foe": theirs("fighter")}
    free = reward("free", kind="equipment", slot="set")
    taken = reward("taken", kind="equipment", slot="weapon")
    up = reward("up", kind="equipment", slot="weapon")
    for hidden, options in (("free", 2), ("taken", 1)):
        held = [{"id": "up", "face": "up"}, {"id": hidden, "face": "down"}]
        units["hero"] = mine("fighter", ap=0, mp=0, rewards=held)
        table = Table("hero . foe", units, turn="hero", pack=[free, taken, up])
        waiting = table.state.waiting
        assert isinstance(waiting, Decision) and len(waiting.options()) == options
        assert GAME.only_answer(table.state) is None
        table.state.revealed = 1  # all have seen it: it can reveal nothing more
        assert GAME.only_answer(table.state) == waiting.options()[-1]
    units["hero"] = mine("fighter", ap=0, mp=0)
    assert GAME.only_answer(Table("hero . foe", units, turn="hero").state) is not None


def matches(seed: int) -> Iterator[State]:
    """A match of each format in each release, with teams and grounds drawn at random."""
    rng = random.Random(seed)
    for edition in GAME.setups.editions("en"):
        setups = GAME.setups.under(edition.id)
        teams = [list(team.cards) for team in setups.ready_teams("en")]
        for kind in setups.formats("en"):
            ground = setups.usual_ground(kind)
            legal = [team for team in teams if not setups.violations(team, kind.id, ground)]
            yield GAME.new(setups.setup(kind.id, ground, [rng.choice(legal) for _ in range(kind.players)], {}))


def test_what_is_sent_is_the_view_byte_for_byte() -> None:
    """Units and boards are made into text once for as long as they stay as they are, for whoever looks."""
    rng, compared = random.Random(13), 0
    for number, state in enumerate(matches(13)):
        language = ("en", "fr", "it")[number % 3]
        for step in range(300):
            if isinstance(state.waiting, Over):
                break
            if step % 6 == 0:
                sent = views(state, language, ["Ann", "Bob", "Cem", "Dia"])
                for seat in range(-1, state.settings.seats):
                    shown = msgspec.json.encode(view(state, seat, language, ["Ann", "Bob", "Cem", "Dia"]))
                    assert msgspec.json.encode(sent(seat)) == shown
                    compared += 1
            state.apply(state.waiting.sample(rng))
    assert compared > 1000


def test_a_reward_face_down_is_sent_to_its_owner_alone() -> None:
    """What has been told to the owner is in no text kept for the others [KA 4.7.8.b]."""
    one, other = with_reward(0), with_reward(1)
    texts = [[msgspec.json.encode(views(state)(seat)) for seat in (0, -1, 1)] for state in (one, other)]
    assert texts[0][1:] == texts[1][1:]
    assert texts[0][0] != texts[1][0]
