"""Pictures as files: PNG, PDF, posters and tiles."""
