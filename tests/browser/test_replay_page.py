"""The replay page in a real browser: a file, the slider, the keys, the log with its clauses; any game's drawing."""

import random
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from esquive.core.dice import SeededDice
from esquive.core.match import Match
from esquive.core.shapes import SvgDrawing
from esquive.core.waiting import Decision
from esquive.core.words import EVERYTHING
from esquive.hosting.replays import Played, Table
from esquive.krosmaster.drawn.terminal import draw_position
from esquive.krosmaster.game import GAME
from esquive.krosmaster.words import KrosmasterWords
from tests.browser.driving import PHONE, SIZES, arrive, boxes, overflow, photograph, resize
from tests.server.serving import BROTHERHOOD, FIRST_BOX, Site

SETUP = {"release": "2.7", "format": "constructed", "arena": "elemental", "teams": [FIRST_BOX, BROTHERHOOD]}
ANSWERS = 250
PIECES = "Object.fromEntries([...document.querySelectorAll('.piece')].map((one) => [one.dataset.unit, one.dataset.at]))"
SLIDE = """(step) => {
  const slider = document.querySelector('[data-testid=replay-slider]')
  slider.value = step
  slider.dispatchEvent(new Event('input', { bubbles: true }))
}"""


def played(answers: int) -> Match:
    """A match that stops in the middle: a record need not have an end to be looked at."""
    found = Match(GAME, SETUP, SeededDice("page"), ["random", "random"])
    rng = random.Random(8)
    while isinstance(waiting := found.waiting, Decision) and found.version < answers:
        found.play(waiting.sample(rng))
    return found


@pytest.fixture(scope="module")
def match() -> Match:
    return played(ANSWERS)


def shown(page: Page, step: int) -> None:
    """Wait until a step is drawn."""
    page.wait_for_selector(f"[data-testid=replay-where][data-step='{step}'][data-shown='{step}']")


def bring(page: Page, site: Site, match: Match, folder: Path) -> None:
    """Open the record as a file."""
    file = folder / "game.jsonl"
    file.write_text(match.record.to_text(), encoding="utf-8")
    page.goto(f"{site.address}/#/replay")
    page.set_input_files("[data-testid=record-file]", file)
    shown(page, 0)


def go_by(page: Page, stride: str) -> None:
    """Go on by single steps, actions or turns."""
    while page.get_attribute("[data-testid=replay-stride]", "data-stride") != stride:
        page.keyboard.press("u")


ROWS = """() => ['a1', 'a12'].map((cell) => document.querySelector(`[data-cell=${cell}]`).getBoundingClientRect().y)"""


def test_a_replay_lies_as_the_board_lay_for_who_played_it(page: Page, site: Site) -> None:
    made = site.new_match(second="human")
    for token in made["player_tokens"]:
        page.goto("about:blank")
        arrive(page, site, f"#/match/{made['id']}?token={token}")
        page.wait_for_selector("[data-cell=a1]")
        first, last = page.evaluate(ROWS)
        page.evaluate("(id) => { location.hash = `#/replay/match/${id}` }", made["id"])
        shown(page, 0)
        again = page.evaluate(ROWS)
        assert (again[0] < again[1]) == (first < last)


def test_a_replay_is_played_at_the_speed_that_was_chosen(page: Page, site: Site, match: Match, tmp_path: Path) -> None:
    bring(page, site, match, tmp_path)
    speed = page.get_by_test_id("replay-speed")
    assert speed.get_attribute("data-speed") == "1"
    for wanted in ("2", "4"):
        page.keyboard.press("v")
        page.wait_for_selector(f"[data-testid=replay-speed][data-speed='{wanted}']")
    page.keyboard.press(" ")
    page.wait_for_function("() => Number(document.querySelector('[data-testid=replay-where]').dataset.step) > 8")
    page.keyboard.press(" ")
    page.reload()
    page.wait_for_selector("[data-testid=replay-speed][data-speed='4']")


