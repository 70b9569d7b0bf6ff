"""A power's orders on the page: options, checking, saving, confirming."""
