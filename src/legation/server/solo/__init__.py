"""Games of one person against bots."""
