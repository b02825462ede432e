"""The probe sees what is wrong on pages made for it, and nothing on one that is right."""

import pytest
from playwright.sync_api import Page

from tests.browser.layout import faults

STYLE = "body { margin: 0; font: 16px sans-serif } div { position: relative }"
PANEL = "position: absolute; left: 20px; top: 20px; width: 200px; height: 60px; background: #eee;"
ELLIPSIS = "white-space: nowrap; overflow: hidden; text-overflow: ellipsis"
ICON = "<svg width=20 height=20 style='position: absolute'><rect width=20 height=20 /></svg>"
FINE = [
    f"<div style='{PANEL}'>All of it is here.</div>",
    f"<div style='{PANEL} overflow-y: auto'>{'<p>A line of many.</p>' * 40}</div>",
    f"<div style='{PANEL} overflow: hidden'>Told<b style='position: absolute; left: 400px; opacity: 0'>x</b></div>",
    f"<div style='{PANEL}'>Behind</div><div style='{PANEL} background: #fff'>In front of it, and opaque</div>",
    f"<div style='{PANEL} {ELLIPSIS}' title='all'>{'long ' * 40}</div>",
    f"<div style='{PANEL}'>Two lines that<br>stand close</div>",
    "<p style='height: 3000px'>A page that scrolls</p><button>At its end</button>",
    f"<div style='{PANEL}'><b data-layout='free' style='position: absolute'>Drawn over</b>Whatever is below</div>",
]
WRONG = [
    (
        f"<div style='{PANEL}'><b style='position: absolute'>Over it</b>Some text</div>",
        '"Over it" overlaps "Some text"',
    ),
    (
        f"<div style='{PANEL}'>{ICON}Some text</div>",
        'a picture in <div> overlaps "Some text"',
    ),
    (f"<div style='{PANEL} white-space: nowrap; overflow: hidden'>{'long ' * 20}</div>", "is cut by <div>"),
    (
        f"<div style='{PANEL} overflow: hidden'>{'<p>A line too many.</p>' * 4}</div>",
        '"A line too many." is cut by <div>',
    ),
    (
        f"<div style='{PANEL} {ELLIPSIS}'>{'long ' * 20}</div>",
        "ends in an ellipsis",
    ),
    (f"<div style='{PANEL} white-space: nowrap'>{'long ' * 20}</div>", "is off its panel, <div>"),
    ("<div style='position: absolute; left: -30px'>Half outside</div>", '"Half outside" is off the window'),
    ("<div style='position: fixed; top: 890px'>Under the edge</div>", '"Under the edge" is off the window'),
    (
        "<div style='height: 100vh; overflow: hidden'><button style='margin-top: 895px'>Do it</button></div>",
        'the control "Do it" is cut by <div>',
    ),
    (
        f"<div style='{PANEL} overflow-y: auto'><p style='width: 300px'>Wider than its list</p></div>",
        "<div> scrolls sideways",
    ),
]


@pytest.mark.parametrize("body", FINE)
def test_a_page_that_is_right_has_no_fault(page: Page, body: str) -> None:
    page.set_content(f"<style>{STYLE}</style>{body}")
    assert faults(page) == []


@pytest.mark.parametrize(("body", "told"), WRONG)
def test_a_page_that_is_wrong_is_told_of(page: Page, body: str, told: str) -> None:
    page.set_content(f"<style>{STYLE}</style>{body}")
    assert any(told in one for one in faults(page)), faults(page)
