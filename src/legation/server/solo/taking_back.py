"""Taking back: a game against bots returns to the last phase in which its player had something to order.

The undone entries stay in the chain, followed by one that says so: the record of the game is honest. The player's
orders of that phase are on file again. The bots choose again, so that knowing their orders gives no advantage.
"""

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection

from legation.board import PowerId
from legation.game import PhaseRecord, parse_phase
from legation.orders import read_submissions
from legation.render.words import ENGLISH, word_phase
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.game.event_storage import add_event
from legation.server.game.loaded_game import LoadedGame, decode_game, load_game, load_record, make_snapshot
from legation.server.game.log_storage import add_log
from legation.server.game.member_storage import Resigned, add_member, change_seat, find_resigned, leave_roles
from legation.server.game.membership import Membership, open_game
from legation.server.game.order_lines import OrderLine, describe_lines
from legation.server.game.plans import drop_bot_plans
from legation.server.game.records import EntryHead, Role
from legation.server.game.storage import change_game, list_heads
from legation.server.games.game_page import GamePage, load_game_page
from legation.server.identity.viewers import Account, Viewer
from legation.server.judging.rewind import RewindRequest, apply_rewind, load_past, plan_rewind, word_rewind
from legation.server.judging.service import look_again
from legation.server.solo.service import check_solo, lock_solo, note_asker


@dataclass(frozen=True, slots=True)
class WayBack:
    """The result of taking back."""

    phase: str
    """The phase to which the game returns."""
    phase_title: str
    undone: list[str]
    """Titles of the phases that will no longer count; none if a player only withdraws a resignation."""
    orders: list[OrderLine]
    """The player's orders of that phase, which will be on file again."""
    resumes: PowerId | None
    """The power that a player who has resigned will play again."""
    head: str
    """To be sent with the request: it is refused if anything has been judged since."""


@dataclass(frozen=True, slots=True)
class _Goal:
    """The phase to go back to, and its player."""

    power: PowerId
    is_resumed: bool
    """True if the player had resigned, and plays again."""
    record: PhaseRecord | None
    """The former judgement; None if nothing has been judged since the player resigned."""
    undone: tuple[EntryHead, ...] = ()
    """The judged phases that will no longer count."""


def preview_way_back(services: Services, viewer: Viewer, game_id: str) -> WayBack:
    """The result that taking back would have."""
    with services.store.read() as connection:
        game, goal = _load_goal(connection, services, viewer, game_id)
    phase = goal.record.phase if goal.record else game.state.shown_phase
    return WayBack(
        phase=str(phase),
        phase_title=word_phase(phase),
        undone=[word_phase(parse_phase(head.phase)) for head in goal.undone],
        orders=_list_orders(game, goal),
        resumes=goal.power if goal.is_resumed else None,
        head=game.row.head,
    )


def _list_orders(game: LoadedGame, goal: _Goal) -> list[OrderLine]:
    """The player's orders of the phase to go back to."""
    texts = goal.record.texts.get(goal.power, ()) if goal.record else ()
    board = game.variant.board
    return describe_lines(board, read_submissions(board, {goal.power: texts})).get(goal.power, [])


def take_back(services: Services, viewer: Viewer, game_id: str, head: str) -> GamePage:
    """Go back to the last phase in which the player had something to order."""
    services.rates.take("take_back", viewer.rate_key, services.clock.now())
    with services.store.read() as connection:
        game, goal = _load_goal(connection, services, viewer, game_id)
        past = load_past(connection, game, str(goal.record.phase)) if goal.record else None
    now, account = services.clock.now(), viewer.need_account()
    rewind = plan_rewind(past, RewindRequest(str(goal.record.phase)), now) if past and goal.record else None

    def write(connection: Connection, game: LoadedGame) -> str:
        sentences = list[str]()
        if goal.is_resumed:
            _resume(connection, services, account, game, goal.power)
            power = game.variant.powers[goal.power].name
            sentences.append(ENGLISH.fill("log.solo.resumed", name=account.name, power=power))
        if rewind is not None:
            apply_rewind(connection, services, game, rewind)
            sentences.append(word_rewind(game, rewind))
        else:
            change_game(connection, game.id, judge_wish=None)
        return " ".join(sentences)

    return write_way_back(services, viewer, game_id, head, write)


def write_way_back(
    services: Services, viewer: Viewer, game_id: str, head: str, write: Callable[[Connection, LoadedGame], str]
) -> GamePage:
    """Let a game against bots go back and its bots think again, unless anything has been judged since ``head``.

    ``write`` changes the locked game and returns the text for its log.
    """
    with services.store.write() as connection:
        game, _ = lock_solo(connection, services, viewer, game_id)
        if game.row.head != head:
            phase = word_phase(game.state.shown_phase)
            raise HttpRefusal(409, "judged_already", case="gone_on", field="head", phase=phase)
        text, now = write(connection, game), services.clock.now()
        look_again(connection, services, load_game(connection, services, game.id))
        add_log(connection, game.id, now, actor=viewer.need_account().name, act="back", text=text)
        add_event(connection, game.id, "all", "members", now)
        page = load_game_page(connection, services, game_id, viewer)
    note_asker(services, viewer, game_id)
    services.bell.ring()
    return page


def _resume(connection: Connection, services: Services, account: Account, game: LoadedGame, power: PowerId) -> None:
    """Let a player who has resigned play the power again."""
    now = services.clock.now()
    leave_roles(connection, game.id, account.id, now)
    add_member(connection, game.id, account.id, Role.PLAYER, now, power=power)
    change_seat(connection, game.id, power, bot=None)
    drop_bot_plans(connection, game.id, game.row.turn, power)


def _load_goal(connection: Connection, services: Services, viewer: Viewer, game_id: str) -> tuple[LoadedGame, _Goal]:
    row, membership = open_game(connection, game_id, viewer)
    game = decode_game(connection, services, row)
    check_solo(game, membership)
    resigned = find_resigned(connection, game.id, viewer.need_account().id)
    judged = tuple(head for head in list_heads(connection, game.id) if head.is_judged)
    if membership.power is None and resigned is not None:
        return game, _resignation(connection, game, judged, resigned)
    return game, _last_due(connection, game, judged, membership)


def _last_due(connection: Connection, game: LoadedGame, judged: tuple[EntryHead, ...], membership: Membership) -> _Goal:
    """The last judged phase in which the player had something to order.

    Phases in which only bots had to retreat or build would be judged again at once.
    """
    power = membership.need_power()
    for place in reversed(range(len(judged))):
        record = load_record(connection, game.id, judged[place].number, judged[place].hash)
        if power in make_snapshot(game.rules, record.before).due:
            return _Goal(power, is_resumed=False, record=record, undone=judged[place:])
    raise HttpRefusal(409, "nothing_to_take_back")


def _resignation(connection: Connection, game: LoadedGame, judged: tuple[EntryHead, ...], resigned: Resigned) -> _Goal:
    """The phase in which the player resigned."""
    since = tuple(head for head in judged if head.made_at > resigned.at)
    record = load_record(connection, game.id, since[0].number, since[0].hash) if since else None
    return _Goal(resigned.power, is_resumed=True, record=record, undone=since)
