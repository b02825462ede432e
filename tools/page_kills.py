"""Kill the process of a page while a game is played in it, again and again: nothing that was shown may be lost.

    python tools/page_kills.py [--rounds N] [--seed S] [--by kills|full|updates]

In each round the page without a server is opened, its game goes on by one answer after the other, and at a moment drawn
by chance the browser's process that draws it and runs its engine is killed. The next round must find every answer that
any round has shown. With `--by full` the browser has no room left in every other round; with `--by updates` a newer
page takes over in the middle of the game. Of what the browser keeps of its database, nothing is closed in an orderly
way. 1 when something is lost.
"""

import argparse
import contextlib
import os
import random
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Error, Page, sync_playwright

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from chromium import find_chromium  # noqa: E402 - it is found beside this

from esquive.site.folder import write_folder  # noqa: E402 - as above

# Tells of every state that the page is shown, and answers whatever is asked by the first answer there is.
PLAYS: Final = """() => {
  const Usual = Worker
  window.Worker = class extends Usual {
    constructor(...given) {
      super(...given)
      this.addEventListener('message', ({ data }) => {
        if (data.type !== 'told') return
        const message = JSON.parse(data.text)
        if (message.type === 'error') refused(message.code)
        if (message.type !== 'state') return
        shown(message.version, message.over)
        const asked = message.decision?.options
        if (!asked?.length) return
        const pick = asked[Math.floor(Math.random() * asked.length)]
        const text = JSON.stringify({ type: 'answer', version: message.version, do: pick.do })
        setTimeout(() => this.postMessage({ type: 'say', id: data.id, text }), 1)
      })
    }
  }
}"""


class Quiet(SimpleHTTPRequestHandler):
    """Files, of which nothing is told."""

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""


def renderers() -> list[int]:
    """The processes of our browser that draw pages and run their workers."""
    parents, drawing = {}, []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            pid, parent = int(status.parent.name), int(status.read_text().rpartition(")")[2].split()[1])
            parents[pid] = parent
            if b"--type=renderer" in (status.parent / "cmdline").read_bytes():
                drawing.append(pid)

    def is_ours(pid: int) -> bool:
        while pid in parents and pid != os.getpid():
            pid = parents[pid]
        return pid == os.getpid()

    return [pid for pid in drawing if is_ours(pid)]


def kill(page: Page) -> None:
    """End the process of every page at once."""
    for pid in renderers():
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def quota(page: Page, address: str, size: int | None) -> None:
    """How many bytes the browser has for the page; None for as many as usual."""
    place = {"origin": address.removesuffix("/page/")}
    said = place if size is None else {**place, "quotaSize": size}
    page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", said)


def update(page: Page, folder: Path, number: int) -> None:
    """A newer page is there, and somebody agrees to it in the middle of the game."""
    page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    server = f"https://games{number}.example.org"
    write_folder(folder, ROOT / "src/esquive/server/static", server=server)
    page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update()).then(() => undefined)")
    page.click("[data-testid=update]", timeout=60_000)
    page.wait_for_function("(server) => document.documentElement.dataset.server === server", arg=server, timeout=60_000)


def one_round(
    page: Page, address: str, patience: float, seen: list[int], refused: list[str], end: Callable[[Page], None]
) -> bool:
    """Open the game, let it be played for so many seconds from its first state on, and end it; whether it is over."""
    ended: list[bool] = []

    def shown(version: int, over: bool) -> None:
        seen.append(version)
        ended.extend([True] * over)

    page.expose_function("shown", shown)
    page.expose_function("refused", lambda code: refused.append(code))  # noqa: PLW0108 - Playwright marks what it is given
    page.add_init_script(f"({PLAYS})()")
    page.goto(address)
    before = len(seen)
    while len(seen) == before:
        page.wait_for_timeout(20)
    page.wait_for_timeout(patience * 1000)
    end(page)
    with contextlib.suppress(Error):
        page.close()
    return bool(ended)


def begin(page: Page, address: str) -> str:
    """A game against the bot; returns its id."""
    page.goto(address)
    page.click("[data-testid=play-now]:enabled", timeout=90_000)
    page.wait_for_selector("[data-waiting=deployment]", timeout=90_000)
    return str(page.evaluate("location.hash")).rpartition("/")[2]


def main() -> int:
    """Play and kill; 1 when an answer that was shown has been lost."""
    parser = argparse.ArgumentParser(description="Kill a page in the middle of a game, again and again.")
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--by", choices=["kills", "full", "updates"], default="kills", help="what happens to the page")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng, lost, games, answers, number = random.Random(options.seed), 0, 0, 0, 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        write_folder(Path(folder) / "page", ROOT / "src/esquive/server/static")
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/page/"
        ways: dict[str, Callable[[Page], None]] = {
            "kills": kill,
            "full": lambda page: None,
            "updates": lambda page: update(page, Path(folder) / "page", number),
        }
        profile = tempfile.mkdtemp(dir=folder)
        context = playwright.chromium.launch_persistent_context(profile, executable_path=find_chromium())
        refused: list[str] = []
        game, known, began = "", 0, time.monotonic()
        for number in range(options.rounds):
            if not game:
                page = context.new_page()
                game, known = begin(page, address), 0
                games += 1
                page.close()
            is_full = options.by == "full" and number % 2 == 1
            if is_full:  # in a browser that has not looked how much room there is
                context.close()
                context = playwright.chromium.launch_persistent_context(profile, executable_path=find_chromium())
            page = context.new_page()
            quota(page, address, 1 if is_full else None)
            seen: list[int] = []
            is_over = one_round(
                page, f"{address}#/match/{game}", rng.uniform(0.1, 2.0), seen, refused, ways[options.by]
            )
            if seen[0] < known:
                lost += known - seen[0]
                print(f"round {number}: {known} answers had been shown, {seen[0]} were kept", file=sys.stderr)
            answers += max(seen) - seen[0]
            known = max(seen)
            if is_over:
                game = ""
        context.close()
    took = time.monotonic() - began
    told = f", {len(refused)} refused ({', '.join(sorted({*refused}))})" if refused else ""
    print(f"{options.rounds} {options.by} in {games} games, {answers} answers shown, {lost} lost{told}; {took:.0f} s")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
