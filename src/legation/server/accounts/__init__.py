"""Accounts of people: signing up and in, passwords, preferences and tokens."""
