"""``legation admin``: what a host does from the command line."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from legation.errors import RequestError
from legation.extras import needs_extra
from legation.render.words import ENGLISH, word_phase

if TYPE_CHECKING:
    from legation.server import Services

app = typer.Typer(help="Look after a server: accounts, backup, restore.", no_args_is_help=True)

Database = Annotated[str, typer.Option(help="The database, as a URL; by default that of legation serve.")]
Data = Annotated[Path | None, typer.Option(help="The folder for all data.")]
Login = Annotated[str, typer.Argument(help="The name or the e-mail address of an account.")]


@app.command("create-admin")
def create_admin(
    name: Annotated[str, typer.Argument(help="The name of the account.")],
    email: Annotated[str, typer.Argument(help="Its e-mail address.")],
    database: Database = "",
    data: Data = None,
) -> None:
    """Make an account that looks after this host; the password is read from the terminal or standard input."""
    with needs_extra("server"):
        from legation.server import administration  # noqa: PLC0415 - an extra, and slow to load

    with _open_services(database, data) as services:
        administration.create_admin(services, name, email, _read_password())
    print(f"{name} looks after this host now.")


@app.command("reset-password")
def reset_password(login: Login, database: Database = "", data: Data = None) -> None:
    """Print a link for choosing a new password within the hour."""
    with needs_extra("server"):
        from legation.server import administration  # noqa: PLC0415 - an extra, and slow to load

    with _open_services(database, data) as services:
        print(administration.make_reset_link(services, login))


@app.command("list-accounts")
def list_accounts(database: Database = "", data: Data = None) -> None:
    """List all accounts: number, state, name, address, when made and last seen; columns parted by tabs."""
    with needs_extra("server"):
        from legation.server import administration  # noqa: PLC0415 - an extra, and slow to load

    with _open_services(database, data) as services:
        for account in administration.list_accounts(services):
            days = [moment.strftime("%Y-%m-%d") if moment else "-" for moment in (account.made_at, account.seen_at)]
            print(account.id, account.state, account.name, account.email or "-", *days, sep="\t")


@app.command("close-account")
def close_account(login: Login, database: Database = "", data: Data = None) -> None:
    """Close an account for good: it cannot sign in any more, its address is deleted, its name stays in old games."""
    with needs_extra("server"):
        from legation.server import administration  # noqa: PLC0415 - an extra, and slow to load

    with _open_services(database, data) as services:
        print(f"The account {administration.close_account(services, login)} is closed.")


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="A new file: .jsonl.gz for any database, .db for a copy of SQLite.")],
    database: Database = "",
    data: Data = None,
) -> None:
    """Write everything at one moment into a file; the server may go on running."""
    with needs_extra("server"):
        from legation.server import backups  # noqa: PLC0415 - an extra, and slow to load

    with _open_services(database, data) as services:
        print(f"{file}: {backups.write_backup(services.store, file):,} bytes")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A backup of either kind, from either database.")],
    database: Database = "",
    data: Data = None,
) -> None:
    """Fill an empty database from a backup, and replay every game to see that it is whole."""
    with needs_extra("server"):
        from legation.server import backups, integrity  # noqa: PLC0415 - an extra, and slow to load

    with _open_services(database, data) as services:
        rows = backups.restore_backup(services.store, file)
        problems = integrity.check_games(services)
    for problem in problems:
        sys.stderr.write(f"{problem}\n")
    print(f"{rows:,} rows restored.")
    if problems:
        raise typer.Exit(1)


@app.command("import")
def import_game(
    file: Annotated[Path, typer.Argument(help="An exported game, or a game folder packed as zip or tar.")],
    master: Annotated[str, typer.Option(help="The name or the e-mail address of the account that becomes its master.")],
    *,
    title: Annotated[str, typer.Option(help="The title of the game; the variant's name where none is given.")] = "",
    wait: Annotated[bool, typer.Option("--wait", help="Wait for players instead of going on at once.")] = False,
    database: Database = "",
    data: Data = None,
) -> None:
    """Take in a running game with its whole chain, after judging everything again."""
    with needs_extra("server"):
        from legation.server import taking_in  # noqa: PLC0415 - an extra, and slow to load

    try:
        content = file.read_bytes()
    except OSError as error:
        raise RequestError(str(file), error.strerror or "cannot be read") from None
    with _open_services(database, data) as services:
        taken = taking_in.take_in(services, content, master=master, title=title, begins=not wait)
        address = f"{services.settings.public_url}/g/{taken.id}"
    phase = word_phase(taken.phase)
    print(ENGLISH.fill("commands.taken_in", phase=phase, entries=taken.entries, head=taken.head, address=address))


@contextmanager
def _open_services(database: str, data: Path | None) -> "Iterator[Services]":
    with needs_extra("server"):
        from legation.server import load_settings, open_services  # noqa: PLC0415 - an extra, and slow to load

    wishes = {"DATABASE_URL": database, "LEGATION_DATA": str(data or "")}
    with open_services(load_settings(wishes)) as services:
        yield services


def _read_password() -> str:
    if sys.stdin.isatty():
        return str(typer.prompt("Password", hide_input=True, confirmation_prompt=True))
    return sys.stdin.readline().rstrip("\n")
