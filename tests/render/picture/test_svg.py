from xml.etree import ElementTree

import pytest

from legation.render.picture.svg import document, escape, group, line_path, number, ring_path, tag, text


@pytest.mark.parametrize(("value", "shown"), [(1.0, "1"), (1.256, "1.26"), (-0.001, "0"), (100, "100"), (0.5, "0.5")])
def test_numbers_have_no_tail(value: float, shown: str) -> None:
    assert number(value) == shown


def test_elements_escape_what_they_hold() -> None:
    made = tag("text", escape("<A & B>"), class_="x", stroke_width=1.5, title='"', fill=None)
    assert made == '<text class="x" stroke-width="1.5" title="&quot;">&lt;A &amp; B&gt;</text>'
    assert tag("path", d="M0 0") == '<path d="M0 0"/>'


def test_an_empty_group_is_nothing() -> None:
    assert group(["", ""], id="none") == ""
    assert group(["<a/>", ""], id="one") == '<g id="one">\n<a/>\n</g>'


def test_paths_run_in_steps_and_may_be_shifted() -> None:
    ring = ((10, 10), (20, 10), (20, 5), (10, 10))
    assert ring_path(ring) == "M10 10l 10 0 0-5z"
    assert ring_path(ring, 100).startswith("M110 10l")
    assert line_path(((1, 1), (1, 1), (2, 3))) == "M1 1l 1 2"
    assert line_path(((1, 1), (1, 1))) == "M1 1"


def test_a_document_is_well_formed() -> None:
    svg = document(10, 20, [text("x", 1, 2)], title="A < B", defs=[tag("path", id="p")])
    root = ElementTree.fromstring(svg)
    assert (root.get("width"), root.get("viewBox")) == ("10", "0 0 10 20")
    assert root[0].text == "A < B"
