"""Every word is explained where it stands, and every button says what it does: by mouse, by keys and by touch."""

import json

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.axe import violations
from tests.browser.driving import (
    DESKTOP,
    PHONE,
    SIZES as USUAL_SIZES,
    arrive,
    begun,
    overflow,
    place_of,
    resize,
    shot,
    still,
)
from tests.browser.player import Player
from tests.server.serving import Site
from tests.ways import again

CLAUSE = {"en": "Clause 2.4.6", "fr": "Article 2.4.6", "it": "Articolo 2.4.6"}
AP = {"en": "AP are what a character", "fr": "Les PA", "it": "I PA"}
SOLD = {
    "en": ("gets 3 Kamas", "gets 1 Kama "),
    "fr": ("reçoit 3 Kamas", "reçoit 1 Kama,"),
    "it": ("riceve 3 Kama", "riceve 1 Kama,"),
}
# A sentence in it, or where several say the same the one that all of them show.
SAYS = ":is(:has([data-testid=tells]), [title]:not([title='']))"


def activation(site: Site, page: Page, language: str = "en", second: str = "random") -> Player:
    """A match of which the first activation is asked for."""
    made = begun(site, second=second)
    arrive(page, site, place_of(made), language=language)
    player = Player(page, [])
    player.settle(-1)
    page.wait_for_function("() => document.querySelectorAll('[data-testid=unit-card] button.term').length > 3")
    return player


@pytest.mark.parametrize("language", ["it", again("en"), again("fr")])
def test_a_word_is_explained_under_the_pointer_and_its_clause_opens_beside_the_board(
    site: Site, page: Page, language: str
) -> None:
    activation(site, page, language)
    page.hover("[data-gauge=ap]")
    tip = page.inner_text("[data-testid=tip]")
    assert AP[language] in tip
    assert CLAUSE[language] in tip
    page.click("[data-gauge=ap]")
    page.wait_for_selector('[data-testid=clause-beside][data-clause="2.4.6"] [data-testid=clause-words]')
    assert page.inner_text("[data-testid=clause-words]") in tip
    assert "/match/" in page.url
    expect(page.locator("[data-testid=board]")).to_be_visible()
    shot(page, f"words-clause-{language}")
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-testid=clause-beside]", state="detached")
    page.click("[data-gauge=hp]")
    page.click("[data-testid=clause-beside] [data-page]")
    page.wait_for_selector("[data-testid=clause]")
    page.go_back()
    page.wait_for_selector("[data-testid=board]")


def test_words_in_the_text_of_a_spell_are_those_that_the_server_marks(site: Site, page: Page) -> None:
    activation(site, page)
    known = {one["id"]: one["words"] for one in page.evaluate("() => fetch('/api/terms').then((one) => one.json())")}
    marked = page.evaluate(
        "() => [...document.querySelectorAll('.text [data-term]')].map((one) => [one.dataset.term, one.textContent])"
    )
    assert marked
    assert all(word in known[term] for term, word in marked)
    page.hover(".text [data-term] >> nth=0")
    assert page.inner_text("[data-testid=tip] b >> nth=0") == known[marked[0][0]][0]


@pytest.mark.again
def test_by_keys_the_focus_explains_and_a_press_opens(site: Site, page: Page) -> None:
    """A word comes up with the focus, is named to who listens, opens with Enter and goes with Escape."""
    activation(site, page)
    page.mouse.move(2, 2)
    page.focus("[data-testid=unit-card] [data-term=initiative]")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    page.wait_for_selector("[data-testid=tip]")
    assert page.get_attribute("[data-testid=unit-card] [data-term=initiative]", "aria-describedby") == "tip"
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-testid=tip]", state="detached")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-testid=clause-beside]")
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-testid=clause-beside]", state="detached")
    page.focus("[data-explain] >> nth=0")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-testid=words] [data-word]")
    expect(page.locator("[data-testid=words] [data-word]").nth(2)).to_be_attached()
    assert violations(page) == []
    page.click("[data-testid=words] [data-clause] >> nth=0")
    page.wait_for_selector("[data-testid=clause-beside]")
    assert violations(page) == []


