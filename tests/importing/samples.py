"""Small boards of our own in the forms of other programs: two powers, a strait, a cape with two coasts."""

from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw

INSTALL = r"""<?php
// A board in the form of webDiplomacy.
defined('IN_CODE') or die('no');
$territoryRawData = array(
    array('Haven', 'Coast', 'Yes', 1, 20, 40, 10, 20),
    array('Mill', 'Land', 'Yes', 0, 60, 40, 30, 20),
    array("Tower", 'Coast', 'Yes', 2, 100, 40, 50, 20),
    array('Cape', 'Coast', 'Yes', 0, 60, 80, 30, 40),
    array('Cape (North Coast)', 'Coast', 'No', 0, 60, 70, 30, 35),
    array('Cape (South Coast)', 'Coast', 'No', 0, 60, 90, 30, 45),
    array('Gulf', 'Sea', 'No', 0, 20, 80, 10, 40),
    array('Sound', 'Sea', 'No', 0, 100, 80, 50, 40),
    array('King\'s Isle', 'Coast', 'No', 0, 60, 110, 30, 55)
);
foreach ($territoryRawData as $row) { new InstallTerritory($row); }
$bordersRawData = array(
    array('Haven', 'Mill', 'No', 'Yes'), array('Tower', 'Mill', 'No', 'Yes'),
    array('Haven', 'Cape', 'No', 'Yes'), array('Tower', 'Cape', 'No', 'Yes'),
    array('Haven', 'Gulf', 'Yes', 'No'), array('Gulf', 'Cape (North Coast)', 'Yes', 'No'),
    array('Tower', 'Sound', 'Yes', 'No'), array('Sound', 'Cape (South Coast)', 'Yes', 'No'),
    array('Gulf', 'Sound', 'Yes', 'No'), array('King\'s Isle', 'Gulf', 'Yes', 'No'),
);
?>"""
VARIANT = r"""<?php
class BayVariant extends WDVariant {
    public $name = 'Bay';
    public $fullName = 'The Bay';
    public $description = 'Two powers &amp; one cape.';
    public $author = 'A. Nobody';
    public $countries = array('Red', 'Blue');
    public $convoyCoasts = array('9');
    public function __construct() { $this->variantClasses['userOrderFog'] = 'Bay'; }
    public function turnAsDate($turn) { return ($turn % 2 ? "Autumn, " : "Spring, ").(floor($turn/2) + 1850); }
}"""
UNITS = r"""<?php
class BayVariant_adjudicatorPreGame extends adjudicatorPreGame {
    protected $countryUnits = array(
        'Red' => array('Haven' => 'Fleet'),
        'Blue' => array('Tower' => 'Army'),
        'Neutral units' => array('Mill' => 'Army', 'Cape (South Coast)' => 'Fleet'),
    );
}"""

