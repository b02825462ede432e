"""A figure of Kaos is moved by hand: dragged, turned, cut to what it may spend; by mouse, finger and keys."""

import re
import statistics
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from esquive.core.dice import SeededDice
from esquive.core.record import Record, header_of, start_of
from esquive.hosting.protocol import HUMAN
from esquive.kaos.game import GAME
from tests.browser.axe import violations
from tests.browser.driving import (
    DESKTOP,
    PHONE,
    arrive,
    boxes,
    drag_by_finger,
    onward,
    pages_of,
    place_of,
    point_at,
    resize,
    shot,
    still,
)
from tests.server.serving import Site
from tests.ways import again

MINE: dict[str, Any] = {"profile": "mel-ysaure", "owner": "p1", "x": 30, "y": 30, "facing": 0}
FOE: dict[str, Any] = {"profile": "tha-osmarque", "owner": "p2", "x": 44, "y": 30, "facing": 180}
WALL = {
    "id": "long-wall",
    "kind": "wall",
    "shape": [[24, 36], [36, 36], [36, 38], [24, 38]],
    "height": 6,
    "flags": ["impassable", "blocks-sight"],
}


def table(site: Site, **more: Any) -> dict[str, Any]:
    """Ann's Ysaure is asked for her plan, 11.5 cm west of Bob's Osmarque, south of a wall."""
    position = {
        "game": "kaos",
        "round": 1,
        "initiative": "p1",
        "turn": {"phase": "activations", "player": "p1", "figure": "ann"},
        "table": {"width": 60, "depth": 60},
        "scenery": [WALL],
        "figure": [{"id": "ann", **MINE}, {"id": "bob", **FOE}],
        **more,
    }
    setup = {"position": position}
    header = header_of(GAME, setup, [HUMAN, HUMAN], SeededDice("none falls").to_data(), start_of(GAME, setup))
    return onward(site, Record(header).to_text(), second="human")


ASKED = "[data-testid=kaos-game]:not([data-waiting=''])"
GHOST = "[data-testid=ghost]"
LEGAL = "[data-testid=by-hand][data-legal=true]"


def middle(page: Page, where: str) -> tuple[float, float]:
    (box,) = boxes(page, where)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def centimetre(page: Page) -> float:
    """Pixels for one, from Ann to Bob, who are 14 apart."""
    ann, bob = (middle(page, f"[data-testid=kaos-table] [data-figure={name}] .hit") for name in ("ann", "bob"))
    return (bob[0] - ann[0]) / 14


def ghost(page: Page) -> tuple[float, float, float]:
    """Where the ghost stands and faces."""
    x, y, facing = (round(float(page.get_attribute(GHOST, f"data-{name}") or 0), 1) for name in ("x", "y", "facing"))
    return x, y, facing


def until_ghost(page: Page, x: float, y: float, near: float = 0.2) -> None:
    """Waits until the ghost has come to rest about there."""
    page.wait_for_function(
        """([x, y, near]) => {
          const ghost = document.querySelector('[data-testid=ghost]')
          return ghost && Math.hypot(ghost.dataset.x - x, ghost.dataset.y - y) <= near
        }""",
        arg=[x, y, near],
    )


def drag(page: Page, where: str, right: float, up: float) -> None:
    """Drags something by so many centimetres, in some steps."""
    x, y = middle(page, where)
    scale = centimetre(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right * scale, y - up * scale, steps=5)
    page.mouse.up()


def typed(page: Page) -> str:
    return page.input_value("[data-testid=typed-line]")


