"""Going back to a phase: what was judged since no longer counts, and may be judged again with the same orders."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from legation.errors import RequestError
from legation.game import (
    Changed,
    GameState,
    Judged,
    PhaseRecord,
    Undone,
    advance,
    apply_changes,
    dump,
    make_entry,
    parse_phase,
    write_entry,
    write_state,
)
from legation.orders import read_submissions
from legation.render.words import ENGLISH, word_phase
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.game.event_storage import add_event
from legation.server.game.loaded_game import LoadedGame, load_event, load_record, make_snapshot, read_snapshot
from legation.server.game.plan_storage import put_plan
from legation.server.game.records import Author, EntryHead, EntryKind, GameStatus
from legation.server.game.storage import add_entry, change_game, list_heads, mark_undone
from legation.server.judging.corrections import Correction, read_corrections, word_corrections
from legation.server.judging.integrity import check_game
from legation.server.judging.service import Chain, choose_deadline

MOST_NAMED = 12


@dataclass(frozen=True, slots=True)
class Rewind:
    """All that going back will write."""

    first: int
    """The entry that is undone first."""
    record: PhaseRecord
    """The phase gone back to."""
    events: tuple[Changed | Judged, ...]
    """Corrections, and phases judged again."""
    state: GameState
    """How things stand afterwards."""
    is_replayed: bool

    @property
    def corrections(self) -> tuple[Changed, ...]:
        """Corrections made before the phase is judged again."""
        return tuple(event for event in self.events[:1] if isinstance(event, Changed))


def plan_rewind(
    connection: Connection,
    game: LoadedGame,
    phase: str,
    changes: Sequence[Correction],
    *,
    note: str,
    replay: bool,
) -> Rewind:
    """Work out what going back leads to; nothing is written."""
    heads = list_heads(connection, game.id)
    place = _locate_phase(heads, phase)
    record = load_record(connection, game.id, heads[place].number, heads[place].hash)
    state = record.before
    events: list[Changed | Judged] = []
    if changes:
        corrections = read_corrections(replace(game, snapshot=make_snapshot(game.rules, state)), changes)
        state = apply_changes(state, corrections)
        events.append(Changed(tuple(corrections), state, note))
    if replay:
        for head in heads[place:]:
            old = load_event(connection, game.id, head.number, head.hash)
            again = _repeat(game, state, old)
            if again is None:
                break
            events.append(again)
            state = again.record.after if isinstance(again, Judged) else again.after
    return Rewind(heads[place].number, record, tuple(events), state, replay)


def _locate_phase(heads: Sequence[EntryHead], phase: str) -> int:
    wanted = str(parse_phase(phase[:12]))
    for place in reversed(range(len(heads))):
        if heads[place].is_judged and heads[place].phase == wanted:
            return place
    known = tuple(head.phase for head in heads if head.is_judged)
    raise HttpRefusal(404, "no_such_phase", case="named", field="phase", candidates=known, phase=wanted)


def _repeat(game: LoadedGame, state: GameState, old: Judged | Changed) -> Judged | Changed | None:
    """The same once more, as things stand now; nothing where it no longer fits."""
    if isinstance(old, Changed):
        try:
            return replace(old, after=apply_changes(state, old.changes))
        except RequestError:
            return None
    if state.ending or state.phase != old.record.phase:
        return None
    lines = read_submissions(game.variant.board, old.record.texts)
    before = replace(state, proposals=old.record.before.proposals)
    return Judged(advance(game.variant, before, lines, game.rulebook))


def word_rewind(game: LoadedGame, rewind: Rewind) -> str:
    """The line of the log."""
    title = word_phase(rewind.record.phase)
    sentences = [ENGLISH.fill("log.rewound.back", phase=title)]
    for event in rewind.corrections:
        sentences.append(ENGLISH.fill("log.rewound.corrected", facts=word_corrections(event.changes)))
    if not rewind.is_replayed:
        sentences.append(ENGLISH.texts["log.rewound.orders_kept"])
    else:
        judged = sum(isinstance(event, Judged) for event in rewind.events)
        sentences.append(ENGLISH.count("log.rewound.replayed", judged, change=_compare(game, rewind)))
    return " ".join(sentences)


def _compare(game: LoadedGame, rewind: Rewind) -> str:
    old, new = game.state, rewind.state
    if old.phase != new.phase:
        return ENGLISH.fill("log.rewound.leads_to", phase=word_phase(new.phase))
    units = {space for space in {*old.position.units, *new.position.units}
             if old.position.units.get(space) != new.position.units.get(space)}  # fmt: skip
    owners = {space for space in {*old.position.owners, *new.position.owners}
              if old.position.owners.get(space) != new.position.owners.get(space)}  # fmt: skip
    changed = sorted(units | owners)
    if not changed:
        return ENGLISH.texts["log.rewound.unchanged"]
    spaces, rest = ENGLISH.list_all(changed[:MOST_NAMED]), len(changed) - MOST_NAMED
    return ENGLISH.fill("log.rewound.changed_more" if rest > 0 else "log.rewound.changed", spaces=spaces, number=rest)


def apply_rewind(connection: Connection, services: Services, game: LoadedGame, rewind: Rewind, note: str) -> None:
    """Write it all, and judge the whole game again to see that it is sound."""
    chain = Chain(connection, services, game)
    undone = make_entry(chain.number + 1, chain.head, Undone(rewind.first, rewind.record.phase, note))
    mark_undone(connection, game.id, rewind.first)
    add_entry(
        connection,
        game.id,
        number=undone.number,
        digest=undone.hash,
        kind=EntryKind.UNDONE,
        phase=str(rewind.record.phase),
        text=dump(write_entry(undone)),
        now=services.clock.now(),
    )
    chain.number, chain.head = undone.number, undone.hash
    for event in rewind.events:
        chain.add(event)
    _open_phase(connection, services, game, rewind, chain)
    problem = check_game(connection, services, game.id)
    if problem:
        raise HttpRefusal(500, "not_sound", problem=problem)


def _open_phase(connection: Connection, services: Services, game: LoadedGame, rewind: Rewind, chain: Chain) -> None:
    row, now, state = game.row, services.clock.now(), rewind.state
    text = dump(write_state(state))
    is_over = state.ending is not None
    # The same phase as before the correction: what was ordered for it stays in force.
    stays = rewind.is_replayed and state.phase == game.state.phase and not row.is_over
    status = GameStatus.ENDED if is_over else GameStatus.PAUSED if row.paused_at else GameStatus.RUNNING
    values: dict[str, object] = {
        "state": text,
        "phase": str(state.shown_phase),
        "head": chain.head,
        "entry": chain.number,
        "version": row.version + 1,
        "status": status,
        "ended_at": now if is_over else None,
        "look_at": now if status is GameStatus.RUNNING else None,
    }
    if not stays:
        opened = read_snapshot(game.rules, text)
        deadline = None if is_over else choose_deadline(connection, services, game, opened)
        values |= {"turn": row.turn + 1, "deadline": deadline, "phase_since": now, "is_locked": False}
        if not rewind.is_replayed:
            _lay_out(connection, services, game, rewind)
    change_game(connection, game.id, **values)
    add_event(connection, game.id, "all", "judged", now)


def _lay_out(connection: Connection, services: Services, game: LoadedGame, rewind: Rewind) -> None:
    """Hand in the orders of the phase gone back to once more."""
    for power, texts in rewind.record.texts.items():
        put_plan(
            connection,
            game.id,
            game.row.turn + 1,
            power,
            "A",
            texts=texts,
            version=1,
            by=Author.GM,
            now=services.clock.now(),
        )
