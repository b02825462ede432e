"""The lobby: a host has his table shown, a stranger sits down with one click, names stand there that were given."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from esquive.server.access.authorization import Entrance
from tests.browser.axe import violations
from tests.browser.driving import DESKTOP, Browsers, arrive, overflow, resize, shot
from tests.server.serving import Site, thread_server

SMALL = {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with thread_server(tmp_path_factory.mktemp("lobby") / "m.sqlite", entrance=Entrance(lobby=True)) as found:
        yield found


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that is not to have a lobby."""
    with thread_server(tmp_path_factory.mktemp("plain") / "m.sqlite") as found:
        yield found


def test_a_stranger_sits_down_at_a_table_of_the_lobby(site: Site, browsers: Browsers) -> None:
    with browsers(2) as (host, guest):
        arrive(host, site, "#/friend", name="Ann")
        host.check("[data-testid=in-lobby]")
        host.click("[data-testid=make-link]")
        host.wait_for_selector("[data-testid=meet]")
        arrive(guest, site, "#/", name="Zoe")
        guest.click("[data-testid=to-lobby]")
        expect(guest.locator("[data-table]")).to_contain_text("Ann")
        guest.check("[data-testid=show-me]")
        expect(guest.locator("[data-testid=here]")).to_have_text("Zoe")
        assert violations(guest) == []
        resize(guest, SMALL)
        assert overflow(guest) <= 0
        shot(guest, "lobby-phone", full_page=True)
        resize(guest, DESKTOP)
        shot(guest, "lobby")
        guest.locator("[data-table] a").focus()
        guest.keyboard.press("Enter")
        guest.click("[data-testid=sit-down]")
        for page in (host, guest):
            page.wait_for_selector("[data-testid=stage][data-version]")


def test_a_server_without_a_lobby_says_so(plain: Site, browsers: Browsers) -> None:
    with browsers(1) as (page,):
        arrive(page, plain, "#/lobby")
        expect(page.locator("[data-testid=lobby-off]")).to_be_visible()
        arrive(page, plain, "#/friend")
        page.wait_for_selector("[data-testid=make-link]")
        expect(page.locator("[data-testid=in-lobby]")).to_have_count(0)
