"""Two people far from one another and no server: a match by letters, in two browsers that share nothing but links."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from esquive.site.folder import ENGINE, write_folder
from tests.browser.axe import violations
from tests.browser.driving import DESKTOP, PHONE, Browsers, overflow, resize, shot
from tests.browser.player import Player
from tests.browser.test_page_without_server import STATIC, FileHost, own_of

pytestmark = pytest.mark.skipif(not (ENGINE / "engine.json").is_file(), reason="needs the engine: make site")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FileHost]:
    folder = tmp_path_factory.mktemp("files")
    write_folder(folder / "games" / "esquive", STATIC)
    host = FileHost(folder)
    yield host
    host.end()


def letter(page: Page) -> str:
    """The link of the letter that is to be sent."""
    field = page.locator("[data-testid=letter-link]")
    expect(field).to_be_visible(timeout=60_000)
    return field.input_value()


def looked_at(page: Page, name: str) -> None:
    """A screen of letters on a desktop and on a phone."""
    for size in (DESKTOP, PHONE):
        resize(page, size)
        assert violations(page) == [] and overflow(page) == 0
        shot(page, f"{name}-{size['width']}")
    resize(page, DESKTOP)


def test_a_letter_is_opened_where_it_is_sent_and_the_other_is_asked(browsers: Browsers, files: FileHost) -> None:
    with browsers(1) as (ann,), browsers(1) as (bob,):
        ann.goto(f"{files.address}#/friend")
        ann.click("[data-testid=make-link]:enabled")
        bob.goto(letter(ann))
        bob.click("[data-testid=accept]:enabled")
        brought(ann, letter(bob))
        played(ann)
        assert violations(ann) == [] and overflow(ann) == 0
        bob.goto(letter(ann))
        bob.wait_for_selector('[data-version]:not([data-waiting=""])')
        expect(ann.locator("[data-testid=letter-panel]")).to_be_visible()


@pytest.mark.again
@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_a_duel_begins_by_an_invitation_goes_on_by_letters_and_is_laid_open(
    browsers: Browsers, files: FileHost, language: str
) -> None:
    with browsers(1) as (ann,), browsers(1) as (bob,):
        for page in (ann, bob):
            page.goto(files.address)
            page.evaluate("(code) => localStorage.setItem('esquive.language', code)", language)
            page.reload()
        ann.goto(f"{files.address}#/friend")
        ann.wait_for_selector("[data-testid=make-link]:enabled")
        looked_at(ann, f"letters-invite-{language}")
        ann.click("[data-testid=make-link]")
        invitation = letter(ann)
        looked_at(ann, f"letters-sent-{language}")
        bob.goto(invitation)
        bob.wait_for_selector("[data-testid=accept]:enabled")
        looked_at(bob, f"letters-invited-{language}")
        bob.click("[data-testid=accept]")
        accepted = letter(bob)
        assert bob.evaluate("location.hash").startswith("#/letters/")
        brought(ann, accepted)
        writer, reader = ann, bob
        for number in range(5):  # the first may have nothing in it: whoever has the initiative is asked
            played(writer)
            text = letter(writer)
            if not number:
                looked_at(writer, f"letters-to-send-{language}")
                writer.keyboard.press("Escape")
                shot(writer, f"letters-waiting-{language}")
            reader.goto(text)
            reader.wait_for_selector('[data-version]:not([data-waiting=""])')
            writer, reader = reader, writer
        bob.goto(accepted)
        expect(bob.locator("[data-testid=letter-trouble]")).to_be_visible()
        looked_at(bob, f"letters-own-{language}")
        bob.click("[data-testid=letter-match]")
        bob.wait_for_selector("[data-version]")
        writer.click("[data-testid=agree-menu]")
        expect(writer.locator("[data-testid=ask-draw]")).to_have_count(0)
        writer.click("[data-testid=resign]")
        writer.click("[data-testid=resign-sure]")
        text = letter(writer)
        reader.goto(text)
        last = letter(reader)
        expect(reader.locator("[data-testid=letter-check]")).to_be_visible()
        looked_at(reader, f"letters-last-{language}")
        writer.goto(last)
        writer.click("[data-testid=letters]")
        expect(writer.locator("[data-testid=letter-check]")).to_be_visible()
        expect(writer.locator("[data-testid=letter-link]")).to_have_count(0)
        writer.keyboard.press("Escape")
        writer.click("[data-testid=write-again]")
        writer.wait_for_selector("[data-testid=make-link]:enabled")


def brought(page: Page, text: str) -> None:
    """A letter is opened that was pasted."""
    page.fill("[data-testid=letter-text]", text)
    page.click("[data-testid=open-letter]")
    page.wait_for_selector("[data-waiting=deployment], [data-testid=letter-panel]")


def is_asked(page: Page) -> bool:
    """Whether somebody has something to decide: else a letter is to be sent."""
    page.wait_for_function(ASKED_OR_WRITTEN)
    return page.locator("[data-testid=letter-link]").count() == 0


def played(page: Page) -> None:
    """Answers by clicking until the letter is there."""
    player = Player(page, own_of(page))
    while is_asked(page):
        seen = player.look()
        player.play(seen)
        page.wait_for_function(
            "(version) => Number(document.querySelector('[data-version]').dataset.version) > version",
            arg=seen["version"],
        )


ASKED_OR_WRITTEN = """() => {
  const { busy, waiting } = document.querySelector('[data-version]')?.dataset ?? {}
  return document.querySelector('[data-testid=letter-link]') || (busy === 'false' && waiting)
}"""


@pytest.mark.again
@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_kaos_is_played_by_letters_too(browsers: Browsers, files: FileHost, language: str) -> None:
    with browsers(1) as (ann,), browsers(1) as (bob,):
        for page in (ann, bob):
            page.goto(files.address)
            page.evaluate("(code) => localStorage.setItem('esquive.language', code)", language)
            page.reload()
        ann.goto(f"{files.address}#/kaos")
        ann.select_option("[data-testid=kaos-agent]", "open")
        looked_at(ann, f"letters-kaos-{language}")
        ann.click("[data-testid=kaos-start]:enabled")
        bob.goto(letter(ann))
        bob.wait_for_selector("[data-testid=sit-down]:enabled")
        looked_at(bob, f"letters-kaos-invited-{language}")
        bob.click("[data-testid=sit-down]")
        accepted = letter(bob)
        ann.goto(f"{files.address}#/")
        pending = ann.locator("[data-pending]")
        expect(pending).to_be_visible()
        pending.click()
        ann.fill("[data-testid=letter-text]", accepted)
        ann.click("[data-testid=open-letter]")
        ann.wait_for_selector("[data-testid=kaos-game]")
        ann.wait_for_selector("[data-testid=letter-link], [data-testid=choices] button")