VARIANTS_XML = """<?xml version="1.0"?>
<!DOCTYPE VARIANTS [ <!ELEMENT VARIANTS (VARIANT+)> <!ATTLIST POWER active (true|false) "true"> ]>
<VARIANTS>
  <DESCRIPTION>ours</DESCRIPTION>
  <MAP_DEFINITION id="m" title="Map" URI="bay.svg" thumbURI="x.png"/>
  <VARIANT name="Bay" version="1.0">
    <DESCRIPTION><![CDATA[<p>Two powers.</p>]]></DESCRIPTION>
    <MAP adjacencyURI="bay_adjacency.xml"><MAP_GRAPHIC ref="m" default="true"/></MAP>
    <RULEOPTIONS><RULEOPTION name="OPTION_BUILDS" value="VALUE_BUILDS_ANY_IF_HOME_OWNED"/></RULEOPTIONS>
    <POWER name="Red" active="true" adjective="Red" altnames="Reds,Scarlet"/>
    <POWER name="Blue" active="true" adjective="Blue"/>
    <STARTINGTIME turn="Fall, 1850, Movement"/>
    <VICTORYCONDITIONS><WINNING_SUPPLY_CENTERS value="3"/><YEARS_WITHOUT_SC_CAPTURE value="7"/>
      <GAME_LENGTH value="35"/></VICTORYCONDITIONS>
    <SUPPLYCENTER province="hav" homepower="red" owner="red"/>
    <SUPPLYCENTER province="tow" homepower="blue" owner="blue"/>
    <SUPPLYCENTER province="mil"/> <SUPPLYCENTER province="cap" owner="blue"/>
    <INITIALSTATE province="haven" power="scarlet" unit="fleet"/>
    <INITIALSTATE province="tow" power="blue" unit="army"/>
    <INITIALSTATE province="mil" power="blue" unit="wing"/>
  </VARIANT>
</VARIANTS>"""
ADJACENCY = """<?xml version="1.0"?>
<PROVINCES>
  <BORDER_DEFINITIONS><BORDER id="hill" description="A steep hill" from="hav" baseMoveModifier="-1"/>
  </BORDER_DEFINITIONS>
  <PROVINCE shortname="hav" fullname="Haven"><UNIQUENAME name="har"/>
    <ADJACENCY type="mv" refs="mil cap"/><ADJACENCY type="xc" refs="gul"/></PROVINCE>
  <PROVINCE shortname="mil" fullname="Mill" borders="hill"><ADJACENCY type="mv" refs="har tow"/></PROVINCE>
  <PROVINCE shortname="tow" fullname="Tower"><ADJACENCY type="mv" refs="mil cap"/><ADJACENCY type="xc" refs="sou"/>
  </PROVINCE>
  <PROVINCE shortname="cap" fullname="Cape"><ADJACENCY type="mv" refs="hav tow"/>
    <ADJACENCY type="nc" refs="gul"/><ADJACENCY type="sc" refs="sou"/></PROVINCE>
  <PROVINCE shortname="gul" fullname="Gulf"><ADJACENCY type="xc" refs="hav cap-nc sou"/></PROVINCE>
  <PROVINCE shortname="sou" fullname="Sound"><ADJACENCY type="xc" refs="tow cap-sc gul"/></PROVINCE>
</PROVINCES>"""
SVG = """<?xml version="1.0"?>
<!DOCTYPE svg [ <!ENTITY % ext "| jdipNS:PROVINCE_DATA"> ]>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200">
  <jdipNS:POWERCOLORS><jdipNS:POWERCOLOR power="red" color="#C02020"/></jdipNS:POWERCOLORS>
  <jdipNS:PROVINCE_DATA><jdipNS:PROVINCE name="hav"><jdipNS:UNIT x="30" y="50"/></jdipNS:PROVINCE>
  </jdipNS:PROVINCE_DATA>
  <g id="MapLayer" transform="translate(0,0)">
    <path id="_hav" d="M0,0 H100 V100 H0 Z"/>
    <polygon id="_mil" points="100,0 200,0 200,100 100,100"/>
    <rect id="_tow" x="200" y="0" width="100" height="100"/>
    <path id="_cap" d="m100 100 c30 0 70 0 100 0 l0 50 h-100 z"/>
    <path id="_gul" d="M0 100 L100 100 100 150 150 150 150 200 0 200 Z"/>
    <path id="_sou" d="M200 100 L300 100 300 200 150 200 150 150 200 150 Z"/>
  </g>
</svg>"""

DPJUDGE = """
# A board in the form of DPjudge
BEGIN FALL 1850 ADJUSTMENTS
VICTORY 3
RULES BUILD_ANY NO_CHECK
RED (RED:R) HAV
F HAV
BLUE (BLUISH) TOW
A TOW
UNOWNED MIL CAP
Haven = HAV Harbour old+port
Mill = MIL
Tower = TOW
Cape = CAP
Gulf = GUL
Sound = SOU
Isle = ISL
COAST HAV ABUTS GUL MIL cap Isl
LAND MIL ABUTS HAV TOW
COAST TOW ABUTS SOU MIL cap
COAST cap ABUTS HAV TOW GUL SOU
COAST CAP/NC ABUTS GUL
COAST CAP/SC ABUTS SOU
WATER GUL ABUTS HAV CAP/NC SOU
WATER SOU ABUTS TOW CAP/SC GUL
PORT ISL ABUTS Hav
SHUT ALP ABUTS MIL
"""

