"""The sandbox: any position, orders for all powers, any rulebook. It knows games only as copies of judged facts."""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import cast

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from legation.board import PowerId, space_of
from legation.contract import RequestJson, StateJson, StateRequestJson, describe_state, read_request
from legation.game import (
    GameState,
    JudgeRequest,
    PhaseRecord,
    Reach,
    advance,
    list_due,
    start_state,
)
from legation.render.words import word_ending
from legation.server.base.refusals import HttpRefusal, not_found
from legation.server.base.services import Services
from legation.server.base.times import format_time
from legation.server.game.loaded_game import LoadedGame, load_record
from legation.server.game.order_lines import OrderLine, ResultLine, describe_lines, describe_outcomes
from legation.server.game.visibility import open_visible
from legation.server.identity.viewers import Viewer, make_digest
from legation.server.orders.options import PhaseOptions, list_options
from legation.server.orders.reviews import NOBODY, CheckedText, Setting, check_order_text, read_order_text
from legation.server.results.phase_results import Results, describe_results
from legation.server.results.scene import Scene, describe_scene, list_own_lines, shows_now
from legation.server.results.space_facts import ReachPage, SpacePage, describe_reach, describe_space_facts
from legation.server.sandbox.board_place import BoardPlace, RequestData, locate_board
from legation.server.sandbox.storage import (
    add_sandbox,
    find_sandbox,
    mark_opened,
    measure_all,
    measure_of_account,
    measure_of_network,
)
from legation.server.variants.opening import open_variant
from legation.server.variants.played_variants import name_rules
from legation.variants import Variant, list_rulebooks, list_variants, name_edition

LONGEST_REQUEST = 200_000
MEGABYTE = 1_000_000
OPENED_EVERY = timedelta(days=1)
"""How precisely the last opening of a sandbox is stored."""


@dataclass(frozen=True, slots=True)
class SandboxLink:
    """The address of a stored sandbox."""

    id: str
    url: str
    kept_until: str
    """When it is removed, unless someone opens it before."""


@dataclass(frozen=True, slots=True)
class Sandbox:
    """A stored sandbox."""

    id: str
    variant: str
    request: RequestJson


@dataclass(frozen=True, slots=True)
class Difference:
    """An order that another rulebook judges differently; null if it judges no such order."""

    power: PowerId
    order: str
    was: str | None
    now: str | None
    text: str


@dataclass(frozen=True, slots=True)
class SandboxVerdict:
    """A judged position: before and after, results, and the next request."""

    scene_before: Scene
    scene_after: Scene
    results: Results
    next: StateRequestJson
    differences: dict[str, list[Difference]]
    """What other rulebooks change."""
    ended: str | None = None
    """How this phase ends the game, in a sentence."""


@dataclass(frozen=True, slots=True)
class SandboxOptions:
    """What a power may order in a position, how the orders of all powers in it are understood, and how it is drawn."""

    options: PhaseOptions
    power: PowerId
    due: Sequence[PowerId]
    """The powers that have something to order."""
    orders: dict[PowerId, list[OrderLine]]
    scene: Scene
    """The position, without orders."""


def keep_sandbox(services: Services, viewer: Viewer, request: RequestData) -> SandboxLink:
    """Store a request to share it as a link."""
    text = json.dumps(request, separators=(",", ":"))
    if len(text) > LONGEST_REQUEST:
        raise HttpRefusal(413, "too_large", case="sandbox", field="request", most=LONGEST_REQUEST)
    found = read_request(request, locate_board(services, viewer, request).load)
    key, now = services.randomness.name_id(12), services.clock.now()
    # A single request makes a guest account, so guests share the room of their address.
    network = None if viewer.has_full_account else make_digest(viewer.address)
    with services.store.write() as connection:
        _check_room(connection, services, viewer, network, len(text.encode()))
        add_sandbox(
            connection, key=key, account=viewer.account_id, network=network,
            variant=str(request.get("variant") or found.variant.id), text=text, now=now,
        )  # fmt: skip
    ends_at = _end_of(services, now, is_owned=network is None)
    return SandboxLink(key, f"{services.settings.public_url}/sandbox/{key}", format_time(ends_at))


