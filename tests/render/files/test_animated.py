"""Animated pictures: the outcome first, then the motion, small enough for a forum."""

import io
import re
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from legation.contract import read_request
from legation.errors import RequestError
from legation.render.files import picture_file
from legation.render.files.animated import TICK, draw_frames, write_frames
from legation.render.files.fonts import Fonts
from legation.render.files.picture import Look, animate_picture, draw_picture
from legation.render.files.picture_file import PictureRequest, write_picture
from legation.render.files.png import make_png
from legation.render.picture import watch_request
from tests.render.kit_drawing import atlas, tree, with_class

REQUEST = read_request(
    {
        "variant": "standard",
        "phase": "S1901M",
        "units": {"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A BUR", "A MUN"]},
        "centres": {"FRANCE": ["PAR"]},
        "orders": {
            "FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"],
            "GERMANY": ["A BUR H", "A MUN - TYR"],
        },
    }
)
WATCHED = watch_request(REQUEST)
FRAMES = round(WATCHED.motion.settled * 1000 / TICK)


@pytest.fixture(autouse=True)
def _no_fetching(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_file, "get_fonts", lambda _: Fonts(None, "none"))


def animate(file: Path, **wishes: object) -> bytes:
    write_picture(replace(PictureRequest("standard", file, watched=WATCHED, width=240), **wishes))  # type: ignore[arg-type]
    return file.read_bytes()


def test_frames_run_for_as_long_as_the_motion_and_start_over() -> None:
    animation = animate_picture(atlas("standard"), WATCHED, Look(width=240))
    frames = list(draw_frames(animation, width=240, fonts=None))
    assert len(frames) == 1 + FRAMES
    outcome = draw_picture(atlas("standard"), WATCHED.after, Look(width=240))
    assert frames[0].tobytes() == Image.open(io.BytesIO(make_png(outcome, width=240))).convert("RGB").tobytes()
    for kind in (".gif", ".png", ".webp"):
        found = Image.open(io.BytesIO(write_frames(frames, kind)))
        assert (found.size, found.info.get("loop")) == (frames[0].size, 0)
        # Each time round lasts as long as on the page, the rest on the outcome included.
        assert count_milliseconds(found) == round(WATCHED.motion.seconds * 1000) == 4000
        # The palette of a GIF and the losses of WebP leave the last frame as it is to the eye.
        pairs = zip(found.convert("RGB").tobytes(), frames[-1].tobytes(), strict=True)
        assert sum(abs(a - b) > 40 for a, b in pairs) < 0.02 * len(frames[-1].tobytes())


def test_paper_lies_beneath_the_credit_line_in_every_frame() -> None:
    animation = animate_picture(atlas("standard"), WATCHED, Look(width=240))
    frames = [tree(animation.draw_frame(time)) for time in (0.0, WATCHED.motion.settled / 2)]
    for root in (*frames, tree(animation.draw_outcome())):
        layers = [node.get("id") for node in root]
        assert layers.index("warning-plate") < layers.index("warning")


def count_milliseconds(found: Image.Image) -> int:
    total = 0
    for number in range(getattr(found, "n_frames", 1)):
        found.seek(number)
        found.load()
        total += round(found.info["duration"])
    return total


def test_a_moving_svg_shows_the_outcome_where_nothing_moves(tmp_path: Path) -> None:
    moving = animate(tmp_path / "board.svg").decode()
    root = tree(moving)
    assert "prefers-reduced-motion:no-preference" in moving
    assert set(re.findall(r"animation:m\d+ (\S+)s linear infinite", moving)) == {"4"}
    # Whatever moves is named by a class, and has its keyframes.
    used = {name for element in root.iter() if (name := element.get("class", "")) and re.fullmatch(r"m\d+", name)}
    assert used
    assert used <= set(re.findall(r"@keyframes (m\d+)\{", moving))
    still = tmp_path / "still.svg"
    write_picture(PictureRequest("standard", still, WATCHED.after, width=240))
    pictures = [Image.open(io.BytesIO(make_png(svg, width=240))) for svg in (moving, still.read_text("utf-8"))]
    pixels = [picture.convert("RGB").tobytes() for picture in pictures]
    assert sum(abs(a - b) > 60 for a, b in zip(*pixels, strict=True)) < 0.002 * len(pixels[0])
    assert len(with_class(root, "order")) == 4


BAD: list[tuple[dict[str, object], str]] = [
    ({"output": Path("board.pdf")}, "expected a name that ends in .svg, .gif, .png, .webp"),
    ({"width": 3000}, "an animated picture has at most 2000 px"),
    ({"is_poster": True}, "a poster does not move"),
    ({"variant": "colonia-vii"}, "has no space"),
]


@pytest.mark.parametrize(("wishes", "message"), BAD)
def test_what_cannot_be_animated_is_said(wishes: dict[str, object], message: str, tmp_path: Path) -> None:
    with pytest.raises(RequestError, match=message):
        animate(tmp_path / "board.gif", **wishes)
    assert not list(tmp_path.iterdir())
