"""Find the PostgreSQL and Redis that the server's tests start, or install them where that is possible without asking.

    python tools/services.py      prints two paths, the folder of PostgreSQL's programs and the Redis or Valkey server,
                                  or says in one line what to install and exits with 2

The tests start both themselves, each test run its own, and need no database of the machine's. `TEST_POSTGRESQL` and
`TEST_REDIS` name others.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

HOW = (
    "the server's tests need PostgreSQL and Redis: install them (on Debian, `apt-get install postgresql redis-server` "
    "as root), or name the folder of initdb in TEST_POSTGRESQL and the Redis or Valkey server in TEST_REDIS"
)


def find_postgresql() -> Path | None:
    """The folder of initdb and postgres of this machine, the newest there is, or None."""
    named = os.environ.get("TEST_POSTGRESQL")
    if named:
        return Path(named) if (Path(named) / "initdb").is_file() else None
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: path.parent.parent.name.zfill(4))
    if found:
        return found[-1].parent
    path = shutil.which("initdb")
    return Path(path).resolve().parent if path else None


def find_redis() -> Path | None:
    """The Redis or Valkey server of this machine, or None."""
    named = os.environ.get("TEST_REDIS")
    for name in [named] if named else ["redis-server", "valkey-server"]:
        path = shutil.which(name)
        if path:
            return Path(path)
    return None


def install(packages: list[str]) -> None:
    """Install Debian packages, without a cluster or a server of the machine; raises CalledProcessError."""
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    for command in (
        ["apt-get", "update", "-qq"],
        ["apt-get", "install", "-qq", "-y", "--no-install-recommends", *packages],
    ):
        subprocess.run(command, check=True, env=environment, stdin=subprocess.DEVNULL, stdout=sys.stderr)


def main() -> int:
    """Print where they are, installing what is missing first if need be; 2 when one is not to be had."""
    wanted = {"postgresql": find_postgresql, "redis-server": find_redis}
    missing = [name for name, find in wanted.items() if find() is None]
    is_named = "TEST_POSTGRESQL" in os.environ or "TEST_REDIS" in os.environ
    if missing and not is_named and shutil.which("apt-get") and os.geteuid() == 0:
        print(f"installing {' and '.join(missing)} for the server's tests", file=sys.stderr)
        try:
            install(missing)
        except subprocess.CalledProcessError as error:
            print(f"{' '.join(error.cmd)}: exit code {error.returncode}", file=sys.stderr)
    found = find_postgresql(), find_redis()
    if None in found:
        print(HOW, file=sys.stderr)
        return 2
    print(*found)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
