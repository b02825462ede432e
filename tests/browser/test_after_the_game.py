"""After the game in a real browser: the story leads into the replay, curves are tables too, and a step is played on."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.driving import DESKTOP, PHONE, Theme, arrive, overflow, resize
from tests.server.serving import Site
from tests.ways import again

RECORD = Path(__file__).parents[1] / "records" / "constructed.jsonl"


@pytest.fixture
def brought(site: Site) -> str:
    """The name a record that is over is kept by."""
    return str(site.ask("/api/replays", RECORD.read_bytes())[1]["id"])


def opened(page: Page, site: Site, name: str, step: int, part: str) -> None:
    arrive(page, site, f"#/replay/file/{name}/{step}?part={part}")
    page.wait_for_selector(f"[data-testid=replay-where][data-shown='{step}']")


def test_every_moment_of_the_story_leads_to_its_step(page: Page, site: Site, brought: str) -> None:
    opened(page, site, brought, 10, "after")
    moments = page.locator("[data-moment]")
    expect(moments).to_have_count(5)
    for number in range(5):
        step = moments.nth(number).get_attribute("data-step")
        moments.nth(number).click()
        page.wait_for_selector(f"[data-testid=replay-where][data-shown='{step}']")
    page.wait_for_url("**part=after*")


def test_a_curve_says_the_same_as_a_table(page: Page, site: Site, brought: str) -> None:
    """Turn by turn, chances that add up; the last row is the end."""
    opened(page, site, brought, 0, "after")
    page.click("[data-curve=chances] summary")
    rows = page.locator("[data-curve=chances] tbody tr")
    for row in rows.all():
        shown = [int(cell.strip(" %")) for cell in row.locator("td").all_inner_texts()]
        assert 99 <= sum(shown) <= 101
    assert sorted(rows.last.locator("td").all_inner_texts()) == ["0 %", "100 %"]
    rows.nth(3).locator("a").click()
    page.wait_for_function("() => Number(document.querySelector('[data-testid=replay-where]').dataset.step) > 0")


@pytest.mark.parametrize(
    ("part", "theme"), [again("after", "light"), again("on", "dark"), again("after", "dark"), again("on", "light")]
)
def test_it_is_for_everybody_on_a_desk_and_a_phone(
    page: Page, site: Site, brought: str, part: str, theme: Theme
) -> None:
    page.emulate_media(color_scheme=theme)
    for size in (DESKTOP, PHONE):
        resize(page, size)
        opened(page, site, brought, 100, part)
        page.wait_for_selector("[data-testid=from-here], [data-testid=after][data-ready=true]")
        assert violations(page) == [], size
        assert overflow(page) == 0


def test_a_step_is_played_on_against_a_bot_and_kept_in_the_tree(page: Page, site: Site, brought: str) -> None:
    opened(page, site, brought, 100, "on")
    page.fill("[data-testid=on-note]", "Here I would flee.")
    page.click("[data-testid=on-begin]")
    mark = page.locator("[data-testid=practice-mark]")
    expect(mark).to_contain_text("100")
    match = re.search(r"#/match/(\w+)", page.url)
    assert match is not None
    mark.click()
    page.wait_for_selector("[data-testid=replay-where][data-shown='100']")
    expect(page.locator(f"[data-variant='{match[1]}']")).to_be_visible()
    expect(page.locator("[data-testid=on-note]")).to_have_value("Here I would flee.")
    expect(page.locator("[data-comment='100']")).to_be_visible()
    page.reload()
    expect(page.locator(f"[data-variant='{match[1]}']")).to_be_visible()


def test_a_link_leads_to_a_single_step_and_the_record_is_given_back(page: Page, site: Site, brought: str) -> None:
    opened(page, site, brought, 57, "on")
    link = page.input_value("[data-testid=step-link]")
    with page.expect_download() as download:
        page.click("[data-testid=export]")
    assert Path(download.value.path()).read_text(encoding="utf-8") == RECORD.read_text(encoding="utf-8")
    page.goto(f"{site.address}/#/rules")
    page.goto(link)
    page.wait_for_selector("[data-testid=replay-where][data-shown='57']")
