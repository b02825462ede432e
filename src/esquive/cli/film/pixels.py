"""SVG as pixels, with letters that come along: nothing depends on what fonts a machine has.

The letters are those of the page, Alegreya Sans, which its build puts beside it as the web carries them (WOFF 1.0: the
tables of a font file, each compressed by itself); `resvg` wants the font file. Where no font is found text is left out
without a word, which is why they are not looked for on the machine.
"""

import io
import struct
import tempfile
import zlib
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import TracebackType
from typing import Final

import resvg_py
from PIL import Image, ImageFont

from esquive.core.errors import DocumentError

FAMILY: Final = "Alegreya Sans"
FONTS: Final = Path(__file__).parents[2] / "server" / "static" / "letters"
REGULAR: Final = "alegreya-sans-latin-400-normal.woff"
BOLD: Final = "alegreya-sans-latin-700-normal.woff"
# What the letters lack, and what is written instead.
_INSTEAD: Final = str.maketrans({"→": "›", "←": "‹", "\u00a0": " ", "\u202f": " ", "≥": ">", "≤": "<"})
SINGLE: Final = 1  # the kind of substitutions of one glyph for another
_HEAD: Final = struct.Struct(">4sIIH30x")
_ENTRY: Final = struct.Struct(">4sIIII")


@cache
def font_file(name: str) -> bytes:
    """A font as a file of the format OpenType, with figures as high as capitals.

    Raises DocumentError where the page has not been built.
    """
    try:
        packed = (FONTS / name).read_bytes()
    except FileNotFoundError as error:
        raise DocumentError("the letters of films are not built", str(FONTS / name), "run: make play") from error
    _, flavour, _, count = _HEAD.unpack_from(packed)
    tables: dict[bytes, bytes] = {}
    for place in range(count):
        tag, start, short, long, _ = _ENTRY.unpack_from(packed, _HEAD.size + place * _ENTRY.size)
        table = packed[start : start + short]
        tables[tag] = zlib.decompress(table) if short < long else table
    _use_lining_figures(tables)
    most = 1 << count.bit_length() - 1
    head = struct.pack(">IHHHH", flavour, count, most * 16, most.bit_length() - 1, (count - most) * 16)
    at = len(head) + 16 * count
    body = b""
    for tag, table in tables.items():
        head += struct.pack(">4sIII", tag, 0, at + len(body), len(table))
        body += table + bytes(-len(table) % 4)
    return head + body


def _use_lining_figures(tables: dict[bytes, bytes]) -> None:
    """Figures that stand on the line change places with those that hang below it, as `lnum` asks of who knows it.

    Whoever turns these drawings into pixels knows no such wishes.
    """
    many = struct.unpack_from(">H", tables[b"hhea"], 34)[0]
    form = ">{}I" if struct.unpack_from(">h", tables[b"head"], 50)[0] else ">{}H"
    unit = 1 if form == ">{}I" else 2
    count = struct.unpack_from(">H", tables[b"maxp"], 4)[0]
    starts = [unit * start for start in struct.unpack_from(form.format(count + 1), tables[b"loca"])]
    shapes = [tables[b"glyf"][one:other] for one, other in pairwise(starts)]
    metrics = bytearray(tables[b"hmtx"])
    for old, new in _lining_figures(tables[b"GSUB"]).items():
        shapes[old], shapes[new] = shapes[new], shapes[old]
        if max(old, new) < many:
            here, there = slice(4 * old, 4 * old + 4), slice(4 * new, 4 * new + 4)
            metrics[here], metrics[there] = metrics[there], metrics[here]
    ends = [0]
    for shape in shapes:
        ends.append(ends[-1] + len(shape))
    tables[b"glyf"], tables[b"hmtx"] = b"".join(shapes), bytes(metrics)
    tables[b"loca"] = struct.pack(form.format(count + 1), *(end // unit for end in ends))


def _lining_figures(table: bytes) -> dict[int, int]:
    """Which glyphs stand for which where figures are to stand on the line: the substitutions of `lnum`."""

    def numbers(at: int, count: int) -> tuple[int, ...]:
        return struct.unpack_from(f">{count}H", table, at)

    _, features, lookups = numbers(4, 3)
    found: dict[int, int] = {}
    for place in range(numbers(features, 1)[0]):
        tag, offset = struct.unpack_from(">4sH", table, features + 2 + 6 * place)
        if tag != b"lnum":
            continue
        for lookup in numbers(features + offset + 4, numbers(features + offset + 2, 1)[0]):
            start = lookups + numbers(lookups + 2 + 2 * lookup, 1)[0]
            kind, _, parts = numbers(start, 3)
            for part in numbers(start + 6, parts) if kind == SINGLE else ():
                found |= _substitutions(numbers, start + part)
    return found


def _substitutions(numbers: Callable[[int, int], tuple[int, ...]], at: int) -> dict[int, int]:
    """One for one: every glyph of a list moved by one number, or each with one of its own."""
    form, listed, delta = numbers(at, 3)
    kind, count = numbers(at + listed, 2)
    if kind == 1:
        old = list(numbers(at + listed + 4, count))
    else:
        ranges = [numbers(at + listed + 4 + 6 * place, 3) for place in range(count)]
        old = [glyph for first, last, _ in ranges for glyph in range(first, last + 1)]
    new = [(glyph + delta) % 65536 for glyph in old] if form == 1 else numbers(at + 6, delta)
    return dict(zip(old, new, strict=True))


@cache
def _letters(size: int, *, bold: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(io.BytesIO(font_file(BOLD if bold else REGULAR)), size)


def written(words: str) -> str:
    """The words as they can be written with these letters."""
    return words.translate(_INSTEAD)


def width_of(words: str, size: int, *, bold: bool = False) -> float:
    """How wide a line of text is."""
    return _letters(size, bold=bold).getlength(written(words))


class Renderer:
    """Turns drawings into pixels; it keeps the fonts in a folder of its own until it is closed."""

    def __init__(self, width: int) -> None:
        self.width = width
        self._folder = tempfile.TemporaryDirectory(prefix="esquive-film-")
        self._fonts = []
        for name in (REGULAR, BOLD):
            path = Path(self._folder.name) / name.replace(".woff", ".ttf")
            path.write_bytes(font_file(name))
            self._fonts.append(str(path))

    def __enter__(self) -> "Renderer":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._folder.cleanup()

    def pixels(self, svg: str) -> Image.Image:
        """A drawing with its transparency, as wide as the film is."""
        png = resvg_py.svg_to_bytes(
            svg_string=written(svg),
            width=self.width,
            font_files=self._fonts,
            skip_system_fonts=True,
            font_family=FAMILY,
            sans_serif_family=FAMILY,
        )
        image = Image.open(io.BytesIO(png))
        image.load()
        return image.convert("RGBA")
