"""Situations at the edges of the sheets' rules, through the judge's JSON. What is expected is read off the sheets."""

from typing import Any, NamedTuple

import pytest

from tests.contract.kit import judge_json

Letters = dict[str, list[str]]


class Situation(NamedTuple):
    """Units with their orders, and what must follow: results by order, refusals by line, retreats by unit."""

    variant: str
    orders: Letters
    results: dict[str, str]
    phase: str = "S1M"
    units: Letters | None = None
    more: dict[str, Any] | None = None


def list_units(situation: Situation) -> Letters:
    """The units that the orders name, unless they are given."""
    if situation.units is not None:
        return situation.units
    found: Letters = {}
    for power, lines in situation.orders.items():
        found[power] = [" ".join(line.split()[:2]) for line in lines]
    return found


CASPIAN_CONVOY = {"RUSSIA": ["A BUL - TEH", "F BLA C A BUL - TEH", "F CSP C A BUL - TEH"]}
ON_FIJI = ["F MEL - FIJ", "F BIS S F MEL - FIJ"]
CARGO = {"memory": {"cargo": {"PO7": {"power": "OCEANIA", "unit": "A PO7"}}}}
TRAPPED = {"UNION": ["F PO26 - PO7", "F PO10 S F PO26 - PO7"]}

