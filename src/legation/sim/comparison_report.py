"""A comparison of two sets of games as tables for the terminal, and as Markdown with pictures."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from legation.board import PowerId
from legation.sim.balance import Balance, PowerFigures
from legation.sim.balance_report import describe_games, list_spaces, name_rule
from legation.sim.charts import Course, Rate, draw_course_pairs, draw_rate_pairs, liveries_of
from legation.sim.comparison import (
    Comparison,
    PowerPair,
    count_pairs,
    find_contact,
    find_contact_year,
)
from legation.sim.statistics import ShareDifference, compare_shares, wilson

LATER = 1.0
"""The difference of a first contact, in years, from which it is listed."""
NONE = "-"


class Table(NamedTuple):
    """A heading with rows of cells; the first row names the columns."""

    title: str
    rows: tuple[tuple[str, ...], ...]


def make_tables(comparison: Comparison) -> tuple[Table, ...]:
    """The tables shown in the terminal and contained in the report."""
    return (
        Table("Games", tuple(_compare_games(comparison))),
        Table("Who wins", tuple(_compare_powers(comparison))),
        Table("First contacts", tuple(_compare_contacts(comparison))),
        Table("Special rules", tuple(_compare_rules(comparison))),
    )


def describe_sides(comparison: Comparison) -> Iterator[tuple[str, str]]:
    """Each name with the board, the number of games, the players and the rules."""
    for name, balance in comparison.sides:
        yield name, f"{balance.variant.name}, {describe_games(balance)}."


def write_comparison(comparison: Comparison, file: Path, pictures: Path) -> tuple[Path, ...]:
    """Write the report and its pictures; returns all files written."""
    pictures.mkdir(parents=True, exist_ok=True)
    file.parent.mkdir(parents=True, exist_ok=True)
    written = []
    for name, content in draw_pictures(comparison):
        written.append(pictures / name)
        written[-1].write_text(content, encoding="utf-8")
    link = Path(os.path.relpath(pictures, file.parent)).as_posix()
    file.write_text(write_markdown(comparison, f"{link}/"), encoding="utf-8")
    return (*written, file)


def draw_pictures(comparison: Comparison) -> Iterator[tuple[str, str]]:
    """Each picture with its file name."""
    pairs = list(comparison.list_powers())
    looks = liveries_of([pair.power for pair in pairs])
    one, other = comparison.one, comparison.other
    rows = [
        (_rate(pair, pair.one, one, looks[pair.power].unit), _rate(pair, pair.other, other, looks[pair.power].unit))
        for pair in pairs
    ]
    names = comparison.names
    heading = " and ".join(names)
    yield "wins.svg", draw_rate_pairs(rows, names, title=f"{heading}: games won")
    courses = [(pair.name, _course(one, pair.power), _course(other, pair.power)) for pair in pairs]
    yield "centres.svg", draw_course_pairs(courses, names, title=f"{heading}: centres by year")


def _rate(pair: PowerPair, figures: PowerFigures | None, balance: Balance, colour: str) -> Rate | None:
    if figures is None:
        return None
    return Rate(pair.name, figures.wins / balance.games, figures.win_interval, colour)


def _course(balance: Balance, power: PowerId) -> Course | None:
    return next((course for course in balance.courses if course.power == power), None)


def write_markdown(comparison: Comparison, pictures: str) -> str:
    """The report as text; ``pictures`` is the start of its pictures' paths."""
    games, wins, contacts, rules = make_tables(comparison)
    one, other = comparison.names
    lines = [
        f"# {one} and {other} compared",
        "",
        *(f"- **{name}**: {told}" for name, told in describe_sides(comparison)),
        "",
        f"Differences are {other} minus {one}, with 95 % intervals by Newcombe. One whose interval excludes 0 is "
        "in bold; among many rows, one in twenty is bold by chance.",
        "",
        *_write_table(games),
        *_write_table(wins, f"![Games won]({pictures}wins.svg)"),
        "## Centres by year",
        "",
        f"![Centres by year]({pictures}centres.svg)",
        "",
        f"The solid line is the mean of {one}, the dashed line that of {other}. A finished game keeps its last counts.",
        "",
        *_write_table(contacts, _tell_contacts(comparison)),
        *_write_spaces(comparison),
        *_write_table(rules, "Times per game."),
    ]
    return "\n".join(lines)


def _write_table(table: Table, *before: str) -> Iterator[str]:
    yield from (f"## {table.title}", "")
    for line in before:
        yield from (line, "")
    head, *rows = table.rows
    if rows:
        yield from (f"| {' | '.join(head)} |", f"|{' --- |' * len(head)}")
        yield from (f"| {' | '.join(row)} |" for row in rows)
        yield ""


