"""What a first visit costs: bytes, and seconds until a page answers, on a slow phone connection and a slow machine.

    python tools/cold_load.py            a first visit to the front page, and from there into a first match
    python tools/cold_load.py --json     the same as one JSON document
    python tools/cold_load.py --files    with every file, the largest first

Chromium is told to be slow, by its own protocol: 150 ms there and back, 1.6 Mbit/s down, 750 kbit/s up (what Lighthouse
calls slow 4G), and a CPU four times slower. Bytes are those that crossed the wire, compressed, headers included. A page
is interactive when its button can be pressed and the main thread has answered it. Ends with 1 when a bound is broken.
"""

import argparse
import json
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from chromium import find_chromium

from tests.server.serving import ServerProcess

SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 1_638_400 / 8, "uploadThroughput": 768_000 / 8}
SLOWER = 4
QUIET = 2000
MOST_BYTES = 250 * 1024
MOST_SECONDS = 3.0
# Two frames drawn after each other: the main thread is free again.
ANSWERS = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"


class Wire:
    """What has crossed the wire of a page so far."""

    def __init__(self, session: CDPSession) -> None:
        self.files: dict[str, int] = {}
        self._names: dict[str, str] = {}
        session.on("Network.requestWillBeSent", self._asked)
        session.on("Network.loadingFinished", self._came)
        session.on("Network.webSocketFrameReceived", self._told)

    def _asked(self, event: dict[str, Any]) -> None:
        self._names[event["requestId"]] = event["request"]["url"].split("/", 3)[-1] or "/"

    def _came(self, event: dict[str, Any]) -> None:
        name = self._names.get(event["requestId"], event["requestId"])
        self.files[name] = self.files.get(name, 0) + int(event["encodedDataLength"])

    def _told(self, event: dict[str, Any]) -> None:
        """Messages of a match, which the protocol tells as text: compressed, as they crossed the wire."""
        told = len(zlib.compress(event["response"]["payloadData"].encode()))
        self.files["(messages)"] = self.files.get("(messages)", 0) + told

    @property
    def bytes(self) -> int:
        return sum(self.files.values())

    def rest(self, page: Page) -> None:
        """Wait until nothing has come for a while."""
        for _ in range(10):
            before = dict(self.files)
            page.wait_for_timeout(QUIET)
            if self.files == before:
                return


@contextmanager
def slow_page() -> Iterator[tuple[Page, Wire]]:
    """A page with an empty cache, on a slow connection and machine, and what crosses its wire."""
    chromium = find_chromium()
    assert chromium, "Chromium is needed: see tools/chromium.py"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
        page = context.new_page()
        page.set_default_timeout(60_000)
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", SLOW_4G)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        yield page, Wire(session)
        browser.close()


def measure(address: str) -> list[dict[str, Any]]:
    """The front page and a first match: seconds until each answers, bytes so far, and the files of each."""
    steps = []
    with slow_page() as (page, wire):
        ways: list[tuple[str, Callable[[], object], str]] = [
            ("front page", lambda: page.goto(address, wait_until="commit"), "[data-testid=play-now]:enabled"),
            ("first match", lambda: page.click("[data-testid=play-now]"), "[data-waiting=deployment]"),
        ]
        for name, go, ready in ways:
            before = dict(wire.files)
            began = time.perf_counter()
            go()
            page.wait_for_selector(ready)
            page.evaluate(ANSWERS)
            seconds = time.perf_counter() - began
            wire.rest(page)
            files = {file: size - before.get(file, 0) for file, size in wire.files.items()}
            steps.append({"step": name, "seconds": round(seconds, 2), "bytes": wire.bytes, "files": files})
    return steps


def main() -> int:
    """Print what a first visit costs; 1 when it costs more than it may."""
    parser = argparse.ArgumentParser(description="What a first visit costs.")
    parser.add_argument("--json", action="store_true", help="as one JSON document")
    parser.add_argument("--files", action="store_true", help="every file, the largest first")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder) / "matches.sqlite")
        try:
            steps = measure(server.start().address)
        finally:
            server.kill()
    if wanted.json:
        print(json.dumps(steps, indent=2))
    else:
        for step in steps:
            print(f"{step['step']:12} {step['seconds']:5.2f} s  {step['bytes'] / 1024:6.1f} KB in all")
            for name, size in sorted(step["files"].items(), key=lambda one: -one[1]) if wanted.files else ():
                if size:
                    print(f"             {size / 1024:6.1f} KB  {name}")
    is_slow = steps[0]["seconds"] > MOST_SECONDS
    is_heavy = steps[-1]["bytes"] > MOST_BYTES
    for is_broken, bound in ((is_slow, f"{MOST_SECONDS:.0f} s"), (is_heavy, f"{MOST_BYTES // 1024} KB")):
        if is_broken:
            print(f"more than the {bound} it may cost", file=sys.stderr)
    return int(is_slow or is_heavy)


if __name__ == "__main__":
    raise SystemExit(main())
