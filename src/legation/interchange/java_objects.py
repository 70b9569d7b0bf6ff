"""Objects that a Java program wrote as XML with the library JSX: an object has fields, a map has pairs, a list items.

Everything in the file is data. No class is looked up, and only the dictionaries below are created.
"""

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from legation.errors import RequestError

GZIP = b"\x1f\x8b"
MOST_UNPACKED = 32_000_000
"""Ten times the longest known game."""
DEEPEST = 8000
"""Provinces contain their neighbours, so a file is as deep as its board is wide."""
TAG = re.compile(rb"<(/?)[A-Za-z][^<>]*?(/?)>")
MAPS = frozenset({"java.util.TreeMap", "java.util.HashMap", "java.util.LinkedHashMap", "java.util.Hashtable"})
ITEMS = frozenset({"object", "reference", "collection", "array", "string", "primitive", "null"})


@dataclass(slots=True)
class JavaObject:
    """An object, list, map or value."""

    kind: str
    """Its class, or the type of a value."""
    text: str = ""
    fields: dict[str, "JavaObject"] = field(default_factory=dict)
    items: list["JavaObject"] = field(default_factory=list)

    def get(self, *names: str) -> "JavaObject":
        """A field, or a field of a field; an empty object if there is none."""
        found = self
        for name in names:
            found = found.fields.get(name, NOTHING)
        return found

    @property
    def is_there(self) -> bool:
        """True unless the object is empty."""
        return self.kind != ""

    @property
    def pairs(self) -> list[tuple["JavaObject", "JavaObject"]]:
        """The keys and values of a map."""
        entries = [item for item in self.items if item.kind != "int"] if self.kind in MAPS else []
        return list(zip(entries[::2], entries[1::2], strict=False))


NOTHING = JavaObject("")


def peek(data: bytes, count: int) -> bytes:
    """The first bytes of a file, decompressed if necessary; empty if that fails."""
    if not data.startswith(GZIP):
        return data[:count]
    try:
        return zlib.decompressobj(wbits=31).decompress(data, count)
    except zlib.error:
        return b""


def unpack(data: bytes, name: str) -> bytes:
    """Decompress a file if it is compressed; raises if the result would be too large."""
    if not data.startswith(GZIP):
        return data
    unpacker = zlib.decompressobj(wbits=31)
    try:
        content = unpacker.decompress(data, MOST_UNPACKED + 1)
    except zlib.error:
        raise RequestError(name, "the compressed file is broken") from None
    if len(content) > MOST_UNPACKED:
        raise RequestError(name, f"more than {MOST_UNPACKED:,} bytes when unpacked")
    if not unpacker.eof:
        raise RequestError(name, "the compressed file is cut off")
    return content


def read_objects(content: bytes, name: str) -> JavaObject:
    """Read the first object of a file, with everything it refers to."""
    _check_depth(content, name)
    try:
        root: Element = fromstring(content, forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError, LookupError) as error:
        raise RequestError(name, f"not plain XML: {error}") from None
    if root.tag != "jsx":
        raise RequestError(name, f"begins with <{str(root.tag)[:40]}>; expected <jsx>")
    elements = list(root.iter())
    made = {element: _make(element) for element in elements if element.tag in ITEMS}
    by_id = {str(element.get("id")): found for element, found in made.items() if element.get("id")}
    made |= {
        element: by_id.get(str(element.get("idref")), NOTHING) for element in elements if element.tag == "reference"
    }
    for element in elements:
        if element.tag in ("object", "collection", "array"):
            for child in _list_parts(element):
                if child.get("field"):
                    made[element].fields[str(child.get("field"))] = made[child]
                else:
                    made[element].items.append(made[child])
    return next((made[child] for child in root if child in made), NOTHING)


def _check_depth(content: bytes, name: str) -> None:
    depth = 0
    for closing, empty in TAG.findall(content):
        depth += -1 if closing else (not empty)
        if depth > DEEPEST:
            raise RequestError(name, f"elements are nested more than {DEEPEST} deep")


def _make(element: Element) -> JavaObject:
    if element.tag == "null":
        return NOTHING
    kind = element.get("class") or element.get("base") or element.get("type") or str(element.tag)
    return JavaObject(kind, element.get("value", ""))


def _list_parts(element: Element) -> Iterator[Element]:
    """The fields and items of an object, directly inside it or inside the parts of its classes."""
    for child in element:
        if child.tag in ITEMS:
            yield child
        elif child.tag in ("declaredClass", "default"):
            yield from (part for part in child if part.tag in ITEMS)
            yield from (part for inner in child if inner.tag == "default" for part in inner if part.tag in ITEMS)
