"""People beyond one game: profiles, reliability, places and ratings, waiting lists, rematches, blocks, reports."""