def test_a_record_is_gone_through_by_slider_and_keys(page: Page, site: Site, match: Match, tmp_path: Path) -> None:
    bring(page, site, match, tmp_path)
    assert page.evaluate(PIECES) == {}
    last = match.version
    go_by(page, "step")
    page.evaluate(SLIDE, last // 2)
    shown(page, last // 2)
    page.keyboard.press("ArrowRight")
    shown(page, last // 2 + 1)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    shown(page, last // 2 - 1)
    page.keyboard.press("End")
    shown(page, last)
    assert page.evaluate(PIECES) == {
        unit["id"]: unit["at"] for unit in GAME.to_document(match.state)["unit"] if unit["at"]
    }
    turn = page.get_attribute("[data-testid=replay-where]", "data-turn")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.wait_for_function(
        "(turn) => document.querySelector('[data-testid=replay-where]').dataset.turn !== turn", arg=turn
    )
    photograph(page, "replay")
    resize(page, PHONE)
    assert overflow(page) <= 0
    page.keyboard.press("Home")
    shown(page, 0)
    page.keyboard.press("Space")
    page.wait_for_function("() => document.querySelector('[data-testid=replay-where]').dataset.step > 3")
    page.keyboard.press("Space")


def strides(match: Match) -> list[int]:
    """Where actions end, as the server tells them."""
    shown = Played(match.record, Table((), ("random", "random"), "en")).shown("x", EVERYTHING)
    return [place for place, step in enumerate(shown.steps) if step.opens and place] + [len(shown.steps)]


def test_one_goes_on_by_steps_actions_or_turns_and_it_is_remembered(
    page: Page, site: Site, match: Match, tmp_path: Path
) -> None:
    """A walk is one action, and so is an attack with its rolls; pieces walk, and are then where they stand."""
    bring(page, site, match, tmp_path)
    go_by(page, "action")
    ends = strides(match)
    start = next(one for one, other in pairwise(ends) if other - one >= 3 and one > 40)
    page.evaluate(SLIDE, start)
    shown(page, start)
    page.keyboard.press("ArrowRight")
    shown(page, ends[ends.index(start) + 1])
    page.keyboard.press("ArrowLeft")
    shown(page, start)
    page.keyboard.press("u")
    page.wait_for_selector("[data-testid=replay-stride][data-stride=turn]")
    turn = page.get_attribute("[data-testid=replay-where]", "data-turn")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function(
        "(turn) => document.querySelector('[data-testid=replay-where]').dataset.turn < turn", arg=turn
    )
    page.reload()
    page.wait_for_selector("[data-testid=replay-stride][data-stride=turn]")


def test_the_board_is_turned_by_a_button_and_a_key(page: Page, site: Site, match: Match, tmp_path: Path) -> None:
    bring(page, site, match, tmp_path)
    first = page.evaluate(ROWS)
    page.click("[data-testid=replay-turn]")
    page.wait_for_function(f"(first) => ({ROWS})()[0] !== first", arg=first[0])
    page.keyboard.press("t")
    page.wait_for_function(f"(first) => ({ROWS})()[0] === first", arg=first[0])


def test_a_step_leads_to_its_clause_and_back(page: Page, site: Site, match: Match, tmp_path: Path) -> None:
    """Its lines link to the rules; the address names the step, so that the way back leads to it."""
    bring(page, site, match, tmp_path)
    (line,) = boxes(page, "[data-testid=replay-steps] li[data-step='9'] p:first-child")
    page.mouse.click(line["x"] + 6, line["y"] + 6)
    shown(page, 9)
    clause = page.get_attribute("[data-testid=replay-log] [data-clause]", "data-clause")
    assert page.get_attribute("[data-testid=replay-log] [data-clause]", "href") == f"#/rules/{clause}"
    page.goto(f"{site.address}/#/")
    page.wait_for_selector("[data-testid=start]")
    page.go_back()
    shown(page, 9)
    page.reload()
    shown(page, 9)


def test_a_record_is_seen_at_every_size(
    page: Page, site: Site, match: Match, tmp_path: Path, sizes: tuple[str, ...]
) -> None:
    """The board is as large as the window lets it be, beside its steps or above them."""
    bring(page, site, match, tmp_path)
    smallest = {"desktop": 640, "phone": 370, "phone-on-its-side": 270, "tablet": 580, "zoomed": 320}
    for name in sizes:
        width, height = SIZES[name]
        resize(page, {"width": width, "height": height})
        board, steps = boxes(page, "main .board > *", "aside.right")
        assert overflow(page) <= 0
        assert board["width"] >= smallest[name], (name, board)
        assert board["y"] >= 0 and board["y"] + board["height"] <= height, (name, board)
        assert steps["height"] >= 150, (name, steps)


def test_a_record_that_is_kept_no_more_says_so_at_every_size(page: Page, site: Site, sizes: tuple[str, ...]) -> None:
    for width, height in (SIZES[size] for size in sizes):
        resize(page, {"width": width, "height": height})
        arrive(page, site, "#/replay/file/nothing/1")
        (box,) = boxes(page, "[data-testid=replay-trouble]")
        assert box["x"] >= 0 and box["x"] + box["width"] <= width and box["y"] < 150


def test_a_file_that_is_no_record_says_so(page: Page, site: Site, tmp_path: Path) -> None:
    file = tmp_path / "notes.jsonl"
    file.write_text("my notes", encoding="utf-8")
    page.goto(f"{site.address}/#/replay")
    page.set_input_files("[data-testid=record-file]", file)
    assert "record:1" in page.inner_text("[data-testid=replay-trouble]")


def test_a_drawing_of_the_engine_is_shown_without_what_could_act(
    page: Page, site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seam for games that draw themselves: the SVG is in the page, its scripts and handlers are not."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 90"><script>window.bad = 1</script>'
        '<circle cx="45" cy="45" r="30" onclick="window.bad = 1" fill="var(--p1)"/></svg>'
    )
    monkeypatch.setattr(
        KrosmasterWords, "shown", lambda words, seat, change=None: SvgDrawing(svg, draw_position(words.state), [])
    )
    bring(page, site, played(20), tmp_path)
    page.wait_for_selector("[data-testid=svg-position] circle")
    page.click("[data-testid=svg-position] circle")
    expect(page.locator("[data-testid=svg-position] script")).to_have_count(0)
    assert page.evaluate("window.bad ?? 0") == 0
    assert "a b c d" in " ".join((page.get_attribute("[data-testid=svg-position]", "aria-label") or "").split())
    go_by(page, "step")
    page.keyboard.press("ArrowRight")
    shown(page, 1)


def test_what_a_record_was_played_with_that_is_not_the_same_any_more_stands_over_its_steps(
    page: Page, site: Site, tmp_path: Path
) -> None:
    match = played(30)
    uses = match.record.header["uses"]
    match.record.header["uses"] = {**uses, "rules": 0, "card": {**uses["card"], "oscar-kass": "0"}}
    bring(page, site, match, tmp_path)
    assert page.locator("[data-testid=replay-changed]").all_inner_texts() == [
        f"it was played by revision 0 of the rules, and this program plays by revision {GAME.revision}",
        "oscar-kass is not the card it was played with",
    ]
    photograph(page, "replay-changed")
