"""Who is who: emblems told apart at a glance, names that no two pieces share, HP to be read, two cards side by side."""

from itertools import combinations
from operator import sub
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from esquive.krosmaster.cards.team_files import ready_teams
from tests.browser.driving import DESKTOP, PHONE, after_timers, arrive, begun, boxes, drawn, place_of, resize
from tests.browser.pixels import grey_pixels
from tests.browser.player import Player
from tests.server.serving import Site
from tests.ways import again

SMALL = 24
# The least by which two emblems of a team differ: the mean over all pixels, of 255 shades of grey.
APART = 8
# Less than this is one drawing to the eye.
LIKE = 1.5
# Every figure of the catalogue as it is drawn in the team builder, in a grid of small squares.
SHEET = """(small) => {
  const sheet = document.createElement('div')
  sheet.id = 'sheet'
  sheet.style.cssText = `position:fixed;inset:0;z-index:99;background:var(--tile);display:grid;
    grid-template-columns:repeat(30,${small}px);grid-auto-rows:${small}px;align-content:start`
  const ids = []
  for (const card of document.querySelectorAll('[data-card]')) {
    const mark = card.querySelector('svg').cloneNode(true)
    mark.setAttribute('width', small)
    mark.setAttribute('height', small)
    mark.style.overflow = 'hidden'
    sheet.append(mark)
    ids.push(card.dataset.card)
  }
  document.querySelector('[data-testid=team-builder]').append(sheet)
  return ids
}"""


@pytest.fixture(scope="module")
def emblems(site: Site, tab: tuple[Page, list[str]]) -> dict[str, list[int]]:
    """Each figure's emblem at 24 px in shades of grey, by its card."""
    page, _ = tab
    resize(page, DESKTOP)
    page.goto(site.address)
    page.wait_for_selector("[data-testid=start]")
    page.get_by_role("button", name="Build").first.click()
    page.wait_for_selector("[data-card] svg")
    # The list grows when its end is looked at.
    page.wait_for_function(
        "() => [document.querySelector('[data-testid=more-figures]')].every((end) => !end?.scrollIntoView() && !end)"
    )
    ids = page.evaluate(SHEET, SMALL)
    rows = grey_pixels(page.locator("#sheet").screenshot())
    page.evaluate("() => document.getElementById('sheet').remove()")
    found = {}
    for i, card in enumerate(ids):
        top, left = i // 30 * SMALL, i % 30 * SMALL
        found[card] = [shade for row in rows[top : top + SMALL] for shade in row[left : left + SMALL]]
    return found


def difference(one: list[int], other: list[int]) -> float:
    return sum(map(abs, map(sub, one, other))) / len(one)


@pytest.mark.again
def test_emblems_are_told_apart_at_24_px_without_colour(emblems: dict[str, list[int]]) -> None:
    """Those of a team at a glance, and no two heroes look alike."""
    for team in ready_teams():
        for one, other in combinations(sorted(set(team.cards)), 2):
            assert difference(emblems[one], emblems[other]) >= APART, (one, other)
    heroes = {card: shades for card, shades in emblems.items() if not card.endswith("-eternal")}
    alike = [(a, b) for a, b in combinations(heroes, 2) if difference(heroes[a], heroes[b]) < LIKE]
    assert len(heroes) > 230
    assert alike == []


@pytest.fixture(scope="module")
def match(site: Site) -> dict[str, Any]:
    """A match at its first activation; looking at it changes nothing."""
    return begun(site)


def open_match(site: Site, page: Page, made: dict[str, Any]) -> dict[str, Any]:
    """A match at its first activation, on a desktop."""
    resize(page, DESKTOP)
    arrive(page, site, place_of(made))
    return Player(page, []).settle(-1)


@pytest.mark.parametrize("language", ["it", again("en"), again("fr")])
def test_every_piece_bears_a_name_of_its_own_and_its_hp(site: Site, page: Page, language: str) -> None:
    team = ["boo-ming", "boo-ming", "bad-aboum", "remington-smisse"]
    players = [{"name": "Ann", "cards": team, "agent": "human"}, {"name": "Bob", "cards": team, "agent": "random"}]
    resize(page, DESKTOP)
    arrive(page, site, place_of(begun(site, players=players)), language=language)
    Player(page, []).settle(-1)
    assert page.evaluate("() => document.documentElement.lang") == language
    names = page.locator(".piece .name").all_text_contents()
    assert len(names) >= 8
    assert all(names) and len({name.casefold() for name in names}) == len(names)
    assert all(text.isdigit() for text in page.locator(".piece .points text").all_text_contents())
    page.select_option("[data-testid=language]", "en")


def test_hp_can_be_read_on_a_phone(site: Site, page: Page, match: dict[str, Any]) -> None:
    open_match(site, page, match)
    resize(page, PHONE)
    cell, number = boxes(page, "[data-cell=a1]", ".piece .points text")
    assert cell["width"] < 31
    assert number["height"] >= 10
    expect(page.locator(".piece .name"), "names have no room there").to_have_count(0)


TAP = """(cell) => document.querySelector(`[data-cell=${cell}]`)
  .dispatchEvent(new PointerEvent('click', { bubbles: true, pointerType: 'touch' }))"""


