"""Firefox, driven by what it speaks itself: WebDriver BiDi over a websocket (https://www.w3.org/TR/webdriver-bidi/).

Playwright needs a Firefox that it has built itself and fetched from where no package index is, and geckodriver is in no
package index that holds the program either; the Firefox of a distribution needs neither.
"""

import json
import os
import re
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

LONGEST_WAIT = 60.0
LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
# What WebDriver calls keys that write nothing (https://www.w3.org/TR/webdriver/#keyboard-actions).
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "ArrowLeft": "\ue012", "ArrowUp": "\ue013"}
KEYS |= {"ArrowRight": "\ue014", "ArrowDown": "\ue015", "Tab": "\ue004"}


def find_firefox() -> str | None:
    """The path of a Firefox of this machine, or None; `TEST_FIREFOX` names another one."""
    named = os.environ.get("TEST_FIREFOX")
    names = (named,) if named else ("firefox-esr", "firefox")
    return next((path for name in names if (path := shutil.which(name))), None)


class FirefoxPage:
    """A page of Firefox: goes to addresses, presses keys, evaluates expressions."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.sent = 0
        self.ask("session.new", capabilities={})
        self.context = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """The result of a command; raises AssertionError with Firefox's own words when it fails."""
        self.sent += 1
        self.socket.send(json.dumps({"id": self.sent, "method": method, "params": params}))
        while True:
            told = json.loads(self.socket.recv(timeout=LONGEST_WAIT))
            if told.get("id") == self.sent:
                assert told["type"] == "success", told
                return dict(told["result"])

    def goto(self, address: str) -> None:
        self.ask("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def evaluate(self, expression: str) -> Any:
        """The JSON of an expression."""
        told = self.ask(
            "script.evaluate",
            expression=f"JSON.stringify({expression})",
            target={"context": self.context},
            awaitPromise=True,
        )
        assert told["type"] == "success", told
        return json.loads(told["result"].get("value", "null"))

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        strokes = [{"type": kind, "value": KEYS.get(key, key)} for key in keys for kind in ("keyDown", "keyUp")]
        keyboard = {"type": "key", "id": "keyboard", "actions": strokes}
        self.ask("input.performActions", context=self.context, actions=[keyboard])

    def click(self, selector: str, pointer: str = "mouse") -> None:
        """Press where the first such element is, once it is there and its middle can be seen."""
        name = json.dumps(selector)
        middle = f"""(() => {{
          const one = document.querySelector({name})
          if (!one || one.disabled) return null
          one.scrollIntoView({{ block: 'nearest', inline: 'nearest' }})
          const {{ left, top, width, height }} = one.getBoundingClientRect()
          return [Math.round(left + width / 2), Math.round(top + height / 2)]
        }})()"""
        x, y = self.wait_for(middle)
        move = {"type": "pointerMove", "x": x, "y": y, "duration": 0}
        press = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        source = {"type": "pointer", "id": pointer, "parameters": {"pointerType": pointer}, "actions": [move, *press]}
        self.ask("input.performActions", context=self.context, actions=[source])

    def fill(self, selector: str, text: str) -> None:
        """Write into a field, in place of what stands there."""
        self.click(selector)
        self.evaluate(f"document.querySelector({json.dumps(selector)}).select()")
        self.press(*text)

    def resize(self, width: int, height: int) -> None:
        viewport = {"width": width, "height": height}
        self.ask("browsingContext.setViewport", context=self.context, viewport=viewport)

    def comes_true(self, expression: str, seconds: float) -> bool:
        """Whether an expression counts as true within so many seconds."""
        end = time.monotonic() + seconds
        while not (found := self.evaluate(expression)) and time.monotonic() < end:
            time.sleep(0.05)
        return bool(found)

    def wait_for(self, expression: str) -> Any:
        """The first value of an expression that counts as true."""
        end = time.monotonic() + LONGEST_WAIT
        while not (found := self.evaluate(expression)):
            assert time.monotonic() < end, f"never true: {expression}"
            time.sleep(0.05)
        return found


@contextmanager
def firefox_page(firefox: str, folder: Path) -> Iterator[FirefoxPage]:
    """A page of a Firefox without a window, its profile in a folder."""
    command = [firefox, "--headless", "--remote-debugging-port", "0", "--no-remote", "--profile", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    end = threading.Timer(LONGEST_WAIT, process.kill)
    reading = threading.Thread(target=process.stderr.read, daemon=True)
    end.start()
    try:
        found = next(filter(None, map(LISTENS.search, process.stderr)), None)
        end.cancel()
        assert found, "Firefox ended before it listened"
        reading.start()
        with connect(f"{found[1]}/session", max_size=None) as socket:
            yield FirefoxPage(socket)
    finally:
        end.cancel()
        process.kill()
        process.wait()
        if reading.ident:
            reading.join(LONGEST_WAIT)
        process.stderr.close()
