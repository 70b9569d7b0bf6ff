"""A lean HTTP client, so that its own computing is not mistaken for the server's."""

import asyncio
import gzip
import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import httptools

PATIENCE = 60.0
"""Seconds after which the client gives up."""


@dataclass(slots=True)
class Answer:
    """A response; it is decompressed only on demand."""

    status: int
    content: bytes
    is_packed: bool
    cookie: str

    def unpack(self) -> bytes:
        """The decompressed content."""
        return gzip.decompress(self.content) if self.is_packed else self.content

    def read(self) -> Any:  # noqa: ANN401 - whatever the server says
        """The value in it."""
        content = self.unpack()
        return json.loads(content) if content else None


class _Line(asyncio.Protocol):
    """One connection: a request at a time."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.answer: asyncio.Future[Answer] | None = None
        self._begin()

    def _begin(self) -> None:
        self._parser = httptools.HttpResponseParser(self)
        self._parts: list[bytes] = []
        self._is_packed, self._cookie, self._is_last = False, "", False

    @property
    def is_open(self) -> bool:
        """Whether another request can be sent."""
        return self.transport is not None and not self.transport.is_closing()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The other side has taken it."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        """The other side has closed it."""
        if self.answer is not None and not self.answer.done():
            self.answer.set_exception(exc or ConnectionResetError("closed without an answer"))

    def data_received(self, data: bytes) -> None:
        """Some more of an answer."""
        try:
            self._parser.feed_data(data)
        except httptools.HttpParserError as error:
            if self.answer is not None and not self.answer.done():
                self.answer.set_exception(ConnectionError(str(error)))

    def on_header(self, name: bytes, value: bytes) -> None:
        """One of its headers."""
        name = name.lower()
        if name == b"content-encoding":
            self._is_packed = value == b"gzip"
        elif name == b"set-cookie":
            self._cookie = value.partition(b";")[0].decode()
        elif name == b"connection":
            self._is_last = value.lower() == b"close"

    def on_body(self, body: bytes) -> None:
        """A part of its body."""
        self._parts.append(body)

    def on_message_complete(self) -> None:
        """All of it is there."""
        status = self._parser.get_status_code()
        found = Answer(status, b"".join(self._parts), self._is_packed, self._cookie)
        if self._is_last and self.transport is not None:
            self.transport.close()
        self._begin()
        if self.answer is not None and not self.answer.done():
            self.answer.set_result(found)


class Wire:
    """A client at an address, with a cookie and one connection, which it keeps open as browsers do."""

    def __init__(self, url: str, *, address: str, cookie: str = "", csrf: str = "") -> None:
        place = urlsplit(url)
        self._host, self._port = place.hostname or "", place.port or 80
        self.address, self.cookie, self.csrf = address, cookie, csrf
        self._line: _Line | None = None

    async def send(self, method: str, path: str, body: bytes = b"") -> Answer:
        """One request of the API, and its answer."""
        was_open = self._line is not None and self._line.is_open
        try:
            return await self._send(method, path, body)
        except ConnectionError:
            if not was_open:
                raise
            return await self._send(method, path, body)  # a connection closed while idle: browsers open another too

    async def _send(self, method: str, path: str, body: bytes) -> Answer:
        loop = asyncio.get_running_loop()
        if self._line is None or not self._line.is_open:
            _, self._line = await loop.create_connection(_Line, self._host, self._port)
        line = self._line
        assert line.transport is not None
        line.answer = loop.create_future()
        line.transport.write(self._head(method, path, len(body)) + body)
        async with asyncio.timeout(PATIENCE):
            answer = await line.answer
        if answer.cookie:
            self.cookie = answer.cookie
        return answer

    def _head(self, method: str, path: str, length: int) -> bytes:
        lines = [
            f"{method} /api/v1{path} HTTP/1.1",
            "Host: localhost",
            "Accept-Encoding: gzip",
            f"X-Forwarded-For: {self.address}",
        ]
        if self.cookie:
            lines.append(f"Cookie: {self.cookie}")
        if self.csrf:
            lines.append(f"X-Legation-CSRF: {self.csrf}")
        if method != "GET":
            lines.append(f"Content-Length: {length}\r\nContent-Type: application/json")
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    def close(self) -> None:
        """Hang up."""
        if self._line is not None and self._line.transport is not None:
            self._line.transport.abort()
