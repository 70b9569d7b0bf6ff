"""Boards as SVG: base, ownership, orders, units, labels and legend."""

from legation.render.picture.atlas import Atlas, load_atlas, open_atlas
from legation.render.picture.board_svg import Style, draw_board
from legation.render.picture.colour import clearer, mix
from legation.render.picture.motion import Keyframe, Motion, Reveal, Span, StageName, Travel, make_motion
from legation.render.picture.palette import Livery, make_liveries
from legation.render.picture.situation import (
    Shown,
    Situation,
    list_last_held,
    show_phase,
    show_position,
    show_request,
    show_results,
)
from legation.render.picture.svg import document, escape, group, number, svg_size, tag, text
from legation.render.picture.theme import BLACK, LIGHT, SANS, THEMES, WHITE
from legation.render.picture.view import make_view, print_scale, whole_view
from legation.render.picture.watched import WatchedPhase, watch_phase, watch_request
from legation.render.picture.web_board import make_web_board

__all__ = [
    "BLACK",
    "LIGHT",
    "SANS",
    "THEMES",
    "WHITE",
    "Atlas",
    "Keyframe",
    "Livery",
    "Motion",
    "Reveal",
    "Shown",
    "Situation",
    "Span",
    "StageName",
    "Style",
    "Travel",
    "WatchedPhase",
    "clearer",
    "document",
    "draw_board",
    "escape",
    "group",
    "list_last_held",
    "load_atlas",
    "make_liveries",
    "make_motion",
    "make_view",
    "make_web_board",
    "mix",
    "number",
    "open_atlas",
    "print_scale",
    "show_phase",
    "show_position",
    "show_request",
    "show_results",
    "svg_size",
    "tag",
    "text",
    "watch_phase",
    "watch_request",
    "whole_view",
]
