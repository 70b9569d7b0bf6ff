import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legation.bots import RandomBot
from legation.contract import FIELDS, describe_state, judge_line, judge_lines
from legation.library import Game
from legation.orders import format_order, write_submissions
from tests.contract.kit import judge_json
from tests.kit import STANDARD

REQUEST: dict[str, Any] = {
    "id": "x",
    "variant": "standard",
    "phase": "F1901M",
    "units": {"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A BUR"]},
    "centres": {"FRANCE": ["PAR", "MAR"]},
    "orders": {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR", "A Parris - Bur"]},
}
JUNK = "x" * 100_000
ANSWER_FIELDS = [
    "id", "phase", "next_phase", "units", "dislodged", "destroyed", "contested", "centres", "outcomes", "rejected",
    "ended", "disrupted", "memory",
]  # fmt: skip


def test_powers_in_civil_disorder_do_not_retreat_and_are_named_in_the_answer() -> None:
    request = {
        "phase": "S1901M",
        "units": {"GERMANY": ["A MUN"], "FRANCE": ["A BUR", "A RUH"]},
        "disorder": ["Germany"],
        "orders": {"FRANCE": ["A BUR - MUN", "A RUH S A BUR - MUN"]},
    }
    answer = judge_json(request)
    assert list(answer) == [*ANSWER_FIELDS[:8], "disorder", *ANSWER_FIELDS[8:]]
    assert (answer["disorder"], answer["dislodged"], answer["next_phase"]) == (["GERMANY"], [], "F1901M")
    assert answer["destroyed"] == [{"power": "GERMANY", "unit": "A MUN"}]
    assert json.loads(judge_line(json.dumps(request))) == answer
    assert "disorder" not in judge_json({**request, "disorder": None})
    refused = judge_json({**request, "orders": {"GERMANY": ["A MUN H"]}})
    assert refused["error"] == {
        "field": "orders",
        "problem": "GERMANY is in civil disorder and gives no orders",
        "candidates": [],
    }
    assert judge_json({**request, "disorder": ["Prussia"]})["error"]["field"] == "disorder"
    assert judge_json({**request, "disorder": "GERMANY"})["error"]["field"] == "disorder"


def test_disrupted_colonies_are_listed_with_their_clause() -> None:
    """Colonial Variant, rule 6: a stand-off over an empty colony leaves it to nobody."""
    request = {
        "variant": "colonial-variant",
        "phase": "S2M",
        "units": {"OCEANIA": ["A NA6"], "GENETTE": ["A NA10"]},
        "centres": {"OCEANIA": ["NA7"]},
        "orders": {"OCEANIA": ["A NA6 - NA7"], "GENETTE": ["A NA10 - NA7"]},
    }
    answer = judge_json(request)
    assert answer["disrupted"] == [{"space": "NA7", "owner": "OCEANIA", "clause": "CV-6a"}]
    assert answer["centres"]["OCEANIA"] == []
    assert json.loads(judge_line(json.dumps(request)))["disrupted"] == answer["disrupted"]


def test_the_answer_has_the_fields_of_the_contract_and_no_others() -> None:
    answer = judge_json(REQUEST)
    assert list(answer) == ANSWER_FIELDS
    assert [list(outcome) for outcome in answer["outcomes"]] == [
        ["power", "order", "result", "reason", "because_of", "text", "clause", "cite"]
    ] * 3
    assert [list(found) for found in answer["rejected"]] == [["power", "text", "reason", "hint", "clause", "cite"]]
    assert answer["dislodged"] == [
        {"power": "GERMANY", "unit": "A BUR", "from": "PAR", "retreats": ["BEL", "GAS", "MUN", "PIC", "RUH"]}
    ]
    assert answer["next_phase"] == "F1901R"


def test_the_result_of_a_dislodged_unit_is_that_it_was_dislodged() -> None:
    by_order = {outcome["order"]: outcome for outcome in judge_json(REQUEST)["outcomes"]}
    assert by_order["A BUR H"]["result"] == "dislodged"
    assert by_order["A BUR H"]["because_of"] == ["A PAR - BUR"]
    assert by_order["A PAR - BUR"]["result"] == "succeeds"


