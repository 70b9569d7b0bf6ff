"""Any position judged without a game: the sandbox and the open judge."""
