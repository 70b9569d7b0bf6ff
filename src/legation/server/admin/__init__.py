"""Administration of the host, from pages and from the command line: accounts, games, bans, e-mails, sizes, backups."""

from legation.server.admin import games, mail, networks
from legation.server.admin.accounts import (
    ban_account,
    close,
    get_account_id,
    list_accounts,
    make_reset_link,
    set_admin,
    sign_out_everywhere,
    unban_account,
)
from legation.server.admin.administration import create_account
from legation.server.admin.audit import COMMAND_LINE, list_acts
from legation.server.admin.host import read_host
from legation.server.admin.sizes import read_sizes

__all__ = [
    "COMMAND_LINE",
    "ban_account",
    "close",
    "create_account",
    "games",
    "get_account_id",
    "list_accounts",
    "list_acts",
    "mail",
    "make_reset_link",
    "networks",
    "read_host",
    "read_sizes",
    "set_admin",
    "sign_out_everywhere",
    "unban_account",
]
