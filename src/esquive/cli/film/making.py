"""`esquive show RECORD --film OUT`: a match, some of its steps or one of its turns as an animated picture."""

import argparse
import json
from collections.abc import Iterator
from contextlib import nullcontext
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from esquive.cli.film.files import ENDINGS, FORMATS, FilmFile
from esquive.cli.film.page import Page, Pages
from esquive.cli.film.pixels import Renderer
from esquive.cli.input_files import file_named
from esquive.cli.progress import Course
from esquive.cli.releases import make_known
from esquive.core.errors import EsquiveError
from esquive.core.films import Shot, Stage
from esquive.core.ids import SEAT_NAMES
from esquive.core.messages import messages
from esquive.core.phrases import phrase
from esquive.core.record import read_record
from esquive.core.whole_files import whole_file
from esquive.hosting.replays import Played, Table

STARTS: Final = 900  # ms that the first position is looked at, at the usual speed
ENDS: Final = 2000
LEAST_MS: Final = 20  # what no program shows faster


def make_film(args: argparse.Namespace) -> int:
    """Writes the film; 0, or raises EsquiveError for a file that is no record, or steps it has not."""
    out = Path(args.film)
    kind = _format_of(out)
    record = read_record(file_named(args.file))
    make_known(args.release, str(record.header["game"]))
    agents = tuple(str(agent) for agent in record.header["agents"])
    played = Played(record, Table((), agents, args.language))
    first, last = _steps(played, args)
    seats = played.game.seats_of(played.last)
    seat = SEAT_NAMES.index(args.seat) if args.seat else 0
    if seat >= seats:
        known = phrase("seats: {seats}", seats=", ".join(SEAT_NAMES[:seats]))
        raise EsquiveError("nobody sits in {seat}", "--seat", known, seat=args.seat)
    stage = played.words().stage(seat)
    if stage is None:
        raise EsquiveError("matches of {game!r} are not filmed", "--film", "", game=played.game.name)
    stage.look(_positions(played, first, last))
    label = messages(args.language).say("film.progress", {})
    course = nullcontext() if last - first < 2 else Course(label, last - first + 1, args.language)
    with whole_file(out) as file, Renderer(round(args.width)) as renderer, course as running:
        film = kind(file)
        camera = _Camera(film, renderer, args.speed)
        for _ in _take(played, stage, first, last, camera):
            if running is not None:
                running.advance()
        film.close()
        told = {"file": args.file, "film": args.film, "frames": film.frames, "ms": camera.ms, "bytes": file.tell()}
    print(json.dumps(told) if args.json else messages(args.language).say("show.written", {"file": args.film}))
    return 0


def _format_of(out: Path) -> type[FilmFile]:
    """The format that the ending of a name stands for."""
    for kind in FORMATS:
        if out.suffix.lower() in kind.endings:
            return kind
    known = phrase("endings: {endings}", endings=", ".join(ENDINGS))
    raise EsquiveError("{ending!r} is no ending of a film", "--film", known, ending=out.suffix)


def _steps(played: Played, args: argparse.Namespace) -> tuple[int, int]:
    """The first and the last step that are filmed, counted from 1."""
    count = len(played.ends)
    if not count:
        raise EsquiveError("nothing has happened in it yet", args.file, "name a record with answers in it")
    first, last = 1, count
    if args.turn is not None and (args.first is not None or args.last is not None):
        raise EsquiveError("a turn has its own first and last step", "--turn", "leave out --from and --to")
    if args.turn is not None:
        own = [step for step in range(1, count + 1) if played.turn_at(step) == args.turn]
        if not own:
            turns = sorted({played.turn_at(step) for step in range(1, count + 1)})
            known = phrase("turns: {first} to {last}", first=turns[0], last=turns[-1])
            raise EsquiveError("it has no turn {turn}", "--turn", known, turn=args.turn)
        first, last = own[0], own[-1]
    first = first if args.first is None else args.first
    last = last if args.last is None else args.last
    for name, step in (("--from", first), ("--to", last)):
        if not 1 <= step <= count:
            raise EsquiveError("it has no step {step}", name, phrase("steps: 1 to {count}", count=count), step=step)
    if first > last:
        fix = "name the earlier step first"
        raise EsquiveError("step {first} comes after step {last}", "--from", fix, first=first, last=last)
    return first, last


def _positions(played: Played, first: int, last: int) -> Iterator[Any]:
    """All positions that are filmed."""
    yield played.state_at(first - 1)
    for step in range(first, last + 1):
        for _, state in played.changes(step):
            yield state


class _Camera:
    """Takes shots onto a film: the ground of a picture is drawn once as long as it stays."""

    def __init__(self, film: FilmFile, renderer: Renderer, speed: float) -> None:
        self.film = film
        self.renderer = renderer
        self.speed = speed
        self.ms = 0
        self._late = 0.0
        self._ground = lru_cache(maxsize=2)(renderer.pixels)

    def take(self, page: Page) -> None:
        """Another page."""
        wanted = page.ms / self.speed + self._late
        ms = round(wanted / 10) * 10  # hundredths of a second are what a GIF knows
        if ms < LEAST_MS:
            self._late = wanted  # what is too short to be seen is passed over, and its time goes to the next
            return
        self._late = wanted - ms
        picture = self._ground(page.under).copy()
        picture.alpha_composite(self.renderer.pixels(page.over))
        self.film.add(picture.convert("RGB"), ms)
        self.ms += ms


def _take(played: Played, stage: Stage, first: int, last: int, camera: _Camera) -> Iterator[int]:
    """Films steps; tells each when it has been taken."""
    pages = Pages(stage)
    before = played.state_at(first - 1)
    _all(pages, stage.still(before)._replace(ms=STARTS), camera)
    shot: Shot | None = None
    for step in range(first, last + 1):
        for change, state in played.changes(step):
            for shot in stage.shots(change, state):
                _all(pages, shot, camera)
        yield step
    if shot is not None:
        _all(pages, shot._replace(ms=ENDS), camera)


def _all(pages: Pages, shot: Shot, camera: _Camera) -> None:
    for page in pages.of(shot):
        camera.take(page)
