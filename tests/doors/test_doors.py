"""One answer through every door: the same lines get the same orders, refusals, clauses, results and board."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from legation.board import PowerId, SpaceId
from legation.game import PhaseRecord
from legation.orders import format_order, settle_letter, split_orders
from legation.render.words import cite_rule, word_caution, word_rejection
from tests.doors.doors import FolderDoor, HostedDoor, LibraryDoor, Wire, explain_by_command, judge_by_command
from tests.doors.situations import Situation, list_situations
from tests.server.kit import Server, make_server, make_tables

Refused = tuple[str, str, str, str]
"""A line that is not followed: its text, the code, the sentence, and the clause or edition that is cited."""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the hosted games of all situations."""
    folder = tmp_path_factory.mktemp("host")
    make_tables(f"sqlite:///{folder / 'test.db'}")
    server = make_server(folder)
    with server.client():
        yield server


class Doors:
    """One situation behind every door."""

    def __init__(self, situation: Situation, server: Server, folder: Path) -> None:
        self.situation = situation
        self.library = LibraryDoor(situation)
        self.folder = FolderDoor(situation, folder)
        self.hosted = HostedDoor(situation, server, server.sign_up(f"Master {len(server.clients)}"))
        self.request: Wire = {**self.hosted.get("/sandbox"), "orders": situation.letters}


@pytest.fixture
def doors(situation: Situation, host: Server, tmp_path: Path) -> Iterator[Doors]:
    """The doors with the situation behind them."""
    yield Doors(situation, host, tmp_path)
    shutil.rmtree(tmp_path / "game", ignore_errors=True)


def refused_of(lines: list[Wire], sentence: str = "hint") -> list[Refused]:
    return [(line["text"], line["reason"], line[sentence], line["cite"]) for line in lines]


@dataclass(frozen=True)
class Expected:
    """What the library says of the lines; all other doors must say the same."""

    orders: list[str]
    refused: list[Refused]
    warnings: list[tuple[str, str]]


def ask_library(doors: Doors) -> Expected:
    situation, game = doors.situation, doors.library.game
    review = game.review(situation.power, situation.lines)
    refused = [
        (found.text, found.fault.value, word_rejection(found), cite_rule(game.rulebook, found.clause))
        for found in review.rejections
    ]
    if situation.codes is not None:
        assert [code for _, code, _, _ in refused] == situation.codes
    if situation.clauses is not None:
        assert [clause for _, _, _, clause in refused] == situation.clauses
    warnings = sorted({(format_order(found.order), word_caution(found)) for found in review.cautions})
    return Expected(sorted(set(review.texts)), refused, warnings)


def compare_checks(doors: Doors, expected: Expected) -> None:
    """The server's check and the sandbox's."""
    power, text = doors.situation.power, "\n".join(doors.situation.lines)
    check = doors.hosted.post("/orders/check", {"text": text}, power=power)
    wish = {"request": doors.request, "text": f"{power}:\n{text}"}
    tried = doors.hosted.gm.post("/api/v1/sandboxes/check", json=wish).json()
    for door, answer in (("server check", check), ("sandbox check", tried)):
        lines = answer["lines"]
        assert sorted({line["order"] for line in lines if line["counts"]}) == expected.orders, door
        assert refused_of([line for line in lines if not line["counts"]], "message") == expected.refused, door
        warnings = {(line["order"], line["warning"]) for line in lines if line["warning"]}
        assert sorted(warnings) == expected.warnings, door


def compare_saves(doors: Doors, expected: Expected) -> None:
    """The server's save and the folder's answer to a letter."""
    for power, letter in doors.situation.letters.items():
        saved = doors.hosted.save(power, letter)
        if power == doors.situation.power:
            assert refused_of(saved["refused"]) == expected.refused, "save"
    reply = doors.folder.send(doors.situation.letters).get(doors.situation.power, "")
    for order in expected.orders:
        assert f"+ {order}" in reply
    for text, _, sentence, _ in expected.refused:
        assert f"! {text:<24} {sentence}" in reply
    for _, sentence in expected.warnings:
        assert sentence in reply


