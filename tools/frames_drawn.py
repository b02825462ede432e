"""How many frames a second the page draws while it shows what bots do, on a processor four times slower.

    python tools/frames_drawn.py                       both games, a minute each
    python tools/frames_drawn.py --game kaos --seconds 20 --slower 1
    python tools/frames_drawn.py --json                the same as one JSON document

Two bots play on a server of this machine and are watched calmly, as people watch them. What is counted is the time
from one frame to the next while a turn is being shown: the frames of a second in which all are drawn would be 60.
Ends with 1 where fewer than 95 of 100 come within two sixtieths of a second.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from chromium import find_chromium

from tests.browser.driving import arrive, pages_of, place_of
from tests.server.serving import ServerProcess

SIXTIETH = 1000 / 60
MOST_MS = 2 * SIXTIETH + 1
PLAYERS = {
    "krosmaster": [
        {"name": "Ann", "cards": ["captain-amakna", "justice-knight-jr", "anna-tommy"], "agent": "greedy"},
        {"name": "Bob", "cards": ["captain-amakna", "justice-knight-jr", "anna-tommy"], "agent": "greedy"},
    ],
    "kaos": [
        {"name": "Ann", "cards": ["two-gleams"], "agent": "greedy"},
        {"name": "Bob", "cards": ["gravediggers"], "agent": "greedy"},
    ],
}
MORE: dict[str, dict[str, Any]] = {
    "krosmaster": {},
    "kaos": {"game": "kaos", "options": {"horde_points": "45"}, "arena": "broken-abbey"},
}
WATCH = """() => {
  window.frames_ = []
  let last = 0
  const frame = (now) => {
    const isShown = document.querySelector('[data-busy=true], [data-testid=pause-shown]') !== null
    if (isShown && last) window.frames_.push(now - last)
    last = isShown ? now : 0
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}"""


def watched(page: Page, server: ServerProcess, game: str, seconds: int) -> list[float]:
    """Milliseconds from frame to frame while turns of a match are shown."""
    site = server.site
    status, made = site.ask("/api/matches", {"players": PLAYERS[game], **MORE[game]})
    assert status == 201, made
    arrive(page, site, place_of(made), pace="calm")
    page.wait_for_selector("[data-testid=stage], [data-testid=kaos-game]")
    page.evaluate(WATCH)
    page.wait_for_timeout(1000 * seconds)
    return [float(one) for one in page.evaluate("window.frames_")]


def main() -> int:
    """Print what was counted; 1 where too many frames came late."""
    parser = argparse.ArgumentParser(description="Frames drawn while something moves.")
    parser.add_argument("--game", choices=sorted(PLAYERS), action="append", help="default: both")
    parser.add_argument("--seconds", type=int, default=60, help="how long each game is watched; default: 60")
    parser.add_argument("--slower", type=float, default=4.0, metavar="X", help="a processor so many times slower")
    parser.add_argument("--json", action="store_true", help="as one JSON document")
    wanted = parser.parse_args()
    found: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = ServerProcess(Path(folder) / "matches.sqlite")
        server.start()
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        try:
            for game in wanted.game or sorted(PLAYERS):
                with pages_of(browser, 1, reduced_motion="no-preference") as ((page,), _):
                    session = page.context.new_cdp_session(page)
                    session.send("Emulation.setCPUThrottlingRate", {"rate": wanted.slower})
                    took = watched(page, server, game, wanted.seconds)
                if len(took) < 100:
                    raise SystemExit(f"only {len(took)} frames of {game} were drawn: watch for more --seconds")
                within = 100 * sum(one <= MOST_MS for one in took) / len(took)
                found[game] = {
                    "frames": len(took),
                    "a_second": round(1000 * len(took) / sum(took), 1),
                    "median_ms": round(median(took), 1),
                    "p99_ms": round(quantiles(took, n=100)[-1], 1),
                    "within_two": round(within, 1),
                }
        finally:
            browser.close()
            server.kill()
    for game, one in found.items() if not wanted.json else ():
        print(
            f"{game}: {one['frames']} frames, {one['a_second']} a second; median {one['median_ms']} ms, 99 of 100 "
            f"within {one['p99_ms']} ms; {one['within_two']} of 100 within two sixtieths of a second"
        )
    if wanted.json:
        print(json.dumps(found))
    return int(any(one["within_two"] < 95 for one in found.values()))


if __name__ == "__main__":
    raise SystemExit(main())
