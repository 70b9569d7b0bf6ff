"""Other forms of a kernel: its Python function, with everything that it calls, compiled for another device."""

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any, NamedTuple, TypeAlias

from numba.core.dispatcher import Dispatcher

Kernel: TypeAlias = Any
"""A function compiled by Numba, or one to be compiled."""


class Form(NamedTuple):
    """How kernels are translated."""

    make: Callable[[FunctionType], Kernel]
    """Compiles a function."""
    stand_ins: Mapping[Kernel, Kernel]
    """Replacements for kernels."""
    sole: Mapping[Kernel, Kernel]
    """Replacements for kernels that one lane runs by itself, and for everything that they call."""
    alone: frozenset[Kernel]
    """The kernels that one lane runs by itself."""


def translate(kernel: Kernel, form: Form) -> Kernel:
    """A kernel of the processor in another form, with all that it calls."""
    done: dict[tuple[Kernel, bool], Kernel] = {}

    def translate_once(wanted: Kernel, is_alone: bool) -> Kernel:
        is_alone = is_alone or wanted in form.alone
        if (wanted, is_alone) not in done:
            function = (form.sole if is_alone else form.stand_ins).get(wanted) or wanted.py_func
            called = {name: translate_once(value, is_alone) for name, value in _list_called(function, form.stand_ins)}
            clone = FunctionType(
                function.__code__,
                {**function.__globals__, **called},
                function.__name__,
                function.__defaults__,
                function.__closure__,
            )
            done[wanted, is_alone] = form.make(clone)
        return done[wanted, is_alone]

    return translate_once(kernel, False)


def _list_called(function: FunctionType, stand_ins: Mapping[Kernel, Kernel]) -> list[tuple[str, Kernel]]:
    """The kernels that a function calls."""
    named = [(name, function.__globals__.get(name)) for name in function.__code__.co_names]
    return [
        (name, value)
        for name, value in named
        if isinstance(value, Dispatcher) or (callable(value) and value in stand_ins)
    ]
