"""``legation game``: a game in a folder of plain files, for a game master without a server."""

import re
import sys
from pathlib import Path
from typing import Annotated

import typer

from legation.board import PowerId
from legation.cli.rule_options import Modules, Rules, Switches, read_pairs, read_switches
from legation.cli.stats import stats
from legation.cli.zine import zine
from legation.errors import RequestError
from legation.game import (
    Proposal,
    VoteRefusal,
    choose_rulebook,
    find_receipt,
    format_places,
    is_game_folder,
    read_changes,
    read_letter,
    read_saved_game,
    write_output,
)
from legation.library import Game
from legation.render.words import (
    ENGLISH,
    describe_space,
    report_phase,
    word_ending,
    word_entry,
    word_marks,
    word_phase,
    word_placings,
    word_replay,
    word_review,
    word_tally,
    word_vote_refusal,
    write_text,
)
from legation.variants import open_variant
from legation.zine import ReadGame, TurnText, need_game, read_game

app = typer.Typer(help="Run a game in a folder of plain files.", no_args_is_help=True)

Folder = Annotated[Path, typer.Argument(help="The game's folder.")]
PowerName = Annotated[str, typer.Argument(help="A power, by any of its names.")]
Note = Annotated[str, typer.Option(help="The reason, kept in the history.")]
app.command()(zine)
app.command()(stats)
_POSITION = re.compile(r"(?im)^[ \t]*(?:printed )?(?:positions?|results)(?: after[^\n:]*)?:?[ \t]*$")
ANSWERS = {"yes": True, "no": False, "none": None}


@app.command()
def new(
    variant: Annotated[str, typer.Argument(help="The variant to play.")],
    folder: Annotated[Path, typer.Argument(help="An empty folder, or one that does not exist yet.")],
    *,
    rules: Rules = "",
    option: Switches = None,
    module: Modules = None,
    player: Annotated[list[str] | None, typer.Option(help="A power and its player, such as FRANCE=Ann.")] = None,
    position: Annotated[
        Path | None, typer.Option(help="A starting position: as a zine prints it, or in the judge's JSON.")
    ] = None,
    phase: Annotated[str, typer.Option(help="The phase of the position, if it names none: F1759M, 'Fall 1759'.")] = "",
    turn: Annotated[
        list[Path] | None,
        typer.Option(help="A past turn: orders of all powers, and below a line 'Position' the printed position."),
    ] = None,
    as_printed: Annotated[
        bool, typer.Option("--as-printed", help="Where a printed position differs from ours, it counts.")
    ] = False,
) -> None:
    """Begin a game, at the beginning or in the middle."""
    if is_game_folder(folder):
        raise RequestError(str(folder), "holds a game already")
    loaded = open_variant(variant)
    rulebook = choose_rulebook(loaded, rules or None, read_switches(option), module or ())
    seats = {loaded.parse_power(power): name for power, name in read_pairs("player", player).items()}
    read = read_game(
        loaded,
        rulebook,
        _read_text(position) if position else "",
        [_read_turn(file, as_printed=as_printed) for file in turn or ()],
        phase=phase,
        rules=rules,
        source=variant,
        players=seats,
    )
    _print_findings(read)
    game = Game.unpack(need_game(read))
    game.save(folder)
    print(
        ENGLISH.fill(
            "commands.game_made",
            variant=game.variant.name,
            phase=word_phase(game.state.phase),
            powers=len(game.variant.powers),
            folder=folder,
        )
    )


def _read_turn(file: Path, *, as_printed: bool) -> TurnText:
    """Read a past turn; the printed position follows a separator line."""
    orders, _, printed = _POSITION.sub("\0", _read_text(file), count=1).partition("\0")
    return TurnText(orders, printed, takes_printed=as_printed, note=f"as printed: {file.name}" if as_printed else "")


