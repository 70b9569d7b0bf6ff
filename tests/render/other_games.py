"""Legibility of other games than those in ``midgame``: planner bots with other seeds, Spring and Fall of several years.

``python -m tests.render.other_games SEED [SEED ...]`` plays each variant with these seeds and prints what is worst.
"""

import random
import sys
from collections.abc import Iterator
from dataclasses import replace

from legation.bots import PlannerBot, play_phase
from legation.contract import describe_state, read_request
from legation.library import Game
from legation.render.picture.board_svg import Picture, Style
from legation.render.picture.legibility import Legibility, measure_picture
from legation.render.picture.situation import show_request
from legation.render.picture.view import print_scale, whole_view
from tests.render.kit_drawing import atlas
from tests.render.legibility import BOARDS

YEARS = (2, 4, 6)
"""How many years after the start a game is looked at."""


def play_games(variant: str, seed: int) -> Iterator[tuple[str, Legibility]]:
    """The figures of one game's phases of movement in these years, with the results of all orders."""
    game, chance, bot = Game.new(variant), random.Random(seed), PlannerBot()
    first = game.state.phase.year
    while game.state.phase.year - first <= max(YEARS) and not game.state.ending:
        request = {"variant": variant, **describe_state(game.variant, game.state)}
        record = play_phase(game, bot, chance)
        if str(record.phase).endswith("M") and record.phase.year - first in YEARS:
            request["orders"] = {str(power): list(texts) for power, texts in record.texts.items()}
            yield f"{variant}, seed {seed}, {record.phase}", _measure(variant, request)


def _measure(variant: str, request: dict[str, object]) -> Legibility:
    found = atlas(variant)
    shown = show_request(read_request({key: value for key, value in request.items() if value}), has_results=True)
    situation = replace(shown, powers=found.powers, closed=found.closed)
    view = whole_view(found.shapes, print_scale(found.shapes))
    return measure_picture(Picture(found.board, found.shapes, situation, Style(), view))


def share_astray(found: Legibility) -> float:
    """What share of the lines is astray."""
    return len(found.astray + found.supports_astray) / max(1, found.moves + found.supports)


def main() -> None:
    """Print the figures of each phase, and the worst of all."""
    shares, units = [], []
    covered = over = 0
    for variant in BOARDS:
        for seed in map(int, sys.argv[1:]):
            for title, found in play_games(variant, seed):
                shares.append(share_astray(found))
                units.append(found.units)
                covered, over = covered + len(found.covered), over + len(found.over_units)
                sys.stdout.write(f"{title}: {found.units} units, {shares[-1]:.1%} of the lines astray\n")
                sys.stdout.flush()
    sys.stdout.write(
        f"{len(shares)} positions of {min(units)} to {max(units)} units: at most {max(shares):.1%} astray, "
    )
    sys.stdout.write(f"{covered} heads covered, {over} lines over a third unit\n")


if __name__ == "__main__":
    main()
