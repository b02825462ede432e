"""What axe-core finds wrong with a page for those who use it by other means than eyes and a mouse."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN = "(tags) => axe.run(document, {runOnly: {type: 'tag', values: tags}})"
STILL = "() => document.getAnimations().every((one) => one.playState !== 'running')"


def violations(page: Page) -> list[str]:
    """Each violation in a line: the rule, what it says, and the first elements that break it.

    What fades in is looked at once it has come.
    """
    page.wait_for_function(STILL)
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate(RUN, RULES)
    return [
        f"{one['id']}: {one['help']} ({', '.join(str(node['target'][0]) for node in one['nodes'][:4])})"
        for one in found["violations"]
    ]
