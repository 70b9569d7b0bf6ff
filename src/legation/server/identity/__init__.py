"""Who sends a request: accounts, sessions and tokens, and what endpoints are given of them."""
