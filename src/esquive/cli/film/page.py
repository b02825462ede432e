"""A page of a film: who plays and what they have, the board, the dice of both sides, and what happens in words.

Every part has its own place, whose size never changes, so that nothing lies over anything else and nothing jumps.
"""

from collections.abc import Iterator
from html import escape
from typing import Final, NamedTuple

from esquive.cli.film.pixels import FAMILY, width_of
from esquive.core.films import FRAME, Score, Shot, Stage, Throw

WIDTH: Final = 640
HEAD: Final = 54
TRAY: Final = 46
WORDS: Final = 58
PAPER: Final = "#f6f4ea"
SHEET: Final = "#ffffff"
INK: Final = "#1b2527"
MUTED: Final = "#566361"
LINE: Final = "#c3cbbb"
GLOW: Final = "#e0a100"
EDGE: Final = 14
TEXT: Final = 18
ROLLING: Final = (-24, 31, -9)  # how a die lies while it rolls, in degrees, from picture to picture
MOST_LINES: Final = 2


class Page(NamedTuple):
    """A picture as two drawings, of which the lower one seldom changes, and how long it stays."""

    under: str
    over: str
    ms: int


class Pages:
    """Makes pages of shots."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.scale = WIDTH / stage.width
        self.height = round(HEAD + stage.height * self.scale + TRAY + WORDS)
        self.said = ""
        self._under: tuple[str, str] = ("", "")

    def of(self, shot: Shot) -> Iterator[Page]:
        """The pages of a shot: dice that have just been thrown roll before anything is said of them."""
        under = self._below(shot.ground)
        if any(throw.fresh for throw in shot.throws):
            for place, angle in enumerate(ROLLING):
                yield Page(under, self._above(shot, self.said, angle, place), FRAME)
        self.said = shot.said or self.said
        if shot.ms:
            yield Page(under, self._above(shot, self.said), shot.ms)

    # --------------------------------------------------------------------------------------------------------- drawing

    def _document(self, content: str) -> str:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{self.height}"'
            f' viewBox="0 0 {WIDTH} {self.height}" font-family="{FAMILY}"><style>{self.stage.style}</style>'
            f"{content}</svg>"
        )

    def _board(self, drawn: str) -> str:
        return f'<g transform="translate(0 {HEAD}) scale({self.scale:.4f})">{drawn}</g>'

    def _below(self, ground: str) -> str:
        """The paper with the board on it."""
        if self._under[0] != ground:
            paper = f'<rect width="{WIDTH}" height="{self.height}" fill="{PAPER}"/>'
            self._under = (ground, self._document(paper + self._board(ground)))
        return self._under[1]

    def _above(self, shot: Shot, said: str, angle: int | None = None, turn: int = 0) -> str:
        """All that lies over it; with an `angle`, fresh dice are still rolling."""
        parts = [self._board(shot.board), *self._head(shot)]
        parts += self._tray(shot.throws, angle, turn)
        top = self.height - WORDS + 22
        for place, line in enumerate(lines_of(said, WIDTH - 2 * EDGE)):
            parts.append(_text(WIDTH / 2, top + place * 23, line, TEXT, INK, anchor="middle"))
        return self._document("".join(parts))

    def _head(self, shot: Shot) -> Iterator[str]:
        """Everybody's name and points, and below them the turn."""
        wide = (WIDTH - 2 * EDGE) / len(shot.scores)
        for place, score in enumerate(shot.scores):
            yield from self._score(score, EDGE + place * wide, wide)
        yield _text(WIDTH / 2, 48, shot.when, 14, MUTED, anchor="middle")

    def _score(self, score: Score, left: float, wide: float) -> Iterator[str]:
        worth = width_of(score.worth, 17)
        room = wide - 62 - worth  # the mark, the gaps and the frame of who plays
        name = shortened(score.name, 17, room, bold=True)
        named = width_of(name, 17, bold=True)
        x = left + max(0, (wide - (46 + named + worth)) / 2)
        if score.plays:
            yield (
                f'<rect x="{x - 5:.1f}" y="3" width="{56 + named + worth:.1f}" height="30" rx="15"'
                f' fill="{SHEET}" stroke="{GLOW}" stroke-width="2.4"/>'
            )
        yield self._mark(score.seat, x + 12, 18)
        yield _text(x + 32, 24, name, 17, INK, weight=700)
        yield _text(x + 32 + named + 10, 24, score.worth, 17, INK)

    def _mark(self, seat: int, x: float, y: float) -> str:
        fill, edge, ink = self.stage.seats[seat]
        dashes = ("", "3.2 2.1", "9 3.4", "1 4")[seat]
        return (
            f'<circle cx="{x:.1f}" cy="{y}" r="10.5" fill="{fill}" stroke="{edge}" stroke-width="2.5"'
            f' stroke-dasharray="{dashes or "none"}"/>'
            f"{_text(x, y + 5, str(seat + 1), 14, ink, weight=700, anchor='middle')}"
        )

    def _tray(self, throws: tuple[Throw, ...], angle: int | None, turn: int) -> Iterator[str]:
        """The dice of one side or of both, beside one another."""
        top = self.height - WORDS - TRAY
        yield f'<path d="M{EDGE} {top}H{WIDTH - EDGE}" stroke="{LINE}" stroke-width="1.2"/>'
        wide = (WIDTH - 2 * EDGE) / max(1, len(throws))
        for place, throw in enumerate(throws):
            yield from self._throw(throw, EDGE + place * wide, top, wide - 8, angle, turn)

    def _throw(self, throw: Throw, left: float, top: float, wide: float, angle: int | None, turn: int) -> Iterator[str]:
        y = top + TRAY / 2 + 1
        counted = width_of(throw.counted, 19, bold=True) if throw.counted else 0
        name = shortened(throw.label, 15, max(60.0, wide * 0.4 - 26))
        named = width_of(name, 15)
        room = wide - 44 - named - 22 - (counted + 12 if counted else 0)
        step = min(36.0, room / max(1, len(throw.dice)))
        used = 44 + named + step * len(throw.dice) + (counted + 12 if counted else 0)
        x = left + max(0.0, (wide - used) / 2)
        yield self._mark(throw.seat, x + 12, y)
        yield _text(x + 30, y + 5, name, 15, INK)
        x += 44 + named + step / 2
        first = len(throw.dice) - throw.fresh
        for place, die in enumerate(throw.dice):
            lean = None if angle is None or place < first else angle * (1 if (place + turn) % 2 else -1)
            yield _die(die, x + place * step, y, step / 40, lean)
        if throw.counted:
            yield _text(x + len(throw.dice) * step - step / 2 + 8, y + 7, throw.counted, 19, INK, weight=700)


