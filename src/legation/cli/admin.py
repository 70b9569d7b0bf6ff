"""``legation admin``: what a host does from the command line."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from legation.cli.admin_accounts import with_accounts
from legation.cli.admin_games import with_games
from legation.cli.admin_services import Data, Database, open_services
from legation.errors import RequestError
from legation.extras import needs_extra
from legation.render.words import ENGLISH, word_phase

app = typer.Typer(help="Administer a server: accounts, games, bans, e-mails, backups.", no_args_is_help=True)
app.add_typer(with_accounts)
app.add_typer(with_games)


@app.command("create-admin")
def create_admin(
    name: Annotated[str, typer.Argument(help="The name of the account.")],
    email: Annotated[str, typer.Argument(help="Its e-mail address.")],
    database: Database = "",
    data: Data = None,
) -> None:
    """Create an admin account; the password is read from the terminal or standard input.

    An account that has the name or the address already is left as it is.
    """
    with needs_extra("server"):
        from legation.server import administration  # noqa: PLC0415 - an extra, and slow to load

    with open_services(database, data) as services:
        administration.create_admin(services, name, email, _read_password())
    print(f"Created the account {name} ({email}), an admin of this host.")


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="A new file: .jsonl.gz for any database, .db for a copy of SQLite.")],
    database: Database = "",
    data: Data = None,
) -> None:
    """Write a consistent snapshot to a file; the server may be running."""
    with needs_extra("server"):
        from legation.server import backups  # noqa: PLC0415 - an extra, and slow to load

    with open_services(database, data, migrates=False) as services:
        print(f"{file}: {backups.write_backup(services.store, file):,} bytes")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A backup of either kind, from either database.")],
    database: Database = "",
    data: Data = None,
) -> None:
    """Fill an empty database from a backup, and check every game by replaying it."""
    with needs_extra("server"):
        from legation.server import backups, integrity  # noqa: PLC0415 - an extra, and slow to load

    with open_services(database, data, migrates=False) as services:
        rows = backups.restore_backup(services.store, file)
        problems = integrity.check_games(services)
    for problem in problems:
        sys.stderr.write(f"{problem}\n")
    print(f"{rows:,} rows restored.")
    if problems:
        raise typer.Exit(1)


@app.command()
def verify(
    game: Annotated[str, typer.Argument(help="The id of a game; all games where none is named.")] = "",
    *,
    replay: Annotated[bool, typer.Option("--replay", help="Judge every phase again, too.")] = False,
    database: Database = "",
    data: Data = None,
) -> None:
    """Check the chain of every game while the server runs, without changing anything; problems end with status 1."""
    with needs_extra("server"):
        from legation.server import integrity  # noqa: PLC0415 - an extra, and slow to load

    is_sound = True
    with open_services(database, data, migrates=False) as services:
        for one in [game] if game else integrity.list_games(services):
            checked = integrity.check_one(services, one, is_replayed=replay)
            is_sound = is_sound and not checked.problem
            print(checked.id, checked.problem or "sound", f"{checked.entries} entries", checked.head, sep="\t")
    if not is_sound:
        raise typer.Exit(1)


@app.command()
def ratings(database: Database = "", data: Data = None) -> None:
    """Work out all places and ratings again from the records, and print the ratings, the best first."""
    with needs_extra("server"):
        from legation.server import place_all_anew  # noqa: PLC0415 - an extra, and slow to load

    with open_services(database, data) as services:
        people = place_all_anew(services)
    for person in people:
        state = "provisional" if person.rating.is_provisional else "settled"
        mu, sigma = f"{person.rating.mu:.3f}", f"{person.rating.sigma:.3f}"
        print(person.name, person.rating.shown, f"{person.rating.games} games", state, mu, sigma, sep="\t")


@app.command("import")
def import_game(
    file: Annotated[
        Path, typer.Argument(help="An exported game, a game folder packed as zip or tar, or a game of another program.")
    ],
    master: Annotated[str, typer.Option(help="The name or the e-mail address of the account that becomes its master.")],
    *,
    title: Annotated[str, typer.Option(help="The title of the game; by default the variant's name.")] = "",
    variant: Annotated[
        str, typer.Option(help="For a game of another program: the variant or board here that it was played on.")
    ] = "",
    wait: Annotated[bool, typer.Option("--wait", help="Wait for players instead of continuing at once.")] = False,
    database: Database = "",
    data: Data = None,
) -> None:
    """Import a running game with its whole chain, after judging everything again."""
    with needs_extra("server"):
        from legation.server import taking_in  # noqa: PLC0415 - an extra, and slow to load

    try:
        content = file.read_bytes()
    except OSError as error:
        raise RequestError(str(file), error.strerror or "cannot be read") from None
    with open_services(database, data) as services:
        taken = taking_in.take_in(services, content, master=master, title=title, begins=not wait, variant=variant)
        address = f"{services.settings.public_url}/g/{taken.id}"
    phase = word_phase(taken.phase)
    print(ENGLISH.fill("commands.taken_in", phase=phase, entries=taken.entries, head=taken.head, address=address))
    if taken.differences:
        print(ENGLISH.fill("commands.judged_otherwise", count=taken.differences))


def _read_password() -> str:
    if sys.stdin.isatty():
        return str(typer.prompt("Password", hide_input=True, confirmation_prompt=True))
    return sys.stdin.readline().rstrip("\n")
