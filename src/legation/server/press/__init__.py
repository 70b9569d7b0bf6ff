"""Letters between powers."""
