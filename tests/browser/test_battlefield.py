"""A battlefield is made in a browser: by mouse, by finger and by keys, looked at by the rules, kept, and played on."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import violations
from tests.browser.driving import PHONE, arrive, pages_of, photograph
from tests.browser.test_desk_set_up import finger, middle
from tests.browser.test_kaos_live import ASKED, CHOICES, until_asked, version
from tests.server.serving import Site

CLEAN = {"language": "en", "battlefield": None, "packs.kaos": None, "kaos": None}
STATE = "[data-testid=map-state]"
TABLE = "[data-testid=map-table]"
RIGHT = f'{STATE}[data-faults="0"]'


@pytest.fixture
def touch_page(browser: Browser) -> Iterator[Page]:
    """A phone's page."""
    with pages_of(browser, has_touch=True, is_mobile=True, viewport=PHONE) as ((page,), troubles):
        yield page
        assert troubles == []


def opened(page: Page, site: Site) -> None:
    """The editor with an empty table, which is in order."""
    arrive(page, site, "#/kaos/battlefield", **CLEAN)
    expect(page.locator(RIGHT)).to_be_visible()


def spot(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where in the window a place of the table is, in centimetres."""
    found: list[float] = page.locator(f"{TABLE} svg").evaluate(
        """(svg, [x, y]) => {
            const [left, top, scale, , depth] = svg.dataset.table.split(' ').map(Number)
            const at = new DOMPoint(left + x * scale, top + (depth - y) * scale).matrixTransform(svg.getScreenCTM())
            return [at.x, at.y]
        }""",
        [x, y],
    )
    return found[0], found[1]


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """The mouse goes down, moves and lets go."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=6)
    page.mouse.up()


def document(page: Page) -> dict[str, Any]:
    """The battlefield as the browser keeps it."""
    found: dict[str, Any] = json.loads(page.evaluate("() => localStorage.getItem('esquive.battlefield')"))
    return found


def test_a_battlefield_is_made_by_mouse_mended_kept_and_played_on(site: Site, page: Page) -> None:
    opened(page, site)
    drag(page, middle(page, "[data-kind=house]"), spot(page, 20, 40))
    page.locator(RIGHT).wait_for()
    drag(page, middle(page, "[data-kind=wall]"), spot(page, 55, 40))
    drag(page, spot(page, 55, 40), spot(page, 26, 40))  # onto the house
    fault = page.locator("[data-kind=overlap]")
    expect(fault).to_contain_text("Wall overlaps House")
    expect(page.locator("[data-mark]")).to_have_count(1)
    expect(page.locator("[data-testid=map-play]")).to_be_disabled()
    page.click("[data-mend=overlap]")
    expect(page.locator(RIGHT)).to_be_visible()
    drag(page, middle(page, "[data-corner='2']"), spot(page, 45, 46))
    expect(page.locator("[data-testid=map-width]")).not_to_have_value("14")
    page.click("[data-testid=map-undo]")
    expect(page.locator("[data-testid=map-width]")).to_have_value("14")
    before = page.input_value("[data-testid=map-angle]")
    drag(page, middle(page, "[data-testid=map-knob]"), spot(page, 28, 60))
    expect(page.locator("[data-testid=map-angle]")).not_to_have_value(before)
    page.keyboard.press("Control+z")
    expect(page.locator("[data-testid=map-angle]")).to_have_value(before)
    page.click("[data-testid=map-mode-scenario]")
    drag(page, spot(page, 37.5, 37.5), spot(page, 50, 40))
    expect(page.locator("[data-testid=map-x]")).to_have_value("50")
    page.fill("[data-testid=map-rounds]", "1")
    page.fill("[data-testid=map-name]", "The Ford")
    page.keyboard.press("Tab")
    expect(page.locator(RIGHT)).to_be_visible()
    photograph(page, "battlefield")
    assert violations(page) == []
    page.click("[data-testid=map-keep]")
    expect(page.locator("[data-testid=map-said]")).to_contain_text("The Ford is kept")
    expect(page.locator("[data-begin='own-the-ford.toml']")).to_be_visible()
    page.click("[data-testid=map-play]")
    expect(page.locator("[data-testid=kaos-ground]")).to_have_value("own-the-ford-scenario")
    played_to_its_end(page)


def played_to_its_end(page: Page) -> None:
    """A match is begun on what is chosen, against a bot that answers by chance, and every first answer is given."""
    page.select_option("[data-testid=kaos-agent]", "random")
    page.click("[data-testid=kaos-start]")
    page.wait_for_selector(ASKED)
    expect(page.locator("[data-testid=kaos-table] [data-goal]").first).to_be_visible()
    known = -1
    while until_asked(page, known):
        known = version(page)
        page.locator(CHOICES).first.click()
    assert page.get_attribute("[data-testid=over]", "data-winner") in ("p1", "p2", "draw")


def test_a_battlefield_is_made_by_keys_alone(site: Site, page: Page) -> None:
    opened(page, site)
    page.focus("[data-kind=rock]")
    page.keyboard.press("Enter")
    expect(page.locator(TABLE)).to_be_focused()
    page.wait_for_selector("[data-testid=map-x]")
    at = float(page.input_value("[data-testid=map-x]"))
    for key in ("ArrowRight", "Shift+ArrowRight", "e", "d", "n"):
        page.keyboard.press(key)
    pieces = page.locator("[data-piece]")
    expect(pieces).to_have_count(2)
    expect(page.locator("[data-testid=map-things]")).to_have_value("piece 0")
    expect(page.locator("[data-testid=map-x]")).to_have_value(f"{at + 6:g}")
    expect(page.locator("[data-testid=map-angle]")).to_have_value("345")
    page.keyboard.press("Delete")
    expect(pieces).to_have_count(1)
    for key in ("Control+z", "Control+z"):
        page.keyboard.press(key)
    expect(pieces).to_have_count(1)
    page.keyboard.press("Control+Shift+z")
    expect(pieces).to_have_count(2)
    page.focus("[data-testid=map-copy-turn]")
    page.keyboard.press("Enter")
    expect(page.locator(STATE)).not_to_have_attribute("data-faults", "")


def test_what_was_made_is_there_again_and_comes_out_of_a_file_as_it_went_in(
    site: Site, page: Page, tmp_path: Path
) -> None:
    opened(page, site)
    page.click("[data-begin=bones-of-the-saint]")
    page.locator(RIGHT).wait_for()
    with page.expect_download() as waited:
        page.click("[data-testid=map-download]")
    path = tmp_path / waited.value.suggested_filename
    waited.value.save_as(path)
    made = document(page)
    page.reload()
    expect(page.locator("[data-piece]")).to_have_count(8)
    page.click("[data-begin='']")
    expect(page.locator("[data-piece]")).to_have_count(0)
    page.set_input_files("[data-testid=map-file]", path)
    expect(page.locator("[data-piece]")).to_have_count(8)
    page.locator(RIGHT).wait_for()
    assert document(page) == made
    broken = tmp_path / "broken.toml"
    broken.write_text("[[field]\n", encoding="utf-8")
    page.set_input_files("[data-testid=map-file]", broken)
    expect(page.locator("[data-testid=pack-faults]")).to_contain_text("TOML")
    expect(page.locator("[data-piece]")).to_have_count(8)  # what was there stays


def test_on_a_phone_a_finger_chooses_first_and_then_moves(site: Site, touch_page: Page) -> None:
    page = touch_page
    opened(page, site)
    page.tap("[data-kind=house]")
    page.evaluate("() => scrollTo(0, 0)")
    piece = page.locator("[data-piece='0']")
    expect(piece).to_be_visible()
    page.touchscreen.tap(*spot(page, 5, 70))  # beside it: nothing is chosen any more
    expect(page.locator("[data-testid=map-x]")).to_have_count(0)
    page.touchscreen.tap(*middle(page, "[data-piece='0']"))
    expect(page.locator("[data-testid=map-x]")).to_be_visible()
    before = page.input_value("[data-testid=map-y]")
    finger(page, middle(page, "[data-piece='0']"), spot(page, 20, 60))
    expect(page.locator("[data-testid=map-y]")).not_to_have_value(before)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []


@pytest.mark.parametrize("language", ["fr", "it"])
def test_what_the_rules_say_is_told_in_every_language(site: Site, page: Page, language: str) -> None:
    opened(page, site)
    page.click("[data-kind=house]")
    page.fill("[data-testid=map-x]", "74")
    page.keyboard.press("Tab")
    expect(page.locator("[data-kind=off-table]")).to_contain_text("House does not lie wholly on the table.")
    arrive(page, site, "#/kaos/battlefield", language=language)
    words = {"fr": "House n'est pas entièrement", "it": "House non sta interamente"}  # a name stays as it was given
    expect(page.locator("[data-kind=off-table]")).to_contain_text(words[language])
    assert violations(page) == []
