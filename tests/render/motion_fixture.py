"""A phase in motion on the small board of ``drawing_fixture``, and where its units are: ``tests/fixtures/motion.json``.

``python -m tests.render.motion_fixture`` writes it anew. The page's own test fails until the page comes to the same.
"""

import json
from pathlib import Path
from typing import Any

from pydantic_core import to_jsonable_python

from legation.render.picture.glide import make_glide
from legation.render.picture.motion import make_motion
from legation.server.results.motion import describe_motion
from tests.kit import judge
from tests.render.drawing_fixture import BOARD, SHAPES, scene_view

FILE = Path(__file__).parents[1] / "fixtures" / "motion.json"
ORDERS = {
    "FRANCE": ["A ALP - EPS", "F FAR S A ALP - EPS", "A BET - GAM", "F SOU - OUT"],
    "SPAIN": ["A EPS H", "A DEL - GAM"],
}
"""A dislodgement over the seam, a stand-off, a move that nobody opposes."""
SCALE = 2.0


def make_fixture() -> dict[str, Any]:
    """The motion as the server tells the page of it, and every unit at some moments."""
    judged = judge(ORDERS, board=BOARD)
    motion = make_motion(BOARD, judged.before, judged.after, judged.verdict.outcomes)
    view = scene_view({"scale": SCALE})
    glides = [make_glide(travel, SHAPES, view) for travel in motion.travels]
    times = [round(step * 0.35, 2) for step in range(round(motion.seconds / 0.35) + 1)]
    poses = [[_describe(glide.pose(time)) for glide in glides] for time in times]
    return {"scale": SCALE, "motion": to_jsonable_python(describe_motion(motion)), "times": times, "poses": poses}


def _describe(pose: Any) -> list[float] | None:  # noqa: ANN401 - a pose or none
    return [round(value, 2) for value in (*pose.place, pose.tip, pose.opacity)] if pose else None


def load_fixture() -> dict[str, Any]:
    """The file."""
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


if __name__ == "__main__":
    FILE.write_text(json.dumps(make_fixture()) + "\n", encoding="utf-8")
