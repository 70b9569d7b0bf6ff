"""Writing an assembled variant as a folder in Legation's own form."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path

from legation.board import BORDER_COLUMNS, SPACE_COLUMNS, format_flag, format_table
from legation.importing.assemble import Assembled
from legation.importing.source import clean
from legation.variants import OWNER_COLUMNS, START_COLUMNS, FirstSeason


def write_variant(made: Assembled, folder: Path) -> None:
    """Write the files of a variant except its shapes, and the notes of the import."""
    folder.mkdir(parents=True, exist_ok=True)
    _write_table(folder / "spaces.csv", SPACE_COLUMNS, (
        [space.code, space.name, space.kind, space.centre, ";".join(space.powers), " ".join(space.coasts), "",
         space.convoy, "", ";".join(space.aliases)]
        for space in made.spaces
    ))  # fmt: skip
    _write_table(folder / "borders.csv", BORDER_COLUMNS, (
        [row.start, row.end, format_flag(row.army), format_flag(row.fleet), "yes" if row.is_one_way else "",
         "difficult" if row.is_difficult else "", ""]
        for row in made.borders
    ))  # fmt: skip
    _write_table(folder / "start.csv", START_COLUMNS, made.units)
    if made.owners:
        _write_table(folder / "owners.csv", OWNER_COLUMNS, made.owners.items())
    (folder / "variant.toml").write_text(write_terms(made), encoding="utf-8")
    (folder / "import.txt").write_text(made.source.notes.write(), encoding="utf-8")


def _write_table(path: Path, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    path.write_text(format_table(columns, rows), encoding="utf-8")


def write_terms(made: Assembled) -> str:
    """The text of ``variant.toml``."""
    found, calendar = made.source, made.source.calendar
    lines = [
        f"id = {_text(found.id)}",
        f"name = {_text(clean(found.name, 100) or found.id)}",
        "version = 1",
        'rulebook = "2000"',
        f"description = {_text(clean(found.description, 600))}",
        "",
        "[calendar]",
        f"first_year = {calendar.first_year}",
    ]
    if calendar.first_season is not FirstSeason.SPRING:
        lines.append(f"first_season = {_text(calendar.first_season.value)}")
    if (calendar.spring_to_fall, calendar.fall_to_spring) != (0, 1):
        lines += [f"spring_to_fall = {calendar.spring_to_fall}", f"fall_to_spring = {calendar.fall_to_spring}"]
    lines += ["", "[victory]", f"centres = {made.victory_centres}", *_write_victory(made)]
    if found.switches:
        lines += ["", "[switches]", *(f"{name} = {_text(value)}" for name, value in found.switches.items())]
    credits_given = {key: clean(value, 300) for key, value in asdict(found.credits).items() if clean(value, 300)}
    if credits_given:
        lines += ["", "[credits]", *(f"{key} = {_text(value)}" for key, value in credits_given.items())]
    for key, power in found.powers.items():
        lines += ["", "[[powers]]", f"id = {_text(made.powers[key])}", f"name = {_text(power.name)}"]
        lines.append(f"adjective = {_text(power.adjective)}")
        if power.aliases:
            lines.append(f"aliases = [{', '.join(map(_text, power.aliases))}]")
        if power.colour:
            lines.append(f"colour = {_text(power.colour)}")
        if not power.is_played:
            lines.append("played = false")
    return "\n".join(lines) + "\n"


def _write_victory(made: Assembled) -> list[str]:
    found = made.source.victory
    lines = [f"{key} = {json.dumps(found[key])}" for key in ("last_year", "at_end", "quiet_years") if key in found]
    years = found.get("centres_from")
    if isinstance(years, dict) and years:
        lines += ["[victory.centres_from]", *(f"{year} = {number}" for year, number in sorted(years.items()))]
    holdings = found.get("holdings")
    for spaces, year in holdings if isinstance(holdings, list) else ():
        codes = [made.codes[key] for key in spaces if key in made.codes]
        if len(codes) == len(spaces):
            lines += ["[[victory.holdings]]", f"spaces = [{', '.join(map(_text, codes))}]", f"from_year = {year}"]
    return lines


def _text(value: str) -> str:
    """A text as TOML writes it, which is as JSON does."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "")
