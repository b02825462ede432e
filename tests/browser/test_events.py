"""What happens is shown, heard, paced and passed over; and what a click would come to is told before it."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from esquive.krosmaster.game import GAME
from tests.browser.driving import arrive, begun, drawn, place_of
from tests.browser.player import Player
from tests.server.serving import Site
from tests.ways import again

Made = Callable[..., dict[str, Any]]  # makes a match
BOT_TURN = 6000.0  # ms a turn of a bot may take on the default pace
STEP = 240  # ms that a step of it rests at most
LESSONS = GAME.exercises()
NEIGHBOUR = "d3"  # where an enemy stands beside the unit of the lessons


def sit_down(site: Site, page: Page, pace: str = "", make: Made = Site.new_match, **seats: Any) -> Player:
    """A match of one's own, at its first decision."""
    made = make(site, **seats)
    arrive(page, site, place_of(made), pace=pace or None, sound=None)
    player = Player(page, [])
    player.settle(-1)
    return player


def at_first_activation(site: Site, page: Page, make: Made = begun) -> Player:
    player = sit_down(site, page, "instant", make)
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


# How many ms the page has chosen to rest between what it shows, and how many when it was told to pass over it.
RESTED = """(() => {
  if ('rested' in window) return
  window.rested = 0
  const set = window.setTimeout
  window.setTimeout = (what, wait = 0, ...given) => {
    if (wait <= STEP) window.rested += wait
    return set(what, wait, ...given)
  }
})()"""
PASS_OVER = """(way) => new MutationObserver((_, observer) => {
  const skip = document.querySelector('[data-testid=skip]')
  if (!skip) return
  observer.disconnect()
  way === 'button' ? skip.click() : skip.dispatchEvent(new KeyboardEvent('keydown', { key: 's', bubbles: true }))
  window.passed = window.rested
}).observe(document.body, { childList: true, subtree: true })"""
GONE_ON = """(version) => {
  const { waiting, version: now } = document.querySelector('[data-testid=stage]').dataset
  return waiting === '' || Number(now) > version
}"""


@pytest.mark.parametrize("way", ["button", again("key")])
def test_what_a_bot_does_is_passed_over(site: Site, page: Page, way: str) -> None:
    page.add_init_script(RESTED.replace("STEP", str(STEP)))
    player = sit_down(site, page, "calm", begun, second="greedy")
    page.evaluate(PASS_OVER, way)
    while not page.evaluate("() => 'passed' in window"):  # the turn is ended, whoever of one's own is still to act
        seen = player.look()
        page.click("button[data-do=end]") if seen["waiting"] == "activation" else player.play(seen)
        page.wait_for_function(GONE_ON, arg=seen["version"])
        player.settle(seen["version"])
    assert page.evaluate("() => window.rested - window.passed") < STEP
    expect(page.get_by_test_id("skip")).to_have_count(0)


@pytest.mark.again
def test_a_turn_of_a_bot_takes_less_than_six_seconds(site: Site, page: Page) -> None:
    """On the default pace, from the end of one's own turn to the next thing one is asked; counted are the rests."""
    page.add_init_script(RESTED.replace("STEP", str(STEP)))
    player = sit_down(site, page, "", begun, second="greedy")
    expect(page.get_by_test_id("pace")).to_have_attribute("data-pace", "calm")
    rested = 0.0
    while rested < STEP:
        seen = player.look()
        page.evaluate("() => { window.rested = 0 }")
        page.click("button[data-do=end]") if seen["waiting"] == "activation" else player.play(seen)
        player.settle(seen["version"])
        rested = page.evaluate("() => window.rested")
    assert rested < BOT_TURN


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


def test_dice_say_what_came_of_the_odds_just_read(site: Site, page: Page) -> None:
    player = at_first_activation(site, page, lambda site: drawn(site, LESSONS["strike"].document))
    page.click("button[data-spell=con]")
    page.hover(f"[data-cell={NEIGHBOUR}]")
    odds = page.locator("[data-testid=odds] [data-testid=chances] li")
    odds.first.wait_for()
    read = dict(
        zip(odds.locator("span:last-child").all_inner_texts(), odds.locator("b").all_inner_texts(), strict=True)
    )
    player.cell(NEIGHBOUR)
    verdict = page.get_by_test_id("verdict")
    verdict.wait_for()
    told = verdict.locator("b").inner_text()
    text = verdict.inner_text().removeprefix(told).strip()
    assert text in read, "it is told in the words that were read"
    assert number(read[text]) <= number(told) <= 100.1 and told.endswith(": yes.")


# The first dice that fall are measured where they are drawn: they do not lie there for long.
DICE = """() => new MutationObserver((_, observer) => {
  const event = document.querySelector('[data-testid=dice-event]')
  const die = event?.querySelector('[data-face]')
  if (!die || die.isWatched) return
  die.isWatched = true
  const come = event.getAnimations({ subtree: true }).map((one) => one.finished)
  Promise.allSettled(come).then(() => requestAnimationFrame(() => {
    if (!die.isConnected || window.dice) return // taken away while the machine was busy: the next ones are looked at
    observer.disconnect()
    const [box, board] = [die, document.querySelector('[data-testid=board]')].map((one) => one.getBoundingClientRect())
    window.dice = { hidden: event.getAttribute('aria-hidden'), die: box.toJSON(), board: board.toJSON() }
  }))
}).observe(document.body, { childList: true, subtree: true })"""


def test_dice_fall_large_over_the_board_and_are_heard_once_as_a_sentence(site: Site, page: Page) -> None:
    player = sit_down(site, page, "calm")
    page.evaluate(DICE)
    for _ in range(40):
        if dice := page.evaluate("() => window.dice"):
            break
        seen = player.look()
        player.play(seen)
        player.settle(seen["version"])
    assert dice and dice["hidden"] == "true"
    die, board = dice["die"], dice["board"]
    assert die["width"] >= 70
    assert abs(die["y"] + die["height"] / 2 - board["y"] - board["height"] / 2) < board["height"] / 4


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
    expect(threat.locator("rect").nth(3)).to_be_attached()
    assert "next turn" in page.inner_text("[data-testid=threat-words]")


def test_a_way_past_an_enemy_tells_how_likely_one_gets_away(site: Site, page: Page) -> None:
    at_first_activation(site, page, lambda site: drawn(site, LESSONS["lock-and-dodge"].document))
    lock = page.locator("[data-mark=reach]:has(.lock)").first
    page.hover(f"[data-cell={lock.get_attribute('data-mark-cell')}]")
    assert re.search(r"gets away: .+ \d", page.inner_text("[data-testid=through]"))
