"""A match of release 2.2 on an arena of Frigost, in Italian, to its end; and a line asked of both rulebooks."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.driving import open_page, overflow, photograph
from tests.browser.player import Player
from tests.server.serving import Site, thread_server

LONGEST_GAME = 240.0
TEAM = "four-knights"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with thread_server(tmp_path / "matches.sqlite") as found:
        yield found


def start(page: Page, site: Site) -> None:
    """The first screen in Italian: release 2.2, an arena of Frigost, a random bot."""
    page.add_init_script("localStorage.setItem('esquive.language', 'it')")
    page.goto(site.address)
    page.wait_for_selector("[data-testid=start]")
    page.click('label:has(input[data-release="2.2"])')
    assert page.get_attribute("[data-testid=release]", "data-release") == "2.2"
    page.click('label:has([data-arena="frigost-1"])')
    for seat, team in (("p1", TEAM), ("p2", "full-steam")):
        page.click(f"[data-testid=seat-{seat}] label:has([data-team={team}])")
    page.click("[data-testid=seat-p1] label:has([data-agent=human])")
    page.click("[data-testid=seat-p2] label:has([data-agent=random])")
    photograph(page, "frigost-start")
    page.click("[data-testid=start]")


def test_a_match_of_release_2_2_is_played_in_italian_on_frigost(site: Site) -> None:
    """Four ranks lie in the reserve, clauses have Italian numbers, and the match comes to its end.

    [KA-2.2 306.1] [KA-2.2 104.1]
    """
    with open_page() as (page, troubles):
        start(page, site)
        own = {team["id"]: team["cards"] for team in site.ask("/api/catalogue")[1]["teams"]}[TEAM]
        player = Player(page, own)
        seen = player.settle(-1)
        began, is_asked = time.monotonic(), False
        while not seen["over"]:
            assert time.monotonic() - began < LONGEST_GAME
            if seen["waiting"] == "activation" and not is_asked:
                ask_both(page)
                is_asked = True
            player.play(seen)
            seen = player.settle(seen["version"])
        photograph(page, "frigost-over")
        match = site.ask("/api/matches")[1][0]
        assert site.ask(f"/api/matches/{match['id']}")[1]["release"] == "2.2"
        assert match["winner"] == seen["over"]
        assert is_asked
        assert troubles == []


def ask_both(page: Page) -> None:
    """The judge is asked about the price of a Gallon of Glory: 10 Kamas here, 12 in 2.7 [KA-2.2 305.3] [KA 4.6.3]."""
    page.keyboard.press("w")
    page.click('[data-why="buy gg"]')
    page.wait_for_selector('[data-testid=why][data-legal=false] [data-clause="305.3"]')
    page.click("[data-testid=compare]")
    page.wait_for_selector("[data-testid=both]")
    assert page.locator("[data-testid=both] [data-release]").count() == 2
    assert "4.6.3" in page.inner_text("[data-testid=both]")
    photograph(page, "frigost-both")
    assert overflow(page) <= 0
    page.keyboard.press("Escape")
