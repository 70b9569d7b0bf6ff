"""Shows games to people: ``words`` makes sentences and reports, ``picture`` draws boards, ``files`` writes them."""
