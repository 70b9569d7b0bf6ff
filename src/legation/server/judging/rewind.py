"""Going back to a phase: later judgements no longer count, and may be repeated with changed orders.

Everything is computed from a snapshot, before the game is locked. It is stored only if nothing has happened since.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Connection

from legation.board import PowerId
from legation.game import (
    Changed,
    GameState,
    Judged,
    MissingOrders,
    PhaseRecord,
    Replay,
    Revision,
    Stop,
    Undone,
    amend_orders,
    apply_changes,
    compare_states,
    dump,
    find_break,
    list_fitting,
    make_entry,
    merge_proposals,
    parse_phase,
    read_entry,
    replay_phases,
    scheme_of,
    seal_votes,
    write_entry,
    write_state,
)
from legation.render.words import ENGLISH, word_phase
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.game.event_storage import add_event
from legation.server.game.loaded_game import LoadedGame, make_snapshot, read_snapshot
from legation.server.game.plans import check_amount, list_plans
from legation.server.game.records import EntryHead, EntryKind, GameStatus, StoredEntry
from legation.server.game.seats import load_seats
from legation.server.game.storage import add_entry, change_game, list_entries, list_heads, mark_undone
from legation.server.judging.corrections import Correction, read_corrections, word_corrections
from legation.server.judging.service import choose_deadline
from legation.server.judging.undone_orders import lay_out

MOST_NAMED = 12


@dataclass(frozen=True, slots=True)
class RewindRequest:
    """The game master's request: the phase, its changes, and how far the rest is judged again."""

    phase: str
    changes: Sequence[Correction] = ()
    orders: Mapping[str, Sequence[str]] | None = None
    whole_sheets: bool = False
    replay: bool = False
    until: str | None = None
    holds: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Past:
    """Everything judged from the phase gone back to, read at one moment."""

    game: LoadedGame
    rows: tuple[StoredEntry, ...]


@dataclass(frozen=True, slots=True)
class Rewind:
    """Everything that going back will store; it fits only the chain that ends with ``head``."""

    head: str
    first: int
    """The first entry that is undone."""
    replay: Replay
    revision: Revision
    entries: tuple[StoredEntry, ...]
    """The new entries; the first one says what is undone."""

    @property
    def state(self) -> GameState:
        """The state afterwards."""
        return self.replay.state


def load_past(connection: Connection, game: LoadedGame, phase: str) -> Past:
    """Read the entries of a game from a phase on."""
    heads = list_heads(connection, game.id)
    first = _locate_phase(heads, phase).number
    in_force = {head.number for head in heads}
    rows = [row for row in list_entries(connection, game.id, first - 1) if row.number in in_force]
    return Past(game, tuple(rows))


def _locate_phase(heads: Sequence[EntryHead], phase: str) -> EntryHead:
    wanted = str(parse_phase(phase[:12]))
    for head in reversed(heads):
        if head.is_judged and head.phase == wanted:
            return head
    known = tuple(head.phase for head in heads if head.is_judged)
    raise HttpRefusal(404, "no_such_phase", case="named", field="phase", candidates=known, phase=wanted)


def plan_rewind(past: Past, request: RewindRequest, now: datetime) -> Rewind:
    """Compute the result of going back. Needs no database: on a giant board it takes a while."""
    game = past.game
    events = [_read_event(row) for row in past.rows]
    first = events[0]
    assert isinstance(first, Judged)
    revision = _read_revision(game, first.record, request)
    replay = replay_phases(game.variant, game.rulebook, events, revision, game.state)
    problem = find_break(first.record.before, replay.events)
    if problem:
        raise HttpRefusal(500, "not_sound", problem=problem)
    entries = _chain_up(game, past.rows[0].number, replay, request.note, now)
    return Rewind(game.row.head, past.rows[0].number, replay, revision, entries)


def _read_event(row: StoredEntry) -> Judged | Changed:
    event = read_entry(json.loads(row.text), f"entry {row.number}", {}).event
    assert isinstance(event, Judged | Changed)
    return event


