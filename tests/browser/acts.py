"""What people do on the pages, each act as one verb."""

import json
import re
import time
from dataclasses import dataclass, field
from typing import Any, Literal, Self

from playwright.sync_api import APIResponse, BrowserContext, FloatRect, Locator, Page, expect

from tests.browser.site import Site
from tests.server.kit import PASSWORD

CSRF = "X-Legation-CSRF"
Json = dict[str, Any]
FEW_KEYS = 6
"""So often is Tab pressed before something on the page is looked for again."""


@dataclass
class Person:
    """Somebody with a browser of their own."""

    site: Site
    name: str
    context: BrowserContext
    page: Page
    is_on_phone: bool = False
    game: str = ""
    csrf: str = field(default="", repr=False)

    @classmethod
    def arrive(cls, site: Site, name: str, *, phone: bool = False) -> Self:
        """Open the browser; nothing is on view yet."""
        context = site.visit(phone=phone)
        return cls(site, name, context, context.new_page(), phone)

    # The site

    def open(self, path: str) -> Self:
        """Go to an address."""
        self.page.goto(path)
        return self

    def read(self, path: str) -> Self:
        """Go to a page of the game: ``results``, ``press/all``."""
        return self.open(f"/g/{self.game}/{path}".rstrip("/"))

    def button(self, name: str | re.Pattern[str], *, exact: bool = True) -> Locator:
        """A button by what it says."""
        return self.page.get_by_role("button", name=name, exact=exact and isinstance(name, str))

    def press(self, name: str | re.Pattern[str]) -> Self:
        """Press a button."""
        self.button(name).first.click()
        return self

    def follow(self, name: str | re.Pattern[str]) -> Self:
        """Follow a link."""
        self.page.get_by_role("link", name=name, exact=isinstance(name, str)).first.click()
        return self

    def tab_to(self, wanted: Locator) -> Self:
        """Reach something by Tab alone, and press it with Enter."""
        expect(wanted).to_be_visible()
        # Finding something by its role takes far longer than pressing a key, so it is not done before each of them;
        # but a page that is drawn anew may show another one in its place.
        for _ in range(120 // FEW_KEYS):
            thing = wanted.element_handle()
            for _ in range(FEW_KEYS):
                if thing.evaluate("one => one === document.activeElement"):
                    self.page.keyboard.press("Enter")
                    return self
                self.page.keyboard.press("Tab")
        raise AssertionError("it cannot be reached by Tab")

    def fill(self, label: str, text: str) -> Self:
        """Write into a field."""
        self.page.get_by_label(label, exact=True).fill(text)
        return self

    def choose(self, label: str, option: str) -> Self:
        """Choose from a list."""
        self.page.get_by_label(label, exact=True).select_option(label=option)
        return self

    def sees(self, text: str | re.Pattern[str]) -> Self:
        """Wait until some words are on view."""
        expect(self.page.get_by_text(text).locator("visible=true").first).to_be_visible()
        return self

    def lacks(self, text: str | re.Pattern[str]) -> Self:
        """Make sure that some words are nowhere, not even in the source of the page."""
        expect(self.page.get_by_text(text)).to_have_count(0)
        if isinstance(text, str):
            assert text not in self.page.content()
        return self

    # Accounts and games

    def sign_up(self) -> Self:
        """Make an account on the page that is open."""
        self.fill("Name", self.name).fill("E-mail", f"{self.name.lower()}@example.org").fill("Password", PASSWORD)
        self.press("Create an account")
        expect(self.page).not_to_have_url(re.compile("/sign-up"))
        return self

    def enrol(self) -> Self:
        """Make an account without the pages, where a test is about something else."""
        body = {"name": self.name, "email": f"{self.name.lower()}@example.org", "password": PASSWORD}
        answer = self.context.request.post("/api/v1/accounts", data=body)
        assert answer.status == 201, answer.text()
        return self

    def ask(self, method: Literal["GET", "POST", "PUT", "PATCH"], path: str, body: object = None) -> Any:  # noqa: ANN401
        """Ask the server behind the pages, as the one who has signed in."""
        if not self.csrf:
            self.csrf = self.context.request.get("/api/v1/session").json()["csrf"] or ""
        headers = {CSRF: self.csrf, "Content-Type": "application/json"}
        data = None if method == "GET" else json.dumps(body if body is not None else {})
        answer: APIResponse = self.context.request.fetch(
            f"/api/v1{path}", method=method, headers=headers, data=data, timeout=60_000
        )
        assert answer.ok, f"{method} {path}: {answer.status} {answer.text()}"
        return answer.json() if answer.body() else None

    def ask_game(self, rest: str = "") -> Any:  # noqa: ANN401
        """Read something of the game."""
        return self.ask("GET", f"/games/{self.game}{'/' if rest else ''}{rest}")

    def await_turn(self, turn: int) -> Self:
        """Wait until the worker has judged the phase before a turn."""
        end = time.monotonic() + 60
        while self.ask_game()["turn"] < turn:
            assert time.monotonic() < end, "nothing was judged"
            time.sleep(0.2)
        return self

    def save(self, *orders: str) -> Self:
        """Save orders without the pages."""
        turn = self.ask_game()["turn"]
        body = {"turn": turn, "plan": "A", "version": None, "orders": orders}
        self.ask("PUT", f"/games/{self.game}/orders", body)
        return self

    # The board

    @property
    def board(self) -> Locator:
        """The board on view."""
        return self.page.locator(".board[role=application]")

    def await_board(self) -> Self:
        """Wait until units are drawn."""
        expect(self.board.locator(".unit").first).to_be_attached()
        return self

    def point(self, what: str, space: str) -> tuple[float, float]:
        """Where something of a space is on the window and can be touched; the world may show it more than once."""
        things = self.board.locator(f'{what}[data-space="{space}"]')
        expect(things.first).to_be_attached()
        for thing in things.all():
            box = thing.bounding_box()
            if box and self._is_free(box):
                return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        raise AssertionError(f"{what} of {space} is not within reach on the board")

    def is_within_reach(self, what: str, space: str) -> bool:
        """Whether something of a space can be touched where the board stands now."""
        things = self.board.locator(f'{what}[data-space="{space}"]')
        expect(things.first).to_be_attached()
        return any(box is not None and self._is_free(box) for box in (thing.bounding_box() for thing in things.all()))

    def see_whole_board(self) -> Self:
        """Zoom out."""
        self.page.get_by_role("button", name="Whole board").or_(self.button("The whole board")).first.click()
        frames = "async () => { for (let i = 0; i < 30; i++) await new Promise(requestAnimationFrame); }"
        self.page.evaluate(frames)  # the zoom takes half a second
        return self

    def _is_free(self, box: FloatRect) -> bool:
        middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        script = "([x, y]) => document.elementFromPoint(x, y)?.classList.contains('glass') ?? false"
        return bool(self.page.evaluate(script, middle))

    def tap(self, space: str) -> Self:
        """Tap what stands in a space, or its name where nothing does."""
        is_manned = self.board.locator(f'.unit[data-space="{space}"]').count() > 0
        what = ".unit" if is_manned else ".space-name"
        if not self.is_within_reach(what, space):
            self.see_whole_board()
        x, y = self.point(what, space)
        if self.is_on_phone:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)
        return self

    def go_to(self, code: str) -> Self:
        """Bring a space to the middle by typing its code; an own unit there comes to hand."""
        if self.is_on_phone:
            self.press("Go to a space or unit")
        field = self.page.get_by_role("combobox", name="Go to a space or unit")
        field.fill(code)
        field.press("Enter")
        if self.is_on_phone:
            expect(field).to_be_hidden()
        return self

    # Orders

    @property
    def sheet(self) -> Locator:
        """The panel with the orders: beside the board, or the sheet of a phone."""
        return self.page.locator("#orders")

    def row(self, unit: str) -> Locator:
        """The row of a unit in the list of orders."""
        return self.page.locator(f'[data-unit-row="{unit}"]')

    def takes(self, unit: str) -> Self:
        """Check that a unit is in hand."""
        expect(self.row(unit)).to_have_attribute("aria-current", "true")
        return self

    def says(self, sentence: str) -> Self:
        """Check how the order in hand reads."""
        expect(self.page.locator(".sentence").first).to_have_text(re.compile(re.escape(sentence)))
        return self

    def kind(self, kind: str) -> Self:
        """Choose Move, Support, Convoy or Hold."""
        self.page.get_by_role("group", name="What it does").get_by_role("button", name=kind).click()
        return self

    def chip(self, at: str) -> Self:
        """Tap a chip."""
        self.page.locator(f'[data-chip="{at}"]').first.click()
        return self

    def set_order(self) -> Self:
        """Set the order in hand."""
        self.press("Set order" if self.is_on_phone else re.compile("^Set( Enter)?$"))
        return self

    def has_order(self, unit: str, order: str) -> Self:
        """Check what a unit's row says."""
        expect(self.row(unit).locator(".order > span").last).to_have_text(order.replace(" - ", " \u2013 "))
        return self

    def write_orders(self, text: str) -> Self:
        """Write orders as text; they are read a moment later."""
        self.page.get_by_label("Orders as text").fill(text)
        return self

    def is_saved(self) -> Self:
        """Wait until the server has everything."""
        expect(self.page.get_by_role("status").filter(has_text=re.compile(r"Saved \d"))).to_be_visible()
        return self

    # The game master

    def act(self, name: str, *, note: str = "") -> Locator:
        """Begin an act of the game master; gives its dialogue."""
        self.press(name)
        dialogue = self.page.get_by_role("dialog")
        expect(dialogue).to_be_visible()
        if note:
            dialogue.get_by_label("Note for the players").fill(note)
        return dialogue

    def preview(self, dialogue: Locator) -> str:
        """The line of the log that the dialogue shows beforehand."""
        line = dialogue.locator(".line .text")
        expect(line).not_to_have_text(re.compile("^Fill in what is missing|^$"))
        return line.inner_text()

    def correct(self, *changes: Json, note: str = "The letters crossed.") -> Self:
        """Set facts right without the pages; a game has an act for it, and one test goes through its dialogue."""
        self.ask("POST", f"/games/{self.game}/gm/acts", {"act": "correct", "changes": changes, "note": note})
        return self


def own(space: str, power: str | None) -> Json:
    """A correction: who owns a centre."""
    return {"owner": {"space": space, "power": power}}


def put(unit: str) -> Json:
    """A correction: a unit on the board, as in ``FRANCE A PAR``."""
    return {"put": unit}