def test_a_refused_order_is_quoted_with_what_may_be_meant() -> None:
    (rejected,) = judge_json(REQUEST)["rejected"]
    assert rejected["text"] == "A Parris - Bur"
    assert "PAR" in rejected["hint"]


def test_strengths_come_when_asked_for() -> None:
    outcomes = judge_json({**REQUEST, "detail": True})["outcomes"]
    assert outcomes[0]["strengths"] == {"attack": 2, "hold": 1, "defend": 0, "prevent": 0}


def test_the_answer_can_be_asked_again() -> None:
    answer = judge_json(REQUEST)
    again = {
        "phase": answer["next_phase"],
        **{key: answer[key] for key in ("units", "dislodged", "contested", "centres", "memory")},
        "orders": {"GERMANY": ["A BUR - BEL"]},
    }
    second = judge_json(again)
    assert second["units"]["GERMANY"] == ["A BEL"]
    assert second["centres"]["GERMANY"] == ["BEL"]
    assert second["next_phase"] == "S1902M"


def test_an_adjustment_phase_is_judged() -> None:
    answer = judge_json(
        {
            "phase": "W1901A",
            "units": {"FRANCE": ["A BUR"], "ITALY": ["A ROM", "A TUS"]},
            "centres": {"FRANCE": ["PAR", "MAR"], "ITALY": ["ROM"]},
            "orders": {"FRANCE": ["F MAR B"]},
        }
    )
    assert answer["units"]["FRANCE"] == ["A BUR", "F MAR"]
    assert answer["units"]["ITALY"] == ["A ROM"]
    assert answer["destroyed"] == [{"power": "ITALY", "unit": "A TUS"}]
    assert {outcome["reason"] for outcome in answer["outcomes"]} == {"built", "removed_by_rule"}


@pytest.mark.parametrize("variant", ["standard", "colonia-vii", "colonial-variant"])
@pytest.mark.parametrize("detail", [False, True])
def test_a_line_is_answered_letter_for_letter_as_an_object_is(variant: str, *, detail: bool) -> None:
    chance, seen = random.Random(7), set()
    game = Game.new(variant)
    for _ in range(8):
        orders = {
            power: RandomBot().choose(game.variant, game.rulebook, game.state, power, chance)
            for power in game.variant.powers
        }
        request = {
            "id": "\u00e9",
            "variant": variant,
            "detail": detail,
            **describe_state(game.variant, game.state),
            "orders": {power: [*map(format_order, given), 'A "Atlantis" H \u2028'] for power, given in orders.items()},
        }
        answer = judge_json(json.loads(json.dumps(request)))
        written = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
        assert judge_line(json.dumps(request)) == written
        seen |= {outcome["reason"] for outcome in answer["outcomes"]}
        game.enter(write_submissions(orders))
        game.advance()
    assert {"held", "moved", "bounced", "support_given"} <= seen


def test_victory_is_told() -> None:
    others = [str(space.id) for space in STANDARD.spaces.values() if space.centre and space.id != "PAR"]
    centres = ["PAR", *others[:17]]
    answer = judge_json({"phase": "F1910M", "units": {"FRANCE": ["A PAR"]}, "centres": {"FRANCE": centres}})
    assert answer["ended"] == {"kind": "victory", "powers": ["FRANCE"], "clause": None, "cite": "2000 rulebook"}
    assert answer["next_phase"] is None


def test_a_line_that_cannot_be_read_gets_an_error_and_the_next_goes_on() -> None:
    lines = ['{"id": 1', "[]", json.dumps({"id": 3, "phase": "?"}), json.dumps(REQUEST)]
    answers = [json.loads(line) for line in judge_lines(lines)]
    assert ["error" in answer for answer in answers] == [True, True, True, False]
    assert [answer["id"] for answer in answers] == [None, None, 3, "x"]


def test_blank_lines_are_passed_over() -> None:
    assert list(judge_lines(["", "  \n"])) == []


def test_a_line_too_long_is_refused() -> None:
    assert "error" in json.loads(judge_line('"' + "x" * 1_000_001 + '"'))


