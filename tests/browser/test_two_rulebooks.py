"""The page that compares the two rulebooks, the rules of each release, and what the set-up offers by the release."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from esquive.core.question_links import question_of
from tests.browser.driving import DESKTOP, PHONE, arrive, boxes, overflow, photograph, resize
from tests.server.serving import Site
from tests.ways import again

LANGUAGES = ("en", "fr", "it")
CUBE = {"en": "Ice Cube", "fr": "Cube de glace", "it": "Cubetto di Ghiaccio"}
STARTED = {"en": "Drummer: 13 AP", "fr": "Tambour : 13 PA", "it": "Tamburino: 13 PA"}
SETTLED = ["second_reveal", "itty_bitty_sight", "immediate_gain", "reward_set"]


@pytest.fixture(autouse=True)
def quiet(page: Page) -> Iterator[None]:
    """Nothing is told as an error to the console."""
    told: list[str] = []

    def listen(message: object) -> None:
        if getattr(message, "type", "") == "error":
            told.append(getattr(message, "text", ""))

    page.on("console", listen)
    yield
    page.remove_listener("console", listen)
    assert told == []


def visit(page: Page, site: Site, place: str, language: str = "en") -> None:
    """A page in a language, loaded anew."""
    arrive(page, site, place, language=language)


def example(page: Page, clause: str) -> str:
    """The text of a difference once its example has come."""
    page.locator(f'[data-example="{clause}"]').scroll_into_view_if_needed()
    page.wait_for_selector(f'[data-example="{clause}"][aria-busy=false]')
    return page.inner_text(f'[data-difference]:has([data-example="{clause}"])')


@pytest.mark.parametrize("language", [LANGUAGES[0], *map(again, LANGUAGES[1:])])
def test_every_difference_stands_on_one_page_with_what_comes_of_it(page: Page, site: Site, language: str) -> None:
    """A tie in Block is an escape in 2.2; what plays alike is folded away; a cube is drawn where it lies."""
    visit(page, site, "#/rules/compare", language)
    page.wait_for_selector("[data-testid=compare-count]")
    compared = site.ask(f"/api/compare?one=2.2&other=2.7&lang={language}")[1]
    differences = [one for chapter in compared["chapters"] for one in chapter["differences"]]
    alike = sum(one["alike"] for one in differences)
    assert page.get_attribute("[data-testid=compare-count]", "data-alike") == str(alike)
    expect(page.locator("[data-difference][data-alike=false]")).to_have_count(len(differences) - alike)
    expect(page.locator("[data-difference][data-alike=true]:visible")).to_have_count(0)
    assert STARTED[language] in example(page, "503.1").replace("\xa0", " ")
    tie = example(page, "310.2c")
    told = next(one for one in differences if one["example"] == "310.2c")
    assert all(said["text"] in tie for said in told["says"])
    expect(page.locator('[data-example="310.2c"] [data-release="2.7"] [data-testid=chances] li')).to_have_count(3)
    assert CUBE[language] in example(page, "313.6c")
    to_desk = page.locator('[data-example="310.2c"] [data-testid=example-to-desk]').get_attribute("href")
    assert question_of(str(to_desk)).line  # the example opens at the judge's desk, with its line
    assert page.locator('[data-example="313.6c"] svg .caption').all_text_contents() == ["2.2", "2.7"]
    page.locator('[data-difference="313.6c"]').scroll_into_view_if_needed()
    photograph(page, f"two-rulebooks-{language}")
    assert overflow(page) <= 0
    resize(page, PHONE)
    assert overflow(page) <= 0
    resize(page, DESKTOP)


def test_a_course_stands_beside_that_of_the_other_rulebook(page: Page, site: Site) -> None:
    """And below it on a phone; what is far from the reader has not been asked for."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    visit(page, site, "#/rules/compare")
    example(page, "503.1")
    fetched = {url.rpartition("/")[2].partition("?")[0] for url in asked if "/api/compare/" in url}
    assert "503.1" in fetched and len(fetched) < 60
    courses = [f'[data-example="503.1"] [data-testid=course][data-release="{one}"]' for one in ("2.2", "2.7")]
    older, newer = boxes(page, *courses)
    assert older["y"] == newer["y"]
    refused = page.locator('[data-example="307.13a"] [data-testid=course][data-refused=true]')
    example(page, "307.13a")
    assert refused.get_attribute("data-release") == "2.2"
    expect(refused.locator('[data-clause="307.13a"]')).to_have_count(1)
    resize(page, PHONE)
    example(page, "503.1")
    first, second = sorted(box["y"] for box in boxes(page, *courses))
    assert first < second
    assert overflow(page) <= 0
    resize(page, DESKTOP)


