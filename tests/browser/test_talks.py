"""People talk: sketches on the board, rooms of several powers, letters that are announced, drafts that are kept."""

import re

from playwright.sync_api import Route, expect

from tests.browser.acts import Person
from tests.browser.hosting import host_game, judge
from tests.browser.looking import check_barriers
from tests.browser.site import Site

SOON = 20_000
DOWN = r"ERR_(INTERNET_DISCONNECTED|NETWORK_CHANGED|CONNECTION|FAILED)"


def test_a_sketch_goes_from_a_phone_to_a_desktop_and_counts_for_nothing(site: Site) -> None:
    remy, gerda = Person.arrive(site, "Remy", phone=True), Person.arrive(site, "Gerda")
    gm = host_game(site, {"FRANCE": remy, "GERMANY": gerda})
    remy.read("press/FRANCE%2BGERMANY")
    field = remy.page.get_by_label("Write to Germany")
    field.fill("Then Bur is mine.")
    remy.press("Sketch").await_board()
    # Own unit by chips, another power's unit by text; what cannot be is told before it is sent.
    remy.page.locator('[data-unit-row="A PAR"]').click()
    remy.chip("BUR").set_order()
    remy.press("Let go")
    remy.write_orders("GERMANY: A Mun - Ruh; F Kie - Den; A Ber - Lon")
    expect(remy.page.get_by_role("status").filter(has_text="2 read.")).to_be_visible()
    remy.sees(re.compile("A Ber - Lon.*No chain of fleets could convoy it there"))
    check_barriers(remy, "sketch-phone")
    remy.press("Add 2").press("Put 3 into the letter")
    expect(field).to_have_value("Then Bur is mine.")
    card = remy.page.get_by_role("list", name="Sketch")
    expect(card.get_by_role("listitem")).to_have_text(
        [re.compile("A Par . Bur"), re.compile("A Mun"), re.compile("F Kie")]
    )
    remy.page.reload()
    expect(card.get_by_role("listitem")).to_have_count(3)
    check_barriers(remy, "sketch-letter-phone")
    remy.press("Send").sees("A sketch, not an order.")
    assert remy.ask_game("orders")["plan_a"]["orders"] == []

    gerda.read("press/FRANCE%2BGERMANY").sees("A sketch, not an order.")
    check_barriers(gerda, "sketch-letter")
    gerda.follow("Show on board").await_board()
    drawn = gerda.board.locator('.orders [data-state="sketch"]')
    expect(drawn).to_have_count(3)
    strip = gerda.page.get_by_role("status", name="Sketch")
    expect(strip).to_contain_text("Sketch of France for Spring 1901, orders. Not an order.")
    check_barriers(gerda, "sketch-on-board")
    gerda.press("Hide")
    expect(drawn).to_have_count(0)
    assert gerda.ask_game("orders")["plan_a"]["orders"] == []

    judge(gm)
    gerda.read("press/FRANCE%2BGERMANY").sees("A sketch for Spring 1901, orders, not an order.")
    gerda.follow("Show on board")
    expect(gerda.page).to_have_url(re.compile("/results/S1901M"))
    expect(gerda.button("Before")).to_have_attribute("aria-pressed", "true")
    expect(drawn).to_have_count(3)
    gerda.follow("To the letter").sees("Then Bur is mine.")


