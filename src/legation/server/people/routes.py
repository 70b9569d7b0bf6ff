"""People: profiles, blocks, reports, waiting lists, invitations by name, and playing again."""

from typing import Annotated

from fastapi import Path
from pydantic import Field, StrictBool, StringConstraints

from legation.server.game.speeds import Speed
from legation.server.games.game_page import GamePage
from legation.server.http.request_body import RequestBody
from legation.server.http.routes import ValueRoute
from legation.server.identity.api_router import ApiRouter
from legation.server.identity.once import ThisSending
from legation.server.identity.request_context import AsSignedIn, AsViewer, InServices
from legation.server.identity.scopes import Scope, needs_scope, needs_session
from legation.server.people import blocks, invitees, profiles, rematch, reports, waits
from legation.server.people.blocks import Blocks
from legation.server.people.invitees import InvitedTo
from legation.server.people.profiles import OwnProfile, Profile, ProfileChange
from legation.server.people.rematch import Rematch
from legation.server.people.report_storage import ReportCause
from legation.server.people.reports import NewReport, OwnReports
from legation.server.people.waits import WaitingLists

router = ApiRouter(tag="people", route_class=ValueRoute)
Name = Annotated[str, Path(max_length=200)]
Power = Annotated[str, Path(min_length=1, max_length=40)]
RowId = Annotated[int, Path(ge=0, lt=2**63)]
VariantId = Annotated[str, Path(max_length=60)]


class ProfileBody(RequestBody):
    """What others see; omitted fields are not shown."""

    about: Annotated[str, StringConstraints(max_length=1000)] = ""
    is_shown: StrictBool = False
    shows_games: StrictBool = False
    shows_placings: StrictBool = False
    shows_reliability: StrictBool = False
    shows_rating: StrictBool = False


class ReportBody(RequestBody):
    """The subject of a report: a person by name, a power of a game, or a letter by its room and number."""

    cause: ReportCause
    text: Annotated[str, StringConstraints(max_length=4000)]
    name: Annotated[str, StringConstraints(max_length=200)] | None = None
    game: Annotated[str, StringConstraints(max_length=24)] | None = None
    power: Annotated[str, StringConstraints(max_length=40)] | None = None
    room: Annotated[int, Field(ge=0, lt=2**53)] | None = None
    message: Annotated[int, Field(ge=1, lt=2**31)] | None = None
    shows_letter: StrictBool = False
    """Whether admins may read the letter."""


class AnswerBody(RequestBody):
    """Powers in order of preference, if the terms ask for that."""

    wishes: list[Annotated[str, Field(min_length=1, max_length=40)]] = Field(default_factory=list, max_length=30)


@router.get("/people/{name}")
def read_profile(services: InServices, viewer: AsViewer, name: Name) -> Profile:
    """A person's profile, as far as they share it."""
    return profiles.read_profile(services, viewer, name)


@router.get("/account/profile")
def read_own_profile(services: InServices, viewer: AsSignedIn) -> OwnProfile:
    """The caller's profile, and how strangers see it."""
    return profiles.read_own_profile(services, viewer)


@router.put("/account/profile")
@needs_scope(Scope.ACCOUNT)
def change_profile(services: InServices, viewer: AsSignedIn, body: ProfileBody) -> OwnProfile:
    """Set the caller's profile."""
    change = ProfileChange(
        body.about,
        body.is_shown,
        body.shows_games,
        body.shows_placings,
        body.shows_reliability,
        body.shows_rating,
    )
    return profiles.change_profile(services, viewer, change)


@router.get("/account/blocks")
def list_blocks(services: InServices, viewer: AsSignedIn) -> Blocks:
    """The people the caller has blocked."""
    return blocks.list_blocks(services, viewer)


@router.put("/people/{name}/block")
@needs_scope(Scope.ACCOUNT)
def block_person(services: InServices, viewer: AsSignedIn, name: Name) -> Blocks:
    """Block a person: their letters are folded away, and their invitations do not arrive."""
    return blocks.block_person(services, viewer, name)


@router.put("/games/{game}/blocks/{power}")
@needs_scope(Scope.ACCOUNT)
def block_power(services: InServices, viewer: AsSignedIn, game: str, power: Power) -> Blocks:
    """Block the player of a power; in an anonymous game for this game only."""
    return blocks.block_power(services, viewer, game, power)


@router.delete("/account/blocks/{block}")
@needs_scope(Scope.ACCOUNT)
def unblock(services: InServices, viewer: AsSignedIn, block: RowId) -> Blocks:
    """End a block."""
    return blocks.unblock(services, viewer, block)


@router.get("/reports")
@needs_session
def list_own_reports(services: InServices, viewer: AsSignedIn) -> OwnReports:
    """The caller's reports, and their outcomes."""
    return reports.list_own_reports(services, viewer)


@router.post("/reports", status_code=201)
@needs_session
def report(services: InServices, viewer: AsSignedIn, body: ReportBody, sending: ThisSending) -> OwnReports:
    """Report a person or a letter to the admins. Idempotent."""
    new = NewReport(body.cause, body.text, body.name, body.game, body.power, body.room, body.message, body.shows_letter)
    return reports.report(services, viewer, new, sending)


@router.get("/waits")
def list_waiting_lists(services: InServices, viewer: AsViewer) -> WaitingLists:
    """How many people wait for each variant and speed."""
    return waits.list_waiting_lists(services, viewer)


@router.put("/waits/{variant}/{speed}")
@needs_scope(Scope.PLAY)
def wait_for_game(services: InServices, viewer: AsSignedIn, variant: VariantId, speed: Speed) -> WaitingLists:
    """Join the waiting list for a variant and a speed; when enough people wait, a game opens."""
    return waits.wait_for_game(services, viewer, variant, speed)


@router.delete("/waits/{variant}/{speed}")
@needs_scope(Scope.PLAY)
def stop_waiting(services: InServices, viewer: AsSignedIn, variant: VariantId, speed: Speed) -> WaitingLists:
    """Leave a waiting list."""
    return waits.stop_waiting(services, viewer, variant, speed)


@router.get("/invited")
def list_invited(services: InServices, viewer: AsSignedIn) -> InvitedTo:
    """Games to which the caller is invited by name."""
    return invitees.list_invited(services, viewer)


@router.put("/invited/{game}")
@needs_scope(Scope.PLAY)
def accept_invited(services: InServices, viewer: AsSignedIn, game: str, body: AnswerBody | None = None) -> GamePage:
    """Accept an invitation and join the game."""
    return invitees.accept_invited(services, viewer, game, wishes=tuple(body.wishes) if body else ())


@router.delete("/invited/{game}")
@needs_scope(Scope.PLAY)
def decline_invited(services: InServices, viewer: AsSignedIn, game: str) -> InvitedTo:
    """Decline an invitation."""
    return invitees.decline_invited(services, viewer, game)


@router.post("/games/{game}/rematch")
@needs_scope(Scope.RUN)
def ask_rematch(services: InServices, viewer: AsSignedIn, game: str) -> Rematch:
    """Play again with the same people and terms; later callers join the new game."""
    return rematch.ask_rematch(services, viewer, game)
