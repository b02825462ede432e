"""A table for four in a real browser: set up, one person among bots, panels for everybody, a guest who sits down."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import DESKTOP, PHONE, Browsers, answer_by_keys, overflow, photograph, resize
from tests.server.serving import Site, thread_server

ANSWERS = 9
ASKED = """() => {
  const stage = document.querySelector('[data-testid=stage]')
  return document.querySelector('[data-testid=over]') || (stage && stage.dataset.waiting)
}"""
BOXES = """() => ['p1', 'p2', 'p3', 'p4'].map((seat) => {
  const box = document.querySelector(`[data-testid=stock-${seat}]`).getBoundingClientRect()
  return [box.top, box.bottom, box.height]
})"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with thread_server(tmp_path_factory.mktemp("server") / "matches.sqlite") as found:
        yield found


def answer(page: Page) -> None:
    """By keyboard alone."""
    version = page.get_attribute("[data-testid=stage]", "data-version")
    answer_by_keys(page)
    page.wait_for_function(
        "(version) => document.querySelector('[data-testid=stage]').dataset.version !== version", arg=version
    )
    page.wait_for_function(ASKED)


def check_panels(page: Page) -> None:
    """Four panels, none over another and all inside the window; partners named; GG and wild GG counted."""
    boxes = sorted(page.evaluate(BOXES))
    assert all(height >= 40 for _, _, height in boxes)
    assert all(one[1] <= other[0] for one, other in pairwise(boxes))
    assert boxes[-1][1] <= DESKTOP["height"]
    expect(page.locator("[data-testid^=stock-] >> text=partner of")).to_have_count(4)
    gg = [int(page.get_attribute(f"[data-testid=stock-p{n}]", "data-gg") or 0) for n in range(1, 5)]
    wild = int(page.get_attribute("[data-testid=wild-gg]", "data-wild") or 0)
    assert 0 < sum(gg) + wild <= 15


@pytest.mark.again
def test_one_person_plays_among_three_bots(site: Site, browsers: Browsers) -> None:
    """Two against two, from the set-up to some turns, by keyboard; four panels on a desktop and a phone [KA 9.3.3]."""
    with browsers(1) as (page,):
        page.goto(site.address)
        page.click("label:has([data-format=two-against-two])")
        expect(page.locator("fieldset[data-testid^=seat-]")).to_have_count(4)
        assert overflow(page) <= 0
        photograph(page, "four-start")
        for seat in ("p2", "p3", "p4"):
            page.click(f"[data-testid=seat-{seat}] label:has([data-agent=bot])")
            page.select_option(f"[data-testid=bot-{seat}]", "random")
        page.click("[data-testid=start]")
        page.wait_for_function(ASKED)
        for _ in range(ANSWERS):
            if page.query_selector("[data-testid=over]"):
                break
            answer(page)
        check_panels(page)
        expect(page.locator(".piece g.seat").nth(0)).to_be_attached()
        photograph(page, "four-game")
        resize(page, PHONE)
        assert overflow(page) <= 0
        page.click("[data-sheet=stocks]")
        page.wait_for_selector("[data-testid=stock-p4]")
        expect(page.locator("[data-testid^=stock-]")).to_have_count(4)
        resize(page, DESKTOP)


def test_a_guest_takes_an_open_seat(site: Site, browsers: Browsers) -> None:
    """The host sends the link; the guest gives a name, sits down and is asked to deploy when it is their turn."""
    with browsers(1) as (page,):
        page.goto(site.address)
        page.click("[data-testid=seat-p1] label:has([data-agent=open])")
        page.click("[data-testid=seat-p2] label:has([data-agent=human])")
        page.click("[data-testid=start]")
        link = page.input_value("[data-testid=join-link]")
        page.evaluate("localStorage.removeItem('esquive.matches')")
        page.goto(f"{site.address}/#/replay")
        page.wait_for_selector("[data-testid=open-record]")
        page.goto(link)
        page.fill("[data-testid=join-name]", "Zoe")
        page.click("[data-join]")
        page.wait_for_selector("[data-testid=open-seats]", state="detached")
        match = link.split("/")[-2]
        with site.follow(match) as watcher:
            names = [player["name"] for player in watcher.hello()["view"]["players"].values()]
        assert "Zoe" in names
