"""No screen breaks a rule of accessibility that a program can find."""

import pytest
from playwright.sync_api import Page

from tests.browser.axe import violations
from tests.browser.driving import PHONE, Theme, arrive, begun, place_of, resize, still
from tests.browser.player import Player
from tests.server.serving import Site
from tests.ways import again

PAGES = ["#/", "#/rules", "#/rules/4.14.2.d", "#/rules/compare", "#/replay", "#/replay/file/example-kaos"]
DARK = ["#/", "#/rules/compare", "#/replay/file/example-kaos"]  # between them they show all that pages are made of


@pytest.mark.parametrize(
    ("address", "theme"), [*(again(page, "light") for page in PAGES), *(again(page, "dark") for page in DARK)]
)
def test_pages_about_the_game(site: Site, page: Page, address: str, theme: Theme) -> None:
    page.emulate_media(color_scheme=theme)
    arrive(page, site, address)
    page.wait_for_selector("h1")
    page.wait_for_load_state("networkidle")  # what is asked for has come
    still(page)
    assert violations(page) == []


@pytest.mark.parametrize("theme", [again("dark"), again("light")])
def test_the_table_and_its_panels(site: Site, page: Page, theme: Theme) -> None:
    page.emulate_media(color_scheme=theme)
    for made, wanted in ((site.new_match(), "deployment"), (begun(site, second="greedy"), "activation")):
        arrive(page, site, place_of(made))
        assert Player(page, []).settle(-1)["waiting"] == wanted
        assert violations(page) == [], wanted
    for key, panel in [("b", "piles"), ("w", "why"), ("?", "help-overlay")]:
        page.keyboard.press(key)
        page.wait_for_selector(f"[data-testid={panel}]")
        still(page)
        assert violations(page) == [], panel
        page.keyboard.press("Escape")
    resize(page, PHONE)
    for sheet in ("stocks", "log", "unit"):
        page.click(f"[data-sheet={sheet}]")
        assert violations(page) == [], f"a phone's {sheet}"
