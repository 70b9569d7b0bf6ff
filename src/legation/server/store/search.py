"""Looking for words in a column."""

from sqlalchemy import ColumnElement


def matches(column: ColumnElement[str], words: str) -> ColumnElement[bool]:
    """Whether a column has some words in it, in capitals or not; signs with a meaning in SQL stand for themselves."""
    escaped = words.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return column.ilike(f"%{escaped}%", escape="\\")
