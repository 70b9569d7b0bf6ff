import pytest

from tests.server.kit import Server

SPAN = {"begins_at": "2026-12-20T00:00:00Z", "ends_at": "2027-01-03T00:00:00Z", "note": "skiing"}


def test_a_vacation_is_announced_listed_and_taken_back(server: Server) -> None:
    ilse = server.sign_up("Ilse")
    made = ilse.post("/api/v1/absences", json=SPAN)
    assert made.status_code == 201
    number = made.json()["id"]
    assert ilse.get("/api/v1/absences").json() == {"absences": [{"id": number, **SPAN}]}
    assert ilse.delete(f"/api/v1/absences/{number}").status_code == 204
    assert ilse.get("/api/v1/absences").json() == {"absences": []}


def test_nobody_sees_or_removes_the_vacations_of_another(server: Server) -> None:
    ilse, otto = server.sign_up("Ilse"), server.sign_up("Otto")
    number = ilse.post("/api/v1/absences", json=SPAN).json()["id"]
    assert otto.get("/api/v1/absences").json() == {"absences": []}
    assert otto.delete(f"/api/v1/absences/{number}").status_code == 404


@pytest.mark.parametrize(
    "change",
    [
        {"ends_at": "2026-12-19T00:00:00Z"},
        {"ends_at": "2027-12-19T00:00:00Z"},
        {"begins_at": "2026-01-01T00:00:00Z", "ends_at": "2026-01-02T00:00:00Z"},
        {"ends_at": "whenever"},
        {"note": "x" * 201},
        {"begins_at": "9999-12-31T23:59:59-14:00"},
    ],
)
def test_a_span_that_makes_no_sense_is_refused(server: Server, change: dict[str, str]) -> None:
    assert server.sign_up("Ilse").post("/api/v1/absences", json={**SPAN, **change}).status_code == 422


def test_only_accounts_have_vacations(server: Server) -> None:
    answer = server.client().post("/api/v1/absences", json=SPAN)
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "sign_in_first")
