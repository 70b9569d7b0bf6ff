"""Writes docs/reference/datc.md: every DATC case, run now, under every rulebook for which it has expectations."""

import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.cases.test_cases import CASES, MOVEMENT, test_movement_case, test_winter_case  # noqa: E402

PAGE = ROOT / "docs" / "reference" / "datc.md"
HEAD = """# The DATC table

All 176 cases of the Diplomacy Adjudicator Test Cases, version 3.2, stand in `tests/cases/datc/` as files of ours: for
every order its result, its reason and what became of the unit, and the retreats that follow. A case is run under the
rulebook `2000` and again under every other rulebook for which its outcome differs ([rulebooks](../rulebooks.md)); all
other movement cases are run under all four and must give the same positions. The cases of 6.J that version 3.2 rewrote
for the removal rule of 2023 run under 2023 as printed, under 2000 with the result of the older rule, and once more with
the positions of version 2.4.

This page is made by `scripts/datc_table.py`; a test fails when it is stale.

"""
ERRATA = """
## Results that we think are printed wrongly

Each is a matter of the label alone: no piece stands elsewhere. The case files hold what follows from the rules, and the
printed word beside it; [decision 6](../decisions/0006-labels-that-datc-prints-otherwise.md) says why.

| case | order | printed | ours |
| --- | --- | --- | --- |
"""


def run(case: object) -> str:
    """``pass`` or ``FAIL``."""
    try:
        (test_movement_case if case in MOVEMENT else test_winter_case)(case)  # type: ignore[arg-type]
    except AssertionError:
        return "FAIL"
    return "pass"


def make_page() -> str:
    """The whole page."""
    table: dict[str, dict[str, str]] = {}
    titles: dict[str, str] = {}
    for case in CASES:
        table.setdefault(case.id, {})[case.rules] = run(case)
        titles.setdefault(case.id, case.title)
    numbered = [name for name in table if name.startswith("6.")]
    passed = sum(1 for name in numbered if table[name]["2000"] == "pass")
    lines = [f"**{passed} of {len(numbered)}** pass under 2000; {_others(table)}.", ""]
    lines += ["| case | title | 1971 | 1982 | 2000 | 2023 |", "| --- | --- | --- | --- | --- | --- |"]
    for name in [*sorted(numbered, key=_rank), *sorted(set(table) - set(numbered), key=_rank)]:
        row = table[name]
        cells = " | ".join(row.get(rules, "") for rules in ("1971", "1982", "2000", "2023"))
        lines.append(f"| {name} | {titles[name]} | {cells} |")
    return HEAD + "\n".join(lines) + "\n" + ERRATA + "".join(_errata())


def _errata() -> list[str]:
    return [
        f"| {case.id} | {row.text} | {case.printed[row.text]} | {row.resolution} |\n"
        for case in CASES
        for row in case.orders
        if row.text in case.printed
    ]


def _others(table: dict[str, dict[str, str]]) -> str:
    parts = []
    for rules in ("1971", "1982", "2023"):
        results = [row[rules] for name, row in table.items() if rules in row]
        parts.append(f"{results.count('pass')} of {len(results)} under {rules}")
    return ", ".join(parts)


def _rank(name: str) -> tuple[object, ...]:
    parts = name.removeprefix("v2.4-").split(".")
    return int(parts[0]), parts[1], int(parts[2]) if parts[2:] and parts[2].isdigit() else 0, parts[3:]


if __name__ == "__main__":
    PAGE.write_text(make_page(), encoding="utf-8")
    print(f"wrote {PAGE.relative_to(ROOT)}")
