"""Sets of places as words of 64 bits: place ``n`` is bit ``n & 63`` of word ``n >> 6``."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Protocol, TypeAlias, cast

import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic
from numpy.typing import NDArray

from legation.batch.compiling import Codes, Longs, constant, kernel

Words: TypeAlias = Longs
Bools: TypeAlias = NDArray[np.bool_]


ONE: Final = constant(1)


class _Builder(Protocol):
    """What is needed of the compiler."""

    def cttz(self, value: object, flag: object) -> object: ...

    def gep(self, pointer: object, indices: Sequence[object]) -> object: ...

    def bitcast(self, pointer: object, kind: object) -> object: ...

    def load(self, pointer: object, align: int) -> object: ...

    def store(self, value: object, pointer: object, align: int) -> None: ...


def _type_lowest(_context: object, _word: object) -> tuple[object, Callable[..., object]]:
    """How Numba makes ``lowest``: it has no name of its own for the instruction."""

    def generate(_context: object, builder: _Builder, _signature: object, arguments: Sequence[object]) -> object:
        return builder.cttz(arguments[0], cgutils.false_bit)

    return types.int64(types.int64), generate


lowest: Final = cast("Callable[[int], int]", intrinsic(_type_lowest))
"""The number of the lowest bit of a word that is set."""


EIGHT: Final = 8
"""How many codes are copied at once."""


def _type_copy(
    _context: object, target: types.Array, _at: object, source: types.Array, _start: object
) -> tuple[object, Callable[..., object]]:
    """How Numba makes ``copy_eight``: of a plain loop it does not know that the arrays do not overlap."""

    def generate(context: Any, builder: _Builder, signature: Any, arguments: Sequence[Any]) -> object:  # noqa: ANN401
        ir = cgutils.ir  # type: ignore[attr-defined] # its own import of llvmlite
        row = ir.PointerType(ir.VectorType(ir.IntType(32), EIGHT))

        def point(array: int, index: int) -> object:
            data = context.make_array(signature.args[array])(context, builder, arguments[array]).data
            return builder.bitcast(builder.gep(data, [arguments[index]]), row)

        builder.store(builder.load(point(2, 3), align=4), point(0, 1), align=4)
        return context.get_dummy_value()

    return types.void(target, types.int64, source, types.int64), generate


copy_eight: Final = cast("Callable[[Codes, int, Codes, int], None]", intrinsic(_type_copy))
"""Copy eight codes of one array, from an index on, to another; there must be room for all of them."""


@kernel
def bit(place: int) -> int:
    """The bit of a place in its word."""
    return ONE << (place & 63)


@kernel
def has(words: Words, place: int) -> bool:
    """Whether a place is in a set."""
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
    """The places of one set, upwards."""
    return [int(place) for place in unpack_words(words, words.shape[-1] * 64).nonzero()[0]]
