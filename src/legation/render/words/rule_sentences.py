"""The rule behind every reason and fault, in a sentence, and where it stands: a clause of the sheet, or an edition."""

from collections.abc import Mapping
from dataclasses import dataclass

from legation.judge import Outcome, Reason
from legation.orders import Fault, Rejection
from legation.variants import Cited, Clause, ClauseId, Clauses, Point

RULES: Mapping[Reason, str] = {
    Reason.MOVED: "A move succeeds when it is stronger than all that stands against it.",
    Reason.HELD: "A unit that is not driven out stays.",
    Reason.DISLODGED: "A unit is driven out by an attack that is stronger than it and its supports.",
    Reason.SUPPORT_GIVEN: "A support counts 1 while its unit is neither attacked from elsewhere nor driven out.",
    Reason.CONVOY_AVAILABLE: "A fleet carries an army while it is not driven out.",
    Reason.NO_CONVOY_ORDERED: "An army crosses water only where every fleet of a route is ordered to carry it.",
    Reason.CONVOY_DISRUPTED: "A convoy is broken when a fleet that it needs is driven out.",
    Reason.OWN_UNIT_IN_WAY: "No power drives out its own units.",
    Reason.MET_HEAD_ON: "Two units that go against each other cannot change places; the stronger gets through.",
    Reason.REPELLED: "The defender keeps the space on equal strength.",
    Reason.OUTMATCHED: "Of several moves to a space only the strongest gets there.",
    Reason.BOUNCED: "Moves of equal strength to the same space stand each other off.",
    Reason.SUPPORT_UNMATCHED: "A support works only for just the order that its unit was given.",
    Reason.SUPPORT_CUT: "A support is cut by an attack on the supporter, but for one from where the support is aimed.",
    Reason.SUPPORT_DISLODGED: "A unit that is driven out gives no support.",
    Reason.CONVOY_UNMATCHED: "A convoy works only for just the move that the army was given.",
    Reason.CARRIER_DISLODGED: "A fleet that is driven out carries nobody.",
    Reason.CONVOY_PARADOX: "A convoyed attack never decides whether its own convoy goes on.",
    Reason.TOOK_ABOARD: "A ship that stands takes aboard the army that it is ordered to take.",
    Reason.EMBARK_UNMATCHED: "A ship takes an army aboard only if the army is ordered to the ship's space.",
    Reason.EMBARKED: "An army goes aboard a ship that is ordered to take it.",
    Reason.NOT_TAKEN_ABOARD: "An army goes aboard only where a ship is ordered to take it.",
    Reason.STAYED_ABOARD: "An army aboard stays with its ship until it is landed.",
    Reason.CARRIER_DID_NOT_HOLD: "An army lands only from a ship that is ordered to hold.",
    Reason.WENT_DOWN: "An army aboard is lost with its ship.",
    Reason.BOMB_STRUCK: "A bomb reaches any space, and nothing stops it.",
    Reason.RETREATED: "A dislodged unit goes to an open space within its reach.",
    Reason.RETREATS_COLLIDED: "Units that retreat to the same space are all disbanded.",
    Reason.RETREAT_STOPPED: "A unit whose retreat cannot be carried out is disbanded.",
    Reason.DISBANDED: "A dislodged unit may be given up.",
    Reason.DISBANDED_WITHOUT_ORDER: "A dislodged unit without an order is disbanded.",
    Reason.BUILT: "A power with more centres than units builds in its own home centres that are vacant.",
    Reason.REMOVED: "A power with more units than centres removes units of its choice.",
    Reason.REMOVED_BY_RULE: "Where too few removals are ordered, the units farthest from home go first.",
    Reason.BUILD_WAIVED: "A power need not build all that it may.",
}
"""The rule behind each reason, as every edition has it."""

