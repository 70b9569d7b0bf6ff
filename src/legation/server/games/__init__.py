"""The games of a host: lists, setting one up, joining, invitations, briefing, log and export."""
