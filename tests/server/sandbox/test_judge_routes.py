import json
from collections.abc import Callable

import pytest

from legation.contract import judge_line
from legation.server.base.rate_limits import RATES, Rate
from tests.contract.kit import judge_json
from tests.server.kit import Server

REQUEST = {
    "id": 7,
    "phase": "S1901M",
    "units": {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]},
    "orders": {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]},
}


def test_one_request_is_answered_as_on_the_command_line(server: Server) -> None:
    answer = server.client().post("/api/v1/judge", json=REQUEST)
    assert answer.json() == json.loads(json.dumps(judge_json(REQUEST)))


def test_a_list_is_answered_in_order_and_a_bad_part_spoils_no_other(server: Server) -> None:
    answers = server.client().post("/api/v1/judge", json=[REQUEST, {"phase": "never"}, {**REQUEST, "id": 8}]).json()
    assert [answer["id"] for answer in answers] == [7, None, 8]
    assert [("error" in answer) for answer in answers] == [False, True, False]


def test_at_most_a_hundred_are_judged_at_once(server: Server) -> None:
    client = server.client()
    assert len(client.post("/api/v1/judge", json=[{}] * 100).json()) == 100
    assert client.post("/api/v1/judge", json=[{}] * 101).json()["error"]["code"] == "too_many"


def test_no_part_may_be_larger_than_a_megabyte(server: Server) -> None:
    large = {**REQUEST, "id": "x" * 1_000_001}
    client = server.client()
    assert client.post("/api/v1/judge", json=large).status_code == 413
    assert client.post("/api/v1/judge", json=[REQUEST, large]).status_code == 413


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b'{"id": NaN}', b"[" * 200_000, b'{"id": Infinity}'])
def test_what_is_not_json_is_refused(server: Server, body: bytes) -> None:
    answer = server.client().post("/api/v1/judge", content=body)
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "not_json"


def test_the_message_says_why_it_is_no_json_as_the_command_does(server: Server) -> None:
    body = b'{"phase": "S1901M", "phase": "F1901M"}'
    answer = server.client().post("/api/v1/judge", content=body, headers={"Content-Type": "application/json"})
    said = json.loads(judge_line(body.decode()))["error"]["problem"]
    assert answer.json()["error"]["message"] == f"{said[0].upper()}{said[1:]}."


@pytest.mark.parametrize("variant", ["../../etc", "/tmp", ".", "standard/../standard"])
def test_a_stranger_cannot_have_folders_read(server: Server, variant: str) -> None:
    answer = server.client().post("/api/v1/judge", json={**REQUEST, "variant": variant}).json()
    assert answer["error"]["field"] == "variant"


def test_who_asked_for_too_much_is_refused_before_waiting_for_a_turn(
    make_any: Callable[..., Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = make_any(rate_factor=1)
    monkeypatch.setitem(RATES, "judge", Rate(1, 1))
    client = server.client()
    assert client.post("/api/v1/judge", json=REQUEST).status_code == 200
    monkeypatch.setattr(server.services.open_work, "run", None)
    assert client.post("/api/v1/judge", json=REQUEST).status_code == 429
