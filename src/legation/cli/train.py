"""``legation train``: a bot learns from games what a board is worth."""

from pathlib import Path
from typing import Annotated

import typer


def train(
    variant: Annotated[str, typer.Argument(help="The variant to learn.")],
    *,
    games: Annotated[int, typer.Option(min=1, help="Games in each stage, including those in the folder.")] = 400,
    stages: Annotated[
        int, typer.Option(min=1, max=20, help="Quick bots play the first stage, the bot itself most of the others.")
    ] = 2,
    years: Annotated[int, typer.Option(min=4, max=100, help="The length of a game, in years.")] = 13,
    seconds: Annotated[float, typer.Option(min=0, help="The time limit of a stage; 0 means none.")] = 0,
    pairs: Annotated[int, typer.Option(min=0, help="Pairs of games against the searcher after each stage.")] = 0,
    out: Annotated[
        Path | None, typer.Option(help="The folder for games, weights and the journal; VARIANT-learned by default.")
    ] = None,
    jobs: Annotated[int, typer.Option(min=0, help="How many processes; 0 means one per core.")] = 0,
) -> None:
    """Train a bot to evaluate boards; the same command continues a stopped training."""
    from legation.sim import learning  # noqa: PLC0415 - an extra, and slow to load

    folder = out or Path(f"{variant}-learned")
    course = learning.TrainingPlan(variant, folder, games, stages, years, jobs, seconds or None)
    for stage in learning.train(course, print):
        print(
            f"stage {stage.number}: {stage.games} games, {stage.examples} examples, {stage.seconds:.0f} s; explains "
            f"{_part(stage.spring)} after Spring and {_part(stage.fall)} after Fall of the centres three years later "
            f"(counting centres: {_part(stage.plain_spring)} and {_part(stage.plain_fall)})"
        )
        weights = learning.name_weights(course, stage.number)
        if pairs:
            lead = learning.meet_searcher(variant, weights, pairs)
            print(
                f"stage {stage.number}: leads the searcher by {100 * lead.middle:.1f} points of all centres "
                f"({100 * lead.low:.1f} to {100 * lead.high:.1f}) in {2 * pairs} games"
            )
        print(f"stage {stage.number}: weights in {weights}")


def _part(explained: float) -> str:
    """The explained share in words; empty if a network with too few examples predicts worse than the mean."""
    return f"{max(0.0, explained):.0%}"
