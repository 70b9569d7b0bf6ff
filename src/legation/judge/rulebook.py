"""Rulebook editions as switches (``docs/rulebooks.md``), and the hooks for a variant's rule modules."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import ClassVar, NamedTuple, get_type_hints

from legation.board import (
    STANDARD_TRAITS,
    Board,
    Border,
    DislodgedUnit,
    LocationId,
    Position,
    PowerId,
    SpaceId,
    Unit,
    UnitKind,
    UnitTraits,
)
from legation.errors import RequestError, quote
from legation.judge.marks import Disruption, Goal, SpaceMark, Winners
from legation.judge.verdict import Outcome, Verdict
from legation.orders import (
    NO_CLAUSE,
    NO_CLAUSES,
    Bomb,
    ClauseId,
    Clauses,
    ConvoyPath,
    DoubleOrder,
    Embark,
    Fault,
    Landing,
    Launch,
    Order,
    OrderBook,
    OrderRules,
    PortEmbarkation,
    Refusal,
    Retreat,
    RetreatOrder,
    SupportCoast,
    Topic,
)


class MultiRoute(StrEnum):
    """DATC 4.A.1: what stops a convoy that has several routes."""

    ANY = "any"
    ALL = "all"


class ForeignFleets(StrEnum):
    """Whether fleets of other powers affect a convoy that the army's own power could run alone (DATC 6.F.10)."""

    OFFERED = "offered"
    """They do, since an offered convoy cannot be refused."""
    IF_NEEDED = "if_needed"
    """They do not (DPTG): an enemy cannot spoil a convoy by offering a route and losing it."""


class ParadoxRule(StrEnum):
    """DATC 4.A.2: which supports a convoyed army cannot cut."""

    R1971 = "r1971"
    R1982 = "r1982"
    R2000 = "r2000"
    NONE = "none"


class ParadoxBackup(StrEnum):
    """DATC 4.A.2: what happens if the rule gives no answer, or two."""

    SZYKMAN = "szykman"
    ALL_HOLD = "all_hold"


class AdjacentConvoy(StrEnum):
    """DATC 4.A.3: when an army that could walk goes by convoy."""

    R1971 = "r1971"
    R1971_STRICT = "r1971_strict"
    INTENT_1982 = "intent1982"
    OWN_OR_TAG = "own_or_tag"
    EXPLICIT = "explicit"


class LandFallback(StrEnum):
    """DATC 4.A.3: whether an army whose convoy fails walks instead."""

    ALWAYS = "always"
    NO_ROUTE_ONLY = "no_route_only"
    NEVER = "never"


class DislodgedEffect(StrEnum):
    """DATC 4.A.7: when a dislodged unit still keeps others out of its attacker's space."""

    HEAD_TO_HEAD_ONLY = "head_to_head_only"
    NEVER_ANY_EFFECT = "never_any_effect"


class ImpossibleOrder(StrEnum):
    """DATC 4.E.1: whether a unit with an impossible move can be supported where it stands."""

    IGNORED = "ignored"
    HOLD_UNSUPPORTABLE = "hold_unsupportable"


class RemovalTarget(StrEnum):
    """DATC 4.D.8: the centres to which distance is counted when removals are forced."""

    HOME = "home"
    OWNED = "owned"


class RemovalSteps(StrEnum):
    """DATC 4.D.8: how distance is counted."""

    ARMY_ANY_FLEET_LEGAL = "army_any_fleet_legal"
    PLAIN = "plain"


class DisorderSupport(StrEnum):
    """DATC 4.D.9: support given to a holding unit of a power in civil disorder."""

    WORKS = "works"
    FAILS = "fails"


class DislodgedBombs(StrEnum):
    """Gigaton Bomb: what happens to the bombs that a dislodged unit had with it."""

    LEFT = "left"
    """They stay behind, and the attacker takes them."""
    CARRIED = "carried"
    """They go with the unit when it retreats; if it disbands, they stay behind."""
    LOST = "lost"


class DrawShares(StrEnum):
    """The powers that share in a draw."""

    UNITS = "units"
    CENTRES = "centres"


class BuildSites(StrEnum):
    """Where a power builds: in its own home centres or, by a variant's rule, in other centres that it owns."""

    HOME = "home"
    OWNED = "owned"
    """In any centre."""
    ANY_HOME = "any_home"
    """In any power's home centre."""
    OWNED_WITH_HOME = "owned_with_home"
    """In any centre, as long as the power owns one of its own home centres."""


class Allowance(NamedTuple):
    """The number of units of one kind that a power may have."""

    kind: UnitKind
    limit: int
    is_extra: bool = True
    """True if they are extra; otherwise they use up centres like other units."""
    clause: ClauseId = NO_CLAUSE
    """The clause that says so."""


