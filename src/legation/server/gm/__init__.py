"""The game master's page and every act on it."""