def _print_findings(read: ReadGame) -> None:
    """Print all findings for the game master, errors included, to standard error."""
    found = [("position", finding) for finding in read.position.findings] if read.position else []
    for number, one in enumerate(read.turns, start=1):
        found += [(f"turn {number}", finding) for finding in one.findings]
        for difference in one.differences:
            sys.stderr.write(f"turn {number}: {' '.join((difference.word(), *difference.reasons))}\n")
    for place, finding in found:
        line = f", line {finding.line}" if finding.line else ""
        meant = f" ({', '.join(finding.candidates)}?)" if finding.candidates else ""
        sys.stderr.write(f"{place}{line}: {finding.weight.value}: {finding.text}{meant}\n")


@app.command()
def orders(
    folder: Folder,
    file: Annotated[Path | None, typer.Argument(help="A file with orders, or '-' for standard input.")] = None,
    power: Annotated[str, typer.Option(help="The power whose orders these are, if the file has no headings.")] = "",
    add: Annotated[bool, typer.Option("--add", help="Add to earlier orders instead of replacing them.")] = False,
    withdraw: Annotated[list[str] | None, typer.Option(help="A power whose orders are removed.")] = None,
) -> None:
    """Enter orders for this phase; prints what was read and refused, and a receipt for each power.

    A letter may hold the orders of several powers: under headings, or each line is for the power whose unit it names.
    """
    if file is None and not withdraw:
        raise RequestError("FILE", "name a letter, '-' for standard input, or --withdraw a power")
    text = "" if file is None else _read_text(file)
    with Game.edit(folder) as game:
        for name in withdraw or ():
            game.withdraw_orders(name)
        writer = game.variant.parse_power(power) if power else None
        letters = read_letter(game.variant, text, writer, state=game.state)
        reviews = [(game.add_orders if add else game.set_orders)(name, lines) for name, lines in letters.items()]
    for review in reviews:
        print(word_review(review))
        print(f"  {ENGLISH.fill('commands.receipt', receipt=game.receipt(review.power))}")
    if not letters and file is not None:
        raise RequestError(str(file), "there are no orders in it")


def _read_text(file: Path) -> str:
    return _read_bytes(file).decode("utf-8", errors="replace")


def _read_bytes(file: Path) -> bytes:
    try:
        return sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except OSError as error:
        raise RequestError(str(file), error.strerror or "cannot be read") from None


@app.command()
def propose(
    folder: Folder,
    power: PowerName,
    proposal: Annotated[str, typer.Argument(help="'draw', or places like 'FRANCE + SPAIN > RUSSIA'.")],
) -> None:
    """Propose how the game should end. This is not a vote."""
    with Game.edit(folder) as game:
        made = _unwrap(game.propose(power, proposal))
    print(ENGLISH.fill("commands.proposed", id=made.id, power=made.by, places=format_places(made.places)))


@app.command("withdraw-proposal")
def withdraw_proposal(
    folder: Folder,
    power: PowerName,
    proposal: Annotated[str, typer.Argument(help="Which proposal, if the power has several.")] = "",
) -> None:
    """Withdraw a power's own proposal; the votes on it are dropped."""
    with Game.edit(folder) as game:
        taken = _unwrap(game.withdraw_proposal(power, proposal or None))
    print(ENGLISH.fill("commands.withdrawn", id=taken.id, power=taken.by, places=format_places(taken.places)))


@app.command()
def vote(
    folder: Folder,
    power: PowerName,
    answer: Annotated[str, typer.Argument(help="yes, no, or none to withdraw a vote.")],
    proposal: Annotated[str, typer.Argument(help="Which proposal, if several are open.")] = "",
) -> None:
    """Vote on a proposal; a later vote replaces an earlier one."""
    if answer.lower() not in ANSWERS:
        raise RequestError("ANSWER", f"{answer!r}: expected yes, no or none")
    is_yes = ANSWERS[answer.lower()]
    with Game.edit(folder) as game:
        voted = _unwrap(game.vote(power, is_yes, proposal or None))
    voter, places = game.variant.parse_power(power), format_places(voted.places)
    print(ENGLISH.fill(f"commands.voted.{answer.lower()}", power=voter, id=voted.id, places=places))


def _unwrap(made: Proposal | VoteRefusal) -> Proposal:
    if isinstance(made, VoteRefusal):
        raise RequestError("vote", word_vote_refusal(made))
    return made


