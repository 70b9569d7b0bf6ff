"""What players are told by mail and webhook about their games."""
