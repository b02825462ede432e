"""The coach in a real browser: a match that is over is judged, a marked decision rolled out; hints before a move."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.driving import DESKTOP, PHONE, arrive, overflow, photograph, resize
from tests.server.serving import Site
from tests.ways import again

RECORDS = Path(__file__).parents[1] / "records"
COACH = "[data-testid=coach]"


@pytest.fixture
def judged(site: Site, page: Page) -> Page:
    """The after-the-game page of a match between bots, once the coach has judged it."""
    name = str(site.ask("/api/replays", (RECORDS / "constructed.jsonl").read_bytes())[1]["id"])
    arrive(page, site, f"#/replay/file/{name}/1?part=after")
    page.click("[data-testid=coach-start]")
    page.wait_for_selector(f"{COACH}[data-done=true]")
    return page


def test_what_was_bad_is_marked_told_and_led_to(judged: Page) -> None:
    page = judged
    marked = page.locator(f"{COACH} li[data-entry]")
    expect(marked).not_to_have_count(0)
    photograph(page, "coach")
    first = marked.first
    first.locator("summary").click()
    expect(first.locator("details li").first).to_contain_text("+")
    step = str(first.locator("a").get_attribute("href")).split("/")[-1].split("?")[0]
    first.locator("a").click()
    page.wait_for_selector(f"[data-testid=replay-where][data-shown='{step}']")
    # The time line bears the marks: one goes from each to the next, and is told what would have been better.
    steps = sorted(
        int(one) for one in page.eval_on_selector_all("[data-marked]", "all => all.map((one) => one.dataset.marked)")
    )
    assert len(steps) == marked.count() and int(step) in steps
    expect(page.get_by_test_id("replay-sign")).to_contain_text("?")
    page.keyboard.press("Home")
    page.keyboard.press("m")
    page.wait_for_selector(f"[data-testid=replay-where][data-shown='{steps[0]}']")
    page.click("[data-testid=replay-mark-on]")
    page.wait_for_selector(f"[data-testid=replay-where][data-shown='{steps[1]}']")
    page.keyboard.press("Shift+M")
    page.wait_for_selector(f"[data-testid=replay-where][data-shown='{steps[0]}']")
    photograph(page, "replay-marks")
    assert violations(page) == []
    for size in (PHONE, DESKTOP):
        resize(page, size)
        assert overflow(page) == 0


def test_a_marked_decision_is_rolled_out_with_an_interval(judged: Page) -> None:
    first = judged.locator(f"{COACH} li[data-entry]").first
    first.locator("summary").click()
    first.locator("details button").click()
    expect(first.locator(".rolled")).to_contain_text("Rolled out 40 times", timeout=60_000)
    photograph(judged, "coach-rolled-out")


@pytest.mark.parametrize(("record", "step"), [("constructed", 100), again("kaos-wayside", 60)])
def test_a_hint_tells_ways_to_go_on(site: Site, page: Page, record: str, step: int) -> None:
    """In a match against a bot, played on from a step of a record."""
    name = str(site.ask("/api/replays", (RECORDS / f"{record}.jsonl").read_bytes())[1]["id"])
    arrive(page, site, f"#/replay/file/{name}/{step}?part=on")
    page.wait_for_selector(f"[data-testid=replay-where][data-shown='{step}']")
    page.click("[data-testid=on-begin]")
    hints = page.locator("[data-testid=hints]")
    hints.locator("button").click(timeout=60_000)
    expect(hints.locator("li").first).to_contain_text("%", timeout=30_000)
    photograph(page, f"hints-{record}")
    for size in (DESKTOP, PHONE):
        resize(page, size)
        assert overflow(page) == 0
