"""The variants that can be played on this host."""
