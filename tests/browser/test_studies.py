"""Studies in a real browser: arrows on the board, and a study as a file."""

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.driving import arrive, photograph
from tests.browser.test_desk import BOARD, DESK, link_of, opened
from tests.core.test_question_links import SMALL
from tests.core.test_study_files import written
from tests.server.serving import Site

ARROW = "[data-arrow]"
TABLE = "[data-testid=svg-position]"


def drawing(page: Page) -> None:
    """The mode that draws arrows, with no study in hand: a browser keeps the one that it has."""
    page.click("[data-testid=desk-part-study]")
    page.wait_for_selector("[data-testid=study-add]")
    if page.locator("[data-testid=study-clear]").count():
        page.click("[data-testid=study-clear]")
    page.click("[data-testid=arrows]")
    page.wait_for_selector("[data-testid=arrow-hint]")


def test_arrows_are_drawn_by_hand_and_travel_with_the_study(site: Site, page: Page) -> None:
    opened(page, site, SMALL.line)
    drawing(page)
    for cell in ("b1", "c1", "a2", "a2", "d1", "d2"):
        page.click(f"{BOARD} [data-cell={cell}]")
    expect(page.locator(f"{BOARD} {ARROW}")).to_have_count(3)
    page.click(f"{BOARD} [data-cell=d1]")  # drawn once more, it goes
    expect(page.locator("[data-testid=arrow-hint]")).to_contain_text("From d1")
    page.click(f"{BOARD} [data-cell=d2]")
    expect(page.locator(f"{BOARD} {ARROW}")).to_have_count(2)
    page.click("[data-testid=study-add]")
    expect(page.locator("[data-testid=arrow-list] li")).to_have_text(["b1 → c1", "a2"])
    assert violations(page) == []
    page.click("[data-testid=desk-part-ask]")
    expect(page.locator(f"{BOARD} {ARROW}")).to_have_count(2)
    page.click("[data-testid=desk-part-study]")
    page.click("[data-testid=study-share]")
    link = page.input_value("[data-testid=study-link]")
    page.goto(link)
    page.reload()
    expect(page.locator(f"[data-testid=study-page-chapter] {ARROW}")).to_have_count(2)
    expect(page.locator("[data-testid=study-page-chapter]")).to_contain_text("Drawn on the board: b1 → c1, a2")
    photograph(page, "study-arrows")
    assert violations(page) == []
    page.emulate_media(media="print")
    expect(page.locator(f"[data-testid=study-page-chapter] {ARROW}").first).to_be_visible()
    page.emulate_media(media="screen")


def test_the_keyboard_draws_on_the_board_and_on_a_table(site: Site, page: Page) -> None:
    opened(page, site)
    drawing(page)
    page.focus(BOARD)
    for key in (
        "ArrowUp",
        "Enter",
        "ArrowRight",
        "Enter",
        "ArrowRight",
        "Enter",
        "Enter",
        "ArrowLeft",
        "Enter",
        "Escape",
    ):
        page.keyboard.press(key)
    expect(page.locator("[data-testid=arrow-list] li")).to_have_text(["b1 → c1", "d1"])
    expect(page.locator("[data-testid=arrow-hint]")).to_contain_text("begins")
    page.click("[data-testid=desk-begin-kaos]")
    page.wait_for_selector(f"{TABLE} svg")
    link_of(page)
    page.focus("[data-testid=desk-table]")
    for key in ("ArrowUp", "Enter", "Shift+ArrowRight", "Shift+ArrowRight", "ArrowUp", "Enter", "Shift+ArrowDown"):
        page.keyboard.press(key)
    for _ in range(2):
        page.keyboard.press("Enter")
    expect(page.locator(f"{TABLE} {ARROW}")).to_have_count(2)
    told = page.locator("[data-testid=arrow-list] li").all_inner_texts()
    assert re.fullmatch(r"\([\d.]+, [\d.]+\) → \([\d.]+, [\d.]+\)", told[0]) and re.fullmatch(
        r"\([\d.]+, [\d.]+\)", told[1]
    )
    page.locator("[data-testid=arrow-list] button").first.click()
    expect(page.locator(f"{TABLE} {ARROW}")).to_have_count(1)
    assert violations(page) == []
    photograph(page, "study-arrows-table")


