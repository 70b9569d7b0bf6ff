"""Bots that talk: they read letters and write their own."""
