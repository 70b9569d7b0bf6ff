import random
from typing import Any

import pytest

from legation import load_variant
from legation.board import PowerId
from legation.bots import PlannerBot
from legation.bots.searching import SearchBot, StrongBot
from legation.game import start_state
from legation.orders import Order, format_order

VARIANT = load_variant("standard")
FRANCE = VARIANT.parse_power("FRANCE")


def choose(bot: StrongBot | PlannerBot) -> list[str]:
    orders = bot.choose(VARIANT, VARIANT.rulebook, start_state(VARIANT), FRANCE, random.Random(1))
    return [format_order(order) for order in orders]


def test_nobody_waits_for_the_machine_code_and_then_it_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = StrongBot()
    assert choose(bot) == choose(PlannerBot())
    bot.warm_up().join(timeout=300)
    searched: list[PowerId] = []
    search = SearchBot.choose

    def note(self: SearchBot, *asked: Any) -> list[Order]:  # noqa: ANN401 - whatever is asked is passed on
        searched.append(asked[3])
        return search(self, *asked)

    monkeypatch.setattr(SearchBot, "choose", note)
    assert len(choose(bot)) == 3
    assert searched == [FRANCE]
