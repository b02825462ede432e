"""Firefox: the tutorial from start to end, every puzzle, and one screen for two; for `make check`."""

from pathlib import Path

from tests.browser.driving import place_of
from tests.browser.firefox import FirefoxPage, firefox_page
from tests.browser.test_beside import hidden_reward
from tests.browser.test_firefox_hands import STAGE, VERSIONS, answer, come
from tests.browser.test_learn import BEGUN, FIRST_PUZZLE, LESSONS, PUZZLES, solve
from tests.server.serving import Site

LESSON = "document.querySelector('[data-testid=lesson]')"
READY = f"{STAGE}?.dataset.busy === 'false' && {STAGE}.dataset.waiting !== ''"
POINTED = "document.querySelector('[data-pointed]')?.dataset.pointed"
DONE = "[...document.querySelectorAll('[data-exercise][data-done=true]')].map((one) => one.dataset.exercise)"
VERDICT = "document.querySelector('[data-testid=verdict]')?.dataset.solved"


def press_what_is_pointed_at(page: FirefoxPage) -> None:
    """A button with a ring, or the cell once the spell is in hand."""
    line = page.evaluate(f"{LESSON}.dataset.lines").split("; ")[0]
    page.wait_for(f"{POINTED} || !!document.querySelector('button.pointed')")
    if page.evaluate("!!document.querySelector('button.pointed')"):
        page.click("button.pointed")
        if line.startswith("buy"):
            page.click(f'[data-do="{line}"]')
        if not line.startswith("cast"):
            return
    page.click(f"[data-cell={page.wait_for(POINTED)}]")


def test_the_tutorial_is_played_in_firefox_from_start_to_end(site: Site, tmp_path: Path, firefox: str) -> None:
    with firefox_page(firefox, tmp_path) as page:
        come(page, site, "#/learn")
        page.click("[data-testid=learn-start]")
        for lesson in LESSONS:
            page.wait_for(f"{LESSON}?.dataset.exercise === '{lesson}'")
            while page.evaluate(f"{LESSON}.dataset.reached") != "true":
                page.wait_for(READY)
                version = page.evaluate(VERSIONS)
                press_what_is_pointed_at(page)
                page.wait_for(f"{VERSIONS} > {version} && {STAGE}.dataset.busy === 'false'")
            page.click("[data-testid=lesson-next]" if lesson != LESSONS[-1] else "[data-testid=lesson-end]")
        page.wait_for(f"{DONE}.length === {len(LESSONS)}")
        assert page.evaluate(DONE) == LESSONS


def test_every_puzzle_is_solved_in_firefox(site: Site, tmp_path: Path, firefox: str) -> None:
    """By the best answers, worked out in a match beside, whose dice fall as the server's do."""
    with firefox_page(firefox, tmp_path) as page:
        come(page, site, "#/learn")
        for puzzle in (FIRST_PUZZLE, *PUZZLES):
            page.goto("about:blank")
            page.goto(f"{site.address}/#/learn/play/{puzzle}")
            page.wait_for(f"{LESSON}?.dataset.exercise === '{puzzle}' && {READY}")
            solve(site, puzzle, page.evaluate(f"({BEGUN})()"))
            assert page.wait_for(VERDICT) == "true", puzzle


def test_one_screen_is_handed_over_in_firefox(site: Site, tmp_path: Path, firefox: str) -> None:
    """One holds a reward face down: nothing of the table is there until the other takes the screen, and answers."""
    made = site.new_match(second="human")
    with site.follow(made["id"], made["token"]) as client:
        state = client.hello()
        for line in hidden_reward():
            state = client.ask({"type": "answer", "version": state["version"], "do": line})
    with firefox_page(firefox, tmp_path) as page:
        come(page, site, place_of(made))
        page.wait_for("!!document.querySelector('[data-testid=hand-over]')")
        assert not page.evaluate(f"!!{STAGE}")
        page.click("[data-testid=hand-over-ready]")
        page.wait_for(READY)
        answer([page])
        page.wait_for(f"{VERSIONS} > {state['version']} || !!document.querySelector('[data-testid=hand-over]')")
