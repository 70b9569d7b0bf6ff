"""Judging a phase exactly once; more time, corrections, going back, and checks of the chain."""
