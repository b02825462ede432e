"""What happens is shown, heard, paced and passed over; and what a click would come to is told before it."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import arrive, begun, place_of
from tests.browser.player import Player, distance
from tests.server.serving import Site

Made = Callable[..., dict[str, Any]]  # makes a match
BOT_TURN = 6.0  # seconds a turn of a bot may take on the default pace
SETTLED = "() => document.querySelector('[data-testid=stage]')?.dataset.waiting"
MOST_ANSWERS = 220


def sit_down(site: Site, page: Page, pace: str = "", make: Made = Site.new_match, **seats: Any) -> Player:
    """A match of one's own, at its first decision."""
    made = make(site, **seats)
    arrive(page, site, place_of(made), pace=pace or None, sound=None)
    player = Player(page, [])
    player.settle(-1)
    return player


def play_until(player: Player, found: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Plays on until something is so that is waited for."""
    for _ in range(MOST_ANSWERS):
        seen = player.look()
        assert not seen["over"], "the game is over before"
        if found(seen):
            return seen
        player.play(seen)
        player.settle(seen["version"])
    raise AssertionError("it never came to that")


def at_first_activation(site: Site, page: Page, **more: Any) -> Player:
    player = sit_down(site, page, "instant", begun, **more)
    seen = player.look()
    against = enemies(page)
    player.own = [unit for cell, unit in seen["pieces"].items() if cell not in against]
    return player


def test_the_pace_is_chosen_beside_the_board_and_remembered(site: Site, page: Page) -> None:
    player = at_first_activation(site, page)
    control = page.get_by_test_id("pace")
    expect(control).to_have_attribute("data-pace", "instant")
    control.click()
    expect(control).to_have_attribute("data-pace", "calm")
    page.keyboard.press("p")
    expect(control).to_have_attribute("data-pace", "quick")
    assert page.evaluate("() => localStorage.getItem('esquive.pace')") == "quick"
    assert player.look()["waiting"] == "activation"


@pytest.mark.parametrize("way", ["button", "key"])
def test_what_a_bot_does_is_passed_over(site: Site, page: Page, way: str) -> None:
    player = sit_down(site, page, "calm", begun, second="greedy")
    asked = page.evaluate(SETTLED)
    while asked:  # the turn is ended, whoever of one's own is still to act
        page.click("button[data-do=end]") if asked == "activation" else player.play(player.look())
        page.wait_for_timeout(150)
        asked = page.evaluate(SETTLED)
    skip = page.get_by_test_id("skip")
    expect(skip).to_be_visible()
    began = time.monotonic()
    skip.click() if way == "button" else page.keyboard.press("s")
    page.wait_for_function("() => document.querySelector('[data-testid=skip]')?.disabled ?? true")
    page.wait_for_function(SETTLED, timeout=8_000)
    assert time.monotonic() - began < 3.0
    expect(skip).to_have_count(0)


def test_a_turn_of_a_bot_takes_less_than_six_seconds(site: Site, page: Page) -> None:
    """On the default pace, from the end of one's own turn to the next thing one is asked."""
    player = sit_down(site, page, "", second="greedy")
    expect(page.get_by_test_id("pace")).to_have_attribute("data-pace", "calm")
    turns: list[float] = []
    while len(turns) < 2:
        seen = player.look()
        if seen["waiting"] == "activation":
            page.click("button[data-do=end]")
        else:
            player.play(seen)
        began = time.monotonic()
        page.wait_for_timeout(120)
        was_asked = page.get_by_test_id("skip").count() > 0
        player.settle(seen["version"])
        if was_asked and seen["waiting"] == "activation":
            turns.append(time.monotonic() - began)
    assert max(turns) < BOT_TURN, turns


def number(told: str) -> float:
    """The percentage in a text."""
    found = re.search(r"\d+(\.\d+)?", told)
    assert found
    return float(found[0])


OWNERS = """() => Object.fromEntries([...document.querySelectorAll('.piece[data-at]')].map((piece) =>
  [piece.dataset.at, piece.querySelector('.p1') ? 'p1' : 'p2']))"""
ACTS = "() => document.querySelector('[data-testid=stage]').dataset.seat"


def enemies(page: Page) -> list[str]:
    """The cells of those who are against the one who acts."""
    seat = page.evaluate(ACTS)
    return [cell for cell, owner in page.evaluate(OWNERS).items() if owner != seat]


def beside(page: Page) -> Callable[[dict[str, Any]], bool]:
    """Whether the one who acts stands beside an enemy."""

    def found(seen: dict[str, Any]) -> bool:
        here = {unit: cell for cell, unit in seen["pieces"].items()}.get(seen["own"])
        return bool(
            seen["waiting"] == "activation" and here and any(distance(here, other) == 1 for other in enemies(page))
        )

    return found


def test_dice_say_what_came_of_the_odds_just_read(site: Site, page: Page) -> None:
    player = at_first_activation(site, page)
    for _ in range(40):
        seen = play_until(player, beside(page))
        for spell, is_barred in seen["spells"]:
            if is_barred:
                continue
            page.click(f"button[data-spell={spell}]")
            targets = [cell for mark, cell in player.look()["marks"] if mark == "target" and cell in enemies(page)]
            if not targets:
                continue
            page.hover(f"[data-cell={targets[0]}]")
            odds = page.locator("[data-testid=odds] [data-testid=chances] li")
            odds.first.wait_for(timeout=3_000)
            read = dict(
                zip(odds.locator("span:last-child").all_inner_texts(), odds.locator("b").all_inner_texts(), strict=True)
            )
            player.cell(targets[0])
            verdict = page.get_by_test_id("verdict")
            verdict.wait_for(timeout=3_000)
            told = verdict.locator("b").inner_text()
            text = verdict.inner_text().removeprefix(told).strip()
            assert text in read, "it is told in the words that were read"
            assert number(read[text]) <= number(told) <= 100.1 and told.endswith(": yes.")
            return
        player.click("button[data-do=end]")
        player.settle(seen["version"])
    raise AssertionError("nobody could be struck")


def test_dice_fall_large_over_the_board_and_are_heard_once_as_a_sentence(site: Site, page: Page) -> None:
    player = sit_down(site, page, "calm")
    for _ in range(40):
        seen = player.look()
        player.play(seen)
        page.wait_for_timeout(250)
        if page.get_by_test_id("dice-event").locator("[data-face]").count():
            break
        player.settle(seen["version"])
    event = page.get_by_test_id("dice-event")
    assert event.get_attribute("aria-hidden") == "true"
    die, board = event.locator("[data-face]").first.bounding_box(), page.get_by_test_id("board").bounding_box()
    assert die and board and die["width"] >= 70
    assert abs(die["y"] + die["height"] / 2 - board["y"] - board["height"] / 2) < board["height"] / 4
    player.settle(-1)


def test_sound_is_made_without_files_and_one_key_ends_it(site: Site, page: Page) -> None:
    at_first_activation(site, page)
    page.evaluate(
        """() => {
          window.noises = 0
          const make = AudioContext.prototype.createOscillator
          AudioContext.prototype.createOscillator = function () { window.noises += 1; return make.call(this) }
        }"""
    )
    control = page.get_by_test_id("sound")
    expect(control).to_have_attribute("aria-pressed", "true")
    Player(page, []).play(Player(page, []).look())
    page.wait_for_function("() => window.noises > 0")
    page.keyboard.press("m")
    expect(control).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("() => localStorage.getItem('esquive.sound')") == "off"
    page.reload()
    expect(page.get_by_test_id("sound")).to_have_attribute("aria-pressed", "false")


def test_a_shared_screen_is_silent_at_first(site: Site, page: Page) -> None:
    sit_down(site, page, "instant", second="human")
    control = page.get_by_test_id("sound")
    expect(control).to_have_attribute("aria-pressed", "false")
    control.click()
    expect(control).to_have_attribute("aria-pressed", "true")


def test_an_enemy_pointed_at_shows_what_it_threatens(site: Site, page: Page) -> None:
    player = at_first_activation(site, page)
    enemy = enemies(page)[0]
    unit = player.look()["pieces"][enemy]
    page.hover(f"[data-cell={enemy}]")
    threat = page.get_by_test_id("threat")
    threat.wait_for(state="attached")
    assert threat.get_attribute("data-unit") == unit
    assert threat.locator("rect").count() > 3
    assert "next turn" in page.inner_text("[data-testid=threat-words]")


def test_a_way_past_an_enemy_tells_how_likely_one_gets_away(site: Site, page: Page) -> None:
    player = at_first_activation(site, page)
    lock = page.locator("[data-mark=reach]:has(.lock)").first
    play_until(player, lambda seen: beside(page)(seen) and lock.count() > 0)
    page.hover(f"[data-cell={lock.get_attribute('data-mark-cell')}]")
    assert re.search(r"gets away: .+ \d", page.inner_text("[data-testid=through]"))
