"""A balance report as Markdown with pictures."""

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from legation.board import SpaceId
from legation.errors import LegationError
from legation.orders import Clause, ClauseId
from legation.render.picture import Atlas, open_atlas
from legation.sim.balance import Balance
from legation.sim.board_use import make_use_picture
from legation.sim.charts import Rate, draw_contacts, draw_counts, draw_courses, draw_rates, liveries_of
from legation.sim.simulate import Commission
from legation.sim.statistics import wilson
from legation.variants import Variant

LISTED = 40
"""The most spaces that are named."""


def write_report(balance: Balance, file: Path, pictures: Path, note: str = "") -> tuple[Path, ...]:
    """Write the report and its pictures; returns all files written. The note says how the games were made."""
    pictures.mkdir(parents=True, exist_ok=True)
    file.parent.mkdir(parents=True, exist_ok=True)
    stem = Path(balance.commission.variant).name
    written = []
    for name, content in draw_pictures(balance):
        written.append(pictures / f"{stem}-{name}")
        written[-1].write_bytes(content)
    link = Path(os.path.relpath(pictures, file.parent)).as_posix()
    file.write_text(write_balance(balance, f"{link}/{stem}-", note), encoding="utf-8")
    return (*written, file)


def draw_pictures(balance: Balance) -> Iterator[tuple[str, bytes]]:
    """Each picture with the end of its file name."""
    name, powers = balance.variant.name, list(balance.variant.powers)
    looks = liveries_of(powers)
    rates = [
        Rate(
            balance.variant.powers[figures.power].name,
            figures.wins / balance.games,
            figures.win_interval,
            looks[figures.power].unit,
        )
        for figures in balance.by_power
    ]
    equal = balance.victories / balance.games / len(powers)
    yield "wins.svg", draw_rates(rates, equal=equal, title=f"{name}: games won").encode()
    first = balance.variant.first_year - 1
    yield "centres.svg", draw_courses(balance.courses, first, title=f"{name}: centres by year").encode()
    yield "contacts.svg", draw_contacts(powers, balance.contacts, title=f"{name}: first contacts").encode()
    if balance.rules:
        counts = [(rule, fired / balance.games) for rule, fired, _ in balance.rules]
        yield "rules.svg", draw_counts(counts, title=f"{name}: special rules a game").encode()
    atlas = get_atlas_path(balance)
    if atlas:
        use = {found.space: found.share for found in balance.uses}
        yield "board.png", make_use_picture(atlas, use, frozenset(balance.uncontested))


def get_atlas_path(balance: Balance) -> Atlas | None:
    """The board to draw on; a user's own variant may have no shapes."""
    try:
        return open_atlas(balance.commission.variant)
    except LegationError:
        return None


def write_balance(balance: Balance, pictures: str, note: str = "") -> str:
    """The report as text; ``pictures`` is the start of their paths, relative to the report."""
    parts = [
        _write_head(balance, note),
        _write_wins(balance, pictures),
        f"## Centres by year\n\n![Centres by year]({pictures}centres.svg)\n\n"
        "In each panel the line is the mean of one power, the band covers the middle half of the games, and the thin "
        "lines are the other powers. A finished game keeps its last counts.\n",
        _write_contacts(balance, pictures),
        _write_spaces(balance, pictures),
        _write_stalemates(balance),
        _write_rules(balance, pictures),
    ]
    return "\n".join(parts)


def _write_head(balance: Balance, note: str) -> str:
    low, middle, high = balance.years
    lines = [
        f"# Balance of {balance.variant.name}",
        "",
        f"{describe_games(balance)}. {note}".strip(),
        "",
        "These figures show how the board treats powers that all play alike and do not talk. "
        "Games between people may go differently.",
        "",
        "| | games | share | 95 % interval |",
        "| --- | --- | --- | --- |",
    ]
    for name, count in (
        ("victories", balance.victories), ("draws", balance.draws), ("not ended", balance.unfinished)
    ):  # fmt: skip
        share = wilson(count, balance.games)
        lines.append(f"| {name} | {count} | {count / balance.games:.0%} | {share.low:.0%} to {share.high:.0%} |")
    lines += ["", f"Half of the games took {low:.0f} to {high:.0f} years; the median is {middle:g}.", ""]
    return "\n".join(lines)


def describe_games(balance: Balance) -> str:
    """The number of games, the players, and the rules."""
    terms = balance.commission
    games = "1 game" if balance.games == 1 else f"{balance.games} games"
    years = "1 year" if terms.years == 1 else f"{terms.years} years"
    return (
        f"{games} between bots ({', '.join(terms.bots)}), seed {terms.seed}, at most {years}, "
        f"version {terms.version} of the variant{_word_rules(terms)}"
    )


def _word_rules(terms: Commission) -> str:
    """The differences between the rules and the variant's own."""
    parts = [f"by the rules of {terms.rules}"] if terms.rules else []
    parts += [f"{name}={value}" for name, value in terms.options.items()]
    parts += [f"with {module}" for module in terms.modules]
    return "".join(f", {part}" for part in parts)


