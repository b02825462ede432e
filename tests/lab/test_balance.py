"""What a change of a card is worth: pairs that are the same in everything else, their mean, interval and sign test."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from esquive.core.errors import DocumentError, EsquiveError
from esquive.core.games import game_named
from esquive.core.packs import PackFile
from esquive.lab.balance import Comparison, Game, Side, difference_of, sign_test

STRONGER = '[[card]]\nid = "oscar-kass"\noverride = true\nhp = 30\n'
SETUPS = game_named("krosmaster").setups


def comparison(file: Path | None = None, games: int = 8, change: str = STRONGER) -> Comparison:
    changed = SETUPS.with_packs([PackFile("change.toml", change)]) if change else SETUPS
    sides = Side(SETUPS, "oscar-kass"), Side(changed, "oscar-kass")
    return Comparison("krosmaster", sides, "random", games, 7, 60, file)


def test_the_games_of_a_pair_have_the_same_teams_arena_and_dice_and_the_change_stands_in_one_alone() -> None:
    fixtures = [fixture for _, _, fixture in comparison().fixtures()]
    assert len(fixtures) == 8
    for one, other in zip(fixtures[::2], fixtures[1::2], strict=True):
        assert (one.seed, one.agents, one.setup["teams"]) == (other.seed, other.agents, other.setup["teams"])
        assert "card" not in one.setup and other.setup["card"][0]["hp"] == 30
        assert one.setup["arena"] == other.setup["arena"]
    assert fixtures[0].setup["teams"] == fixtures[2].setup["teams"][::-1]
    for place, fixture in zip((0, 1) * 2, fixtures[::2], strict=True):
        assert "oscar-kass" in fixture.setup["teams"][place]


def test_no_change_is_worth_exactly_nothing_and_what_is_cast_is_counted() -> None:
    same = comparison(change="")
    assert len([*same.play(1)]) == 8
    found = difference_of(same.pairs())
    assert (found.pairs, found.worth.score, found.p) == (4, 0.0, 1.0)
    assert found.without == found.changed and found.worth.least < 0 < found.worth.most
    assert set(same.uses()) == {"con", "deviousness"}


def test_a_comparison_goes_on_where_it_was_broken_off_and_refuses_the_games_of_another(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    playing = comparison(file).play(1)
    first = [next(playing), next(playing), next(playing)]
    again = comparison(file)
    assert [again.played[game.pair, game.is_changed] for game in first] == first and len(again.pairs()) == 1
    assert len([*again.play(1)]) == 5
    assert comparison(file).pairs() == again.pairs()
    with pytest.raises(EsquiveError, match="another series"):
        Comparison("krosmaster", (again.without, again.changed), "greedy", 8, 7, 60, file)
    file.write_text(file.read_text(encoding="utf-8") + "[1, 2, 3, 4, 5, 6]\n", encoding="utf-8")
    with pytest.raises(EsquiveError, match="kept games"):
        comparison(file)


def test_the_worth_is_the_mean_of_the_pairs_with_the_sign_test_of_those_that_differ() -> None:
    def pair(number: int, without: float, changed: float) -> tuple[Game, Game]:
        return Game(number, False, without, True, {}), Game(number, True, changed, True, {})

    found = difference_of([pair(0, 0, 1), pair(1, 0, 1), pair(2, 1, 1), pair(3, 0.5, 1), pair(4, 1, 0)])
    assert (found.without.score, found.changed.score) == (0.5, 0.8)
    assert round(found.worth.score, 9) == 0.3
    assert found.p == 2 * (4 + 1) / 16  # three up, one down: 3 or more of four, both sides
    assert sign_test([1.0] * 10) == 2 / 1024 and sign_test([]) == 1.0 and sign_test([0.0]) == 1.0
    assert sign_test([1.0] * 2000 + [-1.0] * 2000) == pytest.approx(1.0)
    assert sign_test([1.0] * 1600 + [-1.0] * 1400) == pytest.approx(0.00028, rel=0.05)
    assert difference_of([]).pairs == 0


@pytest.mark.parametrize(("game", "must"), [("krosmaster", "oscar-kass"), ("kaos", "mel-ysaure")])
def test_teams_by_chance_are_legal_and_have_whom_they_must(game: str, must: str) -> None:
    setups = game_named(game).setups
    format_ = setups.formats()[0]
    drawn = [setups.drawn_team(Random(seed), format_.id, (must,)) for seed in range(12)]
    for team in drawn:
        assert must in team and setups.violations(team, format_.id) == []
    assert len({tuple(team) for team in drawn}) > 8
    assert setups.drawn_team(Random(3), format_.id) == setups.drawn_team(Random(3), format_.id)


def test_a_team_is_drawn_of_figures_one_owns_each_as_often_as_it_is_there() -> None:
    owned = [*{card for team in SETUPS.ready_teams()[:2] for card in team.cards}, "oscar-kass"]
    for seed in range(20):
        team = SETUPS.drawn_team(Random(seed), "constructed", (), owned)
        assert not Counter(team) - Counter(owned) and SETUPS.violations(team, "constructed") == []
    with pytest.raises(DocumentError, match="among these figures"):
        SETUPS.drawn_team(Random(1), "constructed", (), ["percedal"])
    horde = game_named("kaos").setups.drawn_team(Random(1), "battle", (), ["mel-ysaure"])
    assert horde == ["mel-ysaure"]


def test_teams_for_four_players_are_drawn_by_figures_and_limited_ones_to_the_best_level_of_their_pool() -> None:
    pairs = [SETUPS.drawn_team(Random(seed), "free-for-all") for seed in range(12)]
    levels = {card.id: card.level for card in SETUPS.known.cards.values()}
    assert {len(team) for team in pairs} == {2} and len({levels[card] for team in pairs for card in team}) > 2
    low = [card for card in SETUPS.known.cards.values() if card.level == 1 and SETUPS.known.is_playable(card)][:5]
    team = SETUPS.drawn_team(Random(1), "limited", (), [card.id for card in low])
    assert sorted(team) == sorted(card.id for card in low)


def test_a_team_that_cannot_be_is_refused() -> None:
    with pytest.raises(DocumentError, match="no legal team"):
        SETUPS.drawn_team(Random(1), "constructed", ("percedal", "percedal"))
    with pytest.raises(DocumentError, match="no legal team"):
        game_named("kaos").setups.drawn_team(Random(1), "battle", ("mel-ysaure", "mel-ysaure"))
