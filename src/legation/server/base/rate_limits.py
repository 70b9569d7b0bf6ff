"""Rate limits: a token bucket for each class of request and each account or address, in this process.

Password attempts are also counted by ``attempts``, for all processes together.
"""

import math
import threading
from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address

from legation.server.base.refusals import HttpRefusal

TINY = 1e-6
"""Fractions of seconds do not add up exactly; a sender who waited as long as told gets through."""
MOST_BUCKETS = 20_000
"""The longest unused are forgotten first: a forgotten bucket is a full one."""
MOST_REFUSED = 200
"""How many of the senders who asked too often are remembered."""


@dataclass(frozen=True, slots=True)
class Rate:
    """How many at once, and how many per minute in the long run."""

    burst: int
    a_minute: float


RATES = {
    "sign_in": Rate(10, 10),
    "login": Rate(100, 30),  # of one account from anywhere: high, so that strangers cannot lock people out
    "sign_up": Rate(5, 1),
    "mail": Rate(5, 1),
    "solo": Rate(10, 6),
    "report": Rate(10, 0.1),
    "take_back": Rate(30, 30),
    "next_phase": Rate(30, 30),
    "play_on": Rate(5, 1),
    "advice": Rate(20, 10),  # hints and motives: some seconds of thinking each
    "judge": Rate(200, 240),  # phases
    "sandbox": Rate(60, 120),  # phases: one for each rulebook
    "export": Rate(300, 300),  # entries of a game's chain
    "judge_now": Rate(15, 6),
    "replay": Rate(1000, 600),  # phases that going back judges again, even for a preview
    "picture": Rate(30, 20),
    "import": Rate(30, 30),
    "import_phases": Rate(400, 240),
    "import_room": Rate(600, 10),  # hundreds of kilobytes
    "board": Rate(12, 3),
    "write": Rate(120, 240),
    "read": Rate(600, 1200),
}
OF_ADDRESS = Rate(2000, 3600)
"""Requests of any kind from one address, including files and refused ones: more than a house full of people sends."""


@lru_cache(maxsize=4096)
def name_network(address: str) -> str:
    """The sender's network: of an IPv6 address the first half, since one household has all the rest."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address) and found.ipv4_mapped is None:
        return str(IPv6Network((found, 64), strict=False).network_address)
    return address


def pour(rate: Rate, factor: float, left: float, seconds: float, amount: float = 1.0) -> tuple[float, float]:
    """Fill a bucket for the seconds that passed and take some out: what is left, and how long to wait if it was too
    little.

    Never more is taken than the bucket holds, so that work of any size is done eventually.
    """
    full, a_second = rate.burst * factor, rate.a_minute * factor / 60
    left = min(full, left + max(0.0, seconds) * a_second)
    amount = max(1.0, min(amount, full))
    wait = 0.0 if left > amount - TINY else (amount - left) / a_second
    return (left if wait else max(0.0, left - amount)), wait


def make_refusal(wait: float) -> HttpRefusal:
    """The refusal for a sender who must wait some seconds."""
    seconds = math.ceil(wait)
    return HttpRefusal(
        429,
        "too_many_requests",
        case="one" if seconds == 1 else "many",
        headers={"Retry-After": str(seconds)},
        number=seconds,
    )


@dataclass(frozen=True, slots=True)
class Refused:
    """A sender who asked too often."""

    kind: str
    who: str
    """``account 12``, or ``address 203.0.113.7``."""
    times: int
    last_at: datetime


class Rates:
    """Counts requests; thread-safe."""

    def __init__(self, factor: float = 1.0) -> None:
        self._factor = factor
        self._buckets: OrderedDict[tuple[str, str], tuple[float, datetime]] = OrderedDict()
        self._refused: OrderedDict[tuple[str, str], Refused] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, kind: str, who: str, now: datetime, amount: float = 1.0) -> None:
        """Count a request with its amount of work, or refuse it with the seconds to wait."""
        if self._factor <= 0:
            return
        wait = self._take(RATES[kind], (kind, who), now, amount)
        if wait > 0:
            self.note_refused(kind, who, now)
            raise make_refusal(wait)

    def note_refused(self, kind: str, who: str, now: datetime) -> None:
        """Remember, for the admins of the host, that a sender asked too often."""
        with self._lock:
            before = self._refused.pop((kind, who), None)
            self._refused[kind, who] = Refused(kind, who, before.times + 1 if before else 1, now)
            while len(self._refused) > MOST_REFUSED:
                self._refused.popitem(last=False)

    def list_refused(self) -> list[Refused]:
        """Senders who asked this process too often, latest first."""
        with self._lock:
            return list(reversed(self._refused.values()))

    def _take(self, rate: Rate, key: tuple[str, str], now: datetime, amount: float) -> float:
        with self._lock:
            left, since = self._buckets.pop(key, (rate.burst * self._factor, now))
            left, wait = pour(rate, self._factor, left, (now - since).total_seconds(), amount)
            self._buckets[key] = (left, now)
            while len(self._buckets) > MOST_BUCKETS:
                self._buckets.popitem(last=False)
        return wait
