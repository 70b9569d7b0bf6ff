"""Decides what happens to the orders. Pure: no files, no clock, no randomness."""

from legation.judge.adjustments import (
    AdjustmentVerdict,
    Winter,
    has_adjustments,
    judge_adjustments,
    list_adjustments,
    list_dues,
)
from legation.judge.build_sites import (
    list_build_rights,
    list_build_sites,
    list_closed_sites,
    list_places,
    refuse_kind,
    refuse_site,
)
from legation.judge.carriage import go_down
from legation.judge.convoy import is_way_back
from legation.judge.marks import (
    BombMark,
    ClosedSeaMark,
    ColonyMark,
    Disruption,
    Goal,
    GoalKind,
    RuinMark,
    SpaceMark,
    Winners,
)
from legation.judge.moves import judge_moves
from legation.judge.ownership import count_centres, list_homes, settle_ownership
from legation.judge.quotas import Quotas, count_adjustments
from legation.judge.reasons import Fate, Reason, Result
from legation.judge.remedies import Remedy, find_remedies
from legation.judge.removals import choose_removals, is_spared
from legation.judge.retreat_remedies import find_retreat_remedies
from legation.judge.retreats import judge_retreats, list_retreat_orders, list_retreats
from legation.judge.rulebook import (
    SWITCHES,
    AdjacentConvoy,
    Allowance,
    Assumed,
    Assumption,
    Crossing,
    DislodgedBombs,
    DrawShares,
    Edition,
    LandFallback,
    Rulebook,
    RuleModule,
    list_disruptions,
    list_goals,
    list_marks,
    make_rulebook,
)
from legation.judge.verdict import Finding, Harm, Outcome, Strengths, Verdict
from legation.judge.winter_remedies import find_winter_remedies

__all__ = [
    "SWITCHES",
    "AdjacentConvoy",
    "AdjustmentVerdict",
    "Allowance",
    "Assumed",
    "Assumption",
    "BombMark",
    "ClosedSeaMark",
    "ColonyMark",
    "Crossing",
    "DislodgedBombs",
    "Disruption",
    "DrawShares",
    "Edition",
    "Fate",
    "Finding",
    "Goal",
    "GoalKind",
    "Harm",
    "LandFallback",
    "Outcome",
    "Quotas",
    "Reason",
    "Remedy",
    "Result",
    "RuinMark",
    "RuleModule",
    "Rulebook",
    "SpaceMark",
    "Strengths",
    "Verdict",
    "Winners",
    "Winter",
    "choose_removals",
    "count_adjustments",
    "count_centres",
    "find_remedies",
    "find_retreat_remedies",
    "find_winter_remedies",
    "go_down",
    "has_adjustments",
    "is_spared",
    "is_way_back",
    "judge_adjustments",
    "judge_moves",
    "judge_retreats",
    "list_adjustments",
    "list_build_rights",
    "list_build_sites",
    "list_closed_sites",
    "list_disruptions",
    "list_dues",
    "list_goals",
    "list_homes",
    "list_marks",
    "list_places",
    "list_retreat_orders",
    "list_retreats",
    "make_rulebook",
    "refuse_kind",
    "refuse_site",
    "settle_ownership",
]
