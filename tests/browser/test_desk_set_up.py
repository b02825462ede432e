"""Positions are set up at the judge's desk in a browser: by mouse, finger and keyboard, and a field for every key."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import violations
from tests.browser.driving import PHONE, arrive, boxes, pages_of
from tests.browser.test_desk import BOARD, link_of, opened, set_up
from tests.server.serving import Site
from tests.server.test_desk import ask


@pytest.fixture
def touch_page(browser: Browser) -> Iterator[Page]:
    """A phone's page."""
    with pages_of(browser, has_touch=True, is_mobile=True, viewport=PHONE) as ((page,), troubles):
        yield page
        assert troubles == []


def test_rewards_piles_powers_and_what_is_used_up_have_their_fields(site: Site, page: Page) -> None:
    opened(page, site)
    set_up(page)
    page.click(f"{BOARD} [data-cell=b1]")
    page.locator("[data-testid=unit-rewards] select").select_option("aero-boost")
    page.check("[data-testid=reward-face-0]")
    page.locator("[data-testid=unit-powers] select").select_option("armour")
    page.locator("[data-testid=unit-inspiration] select").select_option("dodge")
    page.locator("[data-testid=turn-cast] select").select_option("con")
    page.check("[data-testid=turn-gg_bought]")
    page.click("[data-testid=turn-more] summary")
    page.fill("[data-testid=turn-collected]", "1")
    page.click("[data-testid=turn-struck]")
    page.click("[data-testid=piles-form] summary")
    page.fill("[data-testid=pile-closed-granite-1]", "7")
    page.select_option("[data-testid=pile-up-granite-2]", index=1)
    page.click("[data-testid=match-form] summary")
    page.select_option("[data-testid=match-turn_dice]", "ask")
    page.keyboard.press("Tab")
    expect(page.locator("[data-testid=desk-faults]")).to_have_count(0)
    found = ask(link=link_of(page)).document
    unit = next(one for one in found["unit"] if one["id"] == "oscar-kass")
    assert unit["rewards"] == [{"id": "aero-boost", "face": "up"}]
    assert (unit["powers"], unit["inspiration"]) == (["armour"], ["dodge"])
    turn = found["turn"]
    assert (turn["cast"], turn["gg_bought"], turn["collected"]) == (["con"], True, 1)
    assert turn["struck"] == [{"spell": "con", "unit": "bill-tell"}]
    assert found["pile"][0]["closed"] == 7 and found["pile"][1]["up"]
    assert found["options"] == {"turn_dice": "ask"}
    assert violations(page) == []


def test_a_list_of_names_puts_figures_down_at_once_or_one_by_one(site: Site, page: Page) -> None:
    opened(page, site)
    set_up(page)
    page.click("[data-testid=tool-add]")
    page.click("[data-testid=roster] summary")
    page.fill("[data-testid=roster-text]", "lil healey a1\np2\nbad aboum\nqueen tofus\nmister x")
    page.keyboard.press("Control+Enter")
    expect(page.locator("[data-testid=roster-unknown]")).to_contain_text("mister x")
    page.click(f"{BOARD} [data-cell=d1]")
    page.click(f"{BOARD} [data-cell=d2]")
    expect(page.locator(f"{BOARD} [data-unit=queen-of-the-tofus]")).to_be_visible()
    units = {unit["id"]: (unit["owner"], unit["at"]) for unit in ask(link=link_of(page)).document["unit"]}
    assert units["lil-healey"] == ("p1", "a1")
    assert units["bad-aboum"] == ("p2", "d1") and units["queen-of-the-tofus"] == ("p2", "d2")


def test_digits_set_the_injuries_of_who_is_chosen(site: Site, page: Page) -> None:
    opened(page, site)
    set_up(page)
    page.click(f"{BOARD} [data-cell=c1]")
    page.keyboard.press("3")
    expect(page.locator("[data-testid=unit-injuries]")).to_have_value("3")
    page.keyboard.press("Delete")
    expect(page.locator("[data-testid=desk-unit]")).to_have_count(0)
    assert [unit["id"] for unit in ask(link=link_of(page)).document["unit"]] == ["oscar-kass"]


def middle(page: Page, selector: str) -> tuple[float, float]:
    """The middle of what a selector finds, in the window."""
    box = boxes(page, selector)[0]
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_figures_are_dragged_on_the_board_and_out_of_the_list(site: Site, page: Page) -> None:
    opened(page, site)
    set_up(page)
    page.mouse.move(*middle(page, f"{BOARD} [data-cell=b1]"))
    page.mouse.down()
    page.mouse.move(*middle(page, f"{BOARD} [data-cell=b2]"), steps=4)
    expect(page.locator("[data-testid=dragged]")).to_have_text("Oscar Kass")
    page.mouse.up()
    page.click("[data-testid=tool-add]")
    page.fill("[data-testid=desk-search]", "lil healey")
    page.mouse.move(*middle(page, "[data-card=lil-healey]"))
    page.mouse.down()
    page.mouse.move(*middle(page, f"{BOARD} [data-cell=a2]"), steps=4)
    page.mouse.up()
    expect(page.locator(f"{BOARD} [data-unit=lil-healey]")).to_be_visible()
    units = {unit["id"]: unit["at"] for unit in ask(link=link_of(page)).document["unit"]}
    assert units == {"oscar-kass": "b2", "bill-tell": "c1", "lil-healey": "a2"}


