"""A plan before it is written: its lines are read and checked while nobody has to wait for it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from legation.board import PowerId
from legation.errors import LegationError
from legation.orders import read_line
from legation.server.letters import check_lines, has_questions
from legation.server.plans import Reading, read_plan
from legation.server.refusals import Refusal
from legation.server.sheets import Desk
from legation.server.table import Now

STANDING = ("retreats", "builds")
Standing = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Draft:
    """Lines of a power as they are taken in one state."""

    now: Now
    power: PowerId
    reading: Reading
    standing: dict[str, list[str]] | None
    """Orders given beforehand; none: those that were given stay."""

    def fits(self, desk: Desk) -> bool:
        """Whether it was read for just this state: the same text gives the same object while it is remembered."""
        return self.now is desk.table.now and self.power == desk.power


def make_draft(desk: Desk, orders: Sequence[str], standing: Standing | None) -> Draft:
    """Read the lines of a plan. One that cannot be read refuses them all; illegal ones are told in the reading."""
    _check_readable(desk, orders)
    kept = None if standing is None else _clean_standing(desk, standing)
    return Draft(desk.table.now, desk.power, read_plan(desk.table, desk.power, orders), kept)


def _check_readable(desk: Desk, orders: Sequence[str]) -> None:
    if not has_questions(desk.table, desk.power, orders):
        return
    lines = check_lines(desk.table, desk.power, orders)
    unread = [line for line in lines if line["state"] == "question"]
    message = f"{len(unread)} of {len(lines)} lines cannot be read. Nothing was saved."
    field = f"orders[{unread[0]['number'] - 1}]"
    raise Refusal(422, "unreadable", message, field, tuple(unread[0]["candidates"]), extra={"lines": lines})


def _clean_standing(desk: Desk, standing: Standing) -> dict[str, list[str]]:
    """Orders given beforehand: whether they fit is seen when their phase comes, but they must be readable."""
    kept: dict[str, list[str]] = {}
    for kind in STANDING:
        kept[kind] = [text.strip() for text in standing.get(kind, ()) if text.strip()]
        for number, text in enumerate(kept[kind]):
            found = read_line(text, desk.table.variant.board.names)
            if isinstance(found, LegationError):
                candidates = getattr(found, "candidates", ())
                raise Refusal(422, "unreadable", f"{found}.", f"standing.{kind}[{number}]", candidates)
    return kept
