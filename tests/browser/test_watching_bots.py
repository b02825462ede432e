"""Bots play and one watches: begun where a game is set up, paused and gone on with step by step."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import Browsers, arrive, overflow, resize, shot
from tests.server.serving import Site


def begun(page: Page, site: Site, game: str) -> None:
    """A match of two bots, from the set-up."""
    if game == "kaos":
        arrive(page, site, "#/kaos", pace="calm")
        page.select_option("[data-testid=kaos-own]", "random")
        page.select_option("[data-testid=kaos-agent]", "random")
        page.click("[data-testid=kaos-start]")
    else:
        arrive(page, site, "#/", pace="calm")
        page.mouse.wheel(0, 3000)
        page.locator("[data-testid=seat-p1] [data-agent=bot]").check(force=True)
        expect(page.locator("[data-testid=watch-bots]")).to_be_visible()
        page.click("[data-testid=start]")


@pytest.mark.parametrize("game", ["krosmaster", "kaos"])
def test_a_match_of_bots_is_watched_at_ones_own_pace(site: Site, browsers: Browsers, game: str) -> None:
    with browsers(1) as (page,):
        begun(page, site, game)
        page.wait_for_selector("[data-testid=pause-shown]")
        page.keyboard.press("k")
        expect(page.locator("[data-testid=pause-shown]")).to_have_attribute("aria-pressed", "true")
        page.keyboard.press("x")
        expect(page.locator("[data-testid=step-shown]")).to_be_visible()
        resize(page, {"width": 360, "height": 740})
        assert overflow(page) <= 0
        shot(page, f"bots-{game}")
        page.keyboard.press("k")
        expect(page.locator("[data-testid=pause-shown][aria-pressed=true]")).to_have_count(0)