def _check_room(connection: Connection, services: Services, viewer: Viewer, network: str | None, size: int) -> None:
    """Refuse a sandbox for which its maker, or the host, has no room left."""
    keeping = services.settings.keeping
    if network is not None:
        if measure_of_network(connection, network) + size > keeping.sandbox_address * MEGABYTE:
            raise HttpRefusal(409, "no_room", case="address")
    elif measure_of_account(connection, viewer.need_account().id) + size > keeping.sandbox_account * MEGABYTE:
        most, days = keeping.sandbox_account, keeping.owned_sandbox_days
        raise HttpRefusal(409, "no_room", case="account", most=most, days=days)
    room = keeping.sandbox_total * MEGABYTE // (1 if network is None else 2)
    if measure_all(connection) + size > room:
        raise HttpRefusal(409, "no_room", case="host")


def _end_of(services: Services, opened_at: datetime, *, is_owned: bool) -> datetime:
    keeping = services.settings.keeping
    return opened_at + timedelta(days=keeping.owned_sandbox_days if is_owned else keeping.sandbox_days)


def read_sandbox(services: Services, key: str) -> Sandbox:
    """A stored request; opening it prolongs its storage."""
    now = services.clock.now()
    with services.store.read() as connection:
        row = find_sandbox(connection, key[:24])
    if row is None:
        raise not_found("sandbox")
    if now - row.opened_at > OPENED_EVERY:
        # If nothing can be written, it can still be read.
        with suppress(SQLAlchemyError), services.store.write() as connection:
            mark_opened(connection, row.id, now)
    return Sandbox(row.id, row.variant, json.loads(row.text))


def judge_sandbox(board: BoardPlace, data: RequestData, also_rules: Sequence[str] = ()) -> SandboxVerdict:
    """Judge a request: the position before and after, results, the next request, and other rulebooks' differences."""
    request = read_request(data, board.load)
    record = _judge(request)
    variant = request.variant
    lines = describe_outcomes(variant.board, record, request.rulebook)
    return SandboxVerdict(
        scene_before=describe_scene(variant, request.rulebook, record.before, {}, lines),
        scene_after=describe_scene(variant, request.rulebook, record.after, {}, []),
        results=describe_results(variant, request.rulebook, record, lines, None),
        next=_make_next(data, variant, record.after),
        differences={rules: _compare(board, data, rules, lines) for rules in also_rules},
        ended=word_ending(variant, record.after.ending) if record.after.ending else None,
    )


def _judge(request: JudgeRequest) -> PhaseRecord:
    return advance(request.variant, request.state, request.submissions, request.rulebook)


def _compare(board: BoardPlace, data: RequestData, rules: str, lines: Sequence[ResultLine]) -> list[Difference]:
    """The orders that another rulebook judges differently."""
    if rules not in list_rulebooks():
        known = list_rulebooks()
        raise HttpRefusal(422, "unknown_rulebook", field="also_rules", candidates=known, name=repr(rules[:20]))
    request = read_request({**data, "rules": rules}, board.load)
    others = describe_outcomes(request.variant.board, _judge(request), request.rulebook)
    was, now = {(line.power, line.order): line for line in lines}, {(line.power, line.order): line for line in others}
    differences = []
    for power, order in dict.fromkeys((*was, *now)):
        before, after = was.get((power, order)), now.get((power, order))
        results = (before.result if before else None, after.result if after else None)
        if results[0] != results[1]:
            differences.append(Difference(power, order, *results, after.text if after else ""))
    return differences


def _make_next(data: RequestData, variant: Variant, state: GameState) -> StateRequestJson:
    """The request that continues from a state by the same rules."""
    given = cast("RequestJson", data)  # it was read, so it has this form
    request = _make_request(given.get("variant") or variant.id, describe_state(variant, state), {})
    if rules := given.get("rules"):
        request["rules"] = rules
    if options := given.get("options"):
        request["options"] = options
    if modules := given.get("modules"):
        request["modules"] = modules
    return request


def make_start(variant: Variant, name: str = "") -> StateRequestJson:
    """The first position of a variant, under any name it was requested by, as a request without orders."""
    return _make_request(name or variant.id, describe_state(variant, start_state(variant)), {})


