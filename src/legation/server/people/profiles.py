"""Profiles: what people show about themselves, each part only with their consent.

A profile shows a viewer nothing that the viewer could not see in the games themselves. Private games are visible to
their members only, and a game with anonymous players to no one before it is over.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from legation.board import PowerId
from legation.server.accounts.block_storage import list_blocks
from legation.server.accounts.person_checks import fold
from legation.server.accounts.sessions import refuse_guest
from legation.server.base.refusals import not_found
from legation.server.base.services import Services
from legation.server.base.text_cleaning import clean_text
from legation.server.base.times import format_time
from legation.server.game.records import GameStatus
from legation.server.game.storage import list_heads
from legation.server.identity.account_storage import StoredAccount, find_by_name
from legation.server.identity.viewers import Viewer
from legation.server.people import placing_storage, profile_storage
from legation.server.people.profile_storage import PlayedGame, StoredProfile
from legation.server.people.ratings import PROVISIONAL
from legation.server.people.reliability import Reliability, measure_reliability
from legation.server.variants.played_variants import get_played_variant

LONGEST_WORDS = 500


@dataclass(frozen=True, slots=True)
class ProfileGame:
    """A game on a profile."""

    id: str
    title: str
    variant: str
    variant_name: str
    power: PowerId
    power_name: str
    is_over: bool
    has_left: bool
    """True if another person has the power now, or had it at the end."""
    place: int | None
    """1 is the best. Null while the game runs, if placings are not shown, and if the place belongs to someone else."""
    sharing: int | None
    """How many powers share this place."""
    ended_at: str | None


@dataclass(frozen=True, slots=True)
class Placings:
    """How often a person finished in which place."""

    finished: int
    won: int
    """Alone in the first place."""
    shared: int
    """In the first place with others."""
    places: dict[int, int]
    """The number of times in each place."""


@dataclass(frozen=True, slots=True)
class ShownRating:
    """A rating as people see it."""

    rating: int
    games: int
    is_provisional: bool
    """True if it is based on few games."""
    settled_after: int
    """The number of rated games after which it is no longer provisional."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A person's profile, as far as they share it."""

    name: str
    about: str
    is_you: bool
    is_blocked: bool
    """True if the viewer has blocked this person."""
    games: list[ProfileGame] | None
    """Null if the person does not show it; the same holds for the next three."""
    placings: Placings | None
    reliability: Reliability | None
    rating: ShownRating | None


@dataclass(frozen=True, slots=True)
class OwnProfile:
    """What the viewer shows, and the profile as others see it."""

    about: str
    is_shown: bool
    shows_games: bool
    shows_placings: bool
    shows_reliability: bool
    shows_rating: bool
    preview: Profile


@dataclass(frozen=True, slots=True)
class ProfileChange:
    """What a person wants others to see."""

    about: str
    is_shown: bool
    shows_games: bool
    shows_placings: bool
    shows_reliability: bool
    shows_rating: bool


def read_profile(services: Services, viewer: Viewer, name: str) -> Profile:
    """The profile of a person; a hidden one is refused as if the person did not exist."""
    with services.store.read() as connection:
        person = get_person(connection, name, services.clock.now())
        profile = profile_storage.get_profile(connection, person.id)
        if not profile.is_shown:
            raise not_found("person")
        return _describe(connection, person, profile, viewer.account_id)


def read_own_profile(services: Services, viewer: Viewer) -> OwnProfile:
    """What the viewer shows, and how strangers see it."""
    account = viewer.need_account()
    with services.store.read() as connection:
        profile = profile_storage.get_profile(connection, account.id)
        person = find_by_name(connection, fold(account.name))
        assert person is not None
        preview = _describe(connection, person, profile, None)
    return OwnProfile(
        profile.about,
        profile.is_shown,
        profile.shows_games,
        profile.shows_placings,
        profile.shows_reliability,
        profile.shows_rating,
        preview,
    )


