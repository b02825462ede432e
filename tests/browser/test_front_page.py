"""The front page: both games at first sight, ways to begin that lead there, and nothing wider than the window."""

import pytest
from playwright.sync_api import Page

from tests.browser.driving import DESKTOP, overflow
from tests.server.serving import Site

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
