"""``python -m legation``."""

from legation.cli.main import run

run()
