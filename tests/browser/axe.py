"""What axe-core finds wrong with a page for those who use it by other means than eyes and a mouse."""

from pathlib import Path

from playwright.sync_api import Page

AXE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# Nothing is gathered about what is right, and only lines cross to the test: with it, a call took five times as long.
RUN = """async (tags) => {
  const found = await axe.run(document, {runOnly: {type: 'tag', values: tags}, resultTypes: ['violations']})
  const where = (one) => one.nodes.slice(0, 4).map((node) => node.target[0]).join(', ')
  return found.violations.map((one) => `${one.id}: ${one.help} (${where(one)})`)
}"""
STILL = "() => document.getAnimations().every((one) => one.playState !== 'running')"


def violations(page: Page) -> list[str]:
    """Each violation in a line: the rule, what it says, and the first elements that break it.

    What fades in is looked at once it has come.
    """
    page.wait_for_function(STILL)
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    return list(page.evaluate(RUN, RULES))