def _read_choice(field: str, text: str, yes: str, no: str) -> bool:
    if text.lower() not in (yes, no):
        raise RequestError(field, f"{text!r}: expected {yes} or {no}")
    return text.lower() == yes


@app.command()
def advance(folder: Folder) -> None:
    """Judge the phase with the current orders."""
    with Game.edit(folder) as game:
        record = game.advance()
    print(write_text(report_phase(game.variant, game.rulebook, record), is_titled=False), end="")
    if game.state.ending:
        print(ENGLISH.fill("commands.over", placings=word_placings(game.variant, game.places)))
    else:
        print(ENGLISH.fill("mail.judged.next", phase=word_phase(game.state.phase)))


@app.command()
def back(
    folder: Folder,
    phase: Annotated[str, typer.Argument(help="The phase to play again, such as S1901M.")],
    orders: Annotated[
        Path | None, typer.Argument(help="A file with changed orders, under headings; '-' for standard input.")
    ] = None,
    *,
    whole: Annotated[
        bool,
        typer.Option(
            "--whole", help="Replace all orders of the powers named; otherwise each line changes one unit's order."
        ),
    ] = False,
    replay: Annotated[
        bool, typer.Option("--replay", help="Judge the phase and those after it again, as far as there are orders.")
    ] = False,
    until: Annotated[str, typer.Option(help="The phase in which to stop.")] = "",
    hold: Annotated[
        bool, typer.Option("--hold", help="Continue past units that no longer have an order: they hold or disband.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show the differences.")] = False,
    note: Note = "",
) -> None:
    """Go back to before a phase was judged; its orders are restored, and the records stay."""
    text = "" if orders is None else _read_text(orders)
    with Game.edit(folder) as game:
        now = game.state
        found = game.back(
            phase, orders=read_letter(game.variant, text, state=game.get_record(phase).before), whole_sheets=whole,
            replay=replay, until=until or None, holds=hold, note=note, dry_run=dry_run,
        )  # fmt: skip
    if replay or dry_run:
        for line in word_replay(game.variant, found, now):
            print(line)
    if not dry_run:
        powers = ENGLISH.list_all([*game.orders]) or ENGLISH.texts["lists.nobody"]
        print(ENGLISH.fill("commands.undone", phase=word_phase(game.state.shown_phase), powers=powers))


@app.command()
def correct(
    folder: Folder,
    note: Note,
    *,
    unit: Annotated[list[str] | None, typer.Option(help="A unit to put on the board, such as 'FRANCE A PAR'.")] = None,
    remove: Annotated[list[str] | None, typer.Option(help="A unit to remove, such as 'A PAR'.")] = None,
    centre: Annotated[list[str] | None, typer.Option(help="A centre and its owner, such as PAR=FRANCE.")] = None,
    years: Annotated[
        list[str] | None, typer.Option(help="A colony's years held and years without a battle, such as NA7=1/2.")
    ] = None,
    bombs: Annotated[
        list[str] | None, typer.Option(help="Bombs in a space, such as 'PAR=FRANCE 2' or PAR=none.")
    ] = None,
) -> None:
    """Set facts right: units taken off first, then units put on the board, owners of centres, and what rules remember.

    An army aboard a ship is put as 'OCEANIA A PO7 aboard'.
    """
    with Game.edit(folder) as game:
        changes = read_changes(
            game.variant,
            game.state,
            game.rulebook,
            put=unit or (),
            take=remove or (),
            centres=centre or (),
            years=years or (),
            bombs=bombs or (),
        )
        game.correct(changes, note)
    print(word_entry(game.history.entries[-1]))


@app.command()
def disorder(
    folder: Folder, power: PowerName, state: Annotated[str, typer.Argument(help="on or off.")], note: Note = ""
) -> None:
    """Put a power into civil disorder, or take it out."""
    is_on = _read_choice("STATE", state, "on", "off")
    with Game.edit(folder) as game:
        game.set_disorder(power, is_on, note)
    print(word_entry(game.history.entries[-1]))


@app.command()
def seat(
    folder: Folder,
    power: PowerName,
    player: Annotated[str, typer.Argument(help="The new player; '' leaves the seat empty.")],
    note: Note = "",
) -> None:
    """Give a power to a player."""
    with Game.edit(folder) as game:
        game.seat(power, player, note)
    print(word_entry(game.history.entries[-1]))