def _compare_games(comparison: Comparison) -> Iterator[tuple[str, ...]]:
    one, other = comparison.one, comparison.other
    yield ("", *comparison.names, "difference")
    yield ("games", str(one.games), str(other.games), "")
    for name, first, second in (
        ("victories", one.victories, other.victories),
        ("draws", one.draws, other.draws),
        ("not ended", one.unfinished, other.unfinished),
        ("went on after two quiet years", one.stalemates[0], other.stalemates[0]),
        ("ended in quiet years", one.stalemates[1], other.stalemates[1]),
    ):
        difference = compare_shares((first, one.games), (second, other.games))
        yield (name, _share(first, one.games), _share(second, other.games), _tell_difference(difference))
    lengths = (one.years, other.years)
    yield ("years, the middle half", *(f"{low:.0f} to {high:.0f}" for low, _, high in lengths), "")
    yield (
        "years, median",
        f"{one.years[1]:g}",
        f"{other.years[1]:g}",
        f"{other.years[1] - one.years[1]:+zg}",
    )
    yield ("chi-square of equal chances", *(_tell_equality(balance) for _, balance in comparison.sides), "")
    yield ("pairs of powers that met", *(f"{len(b.contacts)} of {count_pairs(b)}" for _, b in comparison.sides), "")
    met = [find_contact_year(balance) for _, balance in comparison.sides]
    yield ("median year of first contacts", *(NONE if year is None else f"{year:.0f}" for year in met), "")
    yield ("spaces never visited", *(f"{len(b.unvisited)} of {len(b.uses)}" for _, b in comparison.sides), "")
    yield ("visited, never contested", *(f"{len(b.uncontested)} of {len(b.uses)}" for _, b in comparison.sides), "")
    yield ("centres that never changed hands", *(str(len(b.untaken)) for _, b in comparison.sides), "")


def _tell_equality(balance: Balance) -> str:
    test = balance.equality
    return f"{test.statistic:.1f} ({'p below 0.001' if test.p_value < 0.001 else f'p = {test.p_value:.3f}'})"


def _share(count: int, games: int) -> str:
    low, high = wilson(count, games)
    return f"{count / games:.0%} ({low:.0%} to {high:.0%})"


def _tell_difference(difference: ShareDifference) -> str:
    told = f"{100 * difference.middle:+z.0f} ({100 * difference.low:+z.0f} to {100 * difference.high:+z.0f})"
    return f"**{told}**" if difference.is_clear else told


def _compare_powers(comparison: Comparison) -> Iterator[tuple[str, ...]]:
    one, other = comparison.names
    yield ("power", f"{one}: won", f"{other}: won", "difference", f"{one}: last centres", f"{other}: last centres")
    for pair in comparison.list_powers():
        figures = ((pair.one, comparison.one), (pair.other, comparison.other))
        shares = (_share(found.wins, balance.games) if found else NONE for found, balance in figures)
        centres = (f"{found.centres:.1f}" if found else NONE for found, _ in figures)
        yield (pair.name, *shares, _tell_difference(pair.difference) if pair.difference else NONE, *centres)


def _compare_contacts(comparison: Comparison) -> Iterator[tuple[str, ...]]:
    """Pairs that met clearly earlier in one of the two, or in one only."""
    yield ("powers", *comparison.names)
    names = comparison.one.variant.powers
    for pair in comparison.list_shared_pairs():
        found = [find_contact(balance, pair) for _, balance in comparison.sides]
        first, second = found
        if first and second and abs(first[0] - second[0]) < LATER:
            continue
        if first or second:
            told = (f"year {met[0]:.0f}, {met[1]:.0%} of games" if met else "never" for met in found)
            yield (f"{names[pair[0]].name} and {names[pair[1]].name}", *told)


def _tell_contacts(comparison: Comparison) -> str:
    shared = comparison.list_shared_pairs()
    if not shared:
        return "The variants have no two powers in common."
    return f"Of {len(shared)} pairs that both have, those whose first contact differs by a year or more:"


def _write_spaces(comparison: Comparison) -> Sequence[str]:
    shared = set(comparison.list_shared_spaces())
    lines = ["## Use of the board", ""]
    if not shared:
        return [*lines, "The boards have no space in common.", ""]
    lines += [f"{len(shared)} spaces have the same code on both boards.", ""]
    both = (comparison.sides, comparison.sides[::-1])
    for (name, balance), (elsewhere, opposite) in both:
        for told, here, there in (
            ("visited", balance.unvisited, opposite.unvisited),
            ("contested", balance.uncontested, (*opposite.uncontested, *opposite.unvisited)),
        ):
            spaces = [space for space in here if space in shared and space not in there]
            lines.append(f"- Never {told} in {name}, but {told} in {elsewhere}: {list_spaces(balance.variant, spaces)}")
    return [*lines, ""]


def _compare_rules(comparison: Comparison) -> Iterator[tuple[str, ...]]:
    yield ("rule", *comparison.names)
    counts = [{rule: fired / balance.games for rule, fired, _ in balance.rules} for _, balance in comparison.sides]
    sheet = {**comparison.other.clauses, **comparison.one.clauses}
    for rule in dict.fromkeys([*counts[0], *counts[1]]):
        yield (name_rule(rule, sheet), *(f"{count[rule]:.1f}" if rule in count else NONE for count in counts))
