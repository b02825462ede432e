"""What a hand does beyond a walk: moves split round a strike, places to be put down at, the way of a flight."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.cable import cable_to
from tests.browser.driving import Browsers, arrive, boxes, photograph, place_of, point_at, shot
from tests.browser.test_kaos_hand import ASKED, FOE, LEGAL, MINE, centimetre, middle, table, typed, until_ghost
from tests.browser.test_kaos_prompts import THOLINE, VHOL, reached
from tests.server.serving import Site

OMBELINE: dict[str, Any] = {**VHOL, "profile": "shi-ombeline", "x": 24}

REACHED = "[data-testid=reached]"


def height_of(page: Page, where: str) -> float:
    """How high something is on the page, in pixels."""
    (box,) = boxes(page, where)
    return box["height"]


def test_a_figure_strikes_and_walks_on_by_hand(page: Page, site: Site) -> None:
    """Up to him, the strike, and on as far as is shown [Kaos K10.6]; taking back goes to before the strike."""
    arrive(page, site, place_of(table(site, figure=[{"id": "ann", **MINE}, {"id": "bob", **FOE, "x": 36}])))
    page.wait_for_selector(ASKED)
    page.keyboard.press("m")
    page.wait_for_selector(LEGAL)
    page.locator("[data-testid=kaos-table] [data-figure=bob] .hit").click()
    until_ghost(page, 33.5, 30)
    point_at(page.locator("[data-testid=choices] button[data-do*='strike bob']").first)
    page.wait_for_selector(REACHED, state="attached")
    whole = height_of(page, f"{REACHED} .dots")
    page.click("[data-testid=hand-split]")
    expect(page.locator("[data-testid=hand-after]")).to_contain_text("then walk on")
    page.wait_for_selector("[data-testid=acts-at]", state="attached")
    page.wait_for_selector(f"{REACHED}:not(:has([data-lane]))", state="attached")
    assert height_of(page, f"{REACHED} .dots") < whole
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    until_ghost(page, 33.5, 26)
    expect(page.locator(LEGAL).first, typed(page)).to_be_visible()
    assert " then 33.5" in typed(page) and " strike bob " in typed(page), typed(page)
    assert violations(page) == []
    photograph(page, "kaos-split")
    line = typed(page)
    page.keyboard.press("Backspace")  # the way, in one step
    page.keyboard.press("Backspace")  # the strike
    page.wait_for_selector("[data-testid=acts-at]", state="detached")
    page.wait_for_selector(f"{REACHED} [data-lane]", state="attached")
    page.fill("[data-testid=typed-line]", line)
    page.wait_for_selector("[data-testid=acts-at]", state="attached")
    until_ghost(page, 33.5, 26)
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("Enter")
    page.wait_for_function("() => /react/.test(document.querySelector('[data-testid=kaos-game]').dataset.waiting)")


def test_a_place_to_be_put_down_at_is_tapped_dragged_or_written(page: Page, site: Site) -> None:
    """The ground that will do is shaded; what forbids another place is told; the place shown is the one given."""
    reached(page, site, "free-before-move", "plan walk 24,28", figure=[OMBELINE, {**THOLINE, "x": 30}])
    row = page.locator("[data-testid=choices] button[data-do^='use ann']")
    expect(row).to_have_count(1)
    point_at(row)
    page.wait_for_selector("[data-testid=landing-area]", state="attached")
    x, y = middle(page, "[data-testid=kaos-table] [data-figure=ann] .hit")
    scale = (middle(page, "[data-testid=kaos-table] [data-figure=bob] .hit")[0] - x) / 6
    page.mouse.click(x - 2 * scale, y - 3 * scale)
    ghost = page.locator("[data-testid=landing-ghost]")
    page.wait_for_selector("[data-testid=landing][data-legal=true]")
    assert abs(float(ghost.get_attribute("data-x") or 0) - 22) < 0.3
    assert violations(page) == []
    photograph(page, "kaos-landing")
    for axis, number in (("x", "28.5"), ("y", "31")):
        page.fill(f"[data-testid=landing-{axis}]", number)
        page.keyboard.press("Enter")
    page.wait_for_selector("[data-testid=landing][data-legal=false]")
    assert "overlap" in page.inner_text("[data-testid=landing]")
    ann, bob = (middle(page, f"[data-testid=kaos-table] [data-figure={name}] .hit") for name in ("ann", "bob"))
    scale = (bob[0] - ann[0]) / 6
    gx, gy = middle(page, "[data-testid=landing-ghost]")
    page.mouse.move(gx, gy)
    page.mouse.down()
    page.mouse.move(gx - 5.5 * scale, gy + 4 * scale, steps=4)
    page.mouse.up()
    page.wait_for_function(
        """() => {
          const { x, y } = document.querySelector('[data-testid=landing-ghost]').dataset
          return Math.hypot(x - 23, y - 27) < 0.7
        }"""
    )
    page.wait_for_selector("[data-testid=landing][data-legal=true]")
    line = page.get_attribute("[data-testid=landing]", "data-line") or ""
    page.click("[data-testid=landing-give]")
    expect(page.locator("[data-testid=kaos-game]")).not_to_have_attribute("data-waiting", "free-before-move")
    assert line.startswith("use ann "), line


def test_a_flight_is_drawn_before_it_is_chosen(page: Page, site: Site) -> None:
    """The shortest way to the nearest corner [Kaos K27.2] [Kaos K27.4]."""
    reached(page, site, "react", "plan stay strike bob glaive", figure=[VHOL, {**THOLINE, "x": 24}])
    point_at(page.locator("[data-testid=choices] button[data-do='react flee']"))
    page.wait_for_selector("[data-testid=pointed][data-line='react flee'] polyline", state="attached")
    photograph(page, "kaos-flight")
    assert centimetre(page) > 0


def test_a_hand_goes_on_after_the_connection_was_lost(browsers: Browsers, site: Site) -> None:
    """It is told that nobody answers; once somebody does, what the hand does counts, and the answer is given."""
    made = table(site)
    with browsers(1) as [page], cable_to(site.address) as cable:
        page.goto(f"{cable.address}/{place_of(made)}")
        page.wait_for_selector(ASKED)
        page.keyboard.press("m")
        page.wait_for_selector(LEGAL)
        cable.cut()
        expect(page.locator("[data-testid=connection]")).not_to_have_attribute("data-link", "open")
        page.keyboard.press("ArrowRight")
        shot(page, "kaos-cut-off")
        cable.mend()
        expect(page.locator("[data-testid=connection]")).to_have_attribute("data-link", "open")
        if page.locator("[data-testid=hand-begin]").count():
            page.keyboard.press("m")
        page.wait_for_selector(LEGAL)
        page.keyboard.press("ArrowRight")
        page.wait_for_function("() => document.querySelector('[data-testid=ghost]').dataset.x > 30.5")
        version = page.get_attribute("[data-testid=kaos-game]", "data-version")
        page.click("[data-testid=hand-give]")
        page.wait_for_selector(f"[data-testid=kaos-game]:not([data-version='{version}'])")
