"""A timed match of Kaos: agreed on, both clocks in sight, and what is told when the time of one is out."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.driving import DESKTOP, PHONE, arrive, overflow, place_of, resize, shot, still
from tests.browser.test_kaos_live import played_to
from tests.server.given_time import GivenTime
from tests.server.serving import Site, thread_server
from tests.server.test_kaos_live import create

TIME = GivenTime()
ASKED = "[data-testid=kaos-game]:not([data-waiting=''])"
RUNS = "[data-clock]:has([aria-label=runs])"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server whose time goes on when the test says so."""
    with thread_server(tmp_path_factory.mktemp("server") / "matches.sqlite", time=TIME) as found:
        yield found


def test_clocks_are_agreed_on_seen_of_both_and_one_that_is_out_ends_the_match(page: Page, site: Site) -> None:
    """The one that runs is marked and read aloud, a low one told; the log and the end say whose time was out."""
    page.clock.install()
    arrive(page, site, "#/kaos", language="en")
    page.select_option("[data-testid=kaos-agent]", "human")
    page.fill("[data-testid=kaos-name]", "Ann")
    page.select_option("[data-clock=turn]", "60")
    page.select_option("[data-clock=then]", "lose")
    expect(page.locator("[data-testid=clock-form]")).to_contain_text("For each round")
    shot(page, "kaos-clock-form")
    page.click("[data-testid=kaos-start]")
    page.wait_for_selector(ASKED)
    expect(page.locator("[data-clock]")).to_have_count(2)
    expect(page.locator(RUNS)).to_have_count(1)
    expect(page.locator("[data-clock=p1]")).to_contain_text("Ann")
    expect(page.locator("[data-clock=p1]")).to_have_attribute("aria-label", "Clock of Ann")
    for name, size in {"phone": PHONE, "desktop": DESKTOP}.items():
        resize(page, size)
        still(page)
        for clock in page.locator("[data-clock]").all():
            expect(clock).to_be_in_viewport(ratio=1)
        assert overflow(page) <= 0
        shot(page, f"kaos-clocks-{name}")
    page.clock.fast_forward(46_000)
    expect(page.locator(RUNS).locator("[aria-label='Little time left']")).to_be_visible()
    expect(page.locator("[data-testid=spoken]")).to_contain_text("seconds left.")
    assert violations(page) == []
    shot(page, "kaos-clock-low")
    TIME.goes_on(60)
    expect(page.locator("[data-testid=over]")).to_contain_text("run out of time")
    expect(page.locator("[data-testid=kaos-log] li").last).to_contain_text("run out of time")
    shot(page, "kaos-clock-out")


def test_the_log_tells_whose_time_was_out_where_the_server_answers_then(page: Page, site: Site) -> None:
    made = create(site, "human", "human", clock={"turn": 60, "total": 0, "then": "least"})
    with site.follow(made["id"], made["token"]) as client:
        version = played_to(client, "plan")["version"]
    arrive(page, site, place_of(made), language="en")
    page.wait_for_selector(f"[data-testid=kaos-game][data-version='{version}']")
    page.wait_for_selector(RUNS)
    TIME.goes_on(60)
    told = page.locator("[data-testid=kaos-log] li", has_text="had no time left: the server answers.")
    expect(told).to_have_count(1)
    shot(page, "kaos-clock-least")
