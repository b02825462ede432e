"""Photograph every screen at five sizes, light and dark, into build/pictures.

    python tools/pictures.py              the full set: a PNG for each screen, size and theme
    python tools/pictures.py game-        only screens whose name begins so
    python tools/pictures.py --docs       the few small ones that docs/compared.md shows, into docs/pictures/compared

One match is played for some turns by a program that clicks, with dice that are the same every time.
"""

import base64
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from chromium import find_chromium

from tests.browser.driving import SIZES, open_page
from tests.browser.player import Player
from tests.server.serving import Site, thread_server

ROOT = Path(__file__).resolve().parent.parent
THEMES = ("light", "dark")
ANSWERS = 24
SETTLES = 600
SMALL = 0.6  # pixels of a small picture for each of the window's
# What docs/compared.md shows: screen, size, theme.
SHOWN = (
    ("front", "desktop", "light"),
    ("game", "desktop", "dark"),
    ("game", "phone", "light"),
    ("game", "zoomed", "light"),
    ("game-words", "tablet", "light"),
    ("game-contrast", "phone", "dark"),
    ("game-judge", "desktop", "light"),
    ("after", "desktop", "light"),
)


def press(key: str) -> Callable[[Page], None]:
    return lambda page: page.keyboard.press(key)


def nothing(page: Page) -> None:
    """The page as it is found."""


def contrast(page: Page) -> None:
    page.evaluate("() => document.documentElement.dataset.contrast = 'more'")


def screens(site: Site, page: Page) -> dict[str, tuple[str, Callable[[Page], None]]]:
    """Each screen by its name: the address, and what is done there."""
    made = site.new_match()
    match = f"#/match/{made['id']}?token={made['token']}"
    page.goto(f"{site.address}/{match}")
    Player(page, []).to_activation(ANSWERS)
    record = (ROOT / "tests" / "records" / "limited.jsonl").read_bytes()
    replay = f"#/replay/file/{site.ask('/api/replays', record)[1]['id']}/150"
    return {
        "front": ("#/", nothing),
        "friend": ("#/friend", nothing),
        "learn": ("#/learn", nothing),
        "how": ("#/learn/how", nothing),
        "rules": ("#/rules/4.14.2.d", nothing),
        "compare": ("#/rules/compare", nothing),
        "replay": (replay, nothing),
        "after": (f"{replay}?part=after", nothing),
        "kaos": ("#/replay/file/example-kaos/20", nothing),
        "game": (match, nothing),
        "game-spell": (match, press("1")),
        "game-judge": (match, press("w")),
        "game-words": (match, press("d")),
        "game-help": (match, press("?")),
        "game-contrast": (match, contrast),
    }


def small_picture(page: Page, width: int, height: int) -> bytes:
    """A JPEG of the window, smaller than it."""
    clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": SMALL}
    wanted = {"format": "jpeg", "quality": 55, "clip": clip}
    return base64.b64decode(page.context.new_cdp_session(page).send("Page.captureScreenshot", wanted)["data"])


def photograph(page: Page, site: Site, folder: Path, wanted: Callable[[str, str, str], bool], small: bool) -> int:
    """Take the pictures that are wanted, and say how many."""
    taken = 0
    for name, (address, act) in screens(site, page).items():
        for theme in THEMES:
            sizes = [size for size in SIZES if wanted(name, size, theme)]
            if not sizes:
                continue
            page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
            page.goto("about:blank")
            page.goto(f"{site.address}/{address}")
            page.wait_for_timeout(3 * SETTLES)
            act(page)
            for size in sizes:
                width, height = SIZES[size]
                page.set_viewport_size({"width": width, "height": height})
                page.wait_for_timeout(SETTLES)
                if small:
                    (folder / f"{name}-{size}-{theme}.jpg").write_bytes(small_picture(page, width, height))
                else:
                    page.screenshot(path=folder / f"{name}-{size}-{theme}.png")
                taken += 1
    return taken


def main(arguments: list[str]) -> int:
    """Take the pictures; 2 where there is no Chromium."""
    chromium = find_chromium()
    if chromium is None:
        print("Chromium is needed: see tools/chromium.py", file=sys.stderr)
        return 2
    os.environ["TEST_CHROMIUM"] = chromium
    is_shown = "--docs" in arguments
    names = tuple(one for one in arguments if not one.startswith("-")) or ("",)
    folder = ROOT / "docs" / "pictures" / "compared" if is_shown else ROOT / "build" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)

    def wanted(name: str, size: str, theme: str) -> bool:
        return (name, size, theme) in SHOWN if is_shown else name.startswith(names)

    with (
        tempfile.TemporaryDirectory() as data,
        thread_server(Path(data) / "matches.sqlite") as site,
        open_page() as (page, troubles),
    ):
        taken = photograph(page, site, folder, wanted, is_shown)
    print(f"{taken} pictures in {folder.relative_to(ROOT)}")
    for trouble in troubles:
        print(trouble, file=sys.stderr)
    return int(bool(troubles))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
