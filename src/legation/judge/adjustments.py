"""Winter: builds and removals. Lines are taken from top to bottom, and what cannot be done is skipped (DATC 4.D)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from legation.board import (
    Board,
    LocationId,
    Position,
    PowerId,
    SpaceId,
    Unit,
    UnitKind,
    aboard,
    coast_of,
    make_units,
)
from legation.errors import LegationError
from legation.judge.build_sites import list_build_rights, list_build_sites, list_places, refuse_kind, refuse_site
from legation.judge.carriage import lost_with_ship
from legation.judge.quotas import Quota, Quotas
from legation.judge.reasons import Fate, Reason, Result
from legation.judge.removals import choose_removals, is_spared, refuse_spared
from legation.judge.rulebook import Rulebook
from legation.judge.verdict import Finding, Harm, Outcome, Verdict
from legation.orders import (
    NO_CLAUSE,
    Answer,
    Build,
    ClauseId,
    Disband,
    Fault,
    Order,
    Piece,
    Refusal,
    Rejection,
    Submission,
    Waive,
    format_order,
    list_rejections,
    piece_of,
    refuse,
    refuse_unread,
    settle,
)


@dataclass(frozen=True, slots=True)
class AdjustmentVerdict:
    """A verdict, and what happened to each power's lines, in the order in which they were written."""

    verdict: Verdict
    answers: Mapping[PowerId, tuple[Answer, ...]]

    @property
    def rejections(self) -> tuple[Rejection, ...]:
        """The lines that were refused."""
        return tuple(found for answers in self.answers.values() for found in list_rejections(answers))


def list_adjustments(board: Board, position: Position, power: PowerId, rulebook: Rulebook) -> tuple[Order, ...]:
    """Every legal adjustment order of a power."""
    quotas = Quotas(board, position, power, rulebook)
    removable = [unit for unit in position.units_of(power) if quotas.may_remove(unit.kind)]
    removals = [
        Disband(piece_of(unit))
        for unit in removable
        if not refuse_spared(board, position, unit, rulebook, quotas=quotas, removable=removable)
    ]
    if not any(quotas.builds.values()):
        return tuple(removals)
    kinds = [kind for kind in rulebook.traits if quotas.may_build(kind)]
    builds = [
        Build(Piece(kind, location))
        for site in list_build_sites(board, position, power, rulebook)
        for kind in kinds
        for location in list_places(board, position, kind, site, rulebook)
    ]
    return (*removals, *builds, *((Waive(),) if rulebook.decline_builds else ()))


def has_adjustments(board: Board, position: Position, power: PowerId, rulebook: Rulebook) -> bool:
    """True if a power must remove a unit, or has a build and a site for it. Waiving alone is not a decision."""
    quotas = Quotas(board, position, power, rulebook)
    if any(quotas.removals.values()):
        return True
    kinds = [kind for kind in rulebook.traits if quotas.may_build(kind)]
    return bool(kinds) and any(
        list_places(board, position, kind, site, rulebook)
        for site in list_build_sites(board, position, power, rulebook)
        for kind in kinds
    )


def list_dues(board: Board, position: Position, power: PowerId, rulebook: Rulebook) -> dict[Quota, int]:
    """Builds (or removals, if negative) by the limit that they are due to, as far as there is room for the builds."""
    quotas = Quotas(board, position, power, rulebook)
    sites = list_build_sites(board, position, power, rulebook)
    dues: dict[Quota, int] = {}
    for quota, builds in quotas.builds.items():
        kinds = [kind for kind in rulebook.traits if quota in quotas.quotas_of(kind) and quotas.may_build(kind)]
        room = sum(any(list_places(board, position, kind, site, rulebook) for kind in kinds) for site in sites)
        is_counted = quota is None or quotas.allowances[quota].is_extra  # others are builds for centres, too
        due = min(builds, room) if builds and is_counted else -quotas.removals[quota]
        if due:
            dues[quota] = due
    return dues


