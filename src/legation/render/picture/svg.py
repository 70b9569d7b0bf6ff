"""Writing SVG: well-formed, sorted, the same bytes for the same drawing."""

from collections.abc import Iterable, Sequence

from legation.board import Line

Value = str | float | int | None
NAMESPACE = "http://www.w3.org/2000/svg"
ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def number(value: float) -> str:
    """A number with at most two decimals and no trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def escape(text: str) -> str:
    """Text that is safe in an element or an attribute."""
    return text.translate(ESCAPES)


def tag(name: str, *children: str, **attributes: Value) -> str:
    """An element; ``stroke_width`` is written ``stroke-width``, ``class_`` is ``class``, None is left out."""
    words = [name]
    for key, value in attributes.items():
        if value is None:
            continue
        shown = number(value) if isinstance(value, int | float) else escape(value)
        words.append(f'{key.rstrip("_").replace("_", "-")}="{shown}"')
    body = "".join(children)
    head = " ".join(words)
    return f"<{head}>{body}</{name}>" if body else f"<{head}/>"


def group(children: Iterable[str], **attributes: Value) -> str:
    """A group, one child per line; empty if there are no children."""
    found = [child for child in children if child]
    return tag("g", "\n", *(f"{child}\n" for child in found), **attributes) if found else ""


def text(content: str, x: float, y: float, **attributes: Value) -> str:
    """A text element; the content is markup made by ``escape`` and ``tag``."""
    return tag("text", content, x=x, y=y, **attributes)


def ring_path(ring: Line, shift: int = 0) -> str:
    """The path of a closed ring, in steps."""
    return line_path(ring[:-1] if ring[0] == ring[-1] else ring, shift) + "z"


def line_path(line: Sequence[tuple[int, int]], shift: int = 0) -> str:
    """The path of a line, in steps; ``shift`` moves it sideways."""
    last_x, last_y = line[0]
    parts = [f"M{last_x + shift} {last_y}l"]
    for x, y in line[1:]:
        step_x, step_y = x - last_x, y - last_y
        if step_x or step_y:
            parts.append(f"{step_x}{step_y}" if step_y < 0 else f"{step_x} {step_y}")
            last_x, last_y = x, y
    return " ".join(parts) if len(parts) > 1 else parts[0][:-1]


def document(width: float, height: float, parts: Iterable[str], *, title: str, defs: Iterable[str] = ()) -> str:
    """A whole file."""
    size = f"0 0 {number(width)} {number(height)}"
    head = f'<svg xmlns="{NAMESPACE}" width="{number(width)}" height="{number(height)}" viewBox="{size}" role="img">'
    body = [tag("title", escape(title)), group_defs(defs), *parts]
    return "\n".join(part for part in (head, *body, "</svg>") if part) + "\n"


def svg_size(svg: str) -> tuple[float, float]:
    """The width and height of one of our drawings, in px."""
    head = svg[: svg.index(">")]
    width, height = (float(head.split(f' {name}="', 1)[1].split('"', 1)[0]) for name in ("width", "height"))
    return width, height


def resize(svg: str, width: float) -> str:
    """The same drawing, shown with this width."""
    old_width, old_height = svg_size(svg)
    head, rest = svg[: svg.index("viewBox")], svg[svg.index("viewBox") :]
    head = head.replace(f'width="{number(old_width)}"', f'width="{number(width)}"', 1)
    tall = number(old_height * width / old_width)
    return head.replace(f'height="{number(old_height)}"', f'height="{tall}"', 1) + rest


def group_defs(defs: Iterable[str]) -> str:
    """Patterns and clips."""
    found = [entry for entry in defs if entry]
    return tag("defs", "\n", *(f"{entry}\n" for entry in found)) if found else ""
