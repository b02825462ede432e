"""The workshop in a real browser: a card is written, its faults are shown at their lines, it is kept and played."""

from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.driving import arrive, photograph
from tests.packs_of_ones_own import ARCHER
from tests.server.serving import Site

CLEAN = {"workshop": None, "packs": None, "team.first": None, "teams": None}
TEXT = "[data-testid=workshop-text]"
STATE = "[data-testid=workshop-state]"


def test_a_card_is_told_as_it_is_written_in_each_language(site: Site, page: Page) -> None:
    arrive(page, site, "#/workshop", **CLEAN)
    expect(page.locator(STATE)).to_have_attribute("data-errors", "0")
    expect(page.locator("[data-card='my-archer']")).to_contain_text("Long Shot")
    page.fill(TEXT, ARCHER)
    expect(page.locator("[data-card='my-archer']")).to_contain_text("Call Bomb")
    english = page.locator("[data-card='my-archer']").inner_text()
    page.click("[data-tell=fr]")
    expect(page.locator("[data-card='my-archer']")).to_contain_text("Mon archer")
    assert page.locator("[data-card='my-archer']").inner_text() != english
    photograph(page, "workshop")
    assert violations(page) == []
    page.reload()  # what was written is there again
    expect(page.locator(TEXT)).to_have_value(ARCHER)


def test_a_fault_is_told_with_its_line_and_leads_there(site: Site, page: Page) -> None:
    arrive(page, site, "#/workshop", **CLEAN)
    expect(page.locator(STATE)).to_have_attribute("data-errors", "0")
    written = page.input_value(TEXT)
    page.fill(TEXT, written.replace("base = 2", 'base = "many"'))
    fault = page.locator("[data-testid=workshop-faults] button").first
    expect(fault).to_be_visible()
    expect(page.locator("[data-testid=workshop-keep]")).to_be_disabled()
    fault.click()
    line = int(fault.get_attribute("data-line") or 0)
    assert line > 0
    chosen = page.locator(TEXT).evaluate("(one) => one.value.slice(one.selectionStart, one.selectionEnd)")
    assert chosen == written.replace("base = 2", 'base = "many"').split("\n")[line - 1]
    page.fill(TEXT, written)
    expect(page.locator(STATE)).to_have_attribute("data-errors", "0")


def test_what_was_written_is_kept_and_played_at_once(site: Site, page: Page) -> None:
    arrive(page, site, "#/workshop", **CLEAN)
    expect(page.locator(STATE)).to_have_attribute("data-errors", "0")
    page.click("[data-testid=workshop-keep]")
    expect(page.locator("[data-testid=workshop-keep]")).to_be_disabled()
    page.click("[data-testid=workshop-play]")
    page.wait_for_function("() => location.hash.startsWith('#/match/')")
    page.wait_for_selector("[data-testid=stage]")
    seen = page.evaluate("() => JSON.parse(localStorage.getItem('esquive.setup')).players[0].cards")
    assert "my-archer" in seen
    page.goto(f"{site.address}/#/cards/my-archer")  # own cards are among the others
    expect(page.locator("[data-testid=full-card]")).to_contain_text("My Archer")
