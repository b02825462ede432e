"""The generated part of docs/environments.md: actions and observations of every game, as they are."""

from pathlib import Path
from typing import Final

from esquive.core.games import found_in, game_named
from esquive.envs.spaces import ENVIRONMENTS, Block, size_of, spaces_of

BEGIN: Final = "<!-- numbers: make docs -->"
END: Final = "<!-- end of numbers -->"


def environments(root: Path) -> str:
    """The page with the numbers of all games."""
    text = (root / "docs/environments.md").read_text(encoding="utf-8")
    before, after = text.partition(BEGIN)[0], text.partition(END)[2]
    parts = [part for name in found_in(ENVIRONMENTS) for part in _numbers_of(name)]
    return "\n".join([f"{before}{BEGIN}", *parts, f"{END}{after}"])


def _numbers_of(name: str) -> list[str]:
    _, numbers = spaces_of(name)
    size, kind = size_of(numbers.layout), numbers.dtype.__name__
    told = [
        f"### {game_named(name).title}",
        "",
        *numbers.about.strip().splitlines(),
        "",
        f"An observation is {size:,} numbers ({kind}):",
        "",
        "| from | block | shape | what the numbers are |",
        "|---|---|---|---|",
    ]
    begin = 0
    for block in numbers.layout:
        told.append(f"| {begin} | `{block.name}` | {' x '.join(map(str, block.shape))} | {_told(block)} |")
        begin += block.size
    return [*told, ""]


def _told(block: Block) -> str:
    """What a block is, and its columns where they are more than numbered ones."""
    numbered = all(field.rpartition(" ")[2].isdecimal() for field in block.fields)
    columns = "" if numbered or len(block.fields) == 1 else f"Columns: {', '.join(block.fields)}. "
    return f"{columns}{block.meaning}".replace("|", "\\|")
