"""E-mails and webhooks on their way out: the queue, SMTP and HTTP."""
