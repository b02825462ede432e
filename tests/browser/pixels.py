"""The pixels of a screenshot, to compare what two drawings look like."""

import struct
import zlib


def grey_pixels(png: bytes) -> list[list[int]]:
    """The rows of an 8-bit RGB or RGBA picture in shades of grey, 0 to 255, by the weights of ITU-R BT.601."""
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    assert depth == 8 and kind in (2, 6), "as Chromium writes them"
    channels = 3 if kind == 2 else 4
    data, at = b"", 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            data += png[at + 8 : at + 8 + length]
        at += length + 12
    raw = zlib.decompress(data)
    stride = width * channels
    above = bytearray(stride)
    rows = []
    for y in range(height):
        start = y * (stride + 1)
        line = _unfiltered(raw[start], bytearray(raw[start + 1 : start + 1 + stride]), above, channels)
        rows.append(
            [(299 * line[x] + 587 * line[x + 1] + 114 * line[x + 2]) // 1000 for x in range(0, stride, channels)]
        )
        above = line
    return rows


def _unfiltered(kind: int, line: bytearray, above: bytearray, channels: int) -> bytearray:
    """A line of a PNG without its filter (PNG specification, 9.2)."""
    for i in range(len(line)):
        left = line[i - channels] if i >= channels else 0
        up = above[i]
        corner = above[i - channels] if i >= channels else 0
        if kind == 1:
            line[i] = (line[i] + left) & 255
        elif kind == 2:
            line[i] = (line[i] + up) & 255
        elif kind == 3:
            line[i] = (line[i] + (left + up) // 2) & 255
        elif kind == 4:
            guess = left + up - corner
            nearest = min((left, up, corner), key=lambda one: abs(guess - one))
            line[i] = (line[i] + nearest) & 255
    return line
