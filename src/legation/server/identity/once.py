"""What is done once, however often it is sent.

A page that missed the answer to what it sent, or a person who pressed a button twice, sends the same again. Pages
number what they send; what was made under a number of an account is remembered for some days, and answered again.
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
"""How long the server remembers what was made under a number."""


@dataclass(frozen=True, slots=True)
class Sending:
    """Something that is sent to an address, and the sender's own number for it; None: it is done whenever it comes."""

    address: str = ""
    number: str | None = None

    def recall(self, connection: Connection, account: int) -> str | None:
        """What was made when this was sent before; None where it comes for the first time."""
        if self.number is None:
            return None
        wanted = select(sendings.c.made).where(sendings.c.digest == self._digest(account))
        made: str | None = connection.execute(wanted).scalar_one_or_none()
        return made

    def note(self, connection: Connection, now: datetime, account: int, made: str) -> None:
        """Remember what was made, in the transaction that makes it: of two at a time one is refused."""
        if self.number is None:
            return
        row = {"digest": self._digest(account), "account": account, "made": made, "at": now}
        try:
            connection.execute(insert(sendings).values(row))
        except IntegrityError as error:
            raise HttpRefusal(409, "sent_twice") from error

    def recall_answer(self, connection: Connection, account: int, kind: type[T]) -> T | None:
        """The whole answer that was given when this was sent before."""
        made = self.recall(connection, account)
        return None if made is None else TypeAdapter(kind).validate_json(made)

    def note_answer(self, connection: Connection, now: datetime, account: int, answer: object) -> None:
        """Remember a whole answer, where what was made does not say it again: what it did may be otherwise by then."""
        self.note(connection, now, account, TypeAdapter(type(answer)).dump_json(answer).decode())

    def replace(self, connection: Connection, account: int) -> str | None:
        """What was made before and is to be made anew, as its secret was shown in an answer that never arrived."""
        made = self.recall(connection, account)
        if made is not None:
            connection.execute(delete(sendings).where(sendings.c.digest == self._digest(account)))
        return made

    def _digest(self, account: int) -> str:
        return make_digest(f"{account} {self.address} {self.number}")


UNNUMBERED = Sending()
"""What is done whenever it comes."""


async def name_sending(
    request: Request,
    idempotency_key: Annotated[str | None, Header(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")] = None,
) -> Sending:
    """The sending that a request is; repeated with the same Idempotency-Key by the same account it is done once."""
    return Sending(f"{request.method} {request.url.path}", idempotency_key)


ThisSending = Annotated[Sending, Depends(name_sending)]
