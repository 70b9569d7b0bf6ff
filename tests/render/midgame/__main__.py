"""Plays each variant with planner bots until its board is full, and keeps that turn as a judge request."""

import json
import random
import sys
from pathlib import Path

from legation.bots import PlannerBot, play_phase
from legation.contract import describe_state
from legation.library import Game

YEARS = {
    "standard": 6,
    "cline-9-man-vii": 4,
    "colonia-i": 6,
    "colonia-iii": 6,
    "colonia-vii": 6,
    "colonial-variant": 6,
}
"""How many years after the start the board is full."""


def make_request(variant: str, years: int) -> dict[str, object]:
    """A Fall so many years after the start, with everybody's orders."""
    game = Game.new(variant)
    chance, bot = random.Random(1), PlannerBot()
    wanted = f"F{game.state.phase.year + years}M"
    while True:
        request = {"variant": variant, **describe_state(game.variant, game.state)}
        record = play_phase(game, bot, chance)
        if str(record.phase) == wanted:
            orders = {str(power): list(texts) for power, texts in record.texts.items()}
            return {key: value for key, value in (request | {"orders": orders}).items() if value}


for name in sys.argv[1:] or YEARS:
    made = make_request(name, YEARS[name])
    text = ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in made.items())
    Path(__file__).with_name(f"{name}.json").write_text(f"{{\n{text}\n}}\n", encoding="utf-8")
