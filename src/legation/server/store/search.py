"""Searching a column for words."""

from sqlalchemy import ColumnElement


def matches(column: ColumnElement[str], words: str) -> ColumnElement[bool]:
    """True if a column contains some words, ignoring case; characters with a meaning in SQL stand for themselves."""
    escaped = words.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return column.ilike(f"%{escaped}%", escape="\\")
