"""The sandbox: any position, orders for all powers, any rulebook. It knows no game but by a copy of judged facts."""

import json
from collections.abc import Sequence
from typing import Any

from legation.board import PowerId
from legation.contract import describe_state, read_request
from legation.errors import LegationError
from legation.game import (
    GameState,
    JudgeRequest,
    PhaseRecord,
    Setup,
    advance,
    list_due,
    start_state,
)
from legation.orders import Bomb, Order, Waive
from legation.server.base.refusals import HttpRefusal, not_found
from legation.server.base.services import Services
from legation.server.game.loaded_game import LoadedGame, decode_game, load_record
from legation.server.game.membership import open_game
from legation.server.game.visibility import load_visible
from legation.server.identity.viewers import Viewer
from legation.server.orders.options import list_options
from legation.server.orders.order_lines import describe_lines, describe_outcomes
from legation.server.orders.reviews import Setting, check_order_text, read_order_text
from legation.server.results.service import describe_results, describe_scene
from legation.server.sandbox.storage import add_sandbox, find_sandbox
from legation.variants import Variant, list_rulebooks

Wire = dict[str, Any]
LONGEST_REQUEST = 200_000


def keep_sandbox(services: Services, viewer: Viewer, request: Wire) -> Wire:
    """Keep a request to share it as a link."""
    text = json.dumps(request, separators=(",", ":"))
    if len(text) > LONGEST_REQUEST:
        raise HttpRefusal(413, "too_large", f"A sandbox has at most {LONGEST_REQUEST} characters.", "request")
    found = read_request(request)
    key = services.randomness.name_id(12)
    with services.store.write() as connection:
        add_sandbox(
            connection, key=key, account=viewer.account_id, variant=found.variant.id, text=text,
            now=services.clock.now(),
        )  # fmt: skip
    return {"id": key, "url": f"{services.settings.public_url}/sandbox/{key}"}


def read_sandbox(services: Services, key: str) -> Wire:
    """A request that was kept."""
    with services.store.read() as connection:
        row = find_sandbox(connection, key[:24])
    if row is None:
        raise not_found("sandbox")
    return {"id": row.id, "variant": row.variant, "request": json.loads(row.text)}


def judge_sandbox(data: Wire, also_rules: Sequence[str] = ()) -> Wire:
    """Judge a request: the position before and after, results, the next request, and what other rulebooks change."""
    request = read_request(data)
    record = _judge(request)
    variant = request.variant
    lines = describe_outcomes(variant.board, record, request.rulebook)
    return {
        "scene_before": describe_scene(variant, request.rulebook, record.before, {}, lines),
        "scene_after": describe_scene(variant, request.rulebook, record.after, {}, []),
        "results": describe_results(variant, request.rulebook, record, lines, None),
        "next": _make_request(data, variant, record.after),
        "differences": {rules: _compare(data, rules, record) for rules in also_rules},
    }


def _judge(request: JudgeRequest) -> PhaseRecord:
    return advance(request.variant, request.state, request.submissions, request.rulebook)


def _compare(data: Wire, rules: str, record: PhaseRecord) -> list[Wire]:
    """The orders that another rulebook judges otherwise."""
    if rules not in list_rulebooks():
        raise HttpRefusal(
            422, "unknown_rulebook", f"There is no rulebook {rules[:20]!r}.", "also_rules", list_rulebooks()
        )
    request = read_request({**data, "rules": rules})
    board = request.variant.board
    was = {(line["power"], line["order"]): line for line in describe_outcomes(board, record, request.rulebook)}
    now = {(line["power"], line["order"]): line for line in describe_outcomes(board, _judge(request), request.rulebook)}
    return [
        {
            "power": key[0],
            "order": key[1],
            "was": was[key]["result"] if key in was else None,
            "now": now[key]["result"] if key in now else None,
            "text": now[key]["text"] if key in now else "",
        }
        for key in dict.fromkeys((*was, *now))
        if (key in was) != (key in now) or was[key]["result"] != now[key]["result"]
    ]


def _make_request(data: Wire, variant: Variant, state: GameState) -> Wire:
    kept = {key: data[key] for key in ("rules", "options", "modules") if data.get(key)}
    return {"variant": variant.id, **kept, **describe_state(variant, state), "orders": {}}


def make_start(variant: Variant) -> Wire:
    """The first position of a variant as a request without orders."""
    return {"variant": variant.id, **describe_state(variant, start_state(variant)), "orders": {}}


def list_sandbox_options(data: Wire, power: str) -> Wire:
    """What a power may order in a request's position, and how the orders of all powers in it are read."""
    request = read_request(data)
    wanted = request.variant.parse_power(power[:60])
    due = list_due(request.variant, request.state, request.rulebook)
    found = list_options(request.variant, request.rulebook, request.state, wanted)
    orders = describe_lines(request.variant.board, request.submissions)
    return {**found, "power": wanted, "due": list(due), "orders": orders}


def check_sandbox(data: Wire, text: str) -> Wire:
    """How a letter would be read; each line is taken for the power of its heading, or of its unit."""
    request = read_request(data)
    letter = read_order_text(
        request.variant, text, request.variant.power_names, lambda order: _choose_power(request, order)
    )
    return check_order_text(Setting(request.variant, request.rulebook, request.state), letter, {})


def _choose_power(request: JudgeRequest, order: Order | LegationError) -> PowerId:
    """Whose an order is: the owner of the unit, or of the site, that it names."""
    position, first = request.state.position, next(iter(request.variant.powers))
    if isinstance(order, LegationError | Waive):
        return first
    space = order.origin if isinstance(order, Bomb) else order.unit.space
    waiting = {found.unit.space: found.unit for found in position.dislodged}
    unit = waiting.get(space) or position.units.get(space)
    return unit.power if unit else position.owners.get(space, first)


def copy_game(services: Services, viewer: Viewer, game_id: str, phase: str | None = None) -> Wire:
    """A request from a phase of a game: only what was judged and is open to the viewer."""
    with services.store.read() as connection:
        row, membership = open_game(connection, game_id, viewer)
        game = decode_game(connection, services, row)
        visible = load_visible(connection, game, membership)
        if phase is None or (
            phase == str(visible.snapshot.state.phase) and phase not in [head.phase for head in visible.judged]
        ):
            return _copy(game, visible.snapshot.state, {})
        head = visible.find(phase)
        record = load_record(connection, game.id, head.number, head.hash)
        return _copy(game, record.before, {power: list(texts) for power, texts in record.texts.items()})


def _copy(game: LoadedGame, state: GameState, orders: dict[PowerId, list[str]]) -> Wire:
    return {**_describe_setup(game.rules.setup), **describe_state(game.variant, state), "orders": orders}


def _describe_setup(setup: Setup) -> Wire:
    described: Wire = {"variant": setup.variant}
    if setup.rules:
        described["rules"] = setup.rules
    if setup.options:
        described["options"] = dict(setup.options)
    if setup.modules:
        described["modules"] = list(setup.modules)
    return described
