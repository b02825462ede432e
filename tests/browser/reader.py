"""Somebody who plays by screen reader and keyboard: hears the accessibility tree and the live region, presses keys."""

import re
from typing import Any

from playwright.sync_api import Page

ANSWERS = 400
SAID = "(before) => document.querySelector('[data-testid=spoken]').textContent !== before"
# What happens has been played and read aloud, and somebody is asked or the game is over.
READY = """(over) => {
  const stage = document.querySelector('[data-testid=stage]')
  const said = document.querySelector('[data-testid=spoken]').textContent
  return stage.dataset.busy === 'false' && (stage.dataset.waiting !== '' || said.includes(over))
}"""
SPELLS = 4
FARTHEST = 6  # a spell is only tried when an enemy is this near
REACH = re.compile(r"\b(\d+) MP\b")


class Reader:
    """Plays one side knowing only roles, names and what is read aloud; no selector, no pointer, no picture."""

    def __init__(self, page: Page, foe: str) -> None:
        self.page = page
        self.foe = foe
        self.foes: list[str] = []
        self.session = page.context.new_cdp_session(page)
        self.session.send("Accessibility.enable")

    def nodes(self) -> list[dict[str, Any]]:
        """All that a screen reader would find, in order: role, name, and whether it is chosen."""
        found = self.session.send("Accessibility.getFullAXTree")["nodes"]
        return [
            {"role": node["role"]["value"], "name": node.get("name", {}).get("value", "")}
            for node in found
            if not node["ignored"] and "role" in node
        ]

    def named(self, role: str) -> list[str]:
        return [node["name"] for node in self.nodes() if node["role"] == role]

    def cells(self) -> dict[str, str]:
        """What is told of each cell of the board."""
        return {name.split(",")[0]: name for name in self.named("gridcell")}

    def heard(self) -> str:
        """What was read aloud last."""
        return str(self.page.get_by_test_id("spoken").text_content() or "")

    def hears(self, key: str) -> str:
        """What is read aloud at a key."""
        before = self.heard()
        self.page.keyboard.press(key)
        self.page.wait_for_function(SAID, arg=before)
        return self.heard()

    def go(self, cell: str) -> None:
        """Take the cursor to a cell, from the one that is read as the chosen one."""
        self.page.keyboard.press("ArrowUp")
        here = self.hears("o").split(":")[0]
        sideways, up = ord(cell[0]) - ord(here[0]), int(cell[1:]) - int(here[1:])
        for key, times in (("ArrowRight", sideways), ("ArrowLeft", -sideways), ("ArrowUp", up), ("ArrowDown", -up)):
            for _ in range(max(0, times)):
                self.page.keyboard.press(key)
        assert self.hears("o").startswith(f"{cell}:"), "the cursor is where the arrows lead"

    def answer(self, *keys: str) -> None:
        """Press keys that answer what is asked, and wait until something else is read aloud."""
        before = self.heard()
        for key in keys:
            self.page.keyboard.press(key)
        self.page.wait_for_function(SAID, arg=before)

    def play(self, over: str) -> None:
        """One answer to what is asked now, once all has been read aloud; none when that says that it is over."""
        self.page.wait_for_function(READY, arg=over)
        if over in self.heard():
            return
        if "End activation" not in self.named("button"):
            self.answer("1")
            return
        self.foes = [cell for cell, name in self.cells().items() if f"{self.foe}’s" in name]
        for number in range(1, SPELLS + 1) if self.distance(self.here()) <= FARTHEST else ():
            self.page.keyboard.press("Escape")
            self.page.keyboard.press(str(number))
            target = self.target()
            if target:
                self.go(target)
                self.answer("Enter")
                return
        self.page.keyboard.press("Escape")
        self.page.keyboard.press("Escape")
        step = self.step()
        if step:
            self.go(step)
        self.answer(*(["Enter"] if step else ["e"]))

    def target(self) -> str:
        """A cell with an enemy that the spell in hand can be aimed at, or ""."""
        aimed = [cell for cell, name in self.cells().items() if "can be targeted" in name and f"{self.foe}’s" in name]
        return aimed[0] if aimed else ""

    def step(self) -> str:
        """The cell in reach nearest to an enemy, if that is nearer than here; else ""."""
        reach = [cell for cell, name in self.cells().items() if REACH.search(name)]
        best = min(reach, key=self.distance, default="")
        return best if best and self.distance(best) < self.distance(self.here()) else ""

    def here(self) -> str:
        """Where the unit stands that acts, as it is told."""
        told = re.search(r", ([a-l]\d+), (Krosmaster|Mob|Mechanism)", self.hears("i"))
        assert told, self.heard()
        return told[1]

    def distance(self, cell: str) -> int:
        """How far the nearest enemy is from a cell."""
        return min(abs(ord(cell[0]) - ord(foe[0])) + abs(int(cell[1:]) - int(foe[1:])) for foe in self.foes)
