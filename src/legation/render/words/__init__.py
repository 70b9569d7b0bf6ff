"""Sentences, tables and reports: everything that is told in words."""
