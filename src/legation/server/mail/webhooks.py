"""Webhooks in Discord's form. A game master sets the address, so it may only lead to the public internet."""

import http.client
import ipaddress
import json
import socket
import ssl
import threading
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

from legation.render.words import ENGLISH
from legation.server.base.refusals import HttpRefusal

PATIENCE = 5
"""Seconds for each step."""
LONGEST_DELIVERY = 10.0
"""Seconds for all steps together: a host may answer one byte at a time."""
LONGEST_CONTENT = 2000
LONGEST_DESCRIPTION = 4096
LONGEST_URL = 500
COLOUR = 0xA92B18
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")


class HookError(Exception):
    """A webhook that could not be delivered; the text gives the reason, without the address, which is a secret."""


@dataclass(frozen=True, slots=True)
class Address:
    """The target of a webhook: its address was looked up and checked once, and that result is used."""

    scheme: str
    host: str
    ip: str
    port: int
    target: str


def check_hook(url: str, *, to_private: bool = False) -> None:
    """Refuse an address that cannot be a webhook, when a game master sets it."""
    try:
        _split(url, to_private=to_private)
    except HookError as error:
        raise HttpRefusal(422, "bad_webhook", message=str(error), field="terms.webhook") from None


def make_payload(content: str, title: str, description: str, link: str, image: str | None = None) -> dict[str, object]:
    """A message in Discord's form. It mentions no one, whatever the text says."""
    embed: dict[str, object] = {
        "title": title[:256],
        "description": description[:LONGEST_DESCRIPTION],
        "url": link,
        "color": COLOUR,
    }
    if image:
        embed["image"] = {"url": image}
    return {"content": content[:LONGEST_CONTENT], "embeds": [embed], "allowed_mentions": {"parse": []}}


def post_hook(url: str, payload: dict[str, object], *, to_private: bool = False) -> None:
    """Deliver a message once; redirects are not followed. Raises ``HookError``."""
    address = resolve_address(url, to_private=to_private)
    body = json.dumps(payload).encode()
    connection = _Pinned(address)
    timer = threading.Timer(LONGEST_DELIVERY, connection.cut_off)
    timer.daemon = True
    timer.start()
    try:
        headers = {"Content-Type": "application/json", "User-Agent": "Legation"}
        connection.request("POST", address.target, body=body, headers=headers)
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        if connection.is_cut_off:
            raise _too_long() from None
        raise HookError(ENGLISH.fill("webhooks.no_answer", error=type(error).__name__)) from None
    finally:
        timer.cancel()
        connection.close()
    if connection.is_cut_off:
        raise _too_long()
    if not 200 <= status < 300:
        raise HookError(ENGLISH.fill("webhooks.refused", status=status))


def _too_long() -> HookError:
    return HookError(ENGLISH.texts["webhooks.too_slow"])


def resolve_address(url: str, *, to_private: bool = False) -> Address:
    """Look up the host; every address that it has must be public."""
    scheme, host, port, target = _split(url, to_private=to_private)
    try:
        found = [str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    except (OSError, UnicodeError):
        raise HookError(ENGLISH.texts["webhooks.unknown_host"]) from None
    if not to_private and not all(is_public(ip) for ip in found):
        raise HookError(ENGLISH.texts["webhooks.private"])
    return Address(scheme, host, found[0], port, target)


def is_public(ip: str) -> bool:
    """True if an address belongs to the public internet."""
    try:
        address = ipaddress.ip_address(ip.partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, ipaddress.IPv6Address):
        # These forms contain an IPv4 address, which could be private.
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo or (None,))[0]
        if inner is None and address in NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
    return address.is_global and not address.is_multicast and not address.is_reserved


def _split(url: str, *, to_private: bool) -> tuple[str, str, int, str]:
    """The scheme, host, port and target of an allowed address."""
    if len(url) > LONGEST_URL or any(ord(letter) <= 32 or ord(letter) > 126 for letter in url):
        raise HookError(ENGLISH.texts["webhooks.no_address"])
    try:
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:
        raise HookError(ENGLISH.texts["webhooks.no_address"]) from None
    allowed = ("https", "http") if to_private else ("https",)
    if parts.scheme not in allowed or not parts.hostname or parts.username is not None:
        raise HookError(ENGLISH.texts["webhooks.not_https"])
    if not to_private and _is_private_name(parts.hostname):
        raise HookError(ENGLISH.texts["webhooks.private"])
    return parts.scheme, parts.hostname, port, (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def _is_private_name(host: str) -> bool:
    """True if the name alone shows that a host is not public."""
    try:
        return not is_public(str(ipaddress.ip_address(host)))
    except ValueError:
        return host == "localhost" or host.endswith((".localhost", ".local", ".internal")) or "." not in host


class _Pinned(http.client.HTTPConnection):
    """A connection to the checked address: a second lookup could give another one."""

    def __init__(self, address: Address) -> None:
        super().__init__(address.host, address.port, timeout=PATIENCE)
        self._address = address
        self.is_cut_off = False

    def cut_off(self) -> None:
        """End the connection, whatever it is doing."""
        self.is_cut_off = True
        if self.sock is not None:
            with suppress(OSError):
                self.sock.shutdown(socket.SHUT_RDWR)

    def connect(self) -> None:
        """Connect to the checked address; the certificate must be the host's."""
        self.sock = socket.create_connection((self._address.ip, self._address.port), PATIENCE)
        if self._address.scheme == "https":
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(self.sock, server_hostname=self._address.host)
