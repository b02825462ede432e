"""A page of the client in Chromium, and how a test finds its way in it."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

PICTURES = Path(__file__).resolve().parents[2] / "build" / "screenshots"
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
CHROMIUM = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]


@contextmanager
def open_page() -> Iterator[tuple[Page, list[str]]]:
    """A page that plays events without waiting, and the errors it has had so far."""
    chromium = os.environ.get("TEST_CHROMIUM") or shutil.which("chromium")
    assert chromium, "the browser tests need Chromium: see tools/chromium.py"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM)
        context = browser.new_context(viewport=DESKTOP, reduced_motion="reduce", locale="en-GB")
        page = context.new_page()
        troubles: list[str] = []
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.set_default_timeout(10_000)
        page.add_init_script("localStorage.setItem('esquive.pace', 'instant')")
        page.add_init_script("localStorage.getItem('esquive.asksEnd') ?? localStorage.setItem('esquive.asksEnd', 'no')")
        yield page, troubles
        context.close()
        browser.close()


def photograph(page: Page, name: str) -> None:
    """The page on a desktop and on a phone, into build/screenshots."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"{name}-desktop.png")
    page.set_viewport_size(PHONE)
    page.screenshot(path=PICTURES / f"{name}-phone.png")
    page.set_viewport_size(DESKTOP)


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - window.innerWidth"))
