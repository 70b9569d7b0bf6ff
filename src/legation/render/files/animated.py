"""A judged phase as an animated picture: GIF, PNG or WebP from frames, or an SVG that moves by itself."""

import io
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from legation.extras import needs_extra
from legation.render.files.png import make_png
from legation.render.picture.animation import Animation
from legation.render.picture.motion import REST
from legation.render.picture.moving_svg import draw_moving

if TYPE_CHECKING:
    from PIL.Image import Image

ANIMATED_KINDS = (".svg", ".gif", ".png", ".webp")
USUAL_WIDTH, LARGEST = 1200, 2000
"""The width of an animated picture in px: forums scale larger ones down."""
TICK = 80
"""The milliseconds for which a frame is shown: 12.5 frames a second."""
COLOURS = 255
"""One of the 256 of a GIF is reserved for unchanged pixels."""
WEBP_QUALITY = 72


def make_animated(animation: Animation, suffix: str, *, width: int, fonts: Path | None) -> bytes:
    """The file. Its first frame is the outcome, for viewers that show only one; then comes the motion, in a loop."""
    if suffix == ".svg":
        return draw_moving(animation).encode()
    frames = list(draw_frames(animation, width=width, fonts=fonts))
    return write_frames(frames, suffix)


def draw_frames(animation: Animation, *, width: int, fonts: Path | None) -> "Iterator[Image]":
    """The outcome, then every frame of the motion."""
    yield _draw_image(animation.draw_outcome(), width, fonts).convert("RGB")
    back = _draw_image(animation.draw_back(), width, fonts)
    count = round(animation.motion.settled * 1000 / TICK)
    for number in range(count):
        over = _draw_image(animation.draw_frame(number * TICK / 1000), width, fonts)
        over_all = back.copy()
        over_all.alpha_composite(over)
        yield over_all.convert("RGB")


def _draw_image(svg: str, width: int, fonts: Path | None) -> "Image":
    with needs_extra("print"):
        from PIL import Image as images  # noqa: N813, PLC0415 - an extra

    return images.open(io.BytesIO(make_png(svg, width=width, fonts=fonts))).convert("RGBA")


def write_frames(frames: "list[Image]", suffix: str) -> bytes:
    """One file of all frames: the first stays while the page rests on results; the others follow quickly."""
    settings: dict[str, Any] = {"duration": [round(REST * 1000), *[TICK] * (len(frames) - 1)], "loop": 0}
    if suffix == ".webp":
        settings |= {"format": "WEBP", "quality": WEBP_QUALITY, "method": 4}
    else:
        # One palette for all frames: unchanged parts keep their colour and cost nothing.
        frames = _share_palette(frames)
        settings |= {"format": "GIF"}
    if suffix == ".png":
        frames = _keep_changes(frames)
        settings |= {"format": "PNG", "disposal": 0, "blend": 1}
    file = io.BytesIO()
    frames[0].save(file, save_all=True, append_images=frames[1:], **settings)
    return file.getvalue()


def _share_palette(frames: "list[Image]") -> "list[Image]":
    """All frames in the colours of the outcome and of a frame in the middle of the motion."""
    with needs_extra("print"):
        from PIL import Image as images  # noqa: N813, PLC0415 - an extra

    outcome, middle = frames[0], frames[len(frames) // 2]
    both = images.new("RGB", (outcome.width, outcome.height * 2))
    both.paste(outcome, (0, 0))
    both.paste(middle, (0, outcome.height))
    palette = both.quantize(COLOURS, method=images.Quantize.FASTOCTREE, dither=images.Dither.NONE)
    return [frame.quantize(palette=palette, dither=images.Dither.NONE) for frame in frames]


def _keep_changes(frames: "list[Image]") -> "list[Image]":
    """The first frame complete, of the others only what differs from the frame before; the rest is transparent."""
    with needs_extra("print"):
        from PIL import ImageChops  # noqa: PLC0415 - an extra

    kept = [frames[0].convert("RGBA")]
    for last, frame in pairwise(frames):
        same = ImageChops.difference(last.convert("RGB"), frame.convert("RGB")).convert("L").point(_is_nought)
        change = frame.convert("RGBA")
        change.paste((0, 0, 0, 0), mask=same)
        kept.append(change)
    return kept


def _is_nought(value: int) -> int:
    return 0 if value else 255
