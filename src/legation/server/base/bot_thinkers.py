"""Who thinks for bots, and for whom they have thought: hosted games and solo games never wait for each other."""

from dataclasses import dataclass, field

from legation.server.base.bot_process import Thinker, ThinkerHere
from legation.server.base.fair_queue import FairShares
from legation.server.base.lru_cache import LruCache

MOST_REMEMBERED = 10_000


@dataclass(frozen=True, slots=True)
class BotThinkers:
    """The thinkers, and the record by which their turns are shared out."""

    hosted: Thinker
    solo: Thinker
    late: Thinker = field(default_factory=ThinkerHere)
    """For hosted games whose deadline has passed: quick bots think here, however busy the machine is otherwise."""
    shares: FairShares = field(default_factory=FairShares)
    """Seconds of thinking for each account or address."""
    askers: LruCache[str, str] = field(default_factory=lambda: LruCache(MOST_REMEMBERED))
    """The person for whom a solo game is played; for guests the address, since anyone can be many guests."""
    spent: LruCache[tuple[str, int], float] = field(default_factory=lambda: LruCache(MOST_REMEMBERED))
    """Seconds of thinking for each game and turn."""

    def close(self) -> None:
        """Stop both at once."""
        self.hosted.close()
        self.solo.close()
