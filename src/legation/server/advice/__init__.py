"""What players of games against bots ask them: hints, and why they ordered what they did."""
