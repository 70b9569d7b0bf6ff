"""Legation."""
