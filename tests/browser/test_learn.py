"""The tutorial, the puzzles, how it is played, and the hints of first games: as somebody new meets them."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from esquive.agents.solver import Solver
from esquive.core.dice import CommittedDice
from esquive.core.match import Match
from esquive.core.practice import setup_of_practice
from esquive.hosting.resumption import take_forced
from esquive.krosmaster.game import GAME
from tests.browser.axe import violations
from tests.browser.driving import PHONE, arrive, overflow, resize
from tests.server.serving import Site
from tests.ways import again

LESSONS = [one.id for one in GAME.exercises().values() if one.kind == "lesson"]
FIRST_PUZZLE, *PUZZLES = (one.id for one in GAME.exercises().values() if one.kind == "puzzle")
LESSON = "[data-testid=lesson]"
READY = """() => {
  const stage = document.querySelector('[data-testid=stage]')
  return !!stage && stage.dataset.busy === 'false' && stage.dataset.waiting !== ''
}"""
BUTTON = "button.pointed"
CELL = "[data-pointed]"
BEGUN = "() => localStorage.getItem('esquive.learn')"
LEFT = """(version) => Number(document.querySelector('[data-testid=stage]')?.dataset.version ?? 0) > version"""


def said(page: Page) -> dict[str, Any]:
    return dict(page.locator(LESSON).evaluate("(one) => ({...one.dataset})"))


def version(page: Page) -> int:
    return int(page.get_attribute("[data-testid=stage]", "data-version") or 0)


def enter(page: Page, site: Site, hash_: str, language: str = "en") -> None:
    """The page as somebody sees it who comes for the first time."""
    arrive(page, site, hash_, language=language, learn=None)


def by_mouse(page: Page, told: dict[str, Any]) -> None:
    """What the ring is round: a button, or the cell once the spell is in hand."""
    page.wait_for_selector(f"{BUTTON}, {CELL}")
    if page.locator(BUTTON).count():
        page.locator(BUTTON).first.click()
        line = told["lines"].split("; ")[0]
        if line.startswith("buy"):
            page.click(f'[data-do="{line}"]')
        if not line.startswith("cast"):
            return
    cell = page.wait_for_selector(CELL)
    page.click(f"[data-cell={cell.get_attribute('data-pointed')}]")


def by_keys(page: Page, told: dict[str, Any]) -> None:
    """Letters, numbers, and the cursor on the board."""
    lines = told["lines"].split("; ")
    verb, *rest = lines[0].split()
    if verb == "end":
        page.keyboard.press("e")
    elif verb == "collect":
        page.keyboard.press("c")
    elif verb == "buy":
        page.keyboard.press("b")
        page.locator(f'[data-do="{lines[0]}"]').focus()
        page.keyboard.press("Enter")
    elif verb in ("reroll", "inspire"):
        page.locator(f'[data-testid=decision] [data-do="{lines[0]}"]').first.focus()
        page.keyboard.press("Enter")
    else:
        if verb == "cast":
            spells = page.locator("button[data-spell]").evaluate_all("(all) => all.map((one) => one.dataset.spell)")
            page.keyboard.press(str(spells.index(rest[0]) + 1))
        reach(page, told["look"])
        page.keyboard.press("Enter")


def reach(page: Page, cell: str) -> None:
    """The cursor, brought to a cell with the arrows."""
    page.keyboard.press("ArrowUp")
    for _ in range(40):
        at = page.get_attribute("[data-testid=board]", "aria-activedescendant") or "cell-a1"
        x, y = ord(cell[0]) - ord(at[5]), int(cell[1:]) - int(at[6:])
        if not x and not y:
            return
        page.keyboard.press("ArrowRight" if x > 0 else "ArrowLeft" if x < 0 else "ArrowUp" if y > 0 else "ArrowDown")
    raise AssertionError(f"the cursor does not come to {cell}")


def play(page: Page, lesson: str, way: Any) -> None:
    """One lesson from start to end."""
    page.wait_for_selector(f"{LESSON}[data-exercise={lesson}]")
    for _ in range(16):
        told = said(page)
        if told["reached"] == "true":
            return
        page.wait_for_function(READY)
        told, before = said(page), version(page)
        way(page, told)
        page.wait_for_function(LEFT, arg=before)
        page.wait_for_function("() => document.querySelector('[data-testid=stage]').dataset.busy === 'false'")
    raise AssertionError(f"{lesson} has no end")


@pytest.mark.parametrize(("language", "way"), [("it", by_mouse), again("en", by_mouse), again("fr", by_keys)])
def test_the_tutorial_is_played_from_start_to_end(page: Page, site: Site, language: str, way: Any) -> None:
    enter(page, site, "#/learn", language)
    page.click("[data-testid=learn-start]")
    for lesson in LESSONS:
        play(page, lesson, way)
        told = GAME.exercises()[lesson].done[language]
        expect(page.locator("[data-testid=lesson-text]")).to_contain_text(told)
        page.click("[data-testid=lesson-next]" if lesson != LESSONS[-1] else "[data-testid=lesson-end]")
    page.wait_for_selector("[data-exercise][data-done=true]")
    done = page.locator("[data-exercise][data-done=true]").evaluate_all(
        "(all) => all.map((one) => one.dataset.exercise)"
    )
    assert done == LESSONS


def test_something_else_is_not_played_but_hinted_at(page: Page, site: Site) -> None:
    enter(page, site, "#/learn/play/strike")
    page.wait_for_function(READY)
    before = version(page)
    page.click("button[data-do=end]")
    expect(page.locator("[data-testid=lesson-hint]")).to_contain_text("Choose Con")
    assert version(page) == before


def test_a_lesson_goes_on_where_one_left_it_and_is_begun_again_or_skipped_at_will(page: Page, site: Site) -> None:
    enter(page, site, "#/learn/play/strike")
    page.wait_for_function(READY)
    by_mouse(page, said(page))
    page.wait_for_selector(f"{LESSON}[data-step='1']")
    page.reload()
    page.wait_for_selector(f"{LESSON}[data-step='1']")
    page.click("[data-testid=lesson-again]")
    page.wait_for_selector(f"{LESSON}[data-step='0']")
    page.click("[data-testid=lesson-skip]")
    page.wait_for_selector(f"{LESSON}[data-exercise=line-of-sight]")


def test_a_lesson_that_went_astray_says_so(page: Page, site: Site) -> None:
    enter(page, site, "#/learn/play/move-and-collect")
    for cell in ("b1", "a1", "a2"):
        page.wait_for_function(READY)
        before = version(page)
        page.click(f"[data-cell={cell}]")
        page.wait_for_function(LEFT, arg=before)
    expect(page.locator(LESSON)).to_contain_text("Start this lesson over")


def solve(site: Site, puzzle: str, kept: str) -> None:
    """Give the best answers, worked out in a match beside whose dice fall as here; `kept` is what the browser keeps."""
    exercise, begun = GAME.exercises()[puzzle], json.loads(kept)["begun"][puzzle]
    solver = Solver(GAME, exercise)
    beside = Match(GAME, setup_of_practice(exercise), CommittedDice(b"0" * 32, ("", "")))
    with site.follow(begun["id"], begun["token"]) as client:
        told = client.hello()
        while not told["practice"]["over"]:
            line = solver.best(beside.state)
            beside.push(line)
            take_forced(beside)
            told = client.ask({"type": "answer", "version": told["version"], "do": line})
            assert told["version"] == beside.version


@pytest.mark.parametrize("puzzle", [FIRST_PUZZLE, *map(again, PUZZLES)])
def test_a_puzzle_is_solved_by_the_best_answers(page: Page, site: Site, puzzle: str) -> None:
    """The answers are worked out in a match beside, whose dice fall as the server's do."""
    enter(page, site, f"#/learn/play/{puzzle}")
    page.wait_for_selector(f"{LESSON}[data-exercise={puzzle}]")
    solve(site, puzzle, page.evaluate(BEGUN))
    expect(page.locator("[data-testid=verdict]")).to_have_attribute("data-solved", "true")
    page.goto(f"{site.address}/#/learn")
    expect(page.locator(f"li[data-exercise={puzzle}]")).to_have_attribute("data-done", "true")


