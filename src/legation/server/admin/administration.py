"""What a host does from the command line."""

from legation.server.accounts.service import check_email, check_name, check_password, fold
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.identity import account_storage as accounts
from legation.server.store import migrate


def create_admin(services: Services, name: str, email: str, password: str) -> None:
    """An account that looks after this host; one that is there already is made one, and keeps its password."""
    migrate(services.store)
    with services.store.write() as connection:
        row = accounts.find_by_login(connection, fold(name))
        if row is not None and not row.is_guest:
            accounts.change_account(connection, row.id, is_admin=True)
            return
        values = {
            "name": check_name(name),
            "folded_name": fold(check_name(name)),
            "email": check_email(email),
            "password": services.passwords.make_hash(check_password(password)),
            "is_admin": True,
        }
        if accounts.add_account(connection, made_at=services.clock.now(), **values) is None:
            raise HttpRefusal(409, "taken", name=name, email=email)
