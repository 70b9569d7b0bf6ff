"""Shows it to people."""

from legation.render.contract import judge_line, judge_lines, judge_object
from legation.render.text import draw_position, tell_explanation, tell_record
from legation.render.wording import FAULTS, SENTENCES, name_place, name_unit, tell_outcome, tell_rejection

__all__ = [
    "FAULTS",
    "SENTENCES",
    "draw_position",
    "judge_line",
    "judge_lines",
    "judge_object",
    "name_place",
    "name_unit",
    "tell_explanation",
    "tell_outcome",
    "tell_record",
    "tell_rejection",
]
