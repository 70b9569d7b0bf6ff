"""Sentences for people: what became of an order and why, and what was wrong with one that was refused."""

from collections.abc import Callable, Mapping

from legation.board import Board, LocationId, Terrain, UnitKind, coast_of
from legation.game import Ending
from legation.judge import Fate, Outcome, Reason, Remedy
from legation.orders import (
    Bomb,
    Convoy,
    Embark,
    Fault,
    Hold,
    Move,
    Order,
    Piece,
    Rejection,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
    format_order,
)

KIND_NAMES = {"A": "army", "F": "fleet", "TF": "transport fleet"}
COAST_NAMES = {"NC": "north coast", "SC": "south coast", "EC": "east coast", "WC": "west coast"}


def name_place(board: Board, location: LocationId) -> str:
    """``Spain (north coast)``."""
    coast = coast_of(location)
    space = board.space(location)
    name = f"the {space.name}" if space.terrain is Terrain.SEA else space.name
    return f"{name} ({COAST_NAMES.get(coast, coast.lower())})" if coast else name


def name_unit(board: Board, piece: Piece) -> str:
    """``the army in Paris``."""
    kind = KIND_NAMES[piece.kind.value] if piece.kind else "unit"
    return f"the {kind} in {name_place(board, piece.location)}"


def join(parts: list[str]) -> str:
    """``a, b and c``."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def tell_outcome(board: Board, outcome: Outcome) -> str:
    """One sentence on what became of an order, and a second if its unit was driven out."""
    return _Teller(board, outcome).tell()


class _Teller:
    """Words for one outcome."""

    def __init__(self, board: Board, outcome: Outcome) -> None:
        self.board = board
        self.outcome = outcome
        self.order = outcome.order

    def tell(self) -> str:
        sentence = SENTENCES[self.outcome.reason](self)
        by = self.outcome.dislodged_by
        if by is None or isinstance(by, Waive) or self.outcome.reason is Reason.WENT_DOWN:
            return sentence
        if isinstance(by, Bomb):
            return f"{sentence} It was destroyed by the bomb from {name_place(self.board, LocationId(by.origin))}."
        fate = "was destroyed, having nowhere to retreat,"
        if self.outcome.fate is Fate.DISLODGED:
            fate = "was dislodged"
        elif not isinstance(self.order, Waive | Bomb) and self.order.unit.kind is UnitKind.TRANSPORT:
            fate = "was destroyed"  # it never retreats, wherever it could go
        if self.outcome.reason is Reason.DISLODGED:
            return f"{self.capital(self.unit())} held but {fate} by {self.mover(by)}."
        return f"{sentence} It {fate} by {self.mover(by)}."

    def unit(self) -> str:
        assert not isinstance(self.order, Waive | Bomb)
        return name_unit(self.board, self.order.unit)

    def target(self) -> str:
        assert isinstance(self.order, Move | SupportMove | Convoy | Retreat)
        return name_place(self.board, self.order.target)

    def mover(self, order: Order) -> str:
        """``the army from Munich``: a unit known by where it set out."""
        assert not isinstance(order, Waive | Bomb)
        return name_unit(self.board, order.unit).replace(" in ", " from ", 1)

    def others(self, *, as_movers: bool = True) -> str:
        units = [order for order in self.outcome.because_of if not isinstance(order, Waive | Bomb)]
        name = self.mover if as_movers else lambda order: name_unit(self.board, order.unit)
        return join([name(order) for order in units])

    def standing(self) -> str:
        """The other units, where they stand."""
        return self.others(as_movers=False)

    def first(self) -> str:
        """The unit whose order counted most."""
        order = self.outcome.because_of[0]
        assert not isinstance(order, Waive | Bomb)
        return name_unit(self.board, order.unit)

    def strength(self) -> str:
        numbers = self.outcome.strengths
        assert numbers is not None
        against = numbers.defend if self.outcome.reason is Reason.MET_HEAD_ON else numbers.hold
        if self.outcome.reason in (Reason.BOUNCED, Reason.OUTMATCHED):
            against = numbers.prevent
        return f"{numbers.attack} against {against}"

    def action(self) -> str:
        """What a support or convoy was meant for."""
        order = self.order
        match order:
            case SupportHold():
                return f"{name_unit(self.board, order.supported)} in holding"
            case SupportMove():
                return f"{name_unit(self.board, order.supported)} to {self.target()}"
            case Convoy():
                return f"{name_unit(self.board, order.army)} to {self.target()}"
            case Embark():
                return name_unit(self.board, order.army)
            case _:
                return self.unit()

    def meanwhile(self) -> str:
        return format_order(self.outcome.because_of[0])

    def carried(self) -> str:
        """``the army aboard the fleet in ...``: known by the space of its ship."""
        return self.unit().replace(" in ", " aboard in ", 1)

    def carrier_dislodged(self) -> str:
        match self.order:
            case Convoy():
                return f"{self.capital(self.unit())} could not convoy {self.action()}."
            case Embark():
                return f"{self.capital(self.unit())} could not take {self.action()} aboard."
            case _:
                return f"{self.capital(self.unit())} did not get to {self.target()}: {self.standing()} was dislodged."

    def struck(self) -> str:
        assert isinstance(self.order, Bomb)
        places = [name_place(self.board, LocationId(space)) for space in (self.order.origin, self.order.target)]
        return f"The bomb from {places[0]} struck {places[1]}."

    def not_taken(self) -> str:
        orders = f": {self.first()} had the order {self.meanwhile()}" if self.outcome.because_of else ""
        return f"{self.capital(self.unit())} was not taken aboard in {self.target()}{orders}."

    def moved(self) -> str:
        helpers = self.standing()
        return f"{self.capital(self.unit())} moved to {self.target()}" + (
            f", with the support of {helpers}." if helpers else "."
        )

    def bounced(self) -> str:
        rivals = self.others()
        return f"{self.capital(self.unit())} was stood off from {self.target()} by {rivals} ({self.strength()})."

    def paradox(self) -> str:
        cause = "a convoy would have decided its own fate"
        match self.order:
            case Convoy():
                deed = f"could not convoy {self.action()}"
            case Embark():
                deed = f"could not take {self.action()} aboard"
            case Hold():
                deed = "could not let its army land"
            case Move():
                deed = f"stayed and did not move to {self.target()}"
            case _:
                deed, cause = "gave no support", "the supports would have decided each other's fate"
        return f"{self.capital(self.unit())} {deed}: {cause}."

    @staticmethod
    def capital(text: str) -> str:
        return text[:1].upper() + text[1:]


def _say(pattern: str) -> Callable[[_Teller], str]:
    """A sentence with holes: ``{unit}``, ``{target}``, ``{others}`` and so on are methods of the teller."""

    def tell(teller: _Teller) -> str:
        holes = {
            name: getattr(teller, name)()
            for name in ("unit", "target", "others", "standing", "first", "strength", "action", "meanwhile", "carried")
            if f"{{{name}}}" in pattern
        }
        return teller.capital(pattern.format(**holes))

    return tell


SENTENCES: Mapping[Reason, Callable[[_Teller], str]] = {
    Reason.MOVED: _Teller.moved,
    Reason.HELD: _say("{unit} held."),
    Reason.DISLODGED: _say("{unit} held."),
    Reason.SUPPORT_GIVEN: _say("{unit} supported {action}."),
    Reason.CONVOY_AVAILABLE: _say("{unit} stood ready to convoy {action}."),
    Reason.NO_CONVOY_ORDERED: _say("{unit} stayed: no convoy to {target} was ordered."),
    Reason.CONVOY_DISRUPTED: _say("{unit} stayed: its convoy to {target} was broken at {standing}."),
    Reason.OWN_UNIT_IN_WAY: _say("{unit} stayed: {first}, of the same power, was in the way."),
    Reason.MET_HEAD_ON: _say("{unit} met {first} head on and did not get through to {target} ({strength})."),
    Reason.REPELLED: _say("{unit} was held off from {target} by {first} ({strength})."),
    Reason.OUTMATCHED: _say("{unit} was beaten to {target} by {others} ({strength})."),
    Reason.BOUNCED: _Teller.bounced,
    Reason.SUPPORT_UNMATCHED: _say("{unit} supported {action} for nothing: its order was {meanwhile}."),
    Reason.SUPPORT_CUT: _say("The support of {unit} for {action} was cut by {others}."),
    Reason.SUPPORT_DISLODGED: _say("The support of {unit} for {action} was lost."),
    Reason.CONVOY_UNMATCHED: _say("{unit} stood ready to convoy {action} for nothing: its order was {meanwhile}."),
    Reason.CARRIER_DISLODGED: _Teller.carrier_dislodged,
    Reason.CONVOY_PARADOX: _Teller.paradox,
    Reason.TOOK_ABOARD: _say("{unit} took {action} aboard."),
    Reason.EMBARK_UNMATCHED: _say("{unit} stood ready to take {action} aboard for nothing: its order was {meanwhile}."),
    Reason.EMBARKED: _say("{unit} went aboard {first}."),
    Reason.NOT_TAKEN_ABOARD: _Teller.not_taken,
    Reason.STAYED_ABOARD: _say("{carried} stayed with its ship."),
    Reason.CARRIER_DID_NOT_HOLD: _say("{carried} could not land in {target}: its ship had the order {meanwhile}."),
    Reason.WENT_DOWN: _say("{carried} went down with its ship."),
    Reason.BOMB_STRUCK: _Teller.struck,
    Reason.RETREATED: _say("{unit} retreated to {target}."),
    Reason.RETREATS_COLLIDED: _say("{unit} disbanded: {others} retreated to {target} too."),
    Reason.RETREAT_STOPPED: _say("{unit} disbanded: its retreat to {target} could not be carried out."),
    Reason.DISBANDED: _say("{unit} disbanded."),
    Reason.DISBANDED_WITHOUT_ORDER: _say("{unit} disbanded for want of a retreat order."),
    Reason.BUILT: _say("{unit} was built."),
    Reason.REMOVED: _say("{unit} was removed."),
    Reason.REMOVED_BY_RULE: _say("{unit} was removed by the rulebook, since too few removals were ordered."),
    Reason.BUILD_WAIVED: _say("One build was waived."),
}

FAULTS: Mapping[Fault, str] = {
    Fault.UNREADABLE: "this cannot be read as an order",
    Fault.NO_SUCH_UNIT: "no unit stands there",
    Fault.NOT_YOUR_UNIT: "the unit belongs to another power",
    Fault.WRONG_PHASE: "this kind of order is not given in this phase",
    Fault.NOT_IN_THIS_VARIANT: "this variant has no such order",
    Fault.SAME_SPACE: "the unit is already there",
    Fault.UNSUITABLE_SPACE: "a unit of this kind cannot stand there",
    Fault.NOT_ADJACENT: "the unit cannot reach that space",
    Fault.COAST_NEEDED: "the space has several coasts within reach; name one",
    Fault.COAST_UNREACHABLE: "the fleet cannot reach that coast",
    Fault.NO_CONVOY_POSSIBLE: "no fleets stand where a convoy could run",
    Fault.SUPPORT_SELF: "a unit cannot support itself",
    Fault.SUPPORT_UNREACHABLE: "the supporter could not itself enter that space",
    Fault.SUPPORT_IMPOSSIBLE_MOVE: "the supported unit cannot make that move",
    Fault.SUPPORT_NOT_ALLOWED: "this kind of unit gives or takes no such support",
    Fault.NO_UNIT_TO_SUPPORT: "no unit stands there to be supported",
    Fault.NOT_A_CONVOYER: "only a fleet at sea can convoy",
    Fault.CONVOY_OFF_ROUTE: "the fleet is of no use to that convoy",
    Fault.NO_ARMY_TO_CONVOY: "no army stands there to be convoyed",
    Fault.NOT_A_SHIP: "only a fleet can take an army aboard",
    Fault.NO_ROOM_ABOARD: "that ship has an army aboard already",
    Fault.ABOARD: "an army aboard can only stay, land or change ships",
    Fault.NO_BOMB_THERE: "the power has no such bomb there",
    Fault.ORDERED_ALREADY: "the unit or place has an order already, and the first counts",
    Fault.ORDERED_TWICE: "the unit was given two different orders",
    Fault.NOT_DISLODGED: "the unit was not dislodged",
    Fault.ATTACKER_CAME_FROM_THERE: "the attacker came from there",
    Fault.SPACE_CONTESTED: "the space was left empty by a stand-off",
    Fault.SPACE_OCCUPIED: "the space is occupied",
    Fault.NOT_A_BUILD_SITE: "the power may not build there",
    Fault.SITE_NOT_OWNED: "the power does not own that centre now",
    Fault.SITE_OCCUPIED: "a unit stands there",
    Fault.KIND_NEEDED: "on a coast the order must say army or fleet",
    Fault.NO_BUILDS_LEFT: "no build is left",
    Fault.NO_REMOVALS_LEFT: "no removal is due",
    Fault.BARRED_BY_RULE: "a rule of this game forbids it",
}

HINTS: Mapping[Fault, str] = {
    Fault.COAST_NEEDED: "Write {}.",
    Fault.KIND_NEEDED: "Write {}.",
    Fault.COAST_UNREACHABLE: "Within reach: {}.",
    Fault.NO_CONVOY_POSSIBLE: "Possible: {}.",
    Fault.SUPPORT_IMPOSSIBLE_MOVE: "It could go to {}.",
    Fault.SUPPORT_UNREACHABLE: "It can support in {}.",
    Fault.SITE_OCCUPIED: "Open: {}.",
    Fault.SITE_NOT_OWNED: "Open: {}.",
    Fault.NOT_A_BUILD_SITE: "Open: {}.",
}


def tell_rejection(rejection: Rejection) -> str:
    """What was wrong with an order, and what would be right."""
    problem = rejection.detail or FAULTS[rejection.fault]
    sentence = problem[:1].upper() + problem[1:]
    if sentence[-1] not in ".?":
        sentence += "."
    if rejection.choices and not rejection.detail:
        pattern = HINTS.get(rejection.fault, "Possible: {}.")
        sentence += " " + pattern.format(join_choices(rejection.choices))
    return sentence


def join_choices(choices: tuple[str, ...]) -> str:
    """``a, b or c``, at most eight."""
    shown = [*choices[:8], *(["others"] if len(choices) > 8 else [])]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} or {shown[-1]}"


def tell_remedy(remedy: Remedy) -> str:
    """``With F NTH C A LON - NWY instead of F NTH H it would have been otherwise.``"""
    return f"{format_order(remedy.instead)} instead of {format_order(remedy.given)}"


def tell_ending(ending: Ending) -> str:
    """How the game ended."""
    names = join([str(power) for power in ending.powers])
    return f"{names} wins." if ending.kind == "victory" else f"The game is drawn between {names}."