def change_profile(services: Services, viewer: Viewer, change: ProfileChange) -> OwnProfile:
    """Set what the viewer shows."""
    account = viewer.need_account()
    refuse_guest(account)
    about = clean_text(change.about, "about", longest=LONGEST_WORDS, may_be_empty=True)
    with services.store.write() as connection:
        profile_storage.put_profile(
            connection,
            account.id,
            about=about,
            is_shown=change.is_shown,
            shows_games=change.shows_games,
            shows_placings=change.shows_placings,
            shows_reliability=change.shows_reliability,
            shows_rating=change.shows_rating,
        )
    return read_own_profile(services, viewer)


def get_person(connection: Connection, name: str, now: datetime) -> StoredAccount:
    """The open account with a name; guests, closed and banned accounts are refused as if they did not exist."""
    person = find_by_name(connection, fold(name))
    if person is None or person.is_guest or person.is_closed or person.is_banned(now):
        raise not_found("person")
    return person


def _describe(connection: Connection, person: StoredAccount, profile: StoredProfile, viewer: int | None) -> Profile:
    games = _list_games(connection, person.id, viewer)
    blocked = {block.blocked for block in list_blocks(connection, viewer) if not block.game} if viewer else set()
    return Profile(
        name=person.name,
        about=profile.about,
        is_you=person.id == viewer,
        is_blocked=person.id in blocked,
        games=[_describe_game(connection, game, profile) for game in games] if profile.shows_games else None,
        placings=_count_placings(games) if profile.shows_placings else None,
        reliability=load_reliability(connection, person.id) if profile.shows_reliability else None,
        rating=_load_rating(connection, person.id) if profile.shows_rating else None,
    )


def _list_games(connection: Connection, account: int, viewer: int | None) -> list[PlayedGame]:
    """The games that may be shown, each once, with the power that the person played last."""
    found: dict[str, PlayedGame] = {}
    for game in profile_storage.list_played_games(connection, account, viewer):
        if (game.is_over or not game.terms.is_anonymous) and game.power is not None:
            found.setdefault(game.id, game)
    return list(found.values())


def _describe_game(connection: Connection, game: PlayedGame, profile: StoredProfile) -> ProfileGame:
    assert game.power is not None
    variant = get_played_variant(connection, game.variant, game.edition)
    is_placed = profile.shows_placings and bool(game.is_counted)
    return ProfileGame(
        id=game.id,
        title=game.title,
        variant=game.variant,
        variant_name=variant.name,
        power=game.power,
        power_name=variant.power_names.get(game.power, game.power.title()),
        is_over=game.is_over,
        has_left=game.left_at is not None and (game.ended_at is None or game.left_at < game.ended_at),
        place=game.place if is_placed else None,
        sharing=game.sharing if is_placed else None,
        ended_at=format_time(game.ended_at),
    )


def _count_placings(games: Iterable[PlayedGame]) -> Placings:
    counted = [game for game in games if game.is_over and game.is_counted and game.place is not None]
    first = [game for game in counted if game.place == 1]
    alone = sum(game.sharing == 1 for game in first)
    places = Counter(game.place for game in counted if game.place is not None)
    return Placings(len(counted), alone, len(first) - alone, dict(sorted(places.items())))


def load_reliability(connection: Connection, account: int) -> Reliability:
    """The reliability of a person, in public games and as far as spectators may know these."""
    known: dict[str, int | None] = {}
    for game, status, terms in profile_storage.list_counted_games(connection, account):
        if status is GameStatus.ENDED:
            known[game] = None
        elif not terms.is_anonymous:
            known[game] = _find_first_hidden(connection, game, terms.spectators.delay_phases)
    marks = [
        found.mark
        for found in placing_storage.list_marks(connection, account, known)
        if (first_hidden := known[found.game]) is None or found.entry < first_hidden
    ]
    given_up = [game for game in placing_storage.list_given_up(connection, account) if game in known]
    return measure_reliability(marks, len(given_up))


def _find_first_hidden(connection: Connection, game: str, delay: int) -> int | None:
    """The first entry that spectators do not see yet; None if they see all."""
    judged = [head.number for head in list_heads(connection, game) if head.is_judged] if delay else []
    return judged[max(0, len(judged) - delay)] if judged else None


def _load_rating(connection: Connection, account: int) -> ShownRating | None:
    rating = placing_storage.find_rating(connection, account)
    return ShownRating(rating.shown, rating.games, rating.is_provisional, PROVISIONAL) if rating else None
