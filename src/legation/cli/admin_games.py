"""``legation admin`` on games and on the host: list, pause, appoint, queues, sizes, the log."""

from typing import Annotated, Literal

import typer

from legation.cli.admin_services import Data, Database, Login, Why, Words, open_services, show_day, show_size
from legation.extras import needs_extra

with_games = typer.Typer()
ALL = 1_000_000
GameId = Annotated[str, typer.Argument(help="The id of the game, as in its address.")]
Which = Annotated[
    Literal["all", "open", "running", "paused", "ended", "orphaned", "overdue", "solo"],
    typer.Option(help="Only games in this state."),
]
Lines = Annotated[int, typer.Option(help="How many lines.", min=1, max=ALL)]
State = Annotated[Literal["waiting", "failing", "given_up"], typer.Option(help="Only e-mails in this state.")]
Letter = Annotated[int, typer.Argument(help="The number of the e-mail; 0 for all that failed.", min=0)]


@with_games.command("games")
def list_games(words: Words = "", which: Which = "all", database: Database = "", data: Data = None) -> None:
    """List games: id, state, variant, phase, deadline, last judged, game master, size, title; separated by tabs."""
    with needs_extra("server"):
        from legation.server.admin import games  # noqa: PLC0415 - an extra, and slow to load

    with open_services(database, data) as services:
        for row in games.list_games(services, words, games.GameFilter(which), limit=ALL).games:
            state = f"{row.status.value}, orphaned" if row.is_orphaned else row.status.value
            times = row.deadline or "-", show_day(row.judged_at)
            print(
                row.id, state, row.variant, row.phase, *times, row.gm or "-", show_size(row.size), row.title, sep="\t"
            )


@with_games.command("appoint-master")
def appoint_master(game: GameId, login: Login, why: Why = "", database: Database = "", data: Data = None) -> None:
    """Make an account the master of a game that has none; all members are notified."""
    with needs_extra("server"):
        from legation.server.admin import COMMAND_LINE, games, get_account_id  # noqa: PLC0415 - an extra

    with open_services(database, data) as services:
        print(games.appoint_master(services, COMMAND_LINE, game, get_account_id(services, login), reason=why).text)


@with_games.command()
def pause(game: GameId, why: Why = "", database: Database = "", data: Data = None) -> None:
    """Stop the clock of a game."""
    with needs_extra("server"):
        from legation.server.admin import COMMAND_LINE, games  # noqa: PLC0415 - an extra

    with open_services(database, data) as services:
        print(games.pause_game(services, COMMAND_LINE, game, reason=why).text)


@with_games.command()
def resume(game: GameId, why: Why = "", database: Database = "", data: Data = None) -> None:
    """Restart the clock of a paused game."""
    with needs_extra("server"):
        from legation.server.admin import COMMAND_LINE, games  # noqa: PLC0415 - an extra

    with open_services(database, data) as services:
        print(games.resume_game(services, COMMAND_LINE, game, reason=why).text)


@with_games.command()
def queues(database: Database = "", data: Data = None) -> None:
    """Print what is waiting: e-mails and webhooks, games that are late or need a bot."""
    with needs_extra("server"):
        from legation.server.admin import read_host  # noqa: PLC0415 - an extra, and slow to load

    with open_services(database, data) as services:
        host = read_host(services)
    for queue in host.queues:
        print(
            queue.name, f"{queue.waiting} waiting", f"{queue.failing} failing", f"{queue.given_up} given up", sep="\t"
        )
    print("games", f"{host.games.overdue} overdue", f"{host.games.waiting_for_bots} waiting for bots", sep="\t")
    print("masters", f"{host.games.orphaned} games without a game master", sep="\t")


@with_games.command()
def letters(state: State = "failing", database: Database = "", data: Data = None) -> None:
    """List e-mails and webhooks that have not been delivered: number, channel, kind, recipient, tries, problem."""
    with needs_extra("server"):
        from legation.server.admin import mail  # noqa: PLC0415 - an extra, and slow to load

    with open_services(database, data) as services:
        for row in mail.list_letters(services, mail.NoticeState(state), limit=ALL).letters:
            print(row.id, row.channel.value, row.kind, row.to, row.tries, row.problem or "-", sep="\t")


@with_games.command()
def retry(letter: Letter, database: Database = "", data: Data = None) -> None:
    """Send a failed e-mail again at once; 0 means all of them."""
    with needs_extra("server"):
        from legation.server.admin import COMMAND_LINE, mail  # noqa: PLC0415 - an extra

    with open_services(database, data) as services:
        if letter == 0:
            print(mail.retry_all(services, COMMAND_LINE).text)
        else:
            print(mail.retry_letter(services, COMMAND_LINE, letter).text)


@with_games.command()
def drop(letter: Letter, database: Database = "", data: Data = None) -> None:
    """Delete an undelivered e-mail."""
    with needs_extra("server"):
        from legation.server.admin import COMMAND_LINE, mail  # noqa: PLC0415 - an extra

    with open_services(database, data) as services:
        print(mail.drop_letter(services, COMMAND_LINE, letter).text)


@with_games.command()
def sizes(database: Database = "", data: Data = None) -> None:
    """Print the size of each table: name, rows, bytes, the oldest row; separated by tabs."""
    with needs_extra("server"):
        from legation.server.admin import read_sizes  # noqa: PLC0415 - an extra, and slow to load

    with open_services(database, data) as services:
        found = read_sizes(services)
    for size in (*found.tables, *found.kinds):
        print(size.name, size.rows, show_size(size.bytes), show_day(size.oldest), sep="\t")
    print("all", "", show_size(found.bytes), "", sep="\t")


@with_games.command()
def log(lines: Lines = 100, database: Database = "", data: Data = None) -> None:
    """Print what admins did, oldest first: time, admin, object, action, reason; separated by tabs."""
    with needs_extra("server"):
        from legation.server.admin import list_acts  # noqa: PLC0415 - an extra, and slow to load

    with open_services(database, data) as services:
        for act in reversed(list_acts(services, limit=lines).acts):
            print(act.at, act.actor, act.target, act.text, act.reason or "-", sep="\t")
