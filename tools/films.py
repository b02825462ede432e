"""Makes the films that README and docs show, into docs/pictures: bots play the same matches every time.

    python tools/films.py            all of them
    python tools/films.py kaos       those whose name begins so

Each is a moving picture (WebP) and a still one of its last position (PNG), for who wants nothing to move.
"""

import sys
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image

from esquive.cli.main import main
from esquive.core.record import Record
from esquive.lab.fixtures import fixtures_of
from esquive.lab.matches import play_match

ROOT: Final = Path(__file__).resolve().parent.parent
PICTURES: Final = ROOT / "docs" / "pictures"
BOTS: Final = ("greedy", "greedy")
SEED: Final = 3
TURNS: Final = 100


class Film(NamedTuple):
    """A film by its name: of which game, and the options of `esquive show`."""

    name: str
    game: str
    options: tuple[str, ...]


FILMS: Final = (
    Film("film-krosmaster", "krosmaster", ("--from", "360", "--to", "396", "--width", "440", "--speed", "1.25")),
    Film("film-kaos", "kaos", ("--from", "36", "--to", "39", "--width", "440", "--speed", "1.25")),
)


def record_of(game: str) -> Record:
    """The match that is filmed."""
    match, _ = play_match(fixtures_of(game, BOTS, 1, SEED, "", None, TURNS)[0])
    return match.record


def make(film: Film, folder: Path) -> None:
    """A film and its still."""
    file = folder / f"{film.name}.jsonl"
    file.write_text(record_of(film.game).to_text(), encoding="utf-8")
    out = PICTURES / f"{film.name}.webp"
    if main(["show", str(file), "--film", str(out), "--language", "en", *film.options]):
        raise SystemExit(1)
    with Image.open(out) as moving:
        moving.seek(getattr(moving, "n_frames", 1) - 1)
        still = moving.convert("RGB").quantize(128, dither=Image.Dither.NONE)
    still.save(PICTURES / f"{film.name}.png", optimize=True)
    print(f"{out.name}: {out.stat().st_size // 1000} kB")


if __name__ == "__main__":
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    with tempfile.TemporaryDirectory() as name:
        for one in FILMS:
            if one.game.startswith(wanted):
                make(one, Path(name))
