"""What becomes of the orders. Pure: no files, no clock, no chance."""

from legation.judge.adjustments import (
    AdjustmentVerdict,
    Winter,
    has_adjustments,
    judge_adjustments,
    list_adjustments,
    list_build_rights,
    list_build_sites,
    list_places,
)
from legation.judge.bars import Bar, ClosedRetreat, ClosedSite, Obstacle
from legation.judge.closed_retreats import list_closed_retreats
from legation.judge.closed_sites import find_kind_bar, find_site_bar, list_closed_sites
from legation.judge.moves import judge_moves
from legation.judge.ownership import count_centres, list_homes, settle_ownership
from legation.judge.quotas import Quotas, count_adjustments
from legation.judge.reasons import Fate, Reason, Result
from legation.judge.remedies import Remedy, find_remedies
from legation.judge.removals import choose_removals, is_spared
from legation.judge.retreats import judge_retreats, list_retreats
from legation.judge.rulebook import SWITCHES, Allowance, DrawShares, Rulebook, RuleModule, make_rulebook
from legation.judge.verdict import Finding, Harm, Outcome, Strengths, Verdict

__all__ = [
    "SWITCHES",
    "AdjustmentVerdict",
    "Allowance",
    "Bar",
    "ClosedRetreat",
    "ClosedSite",
    "DrawShares",
    "Fate",
    "Finding",
    "Harm",
    "Obstacle",
    "Outcome",
    "Quotas",
    "Reason",
    "Remedy",
    "Result",
    "RuleModule",
    "Rulebook",
    "Strengths",
    "Verdict",
    "Winter",
    "choose_removals",
    "count_adjustments",
    "count_centres",
    "find_kind_bar",
    "find_remedies",
    "find_site_bar",
    "has_adjustments",
    "is_spared",
    "judge_adjustments",
    "judge_moves",
    "judge_retreats",
    "list_adjustments",
    "list_build_rights",
    "list_build_sites",
    "list_closed_retreats",
    "list_closed_sites",
    "list_homes",
    "list_places",
    "list_retreats",
    "make_rulebook",
    "settle_ownership",
]
