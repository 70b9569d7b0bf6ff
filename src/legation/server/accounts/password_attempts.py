"""Password attempts, counted in the database: however many processes serve, a guesser has one limit."""

from sqlalchemy import Connection

from legation.server.accounts.attempt_storage import lock_bucket, put_bucket
from legation.server.base.rate_limits import RATES, make_refusal, pour
from legation.server.base.services import Services
from legation.server.base.times import LARGEST_STEP
from legation.server.identity.viewers import make_digest


def count_attempt(services: Services, *buckets: tuple[str, str]) -> None:
    """Take from each bucket, such as ``("sign_in", address)``, or refuse with the seconds to wait."""
    now = services.clock.now()
    for kind, who in buckets:
        # This process's own count never exceeds the shared one, and stops a flood without using the database.
        services.rates.take(kind, who, now)
    if services.settings.rate_factor > 0:
        # A refused attempt is counted too: the refusal must not roll back the transaction.
        with services.store.write() as connection:
            wait = max(_take(connection, services, kind, who) for kind, who in buckets)
        if wait > 0:
            raise make_refusal(wait)


def _take(connection: Connection, services: Services, kind: str, who: str) -> float:
    """Take one from a bucket; returns the seconds to wait if it is empty."""
    now, factor = services.clock.now(), services.settings.rate_factor
    key = make_digest(f"{kind} {who}")  # neither addresses nor names are stored
    row = lock_bucket(connection, key, RATES[kind].burst * factor, now)
    tokens, wait = pour(RATES[kind], factor, row.tokens, (now - row.since).total_seconds())
    # The clock of another machine may be slightly ahead: it must not fill the bucket twice. A moment further ahead was
    # written by a wrong clock, and would keep people out until it comes.
    since = row.since if now < row.since <= now + LARGEST_STEP else now
    put_bucket(connection, key, tokens, since)
    return wait
