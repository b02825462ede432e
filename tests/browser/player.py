"""Somebody who plays in the browser by clicking, seeing only what the page shows."""

from typing import Any

from playwright.sync_api import Page

MOST_ANSWERS = 600
FARTHEST = 6  # a spell is only tried when an enemy is this near: every click takes time

# What the page shows of the position, read as a player reads it: marks on cells, pieces, buttons.
LOOK = """() => {
  const all = (query) => [...document.querySelectorAll(query)]
  const stage = document.querySelector('[data-testid=stage]')
  return {
    over: document.querySelector('[data-testid=over]')?.dataset.winner ?? '',
    version: Number(stage?.dataset.version ?? 0),
    waiting: stage?.dataset.waiting ?? '',
    marks: all('[data-mark]').map((one) => [one.dataset.mark, one.dataset.markCell]),
    pieces: Object.fromEntries(all('.piece[data-at]').map((one) => [one.dataset.at, one.dataset.unit])),
    spells: all('button[data-spell]').map((one) => [one.dataset.spell, one.classList.contains('barred')]),
    buttons: all('[data-testid=decision] button[data-do]').map((one) => one.dataset.do),
    own: all('[data-testid=unit-card]').map((one) => one.dataset.unit)[0] ?? '',
  }
}"""
SETTLED = """(version) => {
  if (document.querySelector('[data-testid=over]')) return true
  const stage = document.querySelector('[data-testid=stage]')
  return !!stage && Number(stage.dataset.version) > version && stage.dataset.waiting !== ''
}"""


def distance(one: str, other: str) -> int:
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1:]) - int(other[1:]))


class Player:
    """Plays one side by clicking: attacks whom it can reach, else walks towards the nearest enemy."""

    def __init__(self, page: Page, own: list[str]) -> None:
        self.page = page
        self.own = own
        self.tried: set[str] = set()

    def look(self) -> dict[str, Any]:
        return dict(self.page.evaluate(LOOK))

    def click(self, selector: str) -> None:
        self.page.click(selector)

    def cell(self, cell: str) -> None:
        self.page.click(f"[data-cell={cell}]")

    def settle(self, version: int) -> dict[str, Any]:
        """Wait until the page shows a later position and asks again, or the game is over."""
        self.page.wait_for_function(SETTLED, arg=version)
        return self.look()

    def to_activation(self, answers: int = 0) -> dict[str, Any]:
        """Play so many answers, and on until a unit of one's own is to act."""
        seen = self.settle(-1)
        while answers > 0 or seen["waiting"] != "activation":
            self.play(seen)
            seen, answers = self.settle(seen["version"]), answers - 1
        return seen

    def to_the_end(self) -> str:
        """Play until it is over, and say who has won."""
        seen = self.settle(-1)
        for _ in range(MOST_ANSWERS):
            if seen["over"]:
                return str(seen["over"])
            self.play(seen)
            seen = self.settle(seen["version"])
        raise AssertionError("it comes to no end")

    def play(self, seen: dict[str, Any]) -> None:
        """One click, or the two of a spell, that answers what is asked."""
        if seen["waiting"] == "deployment":
            self.click("[data-testid=place-rest]")
            self.click("[data-testid=deploy]")
        elif seen["waiting"] == "activation":
            self.act(seen)
        else:
            self.click(f'[data-testid=decision] button[data-do="{seen["buttons"][0]}"]')

    def act(self, seen: dict[str, Any]) -> None:
        enemies = [cell for cell, unit in seen["pieces"].items() if unit not in self.own]
        here = next((cell for cell, unit in seen["pieces"].items() if unit == seen["own"]), "")
        nearest = min((distance(here, enemy) for enemy in enemies), default=99) if here else 99
        for spell, is_barred in seen["spells"]:
            if is_barred or nearest > (1 if spell == "punch" else FARTHEST):
                continue
            self.click(f"button[data-spell={spell}]")
            targets = [cell for mark, cell in self.look()["marks"] if mark == "target" and cell in enemies]
            if targets:
                self.cell(targets[0])
                return
            self.click(f"button[data-spell={spell}]")
        steps = [cell for mark, cell in seen["marks"] if mark == "reach"]
        if here and steps and enemies:
            best = min(steps, key=lambda cell: min(distance(cell, enemy) for enemy in enemies))
            if min(distance(best, enemy) for enemy in enemies) < nearest:
                self.cell(best)
                return
        self.click("button[data-do=end]")