class Crossing(NamedTuple):
    """A retreat over the sea: the fleet that carries it, or the lack of one."""

    clause: ClauseId
    """The clause that allows or forbids it."""
    via: SpaceId | None = None
    """The sea that it crosses; None if it cannot be carried out, and the unit disbands."""
    rivals: tuple[Retreat, ...] = ()
    """The other retreats that wanted the same fleet."""


class Assumption(NamedTuple):
    """A default that a rule assumes because the fact was not given."""

    code: str
    spaces: tuple[SpaceId, ...] = ()
    number: int = 0
    """The number of years, if it is about years."""


class Assumed(NamedTuple):
    """The memory that a rule assumes for a position if no facts are given."""

    memory: object
    """None: nothing."""
    assumptions: tuple[Assumption, ...]


@dataclass(frozen=True, slots=True)
class Edition:
    """The rulebook of a game, and the clause by which its sheet adopts it."""

    rulebook: str
    clause: ClauseId = NO_CLAUSE


@dataclass(frozen=True, slots=True)
class RuleModule:
    """A variant's rule. It overrides the hooks it needs; ``name`` keys what it remembers in ``Position.memory``."""

    name: ClassVar[str] = ""
    order_kinds: ClassVar[frozenset[type[Embark] | type[Bomb]]] = frozenset()
    """Order kinds added by the rule."""
    clauses: Clauses = field(default=NO_CLAUSES, kw_only=True, compare=False, repr=False)
    """The clauses of the sheet, which the rule cites for its decisions."""

    def cite(self, topic: Topic, *scopes: str) -> ClauseId:
        """The clause of the sheet on a topic."""
        return self.clauses.cite(topic, *scopes)

    def refuse_order(self, board: Board, position: Position, unit: Unit, order: Order) -> Refusal | None:
        """Why an order that the rulebook allows is not allowed here."""
        return None

    def may_cross(self, position: Position, unit: Unit, border: Border) -> bool:
        """True if a unit may use a border with a condition."""
        return False

    def closed_to(self, board: Board, position: Position, kind: UnitKind) -> frozenset[SpaceId]:
        """Spaces that no unit of this kind may enter: by move, convoy, retreat or build."""
        return frozenset()

    def refuse_entry(self, space: SpaceId) -> Refusal:
        """Why one of these spaces is closed."""
        return Refusal(Fault.BARRED_BY_RULE)

    def retreat_options(self, board: Board, position: Position, dislodged: Unit) -> frozenset[LocationId]:
        """Retreats beyond the rulebook's. ``position`` is that after the moves."""
        return frozenset()

    def complete_retreat(
        self, board: Board, position: Position, dislodged: DislodgedUnit, order: Retreat
    ) -> Retreat | Refusal:
        """The complete retreat to one of the unit's places, or why it cannot be made as written."""
        return order

    def list_noted_retreats(self, board: Board, position: Position, unit: Unit) -> frozenset[SpaceId]:
        """Spaces out of the unit's own reach whose closure this rule can explain."""
        return frozenset()

    def refuse_retreat(self, board: Board, position: Position, unit: Unit, space: SpaceId) -> Refusal | None:
        """Why a space beyond the unit's steps is closed to it, if this rule decides that."""
        return None

    def note_moves(
        self, board: Board, position: Position, fleets: frozenset[SpaceId], dislodged: Sequence[Unit]
    ) -> Position:
        """The position after the moves that decides where dislodged units may go.

        ``fleets`` carried an army to its goal.
        """
        return position

    def list_seas_for(self, board: Board, position: Position, unit: Unit, order: Retreat) -> frozenset[SpaceId]:
        """The seas over which a fleet could carry a retreat that the unit cannot make by itself."""
        return frozenset()

    def carry_retreats(
        self, board: Board, position: Position, orders: Mapping[SpaceId, RetreatOrder]
    ) -> Mapping[SpaceId, Crossing]:
        """Retreats made possible only by this rule, by the space that the unit comes from."""
        return {}

    def launch_sites(self, board: Board, position: Position, power: PowerId) -> Mapping[SpaceId, int]:
        """The spaces from which the power may launch bombs at any space, and how many."""
        return {}

    def refuse_launch(
        self, board: Board, position: Position, power: PowerId, order: Bomb, launched: Sequence[Launch]
    ) -> Refusal | None:
        """Why a power cannot launch a bomb, after those of this phase that have been accepted."""
        return None

    def revise(
        self, board: Board, before: Position, book: OrderBook, verdict: Verdict, rulebook: "Rulebook"
    ) -> Verdict:
        """The whole verdict on the moves as changed by this rule: before ``after_moves`` of any module."""
        return verdict

    def refuse_second_army(self) -> Refusal | None:
        """Why a fleet that carries one retreating army takes no other; None if this rule does not decide that."""
        return None

    def after_moves(self, board: Board, before: Position, verdict: Verdict) -> Verdict:
        """The verdict with the position after the moves as changed by this rule, with its citations."""
        return verdict

    def after_retreats(self, board: Board, before: Position, verdict: Verdict) -> Verdict:
        """The verdict with the position after the retreats as changed by this rule."""
        return verdict

    def after_adjustments(self, board: Board, verdict: Verdict) -> Verdict:
        """The verdict with the position after a Winter as changed by this rule."""
        return verdict

    def own_centres(self, board: Board, before: Position, after: Position) -> Position:
        """The position after ownership was settled, as changed by this rule."""
        return after

    def counts_centre(self, board: Board, position: Position, space: SpaceId) -> bool:
        """True if an owned centre now counts for its owner's units."""
        return True

    def build_sites(self, board: Board, position: Position, power: PowerId) -> Mapping[SpaceId, ClauseId]:
        """Spaces beyond the rulebook's where the power may build, with the clause that says so."""
        return {}

    def refuse_site(self, board: Board, position: Position, power: PowerId, space: SpaceId) -> Refusal | None:
        """Why a power may not build in a space, if this rule decides that."""
        return None

    def allowances(self, board: Board, position: Position, power: PowerId, centres: int) -> tuple[Allowance, ...]:
        """Kinds of unit with a separate limit, for a power with this many centres that count."""
        return ()

    def refuse_removal(self, board: Board, position: Position, unit: Unit) -> Refusal | None:
        """Why a unit is removed in Winter only when its power has no other to remove; None if it is not."""
        return None

    def home_centres(self, board: Board, position: Position, power: PowerId) -> frozenset[SpaceId]:
        """Further spaces that count as home when distances are measured for forced removals."""
        return frozenset()

    def victory_centres(self, board: Board, position: Position, number: int) -> int:
        """The number of centres that wins now; in the variant it is ``number``."""
        return number

    def assume_memory(
        self, board: Board, position: Position, start: Position, years: int, *, is_retreat: bool
    ) -> Assumed | None:
        """The memory that the rule assumes in a game that begins ``years`` years after its variant's start.

        None if it remembers nothing between phases. ``is_retreat``: units wait to retreat.
        """
        return None

    def check_memory(self, board: Board, powers: Collection[str], memory: object) -> str | None:
        """What is wrong with memory from outside; the judge ignores what it cannot read."""
        return "this rule remembers nothing"

    def rebase_memory(self, board: Board, then: Position, wanted: object, now: Position) -> object:
        """The memory after a correction that is made again in another position.

        It turned the memory of ``then`` into ``wanted``; now only what it changed is changed in that of ``now``. Raises
        a ``RequestError`` if it is no longer possible.
        """
        return wanted

    def describe_marks(self, board: Board, position: Position) -> tuple[SpaceMark, ...]:
        """The rule's marks on single spaces that a player should see, from the first phase on."""
        return ()

    def list_disruptions(self, board: Board, before: Position, outcomes: Sequence[Outcome]) -> tuple[Disruption, ...]:
        """Centres that lost their owner by this rule in a movement phase."""
        return ()

    def list_goals(self, board: Board, position: Position, power: PowerId) -> tuple[Goal, ...]:
        """The parts of a power's own victory condition, if the rule gives it one."""
        return ()

    def find_winners(self, board: Board, position: Position) -> Winners | None:
        """The powers that have won by this rule, if any have."""
        return None


