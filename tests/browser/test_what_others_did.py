"""The other side's turn: paused and stepped through while it is shown, and to be seen afterwards until one acts."""

import re

from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.driving import arrive, begun, place_of, shot
from tests.server.serving import Site

ACTIVATION = "[data-waiting=activation]"
# Presses K as soon as something that a bot does is being shown.
PAUSES = """(mine) => new MutationObserver((_, observer) => {
  const isTheirs = document.querySelector('[data-testid=turn]').dataset.player !== mine
  if (!isTheirs || !document.querySelector('[data-testid=pause-shown]')) return
  observer.disconnect()
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', bubbles: true }))
}).observe(document.body, { childList: true, subtree: true })"""


def test_what_others_did_is_numbered_until_one_acts_or_puts_it_away(site: Site, page: Page) -> None:
    made = begun(site, second="greedy")
    arrive(page, site, place_of(made))
    page.wait_for_selector(ACTIVATION)
    told = page.locator("[data-testid=since] li")
    expect(told.first).to_be_visible()
    assert page.locator("[data-deed]").count() == told.count()
    told.first.hover()
    expect(page.locator("[data-deed='1']")).to_have_class(re.compile("pointed"))
    assert violations(page) == []
    shot(page, "since-your-last-turn")
    page.get_by_test_id("since-away").click()
    expect(page.locator("[data-deed]")).to_have_count(0)
    page.reload()
    page.wait_for_selector(ACTIVATION)
    expect(page.locator("[data-deed]").first).to_be_visible()
    page.locator("[data-do^='move ']").first.click(force=True)
    expect(page.locator("[data-deed]")).to_have_count(0)


def test_a_turn_that_is_shown_stands_still_and_goes_on_by_steps(site: Site, page: Page) -> None:
    made = begun(site, second="greedy")
    arrive(page, site, place_of(made), pace="calm")
    page.wait_for_selector(ACTIVATION)
    stage = page.get_by_test_id("stage")
    page.evaluate(PAUSES, stage.get_attribute("data-seat"))
    paused, stepped = page.get_by_test_id("pause-shown"), page.get_by_test_id("step-shown")
    while not stepped.is_visible():
        before = stage.get_attribute("data-version") or ""
        page.keyboard.press("e")
        asked = page.locator(f"[data-testid=stage]:not([data-version='{before}']):not([data-waiting=''])")
        expect(asked.or_(stepped).first).to_be_visible()
    expect(paused).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("x")
    expect(stage).to_have_attribute("data-busy", "true")
    paused.click()
    page.wait_for_selector("[data-testid=stage]:not([data-waiting=''])")
