"""Before a game of Kaos: hordes are built, cards are read, and a guest brings a horde of their own."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import violations
from tests.browser.driving import PHONE, arrive, overflow, pages_of, photograph, resize, shot
from tests.server.serving import Site
from tests.ways import again

VERDICT = "[data-testid=horde-verdict]"
DEAREST = "() => [...document.querySelector('[data-testid=kaos-theirs]').options].at(-1).value"


def told(page: Page, where: str, fact: str) -> set[str]:
    """What the elements found say of a fact."""
    return set(page.locator(where).evaluate_all(f"(all) => all.map((one) => one.dataset.{fact})"))


def build(page: Page, name: str, *fighters: str) -> None:
    """A horde taken card by card and kept by its name."""
    page.wait_for_selector("[data-testid=horde-name]")
    for fighter in fighters:
        page.click(f"[data-add={fighter}]")
    page.fill("[data-testid=horde-name]", name)
    page.click("[data-testid=horde-keep]")


def test_what_is_agreed_on_otherwise_is_played_and_wrong_numbers_are_told_at_the_field(page: Page, site: Site) -> None:
    """Rulings switched and numbers changed are options of the match; what is usual is not sent [Kaos K37.2]."""
    arrive(page, site, "#/kaos", theme="light", language="en", kaos=None)
    page.click("[data-testid=kaos-more] summary")
    page.fill("[data-agree=victory_points]", "20000")
    expect(page.locator("[data-testid=kaos-more] .wrong")).to_contain_text("from 0 to 10000")
    expect(page.locator("[data-testid=kaos-start]")).to_be_disabled()
    page.fill("[data-agree=victory_points]", "40")
    page.select_option("[data-agree=slam]", "placed")
    page.select_option("[data-testid=kaos-ground]", "wayside")
    assert violations(page) == []
    shot(page, "kaos-agreed", full_page=True)
    with page.expect_request(lambda one: one.method == "POST" and "/api/matches" in one.url) as asked:
        page.click("[data-testid=kaos-start]")
    sent = asked.value.post_data_json
    assert sent["options"] == {"horde_points": "38", "victory_points": "40", "slam": "placed"}
    page.wait_for_selector("[data-testid=kaos-game]:not([data-waiting=''])")
    assert page.get_attribute("[data-testid=kaos-game]", "data-waiting") == "scenery"


def test_hordes_that_have_to_be_equal_are_told_at_the_field_of_the_second(page: Page, site: Site) -> None:
    """As soon as they are chosen, and no more once they are equal or need not be [Kaos K4.1]."""
    arrive(page, site, "#/kaos", theme="light", language="en", kaos=None)
    start = page.locator("[data-testid=kaos-start]")
    expect(start).to_be_enabled()
    page.select_option("[data-testid=kaos-theirs]", index=0)
    page.click("[data-testid=kaos-more] summary")
    page.select_option("[data-agree=equal_hordes]", "yes")
    page.select_option("[data-testid=kaos-theirs]", page.evaluate(DEAREST))
    expect(page.locator(f"{VERDICT} .bad")).to_contain_text("must cost the same")
    expect(start).to_be_disabled()
    assert violations(page) == []
    photograph(page, "kaos-unequal")
    page.select_option("[data-testid=kaos-yours]", page.evaluate(DEAREST))
    expect(page.locator(VERDICT)).to_have_count(0)
    expect(start).to_be_enabled()


def test_a_horde_is_built_named_kept_and_played(page: Page, site: Site) -> None:
    """Too dear it says so by clause with the fix; kept it is there after a reload, and a match begins with it."""
    arrive(page, site, "#/kaos", hordes="[]", kaos="{}")
    page.click("[data-testid=kaos-build]")
    build(page, "The Dear Ones", "abe-vhol", "abe-pyrrane", "abe-maricorde", "enc-brandesouche")
    expect(page.locator(f"{VERDICT} .bad")).to_contain_text("Leave out Pyrrane of the Javelin")
    assert {"K4.1", "K4.2"} <= set(
        page.locator(f"{VERDICT} [data-clause]").evaluate_all("(all) => all.map((one) => one.dataset.clause)")
    )
    assert page.locator("[data-testid=horde-play]").get_attribute("aria-disabled") == "true"
    photograph(page, "kaos-hordes-dear")
    page.click("[data-remove=enc-brandesouche]")
    expect(page.locator(VERDICT)).to_have_attribute("data-legal", "true")
    assert "one die more" in page.inner_text(f"{VERDICT} .advice >> nth=0")
    page.click("[data-testid=horde-keep]")
    page.reload()
    page.click("[data-edit='The Dear Ones']")
    expect(page.locator("[data-testid=horde-cost]")).to_have_attribute("data-cost", "66")
    page.click("[data-testid=horde-play]")
    expect(page.locator("[data-testid=kaos-yours]")).to_have_value("own:The Dear Ones")
    page.click("[data-testid=kaos-start]")
    page.wait_for_selector("[data-testid=kaos-game] [data-figure=abe-maricorde]")
    expect(page.locator("[data-testid=figures] button[data-figure^=abe-]").nth(2)).to_be_attached()


@pytest.mark.parametrize(("theme", "language"), [("light", "en"), again("dark", "fr")])
def test_every_card_is_read_and_its_words_are_explained(page: Page, site: Site, theme: str, language: str) -> None:
    """Fighters by tribe, scenarios, objects and events; what a word means is told from its clause."""
    arrive(page, site, "#/kaos/hordes", theme=theme, language=language)
    page.click("[data-tribe-filter=shimeien]")
    expect(page.locator("[data-card=shi-sarcene]")).to_be_visible()
    assert {card[:3] for card in told(page, "[data-testid=cards] article", "card")} == {"shi"}
    assert violations(page) == []
    page.hover("[data-card=shi-sarcene] dt [data-term=dodge]")
    expect(page.locator("[data-testid=tip]")).to_contain_text("K29.1")
    expect(page.locator("[data-card=shi-sarcene] [data-term='skill.free']")).to_have_count(1)
    for kind in ("scenario", "object", "event", "field", "horde"):
        page.click(f"[data-kind={kind}]")
        expect(page.locator(f"[data-testid=cards] article[data-kind={kind}]").first).to_be_visible()
        shot(page, f"kaos-cards-{kind}-{theme}")
    page.click("[data-kind=fighter]")
    photograph(page, f"kaos-cards-{theme}")
    resize(page, PHONE)
    assert overflow(page) <= 0


def test_decks_are_chosen_card_by_card_and_judged(page: Page, site: Site) -> None:
    """Fewer than six objects are too few, and the judge says so before the match is begun [Kaos K32.2]."""
    arrive(page, site, "#/kaos", kaos="{}")
    page.click("[data-testid=kaos-more] summary")
    page.check("[data-testid=kaos-objects]")
    page.check("[data-testid=kaos-events]")
    shot(page, "kaos-decks", full_page=True)
    objects = page.locator("[data-deck]:checked")
    expect(page.locator("[data-testid=kaos-start]")).to_be_enabled()
    while not page.locator(f"{VERDICT} .bad").count():
        objects.first.uncheck()
        page.wait_for_function(
            "() => !document.querySelector('[data-testid=kaos-start]').disabled || document.querySelector('.bad')"
        )
    assert "K32.2" in page.inner_text(f"{VERDICT} .bad")
    expect(page.locator("[data-testid=kaos-start]")).to_be_disabled()
    assert violations(page) == []


def test_a_guest_brings_a_horde_of_their_own(browser: Browser, site: Site) -> None:
    """The host sends a link; who opens it plays the horde kept in that browser."""
    with pages_of(browser, 2) as ((ann, bob), troubles):
        arrive(bob, site, "#/kaos/hordes")
        build(bob, "Bob's", "mel-ysaure", "shi-sarcene")
        arrive(ann, site, "#/kaos")
        ann.fill("[data-testid=kaos-name]", "Ann")
        ann.select_option("[data-testid=kaos-agent]", "open")
        ann.select_option("[data-testid=kaos-theirs]", "guest")
        ann.click("[data-testid=kaos-start]")
        address = ann.wait_for_selector("[data-testid=friend-link]")
        assert address
        link = address.get_attribute("value") or address.input_value()
        bob.goto(f"{site.address}/#{link.split('#', 1)[1]}")
        bob.fill("[data-testid=guest-name]", "Bob")
        bob.select_option("[data-testid=kaos-yours]", "own:Bob's")
        assert violations(bob) == []
        photograph(bob, "kaos-guest")
        bob.click("[data-testid=sit-down]")
        for page in (ann, bob):
            expect(page.locator("[data-testid=kaos-score] .name")).to_have_text(["Ann", "Bob"])
        figures = ann.locator("[data-testid=figures] button[data-figure]")
        assert {"mel-ysaure", "shi-sarcene"} <= set(
            figures.evaluate_all("(all) => all.map((one) => one.dataset.figure)")
        )
        assert troubles == [] and re.search(r"#/match/", ann.url)
