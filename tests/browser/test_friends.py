"""Playing with a friend: a link in two clicks, a guest who chooses, and nothing that a lost connection can spoil."""

from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.driving import SIZES, Browsers, answer_by_keys, arrive, overflow, resize, shot
from tests.server.serving import FIRST_BOX, Site, thread_server
from tests.server.test_kaos_live import HORDES
from tests.ways import again

LANGUAGES = ("en", "fr", "it")
LINKED = "[data-link=open]"


BELL = """
window.rung = []
window.Notification = class {
  static permission = 'granted'
  static requestPermission = async () => 'granted'
  constructor(title, options) { window.rung.push(options.body) }
  close() {}
}
Object.defineProperty(document, 'hidden', { get: () => !!window.isAway })
"""


def make_link(host: Page, site: Site) -> str:
    """From the front page, in two clicks."""
    host.goto(site.address)
    host.click("[data-testid=play-friend]")
    host.click("[data-testid=make-link]")
    host.wait_for_selector("[data-testid=qr-code]")
    return host.input_value("[data-testid=friend-link]")


def own_seat(page: Page) -> str | None:
    """Waits for the game, and says which seat has to decide in this browser."""
    page.wait_for_selector("[data-testid=stage][data-busy=false]")
    page.wait_for_selector(LINKED, state="attached")
    return page.get_attribute("[data-testid=stage]", "data-seat")


def answer(pages: list[Page]) -> None:
    """Whoever is asked answers, and everybody sees it."""
    asking = "() => ['', null, undefined].includes(document.querySelector('[data-testid=stage]').dataset.waiting)"
    (asked,) = [page for page in pages if not page.evaluate(asking)]
    version = asked.get_attribute("[data-testid=stage]", "data-version")
    answer_by_keys(asked)
    asked.wait_for_selector(f"[data-testid=stage][data-busy=false]:not([data-version='{version}'])")
    version = asked.get_attribute("[data-testid=stage]", "data-version")
    for page in pages:  # a deployment is several answers
        page.wait_for_selector(f"[data-testid=stage][data-busy=false][data-version='{version}']")


@pytest.mark.parametrize(("language", "theme"), [again("fr", "dark"), again("en", "light")])
def test_the_pages_of_an_invitation_fit_and_have_nothing_axe_complains_of(
    site: Site, language: str, theme: str, browsers: Browsers
) -> None:
    with browsers(2) as (host, guest):
        for page in (host, guest):
            page.goto(site.address)
            page.evaluate("(code) => localStorage.setItem('esquive.language', code)", language)
        link = make_link(host, site)
        guest.goto(link)
        guest.wait_for_selector("[data-testid=sit-down]")
        pages = [(host, "meet-host"), (guest, "meet-guest")]
        for page, name in pages:
            page.evaluate("(theme) => localStorage.setItem('esquive.theme', theme)", theme)
            page.reload()
            page.wait_for_selector("[data-place='1']")
            page.wait_for_selector("[data-testid=qr-code], [data-testid=sit-down]")
            for size, (width, height) in SIZES.items():
                resize(page, {"width": width, "height": height})
                assert overflow(page) <= 0, (name, size, language)
                shot(page, f"{name}-{theme}-{size}-{language}")
            assert violations(page) == []
        host.click("[data-testid=leave]")
        guest.wait_for_selector("[data-testid=meet-over]")
        host.goto(f"{site.address}/#/friend")
        host.wait_for_selector("[data-testid=make-link]")
        shot(host, f"friend-{language}", full_page=True)
        assert violations(host) == []


