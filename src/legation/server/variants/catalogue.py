"""The variants that can be played on this host: what the pages show of them before and during a game."""

import os
import threading
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal

from pydantic import TypeAdapter
from sqlalchemy import Connection

from legation.board import Folder, SpaceId, Terrain
from legation.game import scheme_of, start_state
from legation.judge import SWITCHES
from legation.render.files import embed_fonts, get_fonts, make_png
from legation.render.picture import (
    LIGHT,
    THEMES,
    Situation,
    Style,
    draw_board,
    load_atlas,
    make_liveries,
    make_view,
    make_web_board,
    print_scale,
    whole_view,
)
from legation.render.words import list_theatres
from legation.server.base.services import Services
from legation.server.bots.levels import LevelFacts, list_levels
from legation.server.game.board_storage import BoardState, list_playable_boards
from legation.server.game.editions import digest_of, load_edition, open_edition_folder
from legation.server.http.cached_responses import CachedResponse, make_cached_response
from legation.server.identity.viewers import Viewer
from legation.server.variants.board_access import BoardReference, get_reference
from legation.server.variants.board_reports import BoardSummary, VariantPower, read_report
from legation.server.variants.board_rules import write_board_rules
from legation.server.variants.sheets import load_sheet
from legation.server.votes.service import SchemeFacts, describe_scheme
from legation.variants import (
    Variant,
    data_folder,
    has_edition,
    list_rulebooks,
    list_variants,
    load_module_clauses,
    load_rulebook,
    load_variant,
)

PAGES = Path(__file__).parent / "rule_pages"
MODULES = ("gigaton-bomb",)
"""Modules that can be used with any variant."""
PLATE_WIDTH = 960
LARGE_PLATE_WIDTH = 1600
"""Large enough for the initials of powers on their units; the page adds the names."""


@dataclass(frozen=True, slots=True)
class VariantCard:
    """A variant in a list."""

    id: str
    name: str
    blurb: str
    spaces: int
    centres: int
    to_win: int | None
    powers: list[VariantPower]
    rulebook: str
    modules: list[str]
    first_phase: str
    board: str
    """The address of the board file."""
    plate: str
    """The address of a picture of the board."""
    is_brought: bool
    """True if it is an uploaded board, or one in the host's folder."""
    is_private: bool
    """For an uploaded board: True if only its owner may begin games on it."""
    levels: list[LevelFacts]
    """How well bots can play it."""


@dataclass(frozen=True, slots=True)
class ClauseExample:
    """A position that demonstrates a clause."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a rule sheet."""

    id: str
    text: str
    played: str | None
    """How it is played here, if the page of the variant says so."""
    words: str | None
    """The sheet's own words; null if the clause is our reading."""
    examples: list[ClauseExample]
    unplayed: str | None
    """Why no position can show it, if there is no example."""


@dataclass(frozen=True, slots=True)
class Theatre:
    """A part of a board with its spaces."""

    name: str
    spaces: list[SpaceId]


@dataclass(frozen=True, slots=True)
class VariantPage(VariantCard):
    """A variant with its rules."""

    scheme: SchemeFacts
    """How the powers vote."""
    rules_html: str
    clauses: list[Clause]
    module_clauses: dict[str, list[Clause]]
    """The clauses of rule modules that any game may have."""
    switches: dict[str, str]
    """The variant's rulebook's choice for each switch."""
    theatres: list[Theatre]


