"""Coming in: the password at the door, invitations to private games, and a second browser that becomes one's own."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from esquive.server.access.authorization import Entrance
from tests.browser.driving import Browsers, boxes, overflow, photograph
from tests.server.serving import Site, thread_server

PASSWORD = "a-word-among-friends"
ME = re.compile(r"/api/me(\?.*)?$")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    entrance = Entrance(password=PASSWORD, private=True)
    with thread_server(tmp_path_factory.mktemp("door") / "matches.sqlite", entrance=entrance) as found:
        yield found


def come_in(page: Page, site: Site) -> None:
    page.goto(f"{site.address}/#/enter/{PASSWORD}")
    page.wait_for_selector("[data-testid=play-now]")


def speak(page: Page, language: str) -> None:
    page.evaluate("(code) => localStorage.setItem('esquive.language', code)", language)
    page.reload()


def start_with_open_seat(page: Page) -> None:
    page.wait_for_selector("[data-access=private]")
    page.click("[data-testid=seat-p2] label:has([data-agent=open])")
    page.click("[data-testid=start]")
    page.wait_for_selector("[data-testid=join-link]")


def test_the_door_asks_for_the_password_once(site: Site, browsers: Browsers, languages: tuple[str, ...]) -> None:
    with browsers(1) as (page,):
        page.goto(site.address)
        page.wait_for_selector("[data-testid=door]")
        for language in languages:
            speak(page, language)
            page.wait_for_selector("[data-testid=door]")
            photograph(page, f"door-{language}")
            assert overflow(page) <= 0
        page.fill("[data-testid=password]", "guessed")
        page.click("[data-testid=enter]")
        page.wait_for_selector("[role=alert]")
        page.fill("[data-testid=password]", PASSWORD)
        page.click("[data-testid=enter]")
        page.wait_for_selector("[data-testid=play-now]")
        page.reload()
        page.wait_for_selector("[data-testid=play-now]")


def test_a_link_with_the_password_lets_in_and_leaves_no_trace_of_it(site: Site, browsers: Browsers) -> None:
    with browsers(1) as (page,):
        come_in(page, site)
        assert PASSWORD not in page.url
        assert PASSWORD not in str(page.evaluate("JSON.stringify(localStorage) + document.cookie"))


def test_a_game_is_private_there_and_says_so(site: Site, browsers: Browsers, languages: tuple[str, ...]) -> None:
    with browsers(1) as (page,):
        come_in(page, site)
        for language in languages:
            speak(page, language)
            page.wait_for_selector("[data-testid=access-hint]")
            assert page.is_checked("[data-access=private]")
            told = page.inner_text("[data-testid=access-hint]")
            page.check("[data-access=listed]")
            assert page.inner_text("[data-testid=access-hint]") != told
            page.locator("[data-testid=access-hint]").scroll_into_view_if_needed()
            photograph(page, f"access-{language}")


def test_who_is_invited_needs_no_password_and_takes_the_seat(site: Site, browsers: Browsers) -> None:
    with browsers(3) as (host, guest, stranger):
        come_in(host, site)
        start_with_open_seat(host)
        link, place = host.input_value("[data-testid=join-link]"), host.url
        assert "#/join/" in link
        stranger.goto(place)
        stranger.wait_for_selector("[data-link=gone]", state="attached")
        guest.goto(link)
        guest.wait_for_selector("[data-testid=join-name]")
        assert link.rsplit("/", 1)[1] not in guest.url
        guest.fill("[data-testid=join-name]", "P1ayer")  # which looks like the host's
        guest.click("[data-join]")
        guest.wait_for_selector("[data-testid=said]:has-text('P1ayer (2)')")
        guest.wait_for_selector("[data-testid=open-seats]", state="detached")
        photograph(guest, "looks-like")
        host.wait_for_selector("[data-testid=open-seats]", state="detached")
        guest.reload()
        guest.wait_for_selector("[data-testid=share]")


def lose_answers(page: Page, to: str) -> None:
    """The server does what it is asked, and the page does not hear of it."""

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route(to, lose)


def test_a_seat_is_ones_own_though_the_answer_was_lost(site: Site, browsers: Browsers) -> None:
    """With a friend who gathers, and at a match with an open seat: at once, or when the page is loaded again."""
    with browsers(3) as (host, guest, other):
        for page in (host, guest, other):
            come_in(page, site)
        host.goto(f"{site.address}/#/friend")
        host.click("[data-testid=make-link]")
        guest.goto(host.input_value("[data-testid=friend-link]"))
        guest.wait_for_selector("[data-testid=meet]")
        lose_answers(guest, "**/seats*")
        guest.click("[data-testid=sit-down]")
        guest.wait_for_selector("[data-testid=share]")
        host.goto(f"{site.address}/#/")
        start_with_open_seat(host)
        other.goto(host.input_value("[data-testid=join-link]"))
        other.fill("[data-testid=join-name]", "Zoe")
        lose_answers(other, "**/seats*")
        with other.expect_event("requestfailed"):
            other.click("[data-join]")
        other.wait_for_selector("[data-testid=share]")
        other.reload()
        other.wait_for_selector("[data-testid=share]")


def test_what_was_given_away_can_be_taken_back(site: Site, browsers: Browsers, languages: tuple[str, ...]) -> None:
    with browsers(2) as (host, guest):
        come_in(host, site)
        start_with_open_seat(host)
        host.click("[data-testid=share]")
        host.click("[data-testid=invite-watch]")
        link = host.input_value("[data-testid=invite-link]")
        guest.goto(link)
        guest.wait_for_selector("[data-link=open]", state="attached")
        expect(guest.locator("[data-testid=share]")).to_have_count(0)
        host.click("[data-testid=share-panel] button[aria-label='Close']")
        host.click("[data-testid=share]")
        for language in languages:
            speak(host, language)
            host.click("[data-testid=share]")
            host.wait_for_selector("[data-token]")
            photograph(host, f"share-{language}")
            assert overflow(host) <= 0
        while (given := host.locator("[data-token] button")).count():
            count = given.count()
            given.first.click()
            host.wait_for_function("(n) => document.querySelectorAll('[data-token] button').length < n", arg=count)
        guest.wait_for_selector("[data-link=gone]", state="attached")


def test_a_button_stays_under_the_press_while_more_comes_in_below(site: Site, browsers: Browsers) -> None:
    with browsers(1) as (page,):
        come_in(page, site)
        start_with_open_seat(page)
        waiting: list[Route] = []

        def hold(route: Route) -> None:
            waiting.append(route)

        page.route("**/tokens*", hold, times=1)
        with page.expect_request("**/tokens*"):
            page.click("[data-testid=share]")
        (box,) = boxes(page, "[data-testid=invite-watch]")
        page.mouse.move(box["x"] + 20, box["y"] + 20)
        page.mouse.down()
        waiting[0].continue_()
        page.wait_for_selector("[data-token]")
        page.mouse.up()
        page.wait_for_selector("[data-testid=invite-link]")


def test_a_lost_list_of_games_comes_back_by_the_key(site: Site, browsers: Browsers) -> None:
    with browsers(1) as (page,):
        come_in(page, site)
        start_with_open_seat(page)
        match = page.url.rsplit("/", 1)[1]
        page.evaluate("localStorage.removeItem('esquive.matches')")
        page.goto(f"{site.address}/#/")
        page.click(f"[data-match='{match}']")
        page.wait_for_selector("[data-testid=share]")


def test_another_browser_becomes_ones_own_by_a_code(site: Site, browsers: Browsers, languages: tuple[str, ...]) -> None:
    """Typed, or by a link that asks first: whoever sends a link of his own would get the games of who opens it.

    And only once a browser that is one's own has accepted it, where both show the same number.
    """
    with browsers(3) as (first, second, third):
        come_in(first, site)
        start_with_open_seat(first)
        match = first.url.rsplit("/", 1)[1]
        first.goto(f"{site.address}/#/")
        first.click("[data-testid=self]")
        first.fill("[data-testid=self-name]", "Ann")
        first.click("[data-testid=self-save]")
        first.wait_for_selector("[data-device]")
        first.click("[data-testid=move-ask]")
        code = first.inner_text("[data-testid=move-code]")
        key = first.evaluate("localStorage.getItem('esquive.key')")
        assert len(key) == 43 and key not in first.content()
        photograph(first, "self-en")
        come_in(second, site)
        second.click("[data-testid=self]")
        second.fill("[data-testid=move-typed]", code.lower())
        second.click("[data-testid=move-take]")
        second.wait_for_selector("[data-testid=move-waits]")
        expect(second.locator("[data-device]")).to_have_count(0)
        first.wait_for_selector("[data-testid=move-asked]")
        assert first.inner_text("[data-testid=move-check]") == second.inner_text("[data-testid=move-check]")
        photograph(first, "move-asked-en")
        photograph(second, "move-waits-en")
        assert overflow(first) <= 0 and overflow(second) <= 0
        first.click("[data-testid=move-accept]")
        first.wait_for_selector("[data-device] >> nth=1")
        second.wait_for_selector("[data-testid=moved]")
        expect(second.locator("[data-device]")).to_have_count(2)
        assert second.input_value("[data-testid=self-name]") == "Ann"
        second.keyboard.press("Escape")
        second.goto(f"{site.address}/#/match/{match}")
        second.wait_for_selector("[data-testid=share]")
        second.goto(f"{site.address}/#/")
        second.click("[data-testid=self]")
        second.click("[data-testid=move-ask]")
        link = second.input_value("[data-testid=move-link]")
        come_in(third, site)
        third.goto(link)
        for language in languages:
            speak(third, language)
            third.wait_for_selector("[data-testid=move-confirm]")
            photograph(third, f"move-{language}")
        third.click("[data-testid=move-confirm]")
        third.wait_for_selector("[data-testid=move-waits]")
        second.click("[data-testid=move-refuse]")
        third.wait_for_selector("[data-testid=move-refused]")
        expect(third.locator("[data-device]")).to_have_count(0)
        photograph(third, "move-refused")
        second.click("[data-testid=move-ask]")
        third.fill("[data-testid=move-typed]", second.inner_text("[data-testid=move-code]"))
        third.click("[data-testid=move-take]")
        for language in languages:
            speak(third, language)  # at the link, where what was asked before goes on
            third.wait_for_selector("[data-testid=move-waits]")
            photograph(third, f"move-waits-{language}")
            speak(second, language)
            second.click("[data-testid=self]")
            second.wait_for_selector("[data-testid=move-asked]")
            photograph(second, f"move-asked-{language}")
            assert overflow(second) <= 0 and overflow(third) <= 0
        second.click("[data-testid=move-accept]")
        second.wait_for_selector("[data-device] >> nth=2")
        for language in languages:
            speak(second, language)
            second.click("[data-testid=self]")
            second.wait_for_selector("[data-device]")
            photograph(second, f"self-{language}")
            assert overflow(second) <= 0
        third.goto(f"{site.address}/#/match/{match}")
        third.wait_for_selector("[data-testid=share]")
        while count := second.locator("[data-device] button").count():  # and away again
            second.locator("[data-device] button").first.click()
            second.wait_for_function("(n) => document.querySelectorAll('[data-device] button').length < n", arg=count)
        third.wait_for_selector("[data-link=gone]", state="attached")
        assert third.evaluate("localStorage.getItem('esquive.matches')") == "[]"


def test_a_name_typed_before_the_server_has_answered_stays(site: Site, browsers: Browsers) -> None:
    with browsers(1) as (page,):
        come_in(page, site)
        start_with_open_seat(page)  # from now on the server knows a name
        page.goto(f"{site.address}/#/")
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        page.route(ME, hold)
        with page.expect_request(ME):
            page.click("[data-testid=self]")
        page.focus("[data-testid=self-name]")
        with page.expect_response(ME):
            held[0].continue_()
        page.unroute(ME)
        page.wait_for_selector("[data-device]")
        page.keyboard.type("Ann")  # at the end of whatever the field has by then
        assert page.input_value("[data-testid=self-name]") == "Ann"
        page.click("[data-testid=self-save]")


def test_at_home_it_is_as_easy_as_ever(tmp_path: Path, browsers: Browsers) -> None:
    """There is no door, and games are listed."""
    with thread_server(tmp_path / "home.sqlite") as home, browsers(1) as (page,):
        page.goto(home.address)
        page.wait_for_selector("[data-testid=access-hint]")
        assert page.is_checked("[data-access=listed]")
        page.click("[data-testid=play-now]")
        page.wait_for_selector("[data-link=open]", state="attached")
        assert len(home.ask("/api/matches")[1]) == 1
