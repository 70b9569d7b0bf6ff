"""Orders as text: every value is written in one form and read in many (``docs/reference/notation.md``)."""

import re
from collections.abc import Iterator, Mapping
from typing import assert_never

from legation.board import COASTS, LocationId, Names, SpaceId, UnitKind, fold, space_of
from legation.errors import AmbiguousNameError, LegationError, MalformedOrderError, UnknownNameError
from legation.orders.order import (
    Bomb,
    Build,
    Convoy,
    Disband,
    Embark,
    Hold,
    Move,
    Order,
    Piece,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from legation.orders.standard_form import read_standard

MAX_TEXT = 200
"""Longer lines are no orders; refusing them early keeps hostile input cheap."""

KINDS: Mapping[str, UnitKind] = {
    "a": UnitKind.ARMY, "army": UnitKind.ARMY, "f": UnitKind.FLEET, "fleet": UnitKind.FLEET,
    "tf": UnitKind.TRANSPORT, "transport": UnitKind.TRANSPORT,
}  # fmt: skip
ACTIONS: Mapping[str, str] = {
    "h": "hold", "hold": "hold", "holds": "hold", "stand": "hold", "stands": "hold",
    "s": "support", "support": "support", "supports": "support", "supporting": "support", "supp": "support",
    "c": "convoy", "convoy": "convoy", "convoys": "convoy", "conv": "convoy", "convoying": "convoy",
    "e": "embark", "embark": "embark", "embarks": "embark",
    "-": "move", "to": "move", "m": "move", "move": "move", "moves": "move",
    "r": "retreat", "retreat": "retreat", "retreats": "retreat",
    "d": "disband", "disband": "disband", "disbands": "disband", "remove": "disband", "removes": "disband",
    "removed": "disband", "disbanded": "disband",
    "b": "build", "build": "build", "builds": "build", "waive": "waive", "waives": "waive", "waived": "waive",
    "via": "via", "by": "via", "carry": "carry", "bomb": "bomb", "bombs": "bomb",
}  # fmt: skip
VOTE = re.compile(r"\W*((i|we)\s+)?(votes?|voting|propos(e|es|al)|concedes?|draw)\b", re.IGNORECASE)
ARROWS = re.compile(r"[-=~\u2010-\u2015\u2212]*>|[\u2010-\u2015\u2212\u2192\u21d2]|-")
WORDS = re.compile(r"-|[/(\[]|[^\W_][^\s\-/()\[\],;:]*")


def format_order(order: Order) -> str:
    """The one text form of an order; on the regular board it is that of the PyPI ``diplomacy`` engine."""
    match order:
        case Hold(unit):
            return f"{unit} H"
        case Move(unit, target):
            return f"{unit} - {target}{_tail(order)}"
        case SupportHold(unit, supported):
            return f"{unit} S {supported}"
        case SupportMove(unit, supported, target):
            return f"{unit} S {supported} - {target}"
        case Convoy(unit, army, target):
            return f"{unit} C {army} - {target}"
        case Embark(unit, army):
            return f"{unit} E {army}"
        case Retreat(unit, target, via):
            return f"{unit} R {target}" + (f" VIA {via}" if via else "")
        case Disband(unit):
            return f"{unit} D"
        case Build(unit):
            return f"{unit} B"
        case Waive():
            return "WAIVE"
        case Bomb(origin, target):
            return f"BOMB {origin} - {target}"
        case _:
            assert_never(order)


def _tail(move: Move) -> str:
    via = " VIA" if move.via_convoy else ""
    return via + "".join(f" {sea}" for sea in move.path) + (f" CARRY {move.carry}" if move.carry else "")


def parse_order(text: str, names: Names) -> Order:
    """Read one order; raises a ``LegationError`` that says what could not be read and what may be meant."""
    order = read_standard(text, names.locations)
    if order is not None:
        return order
    if len(text) > MAX_TEXT:
        raise MalformedOrderError(text[:60] + "...", f"an order has at most {MAX_TEXT} characters")
    return _Reader(text, names).read()


def read_line(text: str, names: Names) -> Order | LegationError:
    """Like ``parse_order``, but what is wrong comes back as a value."""
    try:
        return parse_order(text, names)
    except LegationError as error:
        return error


def is_vote(text: str) -> bool:
    """Whether a line that is no order is meant as a vote or a proposal, which are not sent among orders."""
    return VOTE.match(text) is not None


def split_orders(line: str) -> tuple[str, ...]:
    """The orders on one line, which semicolons divide; nothing of a blank line."""
    line = line.strip()
    if line[:1].isalnum() and ";" not in line and "\n" not in line and "\r" not in line:
        return (line,)
    return tuple(text for _, text in split_lines(line, {}))


def split_lines(text: str, powers: Mapping[str, str]) -> Iterator[tuple[str | None, str]]:
    """Divide a letter of orders into lines, each with the power under whose heading it stands.

    ``powers`` maps folded names of powers to what they mean; a heading stands alone or before a colon.
    """
    power: str | None = None
    for line in re.split(r"[;\n\r]+", text):
        head, colon, rest = line.partition(":")
        if fold(head) in powers and (colon or not rest):
            power, line = powers[fold(head)], rest  # noqa: PLW2901 - the heading is cut off the line
        if line.strip(" \t.,*\u2022"):
            yield power, line.strip()


def _bare(word: str) -> str:
    """A keyword without case and full stops."""
    return word.strip(".!").lower()


class _Reader:
    """One order's words, read from left to right."""

    def __init__(self, text: str, names: Names) -> None:
        self.text = text.strip()
        self.names = names
        self.words = WORDS.findall(ARROWS.sub(" - ", self.text))
        self.at = 0

    def read(self) -> Order:
        order = self._order()
        if self.at < len(self.words):
            raise self._error(f"nothing is expected after the order, but there is {self._rest()!r}")
        return order

    def _order(self) -> Order:
        match self._action():
            case "waive":
                return self._waive()
            case "bomb" if self._is_name(self.at + 1):
                self.at += 1
                return self._bomb()
            case "build":
                self.at += 1
                return self._waive() if self._action() == "waive" else Build(self._piece())
            case "disband" if len(self.words) > 1:
                self.at += 1
                return Disband(self._piece())
            case _:
                return self._unit_order(self._piece())

    def _waive(self) -> Waive:
        self.at += 1
        return Waive()

    def _bomb(self) -> Bomb:
        origin = space_of(self._location())
        self._skip_to()
        return Bomb(origin, space_of(self._location()))

    def _unit_order(self, unit: Piece) -> Order:
        action = self._action()
        if action is None or action in ("via", "carry", "bomb", "waive"):
            problem = f"{self._rest()!r} is no action" if self._rest() else f"what should {unit} do?"
            raise self._error(problem, f"try {unit} H, or {unit} - and a space")
        if action != "move":
            self.at += 1
        match action:
            case "hold":
                return Hold(unit)
            case "disband":
                return Disband(unit)
            case "build":
                return Build(unit)
            case "support":
                return self._support(unit)
            case "convoy":
                army = self._piece()
                self._skip_to()
                return Convoy(unit, army, self._location())
            case "embark":
                return Embark(unit, self._piece())
            case "retreat":
                self._skip_to(needed=False)
                return self._retreat(unit)
            case _:
                return self._move(unit)

    def _support(self, unit: Piece) -> Order:
        supported = self._piece()
        if self._action() == "hold":
            self.at += 1
        if self._action() != "move":
            return SupportHold(unit, supported)
        self._skip_to()
        target = self._location()
        if self._action() == "via":
            self._via()
        return SupportMove(unit, supported, target)

    def _retreat(self, unit: Piece) -> Retreat:
        target = self._location()
        path = self._via() if self._action() == "via" else ()
        return Retreat(unit, target, path[0] if path else None)

    def _move(self, unit: Piece) -> Move:
        legs = []
        while self._action() == "move":
            self._skip_to()
            legs.append(self._location())
        is_tagged = self._action() in ("via", "convoy")
        path = self._via() if is_tagged else ()
        path = (*(space_of(leg) for leg in legs[:-1]), *path)
        return Move(unit, legs[-1], is_tagged or bool(path), path, self._carry())

    def _via(self) -> tuple[SpaceId, ...]:
        """``VIA``, ``via convoy``, ``by convoy``, or ``via`` and the seas."""
        self.at += 1
        path = []
        while self.at < len(self.words) and self._action() != "carry":
            if self._action() in ("convoy", "move"):
                self.at += 1
            else:
                path.append(space_of(self._location()))
        return tuple(path)

    def _carry(self) -> int:
        if self._action() != "carry":
            return 0
        number = self.words[self.at + 1] if self.at + 1 < len(self.words) else ""
        if not re.fullmatch(r"[0-9]{1,3}", number):
            raise self._error("after CARRY a number of bombs is expected")
        self.at += 2
        return int(number)

    def _piece(self) -> Piece:
        self._skip_nation()
        kind = self._kind()
        return Piece(kind, self._location())

    def _skip_nation(self) -> None:
        """``S French A MAR``: whose unit it is does not matter, right or wrong (DATC 4.C.5, 4.C.6)."""
        at = self.at
        if self._is_name(at) or len(self._word()) < 4 or _bare(self._word()) in KINDS:
            return
        if _bare("".join(self.words[at + 1 : at + 2])) in KINDS and self._is_name(at + 2):
            self.at += 1

    def _kind(self) -> UnitKind | None:
        word = _bare(self._word())
        if word not in KINDS or not (self._is_name(self.at + 1) or not self._is_name(self.at)):
            return None
        self.at += 1
        if word == "transport" and self._word().lower() == "fleet":
            self.at += 1
        if self._action() == "move":  # "A-Par" of some typists
            self.at += 1
        return KINDS[word]

    def _location(self) -> LocationId:
        space, end = self._find_name(self.at)
        if space is None:
            raise self._name_error()
        self.at = end
        coast = self._coast()
        if coast and coast not in self.names.coasts[space]:
            options = tuple(f"{space}/{known}" for known in self.names.coasts[space]) or (str(space),)
            raise UnknownNameError("coast", f"{space}/{coast}", options)
        return LocationId(f"{space}/{coast}" if coast else space)

    def _coast(self) -> str:
        """``/SC``, ``(sc)``, ``sc``, ``south coast``: whichever follows a name."""
        start = self.at + (self._word() in ("/", "(", "["))
        for count in (2, 1):
            words = self.words[start : start + count]
            coast = COASTS.get(fold("".join(words)))
            if coast and len(words) == count and "-" not in words:
                self.at = start + count
                return coast
        if start > self.at and _bare("".join(self.words[start : start + 1])) in ("via", "by"):
            self.at = start  # "A LON - NWY (via convoy)"
            return ""
        if start > self.at:
            raise self._error(f"after {self.words[self.at]!r} a coast is expected")
        return ""

    def _find_name(self, start: int) -> tuple[SpaceId | None, int]:
        """The longest name that begins at a word, and where it ends. Hyphens inside a name do not matter."""
        limit = min(len(self.words), start + 2 * self.names.longest)
        for end in range(limit, start, -1):
            words = self.words[start:end]
            if words[0] == "-" or words[-1] == "-":
                continue
            found = self.names.match_words([word for word in words if word != "-"])
            if len(found) == 1:
                return found[0], end
            if len(found) > 1:
                raise AmbiguousNameError("space", " ".join(words), tuple(map(str, found)))
        return None, start

    def _is_name(self, at: int) -> bool:
        if at < len(self.words) and self.words[at] == "-":
            at += 1
        try:
            return self._find_name(at)[0] is not None
        except AmbiguousNameError:
            return True

    def _name_error(self) -> LegationError:
        wrong: list[str] = []
        for word in self.words[self.at :]:
            if word in ("-", "(", "/", "[") or (wrong and _bare(word) in ACTIONS):
                break
            wrong.append(word)
        text = " ".join(wrong)
        if not text:
            return self._error("the name of a space is missing")
        return UnknownNameError("space", text, self.names.nearest(text))

    def _skip_to(self, *, needed: bool = True) -> None:
        """Pass over ``-``, ``to``, ``moves to``."""
        start = self.at
        while self._action() == "move":
            self.at += 1
        if needed and self.at == start:
            raise self._error("'-' and a target are expected" + (f" before {self._rest()!r}" if self._rest() else ""))

    def _word(self) -> str:
        return self.words[self.at] if self.at < len(self.words) else ""

    def _action(self) -> str | None:
        return ACTIONS.get(_bare(self._word()))

    def _rest(self) -> str:
        return " ".join(self.words[self.at :])

    def _error(self, problem: str, hint: str = "") -> MalformedOrderError:
        return MalformedOrderError(self.text, problem, hint)
