"""The board of a game as a picture file."""

from pathlib import Path

from legation.game import write_output
from legation.judge import list_marks
from legation.library import Game
from legation.render.picture import Situation, Style, draw_board, open_atlas
from legation.render.words import word_phase


def write_picture(game: Game, file: Path) -> None:
    """Draw the current board, with the last judged orders, into an SVG file."""
    atlas = open_atlas(game.board_name)
    situation = Situation(
        powers=tuple(game.variant.powers),
        position=game.state.position,
        outcomes=game.records[-1].outcomes if game.records else (),
        marks=list_marks(game.variant.board, game.state.position, game.rulebook),
        caption=word_phase(game.state.shown_phase),
    )
    svg = draw_board(game.variant.board, atlas.shapes, situation, style=Style(title=atlas.title, has_legend=True))
    write_output(file, svg)
