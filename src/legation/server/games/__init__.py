"""The games of a host: lists, creating one, joining, invitations, briefing, log and export."""
