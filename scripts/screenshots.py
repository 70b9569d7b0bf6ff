"""Takes the pictures of pages that README and guides show: a server of its own, games with people and bots, Chromium.

python -m scripts.screenshots            take them all
python -m scripts.screenshots gm log   take only these
"""

import base64
import re
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright
from scripts.browser import find_browser
from tests.browser.acts import Person, put
from tests.browser.hosting import host_game, judge
from tests.browser.looking import await_rest, turn_to
from tests.browser.site import PATIENCE, Site, run_site

FOLDER = Path(__file__).parents[1] / "docs" / "images" / "pages"
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
QUALITY = 0.82
"""Of WebP: names on the board stay sharp, and a picture of a desktop weighs some 100 KB."""
CLOCK = {"kind": "weekdays", "weekdays": ["thu", "sun"], "time": "20:00", "zone": "Europe/Berlin"}
PHASE = "S1753M"
STAGE = (
    "FRANCE A PAR", "FRANCE F BIS", "FRANCE F LEO", "FRANCE A SAV", "PORTUGAL F MAO", "PORTUGAL A MAD",
)  # fmt: skip
"""The subject of the pictures of orders and results: the fleet in Leon is held off by Portugal's."""
LETTERS = (
    ("PORTUGAL", "Spain looks at both of us. Shall we settle the Bay of Biscay before the deadline?"),
    ("FRANCE", "Gladly. I leave the Bay to you if you stay out of the Western Mediterranean."),
    ("PORTUGAL", "Agreed. I can support you into Andalucia from the sea; say when."),
)
SEEN_PICTURES_ARE_HERE = """() => document.images.length > 1 && [...document.images]
  .every((one) => one.getBoundingClientRect().top > innerHeight || (one.complete && one.naturalWidth))"""
PACK = """async ([png, quality]) => {
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext("2d").drawImage(picture, 0, 0);
  const packed = await canvas.convertToBlob({ type: "image/webp", quality });
  const bytes = new Uint8Array(await packed.arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}"""


@dataclass(frozen=True, slots=True)
class Cast:
    """Who is in the pictures: a game of Colonia VII some years on, its game master and two of its players."""

    site: Site
    gm: Person
    remy: Person
    """Plays France at a desktop."""
    ana: Person
    """Plays Portugal on a phone."""


def cast_game(site: Site) -> Cast:
    """The game of the pictures. Bots play the first years, so that there is something to look at."""
    gm = host_game(site, {}, variant="colonia-vii", terms={"clock": CLOCK}, start=False)
    gm.ask("POST", f"/games/{gm.game}/start", {"bots": "steady"})
    remy, ana = Person.arrive(site, "Remy"), Person.arrive(site, "Ana", phone=True)
    for person in (remy, ana):
        person.enrol().game = gm.game
        person.ask("POST", f"/games/{gm.game}/join", {"role": "standby"})
    while judge(gm) != PHASE:
        pass
    set_the_stage(gm)
    for power, person in (("FRANCE", remy), ("PORTUGAL", ana)):
        account = person.ask("GET", "/session")["account"]["id"]
        gm.ask(
            "POST", f"/games/{gm.game}/gm/acts", {"act": "seat", "power": power, "account": account, "note": "Welcome."}
        )
    for person in (remy, ana):
        person.save()  # a bot may have been there first; its orders go
    for person in (gm, remy):
        person.page.set_viewport_size(DESKTOP)
    letters = f"/games/{gm.game}/press"
    for number, (to, text) in enumerate(LETTERS):
        writer = remy if to == "PORTUGAL" else ana
        writer.ask("POST", letters, {"to": [to], "text": text, "request": f"letter-{number}"})
        site.clock.pass_time(hours=1)
    return Cast(site, gm, remy, ana)


def set_the_stage(gm: Person) -> None:
    """Put the units that the pictures are about where they should be, wherever bots have moved them."""
    units: dict[str, list[str]] = gm.ask_game("scene")["units"]
    wanted = {unit.split()[-1] for unit in STAGE}
    is_in_the_way = [
        unit
        for power, found in units.items()
        for unit in found
        if power == "FRANCE" or unit.split()[-1].split("/")[0] in wanted
    ]
    gm.correct(*({"take": unit} for unit in is_in_the_way), *(put(unit) for unit in STAGE))


def show_board(cast: Cast) -> Page:
    """A player's board: three orders are set, the fourth is in hand."""
    remy = cast.remy.save("A PAR - BUR", "F BIS - ENG", "F LEO - MAO")
    remy.read("").await_board()
    await_rest(remy)
    remy.go_to("SAV").takes("A SAV").tap("VEN")
    return remy.page


