"""SVG to PNG, with resvg."""

from pathlib import Path

from legation.extras import needs_extra


def make_png(svg: str, *, width: int | None = None, fonts: Path | None = None) -> bytes:
    """The picture as PNG with a given width; fonts of a folder come first, those of the system fill in."""
    with needs_extra("print"):
        import resvg_py  # noqa: PLC0415 - an extra

    folders = [str(fonts)] if fonts and fonts.is_dir() else []
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            font_dirs=folders,
            serif_family="EB Garamond",
            sans_serif_family="Source Sans 3",
        )
    )