def test_deep_nesting_is_refused() -> None:
    assert "error" in json.loads(judge_line("[" * 100_000))


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.binary(max_size=400))
def test_random_bytes_get_a_readable_answer(raw: bytes) -> None:
    answer = json.loads(judge_line(raw.decode("latin-1")))
    assert "error" in answer


JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(exclude_categories=()), max_size=12)
    | st.sampled_from(
        ["FRANCE", "PAR", "A PAR", "F STP/SC", "A PAR - BUR", "1971", "gigaton-bomb", "W1901A", "S1901R"]
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=400, deadline=None, derandomize=True)
@given(st.sampled_from(FIELDS), JSON_VALUES)
def test_any_value_in_any_field_gets_a_readable_answer(field: str, value: object) -> None:
    answer = json.loads(judge_line(json.dumps({**REQUEST, field: value})))
    assert ("error" in answer) != ("outcomes" in answer)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.dictionaries(st.sampled_from(FIELDS), JSON_VALUES, max_size=13))
def test_any_values_in_several_fields_get_a_readable_answer(values: dict[str, object]) -> None:
    answer = json.loads(judge_line(json.dumps({**REQUEST, **values})))
    assert ("error" in answer) != ("outcomes" in answer)


ENTRY = {"power": "TURKEY", "unit": "A SER", "from": "BUD", "retreats": ["ALB"]}


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.sampled_from(sorted(ENTRY)), JSON_VALUES)
def test_any_value_in_a_dislodged_unit_gets_a_readable_answer(field: str, value: object) -> None:
    request = {**REQUEST, "phase": "S1901R", "dislodged": [{**ENTRY, field: value}]}
    answer = json.loads(judge_line(json.dumps(request)))
    assert ("error" in answer) != ("outcomes" in answer)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(
    st.sampled_from(["cargo", "cargo_waiting", "colonial-centres", "gigaton-bomb"]),
    JSON_VALUES | st.dictionaries(st.sampled_from(["PO7", "bombs", "ruined", "closed"]), JSON_VALUES),
)
def test_any_value_in_memory_gets_a_readable_answer(key: str, value: object) -> None:
    request = {"variant": "colonial-variant", "modules": ["gigaton-bomb"], "phase": "F1901M", "memory": {key: value}}
    answer = json.loads(judge_line(json.dumps(request)))
    assert ("error" in answer) != ("outcomes" in answer)


@pytest.mark.parametrize(
    "change",
    [
        {"phase": JUNK},
        {"variant": JUNK},
        {"rules": JUNK},
        {"modules": [JUNK]},
        {"options": {"multi_route": JUNK}},
        {"options": {"multi_route": [JUNK]}},
        {"options": {"decline_builds": JUNK}},
        {"options": {JUNK: "any"}},
        {JUNK: 1},
        {"units": {"FRANCE": [JUNK]}},
        {"units": {"FRANCE": ["A PAR " + JUNK]}},
        {"units": {JUNK: []}},
        {"centres": {"FRANCE": [JUNK]}},
        {"centres": {JUNK: ["PAR"]}},
        {"contested": [JUNK]},
        {"orders": {JUNK: ["A PAR H"]}},
        {"memory": {"cargo": {JUNK: 1}}},
        {"variant": "colonial-variant", "units": {}, "centres": {}, "orders": {}, "memory": {"cargo": {JUNK: JUNK}}},
        {"phase": "S1901R", "dislodged": [{"power": JUNK, "unit": "A SER"}]},
        {"phase": "S1901R", "dislodged": [{"power": "TURKEY", "unit": JUNK}]},
        {"phase": "S1901R", "dislodged": [{"power": "TURKEY", "unit": "A SER", "from": JUNK}]},
        {"phase": "S1901R", "dislodged": [{"power": "TURKEY", "unit": "A SER", "retreats": [JUNK]}]},
    ],
)
def test_an_error_does_not_repeat_a_long_value_in_full(change: dict[str, Any]) -> None:
    base = {
        key: value
        for key, value in REQUEST.items()
        if "variant" not in change or key not in ("units", "centres", "orders")
    }
    answer = judge_json({**base, **change})
    assert "error" in answer
    assert len(json.dumps(answer)) < 1000


