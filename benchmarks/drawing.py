"""How long ``legation draw`` takes and how large its files are: ``python -m benchmarks.drawing [BOARD ...]``.

Prints the table of docs/concepts/boards.md. The positions are those of tests/render/midgame, with all results drawn.
"""

import json
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from legation.contract import read_request
from legation.render.files import PictureRequest, write_picture
from legation.render.picture import WatchedPhase, watch_request

POSITIONS = Path(__file__).parents[1] / "tests" / "render" / "midgame"
BOARDS = ("standard", "cline-9-man-vii", "colonia-i", "colonia-iii", "colonia-vii", "colonial-variant")
KINDS = ("SVG", "PNG 2400", "poster PDF", "animated GIF", "animated PNG", "animated WebP", "animated SVG")


@dataclass(frozen=True, slots=True)
class Made:
    """A file: seconds of processor time, and bytes."""

    seconds: float
    size: int


def measure(variant: str, folder: Path) -> Iterator[Made]:
    """Every kind of picture of one board."""
    content = (POSITIONS / f"{variant}.json").read_text(encoding="utf-8")
    watched = watch_request(read_request(json.loads(content)))
    for kind in KINDS:
        commission = _choose(variant, kind, folder, watched)
        began = time.process_time()
        written = write_picture(commission)
        yield Made(time.process_time() - began, written.path.stat().st_size)


def _choose(variant: str, kind: str, folder: Path, watched: WatchedPhase) -> PictureRequest:
    ending = kind.split()[0 if kind.startswith(("SVG", "PNG")) else 1].lower()
    output = folder / f"board.{ending}"
    if kind.startswith("animated"):
        return PictureRequest(variant, output, watched=watched)
    width = 2400 if ending == "png" else None
    return PictureRequest(variant, output, watched.after, is_poster=ending == "pdf", width=width)


def main() -> None:
    """Print the table."""
    sys.stdout.write(f"| board | {' | '.join(KINDS)} |\n|{' --- |' * (len(KINDS) + 1)}\n")
    with tempfile.TemporaryDirectory() as folder:
        for variant in sys.argv[1:] or BOARDS:
            cells = [f"{made.seconds:.1f} s, {made.size / 1e6:.2f} MB" for made in measure(variant, Path(folder))]
            sys.stdout.write(f"| {variant} | {' | '.join(cells)} |\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
