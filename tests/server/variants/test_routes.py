import gzip
import json
import re
from pathlib import Path

import pytest
from scripts.rule_pages import make_page, write_html

from legation import list_variants, load_variant
from tests.server.kit import Server

ROOT = Path(__file__).parents[3]


def test_the_shelf_has_every_variant(server: Server) -> None:
    shelf = server.client().get("/api/v1/variants").json()
    assert [variant["id"] for variant in shelf["variants"]] == list(list_variants())
    assert shelf["rulebooks"] == ["1971", "1982", "2000", "2023"]
    seven = next(variant for variant in shelf["variants"] if variant["id"] == "colonia-vii")
    assert (seven["spaces"], seven["centres"], seven["to_win"]) == (243, 134, 50)
    assert seven["first_phase"] == "S1751M"
    assert {"id": "FRANCE", "name": "France", "initial": "F"} in seven["powers"]
    assert seven["modules"] == ["gigaton-bomb"]


def test_every_switch_has_its_values_and_a_default_among_them(server: Server) -> None:
    switches = server.client().get("/api/v1/variants").json()["switches"]
    assert len(switches) > 5
    assert all(switch["default"] in switch["values"] for switch in switches)


@pytest.mark.parametrize("variant", list_variants())
def test_the_page_of_a_variant_has_its_rules_votes_and_theatres(server: Server, variant: str) -> None:
    page = server.client().get(f"/api/v1/variants/{variant}").json()
    assert page["name"] == load_variant(variant).name
    assert page["scheme"]["text"].endswith(".")
    assert "<h2" in page["rules_html"]
    assert all(clause["id"] and clause["text"] for clause in page["clauses"])
    placed = [space for theatre in page["theatres"] for space in theatre["spaces"]]
    assert set(placed) <= set(load_variant(variant).board.spaces)


def test_clauses_are_those_of_the_sheet(server: Server) -> None:
    clauses = server.client().get("/api/v1/variants/colonia-vii").json()["clauses"]
    assert {"id": "C7-9a", "text": "fifty centres win"}.items() <= {
        key: value for clause in clauses if clause["id"] == "C7-9a" for key, value in clause.items()
    }.items()


@pytest.mark.parametrize("variant", list_variants())
def test_rule_pages_are_as_the_documentation_is_now(variant: str) -> None:
    kept = ROOT / "src" / "legation" / "server" / "variants" / "rule_pages" / f"{variant}.json"
    assert kept.read_text(encoding="utf-8") == make_page(variant), "run scripts/rule_pages.py"


@pytest.mark.parametrize("variant", list_variants())
def test_rule_pages_hold_no_script_and_no_link_elsewhere(variant: str) -> None:
    file = ROOT / "src" / "legation" / "server" / "variants" / "rule_pages" / f"{variant}.json"
    html = json.loads(file.read_text(encoding="utf-8"))["html"]
    tags = set(re.findall(r"<([a-z0-9]+)", html))
    assert tags <= set("h2 h3 p table thead tbody tr th td code em strong ul ol li a div dl dt dd pre".split())
    assert all(link.startswith(("/variants/", "#")) for link in re.findall(r'href="([^"]*)"', html))
    assert not re.search(r" (on[a-z]+|style|src)=", html)


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt&colon;alert(1))",
        "[x](data:text/html;base64,PHNjcmlwdD4=)",
        "<javascript:alert(1)>",
        "[x]: javascript:alert(1)\n\n[x]",
        "| <script> | <b onclick=x> |\n| --- | --- |\n| <script> | [x](vbscript:x) |",
        '!!! note "<script>alert(1)</script>"\n    <script>alert(1)</script>',
        "> " * 3000 + "<script>",
        "[" * 3000 + "](javascript:x)" * 100,
        "- " * 3000,
    ],
    ids=range(12),
)
def test_no_page_of_rules_can_hold_a_script(text: str) -> None:
    page = write_html(text)
    assert not re.search(r"<(script|img|b)\b", page)
    assert not re.search(r"<[^>]* (href|src)=", page)
    assert not re.search(r"<[^>]* on[a-z]+=", page)


def test_a_board_is_packed_and_kept_for_ever_under_its_address(server: Server) -> None:
    client = server.client()
    address = client.get("/api/v1/variants/colonia-iii").json()["board"]
    answer = client.get(address)
    assert answer.headers["content-encoding"] == "gzip"
    assert "immutable" in answer.headers["cache-control"]
    assert answer.json()["variant"] == "colonia-iii"
    again = client.get(address, headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    plain = client.get(address, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == answer.content
    assert len(gzip.compress(plain.content)) < 500_000


def test_a_board_under_another_address_is_asked_for_again(server: Server) -> None:
    for address in ("board", "board?v=old"):
        answer = server.client().get(f"/api/v1/variants/standard/{address}")
        assert answer.headers["cache-control"] == "public, no-cache"


@pytest.mark.parametrize(
    "path", ["mars", "mars/board", "mars/plate.svg", "..%2f..%2fetc", "standard/board?edition=" + "0" * 64]
)
def test_what_is_not_on_the_shelf_is_not_found(server: Server, path: str) -> None:
    answer = server.client().get(f"/api/v1/variants/{path}")
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "not_found"


def test_plates_are_pictures_in_both_themes(server: Server) -> None:
    client = server.client()
    svg = client.get("/api/v1/variants/standard/plate.svg")
    assert svg.headers["content-type"] == "image/svg+xml"
    assert svg.text.startswith("<svg")
    assert client.get("/api/v1/variants/standard/plate.svg?theme=dark").text != svg.text
    large = client.get("/api/v1/variants/colonia-vii/plate.svg?size=large").text
    small = client.get("/api/v1/variants/colonia-vii/plate.svg").text
    assert all(">MAO</text>" in plate for plate in (small, large))
    # Units have the initials of their powers.
    assert (large.count(">F</text>") > 0, small.count(">F</text>")) == (True, 0)
    png = client.get("/api/v1/variants/standard/plate.png")
    assert png.content.startswith(b"\x89PNG")
    assert client.get("/api/v1/variants/standard/plate.png?theme=pink").status_code == 422


def test_where_no_count_of_centres_wins_none_is_told(server: Server) -> None:
    listed = server.client().get("/api/v1/variants").json()["variants"]
    assert {variant["id"]: variant["to_win"] for variant in listed}["colonial-variant"] is None


def test_the_board_file_names_the_islands_closed_to_armies(server: Server) -> None:
    listed = server.client().get("/api/v1/variants").json()["variants"]
    address = {variant["id"]: variant["board"] for variant in listed}["colonia-i"]
    assert len(server.client().get(address).json()["closed"]) == 4
