"""A server to test: an app on a fresh database, a clock that tests move, and clients that sign in."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx2 import Response
from pydantic import SecretStr
from sqlalchemy import delete, text

from legation.server import Settings, api_schema, make_app
from legation.server.accounts.addresses import own_address
from legation.server.base.services import Services
from legation.server.base.times import MovableClock
from legation.server.identity.request_context import CSRF_HEADER
from legation.server.store import open_store
from legation.server.store.migrate import read_head
from legation.server.store.tables import metadata, notices
from tests.chance import FixedChance, deal_chance
from tests.server.answers import check_answer

START = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)
PASSWORD = "correct horse battery"
UNSAFE = ("POST", "PUT", "PATCH", "DELETE")


class Client(TestClient):
    """A browser: keeps its cookies, sends the token that changes need, and holds every answer to the API's schema."""

    csrf: str | None = None
    account: dict[str, Any] | None = None

    def request(self, method: str, url: Any, **options: Any) -> Response:
        if self.csrf and method.upper() in UNSAFE:
            options["headers"] = {CSRF_HEADER: self.csrf, **(options.get("headers") or {})}
        answer = super().request(method, url, **options)
        if answer.content and answer.headers.get("content-type", "").startswith("application/json"):
            assert isinstance(self.app, FastAPI)
            check_answer(self.app, method, answer.request.url.path, answer.status_code, answer.json())
        self._remember(answer)
        return answer

    def _remember(self, answer: Response) -> None:
        is_json = answer.headers.get("content-type", "").startswith("application/json")
        if answer.status_code in (200, 201) and is_json and answer.content:
            data = answer.json()
            if isinstance(data, dict) and {"account", "csrf", "now"} <= set(data):
                self.account, self.csrf = data["account"], data["csrf"]


def make_settings(folder: Path, **changes: Any) -> Settings:
    """Settings for a test: a file of SQLite, cheap passwords, no rate limits, no worker, bots that think here."""
    values: dict[str, Any] = {
        "database_url": f"sqlite:///{folder / 'test.db'}",
        "data": folder,
        "public_url": "http://testserver",
        "has_worker": False,
        "bots_apart": False,
        "rate_factor": 0,
        "password_cost": 1,
        "password_memory": 64,
    }
    values |= changes
    return Settings(**{**values, "database_url": SecretStr(values["database_url"])})


def list_routes() -> list[tuple[str, str]]:
    """Every address of the API with each method that it takes."""
    return [(route.path, method) for route in api_schema.list_routes() for method in sorted(route.methods or ())]


@dataclass
class Server:
    """An app under test."""

    app: FastAPI
    clock: MovableClock
    chance: FixedChance
    is_plain: bool = False
    """Whether it has the settings of most tests."""
    clients: list[Client] = field(default_factory=list)

    @property
    def services(self) -> Services:
        found: Services = self.app.state.services
        return found

    def is_untouched(self) -> bool:
        """Whether its settings are those of most tests and nothing has happened on it."""
        return self.is_plain and self.clock.now() == START and all(client.csrf is None for client in self.clients)

    def find_file(self) -> Path:
        """Where its database is."""
        return self.services.settings.data / "test.db"

    def client(self) -> Client:
        """Somebody who has not signed in."""
        client = Client(self.app, raise_server_exceptions=True)
        if self.clients:
            client.portal = self.clients[0].portal  # one event loop for all; else each request would make its own
        self.clients.append(client)
        return client

    def sign_up(self, name: str) -> Client:
        """Somebody with a new account, whose address is verified."""
        client = self.client()
        body = {"name": name, "email": f"{name.lower().replace(' ', '.')}@example.org", "password": PASSWORD}
        answer = client.post("/api/v1/accounts", json=body)
        assert answer.status_code == 201, answer.text
        if self.services.settings.sends_letters:
            self._verify(answer.json()["account"]["id"], body["email"])
        return client

    def _verify(self, account: int, email: str) -> None:
        """As if the link had been used that was sent to an address; the letter is gone."""
        with self.services.store.write() as connection:
            assert own_address(connection, account, email)
            connection.execute(delete(notices).where(notices.c.account == account, notices.c.kind == "verify"))


def make_server(folder: Path, *, chance: FixedChance | None = None, **changes: Any) -> Server:
    """A server on a fresh database; it lives while its app's lifespan does."""
    clock, chance = MovableClock(START), chance or deal_chance()
    app = make_app(make_settings(folder, **changes), clock=clock, randomness=chance)
    return Server(app, clock, chance, is_plain=not changes)


def make_tables(url: str) -> None:
    """Make all tables at once; a test of the migrations says that these make the same."""
    store = open_store(url)
    with store.write() as connection:
        metadata.create_all(connection)
        connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) PRIMARY KEY)"))
        connection.execute(text("INSERT INTO alembic_version VALUES (:head)"), {"head": read_head()})
    store.close()
