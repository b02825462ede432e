"""What every test in the browser shares: a server of its own, and one page for a module."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.driving import DESKTOP, SIZES, Browsers, chromium, pages_of
from tests.browser.firefox import find_firefox
from tests.server.serving import Site, thread_server


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server on a database that is not there yet."""
    with thread_server(tmp_path_factory.mktemp("server") / "matches.sqlite") as found:
        yield found


class Started:
    """The browser, started once for the tests of this folder that follow one another; what they open shares nothing."""

    def __init__(self) -> None:
        self.browser: Browser | None = None
        self.stack = ExitStack()

    def get(self) -> Browser:
        """The browser, started now when it is not there."""
        self.browser = self.browser or self.stack.enter_context(chromium())
        return self.browser

    def end(self) -> None:
        """Close it: a test elsewhere could run no loop of its own beside it."""
        self.stack.close()
        self.browser = None


STARTED = Started()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Iterator[None]:
    """After the last of these tests, or the last before others."""
    yield
    if nextitem is None or Path(__file__).parent not in nextitem.path.parents:
        STARTED.end()


@pytest.fixture(scope="module")
def browser() -> Browser:
    """The browser."""
    return STARTED.get()


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[tuple[Page, list[str]]]:
    """The one page of a module, and the errors it has had so far."""
    with pages_of(browser) as ((page,), troubles):
        yield page, troubles


@pytest.fixture
def page(tab: tuple[Page, list[str]]) -> Iterator[Page]:
    """The page of the module, on a desktop; whatever goes wrong in it fails the test."""
    found, troubles = tab
    found.set_viewport_size(DESKTOP)
    yield found
    assert troubles == []


@pytest.fixture
def browsers(browser: Browser) -> Browsers:
    """Gives pages that share nothing, for a while; whatever goes wrong in them fails the test."""

    @contextmanager
    def given(number: int = 1) -> Iterator[list[Page]]:
        with pages_of(browser, number) as (pages, troubles):
            yield pages
            assert troubles == []

    return given


@pytest.fixture
def every_way(request: pytest.FixtureRequest) -> bool:
    """Whether all is to be shown in every way, as `make check` does."""
    return bool(request.config.getoption("--every-way"))


@pytest.fixture
def languages(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """Those a page is shown in besides the English it begins in; one of them, with the longest words, is enough."""
    return ("en", "fr", "it") if request.config.getoption("--every-way") else ("fr",)


@pytest.fixture
def themes(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """Those a page is shown in; one of them is enough."""
    return ("light", "dark") if request.config.getoption("--every-way") else ("dark",)


@pytest.fixture
def sizes(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """The windows a page is looked at in, by their names in `driving.SIZES`; two of them are enough."""
    return tuple(SIZES) if request.config.getoption("--every-way") else ("desktop", "phone")


@pytest.fixture
def firefox(request: pytest.FixtureRequest) -> str:
    """The program; what takes long is asked for, and where there is no Firefox nothing can be tried."""
    if not request.config.getoption("--every-way"):
        pytest.skip("takes long: make check, or pytest --every-way")
    found = find_firefox()
    if found is None:
        pytest.skip("no Firefox here: apt-get install firefox-esr, or name one in TEST_FIREFOX")
    return found
