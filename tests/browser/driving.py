"""A page of the client in Chromium, and how a test finds its way in it."""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Literal, cast

from playwright.sync_api import Browser, FloatRect, Locator, Page, ViewportSize, expect, sync_playwright

from esquive.core.dice import SeededDice
from esquive.core.record import Record, header_of, start_of
from esquive.hosting.protocol import HUMAN
from esquive.krosmaster.game import GAME
from tests.server.serving import Site

Theme = Literal["light", "dark"]
RECORDS = Path(__file__).resolve().parents[1] / "records"
PICTURES = Path(__file__).resolve().parents[2] / "build" / "screenshots"
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
# What every screen has to be good at: width and height of the window; "zoomed" is a laptop's at 200 %.
SIZES = {
    "desktop": (1440, 900),
    "phone": (390, 844),
    "phone-on-its-side": (844, 390),
    "tablet": (768, 1024),
    "zoomed": (720, 450),
}
LONGEST_WAIT = 90_000  # milliseconds
expect.set_options(timeout=LONGEST_WAIT)
# Pages of tests live too short for their scripts to be worth optimising.
CHROMIUM = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--js-flags=--no-opt --no-maglev",
]


# Unless a test says otherwise (`arrive`), what happens is shown at once, and nobody asks before an activation ends.
AT_ONCE = """if (location.protocol !== 'about:') {
  if (!sessionStorage.getItem('paced')) localStorage.setItem('esquive.pace', 'instant')
  localStorage.getItem('esquive.asksEnd') ?? localStorage.setItem('esquive.asksEnd', 'no')
}"""
KEEP = """(kept) => {
  sessionStorage.setItem('paced', 'pace' in kept ? 'yes' : '')
  for (const [key, value] of Object.entries(kept))
    value === null ? localStorage.removeItem(`esquive.${key}`) : localStorage.setItem(`esquive.${key}`, value)
}"""
Browsers = Callable[[int], AbstractContextManager[list[Page]]]


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser of the tests."""
    program = os.environ.get("TEST_CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium")
    assert program, "the browser tests need Chromium: see tools/chromium.py"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=CHROMIUM)
        yield browser
        browser.close()


@contextmanager
def pages_of(browser: Browser, number: int = 1, **more: Any) -> Iterator[tuple[list[Page], list[str]]]:
    """Pages that share nothing, each as good as a browser of somebody else's, and the errors they have had so far.

    They play events without waiting; `more` is what else Playwright's `new_context` is told.
    """
    troubles: list[str] = []
    pages = []
    for _ in range(number):
        wanted = {"viewport": DESKTOP, "reduced_motion": "reduce", "locale": "en-GB", **more}
        page = browser.new_context(**wanted).new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.set_default_timeout(LONGEST_WAIT)
        page.add_init_script(AT_ONCE)
        pages.append(page)
    yield pages, troubles
    for page in pages:
        page.context.close()


@contextmanager
def open_page() -> Iterator[tuple[Page, list[str]]]:
    """A page in a browser of its own, and the errors it has had so far."""
    with chromium() as browser, pages_of(browser) as ((page,), troubles):
        yield page, troubles


def arrive(page: Page, site: Site, place: str = "#/", **kept: str | None) -> None:
    """A place in the client, loaded anew and once; `kept` are the settings the browser has kept, None for not."""
    if not page.url.startswith(site.address):
        page.goto(f"{site.address}/healthz")  # what is kept belongs to the address; the client itself is loaded once
    page.evaluate(KEEP, kept)
    page.evaluate("(to) => history.replaceState(null, '', to)", f"{site.address}/{place}")
    page.reload()


# The letters have come, everything lies where it lay for three frames, and nothing that ends is on its way. What never
# comes to rest is named: Playwright would wait for this without end.
STILL = f"""async () => {{
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  const began = performance.now()
  await document.fonts.ready
  const all = () => [...document.body.querySelectorAll('*')]
  const place = (one) => JSON.stringify(one.getBoundingClientRect())
  const look = () => all().reduce((sum, one, i) => {{
    const {{x, y, width, height}} = one.getBoundingClientRect()
    return sum + (x + y * 3 + width * 7 + height * 11) * (i % 97 + 1)
  }}, 0)
  const ends = (one) => one.effect?.getTiming().iterations !== Infinity
  const moving = () => document.getAnimations().filter((one) => one.playState === 'running' && ends(one))
  for (let still = 0, last = 0; still < 3; await frame()) {{
    const now = look()
    still = now === last && moving().length === 0 ? still + 1 : 0
    last = now
    if (performance.now() - began < {LONGEST_WAIT}) continue
    const before = new Map(all().map((one) => [one, place(one)]))
    await frame()
    const shifted = all().filter((one) => before.get(one) !== place(one))
    const restless = [...shifted, ...moving().map((one) => one.effect.target)]
    throw new Error('never at rest: ' + restless.map((one) => one?.cloneNode().outerHTML).join(' ').slice(0, 2000))
  }}
}}"""


def answer_by_keys(page: Page) -> None:
    """Presses what deploys all figures, ends an activation, or gives the first answer there is."""
    keys = {"deployment": "ae", "activation": "e"}
    for key in keys.get(page.get_attribute("[data-testid=stage]", "data-waiting") or "", "1"):
        page.keyboard.press(key)


def still(page: Page) -> None:
    """Wait until nothing moves any more: after the window has got another size, or something has come up."""
    page.evaluate(STILL)


# In one look, so that nothing can have moved from one to the next.
LYING = f"""async (them) => {{
  await ({STILL})()
  return them.map((one) => document.querySelector(one).getBoundingClientRect().toJSON())
}}"""


def boxes(page: Page, *where: str) -> list[FloatRect]:
    """Where the first of each selector lies, in pixels, once nothing moves any more: all in the same moment."""
    for one in where:
        page.wait_for_selector(one)
    return cast(list[FloatRect], page.evaluate(LYING, where))


def resize(page: Page, size: ViewportSize) -> None:
    """Give the window another size, and wait until everything has found its place in it."""
    page.set_viewport_size(size)
    still(page)


def after_timers(page: Page, milliseconds: int) -> None:
    """Let all happen that the page will do by itself within so long: a timer set now rings after those set before."""
    page.evaluate("(wait) => new Promise((done) => setTimeout(done, wait))", milliseconds)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def drag_by_finger(page: Page, *points: tuple[float, float]) -> None:
    """One finger goes from point to point (pixels of the window) and rests before it is lifted.

    Lifted from a throw, what it touches within the next half second is now and then no tap to Chromium.
    """
    touch = page.context.new_cdp_session(page)
    (x, y), last = points[0], points[-1]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for x, y in points[1:]:
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y}]})
    page.wait_for_timeout(250)  # part of the gesture, not a wait for anything
    touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": last[0], "y": last[1]}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    touch.detach()


def place_of(made: dict[str, Any]) -> str:
    """The place of a match in the client, for who made it."""
    return f"#/match/{made['id']}?token={made['token']}"


def begun(site: Site, answers: int = 0, **wanted: Any) -> dict[str, Any]:
    """A match that has been answered so many times over a socket, and on until a person's activation is asked for."""
    made = site.new_match(**wanted)
    with site.follow(made["id"], made["token"]) as follower:
        state = follower.until_asked(follower.hello())
        while answers > 0 or state["decision"]["kind"] != "activation":
            answer = {"type": "answer", "version": state["version"], "do": state["decision"]["options"][0]["do"]}
            state, answers = follower.until_asked(follower.ask(answer)), answers - 1
    return made