def judge_adjustments(
    board: Board, position: Position, submissions: Iterable[Submission], rulebook: Rulebook
) -> AdjustmentVerdict:
    """Judge a Winter: each power's lines in turn, then forced removals for those that ordered too few."""
    lines: dict[PowerId, list[Submission]] = {}
    for submission in submissions:
        lines.setdefault(submission.power, []).append(submission)
    powers = sorted({unit.power for unit in position.units.values()} | set(position.owners.values()) | set(lines))
    units = dict(position.units)
    outcomes: list[Outcome] = []
    destroyed: list[Unit] = []
    answers: dict[PowerId, tuple[Answer, ...]] = {}
    for power in powers:
        winter = Winter(board, position, power, rulebook)
        for submission in lines.get(power, ()):
            winter.take(submission)
        winter.finish()
        outcomes += winter.outcomes
        answers[power] = tuple(winter.answers)
        destroyed += winter.removed
        for unit in winter.removed:
            del units[unit.key]
        for unit in winter.built:
            units[unit.key] = unit
    for army in [army for army in position.armies_aboard if army.space not in units and army.key in units]:
        ship = position.units[army.space]
        outcomes.append(lost_with_ship(army, Disband(piece_of(ship)), rulebook.clauses))
        destroyed.append(units.pop(army.key))
    after = position._replace(units=make_units(list(units.values())))
    verdict = Verdict(tuple(outcomes), after, tuple(destroyed))
    for module in rulebook.modules:
        verdict = module.after_adjustments(board, verdict)
    return AdjustmentVerdict(verdict, answers)


