"""The front page: both games at first sight, ways to begin that lead there, and nothing wider than the window."""

import pytest
from playwright.sync_api import Page

from tests.browser.driving import DESKTOP, PHONE, Browsers, overflow
from tests.server.serving import Site

MOST_BYTES = 235_000  # bodies as they come; with headers and messages `tools/cold_load.py` counts some KB more
MOST_FILES = 12
COME = "() => performance.getEntriesByType('resource').map((one) => [one.name, one.encodedBodySize])"
SIZES = [(1440, 900), (390, 844), (844, 390), (768, 1024), (720, 450)]


@pytest.fixture
def front(site: Site, page: Page) -> Page:
    page.goto(site.address)
    page.wait_for_selector("[data-testid=play-now]:not([disabled])")
    page.wait_for_selector("[data-testid=front] .kaos svg")
    return page


def test_a_stranger_sees_both_games_and_the_judge_without_scrolling(front: Page) -> None:
    for part in (
        "[data-testid=play-now]",
        "[data-testid=front] article svg",
        "[data-testid=front] .kaos svg",
        ".judge",
    ):
        box = front.locator(part).first.bounding_box()
        assert box and box["y"] + box["height"] <= DESKTOP["height"], part
    assert front.locator("[data-testid=front] [data-motif]").count() == 6, "the pieces of the game itself"


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_front_page_fits_every_window(front: Page, width: int, height: int) -> None:
    front.set_viewport_size({"width": width, "height": height})
    assert overflow(front) == 0
    play = front.locator("[data-testid=play-now]").bounding_box()
    assert play and play["y"] + play["height"] <= height, "how to begin is seen first"


def test_who_wants_to_play_with_a_friend_is_one_click_from_the_link(front: Page) -> None:
    front.click("[data-testid=play-friend]")
    front.wait_for_function("() => location.hash === '#/friend'")
    front.wait_for_selector("main button")


def test_the_picture_of_kaos_leads_to_its_game(front: Page) -> None:
    front.click("[data-testid=watch-kaos]")
    front.wait_for_selector("[data-testid=svg-position] svg", timeout=30_000)


def test_a_first_match_on_a_phone_fetches_few_files_and_what_is_near(site: Site, browsers: Browsers) -> None:
    """What else can be chosen is fetched once somebody scrolls there."""
    with browsers(1) as (page,):
        page.set_viewport_size(PHONE)
        page.goto(site.address)
        page.wait_for_selector("[data-testid=play-now]:not([disabled])")
        page.wait_for_selector("[data-testid=front] .kaos svg")
        page.evaluate("() => document.fonts.ready.then(() => true)")
        assert page.locator("[data-testid=start]").count() == 0
        seen = page.evaluate(COME)
        page.locator("footer").scroll_into_view_if_needed()
        page.wait_for_selector("[data-testid=start]")
        scrolled = {name for name, _ in page.evaluate(COME)} - {name for name, _ in seen}
        assert any("OwnGame" in name for name in scrolled)
    with browsers(1) as (page,):
        page.set_viewport_size(PHONE)
        page.goto(site.address)
        page.click("[data-testid=play-now]")
        page.wait_for_selector("[data-waiting=deployment]")
        came = page.evaluate(COME)
        files = [name for name, _ in came if "/assets/" in name]
        assert len(files) <= MOST_FILES, files
        asked = [name for name, _ in came if name.endswith("/api/door")]
        assert len(asked) <= 2, "who one is to the server is asked once a page, not for as long as one looks at it"
        assert sum(size for _, size in came) <= MOST_BYTES, came
