"""A power's orders on its page: options, checking, saving, confirming."""
