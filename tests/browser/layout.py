"""The test that sees: what overlaps, is cut, or lies outside its panel or the window, found by the page itself.

`faults(page)` is the list of what is wrong as the page lies now, one sentence each; [] is what a test asks for.
`faults_by_size(page, sizes)` looks at it in one window after another. What is looked for, and what is not, stands at
the head of `layout.js`. New screens are rows of the table in `test_layout.py`.
"""

from collections.abc import Iterable
from pathlib import Path

from playwright.sync_api import Page

from tests.browser.driving import SIZES, resize, still

PROBE = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


def faults(page: Page) -> list[str]:
    """Each fault of the page as it lies now, once nothing moves any more."""
    still(page)
    return list(page.evaluate(PROBE))


def faults_by_size(page: Page, sizes: Iterable[str]) -> dict[str, list[str]]:
    """The faults in each window in which there are some; `sizes` are names of `driving.SIZES`."""
    found = {}
    for size in sizes:
        width, height = SIZES[size]
        resize(page, {"width": width, "height": height})
        if wrong := page.evaluate(PROBE):
            found[size] = wrong
    return found
