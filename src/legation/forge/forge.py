"""Forging a board: from a gazetteer to the data shared by judge and picture."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import shapely
from shapely.geometry import box

from legation.forge.adjacency import Passage, list_passages
from legation.forge.anchors import Anchors, place_anchors, place_coasts
from legation.forge.arcs import Mesh, Pair
from legation.forge.audit import audit_board, format_audit
from legation.forge.chart import Chart, board_height
from legation.forge.closed import list_closed, list_scenery
from legation.forge.coastline import ATLAS, load_landmasses
from legation.forge.coasts import Coasts, make_coasts
from legation.forge.contract import contract_borders
from legation.forge.density import make_density
from legation.forge.drawing import Drawing, make_drawing
from legation.forge.gates import coast_shores, make_gates
from legation.forge.gazetteer import Place, PlaceKind, load_places
from legation.forge.marks import make_boxes, make_marks, shores_of
from legation.forge.name_lines import list_name_lines
from legation.forge.nations import list_nations
from legation.forge.noise import Noise
from legation.forge.overrides import Act, Override, load_overrides, pairs_of
from legation.forge.partition import make_partition
from legation.forge.relief import Relief, make_relief, write_relief
from legation.forge.segments import SCALE
from legation.forge.settings import Settings, load_settings
from legation.forge.sites import Sites, place_sites
from legation.forge.survey import DETAIL, Survey, survey_borders
from legation.forge.warp import fit_warp, load_warp, save_warp
from legation.forge.write import write_borders, write_shapes, write_spaces

Progress = Callable[[str, float], None]
"""Called with the current step, and the finished share of the whole (0 to 1)."""


@dataclass(frozen=True, slots=True)
class Forged:
    """A board before it is written."""

    settings: Settings
    places: dict[str, Place]
    overrides: list[Override]
    chart: Chart
    sites: Sites
    mesh: Mesh
    coasts: Coasts
    passages: list[Passage]
    drawing: Drawing
    anchors: dict[str, Anchors]
    relief: Relief
    remarks: list[str]


def forge_board(
    input_folder: Path, output_folder: Path, progress: Progress | None = None, *, atlas: Path = ATLAS
) -> Forged:
    """Make a board from ``places.csv``, ``overrides.csv`` and ``board.toml`` and write its data files."""
    report = progress or (lambda _what, _share: None)
    forged = make_forged(input_folder, report, atlas)
    output_folder.mkdir(parents=True, exist_ok=True)
    write_spaces(output_folder, forged.places, forged.coasts, lists_closed=forged.settings.lists_closed)
    write_borders(output_folder, forged.passages, forged.places)
    report("placing gates", 0.9)
    boxes = make_boxes(forged.places)
    marks = make_marks(forged.chart, forged.drawing, forged.places, forged.overrides)
    gates = make_gates(
        forged.drawing,
        forged.passages,
        forged.anchors,
        shores=coast_shores(forged.mesh, forged.coasts),
        boxes=boxes,
        marks=marks,
        settings=forged.settings,
    )
    extra = {
        "discs": forged.sites.discs,
        "boxes": boxes,
        "closed": list_closed(forged.drawing, forged.places, forged.sites),
        "nations": list_nations(forged.settings, forged.places),
        "scenery": list_scenery(forged.drawing, forged.places),
        "marks": marks,
        "gates": gates,
    }
    write_shapes(
        output_folder,
        forged.settings,
        size=forged.chart.size,
        places=forged.places,
        drawing=forged.drawing,
        anchors=forged.anchors,
        extra=extra,
    )
    write_relief(output_folder, forged.relief)
    report("auditing", 0.95)
    findings = audit_board(input_folder, output_folder)
    (output_folder / "audit.txt").write_text(format_audit(findings, forged.remarks), encoding="utf-8")
    report("done", 1.0)
    return forged


ISLET = 0.5
"""The distance in board units that names keep from islets."""


def make_forged(input_folder: Path, report: Progress, atlas: Path = ATLAS) -> Forged:
    """All steps except the writing."""
    report("reading", 0.0)
    settings = load_settings(input_folder)
    places = load_places(input_folder)
    overrides = load_overrides(input_folder, places)
    land = load_landmasses(settings, input_folder, atlas)
    report("fitting the chart", 0.05)
    chart = make_chart(settings, input_folder, places, [shape for shape, _ in land])
    sites = place_sites(chart, land, places, overrides, settings.limits)
    report("dividing land and sea", 0.2)
    partition = make_partition(chart, sites, report)
    shapes = _dissolve(partition.faces, partition.owners)
    report("pulling short borders together", 0.65)
    remarks = [*sites.remarks, *partition.remarks]
    wrap = settings.projection.width if settings.projection.wrap else 0.0
    is_short = _short_test(settings, overrides)
    mesh = contract_borders(shapes, is_short, wrap=wrap, remarks=remarks)
    short = {pair for pair, extent in mesh.extents().items() if is_short(pair, extent)}
    relief = make_relief(chart, shapely.union_all([mass.shape for mass in sites.landmasses]))
    if settings.limits.detail:
        report("surveying borders", 0.7)
        shapes, mesh = survey_borders(
            shapes,
            mesh,
            {code for mass in sites.landmasses for code in mass.owners},
            set(sites.sea_owners),
            _make_survey(settings, chart, relief),
        )
    report("finding borders and coasts", 0.75)
    coasts = make_coasts(mesh, places, overrides)
    passages = list_passages(mesh, places, coasts, overrides, short)
    islets = [mass.shape for mass in sites.landmasses if not mass.blocks]
    drawing = make_drawing(shapes, islets, tolerance=settings.limits.simplify, light=settings.limits.light, wrap=wrap)
    report("placing units and names", 0.85)
    anchors = _anchors(
        settings=settings,
        places=places,
        chart=chart,
        sites=sites,
        drawing=drawing,
        mesh=mesh,
        coasts=coasts,
        islets=islets,
    )
    return Forged(settings, places, overrides, chart, sites, mesh, coasts, passages, drawing, anchors, relief, remarks)


def make_chart(settings: Settings, folder: Path, places: Mapping[str, Place], land: list[Any]) -> Chart:
    """The chart with its committed warp; fits and saves one if there is none."""
    view = settings.projection
    noise = Noise(view.width, board_height(view), settings.limits.noise, settings.limits.seed)
    if not settings.warp.power:
        return Chart(view, lambda coords: coords, noise)
    path = folder / "warp.json"
    if not path.exists():
        flat = Chart(view, lambda coords: coords, noise)
        density = make_density(flat, land, places, power=settings.warp.power, sigma=settings.warp.sigma)
        grid = fit_warp(density, *flat.size, wraps=view.wrap, steps=settings.warp.steps)
        save_warp(grid, path)
    return Chart(view, load_warp(path).make_bend(wraps=view.wrap), noise)


def _dissolve(faces: list[Any], owners: list[str]) -> dict[str, Any]:
    grouped: dict[str, list[Any]] = defaultdict(list)
    for face, owner in zip(faces, owners, strict=True):
        grouped[owner].append(face)
    return {owner: shapely.coverage_union_all(group) for owner, group in sorted(grouped.items())}


def _make_survey(settings: Settings, chart: Chart, relief: Relief) -> Survey:
    width, height = chart.size
    detail = Noise(width, height, settings.limits.detail, settings.limits.seed + 1, DETAIL)
    return Survey([line for _, line in relief], detail, (width, height))


def _short_test(settings: Settings, overrides: list[Override]) -> Callable[[Pair, float], bool]:
    kept, points = pairs_of(overrides, Act.KEEP), pairs_of(overrides, Act.POINT)

    def is_short(pair: Pair, extent: float) -> bool:
        # A long border would drag the coasts with it: only borders that need a person's decision anyway become
        # points.
        if pair in points:
            return extent < 1.5 * settings.limits.doubtful
        return extent < settings.limits.border and pair not in kept

    return is_short


def _anchors(
    *,
    settings: Settings,
    places: Mapping[str, Place],
    chart: Chart,
    sites: Sites,
    drawing: Drawing,
    mesh: Mesh,
    coasts: Coasts,
    islets: list[Any],
) -> dict[str, Anchors]:
    playable = (PlaceKind.LAND, PlaceKind.SEA)
    shapes = {
        code: drawing.shape(code) for code, place in places.items() if place.kind in playable and code in mesh.rings
    }
    unit = settings.limits.unit
    lands = {code for code, place in places.items() if place.kind is PlaceKind.LAND}
    anchors = place_anchors(shapes, lands, sites.discs, islets, unit=unit, frame=box(0, 0, *chart.size))
    for code, found in coasts.of_space.items():
        if coasts.names(code) and code in shapes:
            anchors[code].coasts = place_coasts(shapes[code], shores_of(mesh, found), unit)
    drawn = [shapely.Polygon([(x / SCALE, y / SCALE) for x, y in ring]).buffer(ISLET) for ring in drawing.islets]
    tree = shapely.STRtree(drawn)
    for code, spots in anchors.items():
        if not spots.is_outside:
            shape = shapes[code]
            near = shapely.union_all([drawn[int(hit)] for hit in tree.query(shape)])
            # As in the file, so that the file alone determines where names run.
            stands = [
                (round(x * SCALE) / SCALE, round(y * SCALE) / SCALE)
                for x, y in (spots.unit, *(spot for _, spot in sorted(spots.coasts.items())))
            ]
            spots.names = list_name_lines(
                shape, places[code].name, stands, near, unit=unit, is_sea=places[code].kind is PlaceKind.SEA
            )
    return anchors
