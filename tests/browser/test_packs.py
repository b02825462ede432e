"""Cards of one's own in a real browser: a file is brought, a team built and played with it, also with a guest."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.driving import DESKTOP, PHONE, Browsers, arrive, overflow, photograph, resize, shot
from tests.packs_of_ones_own import ARCHER, SENTRY, YARD
from tests.server.serving import Site


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with packs of one's own."""
    for name, text in (
        ("mine.toml", ARCHER),
        ("yard.toml", YARD),
        ("kaos.toml", SENTRY),
        ("broken.toml", ARCHER.replace("hp = 10", "hpp = 10")),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def bring(page: Page, *files: Path) -> None:
    """Opens the panel, where it is closed, and gives it files."""
    panel = page.get_by_test_id("packs")
    panel.wait_for(state="attached")
    if panel.get_attribute("open") is None:
        panel.locator("summary").click()
    page.set_input_files("[data-testid=pack-file]", [str(one) for one in files])


def build(page: Page, button: str) -> None:
    """Two archers of one's own and a captain."""
    page.click(button)
    page.wait_for_selector("[data-testid=team-builder] li")
    while page.locator("[data-testid=team-builder] [data-remove]").count():
        page.locator("[data-testid=team-builder] [data-remove]").first.click()
    for name in ("My Archer", "My Archer", "Captain Amakna"):
        page.fill("[data-testid=team-builder] input[type=search]", name)
        page.get_by_role("button", name=f"Add {name}").first.click()
    page.wait_for_selector("[data-testid=level-total][data-level='12']")
    page.click("[data-testid=team-done]")


def test_a_pack_is_brought_kept_built_from_played_and_taken_away(site: Site, page: Page, folder: Path) -> None:
    arrive(page, site, **{"packs": None, "team.first": None})
    bring(page, folder / "mine.toml", folder / "yard.toml")
    expect(page.get_by_test_id("packs-held")).to_have_text("1 figure, 1 summon token, 1 Demonic Reward, 1 arena")
    photograph(page, "packs")
    assert violations(page) == []
    bring(page, folder / "broken.toml")
    expect(page.get_by_test_id("pack-faults")).to_contain_text("broken.toml:")
    expect(page.get_by_test_id("pack-faults")).to_contain_text("hpp")
    photograph(page, "packs-refused")
    expect(page.locator("[data-pack]")).to_have_count(2)
    for size in (PHONE, DESKTOP):
        resize(page, size)
        page.get_by_test_id("pack-faults").scroll_into_view_if_needed()
        shot(page, f"packs-faults-{size['width']}")
        assert overflow(page) == 0
    page.reload()
    expect(page.locator("[data-pack]")).to_have_count(2)
    build(page, "[data-testid=build-p1]")
    page.check("[data-arena='my-yard']", force=True)
    page.click("[data-testid=start]")
    expect(page.locator("[data-testid=stage]")).to_be_visible()
    expect(page.get_by_text("My Archer").first).to_be_visible()
    arrive(page, site)
    for name in ("mine.toml", "yard.toml"):
        page.locator(f"[data-pack='{name}'] button").click()
    expect(page.locator("[data-pack]")).to_have_count(0)


def test_a_guest_sees_and_plays_the_cards_of_the_host(site: Site, browsers: Browsers, folder: Path) -> None:
    with browsers(2) as (host, guest):
        arrive(host, site, "#/friend")
        host.get_by_text("More: format").click()
        bring(host, folder / "mine.toml")
        expect(host.get_by_test_id("packs-held")).to_contain_text("1 figure")
        build(host, "[data-testid=build-p1]")
        host.click("[data-testid=make-link]")
        guest.goto(host.input_value("[data-testid=friend-link]"))
        guest.click("[data-testid=house-cards] summary")
        expect(guest.get_by_test_id("house-cards")).to_contain_text("Call Bomb")
        photograph(guest, "packs-of-the-host")
        build(guest, "[data-testid=build-p2]")
        guest.click("[data-testid=sit-down]")
        expect(guest.locator("[data-testid=stage]")).to_be_visible()
        expect(guest.get_by_text("My Archer").first).to_be_visible()


GUARD = '[{"name": "Guard", "cards": ["my-sentry", "mel-ysaure", "mel-corvel"]}]'


def test_fighters_and_a_field_of_ones_own_are_played_in_kaos_by_a_guest_too(
    site: Site, browsers: Browsers, folder: Path
) -> None:
    with browsers(2) as (host, guest):
        for page in (host, guest):
            arrive(page, site, "#/kaos", **{"packs.kaos": None, "hordes": GUARD, "kaos": None})
        bring(host, folder / "kaos.toml")
        expect(host.get_by_test_id("packs-held")).to_have_text("2 fighters, 1 battlefield, 1 scenario")
        host.get_by_test_id("packs").scroll_into_view_if_needed()
        photograph(host, "packs-kaos")
        assert violations(host) == []
        host.select_option("[data-testid=kaos-ground]", "my-meadow")
        host.select_option("[data-testid=kaos-yours]", "own:Guard")
        host.select_option("[data-testid=kaos-agent]", "open")
        host.select_option("[data-testid=kaos-theirs]", "guest")
        host.click("[data-testid=kaos-start]")
        guest.goto(host.input_value("[data-testid=friend-link]"))
        guest.click("[data-testid=house-cards] summary")
        expect(guest.get_by_test_id("house-cards")).to_contain_text("My Sentry")
        photograph(guest, "packs-of-the-host-kaos")
        guest.select_option("[data-testid=kaos-yours]", "own:Guard")
        guest.click("[data-testid=sit-down]")
        for page in (host, guest):
            expect(page.locator("[data-testid=kaos-table]")).to_be_visible()
