"""The talks of bots, as work of the queue in which they order: only the judging of a solo game waits for them.

A bot knows what its seat may see: the board, its own orders, and the letters that it wrote or received. Its memory is
derived from these letters and the records of judged phases, so a restart loses nothing.
"""

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection

from legation.board import PowerId
from legation.bots import Patience, wants_draw
from legation.bots.talking import YEARS_REMEMBERED, Draw, Letter, TalkingSeat, TalkResult, WrittenLetter, remember
from legation.game import Phase, PhaseKind, PhaseRecord, hide_votes, list_survivors, parse_phase, scheme_of
from legation.server.base.bot_process import TalkQuestion, ThinkingStoppedError
from legation.server.base.services import Services
from legation.server.bots.characters import get_character
from legation.server.bots.service import list_idle_bots, make_seed
from legation.server.game.loaded_game import LoadedGame, load_game, load_record
from legation.server.game.plans import list_plans, put_plan
from legation.server.game.records import Author, GameKind, StoredPlan
from legation.server.game.seats import Seat, load_seats
from legation.server.game.storage import list_heads, lock_game
from legation.server.game.timeline import count_quiet_years
from legation.server.judging.service import has_living_player, look_again
from legation.server.press.rights import make_press_state
from legation.server.press.rooms import Reader, make_key, why_not_write
from legation.server.press.service import post
from legation.server.press.sketches import read_sketch
from legation.server.talking.storage import (
    DueTalk,
    UnreadLetter,
    claim_talk,
    find_due_talk,
    list_said,
    list_unread,
    mark_meant,
    mark_written,
)
from legation.server.talking.wording import sketch_letter, word_letter
from legation.server.votes.service import propose_for_bot

LEASE = timedelta(seconds=20)
"""How long other processes leave the talks of a game to the one that has begun them."""
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Table:
    """A game whose bots talk: the bots, their orders, and the letters to read."""

    game: LoadedGame
    bots: Mapping[PowerId, Seat]
    plans: Mapping[PowerId, StoredPlan]
    unread: tuple[UnreadLetter, ...]
    said: tuple[Letter, ...]
    records: Mapping[Phase, PhaseRecord]
    is_quiet: bool
    """True if no centre has changed hands for so long that bots would share a draw."""


def talk_for_bots(services: Services, kind: GameKind, is_stopping: Callable[[], bool] = lambda: False) -> int:
    """Let the bots of all games of a kind read and write; returns how many games there were."""
    count = 0
    while not is_stopping():
        with services.store.read() as connection:
            due = find_due_talk(connection, kind, services.clock.now())
        if due is None:
            break
        count += 1
        leased = DueTalk(due.game, services.clock.now() + LEASE)
        with services.store.write() as connection:
            if not claim_talk(connection, due, leased.talks_at):
                continue  # another process was first
        try:
            _talk(services, leased)
        except ThinkingStoppedError:
            with services.store.write() as connection:
                claim_talk(connection, leased, due.talks_at)  # the next start need not wait
            break
        except Exception:  # a game goes on without talks
            logger.exception("the bots of game %s could not talk", due.game)
            _end_talk(services, leased)
    return count


def _talk(services: Services, due: DueTalk) -> None:
    """Let the bots of one game talk, outside any transaction, and store the results."""
    with services.store.read() as connection:
        table = _load_table(connection, load_game(connection, services, due.game))
    question = make_talk_question(table) if table else None
    if table is None or question is None:
        _end_talk(services, due)
        return
    thinker = services.bots.solo if table.game.row.is_solo else services.bots.hosted
    begun = time.monotonic()
    result = thinker.talk(question) or TalkResult(understood=((),) * len(question.incoming))
    services.bots.shares.charge(services.bots.askers.get(due.game) or due.game, time.monotonic() - begun)
    with services.store.write() as connection:
        row = lock_game(connection, due.game)
        if row is not None and row.turn == table.game.row.turn and row.is_in_play:
            _write(connection, services, table, result)
        claim_talk(connection, due, None)
        if row is not None:
            look_again(connection, services, load_game(connection, services, due.game))
    services.bell.ring()


def _end_talk(services: Services, due: DueTalk) -> None:
    with services.store.write() as connection:
        if lock_game(connection, due.game) is not None:
            claim_talk(connection, due, None)
            look_again(connection, services, load_game(connection, services, due.game))
    services.bell.ring()


def _load_table(connection: Connection, game: LoadedGame) -> _Table | None:
    """The data for talks; None if bots do not talk now."""
    seats, plans = load_seats(connection, game.id), list_plans(connection, game.id, game.row.turn)
    if not may_talk(game, seats) or list_idle_bots(game, seats, plans):
        return None  # bots talk when all of them have ordered
    alive = list_survivors(game.variant.board, game.state.position)
    bots = {power: seat for power, seat in seats.items() if seat.bot and power in alive and power in plans}
    records, since = _load_records(connection, game)
    said = list_said(connection, game.id, game.variant.board.names, game.state.phase.year - YEARS_REMEMBERED)
    return _Table(
        game,
        bots,
        plans,
        tuple(list_unread(connection, game.id, bots, since)),
        tuple(said),
        records,
        count_quiet_years(connection, game) >= Patience().quiet_years,
    )


