"""Make a puzzle of this, in a real browser: the verdict, the puzzle played by its link, and its file."""

import re
import tomllib
from pathlib import Path

from playwright.sync_api import Page, expect

from esquive.core.games import game_named
from tests.browser.axe import violations
from tests.browser.driving import arrive, photograph
from tests.browser.test_desk import BOARD
from tests.server.serving import Site
from tests.server.test_desk import ask

CLOSE_IN = game_named("krosmaster").exercises()["close-in"]
LESSON = "[data-testid=lesson]"
VERDICT = "[data-testid=puzzle-verdict]"


def made(page: Page, site: Site, document: dict[str, object] = CLOSE_IN.document) -> None:
    """The part of the desk that makes a puzzle of a position."""
    arrive(page, site, f"#/desk/{ask(document=document).link}")
    page.wait_for_selector(BOARD)
    page.click("[data-testid=desk-part-study]")
    page.click("[data-testid=puzzle-make]")
    page.wait_for_selector("[data-testid=puzzle-goal]")


def test_a_position_becomes_a_puzzle_that_is_played_by_its_link(site: Site, page: Page, tmp_path: Path) -> None:
    made(page, site)
    page.select_option("[data-testid=puzzle-goal]", label="KO Lil Healey this turn")
    page.fill("[data-testid=puzzle-title]", "Closer")
    page.click("[data-testid=puzzle-solve]")
    expect(page.locator(VERDICT)).to_contain_text(re.compile(r"Best chance: 80\.6.%"))
    expect(page.locator("[data-testid=puzzle-text]")).to_have_text("KO Lil Healey this turn, at 80 % or better.")
    photograph(page, "desk-puzzle")
    assert violations(page) == []
    with page.expect_download() as saved:
        page.click("[data-testid=puzzle-save]")
    saved.value.save_as(tmp_path / "1-puzzle.toml")
    said = tomllib.loads((tmp_path / "1-puzzle.toml").read_text(encoding="utf-8"))
    assert said["title"]["fr"] == "Closer" and said["least"] == 80 and said["goal"] == {"unit.healey.ko": True}
    page.click("[data-testid=puzzle-play]")
    expect(page.locator(f"{LESSON} h2")).to_have_text("Closer")
    expect(page.locator("[data-testid=lesson-text]")).to_contain_text("at 80 % or better")
    page.click("[data-testid=action-end], [data-do=end]")
    expect(page.locator("[data-testid=verdict]")).to_have_attribute("data-solved", "false")
    expect(page.locator("[data-testid=verdict]")).to_contain_text("80.6")
    assert violations(page) == []


def test_a_cell_pointed_at_may_be_the_goal_and_another_goal_needs_another_verdict(site: Site, page: Page) -> None:
    made(page, site)
    page.click(f"{BOARD} [data-cell=b2]")
    goals = page.locator("[data-testid=puzzle-goal] option")
    expect(goals.first).to_have_text("Bring Oscar Kass to b2 this turn")
    page.select_option("[data-testid=puzzle-goal]", label="Bring Oscar Kass to b2 this turn")
    page.click("[data-testid=puzzle-solve]")
    expect(page.locator(VERDICT)).to_contain_text("Best chance: 100")
    page.select_option("[data-testid=puzzle-goal]", label="Have 7 GG or more this turn")
    expect(page.locator(VERDICT)).to_have_count(0)


def test_what_is_too_much_to_try_is_broken_off(site: Site, page: Page) -> None:
    arrive(page, site, "#/desk")
    page.wait_for_selector(BOARD)
    page.click("[data-testid=desk-part-study]")
    page.click("[data-testid=puzzle-make]")
    page.click("[data-testid=puzzle-solve]")
    expect(page.locator("[data-testid=puzzle-looked]")).not_to_have_text("Positions looked at: 0")
    page.click("[data-testid=puzzle-cancel]")
    expect(page.locator(VERDICT)).to_have_attribute("data-solved", "false")
    expect(page.locator(VERDICT)).to_contain_text("Not found")
