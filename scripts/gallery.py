"""Sample scenes for the gallery of the pages (``/dev/board/standard``), with the same scenes as pictures beside them.

python scripts/gallery.py              plays a few years with bots and writes web/fixtures/
python scripts/gallery.py standard     the same for one variant only

Git ignores what it writes. Run ``npm run dev`` in ``web/`` and open the gallery to compare pages and pictures.
"""

import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from pydantic_core import to_json

from legation.bots import deal_bots, play_phase
from legation.game import PhaseRecord
from legation.library import Game
from legation.render.picture import THEMES, Atlas, Style, draw_board, make_web_board, open_atlas
from legation.render.picture.atlas import list_boards
from legation.render.picture.situation import show_results
from legation.server.game.order_lines import describe_outcomes
from legation.server.results.scene import Scene, describe_scene

FOLDER = Path(__file__).parents[1] / "web" / "fixtures"
SEED = 7
YEARS = 3
KEPT = 5
"""Phases of each game that become scenes: a whole year."""


def play_years(name: str) -> tuple[Game, list[PhaseRecord]]:
    """A game between bots, and its last phases."""
    game = Game.new(name, None, modules=("gigaton-bomb",) if name == "standard" else ())
    chance = random.Random(SEED)
    players = deal_bots(["greedy"], game.variant.powers)
    while game.state.ending is None and game.state.phase.year < game.variant.first_year + YEARS:
        play_phase(game, players, chance)
    return game, game.records[-KEPT:]


def describe_scenes(game: Game, records: list[PhaseRecord]) -> Iterator[Scene]:
    """The phases as the server sends them to the page."""
    for record in records:
        lines = describe_outcomes(game.variant.board, record, game.rulebook)
        yield describe_scene(game.variant, game.rulebook, record.after, {}, lines)


def draw_pictures(name: str, atlas: Atlas, game: Game, records: list[PhaseRecord]) -> None:
    """The busiest phase in every theme, under the number of the scene."""
    number, record = max(enumerate(records), key=lambda found: len(found[1].outcomes))
    shown = show_results(game.variant.board, game.rulebook, record)
    situation = replace(shown, powers=atlas.powers, closed=atlas.closed)
    for theme in THEMES.values():
        svg = draw_board(atlas.board, atlas.shapes, situation, style=Style(theme=theme, has_legend=True))
        (FOLDER / f"{name}.{number}.{theme.id}.svg").write_text(svg, encoding="utf-8")


def write_samples(name: str) -> None:
    """Everything for one variant."""
    atlas = open_atlas(name)
    game, records = play_years(name)
    board = make_web_board(atlas.board, atlas.shapes, atlas.powers, closed=atlas.closed)
    (FOLDER / f"{name}.board.json").write_text(board, encoding="utf-8")
    scenes = to_json(list(describe_scenes(game, records)))
    (FOLDER / f"{name}.scenes.json").write_bytes(scenes)
    draw_pictures(name, atlas, game, records)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for variant in sys.argv[1:] or list_boards():
        write_samples(variant)
        print(variant)
