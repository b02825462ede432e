"""What holds for every test: hypothesis draws the same examples each time, no example is too slow, and the reader is
English whatever the language of the machine.

Hypothesis takes as long to import as twenty tests of a rule take to run, so it is prepared when the first file that
uses it is collected. What is made while tests are collected stays to the end: to look through it for what nobody needs
any more takes as long as the rest of collecting, and again and again while the tests run.
"""

import gc
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from esquive.core.garbage_collection import collect_rarely

os.environ["LC_ALL"] = "C.UTF-8"
gc.disable()


def pytest_addoption(parser: pytest.Parser) -> None:
    """What `make check` asks for beyond `make test`."""
    what = "every language, theme, size and hand; the server's on PostgreSQL; what takes long in Firefox"
    parser.addoption("--every-way", action="store_true", help=what)


def pytest_configure(config: pytest.Config) -> None:
    """The marks of the server's tests; tests in the browser take things from these. And Ctrl-C is heard.

    What a shell starts in the background ignores it, and so would every process that a test starts and interrupts.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if config.getoption("--every-way"):
        os.environ["TEST_EVERY_WAY"] = "yes"  # for tests/drawn_examples.py, while files are imported
    if not hasattr(config, "workerinput"):
        compile_what_is_said()
    config.addinivalue_line("markers", "sqlite: reads or writes the file of SQLite itself")
    config.addinivalue_line("markers", "anywhere: asks what does not depend on where it is kept")
    config.addinivalue_line("markers", "again: another case shows the same in another way; for `--every-way`")


def compile_what_is_said() -> None:
    """The catalogues as they stand now, for whoever has changed one and runs the tests without `make`."""
    root = Path(__file__).resolve().parents[1]
    sources = [*root.glob("src/esquive/locale/*/LC_MESSAGES/*.po")]
    made = [source.with_suffix(".mo") for source in sources]
    if any(not one.exists() or one.stat().st_mtime < of.stat().st_mtime for one, of in zip(made, sources, strict=True)):
        from hatch_build import compile_catalogues

        compile_catalogues(root)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is shown again is left to `make check`: the same in another language, theme or size, by another hand."""
    if not config.getoption("--every-way"):
        left = {item for item in items if item.get_closest_marker("again")}
        config.hook.pytest_deselected(items=list(left))
        items[:] = [item for item in items if item not in left]


def prepare_hypothesis() -> None:
    """Load the profile that all drawn examples are made with."""
    from hypothesis import settings

    settings.register_profile("house", derandomize=True, deadline=None, database=None)
    settings.load_profile("house")


def pytest_pycollect_makemodule(module_path: Path) -> None:
    """Called before a file of tests is imported: what it decorates takes the profile from then on."""
    if "hypothesis" not in sys.modules and b"hypothesis" in module_path.read_bytes():
        prepare_hypothesis()


def pytest_collection_finish() -> None:
    """Stop where something else has imported hypothesis first: its examples would differ from run to run."""
    collect_rarely(somebody_waits=False)
    gc.enable()
    if "hypothesis" in sys.modules:
        from hypothesis import settings

        if settings.get_current_profile_name() != "house":
            raise pytest.UsageError("import hypothesis in the file of tests that uses it, not only in what it imports")


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Write down how it ended, for `.ci/run`: only when all have run are those that failed all that is wrong."""
    cache = getattr(session.config, "cache", None)
    if cache is not None and not hasattr(session.config, "workerinput"):
        cache.set("esquive/ended", int(exitstatus))


@pytest.fixture(autouse=True)
def _positions_of_rulings(request: pytest.FixtureRequest) -> Iterator[None]:
    """What a test of a ruling shows stands at the desk too; of several cases of one test, what the first shows."""
    case = getattr(request.node, "callspec", None)
    name = getattr(request.node, "originalname", None) or request.node.name
    if not name.startswith("test_ruling_r") or (case is not None and max(case.indices.values(), default=0)):
        yield
        return
    from tests.desk_positions import note, noted

    with noted() as found:
        yield
    note(name, found)
