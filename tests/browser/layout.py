"""The test that sees: what overlaps, is cut, or lies outside its panel or the window, found by the page itself.

`faults(page)` is the list of what is wrong as the page lies now, one sentence each; [] is what a test asks for.
`faults_by_size(page, sizes)` looks at it in one window after another. What is looked for, and what is not, stands at
the head of `layout.js`. New screens are rows of the table in `test_layout.py`.
"""

from collections.abc import Iterable
from pathlib import Path

from playwright.sync_api import Page

from tests.browser.driving import SIZES

PROBE = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
# Nothing runs, fades in or is laid out anew: three frames alike.
STILL = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  await document.fonts.ready
  const look = () => [...document.body.querySelectorAll('*')].map((one) => {
    const {x, y, width, height} = one.getBoundingClientRect()
    return x + y * 3 + width * 7 + height * 11
  }).reduce((sum, one) => sum + one, 0)
  const ends = (one) => one.effect?.getTiming().iterations !== Infinity
  const isStill = () => document.getAnimations().every((one) => one.playState !== 'running' || !ends(one))
  for (let still = 0, last = 0; still < 3; await frame()) {
    const now = look()
    still = now === last && isStill() ? still + 1 : 0
    last = now
  }
}"""


def faults(page: Page) -> list[str]:
    """Each fault of the page as it lies now, once nothing moves any more."""
    page.evaluate(STILL)
    return list(page.evaluate(PROBE))


def faults_by_size(page: Page, sizes: Iterable[str]) -> dict[str, list[str]]:
    """The faults in each window in which there are some; `sizes` are names of `driving.SIZES`."""
    found = {}
    for size in sizes:
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        if wrong := faults(page):
            found[size] = wrong
    return found
