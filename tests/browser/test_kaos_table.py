"""The table of Kaos to be looked at: large enough, explained, its goals and its end told, and what a figure sees."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import violations
from tests.browser.driving import DESKTOP, PHONE, arrive, pages_of, place_of, resize, still
from tests.browser.test_kaos_hand import ASKED, middle, table
from tests.browser.test_kaos_live import played_to
from tests.server.serving import Site
from tests.server.test_kaos_live import create

SCENARIOS = ("pitched-battle", "the-road-is-ours", "bones-of-the-saint", "last-light", "wayside-skirmish")
SHOWN = "[data-testid=kaos-table]"
LEAST = 34  # pixels of a foot figure's base on a desktop
GOALS: list[dict[str, Any]] = [{"kind": "hold", "points": 12, "at": [30, 40], "radius_cm": 6}]
# What is written on the table, and every base; Playwright would see letters as wide as their line.
BOXES = """() => {
  const box = (one) => one.getBoundingClientRect().toJSON()
  const table = document.querySelector('[data-testid=kaos-table] > svg')
  const all = (where) => [...table.querySelectorAll(where)].map(box)
  return { words: all('.tag, .name, .plate'), bases: all('.figure .square') }
}"""


# The side of each base as it is shown, however it is turned.
SIDES = """(all) => all.map((one) => {
  const { a, b } = one.getScreenCTM()
  return one.getBBox().width * Math.hypot(a, b)
})"""


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_bases_are_large_enough_to_be_looked_at_on_every_ground(page: Page, site: Site, scenario: str) -> None:
    """The smallest base there is, in the first round of a game; what is out of sight is in the overview."""
    made = create(site, "human", "greedy", arena=scenario)
    with site.follow(made["id"], made["token"]) as client:
        played_to(client, "plan")
    arrive(page, site, place_of(made), language="en")
    page.wait_for_selector(ASKED)
    still(page)
    sides = page.locator(f"{SHOWN} .figure .square").evaluate_all(SIDES)
    assert min(sides) >= LEAST
    expect(page.locator("[data-testid=overview]")).to_be_visible()


def test_the_overview_leads_to_what_is_out_of_sight(page: Page, site: Site) -> None:
    """A press in it, and keys."""
    far = {"id": "bob", "profile": "tha-osmarque", "owner": "p2", "x": 56, "y": 56, "facing": 180}
    ann = {"id": "ann", "profile": "mel-ysaure", "owner": "p1", "x": 6, "y": 6, "facing": 0}
    arrive(page, site, place_of(table(site, table={"width": 120, "depth": 120}, figure=[ann, far])), language="en")
    page.wait_for_selector(ASKED)
    still(page)
    box = page.locator(f"{SHOWN} > svg").first
    before = box.get_attribute("viewBox") or ""
    page.locator("[data-testid=overview]").click(position={"x": 100, "y": 20})
    expect(box).not_to_have_attribute("viewBox", before)
    there = box.get_attribute("viewBox") or ""
    page.keyboard.press("Shift+ArrowLeft")
    expect(box).not_to_have_attribute("viewBox", there)
    page.keyboard.press("0")
    expect(page.locator("[data-testid=overview]")).to_have_count(0)


def test_what_is_drawn_is_explained_beside_the_table(page: Page, site: Site) -> None:
    """By a key and by a press: bases, rings, circles, goals, and the ground that lies on this table."""
    arrive(page, site, place_of(table(site, objective=GOALS)), language="en")
    page.wait_for_selector(ASKED)
    page.keyboard.press("e")
    legend = page.locator("[data-testid=legend]")
    expect(legend).to_contain_text("cannot be crossed")
    expect(legend).to_contain_text("12 points")
    assert violations(page) == []
    page.click("[data-testid=legend-close]")
    expect(legend).to_have_count(0)
    page.click("[data-testid=legend-tool]")
    expect(legend).to_be_visible()
    page.keyboard.press("Escape")
    expect(legend).to_have_count(0)


def test_a_goal_says_what_it_gives_where_it_is_pointed_at(page: Page, site: Site, browser: Browser) -> None:
    """On the table, by mouse and finger, and in the list by keyboard; its circle stands out meanwhile [Kaos K1.4]."""
    made = table(site, objective=GOALS)
    arrive(page, site, place_of(made), language="en")
    page.wait_for_selector(ASKED)
    told = page.locator("[data-testid=pointed-told]")
    page.locator(f"{SHOWN} [data-goal='0']").last.hover()
    expect(told).to_contain_text("gives 12 points at the end of a round")
    expect(page.locator(f"{SHOWN} .goal.pointed")).to_have_count(1)
    page.locator("header").hover()
    expect(told).to_have_count(0)
    page.locator("[data-testid=goal-line]").first.focus()
    expect(told).to_contain_text("gives 12 points")
    with pages_of(browser, has_touch=True, viewport=PHONE) as ((held,), troubles):
        arrive(held, site, place_of(made), language="en")
        held.wait_for_selector(ASKED)
        still(held)
        held.tap("[data-testid=zoom-all]")
        held.locator(f"{SHOWN} [data-goal='0']").last.tap()
        expect(held.locator("[data-testid=pointed-told]")).to_contain_text("gives 12 points")
        assert troubles == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_end_is_announced_a_round_before(page: Page, site: Site, size: dict[str, int]) -> None:
    """On every screen, and on the last round itself [Kaos K1.1]."""
    resize(page, size)  # type: ignore[arg-type]
    for number, said in ((6, ""), (7, "The next round is the last"), (8, "The last round")):
        arrive(page, site, place_of(table(site, round=number)), language="en")
        page.wait_for_selector(ASKED)
        expect(page.locator("[data-testid=rounds]")).to_contain_text(f"Round {number} of 8")
        warning = page.locator("[data-testid=last-round]")
        expect(warning).to_have_count(1 if said else 0)
        if said:
            expect(warning).to_have_text(said)


def test_what_a_figure_sees_is_shaded_and_said(page: Page, site: Site) -> None:
    """Behind the wall nobody is seen; the sentences say who is, and a look is drawn from the side too [Kaos K23.8]."""
    behind = {"id": "cat", "profile": "tha-vesperine", "owner": "p2", "x": 30, "y": 50, "facing": 270}
    figures = [
        {"id": "ann", "profile": "mel-ysaure", "owner": "p1", "x": 30, "y": 30, "facing": 0},
        {"id": "bob", "profile": "tha-osmarque", "owner": "p2", "x": 44, "y": 30, "facing": 180},
        behind,
    ]
    arrive(page, site, place_of(table(site, figure=figures)), language="en")
    page.wait_for_selector(ASKED)
    page.keyboard.press("s")
    expect(page.locator("[data-testid=sight-field]")).to_have_attribute("data-figure", "ann")
    said = page.locator("[data-testid=measure-said]")
    expect(said).to_contain_text("In full view: Bob.")
    expect(said).to_contain_text("Not seen: Cat.")
    assert violations(page) == []
    page.select_option("[data-testid=measure-to]", "cat")
    side = page.locator("[data-testid=side-view]")
    expect(side.locator(".section")).to_have_count(1)
    expect(side).to_contain_text("wall")
    assert side.locator(".ray").count() == side.locator(".ray.none").count() > 0
    page.keyboard.press("Escape")
    expect(page.locator("[data-testid=sight-field]")).to_have_count(0)


def test_no_word_on_the_table_covers_a_base_in_a_crowd(page: Page, site: Site) -> None:
    """As the browser has drawn them; the unit tests look at hundreds of crowds."""
    profiles = ("mel-ysaure", "tha-osmarque", "abe-vhol", "shi-ravel")
    places = [(26 + 3.2 * (n % 4), 24 + 3.4 * (n // 4)) for n in range(12)]
    crowd = [
        {
            "id": f"f{n}",
            "profile": profiles[n % 4],
            "owner": f"p{1 + n % 2}",
            "x": x,
            "y": y,
            "facing": 90 * n,
            "wounds": n % 3,
        }
        for n, (x, y) in enumerate(places)
    ]
    turn = {"phase": "activations", "player": "p1", "figure": "f0"}
    arrive(page, site, place_of(table(site, figure=crowd, turn=turn, objective=GOALS)), language="en")
    page.wait_for_selector(ASKED)
    still(page)
    found = page.evaluate(BOXES)
    assert len(found["bases"]) == 12 and len(found["words"]) > 4
    for word in found["words"]:
        for base in found["bases"]:
            across = min(word["right"], base["right"]) - max(word["left"], base["left"])
            down = min(word["bottom"], base["bottom"]) - max(word["top"], base["top"])
            assert min(across, down) <= 2, (word, base)  # a letter's line is higher than the letter


def test_who_is_pointed_at_is_named_in_full(page: Page, site: Site) -> None:
    """Whether or not there is room for the name on the table."""
    arrive(page, site, place_of(table(site)), language="en")
    page.wait_for_selector(ASKED)
    page.mouse.move(*middle(page, f"{SHOWN} [data-figure=bob] .hit"))
    expect(page.locator("[data-testid=pointed-told]")).to_contain_text("life 9 of 9")
