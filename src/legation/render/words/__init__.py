"""Everything that is told in words: sentences from one catalogue, text boards and reports."""

from legation.render.words.changes import word_change, word_changes, word_entry
from legation.render.words.concerns import find_near, write_concerns
from legation.render.words.language import ENGLISH, Language, check_language, load_language
from legation.render.words.outcomes import word_outcome
from legation.render.words.phrases import name_place, name_unit
from legation.render.words.refusals import word_refusal, word_rejection
from legation.render.words.report import write_report
from legation.render.words.report_forms import format_bbcode, format_concerns, format_html
from legation.render.words.review import word_caution, word_review, word_silence
from legation.render.words.rules import Citation, cite_rule, word_refusal_rule, word_rules
from legation.render.words.text import draw_position, word_remedies, write_explanation, write_record
from legation.render.words.theatres import describe_space, draw_theatres, is_big, list_theatres, word_standings
from legation.render.words.votes import (
    word_ending,
    word_places,
    word_placings,
    word_scheme,
    word_tally,
    word_vote_fault,
    word_vote_refusal,
    word_votes_cast,
    word_with_yours,
)

__all__ = [
    "ENGLISH",
    "Citation",
    "Language",
    "check_language",
    "cite_rule",
    "describe_space",
    "draw_position",
    "draw_theatres",
    "find_near",
    "format_bbcode",
    "format_concerns",
    "format_html",
    "is_big",
    "list_theatres",
    "load_language",
    "name_place",
    "name_unit",
    "word_caution",
    "word_change",
    "word_changes",
    "word_ending",
    "word_entry",
    "word_outcome",
    "word_places",
    "word_placings",
    "word_refusal",
    "word_refusal_rule",
    "word_rejection",
    "word_remedies",
    "word_review",
    "word_rules",
    "word_scheme",
    "word_silence",
    "word_standings",
    "word_tally",
    "word_vote_fault",
    "word_vote_refusal",
    "word_votes_cast",
    "word_with_yours",
    "write_concerns",
    "write_explanation",
    "write_record",
    "write_report",
]
