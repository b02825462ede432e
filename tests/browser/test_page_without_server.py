"""The page without a server, from a plain host of files, in a browser that may lose its network."""

import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from esquive.site.folder import ENGINE, write_folder
from tests.browser.axe import violations
from tests.browser.driving import DESKTOP, PHONE, Browsers, overflow, resize, shot
from tests.browser.player import Player
from tests.browser.test_battlefield import played_to_its_end
from tests.ways import again

STATIC = Path(__file__).resolve().parents[2] / "src" / "esquive" / "server" / "static"
pytestmark = pytest.mark.skipif(not (ENGINE / "engine.json").is_file(), reason="needs the engine: make site")


class Quiet(SimpleHTTPRequestHandler):
    """Files as they lie, with no header of ours; nothing is told of them."""

    def log_message(self, format: str, *args: Any) -> None:
        pass


class FileHost:
    """A host of a folder under a path of its own, that can go and come back."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.begin()

    def begin(self) -> None:
        self.server = ThreadingHTTPServer(("127.0.0.1", self.port), partial(Quiet, directory=str(self.folder)))
        self.port = self.server.server_port
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def end(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/games/esquive/"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FileHost]:
    folder = tmp_path_factory.mktemp("files")
    write_folder(folder / "games" / "esquive", STATIC, server="https://games.example.org")
    host = FileHost(folder)
    yield host
    host.end()


@pytest.fixture
def alone(files: FileHost, browsers: Browsers) -> Iterator[Page]:
    """A browser of its own at the page."""
    with browsers(1) as (page,):
        page.goto(files.address)
        yield page


def ready(page: Page) -> None:
    """The engine answers."""
    page.wait_for_selector("[data-testid=engine-bar]", state="detached")


def begin(page: Page) -> str:
    """A game against the bot; returns the address of its match behind the #."""
    page.click("[data-testid=play-now]:enabled")
    page.wait_for_selector("[data-waiting=deployment]")
    return str(page.evaluate("location.hash"))


def own_of(page: Page) -> list[str]:
    """One's own units, by the cells on which they may be put."""
    return list(page.evaluate("() => [...document.querySelectorAll('[data-place]')].map((one) => one.dataset.place)"))


def version(page: Page) -> int:
    return int(page.get_attribute("[data-version]", "data-version") or 0)


def kept_offline(page: Page) -> None:
    """The page has all its files, and answers from them."""
    page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


@pytest.mark.parametrize("language", ["en", again("fr"), again("it")])
def test_rules_lessons_replays_and_kaos_are_there_and_what_needs_a_server_says_so(
    alone: Page, files: FileHost, language: str
) -> None:
    alone.evaluate("(code) => localStorage.setItem('esquive.language', code)", language)
    alone.goto(f"{files.address}#/rules/7.2.8.c")
    alone.reload()
    alone.wait_for_selector("[data-testid=rules-page], [data-clause]")
    alone.goto(f"{files.address}#/learn")
    alone.wait_for_selector("[data-exercise]")
    alone.goto(f"{files.address}#/replay/file/example-kaos")
    alone.wait_for_selector("[data-testid=replay-where]")
    alone.goto(f"{files.address}#/friend")
    expect(alone.locator("[data-testid=to-server]")).to_have_attribute("href", "https://games.example.org/#/friend")
    ready(alone)
    for size in (DESKTOP, PHONE):
        resize(alone, size)
        assert violations(alone) == [] and overflow(alone) == 0
    shot(alone, f"page-needs-server-{language}")
    resize(alone, DESKTOP)
    alone.goto(f"{files.address}#/kaos")
    alone.click("[data-testid=kaos-start]")
    alone.wait_for_selector("[data-testid=choices] button, [data-testid=asked]")


