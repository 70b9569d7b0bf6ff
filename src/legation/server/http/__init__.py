"""The code around every route: errors, guards and cached responses."""