def read_start(services: Services, viewer: Viewer, name: str) -> StateRequestJson:
    """The first position of a variant that the viewer may see."""
    with services.store.read() as connection:
        return make_start(open_variant(connection, services, viewer, name), name)


def _make_request(variant: str, state: StateJson, orders: dict[str, list[str]]) -> StateRequestJson:
    request: StateRequestJson = {
        "variant": variant,
        "phase": state["phase"],
        "units": state["units"],
        "dislodged": state["dislodged"],
        "contested": state["contested"],
        "centres": state["centres"],
        "memory": state["memory"],
        "orders": orders,
    }
    if disorder := state.get("disorder"):
        request["disorder"] = disorder
    return request


def list_sandbox_options(board: BoardPlace, data: RequestData, power: str) -> SandboxOptions:
    """What a power may order in a request's position, and how the orders of all powers in it are understood."""
    request = read_request(data, board.load)
    wanted = request.variant.parse_power(power[:60])
    due = list_due(request.variant, request.state, request.rulebook)
    options = list_options(request.variant, request.rulebook, request.state, wanted)
    lines = describe_lines(request.variant.board, request.submissions)
    scene = describe_scene(request.variant, request.rulebook, request.state, {}, [])
    return SandboxOptions(options, wanted, due, lines, scene)


def read_sandbox_space(board: BoardPlace, data: RequestData, space: str) -> SpacePage:
    """The facts about a space of a request's position. Nothing is known of earlier phases."""
    request = read_request(data, board.load)
    code = space_of(request.variant.board.parse_location(space))
    position = request.state.position
    reach = Reach(request.variant.board, request.rulebook, position)
    owner = position.owners.get(code)
    return describe_space_facts(request.variant, request.state, reach, code, first=owner, owners=())


def read_sandbox_reach(board: BoardPlace, data: RequestData) -> ReachPage:
    """Who could go where in a request's position, and how strongly."""
    request = read_request(data, board.load)
    reach = Reach(request.variant.board, request.rulebook, request.state.position)
    return describe_reach(request.variant, request.state, reach)


def check_sandbox(board: BoardPlace, data: RequestData, text: str) -> CheckedText:
    """How a text would be understood; each line counts for the power of its heading, or of its unit."""
    request = read_request(data, board.load)
    letter = read_order_text(request.variant, request.state, text, request.variant.power_names)
    first = next(iter(request.variant.powers))
    lines = tuple(line if line.power != NOBODY else line._replace(power=first) for line in letter.lines)
    letter = letter._replace(lines=lines)
    return check_order_text(Setting(request.variant, request.rulebook, request.state), letter, {})


def copy_game(
    services: Services, viewer: Viewer, game_id: str, phase: str | None = None, *, with_own: bool = False
) -> StateRequestJson:
    """A request from a phase of a game, as far as the viewer sees it, or from the current one with the own orders."""
    with services.store.read() as connection:
        game, membership, visible = open_visible(connection, services, game_id, viewer)
        if shows_now(visible, phase):
            own = list_own_lines(connection, game, membership) if visible.is_current and with_own else []
            orders = {str(membership.power): [line.order for line in own]} if own else {}
            return _copy(game, visible.snapshot.state, orders)
        head = visible.get(phase or "")
        record = load_record(connection, game.id, head.number, head.hash)
        return _copy(game, record.before, {power: list(texts) for power, texts in record.texts.items()})


def _name_variant(game: LoadedGame) -> str:
    """The board's edition with which the game began; anyone who sees the game may try it out."""
    row = game.row
    is_own = row.variant in list_variants()
    return name_edition(game.variant) if is_own else name_rules(row.variant, row.edition)


def _copy(game: LoadedGame, state: GameState, orders: dict[str, list[str]]) -> StateRequestJson:
    setup = game.rules.setup
    request = _make_request(_name_variant(game), describe_state(game.variant, state), orders)
    if setup.rules:
        request["rules"] = setup.rules
    if setup.options:
        request["options"] = dict(setup.options)
    if setup.modules:
        request["modules"] = list(setup.modules)
    return request
