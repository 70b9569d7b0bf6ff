"""One text with the orders of several powers, as game masters receive them: reviewed by power, saved all or none."""

from collections.abc import Mapping
from dataclasses import dataclass

from legation.board import PowerId
from legation.orders import Submission
from legation.render.words import ENGLISH, word_phase
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.game.event_storage import add_event
from legation.server.game.loaded_game import LoadedGame, decode_game, load_game, load_locked_game
from legation.server.game.log_storage import add_log
from legation.server.game.membership import Act, Membership, open_game
from legation.server.game.plans import amend_plan, list_kept, list_plans, put_plan, review_plan, texts_of
from legation.server.game.records import Author, StoredPlan
from legation.server.identity.viewers import Viewer
from legation.server.judging.service import look_again
from legation.server.orders.reviews import NOBODY, CheckedLine, OrderText, Setting, check_order_text, read_order_text


@dataclass(frozen=True, slots=True)
class PowerOrders:
    """How the lines of one power are understood."""

    power: PowerId
    lines: list[CheckedLine]
    read: int
    refused: int
    missing: list[str]
    """Units that the text does not name: with whole sheets they hold, or disband if they must retreat."""
    unused: int
    """Builds that the text leaves unused, or if negative removals that it leaves to the rulebook."""
    left_out: str | None
    """Why nothing is saved for the power."""


@dataclass(frozen=True, slots=True)
class LineOfNobody:
    """A line that is under no heading and names no unit on the board."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class AllOrders:
    """How a text is understood, power by power."""

    powers: list[PowerOrders]
    of_nobody: list[LineOfNobody]
    silent: list[PowerId]
    """Powers that have something to order, but no line in the text."""
    is_saved: bool


def enter_all(
    services: Services,
    viewer: Viewer,
    game_id: str,
    *,
    turn: int,
    text: str,
    whole_sheets: bool,
    is_preview: bool = False,
) -> AllOrders:
    """Review a text, and save its orders for all powers at once unless it is only a preview."""
    with services.store.read() as connection:
        row, membership = open_game(connection, game_id, viewer)
        game = decode_game(connection, services, row)
        _check(game, membership, turn)
        plans = list_plans(connection, game.id, turn)
    letter = _read(game, text)
    found = _review(game, letter, plans if membership.sees_orders else {}, is_saved=not is_preview)
    if is_preview:
        return found
    if found.of_nobody:
        line = found.of_nobody[0]
        raise HttpRefusal(422, "no_writer", field="text", number=line.number, text=line.text)
    writers = [power.power for power in found.powers if power.left_out is None]
    if not writers:
        raise HttpRefusal(422, "no_orders_in_text", field="text")
    with services.store.write() as connection:
        game, membership = load_locked_game(connection, services, game_id, viewer)
        _check(game, membership, turn)
        plans = list_plans(connection, game.id, turn)
        now = services.clock.now()
        for power in writers:
            lines = [line.text for line in letter.lines if line.power == power]
            before = plans.get(power)
            if not whole_sheets:
                lines = [*amend_plan(game, power, texts_of(before), lines)]
            review = review_plan(game, power, lines)
            texts = list_kept(game, review)
            put_plan(connection, game.id, turn, power, "A", before=before, texts=texts, by=Author.GM, now=now)
        for audience in (*(f"power:{power}" for power in writers), "gm"):
            add_event(connection, game.id, audience, "orders", now)
        names = ENGLISH.join_and([game.variant.powers[power].name for power in writers])
        told = ENGLISH.fill("log.orders_of_all", powers=names, phase=word_phase(game.state.phase))
        add_log(connection, game.id, now, actor=viewer.need_account().name, act="orders", text=told)
        look_again(connection, services, load_game(connection, services, game.id))
    return found


def _check(game: LoadedGame, membership: Membership, turn: int) -> None:
    membership.need(Act.GM)
    if not game.row.is_in_play:
        raise HttpRefusal(409, "not_running", case="game")
    if turn != game.row.turn:
        phase = word_phase(game.state.phase)
        raise HttpRefusal(409, "judged_already", case="next_has_begun", field="turn", phase=phase)


def _read(game: LoadedGame, text: str) -> OrderText:
    """The lines with their powers."""
    return read_order_text(game.variant, game.state, text, game.variant.power_names)


def _review(game: LoadedGame, letter: OrderText, plans: Mapping[PowerId, StoredPlan], *, is_saved: bool) -> AllOrders:
    setting = Setting(game.variant, game.rulebook, game.state)
    earlier = {power: review_plan(game, power, plan.texts).orders for power, plan in plans.items()}
    known = [number for number, line in enumerate(letter.lines) if line.power != NOBODY]
    checked = check_order_text(
        setting,
        OrderText(tuple(letter.lines[number] for number in known), tuple(letter.starts[number] for number in known)),
        earlier,
    )
    writers = dict.fromkeys(line.power for line in checked.lines)
    return AllOrders(
        powers=[
            _describe_power(game, power, checked.lines, letter.lines)
            for power in game.variant.seats
            if power in writers
        ],
        of_nobody=[
            LineOfNobody(number + 1, line.text) for number, line in enumerate(letter.lines) if line.power == NOBODY
        ],
        silent=[power for power in game.due if power not in writers],
        is_saved=is_saved,
    )


def _describe_power(
    game: LoadedGame, power: PowerId, lines: list[CheckedLine], written: tuple[Submission, ...]
) -> PowerOrders:
    own = [line for line in lines if line.power == power]
    review = review_plan(game, power, [line.text for line in written if line.power == power])
    return PowerOrders(
        power=power,
        lines=own,
        read=len(review.orders),
        refused=len(review.refused),
        missing=[str(unit) for unit in review.idle],
        unused=review.unused,
        left_out=_find_obstacle(game, power),
    )


def _find_obstacle(game: LoadedGame, power: PowerId) -> str | None:
    name = game.variant.powers[power].name
    if power in game.state.position.in_disorder:
        return ENGLISH.fill("http.in_disorder", power=name)
    if power not in game.due:
        return ENGLISH.fill("http.not_due.orders", power=name)
    return None
