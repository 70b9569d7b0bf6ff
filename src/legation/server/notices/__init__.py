"""E-mails and webhooks to players about their games."""
