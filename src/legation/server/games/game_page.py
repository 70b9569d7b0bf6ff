"""One game as its page shows it to one viewer."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from legation.board import PowerId
from legation.game import GameState, PhaseKind, Places, list_survivors, number_places
from legation.judge import count_centres
from legation.render.words import head_ending, word_ending, word_phase, word_placings
from legation.server.base.services import Services
from legation.server.base.times import format_time
from legation.server.bots.characters import CharacterFacts, describe_character
from legation.server.game.clause_links import ClauseLink, link_clause
from legation.server.game.hidden_senders import list_blocked_members
from legation.server.game.loaded_game import LoadedGame, Snapshot, decode_game
from legation.server.game.member_storage import find_resigned, list_former_players
from legation.server.game.membership import Act, Membership, is_open_to_strangers, open_game
from legation.server.game.placings import rank_places
from legation.server.game.plans import Handed, State, handed_of, list_plans
from legation.server.game.records import GameHead, GameKind, GameStatus, Role
from legation.server.game.seats import Seat, SeatKind, load_seats
from legation.server.game.storage import count_free_seats_of, find_master, find_rematch, list_heads
from legation.server.game.terms import Level, Terms
from legation.server.game.visibility import load_visible, show_clock
from legation.server.games.game_list import describe_card
from legation.server.identity.viewers import Viewer
from legation.server.judging.missing import Lateness, describe_lateness, list_missing
from legation.server.judging.service import has_living_player, is_being_judged, list_handed, read_requested_line
from legation.server.live.positions import read_position
from legation.server.press.rooms import Reader
from legation.server.press.service import count_unread_press, reader_of
from legation.server.variants.catalogue import name_board
from legation.server.variants.played_variants import name_rules
from legation.variants import Variant


@dataclass(frozen=True, slots=True)
class FormerPlayer:
    """A player who handed on a power before the end."""

    name: str
    last: str
    """The last phase that was judged with this player in the seat."""


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """A power of the game and its players."""

    power: PowerId
    name: str
    initial: str
    player: str | None
    """The names of its players, if the viewer may know them."""
    profiles: list[str]
    """Those of these names that have a profile page."""
    formerly: list[FormerPlayer]
    """Once the game is over: the earlier players of the power, if the viewer may know them."""
    kind: SeatKind
    bot: Level | None
    reads_press: bool
    """True if anyone reads letters to the power."""
    character: CharacterFacts | None
    """The character that plays the power, if bots talk."""
    centres: int
    units: int
    is_out: bool
    in_disorder: bool
    is_you: bool
    is_offered: bool


@dataclass(frozen=True, slots=True)
class OwnRights:
    """The viewer's roles and rights in the game."""

    role: Role
    roles: list[Role]
    power: PowerId | None
    is_gm: bool
    due: bool
    """True if the viewer's power has something to order."""
    handed_in: State
    ready: bool
    may: list[Act]
    unread: int


@dataclass(frozen=True, slots=True)
class Placing:
    """A place at the end of a game, and the powers that share it."""

    place: int
    powers: list[PowerId]


@dataclass(frozen=True, slots=True)
class EndingFacts:
    """How a game ended."""

    kind: str
    powers: list[PowerId]
    text: str
    headline: str
    """The same without full stop and clause."""
    clause: ClauseLink | None
    """The clause that ended it; null if it was the rulebook's rule."""
    places: list[list[PowerId]]
    """The places in the accepted vote."""
    by_vote: bool
    placings: list[Placing]
    """The final places of all powers."""
    placings_text: str


@dataclass(frozen=True, slots=True)
class Sharing:
    """Whether strangers may see an ended game, and whether the viewer may change that."""

    is_open: bool
    """By the game's terms, or by its link."""
    is_shared: bool
    """By its link: anyone with it sees the game, but no letters."""
    may_change: bool


@dataclass(frozen=True, slots=True)
class SoloFacts:
    """The actions, besides ordering, of the player of a game against bots."""

    may_take_back: bool
    resigned: PowerId | None
    """The power that the player gave up."""
    may_play_on: bool
    """True if only bots are left, so that the game continues on its player's command."""
    plays_on: bool
    """True if it is being played to its end."""


