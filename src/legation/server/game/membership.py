"""Who may do what in a game: a single table of roles and actions, used by every route."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import Connection, bindparam

from legation.board import PowerId
from legation.server.base.refusals import HttpRefusal, forbidden, no_such_game, sign_in_first
from legation.server.game.member_storage import HERE, MEMBERS
from legation.server.game.records import GM_ROLES, ONLOOKERS, GameHead, Role, StoredGame, StoredMember
from legation.server.game.storage import find_game, lock_game
from legation.server.identity.scopes import Scope
from legation.server.identity.viewers import Viewer
from legation.server.store.tables import members
from legation.server.store.values import Prepared


class Act(StrEnum):
    """An action in a game."""

    SEE = "see"
    ORDERS = "orders"
    """Write orders for the player's own power."""
    ENTER = "enter"
    """Enter orders for any power."""
    PRESS = "press"
    VOTE = "vote"
    ABSENCE = "absence"
    """Ask for more time."""
    GM = "gm"
    """Open the game master's page and act there."""
    HOST = "host"
    """Change terms, begin, hand over."""
    BRIEFING = "briefing"
    EXPORT = "export"


MAY: Mapping[Role, frozenset[Act]] = {
    Role.GM: frozenset({Act.SEE, Act.ENTER, Act.PRESS, Act.GM, Act.HOST, Act.BRIEFING, Act.EXPORT}),
    Role.CO_GM: frozenset({Act.SEE, Act.ENTER, Act.PRESS, Act.GM, Act.BRIEFING, Act.EXPORT}),
    Role.PLAYER: frozenset({Act.SEE, Act.ORDERS, Act.PRESS, Act.VOTE, Act.ABSENCE, Act.BRIEFING}),
    Role.STANDBY: frozenset({Act.SEE, Act.BRIEFING}),
    Role.CANDIDATE: frozenset({Act.SEE}),
    Role.SPECTATOR: frozenset({Act.SEE}),
    Role.VISITOR: frozenset({Act.SEE}),
}


_ROLES = Prepared(
    MEMBERS.select()
    .where(members.c.game == bindparam("game"), members.c.account == bindparam("account"), HERE)
    .order_by(members.c.id),
    MEMBERS,
)


@dataclass(frozen=True, slots=True)
class Membership:
    """The viewer's roles and rights in a game."""

    roles: tuple[Role, ...]
    acts: frozenset[Act] = frozenset()
    """Everything the viewer may do."""
    power: PowerId | None = None
    account: int | None = None
    delay: int = 0
    """Judged phases that are hidden from the viewer for now."""
    sees_orders: bool = False
    """True if the viewer can read the orders of others before they are judged."""
    sees_names: bool = True
    """True if the viewer may know who plays which power."""
    by_link: bool = False
    """A stranger who sees an ended game because it was shared; its letters stay closed."""

    @property
    def is_gm(self) -> bool:
        """True if the viewer is a game master."""
        return any(role in GM_ROLES for role in self.roles)

    @property
    def audiences(self) -> frozenset[str]:
        """The audiences the viewer belongs to, apart from press rooms."""
        heard = {"all"}
        if self.is_gm:
            heard.add("gm")
        if self.power:
            heard.add(f"power:{self.power}")
        return frozenset(heard)

    def need(self, act: Act) -> None:
        """Refuse what the viewer may not do; a stranger is asked to sign in."""
        if act not in self.acts:
            raise sign_in_first() if self.account is None else forbidden(act.value)

    def need_power(self) -> PowerId:
        """The power that the viewer plays."""
        if self.power is None:
            raise sign_in_first() if self.account is None else forbidden("no_power")
        return self.power


def list_roles(connection: Connection, game: str, account: int) -> list[StoredMember]:
    """An account's current roles in a game."""
    return _ROLES.fetch(connection, game=game, account=account)


def load_membership(connection: Connection, game: GameHead, viewer: Viewer) -> Membership:
    """Load the roles of the viewer. A game that is closed to the viewer is refused as if it did not exist."""
    terms, account = game.terms, viewer.account_id
    parts = list_roles(connection, game.id, account) if account is not None else []
    roles = tuple(dict.fromkeys(part.role for part in parts)) or _visit(game)
    by_link = not roles and game.is_over and game.is_shared
    if by_link:
        roles = (Role.VISITOR,)
    if not roles:
        raise no_such_game()
    power = next((part.power for part in parts if part.role is Role.PLAYER and part.power), None)
    acts = frozenset[Act]().union(*(MAY[role] for role in roles))
    if viewer.scope is not None and not viewer.scope.includes(Scope.RUN):
        acts -= {Act.ENTER}  # a game master's token that may only play enters orders for no other power
    is_gm = any(role in GM_ROLES for role in roles)
    is_onlooker = all(role in ONLOOKERS for role in roles)
    return Membership(
        roles,
        acts,
        power,
        account,
        # A player who resigned from a game against bots could reveal its secrets to no one there.
        delay=terms.spectators.delay_phases if is_onlooker and game.is_in_play and not game.is_solo else 0,
        # A game master who plays is a player: the orders of the others are secret.
        sees_orders=is_gm and terms.gm_sees_orders and power is None,
        sees_names=not terms.is_anonymous or game.is_over or (is_gm and power is None),
        by_link=by_link,
    )


def is_open_to_strangers(game: GameHead) -> bool:
    """True if a person without a role in a game may see it."""
    return bool(_visit(game)) or (game.is_over and game.is_shared)


def _visit(game: GameHead) -> tuple[Role, ...]:
    """The roles of a stranger: visitor if the game is open to visitors."""
    if game.is_solo or game.terms.is_private:
        return ()
    return (Role.VISITOR,) if game.terms.spectators.allowed or game.is_open else ()


def open_game(
    connection: Connection, game: str, viewer: Viewer, *, locks: bool = False
) -> tuple[StoredGame, Membership]:
    """The stored game and the viewer's membership; it can be locked until the transaction ends."""
    stored = lock_game(connection, game[:24]) if locks else find_game(connection, game[:24])
    if stored is None:
        raise no_such_game()
    return stored, load_membership(connection, stored, viewer)


def choose_power(membership: Membership, powers: Mapping[PowerId, object], wanted: str | None) -> PowerId:
    """The power that a request concerns: the viewer's own or, for a game master, any power named in it."""
    if wanted is None:
        membership.need(Act.ORDERS)
        return membership.need_power()
    power = PowerId(wanted.upper())
    if power == membership.power and Act.ORDERS in membership.acts:
        return power
    membership.need(Act.ENTER)
    if power not in powers:
        raise HttpRefusal(
            422, "unknown_power", case="game", field="power", candidates=tuple(powers), power=repr(wanted[:40])
        )
    return power
