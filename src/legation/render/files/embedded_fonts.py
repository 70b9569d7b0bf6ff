"""Embeds the fonts of an SVG picture in its file: it looks the same whatever fonts are installed."""

import re
from base64 import b64encode
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as XmlTree

from legation.render.files.fonts import OWN_FOLDER


class Face(NamedTuple):
    """One typeface in one weight, upright or italic."""

    family: str
    style: str
    weight: int


FILES = {
    Face("EB Garamond", "normal", 500): "EBGaramond_500Medium",
    Face("EB Garamond", "italic", 500): "EBGaramond_500Medium_Italic",
    Face("EB Garamond", "normal", 600): "EBGaramond_600SemiBold",
    Face("EB Garamond", "normal", 700): "EBGaramond_700Bold",
    Face("Source Sans 3", "normal", 400): "SourceSans3_400Regular",
    Face("Source Sans 3", "normal", 600): "SourceSans3_600SemiBold",
    Face("Source Sans 3", "normal", 700): "SourceSans3_700Bold",
}
"""The small copies made with the pages, as WOFF2 with Latin letters only."""
INHERITED = {"font-family": "", "font-style": "normal", "font-weight": "400"}
FIRST_FAMILY = re.compile(r"'([^']+)'")


def embed_fonts(svg: str, folder: Path = OWN_FOLDER) -> str:
    """Embed the faces used in a picture. If they were not made, the picture is unchanged."""
    rules = [_write_rule(folder, face) for face in list_faces(svg)]
    if not rules or None in rules:
        return svg
    # Without a bold italic of their own, browsers would synthesize one; PNG and PDF show the italic unchanged.
    style = f"<style>{''.join(rule for rule in rules if rule)}svg{{font-synthesis:none}}</style>"
    head = svg.index(">", svg.index("<svg")) + 1
    return svg[:head] + style + svg[head:]


def list_faces(svg: str) -> list[Face]:
    """The faces used by the text of a picture."""
    found: set[Face] = set()
    fonts = [INHERITED]
    for event, element in XmlTree.iterparse(BytesIO(svg.encode()), ("start", "end")):
        if event == "end":
            fonts.pop()
            continue
        fonts.append({name: element.get(name, value) for name, value in fonts[-1].items()})
        if element.tag.endswith(("text", "tspan", "textPath")):
            found.add(_choose_face(fonts[-1]))
    return sorted(found)


def _choose_face(font: dict[str, str]) -> Face:
    """The face that a browser takes: with the right style, if the family has it, and the nearest weight."""
    named = FIRST_FAMILY.match(font["font-family"])
    of_family = [face for face in FILES if named and face.family == named[1]]
    fitting = [face for face in of_family if face.style == font["font-style"]] or of_family
    if not fitting:
        raise ValueError(f"words are set in {font['font-family'] or 'no typeface'}, which no picture may use")
    weight = int(font["font-weight"])
    return min(fitting, key=lambda face: (abs(face.weight - weight), -face.weight))


@cache
def _write_rule(folder: Path, face: Face) -> str | None:
    file = folder / f"{FILES[face]}.woff2"
    if not file.is_file():
        return None
    data = b64encode(file.read_bytes()).decode()
    return (
        f"@font-face{{font-family:'{face.family}';font-style:{face.style};font-weight:{face.weight};"
        f"src:url(data:font/woff2;base64,{data}) format('woff2')}}"
    )
