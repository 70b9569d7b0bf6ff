"""Makes board data from gazetteers of the real world. Nothing imports it but the command line."""

from legation.extras import needs_extra

with needs_extra("forge"):
    from legation.forge.audit import audit_board, format_audit
    from legation.forge.finding import Finding, Severity
    from legation.forge.forge import Forged, Progress, forge_board

__all__ = ["Finding", "Forged", "Progress", "Severity", "audit_board", "forge_board", "format_audit"]