def point_at(page: Page, cell: str, how: str) -> None:
    """Point at a cell by mouse, by a finger or by keyboard."""
    if how == "mouse":
        page.hover(f"[data-cell={cell}]")
    elif how == "touch":
        page.evaluate(TAP, cell)
    else:
        page.locator("[data-testid=board]").focus()
        for _ in range(60):
            if page.get_attribute("[data-testid=board]", "aria-activedescendant") == f"cell-{cell}":
                return
            page.keyboard.press(_towards(page, cell))


def _towards(page: Page, cell: str) -> str:
    here = (page.get_attribute("[data-testid=board]", "aria-activedescendant") or "cell-").removeprefix("cell-")
    if not here:
        return "ArrowUp"
    turned = page.get_attribute("[data-testid=turn-board]", "aria-pressed") == "true"
    if here[0] != cell[0]:
        return "ArrowRight" if (here[0] < cell[0]) != turned else "ArrowLeft"
    return "ArrowUp" if (int(here[1:]) < int(cell[1:])) != turned else "ArrowDown"


def enemy_of(page: Page) -> tuple[str, str]:
    """A piece of the other side: its cell and its id."""
    own = page.locator("[data-testid=unit-card]").first.get_attribute("class") or ""
    seat = "p2" if " p1" in f" {own}" else "p1"
    piece = page.locator(f".piece:has(> g > g > g.{seat})").first
    return str(piece.get_attribute("data-at")), str(piece.get_attribute("data-unit"))


@pytest.mark.parametrize(
    ("has_spell", "how"),
    [(False, "touch"), (True, "mouse")]
    + [
        again(has_spell, how)
        for has_spell in (False, True)
        for how in ("mouse", "keyboard", "touch")
        if (has_spell, how) not in ((False, "touch"), (True, "mouse"))
    ],
)
def test_an_enemy_is_read_beside_ones_own_card(
    site: Site, page: Page, match: dict[str, Any], how: str, has_spell: bool
) -> None:
    seen = open_match(site, page, match)
    cell, unit = enemy_of(page)
    if has_spell:
        page.click(f"button[data-spell={seen['spells'][0][0]}]")
    point_at(page, cell, how)
    page.wait_for_selector(f"[data-testid=looked-at] [data-unit={unit}]")
    own, other = boxes(
        page, f"[data-testid=unit-card][data-unit={seen['own']}]", f"[data-testid=looked-at] [data-unit={unit}]"
    )
    assert own["x"] + own["width"] < other["x"], "the one beside the other"
    assert own["y"] < other["y"] + other["height"] and other["y"] < own["y"] + own["height"]
    assert page.get_attribute("[data-testid=stage]", "data-version") == str(seen["version"]), "nothing has been done"
    if how != "touch":
        expect(page.locator("[data-testid=name-plate]")).to_have_count(1)
    if how == "mouse":
        page.hover("[data-testid=looked-at] h2")
        after_timers(page, 900)  # longer than it lingers when nobody is there
        expect(page.locator("[data-testid=looked-at]"), "one can go there and read").to_have_count(1)
    page.click("[data-testid=look-away]")
    page.wait_for_selector("[data-testid=looked-at]", state="detached")


def test_on_a_phone_the_attacker_stands_compact_above_the_target(site: Site, page: Page, match: dict[str, Any]) -> None:
    seen = open_match(site, page, match)
    cell, unit = enemy_of(page)
    resize(page, PHONE)
    page.click(f"[data-strip={seen['spells'][0][0]}]")
    page.hover(f"[data-cell={cell}]")
    strip, target = boxes(page, ".strip", f"[data-testid=unit-card][data-unit={unit}]")
    assert strip["y"] + strip["height"] <= target["y"]


def test_a_unit_of_the_timeline_is_named_on_the_board_by_focus_and_by_mouse(
    site: Site, page: Page, match: dict[str, Any]
) -> None:
    open_match(site, page, match)
    _, unit = enemy_of(page)
    entry = page.locator(f"[data-timeline={unit}]")
    name = entry.locator(".visually-hidden").inner_text().split(",")[0]
    for look in (entry.focus, entry.hover):
        page.mouse.move(2, 2)
        page.locator("[data-testid=board]").focus()
        look()
        plate = page.wait_for_selector("[data-testid=name-plate]")
        assert plate and name in (plate.text_content() or "")


# Boxes of letters reach above what is drawn of them.
OVER_NAMES = """() => [...document.querySelectorAll('g.piece[data-unit]')].map((piece) => {
  const name = piece.querySelector('.name').getBoundingClientRect()
  const plates = [...piece.querySelectorAll('[data-markers] circle')].map((one) => one.getBoundingClientRect().bottom)
  return [piece.dataset.unit, plates.length, Math.max(0, ...plates) > name.top + name.height * 0.25]
})"""


def test_markers_under_a_piece_leave_its_name_to_be_read(site: Site, page: Page) -> None:
    position = {
        "game": "krosmaster",
        "release": "2.7",
        "turn": {"player": "p1", "unit": "oscar"},
        "board": {"arena": "elemental"},
        "players": {"p1": {"gg": 2}, "p2": {"gg": 2}},
        "unit": [
            {"id": "oscar", "card": "oscar-kass", "owner": "p1", "at": "g5", "ap_markers": 4, "mp_markers": -2},
            {"id": "healey", "card": "lil-healey", "owner": "p2", "at": "c3", "mp_markers": 2},
        ],
    }
    arrive(page, site, place_of(drawn(site, position)))
    page.wait_for_selector("[data-testid=stage][data-waiting=activation]")
    assert sorted(page.evaluate(OVER_NAMES)) == [["healey", 1, False], ["oscar", 2, False]]
