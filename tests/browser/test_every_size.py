"""The table at every size: the board large enough to play on, all of it in the window, and nothing below the window."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.driving import arrive, begun, boxes, place_of, resize
from tests.browser.player import Player
from tests.server.serving import Site

ANSWERS = 24
# What is asked of each: width and height of the window, least width of a cell in pixels.
SIZES = {
    "desktop": (1440, 900, 55),
    "a phone": (390, 844, 28),
    "a phone on its side": (844, 390, 24),
    "a tablet": (768, 1024, 48),
    "a window at 200 %": (720, 450, 24),
    "a small phone": (360, 640, 24),
}
# It goes by itself: looked at in the moment in which it is there.
BANNER = """() => {
  const [board, banner] = ['board', 'banner'].map((one) => document.querySelector(`[data-testid=${one}]`))
  return banner && [board, banner].map((one) => one.getBoundingClientRect().toJSON())
}"""
# Measured once nothing has moved for three frames: a window that changes its size is laid out in several.
MEASURED = """async () => {
  const box = (one) => one.getBoundingClientRect().toJSON()
  const page = document.documentElement
  const measure = () => ({
    page: [page.scrollWidth, page.scrollHeight], window: [innerWidth, innerHeight],
    board: box(document.querySelector('[data-testid=board]')), cell: box(document.querySelector('[data-cell]')),
    caption: box(document.querySelector('[data-testid=caption]')),
    end: box(document.querySelector('button[data-do=end]')),
  })
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  let found = ''
  for (let still = 0; still < 3; await frame()) {
    const now = JSON.stringify(measure())
    still = now === found ? still + 1 : 0
    found = now
  }
  return JSON.parse(found)
}"""


@pytest.fixture(scope="module")
def match(site: Site) -> dict[str, Any]:
    return begun(site, answers=ANSWERS)


@pytest.fixture(scope="module")
def played(site: Site, match: dict[str, Any], tab: tuple[Page, list[str]]) -> Page:
    """A match after some turns, with a long log, its own unit being asked."""
    page, _ = tab
    resize(page, {"width": 1440, "height": 900})
    page.goto(f"{site.address}/{place_of(match)}")
    Player(page, []).to_activation()
    return page


@pytest.mark.parametrize("name", SIZES)
def test_the_table_fits_the_window(played: Page, name: str) -> None:
    width, height, cell = SIZES[name]
    resize(played, {"width": width, "height": height})
    found = played.evaluate(MEASURED)
    assert found["page"] == [width, height], "the document is as large as the window"
    assert found["cell"]["width"] >= cell
    for part in ("board", "caption"):
        box = found[part]
        assert box["left"] >= 0 and box["top"] >= 0 and box["right"] <= width and box["bottom"] <= height, part
    assert found["end"]["top"] < height, "what ends the activation can be seen"


def test_the_board_keeps_its_side_when_a_guest_sits_down(site: Site, page: Page) -> None:
    made = site.new_match(second="open")
    page.goto(f"{site.address}/#/match/{made['id']}?token={made['token']}")
    page.wait_for_selector("[data-testid=open-seats]")
    before = page.locator("[data-testid=turn-board]").get_attribute("aria-pressed")
    assert before == "true", "the host sits in the north, and looks from there"
    status, _ = site.ask(f"/api/matches/{made['id']}/seats", {"name": "Zoe"})
    assert status == 201
    page.wait_for_selector("[data-testid=open-seats]", state="detached")
    assert page.locator("[data-testid=turn-board]").get_attribute("aria-pressed") == before


def test_the_next_player_on_a_shared_screen_is_greeted_and_the_greeting_leaves(site: Site, page: Page) -> None:
    made = site.new_match(second="human")
    page.goto(f"{site.address}/#/match/{made['id']}?token={made['token']}")
    player = Player(page, [])
    seen = player.settle(-1)
    seat = page.get_attribute("[data-testid=stage]", "data-seat")
    while page.get_attribute("[data-testid=stage]", "data-seat") == seat:
        player.play(seen)
        seen = player.settle(seen["version"])
    board, banner = page.wait_for_function(BANNER).json_value()
    assert banner["bottom"] <= board["bottom"], "no caption is covered"
    page.wait_for_selector("[data-testid=banner]", state="detached")


def test_a_link_to_no_match_says_so_and_where_to_go(site: Site, page: Page) -> None:
    page.goto(f"{site.address}/#/match/0000000000000000")
    gone = page.wait_for_selector("[data-testid=gone]")
    assert gone and "There is no match 0000000000000000." in (told := gone.inner_text())
    assert "/api/" not in told and "One moment" not in page.inner_text("body")
    page.click("[data-testid=gone] a")
    page.wait_for_selector("[data-testid=start]")


def test_the_search_of_the_rules_is_whole_on_a_phone_on_its_side(page: Page, site: Site) -> None:
    resize(page, {"width": 844, "height": 390})
    arrive(page, site, "#/rules/4.14.2.d")
    above, below = boxes(page, ".chapters input", ".chapters ol a")
    assert above["height"] >= 36 and above["y"] + above["height"] <= below["y"]
