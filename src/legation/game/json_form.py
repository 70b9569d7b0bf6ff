"""Typed values as JSON and back: the form follows from the types, so that no field can be forgotten.

Dataclasses and named tuples are objects without the fields that have their default; members of a union stand under
their own name; tuples are lists, frozen sets sorted lists, mappings objects in their own order, which is part of the
value.
"""
# ruff: noqa: ANN401 - what is written and read here is of any type; the callers' types are checked at their own doors

import types
from collections.abc import Callable, Container, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, NewType, Protocol, TypeVar, Union, get_args, get_origin, get_type_hints

from legation.errors import RequestError

Names = Mapping[object, Container[str]]
"""The names that exist for a ``NewType`` such as ``SpaceId``."""
Value = TypeVar("Value")
NOTHING: Names = {}


class Form(Protocol):
    """How values of one type are written."""

    def write(self, value: Any) -> object:
        """The value as JSON."""

    def read(self, data: object, field: str, names: Names) -> Any:
        """The value from its JSON; raises a ``RequestError`` that names the field."""


class Text:
    """A type with its own text form."""

    def __init__(self, write: Callable[[Any], str], read: Callable[[str, str, Names], object]) -> None:
        self.write: Callable[[Any], object] = write
        self._read = read

    def read(self, data: object, field: str, names: Names) -> Any:
        """The value; raises if the data is not a text, or the text is not such a value."""
        if not isinstance(data, str):
            raise RequestError(field, f"expected text, not {kind_of(data)}")
        return self._read(data, field, names)


@dataclass(frozen=True)
class Converted:
    """A type that is written as another, with conversions in both directions."""

    kind: type
    pack: Callable[[Any], object]
    unpack: Callable[[Any], object]

    def write(self, value: Any) -> object:
        """The JSON of the other type."""
        return form_of(self.kind).write(self.pack(value))

    def read(self, data: object, field: str, names: Names) -> Any:
        """The value made from the other type."""
        return self.unpack(form_of(self.kind).read(data, field, names))


OWN_FORMS: dict[object, Form] = {}
"""Types whose form does not follow from their parts; ``record_codec`` enters them."""


def write_value(value: object, hint: object) -> Any:
    """A value of a type as JSON."""
    return form_of(hint).write(value)


def read_value(data: object, hint: type[Value], field: str, names: Names = NOTHING) -> Value:
    """The value of a type from its JSON."""
    found: Value = form_of(hint).read(data, field, names)
    return found


def form_of(hint: Any) -> Form:
    """How values of a type are written; computed once for each type."""
    return _make_form(hint)


@cache
def form_of_parts(hint: Any) -> Form:
    """The form of a dataclass by its parts, for a type whose own form does more than that."""
    return _Parts(hint)


@cache
def _make_form(hint: Any) -> Form:
    if hint in OWN_FORMS:
        return OWN_FORMS[hint]
    if isinstance(hint, NewType):
        return _Name(hint)
    if hint in (str, int, bool):
        return _Plain(hint)
    if hint is object:
        return _Anything()
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return _make_union(inner)
    if origin in (tuple, frozenset):
        return _Items(inner[0], origin)
    if origin is not None and issubclass(origin, Mapping):
        return _Table(*inner)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return _Word(hint)
    if isinstance(hint, type) and (is_dataclass(hint) or hasattr(hint, "_fields")):
        return _Parts(hint)
    raise TypeError(f"values of type {hint!r} have no JSON form")


def _make_union(members: tuple[Any, ...]) -> Form:
    rest = [member for member in members if member is not type(None)]
    form = form_of(rest[0]) if len(rest) == 1 else _Tagged(tuple(rest))
    return _Optional(form) if len(rest) < len(members) else form


@dataclass(frozen=True)
class _Plain:
    kind: type

    def write(self, value: Any) -> object:
        return value

    def read(self, data: object, field: str, names: Names) -> Any:
        if type(data) is not self.kind:
            expected = {str: "text", int: "a whole number", bool: "true or false"}[self.kind]
            raise RequestError(field, f"expected {expected}, not {kind_of(data)}")
        return data


@dataclass(frozen=True)
class _Name:
    """A ``NewType`` of ``str``: checked against the existing names, if they are known."""

    kind: NewType

    def write(self, value: Any) -> object:
        return str(value)

    def read(self, data: object, field: str, names: Names) -> Any:
        if not isinstance(data, str):
            raise RequestError(field, f"expected a name, not {kind_of(data)}")
        return check_name(self.kind, data, field, names)


@dataclass(frozen=True)
class _Word:
    kind: type[StrEnum]

    def write(self, value: Any) -> object:
        return value.value

    def read(self, data: object, field: str, names: Names) -> Any:
        try:
            return self.kind(data)  # type: ignore[arg-type] # what is no text is no member either
        except ValueError:
            raise RequestError(field, f"{str(data)[:40]!r} is not one of {', '.join(self.kind)}") from None


