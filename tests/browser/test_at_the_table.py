"""What a player sees at the table besides the board: scores, panels, and the way past what is shown."""

from playwright.sync_api import Page, expect

from tests.browser.decisions import match_asked
from tests.browser.driving import SIZES, arrive, begun, boxes, place_of, resize
from tests.server.serving import Site

SCORES = """() => [...document.querySelectorAll('[data-testid^=score-]')].map((one) => {
  const {left, right, top, bottom} = one.getBoundingClientRect()
  return [one.innerText.trim(), left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight]
})"""
ASKED = "[data-testid=stage][data-waiting=activation]"
IDLE = "[data-testid=stage][data-waiting=''][data-busy=false]"


def test_a_phone_shows_both_scores_whatever_sheet_is_open(site: Site, page: Page) -> None:
    arrive(page, site, place_of(begun(site)))
    page.wait_for_selector(ASKED)
    for width, height in (SIZES["phone"], SIZES["phone-on-its-side"], (360, 740)):
        resize(page, {"width": width, "height": height})
        for sheet in ("unit", "log"):
            page.click(f"[data-sheet={sheet}]")
            assert page.evaluate(SCORES) == [["6", True], ["6", True]], (width, height, sheet)


def test_no_panel_outlives_its_game(site: Site, page: Page) -> None:
    arrive(page, site, place_of(begun(site)))
    page.wait_for_selector(ASKED)
    page.keyboard.press("b")
    page.wait_for_selector("[data-testid=piles]")
    other = place_of(begun(site))
    page.evaluate("(to) => { location.hash = to }", other)
    page.wait_for_selector("[data-testid=piles]", state="detached")
    page.wait_for_selector(ASKED)
    expect(page.locator("[data-testid=piles]")).to_have_count(0)


def test_skip_is_not_offered_while_a_person_thinks(site: Site, page: Page) -> None:
    """There is nothing to skip; `test_events.py` has the bot that is passed over."""
    made = begun(site, second="human")
    token = made["player_tokens"][0]
    with site.follow(made["id"], token) as follower:
        state = follower.hello()
        while state["asked"] in state["own"]:
            option = next((one for one in state["decision"]["options"] if one["do"] == "end"), None)
            line = (option or state["decision"]["options"][0])["do"]
            state = follower.ask({"type": "answer", "version": state["version"], "do": line})
    arrive(page, site, f"#/match/{made['id']}?token={token}")
    page.wait_for_selector(IDLE)
    expect(page.get_by_test_id("skip")).to_have_count(0)


def test_a_lesson_says_of_nobody_that_they_have_left(site: Site, page: Page) -> None:
    arrive(page, site, "#/learn/play/strike")
    page.wait_for_selector("[data-testid=stock-p1]")
    expect(page.get_by_test_id("away")).to_have_count(0)
    for width, height in (SIZES["phone"],):
        resize(page, {"width": width, "height": height})
        page.wait_for_selector("[data-testid=sheet]")
        expect(page.locator("[data-gone]")).to_have_count(0)


def test_practice_is_marked_beside_the_board_not_over_its_figures(
    site: Site, page: Page, sizes: tuple[str, ...]
) -> None:
    arrive(page, site, place_of(match_asked(site, "activation")))
    page.wait_for_selector(ASKED)
    for size in sizes:
        width, height = SIZES[size]
        resize(page, {"width": width, "height": height})
        mark, board = boxes(page, "[data-testid=practice-mark]", "[data-testid=board]")
        apart = mark["x"] >= board["x"] + board["width"] or mark["y"] + mark["height"] <= board["y"]
        assert apart or mark["x"] + mark["width"] <= board["x"], size
