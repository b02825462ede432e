"""Clocks: whose time runs and whose does not, what follows when it is out, and that a restart charges nobody."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from esquive.core.dice import CommittedDice
from esquive.core.games import game_named
from esquive.core.match import Match
from esquive.core.waiting import Decision
from esquive.hosting.clocks import RETURN, Clock
from esquive.hosting.match_setup import setup_of
from esquive.hosting.presence import GRACE
from esquive.hosting.protocol import ClockWanted, NewMatch, NewPlayer
from tests.server.given_time import GivenTime, eventually
from tests.server.serving import BROTHERHOOD, FIRST_BOX, Follower, Site, thread_server
from tests.server.test_four_seats import table as table_for
from tests.server.test_kaos_live import HORDES

TIME = GivenTime()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with thread_server(tmp_path_factory.mktemp("clocks") / "matches.sqlite", time=TIME) as made:
        yield made


def running(turn: int = 60, total: int = 600) -> Clock:
    """The clocks of two people, begun, while the first thinks since the time 0."""
    clock = Clock(ClockWanted(turn, total), 2)
    clock.people = frozenset({0, 1})
    clock.asks(0, 1, 0.0)
    clock.begin(0.0)
    return clock


@pytest.mark.sqlite
def test_time_runs_for_who_is_asked_alone_and_a_new_turn_gives_its_time_anew() -> None:
    clock = running()
    clock.asks(1, 1, 10.0)
    clock.asks(0, 1, 15.0)
    assert clock.left(0, 20.0) == (45.0, 585.0) and clock.left(1, 20.0) == (55.0, 595.0)
    clock.asks(0, 2, 30.0)
    assert clock.left(0, 30.0) == (60.0, 575.0) and clock.due(30.0) == 60.0


@pytest.mark.sqlite
def test_the_clocks_stand_still_while_all_wish_it_and_before_all_have_come() -> None:
    clock = running()
    clock.wish({0}, True, 5.0)
    assert clock.due(10.0) == 50.0
    clock.wish({1}, True, 10.0)
    assert clock.is_paused and clock.due(100.0) is None and clock.left(0, 100.0) == (50.0, 590.0)
    clock.wish({0}, False, 200.0)
    assert clock.due(210.0) == 40.0
    waiting = Clock(ClockWanted(60), 2)
    waiting.people = frozenset({0, 1})
    waiting.asks(0, 1, 0.0)
    assert waiting.due(1000.0) is None


@pytest.mark.sqlite
def test_bots_have_no_clock_and_what_is_not_limited_never_runs_out() -> None:
    clock = Clock(ClockWanted(0, 0), 2)
    clock.people = frozenset({0})
    clock.asks(0, 1, 0.0)
    clock.begin(0.0)
    assert clock.due(5.0) is None and clock.left(0, 5.0) == (None, None)
    clock.asks(1, 1, 5.0)
    assert not clock.is_ticking


@pytest.mark.sqlite
def test_what_is_kept_is_taken_again_and_who_was_thinking_has_a_while_to_come_back() -> None:
    before, after = running(), Clock(ClockWanted(60, 600), 2)
    after.take(before.to_document(20.0))
    after.people = before.people
    after.wait_for(0, 1, 1000.0)
    assert after.left(0, 1000.0 + RETURN) == (40.0, 580.0) and after.due(1000.0) == 40.0 + RETURN
    after.come_back(1, 1005.0)
    assert after.left(0, 1010.0) == (40.0, 580.0)
    after.come_back(0, 1010.0)
    assert after.left(0, 1015.0) == (35.0, 575.0)


@pytest.mark.sqlite
@pytest.mark.parametrize("game", ["krosmaster", "kaos"])
def test_the_least_answer_is_legal_wherever_somebody_is_asked(game: str) -> None:
    """It declines where the decision has a line for that."""
    door = game_named(game)
    teams = (FIRST_BOX, BROTHERHOOD) if game == "krosmaster" else HORDES
    players = [NewPlayer(name, one) for name, one in zip(("Ann", "Bob"), teams, strict=True)]
    match = Match(
        door, setup_of(NewMatch(players=players, game=game), "en"), CommittedDice(b"7" * 32, ()), ["human"] * 2
    )
    declined = set()
    for _ in range(120):
        if match.is_over:
            break
        waiting = match.waiting
        assert isinstance(waiting, Decision)
        answer = door.least_answer(match.state)
        assert waiting.refusal(answer) is None
        line = door.format(match.state, answer)
        declined |= {line} & set(door.declining)
        match.play(answer)
    assert declined


# ---------------------------------------------------------------------------------------------------------- at a server


def table(client: Follower) -> dict[str, Any]:
    """The next that is told of what goes on beside the game."""
    while (message := client.read())["type"] != "table":
        pass
    return message


def state(client: Follower) -> dict[str, Any]:
    """The next position."""
    while (message := client.read())["type"] != "state":
        pass
    return message


def begin(client: Follower) -> dict[str, Any]:
    """Say hello and ask for the table; returns the position."""
    client.send({"type": "hello", "version": 0})
    found = state(client)
    client.send({"type": "table"})
    return found


def test_the_clocks_begin_when_all_have_come_and_when_one_is_out_the_least_is_answered(site: Site) -> None:
    made = site.new_match(second="human", clock={"turn": 1, "total": 0, "then": "least"})
    ann, bob = made["player_tokens"]
    with site.follow(made["id"], ann) as one:
        begin(one)
        clock = table(one)["clock"]
        assert not clock["begun"] and clock["ticking"] is None
        assert clock["left"] == [{"seat": seat, "turn": 1.0, "total": None} for seat in ("p1", "p2")]
        with site.follow(made["id"], bob) as two:
            first = begin(two)
            clock = table(two)["clock"]
            assert clock["begun"] and clock["ticking"] == first["asked"]
            TIME.goes_on(1.0)
            after = state(two)
            assert after["version"] > first["version"]


def test_the_log_can_tell_whose_time_was_out_and_when(site: Site) -> None:
    made = site.new_match(second="human", clock={"turn": 1, "total": 0, "then": "least"})
    with site.follow(made["id"], made["token"]) as one:
        first = begin(one)
        TIME.goes_on(1.0)
        while not (told := table(one)["clock"]["ran_out"]):
            pass
        assert told == [{"seat": first["asked"], "event": first["events"][-1]["n"] + 1 if first["events"] else 0}]


def test_a_timed_match_that_all_have_left_rests_until_somebody_comes(site: Site) -> None:
    """Else the server would answer for both without end."""
    made = site.new_match(second="human", clock={"turn": 60, "total": 0, "then": "least"})
    with site.follow(made["id"], made["token"]) as one:
        version = begin(one)["version"]
        table(one)
    eventually(lambda: TIME.waiting)
    TIME.goes_on(GRACE + 0.5)
    for _ in range(20):
        TIME.goes_on(60.0)
    with site.follow(made["id"], made["token"]) as one:
        now = begin(one)
        assert now["version"] == version, "nobody was answered for while nobody was here"
        clock = table(one)["clock"]
        assert clock["ticking"] == now["asked"]
        assert {one["turn"] for one in clock["left"] if one["seat"] == now["asked"]} == {0.0}
        TIME.goes_on(1.0)
        while state(one)["version"] <= version:
            pass


def test_both_may_pause_the_clocks_and_the_next_answer_ends_the_pause(site: Site) -> None:
    made = site.new_match(second="human", clock={"turn": 0, "total": 60, "then": "least"})
    tokens = made["player_tokens"]
    with site.follow(made["id"], tokens[0]) as one, site.follow(made["id"], tokens[1]) as two:
        begin(one)
        first = begin(two)
        one.send({"type": "pause", "on": True})
        while not (clock := table(two)["clock"])["wishes"]:
            pass
        assert not clock["paused"] and clock["ticking"]
        two.send({"type": "pause", "on": True})
        while not (clock := table(two)["clock"])["paused"]:
            pass
        assert clock["ticking"] is None
        players = {tuple(own_of(client)): client for client in (one, two)}
        client = players[(first["asked"],)]
        decision = own_state(client)
        client.send({"type": "answer", "version": decision["version"], "do": decision["decision"]["options"][0]["do"]})
        while (clock := table(two)["clock"])["paused"]:
            pass
        assert clock["wishes"] == [] and clock["ticking"]


def own_state(client: Follower) -> dict[str, Any]:
    """The position as it is now."""
    client.send({"type": "hello", "version": 0})
    return state(client)


def own_of(client: Follower) -> list[str]:
    """The seats somebody plays for."""
    return list(own_state(client)["own"])


def test_who_has_no_clock_pauses_nothing(site: Site) -> None:
    made = site.new_match(second="human")
    with site.follow(made["id"], made["token"]) as ann:
        begin(ann)
        ann.send({"type": "pause", "on": True})
        while (message := ann.read())["type"] != "error":
            pass
        assert message["code"] == "no-clock"


@pytest.mark.sqlite
def test_the_clocks_go_on_after_the_server_was_killed_and_nobody_is_charged_for_it(tmp_path: Path) -> None:
    """What a server leaves that is killed is what lies in its folder at that moment."""
    (tmp_path / "running").mkdir()
    time = GivenTime()
    with thread_server(tmp_path / "running" / "matches.sqlite", time=time) as site:
        made = site.new_match(second="human", clock={"turn": 0, "total": 600, "then": "least"})
        with site.follow(made["id"], made["token"]) as ann:
            first = begin(ann)
            assert table(ann)["clock"]["ticking"] == first["asked"]
            time.goes_on(7.5)
            ann.send({"type": "answer", "version": first["version"], "do": first["decision"]["options"][0]["do"]})
            left = {one["seat"]: one["total"] for one in table_after(ann, first["version"])["clock"]["left"]}
            assert left == {first["asked"]: 592.5, next(one for one in ("p1", "p2") if one != first["asked"]): 600.0}
            time.goes_on(3.0)  # it is written down now and then, not at every moment: this is lost with the server
            shutil.copytree(tmp_path / "running", tmp_path / "killed")
    later = GivenTime()
    later.goes_on(4000.0)
    with thread_server(tmp_path / "killed" / "matches.sqlite", time=later) as site:
        later.goes_on(RETURN - 1.0)
        with site.follow(made["id"], made["token"]) as ann:
            begin(ann)
            clock = table(ann)["clock"]
            assert {one["seat"]: one["total"] for one in clock["left"]} == left
            assert clock["begun"] and clock["ticking"]


def table_after(client: Follower, version: int) -> dict[str, Any]:
    """What is told of the table after the position has gone on from a version."""
    while state(client)["version"] <= version:
        pass
    return table(client)


def test_where_it_was_agreed_on_the_side_whose_time_is_out_has_lost(site: Site) -> None:
    made = site.new_match(second="human", clock={"turn": 1, "total": 0, "then": "lose"})
    with site.follow(made["id"], made["token"]) as ann:
        first = begin(ann)
        assert table(ann)["clock"]["ticking"] == first["asked"]
        TIME.goes_on(1.0)
        over = state(ann)
        assert over["over"] and over["ended"]["how"] == "timed" and over["ended"]["by"] == first["asked"]
        assert over["ended"]["winners"] == ["p2" if first["asked"] == "p1" else "p1"]
        clock = table(ann)["clock"]
        while clock["ticking"]:
            clock = table(ann)["clock"]


def test_with_more_than_two_sides_a_bot_plays_on_for_who_has_lost_by_it(site: Site) -> None:
    wanted = table_for("free-for-all", ("human",) * 4, clock={"turn": 1, "total": 0, "then": "lose"})
    made = site.ask("/api/matches", wanted)[1]
    with site.follow(made["id"], made["token"]) as ann:
        first = begin(ann)
        told = table(ann)
        assert [one["seat"] for one in told["clock"]["left"]] == ["p1", "p2", "p3", "p4"]
        assert all(one["here"] for one in told["seats"])
        TIME.goes_on(1.0)
        while (after := state(ann))["version"] == first["version"]:
            pass
        agents = {one["seat"]: one["agent"] for one in after["players"]}
        assert not after["over"] and agents.pop(first["asked"]) == "greedy" and set(agents.values()) == {"human"}
