"""A cursor of PostgreSQL that describes columns as far as SQLAlchemy looks at them."""

from typing import Any

from psycopg import Cursor
from psycopg.pq import ExecStatus


class LeanCursor(Cursor[Any]):
    """Psycopg makes an object for each column of each answer, which takes as long as reading a short answer."""

    @property
    def description(self) -> Any:
        """For each column its name and the number of its type, in the form that DB-API asks for."""
        found = self.pgresult
        if found is None or found.status != ExecStatus.TUPLES_OK:
            return None
        return [
            ((found.fname(place) or b"").decode(), found.ftype(place), None, None, None, None, None)
            for place in range(found.nfields)
        ]
