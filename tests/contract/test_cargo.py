"""Armies aboard ships in the judge's JSON: in and out again, and what is wrong with what is not so."""

from typing import Any

import pytest

from tests.contract.kit import judge_json

VARIANT = {"variant": "colonial-variant", "phase": "S1M"}
SHIPS = {"units": {"OCEANIA": ["F PO7"], "KHOUFAX": ["F PO6", "F PO9"]}}
CARGO = {"PO7": {"power": "OCEANIA", "unit": "A PO7"}}


def test_an_army_aboard_comes_back_where_its_ship_is() -> None:
    request = {**VARIANT, **SHIPS, "memory": {"cargo": CARGO}, "orders": {"OCEANIA": ["F PO7 - PO10"]}}
    answer = judge_json(request)
    assert answer["memory"]["cargo"] == {"PO10": {"power": "OCEANIA", "unit": "A PO10"}}
    assert [outcome["order"] for outcome in answer["outcomes"]][-1] == "A PO7 H"


def test_an_army_aboard_a_dislodged_ship_waits_with_it_and_retreats() -> None:
    attack = {"KHOUFAX": ["F PO6 - PO7", "F PO9 S F PO6 - PO7"]}
    answer = judge_json({**VARIANT, **SHIPS, "memory": {"cargo": CARGO}, "orders": attack})
    assert answer["memory"] == {"cargo_waiting": CARGO}
    retreat: dict[str, Any] = {
        "variant": "colonial-variant",
        "phase": answer["next_phase"],
        "orders": {"OCEANIA": ["F PO7 R PO10"]},
        **{key: answer[key] for key in ("units", "dislodged", "contested", "memory")},
    }
    assert judge_json(retreat)["memory"]["cargo"] == {"PO10": {"power": "OCEANIA", "unit": "A PO10"}}
    lost = judge_json({**retreat, "orders": {}})
    assert [found["unit"] for found in lost["destroyed"]] == ["F PO7", "A PO7"]
    assert lost["outcomes"][-1]["text"] == "The army aboard ship in the Emigrants' Sea went down with its ship (CV-7b)."


@pytest.mark.parametrize(
    ("cargo", "field"),
    [
        (7, "memory.cargo"),
        ({"PO7": 7}, "memory.cargo"),
        ({"PO22": {"power": "OCEANIA", "unit": "A PO22"}}, "memory.cargo"),
        ({"PO7": {"power": "RUSSIA", "unit": "A PO7"}}, "memory.cargo.power"),
        ({"PO7": {"power": "OCEANIA", "unit": "A PO6"}}, "memory.cargo.unit"),
        ({"PO7": {"power": "OCEANIA", "unit": "F PO7"}}, "memory.cargo.unit"),
        ({"PO7": {"power": "OCEANIA"}}, "memory.cargo.unit"),
        ({"PO7": {"power": "OCEANIA", "unit": None}}, "memory.cargo.unit"),
        ({"PO7": {"power": "OCEANIA", "unit": "A PO7", "units": 1}}, "memory.cargo.units"),
        ({"po7": {"power": "OCEANIA", "unit": "A PO7"}}, "memory.cargo"),
    ],
)
def test_what_cannot_be_aboard_is_an_error(cargo: object, field: str) -> None:
    assert judge_json({**VARIANT, **SHIPS, "memory": {"cargo": cargo}})["error"]["field"] == field


def test_no_army_is_aboard_in_a_variant_without_ships_that_take_any() -> None:
    request = {"phase": "S1901M", "units": {"FRANCE": ["F ENG"]}}
    cargo = {"cargo": {"ENG": {"power": "FRANCE", "unit": "A ENG"}}}
    assert judge_json({**request, "memory": cargo})["error"]["field"] == "memory.cargo"
