"""Questions of players to bots in games against bots: hints, and the reasons for the bots' orders."""