REFUSALS: Mapping[Fault, str] = {
    Fault.UNREADABLE: "An order that cannot be understood is not followed.",
    Fault.NO_SUCH_UNIT: "An order is given to a unit that is on the board.",
    Fault.NOT_YOUR_UNIT: "A power orders its own units only.",
    Fault.WRONG_PHASE: "Each phase has its own kinds of order.",
    Fault.NOT_IN_THIS_VARIANT: "Only the orders of this variant are followed.",
    Fault.SAME_SPACE: "A unit moves to another space than its own.",
    Fault.UNSUITABLE_SPACE: "Armies stand on land, fleets at sea and on coasts.",
    Fault.NOT_ADJACENT: "A unit moves to a neighbouring space that its kind can enter.",
    Fault.COAST_NEEDED: "Where a fleet could come to either of two coasts, the order names one.",
    Fault.COAST_UNREACHABLE: "A fleet comes only to a coast that its space touches.",
    Fault.NO_CONVOY_POSSIBLE: "An army crosses water only where fleets stand all the way.",
    Fault.SUPPORT_SELF: "A unit supports another unit.",
    Fault.SUPPORT_UNREACHABLE: "A unit supports only in a space that it could enter itself.",
    Fault.SUPPORT_IMPOSSIBLE_MOVE: "A support needs a move that its unit could make.",
    Fault.SUPPORT_NOT_ALLOWED: "Some kinds of unit give or take no support in attack.",
    Fault.NO_UNIT_TO_SUPPORT: "A support is for a unit that is on the board.",
    Fault.NOT_A_CONVOYER: "Only a fleet at sea convoys.",
    Fault.CONVOY_OFF_ROUTE: "A fleet convoys only where it lies on a way that the army could take.",
    Fault.NO_ARMY_TO_CONVOY: "A convoy is for an army that is on the board.",
    Fault.NOT_A_SHIP: "Only a fleet takes an army aboard.",
    Fault.NO_ROOM_ABOARD: "A ship carries one army.",
    Fault.ABOARD: "An army aboard can only stay, land or change ships.",
    Fault.NO_BOMB_THERE: "A power launches and carries only bombs that it has.",
    Fault.ORDERED_ALREADY: "Of two orders for one unit or place the first counts.",
    Fault.ORDERED_TWICE: "Of two different orders for one unit neither can be followed.",
    Fault.NOT_DISLODGED: "Only a dislodged unit retreats.",
    Fault.ATTACKER_CAME_FROM_THERE: "No unit retreats to where its attacker came from.",
    Fault.SPACE_CONTESTED: "No unit retreats to a space that a stand-off left empty.",
    Fault.SPACE_OCCUPIED: "No unit retreats to a space that is occupied.",
    Fault.NOT_A_BUILD_SITE: "A power builds in its own home centres.",
    Fault.SITE_NOT_OWNED: "A power builds only in centres that it owns.",
    Fault.SITE_OCCUPIED: "A unit is built only where no unit stands.",
    Fault.KIND_NEEDED: "A build on a coast says whether it is an army or a fleet.",
    Fault.NO_BUILDS_LEFT: "A power builds no more units than it has centres for.",
    Fault.NO_REMOVALS_LEFT: "A power removes no more units than it has too many.",
    Fault.BARRED_BY_RULE: "A rule of this game forbids it.",
}
"""The rule behind each fault."""


@dataclass(frozen=True, slots=True)
class Citation:
    """A rule in a sentence, and where it stands."""

    text: str
    cite: str
    """``C7-4b``, ``1982 rulebook (C7-1)`` or ``2000 rulebook``."""
    clause: ClauseId | None = None


@dataclass(frozen=True, slots=True)
class Edition:
    """The rulebook that a game is played by, and the clause by which its sheet takes it over."""

    rulebook: str
    clause: ClauseId | None = None

    @property
    def cite(self) -> str:
        """``1982 rulebook (C7-1)``."""
        return f"{self.rulebook} rulebook" + (f" ({self.clause})" if self.clause else "")

    def tell(self, text: str) -> Citation:
        """A rule of this edition."""
        return Citation(text, self.cite, self.clause)


def find_edition(clauses: Clauses, rulebook: str, *, is_own: bool) -> Edition:
    """The edition of a game; no clause stands for one that the game has chosen itself."""
    clause = clauses.find(Point.RULEBOOK) if is_own else None
    return Edition(rulebook, clause.id if clause else None)


def tell_clause(clause: Clause) -> Citation:
    """A clause of the sheet as a sentence."""
    return Citation(clause.text.rstrip(".") + ".", clause.id, clause.id)


def tell_rules(edition: Edition, outcome: Outcome, cited: Cited) -> tuple[Citation, ...]:
    """The rules behind an outcome; the one that decided it stands first."""
    sheet = [tell_clause(clause) for clause in cited.clauses]
    plain = edition.tell(RULES[outcome.reason])
    return (*sheet, plain) if cited.is_decided else (plain, *sheet)


def tell_refusal_rule(edition: Edition, rejection: Rejection, clause: Clause | None) -> Citation:
    """The rule behind an order that was refused."""
    return tell_clause(clause) if clause else edition.tell(REFUSALS[rejection.fault])
