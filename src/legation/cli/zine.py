"""``legation game zine``: a judged phase as a turn sheet to print."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from legation.cli.drawn_phase import list_until, show_game
from legation.errors import RequestError
from legation.game import Judged, write_output
from legation.library import Game
from legation.render.files import Paper, SheetStyle, TurnSheet, make_turn_sheet, write_turn_page
from legation.render.picture import Shown, open_atlas
from legation.render.words import PrintedLetter, TurnDetails, choose_events, report_turn, word_proof


def zine(
    folder: Annotated[Path, typer.Argument(help="The game's folder.")],
    phase: Annotated[str, typer.Argument(help="A judged phase such as F1902M, or 'last'.")],
    output: Annotated[Path, typer.Argument(help="A file that ends in .pdf or .html.")],
    *,
    title: Annotated[str, typer.Option(help="The title of the game.")] = "",
    note: Annotated[Path | None, typer.Option(help="A text file: the game master's note.")] = None,
    press: Annotated[
        Path | None, typer.Option(help="A text file with public press: messages separated by a line of dashes.")
    ] = None,
    deadline: Annotated[str, typer.Option(help="When the next orders are due, in words.")] = "",
    paper: Annotated[Paper, typer.Option(help="The paper.")] = Paper.A4,
    black_and_white: Annotated[bool, typer.Option("--black-and-white", help="Hatching only, no colour.")] = False,
    no_theatres: Annotated[
        bool, typer.Option("--no-theatres", help="Leave out the theatres of a large board.")
    ] = False,
) -> None:
    """Write a turn sheet: board, theatres, orders with results, centres, press, deadline and the game master's note."""
    if output.suffix not in (".pdf", ".html"):
        raise RequestError(str(output), "expected a name that ends in .pdf or .html")
    game = Game.load(folder)
    details = TurnDetails(
        title=title,
        players=game.history.players,
        deadline=deadline,
        notes=tuple(read_letters(note)),
        press=tuple(read_letters(press)),
    )
    style = SheetStyle(paper.value, "print" if black_and_white else "light", has_plates=not no_theatres)
    name, sheet = make_sheet(game, None if phase.lower() == "last" else phase, details, style)
    atlas = open_atlas(name)
    content = make_turn_sheet(sheet, atlas) if output.suffix == ".pdf" else write_turn_page(sheet, atlas).encode()
    write_output(output, content)
    print(output)


def make_sheet(game: Game, phase: str | None, details: TurnDetails, style: SheetStyle) -> tuple[str, TurnSheet]:
    """The board of a game, and the sheet of one of its phases."""
    records = list_until(game, phase)
    if not records:
        raise RequestError("phase", "no phase of this game is judged yet")
    wanted = str(records[-1].phase)
    events = list(choose_events(game.view(), wanted))
    report = report_turn(game.variant, game.rulebook, events, replace(details, proof=proof_of(game, wanted)))
    board, situation = show_game(game, wanted, shown=Shown.RESULTS)
    return board, TurnSheet(report, situation, style)


def proof_of(game: Game, phase: str) -> str:
    """The entry of the history in which a phase was judged, and the beginning of its hash."""
    history = game.pack().history
    judged = [
        number for number, event in history.line if isinstance(event, Judged) and str(event.record.phase) == phase
    ]
    return word_proof(judged[-1], history.entries[judged[-1] - 1].hash)


def read_letters(file: Path | None) -> list[PrintedLetter]:
    """The letters in a text file, with a line of dashes between them; ``From: France`` in the first line signs one."""
    if file is None:
        return []
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise RequestError(str(file), error.strerror or "cannot be read") from None
    except UnicodeDecodeError:
        raise RequestError(str(file), "is not text") from None
    letters = []
    for part in re.split(r"^\s*-{3,}\s*$", text, flags=re.MULTILINE):
        found = re.match(r"\s*From:[ \t]*(?P<sender>[^\n]*)\n", part)
        body = part[found.end() :] if found else part
        if body.strip():
            letters.append(PrintedLetter(found["sender"].strip() if found else "", "", body.strip()))
    return letters
