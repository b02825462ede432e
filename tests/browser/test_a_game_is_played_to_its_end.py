"""A whole game in a real browser: deployed, played and won or lost by clicking, with a reload in the middle."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.driving import open_page, photograph
from tests.browser.player import Player
from tests.server.serving import Site, thread_server

LONGEST_GAME = 240.0  # about 30 s where nothing else runs
OWN_TEAM = "four-knights"
OTHER_TEAM = "full-steam"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with thread_server(tmp_path / "matches.sqlite") as found:
        yield found


def start(page: Page, site: Site) -> None:
    """The first screen: both teams, a random bot, the game."""
    page.goto(site.address)
    page.wait_for_selector("[data-testid=start]")
    photograph(page, "start")
    for seat, team in (("p1", OWN_TEAM), ("p2", OTHER_TEAM)):
        page.click(f"[data-testid=seat-{seat}] label:has([data-team={team}])")
    page.click("[data-testid=seat-p1] label:has([data-agent=human])")
    page.click("[data-testid=seat-p2] label:has([data-agent=random])")
    page.click("[data-testid=start]")


def pieces_of(site: Site) -> dict[str, str]:
    """Which unit stands on which cell, as the server has it."""
    match = site.ask("/api/matches")[1][0]["id"]
    return {unit["at"]: unit["id"] for unit in site.ask(f"/api/matches/{match}")[1]["unit"] if unit["at"]}


def test_a_game_is_played_to_its_end(site: Site) -> None:
    """From the first screen to the result, reloading the page once; the result is the server's [KA 1.4.1]."""
    with open_page() as (page, troubles):
        play_to_the_end(page, site)
        assert troubles == []


def play_to_the_end(page: Page, site: Site) -> None:
    start(page, site)
    own = {team["id"]: team["cards"] for team in site.ask("/api/catalogue")[1]["teams"]}[OWN_TEAM]
    player = Player(page, own)
    seen = player.settle(-1)
    began, answers = time.monotonic(), 0
    while not seen["over"]:
        assert time.monotonic() - began < LONGEST_GAME, f"no end after {answers} answers"
        player.play(seen)
        seen = player.settle(seen["version"])
        answers += 1
        if answers == 12:
            photograph(page, "game")
            page.reload()
            after = player.settle(-1)
            assert after["version"] >= seen["version"]
            assert after["pieces"] == pieces_of(site)
            seen = after
    photograph(page, "over")
    match = site.ask("/api/matches")[1][0]
    assert match["over"] and match["winner"] == seen["over"]
    assert answers > 20
