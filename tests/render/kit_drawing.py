"""What the tests of drawings share: boards loaded once, positions and outcomes from text, SVG as a tree."""

from collections.abc import Mapping, Sequence
from functools import cache
from xml.etree import ElementTree

from legation.board import DislodgedUnit, LocationId, Position, PowerId, SpaceId, Unit, UnitKind, make_units
from legation.judge import ColonyMark, Outcome, Reason, Result
from legation.judge.verdict import Finding
from legation.orders import parse_order
from legation.render.picture.atlas import Atlas, list_boards, open_atlas
from legation.render.picture.situation import Situation
from tests.carriage import put_aboard

BOARDS = list_boards()
NAMESPACE = "{http://www.w3.org/2000/svg}"
Letters = Mapping[str, Sequence[str]]


@cache
def atlas(name: str = "standard") -> Atlas:
    return open_atlas(name)


def unit(power: str, text: str) -> Unit:
    kind, _, place = text.partition(" ")
    return Unit(PowerId(power), UnitKind(kind), LocationId(place))


def position(
    units: Letters,
    owners: Letters | None = None,
    dislodged: Letters | None = None,
    contested: Sequence[str] = (),
    cargo: Letters | None = None,
) -> Position:
    return Position(
        make_units(
            [
                *(unit(power, text) for power, texts in units.items() for text in texts),
                *(put_aboard(unit(power, text)) for power, texts in (cargo or {}).items() for text in texts),
            ]
        ),
        {SpaceId(code): PowerId(power) for power, codes in (owners or {}).items() for code in codes},
        tuple(DislodgedUnit(unit(power, text)) for power, texts in (dislodged or {}).items() for text in texts),
        frozenset(SpaceId(code) for code in contested),
    )


def make_colony(space: str, age: int) -> ColonyMark:
    """A colony of France that is so many years old."""
    return ColonyMark(SpaceId(space), PowerId("FRANCE"), age, age, 3, counts=age > 0)


def outcome(power: str, text: str, result: Result = Result.SUCCEEDS, board: str = "standard") -> Outcome:
    order = parse_order(text, atlas(board).board.names)
    return Outcome(PowerId(power), order, Finding(result, Reason.MOVED))


def situation(units: Letters, *outcomes: Outcome, owners: Letters | None = None) -> Situation:
    return Situation(position=position(units, owners), outcomes=outcomes)


def tree(svg: str) -> ElementTree.Element:
    """The drawing as a tree; raises where it is not well-formed."""
    return ElementTree.fromstring(svg)


def with_id(root: ElementTree.Element, name: str) -> ElementTree.Element:
    (found,) = [node for node in root.iter() if node.get("id") == name]
    return found


def orders(root: ElementTree.Element, name: str = "order") -> list[ElementTree.Element]:
    """The orders of a class, each with its line and with its head, which lies in a layer of its own."""
    heads = {node.get("data-order"): node for node in with_class(root, "head")}
    found = []
    for node in with_class(root, name):
        whole = ElementTree.Element(node.tag, node.attrib)
        whole.extend([*node, *heads.get(next(node.iter(f"{NAMESPACE}title")).text, ())])
        found.append(whole)
    return found


def with_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [node for node in root.iter() if name in (node.get("class") or "").split()]
