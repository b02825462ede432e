"""Which bot plays is chosen on the first screen: a level with a sentence on how it plays, or another bot."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import arrive, photograph
from tests.server.serving import Site

PICK = "[data-testid=bot-p2]"


@pytest.fixture
def first_screen(site: Site, page: Page) -> Page:
    arrive(page, site)
    page.wait_for_selector("[data-testid=start]")
    return page


def test_there_are_six_levels_each_with_a_sentence_and_the_usual_one_is_the_third(first_screen: Page) -> None:
    page = first_screen
    assert page.input_value(PICK) == "level:3"
    told = set()
    for level in range(1, 7):
        page.select_option(PICK, f"level:{level}")
        told.add(page.locator("label", has=page.locator(PICK)).locator("small").inner_text())
    assert len(told) == 6 and all(told)
    others = page.locator(f"{PICK} optgroup").last.locator("option").all_inner_texts()
    assert others == ["Greedy bot", "Random bot"]


def test_a_bot_is_named_by_its_level_until_somebody_names_it(first_screen: Page) -> None:
    page = first_screen
    page.select_option(PICK, "level:1")
    assert page.input_value("[data-testid=name-p2]") == "Beginner"
    page.fill("[data-testid=name-p2]", "Zed")
    page.select_option(PICK, "level:5")
    assert page.input_value("[data-testid=name-p2]") == "Zed"


def test_whoever_is_no_bot_has_no_level(first_screen: Page) -> None:
    page = first_screen
    page.click("[data-testid=seat-p2] label:has([data-agent=human])")
    expect(page.locator(PICK)).to_have_count(0)
    page.click("[data-testid=seat-p2] label:has([data-agent=bot])")
    assert page.input_value(PICK) == "level:3"


def test_the_bot_chosen_is_the_one_that_is_asked_for(first_screen: Page) -> None:
    page = first_screen
    page.select_option(PICK, "level:2")
    photograph(page, "levels")
    with page.expect_response(lambda answer: "/api/matches" in answer.url) as made:
        page.click("[data-testid=start]")
    page.wait_for_selector("[data-testid=board]")
    assert made.value.status == 201
    assert [player["agent"] for player in made.value.request.post_data_json["players"]] == ["human", "level:2"]


def test_levels_of_kaos_are_chosen_too(site: Site, page: Page) -> None:
    page.goto(f"{site.address}/#/kaos")
    page.wait_for_selector("[data-testid=kaos-agent]")
    assert page.input_value("[data-testid=kaos-agent]") == "level:3"
    page.select_option("[data-testid=kaos-agent]", "level:6")
    expect(page.locator("label", has=page.locator("[data-testid=kaos-agent]")).locator("small")).to_have_text(
        "Takes the best its turn has to offer, and minds what you could do next."
    )
