"""Somebody who has never played learns in the first game: by mouse, by keyboard alone, and on a phone."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.acts import Person
from tests.browser.looking import check_barriers
from tests.browser.site import Site


def open_lesson(site: Site, *, phone: bool = False) -> Person:
    guest = Person.arrive(site, "Guest", phone=phone).open("/").press("Learn in ten minutes").await_board()
    guest.game = guest.page.url.rpartition("/")[2]
    return guest


def guide(guest: Person) -> Locator:
    return guest.page.get_by_role("region", name="Guide")


def hears(guest: Person, *texts: str) -> None:
    """What the guide says."""
    for text in texts:
        expect(guide(guest)).to_contain_text(text)


def judge(guest: Person) -> None:
    """Judge the turn; units without orders hold, which the page asks about once. The results come by themselves."""
    guest.is_saved().press("Judge now")
    sure, results = guest.button("Judge anyway"), guest.page.get_by_role("link", name=re.compile("^Go on: "))
    expect(sure.or_(results).first).to_be_visible()
    if sure.is_visible():
        sure.click()
    expect(results).to_be_visible()


def go_on(guest: Person, turn: str) -> None:
    """From the results to the next phase."""
    guest.follow(re.compile("^Go on: ")).await_board()
    hears(guest, turn)
    if guest.is_on_phone:
        guest.press("Begin")


def points_at(guest: Person, space: str) -> None:
    """The guide points at a unit, and nothing covers it."""
    expect(guest.board.locator(f'[data-pointer="{space}"]')).to_be_attached()
    settle(guest)
    guest.point(".unit", space)


def take(guest: Person, unit: str) -> Person:
    """Take a unit: from the list at a desk, by the search on a phone."""
    if guest.is_on_phone:
        return guest.go_to(unit.split()[1])
    guest.row(unit).click()
    return guest.takes(unit)


def settle(guest: Person) -> None:
    """Wait until the board shows what the guide speaks of; it does so two frames later."""
    guest.page.evaluate("async () => { for (let i = 0; i < 4; i++) await new Promise(requestAnimationFrame); }")


def move(guest: Person, unit: str, target: str) -> None:
    """Take a unit and tap its target: on the board, or on a phone the chip where there is one."""
    take(guest, unit)
    settle(guest)
    chip = guest.page.locator(f'[data-chip="{target}"]').first
    if guest.is_on_phone and chip.is_visible():
        chip.tap()
    else:
        guest.tap(target)
    guest.set_order()


def support(guest: Person) -> None:
    """On a phone the support is offered, since the attack was just set."""
    take(guest, "A FIN")
    if guest.is_on_phone:
        guest.press(re.compile("A Fin S F NTH"))
        return
    guest.kind("Support").chip("NTH").chip("NWY")
    guest.says("Army Finland supports Fleet North Sea to Norway").set_order()


def play_to_the_stand_off(guest: Person) -> None:
    """Two turns and a build: three moves, a convoy, a fleet."""
    points_at(guest, "EDI")
    guest.tap("EDI")
    expect(guest.board.locator('[data-pointer="NTH"]')).to_be_attached()
    settle(guest)
    guest.tap("NTH").set_order()
    expect(guest.board.locator('[data-pointer="LON"]')).to_be_attached()
    move(guest, "F LON", "ENG")
    move(guest, "A LVP", "YOR")
    hears(guest, "Press Judge now")
    judge(guest)
    hears(guest, "Turn 1 of 5: Move", "Done", "All three went where you sent them")
    go_on(guest, "Turn 2 of 5")
    points_at(guest, "YOR")
    move(guest, "A YOR", "NWY")
    hears(guest, "Press Judge now")
    judge(guest)
    hears(guest, "Your army landed in Norway")
    go_on(guest, "You hold four centres" if not guest.is_on_phone else "Build")
    guest.page.get_by_role("group", name="Build in Edinburgh").get_by_role("button", name="F").click()
    guest.press("Set build")
    judge(guest)
    hears(guest, "A new fleet stands in Edinburgh")
    go_on(guest, "Turn 3 of 5")


def play_on_to_the_end(guest: Person) -> None:
    """The stand-off, the retreat and the support."""
    move(guest, "F ENG", "BEL")
    move(guest, "F EDI", "NWG")
    judge(guest)
    hears(guest, "A stand-off", "Belgium stays empty")
    go_on(guest, "Turn 4 of 5")
    move(guest, "F ENG", "BEL")
    take(guest, "A NWY").kind("Hold").set_order()
    judge(guest)
    hears(guest, "Your army in Norway is dislodged")
    go_on(guest, "Retreat")
    guest.chip("FIN").press("Set retreat")
    judge(guest)
    hears(guest, "Your army is safe in Finland")
    go_on(guest, "Turn 5 of 5")
    move(guest, "F NTH", "NWY")
    support(guest)
    hears(guest, "Press Judge now")
    judge(guest)
    hears(guest, "Two against one", "You have moved, held, supported")


def test_the_first_game_by_mouse_with_a_turn_taken_again(site: Site) -> None:
    guest = open_lesson(site)
    hears(guest, "Turn 1 of 5", "You are England")
    check_barriers(guest, "first-game")
    play_to_the_stand_off(guest)
    # The page is closed, and found again from the home page.
    guest.open("/").sees("Turn 3 of 5.").press("Continue your first game").await_board()
    assert guest.page.url.endswith(guest.game)
    move(guest, "F EDI", "NWG")
    judge(guest)
    hears(guest, "Not quite", "The French army walked into Belgium")
    check_barriers(guest, "first-game-not-quite")
    guest.press("Try this turn again").await_board()
    hears(guest, "Turn 3 of 5")
    expect(guest.row("F EDI")).to_contain_text("no order")
    play_on_to_the_end(guest)
    check_barriers(guest, "first-game-over")
    guest.press("Play this game on").await_board()
    expect(guide(guest)).to_have_count(0)
    assert guest.ask_game()["lesson"] is None
    guest.open("/").sees("Never played?")


def test_the_first_game_on_a_phone(site: Site) -> None:
    guest = open_lesson(site, phone=True)
    hears(guest, "Turn 1 of 5", "You are England")
    check_barriers(guest, "first-game-on-a-phone")
    guest.press("Begin")
    play_to_the_stand_off(guest)
    guest.page.reload()
    guest.await_board()
    hears(guest, "Belgium is a free centre")
    guest.press("Begin")
    points_at(guest, "ENG")
    check_barriers(guest, "first-game-strip-on-a-phone")
    play_on_to_the_end(guest)
    check_barriers(guest, "first-game-over-on-a-phone")
    guest.follow(re.compile("^Go on: ")).await_board()
    hears(guest, "You can play", "Play this game on")
    guest.press("Start over").sees("You are England")
    assert guest.ask_game()["phase"] == "S1901M"


def type_order(guest: Person, unit: str, *words: str) -> None:
    """Take a unit and spell its order."""
    keys = guest.page.keyboard
    keys.press("/")
    keys.type(unit.split()[1].lower())
    keys.press("Enter")
    guest.takes(unit)
    for word in words:
        before = guest.page.locator(".sentence").first.inner_text()
        keys.type(word)
        expect(guest.page.locator(".sentence").first).not_to_have_text(before)
    keys.press("Enter")


def judge_by_keys(guest: Person, words: str, turn: str = "") -> None:
    guest.is_saved()
    guest.tab_to(guest.button("Judge now"))
    sure, results = guest.button("Judge anyway"), guest.page.get_by_role("link", name=re.compile("^Go on: "))
    expect(sure.or_(results).first).to_be_visible()
    if sure.is_visible():
        guest.tab_to(sure)
    expect(results).to_be_visible()
    hears(guest, words)
    if turn:
        guest.tab_to(results)
        guest.await_board()
        hears(guest, turn)


def test_the_first_game_by_keyboard_alone(site: Site) -> None:
    guest = Person.arrive(site, "Guest").open("/")
    guest.tab_to(guest.button("Learn in ten minutes"))
    guest.await_board()
    guest.game = guest.page.url.rpartition("/")[2]
    hears(guest, "Turn 1 of 5")
    type_order(guest, "F EDI", "nth")
    type_order(guest, "F LON", "eng")
    type_order(guest, "A LVP", "yor")
    judge_by_keys(guest, "All three went", "Turn 2 of 5")
    type_order(guest, "A YOR", "nwy")
    judge_by_keys(guest, "Your army landed in Norway", "Build")
    guest.tab_to(guest.page.get_by_role("group", name="Build in Edinburgh").get_by_role("button", name="F"))
    guest.tab_to(guest.button("Set build"))
    judge_by_keys(guest, "A new fleet stands in Edinburgh", "Turn 3 of 5")
    type_order(guest, "F ENG", "bel")
    type_order(guest, "F EDI", "nwg")
    judge_by_keys(guest, "A stand-off", "Turn 4 of 5")
    type_order(guest, "F ENG", "bel")
    type_order(guest, "A NWY", "h")
    judge_by_keys(guest, "is dislodged", "Retreat")
    guest.tab_to(guest.page.locator('[data-chip="FIN"]').first)
    guest.tab_to(guest.button("Set retreat"))
    judge_by_keys(guest, "safe in Finland", "Turn 5 of 5")
    type_order(guest, "F NTH", "nwy")
    type_order(guest, "A FIN", "s", "nth", "nwy")
    judge_by_keys(guest, "Two against one")
    guest.tab_to(guest.button("Play this game on"))
    guest.await_board()
    expect(guide(guest)).to_have_count(0)