def show_dark(cast: Cast) -> Page:
    """The same at night."""
    page = show_board(cast)
    turn_to(page, "dark")
    page.wait_for_timeout(300)  # the board is painted again
    return page


def show_phone(cast: Cast) -> Page:
    """A unit in hand on a phone."""
    ana = cast.ana.read("").await_board()
    await_rest(ana)
    ana.go_to("MAD").sees("Army Madrid")
    return ana.page


def show_text_board(cast: Cast) -> Page:
    """The position as tables."""
    return look(cast.remy.read("text"))


def show_press(cast: Cast) -> Page:
    """Letters between two powers."""
    cast.remy.read("press").press(re.compile("Portugal"))
    return look(cast.remy)


def show_votes(cast: Cast) -> Page:
    """A proposed ending."""
    cast.ana.ask("POST", f"/games/{cast.gm.game}/votes", {"places": [["PORTUGAL"], ["FRANCE"]]})
    return look(cast.remy.read("votes"))


def show_gm(cast: Cast) -> Page:
    """The game master's page."""
    return look(cast.gm.read("gm"))


def show_new_game(cast: Cast) -> Page:
    """The form for a new game."""
    return look(cast.gm.open("/new"))


def show_home(cast: Cast) -> Page:
    """What a stranger sees."""
    guest = Person.arrive(cast.site, "Guest").open("/")
    guest.page.set_viewport_size(DESKTOP)
    guest.page.wait_for_function(SEEN_PICTURES_ARE_HERE)
    return look(guest)


def show_variant(cast: Cast) -> Page:
    """Where a beginner starts a first game."""
    guest = Person.arrive(cast.site, "Guest").open("/variants/standard")
    guest.page.set_viewport_size(DESKTOP)
    return look(guest)


def show_results(cast: Cast) -> Page:
    """A result with its reasons. From here on the phase is judged."""
    cast.remy.save("A PAR - BUR", "F BIS - ENG", "F LEO - MAO", "A SAV - VEN")
    judge(cast.gm)
    remy = cast.remy.read(f"results/{PHASE}").await_board()
    await_rest(remy)
    row = remy.page.locator('[data-result-row="F LEO - MAO"]')
    row.get_by_role("button").first.click()
    row.get_by_text("Because of").wait_for()
    row.evaluate("(row) => row.scrollIntoView({ block: 'nearest' })")
    return look(remy)


def show_phone_results(cast: Cast) -> Page:
    """Results on a phone."""
    ana = cast.ana.read(f"results/{PHASE}").await_board().press("All").press(re.compile("^Beaten"))
    return look(ana)


def show_sandbox(cast: Cast) -> Page:
    """A first lesson on the regular board."""
    remy = cast.remy.open("/sandbox?variant=standard").await_board()
    remy.write_orders("FRANCE\nA PAR - BUR\nA MAR S A PAR - BUR\nGERMANY\nA MUN - BUR")
    remy.press(re.compile(r"^Add \d")).press("Judge").sees("21 succeed").go_to("BUR")
    return look(remy)


def look(person: Person) -> Page:
    """The page of a person as soon as it has drawn everything."""
    await_rest(person)
    return person.page


PICTURES: dict[str, Callable[[Cast], Page]] = {
    "home": show_home,
    "board": show_board,
    "board-dark": show_dark,
    "board-phone": show_phone,
    "text-board": show_text_board,
    "press": show_press,
    "votes": show_votes,
    "gm": show_gm,
    "new-game": show_new_game,
    "variant": show_variant,
    "results": show_results,
    "results-phone": show_phone_results,
    "sandbox": show_sandbox,
}
"""The order matters: there are results only after the phase has been judged."""


def take(page: Page, name: str, packer: Page) -> None:
    """Write a screenshot as WebP; Playwright writes only PNG, so the browser converts it."""
    png = base64.b64encode(page.screenshot()).decode()
    (FOLDER / f"{name}.webp").write_bytes(base64.b64decode(packer.evaluate(PACK, [png, QUALITY])))


def take_all(browser: Browser, wanted: list[str]) -> None:
    """Play the game and take the pictures."""
    with tempfile.TemporaryDirectory() as folder, run_site(Path(folder), browser) as site:
        cast = cast_game(site)
        packer = browser.new_page()
        for name in wanted:
            page = PICTURES[name](cast)
            take(page, name, packer)
            turn_to(page, "light")
            print(f"{name}.webp: {(FOLDER / f'{name}.webp').stat().st_size // 1000} KB")


if __name__ == "__main__":
    program = find_browser()
    if program is None:
        sys.exit("no Chromium: python scripts/browser.py installs one")
    FOLDER.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        take_all(chromium, sys.argv[1:] or list(PICTURES))
        chromium.close()