@dataclass(frozen=True, slots=True)
class GamePage:
    """A game as its page shows it to one viewer."""

    id: str
    title: str
    variant: str
    variant_name: str
    status: GameStatus
    kind: GameKind
    lesson: str | None
    """The lesson of this game, in a game with a guide."""
    phase: str
    phase_title: str
    deadline: str | None
    powers: int
    free_seats: int
    you: OwnRights
    is_anonymous: bool
    gm: str
    """The game master's name."""
    terms: Terms
    rules: str
    options: dict[str, str]
    modules: list[str]
    version: int
    turn: int
    phase_since: str | None
    is_locked: bool
    paused_at: str | None
    resume_at: str | None
    """When a pause ends by itself."""
    seats: list[SeatFacts]
    waiting_for: int | None
    """How many powers a retreat or Winter phase waits for; null in a movement phase, where that is secret."""
    judging: bool
    """True if the phase is judged as soon as its bots have ordered: in a game against bots, or by the game master."""
    late: Lateness | None
    """The powers for which a phase after its deadline waits."""
    ending: EndingFacts | None
    sharing: Sharing | None
    """Once the game is over."""
    rematch: str | None
    """The game in which the same players play again, if there is one; only for people with a part in this game."""
    blocked: list[str]
    """The names of people in the game whom the viewer has blocked."""
    unread: int
    solo: SoloFacts | None
    """For the player of a game against bots."""
    board: str
    """The address of the board file."""
    rules_of: str
    """The name under which the rules of its variant can be requested."""
    edition: str
    position: str
    """The position of this response in the stream of changes: a stream opened `since` it begins with later changes."""


def read_game(services: Services, viewer: Viewer, game: str) -> GamePage:
    """A game as its page shows it."""
    with services.store.read() as connection:
        return load_game_page(connection, services, game, viewer)


def load_game_page(connection: Connection, services: Services, game: str, viewer: Viewer) -> GamePage:
    """A game as its page shows it, from an open transaction."""
    row, membership = open_game(connection, game, viewer)
    return describe_game(connection, services, decode_game(connection, services, row), membership)


def describe_game(connection: Connection, services: Services, game: LoadedGame, membership: Membership) -> GamePage:
    """A game as its page shows it to one viewer."""
    row, setup = game.row, game.rules.setup
    seats = load_seats(connection, game.id)
    visible = load_visible(connection, game, membership) if membership.delay else None
    now, clock = visible.snapshot if visible else game.snapshot, show_clock(row, membership, visible)
    plans = list_plans(connection, game.id, row.turn)
    handed = list_handed(game, seats, plans)
    free, master = count_free_seats_of(connection, game.id), find_master(connection, game.id)
    card = describe_card(connection, row, free, master)
    own = handed_of(plans.get(membership.power)) if membership.power else Handed()
    unread = _count_unread(connection, game, membership)
    formerly = _list_former(connection, game) if row.is_over and membership.sees_names else {}
    alive = list_survivors(game.variant.board, now.state.position)
    return GamePage(
        id=card.id,
        title=card.title,
        variant=card.variant,
        variant_name=game.variant.name,
        status=clock.status,
        kind=card.kind,
        lesson=row.lesson,
        phase=str(now.state.shown_phase),
        phase_title=word_phase(now.state.shown_phase),
        deadline=format_time(clock.deadline),
        powers=len(game.variant.seats),
        free_seats=card.free_seats,
        you=_describe_viewer(game, membership, own, unread),
        is_anonymous=card.is_anonymous,
        gm=card.gm,
        # The webhook address is a secret of the game master.
        terms=game.terms if membership.is_gm else replace(game.terms, webhook=None),
        rules=setup.rules or game.variant.rulebook_id,
        options=dict(setup.options),
        modules=list(setup.modules),
        version=clock.version,
        turn=clock.turn,
        phase_since=format_time(clock.phase_since),
        is_locked=clock.is_locked,
        paused_at=format_time(clock.paused_at),
        resume_at=format_time(clock.resume_at),
        seats=[
            _describe_seat(game, now, seats[power], membership, formerly, is_out=power not in alive)
            for power in game.variant.seats
        ],
        waiting_for=None if membership.delay else count_waiting(game, handed),
        late=_describe_lateness(game, seats, handed, membership, services),
        judging=not membership.delay and is_being_judged(game, seats, plans),
        ending=describe_ending(game.variant, now.state, rank_places(connection, game, now.state)),
        sharing=_describe_sharing(row, membership) if row.is_over else None,
        rematch=_find_rematch(connection, game, membership),
        blocked=_list_blocked(connection, game, membership),
        unread=unread,
        solo=_describe_solo(connection, game, seats, membership),
        board=name_board(row.variant, row.edition),
        rules_of=name_rules(row.variant, row.edition),
        edition=row.edition,
        position=str(read_position(connection, game.id, reader_of(membership))),
    )


def may_share(row: GameHead, membership: Membership) -> bool:
    """True if the viewer decides whether strangers may see the game once it is over."""
    return Act.HOST in membership.acts or (row.is_solo and Role.VISITOR not in membership.roles)


def _describe_sharing(row: GameHead, membership: Membership) -> Sharing:
    return Sharing(is_open_to_strangers(row), row.is_shared, may_share(row, membership))


def _find_rematch(connection: Connection, game: LoadedGame, membership: Membership) -> str | None:
    has_part = Role.VISITOR not in membership.roles
    return find_rematch(connection, game.id) if has_part and game.row.is_over else None


