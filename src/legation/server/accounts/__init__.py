"""Accounts of people: signing up and in, passwords, preferences, tokens and vacations."""
