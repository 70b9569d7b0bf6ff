"""Lists of games: a card for each, with the viewer's role in it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from legation.board import PowerId
from legation.game import parse_phase
from legation.render.words import word_phase
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.base.times import format_time
from legation.server.game.loaded_game import decode_game, load_game
from legation.server.game.member_storage import list_own_memberships
from legation.server.game.membership import MAY, Membership
from legation.server.game.records import GameHead, GameKind, GameStatus, Role, StoredMember
from legation.server.game.speeds import PressKind, Speed, press_of, speed_of
from legation.server.game.storage import (
    GameChoice,
    count_free_seats,
    find_game,
    is_cursor,
    list_masters,
    list_own_games,
    list_public_games,
)
from legation.server.game.visibility import load_visible, show_clock
from legation.server.identity.viewers import Viewer
from legation.server.press.rooms import Reader
from legation.server.press.service import count_unread_press
from legation.server.variants.played_variants import get_played_variant

SCOPES = {
    "open": (GameStatus.OPEN,),
    "running": (GameStatus.RUNNING, GameStatus.PAUSED),
    "ended": (GameStatus.ENDED,),
}
RANK = (Role.PLAYER, Role.GM, Role.CO_GM, Role.STANDBY, Role.CANDIDATE, Role.SPECTATOR)
"""If the viewer has several roles in a game, a list shows the first of these."""


@dataclass(frozen=True, slots=True)
class OwnPart:
    """The viewer's part in a game, as a card shows it."""

    role: Role
    power: PowerId | None
    due: bool
    """True if the power has something to order."""
    unread: int
    """Letters that the viewer has not read."""


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game in a list."""

    id: str
    title: str
    variant: str
    variant_name: str
    status: GameStatus
    kind: GameKind
    phase: str
    phase_title: str
    deadline: str | None
    powers: int
    free_seats: int
    you: OwnPart | None
    is_anonymous: bool
    gm: str
    """The game master's name."""
    speed: Speed
    press: PressKind


@dataclass(frozen=True, slots=True)
class GameList:
    """A list of games."""

    games: list[GameCard]
    next: str | None
    """The start of the next page, to be sent as ``after``; null on the last page."""


def list_games(services: Services, viewer: Viewer, scope: str, choice: GameChoice, after: str = "") -> GameList:
    """A page of the viewer's own games, or of public ones."""
    if after and not is_cursor(after, is_own=scope == "mine"):
        raise HttpRefusal(422, "bad_cursor", field="after")
    with services.store.read() as connection:
        if scope == "mine":
            page = list_own_games(connection, viewer.need_account().id, choice, after)
        else:
            page = list_public_games(connection, SCOPES[scope], viewer.account_id, choice, after)
        return GameList(describe_cards(connection, services, page.rows, viewer), page.next)


def describe_cards(
    connection: Connection, services: Services, rows: Sequence[GameHead], viewer: Viewer
) -> list[GameCard]:
    """Games for a list, each with the viewer's role in it."""
    ids = [row.id for row in rows]
    free, masters = count_free_seats(connection, ids), list_masters(connection, ids)
    parts: dict[str, list[StoredMember]] = {}
    if viewer.account is not None and ids:
        for part in list_own_memberships(connection, viewer.account.id, ids):
            parts.setdefault(part.game, []).append(part)
    cards = []
    for row in rows:
        card = describe_card(connection, row, free.get(row.id, 0), masters.get(row.id, ""))
        own = parts.get(row.id, [])
        is_onlooker = not row.is_solo and all(one.role.is_onlooker for one in own)
        is_delayed = row.is_in_play and row.terms.spectators.delay_phases and is_onlooker
        if own:
            card = replace(card, you=_describe_part(connection, services, row, own, is_delayed=bool(is_delayed)))
        cards.append(show_delayed(connection, services, row, card) if is_delayed else card)
    return cards


def describe_card(connection: Connection, row: GameHead, free: int, master: str) -> GameCard:
    """The facts about a game that everyone may know."""
    variant = get_played_variant(connection, row.variant, row.edition)
    return GameCard(
        id=row.id,
        title=row.title,
        variant=row.variant,
        variant_name=variant.name,
        status=row.status,
        kind=row.kind,
        phase=row.phase,
        phase_title=word_phase(parse_phase(row.phase)),
        deadline=format_time(row.deadline),
        powers=len(variant.power_names),
        free_seats=free,
        you=None,
        is_anonymous=row.terms.is_anonymous,
        gm=master,
        speed=speed_of(row.terms.clock),
        press=press_of(row.terms.press),
    )


def _describe_part(
    connection: Connection, services: Services, row: GameHead, parts: Sequence[StoredMember], *, is_delayed: bool
) -> OwnPart:
    first = min(parts, key=lambda part: RANK.index(part.role))
    power = next((part.power for part in parts if part.role is Role.PLAYER and part.power), None)
    is_gm = any(part.role.is_gm for part in parts)
    due = False
    if power and row.is_in_play:
        due = power in load_game(connection, services, row.id).due
    unread = 0 if is_delayed else count_unread_press(connection, row, first.account, Reader(power, is_gm))
    return OwnPart(first.role, power, due, unread)


def show_delayed(connection: Connection, services: Services, row: GameHead, card: GameCard) -> GameCard:
    """The card of a game in play for someone who neither plays nor runs it."""
    whole = find_game(connection, row.id)
    assert whole is not None
    game = decode_game(connection, services, whole)
    membership = Membership((Role.VISITOR,), MAY[Role.VISITOR], delay=row.terms.spectators.delay_phases)
    visible = load_visible(connection, game, membership)
    phase, clock = visible.snapshot.state.shown_phase, show_clock(row, membership, visible)
    return replace(
        card,
        status=clock.status,
        phase=str(phase),
        phase_title=word_phase(phase),
        deadline=format_time(clock.deadline),
    )
