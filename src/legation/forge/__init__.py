"""Makes board data from gazetteers of the real world, and drawings of boards that have outlines."""

from legation.extras import needs_extra

with needs_extra("forge"):
    from legation.forge.anchors import Anchors, place_anchors, place_coasts
    from legation.forge.audit import audit_board, format_audit
    from legation.forge.audit_sisters import audit_sisters
    from legation.forge.drawing import Drawing, make_drawing
    from legation.forge.finding import Finding, Severity
    from legation.forge.forge import Forged, Progress, forge_board
    from legation.forge.segments import Key

__all__ = [
    "Anchors",
    "Drawing",
    "Finding",
    "Forged",
    "Key",
    "Progress",
    "Severity",
    "audit_board",
    "audit_sisters",
    "forge_board",
    "format_audit",
    "make_drawing",
    "place_anchors",
    "place_coasts",
]
