"""Sets up the positions of tests/desk_trials at the judge's desk by hand, and says how long a hand would take.

    make build, then: python tools/desk_trials.py --site http://127.0.0.1:8000/

Everything is done through the page, by clicks, drags, keys and choices. Nothing waits as long as a hand does: each
action counts as `--action` seconds, each letter typed as `--letter`. What comes of it must be the position of the
file, and its question must have the verdict and the odds that `esquive judge` answers. With `--mouse` figures are
dragged out of the list of cards, and turned by their handles. Exit code 1 when something did not hold.
"""

import argparse
import json
import subprocess
import sys
import tomllib
from collections import defaultdict
from math import cos, radians, sin
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from chromium import find_chromium

from esquive.core.games import game_named
from esquive.core.position_texts import parse_position
from esquive.core.question_links import question_of
from esquive.core.shapes import ViewDrawing

TRIALS: Final = Path(__file__).resolve().parents[1] / "tests" / "desk_trials"
HANDLE: Final = 8  # how far from a figure its handle is dragged, in centimetres
SOUGHT: Final = 9  # letters of a name that are typed to find it
EXACTLY: Final = 0.01  # centimetres and degrees
BY_MOUSE: Final = 0.2
ASKED: Final = 120  # seconds a practised hand may take
DESK: Final = "[data-testid=desk]"
BOARD: Final = "[data-testid=desk-board]"
MARKERS: Final = ("ap", "mp", "ap_markers", "mp_markers", "range_markers")
MARKS: Final = ("activated", "acted", "moved", "hurt", "searching")