@app.command()
def status(folder: Folder) -> None:
    """Print the state of the game, for the game master: orders, votes, and facts about spaces (bombs, colonies)."""
    game = Game.load(folder)
    key = "commands.status.over" if game.state.ending else "commands.status.running"
    print(ENGLISH.fill(key, variant=game.variant.name, phase=word_phase(game.state.shown_phase)))
    for power in game.due:
        letter = _describe_letter(game, power) if power in game.orders else ENGLISH.texts["commands.status.no_orders"]
        print(f"  {power:<12} {letter}")
    for power in sorted(game.state.position.in_disorder):
        print(f"  {power:<12} {ENGLISH.texts['commands.status.in_disorder']}")
    if game.state.ending:
        print(f"  {word_ending(game.variant, game.state.ending)}")
        print(f"  {word_placings(game.variant, game.places)}")
    for proposal in game.state.open_proposals:
        print(f"  {word_tally(game.variant, game.tally(proposal))}")
    for mark in word_marks(game.variant, game.rulebook, game.state.position):
        print(f"  {mark}")


def _describe_letter(game: Game, power: PowerId) -> str:
    """How much of a power's order text is valid."""
    review = game.review(power)
    return ENGLISH.fill(
        "commands.status.letter_with_cautions" if review.cautions else "commands.status.letter",
        read=len(review.orders),
        refused=len(review.refused),
        idle=len(review.cautions),
        receipt=game.receipt(power),
    )


@app.command()
def facts(folder: Folder, space: Annotated[str, typer.Argument(help="A space, by its code or name.")]) -> None:
    """Print the facts about a space: neighbours, who could attack or support there, its owner and since when."""
    game = Game.load(folder)
    print(describe_space(game.variant, game.facts(space)))


@app.command()
def history(folder: Folder) -> None:
    """List every entry of the game's chain, with the beginning of its hash."""
    for entry in Game.load(folder).history.entries:
        print(word_entry(entry))


@app.command()
def receipt(
    folder: Folder, code: Annotated[str, typer.Argument(help="A receipt such as FRANCE-S1901M-7K3Q-9XWD.")]
) -> None:
    """Print the judged orders that a receipt belongs to."""
    game = Game.load(folder)
    found = find_receipt(game.history, code)
    if found is None:
        raise RequestError("CODE", f"{code!r} stands for no orders that were judged in this game")
    number, power = found
    record = game.history.record_of(number)
    print(ENGLISH.fill("commands.receipt_of", power=power, phase=word_phase(record.phase), number=number))
    for text in record.texts[power]:
        print(f"  {text}")


@app.command("export")
def export_file(
    folder: Folder,
    file: Annotated[Path | None, typer.Argument(help="Where to write it; standard output by default.")] = None,
    saved_game: Annotated[
        bool, typer.Option("--saved-game", help="As the saved game that PyPI diplomacy loads.")
    ] = False,
) -> None:
    """Write the whole game as one JSON file; with secret orders and votes, so not for players."""
    game = Game.load(folder)
    text = game.export_saved_game(folder.resolve().name) + "\n" if saved_game else game.export_json()
    if file is None:
        print(text, end="")
        return
    write_output(file, text)


@app.command("import")
def import_file(
    file: Annotated[Path, typer.Argument(help="An exported game, or a game folder packed as zip or tar.")],
    folder: Annotated[Path, typer.Argument(help="An empty folder, or one that does not exist yet.")],
) -> None:
    """Judge an exported or packed game again and write it as a game folder."""
    try:
        game = Game.unpack(read_saved_game(_read_bytes(file), open_variant))
    except RequestError as error:
        raise RequestError(f"{file}: {error.field}", error.problem) from None
    if is_game_folder(folder):
        raise RequestError(str(folder), "holds a game already")
    game.save(folder)
    phase, entries = word_phase(game.state.shown_phase), len(game.history.events)
    print(ENGLISH.fill("commands.imported", variant=game.variant.name, phase=phase, entries=entries))