def _read_revision(game: LoadedGame, record: PhaseRecord, request: RewindRequest) -> Revision:
    then = game.at(make_snapshot(game.rules, record.before))
    for lines in (request.orders or {}).values():
        check_amount(lines)
    return Revision(
        changes=tuple(read_corrections(then, request.changes)),
        orders={game.variant.parse_power(power): tuple(lines) for power, lines in (request.orders or {}).items()},
        whole_sheets=request.whole_sheets,
        replay=request.replay,
        until=parse_phase(request.until[:12]) if request.until else None,
        holds=request.holds,
        note=request.note,
    )


def _chain_up(game: LoadedGame, first: int, replay: Replay, note: str, now: datetime) -> tuple[StoredEntry, ...]:
    """The new entries with their hashes, beginning with the one that says what is undone."""
    head = game.row.head
    made: list[StoredEntry] = []
    scheme = scheme_of(game.variant)
    sealed = [seal_votes(event, scheme) for event in replay.events]
    for event in (Undone(first, replay.first.phase, note), *sealed):
        entry = make_entry(game.row.entry + len(made) + 1, head, event)
        kind, phase = _describe_event(event)
        text = dump(write_entry(entry))
        made.append(StoredEntry(entry.number, entry.hash, kind, phase, False, now, text))
        head = entry.hash
    return tuple(made)


def _describe_event(event: Undone | Judged | Changed) -> tuple[EntryKind, str]:
    match event:
        case Undone(phase=phase):
            return EntryKind.UNDONE, str(phase)
        case Judged(record):
            return EntryKind.JUDGED, str(record.phase)
        case Changed(after=after):
            return EntryKind.CHANGED, str(after.phase)


def word_rewind(game: LoadedGame, rewind: Rewind) -> str:
    """The line of the log, which is also sent to the players."""
    replay, revision = rewind.replay, rewind.revision
    sentences = [ENGLISH.fill("log.rewound.back", phase=word_phase(replay.first.phase))]
    if revision.changes:
        sentences.append(ENGLISH.fill("log.rewound.corrected", facts=word_corrections(game.variant, revision.changes)))
    for power, lines in _list_changed_orders(game, rewind).items():
        name = game.variant.powers[power].name
        given = ENGLISH.list_all(lines) or ENGLISH.texts["log.rewound.no_orders"]
        sentences.append(ENGLISH.fill("log.rewound.reordered", power=name, orders=given))
    judged = sum(isinstance(event, Judged) for event in replay.events)
    if judged:
        sentences.append(ENGLISH.count("log.rewound.replayed", judged, change=_compare(game, rewind)))
    if replay.state.ending is None and replay.stop is not Stop.CAUGHT_UP:
        if judged:
            sentences.append(ENGLISH.fill("log.rewound.stands", phase=word_phase(replay.state.phase)))
        sentences.append(ENGLISH.texts["log.rewound.orders_kept"])
    anew = [game.variant.powers[found.power].name for found in _list_missing(replay)]
    if anew:
        sentences.append(ENGLISH.fill("log.rewound.anew", powers=ENGLISH.join_and(anew)))
    return " ".join(sentences)


def _list_missing(replay: Replay) -> tuple[MissingOrders, ...]:
    """The powers that must order again in the phase in which the game stops."""
    if replay.stop is not Stop.ORDERS_MISSING:
        return ()
    standing = [found for found in replay.phases if found.phase == replay.state.phase and found.new is None]
    return standing[0].missing if standing else ()


def _list_changed_orders(game: LoadedGame, rewind: Rewind) -> dict[PowerId, list[str]]:
    """The lines of the phase gone back to that differ from the former ones."""
    then, revision = rewind.replay.first.texts, rewind.revision
    state = apply_changes(rewind.replay.first.before, revision.changes)
    now = amend_orders(game.variant, game.rulebook, state, then, revision)
    changed = {}
    for power in revision.orders:
        before, after = then.get(power, ()), now.get(power, ())
        if before != after:
            changed[power] = [line for line in after if line not in before][:MOST_NAMED]
    return changed


