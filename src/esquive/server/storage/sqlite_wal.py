"""Reads the write-ahead log of SQLite as SQLite does: how far it is whole.

A log ends where a frame does not continue the sums of those before it. After a power cut that is where the last commit
was being written, and nothing is lost. When a commit of the same log lies behind that place, it was whole once: then
answers that were acknowledged are missing, and SQLite would go on without them in silence.

The format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
"""

import struct
from array import array
from pathlib import Path
from typing import Final

HEADER: Final = 32
FRAME: Final = 24
MAGIC: Final = 0x377F0682  # the last bit says that sums are of big-endian words
MASK: Final = 0xFFFFFFFF


def damage_of(log: Path) -> str:
    """What is wrong with a log, in a few words, or "" when nothing that was committed is missing from it."""
    try:
        data = log.read_bytes()
    except FileNotFoundError:
        return ""
    if len(data) < HEADER + FRAME:
        return ""
    magic, _, page, _, salt1, salt2, sum1, sum2 = struct.unpack(">8I", data[:HEADER])
    is_big = bool(magic & 1)
    if magic & ~1 != MAGIC or page < 512 or page & (page - 1):
        return "its head cannot be read"
    if _sums(data[: HEADER - 8], (0, 0), is_big) != (sum1, sum2):
        return "its head does not add up"
    salts = (salt1, salt2)
    sums = (sum1, sum2)
    broken = 0
    number = 0
    for place in range(HEADER, len(data) - FRAME - page + 1, FRAME + page):
        number += 1
        _, size, one, other, wanted1, wanted2 = struct.unpack(">6I", data[place : place + FRAME])
        if broken:
            if (one, other) == salts and size:
                return f"frame {broken} does not add up, and answers were stored behind it"
            continue
        sums = _sums(data[place : place + 8], sums, is_big)
        sums = _sums(data[place + FRAME : place + FRAME + page], sums, is_big)
        if (one, other) != salts or sums != (wanted1, wanted2):
            broken = number  # damaged; or left over from the log before, and so is all behind it
    return ""


def _sums(data: bytes, sums: tuple[int, int], is_big: bool) -> tuple[int, int]:
    """The sums of SQLite's log, carried on over words of 32 bits."""
    words = array("I", data)
    if is_big != (struct.pack("=I", 1) == struct.pack(">I", 1)):
        words.byteswap()
    one, other = sums
    for place in range(0, len(words), 2):
        one = one + words[place] + other & MASK
        other = other + words[place + 1] + one & MASK
    return one, other