class Hand:
    """Does what somebody at the page does, and counts it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.actions = 0
        self.letters = 0

    def click(self, where: str) -> None:
        """One click."""
        self.page.click(where)
        self.actions += 1

    def point(self, x: float, y: float) -> None:
        """One click at a point of the window."""
        self.page.mouse.click(x, y)
        self.actions += 1

    def type(self, where: str, text: object) -> None:
        """A click into a field, letters, and Tab out of it."""
        self.page.click(where)
        self.page.fill(where, "")
        self.page.type(where, str(text))
        self.page.keyboard.press("Tab")
        self.actions += 1
        self.letters += len(str(text)) + 1

    def keys(self, *keys: str) -> None:
        """Single keys."""
        for key in keys:
            self.page.keyboard.press(key)
        self.letters += len(keys)

    def choose(self, where: str, value: str) -> None:
        """One of a list: it is opened, and a value clicked on."""
        self.page.select_option(where, value)
        self.actions += 2

    def drag(self, where: str, x: float, y: float) -> None:
        """Something is dragged to a point of the window, which takes as long as two clicks."""
        self.page.locator(where).scroll_into_view_if_needed()
        box = boxes_of(self.page, where)
        self.page.mouse.move(*box)
        self.page.mouse.down()
        self.page.mouse.move(x, y, steps=3)
        self.page.mouse.up()
        self.actions += 2

    def tick(self, where: str) -> None:
        """A box is ticked."""
        self.page.check(where)
        self.actions += 1

    def faults(self) -> str:
        """What is wrong, once everything is answered: nobody has to wait for that."""
        expect(self.page.locator(DESK)).to_have_attribute("aria-busy", "false")
        found = self.page.locator("[data-testid=desk-faults]:not(.calm)")
        return found.inner_text() if found.count() else ""

    def idle(self) -> None:
        """Everything is answered, and nothing is wrong."""
        said = self.faults()
        if said:
            raise SystemExit(f"the page says: {said}")

    def settled(self) -> dict[str, Any]:
        """The document that the page has come to."""
        self.idle()
        return question_of(str(self.page.locator(DESK).get_attribute("data-link"))).document

    def table(self, x: float, y: float) -> tuple[float, float]:
        """Where a place of the table, in centimetres, is in the window."""
        self.idle()
        left, top = self.page.locator("[data-testid=svg-position] svg").evaluate(
            """(svg, [x, y]) => {
                const [left, top, scale, , depth] = svg.dataset.table.split(' ').map(Number)
                const at = new DOMPoint(left + x * scale, top + (depth - y) * scale)
                const found = at.matrixTransform(svg.getScreenCTM())
                return [found.x, found.y]
            }""",
            [x, y],
        )
        return left, top


def boxes_of(page: Page, where: str) -> tuple[float, float]:
    """The middle of what a selector finds, in the window."""
    page.wait_for_selector(where)
    left, top = page.eval_on_selector(
        where,
        """(found) => {
            const { x, y, width, height } = found.getBoundingClientRect()
            return [x + width / 2, y + height / 2]
        }""",
    )
    return left, top


def named(card: str) -> str:
    """A name as somebody types it."""
    return card.replace("-", " ")


def begin(hand: Hand, game: str, ground: str) -> None:
    """An empty board of a game."""
    hand.click("[data-testid=desk-part-set]")
    hand.click("[data-testid=begin-form] summary")
    if hand.page.input_value("[data-testid=begin-game]") != game:
        hand.choose("[data-testid=begin-game]", game)
    hand.choose("[data-testid=begin-ground]", ground)
    hand.click("[data-testid=begin-now]")
    expect(hand.page.locator("[data-testid=desk-faults].calm")).to_be_visible()


def put_down(hand: Hand, lines: list[str]) -> None:
    """A list of figures."""
    hand.click("[data-testid=tool-add]")
    hand.click("[data-testid=roster] summary")
    field = "[data-testid=roster-text]"
    hand.page.click(field)
    hand.page.type(field, "\n".join(lines))
    hand.actions += 1
    hand.letters += len("\n".join(lines))
    hand.page.keyboard.press("Control+Enter")
    hand.actions += 1
    expect(hand.page.locator(field)).to_have_count(0)
    hand.settled()


def drag_out(hand: Hand, entries: list[dict[str, Any]], card: str, place: Any) -> None:
    """Figures one by one: the beginning of a name is typed, and the card dragged to its place."""
    hand.click("[data-testid=tool-add]")
    for owner in ("p1", "p2"):
        if owner != "p1":
            hand.choose("[data-testid=desk-owner]", owner)
        for entry in (one for one in entries if one["owner"] == owner):
            wanted = named(entry[card])[:SOUGHT]
            if hand.page.input_value("[data-testid=desk-search]") != wanted:
                hand.type("[data-testid=desk-search]", wanted)
            hand.drag(f"[data-card={entry[card]}]", *place(entry))
            hand.settled()


def by_owner(entries: list[dict[str, Any]], told: Any) -> list[str]:
    """The lines of a list, with one for each player but the first."""
    lines: list[str] = []
    for owner in ("p1", "p2"):
        lines += [owner] if owner != "p1" else []
        lines += [told(one) for one in entries if one["owner"] == owner]
    return lines


# ------------------------------------------------------------------------------------------------- Krosmaster Arena


def set_up_krosmaster(hand: Hand, wanted: dict[str, Any], ground: str, by_mouse: bool) -> None:
    """A position of Krosmaster Arena."""
    begin(hand, "krosmaster", ground)
    if by_mouse:
        drag_out(hand, wanted["unit"], "card", lambda one: boxes_of(hand.page, f"{BOARD} [data-cell={one['at']}]"))
    else:
        put_down(hand, by_owner(wanted["unit"], lambda one: f"{named(one['card'])} {one['at']}"))
    before = hand.settled()
    paint(hand, before, wanted)
    lay_kamas(hand, before, wanted)
    hand.click("[data-testid=tool-move]")
    if wanted["turn"]["player"] != before["turn"]["player"]:
        hand.choose("[data-testid=turn-player]", wanted["turn"]["player"])
    if wanted["turn"]["unit"] != before["turn"]["unit"]:
        hand.choose("[data-testid=turn-unit]", wanted["turn"]["unit"])
    hand.type("[data-testid=turn-number]", wanted["turn"]["number"])
    for unit in wanted["unit"]:
        set_unit(hand, unit)
    for seat, table in wanted["players"].items():
        for key in ("gg", "kamas"):
            if table[key] != before["players"][seat][key]:
                hand.type(f"[data-testid={key}-{seat}]", table[key])
    for pile in wanted.get("pile", []):
        name = f"{pile['rank']}-{pile['pile']}"
        hand.click("[data-testid=piles-form] summary")
        hand.type(f"[data-testid=pile-closed-{name}]", pile["closed"])
        hand.choose(f"[data-testid=pile-up-{name}]", pile["up"])


def set_unit(hand: Hand, unit: dict[str, Any]) -> None:
    """What is said of a unit: it is clicked on, its injuries are typed, all else has its field."""
    said = [key for key in MARKERS if key in unit]
    if not (said or unit.get("injuries") or unit.get("powers")):
        return
    hand.settled()
    hand.click(f"{BOARD} [data-cell={unit['at']}]")
    hand.keys(*str(unit.get("injuries", "")))
    for key in said:
        hand.type(f"[data-testid=unit-{key}]", unit[key])
    for power in unit.get("powers", []):
        hand.choose("[data-testid=unit-powers] select", power)
    hand.page.focus(BOARD)
    hand.keys("Escape")


def paint(hand: Hand, before: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Scenery that the arena has not."""
    if "map" not in wanted["board"]:
        return
    game = game_named("krosmaster")
    shown = [game.words(game.from_document(one)).shown(-1) for one in (before, wanted)]
    kinds = [one.view.board.cells for one in shown if isinstance(one, ViewDrawing)]
    brushes: dict[str, list[str]] = defaultdict(list)
    for cell, new in kinds[1].items():
        if new.kind != kinds[0][cell].kind:
            brushes[new.kind].append(cell)
    hand.click("[data-testid=tool-paint]")
    for kind, cells in brushes.items():
        hand.click(f"[data-kind={kind}]")
        for cell in cells:
            hand.settled()
            hand.click(f"{BOARD} [data-cell={cell}]")