def _die(face: str, x: float, y: float, scale: float, angle: int | None) -> str:
    """A die with its face, or, while it rolls, one that has none yet."""
    turned = f" rotate({angle})" if angle is not None else ""
    square = f'<rect x="-17.5" y="-17.5" width="35" height="35" rx="6" fill="{SHEET}" stroke="{INK}" stroke-width="2"/>'
    shown = face if angle is None else '<path d="M-8 0H8" stroke="#566361" stroke-width="3" stroke-dasharray="3 3.5"/>'
    return f'<g transform="translate({x:.1f} {y:.1f}) scale({scale:.3f}){turned}">{square}{shown}</g>'


def _text(x: float, y: float, words: str, size: int, fill: str, *, weight: int = 400, anchor: str = "start") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" font-weight="{weight}" fill="{fill}"'
        f' text-anchor="{anchor}">{escape(words)}</text>'
    )


def shortened(words: str, size: int, room: float, *, bold: bool = False) -> str:
    """The words, cut off with three points where they are wider than there is room."""
    if width_of(words, size, bold=bold) <= room:
        return words
    while words and width_of(words + "…", size, bold=bold) > room:
        words = words[:-1]
    return words.rstrip() + "…"


def lines_of(words: str, room: float) -> list[str]:
    """A sentence in the lines there is room for."""
    found: list[str] = []
    rest = words.split(" ")  # a space that does not break is no end of a word
    while rest and len(found) < MOST_LINES:
        line = rest.pop(0)
        while rest and width_of(f"{line} {rest[0]}", TEXT) <= room:
            line += f" {rest.pop(0)}"
        found.append(line)
    if rest:
        found[-1] = f"{found[-1]} {' '.join(rest)}"
    return [shortened(line, TEXT, room) for line in found if line]
