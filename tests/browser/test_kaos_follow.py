"""The other side's turn at the table of Kaos: what has happened stays in sight, by numbers, until one acts."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.driving import PHONE, arrive, place_of, resize, shot
from tests.browser.test_kaos_live import CHOICES
from tests.server.serving import Site
from tests.server.test_kaos_live import create


def after_a_turn(site: Site) -> dict[str, Any]:
    """A match in which the other side has just had a turn, and one's own figure is asked for its plan or chosen."""
    made = create(site, "human", "greedy", arena="broken-abbey")
    with site.follow(made["id"], made["token"]) as client:
        state = client.until_asked(client.hello())
        acted = 0
        while state["decision"]["kind"] != "plan" or acted < 2:
            kind = state["decision"]["kind"]
            line = state["decision"]["options"][0]["do"]
            acted += kind == "plan"
            state = client.until_asked(client.ask({"type": "answer", "version": state["version"], "do": line}))
    return made


def test_what_has_happened_is_numbered_until_one_declares_or_puts_it_away(site: Site, page: Page) -> None:
    made = after_a_turn(site)
    arrive(page, site, place_of(made))
    page.wait_for_selector(CHOICES)
    told = page.locator("[data-testid=since] li")
    expect(told.first).to_be_visible()
    numbers = page.locator("[data-deed]")
    assert 0 < numbers.count() <= told.count()
    first = page.locator("[data-deed='1']")
    told.first.locator("button").focus()
    expect(first).to_have_class(re.compile("pointed"))
    page.get_by_test_id("since-away").focus()
    expect(first).not_to_have_class(re.compile("pointed"))
    first.hover()
    expect(told.first).to_have_class(re.compile("pointed"))
    assert violations(page) == []
    shot(page, "kaos-since-your-last-turn")
    page.get_by_test_id("since-away").click()
    expect(numbers).to_have_count(0)
    page.reload()
    page.wait_for_selector(CHOICES)
    expect(numbers.first).to_be_visible()
    page.locator("[data-do='plan stay']").click()
    expect(numbers).to_have_count(0)


def test_a_number_that_is_tapped_lights_up_its_line_on_a_phone(site: Site, page: Page) -> None:
    made = after_a_turn(site)
    resize(page, PHONE)
    arrive(page, site, place_of(made))
    page.wait_for_selector(CHOICES)
    number = page.locator("[data-deed]").first
    line = page.locator(f"[data-testid=since] li:nth-child({number.get_attribute('data-deed')})")
    line.locator("button").click()
    expect(number).to_have_class(re.compile("pointed"))
    page.get_by_test_id("since-away").focus()
    expect(line).not_to_have_class(re.compile("pointed"))
    number.click()
    expect(line).to_have_class(re.compile("pointed"))
