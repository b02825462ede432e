"""How long it takes from a click to the board that shows what came of it: in the page, server and drawing included.

    python tools/click_to_board.py              a game from late in it, played to its end by clicking
    python tools/click_to_board.py --games 5    more of them
    python tools/click_to_board.py --json       the same as one JSON document
    python tools/click_to_board.py --page       in the page without a server, from the beginning of a game;
                                                with --slower 4 on a processor four times slower

A browser as people have it and a server, both on this machine; events are shown at once. What is counted is each click
that is answered: from its event in the page until the frame with the new position is drawn. Ends with 1 when the median
is above what it may be.
"""

import argparse
import json
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from chromium import find_chromium
from page_kills import Quiet
from page_start import slowed

from esquive.site.folder import write_folder
from tests.browser.driving import arrive, late, pages_of, place_of
from tests.browser.player import Player
from tests.server.serving import ServerProcess

OWN = ["captain-amakna", "justice-knight-jr", "anna-tommy"]
MOST_MS = 60.0
FEWEST = 20
# The last click before a position changes is the one that has changed it; what comes without a click is not counted.
WATCH = """() => {
  window.took = []
  let clicked = 0
  addEventListener('click', () => { clicked = performance.now() }, {capture: true})
  new MutationObserver(() => {
    const since = clicked
    clicked = 0
    if (since) requestAnimationFrame(() => setTimeout(() => window.took.push(performance.now() - since)))
  }).observe(document.querySelector('[data-testid=stage]'), {attributeFilter: ['data-version']})
}"""


def game(page: Page, server: ServerProcess) -> list[float]:
    """Milliseconds of every click of a game that was answered."""
    made = late(server.site)
    arrive(page, server.site, place_of(made))
    page.wait_for_selector("[data-testid=stage]")
    page.evaluate(WATCH)
    Player(page, OWN).to_the_end()
    return [float(one) for one in page.evaluate("window.took")]


def page_game(page: Page, address: str) -> list[float]:
    """The same of a game in the page without a server."""
    page.goto(address)
    page.click("[data-testid=play-now]:enabled")
    page.wait_for_selector("[data-waiting=deployment]")
    own = page.evaluate("() => [...document.querySelectorAll('[data-place]')].map((one) => one.dataset.place)")
    page.evaluate(WATCH)
    Player(page, list(own)).to_the_end()
    return [float(one) for one in page.evaluate("window.took")]


@contextmanager
def served(in_page: bool) -> Iterator[Callable[[Page], list[float]]]:
    """Plays a game and tells what its clicks took, at a server or in the page without one."""
    with tempfile.TemporaryDirectory() as folder:
        if in_page:
            write_folder(Path(folder) / "page", Path(__file__).resolve().parent.parent / "src/esquive/server/static")
            files = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
            threading.Thread(target=files.serve_forever, daemon=True).start()
            yield lambda page: page_game(page, f"http://127.0.0.1:{files.server_port}/page/")
            files.shutdown()
            return
        server = ServerProcess(Path(folder) / "matches.sqlite")
        server.start()
        try:
            yield lambda page: game(page, server)
        finally:
            server.kill()


def main() -> int:
    """Print median and 95th percentile; 1 when the median is above its bound or hardly anything was counted."""
    parser = argparse.ArgumentParser(description="From a click to the board that shows what came of it.")
    parser.add_argument("--games", type=int, default=3, help="how many are played; default: 3")
    parser.add_argument("--page", action="store_true", help="in the page without a server")
    parser.add_argument("--slower", type=float, default=1.0, metavar="X", help="a processor so many times slower")
    parser.add_argument("--json", action="store_true", help="as one JSON document")
    wanted = parser.parse_args()
    took: list[float] = []
    with served(wanted.page) as play, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        with pages_of(browser) as ((page,), _):
            page.set_default_timeout(300_000)
            for _ in range(wanted.games):
                with slowed(wanted.slower):
                    took += play(page)
        browser.close()
    if len(took) < FEWEST:
        raise SystemExit(f"only {len(took)} clicks were answered: play more --games")
    found = {"clicks": len(took), "median": round(median(took), 1), "p95": round(quantiles(took, n=20)[-1], 1)}
    if wanted.json:
        print(json.dumps(found))
    else:
        print(f"{found['clicks']} clicks: median {found['median']} ms, 95 of 100 within {found['p95']} ms")
    return int(found["median"] > MOST_MS)


if __name__ == "__main__":
    raise SystemExit(main())
