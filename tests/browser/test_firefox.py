"""A duel in Firefox by keyboard alone; for `make check`, where there is a Firefox."""

import json
from pathlib import Path

from tests.browser.driving import late, place_of
from tests.browser.firefox import FirefoxPage, firefox_page
from tests.server.serving import Site

ANSWERS = 400
TRIES = 5
STAGE = "document.querySelector('[data-testid=stage]')"
ASKED = (
    f"({STAGE}?.dataset.waiting && {STAGE}.dataset.busy === 'false') || !!document.querySelector('[data-testid=over]')"
)
OVER = "document.querySelector('[data-testid=over]')?.dataset.winner ?? ''"
# Whether the spell in hand reaches an enemy, and whether the cursor is on one, as cells are told to a reader.
AIMED = "[...document.querySelectorAll('[role=gridcell]')].some((one) => /Bob.*can be targeted/.test(one.ariaLabel))"
HELD = "/Bob/.test(document.querySelector('[aria-selected=true]')?.ariaLabel)"


def test_a_duel_is_played_to_its_end_in_firefox_by_keyboard(site: Site, tmp_path: Path, firefox: str) -> None:
    """From late in a game: what is asked is answered by number, spells by number, N and Enter."""
    made = late(site)
    with firefox_page(firefox, tmp_path) as page:
        page.goto(site.address)
        page.evaluate("localStorage.setItem('esquive.pace', 'instant')")
        page.evaluate("localStorage.setItem('esquive.asksEnd', 'no')")
        page.goto("about:blank")  # settings are read when the client is loaded
        page.goto(f"{site.address}/{place_of(made)}")
        for _ in range(ANSWERS):
            page.wait_for(ASKED)
            if winner := page.evaluate(OVER):
                break
            answer(page)
        record = str(site.ask(f"/api/matches/{made['id']}/record", token=made["token"])[1])
        assert json.loads(record.strip().splitlines()[-1])["end"]["winner"] == winner


def answer(page: FirefoxPage) -> None:
    """Strike whom a spell reaches, else end; then wait until it has counted."""
    version = page.evaluate(f"{STAGE}.dataset.version")
    counted = f"{STAGE}.dataset.version !== '{version}' || !!document.querySelector('[data-testid=over]')"
    for _ in range(TRIES):  # a key pressed while the board still moves is not heard
        if page.evaluate(f"{STAGE}.dataset.waiting") != "activation":
            page.press("1")
        elif not strikes(page):
            page.press("e")
        if page.comes_true(counted, 4.0):
            return
    raise AssertionError(f"no answer counts at {version}")


def strikes(page: FirefoxPage) -> bool:
    """Whether a spell was cast at an enemy, found by N."""
    for number in "1234":
        page.press(number)
        if page.evaluate(AIMED):
            for _ in range(40):
                page.press("n")
                if page.evaluate(HELD):
                    page.press("Enter")
                    return True
        page.press("Escape", "Escape")
    return False
