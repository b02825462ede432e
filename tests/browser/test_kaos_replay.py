"""A record of Kaos in a real browser: the example, the drawing, the headings, and the clause_pages of its book."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from esquive.clauses import clause_index
from esquive.hosting import clause_pages
from esquive.lab.matches import Fixture, play_match
from tests.browser.axe import violations
from tests.browser.driving import PHONE, overflow, photograph, resize
from tests.server.serving import Site

SETUP = {"table": "broken-abbey", "hordes": ["two-gleams", "gravediggers"]}


def shown(page: Page, step: int) -> None:
    """Wait until a step is drawn."""
    page.wait_for_selector(f"[data-testid=replay-where][data-step='{step}'][data-shown='{step}']")


def bring(page: Page, site: Site, folder: Path) -> None:
    """Open a record as a file."""
    match, _ = play_match(Fixture(0, "kaos", "page", SETUP, ("random", "random"), 3))
    file = folder / "game.jsonl"
    file.write_text(match.record.to_text(), encoding="utf-8")
    page.goto(f"{site.address}/#/replay")
    page.set_input_files("[data-testid=record-file]", file)
    shown(page, 0)


def test_the_example_is_gone_through(page: Page, site: Site) -> None:
    page.goto(f"{site.address}/#/replay")
    page.click("[data-testid=replay-example]")
    shown(page, 0)
    expect(page.locator("[data-testid=replay-steps] .heading").nth(8)).to_be_attached()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-testid=replay-table] [data-figure]").first).to_be_visible()
    step = int(page.get_attribute("[data-testid=replay-where]", "data-step") or "")
    shown(page, step)
    expect(page.locator(f"[data-heading='{step}']")).to_have_count(1)
    assert "Round" in page.inner_text("[data-testid=replay-where]")
    expect(page.locator("[data-testid=roster] [data-piece]")).to_have_count(4)
    expect(page.locator("[data-testid=roster] .marks").nth(0)).to_be_attached()
    page.locator("[data-testid=roster] [data-piece] button").first.click()
    card = page.locator("[data-testid=roster-card]")
    expect(card.locator("[data-part]").nth(1)).to_be_visible()
    expect(card.locator("[data-term]").first).to_be_attached()
    assert violations(page) == []
    photograph(page, "kaos-replay")
    page.reload()
    shown(page, step)


BOX = "document.querySelector('[data-testid=replay-table] .view > svg').getAttribute('viewBox')"
CLEAR = """() => {
  const [table, controls] = ['.board', '.controls'].map((one) => document.querySelector(one).getBoundingClientRect())
  return table.bottom <= controls.top + 1
}"""


def test_the_table_is_shown_nearer_and_fits_a_phone(page: Page, site: Site, tmp_path: Path) -> None:
    bring(page, site, tmp_path)
    page.keyboard.press("End")
    expect(page.locator("[data-testid=replay-table] [data-figure]").first).to_be_visible()
    whole = page.evaluate(BOX)
    page.keyboard.press("z")
    page.wait_for_function(f"(whole) => {BOX} !== whole", arg=whole)
    near = page.evaluate(BOX)
    assert float(near.split()[2]) < float(whole.split()[2])
    page.click("[data-testid=zoom-all]")
    page.wait_for_function(f"(whole) => {BOX} === whole", arg=whole)
    resize(page, PHONE)
    assert overflow(page) <= 0 and page.evaluate(CLEAR), "what one plays it by lies below the table"
    expect(page.locator("[data-testid=roster] [data-piece]")).to_have_count(4)


MOVES = """() => {
  window.seen = []
  const table = document.querySelector('[data-testid=replay-table]')
  const places = () => Object.fromEntries([...table.querySelectorAll('[data-figure]')].map((one) => {
    const box = one.getBoundingClientRect()
    return [one.dataset.figure, `${Math.round(box.x)} ${Math.round(box.y)}`]
  }))
  let last = places()
  new MutationObserver(() => {
    const now = places()
    for (const [figure, at] of Object.entries(now)) if (last[figure] && last[figure] !== at) window.seen.push(figure)
    last = now
  }).observe(table, { childList: true, subtree: true, attributes: true })
}"""


def test_figures_move_as_in_a_match_and_nothing_is_told_before_it_is_seen(
    page: Page, site: Site, tmp_path: Path
) -> None:
    """A stride of an action plays the turn of a figure; its sentences come with what they tell."""
    bring(page, site, tmp_path)
    page.wait_for_selector("[data-testid=replay-table]")
    while page.get_attribute("[data-testid=replay-stride]", "data-stride") != "action":
        page.keyboard.press("u")
    page.evaluate(MOVES)
    told = page.get_by_test_id("replay-log")
    where, last = "[data-testid=replay-where]", page.get_attribute("input[type=range]", "max")
    for _ in range(40):
        before = page.get_attribute("[data-testid=replay-where]", "data-step")
        page.keyboard.press("ArrowRight")
        page.wait_for_function(
            "(before) => { const { step, shown } = document.querySelector('[data-testid=replay-where]').dataset;"
            " return step !== before && step === shown }",
            arg=before,
        )
        if page.evaluate("window.seen.length") or page.get_attribute(where, "data-step") == last:
            break
    assert page.evaluate("window.seen.length") > 0, "somebody has walked"
    expect(told.locator("[data-clause]").first).to_be_visible()


@pytest.fixture
def books(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The rulebooks without what cites them, which takes long to gather and is not looked at here."""
    root = clause_index.checkout()
    assert root is not None
    monkeypatch.setattr(
        clause_pages, "index", lambda edition: clause_index.Index([], clause_index.ledger_of(root, edition))
    )
    monkeypatch.setattr(clause_pages, "_BOOKS", {})
    clause_pages.clause_lines.cache_clear()
    yield
    clause_pages.clause_lines.cache_clear()


@pytest.mark.usefixtures("books")
def test_its_clauses_are_those_of_its_own_book(page: Page, site: Site, tmp_path: Path) -> None:
    """From a line of the log to the clause; the other game's books beside it, and a search over all."""
    bring(page, site, tmp_path)
    page.keyboard.press("ArrowDown")
    page.click("[data-testid=replay-log] [data-clause='K20.1']")
    page.wait_for_selector("[data-testid=clause][data-clause='K20.1'] .words")
    page.wait_for_selector(".games [data-game=kaos][aria-current]")
    expect(page.locator("[data-chapter=K20][aria-current]")).to_have_count(1)
    page.fill("[data-testid=rules-search]", "line of sight")
    page.wait_for_selector("[data-found=kaos]")
    expect(page.locator("[data-found=krosmaster]"), "one section for each release").to_have_count(2)
    page.fill("[data-testid=rules-search]", "")
    page.click(".games [data-game=krosmaster]")
    page.wait_for_selector("[data-chapter='7']")
    expect(page.locator("[data-chapter=K20]")).to_have_count(0)
    photograph(page, "rules-of-both-games")
