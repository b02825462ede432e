"""A Limited team is built from a pool in the browser: at one's own table, and as a guest at that of a friend."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.driving import PHONE, arrive, overflow, resize, shot
from tests.server.serving import Site
from tests.ways import again

LOW = ["oscar-kass", "anna-tommy", "bad-aboum"]  # level 3 each
NOTHING_KEPT = {"team.first": None, "pool.first": None, "from-pool.first": None}
BUILDER = "[data-testid=team-builder]"


def emptied(page: Page) -> None:
    """Nothing is picked any more of what is shown."""
    page.wait_for_selector(f"{BUILDER} [data-add]")
    while page.locator(f"{BUILDER} [data-remove]").count():
        page.click(f"{BUILDER} [data-remove] >> nth=0")


def build_from_a_pool(page: Page, site: Site, pool: list[str], team: list[str]) -> None:
    """A team, picked from a pool that is picked first."""
    language = page.get_attribute("html", "lang")
    names = {card["id"]: card["name"] for card in site.ask(f"/api/catalogue?lang={language}")[1]["cards"]}
    emptied(page)
    page.check("[data-testid=from-pool]")
    expect(page.locator("[data-part=pool][aria-checked=true]")).to_be_visible()
    for card in pool:
        page.fill(f"{BUILDER} input[type=search]", names[card])
        page.click(f'{BUILDER} [data-add="{card}"]')
    page.click("[data-part=team]")
    page.fill(f"{BUILDER} input[type=search]", "")
    for card in team:
        page.click(f'{BUILDER} [data-add="{card}"]')


def brought(page: Page, site: Site, press: str, answer: str) -> dict[str, Any]:
    """What is asked of the server when a button is pressed."""
    with page.expect_request(
        lambda request: request.method == "POST" and request.url.split("?")[0].endswith(answer)
    ) as found:
        page.click(press)
    return json.loads(found.value.post_data or "{}")


@pytest.mark.parametrize("language", ["en", again("fr"), again("it")])
def test_a_team_lower_than_twelve_is_legal_from_a_pool_that_allows_no_more(
    site: Site, page: Page, language: str
) -> None:
    arrive(page, site, "#/", language=language, setup=None, **NOTHING_KEPT)
    page.locator("footer").scroll_into_view_if_needed()
    page.check("[data-format=limited]", force=True)
    page.click("[data-testid=build-p1]")
    build_from_a_pool(page, site, [*LOW, LOW[0]], LOW)
    verdict = page.locator(f"{BUILDER} [data-testid=verdict]")
    expect(verdict).to_have_attribute("data-legal", "false")  # the fourth figure brings it to 12
    expect(page.locator(f'[data-card="{LOW[0]}"] [data-left="1"]')).to_be_visible()
    expect(page.locator(f'[data-card="{LOW[1]}"] [data-left="0"]')).to_be_visible()
    expect(page.locator(f'[data-add="{LOW[1]}"]')).to_be_disabled()
    shot(page, f"pool-team-{language}")
    page.click("[data-part=pool]")
    page.click(f'[data-remove="{LOW[0]}"] >> nth=0')
    expect(verdict).to_have_attribute("data-legal", "true")
    expect(page.locator("[data-testid=level-total]")).to_have_attribute("data-level", "9")
    shot(page, f"pool-{language}")
    assert violations(page) == []
    resize(page, PHONE)
    assert overflow(page) == 0
    shot(page, f"pool-phone-{language}")
    page.reload()  # what was picked is kept
    page.wait_for_selector("[data-testid=play-now]:enabled")
    page.locator("footer").scroll_into_view_if_needed()
    page.check("[data-format=limited]", force=True)
    page.click("[data-testid=build-p1]")
    expect(page.locator("[data-testid=from-pool]")).to_be_checked()
    expect(page.locator(f"{BUILDER} [data-testid=verdict]")).to_have_attribute("data-legal", "true")
    page.click("[data-testid=team-done]")
    asked = brought(page, site, "[data-testid=start]", "/api/matches")
    assert [sorted(player["setup"].get("pool", ())) for player in asked["players"]] == [sorted(LOW), []]
    page.wait_for_selector("[data-testid=stage]")


def test_a_friend_comes_with_a_pool_too(site: Site, page: Page) -> None:
    host = {"name": "Ann", "cards": LOW, "setup": {"pool": LOW}}
    free = {"name": "guest", "cards": [], "agent": "open"}
    made = site.ask("/api/gatherings", {"match": {"players": [host, free], "format": "limited"}})[1]
    arrive(page, site, f"#/join/{made['id']}/{made['invitation']}", language="en", **NOTHING_KEPT)
    page.click("[data-testid=build-p2]")
    build_from_a_pool(page, site, LOW, LOW)
    expect(page.locator(f"{BUILDER} [data-testid=verdict]")).to_have_attribute("data-legal", "true")
    page.click("[data-testid=team-done]")
    asked = brought(page, site, "[data-testid=sit-down]", "/seats")
    assert asked["setup"] == {"pool": LOW}
    page.wait_for_selector("[data-testid=stage]")