def test_the_page_is_walked_by_keyboard(page: Page, site: Site) -> None:
    """Enter on a chapter goes there, on what is folded away opens it; Escape leaves the rules."""
    visit(page, site, "#/rules/compare")
    page.wait_for_selector("[data-jump]")
    page.focus('[data-jump="6"]')
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "chapter-6"
    page.focus('[data-chapter-compared="6"] summary')
    page.keyboard.press("Enter")
    expect(page.locator('[data-chapter-compared="6"] [data-alike=true]:visible').nth(0)).to_be_attached()
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-testid=start]")


@pytest.mark.parametrize("language", ["fr", again("it")])
def test_the_rules_of_each_release_are_read_by_its_own_numbers(page: Page, site: Site, language: str) -> None:
    """From the contents of 2.7 to those of 2.2, to a chapter, a clause of it, and what 2.7 says there."""
    visit(page, site, "#/rules", language)
    page.wait_for_selector("[data-testid=rules-release]")
    assert page.get_attribute("[data-testid=rules-release] [aria-current]", "data-release") == "2.7"
    page.click('[data-testid=rules-release] [data-release="2.2"]')
    page.wait_for_selector('main [data-clause="103"]')
    page.click('[data-chapter="3"]')
    page.wait_for_selector('[data-testid=clause][data-clause="3"] [data-clause="310"]')
    page.click('main [data-clause="310"]')
    page.click('main [data-clause="310.2"]')
    page.click('main [data-clause="310.2e"]')
    page.wait_for_selector('[data-testid=clause][data-clause="310.2e"] [data-testid=elsewhere]')
    assert page.get_attribute("[data-testid=rules-release] [aria-current]", "data-release") == "2.2"
    photograph(page, f"clause-of-2.2-{language}")
    page.click('[data-testid=elsewhere] [data-clause="4.14.2.d"]')
    page.wait_for_selector('[data-testid=elsewhere] [data-clause="310.2e"]')
    assert page.get_attribute("[data-testid=rules-release] [aria-current]", "data-release") == "2.7"
    page.click("[data-testid=compare-link]")
    page.wait_for_selector("[data-testid=compare-count]")


def test_the_axe_and_the_ice_cube_are_drawn_on_their_pages(page: Page, site: Site) -> None:
    for clause in ("312.3", "313.5d", "313.6a"):
        visit(page, site, f"#/rules/{clause}")
        page.wait_for_selector(f'[data-testid=clause][data-clause="{clause}"] [data-testid=diagram] svg')
        assert clause in (page.text_content("[data-testid=diagram] svg title") or "")


def test_the_set_up_offers_what_the_release_knows(page: Page, site: Site) -> None:
    """What 2.2 settles is told and not asked; the release of the last game is offered first."""
    visit(page, site, "#/")
    page.wait_for_selector("[data-testid=start]")
    expect(page.locator("[data-option=destructible_scenery]")).to_have_count(0)
    page.click('label:has(input[data-release="2.2"])')
    page.click("details:has([data-settled]) summary")
    assert page.locator("[data-settled]").evaluate_all("all => all.map((one) => one.dataset.settled)") == SETTLED
    expect(page.locator("[data-option=reward_set]")).to_have_count(0)
    page.click("label:has([data-format=limited])")
    page.wait_for_selector('.hint [data-clause="101.2"]')
    page.click("label:has([data-format=constructed])")
    photograph(page, "set-up-of-2.2")
    page.select_option("[data-option=destructible_scenery]", "on")
    page.click("[data-testid=start]")
    page.wait_for_selector("[data-testid=stage]")
    page.goto(f"{site.address}/#/")
    page.wait_for_selector("[data-testid=start]")
    assert page.get_attribute("[data-testid=release]", "data-release") == "2.2"
    page.click("[data-testid=two-rulebooks]")
    page.wait_for_selector("[data-testid=compare-count]")
