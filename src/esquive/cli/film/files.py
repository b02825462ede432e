"""Animated pictures as files: GIF, WebP and PNG, frame by frame, so that no film is ever held as a whole.

Pillow encodes each frame, but its own `save_all` holds all frames before it writes the first: gigabytes for a game.
What is written here is only what holds frames together, as the formats have it. A frame is the part of the picture that
has changed, with nothing where that is as it was; a picture like the one before it makes that one stay longer.
"""

import io
import struct
import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import BinaryIO, ClassVar, Final

from PIL import GifImagePlugin, Image, ImageChops

Box = tuple[int, int, int, int]
LONGEST: Final = 60_000  # ms that a frame may stay in all three formats
ANIMATED: Final = 0x12  # the flags of a WebP: moving, and with transparency
UNSEEN: Final = 255  # of the palette of a GIF, the colour of what stays as it was
COLOURS: Final = 214  # of the palette of a GIF that come from its first picture; the others are these, and their tints
ALWAYS: Final = (
    *("#24407c", "#14264f", "#fdf1ea", "#8e1f2d", "#a52a38", "#1f5f4a", "#fdf3cf", "#a9770c", "#2f6fb4", "#163f6d"),
    *("#d9731a", "#7d3c05", "#b3202c", "#b02a37", "#1e7a3c", "#c95e10", "#0f766e", "#e0a100", "#ffffff", "#1b2527"),
)


class FilmFile(ABC):
    """A film that is being written. Pictures are of one size and without transparency."""

    endings: ClassVar[tuple[str, ...]]

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.frames = 0
        self._last: Image.Image | None = None
        self._box: Box = (0, 0, 0, 0)
        self._changed: Image.Image | None = None  # white where the picture differs from the one before
        self._ms = 0

    def add(self, image: Image.Image, ms: int) -> None:
        """Another picture, and how long it stays, in milliseconds."""
        if self._last is None:
            self._begin(image)
            self._box = (0, 0, *image.size)
        else:
            other = ImageChops.difference(self._last, image)
            changed = other.getbbox()
            if changed is None and self._ms + ms <= LONGEST:
                self._ms += ms
                return
            self._flush()
            self._box = changed or (0, 0, 1, 1)
            red, green, blue = other.split()
            self._changed = ImageChops.lighter(ImageChops.lighter(red, green), blue).point(
                lambda one: 255 if one else 0
            )
        self._last, self._ms = image, ms

    def close(self) -> None:
        """The last picture, and what ends the file."""
        if self._last is not None:
            self._flush()
        self._end()

    def _flush(self) -> None:
        assert self._last is not None, "a frame is written once there is one"
        self._frame(self._last, self._box, self._ms)
        self.frames += 1

    @abstractmethod
    def _begin(self, first: Image.Image) -> None:
        """What stands before all frames."""

    @abstractmethod
    def _frame(self, image: Image.Image, box: Box, ms: int) -> None:
        """A part of a picture as a frame."""

    @abstractmethod
    def _end(self) -> None:
        """What stands after all frames."""


