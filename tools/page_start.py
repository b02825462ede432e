"""How long a page without a server takes until its first decision: at a first visit, and at later ones.

    python tools/page_start.py [--rounds N] [--slower X]

Files come from this machine, packed as they are. In each round a browser that has never seen the page opens it and
begins a game against the bot; then, once the page has kept itself, it is loaded twice more. Told are the medians, in
seconds since the page was asked for: until the front page can be used, until the engine answers, and until the board
asks for a first decision. `--slower` stops the processes of the browser for part of the time, as if the processor were
so many times slower.
"""

import argparse
import contextlib
import os
import signal
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from chromium import find_chromium  # noqa: E402 - it is found beside this
from page_kills import Quiet, renderers  # noqa: E402 - as above

from esquive.site.folder import write_folder  # noqa: E402 - as above

SLICE: Final = 0.01  # seconds for which the browser runs before it is stopped
KEPT: Final = 40.0  # seconds after which the page has kept itself, and how its engine begins


@contextlib.contextmanager
def slowed(times: float) -> Iterator[None]:
    """The renderers of our browser get one part in `times` of the time; throttling it would not reach its workers."""
    is_over = threading.Event()

    def hold() -> None:
        while not is_over.wait(SLICE):
            held = renderers()
            for sign, pause in ((signal.SIGSTOP, SLICE * (times - 1)), (signal.SIGCONT, 0.0)):
                for pid in held:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, sign)
                time.sleep(pause)

    thread = threading.Thread(target=hold, daemon=True)
    if times > 1:
        thread.start()
    yield
    is_over.set()
    if times > 1:
        thread.join()


def start(page: Page, address: str) -> tuple[float, float, float]:
    """Front page, engine and first decision of one visit, in seconds."""
    began = time.monotonic()
    page.goto(address)
    page.wait_for_selector("[data-testid=play-now]:enabled")
    front = time.monotonic() - began
    page.click("[data-testid=play-now]")
    page.wait_for_selector("[data-waiting=deployment]")
    decision = time.monotonic() - began
    worker = page.workers[-1]
    marks = "() => performance.timeOrigin + performance.getEntriesByName('begun')[0].startTime"
    origin = page.evaluate("() => performance.timeOrigin")
    return front, (worker.evaluate(marks) - origin) / 1000, decision


def main() -> int:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description="How long the page without a server takes to begin.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--slower", type=float, default=1.0, metavar="X", help="a processor so many times slower")
    options = parser.parse_args()
    visits: dict[str, list[tuple[float, float, float]]] = {"first": [], "later": []}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        write_folder(Path(folder) / "page", ROOT / "src/esquive/server/static")
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/page/"
        for _ in range(options.rounds):
            browser = playwright.chromium.launch(executable_path=find_chromium())
            page = browser.new_page(reduced_motion="reduce")  # what is shown of the set-up takes its time else
            page.set_default_timeout(300_000)
            with slowed(options.slower):
                visits["first"].append(start(page, address))
            page.wait_for_timeout(KEPT * 1000)
            with slowed(options.slower):
                visits["later"] += [start(page, address), start(page, address)]
            browser.close()
    for name, found in visits.items():
        front, engine, decision = (statistics.median(part) for part in zip(*found, strict=True))
        told = f"front page {front:.2f} s, engine {engine:.2f} s, first decision {decision:.2f} s"
        print(f"{name} visit, {len(found)} times: {told}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