def has_hook(module: RuleModule, *hooks: str) -> bool:
    """True if a module overrides one of these hooks; the others need not be called."""
    return any(getattr(type(module), hook) is not getattr(RuleModule, hook) for hook in hooks)


@dataclass(frozen=True, slots=True)
class Rulebook:
    """One edition's choices, and the variant's additions. The defaults are the profile ``2000``."""

    multi_route: MultiRoute = MultiRoute.ALL
    foreign_fleets: ForeignFleets = ForeignFleets.OFFERED
    paradox_rule: ParadoxRule = ParadoxRule.NONE
    paradox_backup: ParadoxBackup = ParadoxBackup.SZYKMAN
    adjacent_convoy: AdjacentConvoy = AdjacentConvoy.OWN_OR_TAG
    land_fallback: LandFallback = LandFallback.NEVER
    dislodged_effect: DislodgedEffect = DislodgedEffect.HEAD_TO_HEAD_ONLY
    retreat_to_convoy_origin: bool = True
    convoy_path_in_order: ConvoyPath = ConvoyPath.IGNORE
    support_coast: SupportCoast = SupportCoast.MATCH_IF_GIVEN
    impossible_order: ImpossibleOrder = ImpossibleOrder.IGNORED
    double_order: DoubleOrder = DoubleOrder.FIRST
    decline_builds: bool = True
    removal_target: RemovalTarget = RemovalTarget.HOME
    removal_steps: RemovalSteps = RemovalSteps.ARMY_ANY_FLEET_LEGAL
    disorder_support: DisorderSupport = DisorderSupport.WORKS
    draw_shares: DrawShares = DrawShares.UNITS
    build_in: BuildSites = BuildSites.HOME
    coastal_crawl: bool = False
    landing: Landing = Landing.ORDERED
    port_embarkation: PortEmbarkation = PortEmbarkation.ANY
    dislodged_bombs: DislodgedBombs = DislodgedBombs.LEFT
    traits: Mapping[UnitKind, UnitTraits] = field(default_factory=lambda: STANDARD_TRAITS)
    extra_kinds: frozenset[type[Embark] | type[Bomb]] = frozenset()
    modules: tuple[RuleModule, ...] = ()
    unplayed: frozenset[PowerId] = frozenset()
    """Powers without a player: they are always in civil disorder, and neither build nor remove."""
    clauses: Clauses = field(default=NO_CLAUSES, compare=False, repr=False)
    """The clauses of the variant's sheet, and of added modules."""
    edition: Edition = field(default=Edition("2000"), compare=False)

    order_rules: OrderRules = field(init=False, repr=False, compare=False)
    """The part that concerns the legality of orders."""

    def __post_init__(self) -> None:
        """Determine once which modules affect orders."""
        object.__setattr__(self, "order_rules", self._make_order_rules())

    def _make_order_rules(self) -> OrderRules:
        return OrderRules(
            traits=self.traits,
            double_order=self.double_order,
            support_coast=self.support_coast,
            convoy_path=self.convoy_path_in_order,
            landing=self.landing,
            port_embarkation=self.port_embarkation,
            tag_needs_convoy=self.land_fallback is LandFallback.NEVER,
            extra_kinds=self.extra_kinds,
            checks=tuple(module for module in self.modules if has_hook(module, "refuse_order", "may_cross")),
            space_checks=tuple(module for module in self.modules if has_hook(module, "closed_to")),
            launch_checks=tuple(module for module in self.modules if has_hook(module, "refuse_launch")),
            retreat_checks=tuple(module for module in self.modules if has_hook(module, "complete_retreat")),
            clauses=self.clauses,
        )

    def with_clauses(self, clauses: Clauses) -> "Rulebook":
        """The same rulebook citing a sheet; its modules cite it too."""
        modules = tuple(replace(module, clauses=clauses) for module in self.modules)
        return replace(self, modules=modules, clauses=clauses)