def test_the_hint_of_an_unreadable_order_is_short_however_long_the_order() -> None:
    for text in (JUNK, "A PAR - " + JUNK, "A PAR S " + JUNK, "F " + JUNK + " - PAR"):
        (rejected,) = judge_json({**REQUEST, "orders": {"FRANCE": [text]}})["rejected"]
        assert rejected["text"] == text
        assert len(rejected["hint"]) < 400


def test_nothing_follows_the_last_year_that_can_be_written() -> None:
    assert judge_json({"phase": "S9999M", "units": {"FRANCE": ["A PAR"]}})["next_phase"] == "F9999M"
    for phase in ("F9999M", "W9999A"):
        error = judge_json({"phase": phase, "units": {"FRANCE": ["A PAR"]}, "centres": {"FRANCE": ["PAR"]}})["error"]
        assert error["field"] == "phase"
        assert "no year follows 9999" in error["problem"]
    with_builds = {"phase": "F9999M", "units": {"FRANCE": ["A PAR"]}, "centres": {"FRANCE": ["PAR", "MAR"]}}
    assert judge_json(with_builds)["error"]["field"] == "phase"  # its Winter would lead nowhere


def test_an_unsafe_line_gets_an_error_with_its_id_and_the_next_goes_on() -> None:
    lines = [
        '{"id": 1, "phase": "S1901M", "orders": {"FRANCE": ["A PAR - \\ud800"]}}',
        '{"id": "\\udc00", "phase": "S1901M"}',
        '{"id": NaN, "phase": "S1901M"}',
        '{"id": 1e999, "phase": "S1901M"}',
        '{"id": ' + "[" * 985 + "]" * 985 + ', "phase": "S1901M"}',
        '{"id": 6, "phase": "S1901M", "memory": ' + '{"a":' * 500 + "1" + "}" * 500 + "}",
        '{"id": "seven", "phase": "S1901M", "memory": {"a": Infinity}}',
        json.dumps({"id": 8, "phase": "S1901M"}),
    ]
    answers = [json.loads(line.encode()) for line in judge_lines(lines)]
    assert ["error" in answer for answer in answers] == [True] * 7 + [False]
    assert [answer["id"] for answer in answers] == [1, None, None, None, None, 6, "seven", 8]


def test_a_byte_order_mark_before_a_request_is_passed_over() -> None:
    lines = ["\ufeff" + json.dumps(REQUEST), "\ufeff\r\n", "\ufeff"]
    assert [json.loads(line)["id"] for line in judge_lines(lines)] == ["x"]


@pytest.mark.parametrize("seed", range(40))
def test_mangled_requests_get_a_readable_answer(seed: int) -> None:
    chance = random.Random(seed)
    text = list(json.dumps(REQUEST))
    for _ in range(chance.randint(1, 6)):
        text[chance.randrange(len(text))] = chance.choice('{}[]",:AF 0\\-')
    answer = json.loads(judge_line("".join(text)))
    assert ("error" in answer) != ("outcomes" in answer)


def test_a_given_place_that_was_contested_stays_closed() -> None:
    answer = judge_json(
        {
            "phase": "S1901R",
            "units": {"FRANCE": ["A SER"]},
            "contested": ["GRE"],
            "dislodged": [{"power": "GERMANY", "unit": "A SER", "retreats": ["GRE", "ALB"]}],
            "orders": {"GERMANY": ["A SER R GRE"]},
        }
    )
    (rejected,) = answer["rejected"]
    assert rejected["reason"] == "space_contested"
    assert rejected["hint"].endswith("Possible: ALB.")
    assert answer["destroyed"] == [{"power": "GERMANY", "unit": "A SER"}]


def test_a_sea_named_by_an_army_that_walks_carries_nobody() -> None:
    answer = judge_json(
        {
            "phase": "S1901R",
            "units": {"GERMANY": ["A LON"]},
            "dislodged": [{"power": "FRANCE", "unit": "A LON"}],
            "orders": {"FRANCE": ["A LON R WAL via ENG"]},
        }
    )
    assert answer["outcomes"][0]["text"] == "The army in London retreated to Wales."
