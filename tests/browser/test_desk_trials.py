"""Positions from a sheet of paper are set up at the desk within two minutes, and judged as elsewhere."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest
from playwright.sync_api import Page

from tests.server.serving import Site

ROOT = Path(__file__).resolve().parents[2]
SECONDS_AN_ACTION, SECONDS_A_LETTER, ASKED = 0.6, 0.2, 120


@pytest.fixture(scope="module")
def trials() -> ModuleType:
    """tools/desk_trials.py, which is no module of a package."""
    sys.path.insert(0, str(ROOT / "tools"))
    spec = importlib.util.spec_from_file_location("desk_trials", ROOT / "tools" / "desk_trials.py")
    assert spec is not None and spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@pytest.mark.parametrize(("name", "by_mouse"), [("krosmaster-3", False), ("krosmaster-4", True), ("kaos-2", False)])
def test_a_position_is_set_up_by_hand_in_two_minutes_and_judged_as_on_the_command_line(
    site: Site, page: Page, trials: ModuleType, name: str, by_mouse: bool
) -> None:
    file = ROOT / "tests" / "desk_trials" / f"{name}.toml"
    hand, wrong = trials.tried(page, f"{site.address}/", file, by_mouse=by_mouse)
    assert wrong == []
    assert hand.actions * SECONDS_AN_ACTION + hand.letters * SECONDS_A_LETTER < ASKED
