"""Where batches live, chance that is the same everywhere, and a recorded run of a GPU."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from benchmarks.gpu import RECORDED, Setting, digest_year, list_settings

from legation import batch as engine
from legation.batch.devices import PROCESSOR, get_device
from legation.batch.draws import begin_draws, draw, draw_below
from legation.board import UnitKind
from legation.errors import RequestError
from legation.variants import load_variant

RUN: dict[str, str] = json.loads((Path(__file__).parent / "recorded_gpu_run.json").read_text())
"""By setting: the digest of all arrays of a year by chance, written by ``benchmarks.gpu record`` on a GPU."""


def test_draws_are_those_of_splitmix64() -> None:
    state = np.zeros(1, np.uint64)
    published = (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F)  # of its authors' program, from state 0
    assert [draw(state) for _ in published] == [(number >> 11) * 2.0**-53 for number in published]


def test_draws_below_an_end_reach_every_number_and_no_other() -> None:
    state = np.zeros(1, np.uint64)
    begin_draws(state, 7, 3)
    assert {draw_below(state, 6) for _ in range(300)} == set(range(6))


def test_a_game_has_the_same_draws_in_a_batch_of_any_size() -> None:
    board = engine.make_batch_board(load_variant("standard"))
    few, many = (engine.sample_positions(board, games, units=22, seed=4) for games in (3, 40))
    assert np.array_equal(few.power, many.power[:3])
    assert not np.array_equal(many.power[0], many.power[1])
    orders, more = engine.sample_moves(board, few, 5), engine.sample_moves(board, many, 5)
    assert np.array_equal(orders, more[:3])


def test_there_is_a_clear_answer_where_a_device_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert get_device("cpu") is PROCESSOR
    with pytest.raises(RequestError, match="cpu or cuda"):
        get_device("tpu")
    monkeypatch.setitem(sys.modules, "cupy", None)
    monkeypatch.delitem(sys.modules, "legation.batch.cuda_device", raising=False)
    with pytest.raises(RequestError, match=r"legation\[gpu\]"):
        engine.make_batch_board(load_variant("standard"), device="cuda")


def test_transport_fleets_that_only_the_judge_can_judge_stay_on_the_processor() -> None:
    variant = load_variant("colonial-variant")
    own = variant.rulebook
    bold = replace(own.traits[UnitKind.TRANSPORT], stands_off=True)
    rules = replace(own, traits={**own.traits, UnitKind.TRANSPORT: bold})
    with pytest.raises(RequestError, match="cpu only"):
        engine.make_batch_board(variant, rules, device="cuda")


def test_the_recorded_run_has_every_setting() -> None:
    assert sorted(RUN) == sorted(" ".join(map(str, setting)) for setting in list_settings())


@pytest.mark.parametrize(
    "setting", [*list_settings()], ids=lambda setting: f"{setting.board} {setting.rulebook} {setting.units}"
)
def test_the_processor_gives_what_a_gpu_gave(setting: Setting) -> None:
    assert digest_year(setting, "cpu", RECORDED, 3) == RUN[" ".join(map(str, setting))]
