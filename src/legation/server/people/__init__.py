"""People beyond a single game: profiles, reliability, places and ratings, waiting lists, rematches, blocks, reports."""