class GifFile(FilmFile):
    """One palette for the whole film, so that colours never flicker."""

    endings = (".gif",)

    def _begin(self, first: Image.Image) -> None:
        known = first.quantize(COLOURS, method=Image.Quantize.MEDIANCUT)
        colours = (known.getpalette() or [])[: 3 * COLOURS]
        for text in ALWAYS:
            own = [int(text[place : place + 2], 16) for place in (1, 3, 5)]
            colours += own + [(part + 240) // 2 for part in own]
        self.palette = Image.new("P", (1, 1))
        self.palette.putpalette((colours[: 3 * UNSEEN] + [0] * 768)[:768])
        size = struct.pack("<HH", *first.size)
        self.file.write(b"GIF89a" + size + b"\xf7\0\0" + bytes(self.palette.getpalette() or []))
        self.file.write(b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0")

    def _frame(self, image: Image.Image, box: Box, ms: int) -> None:
        part = image.crop(box).quantize(palette=self.palette, dither=Image.Dither.NONE)
        more: dict[str, int] = {}
        if self._changed is not None:
            part.paste(UNSEEN, mask=ImageChops.invert(self._changed.crop(box)))
            more["transparency"] = UNSEEN
        for block in GifImagePlugin.getdata(part, box[:2], duration=ms, disposal=1, **more):
            self.file.write(block)

    def _end(self) -> None:
        self.file.write(b";")


class PngFile(FilmFile):
    """An animated PNG: lossless, read wherever PNG is, if only its first picture."""

    endings = (".png", ".apng")

    def _begin(self, first: Image.Image) -> None:
        self._number = 0
        self.file.write(b"\x89PNG\r\n\x1a\n")
        self._chunk(b"IHDR", struct.pack(">IIBBBBB", *first.size, 8, 2, 0, 0, 0))
        self._counted = self.file.tell()
        self._chunk(b"acTL", struct.pack(">II", 0, 0))

    def _frame(self, image: Image.Image, box: Box, ms: int) -> None:
        left, top, right, bottom = box
        where = struct.pack(">IIII", right - left, bottom - top, left, top)
        self._chunk(b"fcTL", self._next() + where + struct.pack(">HHBB", ms, 1000, 0, 0))
        data = io.BytesIO()
        image.crop(box).save(data, "PNG", optimize=True)
        content = b"".join(body for name, body in _png_chunks(data.getvalue()) if name == b"IDAT")
        if self.frames:
            self._chunk(b"fdAT", self._next() + content)
        else:
            self._chunk(b"IDAT", content)

    def _end(self) -> None:
        self._chunk(b"IEND", b"")
        self.file.seek(self._counted)
        self._chunk(b"acTL", struct.pack(">II", self.frames, 0))
        self.file.seek(0, io.SEEK_END)

    def _next(self) -> bytes:
        self._number += 1
        return struct.pack(">I", self._number - 1)

    def _chunk(self, name: bytes, body: bytes) -> None:
        self.file.write(struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)))


class WebpFile(FilmFile):
    """A WebP, lossless: the smallest of the three."""

    endings = (".webp",)

    def _begin(self, first: Image.Image) -> None:
        wide, high = first.size
        self.file.write(b"RIFF\0\0\0\0WEBP")
        self._chunk(b"VP8X", struct.pack("<I", ANIMATED) + _three(wide - 1) + _three(high - 1))
        self._chunk(b"ANIM", b"\xff\xff\xff\xff\0\0")

    def _frame(self, image: Image.Image, box: Box, ms: int) -> None:
        left, top, right, bottom = box
        left, top = left & ~1, top & ~1  # offsets are even
        data = io.BytesIO()
        part = image.crop((left, top, right, bottom))
        if self._changed is not None:
            part.putalpha(self._changed.crop((left, top, right, bottom)))
        part.save(data, "WEBP", lossless=True, method=4, quality=60)
        picture = b"".join(whole for name, whole in _riff_chunks(data.getvalue()) if name in (b"VP8L", b"VP8 "))
        where = _three(left // 2) + _three(top // 2) + _three(right - left - 1) + _three(bottom - top - 1)
        self._chunk(b"ANMF", where + _three(ms) + b"\0" + picture)

    def _end(self) -> None:
        size = self.file.tell()
        self.file.seek(4)
        self.file.write(struct.pack("<I", size - 8))
        self.file.seek(0, io.SEEK_END)

    def _chunk(self, name: bytes, body: bytes) -> None:
        self.file.write(name + struct.pack("<I", len(body)) + body + bytes(len(body) % 2))


FORMATS: Final[tuple[type[FilmFile], ...]] = (GifFile, WebpFile, PngFile)
ENDINGS: Final = tuple(ending for one in FORMATS for ending in one.endings)


def _three(number: int) -> bytes:
    return number.to_bytes(3, "little")


def _png_chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 8
    while at < len(data):
        (size,) = struct.unpack_from(">I", data, at)
        yield data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
        at += size + 12


def _riff_chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The chunks of a RIFF file: the name, and the whole of it."""
    at = 12
    while at < len(data):
        (size,) = struct.unpack_from("<I", data, at + 4)
        whole = size + 8 + size % 2
        yield data[at : at + 4], data[at : at + whole]
        at += whole
