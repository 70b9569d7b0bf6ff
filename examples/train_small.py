"""Trains a small player of the regular board, and shows that it beats random play.

    python examples/train_small.py [--generations N] [--population N] [--games N] [--years N] [--seed N]

The player weighs each legal choice of a unit by nine simple features and takes the best. What the features are worth
is found by evolution (the cross-entropy method) on the vector environment, with NumPy alone, in a minute or less on one
core: each generation draws some sets of weights, lets every set play the same seats against random players in games of
its own, and keeps the best. Then the weights found are tried on games that they were not trained on.
"""

import argparse
import math
import sys
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from legation.sim.vector_environment import Sight, VectorEnvironment, sample_actions

FEATURES = (
    "go to a centre that is not mine",
    "go to a centre of mine",
    "leave a centre that is not mine",
    "go where a unit of mine stands",
    "go where another's unit stands",
    "come nearer to a centre that is not mine",
    "support a unit of mine",
    "support a unit of another",
    "do nothing",
)
Weights = NDArray[np.float64]


@dataclass(frozen=True)
class Ground:
    """What is known of the board before any game."""

    environment: VectorEnvironment
    distance: NDArray[np.int64]
    """Steps between two spaces, by whatever border."""

    @property
    def centres(self) -> NDArray[np.bool_]:
        """Which spaces have one."""
        return self.environment.board.tables.counts > 0


def make_ground(environment: VectorEnvironment) -> Ground:
    """Measure the board once: how far each space is from each other."""
    origins = environment.templates.origin
    count = len(origins)
    distance = np.full((count, count), 99)
    np.fill_diagonal(distance, 0)
    while True:
        stepped = np.stack([distance[row[row >= 0]].min(axis=0) + 1 for row in origins])
        if (stepped >= distance).all():
            return Ground(environment, distance)
        distance = np.minimum(distance, stepped)


