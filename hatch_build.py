"""Puts the pages into the package: whatever is built for others to install has them, or the build fails."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGES = Path("src/legation/server/web/static/index.html")
SOURCES = Path("web/package.json")


class PagesHook(BuildHookInterface[Any]):
    """Makes the pages with npm where they are missing; a source archive carries them, so that it needs no npm."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make sure that the pages are there before anything is packed."""
        root = Path(self.root)
        if version == "editable" or (root / PAGES).is_file():
            return
        if (root / SOURCES).is_file():
            subprocess.run([sys.executable, str(root / "scripts" / "web.py")], cwd=root, check=False)
        if not (root / PAGES).is_file():
            sys.exit(f"error: {PAGES} is missing and could not be made: npm and Node 20.19 or newer are needed.")
