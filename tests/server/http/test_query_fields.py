from collections.abc import Mapping

import pytest

from tests.server.kit import Server
from tests.server.people import make_match

READ = ("scene", "text-board", "spaces/PAR", "reach", "sandbox", "picture.svg?view=position", "picture.svg?view=orders")
JUDGED = ("results", "explain?order=A%20PAR", "report", "zine.html", "picture.svg")


def add(path: str, fields: Mapping[str, str]) -> str:
    query = "&".join(f"{name}={value}" for name, value in fields.items())
    return f"{path}{'&' if '?' in path else '?'}{query}"


@pytest.mark.parametrize("blank", ["", "%20"])
def test_an_empty_field_of_a_query_asks_for_nothing(server: Server, blank: str) -> None:
    match = make_match(server)
    for path in READ:
        answers = [match.gm.get(match.path(one)) for one in (path, add(path, {"phase": blank}))]
        assert [answer.status_code for answer in answers] == [200, 200], path
        assert answers[0].content == answers[1].content, path
    for path in JUDGED:  # nothing is judged yet
        answers = [match.gm.get(match.path(one)) for one in (path, add(path, {"phase": blank}))]
        assert (answers[0].status_code, answers[0].content) == (answers[1].status_code, answers[1].content), path
    match.judge()
    for path in (*READ, *JUDGED):
        answers = [match.gm.get(match.path(one)) for one in (path, add(path, {"phase": blank}))]
        assert [answer.status_code for answer in answers] == [200, 200], path
        assert answers[0].content == answers[1].content, path
    for path, fields in (("report", ("power", "theatre")), ("picture.svg", ("power", "theatre"))):
        answers = [match.gm.get(match.path(one)) for one in (path, add(path, dict.fromkeys(fields, blank)))]
        assert answers[0].content == answers[1].content, path


def test_a_phase_may_be_named_in_small_letters(server: Server) -> None:
    match = make_match(server)
    match.judge()
    now = ("scene", "picture.svg?view=position")
    for path, phase in [(path, "S1901M") for path in (*READ, *JUDGED, "motion")] + [(path, "F1901M") for path in now]:
        answers = [match.gm.get(match.path(add(path, {"phase": one}))) for one in (phase, phase.lower())]
        assert [answer.status_code for answer in answers] == [200, 200], (path, phase)
        assert answers[0].content == answers[1].content, (path, phase)


def test_a_field_that_is_too_long_is_refused_by_its_name(server: Server) -> None:
    match = make_match(server)
    for name in ("phase", "power", "theatre"):
        refused = match.gm.get(match.path("report"), params={name: "x" * 100})
        assert (refused.status_code, refused.json()["error"]["field"]) == (422, name)
