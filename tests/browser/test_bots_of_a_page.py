"""A bot that takes its time, in the page without a server: it thinks in a worker of its own, and is ended at once."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from esquive.site.folder import ENGINE, write_folder
from tests.browser.driving import Browsers
from tests.browser.player import Player
from tests.browser.test_page_without_server import STATIC, FileHost, own_of

pytestmark = pytest.mark.skipif(not (ENGINE / "engine.json").is_file(), reason="needs the engine: make site")

SLOW = '''"""A bot that comes to no end."""

class Slow:
    """Takes its time."""
    name = "slow"

    def choose(self, game, state, decision, rng):
        while True:
            pass
'''


def with_bot(folder: Path) -> None:
    """A page whose engine has one more bot; what is answered before there is an engine knows nothing of it."""
    write_folder(folder, STATIC)
    listed = json.loads((folder / "engine" / "engine.json").read_text())
    listed["answers"] = {}
    (folder / "engine" / "engine.json").write_text(json.dumps(listed))
    packed = folder / "engine" / listed["folder"] / "package.bin.gz"
    bundle = gzip.decompress(packed.read_bytes())
    length = int.from_bytes(bundle[:4], "little")
    names, at, files = json.loads(bundle[4 : 4 + length]), 4 + length, {}
    for name, size in names:
        files[name] = bundle[at : at + size]
        at += size
    points = next(name for name in files if name.endswith("entry_points.txt"))
    files[points] = files[points].replace(b"[esquive.agents]\n", b"[esquive.agents]\nslow = slow_bot:Slow\n")
    files["slow_bot.py"] = SLOW.encode()
    told = json.dumps([[name, len(data)] for name, data in files.items()]).encode()
    packed.write_bytes(gzip.compress(len(told).to_bytes(4, "little") + told + b"".join(files.values()), 1))


@pytest.fixture
def page(browsers: Browsers, tmp_path: Path) -> Iterator[Page]:
    """A browser at such a page."""
    with_bot(tmp_path / "games" / "esquive")
    host = FileHost(tmp_path)
    with browsers(1) as (found,):
        found.goto(host.address)
        yield found
    host.end()


# A worker of the page has been asked for a decision, or somebody here has.
SOMEBODY = """() => {
  const { busy, waiting } = document.querySelector('[data-version]')?.dataset ?? {}
  return (busy === 'false' && waiting) || (window.thoughts?.length && 'a bot')
}"""
HEARS = """() => {
  window.thoughts = []
  const Usual = Worker
  window.alive = 0
  window.Worker = class extends Usual {
    constructor(...given) {
      super(...given)
      window.alive++
    }
    postMessage(message, ...more) {
      if (message.type === 'think') window.thoughts.push(message.id)
      super.postMessage(message, ...more)
    }
    terminate() {
      super.terminate()
      window.alive--
    }
  }
}"""


def test_while_a_bot_thinks_the_page_answers_and_what_it_thinks_about_ends_with_its_match(page: Page) -> None:
    page.add_init_script(f"({HEARS})()")
    page.reload()
    page.select_option("[data-testid=bot-p2]", "slow")
    page.click("[data-testid=start]:enabled")
    player = Player(page, own_of(page))
    while (found := page.wait_for_function(SOMEBODY).json_value()) != "a bot":
        assert found == "deployment"
        player.play(player.look())
    page.wait_for_function("() => window.alive === 2")
    match = str(page.evaluate("location.hash")).rpartition("/")[2]
    page.goto(page.url.partition("#")[0] + "#/rules/7.2.8.c")
    page.wait_for_selector('[data-clause="7.2.8.c"]')
    page.goto(page.url.partition("#")[0] + "#/")
    page.click("[data-testid=kept]")
    page.click(f'[data-drop="{match}"]')
    page.click(f'[data-drop="{match}"]')
    page.wait_for_function("() => window.alive === 1")