def _list_blocked(connection: Connection, game: LoadedGame, membership: Membership) -> list[str]:
    if membership.account is None or game.row.is_solo:
        return []
    return list_blocked_members(connection, game.row, membership.account)


def _describe_solo(
    connection: Connection, game: LoadedGame, seats: Mapping[PowerId, Seat], membership: Membership
) -> SoloFacts | None:
    if not game.row.is_solo or game.row.lesson or membership.account is None or Role.VISITOR in membership.roles:
        return None
    resigned = find_resigned(connection, game.id, membership.account)
    wish = read_requested_line(game.row.judge_wish)
    return SoloFacts(
        may_take_back=resigned is not None or any(head.is_judged for head in list_heads(connection, game.id)),
        resigned=resigned.power if resigned else None,
        may_play_on=game.row.is_running and not has_living_player(game, seats),
        plays_on=wish is not None and wish.more > 0,
    )


def _describe_lateness(
    game: LoadedGame,
    seats: Mapping[PowerId, Seat],
    handed: Mapping[PowerId, Handed],
    membership: Membership,
    services: Services,
) -> Lateness | None:
    if membership.delay:
        return None
    missing = list_missing(game, seats, handed)
    sees_names = membership.is_gm and membership.power is None
    return describe_lateness(game, missing, services.clock.now(), sees_names=sees_names)


def _count_unread(connection: Connection, game: LoadedGame, membership: Membership) -> int:
    if membership.account is None or membership.delay or Role.VISITOR in membership.roles:
        return 0
    return count_unread_press(connection, game.row, membership.account, Reader(membership.power, membership.is_gm))


def _describe_viewer(game: LoadedGame, membership: Membership, own: Handed, unread: int) -> OwnRights:
    return OwnRights(
        role=membership.roles[0],
        roles=list(membership.roles),
        power=membership.power,
        is_gm=membership.is_gm,
        due=membership.power in game.due,
        handed_in=own.state,
        ready=own.is_ready,
        may=sorted(membership.acts),
        unread=unread,
    )


def _list_former(connection: Connection, game: LoadedGame) -> dict[PowerId, list[FormerPlayer]]:
    """For each power, its former players; players who left before anything was judged do not count."""
    judged = [head for head in list_heads(connection, game.id) if head.is_judged]
    former: dict[PowerId, list[FormerPlayer]] = {}
    for player in list_former_players(connection, game.id):
        played = [head for head in judged if player.joined_at < head.made_at <= player.left_at]
        if played:
            former.setdefault(player.power, []).append(FormerPlayer(player.name, played[-1].phase))
    return former


def _describe_seat(
    game: LoadedGame,
    now: Snapshot,
    seat: Seat,
    membership: Membership,
    formerly: Mapping[PowerId, list[FormerPlayer]],
    *,
    is_out: bool,
) -> SeatFacts:
    position, power = now.state.position, game.variant.powers[seat.power]
    is_you = seat.power == membership.power
    return SeatFacts(
        power=seat.power,
        name=power.name,
        initial=power.name[:1],
        player=(" and ".join(seat.names) or None) if membership.sees_names or is_you else None,
        profiles=[player.name for player in seat.players if player.has_profile] if membership.sees_names else [],
        formerly=formerly.get(seat.power, []),
        kind=seat.kind,
        bot=seat.bot,
        reads_press=seat.reads_press(game.terms),
        character=describe_character(game, seat.power) if seat.bot and game.terms.has_talking_bots else None,
        centres=count_centres(game.variant.board, position, seat.power, game.rulebook),
        units=len(position.units_of(seat.power)),
        is_out=is_out,
        in_disorder=seat.power in position.in_disorder,
        is_you=is_you,
        is_offered=seat.is_offered,
    )


def count_waiting(game: LoadedGame, handed: Mapping[PowerId, Handed]) -> int | None:
    """How many powers a retreat or Winter phase waits for, without names; in movement phases that is secret."""
    kind = game.state.phase.kind
    if kind is PhaseKind.MOVES or not game.row.is_in_play:
        return None
    return sum(not handed[power].is_done(kind) for power in game.due)


def describe_ending(variant: Variant, state: GameState, places: Places) -> EndingFacts | None:
    """How the game ended, if it did, and the places of all powers."""
    ending = state.ending
    if ending is None:
        return None
    return EndingFacts(
        kind=ending.kind,
        powers=list(ending.powers),
        text=word_ending(variant, ending),
        headline=head_ending(variant, ending),
        clause=link_clause(variant, ending.clause),
        places=[list(group) for group in ending.places],
        by_vote=ending.by_vote,
        placings=[Placing(number, list(group)) for number, group in number_places(places)],
        placings_text=word_placings(variant, places),
    )