def test_a_poor_try_at_a_puzzle_says_what_it_was_worth_and_may_be_made_again(page: Page, site: Site) -> None:
    enter(page, site, "#/learn/play/close-in")
    page.wait_for_function(READY)
    page.click("button[data-do=end]")
    expect(page.locator("[data-testid=verdict]")).to_contain_text("worth 0 %; the best there was: 80.6 %")
    expect(page.locator("[data-testid=verdict]")).to_have_attribute("data-solved", "false")
    page.click("[data-testid=lesson-again]")
    expect(page.locator("[data-testid=lesson-text]")).to_contain_text("KO Lil Healey")


@pytest.mark.parametrize("language", ["fr", again("en"), again("it")])
def test_how_it_is_played_has_the_engines_drawings(page: Page, site: Site, language: str) -> None:
    enter(page, site, "#/learn/how", language)
    expect(page.locator("[data-testid=how-drawing] svg")).to_have_count(6)
    resize(page, PHONE)
    assert overflow(page) <= 0
    assert violations(page) == []


@pytest.mark.parametrize("where", ["#/learn", again("#/learn/play/strike"), again("#/learn/play/close-in")])
def test_axe_has_nothing_to_say(page: Page, site: Site, where: str) -> None:
    enter(page, site, where)
    page.wait_for_selector("[data-exercise]")
    for size in ({"width": 1440, "height": 900}, PHONE):
        resize(page, size)
        assert violations(page) == []


