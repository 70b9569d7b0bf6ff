"""The pixels of a PNG, and how alike two patches of them are."""

import struct
import zlib
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

Patch = NDArray[np.float64]
CHANNELS = 4


def read_grey(png: bytes) -> Patch:
    """The darkness of every pixel, from 0 for white to 1 for black, of a PNG with four channels of eight bits."""
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    assert (depth, kind) == (8, 6)
    flat = zlib.decompress(b"".join(_list_data(png)))
    stride = width * CHANNELS
    rows, above = [], bytes(stride)
    for start in range(0, height * (stride + 1), stride + 1):
        above = _undo_filter(flat[start], flat[start + 1 : start + 1 + stride], above)
        rows.append(above)
    channels = np.frombuffer(b"".join(rows), dtype=np.uint8).reshape(height, width, CHANNELS)
    darkness: Patch = 1 - channels[:, :, :3].mean(axis=2) / 255
    return darkness


def measure_likeness(one: Patch, other: Patch) -> float:
    """How alike the textures of two patches are, from 0 to 1; where in a patch its strokes begin does not count."""
    first, second = (np.abs(np.fft.rfft2(patch - patch.mean())).ravel() for patch in (one, other))
    size = float(np.linalg.norm(first) * np.linalg.norm(second))
    return float(first @ second) / size if size else 1.0


def _list_data(png: bytes) -> Iterator[bytes]:
    place = 8
    while place < len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        if png[place + 4 : place + 8] == b"IDAT":
            yield png[place + 8 : place + 8 + length]
        place += 12 + length


def _undo_filter(kind: int, line: bytes, above: bytes) -> bytes:
    """A row as it was before PNG wrote it as differences from its neighbours."""
    if kind in (0, 2):
        return line if kind == 0 else bytes((a + b) & 255 for a, b in zip(line, above, strict=True))
    row = bytearray(line)
    for place, value in enumerate(line):
        left = row[place - CHANNELS] if place >= CHANNELS else 0
        corner = above[place - CHANNELS] if place >= CHANNELS else 0
        near = (left, (left + above[place]) // 2, _predict(left, above[place], corner))
        row[place] = (value + near[(1, 3, 4).index(kind)]) & 255
    return bytes(row)


def _predict(left: int, above: int, corner: int) -> int:
    guess = left + above - corner
    return min((left, above, corner), key=lambda value: abs(guess - value))