def finger(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """A finger goes down, moves and is lifted."""
    touches = page.context.new_cdp_session(page)

    def touch(kind: str, points: list[tuple[float, float]]) -> None:
        touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    touch("touchStart", [start])
    for part in (0.2, 0.4, 0.6, 0.8, 1):
        touch("touchMove", [(start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1]))])
    touch("touchEnd", [])
    touches.detach()


def test_a_finger_drags_figures_on_a_phone(site: Site, touch_page: Page) -> None:
    page = touch_page
    opened(page, site)
    set_up(page)
    finger(page, middle(page, f"{BOARD} [data-cell=b1]"), middle(page, f"{BOARD} [data-cell=b2]"))
    page.tap("[data-testid=tool-add]")
    page.fill("[data-testid=desk-search]", "lil healey")
    grip = page.locator("[data-grip=lil-healey]")
    grip.scroll_into_view_if_needed()
    finger(page, middle(page, "[data-grip=lil-healey]"), middle(page, f"{BOARD} [data-cell=a2]"))
    expect(page.locator(f"{BOARD} [data-unit=lil-healey]")).to_be_visible()
    page.tap(f"{BOARD} [data-cell=c1]")  # a tap and another one do the same
    expect(page.locator("[data-testid=desk-unit]")).to_have_attribute("data-unit", "bill-tell")
    page.tap(f"{BOARD} [data-cell=d1]")
    expect(page.locator("[data-testid=desk-unit]")).to_have_count(0)
    units = {unit["id"]: unit["at"] for unit in ask(link=link_of(page)).document["unit"]}
    assert units == {"oscar-kass": "b2", "bill-tell": "d1", "lil-healey": "a2"}


def kaos_table(page: Page, site: Site) -> None:
    """The first turn of a match of Kaos, to be set up."""
    arrive(page, site, "#/desk?game=kaos")
    page.wait_for_selector("[data-testid=desk-options]")
    link_of(page)
    set_up(page)


def on_table(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where a place of the table, in centimetres, is in the window."""
    table = page.locator("[data-testid=svg-position] svg")
    left, top, scale, _, depth = map(float, str(table.get_attribute("data-table")).split())
    found = table.evaluate(
        """(svg, [left, top]) => {
            const { x, y } = new DOMPoint(left, top).matrixTransform(svg.getScreenCTM())
            return [x, y]
        }""",
        [left + x * scale, top + (depth - y) * scale],
    )
    return found[0], found[1]


def dragged(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """The mouse drags from a point to another."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=5)
    page.mouse.up()


def near(value: float) -> object:
    """As near as a hand hits."""
    return pytest.approx(value, abs=0.4)


def test_scenery_of_kaos_is_added_turned_raised_and_taken_away(site: Site, page: Page) -> None:
    kaos_table(page, site)
    page.click("[data-testid=tool-scenery]")
    dragged(page, middle(page, "[data-card=platform]"), on_table(page, 14, 35))
    expect(page.locator("[data-testid=desk-unit]")).to_have_attribute("data-unit", "platform")
    page.fill("[data-testid=kaos-facing]", "33")
    page.fill("[data-testid=piece-height]", "6")
    page.fill("[data-testid=piece-width]", "16")
    page.keyboard.press("Tab")
    calm = "[data-testid=desk][aria-busy=false]"
    page.wait_for_selector(calm)  # the table is drawn anew after each change
    page.mouse.click(*on_table(page, 36, 14))  # a figure climbs it
    expect(page.locator("[data-testid=desk-unit]")).to_have_attribute("data-unit", "shi-nuitfine")
    page.wait_for_selector(calm)
    page.mouse.click(*on_table(page, 14, 35))
    expect(page.locator("[data-testid=kaos-z]")).to_contain_text("6 cm")
    document = ask(link=link_of(page)).document
    figure = next(one for one in document["figure"] if one["id"] == "shi-nuitfine")
    assert (figure["x"], figure["y"], figure["z"]) == (near(14), near(35), 6)
    page.click("[data-testid=tool-move]")  # the list of what is added stays open for more
    page.select_option("[data-testid=kaos-piece]", "well")
    expect(page.locator("[data-testid=desk-unit]")).to_have_attribute("data-unit", "well")
    page.click("[data-testid=unit-remove]")
    expect(page.locator("[data-testid=desk-unit]")).to_have_count(0)
    pieces = {one["id"]: one for one in ask(link=link_of(page)).document["scenery"]}
    assert "well" not in pieces and pieces["platform"]["height"] == 6
    assert violations(page) == []


def test_figures_of_kaos_are_dragged_and_turned_by_their_handle(site: Site, page: Page) -> None:
    kaos_table(page, site)
    dragged(page, on_table(page, 36, 14), on_table(page, 30, 10))
    expect(page.locator("[data-testid=desk-unit]")).to_have_attribute("data-unit", "shi-nuitfine")
    link_of(page)
    dragged(page, middle(page, "[data-testid=turn-handle]"), on_table(page, 22, 10))
    expect(page.locator("[data-testid=kaos-facing]")).to_have_value("180")
    page.focus("[data-testid=desk-table]")
    page.keyboard.press("4")
    page.keyboard.press("+")
    expect(page.locator("[data-testid=kaos-facing]")).to_have_value("195")
    figure = next(one for one in ask(link=link_of(page)).document["figure"] if one["id"] == "shi-nuitfine")
    assert (figure["x"], figure["y"], figure["wounds"]) == (near(30), near(10), 4)


def test_the_keyboard_alone_moves_a_figure_of_kaos(site: Site, page: Page) -> None:
    kaos_table(page, site)
    page.focus("[data-testid=kaos-piece]")
    page.keyboard.press("ArrowDown")
    chosen = page.locator("[data-testid=desk-unit]").get_attribute("data-unit")
    page.focus("[data-testid=desk-table]")
    for _ in range(4):
        page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator("[data-testid=table-cursor]")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("[data-testid=kaos-x]")).to_have_value("16")
    figure = next(one for one in ask(link=link_of(page)).document["figure"] if one["id"] == chosen)
    assert figure["x"] == 16


