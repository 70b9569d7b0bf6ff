"""XML from unknown sources: parsed with defusedxml, without its document type, so that no entity is ever expanded."""

import re
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from legation.errors import DataError
from legation.importing.source import Source

DEEPEST = 60
MOST_PREFIXES = 40


def read_xml(source: Source, name: str) -> Element:
    """Read the root of an XML file; raises if it is malformed, nested too deeply, or uses entities."""
    text = _cut_doctype(source.read(name))
    if text.startswith("<?xml"):
        text = text.partition("?>")[2]  # the XML declaration may name an encoding that no longer applies
    text = _declare_prefixes(text, source.label(name))
    try:
        root: Element = fromstring(text, forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError, RecursionError) as error:
        raise DataError(f"not plain XML: {error}", file=source.label(name)) from None
    _check_depth(root, source.label(name))
    return root


def _cut_doctype(text: str) -> str:
    """The text without its document type, whose declarations are not needed."""
    start = text.find("<!DOCTYPE")
    if start < 0:
        return text
    depth, place = 0, start
    while place < len(text):
        if text.startswith("<!--", place):
            place = text.find("-->", place)
            if place < 0:
                return text[:start]
            place += 2
        elif text[place] in "\"'":
            place = text.find(text[place], place + 1)
            if place < 0:
                return text[:start]
        elif text[place] in "[<":
            depth += 1
        elif text[place] in "]>":
            depth -= 1
            if depth == 0:
                return text[:start] + text[place + 1 :]
        place += 1
    return text[:start]


def _declare_prefixes(text: str, file: str) -> str:
    """The text with declarations for prefixes that only the document type declared."""
    root = re.search(r"<[A-Za-z_][\w:.-]*", text)
    if root is None:
        return text
    used = set(re.findall(r"</?([A-Za-z_][\w.-]{0,40}):", text)) | set(re.findall(r"\s([A-Za-z_]\w{0,40}):\w+=", text))
    missing = sorted(used - {"xml", "xmlns"} - set(re.findall(r"xmlns:([\w.-]{1,41})\s*=", text)))
    if len(missing) > MOST_PREFIXES:
        raise DataError(f"more than {MOST_PREFIXES} prefixes of elements are not declared", file=file)
    declared = "".join(f' xmlns:{name}="{name}"' for name in missing)
    return text[: root.end()] + declared + text[root.end() :]


def _check_depth(root: Element, file: str) -> None:
    level, depth = [root], 0
    while level:
        depth += 1
        if depth > DEEPEST:
            raise DataError(f"elements are nested more than {DEEPEST} deep", file=file)
        level = [child for element in level for child in element]


def local_name(element: Element) -> str:
    """The name of an element without its namespace."""
    return str(element.tag).rpartition("}")[2] if isinstance(element.tag, str) else ""
