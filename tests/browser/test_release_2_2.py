"""A match of release 2.2 on an arena of Frigost, in Italian, to its end; and a line asked of both rulebooks."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import arrive, last_blows, overflow, photograph, place_of
from tests.browser.player import Player
from tests.server.serving import Site

TEAM = "four-knights"


@pytest.fixture
def italian(site: Site, page: Page) -> Iterator[Page]:
    arrive(page, site, language="it")
    yield page
    arrive(page, site, language=None)


def start(page: Page) -> None:
    """The first screen: release 2.2, an arena of Frigost, a random bot."""
    page.wait_for_selector("[data-testid=start]")
    page.click('label:has(input[data-release="2.2"])')
    assert page.get_attribute("[data-testid=release]", "data-release") == "2.2"
    page.click('label:has([data-arena="frigost-1"])')
    for seat, team in (("p1", TEAM), ("p2", "full-steam")):
        page.click(f"[data-testid=seat-{seat}] label:has([data-team={team}])")
    page.click("[data-testid=seat-p1] label:has([data-agent=human])")
    page.click("[data-testid=seat-p2] label:has([data-agent=bot])")
    page.select_option("[data-testid=bot-p2]", "random")
    photograph(page, "frigost-start")
    page.click("[data-testid=start]")


def test_a_match_of_release_2_2_is_begun_in_italian_on_frigost(site: Site, italian: Page) -> None:
    """Four ranks lie in the reserve, and clauses have Italian numbers [KA-2.2 306.1]."""
    start(italian)
    own = {team["id"]: team["cards"] for team in site.ask("/api/catalogue")[1]["teams"]}[TEAM]
    Player(italian, own).to_activation()
    ask_both(italian)
    match = site.ask("/api/matches")[1][0]
    assert site.ask(f"/api/matches/{match['id']}")[1]["release"] == "2.2"


@pytest.mark.again
def test_it_comes_to_its_end_there(site: Site, italian: Page) -> None:
    """The winner is the server's [KA-2.2 104.1]."""
    made = last_blows(site, "frigost-1", "f6", "2.2")
    italian.goto(f"{site.address}/{place_of(made)}")
    winner = Player(italian, ["oscar"]).to_the_end()
    photograph(italian, "frigost-over")
    end = json.loads(str(site.ask(f"/api/matches/{made['id']}/record", token=made["token"])[1]).splitlines()[-1])["end"]
    assert end["winner"] == winner
    assert end["clause"] == "104.1"


def ask_both(page: Page) -> None:
    """The judge is asked about the price of a Gallon of Glory: 10 Kamas here, 12 in 2.7 [KA-2.2 305.3] [KA 4.6.3]."""
    page.keyboard.press("w")
    page.click('[data-why="buy gg"]')
    page.wait_for_selector('[data-testid=why][data-legal=false] [data-clause="305.3"]')
    page.click("[data-testid=compare]")
    page.wait_for_selector("[data-testid=both]")
    expect(page.locator("[data-testid=both] [data-release]")).to_have_count(2)
    assert "4.6.3" in page.inner_text("[data-testid=both]")
    photograph(page, "frigost-both")
    assert overflow(page) <= 0
    page.keyboard.press("Escape")
