from collections.abc import Iterator
from pathlib import Path

import pytest

from legation.board import PowerId
from legation.orders import format_order
from legation.render.words import list_near, report_concerns, write_text
from legation.server.game.loaded_game import load_record
from legation.server.game.storage import find_last_judged
from legation.server.judging.service import Line, judge_now
from tests.server.kit import Server
from tests.server.matches import Match, host, share_match

SPRING = {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GERMANY": ["A MUN - BUR"]}


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory, blank_file: Path) -> Iterator[Match]:
    """One game, one phase judged; the tests of this file only look at it."""
    with share_match(tmp_path_factory.mktemp("results"), blank_file) as match:
        for power, orders in SPRING.items():
            match.save(power, orders)
        judge_now(match.server.services, match.id, Line())
        yield match


def test_phases_are_listed_with_their_titles(match: Match) -> None:
    found = match.read(match.gm, "/phases")
    assert found["now"] == {"phase": "F1901M", "title": "Fall 1901, orders"}
    assert found["phases"][0]["phase"] == "S1901M"
    assert (found["phases"][0]["kind"], found["phases"][0]["entry"]) == ("moves", 1)


def test_a_judged_phase_shows_the_position_before_it_with_all_orders(match: Match) -> None:
    scene = match.read(match.gm, "/scene", phase="S1901M")
    assert scene["units"]["FRANCE"] == ["F BRE", "A MAR", "A PAR"]
    lines = {line["order"]: line for line in scene["orders"]}
    assert lines["A PAR - BUR"]["result"] == "succeeds"
    assert lines["A MUN - BUR"]["result"] == "fails"
    assert lines["A MAR S A PAR - BUR"]["kind"] == "support_move"
    assert len({line["power"] for line in scene["orders"]}) == 7


def test_the_scene_now_is_the_position_without_orders(match: Match) -> None:
    scene = match.read(match.gm, "/scene")
    assert "A BUR" in scene["units"]["FRANCE"]
    assert scene["orders"] == []
    assert scene["phase"] == "F1901M"
    assert scene["centres"]["FRANCE"] == ["BRE", "MAR", "PAR"]


def test_influence_is_who_last_stood_on_land_that_is_no_centre(match: Match) -> None:
    now = match.read(match.gm, "/scene")["influence"]
    before = match.read(match.gm, "/scene", phase="S1901M")["influence"]
    assert now["BUR"] == "FRANCE"
    assert "BUR" not in before
    assert "PAR" not in now


def test_results_tell_what_became_of_every_order_and_why(match: Match) -> None:
    found = match.read(match.players["GERMANY"], "/results")
    told = {line["order"]: line for line in found["orders"]}
    assert "1 against 2" in told["A MUN - BUR"]["text"]
    assert told["A MUN - BUR"]["because_of"] == ["A PAR - BUR"]
    assert sum(found["counts"].values()) == len(found["orders"])
    assert "A PAR - BUR" in found["concerns"]
    assert "A MUN - BUR" in found["concerns"]
    assert all(order in told for order in found["concerns"])
    assert len(found["concerns"]) < len(found["orders"])


def test_what_concerns_a_power_is_the_same_on_the_page_and_in_its_letter(match: Match) -> None:
    found = match.read(match.players["GERMANY"], "/results")
    with match.server.services.store.read() as connection:
        head = find_last_judged(connection, match.id)
        assert head is not None
        record = load_record(connection, match.id, head.number, head.hash)
    near = [format_order(outcome.order) for outcome in list_near(record, PowerId("GERMANY"))]
    own = [line["order"] for line in found["orders"] if line["power"] == "GERMANY"]
    assert sorted(found["concerns"]) == sorted([*own, *near])
    letter = write_text(report_concerns(match.game.variant, record, PowerId("GERMANY")))
    assert near
    assert all(order in letter for order in found["concerns"])


def test_an_explanation_has_sums_rule_chain_and_changes(match: Match) -> None:
    found = match.read(match.gm, "/explain", phase="S1901M", order="A MUN - BUR")
    assert [part["total"] for part in found["sums"]] == [1, 2]
    assert found["sums"][1]["rows"] == [
        {"text": "The army in Paris", "value": 1},
        {"text": "Support of the army in Marseilles", "value": 1},
    ]
    assert found["clause"] == {
        "text": "Of several moves to a space only the strongest succeeds.",
        "cite": "2000 rulebook",
        "id": None,
        "link": None,
    }
    assert found["chain"][0]["line"]["order"] == "A PAR - BUR"
    assert found["changes"]
    assert found["link"] == f"/g/{match.id}/results/S1901M"


def test_an_explanation_can_be_asked_for_by_the_unit(match: Match) -> None:
    assert match.read(match.gm, "/explain", order="a mun")["order"] == "A MUN - BUR"


def test_what_was_never_ordered_has_no_explanation(match: Match) -> None:
    assert match.gm.get(match.path("/explain"), params={"order": "A MUN - TYR"}).status_code == 404
    assert match.gm.get(match.path("/explain"), params={"order": "A MUN - BUR", "phase": "F1950M"}).status_code == 404
    assert match.gm.get(match.path("/scene"), params={"phase": "nonsense"}).status_code == 422


def test_centres_are_counted_by_year(match: Match) -> None:
    found = match.read(match.gm, "/centres")
    assert found["years"] == [1900, 1901]
    france = next(row for row in found["powers"] if row["power"] == "FRANCE")
    assert (france["counts"], france["units"]) == ([3, 3], [3, 3])


def test_the_text_board_has_every_space_with_its_neighbours(match: Match) -> None:
    found = match.read(match.gm, "/text-board", phase="S1901M")
    rows = {row["space"]: row for theatre in found["theatres"] for row in theatre["rows"]}
    assert len(rows) == 75
    assert (rows["PAR"]["unit"], rows["PAR"]["power"], rows["PAR"]["order"]) == ("A PAR", "FRANCE", "A PAR - BUR")
    assert {"BUR", "BRE", "GAS", "PIC"} == set(rows["PAR"]["near"])
    assert rows["PAR"]["owner"] == "FRANCE"


def test_the_master_exports_the_game_without_the_orders_that_are_not_judged(match: Match) -> None:
    match.save("FRANCE", ["A BUR - MUN"])
    answer = match.gm.get(match.path("/export"))
    assert answer.status_code == 200
    assert '"A BUR - MUN"' not in answer.text
    assert answer.json()["entries"]
    assert match.players["FRANCE"].get(match.path("/export")).status_code == 403


def test_a_convoy_is_drawn_through_its_fleets(server: Server) -> None:
    match = host(server, ("ENGLAND",))
    match.save("ENGLAND", ["F LON - NTH", "A LVP - YOR"])
    judge_now(server.services, match.id, Line())
    match.save("ENGLAND", ["F NTH C A YOR - NWY", "A YOR - NWY VIA"])
    own = {line["order"]: line for line in match.read(match.players["ENGLAND"], "/scene")["orders"]}
    assert own["A YOR - NWY VIA"]["route"] == ["NTH"]
    judge_now(server.services, match.id, Line())
    lines = {line["order"]: line for line in match.read(match.gm, "/scene", phase="F1901M")["orders"]}
    assert lines["A YOR - NWY VIA"]["route"] == ["NTH"]
