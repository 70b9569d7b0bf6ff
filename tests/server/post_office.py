"""A mail server and a taker of webhooks that speak TLS, with certificates of an authority of the tests' own."""

import http.server
import json
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import trustme
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from tests.server.running import find_port

USER, WORD = "legation", "a word for the post office"
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


class Letterbox:
    """Keeps the letters that come, and knows one user."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.secured: list[bool] = []

    async def handle_DATA(self, server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802 - its name
        assert isinstance(envelope.content, bytes)
        self.letters.append(message_from_bytes(envelope.content, policy=policy.default))
        transport = server.transport
        assert transport is not None
        self.secured.append(transport.get_extra_info("ssl_object") is not None)
        return "250 taken"

    @staticmethod
    def check_user(_server: SMTP, _session: Session, _envelope: Envelope, _mechanism: str, who: object) -> AuthResult:
        is_right = who == LoginPassword(USER.encode(), WORD.encode())
        return AuthResult(success=is_right, handled=False)


class PostOffice:
    """A mail server: ``security`` is ``starttls``, ``tls`` or ``none``."""

    def __init__(self, security: str, context: ssl.SSLContext | None) -> None:
        self.box = Letterbox()
        is_starttls = security == "starttls"
        self._controller = Controller(
            self.box,
            hostname="127.0.0.1",
            port=find_port(),
            ssl_context=context if security == "tls" else None,
            tls_context=context if is_starttls else None,
            require_starttls=is_starttls,
            auth_required=is_starttls,
            auth_require_tls=is_starttls,
            authenticator=self.box.check_user,
        )

    @property
    def port(self) -> int:
        port: int = self._controller.port
        return port

    @property
    def letters(self) -> list[EmailMessage]:
        return self.box.letters

    @contextmanager
    def opened(self) -> Iterator["PostOffice"]:
        """Open as long as the block."""
        self._controller.start()
        try:
            yield self
        finally:
            self._controller.stop()


class Taker(http.server.BaseHTTPRequestHandler):
    """Takes webhooks."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.taken.append((self.headers["Host"], json.loads(body)))  # type: ignore[attr-defined]
        self.send_response(204)
        self.end_headers()

    def log_request(self, code: Any = "-", size: Any = "-") -> None:
        return


class HookTaker(http.server.ThreadingHTTPServer):
    """A server for webhooks by https."""

    daemon_threads = True

    def __init__(self, context: ssl.SSLContext) -> None:
        super().__init__(("127.0.0.1", 0), Taker)
        self.taken: list[tuple[str, Any]] = []
        self._context = context

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def get_request(self) -> tuple[Any, Any]:
        """Shake hands in the thread of the request: one that fails must not stop the others."""
        plain, address = super().get_request()
        return self._context.wrap_socket(plain, server_side=True, do_handshake_on_connect=False), address

    def handle_error(self, request: Any, client_address: Any) -> None:
        return

    @contextmanager
    def opened(self) -> Iterator["HookTaker"]:
        """Open as long as the block."""
        thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self.shutdown()
            thread.join()
            self.server_close()


def make_context(certificate: trustme.LeafCert) -> ssl.SSLContext:
    """How a server shows a certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    certificate.configure_cert(context)
    return context


def make_wrong(authority: trustme.CA, fault: str, host: str) -> trustme.LeafCert:
    """A certificate that nobody should accept for a host."""
    match fault:
        case "of another authority":
            return trustme.CA().issue_cert(host)
        case "of another host":
            return authority.issue_cert("elsewhere.example.org")
        case _:
            return authority.issue_cert(host, not_before=LONG_AGO, not_after=LONG_AGO.replace(year=2021))
