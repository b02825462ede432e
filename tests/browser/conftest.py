"""What every test in the browser shares: a server of its own, and one page for a module."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.browser.driving import DESKTOP, open_page
from tests.server.serving import Site, thread_server


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server on a database that is not there yet."""
    with thread_server(tmp_path_factory.mktemp("server") / "matches.sqlite") as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[tuple[Page, list[str]]]:
    """The one page of a module, and the errors it has had so far."""
    with open_page() as found:
        yield found


@pytest.fixture
def page(browser: tuple[Page, list[str]]) -> Iterator[Page]:
    """The page of the module, on a desktop; whatever goes wrong in it fails the test."""
    found, troubles = browser
    found.set_viewport_size(DESKTOP)
    yield found
    assert troubles == []
