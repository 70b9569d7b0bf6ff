"""``legation tournament``: which bot is stronger, each alone against copies of another."""

from pathlib import Path
from typing import Annotated

import typer


def tournament(
    variant: Annotated[str, typer.Argument(help="The variant to play, or the folder of one.")],
    *,
    bots: Annotated[
        str,
        typer.Option(help="Two or more, separated by commas: names, module:Class, weights (.npz) or http addresses."),
    ] = "planner,greedy",
    rounds: Annotated[int, typer.Option(min=1, help="How often each bot plays each seat against each other.")] = 1,
    years: Annotated[int, typer.Option(min=1, max=500, help="Years after which a game is scored as it stands.")] = 10,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 1,
    jobs: Annotated[int, typer.Option(min=0, help="How many processes; 0 means one per core.")] = 0,
    out: Annotated[
        Path | None, typer.Option(help="A file for the finished games; the same command continues a stopped run.")
    ] = None,
) -> None:
    """Let each bot play alone against copies of every other bot, in every seat."""
    from legation import sim  # noqa: PLC0415 - an extra, and slow to load

    names = list(dict.fromkeys(name.strip() for name in bots.split(",") if name.strip()))
    if len(names) < 2:
        raise typer.BadParameter("name two bots or more", param_hint="--bots")
    fixtures = sim.list_fixtures(variant, names, rounds=rounds, first=seed, years=years)
    bouts = list(sim.play_bouts(fixtures, jobs=jobs or sim.count_cores(), kept=out))
    scores = sim.score_bouts(bouts)
    print("| alone | against | games | sum of squares, % | centres, % | led, % | survived, % |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for score in scores:
        figures = (score.squares, score.share, score.wins, score.survival)
        cells = (f"{100 * found.middle:.1f} ({100 * found.low:.1f} to {100 * found.high:.1f})" for found in figures)
        print(f"| {score.alone} | {score.others} | {score.games} | {' | '.join(cells)} |")
    print(f"\nA bot no better than the others has {100 * scores[0].fair:.1f} %. By seat, sum of squares, %:\n")
    faults = [fault for bout in bouts for fault in bout.faults]
    if faults:
        typer.echo(f"{len(faults)} faults, the first of them by {faults[0]}", err=True)
    powers = list(scores[0].by_power)
    print(f"| alone | against | {' | '.join(powers)} |")
    print(f"| --- | --- |{' --- |' * len(powers)}")
    for score in scores:
        print(f"| {score.alone} | {score.others} | {' | '.join(f'{100 * score.by_power[p]:.1f}' for p in powers)} |")