def measure(ground: Ground, sight: Sight, rows: NDArray[np.int64]) -> Weights:
    """The features of choices of a movement phase; each row is a game, a space and a template."""
    environment = ground.environment
    templates, batch, ranges = environment.templates, environment.batch, environment.table.ranges
    origins = templates.origin.shape[1]
    game, space, choice = rows.T
    mine, kind, place = batch.power[game, space], batch.kind[game, space], batch.place[game, space]
    is_move = (choice >= ranges.move) & (choice < ranges.support_hold)
    is_hold_help = (choice >= ranges.support_hold) & (choice < ranges.support_move)
    is_move_help = (choice >= ranges.support_move) & (choice < ranges.support_landing)
    step = templates.step[kind, place, np.where(is_move, choice - ranges.move, 0)]
    goal = environment.board.tables.space_of[np.maximum(step, 0)]
    near = templates.near[kind, place, np.where(is_hold_help, choice - ranges.support_hold, 0)]
    help_number = np.where(is_move_help, choice - ranges.support_move, 0)
    into = templates.near[kind, place, help_number // origins]
    mover = templates.origin[np.maximum(into, 0), help_number % origins]
    helped = np.where(is_move_help, mover, near)
    is_help = is_hold_help | is_move_help
    wanted = ground.centres & (batch.owner[game] != mine[:, None])
    reach = np.where(wanted, ground.distance[space], 99).min(axis=1)
    reach_then = np.where(wanted, ground.distance[goal], 99).min(axis=1)
    theirs = batch.power[game, goal]
    own_help = batch.power[game, np.maximum(helped, 0)] == mine
    rows_at = np.arange(len(rows))
    return np.stack(
        [
            is_move & wanted[rows_at, goal],
            is_move & ground.centres[goal] & ~wanted[rows_at, goal],
            is_move & wanted[rows_at, space],
            is_move & (theirs == mine),
            is_move & (theirs >= 0) & (theirs != mine),
            is_move & (reach_then < reach),
            is_help & own_help,
            is_help & ~own_help,
            choice == 0,
        ],
        axis=1,
    ).astype(np.float64)


def choose(
    ground: Ground, sight: Sight, weights: Weights, seats: NDArray[np.bool_], chance: np.random.Generator
) -> NDArray[np.int64]:
    """Choices for all: by the weights of its game for the powers that the player has, by chance for the others.

    Retreats go by chance for all; in Winter the player builds wherever it may.
    """
    actions = sample_actions(sight.mask, chance)
    owner = np.maximum(sight.owner, 0).astype(np.int64)
    is_mine = np.take_along_axis(seats, owner, axis=1) & (sight.owner >= 0)
    if sight.phase == "WA":
        may_build = is_mine & (ground.environment.batch.power < 0)
        without_nothing = sight.mask.copy()
        without_nothing[..., 0] = False
        eager = sample_actions(without_nothing, chance)
        return np.asarray(np.where(may_build & without_nothing.any(axis=2), eager, actions))
    if not sight.phase.endswith("M"):
        return actions
    rows = np.argwhere(sight.mask & is_mine[..., None])
    values = (measure(ground, sight, rows) * weights[rows[:, 0]]).sum(axis=1)
    values += chance.gumbel(scale=0.2, size=len(values))
    scores = np.full(sight.mask.shape, -np.inf)
    scores[tuple(rows.T)] = values
    return np.asarray(np.where(is_mine, scores.argmax(axis=2), actions))


def play(ground: Ground, weights: Weights, seats: NDArray[np.bool_], seed: int) -> NDArray[np.int64]:
    """Play all games once, game by game with weights of its own; centres by game and power at the end."""
    chance = np.random.default_rng(seed)
    sight = ground.environment.reset()
    final, is_over = np.zeros(seats.shape, np.int64), np.zeros(len(seats), np.bool_)
    while not is_over.all():
        stepped = ground.environment.step(choose(ground, sight, weights, seats, chance))
        sight = stepped.sight
        has_ended = (stepped.truncated | stepped.terminated) & ~is_over  # one that begins anew counts only once
        final[has_ended] = stepped.centres[has_ended]
        is_over |= has_ended
    return final


def deal_seats(games: int, powers: int) -> NDArray[np.bool_]:
    """One power of each game is the player's, every power in turn."""
    seats = np.zeros((games, powers), np.bool_)
    seats[np.arange(games), np.arange(games) % powers] = True
    return seats


def train(options: argparse.Namespace) -> Weights:
    """Weights found by the cross-entropy method."""
    environment = VectorEnvironment(games=options.population * options.games, years=options.years)
    ground = make_ground(environment)
    chance = np.random.default_rng(options.seed)
    seats = np.tile(deal_seats(options.games, len(environment.powers)), (options.population, 1))
    mean, spread = np.zeros(len(FEATURES)), np.ones(len(FEATURES))
    for generation in range(options.generations):
        drawn = mean + spread * chance.standard_normal((options.population, len(FEATURES)))
        centres = play(ground, np.repeat(drawn, options.games, axis=0), seats, options.seed + generation)
        scores = centres[seats].reshape(options.population, options.games).mean(axis=1)
        best = drawn[np.argsort(scores)[-max(2, options.population // 4) :]]
        mean, spread = best.mean(axis=0), best.std(axis=0) + 0.1
        sys.stderr.write(f"generation {generation + 1}: {scores.mean():.2f} centres, the best {scores.max():.2f}\n")
    return mean


def compare(weights: Weights, games: int, years: int, seed: int) -> tuple[float, float, float]:
    """Centres of the player less those of a random one in the same seat: the mean, and its 95 % interval."""
    environment = VectorEnvironment(games=games, years=years)
    ground = make_ground(environment)
    seats = deal_seats(games, len(environment.powers))
    rows = np.tile(weights, (games, 1))
    trained = play(ground, rows, seats, seed)[seats]
    by_chance = play(ground, rows, np.zeros_like(seats), seed)[seats]
    gain = (trained - by_chance).astype(np.float64)
    half = 1.96 * gain.std(ddof=1) / math.sqrt(games)
    return float(gain.mean()), float(gain.mean() - half), float(gain.mean() + half)


def main(arguments: list[str] | None = None) -> bool:
    """Train, try, and print; whether the player beats random play beyond chance."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in (
        ("generations", 12),
        ("population", 16),
        ("games", 14),
        ("years", 6),
        ("seed", 1),
        ("trials", 210),
    ):
        parser.add_argument(f"--{name}", type=int, default=default)
    options = parser.parse_args(arguments)
    weights = train(options)
    for name, weight in zip(FEATURES, weights, strict=True):
        sys.stdout.write(f"{weight:6.2f}  {name}\n")
    mean, low, high = compare(weights, options.trials, options.years, options.seed + 1000)
    has_won = low > 0
    sys.stdout.write(
        f"After {options.years} years the trained player leads random play in the same seat by {mean:.2f} centres "
        f"(95 % interval {low:.2f} to {high:.2f}, {options.trials} games): "
        f"{'it beats random play' if has_won else 'no difference shown'}.\n"
    )
    return has_won


if __name__ == "__main__":
    raise SystemExit(0 if main() else 1)
