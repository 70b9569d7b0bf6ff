"""Importing running games: checking typed turns, and making a game from them or from a file."""

import json
from typing import Annotated, Any

from fastapi import Body, Query
from pydantic import Field, StringConstraints

from legation.server.base.refusals import HttpRefusal
from legation.server.games.game_page import GamePage
from legation.server.http.request_body import RequestBody
from legation.server.http.routes import OpenWorkRoute
from legation.server.identity.api_router import ApiRouter
from legation.server.identity.once import ThisSending
from legation.server.identity.request_context import AsSignedIn, InServices
from legation.server.identity.scopes import Scope, needs_scope
from legation.server.importing import checking, service
from legation.server.importing.checking import MOST_TURNS, ImportCheck, PrintedGame
from legation.zine import MOST_CHARACTERS, TurnText

router = ApiRouter(tag="importing", route_class=OpenWorkRoute)
Title = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120)]
Short = Annotated[str, StringConstraints(max_length=60)]
Text = Annotated[str, StringConstraints(max_length=MOST_CHARACTERS)]


class TurnBody(RequestBody):
    """A past turn: the orders of all powers, and the position printed afterwards."""

    orders: Text
    printed: Text = ""
    takes_printed: bool = False
    """Whether the printed position counts if it differs from ours."""
    note: Annotated[str, StringConstraints(max_length=1000)] = ""


class PrintedGameBody(RequestBody):
    """A game as printed in a zine."""

    variant: Short
    position: Text = ""
    """In the form of zines, or the judge's JSON; without one the game begins with the variant's first position."""
    phase: Short = ""
    """The phase of the position, if the position names none."""
    turns: list[TurnBody] = Field(default_factory=list, max_length=MOST_TURNS)
    rules: Short | None = None
    options: dict[Short, Short | bool] = Field(default_factory=dict, max_length=40)
    modules: list[Short] = Field(default_factory=list, max_length=10)

    def unpack(self) -> PrintedGame:
        """The same as a value."""
        turns = tuple(TurnText(one.orders, one.printed, one.takes_printed, one.note) for one in self.turns)
        return PrintedGame(
            self.variant, self.position, self.phase, turns, self.rules, dict(self.options), tuple(self.modules)
        )


class ImportBody(PrintedGameBody):
    """A game as printed in a zine, to be continued."""

    title: Title
    terms: dict[str, Any] | None = Field(default=None, max_length=40)
    """Without terms, powers without a player belong to the game master."""
    begins: bool = True
    """Whether it continues at once; otherwise it waits until the game master begins it."""


@router.post("/imports/check")
@needs_scope(Scope.RUN)
def check_import(body: PrintedGameBody, services: InServices, viewer: AsSignedIn) -> ImportCheck:
    """How a printed game would be imported; nothing is stored."""
    return checking.check_printed(services, viewer, body.unpack())


@router.post("/imports", status_code=201)
@needs_scope(Scope.RUN)
def import_text(body: ImportBody, services: InServices, viewer: AsSignedIn, sending: ThisSending) -> GamePage:
    """Import a game as printed in a zine; the caller is its game master. Idempotent."""
    return service.import_printed(
        services, viewer, body.unpack(), sending, title=body.title, terms=body.terms, begins=body.begins
    )


@router.post("/imports/file", status_code=201)
@needs_scope(Scope.RUN)
def import_file(
    services: InServices,
    viewer: AsSignedIn,
    file: Annotated[bytes, Body(media_type="application/octet-stream")],
    title: Annotated[Title, Query()],
    sending: ThisSending,
    *,
    terms: Annotated[str | None, Query(max_length=4000)] = None,
    begins: bool = True,
    variant: Annotated[Short, Query()] = "",
) -> GamePage:
    """Import an exported game, or a game folder packed as zip or tar, with its whole chain; terms are JSON.

    A game of another program (saved-game JSON of PyPI diplomacy or Cicero, a text of godip) is judged again;
    ``variant`` is its board, if that is not the regular one.
    """
    return service.import_file(
        services, viewer, file, sending, title=title, terms=_read_terms(terms), begins=begins, variant=variant
    )


def _read_terms(text: str | None) -> object:
    if text is None:
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise HttpRefusal(422, "not_json", field="terms") from None