def test_who_has_done_all_lessons_is_shown_the_way_on(page: Page, site: Site) -> None:
    """To a game and to the puzzles, not to the first lesson again; and each list says of which game it is."""
    enter(page, site, "#/learn")
    expect(page.get_by_test_id("learn-start")).to_be_visible()
    headings = page.locator("main h2").all_inner_texts()
    assert headings[0].startswith("Krosmaster Arena ·") and headings[1].startswith("Kaos ·")
    page.evaluate("(done) => localStorage.setItem('esquive.learn', JSON.stringify({ done }))", LESSONS)
    page.reload()
    done = page.get_by_test_id("learn-done")
    expect(done.locator("a").first).to_have_attribute("href", "#/")
    expect(done.locator("a").last).to_have_attribute("href", f"#/learn/play/{FIRST_PUZZLE}")
    expect(page.get_by_test_id("learn-start")).to_have_count(0)


def test_first_games_have_a_hint_for_each_new_decision(page: Page, site: Site) -> None:
    """Waved away it does not come back; who has played three matches sees none."""
    enter(page, site, "#/")
    page.click("[data-testid=play-now]")
    hint = page.locator("[data-testid=first-hint]")
    expect(hint).to_have_attribute("data-kind", "deployment")
    page.click("[data-testid=first-hint-got]")
    expect(hint).to_have_count(0)
    page.reload()
    page.wait_for_function(READY)
    expect(hint).to_have_count(0)
    page.evaluate("() => localStorage.setItem('esquive.learn', JSON.stringify({ played: ['a', 'b', 'c'] }))")
    page.click("[data-testid=home]")
    page.reload()
    page.click("[data-testid=play-now]")
    page.wait_for_function(READY)
    expect(hint).to_have_count(0)


def test_help_comes_by_a_button_in_steps_and_the_line_is_shown_on_the_board(page: Page, site: Site) -> None:
    """What was shown solves nothing; what is solved the same day after that is marked as solved with help."""
    enter(page, site, "#/learn/play/unlocked")
    for level in ("1", "2", "3"):
        page.get_by_test_id("puzzle-hint").press("Enter")
        expect(page.get_by_test_id("puzzle-help")).to_have_attribute("data-level", level)
    assert violations(page) == []
    page.get_by_test_id("puzzle-show").press("Enter")
    expect(page.get_by_test_id("verdict")).to_be_visible()
    assert json.loads(page.evaluate(BEGUN))["done"] == []
    page.click("[data-testid=lesson-again]")
    for cell in ("a2", "a3", "b3"):
        page.wait_for_function(READY)
        page.click(f"[data-cell={cell}]")
        page.wait_for_function(
            "(cell) => document.querySelector('[data-testid=stage]')?.dataset.busy === 'false'", arg=cell
        )
    expect(page.get_by_test_id("verdict")).to_have_attribute("data-solved", "true")
    assert json.loads(page.evaluate(BEGUN))["helped"] == ["unlocked"]


def test_the_puzzle_of_the_day_is_found_from_the_front_page(page: Page, site: Site) -> None:
    enter(page, site, "#/")
    page.get_by_test_id("to-daily").click()
    expect(page.get_by_test_id("daily-play")).to_be_visible()
    resize(page, PHONE)
    assert overflow(page) <= 0
    assert violations(page) == []
    page.get_by_test_id("daily-play").click()
    expect(page.locator(LESSON)).to_have_attribute(
        "data-exercise", page.locator(LESSON).get_attribute("data-exercise") or ""
    )
