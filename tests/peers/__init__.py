"""Our judge against the engines of other people."""
