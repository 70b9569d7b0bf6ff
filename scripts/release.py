"""Releases: makes the change log of a version from the fragments, and checks a tag.

python scripts/release.py join 0.2.0     move the fragments of changelog/ into CHANGELOG.md under a new version
python scripts/release.py check v0.2.0   see that tag, version and change log agree and no fragment is left
python scripts/release.py notes          print what CHANGELOG.md says of the present version
"""

import re
import sys
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parents[1]
CHANGES = ROOT / "CHANGELOG.md"
FRAGMENTS = ROOT / "changelog"
VERSION_FILE = ROOT / "src" / "legation" / "__init__.py"
KINDS = {"rule": "How games are judged", "feature": "New", "fix": "Fixed", "doc": "Documentation"}


def read_version() -> str:
    """The version of the package, which only one file states."""
    found = re.search(r'__version__ = "([^"]+)"', VERSION_FILE.read_text(encoding="utf-8"))
    if found is None:
        sys.exit(f"error: no version in {VERSION_FILE.relative_to(ROOT)}")
    return found[1]


def list_fragments() -> list[Path]:
    """All fragments, by kind and name; a fragment of an unknown kind is an error."""
    files = sorted(file for file in FRAGMENTS.glob("*.md") if file.name != "README.md")
    for file in files:
        if _kind_of(file) not in KINDS:
            sys.exit(f"error: {file.name} should end in one of {', '.join(f'.{kind}.md' for kind in KINDS)}")
    return sorted(files, key=lambda file: (list(KINDS).index(_kind_of(file)), file.name))


def _kind_of(file: Path) -> str:
    return file.name.split(".")[-2]


def join_fragments(version: str, day: str) -> None:
    """Move the fragments into the change log, under a heading of their version at the top."""
    parts = [f"## {version} ({day})"]
    for kind, title in KINDS.items():
        texts = [file.read_text(encoding="utf-8").strip() for file in list_fragments() if _kind_of(file) == kind]
        if texts:
            parts.append(f"### {title}\n\n" + "\n".join(f"- {' '.join(text.split())}" for text in texts))
    title, older = CHANGES.read_text(encoding="utf-8").split("\n\n", 1)
    CHANGES.write_text("\n\n".join([title, *parts, older]), encoding="utf-8")
    for file in list_fragments():
        file.unlink()


def find_notes(version: str) -> str:
    """The section of a version in the change log."""
    sections = re.split(r"(?m)^## ", CHANGES.read_text(encoding="utf-8"))
    return next((part.split("\n", 1)[1].strip() for part in sections if part.startswith(f"{version} ")), "")


def check_release(tag: str) -> None:
    """Stop with an error if tag, version and change log do not agree."""
    version = read_version()
    if tag != f"v{version}":
        sys.exit(f"error: the tag is {tag}, the version {version}")
    if not find_notes(version):
        sys.exit(f"error: CHANGELOG.md says nothing of {version}")
    if list_fragments():
        sys.exit("error: there are fragments left; python scripts/release.py join")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["join", version]:
            join_fragments(version, datetime.now(UTC).date().isoformat())
        case ["check", tag]:
            check_release(tag)
        case ["notes"]:
            print(find_notes(read_version()))
        case _:
            sys.exit(__doc__)
