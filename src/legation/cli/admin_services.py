"""What every command of ``legation admin`` needs: the services of the host, and common options."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from legation.extras import needs_extra

if TYPE_CHECKING:
    from legation.server import Services

Database = Annotated[str, typer.Option(help="The database, as a URL; by default that of legation serve.")]
Data = Annotated[Path | None, typer.Option(help="The folder for all data.")]
Login = Annotated[str, typer.Argument(help="The name or the e-mail address of an account.")]
Why = Annotated[str, typer.Option("--why", help="The reason, for the log of admins.")]
Words = Annotated[str, typer.Argument(help="Only those that contain these words.")]
Days = Annotated[int | None, typer.Option(help="For how many days; by default for good.", min=1, max=3650)]


@contextmanager
def open_services(database: str, data: Path | None, *, migrates: bool = True) -> "Iterator[Services]":
    """The services of the host, its tables brought up to date unless the command must change nothing."""
    with needs_extra("server"):
        from legation import server  # noqa: PLC0415 - an extra, and slow to load
        from legation.server.store import migrate  # noqa: PLC0415

    wishes = {"DATABASE_URL": database, "LEGATION_DATA": str(data or "")}
    with server.open_services(server.load_settings(wishes)) as services:
        if migrates:
            migrate(services.store)
        yield services


def show_day(moment: str | None) -> str:
    """The day of a moment, for a column."""
    return moment[:10] if moment else "-"


def show_size(number: int | None) -> str:
    """``1.2 MB``, for a column."""
    if number is None:
        return "-"
    return f"{number / 1_000_000:.1f} MB" if number >= 100_000 else f"{number / 1000:.1f} kB"
