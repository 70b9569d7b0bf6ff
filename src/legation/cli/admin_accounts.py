"""``legation admin`` on accounts and networks: list, ban, sign out, close."""

from typing import Annotated

import typer

from legation.cli.admin_services import Data, Database, Days, Login, Why, Words, open_services, show_day
from legation.extras import needs_extra

with_accounts = typer.Typer()
ALL = 1_000_000
Network = Annotated[str, typer.Argument(help="An address, or a network such as 203.0.113.0/24.")]
Reason = Annotated[str, typer.Option("--why", help="The reason; the banned person sees it.")]


@with_accounts.command()
def accounts(words: Words = "", database: Database = "", data: Data = None) -> None:
    """List accounts: number, state, name, address and its state, when created and last seen; separated by tabs."""
    with needs_extra("server"):
        from legation.server.admin import list_accounts  # noqa: PLC0415 - an extra, and slow to load

    with open_services(database, data) as services:
        for row in reversed(list_accounts(services, words, limit=ALL).accounts):
            days = show_day(row.made_at), show_day(row.seen_at)
            print(row.id, row.state.value, row.name, row.email or "-", row.address_state.value, *days, sep="\t")


@with_accounts.command("create-account")
def create_account(
    name: Annotated[str, typer.Argument(help="The name of the account.")],
    email: Annotated[str, typer.Argument(help="Its e-mail address.")],
    *,
    letter: Annotated[bool, typer.Option("--letter", help="Also send the link to the address.")] = False,
    database: Database = "",
    data: Data = None,
) -> None:
    """Create an ordinary account, even if sign-up is closed, and print a link to choose its password."""
    with needs_extra("server"):
        from legation.server.admin import create_account  # noqa: PLC0415 - an extra, and slow to load

    with open_services(database, data) as services:
        made = create_account(services, name, email, by_letter=letter)
    print(f"Created the account {made.name} ({email}). Choose its password within a week here:")
    print(made.link)
    if letter:
        print(f"The link is also sent to {email}.")


@with_accounts.command("appoint-admin")
def appoint_admin(login: Login, why: Why = "", database: Database = "", data: Data = None) -> None:
    """Make an existing account an admin of this host."""
    with needs_extra("server"):
        from legation.server.admin import (  # noqa: PLC0415 - an extra, and slow to load
            COMMAND_LINE,
            get_account_id,
            set_admin,
        )

    with open_services(database, data) as services:
        print(set_admin(services, COMMAND_LINE, get_account_id(services, login), is_admin=True, reason=why).text)


@with_accounts.command("dismiss-admin")
def dismiss_admin(login: Login, why: Why = "", database: Database = "", data: Data = None) -> None:
    """Take the admin rights of an account away."""
    with needs_extra("server"):
        from legation.server.admin import (  # noqa: PLC0415 - an extra, and slow to load
            COMMAND_LINE,
            get_account_id,
            set_admin,
        )

    with open_services(database, data) as services:
        print(set_admin(services, COMMAND_LINE, get_account_id(services, login), is_admin=False, reason=why).text)


@with_accounts.command("reset-password")
def reset_password(login: Login, database: Database = "", data: Data = None) -> None:
    """Print a link for choosing a new password within the hour."""
    with needs_extra("server"):
        from legation.server.admin import make_reset_link  # noqa: PLC0415 - an extra, and slow to load

    with open_services(database, data) as services:
        print(make_reset_link(services, login))


@with_accounts.command()
def ban(login: Login, why: Reason, days: Days = None, database: Database = "", data: Data = None) -> None:
    """Ban an account: it is signed out, cannot sign in, and is told why."""
    with needs_extra("server"):
        from legation.server.admin import (  # noqa: PLC0415 - an extra, slow to load
            COMMAND_LINE,
            ban_account,
            get_account_id,
        )

    with open_services(database, data) as services:
        print(ban_account(services, COMMAND_LINE, get_account_id(services, login), reason=why, days=days).text)


@with_accounts.command()
def unban(login: Login, why: Why = "", database: Database = "", data: Data = None) -> None:
    """End the ban of an account."""
    with needs_extra("server"):
        from legation.server.admin import (  # noqa: PLC0415 - an extra, slow to load
            COMMAND_LINE,
            get_account_id,
            unban_account,
        )

    with open_services(database, data) as services:
        print(unban_account(services, COMMAND_LINE, get_account_id(services, login), reason=why).text)


@with_accounts.command("sign-out")
def sign_out(login: Login, why: Why = "", database: Database = "", data: Data = None) -> None:
    """End all sessions and tokens of an account."""
    with needs_extra("server"):
        from legation.server.admin import (  # noqa: PLC0415 - an extra
            COMMAND_LINE,
            get_account_id,
            sign_out_everywhere,
        )

    with open_services(database, data) as services:
        print(sign_out_everywhere(services, COMMAND_LINE, get_account_id(services, login), reason=why).text)


@with_accounts.command("close-account")
def close_account(login: Login, why: Why = "", database: Database = "", data: Data = None) -> None:
    """Close an account for good: it cannot sign in any more, its address is deleted, its name stays in old games."""
    with needs_extra("server"):
        from legation.server.admin import (  # noqa: PLC0415 - an extra, and slow to load
            COMMAND_LINE,
            close,
            get_account_id,
        )

    with open_services(database, data) as services:
        print(close(services, COMMAND_LINE, get_account_id(services, login), reason=why).text)


@with_accounts.command("ban-network")
def ban_network(network: Network, why: Reason, days: Days = None, database: Database = "", data: Data = None) -> None:
    """Ban an address or a network for people without an account."""
    with needs_extra("server"):
        from legation.server.admin import COMMAND_LINE, networks  # noqa: PLC0415 - an extra

    with open_services(database, data) as services:
        print(networks.ban_network(services, COMMAND_LINE, network, reason=why, days=days).text)


@with_accounts.command("unban-network")
def unban_network(network: Network, database: Database = "", data: Data = None) -> None:
    """Lift the ban of a network."""
    with needs_extra("server"):
        from legation.server.admin import COMMAND_LINE, networks  # noqa: PLC0415 - an extra

    with open_services(database, data) as services:
        print(networks.unban_network(services, COMMAND_LINE, networks.get_ban_id(services, network)).text)


@with_accounts.command("networks")
def list_networks(database: Database = "", data: Data = None) -> None:
    """List banned networks: network, end of the ban, reason; separated by tabs."""
    with needs_extra("server"):
        from legation.server.admin import networks  # noqa: PLC0415 - an extra, and slow to load

    with open_services(database, data) as services:
        for found in networks.list_networks(services).networks:
            print(found.network, found.ends_at or "-", found.reason, sep="\t")