def test_a_walk_is_dragged_turned_taken_back_and_given(page: Page, site: Site) -> None:
    """Way points come where the mouse lets go; what each stretch costs is on the line, and the line is in the field."""
    arrive(page, site, place_of(table(site)))
    page.wait_for_selector(ASKED)
    drag(page, "[data-testid=kaos-table] [data-figure=ann] .hit", 4, 0)
    until_ghost(page, 34, 30)
    page.wait_for_selector("[data-testid=reached]", state="attached")
    drag(page, GHOST, 2, -5)
    until_ghost(page, 36, 25)
    page.wait_for_function("() => document.querySelectorAll('[data-testid=stretch]').length === 2")
    expect(page.locator("[data-testid=way-point]")).to_have_count(1)
    page.hover(GHOST, force=True)
    page.mouse.wheel(0, -100)
    page.wait_for_function("() => document.querySelector('[data-testid=ghost]').dataset.facing === '15'")
    assert typed(page).startswith("plan walk 34") and typed(page).endswith("face 15")
    page.keyboard.press("Backspace")
    page.click("[data-testid=hand-undo]")
    until_ghost(page, 34, 30)
    expect(page.locator("[data-testid=way-point]")).to_have_count(0)
    assert typed(page).startswith("plan walk 34") and ghost(page)[2] == 0
    version = page.get_attribute("[data-testid=kaos-game]", "data-version")
    page.click("[data-testid=hand-give]")
    page.wait_for_selector(f"[data-testid=kaos-game]:not([data-version='{version}'])")
    expect(page.locator(GHOST)).to_have_count(0)


def test_what_cannot_be_afforded_is_cut_and_what_is_in_the_way_is_marked(page: Page, site: Site) -> None:
    """22 cm at a run; the wall north of Ann stops her where it is, with the clause that says so."""
    arrive(page, site, place_of(table(site)))
    page.wait_for_selector(ASKED)
    drag(page, "[data-testid=kaos-table] [data-figure=ann] .hit", -28, 0)
    until_ghost(page, 8, 30, 0.1)
    assert "22 of 22 cm" in page.inner_text("[data-testid=spent]")
    assert "may spend 22 cm" in page.inner_text("[data-testid=problem-bubble]")
    page.keyboard.press("Escape")
    page.wait_for_selector(GHOST, state="detached")
    assert typed(page) == ""
    drag(page, "[data-testid=kaos-table] [data-figure=ann] .hit", 0, 12)
    until_ghost(page, 30, 34.75, 0.1)
    expect(page.locator("[data-testid=problem-mark]")).to_have_count(1)
    told = page.inner_text("[data-testid=hand-problem]")
    assert "The long wall is in the way" in told and "R204" in told
    expect(page.locator(LEGAL).first, "as far as it gets it may go").to_be_visible()
    assert violations(page) == []


def test_dragging_beside_the_figure_moves_the_table(page: Page, site: Site) -> None:
    arrive(page, site, place_of(table(site)))
    page.wait_for_selector(ASKED)
    page.keyboard.press("+")
    box = page.locator("[data-testid=kaos-table] svg").first
    before = box.get_attribute("viewBox")
    x, y = middle(page, "[data-testid=kaos-table]")
    page.mouse.move(x + 90, y + 150)
    page.mouse.down()
    page.mouse.move(x + 150, y + 200, steps=4)
    page.mouse.up()
    expect(page.locator(GHOST)).to_have_count(0)
    assert box.get_attribute("viewBox") != before


