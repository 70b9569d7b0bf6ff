"""Shows it to people."""

from legation.render.concerns import tell_concerns
from legation.render.contract import judge_line, judge_lines, judge_object
from legation.render.report import (
    VOTE_FAULTS,
    tell_change,
    tell_entry,
    tell_letter,
    tell_refusal,
    tell_tally,
    write_report,
)
from legation.render.report_forms import format_bbcode, format_concerns, format_html
from legation.render.text import draw_position, tell_explanation, tell_record
from legation.render.theatres import describe_space, draw_theatres, is_big, list_theatres, tell_standings
from legation.render.wording import FAULTS, SENTENCES, name_place, name_unit, tell_ending, tell_outcome, tell_rejection

__all__ = [
    "FAULTS",
    "SENTENCES",
    "VOTE_FAULTS",
    "describe_space",
    "draw_position",
    "draw_theatres",
    "format_bbcode",
    "format_concerns",
    "format_html",
    "is_big",
    "judge_line",
    "judge_lines",
    "judge_object",
    "list_theatres",
    "name_place",
    "name_unit",
    "tell_change",
    "tell_concerns",
    "tell_ending",
    "tell_entry",
    "tell_explanation",
    "tell_letter",
    "tell_outcome",
    "tell_record",
    "tell_refusal",
    "tell_rejection",
    "tell_standings",
    "tell_tally",
    "write_report",
]
