"""The variants that can be played here: what the pages show of them before and during a game."""

from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path

from pydantic import TypeAdapter
from sqlalchemy import Connection

from legation.board import Folder, PowerId, SpaceId, Terrain
from legation.game import scheme_of, start_state
from legation.judge import SWITCHES
from legation.render.files import get_fonts, make_png
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
from legation.server.base.refusals import not_found
from legation.server.base.services import Services
from legation.server.game.editions import digest_of, open_edition_folder
from legation.server.http.cached_responses import CachedResponse, make_cached_response
from legation.server.variants.sheets import load_sheet
from legation.server.votes.service import SchemeFacts, describe_scheme
from legation.variants import (
    Variant,
    data_folder,
    list_rulebooks,
    list_variants,
    load_module_clauses,
    load_rulebook,
    load_variant,
)

PAGES = Path(__file__).parent / "rule_pages"
MODULES = ("gigaton-bomb",)
"""Modules that may be switched on for any variant."""
PLATE_WIDTH = 960
LARGE_PLATE_WIDTH = 1600
"""Large enough for the initials of powers on their units; whoever shows it puts names on it."""


@dataclass(frozen=True, slots=True)
class VariantPower:
    """A power of a variant."""

    id: PowerId
    name: str
    initial: str
    """The letter on its badge."""


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


@dataclass(frozen=True, slots=True)
class ClauseExample:
    """A position that shows a clause at work."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a rule sheet."""

    id: str
    text: str
    played: str | None
    """How it is played here, where the page of the variant says so."""
    words: str | None
    """The sheet's own words; none where the clause is a reading of ours."""
    examples: list[ClauseExample]
    unplayed: str | None
    """Why no position can show it, where there is no example."""


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
    """What the variant's rulebook says on each switch."""
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


def check_variant(variant: str) -> Variant:
    """A variant of the catalogue, by an id that came with a request."""
    if variant not in list_variants():
        raise not_found("variant")
    return load_variant(variant)


@cache
def list_catalogue() -> Catalogue:
    """All variants, rulebooks and switches."""
    return Catalogue(
        variants=[describe_variant(load_variant(variant)) for variant in list_variants()],
        rulebooks=list(list_rulebooks()),
        switches=_list_switches(),
    )


def describe_variant(variant: Variant) -> VariantCard:
    """A variant for a list."""
    liveries = make_liveries(tuple(variant.powers), LIGHT)
    spaces = [space for space in variant.board.spaces.values() if space.terrain is not Terrain.IMPASSABLE]
    return VariantCard(
        id=variant.id,
        name=variant.name,
        blurb=variant.description,
        spaces=len(spaces),
        centres=sum(space.centre.is_counted for space in spaces),
        to_win=variant.winning_count,
        powers=[VariantPower(power.id, power.name, liveries[power.id].initial) for power in variant.powers.values()],
        rulebook=variant.rulebook_id,
        modules=list(MODULES),
        first_phase=str(start_state(variant).phase),
        board=name_board(variant.id),
        plate=f"/api/v1/variants/{variant.id}/plate.svg",
    )


def describe_variant_fully(variant: Variant) -> VariantPage:
    """A variant with its rules."""
    card, rules, spaces = describe_variant(variant), _load_rule_page(variant.id), variant.board.spaces.values()
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
    """The address of a board file, which changes with its content; of an edition where it is not the program's."""
    address = f"/api/v1/variants/{variant}/board"
    if edition is None or edition == digest_of(variant):
        return f"{address}?v={pack_board(variant).digest}"
    return f"{address}?v={edition[:20]}&edition={edition}"


@lru_cache(maxsize=32)
def pack_board(variant: str) -> CachedResponse:
    """The board file of a variant as the program has it."""
    return _pack(data_folder(variant))


def pack_edition(connection: Connection, services: Services, edition: str) -> CachedResponse:
    """The board file of the edition with which a game began."""
    return _pack_folder(str(open_edition_folder(connection, services, edition)))


@lru_cache(maxsize=16)
def _pack_folder(folder: str) -> CachedResponse:
    return _pack(Path(folder))


def _pack(folder: Folder) -> CachedResponse:
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
def draw_plate(variant: str, kind: str, theme: str, *, is_large: bool = False) -> CachedResponse:
    """A picture of the board with its first position: ``svg`` or ``png``, ``light`` or ``dark``."""
    atlas = load_atlas(data_folder(variant))
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
        ),
        view=make_view(atlas.shapes, window, scale),
    )
    if kind == "svg":
        return make_cached_response(svg.encode(), "image/svg+xml")
    return make_cached_response(make_png(svg, width=PLATE_WIDTH, fonts=get_fonts().folder), "image/png", packs=False)


@cache
def _load_rule_page(variant: str) -> _RulePage:
    return TypeAdapter(_RulePage).validate_json((PAGES / f"{variant}.json").read_bytes())


@cache
def _list_switches() -> list[Switch]:
    return [Switch(name, _values(kind), _word(getattr(load_rulebook("2000"), name))) for name, kind in SWITCHES.items()]


def _values(kind: type) -> list[str]:
    return [choice.value for choice in kind] if issubclass(kind, StrEnum) else ["yes", "no"]


def _word(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