SITUATIONS = {
    "C3-3: the South Pacific joins both edges of the board": Situation(
        "colonia-iii",
        {"FRANCE": ["A NWZ - PRU", "F SPC C A NWZ - PRU"]},
        {"A NWZ - PRU": "succeeds"},
    ),
    "C3-8: fleets follow each other along the Siberian coast": Situation(
        "colonia-iii",
        {"RUSSIA": ["F NPC - SIB", "F URA - PTD"], "ENGLAND": ["F SIB - URA"]},
        {"F NPC - SIB": "succeeds", "F SIB - URA": "succeeds", "F URA - PTD/NC": "succeeds"},
    ),
    "C3-8: no fleet leaves the Siberian coast for inland": Situation(
        "colonia-iii", {"RUSSIA": ["F SIB - IRK"]}, {"F SIB - IRK": "unsuitable_space"}
    ),
    "C3 addendum: Australia is a continent, and no fleet takes an army off it": Situation(
        "colonia-iii",
        {"ENGLAND": ["A AUS H", "F COR H"], "FRANCE": ["A WDT - AUS", "A ARN S A WDT - AUS"]},
        {"A AUS H": "destroyed"},
    ),
    "C3-4: a fleet of another power takes nobody off": Situation(
        "colonia-iii", {"ENGLAND": ["A FIJ H"], "SPAIN": ["F COR H"], "FRANCE": ON_FIJI}, {"A FIJ H": "destroyed"}
    ),
    "C3-4: a fleet that is dislodged itself takes nobody off": Situation(
        "colonia-iii",
        {"ENGLAND": ["A FIJ H", "F COR H"], "FRANCE": [*ON_FIJI, "F TAS - COR", "F SLS S F TAS - COR"]},
        {"A FIJ H": "destroyed", "F COR H": "dislodged"},
    ),
    "C3-4: an army that is ferried and one that walks to the same shore are both lost": Situation(
        "colonia-iii",
        {"ENGLAND": ["A FIJ R AUS"], "SPAIN": ["A WDT R AUS"]},
        {"A FIJ R AUS VIA COR": "destroyed", "A WDT R AUS": "destroyed"},
        "S1R",
        {"ENGLAND": ["F COR"], "FRANCE": ["F FIJ", "A WDT"]},
        {
            "dislodged": [
                {"power": "ENGLAND", "unit": "A FIJ", "from": "MEL"},
                {"power": "SPAIN", "unit": "A WDT", "from": "ARN"},
            ]
        },
    ),
    "C1-4: no army is convoyed to Tahiti": Situation(
        "colonia-i",
        {"FRANCE": ["A PRU - TAH", "F SPC C A PRU - TAH"]},
        {"A PRU - TAH": "closed_to_armies", "F SPC C A PRU - TAH": "closed_to_armies"},
    ),
    "C1: an army on an island has no ferry there": Situation(
        "colonia-i",
        {"ENGLAND": ["A NWZ H", "F COR H"], "FRANCE": ["F TAS - NWZ", "F SPC S F TAS - NWZ"]},
        {"A NWZ H": "destroyed"},
    ),
    "C1-1: by the book of 1971 one broken route of two stops the convoy": Situation(
        "colonia-i",
        {
            "ENGLAND": ["A LON - ANT", "F ENG C A LON - ANT", "F NTH C A LON - ANT"],
            "FRANCE": ["F BRI - ENG", "F BBY S F BRI - ENG"],
        },
        {"A LON - ANT": "fails", "F BRI - ENG": "succeeds"},
    ),
    "C7-4: Britain is mainland, and no fleet takes an army off it": Situation(
        "colonia-vii",
        {"ENGLAND": ["A LON H", "F ENG H"], "FRANCE": ["A YOR - LON", "F NTH S A YOR - LON", "A EDI H"]},
        {"A LON H": "destroyed"},
    ),
    "C7-6: Canton builds for China alone": Situation(
        "colonia-vii",
        {"RUSSIA": ["A CAN B"]},
        {"A CAN B": "special_for_others"},
        "W1A",
        {},
        {"centres": {"RUSSIA": ["CAN"]}},
    ),
    "N9-8: two units meet head on in a direct passage": Situation(
        "cline-9-man-vii",
        {"ENGLAND": ["A IRE - CLY"], "FRANCE": ["F CLY - IRE"]},
        {"A IRE - CLY": "fails", "F CLY - IRE": "fails"},
        "S1901M",
    ),
    "N9-9: no fleet in Jordan reaches the Red Sea": Situation(
        "cline-9-man-vii", {"TURKEY": ["F JOR - RED"]}, {"F JOR - RED": "not_adjacent"}, "S1901M"
    ),
    "N9-10: no convoy goes through the Volga canal": Situation(
        "cline-9-man-vii",
        CASPIAN_CONVOY,
        {
            "A BUL - TEH": "no_convoy_possible",
            "F BLA C A BUL - TEH": "convoy_off_route",
            "F CSP C A BUL - TEH": "convoy_off_route",
        },
        "S1901M",
    ),
    "N9-10: an army crosses the Caspian by convoy": Situation(
        "cline-9-man-vii",
        {"RUSSIA": ["A URA - TEH", "F CAS C A URA - TEH"]},
        {"A URA - TEH": "succeeds", "F CSP C A URA - TEH": "succeeds"},
        "S1901M",
    ),
    "N9-11: the Antarctic box is attacked with support from its other end": Situation(
        "cline-9-man-vii",
        {"ENGLAND": ["F WAO - ANT"], "FRANCE": ["F IND S F WAO - ANT"], "ITALY": ["F ANT H"]},
        {"F WAO - ANT": "succeeds", "F ANT H": "destroyed"},
        "S1901M",
    ),
    "CV-20: two fleets pass each other through the off-board boxes": Situation(
        "colonial-variant",
        {"UNION": ["F PO22 - PO5 obb"], "ELUNIA": ["F PO5 - PO22 obb"]},
        {"F PO22 - OB5": "succeeds", "F PO5 - OB22": "succeeds"},
    ),
    "CV-8: an army lands from a foreign ship that holds": Situation(
        "colonial-variant",
        {"OCEANIA": ["A PO7 - NA10"], "UNION": ["F PO7 H"]},
        {"A PO7 - NA10": "succeeds"},
        units={"UNION": ["F PO7"]},
        more=CARGO,
    ),
    "CV-8: a ship that supports lands nobody": Situation(
        "colonial-variant",
        {"OCEANIA": ["A PO7 - NA10"], "UNION": ["F PO7 S F PO26", "F PO26 H"]},
        {"A PO7 - NA10": "void"},
        units={"UNION": ["F PO7", "F PO26"]},
        more=CARGO,
    ),
    "CV-8: the landing from a dislodged ship has no effect, however well supported": Situation(
        "colonial-variant",
        {"OCEANIA": ["F PO7 H", "A PO7 - NA10", "A NA6 S A PO7 - NA10"], "GENETTE": ["A NA10 H"], **TRAPPED},
        {"A NA10 H": "succeeds", "F PO7 H": "dislodged"},
        units={"OCEANIA": ["F PO7", "A NA6"], "GENETTE": ["A NA10"], "UNION": ["F PO26", "F PO10"]},
        more=CARGO,
    ),
    "CV-12: a transport fleet takes its army down": Situation(
        "colonial-variant",
        {"OCEANIA": ["TF PO7 H"], **TRAPPED},
        {"TF PO7 H": "destroyed", "A PO7 H": "destroyed"},
        units={"OCEANIA": ["TF PO7"], "UNION": ["F PO26", "F PO10"]},
        more=CARGO,
    ),
    "CV-13: of a transport fleet and two combat fleets that stand each other off nobody gets in": Situation(
        "colonial-variant",
        {"OCEANIA": ["TF PO7 - PO26"], "UNION": ["F PO10 - PO26"], "ELUNIA": ["F SA3 - PO26"]},
        {"TF PO7 - PO26": "fails", "F PO10 - PO26": "fails", "F SA3 - PO26": "fails"},
    ),
    "CV-14: a transport fleet's support saves an embarkation": Situation(
        "colonial-variant",
        {
            "OCEANIA": ["TF PO10 S F PO7", "F PO7 E A NA10", "A NA10 - PO7"],
            "UNION": ["F PO26 - PO7", "F PO6 S F PO26 - PO7"],
        },
        {"A NA10 - PO7": "succeeds", "F PO26 - PO7": "fails"},
    ),
    "CV-16: the move of a transport fleet cuts no support": Situation(
        "colonial-variant",
        {"OCEANIA": ["TF PO10 - PO26"], "UNION": ["F PO26 S F SA3 - SA2", "F SA3 - SA2"], "ELUNIA": ["A SA2 H"]},
        {"F SA3 - SA2": "succeeds", "A SA2 H": "dislodged"},
    ),
    "CV-10: three centres keep one transport fleet beside three other units": Situation(
        "colonial-variant",
        {"OCEANIA": ["TF BI2 B", "TF BI7 B"]},
        {"TF BI2 B": "succeeds", "TF BI7 B": "no_builds_left"},
        "W1A",
        {"OCEANIA": ["F PO7", "F PO10", "F PO26"]},
        {"centres": {"OCEANIA": ["BI2", "BI4", "BI7"]}},
    ),
    "GB-4: a bomb on a convoying fleet comes too late for its army": Situation(
        "standard",
        {"ENGLAND": ["A LON - NWY", "F NTH C A LON - NWY"], "GERMANY": ["BOMB BER - NTH"]},
        {"A LON - NWY": "succeeds", "F NTH C A LON - NWY": "destroyed"},
        "S1901M",
        {"ENGLAND": ["A LON", "F NTH"]},
        {"modules": ["gigaton-bomb"]},
    ),
    "GB-2: two powers that bomb each other both strike": Situation(
        "standard",
        {"GERMANY": ["BOMB BER - PAR"], "FRANCE": ["BOMB PAR - BER"]},
        {"A BER H": "destroyed", "A PAR H": "destroyed"},
        "S1901M",
        {"GERMANY": ["A BER"], "FRANCE": ["A PAR"]},
        {"modules": ["gigaton-bomb"]},
    ),
}


@pytest.mark.parametrize("name", SITUATIONS)
def test_the_judge_follows_the_sheet(name: str) -> None:
    situation = SITUATIONS[name]
    answer = judge_json(
        {
            "variant": situation.variant,
            "phase": situation.phase,
            "units": list_units(situation),
            "orders": situation.orders,
            **(situation.more or {}),
        }
    )
    found = {outcome["order"]: outcome["result"] for outcome in answer["outcomes"]}
    found |= {line["text"]: line["reason"] for line in answer["rejected"]}
    assert {order: found.get(order) for order in situation.results} == situation.results