@pytest.mark.parametrize("size", [DESKTOP, again(PHONE)], ids=["desktop", "phone"])
def test_enemies_stay_in_sight_when_a_figure_is_taken_up(page: Page, site: Site, size: ViewportSize) -> None:
    """A desktop shows what it showed; a phone, which shows what is asked about alone, the enemy too until then."""
    resize(page, size)
    far = {"id": "bob", **FOE, "x": 30, "y": 55}
    arrive(page, site, place_of(table(site, figure=[{"id": "ann", **MINE, "y": 8}, far])))
    page.wait_for_selector(ASKED)
    still(page)
    box = page.locator("[data-testid=kaos-table] svg").first
    before = box.get_attribute("viewBox") or ""
    page.keyboard.press("m")
    page.wait_for_selector(LEGAL)
    assert (box.get_attribute("viewBox") == before) == (size == DESKTOP)
    expect(page.locator("[data-testid=kaos-table] [data-figure=bob] .hit")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(box).to_have_attribute("viewBox", before)


def test_a_figure_is_moved_by_keys_alone(page: Page, site: Site) -> None:
    """Arrows are centimetres, with Shift millimetres; a typed line is followed, and Enter gives what was made."""
    arrive(page, site, place_of(table(site)))
    page.wait_for_selector(ASKED)
    page.keyboard.press("m")
    page.wait_for_selector(LEGAL)
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+ArrowRight")
    until_ghost(page, 30.1, 27, 0.01)
    page.keyboard.press(",")
    page.wait_for_function("() => document.querySelector('[data-testid=typed-line]').value.endsWith('face 15')")
    assert typed(page) == "plan walk 30.1,27 face 15"
    page.fill("[data-testid=typed-line]", "plan walk 30,24 face 90")
    until_ghost(page, 30, 24, 0.01)
    page.evaluate("() => document.activeElement.blur()")
    version = page.get_attribute("[data-testid=kaos-game]", "data-version")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"[data-testid=kaos-game]:not([data-version='{version}'])")


def test_who_is_walked_up_to_can_be_struck_from_there(page: Page, site: Site) -> None:
    """Pressing an enemy takes the ghost to contact; what can be done from there is listed, with its odds."""
    arrive(page, site, place_of(table(site, figure=[{"id": "ann", **MINE}, {"id": "bob", **FOE, "x": 38}])))
    page.wait_for_selector(ASKED)
    page.keyboard.press("m")
    page.wait_for_selector(LEGAL)
    page.locator("[data-testid=kaos-table] [data-figure=bob] .hit").click()
    until_ghost(page, 35.5, 30, 0.1)
    assert "in contact with Bob" in page.inner_text("[data-testid=snapped]")
    row = page.locator("[data-testid=choices] button[data-do*='strike bob']").first
    point_at(row)
    page.locator("li.pointed .odds").wait_for()
    assert "strike bob" in typed(page)
    row.click()
    page.wait_for_function("() => /react/.test(document.querySelector('[data-testid=kaos-game]').dataset.waiting)")


def test_an_enemy_pressed_in_a_charge_is_run_down_along_its_lane(page: Page, site: Site) -> None:
    """The straight line that is long enough, with the strike at its end [Kaos K28.4]."""
    arrive(page, site, place_of(table(site)))
    page.wait_for_selector(ASKED)
    page.keyboard.press("m")
    page.wait_for_selector("[data-lane=bob]", state="attached")
    page.keyboard.press("c")
    page.locator("[data-testid=kaos-table] [data-figure=bob] .hit").click()
    page.wait_for_selector("[data-testid=choices] button[data-do^='plan charge']")
    expect(page.locator(LEGAL).first).to_be_visible()
    assert "Charge" in page.inner_text("[data-testid=spent]")
    shot(page, "kaos-charge")
    page.keyboard.press("Enter")
    page.wait_for_function("() => /react/.test(document.querySelector('[data-testid=kaos-game]').dataset.waiting)")


SAID = "[data-testid=drag-said]"


def hold_over_bob(page: Page) -> None:
    """Drags Ann's figure over Bob's and holds it there."""
    ann, bob = (middle(page, f"[data-testid=kaos-table] [data-figure={name}] .hit") for name in ("ann", "bob"))
    page.mouse.move(*ann)
    page.mouse.down()
    page.mouse.move((ann[0] + bob[0]) / 2, bob[1], steps=3)
    page.mouse.move(*bob, steps=3)


