"""Firefox by mouse, by touch, and by link between two and four of them; for `make check`, where there is a Firefox."""

import json
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.browser.cable import cable_to
from tests.browser.driving import PHONE, last_blows, place_of
from tests.browser.firefox import FirefoxPage, firefox_page
from tests.browser.player import Player
from tests.browser.test_by_touch import Finger
from tests.server.serving import Site, thread_server

STAGE = "document.querySelector('[data-testid=stage]')"
KEPT = {"esquive.pace": "instant", "esquive.asksEnd": "no", "esquive.language": "en"}
VERSIONS = "Number(document.querySelector('[data-testid=stage]')?.dataset.version ?? -1)"


class Told:
    """What a page of Firefox was asked, as Playwright tells it."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def json_value(self) -> Any:
        return self.value


class Hand:
    """A page of Firefox as `Player` takes hold of one."""

    def __init__(self, page: FirefoxPage) -> None:
        self.page = page

    def evaluate(self, function: str) -> Any:
        return self.page.evaluate(f"({function})()")

    def click(self, selector: str) -> None:
        self.page.click(selector)

    def tap(self, selector: str) -> None:
        self.page.click(selector, "touch")

    def wait_for_function(self, function: str, arg: Any, timeout: float) -> Told:
        return Told(self.page.wait_for(f"({function})({json.dumps(arg)})"))


def come(page: FirefoxPage, site: Site, place: str) -> None:
    """A place in the client, with what happens shown at once."""
    page.goto(site.address)
    for key, value in KEPT.items():
        page.evaluate(f"localStorage.setItem({key!r}, {value!r})")
    page.goto("about:blank")  # settings are read when the client is loaded
    page.goto(place if place.startswith("http") else f"{site.address}/{place}")


def answer(pages: list[FirefoxPage]) -> None:
    """Whoever is asked answers."""
    asked = next(page for page in pages if page.evaluate(f"{STAGE}.dataset.waiting") != "")
    if asked.evaluate(f"{STAGE}.dataset.waiting") == "deployment":
        asked.click("[data-testid=place-rest]")
        asked.click("[data-testid=deploy]")
    else:
        asked.click("[data-testid=decision] button[data-do]")


def winner_of(site: Site, made: dict[str, Any]) -> str:
    record = str(site.ask(f"/api/matches/{made['id']}/record", token=made["token"])[1])
    return str(json.loads(record.splitlines()[-1])["end"]["winner"])


def test_a_duel_is_played_to_its_end_in_firefox_by_mouse(site: Site, tmp_path: Path, firefox: str) -> None:
    made = last_blows(site, "elemental", "d6")
    with firefox_page(firefox, tmp_path) as page:
        come(page, site, place_of(made))
        winner = Player(Hand(page), ["oscar"]).to_the_end()  # type: ignore[arg-type]
    assert winner_of(site, made) == winner


def test_a_duel_is_played_to_its_end_in_firefox_by_touch(site: Site, tmp_path: Path, firefox: str) -> None:
    """The first tap shows what would happen, the second one does it."""
    made = last_blows(site, "elemental", "d6")
    with firefox_page(firefox, tmp_path) as page:
        page.resize(PHONE["width"], PHONE["height"])
        come(page, site, place_of(made))
        finger = Finger(Hand(page), ["oscar"])  # type: ignore[arg-type]
        winner = finger.to_the_end()
        assert finger.looks
    assert winner_of(site, made) == winner


def test_two_firefoxes_play_by_a_link_over_a_restart_of_the_server(tmp_path: Path, firefox: str) -> None:
    """The guest sits down, the server goes and comes back, whoever is asked answers and both see it, one resigns."""
    file = tmp_path / "matches.sqlite"
    folders = [tmp_path / name for name in ("host", "guest")]
    for folder in folders:
        folder.mkdir()
    with firefox_page(firefox, folders[0]) as host, firefox_page(firefox, folders[1]) as guest, ExitStack() as servers:
        pages = [host, guest]
        site = servers.enter_context(thread_server(file))
        come(host, site, "#/friend")
        host.click("[data-testid=make-link]")
        link = host.wait_for("document.querySelector('[data-testid=friend-link]')?.value")
        come(guest, site, link)
        guest.wait_for("!!document.querySelector('[data-testid=sit-down]')")
        guest.fill("[data-testid=name-p2]", "Zoe")
        guest.click("[data-testid=sit-down]")
        for page in pages:
            page.wait_for(f"{STAGE}?.dataset.busy === 'false'")
        servers.close()
        for page in pages:
            page.wait_for("!!document.querySelector('[data-link=lost]')")
        servers.enter_context(thread_server(file, port=int(site.address.rsplit(":", 1)[1])))
        for page in pages:
            page.wait_for("!!document.querySelector('[data-link=open]')")
        before = [page.evaluate(VERSIONS) for page in pages]
        answer(pages)
        for page, version in zip(pages, before, strict=True):
            page.wait_for(f"{VERSIONS} > {version}")
        guest.click("[data-testid=agree-menu]")
        guest.click("[data-testid=resign]")
        guest.click("[data-testid=resign-sure]")
        for page in pages:
            page.wait_for("document.querySelector('[data-testid=over]')?.innerText.includes('Zoe has resigned')")


def sit_down(guest: FirefoxPage, site: Site, link: str, name: str) -> None:
    """Who opens the link writes a name and takes the next place."""
    come(guest, site, link)
    guest.wait_for("!!document.querySelector('[data-testid=sit-down]')")
    guest.fill("[data-testid=name-p2]", name)
    guest.click("[data-testid=sit-down]")


def test_four_firefoxes_play_and_one_loses_its_connection_for_a_while(site: Site, tmp_path: Path, firefox: str) -> None:
    """The last guest's cable is cut; the others play on if they are asked; mended, all see the same position."""
    with ExitStack() as opened:
        pages = []
        for name in ("host", "one", "two", "three"):
            (tmp_path / name).mkdir()
            pages.append(opened.enter_context(firefox_page(firefox, tmp_path / name)))
        cable = opened.enter_context(cable_to(site.address))
        host, *guests = pages
        come(host, site, "#/friend")
        host.click("summary")
        host.click("label:has([data-format=two-against-two])")
        host.click("[data-testid=make-link]")
        link = host.wait_for("document.querySelector('[data-testid=friend-link]')?.value")
        for nth, guest in enumerate(guests):
            there = Site(cable.address) if guest is guests[-1] else site
            sit_down(guest, there, link.replace(site.address, there.address), f"Guest {nth}")
            if nth < 2:
                host.wait_for(f"!!document.querySelector('[data-free=\"{2 - nth}\"]')")
        for page in pages:
            page.wait_for(f"{STAGE}?.dataset.busy === 'false'")
        cable.cut()
        guests[-1].wait_for("!!document.querySelector('[data-link=lost]')")
        assert all(page.evaluate("!!document.querySelector('[data-link=open]')") for page in pages[:-1])
        cable.mend()
        guests[-1].wait_for("!!document.querySelector('[data-link=open]')")
        before = [page.evaluate(VERSIONS) for page in pages]
        answer(pages)
        for page, version in zip(pages, before, strict=True):
            page.wait_for(f"{VERSIONS} > {version}")
        assert len({page.wait_for(VERSIONS) for page in pages}) == 1
