"""Limits for connections: how many there may be, how long their headers may take, and how slowly a client may read."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Collection
from ipaddress import ip_address, ip_network

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from legation.server.base.rate_limits import name_network

HEADERS_WITHIN = 10.0
"""Seconds from a connection, or from the first byte of a further request, until its headers are complete."""
READS_EVERY = 30.0
"""Seconds in which a client that is sent a long response must read some more of it."""
READS_AT_LEAST = 100_000
"""Bytes that it must read at least in that time."""
MOST_UNREAD = 30_000_000
"""Bytes of responses that one address may leave unread. The export of a long game has nine million, and each connection
of an address could hold one in memory."""
SPARE = 200
"""Descriptors for everything except connections: database, pipes, files, e-mails."""
MOST_HEAD = 64_000
"""Bytes of a request outside its body: its path and headers, and the framing around the parts of a body."""
TOO_LONG = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\n"
    b"Content-Type: text/plain\r\nContent-Length: 22\r\n\r\nThe head is too long.\n"
)
FORWARDED = {b"x-forwarded-for", b"x-forwarded-proto"}
"""The headers in which a proxy names the original sender of a request."""
MOST_WARNINGS = 20
"""Addresses that the log warns of: anyone can send such headers, and must not be able to fill the log."""
FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\nConnection: close\r\n"
    b"Content-Type: text/plain\r\nContent-Length: 22\r\n\r\nToo many connections.\n"
)

logger = logging.getLogger(__name__)


def count_places(descriptors: int) -> int:
    """How many connections a process with this many descriptors can hold."""
    return max(16, min(4000, descriptors - SPARE))


class Door:
    """Counts the connections of this process, in total and by address."""

    def __init__(self, most: int, most_each: int, proxies: str = "") -> None:
        self._most, self._most_each = most, most_each
        self._trusts_all = proxies.strip() == "*"
        self._proxies = () if self._trusts_all else tuple(ip_network(name.strip()) for name in _split(proxies))
        self._open: Counter[str] = Counter()
        self._slow: dict[str, set[GuardedProtocol]] = {}
        """For each address, the connections whose responses are not yet read."""
        self._warned: set[str] = set()

    def enter(self, address: str) -> bool:
        """Count a connection; True if there is room for it."""
        if self._open.total() >= self._most:
            return False
        who = name_network(address)
        # A proxy forwards the requests of many people; those are counted by the address that it names.
        if self._open[who] >= self._most_each and not self._is_proxy(address):
            return False
        self._open[who] += 1
        return True

    def count(self, address: str) -> int:
        """How many connections an address has."""
        return self._open[name_network(address)]

    def leave(self, address: str) -> None:
        """End the count of a connection that was counted."""
        who = name_network(address)
        self._open[who] -= 1
        if self._open[who] <= 0:
            del self._open[who]

    def wait_for(self, address: str, line: GuardedProtocol) -> bool:
        """Note that a connection reads its response too slowly; True if this much may stay unread."""
        lines = self._slow.setdefault(name_network(address), set())
        lines.add(line)
        return self._is_proxy(address) or sum(one.unread for one in lines) <= MOST_UNREAD

    def wait_no_more(self, address: str, line: GuardedProtocol) -> None:
        """Note that a connection has caught up, or ended."""
        who = name_network(address)
        lines = self._slow.get(who, set())
        lines.discard(line)
        if not lines:
            self._slow.pop(who, None)

    def warn_of_forwarding(self, address: str) -> None:
        """Log a warning, once for each address, that it forwards requests but is not a trusted proxy."""
        if self._is_proxy(address) or address in self._warned or len(self._warned) >= MOST_WARNINGS:
            return
        self._warned.add(address)
        logger.warning(
            "%s claims to forward requests of others, but is not trusted. If it is your proxy, name it in "
            "LEGATION_TRUSTED_PROXIES: until then all people behind it share the limits of one address.",
            address,
        )

    def _is_proxy(self, address: str) -> bool:
        if self._trusts_all:
            return True
        try:
            found = ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self._proxies)


def _split(names: str) -> Collection[str]:
    """The addresses and networks among the trusted proxies; other names, such as those of sockets, are skipped."""
    found = []
    for name in names.split(","):
        try:
            ip_network(name.strip())
        except ValueError:
            continue
        found.append(name)
    return found


class GuardedProtocol(HttpToolsProtocol):
    """Uvicorn's protocol with limits. Event streams are responses like others: only their headers have a time limit."""

    door = Door(4000, 4000)
    """Set when the server starts."""
    _headers_timer: asyncio.TimerHandle | None = None
    _reading_timer: asyncio.TimerHandle | None = None
    _head_size: int = 0
    """Bytes received so far of the request, without its body."""
    _address: str | None = None
    """The address counted at the door; None if there was no room."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection if there is room, and wait for its headers."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if not self.door.enter(address):
            transport.write(FULL)
            transport.close()
            return
        self._address = address
        self._await_headers()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._cancel_headers()
        self._cancel_reading()
        if self._address is not None:
            self.door.leave(self._address)
            self._address = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Start the time limit for the headers of a further request on the same connection."""
        if self._address is None:
            return
        if self._headers_timer is None and (self.cycle is None or self.cycle.response_complete):
            self._await_headers()
        self._head_size += len(data)
        super().data_received(data)
        # Uvicorn collects the head of a request, and the trailers of a chunked body, for as long as bytes arrive.
        if self._head_size > MOST_HEAD and not self.transport.is_closing():
            self._refuse_head()

    def _refuse_head(self) -> None:
        if self._headers_timer is not None:
            self.transport.write(TOO_LONG)
        self.transport.close()

    def on_message_begin(self) -> None:
        """Another request begins; what has arrived of it so far came in a single read."""
        self._head_size = 0
        super().on_message_begin()

    def on_body(self, body: bytes) -> None:
        """Part of a body, which has a limit of its own. Its framing may be as large as the part itself."""
        self._head_size -= 2 * len(body)
        super().on_body(body)

    def on_headers_complete(self) -> None:
        """The headers are complete."""
        self._cancel_headers()
        if self._address is not None and any(name in FORWARDED for name, _ in self.headers):
            self.door.warn_of_forwarding(self._address)
        super().on_headers_complete()

    def pause_writing(self) -> None:
        """More data waits than the client reads: check that it reads some of it."""
        super().pause_writing()
        if self._address is not None and not self.door.wait_for(self._address, self):
            self.transport.abort()
        elif self._reading_timer is None:
            self._watch_reading(self.unread)

    @property
    def unread(self) -> int:
        """Bytes that wait until the client reads them."""
        return self.transport.get_write_buffer_size()

    def resume_writing(self) -> None:
        """The client has caught up."""
        self._cancel_reading()
        super().resume_writing()

    def _await_headers(self) -> None:
        self._headers_timer = self.loop.call_later(HEADERS_WITHIN, self._give_up)

    def _give_up(self) -> None:
        self._headers_timer = None
        self.transport.abort()

    def _cancel_headers(self) -> None:
        if self._headers_timer is not None:
            self._headers_timer.cancel()
            self._headers_timer = None

    def _watch_reading(self, waiting: int) -> None:
        self._reading_timer = self.loop.call_later(READS_EVERY, self._look_at_reading, waiting)

    def _look_at_reading(self, before: int) -> None:
        self._reading_timer = None
        waiting = self.unread
        if before - waiting < READS_AT_LEAST:
            self.transport.abort()
        else:
            self._watch_reading(waiting)

    def _cancel_reading(self) -> None:
        if self._address is not None:
            self.door.wait_no_more(self._address, self)
        if self._reading_timer is not None:
            self._reading_timer.cancel()
            self._reading_timer = None
