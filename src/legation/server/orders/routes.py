"""Orders of the viewer's power; a game master names the power."""

from typing import Annotated, Literal

from fastapi import Query
from pydantic import Field, StringConstraints

from legation.server.game.records import StandingOrders
from legation.server.http.request_body import RequestBody
from legation.server.http.routes import ValueRoute
from legation.server.identity.api_router import ApiRouter
from legation.server.identity.request_context import AsSignedIn, AsViewer, InServices
from legation.server.identity.scopes import Scope, needs_scope
from legation.server.orders import all_orders
from legation.server.orders import service as orders
from legation.server.orders.all_orders import AllOrders
from legation.server.orders.options import AdjustmentOptions, GameOptions
from legation.server.orders.order_sheets import Sheet
from legation.server.orders.reviews import CheckedText
from legation.server.orders.service import LONGEST_NOTES, ConvoyRoutes, ConvoyTargets, Notes, RepeatedOrders

router = ApiRouter(prefix="/games/{game}", tag="orders", route_class=ValueRoute)
Text = Annotated[str, StringConstraints(max_length=200)]
ForPower = Annotated[str | None, Query(max_length=40)]
Unit = Annotated[str, Query(max_length=60)]


class StandingOrdersBody(RequestBody):
    """Standing orders."""

    retreats: list[Text] = Field(default_factory=list, max_length=100)
    builds: list[Text] = Field(default_factory=list, max_length=100)


class Save(RequestBody):
    """A plan to be saved."""

    turn: int
    plan: Literal["A", "B"] = "A"
    version: int | None = None
    orders: list[Text] = Field(max_length=400)
    amends: bool = False
    """Whether each line changes the order of its unit, and all other orders stay."""
    standing: StandingOrdersBody | None = None


class Turn(RequestBody):
    """The intended turn."""

    turn: int


class Ready(Turn):
    """Whether the power waits for nothing more."""

    ready: bool


class OrderTextBody(RequestBody):
    """Orders in any notation."""

    text: Annotated[str, StringConstraints(max_length=50_000)]


class AllOrdersBody(Turn):
    """Orders of several powers, under headings, or distinguished by their units."""

    text: Annotated[str, StringConstraints(max_length=50_000)]
    whole_sheets: bool = True
    """Whether a power's lines replace all its orders; otherwise each changes the order of its unit."""


class NotesBody(RequestBody):
    """Private notes."""

    text: Annotated[str, StringConstraints(max_length=LONGEST_NOTES)]


@router.get("/options")
def read_options(game: str, services: InServices, viewer: AsViewer, power: ForPower = None) -> GameOptions:
    """What the power may order now."""
    return orders.read_options(services, viewer, game, power)


@router.get("/options/builds")
def read_builds(game: str, services: InServices, viewer: AsViewer, power: ForPower = None) -> AdjustmentOptions:
    """What the power could build, or would have to remove, if it were Winter now."""
    return orders.read_builds(services, viewer, game, power)


@router.get("/options/convoy")
def read_convoy(
    game: str, services: InServices, viewer: AsViewer, *, fleet: Unit, army: Unit, power: ForPower = None
) -> ConvoyTargets:
    """Where a fleet may carry an army."""
    return orders.read_convoy(services, viewer, game, fleet=fleet, army=army, power=power)


@router.get("/options/routes")
def read_routes(
    game: str, services: InServices, viewer: AsViewer, *, army: Unit, to: Unit, power: ForPower = None
) -> ConvoyRoutes:
    """Convoy routes of an army, at most five."""
    return orders.read_routes(services, viewer, game, army=army, to=to, power=power)


@router.get("/orders")
def read_orders(game: str, services: InServices, viewer: AsViewer, power: ForPower = None) -> Sheet:
    """The power's sheet."""
    return orders.read_sheet(services, viewer, game, power)


@router.put("/orders")
@needs_scope(Scope.PLAY)
def save_orders(game: str, body: Save, services: InServices, viewer: AsSignedIn, power: ForPower = None) -> Sheet:
    """Save a plan."""
    given = body.standing
    standing = StandingOrders(tuple(given.retreats), tuple(given.builds)) if given else None
    return orders.save_orders(
        services, viewer, game,
        turn=body.turn, plan=body.plan, version=body.version, orders=body.orders, amends=body.amends,
        standing=standing, power=power,
    )  # fmt: skip


@router.post("/orders/check")
@needs_scope(Scope.READ)
def check_orders(
    game: str, letter: OrderTextBody, services: InServices, viewer: AsSignedIn, power: ForPower = None
) -> CheckedText:
    """How a text would be understood, line by line."""
    return orders.check_text(services, viewer, game, letter.text, power)


@router.post("/orders/all")
@needs_scope(Scope.RUN)
def enter_all(
    game: str, body: AllOrdersBody, services: InServices, viewer: AsSignedIn, *, preview: bool = False
) -> AllOrders:
    """Enter the orders of several powers from one text, all or none; ``preview`` only shows how it is understood."""
    return all_orders.enter_all(
        services, viewer, game, turn=body.turn, text=body.text, whole_sheets=body.whole_sheets, is_preview=preview
    )


@router.post("/orders/confirm")
@needs_scope(Scope.PLAY)
def confirm_orders(game: str, body: Turn, services: InServices, viewer: AsSignedIn, power: ForPower = None) -> Sheet:
    """Confirm plan A; the response has the receipt."""
    return orders.confirm_orders(services, viewer, game, turn=body.turn, power=power)


@router.post("/orders/ready")
@needs_scope(Scope.PLAY)
def set_ready(game: str, body: Ready, services: InServices, viewer: AsSignedIn, power: ForPower = None) -> Sheet:
    """Say that the power waits for nothing more."""
    return orders.set_ready(services, viewer, game, turn=body.turn, ready=body.ready, power=power)


@router.post("/orders/swap")
@needs_scope(Scope.PLAY)
def swap_plans(game: str, body: Turn, services: InServices, viewer: AsSignedIn) -> Sheet:
    """Swap plans A and B."""
    return orders.swap_plans(services, viewer, game, turn=body.turn)


@router.post("/orders/repeat")
@needs_scope(Scope.PLAY)
def repeat_orders(game: str, services: InServices, viewer: AsSignedIn, power: ForPower = None) -> RepeatedOrders:
    """Holds and supports of the last turn that are still valid."""
    return orders.repeat_orders(services, viewer, game, power)


@router.put("/notes")
@needs_scope(Scope.PLAY)
def write_notes(game: str, notes: NotesBody, services: InServices, viewer: AsSignedIn) -> Notes:
    """Private notes of the power."""
    return orders.write_notes(services, viewer, game, notes.text)
