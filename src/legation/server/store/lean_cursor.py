"""A PostgreSQL cursor that describes columns only as far as SQLAlchemy reads the description."""

from typing import Any

from psycopg import Cursor
from psycopg.pq import ExecStatus


class LeanCursor(Cursor[Any]):
    """Psycopg creates an object for each column of each result, which takes as long as reading a short result."""

    @property
    def description(self) -> Any:
        """For each column its name and its type number, in the form that DB-API requires."""
        found = self.pgresult
        if found is None or found.status != ExecStatus.TUPLES_OK:
            return None
        return [
            ((found.fname(place) or b"").decode(), found.ftype(place), None, None, None, None, None)
            for place in range(found.nfields)
        ]
