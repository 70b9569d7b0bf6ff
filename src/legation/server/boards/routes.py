"""Boards that people upload: reports, next editions, files, publishing."""

from typing import Annotated

from fastapi import Body, Path, Query, Response
from pydantic import Field, StringConstraints

from legation.server.boards import editing, service
from legation.server.boards.checking import Upload
from legation.server.boards.editing import (
    BoardEdit,
    EditablePage,
    EditedPower,
    EditedUnit,
    EditedVictory,
    EditedVotes,
)
from legation.server.boards.limits import MOST_POWERS, MOST_UNITS
from legation.server.boards.service import BoardCheck, BoardPage, OwnBoards
from legation.server.http.request_body import RequestBody
from legation.server.http.routes import BoardCheckRoute, ValueRoute
from legation.server.identity.api_router import ApiRouter
from legation.server.identity.once import ThisSending
from legation.server.identity.request_context import AsSignedIn, InServices
from legation.server.identity.scopes import Scope, needs_scope
from legation.variants import AtEnd, Subject, Weight, When

router = ApiRouter(tag="boards", route_class=ValueRoute)
checks = ApiRouter(tag="boards", route_class=BoardCheckRoute)
BoardId = Annotated[str, Path(max_length=60)]
File = Annotated[bytes, Body(media_type="application/octet-stream")]
FileName = Annotated[str, Query(max_length=120)]
Choice = Annotated[str, Query(max_length=120)]
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80)]
Number = Annotated[int, Field(ge=1, le=9999)]


class Publishing(RequestBody):
    """Whether to ask the host to publish a board."""

    wanted: bool


@router.get("/boards")
def list_own_boards(services: InServices, viewer: AsSignedIn) -> OwnBoards:
    """The caller's boards, and whether more can be uploaded."""
    return service.list_own(services, viewer)


@checks.post("/boards")
@needs_scope(Scope.RUN)
def upload_board(
    services: InServices, viewer: AsSignedIn, file: File, name: FileName, *, sending: ThisSending, choice: Choice = ""
) -> BoardCheck:
    """Upload a board: a zip of a variant's folder, a file of another program, or a zip of its files. Idempotent."""
    return service.upload_board(services, viewer, Upload(file, name, choice), sending)


@router.get("/boards/{board}")
def read_own_board(board: BoardId, services: InServices, viewer: AsSignedIn) -> BoardPage:
    """A board with the results of its check."""
    return service.read_board(services, viewer, board)


@checks.post("/boards/{board}/editions")
@needs_scope(Scope.RUN)
def replace_board(
    board: BoardId, services: InServices, viewer: AsSignedIn, file: File, name: FileName, *, choice: Choice = ""
) -> BoardCheck:
    """Upload the next edition of a board; running games keep theirs."""
    return service.replace_board(services, viewer, board, Upload(file, name, choice))


@router.delete("/boards/{board}", status_code=204)
@needs_scope(Scope.RUN)
def delete_board(board: BoardId, services: InServices, viewer: AsSignedIn) -> None:
    """Remove a board; games on it continue."""
    service.delete_board(services, viewer, board)


@router.put("/boards/{board}/publishing")
@needs_scope(Scope.RUN)
def ask_to_publish(board: BoardId, body: Publishing, services: InServices, viewer: AsSignedIn) -> BoardPage:
    """Ask the host to publish a board, or make it private again."""
    return service.ask_to_publish(services, viewer, board, wanted=body.wanted)


@router.get(
    "/boards/{board}/files.zip",
    response_class=Response,
    responses={200: {"content": {"application/zip": {"schema": {"type": "string", "format": "binary"}}}}},
)
def read_board_files(board: BoardId, services: InServices, viewer: AsSignedIn) -> Response:
    """The files of a board, as a zip that can be uploaded again."""
    name, files = service.pack_board_files(services, viewer, board)
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(files, media_type="application/zip", headers=headers)


class PowerBody(RequestBody):
    """A power."""

    id: Annotated[str, StringConstraints(max_length=40)]
    name: Name
    adjective: Annotated[str, StringConstraints(max_length=80)] = ""
    colour: Annotated[str, StringConstraints(max_length=7)] = ""


class UnitBody(RequestBody):
    """A unit at the start."""

    power: Annotated[str, StringConstraints(max_length=40)]
    kind: Annotated[str, StringConstraints(max_length=4)]
    location: Annotated[str, StringConstraints(max_length=20)]


class VictoryBody(RequestBody):
    """How a game on the board ends."""

    centres: Number
    last_year: Number | None = None
    at_end: AtEnd = AtEnd.DRAW
    quiet_years: Number | None = None


class VotesBody(RequestBody):
    """How a game may end by vote."""

    threshold: Annotated[str, StringConstraints(max_length=9)]
    subjects: list[Subject] = Field(max_length=3)
    weight: Weight
    counted: When
    secret: bool


class EditBody(RequestBody):
    """The whole content of the editor, with the changes."""

    name: Name
    description: Annotated[str, StringConstraints(max_length=2000)] = ""
    rulebook: Annotated[str, StringConstraints(max_length=20)]
    powers: list[PowerBody] = Field(max_length=MOST_POWERS)
    units: list[UnitBody] = Field(max_length=MOST_UNITS)
    victory: VictoryBody
    votes: VotesBody | None = None
    switches: dict[Annotated[str, StringConstraints(max_length=40)], Annotated[str, StringConstraints(max_length=40)]]
    modules: list[Annotated[str, StringConstraints(max_length=40)]] = Field(max_length=20)

    def unpack(self) -> BoardEdit:
        """The same as a value."""
        return BoardEdit(
            self.name,
            self.description,
            self.rulebook,
            [EditedPower(one.id, one.name, one.adjective, one.colour) for one in self.powers],
            [EditedUnit(one.power, one.kind, one.location) for one in self.units],
            EditedVictory(self.victory.centres, self.victory.last_year, self.victory.at_end, self.victory.quiet_years),
            EditedVotes(
                self.votes.threshold, self.votes.subjects, self.votes.weight, self.votes.counted, self.votes.secret
            )
            if self.votes
            else None,
            dict(self.switches),
            list(self.modules),
        )


@router.get("/boards/{board}/edit")
def read_editable_board(board: BoardId, services: InServices, viewer: AsSignedIn) -> EditablePage:
    """What can be changed in a variant; for someone else's variant, in a copy."""
    return editing.read_editable(services, viewer, board)


@checks.post("/boards/{board}/edit")
@needs_scope(Scope.RUN)
def save_board_edit(board: BoardId, body: EditBody, services: InServices, viewer: AsSignedIn) -> BoardCheck:
    """Save changes as the next edition of the caller's board, or as a copy of someone else's."""
    return editing.save_edit(services, viewer, board, body.unpack())