def may_talk(game: LoadedGame, seats: Mapping[PowerId, Seat]) -> bool:
    """True if bots talk in the current phase: in movement phases, and only if someone else plays."""
    return (
        game.terms.has_talking_bots
        and game.row.is_running
        and game.row.lesson is None
        and game.state.phase.kind is PhaseKind.MOVES
        and has_living_player(game, seats)
    )


def _load_records(connection: Connection, game: LoadedGame) -> tuple[dict[Phase, PhaseRecord], datetime | None]:
    """The movement phases that bots remember, and when the last one was judged."""
    records: dict[Phase, PhaseRecord] = {}
    since = None
    for head in list_heads(connection, game.id):
        phase = parse_phase(head.phase)
        if not head.is_judged or phase.kind is not PhaseKind.MOVES:
            continue
        since = head.made_at
        if phase.year > game.state.phase.year - YEARS_REMEMBERED:
            records[phase] = load_record(connection, game.id, head.number, head.hash)
    return records, since


def make_talk_question(table: _Table) -> TalkQuestion | None:
    """The question to the bots that have something to say or to read; None if no bot has."""
    game, phase = table.game, table.game.state.phase
    readers = {letter.to for letter in table.unread}
    seats = []
    for power in table.bots:
        plan = table.plans[power]
        # The first version of a bot's plan is the one that it had before it talked.
        is_opening = plan.version == 1
        if is_opening or power in readers:
            memory = remember(game.variant.board, power, phase, table.said, table.records)
            likes_draw = table.is_quiet or wants_draw(game.variant, game.rulebook, game.state, power)
            seed = make_seed(game.id, game.row.turn, power)
            character = get_character(game, power)
            votes = game.terms.bot_voting
            seats.append(TalkingSeat(power, character, memory, plan.texts, seed, likes_draw, votes, is_opening))
    if not seats:
        return None
    incoming = []
    for letter in table.unread:
        sketch = read_sketch(letter.sketch)
        orders = sketch.orders if sketch is not None and sketch.phase == str(phase) else {}
        incoming.append(WrittenLetter(letter.sender, letter.to, letter.text, orders, letter.is_shared))
    state = hide_votes(game.state, scheme_of(game.variant), None)
    said = tuple(letter for letter in table.said if letter.phase == phase)
    return TalkQuestion(game.variant, game.rulebook, state, tuple(seats), tuple(incoming), said)


def _write(connection: Connection, services: Services, table: _Table, result: TalkResult) -> None:
    """Store letters and changed orders in a locked game, whose turn is still the same."""
    game, phase, now = table.game, table.game.state.phase, services.clock.now()
    for power, texts in result.orders.items():
        put_plan(
            connection, game.id, game.row.turn, power, "A",
            before=table.plans[power], texts=texts, by=Author.BOT, now=now,
        )  # fmt: skip
    meant = zip(table.unread, result.understood, strict=True)
    mark_meant(connection, phase, list(meant))
    is_opening = any(table.plans[power].version == 1 for power in result.orders)
    for letter in (*result.letters, *(_propose_draw(connection, services, table) if is_opening else ())):
        _post(connection, services, table, letter)


def _propose_draw(connection: Connection, services: Services, table: _Table) -> list[Letter]:
    """When nothing moves any more, a bot proposes a draw of all and tells the people; once in a phase."""
    game = table.game
    is_proposed = any(not proposal.places for proposal in game.state.open_proposals)
    if not table.is_quiet or not game.terms.bot_voting or is_proposed:
        return []
    people = [power for power in game.variant.seats if power in game.snapshot.voters and power not in table.bots]
    for power in sorted(table.bots):
        if propose_for_bot(connection, services, game, power):
            return [Letter(game.state.phase, power, other, Draw()) for other in people]
    return []


def _post(connection: Connection, services: Services, table: _Table, letter: Letter) -> None:
    """Send a letter of a bot, unless press is closed to it."""
    game, writer = table.game, Reader(letter.sender)
    key = make_key(writer, [letter.to])
    assert key is not None, "no bot writes to itself"
    state = make_press_state(services, game)
    if why_not_write(game.terms.press, key, writer, state, is_grey=False) is not None:
        return
    lot = make_seed(game.id, game.row.turn, PowerId(f"{letter.sender}/{letter.to}"))
    character = get_character(game, letter.sender)
    text = word_letter(game.variant, character, letter, lot)
    sent = post(
        connection, services, game, writer, key=key, account=None, text=text, sketch=sketch_letter(letter),
        is_told=letter.to not in table.bots,
    )  # fmt: skip
    mark_written(connection, letter.phase, sent.room, sent.number, letter.meaning)
