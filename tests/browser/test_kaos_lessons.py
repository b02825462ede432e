"""The first game of Kaos in the browser: step by step, by pressing what is pointed at."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.driving import PHONE, arrive, boxes, overflow, photograph, resize, shot
from tests.server.serving import Site
from tests.ways import again

LESSON = "[data-testid=lesson]"


@pytest.mark.parametrize(("theme", "language"), [("light", "en"), again("dark", "it")])
def test_the_first_game_is_played_by_pressing_what_it_points_at(
    page: Page, site: Site, theme: str, language: str
) -> None:
    """From the page where a match is begun to the won game; what is done is remembered, and can be left out."""
    arrive(page, site, "#/kaos", theme=theme, language=language, learn=None, kaos=None)
    page.click("[data-testid=kaos-first]")
    for number in range(7):
        page.wait_for_selector(f"{LESSON}[data-step='0'][data-reached=false]:not([data-lines=''])")
        shot(page, f"kaos-lesson-{number}-{theme}")
        if number == 1:
            assert violations(page) == []
            resize(page, PHONE)
            assert overflow(page) <= 0
            (box,) = boxes(page, "[data-testid=kaos-table]")
            assert box["height"] > 250, "the table keeps its room"
            expect(page.locator(f"{LESSON} [data-testid=lesson-text]")).to_be_in_viewport()
            shot(page, f"kaos-lesson-phone-{theme}")
            resize(page, {"width": 1440, "height": 900})
            while page.get_by_test_id("more-of-group").count():
                page.get_by_test_id("more-of-group").first.click()
            page.locator("[data-testid=choices] button[data-do^='plan stay']:not(.pointed)").first.click()
            expect(page.locator("[data-testid=lesson-hint]")).to_be_visible()
        while page.get_attribute(LESSON, "data-reached") == "false":
            step = page.get_attribute(LESSON, "data-step")
            page.locator("button.pointed[data-do]").click()
            page.wait_for_selector(f"{LESSON}[data-reached=true], {LESSON}:not([data-step='{step}'])")
            shot(page, f"kaos-lesson-{number}-after-{theme}")
        if number < 6:
            page.click("[data-testid=lesson-next]")
    photograph(page, f"kaos-lesson-won-{theme}")
    page.click("[data-testid=lesson-end]")
    page.wait_for_selector("[data-testid=kaos-start]")
    expect(page.locator("[data-testid=kaos-first]")).to_have_count(0)
    arrive(page, site, "#/learn")
    expect(page.locator("[data-exercise^=kaos-][data-done=true]")).to_have_count(7)
    arrive(page, site, "#/learn/play/kaos-shoot")
    page.click("[data-testid=lesson-skip]")
    page.wait_for_selector(f"{LESSON}[data-exercise=kaos-search]")