@pytest.mark.parametrize(("x", "does"), [(38, "Strike"), again(44, "Charge")])
def test_a_figure_let_go_on_an_enemy_strikes_it_as_was_said_before(page: Page, site: Site, x: int, does: str) -> None:
    """A walk and a strike, or a charge where it is farther: told with its cost, dice and odds while it is dragged."""
    arrive(page, site, place_of(table(site, figure=[{"id": "ann", **MINE}, {"id": "bob", **FOE, "x": x}])))
    page.wait_for_selector(ASKED)
    hold_over_bob(page)
    said = page.locator(SAID)
    expect(said).to_have_attribute("data-does", re.compile("strike bob"))
    expect(said).to_contain_text(does)
    expect(said).to_contain_text("dice")
    expect(said).not_to_contain_text("Counting")  # its odds, or why they cannot be told
    assert "strike bob" in typed(page)
    shot(page, f"kaos-onto-{does}")
    page.mouse.up()
    page.wait_for_function("() => /react/.test(document.querySelector('[data-testid=kaos-game]').dataset.waiting)")
    expect(page.locator("[data-testid=kaos-log]")).to_contain_text("Bob")


def test_escape_leaves_a_figure_that_is_dragged_where_it_was(page: Page, site: Site) -> None:
    """Nothing is done where the button is let go afterwards, nor dragged on before it is pressed again."""
    arrive(page, site, place_of(table(site, figure=[{"id": "ann", **MINE}, {"id": "bob", **FOE, "x": 38}])))
    page.wait_for_selector(ASKED)
    hold_over_bob(page)
    expect(page.locator(SAID)).to_have_attribute("data-does", re.compile("strike bob"))
    page.keyboard.press("Escape")
    expect(page.locator(SAID)).to_have_count(0)
    page.mouse.move(300, 300, steps=3)
    page.mouse.up()
    expect(page.locator(GHOST)).to_have_count(0)
    expect(page.locator(ASKED)).to_have_attribute("data-waiting", "plan")


def test_an_enemy_that_no_attack_gets_at_is_said_to_be_out_of_reach(page: Page, site: Site) -> None:
    """Nobody gives a walk and takes it for a strike: the clause that keeps it from it is named."""
    arrive(page, site, place_of(table(site, figure=[{"id": "ann", **MINE, "x": 10}, {"id": "bob", **FOE, "x": 50}])))
    page.wait_for_selector(ASKED)
    hold_over_bob(page)
    expect(page.locator(SAID)).to_contain_text("No attack on Bob")
    expect(page.locator(SAID)).to_contain_text(re.compile(r"K\d+\.\d+"))
    page.mouse.up()
    expect(page.locator("[data-testid=hand-no-attack]")).to_contain_text("No attack gets at Bob")
    expect(page.locator("[data-testid=hand-does]")).to_contain_text("Run 22 cm")


def test_a_figure_let_go_on_a_goal_walks_there(page: Page, site: Site) -> None:
    """What is fought for is named before it is done."""
    goal = {"kind": "hold", "points": 5, "at": [34, 30], "radius_cm": 3}
    arrive(page, site, place_of(table(site, objective=[goal])))
    page.wait_for_selector(ASKED)
    ann = middle(page, "[data-testid=kaos-table] [data-figure=ann] .hit")
    page.mouse.move(*ann)
    page.mouse.down()
    page.mouse.move(ann[0] + 5 * centimetre(page), ann[1], steps=4)
    expect(page.locator(SAID)).to_contain_text("5 points")
    page.mouse.up()
    expect(page.locator("[data-testid=kaos-log]")).to_contain_text("will walk")