GODIP = """package bay

const (
\tRed  godip.Nation = "Red"
\tBlue godip.Nation = "Blue"
)

var BayVariant = common.Variant{
\tName:       "The Bay",
\tSoloWinner: common.SCCountWinner(3),
\tCreatedBy:  "A. Nobody",
}

func BayStart() (result *state.State, err error) {
\tstartPhase := classical.NewPhase(1850, godip.Spring, godip.Movement)
\tif err = result.SetUnits(map[godip.Province]godip.Unit{
\t\t"hav": godip.Unit{godip.Fleet, Red},
\t\t"tow": {Type: godip.Army, Nation: Blue},
\t}); err != nil {
\t\treturn
\t}
\tresult.SetSupplyCenters(map[godip.Province]godip.Nation{
\t\t"hav": Red,
\t\t"tow": Blue,
\t})
\treturn
}

func BayGraph() *graph.Graph {
\treturn graph.New().
\t\t// Haven
\t\tProv("hav").Conn("mil", godip.Land).Conn("cap", godip.Land).Conn("gul", godip.Sea).Flag(godip.Coast...).SC(Red).
\t\t// Mill
\t\tProv("mil").Conn("hav", godip.Land).Conn("tow", godip.Land).Flag(godip.Land).SC(godip.Neutral).
\t\t// Tower
\t\tProv("tow").Conn("mil", godip.Land).Conn("cap", godip.Land).Conn("sou", godip.Sea).Flag(godip.Coast...).SC(Blue).
\t\t// Cape
\t\tProv("cap").Conn("hav", godip.Land).Conn("tow", godip.Land).Flag(godip.Land).SC(godip.Neutral).
\t\t// Cape (North Coast)
\t\tProv("cap/nc").Conn("gul", godip.Sea).Flag(godip.Sea).
\t\t// Cape (South Coast)
\t\tProv("cap/sc").Conn("sou", godip.Sea).Flag(godip.Sea).
\t\t// Gulf
\t\tProv("gul").Conn("hav", godip.Sea).Conn("cap", godip.Sea).Conn("cap/nc", godip.Sea).Conn("sou", Sea).Flag(Sea).
\t\t// Sound
\t\tProv("sou").Conn("tow", godip.Sea).Conn("cap", godip.Sea).Conn("cap/sc", godip.Sea).Conn("gul", Sea).Flag(Sea).
\t\tDone()
}
"""

NJUDGE_MAP = """# ours
Haven,  R hav harbour
Mill,   x mil
Tower,  B tow
Cape,   xw cap
Gulf,   w gul
Sound,  w sou
Alps,   l alp
-1
hav-mv: mil cap
hav-xc: gul
mil-mv: harbour tow
tow-mv: mil cap
tow-xc: sou
cap-mv: hav tow
cap-nc: gul
cap-sc: sou
gul-xc: hav cap/nc sou
sou-xc: tow cap/sc gul
alp-mv: alp
-1
Center order for summary report:
   hav mil
-1
"""
NJUDGE_SEED = """S1850M
R: F Haven
B: A Tower
-1
R.B....
-1
"""


NJUDGE_REPORT = """From: judge
Starting position for Spring of 1850.

Scarlet: Fleet Haven.
Azure:   Army  Tower.
Azure:   Fleet Cape (south coast).
"""
STYLE = ".country1 { color: #AA0000; }\n.country2 a, b { x: y; color:#0000aa }"
DRAW_MAP = r"""<?php
class BayVariant_drawMap extends drawMap {
    protected function resources() { return array('map' => 'variants/Bay/resources/map.png', 'army' => 'x.png'); }
}"""
POLITICS = "BLUE (BLUISH) TOW\nA TOW\nUNOWNED MIL CAP\n"
GODIP_PHASE = """package bay

func (self *phase) Next() godip.Phase {
\treturn newPhase(self.Year()+5, YearSeason, godip.Movement)
}
"""


def write_webdiplomacy(folder: Path) -> Path:
    """A folder ``bay`` in the form of webDiplomacy."""
    bay = folder / "Bay"
    (bay / "classes").mkdir(parents=True)
    (bay / "resources").mkdir()
    (bay / "install.php").write_text(INSTALL)
    (bay / "variant.php").write_text(VARIANT)
    (bay / "classes/adjudicatorPreGame.php").write_text(UNITS)
    (bay / "resources/style.css").write_text(STYLE)
    return bay


def make_picture() -> bytes:
    """The bay as webDiplomacy draws its maps: a colour for each land, one for all seas, black lines between them."""
    image = Image.new("P", (130, 130), 9)
    image.putpalette([0, 0, 0, 200, 0, 0, 0, 200, 0, 0, 0, 200, 120, 90, 40, 60, 60, 60, *[0] * 9, 180, 210, 230])
    pen = ImageDraw.Draw(image)
    for colour, box in ((1, (0, 0, 40, 60)), (2, (40, 0, 80, 60)), (3, (80, 0, 129, 60)), (4, (40, 60, 80, 95)),
                        (5, (52, 104, 68, 118))):  # fmt: skip
        pen.rectangle(box, fill=colour, outline=0)
    pen.line((60, 95, 60, 129), fill=0)
    pen.rectangle((52, 104, 68, 118), fill=5, outline=0)
    pen.line((60, 72, 60, 88), fill=0)  # a sign over the point of the cape
    written = BytesIO()
    image.save(written, "PNG")
    return written.getvalue()


def write_drawn_webdiplomacy(folder: Path) -> Path:
    """The same, with a map as a picture."""
    bay = write_webdiplomacy(folder)
    (bay / "resources/map.png").write_bytes(make_picture())
    (bay / "classes/drawMap.php").write_text(DRAW_MAP)
    return bay


