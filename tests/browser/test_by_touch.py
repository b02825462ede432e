"""A duel by touch, on a phone, to its end: the first tap shows what would happen, the second one does it."""

import json

from playwright.sync_api import Browser

from tests.browser.driving import LONGEST_WAIT, PHONE, last_blows, pages_of, place_of, shot
from tests.browser.player import Player
from tests.server.serving import Site

# It has counted, or what it would come to is shown.
ANSWERED = """(version) => {
  const stage = document.querySelector('[data-testid=stage]')
  return document.querySelector('[data-testid=over]') || Number(stage.dataset.version) > version
    || document.querySelector('.again') && 'looked'
}"""


class Finger(Player):
    """Plays as `Player` does, by taps alone; `looks` counts those that only showed something."""

    looks = 0

    def click(self, selector: str) -> None:
        self.page.tap(selector.replace("button[data-spell", "button[data-strip"))

    def cell(self, cell: str) -> None:
        version = self.look()["version"]
        self.page.tap(f"[data-cell={cell}]")
        if self.page.wait_for_function(ANSWERED, arg=version, timeout=LONGEST_WAIT).json_value() == "looked":
            assert self.look()["version"] == version, "nothing is done by a first tap"
            if not self.looks:
                shot(self.page, "touch-looked")
            self.looks += 1
            self.page.tap(f"[data-cell={cell}]")


def test_a_duel_is_played_to_its_end_by_touch(site: Site, browser: Browser) -> None:
    made = last_blows(site, "elemental", "d6")
    with pages_of(browser, has_touch=True, is_mobile=True, viewport=PHONE) as ((page,), troubles):
        page.goto(f"{site.address}/{place_of(made)}")
        assert "the first tap shows the odds" in page.inner_text("[data-testid=first-hint]")
        finger = Finger(page, ["oscar"])
        winner = finger.to_the_end()
        assert finger.looks
        record = str(site.ask(f"/api/matches/{made['id']}/record", token=made["token"])[1])
        assert json.loads(record.splitlines()[-1])["end"]["winner"] == winner
        assert troubles == []
