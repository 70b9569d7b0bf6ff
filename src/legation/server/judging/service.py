"""Judging a phase exactly once: all its consequences are stored in one transaction."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection

from legation.board import PowerId
from legation.game import (
    Change,
    Changed,
    GameState,
    Judged,
    PhaseKind,
    PhaseRecord,
    SetDisorder,
    advance,
    apply_changes,
    dump,
    foresee_position,
    has_vote_due,
    hide_votes,
    list_voters,
    make_entry,
    scheme_of,
    seal_votes,
    write_entry,
    write_state,
)
from legation.orders import read_submissions
from legation.render.words import ENGLISH, word_missed, word_phase, word_tally_in_full, word_votes_cast
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.bots.service import list_idle_bots, make_question, put_chosen, vote_for_bots
from legation.server.game.deadlines import compute_due_at, next_deadline
from legation.server.game.event_storage import add_event
from legation.server.game.loaded_game import LoadedGame, Snapshot, decode_game, keep_event, load_game, read_snapshot
from legation.server.game.log_storage import ALL, add_log
from legation.server.game.member_storage import change_seat
from legation.server.game.plans import Handed, choose_standing, handed_of, list_plans, may_go_on, put_plan
from legation.server.game.records import EntryKind, GameStatus, NamedMember, StoredPlan
from legation.server.game.seats import People, Seat, load_people, load_seats
from legation.server.game.storage import add_entry, change_game, claim_game, list_changes, lock_game
from legation.server.game.terms import Then
from legation.server.judging.absences import excuse_absent, word_excused, write_excused
from legation.server.judging.attendance_storage import note_attendance
from legation.server.judging.missing import extend_for_missing, find_all_in, list_extended_for, list_missing
from legation.server.judging.undone_orders import carry_undone_orders
from legation.server.mail.notice_kinds import NoticeKind
from legation.server.notices.service import Missed, Seal, notify_judged, notify_offered, notify_table
from legation.variants import When

Plans = Mapping[PowerId, StoredPlan]
CLOCK = "clock"
LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Line:
    """The line of the log for a judgement."""

    actor: str = CLOCK
    act: str = "judged"
    text: str = ""
    note: str = ""
    more: int = 0
    """How many more phases must be judged after it, in a game in which only bots are left."""


@dataclass(frozen=True, slots=True)
class _Phase:
    """A locked game with everyone in it and the orders of its phase, which a judgement reads once."""

    game: LoadedGame
    people: People
    plans: Plans


def _load_phase(connection: Connection, game: LoadedGame) -> _Phase:
    return _Phase(game, load_people(connection, game.id), list_plans(connection, game.id, game.row.turn))


def judge_if_due(services: Services, game_id: str) -> bool:
    """Judge a game if it is due, no bot is awaited and no other process is judging it. It never waits for a bot."""
    with services.store.write() as connection:
        row = claim_game(connection, game_id)
        if row is None or not row.is_clocked:
            return False
        phase = _load_phase(connection, decode_game(connection, services, row))
        if row.judge_wish is None and _extend_if_missing(connection, services, phase):
            return False
        due_at, now = _find_due_at(phase), services.clock.now()
        if due_at is None or due_at > now:
            _set_looks(connection, phase, now)
            return False
        _judge(connection, services, phase, read_requested_line(row.judge_wish) or Line())
        return True


def _find_due_at(phase: _Phase) -> datetime | None:
    """When the phase can be judged; None while bots are awaited, or talk in a solo game."""
    if list_idle_bots(phase.game, phase.people.seats, phase.plans) or _awaits_talk(phase.game):
        return None
    return _compute_due_at(phase.game, phase.people.seats, phase.plans)


def _awaits_talk(game: LoadedGame) -> bool:
    """True if the judging of a solo game waits for its bots to read a letter. A deadline waits for nothing."""
    return game.row.is_solo and game.row.talks_at is not None


def _extend_if_missing(connection: Connection, services: Services, phase: _Phase) -> bool:
    """Give more time if orders are missing when the deadline and the grace time are over, and the terms give some."""
    game, seats = phase.game, phase.people.seats
    ends_at = _end_grace(game)
    if ends_at is None or ends_at > services.clock.now() or game.row.is_solo:
        return False
    missing = list_missing(game, seats, list_handed(game, seats, phase.plans))
    powers = list_extended_for(connection, game, missing)
    if not powers:
        return False
    look_again(connection, services, extend_for_missing(connection, services, game, powers, missing))
    return True


def _end_grace(game: LoadedGame) -> datetime | None:
    """When the deadline and the grace time are over."""
    deadline = game.row.deadline
    return deadline + timedelta(minutes=game.terms.clock.grace_minutes) if deadline is not None else None


def judge_now(services: Services, game: str, line: Line, *, turn: int | None = None) -> PhaseRecord:
    """Judge a game whether it is due or not, after its bots; if a turn is given, only while it is the current one.

    For commands and tests: it waits for the bots.
    """
    with services.store.read() as connection:
        asked = load_game(connection, services, game)
        idle = _load_idle(connection, asked)
    chosen = {power: services.bots.hosted.ask(make_question(asked, power, level)) for power, level in idle.items()}
    with services.store.write() as connection:
        row = lock_game(connection, game)
        if row is None or not row.is_in_play:
            raise HttpRefusal(409, "not_running", case="game")
        if turn is not None and row.turn != turn:
            raise HttpRefusal(409, "judged_already", case="phase")
        found = decode_game(connection, services, row)
        if row.turn == asked.row.turn:
            put_chosen(connection, services, found, list_plans(connection, game, row.turn), chosen)
        return judge_game(connection, services, found, line)


def awaits_bots(connection: Connection, game: LoadedGame) -> bool:
    """True if a bot has not ordered yet in the phase."""
    return bool(_load_idle(connection, game))


def is_being_judged(game: LoadedGame, seats: Mapping[PowerId, Seat], plans: Plans) -> bool:
    """True if only bots are awaited, as far as anyone may know: in a game against bots, or after a request to judge."""
    if not game.row.is_clocked:
        return False
    is_ready = game.row.is_solo and _compute_due_at(game, seats, plans) == LONG_AGO
    return game.row.judge_wish is not None or is_ready


def _load_idle(connection: Connection, game: LoadedGame) -> dict[PowerId, str]:
    return list_idle_bots(game, load_seats(connection, game.id), list_plans(connection, game.id, game.row.turn))


def request_judgement(connection: Connection, services: Services, game: LoadedGame, line: Line) -> None:
    """Request a judgement of the phase as soon as its bots have ordered; the worker does it, with this line."""
    change_game(connection, game.id, judge_wish=dump(asdict(line)))
    look_again(connection, services, load_game(connection, services, game.id))


def read_requested_line(text: str | None) -> Line | None:
    """The line of a requested judgement, if there is one."""
    return Line(**json.loads(text)) if text is not None else None


def _compute_due_at(game: LoadedGame, seats: Mapping[PowerId, Seat], plans: Plans) -> datetime | None:
    """When the phase will be judged in the current state; long ago if no person is awaited."""
    if game.row.judge_wish is not None:
        return LONG_AGO
    if not has_living_player(game, seats):
        # Bots alone need not hurry: the clock or the game master ends the phase.
        return None if game.row.is_solo else game.row.deadline
    handed = list_handed(game, seats, plans)
    handed |= {power: Handed(is_ready=True) for power in handed if seats[power].bot}  # they are awaited elsewhere
    is_done = may_go_on(game.terms, game.state.phase.kind, game.due, handed)
    if is_done and not list_unheard(game, seats, handed):
        return LONG_AGO
    all_in_at = find_all_in(game, seats, handed, plans)
    return compute_due_at(game.row.deadline, game.terms, all_in_at=all_in_at)


def list_unheard(game: LoadedGame, seats: Mapping[PowerId, Seat], handed: Mapping[PowerId, Handed]) -> list[PowerId]:
    """The players who may still vote on a proposal that this Winter counts.

    A Winter in which few or no powers have anything to build must not end before the others could vote. A player who
    has confirmed orders without voting is not waited for.
    """
    variant, state = game.variant, game.state
    if game.row.is_solo or scheme_of(variant).counted is not When.WINTER or not has_vote_due(variant, state):
        return []
    voters = list_voters(variant.board, foresee_position(variant.board, state))
    waiting = {power for power in voters if any(power not in one.votes for one in state.open_proposals)}
    waiting -= {power for power, what in handed.items() if what.is_done(state.phase.kind)}
    return [power for power, seat in seats.items() if seat.has_player and power in waiting]


def _set_looks(connection: Connection, phase: _Phase, now: datetime, *, is_asked: bool = False) -> None:
    """Set when the worker must check the game; stored only if that changes."""
    row, looks = phase.game.row, _choose_looks(phase, now, is_asked=is_asked)
    if looks != _Looks(row.look_at, row.bots_at):
        change_game(connection, row.id, look_at=looks.clock, bots_at=looks.bots)


class _Looks(NamedTuple):
    """When the clock must check the game, and from when its bots may be asked."""

    clock: datetime | None
    bots: datetime | None


def _choose_looks(phase: _Phase, now: datetime, *, is_asked: bool = False) -> _Looks:
    """When the worker must check a game. ``is_asked``: this process has asked the bots, and has finished.

    While bots are awaited the clock need not check: they always answer, and the game is checked after that.
    """
    game, row, seats = phase.game, phase.game.row, phase.people.seats
    due_at = _compute_due_at(game, seats, phase.plans)
    if list_idle_bots(game, seats, phase.plans):
        # Bots of a player who is out of a solo game need not hurry: they order when the next phase is requested.
        is_wanted = due_at is not None or not row.is_solo or has_living_player(game, seats)
        since = now if row.bots_at is None or is_asked else row.bots_at
        return _Looks(None, since if is_wanted else None)
    if _awaits_talk(game):
        return _Looks(None, None)
    ends_at = _end_grace(game)
    if game.terms.missing.extend_hours and ends_at is not None and ends_at > now:
        due_at = min(due_at or ends_at, ends_at)  # a phase that waits for orders may be extended first
    if due_at is None or due_at > now:
        return _Looks(due_at, None)
    is_known = row.look_at is not None and row.look_at <= now
    return _Looks(row.look_at if is_known else now, None)


def has_living_player(game: LoadedGame, seats: Mapping[PowerId, Seat]) -> bool:
    """True if a person plays a power that is still in the game and not in civil disorder."""
    return any(seat.has_player and power in game.snapshot.voters for power, seat in seats.items())


def list_handed(game: LoadedGame, seats: Mapping[PowerId, Seat], plans: Plans) -> dict[PowerId, Handed]:
    """What every power that is due has sent."""
    return {power: handed_of(plans.get(power), is_bot=bool(seats[power].bot)) for power in game.due}


def look_again(connection: Connection, services: Services, game: LoadedGame, *, is_asked: bool = False) -> None:
    """Set when the worker must check a game, after a change that may make it due."""
    if game.row.is_clocked:
        _set_looks(connection, _load_phase(connection, game), services.clock.now(), is_asked=is_asked)


def dry_run(connection: Connection, game: LoadedGame) -> PhaseRecord:
    """Judge the current orders without storing anything. Secret votes are not counted: they stay secret."""
    scheme = scheme_of(game.variant)
    state = hide_votes(game.state, scheme, None)
    record = make_record(game, state, list_plans(connection, game.id, game.row.turn))
    return replace(record, tallies=()) if scheme.secret else record


def make_record(game: LoadedGame, state: GameState, plans: Plans) -> PhaseRecord:
    """Judge plan A of every power: saved orders count, missing orders hold."""
    texts = {
        power: plans[power].texts
        for power in game.variant.powers
        if power in plans and power not in state.position.in_disorder and plans[power].texts
    }
    return advance(game.variant, state, read_submissions(game.variant.board, texts), game.rulebook)


def judge_game(connection: Connection, services: Services, game: LoadedGame, line: Line | None = None) -> PhaseRecord:
    """Judge the phase of a locked game and store all consequences, in the open transaction."""
    return _judge(connection, services, _load_phase(connection, game), line or Line())


def _judge(connection: Connection, services: Services, phase: _Phase, line: Line) -> PhaseRecord:
    game, seats, plans = phase.game, phase.people.seats, phase.plans
    bots = [power for power, seat in seats.items() if seat.bot]
    is_among_bots = game.row.is_solo and not has_living_player(game, seats)
    state = vote_for_bots(connection, game, bots, may_propose=is_among_bots)
    record = make_record(game, state, plans)
    bench = _Bench(connection, services, game, phase.people)
    bench.add(Judged(record))
    seal = Seal(bench.number, bench.head)
    handed = list_handed(game, seats, plans)
    note_attendance(connection, game, seats, handed, entry=bench.number, now=bench.now)
    bench.log(line, f"{word_phase(record.phase)}: judged.")
    bench.log_votes(record)
    after = record.after
    if after.ending is None:
        after = bench.settle_missing(seats, handed, after)
    deadline = bench.open_phase(after, plans, seats, line)
    bench.tell(record, seal, deadline)
    return record


class Chain:
    """Appends entries to the chain of a locked game, with the hashes of the game package."""

    def __init__(self, connection: Connection, services: Services, game: LoadedGame) -> None:
        self.connection = connection
        self.services = services
        self.game = game
        self.now = services.clock.now()
        self.number: int = game.row.entry
        self.head: str = game.row.head

    def add(self, event: Judged | Changed) -> None:
        """Append one entry. Open votes are stored with the game, and not in the chain, which others can read."""
        event = seal_votes(event, scheme_of(self.game.variant))
        entry = make_entry(self.number + 1, self.head, event)
        state = event.record.before if isinstance(event, Judged) else event.after
        text = dump(write_entry(entry))
        add_entry(
            self.connection,
            self.game.id,
            number=entry.number,
            digest=entry.hash,
            kind=EntryKind.JUDGED if isinstance(event, Judged) else EntryKind.CHANGED,
            phase=str(state.phase),
            text=text,
            now=self.now,
        )
        keep_event(self.game.id, entry.hash, event, len(text))
        self.number, self.head = entry.number, entry.hash


class _Bench(Chain):
    """One judgement: what it stores besides the record."""

    def __init__(self, connection: Connection, services: Services, game: LoadedGame, people: People) -> None:
        super().__init__(connection, services, game)
        self.people = people
        self.members: Sequence[NamedMember] = people.members
        self.missed: dict[PowerId, Missed] = {}

    def log(self, line: Line, text: str, audience: str = ALL) -> int:
        """Add one line to the log; returns its number."""
        return add_log(
            self.connection,
            self.game.id,
            self.now,
            actor=line.actor,
            act=line.act,
            text=line.text or text,
            note=line.note,
            audience=audience,
        )

    def log_votes(self, record: PhaseRecord) -> None:
        """Log the result of counted proposals, and how powers voted: that is no longer secret."""
        for tally in record.tallies:
            variant = self.game.variant
            text = f"{word_tally_in_full(variant, tally)} {word_votes_cast(variant, tally)}"
            line = self.log(Line(act="vote"), text)
            if not tally.is_carried:
                notify_table(self.connection, self.services, self.game, NoticeKind.VOTE, text, occasion=line)

    def settle_missing(
        self, seats: Mapping[PowerId, Seat], handed: Mapping[PowerId, Handed], after: GameState
    ) -> GameState:
        """Count missed turns. A power that misses too often is offered to standbys, then falls into civil disorder."""
        limit, then = self.game.terms.missing.limit, self.game.terms.missing.then
        fallen: list[PowerId] = []
        for power, what in handed.items():
            seat = seats[power]
            is_counted = seat.has_player or seat.is_offered
            missed = seat.missed + 1 if is_counted and not what.is_in else 0
            if missed != seat.missed:
                change_seat(self.connection, self.game.id, power, missed=missed)
            is_fallen = missed >= limit and (then is Then.DISORDER or (seat.is_offered and missed > limit))
            is_offered = missed >= limit and not is_fallen and not seat.is_offered
            if missed and seat.has_player:
                self._miss(power, Missed(missed, is_offered, is_fallen))
            if is_fallen:
                fallen.append(power)
            elif is_offered:
                self._offer(power)
            elif what.is_in and seat.is_offered and seat.has_player:
                self._end_offer(power)
        return self._fall(fallen, after) if fallen else after

    def _miss(self, power: PowerId, missed: Missed) -> None:
        """Tell the player that no orders came, by e-mail and in the log, where no one else can read it."""
        self.missed[power] = missed
        text = word_missed(self.game.variant, self.game.state.phase, power)
        self.log(Line(act="missed"), text, f"power:{power}")

    def _end_offer(self, power: PowerId) -> None:
        """The player is back: a player who gives orders keeps the seat."""
        change_seat(self.connection, self.game.id, power, is_offered=False)
        name = self.game.variant.powers[power].name
        self.log(Line(act="offer"), ENGLISH.fill("log.missed.back", power=name))

    def _offer(self, power: PowerId) -> None:
        game, name = self.game, self.game.variant.powers[power].name
        change_seat(self.connection, game.id, power, is_offered=True)
        line = self.log(Line(act="offer"), ENGLISH.fill("log.missed.offered", power=name))
        # The e-mail about the missed phase tells the player.
        notify_offered(self.connection, self.services, game, power, self.members, occasion=line, tells_player=False)

    def _fall(self, fallen: Sequence[PowerId], after: GameState) -> GameState:
        changes: tuple[Change, ...] = tuple(SetDisorder(power, is_on=True) for power in fallen)
        after = apply_changes(after, changes)
        self.add(Changed(changes, after, "no orders came too often"))
        for power in fallen:
            name = self.game.variant.powers[power].name
            text = ENGLISH.fill("log.missed.disorder", power=name)
            line = self.log(Line(act="disorder"), text)
            others = [other for other in self.game.variant.seats if other != power]
            notify_table(
                self.connection, self.services, self.game, NoticeKind.DISORDER, text, occasion=line, powers=others
            )
        return after

    def open_phase(self, after: GameState, plans: Plans, seats: Mapping[PowerId, Seat], line: Line) -> datetime | None:
        """Open the next phase: state, turn, deadline, standing orders; returns the deadline."""
        game, text = self.game, dump(write_state(after))
        opened = read_snapshot(game.rules, text)
        is_over = after.ending is not None
        deadline = None if is_over else choose_deadline(self.connection, self.services, game, opened)
        row = replace(
            game.row,
            state=text,
            phase=str(after.shown_phase),
            head=self.head,
            entry=self.number,
            turn=game.row.turn + 1,
            version=game.row.version + 1,
            deadline=deadline,
            look_at=None,
            bots_at=None,
            talks_at=None,
            judge_wish=dump(asdict(replace(line, more=line.more - 1))) if line.more and not is_over else None,
            is_locked=False,
            phase_since=self.now,
            status=GameStatus.ENDED if is_over else game.row.status,
            ended_at=self.now if is_over else None,
            # A pause continues over the new phase, with all its time left.
            paused_at=self.now if game.row.paused_at and not is_over else None,
        )
        if not is_over:
            carried = carry_standing_orders(self.connection, self.services, game, opened, plans)
            carry_undone_orders(self.connection, self.services, game, opened, seats)
            if row.is_running:
                # Bots order at once, and a phase in which no power is due is skipped.
                looks = _choose_looks(_Phase(LoadedGame(row, game.rules, opened), self.people, carried), self.now)
                row = replace(row, look_at=looks.clock, bots_at=looks.bots)
        change_game(self.connection, game.id, **list_changes(game.row, row))
        add_event(self.connection, game.id, "all", "judged", self.now)
        return deadline

    def tell(self, record: PhaseRecord, seal: Seal, deadline: datetime | None) -> None:
        """Notify the players and the webhook."""
        notify_judged(
            self.connection,
            self.services,
            self.game,
            record,
            self.members,
            entry=self.number,
            seal=seal,
            deadline=deadline,
            missed=self.missed,
        )


def choose_deadline(
    connection: Connection, services: Services, game: LoadedGame, opened: Snapshot, *, is_first: bool = False
) -> datetime | None:
    """The deadline of a phase that opens now, moved past the absences of players who have vacation days left."""
    now, terms, kind = services.clock.now(), game.terms, opened.state.phase.kind
    deadline = next_deadline(terms.clock, kind, now, is_first=is_first)
    if deadline is None:
        return None
    excused = excuse_absent(connection, game, opened, deadline, now)
    if excused.moves:
        write_excused(connection, game, game.row.turn + 1, excused, now)
        add_log(connection, game.id, now, actor=CLOCK, act="excuse", text=word_excused(game, excused))
    return excused.deadline


def carry_standing_orders(
    connection: Connection, services: Services, game: LoadedGame, opened: Snapshot, plans: Plans
) -> dict[PowerId, StoredPlan]:
    """Standing orders for retreats and builds become the orders of their phases; returns these."""
    carried: dict[PowerId, StoredPlan] = {}
    if opened.state.phase.kind is PhaseKind.MOVES:
        return carried
    coming = game.at(opened)
    for power in opened.due:
        if power not in plans:
            continue
        standing = plans[power].standing
        if standing.retreats or standing.builds:
            carried[power] = put_plan(
                connection, game.id, game.row.turn + 1, power, "A",
                texts=choose_standing(coming, power, standing), standing=standing, by=plans[power].by,
                now=services.clock.now(),
            )  # fmt: skip
    return carried
