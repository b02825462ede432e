"""A game of real figures followed at the table: dice are tapped, taken back, and the position is put right."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.driving import arrive, overflow, photograph, place_of, resize, shot
from tests.browser.layout import SIZES
from tests.server.one_device import Shared, begin
from tests.server.serving import Site

ROLL = "[data-testid=roll-by-hand]"
KAOS: dict[str, Any] = {
    "game": "kaos",
    "players": [{"name": "Ann", "cards": ["two-gleams"]}, {"name": "Bob", "cards": ["gravediggers"]}],
    "options": {"horde_points": "45"},
    "arena": "broken-abbey",
}


def at_the_dice(site: Site, kind: str = "critical") -> dict[str, Any]:
    """A match in which dice are due."""
    made = begin(site)
    with site.follow(made["id"], made["token"]) as client:
        Shared(client).until_dice()
    return made


def test_the_own_dice_are_chosen_before_a_game(site: Site, page: Page) -> None:
    arrive(page, site)
    page.locator("[data-dice=table]").check()
    page.click("[data-testid=seat-p2] label:has([data-agent=human])")
    page.get_by_test_id("start").click()
    page.wait_for_url("**/#/match/**")
    expect(page.get_by_test_id("by-hand")).to_be_visible()


def test_a_roll_is_tapped_and_taken_back(site: Site, page: Page) -> None:
    arrive(page, site, place_of(at_the_dice(site)))
    expect(page.locator(ROLL)).to_be_visible()
    photograph(page, "dice-by-hand")
    assert violations(page) == []
    dice = int(page.locator(ROLL).get_attribute("data-dice") or 0)
    first = page.get_by_test_id("stage").get_attribute("data-version")
    for _ in range(dice):
        page.locator("[data-throw=critical]").click()
    expect(page.get_by_test_id("stage")).not_to_have_attribute("data-version", first or "")
    page.get_by_test_id("undo").click()
    expect(page.locator(ROLL)).to_be_visible()
    for _ in range(dice):
        page.keyboard.press("1")  # the keys of the faces, from the left
    expect(page.locator(ROLL)).to_have_count(0)


def test_on_a_phone_the_faces_are_in_sight_and_in_reach(site: Site, page: Page) -> None:
    width, height = SIZES["phone"]
    resize(page, {"width": width, "height": height})
    arrive(page, site, place_of(at_the_dice(site)))
    for face in page.locator(f"{ROLL} [data-throw]").all():
        expect(face).to_be_in_viewport(ratio=1)
    assert overflow(page) <= 0


def test_a_figure_is_put_where_it_stands_on_the_table(site: Site, page: Page) -> None:
    made = begin(site)
    with site.follow(made["id"], made["token"]) as client:
        table = Shared(client)
        table.until_moving()
        unit = table.state["view"]["turn"]["unit"]
        at = table.position[unit]
        to = next(one["do"] for one in table.state["decision"]["options"] if one["verb"] == "move").split()[-1]
        arrive(page, site, place_of(made))
        page.get_by_test_id("put-right").click()
        expect(page.get_by_test_id("put-back")).to_be_visible()
        page.locator(f"[data-testid=desk-board] [data-cell={at}]").first.click()
        page.locator(f"[data-testid=desk-board] [data-cell={to}]").first.click()
        shot(page, "put-right")
        page.get_by_test_id("put-back-now").click()
        page.wait_for_url("**/#/match/**")
        state = client.read()
        while not [one for one in state["events"] if one["kind"] == "corrected"]:
            state = client.read()
        assert {one["id"]: one["at"] for one in state["view"]["units"]}[unit] == to
    expect(page.get_by_test_id("by-hand")).to_be_visible()
    shot(page, "put-right-back")


def test_dice_of_kaos_are_tapped_too(site: Site, page: Page) -> None:
    made = begin(site, **KAOS)
    with site.follow(made["id"], made["token"]) as client:
        table = Shared(client)
        while not (table.state["roll"] and table.state["roll"]["dice"] > 1):
            if table.state["roll"]:
                table.enter()
            else:
                options = [one["do"] for one in table.state["decision"]["options"]]
                assert table.say(type="answer", do=table.rng.choice(options))["type"] == "state"
    arrive(page, site, place_of(made))
    expect(page.locator(ROLL)).to_be_visible()
    dice = int(page.locator(ROLL).get_attribute("data-dice") or 0)
    page.locator("[data-throw='6']").click()
    photograph(page, "dice-by-hand-kaos")
    assert violations(page) == []
    page.get_by_test_id("take-up-die").click()
    before = page.get_by_test_id("kaos-game").get_attribute("data-version") or ""
    for _ in range(dice):
        page.locator("[data-throw='4']").click()
    expect(page.get_by_test_id("kaos-game")).not_to_have_attribute("data-version", before)
    page.get_by_test_id("undo-roll").click()
    expect(page.locator(ROLL)).to_be_visible()