@dataclass(frozen=True, slots=True)
class Switch:
    """A switch of the rulebooks, and its values."""

    id: str
    values: list[str]
    default: str


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All variants, rulebooks and switches."""

    variants: list[VariantCard]
    rulebooks: list[str]
    switches: list[Switch]


@dataclass(frozen=True, slots=True)
class PlateLook:
    """The style of a picture of a board."""

    kind: Literal["svg", "png"]
    theme: Literal["light", "dark"]
    is_large: bool = False

    @property
    def name(self) -> str:
        """The end of its file name."""
        return f"{'large' if self.is_large else 'small'}-{self.theme}.{self.kind}"

    def pack(self, picture: bytes) -> CachedResponse:
        """A picture in the form in which it is sent."""
        is_text = self.kind == "svg"
        return make_cached_response(picture, "image/svg+xml" if is_text else "image/png", packs=is_text)


@dataclass(frozen=True, slots=True)
class PlateJob:
    """A picture of a board to be drawn."""

    folder: Folder
    look: PlateLook


@dataclass(frozen=True, slots=True)
class _PageClause:
    """A clause as a rule page has it."""

    id: str
    text: str
    played: str


@dataclass(frozen=True, slots=True)
class _RulePage:
    """A file in ``rule_pages``, which ``scripts/rule_pages.py`` writes."""

    html: str
    clauses: list[_PageClause]


def is_brought(name: str) -> bool:
    """True if a name is not that of a built-in variant or of its earlier editions."""
    return not has_edition(name)


def list_catalogue(services: Services, viewer: Viewer) -> Catalogue:
    """All variants that the viewer may begin games on, rulebooks and switches."""
    own = list_own_catalogue()
    with services.store.read() as connection:
        brought = list_playable_boards(connection, viewer.account_id)
    return replace(own, variants=[*own.variants, *(describe_board(BoardReference(*pair)) for pair in brought)])


@cache
def list_own_catalogue() -> Catalogue:
    """The built-in variants, rulebooks and switches."""
    return Catalogue(
        variants=[describe_variant(load_variant(variant)) for variant in list_variants()],
        rulebooks=list(list_rulebooks()),
        switches=_list_switches(),
    )


def describe_variant(variant: Variant) -> VariantCard:
    """One of the built-in variants for a list."""
    return _make_card(
        variant.id,
        summarize(variant),
        board=name_board(variant.id),
        plate=f"/api/v1/variants/{variant.id}/plate.svg",
        state=None,
    )


def describe_board(found: BoardReference) -> VariantCard:
    """An uploaded board, for a list: with the stored result of its check."""
    return _make_card(
        found.board.id,
        read_report(found.edition.report).summary,
        board=name_board(found.board.id, found.edition.digest),
        plate=f"/api/v1/variants/{found.name}/plate.svg",
        state=found.board.state,
    )


def _make_card(variant: str, summary: BoardSummary, *, board: str, plate: str, state: BoardState | None) -> VariantCard:
    return VariantCard(
        id=variant,
        name=summary.name,
        blurb=summary.blurb,
        spaces=summary.spaces,
        centres=summary.centres,
        to_win=summary.to_win,
        powers=summary.powers,
        rulebook=summary.rulebook,
        modules=list(MODULES),
        first_phase=summary.first_phase,
        board=board,
        plate=plate,
        is_brought=state is not None,
        is_private=state is not None and state is not BoardState.PUBLISHED,
        levels=list_levels(variant),
    )


def summarize(variant: Variant) -> BoardSummary:
    """A variant's data for lists."""
    liveries = make_liveries(tuple(variant.powers), LIGHT)
    spaces = [space for space in variant.board.spaces.values() if space.terrain is not Terrain.IMPASSABLE]
    return BoardSummary(
        name=variant.name,
        blurb=variant.description,
        spaces=len(spaces),
        centres=sum(space.centre.is_counted for space in spaces),
        to_win=variant.winning_count,
        powers=[VariantPower(power.id, power.name, liveries[power.id].initial) for power in variant.powers.values()],
        rulebook=variant.rulebook_id,
        first_phase=str(start_state(variant).phase),
    )


def read_variant_page(services: Services, viewer: Viewer, name: str) -> VariantPage:
    """A variant with its rules, by an id from a request."""
    if name in list_variants():
        variant = load_variant(name)
        return describe_variant_fully(variant, describe_variant(variant), _load_rule_page(name))
    with services.store.read() as connection:
        found = get_reference(connection, viewer, name)
        variant = load_edition(connection, services, found.edition.digest)
    return describe_variant_fully(variant, describe_board(found), _make_rule_page(variant, found))


def describe_variant_fully(variant: Variant, card: VariantCard, rules: _RulePage) -> VariantPage:
    """A variant with its rules."""
    spaces = variant.board.spaces.values()
    return VariantPage(
        **{field.name: getattr(card, field.name) for field in fields(VariantCard)},
        scheme=describe_scheme(scheme_of(variant)),
        rules_html=rules.html,
        clauses=[_describe_clause(variant.id, one.id, one.text, one.played or None) for one in rules.clauses],
        module_clauses={module: _list_module_clauses(module) for module in MODULES},
        switches={name: _word(getattr(variant.rulebook, name)) for name in SWITCHES},
        theatres=[
            Theatre(name, [space.id for space in spaces if space.theatre == name]) for name in list_theatres(variant)
        ],
    )


def _list_module_clauses(module: str) -> list[Clause]:
    page = {clause.id: clause for clause in _load_rule_page(module).clauses}
    return [
        _describe_clause(module, clause, page[clause].text, page[clause].played or None)
        for clause in load_module_clauses(module).listed
    ]


def _describe_clause(sheet: str, clause: str, text: str, played: str | None) -> Clause:
    found = load_sheet(sheet)
    return Clause(
        id=clause,
        text=text,
        played=played,
        words=found.words.get(clause),
        examples=[ClauseExample(example.id, example.title) for example in found.examples_of(clause)],
        unplayed=found.unplayed.get(clause),
    )


