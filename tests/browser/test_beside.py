"""Beside the game: who is here, phrases, clocks, spectators, two windows of one seat, and a screen handed over."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from esquive.core.dice import CommittedDice
from esquive.core.games import game_named
from esquive.core.match import Match
from esquive.hosting.match_setup import setup_of
from esquive.hosting.protocol import NewMatch, NewPlayer
from esquive.hosting.resumption import take_forced
from tests.browser.axe import violations
from tests.browser.driving import DESKTOP, PHONE, SIZES, after_timers, answer_by_keys, overflow, pages_of, resize, shot
from tests.server.serving import BROTHERHOOD, FIRST_BOX, Site

CLOCK = {"turn": 60, "total": 1200, "then": "least"}
READY = "[data-testid=stage][data-busy=false]"


@pytest.fixture(scope="module")
def contexts(browser: Browser) -> Iterator[list[BrowserContext]]:
    """Three browsers that share nothing, for the whole module."""
    with pages_of(browser, 3) as (pages, troubles):
        found = [page.context for page in pages]
        for context in found:
            context.on("weberror", lambda error: troubles.append(str(error.error)))
            context.add_init_script("if (location.host) localStorage.setItem('esquive.pace', 'instant')")
        yield found
        assert troubles == []


def open_match(context: BrowserContext, site: Site, made: dict[str, Any], token: str) -> Page:
    """A new window on a match."""
    page = context.new_page()
    page.goto(f"{site.address}/#/match/{made['id']}?token={token}" if token else f"{site.address}/#/match/{made['id']}")
    page.wait_for_selector(READY)
    page.wait_for_selector("[data-testid^=stock-]")
    return page


def close(*pages: Page) -> None:
    for page in pages:
        page.close()


def asked_of(pages: list[Page]) -> Page:
    """The window that is asked."""
    (asked,) = [page for page in pages if page.get_attribute("[data-testid=stage]", "data-waiting")]
    return asked


def test_the_host_sees_who_comes_leaves_watches_and_what_is_said_in_his_own_language(
    site: Site, contexts: list[BrowserContext]
) -> None:
    made = site.new_match(second="human")
    ann, bob = made["player_tokens"]
    contexts[1].add_init_script("if (location.host) localStorage.setItem('esquive.language', 'fr')")
    host = open_match(contexts[0], site, made, ann)
    guest, watcher = open_match(contexts[1], site, made, bob), open_match(contexts[2], site, made, "")
    host.wait_for_selector("[data-testid=watching]")
    assert "1 person watching" in host.inner_text("[data-testid=watching]")
    expect(watcher.locator("[data-testid=talk]"), "who only watches says nothing").to_have_count(0)
    guest.click("[data-testid=talk]")
    guest.wait_for_selector("text=Bonne chance !")
    assert violations(guest) == []
    guest.click("[data-phrase=good-luck]")
    for page, said in ((host, "Bob Good luck!"), (watcher, "Bob Good luck!"), (guest, "Bob Bonne chance !")):
        page.wait_for_selector("[data-testid=said] p")
        assert said in " ".join(page.inner_text("[data-testid=said]").split())
    host.click("[data-testid=talk]")
    host.check("[data-testid=mute]")
    host.keyboard.press("Escape")
    host.wait_for_selector("[data-testid=said] p", state="detached")
    guest.click("[data-testid=talk]")
    guest.click("[data-phrase=oops]")
    watcher.wait_for_selector("text=Oops!")
    expect(host.locator("[data-testid=said] p")).to_have_count(0)
    guest.close()
    host.wait_for_selector("[data-testid=away] >> text=left")
    resize(host, PHONE)
    assert "Bob left at " in host.inner_text("[data-gone]")
    resize(host, DESKTOP)
    assert violations(host) == []
    host.evaluate("() => localStorage.removeItem('esquive.mute')")
    close(host, watcher)


def test_clocks_are_seen_at_every_size_paused_by_both_and_a_low_one_is_told_once(
    site: Site, contexts: list[BrowserContext], themes: tuple[str, ...], sizes: tuple[str, ...]
) -> None:
    made = site.new_match(second="human", clock=CLOCK)
    host = open_match(contexts[0], site, made, made["player_tokens"][0])
    guest = open_match(contexts[2], site, made, made["player_tokens"][1])
    pages = [host, guest]
    for page in pages:
        page.wait_for_selector("[data-clock] >> nth=1")
        page.wait_for_selector("[data-testid=pause]")
    asked = asked_of(pages)
    other = next(page for page in pages if page is not asked)
    asked.click("[data-testid=pause]")
    other.wait_for_selector("text=asks for a pause")
    other.click("[data-testid=pause]")
    asked.wait_for_selector("text=Paused")
    answer_by_keys(asked)
    asked.wait_for_selector("text=Paused", state="detached")
    for theme in themes:
        host.evaluate("(theme) => localStorage.setItem('esquive.theme', theme)", theme)
        host.reload()
        host.wait_for_selector("[data-clock]")
        for size in sizes:
            width, height = SIZES[size]
            resize(host, {"width": width, "height": height})
            assert overflow(host) <= 0, size
            expect(host.locator("[data-clock]").first, size).to_be_visible()
            shot(host, f"clocks-{theme}-{size}")
        resize(host, DESKTOP)
        assert violations(host) == []
    close(*pages)


def test_a_low_clock_is_told_once_and_seen_without_colour(site: Site, contexts: list[BrowserContext]) -> None:
    made = site.new_match(second="random", clock=CLOCK)
    page = contexts[0].new_page()
    page.clock.install()
    page.goto(f"{site.address}/#/match/{made['id']}?token={made['token']}")
    page.wait_for_selector(f"{READY}:not([data-waiting=''])")
    page.wait_for_selector("[data-low=false]")
    page.clock.fast_forward(46_000)
    page.wait_for_selector("[data-low=true] [aria-label='Little time left']")
    spoken = page.inner_text("[data-testid=spoken]")
    assert spoken.startswith("You have 1") and spoken.endswith("seconds left.")
    page.evaluate("() => { document.querySelector('[data-testid=spoken]').dataset.seen = '1' }")
    page.clock.fast_forward(3_000)
    after_timers(page, 100)
    assert page.inner_text("[data-testid=spoken]") == spoken
    shot(page, "clock-low")
    page.close()


def test_of_two_windows_of_one_seat_either_answers_and_the_other_is_told_calmly(
    site: Site, contexts: list[BrowserContext]
) -> None:
    made = site.new_match(second="human")
    one, two = (open_match(contexts[0], site, made, made["token"]) for _ in range(2))
    before = one.get_attribute("[data-testid=stage]", "data-version")
    two.evaluate(  # what it sends from now on names the version it knew
        """() => {
          const send = WebSocket.prototype.send
          WebSocket.prototype.send = function (text) {
            if (!window.held && text.includes('"answer"')) { window.held = () => send.call(this, text); return }
            send.call(this, text)
          }
        }"""
    )
    answer_by_keys(two)
    answer_by_keys(one)
    changed = "(n) => document.querySelector('[data-testid=stage]').dataset.version !== n"
    for page in (one, two):
        page.wait_for_function(changed, arg=before)
    two.evaluate("() => { window.held() }")
    two.wait_for_selector("[data-testid=said] >> text=Here is how it stands")
    two.wait_for_selector(READY)
    later = two.get_attribute("[data-testid=stage]", "data-version")
    assert later == one.get_attribute("[data-testid=stage]", "data-version")
    expect(two.locator("[role=alert]")).to_have_count(0)
    answer_by_keys(two)
    one.wait_for_function(changed, arg=later)
    close(one, two)


def test_clocks_and_who_may_see_it_are_chosen_when_the_link_is_made(site: Site, contexts: list[BrowserContext]) -> None:
    """A game with a friend is private unless it is to be listed."""
    host, guest = contexts[0].new_page(), contexts[2].new_page()
    before = {one["id"] for one in site.ask("/api/matches")[1]}
    for access in ("private", "listed"):
        host.goto(f"{site.address}/#/friend")
        host.wait_for_selector("[data-testid=make-link]")
        assert host.is_checked("[data-access=private]")
        host.check(f"[data-access={access}]")
        host.click("summary")
        host.select_option("[data-clock=turn]", "120")
        host.select_option("[data-clock=then]", "lose")
        if access == "listed":
            assert violations(host) == []
            shot(host, "clock-form")
        host.click("[data-testid=make-link]")
        host.wait_for_selector("[data-testid=qr-code]")
        guest.goto(host.input_value("[data-testid=friend-link]"))
        guest.fill("[data-testid=name-p2]", "Zoe")
        guest.click("[data-testid=sit-down]")
        host.wait_for_selector("[data-clock] >> nth=1")
        listed = {one["id"] for one in site.ask("/api/matches")[1]} - before
        assert (host.url.rsplit("/", 1)[1] in listed) is (access == "listed")
        host.goto(f"{site.address}/#/")
        guest.goto(f"{site.address}/#/")
    close(host, guest)


def test_who_watches_later_is_told_how_long_there_is_nothing_to_see(site: Site, contexts: list[BrowserContext]) -> None:
    made = site.new_match(second="human", access="private")
    host = open_match(contexts[0], site, made, made["token"])
    host.click("[data-testid=share]")
    host.select_option("[data-testid=watch-delay]", "60")
    host.click("[data-testid=invite-watch]")
    link = host.input_value("[data-testid=invite-link]")
    assert violations(host) == []
    watcher = contexts[2].new_page()
    watcher.goto(link)
    watcher.wait_for_selector("[data-testid=later]")
    assert "the game 1 minute later than" in watcher.inner_text("[data-testid=later]")
    expect(watcher.locator("[data-testid^=stock-]")).to_have_count(0)
    assert violations(watcher) == []
    shot(watcher, "later")
    close(host, watcher)


def hidden_reward() -> list[str]:
    """Answers of a game on one screen until a reward lies face down and the other one is asked."""
    setup = setup_of(NewMatch(players=[NewPlayer("Ann", FIRST_BOX), NewPlayer("Bob", BROTHERHOOD)]), "en")
    match = Match(game_named("krosmaster"), setup, CommittedDice(b"0" * 32, ("", "")), ["human"] * 2)
    take_forced(match)
    chance, answers, buyer = random.Random(SEED), [], -1
    while True:
        lines, seat = list(match.waiting), match.waiting.seat  # type: ignore[arg-type, union-attr]
        if buyer >= 0 and seat != buyer:
            return answers
        ready = [line for line in lines if line.startswith("buy") and line.endswith("down")] if buyer < 0 else []
        usual = (*ready[:1], "collect", "end" if buyer >= 0 else "", "done", "keep")
        wanted = [line for line in usual if line in lines]
        line = wanted[0] if wanted else chance.choice(lines)
        buyer = seat if line in ready else buyer
        assert match.answer(line) is None
        take_forced(match)
        answers.append(line)
        assert len(answers) < 120


SEED = 65


def test_a_screen_that_is_handed_over_shows_nothing_by_the_back_button_a_reload_a_key_or_to_a_screen_reader(
    site: Site, contexts: list[BrowserContext]
) -> None:
    made = site.new_match(second="human")
    with site.follow(made["id"], made["token"]) as client:
        state = client.hello()
        for line in hidden_reward():
            state = client.ask({"type": "answer", "version": state["version"], "do": line})
            assert state["type"] == "state", state
    name = next(one["name"] for one in state["players"] if one["seat"] == state["asked"])
    page = contexts[0].new_page()
    address = f"{site.address}/#/match/{made['id']}"
    page.goto(f"{address}?token={made['token']}")

    def is_hidden() -> None:
        page.wait_for_selector("[data-testid=hand-over]")
        tree = page.locator("body").aria_snapshot()
        assert name in tree and state["decision"]["prompt"] not in tree
        expect(page.locator("[data-testid=stage], [data-testid^=stock-], [data-testid=log]")).to_have_count(0)
        assert page.inner_text("[data-testid=spoken]") == "" and state["decision"]["prompt"] not in page.title()

    is_hidden()
    for key in ("w", "l", "1", "e", "n", "Escape"):
        page.keyboard.press(key)
    is_hidden()
    page.reload()
    is_hidden()
    page.click("[data-testid=hand-over-ready]")
    page.wait_for_selector(READY)
    page.goto(f"{site.address}/#/rules")
    page.wait_for_selector("[data-testid=rules-page]")
    page.go_back()
    page.wait_for_selector(READY)
    page.goto(f"{site.address}/#/")
    page.wait_for_selector("[data-testid=start]")
    page.go_back()
    is_hidden()
    page.click("[data-testid=hand-over-ready]")
    page.wait_for_selector(READY)
    page.evaluate("() => { dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })) }")
    is_hidden()
    shot(page, "hand-over")
    assert violations(page) == []
    page.close()
