"""Bots in their seats."""
