"""Winter: builds and removals. Lines are taken from top to bottom, and what cannot be done is skipped (DATC 4.D)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from legation.board import (
    Board,
    CentreKind,
    LocationId,
    Position,
    PowerId,
    Space,
    SpaceId,
    Unit,
    UnitKind,
    coast_of,
    make_units,
)
from legation.errors import LegationError
from legation.judge.carriage import lost_with_ship
from legation.judge.quotas import Quotas
from legation.judge.reasons import Fate, Reason, Result
from legation.judge.removals import choose_removals, is_spared
from legation.judge.rulebook import BuildSites, Rulebook
from legation.judge.verdict import Finding, Harm, Outcome, Verdict
from legation.orders import (
    Answer,
    Build,
    Disband,
    Fault,
    Order,
    Piece,
    Rejection,
    Submission,
    Waive,
    list_rejections,
    piece_of,
    refuse_unread,
    settle,
)


@dataclass(frozen=True, slots=True)
class AdjustmentVerdict:
    """A verdict, and the lines that were refused on the way."""

    verdict: Verdict
    rejections: tuple[Rejection, ...]


def list_build_sites(board: Board, position: Position, power: PowerId, rulebook: Rulebook) -> tuple[SpaceId, ...]:
    """The vacant spaces where a power may build."""
    rights = list_build_rights(board, position, power, rulebook)
    return tuple(sorted(space for space in rights if space not in position.units))


def list_build_rights(board: Board, position: Position, power: PowerId, rulebook: Rulebook) -> frozenset[SpaceId]:
    """The spaces where a power may build when they are vacant."""
    sites = {space for space in position.centres_of(power) if _may_build_in(board.spaces[space], power, rulebook)}
    for module in rulebook.modules:
        sites |= module.build_sites(board, position, power)
    return frozenset(sites)


def _may_build_in(space: Space, power: PowerId, rulebook: Rulebook) -> bool:
    if rulebook.build_in is BuildSites.OWNED and space.centre.is_counted:
        return True
    return space.centre is CentreKind.HOME and power in space.powers


def list_adjustments(board: Board, position: Position, power: PowerId, rulebook: Rulebook) -> tuple[Order, ...]:
    """Every legal adjustment order of a power."""
    quotas = Quotas(board, position, power, rulebook)
    removals = [Disband(piece_of(unit)) for unit in position.units_of(power) if quotas.may_remove(unit.kind)]
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
    """Whether a power must remove a unit, or has a build due and a place for it. To waive is no choice of its own."""
    quotas = Quotas(board, position, power, rulebook)
    if any(quotas.removals.values()):
        return True
    kinds = [kind for kind in rulebook.traits if quotas.may_build(kind)]
    return bool(kinds) and any(
        list_places(board, position, kind, site, rulebook)
        for site in list_build_sites(board, position, power, rulebook)
        for kind in kinds
    )


def list_places(
    board: Board, position: Position, kind: UnitKind, site: SpaceId, rulebook: Rulebook
) -> tuple[LocationId, ...]:
    """Where on a site a unit of this kind can stand."""
    if any(site in module.closed_to(board, position, kind) for module in rulebook.modules):
        return ()
    sails = rulebook.traits[kind].sails
    return tuple(location for location in board.spaces[site].locations if board.can_stand(location, sails=sails))


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
    rejections: list[Rejection] = []
    for power in powers:
        winter = Winter(board, position, power, rulebook)
        for submission in lines.get(power, ()):
            winter.take(submission)
        winter.finish()
        outcomes += winter.outcomes
        rejections += winter.rejections
        destroyed += winter.removed
        for unit in winter.removed:
            del units[unit.key]
        for unit in winter.built:
            units[unit.key] = unit
    for army in [army for army in position.armies_aboard if army.space not in units and army.key in units]:
        outcomes.append(lost_with_ship(army))
        destroyed.append(units.pop(army.key))
    after = replace(position, units=make_units(list(units.values())))
    verdict = Verdict(tuple(outcomes), after, tuple(destroyed))
    return AdjustmentVerdict(verdict, tuple(rejections))


class Winter:
    """One power's Winter: its lines one after another, then what must be done without them."""

    def __init__(self, board: Board, position: Position, power: PowerId, rulebook: Rulebook) -> None:
        self.board = board
        self.position = position
        self.power = power
        self.rulebook = rulebook
        self.quotas = Quotas(board, position, power, rulebook)
        self.sites = set(list_build_sites(board, position, power, rulebook))
        self.built: list[Unit] = []
        self.removed: list[Unit] = []
        self.outcomes: list[Outcome] = []
        self.answers: list[Answer] = []
        """What became of each line so far."""

    @property
    def rejections(self) -> tuple[Rejection, ...]:
        """The lines that were refused."""
        return list_rejections(self.answers)

    @property
    def open_builds(self) -> int:
        """How many more units can be built: what the quotas allow, as far as there is room."""
        kinds = [kind for kind in self.rulebook.traits if self.quotas.may_build(kind)]
        room = sum(any(self._stands(kind, site) for kind in kinds) for site in self.sites)
        return min(self.quotas.builds_left, room)

    @property
    def open_removals(self) -> int:
        """How many more units must go."""
        return self.quotas.removals_left

    def take(self, submission: Submission) -> None:
        """Follow one line, or say why not."""
        submission = settle(self.board, submission, self._answer)
        order = submission.order
        if isinstance(order, LegationError):
            self.answers.append(refuse_unread(submission, order))
        elif isinstance(order, Build):
            self._take_build(submission, order)
        elif isinstance(order, Disband):
            self._take_removal(submission, order)
        elif isinstance(order, Waive):
            self._take_waiver(submission, order)
        else:
            self._reject(submission, Fault.WRONG_PHASE)

    def _answer(self, line: Submission) -> Answer:
        """What a line would become; nothing is done yet."""
        order = line.order
        if isinstance(order, Build):
            found: Unit | Fault = self._find_build(order)
        elif isinstance(order, Disband):
            found = self._find_removal(order)
        else:
            found = Fault.WRONG_PHASE
        if isinstance(found, Fault) or isinstance(order, LegationError):
            return Rejection(self.power, line.text, found if isinstance(found, Fault) else Fault.UNREADABLE)
        return order

    def _take_waiver(self, submission: Submission, order: Waive) -> None:
        if not any(self.quotas.builds.values()):
            self._reject(submission, Fault.NO_BUILDS_LEFT)
        elif not self.rulebook.decline_builds:
            self._reject(submission, Fault.BARRED_BY_RULE)
        else:
            self.quotas.waive()
            self.answers.append(order)
            self.outcomes.append(Outcome(self.power, order, Finding(Result.SUCCEEDS, Reason.BUILD_WAIVED)))

    def _take_build(self, submission: Submission, order: Build) -> None:
        found = self._find_build(order)
        if isinstance(found, Fault):
            self._reject(submission, found, self._choices(found, order))
        else:
            self.answers.append(self._build(found))

    def _choices(self, fault: Fault, order: Build) -> tuple[str, ...]:
        """What would have been right: the kind or coast left out, or else the places still open."""
        space = order.unit.space
        if fault is Fault.KIND_NEEDED:
            return (f"A {space}", f"F {space}")
        if fault is Fault.COAST_NEEDED:
            return tuple(f"F {location}" for location in self._stands(UnitKind.FLEET, space))
        return tuple(sorted(self.sites)) if any(self.quotas.builds.values()) else ()

    def _build(self, unit: Unit) -> Build:
        self.quotas.build(unit.kind)
        self.sites.discard(unit.space)
        self.built.append(unit)
        order = Build(piece_of(unit))
        self.outcomes.append(Outcome(self.power, order, Finding(Result.SUCCEEDS, Reason.BUILT)))
        return order

    def _find_build(self, order: Build) -> Unit | Fault:
        space = order.unit.space
        if any(unit.space == space for unit in self.built):
            return Fault.ORDERED_ALREADY
        fault = self._why_no_site(space)
        if fault or not any(self.quotas.builds.values()):
            return fault or Fault.NO_BUILDS_LEFT
        found = self._find_place(order.unit)
        if isinstance(found, Unit) and not self.quotas.may_build(found.kind):
            return Fault.NO_BUILDS_LEFT
        return found

    def _why_no_site(self, space: SpaceId) -> Fault | None:
        if space in self.sites:
            return None
        place = self.board.spaces[space]
        if space in self.position.units:
            return Fault.SITE_OCCUPIED
        if not _may_build_in(place, self.power, self.rulebook):
            return Fault.NOT_A_BUILD_SITE
        return Fault.SITE_NOT_OWNED if self.position.owners.get(space) != self.power else None

    def _find_place(self, piece: Piece) -> Unit | Fault:
        """The unit as it will stand, by DATC 4.B.7, 4.C.3 and 4.C.4."""
        kind = piece.kind or self._guess_kind(piece)
        if kind is None:
            return Fault.KIND_NEEDED
        if kind not in self.rulebook.traits:
            return Fault.NOT_IN_THIS_VARIANT
        places = self._stands(kind, piece.space)
        if not places:
            return Fault.UNSUITABLE_SPACE
        if piece.location in places:
            return Unit(self.power, kind, piece.location)
        if len(places) > 1:
            return Fault.COAST_NEEDED
        return Unit(self.power, kind, places[0])

    def _guess_kind(self, piece: Piece) -> UnitKind | None:
        if coast_of(piece.location):
            return UnitKind.FLEET
        coastal = self._stands(UnitKind.FLEET, piece.space)
        return None if coastal else UnitKind.ARMY

    def _stands(self, kind: UnitKind, space: SpaceId) -> tuple[LocationId, ...]:
        return list_places(self.board, self.position, kind, space, self.rulebook)

    def _take_removal(self, submission: Submission, order: Disband) -> None:
        found = self._find_removal(order)
        if isinstance(found, Fault):
            self._reject(submission, found)
        else:
            self.answers.append(self._remove(found, Reason.REMOVED))

    def _find_removal(self, order: Disband) -> Unit | Fault:
        unit = self.position.find_unit(order.unit.kind, order.unit.space)
        if unit is None:
            return Fault.NO_SUCH_UNIT
        if unit.power != self.power:
            return Fault.NOT_YOUR_UNIT
        if unit in self.removed:
            return Fault.ORDERED_ALREADY
        if not self.quotas.may_remove(unit.kind):
            return Fault.NO_REMOVALS_LEFT
        if is_spared(self.board, self.position, unit, self.rulebook) and self._has_others():
            return Fault.BARRED_BY_RULE
        return unit

    def _has_others(self) -> bool:
        """Whether a unit could be removed that no rule module spares."""
        return any(
            unit not in self.removed
            and self.quotas.may_remove(unit.kind)
            and not is_spared(self.board, self.position, unit, self.rulebook)
            for unit in self.position.units_of(self.power)
        )

    def _remove(self, unit: Unit, reason: Reason) -> Disband:
        self.quotas.remove(unit.kind)
        self.removed.append(unit)
        order = Disband(piece_of(unit))
        self.outcomes.append(Outcome(self.power, order, Finding(Result.SUCCEEDS, reason), Harm(Fate.DESTROYED)))
        return order

    def finish(self) -> None:
        """Take off what must go and was not named; where builds may not be declined, raise armies."""
        if any(self.quotas.removals.values()):
            ranked = choose_removals(self.board, self.position, self.power, len(self.position.units), self.rulebook)
            for unit in ranked:
                if unit not in self.removed and self.quotas.may_remove(unit.kind):
                    self._remove(unit, Reason.REMOVED_BY_RULE)
        if not self.rulebook.decline_builds:
            open_sites = [site for site in sorted(self.sites) if self._stands(UnitKind.ARMY, site)]
            for site in open_sites[: self.quotas.builds[None]]:
                self._build(Unit(self.power, UnitKind.ARMY, LocationId(site)))

    def _reject(self, submission: Submission, fault: Fault, choices: Sequence[str] = ()) -> None:
        order = None if isinstance(submission.order, LegationError) else submission.order
        self.answers.append(Rejection(self.power, submission.text, fault, order, tuple(choices)))
