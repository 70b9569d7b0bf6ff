"""A receipt is checked: by everybody once the phase is judged, before that by those who may read the orders."""

from typing import Any

from legation.board import PowerId
from legation.game import make_receipt, parse_phase
from legation.server.game.loaded_game import load_game
from tests.server.kit import Client, Server
from tests.server.people import Match, make_match

ORDERS = ["F BRE - MAO", "A MAR S A PAR - BUR", "A PAR - BUR"]


def confirm(match: Match, orders: list[str] = ORDERS) -> str:
    sheet = match.order("FRANCE", orders, confirm=True)
    return str(sheet["receipt"]["code"])


def check(match: Match, who: Client, receipt: str, orders: list[str] | None = None) -> Any:
    return match.post(who, "receipts", {"receipt": receipt, "orders": orders or []})


def test_before_judging_only_those_who_may_read_the_orders_learn_anything(server: Server) -> None:
    match = make_match(server, terms={"gm_sees_orders": True})
    receipt = confirm(match)
    for who in (match.players["FRANCE"], match.gm):
        found = check(match, who, receipt, ORDERS)
        assert (found["is_on_file"], found["fits_orders"], found["orders"]) == (True, True, ORDERS)
        assert "still the same" in found["text"]
    for who in (match.players["ENGLAND"], server.sign_up("Stranger"), server.client()):
        right, wrong = check(match, who, receipt, ORDERS), check(match, who, "FRANCE-S1901M-0000-0000", ["A PAR H"])
        for found in (right, wrong):
            assert (found["is_on_file"], found["fits_orders"], found["orders"]) == (None, None, None)
        assert right["text"] == wrong["text"]


def test_a_game_master_who_sees_no_orders_learns_nothing_either(server: Server) -> None:
    match = make_match(server, terms={"gm_sees_orders": False})
    receipt = confirm(match)
    assert check(match, match.gm, receipt, ORDERS)["is_on_file"] is None


def test_orders_that_were_changed_after_they_were_confirmed_are_told_apart(server: Server) -> None:
    match = make_match(server)
    receipt = confirm(match)
    match.order("FRANCE", ["A PAR H"])
    found = check(match, match.players["FRANCE"], receipt)
    assert found["is_on_file"] is True
    assert "has changed them since" in found["text"]
    assert check(match, match.players["FRANCE"], "FRANCE-S1901M-0000-0000")["is_on_file"] is False


def test_once_the_phase_is_judged_everybody_can_check(server: Server) -> None:
    match = make_match(server)
    receipt = confirm(match)
    match.judge()
    for who in (match.players["ENGLAND"], match.gm, match.players["FRANCE"]):
        found = check(match, who, f" {receipt.lower()} ", ["a par-bur", "a mar s a par-bur", "f bre-mao"])
        assert (found["is_judged"], found["is_on_file"], found["fits_orders"]) == (True, True, True)
        assert found["orders"] == ORDERS
        other = check(match, who, receipt, ["A PAR H"])
        assert (other["is_on_file"], other["fits_orders"]) == (True, False)
        wrong = check(match, who, "FRANCE-S1901M-0000-0000")
        assert (wrong["is_on_file"], wrong["orders"]) == (False, ORDERS)


def test_a_receipt_that_was_made_for_other_orders_fits_them_and_is_not_on_file(server: Server) -> None:
    match = make_match(server)
    confirm(match)
    match.judge()
    with server.services.store.read() as connection:
        genesis = load_game(connection, server.services, match.id).rules.genesis
    forged = make_receipt(genesis, parse_phase("S1901M"), PowerId("FRANCE"), ["A PAR H"])
    found = check(match, match.players["ENGLAND"], forged, ["A PAR H"])
    assert (found["is_on_file"], found["fits_orders"]) == (False, True)


def test_what_is_no_receipt_is_said(server: Server) -> None:
    match = make_match(server)
    for text in ("", "nonsense", "ATLANTIS-S1901M-0000-0000", "FRANCE-S1901M-0000", "FRANCE-X-0000-0000"):
        refused = match.post(match.gm, "receipts", {"receipt": text}, status=422)
        assert refused["error"]["field"] == "receipt"


def test_results_and_letters_name_the_entry_and_its_hash(server: Server) -> None:
    match = make_match(server)
    match.judge()
    results = match.get(match.gm, "results")
    (phase,) = match.get(match.gm, "phases")["phases"]
    assert (results["entry"], results["hash"]) == (1, phase["hash"])
    assert len(results["hash"]) == 64
    with server.services.store.read() as connection:
        bodies = connection.exec_driver_sql("SELECT body FROM notices WHERE kind = 'judged'").scalars().all()
        head = connection.exec_driver_sql("SELECT head FROM games").scalar_one()
    assert head == results["hash"]
    assert len(bodies) == 4
    assert all(f"Entry 1 of the game's chain: {head}" in body for body in bodies)