def test_a_friend_opens_the_link_chooses_and_the_game_begins(site: Site, browsers: Browsers) -> None:
    with browsers(2) as (host, guest):
        link = make_link(host, site)
        guest.goto(link)
        guest.fill("[data-testid=name-p2]", "Zoe")
        assert link.rsplit("/", 1)[1] not in guest.url
        guest.click("[data-testid=sit-down]")
        seats = {own_seat(page) for page in (host, guest)}
        assert len(seats - {None}) == 1
        expect(host.locator("text=Zoe").first).to_be_attached()
        guest.goto(link)
        guest.wait_for_selector("[data-testid=stage]")
        expect(guest.locator("[data-testid=share]"), "who plays already goes on by the same link").to_have_count(1)


@pytest.mark.again
def test_neither_a_restart_of_the_server_nor_a_lost_connection_spoils_it(tmp_path: Path, browsers: Browsers) -> None:
    """The server goes while a guest is awaited, and while they play; the host's network goes when the guest comes."""
    file = tmp_path / "matches.sqlite"
    with browsers(2) as (host, guest), ExitStack() as first:
        pages = [host, guest]
        site = first.enter_context(thread_server(file))
        port = int(site.address.rsplit(":", 1)[1])
        link = make_link(host, site)
        first.close()
        host.wait_for_selector("[data-testid=meet-lost]")
        with thread_server(file, port=port):
            host.wait_for_selector("[data-testid=meet-lost]", state="detached")
            host.context.set_offline(True)
            host.wait_for_selector("[data-testid=meet-lost]")
            guest.goto(link)
            guest.fill("[data-testid=name-p2]", "Zoe")
            guest.click("[data-testid=sit-down]")
            own_seat(guest)
            host.context.set_offline(False)
            for page in pages:
                own_seat(page)
            answer(pages)
        for page in pages:
            page.wait_for_selector("[data-link=lost]", state="attached")
        with thread_server(file, port=port):
            for page in pages:
                page.wait_for_selector(LINKED, state="attached")
            answer(pages)
            place = guest.url
            guest.goto(f"{site.address}/docs/protocol.md")
            guest.goto(place)
            own_seat(guest)
            answer(pages)


def test_whose_turn_it_is_stands_in_the_title_and_rings_where_it_may(site: Site, browsers: Browsers) -> None:
    """Only who is asked, looks elsewhere and has wished it is told; nothing but that it is his turn."""
    with browsers(2) as (host, guest):
        for page in (host, guest):
            page.add_init_script(BELL)
        link = make_link(host, site)
        assert host.is_checked("[data-testid=bell]") is False
        host.check("[data-testid=bell]")
        host.evaluate("() => { window.isAway = true }")
        guest.goto(link)
        guest.wait_for_selector("[data-testid=sit-down]")
        guest.evaluate("() => { window.isAway = true }")
        guest.fill("[data-testid=name-p2]", "Zoe")
        guest.click("[data-testid=sit-down]")
        for _ in range(6):
            seats = [own_seat(page) for page in (host, guest)]
            titles = [page.title() for page in (host, guest)]
            assert [title.startswith("Your turn") for title in titles] == [seat is not None for seat in seats]
            answer([host, guest])
        rung = host.evaluate("() => window.rung")
        assert rung[0] == "All are here: the game begins"
        assert set(rung[1:]) == {"Your turn"}
        assert guest.evaluate("() => window.rung") == []


def test_the_link_names_an_address_that_others_reach(tmp_path: Path, browsers: Browsers) -> None:
    """A friend's "localhost" would be his own machine; where there is no other address the page says so."""
    with thread_server(tmp_path / "open.sqlite", reached=["http://192.0.2.7:8000/"]) as site, browsers(1) as (host,):
        assert make_link(host, site).startswith("http://192.0.2.7:8000/#/join/")
        expect(host.locator("[data-testid=only-here]")).to_have_count(0)
    with thread_server(tmp_path / "here.sqlite") as site, browsers(1) as (host,):
        assert make_link(host, site).startswith(site.address)
        host.wait_for_selector("[data-testid=only-here]")