SWITCHES: Mapping[str, type] = {
    item.name: get_type_hints(Rulebook)[item.name]
    for item in fields(Rulebook)
    if isinstance(get_type_hints(Rulebook)[item.name], type)
    and issubclass(get_type_hints(Rulebook)[item.name], StrEnum | bool)
}
"""The switches of an edition, with the type of their values."""


def make_rulebook(switches: Mapping[str, object], base: Rulebook | None = None) -> Rulebook:
    """A rulebook with some switches set; raises for an unknown switch or value, naming what would be right."""
    changes: dict[str, object] = {}
    for name, value in switches.items():
        if name not in SWITCHES:
            raise RequestError(name, f"no such switch; there are {', '.join(SWITCHES)}")
        changes[name] = _read_switch(name, value)
    start = base or Rulebook()
    return replace(start, **changes) if changes else start  # type: ignore[arg-type] # each was read by its own type


def _read_switch(name: str, value: object) -> object:
    kind = SWITCHES[name]
    if kind is bool:
        if value in (True, "yes"):
            return True
        if value in (False, "no"):
            return False
        raise RequestError(name, f"{quote(value)} is not a value; expected yes or no")
    assert issubclass(kind, StrEnum)
    try:
        return kind(str(value))
    except ValueError:
        known = ", ".join(choice.value for choice in kind)
        raise RequestError(name, f"{quote(value)} is not a value; expected one of {known}") from None


def list_marks(board: Board, position: Position, rulebook: Rulebook) -> tuple[SpaceMark, ...]:
    """All marks of rule modules on single spaces."""
    return tuple(mark for module in rulebook.modules for mark in module.describe_marks(board, position))


def list_goals(board: Board, position: Position, power: PowerId, rulebook: Rulebook) -> tuple[Goal, ...]:
    """A power's own victory condition part by part; empty if a plain count of centres decides."""
    return tuple(goal for module in rulebook.modules for goal in module.list_goals(board, position, power))


def list_disruptions(
    board: Board, before: Position, outcomes: Sequence[Outcome], rulebook: Rulebook
) -> tuple[Disruption, ...]:
    """Centres that lost their owner in a movement phase, by any rule."""
    return tuple(found for module in rulebook.modules for found in module.list_disruptions(board, before, outcomes))
