"""What became of a power's orders, in the words of letters and reports."""

from legation.board import PowerId
from legation.game import PhaseRecord
from legation.render.words import write_concerns
from legation.server.titles import title_of
from legation.variants import Variant

MORE = " (type results to read them all)"
"""What the words for the command line say and a letter does not."""


def tell_own(variant: Variant, record: PhaseRecord, power: PowerId) -> str:
    """One's own orders, then what others did beside them, then what changed hands."""
    told = write_concerns(variant, record, power).replace(MORE, "")
    return told.replace(record.phase.title, title_of(record.phase), 1)
