"""Puts pages, fonts and coastlines into the package: whatever is built for others has them, or the build fails."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = Path("src/legation")
MADE = (
    PACKAGE / "server/web/static/index.html",
    PACKAGE / "render/files/typefaces/SourceSans3-LICENSE.txt",
    PACKAGE / "render/files/typefaces/SourceSans3_700Bold.woff2",
    PACKAGE / "forge/world_atlas/LICENSE.txt",
)
"""Files that npm writes last: the pages, the typefaces, their small copies, and the coastlines."""
SOURCES = Path("web/package.json")


class MadeFilesHook(BuildHookInterface[Any]):
    """Makes with npm what is missing; a source archive carries it all, so that it needs no npm."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make sure that everything is there before anything is packed."""
        root = Path(self.root)
        if version == "editable" or not self._list_missing(root):
            return
        if (root / SOURCES).is_file():
            subprocess.run([sys.executable, str(root / "scripts" / "web.py")], cwd=root, check=False)
        missing = self._list_missing(root)
        if missing:
            sys.exit(f"error: {missing[0]} is missing and could not be made: npm and Node 20.19 or newer are needed.")

    def _list_missing(self, root: Path) -> list[Path]:
        return [path for path in MADE if not (root / path).is_file()]