def test_a_finger_drags_figures_of_kaos_and_new_ones_out_of_the_list(site: Site, touch_page: Page) -> None:
    page = touch_page
    kaos_table(page, site)
    page.locator("[data-testid=desk-table]").scroll_into_view_if_needed()
    finger(page, on_table(page, 36, 14), on_table(page, 28, 10))
    expect(page.locator("[data-testid=desk-unit]")).to_have_attribute("data-unit", "shi-nuitfine")
    page.tap("[data-testid=tool-add]")
    page.locator("[data-grip=mel-ysaure]").scroll_into_view_if_needed()
    finger(page, middle(page, "[data-grip=mel-ysaure]"), on_table(page, 14, 40))
    expect(page.locator("[data-testid=desk-unit]")).to_have_attribute("data-unit", "mel-ysaure")
    figures = {one["id"]: (one["x"], one["y"]) for one in ask(link=link_of(page)).document["figure"]}
    assert figures["shi-nuitfine"] == (pytest.approx(28, abs=1.2), pytest.approx(10, abs=1.2))
    assert figures["mel-ysaure"] == (pytest.approx(14, abs=1.2), pytest.approx(40, abs=1.2))


def test_a_faulty_position_is_drawn_outlined_and_mended_by_buttons(site: Site, page: Page) -> None:
    kaos_table(page, site)
    dragged(page, on_table(page, 36, 14), on_table(page, 39.3, 14))
    expect(page.locator("[data-testid=desk-faults]")).to_contain_text("overlaps")
    expect(page.locator("[data-testid=svg-position] [data-testid=faulty]")).to_have_count(1)
    page.click("[data-testid=desk-part-ask]")
    page.click("[data-testid=fault-show]")
    shown = page.locator("[data-testid=fault-show]").get_attribute("data-piece")
    expect(page.locator("[data-testid=desk-unit]")).to_have_attribute("data-unit", str(shown))
    assert violations(page) == []
    page.click("[data-testid=fault-mend] >> nth=0")
    expect(page.locator("[data-testid=desk-faults]")).to_have_count(0)
    page.click("[data-testid=desk-undo]")
    expect(page.locator("[data-testid=desk-faults]")).to_contain_text("overlaps")


@pytest.mark.parametrize("game", ["krosmaster", "kaos"])
def test_a_position_is_set_up_from_nothing(site: Site, page: Page, game: str) -> None:
    opened(page, site)
    set_up(page)
    page.click("[data-testid=begin-form] summary")
    page.select_option("[data-testid=begin-game]", game)
    page.select_option("[data-testid=begin-ground]", "bonta-1" if game == "krosmaster" else "quarry")
    page.click("[data-testid=begin-now]")
    expect(page.locator("[data-testid=desk-faults].calm")).to_be_visible()
    assert violations(page) == []
    page.click("[data-testid=tool-add]")
    page.click("[data-testid=roster] summary")
    listed = "oscar kass b2\np2\nbill tell d4" if game == "krosmaster" else "vhol 20,20 90\np2\nysaure 20,30"
    page.fill("[data-testid=roster-text]", listed)
    page.click("[data-testid=roster-take]")
    expect(page.locator("[data-testid=desk-faults]")).to_have_count(0)
    document = ask(link=link_of(page)).document
    assert len(document["unit" if game == "krosmaster" else "figure"]) == 2
    assert document["turn"]["player"] == "p1"
    page.click("[data-testid=desk-part-ask]")
    expect(page.locator("[data-testid=desk-options]")).to_be_visible()
