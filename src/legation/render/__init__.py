"""Shows it to people."""

from legation.render.words.closed import tell_closed_retreat, tell_closed_site, tell_ferry_rule, tell_kind_bar
from legation.render.words.concerns import find_near, tell_concerns
from legation.render.words.report import (
    VOTE_FAULTS,
    tell_change,
    tell_entry,
    tell_letter,
    tell_refusal,
    tell_tally,
    write_report,
)
from legation.render.words.report_forms import format_bbcode, format_concerns, format_html
from legation.render.words.rule_sentences import (
    REFUSALS,
    RULES,
    Citation,
    Edition,
    find_edition,
    tell_refusal_rule,
    tell_rules,
)
from legation.render.words.text import draw_position, tell_explanation, tell_record
from legation.render.words.theatres import describe_space, draw_theatres, is_big, list_theatres, tell_standings
from legation.render.words.wording import (
    FAULTS,
    SENTENCES,
    name_place,
    name_unit,
    tell_ending,
    tell_outcome,
    tell_rejection,
)

__all__ = [
    "FAULTS",
    "REFUSALS",
    "RULES",
    "SENTENCES",
    "VOTE_FAULTS",
    "Citation",
    "Edition",
    "describe_space",
    "draw_position",
    "draw_theatres",
    "find_edition",
    "find_near",
    "format_bbcode",
    "format_concerns",
    "format_html",
    "is_big",
    "list_theatres",
    "name_place",
    "name_unit",
    "tell_change",
    "tell_closed_retreat",
    "tell_closed_site",
    "tell_concerns",
    "tell_ending",
    "tell_entry",
    "tell_explanation",
    "tell_ferry_rule",
    "tell_kind_bar",
    "tell_letter",
    "tell_outcome",
    "tell_record",
    "tell_refusal",
    "tell_refusal_rule",
    "tell_rejection",
    "tell_rules",
    "tell_standings",
    "tell_tally",
    "write_report",
]
