"""Makes a map from the borders for a variant in Legation's own form that has none."""

from pathlib import Path

from legation.board import Terrain
from legation.importing.assemble import Assembled
from legation.importing.model import ForeignVariant, Ground, Province
from legation.variants import Variant


def draw_own_map(variant: Variant, folder: Path) -> None:
    """Write ``shapes.json`` for the variant in a folder."""
    from legation.importing.plate import draw_plate  # noqa: PLC0415 - needs the libraries of the forge

    provinces = {
        str(space.id): Province(space.id, space.name, Ground.SEA if space.terrain is Terrain.SEA else Ground.LAND)
        for space in variant.board.spaces.values()
    }
    source = ForeignVariant(variant.id, variant.name, provinces=provinces)
    codes = {code: code for code in provinces}
    draw_plate(Assembled(source, (), (), {}, (), {}, codes, variant.victory_centres), variant.board, folder)