class _Anything:
    """The memory of rule modules: any JSON."""

    def write(self, value: Any) -> object:
        if isinstance(value, Mapping):
            return {str(key): self.write(item) for key, item in value.items()}
        if isinstance(value, tuple | list):
            return [self.write(item) for item in value]
        if isinstance(value, frozenset | set):
            items: list[Any] = [self.write(item) for item in value]
            return sorted(items)
        return value

    def read(self, data: object, field: str, names: Names) -> Any:
        return data


@dataclass(frozen=True)
class _Optional:
    form: Form

    def write(self, value: Any) -> object:
        return None if value is None else self.form.write(value)

    def read(self, data: object, field: str, names: Names) -> Any:
        return None if data is None else self.form.read(data, field, names)


class _Items:
    def __init__(self, item: Any, build: type) -> None:
        self.form = form_of(item)
        self.build = build

    def write(self, value: Any) -> object:
        items: list[Any] = [self.form.write(item) for item in value]
        return sorted(items) if self.build is frozenset else items

    def read(self, data: object, field: str, names: Names) -> Any:
        if not isinstance(data, list):
            raise RequestError(field, f"expected a list, not {kind_of(data)}")
        read = self.form.read
        return self.build(read(item, f"{field}[{number}]", names) for number, item in enumerate(data))


class _Table:
    def __init__(self, key: Any, value: Any) -> None:
        self.key = form_of(key)
        self.value = form_of(value)

    def write(self, value: Any) -> object:
        return {self.key.write(key): self.value.write(item) for key, item in value.items()}

    def read(self, data: object, field: str, names: Names) -> Any:
        key, value = self.key.read, self.value.read
        table = check_object(data, field)
        return {key(name, field, names): value(item, f"{field}.{name}", names) for name, item in table.items()}


class _Parts:
    """A dataclass or a named tuple."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind
        hints = get_type_hints(kind)
        if is_dataclass(kind):
            self.names = [item.name for item in fields(kind)]
            given = {item.name: item for item in fields(kind)}
            self.defaults = {name: item.default for name, item in given.items() if item.default is not MISSING}
            makers = {name: item.default_factory for name, item in given.items()}
            self.defaults |= {name: make() for name, make in makers.items() if make is not MISSING}
        else:
            self.names = list(kind._fields)
            self.defaults = dict(kind._field_defaults)
        self.forms = {name: form_of(hints[name]) for name in self.names}

    def write(self, value: Any) -> object:
        written = {}
        for name, form in self.forms.items():
            part = getattr(value, name)
            if name not in self.defaults or part != self.defaults[name]:
                written[name] = form.write(part)
        return written

    def read(self, data: object, field: str, names: Names) -> Any:
        table = check_object(data, field)
        for name in table:
            if name not in self.forms:
                raise RequestError(f"{field}.{name}"[:120], f"unknown field; there are {', '.join(self.names)}")
        parts = {}
        for name, form in self.forms.items():
            if name in table:
                parts[name] = form.read(table[name], f"{field}.{name}", names)
            elif name not in self.defaults:
                raise RequestError(f"{field}.{name}", "is missing")
        return self.kind(**parts)


class _Tagged:
    """A union of classes: ``{"move": {...}}``."""

    def __init__(self, members: tuple[Any, ...]) -> None:
        self.members = members
        self.tags = {tag_of(member): member for member in members}

    def write(self, value: Any) -> object:
        return {tag_of(type(value)): form_of(type(value)).write(value)}

    def read(self, data: object, field: str, names: Names) -> Any:
        table = check_object(data, field)
        tag = next(iter(table), "")
        if len(table) != 1 or tag not in self.tags:
            raise RequestError(field, f"expected an object with one of {', '.join(self.tags)}")
        return form_of(self.tags[tag]).read(table[tag], f"{field}.{tag}", names)


def tag_of(kind: type) -> str:
    """The key of a class: ``support_move`` for ``SupportMove``."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in kind.__name__).lstrip("_")


def check_name(kind: Any, text: str, field: str, names: Names) -> str:
    """The name, if such a thing exists; raises if not."""
    known = names.get(kind)
    if known is not None and text not in known:
        raise RequestError(field, f"unknown {kind.__name__.removesuffix('Id').lower()} {text[:40]!r}")
    return text


def check_object(data: object, field: str) -> dict[str, object]:
    """The data, if it is an object; raises if not."""
    if not isinstance(data, dict):
        raise RequestError(field, f"expected an object, not {kind_of(data)}")
    return data


def kind_of(value: object) -> str:
    """The JSON name for the type of a value."""
    names = {dict: "an object", list: "a list", str: "text", bool: "true or false", int: "a number", float: "a number"}
    return names.get(type(value), "null")
