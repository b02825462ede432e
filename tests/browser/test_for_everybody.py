"""For everybody: a game won by screen reader and keyboard alone, high contrast, letters to 200 %, a left hand."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.driving import Theme, boxes, late, overflow, resize
from tests.browser.reader import ANSWERS, Reader
from tests.server.serving import Site
from tests.ways import again

OVER = "the only player who still has Gallons of Glory"
SIZE = "() => parseFloat(getComputedStyle(document.querySelector('[data-testid=caption]')).fontSize)"
WINDOWS = {"a desktop": (1440, 900), "a phone": (390, 844), "a phone on its side": (844, 390), "a tablet": (768, 1024)}
WINDOWS["a window at 200 %"] = (720, 450)
LEAST = 24  # px of a cell
ON_THE_TABLE = "() => Math.round(document.querySelector('[data-cell=c3]').getBoundingClientRect().width)"


@pytest.fixture(scope="module")
def match(site: Site) -> dict[str, Any]:
    return late(site)


@pytest.fixture
def table(site: Site, page: Page, match: dict[str, Any]) -> Page:
    page.goto(f"{site.address}/#/match/{match['id']}?token={match['token']}")
    page.reload()
    page.wait_for_selector("[data-testid=stage]:not([data-waiting=''])")
    return page


@pytest.mark.parametrize("theme", ["dark", again("light")])
def test_high_contrast_breaks_no_rule_and_is_remembered(table: Page, theme: Theme) -> None:
    table.emulate_media(color_scheme=theme)
    table.keyboard.press("?")
    table.select_option("[data-looks=contrast]", "more")
    expect(table.locator("html")).to_have_attribute("data-contrast", "more")
    assert violations(table) == []
    table.keyboard.press("Escape")
    assert violations(table) == []
    table.reload()
    expect(table.locator("html")).to_have_attribute("data-contrast", "more")
    table.evaluate("() => localStorage.removeItem('esquive.contrast')")


@pytest.mark.parametrize("letters", ["200", again("150")])
def test_larger_letters_keep_the_table_in_the_window(table: Page, letters: str) -> None:
    before = table.evaluate(
        "() => parseFloat(getComputedStyle(document.querySelector('[data-testid=caption]')).fontSize)"
    )
    table.evaluate("(letters) => localStorage.setItem('esquive.letters', letters)", letters)
    table.reload()
    table.wait_for_selector("[data-testid=stage]:not([data-waiting=''])")
    size = table.evaluate(
        "() => parseFloat(getComputedStyle(document.querySelector('[data-testid=caption]')).fontSize)"
    )
    assert size > before * int(letters) / 110, "the letters have grown"
    for name, (width, height) in WINDOWS.items():
        resize(table, {"width": width, "height": height})
        (board,) = boxes(table, "[data-testid=board]")
        assert overflow(table) <= 0, name
        assert board["x"] >= 0 and board["x"] + board["width"] <= width, name
        assert board["y"] + board["height"] <= height, name
        assert table.evaluate(ON_THE_TABLE) >= LEAST, name
        assert table.evaluate("() => document.documentElement.scrollHeight - innerHeight") <= 0, name
    table.evaluate("() => localStorage.removeItem('esquive.letters')")


def test_a_left_hand_finds_what_is_pressed_on_its_side(table: Page) -> None:
    resize(table, {"width": 844, "height": 390})
    table.keyboard.press("?")
    table.select_option("[data-looks=hand]", "left")
    table.keyboard.press("Escape")
    board, sheet = boxes(table, "[data-testid=board]", "[data-testid=sheet]")
    assert sheet["x"] + sheet["width"] <= board["x"]
    table.evaluate("() => localStorage.removeItem('esquive.hand')")


@pytest.mark.parametrize("language", ["fr", again("en"), again("it")])
def test_the_board_in_words_has_every_unit_and_cell(table: Page, language: str) -> None:
    table.select_option("[data-testid=language]", language)
    expect(table.locator("html")).to_have_attribute("lang", language)
    table.wait_for_selector("[data-testid=stage]:not([data-waiting=''])")
    table.keyboard.press("d")
    panel = table.get_by_test_id("board-in-words")
    expect(panel.locator("tbody tr")).to_have_count(12)
    expect(panel.locator("tbody td")).to_have_count(144)
    expect(panel.locator("ul li")).to_have_count(table.locator(".piece[data-unit]").count())
    assert violations(table) == []
    table.keyboard.press("Escape")
    table.select_option("[data-testid=language]", "en")


def test_a_game_is_won_by_screen_reader_and_keyboard(table: Page) -> None:
    """Nothing but the accessibility tree, what is read aloud, and keys."""
    reader = Reader(table, "Bob")
    assert "could hit" in reader.hears("f"), "what threatens me"
    answers = 0
    while OVER not in reader.heard():
        reader.play(OVER)
        answers += 1
        assert answers < ANSWERS, reader.heard()
    assert answers > 5
    expect(table.get_by_role("heading", name="Ann wins")).to_be_visible()
