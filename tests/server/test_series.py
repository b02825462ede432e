"""Matches that the same players play one after the other: the score goes on, also with other teams and arenas."""

from collections.abc import Iterator
from typing import Any

import pytest

from esquive.hosting.series import SeriesSoFar, series_of, so_far, with_this
from esquive.hosting.stored_match import SeatedPlayer, Series, StoredMatch
from tests.server.serving import BROTHERHOOD, FIRST_BOX, Site, thread_server

ANN = {"name": "Ann", "cards": FIRST_BOX}
BOB = {"name": "Bob", "cards": BROTHERHOOD}
OPEN = {"name": "guest", "cards": [], "agent": "open"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with thread_server(tmp_path_factory.mktemp("series") / "matches.sqlite") as found:
        yield found


def created(site: Site, **more: Any) -> dict[str, Any]:
    status, made = site.ask("/api/matches", {"players": [ANN, BOB], **more})
    assert status == 201, made
    return dict(made)


def state_of(site: Site, match_id: str, token: str) -> dict[str, Any]:
    with site.follow(match_id, token) as client:
        return client.hello()


def resign(site: Site, match_id: str, token: str) -> dict[str, Any]:
    """The state once who has the token has given up."""
    with site.follow(match_id, token) as client:
        state = client.hello()
        client.send({"type": "wish", "what": "resign", "version": state["version"]})
        while not state["over"]:
            state = client.read()
    return state


def score(state: dict[str, Any]) -> dict[str, int]:
    names = {one["seat"]: one["name"] for one in state["players"]}
    return {names[one["seat"]]: one["wins"] for one in state["series"]["scores"]}


def again(site: Site, match_id: str, *tokens: str) -> list[str]:
    """The id of the rematch that all want, and everybody's token for it."""
    path = f"/api/matches/{match_id}/rematch"
    (found,) = {site.ask(path, {}, token)[1]["id"] for token in tokens} - {""}
    return [found, *(site.ask(path, {}, token)[1]["token"] for token in tokens)]


def test_the_score_goes_on_with_the_rematch_until_the_series_is_won(site: Site) -> None:
    made = created(site, best_of=3)
    match_id, (ann, bob) = made["id"], made["player_tokens"]
    assert score(state_of(site, match_id, ann)) == {"Ann": 0, "Bob": 0}
    for wins in (1, 2):
        state = resign(site, match_id, bob)
        assert score(state) == {"Ann": wins, "Bob": 0}
        assert (state["series"]["best_of"], state["series"]["won"]) == (3, wins == 2)
        match_id, ann, bob = again(site, match_id, ann, bob)
    assert score(state_of(site, match_id, bob)) == {"Ann": 0, "Bob": 0}  # a new one has begun


def test_another_match_with_other_teams_goes_on_with_the_score(site: Site) -> None:
    made = created(site)
    assert state_of(site, made["id"], made["token"])["series"] is None
    follows = {"match": made["id"], "token": made["token"]}
    swapped = {"players": [{**ANN, "cards": BROTHERHOOD}, {**BOB, "cards": FIRST_BOX}], "arena": "elemental"}
    assert site.ask("/api/matches", {**swapped, "after": follows})[1]["code"] == "not-over"
    resign(site, made["id"], made["player_tokens"][0])
    assert site.ask("/api/matches", {**swapped, "after": {**follows, "token": "guessed"}})[1]["code"] == "bad-token"
    status, second = site.ask("/api/matches", {**swapped, "after": follows})
    assert status == 201, second
    assert score(state_of(site, second["id"], second["token"])) == {"Ann": 0, "Bob": 1}
    strangers = {"players": [ANN, {**BOB, "name": "Eve"}], "after": follows}
    other = site.ask("/api/matches", strangers)[1]
    assert state_of(site, other["id"], other["token"])["series"] is None


def test_who_wants_other_teams_lays_a_table_that_the_other_is_told_of(site: Site) -> None:
    made = created(site)
    ann, bob = made["player_tokens"]
    resign(site, made["id"], bob)
    table = {"match": {"players": [ANN, OPEN], "after": {"match": made["id"], "token": ann}}}
    status, laid = site.ask("/api/gatherings", table)
    assert status == 201, laid
    wishes = state_of(site, made["id"], bob)["wishes"]
    assert (wishes["table"], wishes["invitation"]) == (laid["id"], laid["invitation"])
    assert state_of(site, made["id"], "")["wishes"] is None
    assert site.ask("/api/gatherings", table)[1]["code"] == "table-laid"
    seat = {"invitation": wishes["invitation"], "name": "Bob", "cards": FIRST_BOX}
    seated = site.ask(f"/api/gatherings/{wishes['table']}/seats", seat)[1]
    assert seated["begun"]
    assert score(state_of(site, laid["id"], seated["token"])) == {"Ann": 1, "Bob": 0}


def stored(**more: Any) -> StoredMatch:
    players = [SeatedPlayer("Ann", "human"), SeatedPlayer("Bob", "human")]
    return StoredMatch("m", "2026", "krosmaster", {}, players, "", [], **more)


def test_a_match_without_a_winner_counts_for_nobody() -> None:
    drawn = with_this(stored(over=True, winner="draw", series=Series(5, [1, 1], 1)))
    assert (drawn.wins, drawn.drawn, drawn.is_won) == ([1, 1], 2, False)
    assert with_this(stored(over=True, winner="none")).drawn == 0


def test_wins_go_by_name_to_whoever_sits_where() -> None:
    before = so_far(stored(over=True, winner="p1", series=Series(0, [2, 1])))
    assert before == SeriesSoFar({"Ann": 3, "Bob": 1})
    found = series_of(before, [SeatedPlayer("Bob", "human"), SeatedPlayer("Ann", "human")])
    assert found is not None
    assert found.wins == [1, 3]
