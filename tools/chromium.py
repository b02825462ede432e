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

# The shell has no window to draw, and starts in half the time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PACKAGES = ("chromium-headless-shell", "chromium")  # the first that there is
FONTS = "fonts-liberation"
QUIETLY = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}


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
    update = ["apt-get", "update", "-qq"]
    subprocess.run(update, check=True, env=QUIETLY, stdin=subprocess.DEVNULL, stdout=sys.stderr)
    for package in PACKAGES:
        command = ["apt-get", "install", "-qq", "-y", "--no-install-recommends", package, FONTS]
        is_last = package == PACKAGES[-1]
        done = subprocess.run(command, check=is_last, env=QUIETLY, stdin=subprocess.DEVNULL, stdout=sys.stderr)
        if done.returncode == 0:
            return


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
