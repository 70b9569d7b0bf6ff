"""News sent to open pages as it happens."""
