"""Nothing in the repository knows the machine it was written on, or where its packages were downloaded from."""

import re
from pathlib import Path

import pathspec
import pytest

ROOT = Path(__file__).resolve().parents[2]

# In a file that pins packages, every address is one too many, except a project's own page (`funding`, `homepage`).
LOCK_NAMES = re.compile(r"(.*\.lock|package-lock\.json|npm-shrinkwrap\.json|\.npmrc|\.yarnrc.*|pip\.conf|uv\.toml)")
LOCK_FAULTS = (
    ("where a package was downloaded from", re.compile(r'"resolved"\s*:\s*"[a-z+]+:')),
    ("an index address", re.compile(r"--?(extra-)?index-url|find-links|trusted-host|\bregistry\s*[=:]")),
)
REQUIREMENT_FAULTS = (*LOCK_FAULTS, ("an address", re.compile(r"\w://")))

HOME_FOLDER = re.compile(r"(?<![\w.~-])(?:/home/[a-z]|/Users/[A-Za-z]|/root\b|[A-Z]:\\Users\\)")


def repository_files() -> list[Path]:
    """The files that are or may be tracked: all but those that .gitignore names; no git is needed."""
    ignored = pathspec.GitIgnoreSpec.from_lines(
        [".git", *(ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()]
    )
    found = []
    folders = [ROOT]
    while folders:
        for path in sorted(folders.pop().iterdir()):
            name = path.relative_to(ROOT).as_posix()
            if ignored.match_file(f"{name}/" if path.is_dir() else name):
                continue
            if path.is_dir() and not path.is_symlink():
                folders.append(path)
            elif path.is_file():
                found.append(path)
    return found


def lines(path: Path) -> list[str]:
    """The lines of a text file; none for a picture or another file that is no text."""
    data = path.read_bytes()
    return [] if b"\0" in data else data.decode("utf-8", errors="replace").splitlines()


def lock_faults(name: str, text: list[str]) -> list[str]:
    """The addresses in a file that pins packages or configures their clients; none for any other file."""
    if name.startswith("requirements/") and name.endswith((".txt", ".in")):
        patterns = REQUIREMENT_FAULTS
    elif LOCK_NAMES.fullmatch(name.rsplit("/", 1)[-1]):
        patterns = LOCK_FAULTS
    else:
        return []
    return [
        f"{name}:{number}: {what}: {line.strip()[:80]}"
        for number, line in enumerate(text, start=1)
        for what, pattern in patterns
        if pattern.search(line)
    ]


def path_faults(name: str, text: list[str], checkout: str) -> list[str]:
    """The lines that name somebody's home folder, or the folder this checkout lies in."""
    here = re.compile(rf"(?<![\w.}}-]){re.escape(checkout)}(?![\w-])")
    return [
        f"{name}:{number}: {line.strip()[:80]}"
        for number, line in enumerate(text, start=1)
        if HOME_FOLDER.search(line) or here.search(line)
    ]


def test_no_lock_file_names_a_registry() -> None:
    files = {path.relative_to(ROOT).as_posix(): path for path in repository_files()}
    assert {"requirements/run.txt", "requirements/dev.txt", "web/package-lock.json"} <= files.keys()
    assert [fault for name, path in files.items() for fault in lock_faults(name, lines(path))] == []


def test_no_file_names_a_path_of_one_machine() -> None:
    files = [path for path in repository_files() if path != Path(__file__).resolve()]
    assert [
        fault for path in files for fault in path_faults(path.relative_to(ROOT).as_posix(), lines(path), str(ROOT))
    ] == []


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("web/package-lock.json", '      "resolved": "https://host.example/svelte.tgz",'),
        ("web/.npmrc", "registry=https://host.example/"),
        ("requirements/run.txt", "--index-url https://host.example/simple"),
        ("requirements/run.txt", "--find-links folder"),
        ("requirements/dev.txt", "chess @ https://host.example/chess.whl"),
    ],
)
def test_an_address_in_a_lock_file_is_found(name: str, line: str) -> None:
    assert lock_faults(name, ["", line])[0].startswith(f"{name}:2: ")


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("web/package-lock.json", '        "url": "https://opencollective.com/vitest"'),
        ("web/.npmrc", "omit-lockfile-registry-resolved=true"),
        ("README.md", "https://host.example/"),
    ],
)
def test_an_address_that_is_no_registry_is_left_alone(name: str, line: str) -> None:
    assert lock_faults(name, [line]) == []


@pytest.mark.parametrize(
    "line", ["see /home/someone/notes", "open /src/checkout/README.md", r"C:\Users\me", "cd /root"]
)
def test_a_path_of_one_machine_is_found(line: str) -> None:
    assert path_faults("README.md", [line], "/src/checkout") != []


@pytest.mark.parametrize("line", ["web/home/page.svelte", "GET /home", "/src/checkouts", "the root/rootless", "~/x"])
def test_a_path_inside_the_repository_is_left_alone(line: str) -> None:
    assert path_faults("README.md", [line], "/src/checkout") == []
