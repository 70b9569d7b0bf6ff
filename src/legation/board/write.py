"""Writes the tables of a board's folder, in the form that ``load`` reads."""

import csv
import io
from collections.abc import Iterable, Sequence


def format_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table as CSV, with its columns in the first line."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue()


def format_flag(is_set: bool) -> str:
    """A cell of ``yes`` or ``no``."""
    return "yes" if is_set else "no"
