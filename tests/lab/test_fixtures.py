"""Series of games: what they begin with, and what is kept of them."""

import pytest

from esquive.core.errors import EsquiveError
from esquive.core.record import parse_record, verify
from esquive.kaos.cards.catalogue import catalogue
from esquive.kaos.game import GAME
from esquive.lab.fixtures import fixtures_of
from esquive.lab.matches import play

AGENTS = ("random", "random")


def test_kaos_games_come_in_pairs_on_ground_and_with_hordes_drawn_by_the_seed() -> None:
    found = fixtures_of("kaos", ("a", "b"), 40, 1, "", None, 9)
    assert all(one.setup == two.setup for one, two in zip(found[::2], found[1::2], strict=True))
    assert found[0].agents == ("a", "b")
    assert found[1].agents == ("b", "a")
    grounds = {fixture.setup.get("scenario") or fixture.setup["table"] for fixture in found}
    assert grounds == {*catalogue().fields, *catalogue().scenarios}
    assert any("decks" in fixture.setup for fixture in found)
    for fixture in found[::2]:
        points = {catalogue().hordes[horde].points for horde in fixture.setup["hordes"]}
        assert len(points) == 1
        assert len(set(fixture.setup["hordes"])) == 2


def test_ground_and_hordes_of_kaos_may_be_named() -> None:
    fixture = fixtures_of("kaos", AGENTS, 1, 1, "quarry", ["two-gleams", "gravediggers"], 9)[0]
    assert (fixture.setup["table"], fixture.setup["hordes"]) == ("quarry", ["two-gleams", "gravediggers"])


@pytest.mark.parametrize(
    ("ground", "teams", "message"),
    [("quary", None, "did you mean 'quarry'"), ("", ["two-gleam", "quarry"], "did you mean 'two-gleams'")],
)
def test_what_kaos_does_not_know_is_named(ground: str, teams: list[str] | None, message: str) -> None:
    with pytest.raises(EsquiveError, match=message):
        fixtures_of("kaos", AGENTS, 1, 1, ground, teams, 9)


def test_a_game_of_kaos_is_played_and_its_record_holds() -> None:
    fixture = fixtures_of("kaos", AGENTS, 1, 3, "quarry", ["two-gleams", "gravediggers"], 2)[0]
    played = play(fixture)
    assert played.is_capped
    assert verify(parse_record(played.record), GAME) == []
    assert play(fixture).record == played.record


def test_a_game_without_a_record_ends_as_the_one_with_it() -> None:
    for game, teams in (("krosmaster", None), ("kaos", ["two-gleams", "gravediggers"])):
        with_it = fixtures_of(game, AGENTS, 1, 3, "", teams, 3)[0]
        without = with_it._replace(is_recorded=False)
        one, two = play(with_it), play(without)
        assert one.record
        assert not two.record
        assert (one.winner, one.turns, one.decisions) == (two.winner, two.turns, two.decisions)


def test_a_seat_of_kaos_leads_the_horde_of_its_number() -> None:
    state = GAME.new({"table": "quarry", "hordes": ["two-gleams", "gravediggers"]})
    assert [GAME.player_in(state, seat) for seat in (0, 1)] == [0, 1]