def onward(site: Site, record: str, step: int = 0, second: str = "random") -> dict[str, Any]:
    """A match of Ann against Bob, played on from a step of a record."""
    name = site.ask("/api/replays", record.encode())[1]["id"]
    seats = [{"name": "Ann", "agent": "human"}, {"name": "Bob", "agent": second}]
    status, made = site.ask(f"/api/replays/{name}/onward/{step}", {"seats": seats})
    assert status == 201, made
    return dict(made)


def late(site: Site) -> dict[str, Any]:
    """A match played on from late in a game: whoever strikes first may win."""
    return onward(site, (RECORDS / "limited.jsonl").read_text(encoding="utf-8"), 255)


def drawn(site: Site, position: dict[str, Any]) -> dict[str, Any]:
    """A match of Ann against Bob, played from a position document."""
    setup = {"position": position}
    header = header_of(GAME, setup, [HUMAN, HUMAN], SeededDice("none falls").to_data(), start_of(GAME, setup))
    return onward(site, Record(header).to_text())


def last_blows(site: Site, arena: str, at: str, release: str = "2.7") -> dict[str, Any]:
    """A match that the next blow may win: Ann's Oscar, at a cell, against Bob's Healey at g6."""
    position = {
        "game": "krosmaster",
        "release": release,
        "turn": {"player": "p1", "unit": "oscar"},
        "board": {"arena": arena},
        "players": {"p1": {"gg": 2}, "p2": {"gg": 2}},
        "unit": [
            {"id": "oscar", "card": "oscar-kass", "owner": "p1", "at": at, "injuries": 3},
            {"id": "healey", "card": "lil-healey", "owner": "p2", "at": "g6", "injuries": 7},
        ],
    }
    return drawn(site, position)


def shot(page: Page, name: str, *, full_page: bool = False) -> None:
    """A picture into build/screenshots, for whoever sets TEST_PICTURES to look at."""
    if os.environ.get("TEST_PICTURES"):
        PICTURES.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=PICTURES / f"{name}.png", full_page=full_page)


def photograph(page: Page, name: str) -> None:
    """The page on a desktop and on a phone, as `shot` has it."""
    if os.environ.get("TEST_PICTURES"):
        shot(page, f"{name}-desktop")
        resize(page, PHONE)
        shot(page, f"{name}-phone")
        resize(page, DESKTOP)


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - window.innerWidth"))


def point_at(row: Locator) -> None:
    """Moves the mouse onto an answer until it is the one that is pointed at: odds that arrive may move it away."""
    end = time.monotonic() + LONGEST_WAIT / 1000
    while True:
        row.hover()
        try:
            return expect(row).to_have_attribute("aria-current", "true", timeout=2000)
        except AssertionError:
            assert time.monotonic() < end, "never pointed at"
            row.page.mouse.move(1, 1)