def write_jdip(folder: Path) -> Path:
    """A folder in the form of jDip."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "variants.xml").write_text(VARIANTS_XML)
    (folder / "bay_adjacency.xml").write_text(ADJACENCY)
    (folder / "bay.svg").write_text(SVG)
    return folder


def write_njudge(folder: Path) -> Path:
    """A map and a seed of nJudge."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "map.bay").write_text(NJUDGE_MAP)
    (folder / "seed.bay").write_text(NJUDGE_SEED)
    return folder / "map.bay"


def write_reported_njudge(folder: Path) -> Path:
    """The same with a report of the first position, which names the powers."""
    path = write_njudge(folder)
    (folder / "report.bay").write_text(NJUDGE_REPORT)
    return path


def write_parted_dpjudge(folder: Path) -> Path:
    """A ``.map`` file that is built on another."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bay.politics").write_text(POLITICS)
    (folder / "bay.map").write_text(DPJUDGE.replace(POLITICS, "USE bay.politics\n"))
    return folder / "bay.map"


def write_dpjudge(folder: Path) -> Path:
    """A ``.map`` file."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bay.map").write_text(DPJUDGE)
    return folder / "bay.map"


def make_dvar() -> dict[str, object]:
    """A document by the schema of DVAR."""
    both = [("hav", "mil", "army"), ("mil", "tow", "army"), ("hav", "cap", "army"), ("tow", "cap", "army"),
            ("hav", "gul", "fleet"), ("gul", "cap/nc", "fleet"), ("tow", "sou", "fleet"), ("sou", "cap/sc", "fleet"),
            ("gul", "sou", "fleet")]  # fmt: skip
    ways: dict[str, list[dict[str, str]]] = {}
    for start, end, who in both:
        ways.setdefault(start, []).append({"to": end, "pass": who})
        ways.setdefault(end, []).append({"to": start, "pass": who})
    kinds = {"hav": "coastal", "mil": "land", "tow": "coastal", "cap": "land", "gul": "sea", "sou": "sea"}
    return {
        "schemaVersion": 1, "id": "bay", "name": "Bay", "description": "Ours", "author": "A. Nobody",
        "victoryConditions": [
            {"type": "supply-center-majority", "supplyCenters": 3},
            {"type": "timed-resolution", "year": 1453, "resolution": "most-supply-centers"},
            {"type": "province-control", "provinces": ["mil", "cap"], "year": 1440},
        ],
        "adjudicationModifiers": ["allow-builds-in-non-home-centers", "unheard-of"],
        "phaseProgression": {"seasons": ["Spring", "Fall"], "transitions": [
            {"from": {"season": "Spring", "type": "Retreat"},
             "to": {"season": "Fall", "type": "Movement", "yearDelta": 5}},
            {"from": {"season": "Fall", "type": "Adjustment"},
             "to": {"season": "Spring", "type": "Movement", "yearDelta": 5}},
        ]},
        "nations": [{"id": "red", "name": "Red", "color": "#AA0000"},
                    {"id": "blue", "name": "Blue", "color": "#0000AA"},
                    {"id": "town", "name": "Town", "color": "#888888", "non_playable": True}],
        "provinces": [
            {"id": key, "name": key.title(), "type": kind, "supplyCenter": key in ("hav", "tow", "mil", "cap"),
             "adjacencies": ways.get(key, []), **({"homeNation": "red"} if key == "hav" else {})}
            for key, kind in kinds.items()
        ],
        "namedCoasts": [
            {"id": f"cap/{coast}", "name": f"Cape ({coast})", "parentProvince": "cap",
             "adjacencies": ways[f"cap/{coast}"]}
            for coast in ("nc", "sc")
        ],
        "initialState": {
            "phase": {"season": "Spring", "year": 1425, "type": "Movement"},
            "units": [{"nation": "red", "type": "Fleet", "location": "hav"},
                      {"nation": "blue", "type": "Army", "location": "tow"},
                      {"nation": "town", "type": "Army", "location": "mil"}],
            "supplyCenters": [{"nation": "red", "province": "hav"}, {"nation": "blue", "province": "tow"},
                              {"nation": "town", "province": "mil"}],
        },
    }  # fmt: skip


def write_godip(folder: Path) -> Path:
    """The board in the form of godip, as Go text."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bay.go").write_text(GODIP)
    return folder


def write_slow_godip(folder: Path) -> Path:
    """The same with a second file, by which a turn lasts five years."""
    (write_godip(folder) / "phase.go").write_text(GODIP_PHASE)
    return folder
