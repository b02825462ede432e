"""The judge's desk in a real browser: a position is set up, a line is asked about, and the address holds all of it."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.decisions import match_asked
from tests.browser.driving import arrive, photograph, place_of
from tests.core.golden_links import GOLDEN
from tests.core.test_question_links import SMALL
from tests.server.serving import Site
from tests.server.test_desk import ask

DESK = "[data-testid=desk]"
VERDICT = "[data-testid=desk-verdict]"
BOARD = "[data-testid=desk-board]"


def link_of(page: Page) -> str:
    """The code in the address, once the answer has come."""
    expect(page.locator(DESK)).to_have_attribute("aria-busy", "false")
    page.wait_for_function(
        "() => location.hash === '#/desk/' + document.querySelector('[data-testid=desk]').dataset.link"
    )
    return str(page.locator(DESK).get_attribute("data-link"))


def set_up(page: Page) -> None:
    """The tools to set up a position are there."""
    page.click("[data-testid=desk-part-set]")
    page.wait_for_selector("[data-testid=tool-hint]")


def opened(page: Page, site: Site, line: str = "") -> None:
    """The small position of the tests of links."""
    arrive(page, site, f"#/desk/{ask(document=SMALL.document, line=line).link}")
    page.wait_for_selector(BOARD)


def test_a_link_opens_with_its_question_and_answer(site: Site, page: Page) -> None:
    opened(page, site, SMALL.line)
    expect(page.locator(VERDICT)).to_have_attribute("data-legal", "true")
    expect(page.locator("[data-testid=desk-text]")).to_contain_text("Con on c1: legal")
    expect(page.locator(f"{VERDICT} [data-testid=chances]").first).to_contain_text("50 %")
    page.click("[data-testid=desk-other]")
    expect(page.locator("[data-testid=both]")).to_be_visible()
    photograph(page, "desk")
    assert violations(page) == []


def test_an_action_is_asked_by_its_button_by_its_cell_or_typed(site: Site, page: Page) -> None:
    opened(page, site)
    page.click("[data-do='cast con c1']")
    expect(page.locator(VERDICT)).to_have_attribute("data-legal", "true")
    page.click(f"{BOARD} [data-cell=a2]")
    page.fill("[data-testid=desk-line]", "move a2")
    page.keyboard.press("Enter")
    expect(page.locator(VERDICT)).to_have_attribute("data-legal", "false")
    expect(page.locator(f"{VERDICT} [data-holds=false]").first).to_be_visible()
    page.fill("[data-testid=desk-line]", "jump")
    page.keyboard.press("Enter")
    expect(page.locator("[data-testid=desk-fault]")).to_contain_text("unknown verb")


def test_lines_are_played_and_dice_are_typed_by_tapping_faces(site: Site, page: Page) -> None:
    opened(page, site, "cast con c1")
    page.click("[data-testid=desk-play]")
    page.click("[data-testid=desk-rolls] [data-throw=critical]")
    page.click("[data-testid=desk-rolls] [data-throw=lock]")
    expect(page.locator("[data-testid=desk-after] li")).to_have_count(3)
    expect(page.locator("[data-testid=desk-options]")).to_be_visible()
    injured = page.locator(f"{BOARD} [data-unit=bill-tell]")
    expect(injured).to_be_visible()
    page.click("[data-testid=desk-take-back]")
    expect(page.locator("[data-testid=desk-rolls]")).to_be_visible()
    page.click("[data-testid=desk-undo]")
    expect(page.locator("[data-testid=desk-options]")).to_be_visible()


def test_a_position_is_set_up_by_hand(site: Site, page: Page) -> None:
    opened(page, site)
    before = link_of(page)
    set_up(page)
    page.click(f"{BOARD} [data-cell=b1]")
    expect(page.locator("[data-testid=desk-unit]")).to_have_attribute("data-unit", "oscar-kass")
    page.fill("[data-testid=unit-injuries]", "4")
    page.keyboard.press("Tab")
    page.click(f"{BOARD} [data-cell=d2]")
    expect(page.locator(f"{BOARD} [data-testid=marked]")).to_have_count(0)
    page.click("[data-testid=tool-add]")
    page.fill("[data-testid=desk-search]", "lil healey")
    page.click("[data-card=lil-healey]")
    page.select_option("[data-testid=desk-owner]", "p2")
    page.click(f"{BOARD} [data-cell=a1]")
    expect(page.locator("[data-testid=desk-unit]")).to_have_attribute("data-unit", "lil-healey")
    page.click("[data-testid=tool-paint]")
    page.click("[data-kind=crate]")
    page.click(f"{BOARD} [data-cell=b2]")
    page.click("[data-testid=tool-kamas]")
    page.click(f"{BOARD} [data-cell=d1]")
    page.fill("[data-testid=gg-p2]", "3")
    page.keyboard.press("Tab")
    expect(page.locator(DESK)).not_to_have_attribute("data-link", before)
    found = ask(link=link_of(page)).document
    units = {unit["id"]: unit for unit in found["unit"]}
    assert (units["oscar-kass"]["at"], units["oscar-kass"]["injuries"]) == ("d2", 4)
    assert (units["lil-healey"]["at"], units["lil-healey"]["owner"]) == ("a1", "p2")
    assert found["board"]["map"].split("\n")[0].split() == [".", "C", ".", "."]
    assert found["board"]["kamas"] == {"d1": 1} and found["players"]["p2"]["gg"] == 3
    page.reload()  # the address says it all
    expect(page.locator(f"{BOARD} [data-unit=lil-healey]")).to_be_visible()


def test_faults_of_a_position_are_told_and_taken_back(site: Site, page: Page) -> None:
    opened(page, site)
    set_up(page)
    page.click(f"{BOARD} [data-cell=c1]")
    page.fill("[data-testid=unit-injuries]", "60")
    page.keyboard.press("Tab")
    expect(page.locator("[data-testid=desk-faults]")).to_contain_text("60 injuries")
    assert violations(page) == []
    page.click("[data-testid=desk-undo]")
    expect(page.locator("[data-testid=desk-faults]")).to_have_count(0)
    page.click("[data-testid=desk-redo]")
    expect(page.locator("[data-testid=desk-faults]")).to_contain_text("60 injuries")


def test_the_keyboard_alone_moves_a_figure(site: Site, page: Page) -> None:
    opened(page, site)
    page.focus("[data-testid=desk-part-set]")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-testid=tool-hint]")
    page.focus(BOARD)
    page.keyboard.press("ArrowUp")  # the first one shows where the cursor is: with who acts
    page.keyboard.press("Enter")
    expect(page.locator("[data-testid=desk-unit]")).to_have_attribute("data-unit", "oscar-kass")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("[data-testid=desk-unit]")).to_have_count(0)
    link = link_of(page)
    assert next(unit for unit in ask(link=link).document["unit"] if unit["id"] == "oscar-kass")["at"] == "b2"


def test_a_figure_is_chosen_by_a_click_whoever_was_chosen_before(site: Site, page: Page) -> None:
    """Nobody changes places by it; Escape lets go."""
    opened(page, site)
    set_up(page)
    page.click("[data-testid=tool-add]")
    page.fill("[data-testid=desk-search]", "lil healey")
    page.click("[data-card=lil-healey]")
    page.click(f"{BOARD} [data-cell=a2]")
    expect(page.locator("[data-testid=desk-unit]")).to_have_attribute("data-unit", "lil-healey")
    page.click(f"{BOARD} [data-cell=c1]")
    expect(page.locator("[data-testid=desk-unit]")).to_have_attribute("data-unit", "bill-tell")
    page.focus(BOARD)
    page.keyboard.press("Escape")
    expect(page.locator("[data-testid=desk-unit]")).to_have_count(0)
    units = {unit["id"]: unit["at"] for unit in ask(link=link_of(page)).document["unit"]}
    assert units == {"oscar-kass": "b1", "bill-tell": "c1", "lil-healey": "a2"}


def test_wrong_numbers_change_nothing_and_phases_that_ask_nothing_say_so(site: Site, page: Page) -> None:
    opened(page, site)
    set_up(page)
    before = link_of(page)
    for wrong in ("", "-3", "100"):
        page.fill("[data-testid=gg-p1]", wrong)
        page.keyboard.press("Tab")
        expect(page.locator("[data-testid=gg-p1]")).to_have_attribute("aria-invalid", "true")
    assert link_of(page) == before
    page.select_option("[data-testid=turn-phase]", "preliminary")
    expect(page.locator("[data-testid=phase-gone]")).to_contain_text("the game has gone on")
    page.fill("[data-testid=turn-number]", "3")
    page.keyboard.press("Tab")
    page.select_option("[data-testid=turn-phase]", "tension")
    expect(page.locator("[data-testid=phase-gone]")).to_have_count(0)
    page.click("[data-testid=desk-part-ask]")
    expect(page.locator("[data-testid=desk-rolls]")).to_be_visible()


def test_a_file_without_a_position_says_so_and_shows_nothing_of_the_one_before(
    site: Site, page: Page, tmp_path: Path
) -> None:
    opened(page, site)
    file = tmp_path / "empty.toml"
    file.write_text('game = "kaos"\n', encoding="utf-8")
    page.set_input_files("[data-testid=desk-file]", file)
    expect(page.locator("[data-testid=desk-faults]")).to_be_visible()
    expect(page.locator(BOARD)).to_have_count(0)
    set_up(page)
    page.click("[data-testid=desk-undo]")
    expect(page.locator(BOARD)).to_be_visible()


def test_figures_of_kaos_are_moved_on_the_table(site: Site, page: Page) -> None:
    arrive(page, site, "#/desk?game=kaos")
    page.wait_for_selector("[data-testid=desk-options]")
    link_of(page)
    set_up(page)
    page.select_option("[data-testid=kaos-piece]", index=1)
    chosen = page.locator("[data-testid=desk-unit]").get_attribute("data-unit")
    table = page.locator("[data-testid=svg-position] svg")
    left, top, scale, _, depth = map(float, str(table.get_attribute("data-table")).split())
    x, y = table.evaluate(
        """(svg, [left, top]) => {
            const { x, y } = new DOMPoint(left, top).matrixTransform(svg.getScreenCTM())
            return [x, y]
        }""",
        [left + 12 * scale, top + (depth - 30) * scale],
    )
    page.mouse.click(x, y)
    expect(page.locator("[data-testid=kaos-x]")).to_have_value(re.compile(r"1[12]([.]\d+)?"))
    page.fill("[data-testid=kaos-wounds]", "2")
    page.keyboard.press("Tab")
    expect(page.locator("[data-testid=kaos-wounds]")).to_have_value("2")
    figure = next(one for one in ask(link=link_of(page)).document["figure"] if one["id"] == chosen)
    assert (figure["x"], figure["y"], figure["wounds"]) == (pytest.approx(12, abs=0.2), pytest.approx(30, abs=0.2), 2)


def test_sight_and_reach_are_shown(site: Site, page: Page) -> None:
    opened(page, site)
    page.select_option("[data-testid=desk-from]", "oscar-kass")
    page.select_option("[data-testid=desk-to]", "bill-tell")
    page.click(".sight button >> nth=0")
    expect(page.locator("[data-testid=desk-picture] svg")).to_be_visible()
    expect(page.locator("[data-testid=desk-seen]")).to_have_text("c1 is in sight of b1.")
    page.click("[data-testid=desk-unlook]")
    page.select_option("[data-testid=desk-about]", "bill-tell")
    expect(page.locator("[data-testid=threat]")).to_be_visible()
    expect(page.locator("[data-testid=desk-reach]")).to_contain_text("to walk to")
    expect(page.locator("[data-testid=desk-reached-by]")).to_contain_text("Oscar Kass")
    page.select_option("[data-testid=desk-about]", "oscar-kass")
    page.click("[data-testid=desk-draw-reach]")
    seen = page.locator("[data-testid=desk-seen]")
    expect(seen).to_contain_text("Oscar Kass may walk to")
    page.click("[data-testid=desk-picture] [data-cell=a2]")
    expect(seen).to_contain_text("Bill Tell on b1: locks")
    page.fill("[data-testid=desk-way-to]", "b2")
    page.click("[data-testid=desk-draw-way]")
    expect(seen).to_contain_text("Oscar Kass gets to b2")
    assert violations(page) == []
    page.click("[data-testid=desk-draw-threats]")
    expect(seen).to_contain_text("Oscar Kass may be struck by Bill Tell")
    page.click("[data-testid=desk-undraw]")
    expect(page.locator(BOARD)).to_be_visible()


def test_the_likeliest_ko_is_told_and_leads_to_its_question(site: Site, page: Page) -> None:
    dying = {**SMALL.document["unit"][1], "injuries": 5, "at": "d1"}
    document = {**SMALL.document, "unit": [SMALL.document["unit"][0], dying]}
    arrive(page, site, f"#/desk/{ask(document=document).link}")
    page.click("[data-testid=desk-best]")
    best = page.locator("[data-testid=desk-best-list] button").first
    expect(best).to_contain_text("97 %")  # Con twice: 35/36
    expect(best.locator(".step")).to_have_text(["Move to c1", "Con on d1KO: 83 %", "Con on d1KO: 83 %"])
    expect(page.locator("[data-testid=desk-best-state]")).to_have_attribute("data-complete", "true")
    assert violations(page) == []
    best.click()
    expect(page.locator("[data-testid=desk-after] li")).to_have_count(1)
    expect(page.locator(VERDICT)).to_have_attribute("data-legal", "true")


def test_a_file_is_opened_and_a_text_taken_over(site: Site, page: Page, tmp_path: Path) -> None:
    opened(page, site)
    file = tmp_path / "question.toml"
    file.write_text(
        'game = "krosmaster"\nboard.map = ". ."\n'
        'unit = [{ card = "oscar-kass", owner = "p1", at = "a1" }, { card = "bill-tell", owner = "p2", at = "b1" }]\n',
        encoding="utf-8",
    )
    page.set_input_files("[data-testid=desk-file]", file)
    expect(page.locator(f"{BOARD} [data-cell=b1]")).to_be_visible()
    expect(page.locator(f"{BOARD} [data-cell=c1]")).to_have_count(0)
    page.click("[data-testid=desk-part-text]")
    text = page.input_value("[data-testid=desk-document]")
    page.fill("[data-testid=desk-document]", text.replace('"bill-tell"', '"lil-healey"'))
    page.click("[data-testid=desk-take]")
    expect(page.locator(f"{BOARD} [data-unit=lil-healey]")).to_be_visible()
    page.fill("[data-testid=desk-document]", "{ nothing")
    page.click("[data-testid=desk-take]")
    expect(page.locator("[data-testid=desk-trouble]")).to_contain_text("not JSON")


def test_a_step_of_a_replay_comes_to_the_desk(site: Site, page: Page) -> None:
    arrive(page, site, "#/replay/file/example-kaos/30?part=on")
    page.click("[data-testid=replay-to-desk]")
    expect(page.locator("[data-testid=svg-position] svg")).to_be_visible()
    assert ask(link=link_of(page)).game == "kaos"


def test_a_match_comes_to_the_desk_with_what_its_player_may_know(site: Site, page: Page) -> None:
    arrive(page, site, place_of(match_asked(site, "activation")))
    page.wait_for_selector("[data-testid=stage][data-waiting]")
    page.keyboard.press("?")
    page.click("[data-testid=match-to-desk]")
    expect(page.locator(BOARD)).to_be_visible()
    expect(page.locator("[data-testid=desk-options]")).to_be_visible()
    assert ask(link=link_of(page)).asked is not None


def test_a_spoilt_link_says_what_is_wrong_and_lets_one_begin(site: Site, page: Page) -> None:
    arrive(page, site, f"#/desk/{next(iter(GOLDEN)).removeprefix('#/desk/')[:-4]}")
    expect(page.locator("[data-testid=desk-trouble]")).to_contain_text("cut short or changed")
    page.click("[data-testid=desk-begin-krosmaster]")
    expect(page.locator(BOARD)).to_be_visible()
    expect(page.locator("[data-testid=desk-trouble]")).to_have_count(0)


def test_questions_become_a_study_that_is_a_link(site: Site, page: Page) -> None:
    opened(page, site, SMALL.line)
    expect(page.locator(VERDICT)).to_have_attribute("data-legal", "true")
    page.click("[data-testid=desk-part-study]")
    page.fill("[data-testid=study-title]", "Locks")
    page.click("[data-testid=study-add]")
    expect(page.locator("[data-testid=study-chapter]")).to_have_value("Con on c1")
    page.fill("[data-testid=study-chapters] textarea", "Armour is what matters here.")
    page.click("[data-testid=study-add]")
    page.locator("[data-testid=study-chapter]").nth(1).fill("Once more")
    page.click("[data-testid=study-share]")
    link = page.input_value("[data-testid=study-link]")
    assert violations(page) == []
    page.reload()
    page.click("[data-testid=desk-part-study]")  # it is kept in this browser
    expect(page.locator("[data-testid=study-chapter]")).to_have_count(2)
    page.goto(link)
    page.reload()
    expect(page.locator("h1")).to_have_text("Locks")
    expect(page.locator("[data-testid=study-page-chapter]").first).to_contain_text("Armour is what matters here.")
    expect(page.locator("[data-testid=study-answer]").first).to_contain_text("Con on c1")
    photograph(page, "study")
    assert violations(page) == []
    page.click("text=Open at the desk >> nth=0")
    expect(page.locator(VERDICT)).to_have_attribute("data-legal", "true")
    page.goto(f"{link[:-6]}")
    expect(page.locator("[data-testid=study-trouble]")).to_contain_text("cut short or changed")
