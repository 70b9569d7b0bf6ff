import json
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legation import list_variants, load_variant
from legation.board import CentreKind, DislodgedUnit, LocationId, Position, PowerId, SpaceId, Unit, UnitKind, aboard
from legation.errors import RequestError
from legation.game import (
    Ending,
    GameState,
    Phase,
    PhaseRecord,
    Proposal,
    Tally,
    judge_again,
    parse_phase,
    read_record,
    read_state,
    write_record,
    write_state,
)
from legation.game.json_form import form_of, read_value, write_value
from legation.game.json_text import load_json
from legation.game.record_codec import dump, names_of
from legation.judge import Fate, Finding, Harm, Outcome, Reason, Result, Strengths
from legation.orders import ClauseId, Fault, Order, Refusal, Rejection, piece_of
from tests.game.games import busy_game, played_game
from tests.properties.strategies import LOCATIONS, POWERS, QUICK, SPACES, orders

spaces = st.sampled_from(SPACES)
locations = st.sampled_from(LOCATIONS)
powers = st.sampled_from(POWERS)
units = st.builds(Unit, powers, st.sampled_from(UnitKind), locations)
texts = st.text(max_size=20)
plain = st.recursive(
    st.none() | st.booleans() | st.integers(-99, 99) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
armies = st.builds(lambda power, space: Unit(power, UnitKind.ARMY, aboard(space)), powers, spaces)
dislodged = st.builds(
    DislodgedUnit, units, st.none() | spaces, st.lists(locations, max_size=3).map(tuple), st.none() | armies
)
positions = st.builds(
    Position,
    units=st.builds(
        lambda standing, carried: {**standing, **{army.key: army for army in carried}},
        st.dictionaries(spaces, units, max_size=6),
        st.lists(armies, max_size=2),
    ),
    owners=st.dictionaries(spaces, powers, max_size=6),
    dislodged=st.lists(dislodged, max_size=2).map(tuple),
    contested=st.frozensets(spaces, max_size=3),
    in_disorder=st.frozensets(powers, max_size=2),
    memory=st.dictionaries(texts, plain, max_size=3),
)
phases = st.builds(
    lambda season, year: parse_phase(f"{season[0]}{year}{season[1]}"),
    st.sampled_from(["SM", "SR", "FM", "FR", "WA"]),
    st.integers(1, 9999),
)
places = st.lists(st.lists(powers, min_size=1, max_size=3).map(tuple), max_size=3).map(tuple)
proposals = st.builds(Proposal, phases, st.integers(1, 9), powers, places, st.dictionaries(powers, st.booleans()))
endings = st.builds(
    Ending, st.sampled_from(["victory", "draw"]), st.lists(powers).map(tuple), phases, st.booleans(), places
)
states = st.builds(GameState, phases, positions, st.none() | endings, st.lists(proposals, max_size=2).map(tuple))
outcomes = st.builds(
    Outcome,
    powers,
    orders,
    st.builds(Finding, st.sampled_from(Result), st.sampled_from(Reason), st.lists(orders, max_size=2).map(tuple)),
    st.none() | st.builds(Harm, st.sampled_from(Fate), st.none() | orders),
    st.none() | st.builds(Strengths, *[st.integers(0, 5)] * 4),
    st.lists(st.sampled_from(["C7-4b", "CV-6a"]).map(ClauseId), max_size=2).map(tuple),
    st.booleans(),
)
clauses = st.sampled_from(["", "C7-4b", "CV-11b"]).map(ClauseId)
refusals = st.builds(
    Refusal,
    st.sampled_from(Fault),
    st.lists(texts, max_size=2).map(tuple),
    clauses,
    st.lists(powers, max_size=2).map(tuple),
    st.none() | units,
    st.sampled_from(CentreKind),
    st.integers(0, 3),
    texts,
)
rejections = st.builds(Rejection, powers, texts, refusals, st.none() | orders)
tallies = st.builds(Tally, proposals, *[st.integers(0, 99)] * 4)


def destroy(record: PhaseRecord, lost: int) -> PhaseRecord:
    """The record with some of the units of the position before destroyed."""
    units = record.before.position.units.values()
    ashore = {(unit.power, unit.kind, unit.space) for unit in units if not unit.is_aboard}
    found = [unit for unit in units if not (unit.is_aboard and (unit.power, unit.kind, unit.space) in ashore)]
    return replace(record, destroyed=tuple(found[:lost]))


records = st.builds(
    destroy,
    st.builds(
        PhaseRecord,
        states,
        states,
        st.dictionaries(powers, st.lists(texts, max_size=3).map(tuple)),
        st.lists(outcomes, max_size=3).map(tuple),
        st.lists(rejections, max_size=2).map(tuple),
        tallies=st.lists(tallies, max_size=2).map(tuple),
        idle=st.lists(units.map(piece_of), max_size=3).map(tuple),
    ),
    st.integers(0, 3),
)


def through_text(data: object) -> object:
    return load_json(dump(data), "x")


@QUICK
@given(records)
def test_every_record_comes_back_exactly(record: PhaseRecord) -> None:
    data = write_record(record)
    again = read_record(through_text(data))
    assert again == record
    assert dump(write_record(again)) == dump(data)
    assert list(again.before.position.units) == list(record.before.position.units)


@QUICK
@given(states)
def test_every_state_comes_back_exactly(state: GameState) -> None:
    assert read_state(through_text(write_state(state))) == state


@QUICK
@given(orders)
def test_every_order_comes_back_exactly(order: Order) -> None:
    assert form_of(Order).read(through_text(write_value(order, Order)), "order", {}) == order


def test_the_strategies_set_every_field() -> None:
    assert Position._fields == ("units", "owners", "dislodged", "contested", "in_disorder", "memory")
    assert DislodgedUnit._fields == ("unit", "attacker_from", "retreats", "cargo")
    assert [item.name for item in fields(GameState)] == ["phase", "position", "ending", "proposals"]
    assert [item.name for item in fields(Rejection)] == ["power", "text", "refusal", "order"]
    assert Refusal._fields == ("fault", "choices", "clause", "powers", "unit", "centre", "years", "detail", "misread")
    assert len(fields(PhaseRecord)) == 8
    assert Outcome._fields == ("power", "order", "finding", "harm", "strengths", "clauses", "by_sheet")


@pytest.mark.parametrize("variant", list_variants())
def test_played_records_come_back_exactly_and_are_judged_the_same_again(variant: str) -> None:
    game = played_game(variant)
    names = names_of(game.variant)
    assert len(game.records) >= 10
    for record in game.records:
        text = dump(write_record(record))
        assert read_record(load_json(text, "x"), names=names) == record
        assert dump(write_record(judge_again(game.variant, read_record(load_json(text, "x")), game.rulebook))) == text


def test_a_rejection_is_written_as_it_was_before_it_named_a_clause() -> None:
    """Records of earlier versions keep their form to the letter, since their hashes are taken over it."""
    order = {"move": {"unit": "A PAR", "target": "MOS"}}
    old = {
        "power": "FRANCE", "text": "A PAR - MOS", "fault": "not_adjacent", "order": order, "choices": ["BUR", "GAS"],
    }  # fmt: skip
    found = read_value(old, Rejection, "x")
    assert (found.fault, found.choices, found.clause) == (Fault.NOT_ADJACENT, ("BUR", "GAS"), "")
    assert dump(write_value(found, Rejection)) == dump(old)
    unread = {
        "power": "FRANCE",
        "text": "A PARS",
        "fault": "unreadable",
        "choices": ["PAR"],
        "detail": "Unknown 'PARS'",
    }
    assert dump(write_value(read_value(unread, Rejection, "x"), Rejection)) == dump(unread)


@pytest.mark.parametrize("missing", ["power", "text", "fault"])
def test_a_rejection_without_its_parts_is_refused(missing: str) -> None:
    whole = {"power": "FRANCE", "text": "A PAR - MOS", "fault": "not_adjacent"}
    with pytest.raises(RequestError) as caught:
        read_value({name: value for name, value in whole.items() if name != missing}, Rejection, "x")
    assert caught.value.field == f"x.{missing}"


def test_fields_that_have_their_default_are_left_out() -> None:
    state = GameState(parse_phase("S1901M"), Position({SpaceId("PAR"): Unit(POWERS[0], UnitKind.ARMY, LOCATIONS[0])}))
    assert set(write_state(state)) == {"phase", "position"}
    assert write_state(state)["position"] == {"units": {"PAR": f"{POWERS[0]} A {LOCATIONS[0]}"}}


def start_data() -> dict[str, Any]:
    state = busy_game().state
    data: dict[str, Any] = json.loads(dump(write_state(state)))
    return data


def set_at(*path: str | int, value: object) -> Callable[[Any], None]:
    def change(data: Any) -> None:  # noqa: ANN401 - a JSON value
        for step in path[:-1]:
            data = data[step]
        data[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (set_at("phase", value="X1901M"), "state.phase"),
        (set_at("phase", value=7), "state.phase"),
        (set_at("position", value=[]), "state.position"),
        (set_at("position", "colour", value="red"), "state.position.colour"),
        (set_at("position", "units", value=[]), "state.position.units"),
        (set_at("position", "units", "PAR", value="FRANCE PAR"), "state.position.units.PAR"),
        (set_at("position", "units", "PAR", value="FRANCE X PAR"), "state.position.units.PAR"),
        (set_at("position", "units", "PAR", value="MARS A PAR"), "state.position.units.PAR"),
        (set_at("position", "units", "PAR", value="FRANCE A NOWHERE"), "state.position.units.PAR"),
        (set_at("position", "owners", "NOWHERE", value="FRANCE"), "state.position.owners"),
        (set_at("position", "owners", "PAR", value=None), "state.position.owners.PAR"),
        (set_at("position", "contested", value="PAR"), "state.position.contested"),
        (set_at("position", "contested", value=["PAR", 5]), "state.position.contested[1]"),
        (set_at("proposals", 0, "number", value=True), "state.proposals[0].number"),
        (set_at("proposals", 0, "votes", "SPAIN", value="yes"), "state.proposals[0].votes.SPAIN"),
        (set_at("proposals", 0, "places", 0, value="FRANCE"), "state.proposals[0].places[0]"),
        (set_at("ending", value={"kind": "victory"}), "state.ending.powers"),
        (set_at("ending", value=3), "state.ending"),
    ],
)
def test_each_broken_field_is_named(change: Callable[[Any], None], field: str) -> None:
    data = start_data()
    change(data)
    with pytest.raises(RequestError) as caught:
        read_state(data, names=names_of(load_variant("colonia-iii")))
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({}, "order"),
        ({"fly": {}}, "order"),
        ({"hold": {}}, "order.hold.unit"),
        ({"hold": {"unit": "A PAR"}, "move": {}}, "order"),
        ({"hold": {"unit": "X PAR"}}, "order.hold.unit"),
        ({"move": {"unit": "A PAR", "target": 4}}, "order.move.target"),
        ({"move": {"unit": "A PAR", "target": "BUR", "carry": "2"}}, "order.move.carry"),
        ("A PAR - BUR", "order"),
    ],
)
def test_a_broken_order_is_named(data: object, field: str) -> None:
    with pytest.raises(RequestError) as caught:
        form_of(Order).read(data, "order", {})
    assert caught.value.field == field


def test_a_type_without_a_form_is_a_mistake_of_the_program() -> None:
    with pytest.raises(TypeError, match="no JSON form"):
        form_of(bytes)


def test_texts_that_are_no_json_are_refused_with_the_name_of_the_file() -> None:
    for text, problem in (("{", "not JSON"), ("", "not JSON"), ("[" * 100_000, "nested"), ("[NaN]", "not JSON")):
        with pytest.raises(RequestError, match=rf"game\.json: .*{problem}"):
            load_json(text, "game.json")


def test_what_modules_remember_is_kept_as_json() -> None:
    memory = {"a": (1, 2), "b": {"c": frozenset({"y", "x"})}}
    position = Position()._replace(memory=memory)
    again = read_value(through_text(write_value(position, Position)), Position, "position")
    assert again.memory == {"a": [1, 2], "b": {"c": ["x", "y"]}}


def test_a_phase_is_written_as_its_text() -> None:
    assert write_value(parse_phase("W1751A"), Phase) == "W1751A"
    assert write_value((PowerId("FRANCE"),), tuple[PowerId, ...]) == ["FRANCE"]
    assert write_value(LocationId("STP/SC"), LocationId) == "STP/SC"