def test_measures_are_taken_by_mouse_and_from_lists(page: Page, site: Site) -> None:
    """From base to base; what is seen, sample by sample, with what hides the rest; how far weapons carry."""
    behind = {"id": "bob", **FOE, "x": 30, "y": 42}
    arrive(page, site, place_of(table(site, figure=[{"id": "ann", **MINE}, behind])))
    page.wait_for_selector(ASKED)
    page.click("[data-testid=tool-ruler]")
    page.locator("[data-testid=kaos-table] [data-figure=bob] .hit").click()
    page.wait_for_selector("[data-testid=ruler-line]", state="attached")
    assert "9.5 cm" in page.inner_text("[data-testid=measure-said]")
    shot(page, "kaos-ruler")
    page.keyboard.press("s")
    page.select_option("[data-testid=measure-to]", "bob")
    page.wait_for_selector("[data-testid=blocker]", state="attached")
    said = page.inner_text("[data-testid=measure-said]")
    assert "Points seen: 0/25" in said and "Hidden by the long wall" in said
    assert violations(page) == []
    shot(page, "kaos-sight")
    page.keyboard.press("b")
    page.wait_for_selector("[data-testid=band]", state="attached")
    assert "dice" in page.inner_text("[data-testid=measure-said]")
    page.keyboard.press("g")
    page.wait_for_selector("[data-testid=reached][data-figure=ann]", state="attached")
    assert "11 cm" in page.inner_text("[data-testid=measure-said]")
    page.keyboard.press("Escape")
    expect(page.locator("[data-testid=measures]")).to_have_count(0)


def test_sixty_asks_in_three_seconds_are_answered_in_order_the_last_for_sure(
    page: Page, site: Site, record_testsuite_property: Callable[[str, object], None]
) -> None:
    """How long they took is written into the report, for whoever asks for one (--junit-xml); no time is asserted."""
    arrive(page, site, place_of(table(site)))
    page.wait_for_selector(ASKED)
    page.evaluate("() => performance.clearMeasures('preview')")
    x, y = middle(page, "[data-testid=kaos-table] [data-figure=ann] .hit")
    scale = centimetre(page)
    page.mouse.move(x, y)
    page.mouse.down()
    for n in range(64):
        page.mouse.move(x + (n % 16) * scale, y + ((n // 4) % 9 - 4) * scale)
        page.wait_for_timeout(48)  # the pace of a hand
    page.mouse.move(x - 6 * scale, y + 3 * scale)
    page.mouse.up()
    until_ghost(page, 24, 27)
    took = page.evaluate("() => performance.getEntriesByName('preview').map((one) => [one.detail, one.duration])")
    numbers = [number for number, _ in took]
    assert numbers and numbers == sorted(set(numbers))  # of those that wait the newest is answered
    times = sorted(duration for _, duration in took)
    told = (
        f"{len(times)} previews: median {statistics.median(times):.1f} ms, p99 {times[len(times) * 99 // 100]:.1f} ms"
    )
    record_testsuite_property("previews", told)


@pytest.mark.parametrize(("width", "height", "theme"), [again(390, 844, "light"), again(1024, 768, "dark")])
def test_a_walk_is_made_by_touch(browser: Browser, site: Site, width: int, height: int, theme: str) -> None:
    """A finger drags the ghost and taps way points; nothing is wider than the window, and axe finds nothing."""
    made = table(site)
    size = {"width": width, "height": height}
    with pages_of(browser, viewport=size, has_touch=True, is_mobile=True) as ((held,), troubles):
        arrive(held, site, place_of(made), theme=theme)
        held.wait_for_selector(ASKED)
        x, y = middle(held, "[data-testid=kaos-table] [data-figure=ann] .hit")
        scale = centimetre(held)
        drag_by_finger(held, *((x - n * scale, y + n * scale / 2) for n in range(6)))
        until_ghost(held, 25, 27.5)
        held.touchscreen.tap(x - 5 * scale, y + 7 * scale)
        until_ghost(held, 25, 23)
        expect(held.locator("[data-testid=way-point]"), typed(held)).to_have_count(1)
        assert violations(held) == []
        shot(held, f"kaos-hand-{width}-{theme}")
        assert held.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
        version = held.get_attribute("[data-testid=kaos-game]", "data-version")
        held.tap("[data-testid=hand-give]")
        held.wait_for_selector(f"[data-testid=kaos-game]:not([data-version='{version}'])")
        assert troubles == []