@pytest.mark.again
def test_by_touch_a_resting_finger_explains_and_an_info_place_opens(site: Site, page: Page) -> None:
    activation(site, page)
    resize(page, PHONE)
    touch = """([query, kind]) => {
      const one = document.querySelector(query), box = one.getBoundingClientRect()
      const where = { clientX: box.x + 3, clientY: box.y + 3, pointerType: 'touch', pointerId: 7 }
      one.dispatchEvent(new PointerEvent(kind, { bubbles: true, cancelable: true, ...where }))
    }"""
    word = "[data-testid=unit-card] .range"
    page.locator(word).first.scroll_into_view_if_needed()
    page.evaluate(touch, [word, "pointerdown"])
    page.wait_for_selector("[data-testid=tip]")
    page.evaluate(touch, [word, "pointerup"])
    expect(page.locator("[data-testid=tip]")).to_be_visible()
    shot(page, "words-touch-phone")
    page.evaluate(touch, ["[data-testid=caption]", "pointerdown"])
    page.wait_for_selector("[data-testid=tip]", state="detached")
    page.click("[data-explain] >> nth=0")
    page.wait_for_selector("[data-testid=sheet] [data-testid=words]")
    assert overflow(page) == 0
    assert violations(page) == []
    shot(page, "words-panel-phone")


@pytest.mark.parametrize("language", ["fr"])  # every sentence in each language: tests/krosmaster/text
def test_every_button_says_what_it_does(site: Site, page: Page, language: str) -> None:
    """Up to the Inspiration of a player's second turn: whatever is asked, each button has its sentence."""
    player = activation(site, page, language)
    seen = player.look()
    told: dict[str, list[str]] = {}
    for _ in range(60):
        if seen["waiting"] == "activation":
            assert page.get_attribute("button[data-do=end]", "title")
            player.click("button[data-do=end]")
        else:
            page.wait_for_selector("[data-testid=decision] [data-testid=tells]")
            buttons = page.locator("[data-testid=decision] button[data-do]")
            told[seen["waiting"]] = buttons.all_inner_texts()
            expect(buttons).to_have_count(page.locator(f"[data-testid=decision] button[data-do]{SAYS}").count())
            if seen["waiting"] == "inspiration":
                break
            if seen["waiting"] == "tension":
                shot(page, f"words-tension-{language}")
                assert violations(page) == []
            player.play(seen)
        seen = player.settle(seen["version"])
    assert {"tension", "inspiration"} <= set(told)
    shot(page, f"words-inspiration-{language}")
    done = page.inner_text("button[data-do=done]")
    assert any(words in f"{done} " for words in SOLD[language]), done
    resize(page, PHONE)
    shot(page, f"words-inspiration-phone-{language}")
    assert overflow(page) == 0
    assert violations(page) == []
    resize(page, DESKTOP)


SIZES = {**USUAL_SIZES, "small-phone": (360, 640)}
SIX = [
    ("Ana Tommy : 1 Blessure ; Oscar Nak : 2 Blessures", 41.7),
    ("Ana Tommy : 2 Blessures ; Oscar Nak : aucune Blessure", 25.0),
    ("Ana Tommy : K.O. ; Ann : −3 GG ; Bob : +3 GG", 13.9),
    ("Ana Tommy : aucune Blessure ; Oscar Nak : 1 Blessure", 11.1),
    ("Oscar Nak : K.O. ; Ann : −2 GG ; Bob : +2 GG", 5.6),
    ("rien ne change", 2.7),
]
CLIPPED = """() => {
  const box = document.querySelector('[data-testid=odds]').getBoundingClientRect()
  const seen = (one) => one.left >= 0 && one.top >= 0 && one.right <= innerWidth + 1 && one.bottom <= innerHeight + 1
  return {
    hidden: [...document.querySelectorAll('[data-testid=odds] li')].filter((one) => {
      const it = one.getBoundingClientRect()
      const isIn = it.right <= box.right + 1 && it.bottom <= box.bottom + 1 && it.top >= box.top - 1
      return !seen(it) || !isIn || one.scrollWidth > one.clientWidth + 1
    }).length,
    covers: [...document.querySelectorAll('[data-cell]')].map((one) => one.getBoundingClientRect()).some((one) =>
      box.top < one.bottom - 1 && box.bottom > one.top + 1 && box.left < one.right - 1 && box.right > one.left + 1),
  }
}"""


def aimed(player: Player) -> str:
    """Play on until a spell has a target, take it in hand, and name the cell."""
    seen = player.look()
    for _ in range(60):
        if seen["waiting"] == "activation":
            for spell, is_barred in seen["spells"]:
                if not is_barred:
                    player.click(f"button[data-spell={spell}]")
                    targets = [cell for mark, cell in player.look()["marks"] if mark == "target"]
                    if targets:
                        return str(targets[0])
                    player.click(f"button[data-spell={spell}]")
        player.play(seen)
        seen = player.settle(seen["version"])
    raise AssertionError("no spell has had a target")


