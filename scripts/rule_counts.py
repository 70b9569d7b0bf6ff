"""Plays bot games of every variant and prints how often each special rule was used.

    python scripts/rule_counts.py [--games N] [--first SEED] [--keep FILE] [--write] [VARIANT ...]

``--write`` puts the table into docs/reference/soak.md. ``--keep`` adds the counts to those of earlier runs in a file,
so that many games can be played in several sittings; each needs seeds of its own.
"""

import argparse
import json
import sys
from collections import Counter
from dataclasses import fields
from datetime import date
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.soak.bot_games import Report, list_matches, list_rules, play_games  # noqa: E402

PAGE = ROOT / "docs" / "reference" / "soak.md"
HEAD = """# Bot games

How often bots used the special rules of each variant. The bots are greedy, and give one unit in fourteen a random
order so that unusual situations occur. After every phase the position is checked (`legation.variants.check`): no unit
where it may not be, no more units than a power may have after Winter, owners for centres only, module data that can
be written as JSON, no refused order. Every tenth game is judged again from its records, hash by hash. Rules are
counted by the clauses that results and endings cite (`legation.sim.rules_fired`). A dash means that the variant has
no such rule.

Played on {today} by `scripts/rule_counts.py --write`; `make soak` plays such games as a test.

"""


def tell(reports: dict[str, Report]) -> str:
    """The tables: games, and rules."""
    lines = [
        "| variant | games | phases | seconds a game | endings | problems |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for match, report in reports.items():
        endings = ", ".join(f"{count} {name}" for name, count in sorted(report.endings.items()))
        pace = report.seconds / max(1, report.games)
        cells = [match, str(report.games), str(report.phases), f"{pace:.1f}", endings, str(len(report.problems))]
        lines.append(f"| {' | '.join(cells)} |")
    expected = {match: list_rules(match) for match in reports}
    rules = list(dict.fromkeys(rule for listed in expected.values() for rule in listed))
    lines += ["", f"| rule | {' | '.join(reports)} |", f"| --- |{' --- |' * len(reports)}"]
    for rule in rules:
        cells = [str(report.fired[rule]) if rule in expected[match] else "-" for match, report in reports.items()]
        lines.append(f"| {rule} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def read_kept(file: Path | None) -> dict[str, Report]:
    """The reports of earlier runs."""
    if file is None or not file.is_file():
        return {}
    kept = json.loads(file.read_text(encoding="utf-8"))
    return {
        match: Report(**{**entry, "endings": Counter(entry["endings"]), "fired": Counter(entry["fired"])})
        for match, entry in kept.items()
    }


def add(one: Report, other: Report) -> Report:
    """Two reports of the same variant as one."""
    return Report(**{item.name: getattr(one, item.name) + getattr(other, item.name) for item in fields(Report)})


def main() -> None:
    """Play, print, and write if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variants", nargs="*", default=None)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    reports = read_kept(options.keep)
    for match in options.variants or list_matches():
        for seed in range(options.first, options.first + options.games):
            played = play_games(match, 1, first=seed)
            reports[match] = add(reports[match], played) if match in reports else played
            print(f"{match} {seed}: {played.seconds:.1f} s", *played.problems[:10], sep="\n  ", file=sys.stderr)
            if options.keep:
                options.keep.write_text(json.dumps({match: vars(report) for match, report in reports.items()}))
    table = tell({match: reports[match] for match in list_matches() if match in reports})
    print(table)
    if options.write:
        PAGE.write_text(HEAD.format(today=date.today()) + table, encoding="utf-8")


if __name__ == "__main__":
    main()
