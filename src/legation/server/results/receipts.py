"""Checking a receipt: whether it identifies the orders that are on file for a power in a phase."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from legation.board import PowerId
from legation.errors import LegationError
from legation.game import Phase, make_receipt, parse_phase
from legation.orders import format_order, read_submissions
from legation.render.words import ENGLISH, word_phase
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.base.times import word_time
from legation.server.game.loaded_game import LoadedGame, load_record
from legation.server.game.membership import Membership
from legation.server.game.plans import check_amount, find_plan
from legation.server.game.visibility import open_visible
from legation.server.identity.viewers import Viewer

FORM = re.compile(r"(?P<power>.+)-(?P<phase>[A-Z]\d+[A-Z])-(?P<code>[0-9A-Z]{4}-[0-9A-Z]{4})")


@dataclass(frozen=True, slots=True)
class CheckedReceipt:
    """The orders that a receipt identifies, as far as the viewer may know them."""

    receipt: str
    power: PowerId
    phase: str
    title: str
    is_judged: bool
    is_on_file: bool | None
    """True if the orders on file have this receipt; null if the viewer may not know it yet."""
    fits_orders: bool | None
    """True if the orders in the request have this receipt; null if there were none, or as above."""
    orders: list[str] | None
    """The orders that it identifies, if the viewer may know them."""
    text: str
    """The whole result in sentences."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A readable receipt in its game, with the orders in the request."""

    game: LoadedGame
    code: str
    power: PowerId
    phase: Phase
    orders: list[str]

    @property
    def title(self) -> str:
        return word_phase(self.phase)

    def fits(self, texts: Sequence[str]) -> bool:
        """True if the receipt identifies these orders."""
        return make_receipt(self.game.rules.genesis, self.phase, self.power, texts).upper() == self.code

    def read(self, lines: Sequence[str]) -> list[str]:
        """Orders in standard form if they can be read."""
        read = read_submissions(self.game.variant.board, {self.power: lines})
        return [line.text if isinstance(line.order, LegationError) else format_order(line.order) for line in read]

    def describe(
        self, key: str, texts: Sequence[str], *, is_judged: bool, is_on_file: bool, time: str = ""
    ) -> CheckedReceipt:
        """The result for people who may read the orders."""
        name, fits = self.game.variant.powers[self.power].name, None
        text = ENGLISH.fill(key, power=name, phase=self.title, time=time)
        if self.orders:
            given = self.read(self.orders)
            fits = self.fits(given) or (is_on_file and Counter(given) == Counter(self.read(texts)))
            text = f"{text} {ENGLISH.texts['receipt.fits' if fits else 'receipt.fits_not']}"
        shown = list(texts) if is_judged or is_on_file else None
        return CheckedReceipt(
            self.code, self.power, str(self.phase), self.title, is_judged, is_on_file, fits, shown, text
        )

    def keep_secret(self) -> CheckedReceipt:
        """The result for everyone else, whatever the receipt."""
        text = ENGLISH.fill("receipt.secret", phase=self.title)
        return CheckedReceipt(self.code, self.power, str(self.phase), self.title, False, None, None, None, text)


def check_receipt(
    services: Services, viewer: Viewer, game_id: str, receipt: str, orders: Sequence[str]
) -> CheckedReceipt:
    """Check a receipt. Results for an unjudged phase are given only to people who may read the orders anyway."""
    check_amount(orders)
    with services.store.read() as connection:
        game, membership, visible = open_visible(connection, services, game_id, viewer)
        asked = _read_receipt(game, receipt, [line.strip() for line in orders if line.strip()])
        if str(asked.phase) in [head.phase for head in visible.judged]:
            head = visible.get(str(asked.phase))
            texts = load_record(connection, game.id, head.number, head.hash).texts.get(asked.power, ())
            is_on_file = asked.fits(texts)
            key = "receipt.judged" if is_on_file else "receipt.judged_otherwise"
            return asked.describe(key, texts, is_judged=True, is_on_file=is_on_file)
        return _check_unjudged(connection, membership, asked)


def _read_receipt(game: LoadedGame, receipt: str, orders: list[str]) -> _Asked:
    code = "".join(receipt.split()).upper()
    found = FORM.fullmatch(code)
    if found is None or found["power"] not in game.variant.powers:
        raise HttpRefusal(422, "no_receipt", field="receipt")
    return _Asked(game, code, PowerId(found["power"]), parse_phase(found["phase"]), orders)


def _check_unjudged(connection: Connection, membership: Membership, asked: _Asked) -> CheckedReceipt:
    """Check a receipt for a phase not yet seen judged. A yes or no would let others try orders until one fits."""
    game = asked.game
    may_read = membership.power == asked.power or membership.sees_orders
    if not may_read or asked.phase != game.state.phase or not game.row.is_in_play:
        return asked.keep_secret()
    plan = find_plan(connection, game.id, game.row.turn, asked.power)
    if plan is None or plan.receipt is None or plan.receipt.upper() != asked.code:
        return asked.describe("receipt.other", (), is_judged=False, is_on_file=False)
    texts = plan.confirmed or ()
    key = "receipt.confirmed" if texts == plan.texts else "receipt.changed"
    time = word_time(plan.confirmed_at, game.terms.clock.zone)
    return asked.describe(key, texts, is_judged=False, is_on_file=True, time=time)
