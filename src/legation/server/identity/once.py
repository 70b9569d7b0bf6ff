"""Requests that take effect once, however often they are sent.

A page that missed a response, or a person who pressed a button twice, sends the same request again. Pages number the
requests they send; the result for a number of an account is stored for some days, and returned again.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, TypeVar

from fastapi import Depends, Header, Request
from pydantic import TypeAdapter
from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import IntegrityError

from legation.server.base.refusals import HttpRefusal
from legation.server.identity.viewers import make_digest
from legation.server.store.tables import sendings

T = TypeVar("T")
KEPT = timedelta(days=2)
"""How long the server remembers the result of a numbered request."""


@dataclass(frozen=True, slots=True)
class Sending:
    """A request to a path, with the sender's own number for it; without a number it takes effect every time."""

    address: str = ""
    number: str | None = None

    def recall(self, connection: Connection, account: int) -> str | None:
        """The result of an earlier sending of the same request; None for the first sending."""
        if self.number is None:
            return None
        wanted = select(sendings.c.made).where(sendings.c.digest == self._digest(account))
        made: str | None = connection.execute(wanted).scalar_one_or_none()
        return made

    def note(self, connection: Connection, now: datetime, account: int, made: str) -> None:
        """Store the result in the transaction that creates it: of two simultaneous sendings, one is refused."""
        if self.number is None:
            return
        row = {"digest": self._digest(account), "account": account, "made": made, "at": now}
        try:
            connection.execute(insert(sendings).values(row))
        except IntegrityError as error:
            raise HttpRefusal(409, "sent_twice") from error

    def recall_answer(self, connection: Connection, account: int, kind: type[T]) -> T | None:
        """The whole response to an earlier sending of the same request."""
        made = self.recall(connection, account)
        return None if made is None else TypeAdapter(kind).validate_json(made)

    def note_answer(self, connection: Connection, now: datetime, account: int, answer: object) -> None:
        """Store a whole response, for a result that does not determine it: things may have changed by then."""
        self.note(connection, now, account, TypeAdapter(type(answer)).dump_json(answer).decode())

    def replace(self, connection: Connection, account: int) -> str | None:
        """The earlier result to replace, because its secret was shown in a response that never arrived."""
        made = self.recall(connection, account)
        if made is not None:
            connection.execute(delete(sendings).where(sendings.c.digest == self._digest(account)))
        return made

    def _digest(self, account: int) -> str:
        return make_digest(f"{account} {self.address} {self.number}")


UNNUMBERED = Sending()
"""A request without a number, which takes effect every time."""


async def name_sending(
    request: Request,
    idempotency_key: Annotated[str | None, Header(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")] = None,
) -> Sending:
    """The sending of a request; with the same Idempotency-Key and account, repeated requests take effect once."""
    return Sending(f"{request.method} {request.url.path}", idempotency_key)


ThisSending = Annotated[Sending, Depends(name_sending)]