def name_board(variant: str, edition: str | None = None) -> str:
    """The address of a board file, which changes with its content; that of an edition if it is not built in."""
    address = f"/api/v1/variants/{variant}/board"
    if edition is None or (variant in list_variants() and edition == digest_of(variant)):
        return f"{address}?v={pack_board(variant).digest}"
    return f"{address}?v={edition[:20]}&edition={edition}"


@lru_cache(maxsize=32)
def pack_board(variant: str) -> CachedResponse:
    """The board file of a variant in its current version."""
    return make_board_file(data_folder(variant))


def open_board_file(services: Services, viewer: Viewer, name: str, edition: str = "") -> CachedResponse:
    """The board file of a variant; anyone who knows the digest of an edition was shown a game on it."""
    if has_edition(name) and not edition:
        return pack_board(name)
    with services.store.read() as connection:
        return pack_edition(connection, services, edition or get_reference(connection, viewer, name).edition.digest)


def pack_edition(connection: Connection, services: Services, edition: str) -> CachedResponse:
    """The board file of the edition with which a game began."""
    return _pack_folder(str(open_edition_folder(connection, services, edition)))


@lru_cache(maxsize=16)
def _pack_folder(folder: str) -> CachedResponse:
    return make_board_file(Path(folder))


def make_board_file(folder: Folder) -> CachedResponse:
    """The file from which the pages draw a board."""
    atlas = load_atlas(folder)
    board = make_web_board(
        atlas.board,
        atlas.shapes,
        atlas.powers,
        atlas.slots,
        closed=atlas.closed,
        centre_marks=atlas.centre_marks,
        note=atlas.warning,
    )
    return make_cached_response(board.encode(), "application/json")


@lru_cache(maxsize=32)
def draw_plate(variant: str, look: PlateLook) -> CachedResponse:
    """A picture of the board of a built-in variant with its first position."""
    return look.pack(make_plate(PlateJob(data_folder(variant), look)))


def open_plate(services: Services, viewer: Viewer, name: str, look: PlateLook) -> CachedResponse:
    """A picture of a board with its first position. That of an uploaded board is drawn once, in another process."""
    if has_edition(name):
        return draw_plate(name, look)
    with services.store.read() as connection:
        found = get_reference(connection, viewer, name)
        folder = open_edition_folder(connection, services, found.edition.digest)
    file = services.settings.data / "plates" / f"{found.edition.digest}-{look.name}"
    if not file.is_file():
        keep_plate(file, services.studio.make(make_plate, PlateJob(folder, look)))
    return look.pack(file.read_bytes())


def keep_plate(file: Path, picture: bytes) -> None:
    """Store a picture in one step: another process may be doing the same."""
    file.parent.mkdir(parents=True, exist_ok=True)
    aside = file.with_name(f"{file.name}.{os.getpid()}.{threading.get_ident()}")
    aside.write_bytes(picture)
    aside.replace(file)


def make_plate(job: PlateJob) -> bytes:
    """Draw a board with its first position."""
    atlas, theme, is_large = load_atlas(job.folder), job.look.theme, job.look.is_large
    window = whole_view(atlas.shapes, 1.0).window
    width = LARGE_PLATE_WIDTH if is_large else PLATE_WIDTH
    scale = min(print_scale(atlas.shapes), width / (window[2] - window[0]))
    svg = draw_board(
        atlas.board,
        atlas.shapes,
        Situation(atlas.powers, atlas.start, closed=atlas.closed, marks=atlas.marks),
        style=Style(
            theme=THEMES[theme],
            has_names=False,
            has_theatres=not is_large,
            has_frame=False,
            title=atlas.title,
            centre_marks=atlas.centre_marks,
            slots=atlas.slots,
        ),
        view=make_view(atlas.shapes, window, scale),
    )
    if job.look.kind == "svg":
        # On a small picture names are unreadable, so it need not contain the font.
        return (embed_fonts(svg) if is_large else svg).encode()
    return make_png(svg, width=PLATE_WIDTH, fonts=get_fonts().folder)


@cache
def _load_rule_page(variant: str) -> _RulePage:
    return TypeAdapter(_RulePage).validate_json((PAGES / f"{variant}.json").read_bytes())


def _make_rule_page(variant: Variant, found: BoardReference) -> _RulePage:
    """The rules of a board without a page of its own: derived from its data, in sentences."""
    clauses = [_PageClause(clause.id, clause.text, "") for clause in variant.clauses.listed.values()]
    return _RulePage(write_board_rules(variant, found.edition.number), clauses)


@cache
def _list_switches() -> list[Switch]:
    return [Switch(name, _values(kind), _word(getattr(load_rulebook("2000"), name))) for name, kind in SWITCHES.items()]


def _values(kind: type) -> list[str]:
    return [choice.value for choice in kind] if issubclass(kind, StrEnum) else ["yes", "no"]


def _word(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
