"""Scenery and figures are put down by hand: pressed, dragged, turned, and judged before they are placed."""

from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.driving import arrive, boxes, photograph, place_of, shot
from tests.browser.test_kaos_live import ASKED, until_asked, version
from tests.server.serving import Site
from tests.server.test_kaos_live import create


def drag(page: Page, what: str, dx: float, dy: float) -> None:
    """Something is taken in its middle and pulled by so many pixels."""
    (box,) = boxes(page, what)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx / 2, y + dy / 2)
    page.mouse.move(x + dx, y + dy)
    page.mouse.up()


def judged(page: Page, legal: bool) -> str:
    """What the judge says of the place where it is held now."""
    expect(page.locator("[data-testid=by-hand]")).to_have_attribute("data-legal", str(legal).lower())
    return page.inner_text("[data-testid=hand-said]")


def test_scenery_and_figures_are_placed_by_hand(page: Page, site: Site) -> None:
    """A wall is dragged, turned and refused where it is off the table [Kaos K5.4] or closes ground off [Kaos K5.6]."""
    made = create(site, "human", "human", arena="wayside-skirmish")
    arrive(page, site, place_of(made), theme="light", language="en")
    page.wait_for_selector(ASKED)
    page.click("[data-take=long-wall]")
    assert "closes nothing off" in judged(page, True)
    line = page.get_attribute("[data-testid=by-hand]", "data-line")
    drag(page, "[data-testid=held]", 40, 30)
    assert page.get_attribute("[data-testid=by-hand]", "data-line") != line
    page.keyboard.press("q")
    turned = page.get_attribute("[data-testid=by-hand]", "data-line", strict=True)
    assert turned.endswith((" 15", " 195"))  # who sits in the north is offered pieces as seen from there
    drag(page, "[data-testid=held-handle]", -60, -60)
    expect(page.locator("[data-testid=by-hand]")).not_to_have_attribute("data-line", turned)
    shot(page, "kaos-placing-legal")
    page.fill("[data-testid=hand-x]", "2")
    assert "K5.4" in judged(page, False)
    assert page.is_disabled("[data-testid=hand-do]")
    # A cart across a corner leaves a pocket behind it that nobody gets to.
    page.fill("[data-testid=hand-angle]", "45")
    page.fill("[data-testid=hand-x]", "6.5")
    page.fill("[data-testid=hand-y]", "68.5")
    assert "K5.6" in judged(page, False) and "crossed" in page.inner_text("[data-testid=hand-said]")
    assert violations(page) == []
    photograph(page, "kaos-placing-closed")
    page.fill("[data-testid=hand-x]", "30")
    page.fill("[data-testid=hand-y]", "40")
    judged(page, True)
    known = version(page)
    page.click("[data-testid=hand-do]")
    assert until_asked(page, known)
    while page.get_attribute("[data-testid=choices]", "data-kind") != "deployment":
        known = version(page)
        page.locator("[data-testid=choices] button[data-do]").last.click()
        assert until_asked(page, known)
    page.locator("[data-testid=kaos-table] svg").click(position={"x": 300, "y": 400})
    expect(page.locator("[data-testid=held]")).to_be_visible()
    shot(page, "kaos-deploying")
