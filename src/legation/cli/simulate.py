"""``legation simulate``: many games between bots, kept as Parquet."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from legation.cli.rule_options import Levels, Modules, Rules, Switches, read_levels, read_switches

YEARS = 40


def simulate(
    variant: Annotated[str, typer.Argument(help="The variant to play, or the folder of one.")],
    *,
    games: Annotated[int, typer.Option(min=1, help="The total number of games, including those in the folder.")] = 20,
    bots: Levels = "greedy",
    seed: Annotated[int, typer.Option(help="The same seed plays the same games, however many jobs there are.")] = 1,
    years: Annotated[int, typer.Option(min=1, max=500, help="Years after which the bots agree on a draw.")] = YEARS,
    rules: Rules = "",
    option: Switches = None,
    module: Modules = None,
    out: Annotated[Path | None, typer.Option(help="The folder for the results; VARIANT-games by default.")] = None,
    jobs: Annotated[int, typer.Option(min=0, help="How many processes; 0 means one per core.")] = 0,
    cluster: Annotated[str, typer.Option(help="A Ray cluster: its address, or local to start a small one here.")] = "",
) -> None:
    """Play many games between bots; the same command continues a stopped run."""
    from legation import sim  # noqa: PLC0415 - an extra, and slow to load

    commission = sim.Commission(
        variant,
        read_levels(bots),
        seed,
        years,
        rules=rules,
        options=read_switches(option),
        modules=tuple(module or ()),
    )
    folder = out or Path(f"{Path(variant).name}-games")
    crew: sim.Crew = sim.ClusterCrew(cluster, jobs) if cluster else sim.LocalCrew(jobs)
    with _make_bar() as bar:
        task = bar.add_task(variant, total=games)
        total = sim.simulate(
            commission,
            games,
            folder,
            crew=crew,
            progress=lambda done, of: bar.update(task, completed=done, total=of),
        )
    print(f"{total} games in {folder}")


def _make_bar() -> Progress:
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    return Progress(*columns, TimeElapsedColumn(), TimeRemainingColumn(), console=Console(stderr=True))
