"""Changes sent to open pages as they happen."""
