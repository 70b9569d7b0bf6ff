"""Verifies that a game is what was played: files as written, an unbroken chain, the same results when judged again."""

from dataclasses import dataclass, replace
from pathlib import Path

from legation.errors import LegationError
from legation.game.advance import advance
from legation.game.changes import SetMemory, SetState, apply_changes
from legation.game.folder import (
    DESK_FILE,
    GAME_FILE,
    RECORDS,
    check_folder,
    load_entry,
    load_folder,
    load_head,
    load_setup,
)
from legation.game.game_file import import_game, write_entry, write_setup
from legation.game.given_position import check_given_position
from legation.game.history import Changed, Entry, Event, History, Judged, Undone, follows
from legation.game.record_codec import dump, dump_file, names_of, write_record, write_state
from legation.game.setup import open_setup
from legation.game.state import PhaseRecord
from legation.game.store import list_files, read_file
from legation.judge import Rulebook
from legation.orders import NO_CLAUSE, Refusal, read_submissions
from legation.variants import Variant, open_variant


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a game that is not as it was written, or not as it would be judged."""

    place: str
    """A file or an entry."""
    text: str


def verify_folder(folder: Path) -> tuple[Problem, ...]:
    """Everything that is wrong with a game folder; nothing when it is sound."""
    check_folder(folder)
    try:
        setup = load_setup(folder)
        variant, rulebook = open_setup(setup, open_variant)
    except LegationError as error:
        return (_problem(GAME_FILE, error),)
    problems: list[Problem] = []
    if read_file(folder / GAME_FILE) != dump_file(write_setup(setup)):
        problems.append(Problem(GAME_FILE, "was changed: it is not as the program writes it"))
    entries = _read_entries(folder, variant, problems)
    history = History(setup, tuple(entry.event for entry in entries))
    problems += _check_links(history, entries)
    problems += _check_inbox(folder, history, entries)
    if problems:
        return tuple(problems)
    return verify_history(history, variant, rulebook)


def verify_export(text: str) -> tuple[Problem, ...]:
    """Everything that is wrong with an exported game; nothing when it is sound."""
    try:
        history = import_game(text, open_variant).history
        variant, rulebook = open_setup(history.setup, open_variant)
    except LegationError as error:
        return (_problem("export", error),)
    return verify_history(history, variant, rulebook)


def _problem(place: str, error: LegationError) -> Problem:
    """An error about a file, without naming the file twice."""
    field = getattr(error, "field", "")
    if field.startswith(place):
        place = field
    return Problem(place, getattr(error, "problem", str(error)))


def _read_entries(folder: Path, variant: Variant, problems: list[Problem]) -> list[Entry]:
    entries = []
    for file in list_files(folder / RECORDS, ""):
        place = f"{RECORDS}/{file.name}"
        try:
            entry = load_entry(file, names_of(variant))
        except LegationError as error:
            problems.append(_problem(place, error))
            continue
        entries.append(entry)
        if read_file(file) != dump_file(write_entry(entry)):
            problems.append(Problem(place, "was changed: it is not as the program writes it"))
    return entries


def _check_links(history: History, entries: list[Entry]) -> list[Problem]:
    """Missing entries, and entries that do not follow from those before them."""
    problems = []
    numbers = [entry.number for entry in entries]
    for number in range(1, max(numbers, default=0) + 1):
        if number not in numbers:
            problems.append(Problem(RECORDS, f"entry {number} is missing"))
    hashes = {0: history.genesis, **{entry.number: entry.hash for entry in entries}}
    for entry in entries:
        before = hashes.get(entry.number - 1)
        if before is not None and before != entry.previous:
            what = f"entry {entry.number - 1}" if entry.number > 1 else GAME_FILE
            problems.append(Problem(f"{RECORDS}/{entry.label}.json", f"does not follow from {what}"))
    return problems


def _check_inbox(folder: Path, history: History, entries: list[Entry]) -> list[Problem]:
    """The inbox knows the last entry: it shows when the end of the chain was cut off."""
    if not (folder / DESK_FILE).is_file():
        return [Problem(DESK_FILE, "is missing")]
    try:
        head, _ = load_head(folder)
    except LegationError as error:
        return [_problem(DESK_FILE, error)]
    hashes = {0: history.genesis, **{entry.number: entry.hash for entry in entries}}
    if head.number not in hashes:
        return [Problem(RECORDS, f"entry {head.number} is missing, to which {DESK_FILE} points")]
    if hashes[head.number] != head.hash:
        return [Problem(DESK_FILE, f"points at another entry {head.number} than the one there is")]
    if entries and head.number == entries[-1].number:
        try:
            load_folder(folder)
        except LegationError as error:
            return [_problem(DESK_FILE, error)]
    return []


def verify_history(history: History, variant: Variant, rulebook: Rulebook) -> tuple[Problem, ...]:
    """Judge every phase again; each must give its record, but for the words of refusals. It ends where one fails."""
    past = History(history.setup)
    for number, event in enumerate(history.events, start=1):
        try:
            text = _verify_event(past, event, variant, rulebook)
        except LegationError as error:
            text = str(error)
        if text:
            return (Problem(f"entry {number}", text),)
        past = replace(past, events=(*past.events, event))
    return ()


def _verify_event(past: History, event: Event, variant: Variant, rulebook: Rulebook) -> str:
    """The problem of an event; empty if there is none."""
    match event:
        case Judged(record):
            if not follows(past.state, record.before):
                return f"{record.phase} does not begin with the state that was left before it"
            again = judge_again(variant, record, rulebook)
            if not cites_anything(record):  # written before records named the clauses
                again, record = without_citations(again), without_citations(record)
            if record.after.ending and not record.after.ending.clause:  # written before endings named theirs
                again = without_ending_clause(again)
            if not record.idle:  # written before records named the units without an order
                again = replace(again, idle=())
            same = dump(write_record(without_wording(again))) == dump(write_record(without_wording(record)))
            return "" if same else _differs(record, again)
        case Changed(changes, after):
            # Proposals and votes come in without an event of their own.
            expected = replace(apply_changes(past.state, changes), proposals=after.proposals)
            same = dump(write_state(expected)) == dump(write_state(after))
            if any(isinstance(change, SetState | SetMemory) for change in changes):
                check_given_position(variant, after.position, rulebook, "position")
            return "" if same else "the changes do not lead to the state that is written"
        case Undone(entry, phase):
            found = {number: kept.record.phase for number, kept in past.line if isinstance(kept, Judged)}
            return "" if found.get(entry) == phase else f"{phase} of entry {entry} cannot be undone here"


def judge_again(variant: Variant, record: PhaseRecord, rulebook: Rulebook) -> PhaseRecord:
    """The record that the same orders give in the same state."""
    return advance(variant, record.before, read_submissions(variant.board, record.texts), rulebook)


def cites_anything(record: PhaseRecord) -> bool:
    """True if a record names clauses."""
    return any(outcome.clauses for outcome in record.outcomes) or any(found.clause for found in record.rejections)


def without_citations(record: PhaseRecord) -> PhaseRecord:
    """The same record as it was written before clauses were named in it."""
    outcomes = tuple(outcome._replace(clauses=(), by_sheet=False) for outcome in record.outcomes)
    rejections = tuple(
        replace(found, refusal=Refusal(found.fault, found.choices, misread=found.refusal.misread))
        for found in record.rejections
    )
    return replace(record, outcomes=outcomes, rejections=rejections)


def without_ending_clause(record: PhaseRecord) -> PhaseRecord:
    """The same record as it was written before endings named their clause."""
    ending = record.after.ending
    if ending is None:
        return record
    return replace(record, after=replace(record.after, ending=replace(ending, clause=NO_CLAUSE)))


def without_wording(record: PhaseRecord) -> PhaseRecord:
    """The same record without the words in which unreadable lines were answered: a later version may say it better."""
    rejections = tuple(
        replace(found, refusal=found.refusal._replace(detail="", misread=None)) for found in record.rejections
    )
    return replace(record, rejections=rejections)


def _differs(record: PhaseRecord, again: PhaseRecord) -> str:
    """Which part of a record is judged differently."""
    parts = ("outcomes", "rejections", "destroyed", "tallies", "after")
    wrong = [part for part in parts if getattr(record, part) != getattr(again, part)]
    return f"{record.phase} is judged differently: {', '.join(wrong) or 'the order of things'} differs"
