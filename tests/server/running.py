"""A server in a process of its own, which can be killed, and people who talk to it over the wire."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2

from legation.server.identity.request_context import CSRF_HEADER
from tests.server.kit import PASSWORD

STARTS_WITHIN = 60.0
COMMAND = ["-m", "legation", "serve"]


def find_port() -> int:
    """A port that nobody listens at just now."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


@dataclass
class Running:
    """One host: its database, its folder, and the process that serves it, if one does."""

    database: str
    data: Path
    port: int = field(default_factory=find_port)
    settings: dict[str, str] = field(default_factory=dict)
    options: tuple[str, ...] = ()
    """Of the command."""
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start the process, and wait until it answers."""
        environment = {
            **os.environ,
            "DATABASE_URL": self.database,
            "LEGATION_DATA": str(self.data),
            "LEGATION_PORT": str(self.port),
            "LEGATION_RATE_PERCENT": "0",
            **self.settings,
        }
        command = [sys.executable, *COMMAND, *self.options]
        with (self.data / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                command, env=environment, stdout=log, stderr=log, start_new_session=True, cwd=self.data
            )
        self._await()

    def _await(self) -> None:
        end = time.monotonic() + STARTS_WITHIN
        while time.monotonic() < end:
            assert self.process is not None
            assert self.process.poll() is None, self.log[-3000:]
            try:
                if httpx2.get(f"{self.url}/api/v1/health", timeout=5).status_code == 200:
                    return
            except httpx2.TransportError:
                time.sleep(0.05)
        raise TimeoutError(f"no answer from the server within {STARTS_WITHIN} s")

    def stop(self) -> float:
        """Ask the process to stop, as a service manager does; the seconds it took."""
        assert self.process is not None
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)
        self.process = None
        return time.monotonic() - began

    @property
    def log(self) -> str:
        """All that the process wrote so far."""
        return (self.data / "server.log").read_text(encoding="utf-8")

    def kill(self) -> None:
        """End the process and all its children at once, as a power cut would."""
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None


@contextmanager
def run_server(database: str, data: Path, **settings: str) -> Iterator[Running]:
    """A server that runs as long as the block."""
    data.mkdir(parents=True, exist_ok=True)
    running = Running(database, data, settings=settings)
    running.start()
    try:
        yield running
    finally:
        running.kill()


class Person:
    """Somebody with an account, who keeps a session and sends what changes need."""

    def __init__(self, url: str, name: str, *, address: str = "", patience: float = 30) -> None:
        """``address`` is what a proxy says where the person is."""
        self.name = name
        headers = {"X-Forwarded-For": address} if address else {}
        # No certificates are looked at, and reading them would take longer than all that a person does here.
        self.http = httpx2.Client(base_url=f"{url}/api/v1", timeout=patience, headers=headers, verify=False)
        self.csrf = ""

    def sign_up(self) -> "Person":
        """Make the account."""
        body = {"name": self.name, "email": f"{self.name}@example.org", "password": PASSWORD}
        self.csrf = self.call("POST", "/accounts", body)["csrf"]
        return self

    def call(self, method: str, path: str, body: object = None) -> Any:
        """The answer to a request; raises where it was refused or did not come."""
        answer = self.http.request(method, path, json=body, headers={CSRF_HEADER: self.csrf})
        answer.raise_for_status()
        return answer.json() if answer.content else None

    def get(self, path: str) -> Any:
        """Read something."""
        return self.call("GET", path)

    def post(self, path: str, body: object = None) -> Any:
        """Do something."""
        return self.call("POST", path, body if body is not None else {})

    def put(self, path: str, body: object) -> Any:
        """Set something."""
        return self.call("PUT", path, body)
