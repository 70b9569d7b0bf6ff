"""A made-up board of nine rows: a continent with a lake, an island, two seas, northern ice and an off-board box."""

import json
from pathlib import Path

PLACES = """code,name,kind,centre,powers,island,unit,coast,theatre,aliases,points,note
WES,Westland,land,home,RED,,A,,Land,West,250 240;250 300,
MID,Midland,land,neutral,,,,,Land,,400 250;400 180;400 320,
EAS,Eastland,land,home,BLUE,,F,,Land,,550 250,
ISL,Isle,land,neutral,,yes,,,Sea,,700 250,
NOR,North Sea,sea,,,,,,Sea,,400 100;100 150;700 130;100 200;700 200,
SOU,South Sea,sea,,,,,,Sea,,400 430;100 350;700 350;100 300;700 300,
ICE,Ice,impassable,,,,,,Sea,,400 20;100 20;700 20,
OUT,Box,box,,,,,,Off,,-60 350,
NIL,Nowhere,scenery,,,,,,Off,,110 250,
"""
OVERRIDES = """act,a,b,value,clause,reason
coasts,MID,,NC SC,,Midland lies between two seas.
join,SOU,OUT,fleet one-way,,Into the box from the South Sea.
join,OUT,NOR,fleet one-way link,,Out of the box into the North Sea.
canal,,,400 160;400 340,,A ditch from sea to sea.
"""
SETTINGS = """variant = "tiny"
coastline = "coasts.geojson"

[projection]
kind = "plane"
width = 800.0
height = 500.0

[limits]
noise = 2.0
seed = 4

[totals]
land = 4
sea = 3
home = 2
neutral = 2
"""


def ring(*corners: tuple[float, float]) -> list[list[float]]:
    return [[x, y] for x, y in (*corners, corners[0])]


def write_tiny(folder: Path, places: str = PLACES, overrides: str = OVERRIDES, settings: str = SETTINGS) -> Path:
    """The input folder of the board."""
    folder.mkdir(parents=True, exist_ok=True)
    shore = ring((200, 150), (600, 150), (600, 350), (200, 350))
    lake = ring((310, 240), (340, 240), (340, 270), (310, 270))
    islet = ring((105, 245), (115, 245), (115, 255), (105, 255))
    features = [
        {"properties": {"role": role}, "geometry": {"type": "Polygon", "coordinates": rings}}
        for role, rings in (("land", [shore, lake]), ("scenery", [islet]))
    ]
    coasts = json.dumps({"type": "FeatureCollection", "features": features})
    for name, text in (
        ("places.csv", places),
        ("overrides.csv", overrides),
        ("board.toml", settings),
        ("coasts.geojson", coasts),
    ):
        (folder / name).write_text(text, encoding="utf-8")
    return folder
