"""The state of the host: what waits, what is late, and who asks too often."""

from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from legation.server.admin.games import is_orphaned, is_overdue
from legation.server.admin.mail import NoticeState, count_notices
from legation.server.base.rate_limits import RATES
from legation.server.base.services import Services
from legation.server.base.times import format_time
from legation.server.base.version import VERSION
from legation.server.game.records import GameKind, GameStatus
from legation.server.mail.notice_storage import Channel
from legation.server.store.tables import accounts, games


@dataclass(frozen=True, slots=True)
class Queue:
    """A queue of waiting work."""

    name: str
    waiting: int
    failing: int
    given_up: int


@dataclass(frozen=True, slots=True)
class GameCounts:
    """Hosted games by their state."""

    open: int
    running: int
    paused: int
    ended: int
    solo: int
    """Games against bots that have not ended."""
    overdue: int
    orphaned: int
    waiting_for_bots: int


@dataclass(frozen=True, slots=True)
class Limit:
    """How many requests of a class one account or address may send."""

    name: str
    burst: int
    """At once."""
    a_minute: float


@dataclass(frozen=True, slots=True)
class AskedTooOften:
    """A sender who was refused for asking too often."""

    limit: str
    who: str
    """The name of an account, or an address."""
    times: int
    last_at: str


@dataclass(frozen=True, slots=True)
class Host:
    """The state of the host."""

    version: str
    now: str
    accounts: int
    guests: int
    games: GameCounts
    queues: list[Queue]
    limits: list[Limit]
    refused: list[AskedTooOften]
    """Those of the process that answers, since it started; latest first."""


def read_host(services: Services) -> Host:
    """What is waiting, what is late, and who sends too many requests."""
    refused = services.rates.list_refused()
    factor = services.settings.rate_factor
    with services.store.read() as connection:
        names = _name_accounts(connection, [found.who for found in refused])
        return Host(
            version=VERSION,
            now=format_time(services.clock.now()),
            accounts=_count_accounts(connection, is_guest=False),
            guests=_count_accounts(connection, is_guest=True),
            games=_count_games(connection, services),
            queues=[
                Queue(name, *(count_notices(connection, channel, state) for state in NoticeState))
                for name, channel in (("letters", Channel.MAIL), ("webhooks", Channel.WEBHOOK))
            ],
            limits=[Limit(name, round(rate.burst * factor), rate.a_minute * factor) for name, rate in RATES.items()],
            refused=[
                AskedTooOften(found.kind, names.get(found.who, found.who), found.times, format_time(found.last_at))
                for found in refused
            ],
        )


def _count_accounts(connection: Connection, *, is_guest: bool) -> int:
    wanted = select(func.count()).select_from(accounts).where(~accounts.c.is_closed, accounts.c.is_guest == is_guest)
    return connection.execute(wanted).scalar_one()


def _count_games(connection: Connection, services: Services) -> GameCounts:
    def count(*chosen: object) -> int:
        return int(connection.execute(select(func.count()).select_from(games).where(*chosen)).scalar_one())  # type: ignore[arg-type]

    hosted = games.c.kind == GameKind.HOSTED
    return GameCounts(
        open=count(hosted, games.c.status == GameStatus.OPEN),
        running=count(hosted, games.c.status == GameStatus.RUNNING),
        paused=count(hosted, games.c.status == GameStatus.PAUSED),
        ended=count(hosted, games.c.status == GameStatus.ENDED),
        solo=count(games.c.kind == GameKind.SOLO, games.c.status != GameStatus.ENDED),
        overdue=count(is_overdue(services.clock.now())),
        orphaned=count(is_orphaned()),
        waiting_for_bots=count(games.c.bots_at.is_not(None)),
    )


def _name_accounts(connection: Connection, who: list[str]) -> dict[str, str]:
    ids = [int(text.removeprefix("account ")) for text in who if text.startswith("account ")]
    rows = connection.execute(select(accounts.c.id, accounts.c.name).where(accounts.c.id.in_(ids)))
    return {f"account {row.id}": row.name for row in rows}