def test_four_friends_gather_choose_partners_and_play_over_a_restart_and_a_lost_connection(
    tmp_path: Path, browsers: Browsers
) -> None:
    """Four browsers, with clocks and phrases; two of a side resign together."""
    file = tmp_path / "matches.sqlite"
    with browsers(4) as pages, ExitStack() as first:
        host, *guests = pages
        site = first.enter_context(thread_server(file))
        port = int(site.address.rsplit(":", 1)[1])
        gather_four(host, guests, site)
        partner = host.locator("[data-testid^=stock-][aria-label='Guest 0']")
        assert "partner of Player" in partner.inner_text()
        guests[1].click("[data-testid=talk]")
        guests[1].click("[data-phrase=good-luck]")
        for page in pages:
            page.wait_for_selector("[data-testid=said] >> text=Good luck!")
            page.wait_for_selector("[data-clock] >> nth=3")
        answer(pages)
        guests[2].context.set_offline(True)
        first.close()
        for page in pages:
            page.wait_for_selector("[data-link=lost]", state="attached")
        with thread_server(file, port=port):
            for page in (host, *guests[:2]):
                page.wait_for_selector(LINKED, state="attached")
            guests[2].context.set_offline(False)
            for page in pages:
                page.wait_for_selector(LINKED, state="attached")
                page.wait_for_selector("[data-clock] >> nth=3")
            answer(pages)
            host.click("[data-testid=agree-menu]")
            host.click("[data-testid=resign]")
            host.click("[data-testid=resign-sure]")
            guests[0].click("[data-testid=agree]")
            for page in pages:
                page.wait_for_selector("[data-testid=over]")
                assert "has resigned" in page.inner_text("[data-testid=over]")


def gather_four(host: Page, guests: list[Page], site: Site) -> None:
    """A link for two against two with clocks; the first who comes sits down as the host's partner."""
    host.goto(f"{site.address}/#/friend")
    host.click("summary")
    host.click("label:has([data-format=two-against-two])")
    host.check("[data-testid=sides]")
    host.select_option("[data-clock=turn]", "120")
    host.click("[data-testid=make-link]")
    host.wait_for_selector("[data-testid=qr-code]")
    link = host.input_value("[data-testid=friend-link]")
    for nth, guest in enumerate(guests):
        guest.goto(link)
        guest.wait_for_selector("[data-testid=sit-down]")
        if nth == 0:
            guest.check("[data-sit='2']")
        guest.fill("[data-testid=name-p2]", f"Guest {nth}")
        guest.click("[data-testid=sit-down]")
        if nth < 2:
            host.wait_for_selector(f"[data-free='{2 - nth}']")
        if nth == 0:
            assert "Guest 0" in host.inner_text("[data-place='2']")
    seats = {own_seat(page) for page in (host, *guests)}
    assert len(seats - {None}) == 1


@pytest.mark.parametrize("game", ["krosmaster", "kaos"])
def test_an_invitation_tells_the_clocks_and_speaks_of_its_own_game(site: Site, page: Page, game: str) -> None:
    cards = HORDES[0] if game == "kaos" else FIRST_BOX
    seats = [{"name": "Ann", "cards": cards, "agent": "human"}, {"name": "Guest", "cards": [], "agent": "open"}]
    wanted = {"players": seats, "game": game, "clock": {"turn": 120, "total": 1800, "then": "lose"}}
    status, made = site.ask("/api/gatherings", {"match": wanted, "sides": False})
    assert status == 201, made
    arrive(page, site, f"#/join/{made['id']}/{made['invitation']}")
    clock = page.wait_for_selector("[data-testid=meet-clock]")
    assert clock
    turn = "round" if game == "kaos" else "turn"
    assert clock.inner_text().strip() == (
        f"2 minutes for each {turn} · 30 minutes for the whole game · when it is out, the game is lost"
    )
    page.wait_for_selector("[data-testid=sit-down]")
    told = page.inner_text("main")
    assert ("Kaos" in told) == (game == "kaos") and ("Initiative decides" in told) == (game == "krosmaster")
