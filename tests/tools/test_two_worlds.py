"""Nobody learns what lies face down, from what is sent or from how much: a short run of tools/two_worlds.py."""

import asyncio
from types import ModuleType

import pytest

from esquive.hosting.delayed_spectators import DelayedRoom
from esquive.hosting.replays import EVERYTHING
from esquive.hosting.rooms import Room
from tests.tools.loading import tool_named


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    """tools/two_worlds.py as a module."""
    return tool_named("two_worlds")


@pytest.mark.parametrize("first", [1, 2, 4])
def test_who_may_not_know_gets_the_same_bytes_in_both_worlds(tool: ModuleType, first: int) -> None:
    """Four players, two players, and Kaos; the turns that the server ends by itself are among them."""
    for seed in range(1, 9):  # which games are drawn changes with the figures there are
        worlds = asyncio.run(tool.run(1, str(seed), first, 62))
        assert worlds.differences == []
        assert worlds.games == 1 and worlds.messages > 60
        if all((worlds.offers, worlds.undone, worlds.beside, worlds.links, worlds.later)):
            return
    pytest.fail("in no game could the holder answer otherwise than others see, and all else happen")


def differences(tool: ModuleType) -> list[str]:
    """Those of the first of some games that has any: which games are drawn changes with the figures there are."""
    games = (asyncio.run(tool.run(1, str(seed), 2, 62)).differences for seed in range(1, 9))
    return next((list(found) for found in games if found), [])


def test_a_turn_that_ends_by_itself_when_a_reward_cannot_be_revealed_is_found(
    tool: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the server did once; a comparison that could not see it would prove nothing."""
    monkeypatch.setattr("esquive.krosmaster.game.might_reveal", lambda state: False)
    found = differences(tool)
    assert found and "messages" not in found[0]


def test_a_link_to_a_step_that_shows_more_than_its_reader_may_know_is_found(
    tool: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("esquive.hosting.rooms.Room.knower", lambda room, players: EVERYTHING)
    found = differences(tool)
    assert found and "step" in found[0]


def test_who_watches_later_and_is_shown_what_the_holder_sees_is_found(
    tool: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bytes that are kept back for a while are compared as all others."""
    shown, found = Room.viewer, []
    for holder in (0, 1):

        def viewer(room: Room, players: frozenset[int], holder: int = holder) -> int:
            return holder if isinstance(room, DelayedRoom) else shown(room, players)

        monkeypatch.setattr("esquive.hosting.rooms.Room.viewer", viewer)
        found += asyncio.run(tool.run(1, "1", 2, 8)).differences
    assert any("seat -2" in one for one in found)
