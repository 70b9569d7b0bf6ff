"""The variants on the shelf: what the pages show of them before and during a game."""

import json
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from legation.board import Folder, Terrain
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
from legation.server.votes.service import describe_scheme
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


def check_variant(variant: str) -> Variant:
    """A variant of the shelf, by an id that a stranger sent."""
    if variant not in list_variants():
        raise not_found("variant")
    return load_variant(variant)


@cache
def list_catalogue() -> dict[str, Any]:
    """All variants, rulebooks and switches."""
    return {
        "variants": [describe_variant(load_variant(variant)) for variant in list_variants()],
        "rulebooks": list(list_rulebooks()),
        "switches": _list_switches(),
    }


def describe_variant(variant: Variant) -> dict[str, Any]:
    """What a list shows of a variant."""
    liveries = make_liveries(tuple(variant.powers), LIGHT)
    spaces = [space for space in variant.board.spaces.values() if space.terrain is not Terrain.IMPASSABLE]
    return {
        "id": variant.id,
        "name": variant.name,
        "blurb": variant.description,
        "spaces": len(spaces),
        "centres": sum(space.centre.is_counted for space in spaces),
        "to_win": variant.winning_count,
        "powers": [
            {"id": power.id, "name": power.name, "initial": liveries[power.id].initial}
            for power in variant.powers.values()
        ],
        "rulebook": variant.rulebook_id,
        "modules": list(MODULES),
        "first_phase": str(start_state(variant).phase),
        "board": name_board(variant.id),
        "plate": f"/api/v1/variants/{variant.id}/plate.svg",
    }


def describe_variant_fully(variant: Variant) -> dict[str, Any]:
    """What the page of a variant shows."""
    page = _load_page(variant.id)
    theatres = [
        {"name": name, "spaces": [space.id for space in variant.board.spaces.values() if space.theatre == name]}
        for name in list_theatres(variant)
    ]
    return {
        **describe_variant(variant),
        "scheme": describe_scheme(scheme_of(variant)),
        "rules_html": page["html"],
        "clauses": page["clauses"],
        "module_clauses": {module: _list_module_clauses(module) for module in MODULES},
        "switches": _switches_of(variant),
        "theatres": theatres,
    }


def _list_module_clauses(module: str) -> list[dict[str, str]]:
    return [{"id": clause.id, "text": clause.text} for clause in load_module_clauses(module).listed.values()]


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
    board = make_web_board(atlas.board, atlas.shapes, atlas.powers, closed=atlas.closed)
    return make_cached_response(board.encode(), "application/json")


@lru_cache(maxsize=32)
def draw_plate(variant: str, kind: str, theme: str) -> CachedResponse:
    """A picture of the board with its first position: ``svg`` or ``png``, ``light`` or ``dark``."""
    atlas = load_atlas(data_folder(variant))
    window = whole_view(atlas.shapes, 1.0).window
    scale = min(print_scale(atlas.shapes), PLATE_WIDTH / (window[2] - window[0]))
    svg = draw_board(
        atlas.board,
        atlas.shapes,
        Situation(atlas.powers, atlas.start, closed=atlas.closed, marks=atlas.marks),
        style=Style(theme=THEMES[theme], has_names=False, has_frame=False, title=atlas.title),
        view=make_view(atlas.shapes, window, scale),
    )
    if kind == "svg":
        return make_cached_response(svg.encode(), "image/svg+xml")
    return make_cached_response(make_png(svg, width=PLATE_WIDTH, fonts=get_fonts().folder), "image/png", packs=False)


@cache
def _load_page(variant: str) -> dict[str, Any]:
    page: dict[str, Any] = json.loads((PAGES / f"{variant}.json").read_text(encoding="utf-8"))
    return page


@cache
def _list_switches() -> list[dict[str, Any]]:
    return [
        {"id": name, "values": _values(kind), "default": _word(getattr(load_rulebook("2000"), name))}
        for name, kind in SWITCHES.items()
    ]


def _switches_of(variant: Variant) -> dict[str, str]:
    return {name: _word(getattr(variant.rulebook, name)) for name in SWITCHES}


def _values(kind: type) -> list[str]:
    return [choice.value for choice in kind] if issubclass(kind, StrEnum) else ["yes", "no"]


def _word(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