def _write_wins(balance: Balance, pictures: str) -> str:
    lines = [
        "## Who wins",
        "",
        f"![Games won]({pictures}wins.svg)",
        "",
        "| power | wins | share | 95 % interval | draws | eliminated | centres at the end |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for figures in balance.by_power:
        low, high = figures.win_interval
        lines.append(
            f"| {balance.variant.powers[figures.power].name} | {figures.wins} | {figures.wins / balance.games:.0%} "
            f"| {low:.0%} to {high:.0%} | {figures.draws} | {figures.eliminated} | {figures.centres:.1f} |"
        )
    test = balance.equality
    way = "by drawing 20,000 sets of games with equal chances" if test.is_exact else "by the chi-square distribution"
    told = f"chi-square {test.statistic:.1f}, {test.degrees} degrees of freedom, {_p(test.p_value)} ({way})"
    lines += ["", f"Equal chances: {told}. {_judge_equality(balance)}", ""]
    return "\n".join(lines)


def _p(value: float) -> str:
    return "p below 0.001" if value < 0.001 else f"p = {value:.3f}"


def _judge_equality(balance: Balance) -> str:
    if balance.equality.p_value >= 0.05:
        return "These games do not show that the powers have different chances."
    names = balance.variant.powers
    equal = balance.victories / balance.games / len(names)
    above = [names[found.power].name for found in balance.by_power if found.win_interval.low > equal]
    below = [names[found.power].name for found in balance.by_power if found.win_interval.high < equal]
    told = ["The powers do not have equal chances."]
    if above:
        told.append(f"Above an equal share: {', '.join(above)}.")
    if below:
        told.append(f"Below it: {', '.join(below)}.")
    return " ".join(told)


def _write_contacts(balance: Balance, pictures: str) -> str:
    powers = list(balance.variant.powers)
    pairs = [(one, other) for place, one in enumerate(powers) for other in powers[place + 1 :]]
    names = balance.variant.powers
    strangers = [
        f"{names[one].name} and {names[other].name}" for one, other in pairs if (one, other) not in balance.contacts
    ]
    never = f"These never met: {'; '.join(strangers)}." if strangers else "Every pair met in some game."
    return (
        f"## First contacts\n\n![First contacts]({pictures}contacts.svg)\n\n"
        "Each square shows the median year of the first contact, counted from 1, and the share of games "
        f"with one. Two powers are in contact when a unit of one stands beside a unit or a centre "
        f"of the other. {never}\n"
    )


def _write_spaces(balance: Balance, pictures: str) -> str:
    variant = balance.variant
    total = len(balance.uses)
    lines = [
        "## Use of the board",
        "",
        *((f"![Use of the board]({pictures}board.png)", "") if get_atlas_path(balance) else ()),
        f"Spaces: {total}. Never visited: {len(balance.unvisited)}. Visited, but never wanted by two powers at once: "
        f"{len(balance.uncontested)}.",
        "",
        f"- Never visited: {list_spaces(variant, balance.unvisited)}",
        f"- Visited, never contested: {list_spaces(variant, balance.uncontested)}",
        f"- Centres that never changed hands: {list_spaces(variant, balance.untaken)}",
        "",
    ]
    return "\n".join(lines)


def list_spaces(variant: Variant, spaces: Sequence[SpaceId]) -> str:
    """Spaces by name and code, up to a readable number."""
    if not spaces:
        return "none."
    shown = ", ".join(f"{variant.board.spaces[space].name} ({space})" for space in spaces[:LISTED])
    return f"{shown}{f' and {len(spaces) - LISTED} more' if len(spaces) > LISTED else ''}."


def _write_stalemates(balance: Balance) -> str:
    passed, ended, longest = balance.stalemates
    if not longest:
        told = "In no game did two years pass without a centre changing hands."
    else:
        told = (
            f"{passed} games had two or more years in which no centre changed hands and went on, {ended} ended in such "
            f"years. The longest stretch was {longest} years."
        )
    draw = "Bots agree on a draw after six such years, or when the agreed number of years is over."
    return f"## Stalemates\n\n{told} {draw}\n"


def _write_rules(balance: Balance, pictures: str) -> str:
    if not balance.rules:
        return "## Special rules\n\nThe variant has none that are counted.\n"
    lines = ["## Special rules", "", f"![Special rules]({pictures}rules.svg)", "",
             "| rule | times in all | per game | games with it |", "| --- | --- | --- | --- |"]  # fmt: skip
    lines += [
        f"| {name_rule(rule, balance.clauses)} | {fired} | {fired / balance.games:.1f} | {games / balance.games:.0%} |"
        for rule, fired, games in balance.rules
    ]
    return "\n".join([*lines, ""])


def name_rule(rule: str, sheet: Mapping[ClauseId, Clause]) -> str:
    """A clause with its text; a feature of the board unchanged."""
    clause = sheet.get(ClauseId(rule))
    return f"{clause.id}: {clause.text}" if clause else rule
