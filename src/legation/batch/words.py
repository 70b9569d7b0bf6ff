"""Sets of places as words of 64 bits: place ``n`` is bit ``n & 63`` of word ``n >> 6``."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Protocol, TypeAlias, cast

import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic
from numpy.typing import NDArray

from legation.batch.codes import OTHER_SHIFT, PLACE_SHIFT, SUPPORT_HOLD
from legation.batch.compiling import ZERO, Codes, Longs, Shorts, Small, constant, kernel, part

ir: Any = cgutils.ir  # type: ignore[attr-defined] # its own import of llvmlite
Words: TypeAlias = Longs
Bools: TypeAlias = NDArray[np.bool_]


ONE: Final = constant(1)
WORD: Final = 64
"""Bits of a word."""


class _Builder(Protocol):
    """The parts of the compiler that are used here."""

    def __getattr__(self, name: str) -> Callable[..., Any]: ...


def _type_lowest(_context: object, _word: object) -> tuple[object, Callable[..., object]]:
    """How Numba makes ``lowest``: it has no name for the instruction."""

    def generate(_context: object, builder: _Builder, _signature: object, arguments: Sequence[object]) -> object:
        return builder.cttz(arguments[0], cgutils.false_bit)

    return types.int64(types.int64), generate


lowest: Final = cast("Callable[[int], int]", intrinsic(_type_lowest))
"""The number of the lowest bit that is set in a word."""


SIXTEEN: Final = 16
"""The number of short codes copied at once."""


def _point(context: Any, builder: _Builder, kind: types.Array, array: object, index: object, row: object) -> object:  # noqa: ANN401
    """Points at several elements of an array at once, from an index on. In a plain loop the compiler cannot know that
    two arrays do not overlap, so it would copy them one by one.
    """
    assert kind.layout == "C", "arrays that stand in one piece"
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [index]), ir.PointerType(row))


def _spread(builder: _Builder, number: object, bits: int, count: int) -> object:
    """A vector with a number in every place."""
    small = builder.trunc(number, ir.IntType(bits))
    vector = ir.VectorType(ir.IntType(bits), count)
    one = builder.insert_element(ir.Constant(vector, ir.Undefined), small, ir.IntType(32)(0))
    return builder.shuffle_vector(one, one, ir.Constant(ir.VectorType(ir.IntType(32), count), [0] * count))


def _type_copy(
    _context: object, target: types.Array, _at: object, source: types.Array, _start: object, _more: object
) -> tuple[object, Callable[..., object]]:
    """How Numba makes ``copy_sixteen``."""

    def generate(context: Any, builder: _Builder, signature: Any, arguments: Sequence[Any]) -> object:  # noqa: ANN401
        row, wide = (ir.VectorType(ir.IntType(bits), SIXTEEN) for bits in (16, 32))
        goal = _point(context, builder, signature.args[0], arguments[0], arguments[1], wide)
        found = _point(context, builder, signature.args[2], arguments[2], arguments[3], row)
        code = builder.zext(builder.load(found, align=2), wide)
        builder.store(builder.or_(code, _spread(builder, arguments[4], 32, SIXTEEN)), goal, align=4)
        return context.get_dummy_value()

    return types.void(target, types.int64, source, types.int64, types.int64), generate


copy_sixteen: Final = cast("Callable[[Codes, int, Shorts, int, int], None]", intrinsic(_type_copy))
"""Copy sixteen short codes of one array, from an index on, to another, and add some bits; there must be room."""


def _type_shorts(
    _context: object, target: types.Array, _at: object, source: types.Array, _start: object
) -> tuple[object, Callable[..., object]]:
    """How Numba makes ``copy_shorts``."""

    def generate(context: Any, builder: _Builder, signature: Any, arguments: Sequence[Any]) -> object:  # noqa: ANN401
        row = ir.VectorType(ir.IntType(16), SIXTEEN)
        goal = _point(context, builder, signature.args[0], arguments[0], arguments[1], row)
        found = _point(context, builder, signature.args[2], arguments[2], arguments[3], row)
        builder.store(builder.load(found, align=2), goal, align=2)
        return context.get_dummy_value()

    return types.void(target, types.int64, source, types.int64), generate


copy_shorts: Final = cast("Callable[[Shorts, int, Shorts, int], None]", intrinsic(_type_shorts))
"""Copy sixteen numbers of one array, from an index on, to another; there must be room."""


def _type_help(
    _context: object, target: types.Array, _at: object, source: types.Array, _start: object, _place: object
) -> tuple[object, Callable[..., object]]:
    """How Numba makes ``copy_help``."""

    def generate(context: Any, builder: _Builder, signature: Any, arguments: Sequence[Any]) -> object:  # noqa: ANN401
        row, wide = (ir.VectorType(ir.IntType(bits), SIXTEEN) for bits in (16, 32))
        goal = _point(context, builder, signature.args[0], arguments[0], arguments[1], wide)
        found = _point(context, builder, signature.args[2], arguments[2], arguments[3], row)
        helped = builder.zext(builder.load(found, align=2), wide)
        one, shift = (ir.Constant(wide, [number] * SIXTEEN) for number in (1, OTHER_SHIFT))
        kind = builder.add(builder.and_(helped, one), ir.Constant(wide, [SUPPORT_HOLD] * SIXTEEN))
        place = builder.shl(arguments[4], ir.Constant(arguments[4].type, PLACE_SHIFT))
        code = builder.or_(builder.shl(builder.lshr(helped, one), shift), kind)
        builder.store(builder.or_(code, _spread(builder, place, 32, SIXTEEN)), goal, align=4)
        return context.get_dummy_value()

    return types.void(target, types.int64, source, types.int64, types.int64), generate


copy_help: Final = cast("Callable[[Codes, int, Shorts, int, int], None]", intrinsic(_type_help))
"""Write the orders to help sixteen units in a place, as ``legal_codes.pack_help`` does for one; there must be room."""


def _type_above(
    _context: object, row: types.Array, _first: object, _limit: object
) -> tuple[object, Callable[..., object]]:
    """How Numba makes ``compare_word``."""

    def generate(context: Any, builder: _Builder, signature: Any, arguments: Sequence[Any]) -> object:  # noqa: ANN401
        kind = ir.VectorType(ir.IntType(8), WORD)
        found = _point(context, builder, signature.args[0], arguments[0], arguments[1], kind)
        limit = _spread(builder, arguments[2], 8, WORD)
        is_above = builder.icmp_signed(">", builder.load(found, align=1), limit)
        return builder.bitcast(is_above, ir.IntType(WORD))

    return types.int64(row, types.int64, types.int64), generate


compare_word: Final = cast("Callable[[Small, int, int], int]", intrinsic(_type_above))
"""Which of 64 numbers, from an index on, are above a limit; there must be 64."""


@part
def mark_above(row: Small, word: int, limit: int) -> int:
    """One word of the set of places whose number in a row is above a limit."""
    first, places = word * WORD, row.shape[0]
    if first >= places:
        return ZERO
    if first + WORD <= places:
        return compare_word(row, first, limit)
    if places >= WORD:  # the last words overlap
        beyond = first + WORD - places
        return (compare_word(row, places - WORD, limit) >> beyond) & ((ONE << (WORD - beyond)) - 1)
    found = ZERO
    for place in range(first, places):
        found |= (ZERO + (row[place] > limit)) << (place - first)
    return found


@kernel
def bit(place: int) -> int:
    """The bit of a place in its word."""
    return ONE << (place & 63)


@kernel
def has(words: Words, place: int) -> bool:
    """The number of words in a set of ``places`` places."""
    return bool((words[place >> 6] >> (place & 63)) & ONE)


def count_words(places: int) -> int:
    """How many words a set of so many places takes."""
    return (places + 63) // 64


def pack_words(places: Iterable[int], width: int) -> Words:
    """A set of places as words."""
    flags = np.zeros(width * 64, np.uint8)
    flags[list(places)] = 1
    return np.packbits(flags, bitorder="little").view(np.int64)


def unpack_words(words: Words, places: int) -> Bools:
    """Sets as flags, one for each place; the last axis of words becomes one of places."""
    flags = np.unpackbits(np.ascontiguousarray(words).view(np.uint8), axis=-1, count=places, bitorder="little")
    return flags.view(np.bool_)


def list_places(words: Words) -> list[int]:
    """The places of one set, in ascending order."""
    return [int(place) for place in unpack_words(words, words.shape[-1] * 64).nonzero()[0]]