class Winter:
    """One power's Winter: its lines one after another, then forced builds and removals."""

    def __init__(self, board: Board, position: Position, power: PowerId, rulebook: Rulebook) -> None:
        self.board = board
        self.position = position
        self.power = power
        self.rulebook = rulebook
        self.quotas = Quotas(board, position, power, rulebook)
        self.rights = list_build_rights(board, position, power, rulebook)
        self.sites = {space for space in self.rights if space not in position.units}
        self.built: list[Unit] = []
        self.removed: list[Unit] = []
        self.sunk: list[Unit] = []
        """Own armies that go down with a ship that is removed; each is a removal too."""
        self.outcomes: list[Outcome] = []
        self.answers: list[Answer] = []
        """What happened to each line so far."""

    @property
    def rejections(self) -> tuple[Rejection, ...]:
        """The lines that were refused."""
        return list_rejections(self.answers)

    @property
    def open_builds(self) -> int:
        """How many more units can be built: what the quotas allow, as far as there is room."""
        kinds = self._list_kinds()
        room = sum(any(self._stands(kind, site) for kind in kinds) for site in self.sites)
        return min(self.quotas.builds_left, room)

    @property
    def open_removals(self) -> int:
        """How many more units must be removed."""
        return self.quotas.removals_left

    def take(self, submission: Submission) -> None:
        """Follow one line, or say why not."""
        submission = settle(self.board, self.position, submission, self._answer)
        order = submission.order
        if isinstance(order, LegationError):
            self.answers.append(refuse_unread(submission, order))
            return
        answer = self.take_order(order)
        self.answers.append(refuse(submission, answer) if isinstance(answer, Refusal) else answer)

    def take_order(self, order: Order) -> Order | Refusal:
        """Follow an order: the complete order, or why it is not followed."""
        if isinstance(order, Waive):
            return self._take_waiver(order)
        found = self._check_adjustment(order)
        if isinstance(found, Refusal):
            return found
        return self._build(found) if isinstance(order, Build) else self._remove(found, Reason.REMOVED)

    def _answer(self, line: Submission) -> Answer:
        """What a line would become; nothing is changed yet."""
        order = line.order
        if isinstance(order, LegationError):
            return refuse_unread(line, order)
        found = self._check_adjustment(order)
        return refuse(line, found) if isinstance(found, Refusal) else order

    def _check_adjustment(self, order: Order) -> Unit | Refusal:
        """The unit that an order builds or removes, or the refusal."""
        if isinstance(order, Disband):
            return self._check_removal(order)
        if not isinstance(order, Build):
            return Refusal(Fault.WRONG_PHASE)
        found = self._check_build(order)
        return found if isinstance(found, Unit) or found.choices else found._replace(choices=self._list_choices(order))

    def _list_choices(self, order: Build) -> tuple[str, ...]:
        """The open sites where a unit of the wanted kind may be built; if none may be, the units that may."""
        if order.unit.kind is None or self.quotas.may_build(order.unit.kind):
            return tuple(self._list_sites_for(order.unit.kind))
        return self._list_units()

    def _list_sites_for(self, kind: UnitKind | None) -> list[SpaceId]:
        """The open sites where a unit of this kind can stand; without a kind, any that may be built."""
        kinds = [kind] if kind is not None and kind in self.rulebook.traits else self._list_kinds()
        return [site for site in sorted(self.sites) if any(self._stands(one, site) for one in kinds)]

    def _list_kinds(self) -> list[UnitKind]:
        """The kinds of unit that may still be built."""
        return [kind for kind in self.rulebook.traits if self.quotas.may_build(kind)]

    def _list_units(self) -> tuple[str, ...]:
        """The units that may still be built, on the open sites."""
        kinds = self._list_kinds()
        return tuple(
            f"{kind.value} {site}" for site in sorted(self.sites) for kind in kinds if self._stands(kind, site)
        )

    def _take_waiver(self, order: Waive) -> Waive | Refusal:
        if not any(self.quotas.builds.values()):
            return Refusal(Fault.NO_BUILDS_LEFT)
        if not self.rulebook.decline_builds:
            return Refusal(Fault.BUILDS_ARE_DUE)
        self.quotas.waive()
        self.outcomes.append(Outcome(self.power, order, Finding(Result.SUCCEEDS, Reason.BUILD_WAIVED)))
        return order

    def _build(self, unit: Unit) -> Build:
        clause = self.quotas.cite(unit.kind) or self.rights[unit.space]
        self.quotas.build(unit.kind)
        self.sites.discard(unit.space)
        self.built.append(unit)
        order = Build(piece_of(unit))
        self.outcomes.append(Outcome(self.power, order, Finding(Result.SUCCEEDS, Reason.BUILT)).decided_by(clause))
        return order

    def _check_build(self, order: Build) -> Unit | Refusal:
        """The unit in its new place, or why it cannot be built."""
        space = order.unit.space
        if any(unit.space == space for unit in self.built):
            return Refusal(Fault.ORDERED_ALREADY)
        refusal = refuse_site(self.board, self.position, self.power, space, self.rulebook)
        if refusal:
            return refusal
        if not any(self.quotas.builds.values()):
            return Refusal(Fault.NO_BUILDS_LEFT)
        found = self._check_place(order.unit)
        if isinstance(found, Unit) and not self.quotas.may_build(found.kind):
            return self._refuse_kind_of_build(found.kind)
        return found

    def _refuse_kind_of_build(self, kind: UnitKind) -> Refusal:
        """Builds are left, but none of this kind: it has a separate limit, or all other kinds are used up."""
        return Refusal(Fault.NO_BUILD_OF_KIND, self._list_units(), self._cite_number(kind, self._list_kinds()))

    def _cite_number(self, kind: UnitKind, others: Sequence[UnitKind]) -> ClauseId:
        """The clause that gives this kind of unit, or the kind that is still open, a separate limit."""
        clauses = [self.quotas.cite(one) for one in (kind, *others)]
        return next((clause for clause in clauses if clause), NO_CLAUSE)

    def _check_place(self, piece: Piece) -> Unit | Refusal:
        """The unit on the intended coast, by DATC 4.B.7, 4.C.3 and 4.C.4."""
        kind = piece.kind or self._guess_kind(piece)
        if kind is None:
            return Refusal(Fault.KIND_NEEDED, (f"A {piece.space}", f"F {piece.space}"))
        if kind not in self.rulebook.traits:
            return Refusal(Fault.NOT_IN_THIS_VARIANT)
        unit = Unit(self.power, kind, LocationId(piece.space))
        refusal = refuse_kind(self.board, self.position, unit, self.rulebook)
        if refusal:
            return refusal
        places = self._stands(kind, piece.space)
        if piece.location in places:
            return Unit(self.power, kind, piece.location)
        if len(places) > 1:
            return Refusal(Fault.COAST_NEEDED, tuple(f"{kind.value} {place}" for place in places))
        return Unit(self.power, kind, places[0])

    def _guess_kind(self, piece: Piece) -> UnitKind | None:
        if coast_of(piece.location):
            return UnitKind.FLEET
        coastal = self._stands(UnitKind.FLEET, piece.space)
        return None if coastal else UnitKind.ARMY

    def _stands(self, kind: UnitKind, space: SpaceId) -> tuple[LocationId, ...]:
        return list_places(self.board, self.position, kind, space, self.rulebook)

    def _check_removal(self, order: Disband) -> Unit | Refusal:
        unit = self.position.find_unit(order.unit.kind, order.unit.space, self.power)
        if unit is None:
            return Refusal(Fault.NO_SUCH_UNIT)
        if unit.power != self.power:
            return Refusal(Fault.NOT_YOUR_UNIT)
        army = self._find_army_aboard(unit)
        if order.unit.kind is None and army and unit not in self.removed:
            return Refusal(Fault.SHIP_OR_ARMY, tuple(format_order(Disband(piece_of(one))) for one in (army, unit)))
        if unit in self.removed or unit in self.sunk:
            return Refusal(Fault.ORDERED_ALREADY)
        if not self.quotas.may_remove(unit.kind):
            return self._refuse_kind_of_removal(unit.kind)
        removable = [other for other in self.position.units_of(self.power) if self._may_go(other)]
        refusal = refuse_spared(self.board, self.position, unit, self.rulebook, quotas=self.quotas, removable=removable)
        return refusal or unit

    def _refuse_kind_of_removal(self, kind: UnitKind) -> Refusal:
        """None is due, or only one of another kind: transport fleets beyond their limit count separately."""
        others = [unit for unit in self.position.units_of(self.power) if self._may_go(unit)]
        if not others:
            return Refusal(Fault.NO_REMOVALS_LEFT)
        choices = tuple(format_order(Disband(piece_of(unit))) for unit in others)
        return Refusal(Fault.NO_REMOVAL_OF_KIND, choices, self._cite_number(kind, [unit.kind for unit in others]))

    def _remove(self, unit: Unit, reason: Reason) -> Disband:
        self.quotas.remove(unit.kind)
        self.removed.append(unit)
        army = self._find_army_aboard(unit)
        if army is not None:
            self.quotas.remove(army.kind)
            self.sunk.append(army)
        order = Disband(piece_of(unit))
        outcome = Outcome(self.power, order, Finding(Result.SUCCEEDS, reason), Harm(Fate.DESTROYED))
        self.outcomes.append(outcome.decided_by(self.quotas.cite(unit.kind)))
        return order

    def _find_army_aboard(self, ship: Unit) -> Unit | None:
        """The army of the same power that a ship would take down with it."""
        army = None if ship.is_aboard else self.position.units.get(aboard(ship.space))
        return army if army and army.power == self.power and army not in self.removed else None

    def _may_go(self, unit: Unit) -> bool:
        return unit not in self.removed and unit not in self.sunk and self.quotas.may_remove(unit.kind)

    def _costs_too_much(self, ship: Unit) -> bool:
        """True if a ship would take down an army of its own power that may stay."""
        army = self._find_army_aboard(ship)
        used = self.quotas.quotas_of(ship.kind)
        return army is not None and not any(
            self.quotas.removals[quota] > (quota in used) for quota in self.quotas.quotas_of(army.kind)
        )

    def finish(self) -> None:
        """Remove units that must go but were not named; where builds may not be declined, raise armies."""
        if any(self.quotas.removals.values()):
            self._remove_rest()
        if not self.rulebook.decline_builds:
            self._raise_armies()

    def _remove_rest(self) -> None:
        """Remove units until no removal is due, those first that the rulebook names first."""
        ranked = choose_removals(self.board, self.position, self.power, len(self.position.units), self.rulebook)
        spared = [unit for unit in ranked if is_spared(self.board, self.position, unit, self.rulebook)]
        others = [unit for unit in ranked if unit not in spared]
        # Spared units are the last resort. Within each group, a ship that would take down more than is due goes only
        # if no other unit of the group can.
        for units, is_sparing in product((others, spared), (True, False)):
            # Kinds beyond a separate limit first: a ship among them may take down an army that must go as well.
            for is_limited in (True, False):
                for unit in units:
                    if is_limited and not self.quotas.removals.get(unit.kind):
                        continue
                    if self._may_go(unit) and not (is_sparing and self._costs_too_much(unit)):
                        self._remove(unit, Reason.REMOVED_BY_RULE)

    def _raise_armies(self) -> None:
        """Build armies on the remaining sites, in the order of their codes."""
        open_sites = [site for site in sorted(self.sites) if self._stands(UnitKind.ARMY, site)]
        for site in open_sites[: self.quotas.builds[None]]:
            self._build(Unit(self.power, UnitKind.ARMY, LocationId(site)))
