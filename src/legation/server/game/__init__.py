"""One hosted game, as every feature sees it: terms, seats, members, deadlines, plans, timeline and its tables."""