def _compare(game: LoadedGame, rewind: Rewind) -> str:
    old, new = game.state, rewind.state
    if old.phase != new.phase:
        return ENGLISH.fill("log.rewound.leads_to", phase=word_phase(new.shown_phase))
    found = compare_states(old, new)
    units = {unit.space for unit in (*found.appeared, *found.gone)}
    changed = sorted(units | {owner.space for owner in found.owners})
    if not changed:
        return ENGLISH.texts["log.rewound.unchanged"]
    spaces, rest = ENGLISH.list_all(changed[:MOST_NAMED]), len(changed) - MOST_NAMED
    return ENGLISH.fill("log.rewound.changed_more" if rest > 0 else "log.rewound.changed", spaces=spaces, number=rest)


def check_head(game: LoadedGame, rewind: Rewind) -> None:
    """Refuse a result for a chain that has gone on in the meantime."""
    if game.row.head != rewind.head:
        phase = word_phase(game.state.shown_phase)
        raise HttpRefusal(409, "judged_already", case="gone_on", field="head", phase=phase)


def apply_rewind(connection: Connection, services: Services, game: LoadedGame, rewind: Rewind) -> None:
    """Store the whole result in a locked game."""
    check_head(game, rewind)
    mark_undone(connection, game.id, rewind.first)
    for entry in rewind.entries:
        add_entry(
            connection,
            game.id,
            number=entry.number,
            digest=entry.hash,
            kind=entry.kind,
            phase=entry.phase,
            text=entry.text,
            now=entry.made_at,
        )
    _open_phase(connection, services, game, rewind)


def _open_phase(connection: Connection, services: Services, game: LoadedGame, rewind: Rewind) -> None:
    row, now, state = game.row, services.clock.now(), _keep_votes(game, rewind)
    last, is_over = rewind.entries[-1], state.ending is not None
    text = dump(write_state(state))
    opened = read_snapshot(game.rules, text)
    is_same_phase = not is_over and not row.is_over and state.phase == game.state.phase
    status = GameStatus.ENDED if is_over else GameStatus.PAUSED if row.paused_at else GameStatus.RUNNING
    values: dict[str, object] = {
        "state": text,
        "phase": str(state.shown_phase),
        "head": last.hash,
        "entry": last.number,
        "version": row.version + 1,
        "status": status,
        "ended_at": now if is_over else None,
        "look_at": now if status is GameStatus.RUNNING else None,
        "bots_at": None,
        "talks_at": None,
        "judge_wish": None,
    }
    # If exactly the same position is reached again, no one has to check anything: the phase continues.
    if not (is_same_phase and state.position == game.state.position):
        deadline = None if is_over else choose_deadline(connection, services, game, opened)
        if is_same_phase and deadline and row.deadline:
            deadline = max(deadline, row.deadline)
        values |= {"turn": row.turn + 1, "deadline": deadline, "phase_since": now, "is_locked": False}
        if not is_over:
            texts = _list_texts(connection, game, rewind, is_same_phase=is_same_phase)
            seats = load_seats(connection, game.id)
            lay_out(connection, services, game.at(opened), seats, texts)
    change_game(connection, game.id, **values)
    add_event(connection, game.id, "all", "judged", now)


def _keep_votes(game: LoadedGame, rewind: Rewind) -> GameState:
    """The state afterwards, with the current votes if the game stops in the same phase again."""
    state = rewind.state
    if state.ending or game.state.ending or state.phase != game.state.phase:
        return state
    return replace(state, proposals=merge_proposals(state, game.state)[0])


def _list_texts(
    connection: Connection, game: LoadedGame, rewind: Rewind, *, is_same_phase: bool
) -> Mapping[PowerId, tuple[str, ...]]:
    """The orders on file afterwards: those of then, or those that were given in the current phase."""
    if not is_same_phase:
        return rewind.replay.orders
    plans = list_plans(connection, game.id, game.row.turn)
    given = {power: plan.texts for power, plan in plans.items()}
    return list_fitting(game.variant, game.rulebook, rewind.state, given)