@pytest.mark.again
def test_the_tab_that_was_opened_last_plays_and_the_other_says_so(alone: Page, files: FileHost) -> None:
    at = begin(alone)
    other = alone.context.new_page()
    other.goto(f"{files.address}{at}")
    alone.wait_for_selector("[data-testid=elsewhere]")
    expect(alone.locator("[data-testid=go-on-here]")).to_be_focused()
    other.wait_for_selector("[data-waiting=deployment]")
    assert violations(alone) == []
    shot(alone, "page-elsewhere")


@pytest.mark.again
def test_a_tab_that_has_given_way_goes_on_when_it_is_asked_to(alone: Page, files: FileHost) -> None:
    at = begin(alone)
    other = alone.context.new_page()
    other.goto(f"{files.address}{at}")
    alone.click("[data-testid=go-on-here]")
    other.wait_for_selector("[data-testid=elsewhere]")
    alone.wait_for_selector("[data-waiting=deployment]")
    Player(alone, own_of(alone)).to_activation()


def test_a_game_goes_on_without_its_host_and_without_a_network_and_in_a_newer_page(
    browsers: Browsers, tmp_path: Path
) -> None:
    """Begun at once by who opens the page; and once the host is back the newer page is used when somebody agrees."""
    write_folder(tmp_path / "games" / "esquive", STATIC)
    files = FileHost(tmp_path)
    with browsers(1) as (page,):
        page.goto(files.address)
        at = begin(page)
        expect(page.locator("[data-testid=share]"), "nobody else can come").to_have_count(0)
        shot(page, "page-game")
        kept_offline(page)
        before = version(page)
        files.end()
        page.context.set_offline(True)
        page.reload()
        page.wait_for_selector("[data-waiting=deployment]")
        assert version(page) == before
        Player(page, own_of(page)).to_activation()
        before = version(page)
        page.context.set_offline(False)
        write_folder(tmp_path / "games" / "esquive", STATIC, server="https://games.example.org")
        files.begin()
        page.goto(f"{files.address}#/")
        page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update()).then(() => undefined)")
        page.click("[data-testid=update]")
        page.wait_for_function("() => document.documentElement.dataset.server")
        page.wait_for_selector("[data-testid=play-now]:enabled")
        page.locator("footer").scroll_into_view_if_needed()
        page.click(f'[data-match="{at.rpartition("/")[2]}"]')
        page.wait_for_selector("[data-waiting=activation]")
        assert version(page) == before
    files.end()


@pytest.mark.again
def test_a_duel_is_played_to_its_end_looked_back_on_and_played_again(alone: Page) -> None:
    begin(alone)
    assert Player(alone, own_of(alone)).to_the_end() in ("p1", "p2", "draw")
    alone.click("[data-testid=rematch]")
    alone.wait_for_selector("[data-waiting=deployment]")


@pytest.mark.again
def test_everything_is_saved_to_a_file_deleted_and_brought_back_elsewhere(
    alone: Page, files: FileHost, browsers: Browsers, tmp_path: Path
) -> None:
    at = begin(alone).rpartition("/")[2]
    before = version(alone)
    alone.goto(f"{files.address}#/")
    alone.click("[data-testid=kept]")
    drop = alone.locator(f'[data-drop="{at}"]')
    expect(drop).to_be_visible()
    with alone.expect_download() as download:
        alone.click("[data-testid=kept-save]")
    saved = tmp_path / "kept.json"
    download.value.save_as(saved)
    for size in (DESKTOP, PHONE):
        resize(alone, size)
        assert violations(alone) == [] and overflow(alone) == 0
        shot(alone, f"page-kept-{size['width']}")
    resize(alone, DESKTOP)
    drop.click()
    drop.click()
    expect(drop).to_have_count(0)
    with browsers(1) as (other,):
        other.goto(files.address)
        other.click("[data-testid=kept]")
        wrong = tmp_path / "wrong.json"
        wrong.write_text("{}")
        other.set_input_files("[data-testid=kept-bring]", wrong)
        expect(other.locator("[data-testid=kept-panel] [role=alert]")).to_be_visible()
        other.evaluate("() => (window.isBefore = true)")
        other.set_input_files("[data-testid=kept-bring]", saved)
        other.wait_for_function("() => !window.isBefore && localStorage.getItem('esquive.matches') !== null")
        other.wait_for_selector("[data-testid=play-now]:enabled")  # the page has been loaded anew
        other.goto(f"{files.address}#/match/{at}")
        other.wait_for_selector("[data-waiting=deployment]")
        assert version(other) == before