def test_a_room_of_several_powers_is_named_found_again_and_muted(site: Site) -> None:
    remy, gerda, enid = (Person.arrive(site, name) for name in ("Remy", "Gerda", "Enid"))
    host_game(site, {"FRANCE": remy, "GERMANY": gerda, "ENGLAND": enid}, terms={"press": {"public": False}})
    remy.read("press/all").sees("This game has no public press.")
    expect(remy.button("Send")).to_have_count(0)
    remy.press("Write to…")
    expect(remy.button("To all")).to_have_count(0)
    for power in ("England", "Germany"):
        remy.page.get_by_role("checkbox", name=power).check()
    remy.page.get_by_label(re.compile("Name of the room")).fill("The Channel")
    check_barriers(remy, "room-of-several")
    remy.press("Write")
    remy.page.get_by_label("Write to England and Germany").fill("We three hold the sea. BELGIUM is free.")
    remy.press("Send").sees("England, Germany and you read this")

    enid.read("press")
    room = enid.page.get_by_role("button", name=re.compile("The Channel"))
    expect(room).to_contain_text("1unread")
    room.click()
    enid.sees("BELGIUM is free.")
    enid.press("Name or mute this room")
    enid.page.get_by_role("checkbox", name="Mute this room").check()
    expect(room).to_contain_text("muted")
    check_barriers(enid, "room-settings")
    enid.read("")
    gerda.read("press").sees("The Channel")
    gerda.page.get_by_role("button", name=re.compile("The Channel")).click()
    gerda.page.get_by_label("Write to England and France").fill("Agreed.")
    gerda.press("Send").sees("Agreed.")
    remy.sees("Agreed.")
    expect(enid.page).not_to_have_title(re.compile(r"^\("))

    gerda.press("Find letters")
    gerda.page.get_by_label("Find letters by their words").fill("belgium")
    gerda.press("Find")
    expect(gerda.page.locator("mark")).to_have_text(["BELGIUM"])
    check_barriers(gerda, "found-letters")
    gerda.page.locator("mark").click()
    expect(gerda.page.locator('[data-letter="1"]')).to_be_focused()


def test_letters_are_announced_in_the_title_and_to_screen_readers(site: Site) -> None:
    remy = Person.arrive(site, "Remy")
    gm = host_game(site, {"FRANCE": remy})
    remy.read("").await_board()
    spoken = remy.page.locator('[aria-live="polite"]')
    gm.ask("POST", f"/games/{gm.game}/press", {"to": ["FRANCE"], "text": "The deadline stays."})
    expect(remy.page).to_have_title(re.compile(r"^\(1\) Board"), timeout=SOON)
    expect(spoken.filter(has_text="New letter from the game master: The deadline stays.")).to_have_count(
        1, timeout=SOON
    )
    expect(remy.page.get_by_role("navigation", name="Pages of this game").get_by_text("Press 1")).to_be_visible()
    gm.ask("POST", f"/games/{gm.game}/press", {"to": ["FRANCE"], "text": "And now it moves."})
    expect(remy.page).to_have_title(re.compile(r"^\(2\) Board"), timeout=SOON)
    remy.read("press/gm:FRANCE").sees("And now it moves.")
    expect(remy.page).to_have_title(re.compile("^Press"), timeout=SOON)


def test_drafts_and_letters_outlive_reloads_and_a_dropped_connection(site: Site) -> None:
    site.expected += [DOWN, "status of 500"]
    remy = Person.arrive(site, "Remy")
    host_game(site, {"FRANCE": remy})
    remy.read("press/all")
    field = remy.page.get_by_label("Write to all powers")
    field.fill("x" * 10_007)
    remy.sees("7 characters too long to send: a letter can have 10,000 at most. Nothing was cut.")
    remy.press("Send")
    expect(field).to_have_value("x" * 10_007)
    field.fill("Half a thought")
    remy.page.reload()
    expect(field).to_have_value("Half a thought")

    # The server takes the letter, but its answer is lost: the page sends it again, and it is there once.
    lost: list[str] = []

    def lose_answer(route: Route) -> None:
        if route.request.method != "POST" or lost:
            route.fallback()
            return
        lost.append(route.request.url)
        route.fetch()
        route.abort()

    remy.page.route("**/press", lose_answer)
    remy.press("Send")
    expect(field).to_have_value("")
    remy.sees("Kept on this device and sent when you are back online.")
    remy.context.set_offline(True)
    field.fill("Another thought")
    remy.press("Send")
    expect(field).to_have_value("")
    remy.sees("Kept on this device and sent when you are back online.")
    remy.context.set_offline(False)
    expect(remy.page.get_by_text("Kept on this device")).to_have_count(0, timeout=SOON)
    expect(remy.page.get_by_text("sending", exact=True)).to_have_count(0)
    room = next(room for room in remy.ask_game("press")["rooms"] if room["key"] == "all")
    letters = remy.ask_game(f"press/{room['id']}")["messages"]
    assert [letter["text"] for letter in letters] == ["Half a thought", "Another thought"]
    expect(remy.page.get_by_role("log").get_by_text("Half a thought")).to_have_count(1)
