"""What stands around every route: errors, guards and cached responses."""