def test_a_study_is_saved_as_a_file_and_opened_again(site: Site, page: Page, tmp_path: Path) -> None:
    opened(page, site, SMALL.line)
    drawing(page)
    for cell in ("b1", "c1"):
        page.click(f"{BOARD} [data-cell={cell}]")
    page.fill("[data-testid=study-title]", "Locks & blocks")
    page.click("[data-testid=study-add]")
    with page.expect_download() as saved:
        page.click("[data-testid=study-save]")
    assert saved.value.suggested_filename == "locks-blocks.study.json"
    path = tmp_path / "mine.study.json"
    saved.value.save_as(path)
    said = json.loads(path.read_text(encoding="utf-8"))
    assert said["chapters"][0]["arrows"] == [["b1", "c1"]] and said["chapters"][0]["line"] == SMALL.line
    said["chapters"].append({"title": "Another", "position": SMALL.document})
    path.write_text(json.dumps(said), encoding="utf-8")
    page.on("dialog", lambda dialog: dialog.accept())
    page.set_input_files("[data-testid=desk-file]", path)
    expect(page.locator("[data-testid=study-chapter]")).to_have_count(2)
    page.locator("[data-testid=study-open]").nth(1).click()
    expect(page.locator("[data-testid=study-chapters] > li").nth(1)).to_have_class(re.compile("now"))


def test_a_file_is_opened_on_the_page_of_a_study_and_its_faults_are_told(
    site: Site, page: Page, tmp_path: Path
) -> None:
    arrive(page, site, "#/study/1spoilt-link")
    expect(page.locator("[data-testid=study-trouble]")).to_contain_text("cut short")
    path = tmp_path / "mine.study.json"
    path.write_text(written(chapters=[{"position": SMALL.document, "arrows": [["nowhere"]]}]), encoding="utf-8")
    page.set_input_files("[data-testid=study-file]", path)
    expect(page.locator("[data-testid=study-trouble]")).to_contain_text("chapters[0].arrows")
    path.write_text(written(), encoding="utf-8")
    page.set_input_files("[data-testid=study-file]", path)
    expect(page.locator("[data-testid=study-page-chapter]")).to_have_count(2)
    assert "#/study/1" in page.url and page.locator(DESK).count() == 0
    path.write_text("{}", encoding="utf-8")
    page.set_input_files("[data-testid=study-file]", path)
    expect(page.locator("[data-testid=study-trouble]")).to_contain_text("holds no study")


def test_rulings_and_examples_open_at_the_desk_and_as_studies(site: Site, page: Page) -> None:
    arrive(page, site, "#/rules/R2")
    page.click("[data-testid=clause-at-desk] a")
    expect(page.locator("[data-testid=desk-verdict]")).to_be_visible()
    arrive(page, site, "#/rules/kaos-rulings")
    page.click("[data-testid=examples-rulings]")
    expect(page.locator("h1")).to_have_text("Kaos: Rulings")
    expect(page.locator("[data-testid=study-page-chapter]").first).to_contain_text("R2")
    expect(page.locator("[data-testid=study-page-chapter] [data-testid=svg-position] svg").first).to_be_visible()
    arrive(page, site, "#/rules/")
    page.click("[data-testid=examples-rulebook]")
    expect(page.locator("h2").first).to_contain_text("E2: ")
    expect(page.locator("[data-testid=study-page-chapter] [data-testid=board]").first).to_be_visible()
    photograph(page, "study-examples")
    arrive(page, site, "#/rules/4.15.8")
    expect(page.locator("[data-testid=clause-at-desk]")).to_be_visible()
    photograph(page, "rules-at-desk")
    assert violations(page) == []