def lay_kamas(hand: Hand, before: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Kamas that lie otherwise."""
    old, new = before["board"]["kamas"], wanted["board"]["kamas"]
    brushes: dict[int, list[str]] = defaultdict(list)
    for cell in {**old, **new}:
        if old.get(cell, 0) != new.get(cell, 0):
            brushes[new.get(cell, 0)].append(cell)
    if brushes:
        hand.click("[data-testid=tool-kamas]")
    for number, cells in brushes.items():
        hand.type("[data-testid=desk-kamas]", number)
        for cell in cells:
            hand.settled()
            hand.click(f"{BOARD} [data-cell={cell}]")


# ------------------------------------------------------------------------------------------------------------- Kaos


def set_up_kaos(hand: Hand, wanted: dict[str, Any], ground: str, by_mouse: bool) -> None:
    """A position of Kaos; the mouse alone finds a place to some millimetres, and a facing to the handle's steps."""
    begin(hand, "kaos", ground)
    if by_mouse:
        for seat in ("p1", "p2"):
            own = [one for one in wanted["figure"] if one["owner"] == seat]
            drag_figures(hand, own, seat)
    else:
        put_down(hand, by_owner(wanted["figure"], told_figure))
    before = hand.settled()
    change_scenery(hand, before, wanted)
    turn = wanted["turn"]
    if wanted["round"] != before["round"]:
        hand.type("[data-testid=kaos-round]", wanted["round"])
    if turn["player"] != before["turn"]["player"]:
        hand.choose("[data-testid=turn-player]", turn["player"])
    if turn["figure"] != before["turn"]["figure"]:
        hand.choose("[data-testid=turn-unit]", turn["figure"])
    for figure in wanted["figure"]:
        set_figure(hand, figure)
    for seat, table in wanted["players"].items():
        for key, field in (("destiny", "destiny"), ("victory_points", "points")):
            if table[key] != before["players"][seat][key]:
                hand.type(f"[data-testid={field}-{seat}]", table[key])


def drag_figures(hand: Hand, figures: list[dict[str, Any]], seat: str) -> None:
    """Figures of a player: each is dragged to its place, turned by its handle, and put right in its fields."""
    hand.click("[data-testid=tool-add]")
    if seat != "p1":
        hand.choose("[data-testid=desk-owner]", seat)
    for figure in figures:
        hand.type("[data-testid=desk-search]", named(figure["profile"].partition("-")[2])[:SOUGHT])
        hand.drag(f"[data-card={figure['profile']}]", *hand.table(figure["x"], figure["y"]))
        if hand.faults():  # it stands on an edge: its place is typed
            for key in ("x", "y", "facing"):
                hand.type(f"[data-testid=kaos-{key}]", f"{figure[key]:g}")
            continue
        angle = radians(figure["facing"])
        knob = hand.table(figure["x"] + HANDLE * cos(angle), figure["y"] + HANDLE * sin(angle))
        hand.drag("[data-testid=turn-handle]", *knob)
        hand.settled()


def told_figure(figure: dict[str, Any]) -> str:
    """A line of the list: the last part of its id will do."""
    name = named(figure["profile"].partition("-")[2])
    return f"{name} {figure['x']:g},{figure['y']:g} {figure['facing']:g}"


def set_figure(hand: Hand, figure: dict[str, Any]) -> None:
    """What is said of a figure: it is clicked on, its wounds are typed, boxes are ticked."""
    marks = [mark for mark in MARKS if figure.get(mark)]
    if not (marks or figure.get("wounds")):
        return
    hand.point(*hand.table(figure["x"], figure["y"]))
    expect(hand.page.locator("[data-testid=desk-unit]")).to_have_attribute("data-unit", figure["id"])
    hand.keys(*str(figure.get("wounds") or ""))
    for mark in marks:
        hand.tick(f"[data-testid=kaos-{mark}]")
    hand.page.focus("[data-testid=desk-table]")
    hand.keys("Escape")


def change_scenery(hand: Hand, before: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Pieces that the battlefield has not, by their places; and those that are taken away."""
    old = {one["id"] for one in before["scenery"]}
    for piece in wanted["scenery"]:
        if piece["id"] not in old:
            x = sum(corner[0] for corner in piece["shape"]) / len(piece["shape"])
            y = sum(corner[1] for corner in piece["shape"]) / len(piece["shape"])
            hand.click("[data-testid=tool-scenery]")
            hand.click(f"[data-card={piece['kind']}]")
            hand.point(*hand.table(x, y))
            hand.type("[data-testid=kaos-x]", f"{x:g}")
            hand.type("[data-testid=kaos-y]", f"{y:g}")
    for gone in sorted(old - {one["id"] for one in wanted["scenery"]}):
        hand.settled()
        hand.click("[data-testid=tool-move]")
        hand.choose("[data-testid=kaos-piece]", gone)
        hand.click("[data-testid=unit-remove]")


# ------------------------------------------------------------------------------------------------------- comparing


def plain(game: Any, document: dict[str, Any]) -> dict[str, Any]:
    """A position as its game writes it, its pieces in the order of their names."""
    found = game.to_document(game.from_document(document))
    for key in ("exact", "profiles", "decks", "objects", "events"):
        found.pop(key, None)
    for key in ("unit", "figure", "scenery"):
        if key in found:
            found[key].sort(key=lambda one: one["id"])
    for player in found["players"].values():
        player.pop("reserve", None)
    return dict(found)


def differences(one: Any, other: Any, within: float, where: str = "") -> list[str]:
    """Where two documents say something else."""
    if isinstance(one, dict) and isinstance(other, dict):
        keys = sorted({*one, *other})
        return [said for key in keys for said in differences(one.get(key), other.get(key), within, f"{where}.{key}")]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = enumerate(zip(one, other, strict=True))
        return [said for n, (mine, its) in pairs for said in differences(mine, its, within, f"{where}[{n}]")]
    if isinstance(one, int | float) and isinstance(other, int | float) and abs(one - other) <= within:
        return []
    return [] if one == other else [f"{where}: {one!r} is wanted, {other!r} was set up"]


def verdict_of(hand: Hand, line: str) -> tuple[bool, list[str]]:
    """What the page answers: whether the line is legal, and every outcome as a fraction."""
    hand.click("[data-testid=desk-part-ask]")
    with hand.page.expect_response(lambda answer: answer.url.split("?")[0].endswith("/api/desk")) as answered:
        hand.page.click("[data-testid=desk-line]")
        hand.page.type("[data-testid=desk-line]", line)
        hand.page.keyboard.press("Enter")
    verdict = answered.value.json()["verdict"]
    shown = hand.page.locator("[data-testid=desk-verdict]")
    expect(shown).to_have_attribute("data-legal", "true" if verdict["legal"] else "false")
    return verdict["legal"], [one["probability"] for one in verdict["odds"] or []]


def judged(file: Path, line: str) -> tuple[bool, list[str]]:
    """The same of the command line."""
    command = [sys.executable, "-m", "esquive.cli.main", "judge", str(file), "--do", line, "--language", "en", "--json"]
    said = json.loads(subprocess.run(command, check=False, capture_output=True, text=True).stdout)
    return said["legal"], [one["probability"] for one in said["outcomes"]]


def tried(page: Page, site: str, file: Path, *, by_mouse: bool = False) -> tuple[Hand, list[str]]:
    """One position set up and asked about, and what did not hold."""
    text = file.read_text(encoding="utf-8")
    wanted, raw = parse_position(text, file.name, is_json=False), tomllib.loads(text)
    ground, line = raw["title"].partition(", ")[2].partition(":")[0], raw["step"][0]["do"]
    page.goto(f"{site}#/")
    page.goto(f"{site}#/desk?game={wanted['game']}")
    page.wait_for_selector("[data-testid=desk-options]")
    hand = Hand(page)
    hand.settled()
    (set_up_kaos if wanted["game"] == "kaos" else set_up_krosmaster)(hand, wanted, ground, by_mouse)
    game = game_named(wanted["game"])
    wrong = differences(plain(game, wanted), plain(game, hand.settled()), BY_MOUSE if by_mouse else EXACTLY)
    here, there = verdict_of(hand, line), judged(file, line)
    if here != there:
        wrong.append(f"{line!r}: the page answers {here}, the command line {there}")
    return hand, wrong


def main() -> int:
    """Tries them all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--site", required=True, help="a server that runs, as http://127.0.0.1:8000/")
    parser.add_argument("--action", type=float, default=0.6, help="seconds for a click, a choice, a drag")
    parser.add_argument("--letter", type=float, default=0.2, help="seconds for a letter typed")
    parser.add_argument(
        "--mouse", action="store_true", help="drag each figure out of the list, in place of naming them"
    )
    parser.add_argument("--only", default="", help="trials whose names begin so")
    wanted = parser.parse_args()
    failed = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium())
        context = browser.new_context(locale="en-GB", reduced_motion="reduce", viewport={"width": 1440, "height": 900})
        page = context.new_page()
        for file in sorted(TRIALS.glob(f"{wanted.only}*.toml")):
            hand, wrong = tried(page, wanted.site, file, by_mouse=wanted.mouse)
            seconds = hand.actions * wanted.action + hand.letters * wanted.letter
            wrong += [f"{seconds:.0f} s are more than {ASKED}"] if seconds > ASKED else []
            failed += bool(wrong)
            print(
                f"{file.stem:14} {hand.actions:4} actions {hand.letters:4} letters {seconds:5.0f} s  {wrong or 'holds'}"
            )
        browser.close()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
