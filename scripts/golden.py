"""Plays and stores one whole bot game for each variant (tests/golden/), and lists where other rulebooks differ.

python scripts/golden.py [VARIANT ...]             play again and write
python scripts/golden.py --compare [VARIANT ...]   judge the kept games by the other rulebooks
"""

import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.golden.playthrough import (  # noqa: E402
    golden_file,
    list_differences,
    list_kept,
    other_rulebooks,
    play_golden,
    read_game,
    replay,
    tell_game,
)


def write(variant: str) -> None:
    """Play and store one game."""
    game = play_golden(variant)
    golden_file(variant).write_text(tell_game(game), encoding="utf-8")
    print(f"{variant}: {len(game.records)} phases, {game.state.ending}")


def compare(variant: str) -> None:
    """List where the other rulebooks judge the stored game differently."""
    game = replay(variant, read_game(golden_file(variant).read_text(encoding="utf-8")))
    for rules in other_rulebooks(game):
        found = list(list_differences(game, rules))
        print(f"{variant}: {len(found)} results differ by {rules}")
        for line in found:
            print(f"  {line}")


if __name__ == "__main__":
    named = [word for word in sys.argv[1:] if not word.startswith("--")]
    for chosen in named or list_kept():
        (compare if "--compare" in sys.argv else write)(chosen)
