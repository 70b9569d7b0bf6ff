"""The variants that can be played here."""
