"""``legation serve``: the game server with its pages."""

import os
from pathlib import Path
from typing import Annotated

import typer

from legation.extras import needs_extra


def serve(
    *,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "",
    port: Annotated[int | None, typer.Option(help="The port to listen on.", min=1, max=65535)] = None,
    workers: Annotated[int | None, typer.Option(help="How many processes.", min=1, max=64)] = None,
    database: Annotated[str, typer.Option(help="The database, as a URL; an SQLite file by default.")] = "",
    data: Annotated[Path | None, typer.Option(help="The folder for all data.")] = None,
    variants: Annotated[
        Path | None, typer.Option(help="A folder with boards of your own; each folder in it is a variant.")
    ] = None,
    demo: Annotated[
        bool, typer.Option("--demo", help="Make a game to click on, with an account that plays in it.")
    ] = False,
) -> None:
    """Host games: pages, API and the clock that judges them."""
    with needs_extra("server"):
        from legation.server import (  # noqa: PLC0415 - an extra, and slow to load
            bind,
            load_settings,
            prepare_demo,
            prepare_storage,
            serve,
        )

    wishes = {
        "LEGATION_HOST": host,
        "LEGATION_PORT": port,
        "LEGATION_WORKERS": workers,
        "DATABASE_URL": database,
        "LEGATION_DATA": data,
        "LEGATION_VARIANTS": variants,
    }
    # The server processes read their settings from the environment.
    os.environ.update({name: str(value) for name, value in wishes.items() if value})
    settings = load_settings()
    listening = bind(settings)
    prepare_storage(settings)
    if demo:
        made = prepare_demo(settings)
        print(f"A game to click on: {made.link}")
        print(f"Or sign in as {made.name} with the password {made.password}.")
    print(f"Legation is at {settings.public_url}. Its data is in {settings.data}. Stop it with Ctrl+C.", flush=True)
    serve(settings, listening)