def compare_outcomes(doors: Doors, expected: Expected, phase: str) -> list[Wire]:
    """What became of the orders by command, API, hosted game and sandbox; gives the outcomes."""
    power, request = doors.situation.power, doors.request
    answer = judge_by_command(request)
    assert doors.hosted.gm.post("/api/v1/judge", json=request).json() == answer
    assert refused_of([line for line in answer["rejected"] if line["power"] == power]) == expected.refused, "judge"
    outcomes = sorted(_row(found) for found in answer["outcomes"])
    sandbox = doors.hosted.gm.post("/api/v1/sandboxes/judge", json={"request": request}).json()["results"]
    for door, results in (("results", doors.hosted.get("/results", phase=phase)), ("sandbox results", sandbox)):
        assert sorted(_row(row) for row in results["orders"] if not row["rejected"]) == outcomes, door
        refused = [row for row in results["orders"] if row["rejected"] and row["power"] == power]
        assert [(row["order"], *_row(row)[3:]) for row in refused] == expected.refused, door
    aboard = {f"{found['power']} {found['unit']}" for found in answer["memory"].get("cargo", {}).values()}
    units = {
        name: [unit for unit in units if f"{name} {unit}" not in aboard]
        for name, units in doors.library.game.units.items()
    }
    assert answer["units"] == units
    assert doors.hosted.get("/sandbox")["units"] == units
    found: list[Wire] = answer["outcomes"]
    return found


def _row(found: Wire) -> tuple[str, ...]:
    return tuple(found[key] for key in ("power", "order", "result", "reason", "text", "cite"))


def compare_reports(doors: Doors, expected: Expected, told: str, phase: str, outcomes: list[Wire]) -> None:
    """What ``game advance`` prints, ``legation report``, and the report of the server."""
    reports = (
        told,
        doors.folder.run("report", doors.folder.folder),
        doors.hosted.gm.get(f"{doors.hosted.path}/report", params={"phase": phase}).text,
    )
    for report in reports:
        missing = [found["text"] for found in outcomes if found["order"] != "WAIVE" and found["text"] not in report]
        assert missing == []
        for text, _, sentence, _ in expected.refused:
            assert text in report
            assert sentence in report
        silence = [[line for line in text.splitlines() if line.startswith("No orders came")] for text in reports]
        assert silence == [silence[0]] * len(reports)


def compare_explanations(doors: Doors, expected: Expected, phase: str) -> None:
    """Each line by its own text, and each order in standard form."""
    board, power = doors.library.game.variant.board, PowerId(doors.situation.power)
    lines = settle_letter(board, power, doors.situation.lines, phase)
    for order in dict.fromkeys([*lines, *expected.orders]):
        if len(split_orders(order, board.names, power)) != 1:  # a heading, or several orders: each by itself
            continue
        words = doors.library.game.explain(order)
        assert explain_by_command(doors.request, order).strip() == words.strip(), order
        assert doors.hosted.get("/explain", order=order, phase=phase)["text"] in words, order


@pytest.mark.parametrize("situation", list_situations(), ids=lambda situation: situation.name)
def test_every_door_gives_the_same_answer(doors: Doors) -> None:
    check_all_doors(doors)


def check_result(situation: Situation, record: PhaseRecord) -> None:
    """What the situation says must come of it; ``by hand`` from the sheet or the rulebook."""
    after = record.after.position
    units = {f"{unit.power} {unit}" for unit in after.units.values()}
    assert [unit for unit in situation.stands if unit not in units] == []
    assert [unit for unit in situation.gone if unit in units] == []
    if situation.waiting is not None:
        waiting = {f"{found.unit.power} {found.unit}": sorted(found.retreats) for found in after.dislodged}
        assert waiting == {unit: sorted(places) for unit, places in situation.waiting.items()}
    assert {space: after.owners.get(SpaceId(space), "") for space in situation.owners} == situation.owners
    reasons = {format_order(outcome.order): outcome.reason.value for outcome in record.outcomes}
    assert {order: reasons.get(order) for order in situation.reasons} == situation.reasons
    assert situation.next in ("", str(record.after.phase))


def check_all_doors(doors: Doors) -> None:
    """Give the lines to every door, let all of them judge, and compare what they say."""
    expected = ask_library(doors)
    compare_checks(doors, expected)
    compare_saves(doors, expected)
    phase = doors.library.game.phase
    told = doors.folder.run("game", "advance", doors.folder.folder)
    check_result(doors.situation, doors.library.judge(doors.situation.letters))
    doors.hosted.post("/gm/acts", {"act": "advance"})
    outcomes = compare_outcomes(doors, expected, phase)
    compare_reports(doors, expected, told, phase, outcomes)
    compare_explanations(doors, expected, phase)
