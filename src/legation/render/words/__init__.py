"""Everything in words: sentences from one catalogue, text boards and reports."""

from legation.render.words.changes import word_change, word_changes, word_entry
from legation.render.words.choices import word_attacker, word_default, word_way
from legation.render.words.explanation import word_remedies, write_explanation
from legation.render.words.game_report import list_due_actions, list_free_centres, report_game
from legation.render.words.language import ENGLISH, Language, capitalize, check_language, load_language
from legation.render.words.marks import word_disruptions, word_goals, word_mark, word_marks
from legation.render.words.outcomes import word_outcome
from legation.render.words.phase_report import list_near, report_concerns, report_phase, word_events
from legation.render.words.phrases import name_place, name_unit, word_phase
from legation.render.words.refusals import cite_in, word_misreading, word_refusal, word_rejection
from legation.render.words.replay import (
    name_owned,
    name_result,
    word_changed_result,
    word_lost_corrections,
    word_missing,
    word_position_change,
    word_reason,
    word_replay,
    word_replay_way,
    word_replayed_phase,
    word_stop,
)
from legation.render.words.report import Part, Report, Row, Section, mark_of
from legation.render.words.report_writers import WRITERS, write_bbcode, write_html, write_markdown, write_text
from legation.render.words.review import word_caution, word_review, word_silence
from legation.render.words.rules import Citation, cite_rule, word_refusal_rule, word_rules
from legation.render.words.theatres import (
    describe_space,
    draw_position,
    draw_theatres,
    is_big,
    list_theatres,
    word_standings,
)
from legation.render.words.votes import (
    word_count,
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
    "WRITERS",
    "Citation",
    "Language",
    "Part",
    "Report",
    "Row",
    "Section",
    "capitalize",
    "check_language",
    "cite_in",
    "cite_rule",
    "describe_space",
    "draw_position",
    "draw_theatres",
    "is_big",
    "list_due_actions",
    "list_free_centres",
    "list_near",
    "list_theatres",
    "load_language",
    "mark_of",
    "name_owned",
    "name_place",
    "name_result",
    "name_unit",
    "report_concerns",
    "report_game",
    "report_phase",
    "word_attacker",
    "word_caution",
    "word_change",
    "word_changed_result",
    "word_changes",
    "word_count",
    "word_default",
    "word_disruptions",
    "word_ending",
    "word_entry",
    "word_events",
    "word_goals",
    "word_lost_corrections",
    "word_mark",
    "word_marks",
    "word_misreading",
    "word_missing",
    "word_outcome",
    "word_phase",
    "word_places",
    "word_placings",
    "word_position_change",
    "word_reason",
    "word_refusal",
    "word_refusal_rule",
    "word_rejection",
    "word_remedies",
    "word_replay",
    "word_replay_way",
    "word_replayed_phase",
    "word_review",
    "word_rules",
    "word_scheme",
    "word_silence",
    "word_standings",
    "word_stop",
    "word_tally",
    "word_vote_fault",
    "word_vote_refusal",
    "word_votes_cast",
    "word_way",
    "word_with_yours",
    "write_bbcode",
    "write_explanation",
    "write_html",
    "write_markdown",
    "write_text",
]
