"""Find the Chromium that the browser tests drive, or install it where that is possible without asking.

    python tools/chromium.py      prints the path, or says in one line what to install and exits with 2

The tests drive a browser of the machine and not one that Playwright downloads: a package index is all the set-up needs,
and the distribution keeps the browser patched. `TEST_CHROMIUM` names another browser.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PACKAGES = ("chromium", "fonts-liberation")


def find_chromium() -> str | None:
    """The path of a Chromium or Chrome of this machine, or None."""
    named = os.environ.get("TEST_CHROMIUM")
    if named:
        return shutil.which(named)
    for name in NAMES:
        path = shutil.which(name)
        if path:
            return path
    mac = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
    return str(mac) if mac.exists() else None


def install_chromium() -> None:
    """Install Debian's Chromium; raises CalledProcessError when apt-get fails."""
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    for command in (
        ["apt-get", "update", "-qq"],
        ["apt-get", "install", "-qq", "-y", "--no-install-recommends", *PACKAGES],
    ):
        subprocess.run(command, check=True, env=environment, stdin=subprocess.DEVNULL, stdout=sys.stderr)


def main() -> int:
    """Print the path of Chromium, installing it first if need be; 2 when there is none."""
    path = find_chromium()
    if path is None and "TEST_CHROMIUM" in os.environ:
        print(f"TEST_CHROMIUM={os.environ['TEST_CHROMIUM']}: no such program", file=sys.stderr)
        return 2
    if path is None and shutil.which("apt-get") and os.geteuid() == 0:
        print("installing Chromium for the browser tests", file=sys.stderr)
        try:
            install_chromium()
        except subprocess.CalledProcessError as error:
            print(f"{' '.join(error.cmd)}: exit code {error.returncode}", file=sys.stderr)
        path = find_chromium()
    if path is None:
        print(
            "the browser tests need Chromium and none was found: install it (on Debian, `apt-get install chromium` "
            "as root) or name a Chrome or Chromium in TEST_CHROMIUM",
            file=sys.stderr,
        )
        return 2
    print(path)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