@pytest.mark.again
def test_six_results_are_all_read_in_french_at_every_size(site: Site, page: Page) -> None:
    """Whatever the odds of a spell, none is cut off, and no cell of the board lies under them."""

    def long_odds(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def told(message: str | bytes) -> None:
            data = json.loads(message)
            if data["type"] == "why":
                kos = [["ana"] if "K.O." in text else [] for text, _ in SIX]
                told_odds = [{"text": text, "probability": "1/6", "percent": x} for text, x in SIX]
                data["odds"] = [{**one, "ko": ko} for one, ko in zip(told_odds, kos, strict=True)]
            socket.send(json.dumps(data))

        server.on_message(told)

    page.route_web_socket("**/ws?*", long_odds)
    cell = aimed(activation(site, page, "fr"))
    for size, (width, height) in SIZES.items():
        resize(page, {"width": width, "height": height})
        page.mouse.move(1, 1)
        page.hover(f"[data-cell={cell}]")
        page.wait_for_function(f"() => document.querySelectorAll('[data-testid=odds] li').length === {len(SIX)}")
        still(page)
        shot(page, f"words-odds-{size}")
        assert page.evaluate(CLIPPED) == {"hidden": 0, "covers": False}, size
    lethal = page.locator("[data-testid=odds] li.lethal").first
    word = lethal.get_by_test_id("lethal").text_content()
    assert word and f"{word} {SIX[2][0]}" in (lethal.text_content() or ""), "a word apart from the name after it"


def test_the_invitation_stays_in_its_panel(site: Site, page: Page, sizes: tuple[str, ...]) -> None:
    made = site.new_match(second="open")
    arrive(page, site, place_of(made))
    page.wait_for_selector("[data-testid=join-link]")
    inside = """() => {
      const [panel, ...parts] = [...document.querySelectorAll('[data-testid=open-seats], [data-testid=open-seats] *')]
        .map((one) => one.getBoundingClientRect())
      const isIn = (one) => one.left >= panel.left - 1 && one.right <= panel.right + 1
      return parts.every(isIn) && panel.right <= innerWidth
    }"""
    for size in sizes:
        width, height = SIZES[size]
        resize(page, {"width": width, "height": height})
        page.wait_for_selector("[data-testid=join-link]")
        assert page.evaluate(inside), size
        assert overflow(page) == 0, size
        shot(page, f"words-invitation-{size}")


@pytest.mark.parametrize(("size", "language"), [again("small-phone", "fr"), again("phone", "en")])
def test_a_team_is_built_with_a_thumb(site: Site, page: Page, size: str, language: str) -> None:
    """Levels, search, figures and the total within reach on a phone; why a team is not legal is said there."""
    width, height = SIZES[size]
    resize(page, {"width": width, "height": height})
    arrive(page, site, language=language, setup=None)
    page.locator("footer").scroll_into_view_if_needed()  # what is chosen below comes when somebody comes near it
    page.click("[data-testid=build-p1]")
    page.wait_for_selector("[data-testid=team-builder] [data-add]")
    while page.locator("[data-testid=team-builder] [data-remove]").count():
        page.click("[data-testid=team-builder] [data-remove] >> nth=0")
    small = """() => [...document.querySelectorAll('[data-testid=team-builder] :is(button, input)')].filter((one) => {
      const box = one.getBoundingClientRect()
      const isOut = box.right > innerWidth + 1 && !one.dataset.remove
      return box.width && (box.height < 39.5 || isOut)
    }).map((one) => one.outerHTML.slice(0, 90))"""
    for level in ("1", "2", "3"):
        page.click(f"[data-testid=team-builder] [role=radio]:text-is('{level}')")
        page.click("[data-testid=team-builder] [data-add]:not([disabled]) >> nth=0")
    page.wait_for_selector("[data-testid=team-builder] [data-remove] >> nth=2")
    assert page.get_attribute("[data-testid=level-total]", "data-level") == "6"
    assert page.evaluate(small) == []
    page.fill("[data-testid=team-builder] input[type=search]", "o")
    expect(page.locator("[data-testid=team-builder] [data-add]").nth(1)).to_be_attached()
    still(page)
    in_sight = page.evaluate(
        """() => ['[data-testid=level-total]', '[data-testid=team-done]', '[data-testid=team-builder] [data-add]']
          .map((one) => document.querySelector(one).getBoundingClientRect())
          .every((box) => box.top >= 0 && box.bottom <= innerHeight)"""
    )
    assert in_sight
    assert overflow(page) == 0
    shot(page, f"words-team-{size}-{language}")
    page.click("[data-read] >> nth=0")
    page.wait_for_selector("[data-testid=team-builder] .more.isOpen [data-spell]")
    assert violations(page) == []