def test_dice_of_a_real_table_are_entered_and_a_position_is_put_right_without_a_network(
    alone: Page, files: FileHost
) -> None:
    alone.goto(f"{files.address}#/kaos")
    ready(alone)
    kept_offline(alone)
    alone.context.set_offline(True)
    alone.select_option("[data-testid=kaos-agent]", "human")
    alone.locator("[data-dice=table]").check()
    alone.click("[data-testid=kaos-start]")
    roll, answers = alone.get_by_test_id("roll-by-hand"), alone.locator("[data-testid=choices] button[data-do]")
    expect(roll.or_(answers.first).first).to_be_visible()
    while not roll.count():
        before = str(version(alone))
        answers.first.click()
        expect(alone.locator("[data-version]")).not_to_have_attribute("data-version", before)
        expect(roll.or_(answers.first).first).to_be_visible()
    before = str(version(alone))
    for _ in range(int(roll.get_attribute("data-dice") or 0)):
        alone.locator("[data-throw='3']").click()
    expect(alone.locator("[data-version]")).not_to_have_attribute("data-version", before)
    alone.get_by_test_id("put-right").click()
    expect(alone.get_by_test_id("put-back-now")).to_be_enabled()
    alone.get_by_test_id("put-back-now").click()
    alone.wait_for_selector("[data-testid=kaos-game]")
    expect(alone.get_by_test_id("kaos-log").get_by_text("puts the position right")).to_be_visible()


@pytest.mark.again
def test_a_battlefield_of_ones_own_is_made_and_played_on_to_the_end(alone: Page, files: FileHost) -> None:
    alone.goto(f"{files.address}#/kaos/battlefield")
    right = alone.locator("[data-testid=map-state][data-faults='0']")
    right.wait_for()
    alone.click("[data-begin=the-road-is-ours]")
    alone.fill("[data-testid=map-rounds]", "1")
    alone.keyboard.press("Tab")
    right.wait_for()
    alone.click("[data-testid=map-play]:enabled")
    expect(alone.locator("[data-testid=kaos-ground]")).to_have_value(re.compile("^own-the-road-is-ours"))
    played_to_its_end(alone)


@pytest.mark.parametrize("language", ["en", again("fr"), again("it")])
def test_ones_own_games_and_what_follows_them_are_there_and_a_lobby_is_not(
    alone: Page, files: FileHost, language: str
) -> None:
    alone.evaluate("(code) => localStorage.setItem('esquive.language', code)", language)
    alone.reload()
    begin(alone)
    alone.goto(f"{files.address}#/games")
    line = alone.locator("[data-line]")
    expect(line.locator("[data-testid=your-turn]")).to_be_visible()
    assert violations(alone) == []
    resize(alone, PHONE)
    assert overflow(alone) <= 0
    shot(alone, f"page-games-{language}", full_page=True)
    resize(alone, DESKTOP)
    alone.goto(f"{files.address}#/lobby")
    expect(alone.locator("a[href^='https://games.example.org']").first).to_be_visible()
    alone.goto(f"{files.address}#/games")
    line.locator("[data-match]").click()
    alone.click("[data-testid=agree-menu]")
    alone.click("[data-testid=resign]")
    alone.click("[data-testid=resign-sure]")
    alone.wait_for_selector("[data-testid=over]")
    alone.click("[data-testid=other-team]")
    expect(alone.locator("[data-testid=start]")).to_be_enabled()
    alone.click("[data-testid=start]")
    expect(alone.locator("[data-testid=series]")).to_contain_text("0")
